/*
 * Fixes applied to failing fixtures: fixtures/<family>/<rule>/fixed-<case>.* is the whole file after all fixes, the
 * unsafe ones too, of the findings in fail-<case>.*. VRMLINT_BLESS=1 writes these files again.
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/fix.h"
#include "vrmlint.h"

enum { PATH_SIZE = 4096 };

static const unsigned all_classes = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR | 1U << VRMLINT_FIX_UNSAFE;

/* Rules without edits so far, one a line in tests/unit/fix_pending.txt. */
static char *pending_text;

static bool is_pending(const char *rule)
{
    size_t length = strlen(rule);
    for (const char *at = pending_text; (at = strstr(at, rule)) != NULL; at += length) {
        if ((at == pending_text || at[-1] == '\n') && at[length] == '\n') {
            return true;
        }
    }
    return false;
}

struct tally {
    int tried;
    int outcome;
    int bad;
    int pending;
};

static struct vrmlint_policy *policy_for(const char *rule)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    char list[300];
    snprintf(list, sizeof list, "default,%s", rule);
    assert_true(vrmlint_policy_select(policy, list, &refusal));
    vrmlint_policy_simulation(policy, false);
    return policy;
}

static size_t places_of(const struct vrmlint_report *report, const struct vrmlint_rule *rule)
{
    return finding_count_of(report, rule->id);
}

/* Whether the fixes that were made may uncover a note. */
static bool is_uncovered(const struct vrmlint_outcome *outcome, const struct vrmlint_finding *note)
{
    size_t count;
    bool uncovered[RULE_LIMIT] = {false};
    for (size_t i = 0; i < outcome->fixed_count; i++) {
        fix_uncover(outcome->fixed[i].finding->rule, uncovered);
    }
    return note->severity < VRMLINT_WARNING && uncovered[note->rule - vrmlint_rules(&count)];
}

/* Returns a rule that has more findings in the fixed file than before, or NULL. */
static const char *added_finding(const struct vrmlint_outcome *outcome)
{
    for (size_t i = 0; i < outcome->after->finding_count; i++) {
        const struct vrmlint_rule *rule = outcome->after->findings[i].rule;
        if (places_of(outcome->after, rule) > places_of(outcome->before, rule) &&
            !is_uncovered(outcome, &outcome->after->findings[i])) {
            return rule->id;
        }
    }
    return NULL;
}

/* Returns how many findings of a rule are marked as fixable. */
static size_t claims(const struct vrmlint_report *report, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0 && report->findings[i].fix != VRMLINT_FIX_NONE;
    }
    return count;
}

static void bless(const char *path, const struct vrmlint_outcome *outcome)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(outcome->bytes, 1, outcome->size, file);
    fclose(file);
}

static bool is_as_expected(const char *path, const struct vrmlint_outcome *outcome)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    fclose(file);
    size_t size;
    char *text = read_file(path, &size);
    bool same = size == outcome->size && memcmp(text, outcome->bytes, size) == 0;
    free(text);
    return same;
}

/* Whether a fixed file has nothing left to fix. */
static bool is_settled(const struct vrmlint_policy *policy, const char *path)
{
    struct vrmlint_outcome *again = vrmlint_fix_path(policy, path, all_classes);
    assert_non_null(again);
    bool settled = again->fixed_count == 0 && again->bytes == NULL;
    vrmlint_outcome_free(again);
    return settled;
}

static void fix_fixture(const char *path, const char *fixed, const char *rule, struct tally *tally)
{
    struct vrmlint_policy *policy = policy_for(rule);
    struct vrmlint_outcome *outcome = vrmlint_fix_path(policy, path, all_classes);
    assert_non_null(outcome);
    if (claims(outcome->before, rule) > 0) {
        const char *wrong = NULL;
        tally->tried++;
        if (outcome->bytes == NULL) {
            wrong = "nothing is fixed";
        } else if (claims(outcome->after, rule) > 0) {
            wrong = "it is still there";
        } else if (added_finding(outcome) != NULL) {
            wrong = added_finding(outcome);
        } else {
            if (getenv("VRMLINT_BLESS") != NULL) {
                bless(fixed, outcome);
            }
            wrong = !is_as_expected(fixed, outcome) ? "the fixed file is another"
                    : !is_settled(policy, fixed)    ? "a second time it fixes more"
                                                    : NULL;
        }
        tally->outcome += wrong == NULL;
        if (wrong != NULL && is_pending(rule)) {
            tally->pending++;
        } else if (wrong != NULL) {
            print_error("%s: %s\n", path, wrong);
            tally->bad++;
        }
    }
    if (claims(outcome->before, rule) == 0 && access(fixed, F_OK) == 0) {
        print_error("%s: nothing claims to fix that\n", fixed);
        tally->bad++;
    }
    vrmlint_outcome_free(outcome);
    vrmlint_policy_free(policy);
}

static void run_folder(const char *rule, struct tally *tally)
{
    char folder[300];
    snprintf(folder, sizeof folder, "fixtures/%s", rule);
    char path[PATH_SIZE];
    char fixed[PATH_SIZE];
    struct dirent **names;
    int count = scandir(source_path(folder), &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = names[i]->d_name;
        if (strncmp(name, "fail-", 5) == 0 && strstr(name, ".expect") == NULL && strstr(name, ".bin") == NULL) {
            snprintf(path, sizeof path, "%s/%s", source_path(folder), name);
            snprintf(fixed, sizeof fixed, "%s/fixed-%s", source_path(folder), name + 5);
            fix_fixture(path, fixed, rule, tally);
        }
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
}

static void every_class_that_is_claimed_has_a_fix(void **state)
{
    (void)state;
    struct tally tally = {0};
    pending_text = read_file(source_path("tests/unit/fix_pending.txt"), &(size_t){0});
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i += stride()) {
        run_folder(rules[i].id, &tally);
    }
    free(pending_text);
    print_message("%d of %d fixtures fixed, %d have no edits yet\n", tally.outcome, tally.tried, tally.pending);
    assert_int_equal(tally.bad, 0);
    assert_true(tally.tried > 100);
}

/* Findings that a report only counts aren't listed after the others are fixed, as if these weren't cured. */
static void fixes_more_than_a_report_lists(void **state)
{
    (void)state;
    static const char path[] = "many-to-fix.gltf";
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"rotation\": [0, 0, 0, 2]}, {\"rotation\": [0, 0, 0, 2]},"
          " {\"rotation\": [0, 0, 0, 2]}]}\n",
          file);
    fclose(file);
    struct vrmlint_policy *policy = policy_for("gltf/rotation-not-unit");
    vrmlint_policy_most_findings(policy, 1);
    struct vrmlint_outcome *outcome = vrmlint_fix_path(policy, path, all_classes);
    assert_non_null(outcome);
    assert_int_equal(outcome->fixed_count, 3);
    assert_int_equal(outcome->left_count, 0);
    vrmlint_outcome_free(outcome);
    vrmlint_policy_free(policy);
    remove(path);
}

/* Writes a file with materials: the fix of a misspelt name in the first ones does harm, that of a number in each does
 * none. The file is so large that few of its fixes can be tried one by one. */
static void write_materials(const char *path, const char *image, int misspelt, int count)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(
        file,
        "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_materials_mtoon\"],\"images\":[{\"uri\":\"%s\"}],"
        "\"textures\":[{\"source\":0}],\"materials\":[",
        image);
    for (int i = 0; i < count; i++) {
        fprintf(
            file,
            "%s{%s\"extensions\":{\"VRMC_materials_mtoon\":{\"specVersion\":\"1.0\",\"shadeColorFactor\":[0.5,0.5,0.5],"
            "\"shadingShiftFactor\":0,\"shadingToonyFactor\":0.9,\"renderQueueOffsetNumber\":-9}}}",
            i > 0 ? "," : "", i < misspelt ? "\"pbrmetallicroughness\":{\"baseColorTexture\":{\"index\":0}}," : "");
    }
    fprintf(file, "]}%*s\n", 60000, "");
    fclose(file);
}

/* A fix near the one that did the harm is made too, whether apps read more with that one or a finding is added. */
static void no_fix_pays_for_another(void **state)
{
    (void)state;
    static const char path[] = "pays.gltf";
    static const unsigned classes = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR;
    static const char *const images[] = {
        "missing.png",
        "data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5Erk"
        "Jggg=="};
    struct vrmlint_policy *policy = policy_for("mtoon/shade-texture-missing");
    for (int i = 0; i < 2 * 4; i++) {
        write_materials(path, images[i % 2], 1 + i / 2, 5);
        struct vrmlint_outcome *outcome = vrmlint_fix_path(policy, path, classes);
        assert_non_null(outcome);
        assert_int_equal(outcome->fixed_count, 5);
        assert_int_equal(finding_count_of(outcome->after, "mtoon/render-queue-mode"), 0);
        vrmlint_outcome_free(outcome);
    }
    vrmlint_policy_free(policy);
    remove(path);
}

TEST_PROGRAM(fix)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_that_is_claimed_has_a_fix),
        cmocka_unit_test(fixes_more_than_a_report_lists),
        cmocka_unit_test(no_fix_pays_for_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
