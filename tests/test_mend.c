/*
 * What a rule's fix makes of its failing fixtures: fixtures/<family>/<rule>/fixed-<case>.* is the whole file after all
 * fixes, the unsafe ones too, of the findings in fail-<case>.*. VRMLINT_BLESS=1 writes these files anew.
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/mend.h"
#include "vrmlint.h"

enum { PATH_SIZE = 4096 };

static const unsigned all_classes = 1U << VRMLINT_FIX_SAFE | 1U << VRMLINT_FIX_REPAIR | 1U << VRMLINT_FIX_UNSAFE;

/* Rules whose edits are still to be written, one a line in tests/mend_pending.txt. */
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
    int mended;
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

/* Whether what was mended uncovers a note. */
static bool is_uncovered(const struct vrmlint_mended *mended, const struct vrmlint_finding *note)
{
    size_t count;
    bool uncovered[RULE_LIMIT] = {false};
    for (size_t i = 0; i < mended->fixed_count; i++) {
        mend_uncover(mended->fixed[i].finding->rule, uncovered);
    }
    return note->severity < VRMLINT_WARNING && uncovered[note->rule - vrmlint_rules(&count)];
}

/* Whether the mended file has more of some rule than it had. */
static const char *brings(const struct vrmlint_mended *mended)
{
    for (size_t i = 0; i < mended->after->finding_count; i++) {
        const struct vrmlint_rule *rule = mended->after->findings[i].rule;
        if (places_of(mended->after, rule) > places_of(mended->before, rule) &&
            !is_uncovered(mended, &mended->after->findings[i])) {
            return rule->id;
        }
    }
    return NULL;
}

/* How many findings of a rule claim to be mendable. */
static size_t claims(const struct vrmlint_report *report, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0 && report->findings[i].fix != VRMLINT_FIX_NONE;
    }
    return count;
}

static void bless(const char *path, const struct vrmlint_mended *mended)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(mended->bytes, 1, mended->size, file);
    fclose(file);
}

static bool is_as_expected(const char *path, const struct vrmlint_mended *mended)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    fclose(file);
    size_t size;
    char *text = read_file(path, &size);
    bool same = size == mended->size && memcmp(text, mended->bytes, size) == 0;
    free(text);
    return same;
}

/* A file that is mended already has nothing more to be mended. */
static bool is_settled(const struct vrmlint_policy *policy, const char *path)
{
    struct vrmlint_mended *again = vrmlint_mend_path(policy, path, all_classes);
    assert_non_null(again);
    bool settled = again->fixed_count == 0 && again->bytes == NULL;
    vrmlint_mended_free(again);
    return settled;
}

static void mend_fixture(const char *path, const char *fixed, const char *rule, struct tally *tally)
{
    struct vrmlint_policy *policy = policy_for(rule);
    struct vrmlint_mended *mended = vrmlint_mend_path(policy, path, all_classes);
    assert_non_null(mended);
    if (claims(mended->before, rule) > 0) {
        const char *wrong = NULL;
        tally->tried++;
        if (mended->bytes == NULL) {
            wrong = "nothing is mended";
        } else if (claims(mended->after, rule) > 0) {
            wrong = "it is still there";
        } else if (brings(mended) != NULL) {
            wrong = brings(mended);
        } else {
            if (getenv("VRMLINT_BLESS") != NULL) {
                bless(fixed, mended);
            }
            wrong = !is_as_expected(fixed, mended) ? "the mended file is another"
                    : !is_settled(policy, fixed)   ? "a second time it mends more"
                                                   : NULL;
        }
        tally->mended += wrong == NULL;
        if (wrong != NULL && is_pending(rule)) {
            tally->pending++;
        } else if (wrong != NULL) {
            print_error("%s: %s\n", path, wrong);
            tally->bad++;
        }
    }
    if (claims(mended->before, rule) == 0 && access(fixed, F_OK) == 0) {
        print_error("%s: nothing claims to mend that\n", fixed);
        tally->bad++;
    }
    vrmlint_mended_free(mended);
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
            mend_fixture(path, fixed, rule, tally);
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
    pending_text = read_file(source_path("tests/mend_pending.txt"), &(size_t){0});
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        run_folder(rules[i].id, &tally);
    }
    free(pending_text);
    print_message("%d of %d fixtures mended, %d have no edits yet\n", tally.mended, tally.tried, tally.pending);
    assert_int_equal(tally.bad, 0);
    assert_true(tally.tried > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_that_is_claimed_has_a_fix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
