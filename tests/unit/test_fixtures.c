/*
 * Every fixture gives exactly the findings in its .expect; every rule has a fixture that gives
 * it and a twin that doesn't.
 *
 * fixtures/<family>/<rule>/{fail,pass}-<case>.{gltf,glb,vrm,vrma} run under the default policy with the folder's rule
 * selected as well. An .expect holds, for each finding, a line "severity rule fix=class pointer" and below it the
 * message, indented. A fixture without an .expect must give no findings. An unavoidable finding of another rule is
 * marked "also". VRMLINT_BLESS=1 writes the .expect files again.
 *
 * A shared rule of a family with fixtures/<family>/example.gltf needs no fixtures: test_families.py makes them.
 */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

enum { PATH_SIZE = 4096 };

struct tally {
    int fixtures;
    int bad;
    int failing; /* failing fixtures of the current rule */
    int passing;
    int expects; /* .expect files of the current rule */
};

static bool is_fixture(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && (strcmp(dot, ".gltf") == 0 || strcmp(dot, ".glb") == 0 || strcmp(dot, ".vrm") == 0 ||
                           strcmp(dot, ".vrma") == 0);
}

static bool starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Returns the contents that an .expect should have for a report. */
static char *expectation(const struct vrmlint_report *report, const char *rule)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool own = rule == NULL || strcmp(finding->rule->id, rule) == 0;
        fprintf(out, "%s%s %s fix=%s %s\n  %s\n", own ? "" : "also ", vrmlint_severity_name(finding->severity),
                finding->rule->id, vrmlint_fix_name(finding->fix), finding->pointer, ENGLISH(finding->message));
    }
    fclose(out);
    return text;
}

/* Returns an .expect without its comments; "" if the file is missing, NULL if it expects nothing. */
static char *expected(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return calloc(1, 1);
    }
    fclose(file);
    size_t size;
    char *text = read_file(path, &size);
    char *to = text;
    for (char *line = text; *line != '\0';) {
        char *end = strchr(line, '\n');
        size_t length = end == NULL ? strlen(line) : (size_t)(end - line) + 1;
        if (*line != '#') {
            memmove(to, line, length);
            to += length;
        }
        line += length;
    }
    *to = '\0';
    if (to == text) {
        free(text);
        return NULL;
    }
    return text;
}

/* Keeps the comments at the top of an .expect. Removes the file if no finding is expected. */
static void bless(const char *path, const char *text)
{
    char head[PATH_SIZE] = "";
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        char line[1024];
        while (fgets(line, sizeof line, file) != NULL) {
            if (*line == '#' && strlen(head) + strlen(line) < sizeof head) {
                strcat(head, line);
            }
        }
        fclose(file);
    }
    if (*text == '\0') {
        remove(path);
        return;
    }
    file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file, "%s%s", head, text);
    fclose(file);
}

/* Whether a message is long enough to describe the problem and the remedy, without a final full stop or a newline. */
static bool message_is_sound(const struct vrmlint_finding *finding)
{
    size_t length = strlen(ENGLISH(finding->message));
    return length > 20 && ENGLISH(finding->message)[length - 1] != '.' &&
           strchr(ENGLISH(finding->message), '\n') == NULL;
}

/* Whether a pointer is empty or starts with a slash, and the position is valid. */
static bool place_is_sound(const struct vrmlint_finding *finding)
{
    return (*finding->pointer == '\0' || *finding->pointer == '/') &&
           (!finding->has_place || (finding->line >= 1 && finding->column >= 1));
}

/* Whether a rule reports only if the simulation is off, because the simulation reports the same better. */
static bool needs_no_simulation(const char *rule)
{
    return rule != NULL && strcmp(rule, "collider/inescapable") == 0;
}

static void run_fixture(const char *path, const char *rule, struct tally *tally)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    if (rule != NULL) {
        char list[300];
        snprintf(list, sizeof list, "default,%s", rule);
        assert_true(vrmlint_policy_select(policy, list, &refusal));
    }
    vrmlint_policy_simulation(policy, !needs_no_simulation(rule));
    struct vrmlint_report *report = vrmlint_check_path(policy, path);
    assert_non_null(report);
    assert_true(vrmlint_report_fold(report));
    const char *name = strrchr(path, '/') + 1;
    bool must_fail = starts(name, "fail");
    bool good = report->error == NULL;
    int own = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        good = good && message_is_sound(&report->findings[i]) && place_is_sound(&report->findings[i]);
        own += rule != NULL && strcmp(report->findings[i].rule->id, rule) == 0;
    }
    if (rule != NULL) {
        good = good && must_fail == (own > 0);
    }
    char *is = expectation(report, rule);
    char expect_path[PATH_SIZE];
    snprintf(expect_path, sizeof expect_path, "%.*s.expect", (int)(strrchr(path, '.') - path), path);
    if (getenv("VRMLINT_BLESS") != NULL) {
        bless(expect_path, is);
    }
    char *should = expected(expect_path);
    good = good && should != NULL && strcmp(is, should) == 0;
    if (!good) {
        print_error("%s\n--- expected\n%s--- got%s%s\n%s", path, should == NULL ? "an empty .expect\n" : should,
                    report->error == NULL ? "" : ": ", report->error == NULL ? "" : report->error, is);
        tally->bad++;
    }
    tally->fixtures++;
    tally->failing += must_fail && own > 0;
    tally->passing += !must_fail && own == 0;
    tally->expects += should == NULL || *should != '\0';
    free(is);
    free(should);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

static void run_folder(const char *folder, const char *rule, struct tally *tally)
{
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    tally->failing = 0;
    tally->passing = 0;
    tally->expects = 0;
    int expects = 0;
    for (int i = 0; i < count; i++) {
        expects += strstr(names[i]->d_name, ".expect") != NULL;
        if (is_fixture(names[i]->d_name)) {
            char path[PATH_SIZE];
            snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
            if (rule == NULL || starts(names[i]->d_name, "fail-") || starts(names[i]->d_name, "pass-")) {
                run_fixture(path, rule, tally);
            } else if (!starts(names[i]->d_name, "fixed-")) { /* test_fix.c checks the fixed files */
                print_error("%s: a fixture's name starts with fail-, pass- or fixed-\n", path);
                tally->bad++;
            }
        }
        free(names[i]);
    }
    if (count >= 0) {
        free(names);
    }
    if (expects != tally->expects && getenv("VRMLINT_BLESS") == NULL) {
        print_error("%s: %d .expect files belong to no fixture\n", folder, expects - tally->expects);
        tally->bad++;
    }
}

/* Tests rules that depend on how the run was started, not on a file: once with a limit that is too
 * small, and once without a limit. */
static void run_limited(const char *rule, struct tally *tally)
{
    for (int limited = 0; limited < 2; limited++) {
        struct vrmlint_policy *policy = vrmlint_policy_new();
        if (limited && strcmp(rule, "file/too-large") == 0) {
            vrmlint_policy_max_file_size(policy, 1);
        } else if (limited && strcmp(rule, "budget/exceeded") == 0) {
            assert_true(vrmlint_policy_budget(policy, "nodes", 1, NULL));
        } else if (limited && strcmp(rule, "file/timed-out") == 0) {
            vrmlint_policy_timeout(policy, 1e-9);
        } else if (limited && strcmp(rule, "file/too-complex") == 0) {
            vrmlint_policy_max_memory(policy, 1);
        }
        struct vrmlint_report *report = vrmlint_check_path(policy, source_path("fixtures/whole/clean.vrm"));
        assert_non_null(report);
        tally->failing += report->finding_count == 1 && strcmp(report->findings[0].rule->id, rule) == 0;
        tally->passing += report->finding_count == 0;
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
    }
}

/* Whether tests/cli/test_families.py makes the files that violate the shared rules of a rule's family. */
static bool has_example(const char *rule)
{
    char relative[300];
    snprintf(relative, sizeof relative, "fixtures/%.*s/example.gltf", (int)strcspn(rule, "/"), rule);
    FILE *file = fopen(source_path(relative), "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

/* Whether the rule has a folder of fixtures. */
static bool has_folder(const char *relative)
{
    DIR *folder = opendir(source_path(relative));
    if (folder != NULL) {
        closedir(folder);
    }
    return folder != NULL;
}

/* Runs the fixtures: run_fixture() counts a failing fixture only if its rule was found in it. */
static void every_rule_is_reported(void **state)
{
    (void)state;
    struct tally tally = {0};
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i += stride()) {
        char relative[300];
        snprintf(relative, sizeof relative, "fixtures/%s", rules[i].id);
        if (starts(rules[i].id, "schema/")) {
            continue; /* these rules need a user's schema: test_user_schemas.c tests each */
        }
        run_folder(source_path(relative), rules[i].id, &tally);
        if (starts(rules[i].id, "file/") || strcmp(rules[i].id, "budget/exceeded") == 0) {
            run_limited(rules[i].id, &tally);
        }
        bool is_made = !has_folder(relative) && has_example(rules[i].id);
        if (!is_made && (tally.failing == 0 || tally.passing == 0)) {
            print_error("%s: needs a failing and a passing fixture in %s\n", rules[i].id, relative);
            tally.bad++;
        }
    }
    print_message("%d fixtures of %zu rules\n", tally.fixtures, count);
    if (tally.bad > 0) {
        print_error("If the findings are right, VRMLINT_BLESS=1 writes the .expect files\n");
    }
    assert_int_equal(tally.bad, 0);
}

static void whole_avatars(void **state)
{
    (void)state;
    struct tally tally = {0};
    run_folder(source_path("fixtures/whole"), NULL, &tally);
    assert_int_equal(tally.bad, 0);
    assert_true(tally.fixtures >= 3);
}

/* A folder without a rule is a leftover. */
static void no_strays(void **state)
{
    (void)state;
    struct dirent **families;
    int family_count = scandir(source_path("fixtures"), &families, NULL, alphasort);
    int strays = 0;
    for (int f = 0; f < family_count; f++) {
        const char *family = families[f]->d_name;
        char folder[300];
        snprintf(folder, sizeof folder, "fixtures/%.200s", family);
        struct dirent **rules;
        bool of_rules = family[0] != '.' && strcmp(family, "whole") != 0 && strcmp(family, "conformance") != 0;
        int count = of_rules ? scandir(source_path(folder), &rules, NULL, NULL) : -1;
        for (int r = 0; r < count; r++) {
            char id[600];
            snprintf(id, sizeof id, "%.200s/%.300s", family, rules[r]->d_name);
            bool is_example = strcmp(rules[r]->d_name, "example.gltf") == 0;
            if (rules[r]->d_name[0] != '.' && !is_example && vrmlint_rule_by_id(id) == NULL) {
                print_error("fixtures/%s belongs to no rule\n", id);
                strays++;
            }
            free(rules[r]);
        }
        if (count >= 0) {
            free(rules);
        }
        free(families[f]);
    }
    if (family_count >= 0) {
        free(families);
    }
    assert_int_equal(strays, 0);
}

TEST_PROGRAM(fixtures)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_reported),
        cmocka_unit_test(whole_avatars),
        cmocka_unit_test(no_strays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
