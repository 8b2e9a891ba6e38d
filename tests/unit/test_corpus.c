/*
 * Real files, made by other people's exporters: each is read without an error, and no error is a false alarm. The
 * table below names every error that is known to be true, and the reason. A missing error of the table and an error
 * that isn't in the table fail the test. Skips without external data.
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

struct known {
    const char *file; /* beginning of the file's name */
    const char *rule;
    const char *reason;
};

static const struct known known_errors[] = {
    {"metalkit__Conformance__springbone_extended", "collider/missing-property",
     "colliders without the shape that VRMC_springBone requires as the fallback"},
    {"metalkit__Conformance__springbone_extended", "collider/spec-version-missing",
     "extended colliders without specVersion"},
    {"metalkit__Conformance__springbone_extended", "collider/wrong-location",
     "extended colliders with an invented angleLimit on joints"},
    {"blender__vrm__broken__extensions_required", "springbone/required-but-absent",
     "made to be broken: extensions required and not there"},
    {"blender__vrm__broken__extensions_required", "constraint/required-but-absent",
     "made to be broken: extensions required and not there"},
    {"blender__vrm__broken__extensions_required", "mtoon/required-but-absent",
     "made to be broken: extensions required and not there"},
    {"blender__vrm__broken__extensions_required", "hdr/required-but-absent",
     "made to be broken: extensions required and not there"},
    {"blender__vrm__3.3__out__blend__mtoon1_2_20_61_vrm1", "mtoon/value-out-of-range",
     "a test export with a rimLightingMixFactor of 2, whose limit is soft in Blender"},
    {"blender__vrm__3.6__out__blend__mtoon1_2_20_61_vrm1", "mtoon/value-out-of-range",
     "a test export with a rimLightingMixFactor of 2, whose limit is soft in Blender"},
    {"blender__vrm__4.2__out__blend__mtoon1_2_20_61_vrm1", "mtoon/value-out-of-range",
     "a test export with a rimLightingMixFactor of 2, whose limit is soft in Blender"},
    {"blender__vrm__5.2__out__blend__mtoon1_2_20_61_vrm1", "mtoon/value-out-of-range",
     "a test export with a rimLightingMixFactor of 2, whose limit is soft in Blender"},
    {"blender__vrm__broken__human_bone", "vrm0/required-bone-missing", "made to be broken: two bones that are none"},
    {"blender__vrm__broken__human_bone", "vrm0/unknown-value", "made to be broken: a bone called NOT FOUND"},
    {"blender__vrm__broken__human_bone", "vrm0/unresolved-index", "made to be broken: node 12345"},
    {"v1_bad_16_center_on_spring_joint", "springbone/center-in-other-chain",
     "planted: a center that is a joint of another spring"},
    {"v1_bad_10_nonuniform", "vrm/bone-scale-invalid", "planted: an armature that is scaled 1 1.2 1"},
    {"blender__vrm__broken__extensions_required", "vrm/required-but-absent",
     "made to name everything as required; it is an avatar of VRM 0.x"},
    {"v1_bad_12_constraint_rings", "constraint/circular-dependency", "planted: three rings of two constraints"},
    {"v1_bad_12_constraint_rings", "constraint/source-descends-destination", "planted: an aim at its own child"},
    {"v1_old_01_empty_spring", "springbone/missing-property", "planted: a spring whose joints the exporter left out"},
    {"a_sane_03_lookat", "animation/look-at-translation",
     "the exporter writes the gaze as a place, 1.0 has it as a rotation; three-vrm refuses the file"},
    {"a_bad_03_single_frame", "animation/look-at-translation",
     "the exporter writes the gaze as a place, 1.0 has it as a rotation; three-vrm refuses the file"},
};
enum { KNOWN = sizeof known_errors / sizeof known_errors[0] };

struct tally {
    int files;
    int bad;
    int seen[KNOWN];
};

static bool is_model(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && (strcmp(dot, ".vrm") == 0 || strcmp(dot, ".vrma") == 0);
}

static bool is_known(struct tally *tally, const char *name, const char *rule)
{
    for (int i = 0; i < KNOWN; i++) {
        if (strncmp(name, known_errors[i].file, strlen(known_errors[i].file)) == 0 &&
            strcmp(rule, known_errors[i].rule) == 0) {
            tally->seen[i]++;
            return true;
        }
    }
    return false;
}

static void lint_model(struct tally *tally, const char *path, const char *name)
{
    struct vrmlint_report *report = vrmlint_check_path(NULL, path);
    assert_non_null(report);
    tally->files++;
    if (report->error != NULL) {
        print_error("%s: %s\n", name, report->error);
        tally->bad++;
    }
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (finding->severity == VRMLINT_ERROR && !is_known(tally, name, finding->rule->id)) {
            print_error("%s: %s %s: %s\n", name, finding->rule->id, finding->pointer, ENGLISH(finding->message));
            tally->bad++;
        }
    }
    vrmlint_report_free(report);
}

static void lint_folder(struct tally *tally, const char *relative)
{
    struct dirent **names;
    int count = scandir(needed_path(relative), &names, NULL, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        if (is_model(names[i]->d_name)) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", needed_path(relative), names[i]->d_name);
            lint_model(tally, path, names[i]->d_name);
        }
        free(names[i]);
    }
    free(names);
}

static void no_false_alarms(void **state)
{
    (void)state;
    struct tally tally = {0};
    lint_folder(&tally, "corpus");
    lint_folder(&tally, "corpus/exports");
    print_message("%d files\n", tally.files);
    for (int i = 0; i < KNOWN; i++) {
        if (tally.seen[i] == 0) {
            print_error("never seen: %s in %s (%s)\n", known_errors[i].rule, known_errors[i].file,
                        known_errors[i].reason);
            tally.bad++;
        }
    }
    assert_true(tally.files > 100);
    assert_int_equal(tally.bad, 0);
}

/* Mistakes made on purpose, from the manifest of the exports, and the rules that report them. */
static const struct {
    const char *file; /* in corpus/exports */
    const char *rule;
    size_t count;
} planted[] = {
    {"v0_bad_01_nested_roots.vrm", "vrm0/nested-root", 4},
    {"v0_bad_01_nested_roots.vrm", "vrm0/duplicate-root", 2},
    {"v0_bad_03_humanoid_root_hand_center.vrm", "vrm0/root-is-humanoid", 2},
    {"v0_bad_03_humanoid_root_hand_center.vrm", "vrm0/collider-in-own-chain", 1},
    {"v0_bad_03_humanoid_root_hand_center.vrm", "vrm0/nested-root", 1},
    {"v0_bad_03_humanoid_root_hand_center.vrm", "vrm0/center-not-ancestor", 1},
    {"v0_bad_03_humanoid_root_hand_center__addon2_16_6.vrm", "vrm0/root-is-humanoid", 2},
    /* a bone without children at its parent's position; it isn't the first child, so no other bone loses its length */
    {"v0_bad_05_scaled_zero_length.vrm", "vrm0/leaf-without-offset", 1},
    {"v1_bad_02_single_joint_springs.vrm", "springbone/single-joint", 4},
    {"v1_bad_06_gravity_9_8.vrm", "springbone/gravity-power-physical", 43},
    {"v1_bad_06_gravity_9_8.vrm", "springbone/no-drag", 4},
    {"v1_bad_08_zero_length_joints.vrm", "springbone/zero-length-bone", 2},
    {"v1_bad_10_nonuniform_rotated_armature.vrm", "springbone/non-uniform-scale", 16},
    {"v1_bad_10_nonuniform_rotated_armature.vrm", "collider/scaled-node", 4},
    {"v1_bad_12_constraint_rings.vrm", "constraint/circular-dependency", 3},
    {"v1_bad_12_constraint_rings.vrm", "constraint/source-descends-destination", 1},
    {"v1_bad_14_unused_colliders.vrm", "collider/group-unused", 1},
    {"v1_bad_14_unused_colliders.vrm", "collider/unused", 3},
    {"v1_bad_14_unused_colliders.vrm", "collider/identical", 1},
    {"v1_bad_14_unused_colliders.vrm", "collider/reached-twice", 2},
    /* a radius of 0, which Blender writes as 1e-4 */
    {"v1_bad_14_unused_colliders.vrm", "collider/zero-radius", 1},
    {"v1_bad_16_center_on_spring_joint.vrm", "springbone/center-in-other-chain", 1},
    {"v1_bad_16_center_on_spring_joint.vrm", "springbone/center-is-own-root", 3},
    {"v1_bad_18_centimetre_avatar.vrm", "collider/huge-radius", 6},
    {"v1_old_01_empty_spring__addon2_16_6.vrm", "springbone/missing-property", 1},
    /* sane files: no findings at all */
    {"v0_sane_02_vroid_skirt_center.vrm", "vrm0", 0},
    {"v0_sane_02_vroid_skirt_center__addon2_16_6.vrm", "vrm0", 0},
    {"v0_sane_04_big_mmd.vrm", "vrm0", 0},
    {"v0_sane_06_reimported.vrm", "vrm0", 0},
};

static void planted_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        struct vrmlint_policy *policy = vrmlint_policy_new();
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_true(vrmlint_policy_select(policy, planted[i].rule, &refusal));
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", needed_path("corpus/exports"), planted[i].file);
        struct vrmlint_report *report = vrmlint_check_path(policy, path);
        assert_non_null(report);
        assert_null(report->error);
        size_t count = finding_count_of(report, planted[i].rule);
        if (count != planted[i].count) {
            fail_msg("%s: %zu places of %s, not %zu", planted[i].file, count, planted[i].rule, planted[i].count);
        }
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
    }
}

TEST_PROGRAM(corpus)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_false_alarms), cmocka_unit_test(planted_mistakes)};
    return RUN_WITH_EXTERNAL("corpus", tests);
}
