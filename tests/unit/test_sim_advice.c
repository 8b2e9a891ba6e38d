/* The simulation's advice, followed literally: it must fix the problem and add no new one. */
#include "support.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_rigs.h"
#include "sim_sets.h"
#include "spring_files.h"

enum { RIGS = 500, PATH_SIZE = 4096 };

#define CURED_LEAST 0.95 /* for each kind of files; some kinds are few */
#define CURED_LEAST_OF_ALL 0.99

/* ---- following the advice ---- */

static const struct {
    const char *measure;
    const char *parameter; /* of a joint; the other name is that of a VRM 0.x bone group, if it differs */
    const char *parameter_0x;
    const char *said;
    double standard; /* default value */
} parameters[] = {{"neededStiffness", "stiffness", "stiffiness", "stiffness", 1},
                  {"neededDragForce", "dragForce", "dragForce", "drag force", 0.5},
                  {"neededGravityPower", "gravityPower", "gravityPower", "gravity power", 0},
                  {"neededHitRadius", "hitRadius", "hitRadius", "hit radius", 0}};

static void write_number(json_t *holder, const char *key, double standard, bool up, double value)
{
    const json_t *now = json_object_get(holder, key);
    double number = json_is_number(now) ? json_number_value(now) : standard;
    if (up ? number < value : number > value) {
        json_object_set_new(holder, key, json_real(value));
    }
}

/* Sets a parameter of all joints of a spring, or of a bone group. */
static void write_parameter(json_t *extensions, size_t spring, size_t parameter, bool up, double value)
{
    json_t *root = json_object_get(extensions, "VRMC_springBone");
    if (root == NULL) {
        json_t *groups =
            json_object_get(json_object_get(json_object_get(extensions, "VRM"), "secondaryAnimation"), "boneGroups");
        write_number(json_array_get(groups, spring), parameters[parameter].parameter_0x, parameters[parameter].standard,
                     up, value);
        return;
    }
    json_t *joints = json_object_get(json_array_get(json_object_get(root, "springs"), spring), "joints");
    for (size_t i = 0; i < json_array_size(joints); i++) {
        write_number(json_array_get(joints, i), parameters[parameter].parameter, parameters[parameter].standard, up,
                     value);
    }
}

/* Returns where a message names the collider whose radius it changes: in the advice, or before it if that says "that
 * collider". */
static const char *find_collider(const char *message)
{
    static const char words[] = "the radius of collider ";
    const char *advice = strstr(message, words);
    if (advice != NULL) {
        return advice + strlen("the radius of ");
    }
    const char *end = strstr(message, "the radius of that collider ");
    const char *found = NULL;
    size_t collider;
    for (const char *at = strstr(message, "collider "); at != NULL && at < end; at = strstr(at + 1, "collider ")) {
        found = sscanf(at, "collider %zu", &collider) == 1 ? at : found;
    }
    return found;
}

/* Sets the radius in each shape of the collider that the message names. */
static void write_radius(json_t *extensions, const char *message, double value)
{
    size_t collider;
    size_t group;
    const char *at = find_collider(message);
    assert_non_null(at);
    assert_int_equal(sscanf(at, "collider %zu", &collider), 1);
    json_t *root = json_object_get(extensions, "VRMC_springBone");
    if (root == NULL) {
        assert_int_equal(sscanf(at, "collider %zu of collider group %zu", &collider, &group), 2);
        json_t *groups = json_object_get(json_object_get(json_object_get(extensions, "VRM"), "secondaryAnimation"),
                                         "colliderGroups");
        json_t *colliders = json_object_get(json_array_get(groups, group), "colliders");
        json_object_set_new(json_array_get(colliders, collider), "radius", json_real(value));
        return;
    }
    json_t *holder = json_array_get(json_object_get(root, "colliders"), collider);
    json_t *extended = json_object_get(json_object_get(holder, "extensions"), "VRMC_springBone_extended_collider");
    json_t *shapes[] = {json_object_get(extended == NULL ? holder : extended, "shape"),
                        json_object_get(holder, "shape")};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        static const char *const kinds[] = {"sphere", "capsule"};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            json_t *shape = json_object_get(shapes[i], kinds[k]);
            if (shape != NULL && (i == 0 || shapes[1] == shapes[0])) {
                json_object_set_new(shape, "radius", json_real(value));
            }
        }
    }
}

/* Changes the file as one number of a finding advises. Returns false if the number isn't a value to write. */
static bool follow(json_t *file, const struct vrmlint_finding *finding, const struct vrmlint_measure *measure)
{
    json_t *extensions = json_object_get(file, "extensions");
    size_t spring = (size_t)atoi(strrchr(finding->pointer, '/') + 1);
    const char *message = ENGLISH(finding->message);
    if (strcmp(measure->name, "neededRadius") == 0) {
        write_radius(extensions, message, measure->value);
        return true;
    }
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        if (strcmp(measure->name, parameters[i].measure) == 0) {
            char up[40];
            snprintf(up, sizeof up, "raise %s ", parameters[i].said);
            write_parameter(extensions, spring, i, strstr(message, up) != NULL, measure->value);
            return true;
        }
    }
    return false;
}

/* Whether a report has the finding. Of springs that a teleport inverts, it names only the worst. */
static bool has(const struct vrmlint_report *report, const struct vrmlint_finding *finding)
{
    bool of_file = strcmp(finding->rule->id, "sim/teleport-inverts") == 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        if (strcmp(report->findings[i].rule->id, finding->rule->id) == 0 &&
            (of_file || strcmp(report->findings[i].pointer, finding->pointer) == 0)) {
            return true;
        }
    }
    return false;
}

/* Returns a warning that wasn't present before, or NULL. */
static const struct vrmlint_finding *find_new(const struct vrmlint_report *before, const struct vrmlint_report *after)
{
    for (size_t i = 0; i < after->finding_count; i++) {
        if (after->findings[i].severity >= VRMLINT_WARNING && !has(before, &after->findings[i])) {
            return &after->findings[i];
        }
    }
    return NULL;
}

/* ---- counting ---- */

struct tally {
    size_t findings;
    size_t numbers;
    size_t good;
};

static struct vrmlint_report *lint_json(const char *rules, const json_t *file)
{
    char *text = json_dumps(file, JSON_REAL_PRECISION(17));
    assert_non_null(text);
    struct vrmlint_report *report = lint_text(rules, text);
    free(text);
    return report;
}

/* Whether a number has two significant digits at most, as people write numbers. */
static bool is_round(double number)
{
    char text[40];
    snprintf(text, sizeof text, "%.2g", number);
    return fabs(strtod(text, NULL) - number) < 1e-9 * fabs(number);
}

/* Fails the test if other findings of the spring advise another number. */
static void expect_one_number(const struct vrmlint_report *report, const struct vrmlint_finding *finding,
                              const struct vrmlint_measure *measure)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *other = &report->findings[i];
        for (size_t k = 0; strcmp(other->pointer, finding->pointer) == 0 && k < other->data_count; k++) {
            bool same = strcmp(other->data[k].name, measure->name) == 0 && strncmp(measure->name, "needed", 6) == 0 &&
                        strcmp(measure->name, "neededRadius") != 0;
            if (same && other->data[k].value != measure->value) {
                fail_msg("%s: %g and %g\n%s\n%s", measure->name, measure->value, other->data[k].value,
                         ENGLISH(finding->message), ENGLISH(other->message));
            }
        }
    }
}

static void try_number(const char *name, const json_t *file, const struct vrmlint_report *before,
                       const struct vrmlint_finding *finding, const struct vrmlint_measure *measure,
                       struct tally *tally)
{
    json_t *changed = json_deep_copy(file);
    assert_non_null(changed);
    if (follow(changed, finding, measure)) {
        struct vrmlint_report *after = lint_json("default", changed);
        const struct vrmlint_finding *come = find_new(before, after);
        bool cured = !has(after, finding);
        tally->numbers++;
        tally->good += cured && come == NULL;
        if (!cured || come != NULL) {
            print_message("%s: %s\n  with %s %g: %s\n", name, ENGLISH(finding->message), measure->name, measure->value,
                          cured ? ENGLISH(come->message) : "the same");
        }
        if (!is_round(measure->value)) {
            fail_msg("%s: %s %.17g is not a number that anybody would choose", name, measure->name, measure->value);
        }
        expect_one_number(before, finding, measure);
        vrmlint_report_free(after);
    }
    json_decref(changed);
}

static void try_file(const char *name, const json_t *file, struct tally *tally)
{
    struct vrmlint_report *report = lint_json("default", file);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (strncmp(finding->rule->id, "sim/", 4) != 0) {
            continue;
        }
        tally->findings++;
        assert_null(strchr(ENGLISH(finding->message), '{'));
        for (size_t k = 0; k < finding->data_count; k++) {
            try_number(name, file, report, finding, &finding->data[k], tally);
        }
    }
    vrmlint_report_free(report);
}

/* Tries a text that has ' in place of ". Frees it. */
static void try_text(const char *name, char *text, struct tally *tally)
{
    json_error_t error;
    text_use_double_quotes(text);
    json_t *file = json_loads(text, 0, &error);
    assert_non_null(file);
    free(text);
    try_file(name, file, tally);
    json_decref(file);
}

/* The sum over all kinds of files. */
static struct tally all;

static void expect_good(const char *what, const struct tally *tally, size_t least)
{
    print_message("%s: of %zu numbers in %zu findings, %zu cure and bring nothing new (%.1f %%)\n", what,
                  tally->numbers, tally->findings, tally->good, 100.0 * (double)tally->good / (double)tally->numbers);
    all.numbers += tally->numbers;
    all.good += tally->good;
    assert_true(tally->numbers >= least);
    assert_true((double)tally->good >= CURED_LEAST * (double)tally->numbers);
}

/* ---- the files ---- */

static void test_sets(void **state)
{
    (void)state;
    static const struct sim_set more[] = {
        {.name = "upright, too heavy", .way = {0, 1, 0}, .stiffness = 0.5, .drag = 0.4, .gravity = 1},
        {.name = "upright, not stiff", .way = {0, 1, 0}, .stiffness = 0, .drag = 0.4, .gravity = 0.5},
        {.name = "five weak links", .bones = 5, .stiffness = 0.01, .drag = 1},
        {.name = "half of it collapses", .way = {-0.1, 0.3, 0.1}, .stiffness = 0.5, .drag = 0.4, .gravity = 0.5},
    };
    struct tally tally = {0, 0, 0};
    for (size_t i = 0; i < sim_set_count; i++) {
        if (sim_sets[i].infinite == NULL) { /* jansson can't read such a number */
            try_text(sim_sets[i].name, sim_set_file(&sim_sets[i]), &tally);
        }
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        size_t before = tally.numbers;
        try_text(more[i].name, sim_set_file(&more[i]), &tally);
        assert_true(tally.numbers > before);
    }
    expect_good("parameter sets", &tally, 20);
}

static void try_folder(const char *folder, struct tally *tally)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        char path[3 * PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        const char *dot = strrchr(entries[i]->d_name, '.');
        json_t *file = dot != NULL && strcmp(dot, ".gltf") == 0 ? json_load_file(path, 0, NULL) : NULL;
        if (file != NULL) {
            try_file(entries[i]->d_name, file, tally);
            json_decref(file);
        }
        free(entries[i]);
    }
    free(entries);
}

/* Tries the fixtures of a family, which has a folder for each rule. */
static void try_family(const char *family, struct tally *tally)
{
    struct dirent **rules;
    char root[PATH_SIZE];
    snprintf(root, sizeof root, "%s/%s", source_path("fixtures"), family);
    int count = scandir(root, &rules, NULL, alphasort);
    assert_true(count > 2);
    for (int i = 0; i < count; i++) {
        char folder[2 * PATH_SIZE];
        snprintf(folder, sizeof folder, "%s/%s", root, rules[i]->d_name);
        if (rules[i]->d_name[0] != '.') {
            try_folder(folder, tally);
        }
        free(rules[i]);
    }
    free(rules);
}

static void test_fixtures(void **state)
{
    (void)state;
    static const char *const families[] = {"sim", "springbone", "collider", "limit", "vrm0"};
    struct tally tally = {0, 0, 0};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        try_family(families[i], &tally);
    }
    expect_good("fixtures", &tally, 30);
}

static void test_rigs(void **state)
{
    (void)state;
    struct tally tally = {0, 0, 0};
    for (unsigned seed = 1; seed <= trials(RIGS); seed++) {
        char name[40];
        snprintf(name, sizeof name, "rig %u", seed);
        try_text(name, rig_random(seed), &tally);
    }
    expect_good("random rigs", &tally, trials(300));
}

static void test_all(void **state)
{
    (void)state;
    print_message("of %zu numbers, %zu cure and bring nothing new (%.1f %%)\n", all.numbers, all.good,
                  100.0 * (double)all.good / (double)all.numbers);
    if (trials(RIGS) == RIGS) { /* with fewer files, a few failures are more than a hundredth */
        assert_true((double)all.good >= CURED_LEAST_OF_ALL * (double)all.numbers);
    }
}

TEST_PROGRAM(sim_advice)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets), cmocka_unit_test(test_fixtures), cmocka_unit_test(test_rigs),
        cmocka_unit_test(test_all), /* must be the last */
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
