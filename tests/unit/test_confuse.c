/*
 * Replaces each value of whole fixtures of the three dialects by values of all other kinds, or deletes it. Of a list,
 * the first and the last element are replaced. Checking, fixing, simulating and comparing the result must end, without
 * an error in reading. If one of them crashes, the last line of the output names the value and its replacement.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate_text.h"
#include "fuzz/written.h"
#include "support.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITISED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITISED 1
#endif
#endif
#ifdef SANITISED
void __sanitizer_set_death_callback(void (*callback)(void)); /* NOLINT(bugprone-reserved-identifier) */
#endif

enum { MOST = 1 << 17, GLB_HEAD = 20, NAME_MOST = 256, STEPS = 2 };

static const char *const kinds[] = {"{}",   "[]",         "null", "\"\"",  "0",     "true", "-1",
                                    "[{}]", "{\"a\":{}}", "[[]]", "\"x\"", "1e300", NULL /* deleted */};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The case that runs. Global, because signal handlers print it. */
static char running[NAME_MOST];

static void print_case(void)
{
    fprintf(stderr, "crashed on: %s\n", running);
}

#ifndef SANITISED
static void on_crash(int number)
{
    print_case();
    signal(number, SIG_DFL);
    raise(number);
}
#endif

/* Replaces cmocka's own handlers, which don't know the case. */
static void catch_crashes(void)
{
#ifdef SANITISED
    __sanitizer_set_death_callback(print_case);
#else
    static const int numbers[] = {SIGSEGV, SIGABRT, SIGFPE, SIGILL};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        signal(numbers[i], on_crash);
    }
#endif
}

/* A fixture, and what stays the same for all cases. */
struct fixture {
    uint8_t *bytes;
    size_t size;
    size_t text_size;
    struct map map;
    bool chosen[MAP_MOST]; /* per value: it and each value above it is a member, or the first or last of its list */
    struct vrmlint_report *report; /* of the unchanged file */
    struct vrmlint_manifest manifest;
    struct vrmlint_policy *policy;
};

static void put32(uint8_t *out, size_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
}

static void choose_values(struct fixture *fixture)
{
    const char *text = (const char *)fixture->bytes + GLB_HEAD;
    for (size_t value = 0; value < fixture->map.count; value++) {
        const struct value *at = &fixture->map.values[value];
        const struct value *parent = &fixture->map.values[at->parent];
        size_t after = at->end + strspn(text + at->end, " \t\r\n");
        bool is_outer = value == at->parent + 1 || after + 1 == parent->end;
        fixture->chosen[value] = value == 0 || (fixture->chosen[at->parent] && (value_is_member(at) || is_outer));
    }
}

/* Writes the fixture with a value replaced, or deleted if with is NULL. Returns its size; 0 if it can't be deleted. */
static size_t write_case(const struct fixture *fixture, size_t value, const char *with, uint8_t *out)
{
    struct text text = {(char *)out + GLB_HEAD, fixture->text_size, MOST};
    const struct value *at = &fixture->map.values[value];
    memcpy(out, fixture->bytes, GLB_HEAD + fixture->text_size);
    const struct piece piece = {with, with == NULL ? 0 : strlen(with)};
    if (!(with == NULL ? splice_out(&text, &fixture->map, value)
                       : splice_pieces(&text, at->begin, at->end, &piece, 1))) {
        return 0;
    }
    size_t size = GLB_HEAD + text.size;
    while (size % 4 != 0) {
        out[size++] = ' ';
    }
    put32(out + 12, size - GLB_HEAD);
    size_t rest = fixture->size - GLB_HEAD - fixture->text_size;
    memcpy(out + size, fixture->bytes + GLB_HEAD + fixture->text_size, rest);
    put32(out + 8, size + rest);
    return size + rest;
}

static size_t text_size(const uint8_t *glb)
{
    size_t size = 0;
    for (unsigned i = 0; i < 4; i++) {
        size |= (size_t)glb[12 + i] << 8 * i;
    }
    return size;
}

/* Returns the index of a member of the root. */
static size_t root_member(const struct fixture *fixture, const char *key)
{
    const char *text = (const char *)fixture->bytes + GLB_HEAD;
    for (size_t i = 1; i < fixture->map.count; i++) {
        const struct value *value = &fixture->map.values[i];
        if (value->parent == 0 && strncmp(text + value->key + 1, key, strlen(key)) == 0) {
            return i;
        }
    }
    fail_msg("no %s", key);
    return 0;
}

/* Reads a fixture. empty: a list of its root that is emptied, so that all indices into it lead nowhere; or NULL. */
static struct fixture *read_fixture(const char *path, const char *empty)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->bytes = (uint8_t *)read_file(source_path(path), &fixture->size);
    fixture->text_size = text_size(fixture->bytes);
    assert_true(map_values(&fixture->map, (const char *)fixture->bytes + GLB_HEAD, fixture->text_size, 0));
    if (empty != NULL) {
        uint8_t *bytes = malloc(2 * MOST);
        assert_non_null(bytes);
        fixture->size = write_case(fixture, root_member(fixture, empty), "[]", bytes);
        free(fixture->bytes);
        fixture->bytes = bytes;
        fixture->text_size = text_size(bytes);
        assert_true(map_values(&fixture->map, (const char *)bytes + GLB_HEAD, fixture->text_size, 0));
    }
    choose_values(fixture);
    fixture->policy = vrmlint_policy_new();
    assert_non_null(fixture->policy);
    vrmlint_policy_facts(fixture->policy, true);
    vrmlint_policy_drawing(fixture->policy, true);
    const struct vrmlint_policy *const policies[] = {fixture->policy};
    assert_true(vrmlint_manifest_make(&fixture->manifest, policies, 1, NULL));
    fixture->report = vrmlint_check_bytes(fixture->policy, path, fixture->bytes, fixture->size);
    assert_non_null(fixture->report);
    return fixture;
}

static void free_fixture(struct fixture *fixture)
{
    vrmlint_report_free(fixture->report);
    vrmlint_policy_free(fixture->policy);
    free(fixture->bytes);
    free(fixture);
}

/* Requires something of the case that runs. */
static void require_case(bool holds, const char *what)
{
    if (!holds) {
        fail_msg("%s: %s", running, what);
    }
}

static void simulate(const uint8_t *bytes, size_t size, unsigned engine)
{
    const struct vrmlint_simulation_options options = {.engine = engine % (VRMLINT_ENGINE_PBD + 1),
                                                       .limbs = VRMLINT_LIMBS_SIT};
    struct vrmlint_simulation *simulation = vrmlint_simulation_from_bytes(bytes, size, &options);
    require_case(simulation != NULL, "not enough memory");
    for (int i = 1; i <= STEPS && simulation->joint_count > 0; i++) {
        struct vrmlint_pose pose;
        vrmlint_motion_pose(VRMLINT_MOTION_BOB, i / 60.0, &pose);
        vrmlint_simulation_step(simulation, &pose, 1 / 60.0);
    }
    vrmlint_simulation_free(simulation);
}

/* Checks, fixes, simulates and compares a file. The check of most cases leaves out the motion, which takes most of the
 * time. */
static void run_case(struct fixture *fixture, const uint8_t *bytes, size_t size, bool moves, unsigned engine)
{
    unsigned classes = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR | 1U << VRMLINT_FIX_UNSAFE;
    vrmlint_policy_simulation(fixture->policy, moves);
    struct vrmlint_outcome *outcome = vrmlint_fix_path(fixture->policy, written(bytes, size), classes);
    require_case(outcome != NULL && outcome->before->error == NULL && outcome->after->error == NULL,
                 "an error in reading");
    struct vrmlint_diff *diff =
        vrmlint_diff_make(fixture->report, outcome->after, &fixture->manifest, &fixture->manifest);
    require_case(diff != NULL, "not enough memory");
    vrmlint_diff_free(diff);
    vrmlint_outcome_free(outcome);
    simulate(bytes, size, engine);
}

/* Runs a share of the cases: all of a whole file, unless VRMLINT_SMALL is set. */
static void confuse(const char *path, const char *empty)
{
    static uint8_t out[2 * MOST];
    catch_crashes();
    struct fixture *fixture = read_fixture(path, empty);
    const char *text = (const char *)fixture->bytes + GLB_HEAD;
    /* KINDS has no factor in common with it: each kind gets its turn */
    size_t step = (trials(10) == 10 ? 1 : 12) * (empty == NULL ? 1 : 5);
    size_t number = 0;
    size_t run = 0;
    for (size_t value = 0; value < fixture->map.count; value++) {
        for (size_t kind = 0; fixture->chosen[value] && kind < KINDS; kind++) {
            size_t size = number++ % step == 0 ? write_case(fixture, value, kinds[kind], out) : 0;
            if (size > 0) {
                const struct value *at = &fixture->map.values[value];
                snprintf(running, sizeof running, "%s: %.80s, byte %u of the text, becomes %s", path, text + at->key,
                         at->begin, kinds[kind] == NULL ? "deleted" : kinds[kind]);
                run_case(fixture, out, size, kind == value % KINDS, (unsigned)number);
                run++;
            }
        }
    }
    print_message("%s%s%s: %zu cases\n", path, empty == NULL ? "" : " without ", empty == NULL ? "" : empty, run);
    assert_true(run + 1 >= (number - 1) / step);
    free_fixture(fixture);
}

static void whole_fixtures(void **state)
{
    (void)state;
    confuse("fixtures/whole/clean.vrm", NULL);
    confuse("fixtures/whole/box-doll-0x.vrm", NULL);
    confuse("fixtures/whole/wave.vrma", NULL);
}

/* A view that reads nothing must not have node 0, or mesh 0, in place of none: there is none here. */
static void fixtures_without_a_list(void **state)
{
    (void)state;
    confuse("fixtures/whole/clean.vrm", "nodes");
    confuse("fixtures/whole/box-doll-0x.vrm", "nodes");
    confuse("fixtures/whole/wave.vrma", "nodes");
    confuse("fixtures/whole/clean.vrm", "meshes");
    confuse("fixtures/whole/box-doll-0x.vrm", "meshes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_fixtures), cmocka_unit_test(fixtures_without_a_list)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
