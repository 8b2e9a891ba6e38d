/* Calls the functions that other languages call, as they call them: every text must end where it ends. Memory is filled
 * before each call, so that a text without its null is followed by something else. surface FILE */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

struct web_policy;
struct web_policy *web_policy_new(const char *settings, unsigned flags, int language, unsigned languages);
void web_policy_free(struct web_policy *own);
const char *web_policy_error(const struct web_policy *own);
void web_policy_timeout(struct web_policy *own, double seconds);
void web_policy_stop(struct web_policy *own, bool (*stop)(void *context), void *context);
struct vrmlint_report *web_check(const struct web_policy *own, const char *path);
void web_report_free(struct vrmlint_report *report);
char *web_report(const struct vrmlint_report *report, int language);
struct vrmlint_outcome *web_fix(const struct web_policy *own, const char *path, unsigned classes);
void web_fixed_free(struct vrmlint_outcome *outcome);
char *web_fixed(const struct web_policy *own, const struct vrmlint_outcome *outcome, int language);
char *web_rules(int language);
char *web_diff(const struct web_policy *own, struct vrmlint_report *before, struct vrmlint_report *after, int language);
void web_text_free(char *text);

enum { ROUNDS = 25, BLOCKS = 64, FACTS = 16 };

static int failures;

static void expect(bool holds, const char *what, int round)
{
    if (!holds) {
        printf("%s: round %d\n", what, round);
        failures++;
    }
}

/* Leaves blocks of many sizes in the heap that contain no null. */
static void fill_heap(size_t around)
{
    void *blocks[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        size_t size = around + i * 16;
        blocks[i] = malloc(size);
        if (blocks[i] != NULL) {
            memset(blocks[i], 'Z', size);
        }
    }
    for (size_t i = 0; i < BLOCKS; i++) {
        free(blocks[i]);
    }
}

/* Checks that a text is an object or a list of JSON and nothing follows it, and frees it. */
static void take(char *text, const char *what, int round)
{
    size_t length = text == NULL ? 0 : strlen(text);
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    expect(length > 1 && strchr("}]", text[length - 1]) != NULL, what, round);
    web_text_free(text);
}

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static void check_limits(const char *path)
{
    int asked = 0;
    struct web_policy *policy = web_policy_new("{}", 0, VRMLINT_ENGLISH, 1);
    web_policy_timeout(policy, 1e-9);
    struct vrmlint_report *report = web_check(policy, path);
    expect(report->finding_count == 1 && strcmp(report->findings[0].rule->id, "file/timed-out") == 0, "timeout", 0);
    web_report_free(report);
    web_policy_timeout(policy, 0);
    web_policy_stop(policy, stop_at_once, &asked);
    report = web_check(policy, path);
    expect(asked > 0 && report->error != NULL && strcmp(report->error, "interrupted") == 0, "stop", 0);
    web_report_free(report);
    web_policy_free(policy);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "";
    struct web_policy *policy = web_policy_new("{}", FACTS, VRMLINT_ENGLISH, 3);
    if (policy == NULL || *web_policy_error(policy) != '\0') {
        return EXIT_FAILURE;
    }
    struct vrmlint_report *report = web_check(policy, path);
    struct vrmlint_outcome *outcome = web_fix(policy, path, 6);
    char *sample = report == NULL ? NULL : web_report(report, VRMLINT_ENGLISH);
    if (sample == NULL || outcome == NULL || report->finding_count == 0) {
        return EXIT_FAILURE;
    }
    size_t around = strlen(sample) - BLOCKS * 8;
    web_text_free(sample);
    for (int round = 0; round < ROUNDS; round++) {
        int language = round % 2 == 0 ? VRMLINT_ENGLISH : VRMLINT_JAPANESE;
        fill_heap(around);
        take(web_report(report, language), "web_report", round);
        fill_heap(around * 2);
        take(web_fixed(policy, outcome, language), "web_fixed", round);
        fill_heap(64);
        take(web_diff(policy, report, report, language), "web_diff", round);
    }
    take(web_rules(VRMLINT_JAPANESE), "web_rules", 0);
    web_fixed_free(outcome);
    web_report_free(report);
    web_policy_free(policy);
    check_limits(path);
    puts(failures == 0 ? "every text ends where it ends" : "failed");
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
