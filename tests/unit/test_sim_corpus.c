/*
 * The simulation's findings on real files: those that another program found in the corpus, and the mistakes made on
 * purpose in the exports. Skips without external data.
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Checks a file. tip: how far colliders may move tails, as a multiple of the hitRadius; 0 for the default. */
static struct vrmlint_report *check_file(const char *path, const char *rules, double tip)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_non_null(policy);
    assert_true(rules == NULL || vrmlint_policy_select(policy, rules, &refusal));
    assert_true(tip == 0 || vrmlint_policy_threshold(policy, "collider-moves-rest-pose-tip", tip, &refusal));
    struct vrmlint_report *report = vrmlint_check_path(policy, path);
    assert_non_null(report);
    assert_null(report->error);
    vrmlint_policy_free(policy);
    return report;
}

/* ---- the list ---- */

enum { IDS_MAX = 20 };

/* One file of the list. ids: "sim/jitter/0" for each rule and spring. */
struct expected {
    char file[200];
    char ids[IDS_MAX][100];
    size_t count;
};

static void add_id(struct expected *expected, const char *id, unsigned spring)
{
    char text[100];
    snprintf(text, sizeof text, "%.80s/%u", id, spring);
    for (size_t i = 0; i < expected->count; i++) {
        if (strcmp(expected->ids[i], text) == 0) {
            return;
        }
    }
    assert_true(expected->count < IDS_MAX);
    snprintf(expected->ids[expected->count++], sizeof expected->ids[0], "%s", text);
}

static bool has_id(const struct expected *expected, const char *id)
{
    for (size_t i = 0; i < expected->count; i++) {
        if (strcmp(expected->ids[i], id) == 0) {
            return true;
        }
    }
    return false;
}

/* Finds the file of the corpus whose name has that ending. Returns false if there is none. */
static bool find_file(const char *ending, char *path, size_t size)
{
    struct dirent **names;
    int count = scandir(needed_path("corpus"), &names, NULL, alphasort);
    bool found = false;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]->d_name);
        size_t tail = strlen(ending);
        if (!found && length >= tail && strcmp(names[i]->d_name + length - tail, ending) == 0) {
            snprintf(path, size, "%s/%s", needed_path("corpus"), names[i]->d_name);
            found = true;
        }
        free(names[i]);
    }
    free(names);
    return found;
}

static int compare(const struct expected *expected)
{
    char path[4096];
    if (!find_file(expected->file, path, sizeof path)) {
        print_error("%s isn't in the corpus\n", expected->file);
        return 1;
    }
    struct vrmlint_report *report = check_file(path, "sim", 1e6); /* the list has angles only */
    struct expected found = {.count = 0};
    int bad = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        unsigned spring = 0;
        const char *digits = report->findings[i].pointer + strcspn(report->findings[i].pointer, "0123456789");
        sscanf(digits, "%u", &spring);
        if (strcmp(report->findings[i].rule->id, "sim/scale-dependent") == 0) {
            continue; /* the list is older than this rule */
        }
        add_id(&found, report->findings[i].rule->id, spring);
    }
    for (size_t i = 0; i < expected->count + found.count; i++) {
        bool listed = i < expected->count;
        const char *id = listed ? expected->ids[i] : found.ids[i - expected->count];
        if (!has_id(listed ? &found : expected, id)) {
            print_error("%s: %s %s\n", expected->file, listed ? "misses" : "has in excess", id);
            bad++;
        }
    }
    vrmlint_report_free(report);
    return bad;
}

/* A line without indentation names a file, an indented one a rule: "    warning sim/jitter x1 0/2: ...". */
static void test_list(void **state)
{
    (void)state;
    NEED_EXTERNAL("sim/corpus-findings.txt");
    FILE *file = fopen(external_path("sim/corpus-findings.txt"), "r");
    assert_non_null(file);
    char line[1000];
    struct expected expected = {.count = 0};
    int files = 0;
    int bad = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char id[100];
        unsigned spring;
        if (line[0] != ' ') {
            bad += *expected.file == '\0' ? 0 : compare(&expected);
            expected.count = 0;
            assert_int_equal(sscanf(line, "%199s", expected.file), 1);
            files++;
        } else if (sscanf(line, " %*s %99s x%*u %u/", id, &spring) == 2) {
            add_id(&expected, id, spring);
        }
    }
    bad += compare(&expected);
    fclose(file);
    assert_true(files >= 12);
    assert_int_equal(bad, 0);
}

/* ---- exports ---- */

/* Findings of the simulation in the exports, with the number of springs. Sane exports must have no others. */
static const struct {
    const char *file;
    const char *rule;
    size_t springs;
} shown[] = {
    /* moved so violently that no number is reliable; then nothing else is reported about its motion */
    {"v0_bad_03_humanoid_root_hand_center.vrm", "sim/does-not-settle", 2},
    /* the center is the hand or lower arm above the chain */
    {"v1_bad_04_hand_as_center.vrm", "sim/rigid-chain", 5},
    {"v1_bad_04_hand_as_center__addon2_16_6.vrm", "sim/rigid-chain", 5},
    /* the center is a joint of its own chain or of a chain above */
    {"v1_bad_16_center_on_spring_joint.vrm", "sim/rigid-chain", 4},
    /* 160 m tall: bones of 5 m with parameters meant for 5 cm */
    {"v1_bad_18_centimetre_avatar.vrm", "sim/does-not-settle", 6},
    /* a sane file, but the finding is true: without gravity, and with its parent as center, the chain never moves */
    {"v1_sane_08_big_mmd.vrm", "sim/rigid-chain", 2},
    {"v1_sane_08_big_mmd__addonv3.27.0.vrm", "sim/rigid-chain", 2},
    /* true, but harmless: a high step opens the skirts */
    {"v1_sane_08_big_mmd.vrm", "sim/limb-between-chains", 1},
    {"v1_sane_08_big_mmd__addonv3.27.0.vrm", "sim/limb-between-chains", 1},
    /* a sane file, since gaps are allowed; but UniVRM uses the gap as the bone and swings much more */
    {"v1_sane_12_minimal_gaps.vrm", "sim/runtimes-disagree", 2},
};
enum { SHOWN = sizeof shown / sizeof shown[0] };

static bool is_named(const char *file, const char *rule)
{
    for (size_t i = 0; i < SHOWN; i++) {
        if (strcmp(shown[i].file, file) == 0 && strcmp(shown[i].rule, rule) == 0) {
            return true;
        }
    }
    return false;
}

static int check_export(const char *name)
{
    char path[4096];
    int bad = 0;
    size_t counts[SHOWN] = {0};
    snprintf(path, sizeof path, "%s/%s", needed_path("corpus/exports"), name);
    struct vrmlint_report *report = check_file(path, NULL, 0);
    for (size_t i = 0; i < report->finding_count; i++) {
        const char *rule = report->findings[i].rule->id;
        for (size_t k = 0; k < SHOWN; k++) {
            bool here = strcmp(shown[k].file, name) == 0;
            counts[k] += here && strcmp(shown[k].rule, rule) == 0;
            /* consequences of a static finding are counted with it */
            for (size_t r = report->findings[i].named_count; here && r < report->findings[i].related_count; r++) {
                counts[k] += strstr(ENGLISH(report->findings[i].related[r].message), shown[k].rule) != NULL;
            }
        }
        if (strstr(name, "_sane_") != NULL && strncmp(rule, "sim/", 4) == 0 &&
            strcmp(rule, "sim/teleport-inverts") != 0 && /* the fault is three-vrm's */ !is_named(name, rule)) {
            print_error("%s: %s: %s\n", name, rule, ENGLISH(report->findings[i].message));
            bad++;
        }
    }
    for (size_t k = 0; k < SHOWN; k++) {
        if (strcmp(shown[k].file, name) == 0 && counts[k] != shown[k].springs) {
            print_error("%s: %s %zu times, should be %zu\n", name, shown[k].rule, counts[k], shown[k].springs);
            bad++;
        }
    }
    vrmlint_report_free(report);
    return bad;
}

static void test_exports(void **state)
{
    (void)state;
    struct dirent **names;
    int count = scandir(needed_path("corpus/exports"), &names, NULL, alphasort);
    int bad = 0;
    int files = 0;
    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(names[i]->d_name, '.');
        if (dot != NULL && strcmp(dot, ".vrm") == 0) {
            bad += check_export(names[i]->d_name);
            files++;
        }
        free(names[i]);
    }
    free(names);
    assert_true(files >= 25);
    assert_int_equal(bad, 0);
}

TEST_PROGRAM(sim_corpus)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_exports),
    };
    return RUN_WITH_EXTERNAL("corpus", tests);
}
