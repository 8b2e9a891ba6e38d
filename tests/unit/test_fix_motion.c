/*
 * A safe fix moves nothing: every engine computes the same bits before and after it, for the failing fixtures and for
 * versions of them in which joints are large and fall, so that they touch their colliders. Poses of all nodes, and
 * animations on an avatar, are compared too.
 */
#include "support.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "vrmlint.h"

enum { PATH_SIZE = 4096, STEPS = 60, ENGINES = VRMLINT_ENGINE_PBD + 1, MOTIONS = VRMLINT_MOTION_TELEPORT_FAR + 1 };

static const unsigned safe = 1U << VRMLINT_FIX_SAFE;
static const unsigned all = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR | 1U << VRMLINT_FIX_UNSAFE;

/* What is compared. */
struct tally {
    bool *rules; /* per rule: one of its safe fixes was simulated with joints */
    int moved;   /* motions that a fix changed */
    int motions;
    int poses;
};

static struct vrmlint_outcome *fix_file(const char *path, const char *rule, unsigned classes)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    char list[300];
    snprintf(list, sizeof list, "default,%s", rule);
    assert_true(vrmlint_policy_select(policy, list, &refusal));
    vrmlint_policy_simulation(policy, false);
    struct vrmlint_outcome *outcome = vrmlint_fix_path(policy, path, classes);
    assert_non_null(outcome);
    vrmlint_policy_free(policy);
    return outcome;
}

/* ---- springs ---- */

/* Whether all joints have the same positions; the first file must have joints. */
static bool is_same_motion(struct vrmlint_simulation *before, struct vrmlint_simulation *after,
                           enum vrmlint_motion motion)
{
    size_t size = 3 * before->joint_count * sizeof *before->tails;
    bool same = after->error == NULL && after->joint_count == before->joint_count;
    for (int step = 1; step <= STEPS && same; step++) {
        struct vrmlint_pose pose;
        vrmlint_motion_pose(motion, step / 60.0, &pose);
        vrmlint_simulation_step(before, &pose, 1 / 60.0);
        vrmlint_simulation_step(after, &pose, 1 / 60.0);
        same = memcmp(before->tails, after->tails, size) == 0 && memcmp(before->states, after->states, size) == 0;
    }
    return same;
}

/* Compares all motions before and after a fix. Returns the number of those that differ, or -1 without joints. */
static int compare_motions(const char *path, const struct vrmlint_outcome *outcome, int motions, struct tally *tally)
{
    int differ = -1;
    for (int engine = 0; engine < ENGINES; engine++) {
        const struct vrmlint_simulation_options options = {.engine = (enum vrmlint_engine)engine};
        for (int motion = 0; motion < motions; motion++) {
            struct vrmlint_simulation *before =
                vrmlint_simulation_from_bytes(outcome->original, outcome->original_size, &options);
            struct vrmlint_simulation *after = vrmlint_simulation_from_bytes(outcome->bytes, outcome->size, &options);
            if (before->error == NULL && before->joint_count > 0) {
                bool same = is_same_motion(before, after, (enum vrmlint_motion)motion);
                differ = (differ < 0 ? 0 : differ) + !same;
                tally->motions++;
                if (!same && getenv("VRMLINT_VERBOSE") != NULL) {
                    print_message("%s: engine %d, motion %d\n", path, engine, motion);
                }
            }
            vrmlint_simulation_free(before);
            vrmlint_simulation_free(after);
        }
    }
    return differ;
}

/* ---- nodes ---- */

static void set_pose(struct vrmlint_rig *rig, unsigned seed)
{
    for (size_t node = 0; node < vrmlint_rig_node_count(rig); node++) {
        seed = seed * 1664525U + 1013904223U;
        double c = (double)(seed >> 8 & 0xff) / 255;
        double s = sqrt(1 - c * c);
        const double turns[][4] = {{s, 0, 0, c}, {0, s, 0, c}, {0, 0, s, c}};
        vrmlint_rig_set(rig, node, NULL, turns[node % 3]);
    }
    vrmlint_rig_update(rig);
}

static bool is_same_rig(const struct vrmlint_rig *before, const struct vrmlint_rig *after)
{
    bool same = vrmlint_rig_node_count(before) == vrmlint_rig_node_count(after);
    for (size_t node = 0; same && node < vrmlint_rig_node_count(before); node++) {
        double was[7];
        double is[7];
        vrmlint_rig_position(before, node, was);
        vrmlint_rig_rotation(before, node, was + 3);
        vrmlint_rig_position(after, node, is);
        vrmlint_rig_rotation(after, node, is + 3);
        same = memcmp(was, is, sizeof was) == 0;
    }
    return same;
}

/* Compares the rest pose and poses in which every node is rotated, with the constraints of the file. */
static bool has_same_poses(const struct vrmlint_outcome *outcome, struct tally *tally)
{
    struct vrmlint_rig *before = vrmlint_rig_from_bytes(outcome->original, outcome->original_size);
    struct vrmlint_rig *after = vrmlint_rig_from_bytes(outcome->bytes, outcome->size);
    vrmlint_rig_update(before);
    vrmlint_rig_update(after);
    /* nodes of a file that apps couldn't read at all before the fix don't move */
    bool same = vrmlint_rig_node_count(before) == 0 || is_same_rig(before, after);
    for (unsigned seed = 1; seed <= 3 && same && vrmlint_rig_node_count(before) > 0; seed++) {
        set_pose(before, seed);
        set_pose(after, seed);
        same = is_same_rig(before, after);
        tally->poses++;
    }
    vrmlint_rig_free(before);
    vrmlint_rig_free(after);
    return same;
}

/* Plays an animation on an avatar before and after a fix. */
static bool plays_the_same(const struct vrmlint_outcome *outcome, struct tally *tally)
{
    static const char *const expressions[] = {"happy", "blink", "aa", "lookUp", "custom", "wink"};
    size_t size;
    char *avatar = read_file(source_path("fixtures/whole/clean.vrm"), &size);
    struct vrmlint_rig *before = vrmlint_rig_from_bytes(avatar, size);
    struct vrmlint_rig *after = vrmlint_rig_from_bytes(avatar, size);
    bool plays = vrmlint_rig_play(before, outcome->original, outcome->original_size);
    bool same = !plays || vrmlint_rig_play(after, outcome->bytes, outcome->size);
    for (int i = 0; i < 20 && plays && same; i++) {
        double gaze[2][2];
        vrmlint_rig_hold(before, i / 7.0);
        vrmlint_rig_hold(after, i / 7.0);
        vrmlint_rig_update(before);
        vrmlint_rig_update(after);
        vrmlint_rig_gaze(before, gaze[0]);
        vrmlint_rig_gaze(after, gaze[1]);
        same = is_same_rig(before, after) && memcmp(gaze[0], gaze[1], sizeof gaze[0]) == 0;
        for (size_t k = 0; k < sizeof expressions / sizeof *expressions && same; k++) {
            double was = vrmlint_rig_weight(before, expressions[k]);
            double is = vrmlint_rig_weight(after, expressions[k]);
            same = memcmp(&was, &is, sizeof was) == 0;
        }
        tally->poses++;
    }
    vrmlint_rig_free(before);
    vrmlint_rig_free(after);
    free(avatar);
    return same;
}

/* ---- files in which joints touch colliders ---- */

static json_t *member(json_t *object, const char *const *path)
{
    while (object != NULL && *path != NULL) {
        object = json_object_get(object, *path++);
    }
    return object;
}

/* Makes all shapes in a value larger. */
static void enlarge(json_t *value)
{
    const char *key;
    json_t *child;
    size_t i;
    json_array_foreach(value, i, child)
    {
        enlarge(child);
    }
    json_object_foreach(value, key, child)
    {
        if (strcmp(key, "radius") == 0 && json_is_real(child)) {
            json_real_set(child, json_real_value(child) + 0.05);
        }
        enlarge(child);
    }
}

/* Makes joints, or bone groups of VRM 0.x, heavy and as large as hit_radius. Returns their number. */
static size_t weigh(json_t *joints, double hit_radius)
{
    json_t *joint;
    size_t i;
    json_array_foreach(joints, i, joint)
    {
        if (json_is_object(joint)) {
            json_object_set_new(joint, "hitRadius", json_real(hit_radius));
            json_object_set_new(joint, "gravityPower", json_real(0.7));
        }
    }
    return json_array_size(joints);
}

/* Writes a copy of a file of JSON text to a temporary file, with large and heavy joints. Returns false if the file
 * isn't JSON text, or has no joints. */
static bool write_heavy(const char *path, double hit_radius, const char *out)
{
    size_t size;
    char *text = read_file(path, &size);
    json_t *root = json_loadb(text, size, 0, NULL);
    json_t *springs = member(root, (const char *const[]){"extensions", "VRMC_springBone", NULL});
    json_t *old = member(root, (const char *const[]){"extensions", "VRM", "secondaryAnimation", NULL});
    json_t *spring;
    size_t i;
    size_t count = weigh(json_object_get(old, "boneGroups"), hit_radius);
    json_array_foreach(json_object_get(springs, "springs"), i, spring)
    {
        count += weigh(json_object_get(spring, "joints"), hit_radius);
    }
    enlarge(json_object_get(springs, "colliders"));
    enlarge(json_object_get(old, "colliderGroups"));
    bool made = count > 0 && json_dump_file(root, out, JSON_INDENT(1)) == 0;
    json_decref(root);
    free(text);
    return made;
}

static const double hit_radii[] = {0, 0.03, 0.1, 0.3, 0.8};

/* ---- all fixtures ---- */

static bool is_failing(const char *name)
{
    return strncmp(name, "fail-", 5) == 0 && strstr(name, ".expect") == NULL && strstr(name, ".bin") == NULL;
}

static void note_rules(const struct vrmlint_outcome *outcome, struct tally *tally)
{
    size_t count;
    for (size_t i = 0; i < outcome->fixed_count; i++) {
        tally->rules[outcome->fixed[i].finding->rule - vrmlint_rules(&count)] = true;
    }
}

/* Fixes a file and compares it. Returns false if the fix moves something. */
static bool moves_nothing(const char *path, const char *rule, struct tally *tally)
{
    struct vrmlint_outcome *outcome = fix_file(path, rule, safe);
    bool same = true;
    if (outcome->bytes != NULL) {
        int differ = compare_motions(path, outcome, MOTIONS, tally);
        if (differ >= 0) {
            note_rules(outcome, tally);
        }
        same = differ <= 0 && has_same_poses(outcome, tally) && plays_the_same(outcome, tally);
    }
    vrmlint_outcome_free(outcome);
    return same;
}

static void compare_fixture(const char *path, const char *rule, const char *scratch, struct tally *tally)
{
    if (!moves_nothing(path, rule, tally)) {
        print_error("%s: the fix moves something\n", path);
        tally->moved++;
    }
    for (size_t i = 0; i < sizeof hit_radii / sizeof *hit_radii; i++) {
        if (write_heavy(path, hit_radii[i], scratch) && !moves_nothing(scratch, rule, tally)) {
            print_error("%s: the fix moves something if hitRadius is %g\n", path, hit_radii[i]);
            tally->moved++;
        }
    }
}

static void safe_fixes_move_nothing(void **state)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    struct tally tally = {.rules = calloc(count, sizeof *tally.rules)};
    int covered = 0;
    for (size_t i = 0; i < count; i += stride()) {
        char folder[300];
        char path[PATH_SIZE];
        struct dirent **names;
        snprintf(folder, sizeof folder, "fixtures/%s", rules[i].id);
        int files = scandir(source_path(folder), &names, NULL, alphasort);
        for (int k = 0; k < files; k++) {
            snprintf(path, sizeof path, "%s/%s", source_path(folder), names[k]->d_name);
            if (is_failing(names[k]->d_name)) {
                compare_fixture(path, rules[i].id, *state, &tally);
            }
            free(names[k]);
        }
        if (files >= 0) {
            free(names);
        }
    }
    for (size_t i = 0; i < count; i++) {
        covered += tally.rules[i];
    }
    free(tally.rules);
    print_message("fixes of %d rules: %d motions, %d poses\n", covered, tally.motions, tally.poses);
    assert_int_equal(tally.moved, 0);
    assert_true(stride() > 1 || (covered > 12 && tally.motions > 5000 && tally.poses > 500));
}

/* The motions are strong enough: a fix that does move joints is noticed, in each of these files by most engines. */
static void other_fixes_are_noticed(void **state)
{
    static const char *const fixtures[][2] = {
        {"springbone/duplicate-collider-group", "fail-twice.gltf"},
        {"vrm0/duplicate-collider-group-index", "fail-twice.gltf"},
        {"collider/duplicate-in-group", "fail-twice.gltf"},
    };
    for (size_t i = 0; i < sizeof fixtures / sizeof *fixtures; i++) {
        char path[PATH_SIZE];
        struct tally tally = {0};
        int moved = 0;
        snprintf(path, sizeof path, "%s/%s/%s", source_path("fixtures"), fixtures[i][0], fixtures[i][1]);
        struct vrmlint_outcome *untouched = fix_file(path, fixtures[i][0], safe | 1U << VRMLINT_FIX_REPAIR);
        assert_null(untouched->bytes);
        vrmlint_outcome_free(untouched);
        for (size_t k = 0; k < sizeof hit_radii / sizeof *hit_radii; k++) {
            assert_true(write_heavy(path, hit_radii[k], *state));
            struct vrmlint_outcome *outcome = fix_file(*state, fixtures[i][0], all);
            assert_non_null(outcome->bytes);
            moved += compare_motions(path, outcome, MOTIONS, &tally);
            vrmlint_outcome_free(outcome);
        }
        print_message("%s: %d of %d motions are others\n", fixtures[i][0], moved, tally.motions);
        assert_true(moved > tally.motions / 8);
    }
}

/* ---- real files ---- */

static void safe_fixes_of_real_files_move_nothing(void **state)
{
    (void)state;
    NEED_EXTERNAL("corpus");
    struct tally tally = {0};
    struct dirent **names;
    int changed = 0;
    int count = scandir(external_path("corpus"), &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", external_path("corpus"), names[i]->d_name);
        if (i % (int)stride() == 0 &&
            (text_ends(path, ".vrm") || text_ends(path, ".vrma") || text_ends(path, ".glb"))) {
            struct vrmlint_outcome *outcome = fix_file(path, "default", safe);
            if (outcome->bytes != NULL) {
                changed++;
                if (compare_motions(path, outcome, VRMLINT_MOTION_SHAKE + 1, &tally) > 0 ||
                    !has_same_poses(outcome, &tally) || !plays_the_same(outcome, &tally)) {
                    print_error("%s: the fix moves something\n", path);
                    tally.moved++;
                }
            }
            vrmlint_outcome_free(outcome);
        }
        free(names[i]);
    }
    free(names);
    print_message("%d files fixed: %d motions, %d poses\n", changed, tally.motions, tally.poses);
    assert_int_equal(tally.moved, 0);
    assert_true(changed > 0);
}

/* The name of a file for altered fixtures. */
static int set_up(void **state)
{
    static char path[] = "/tmp/vrmlint-fix-motion-XXXXXX";
    int file = mkstemp(path);
    *state = path;
    return file < 0 || close(file) != 0;
}

static int tear_down(void **state)
{
    return remove(*state);
}

TEST_PROGRAM(fix_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(safe_fixes_move_nothing),
        cmocka_unit_test(other_fixes_are_noticed),
        cmocka_unit_test(safe_fixes_of_real_files_move_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
