/*
 * The Khronos validator's own tests: assets, and the reports that it gives for them. Each code of a report
 * must be reported here too, by a rule and at a place that the suite's mapping allows. There must be no
 * further errors and warnings.
 */
#include "support.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_SIZE = 4096 };

struct suite {
    json_t *mapping;
    char root[PATH_MAX_SIZE];
    size_t pairs;
    size_t expected;
    size_t missed;
    size_t extra;
};

static const char *text(const json_t *object, const char *key)
{
    const char *found = json_string_value(json_object_get(object, key));
    return found == NULL ? "" : found;
}

static bool lists(const json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (strcmp(json_string_value(json_array_get(list, i)), name) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- places ---- */

static size_t steps(const char *pointer)
{
    size_t count = 0;
    for (; *pointer != '\0'; pointer++) {
        count += *pointer == '/';
    }
    return count;
}

/* Whether the first count tokens of two pointers are equal. */
static bool agree(const char *a, const char *b, size_t count)
{
    size_t seen = 0;
    for (; *a == *b && *a != '\0'; a++, b++) {
        if (*a == '/' && seen++ == count) {
            return true;
        }
    }
    return seen >= count && (*a == '\0' || *a == '/') && (*b == '\0' || *b == '/');
}

/* Whether our pointer is where the mapping allows it, relative to theirs. */
static bool is_there(const json_t *at, const char *theirs, const char *ours)
{
    size_t theirs_steps = steps(theirs);
    size_t ours_steps = steps(ours);
    const char *end = strrchr(ours, '/');
    bool same = strcmp(theirs, ours) == 0;
    bool sibling = ours_steps > 0 && ours_steps == theirs_steps && agree(theirs, ours, ours_steps - 1);
    for (size_t i = 0; i < json_array_size(at); i++) {
        const char *how = json_string_value(json_array_get(at, i));
        if (strcmp(how, "any") == 0 || (strcmp(how, "same") == 0 && same) ||
            (strcmp(how, "parent") == 0 && ours_steps <= theirs_steps && agree(theirs, ours, ours_steps)) ||
            (strcmp(how, "child") == 0 && ours_steps >= theirs_steps && agree(theirs, ours, theirs_steps)) ||
            (strcmp(how, "sibling") == 0 && sibling) ||
            (strncmp(how, "first:", 6) == 0 && agree(theirs, ours, (size_t)(how[6] - '0'))) ||
            (strcmp(how, "weights") == 0 && sibling && strcmp(end, "/WEIGHTS_0") == 0) ||
            (strcmp(how, "output") == 0 && agree(theirs, ours, 2) && end != NULL && strcmp(end, "/output") == 0)) {
            return true;
        }
    }
    return false;
}

/* ---- one code ---- */

/* Whether a rule is one of those in a text "a or b". Used for information, which may be at any place. */
static bool is_named(const char *rules, const char *rule)
{
    const char *at = strstr(rules, rule);
    return at != NULL && (at[strlen(rule)] == '\0' || at[strlen(rule)] == ' ');
}

/* Whether a rule is listed, or the rule of core glTF that it replaces for an extension. */
static bool is_one_of(const json_t *rules, const char *rule)
{
    static const char *const families[] = {"mtoon/", "hdr/", "texture/"};
    char core[64];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        size_t length = strlen(families[i]);
        snprintf(core, sizeof core, "gltf/%s", rule + (strlen(rule) < length ? 0 : length));
        if (strncmp(rule, families[i], length) == 0 && lists(rules, core)) {
            return true;
        }
    }
    return lists(rules, rule);
}

/* Whether a code is an error there, but milder here, because shaders normalise directions. */
static bool is_milder(const char *code)
{
    return strcmp(code, "ACCESSOR_VECTOR3_NON_UNIT") == 0;
}

/* Whether our finding is about the image whose media type theirs doesn't know: then it is counted with that. */
static bool is_media_type(const struct vrmlint_finding *finding, const char *code, const char *pointer)
{
    if (strcmp(code, "VALUE_NOT_IN_LIST") != 0 || strcmp(finding->rule->id, "image/media-type-not-enabled") != 0) {
        return false;
    }
    bool is_same = agree(pointer, finding->pointer, 2);
    for (size_t i = 0; i < finding->related_count && !is_same; i++) { /* repetitions are related places */
        is_same = agree(pointer, finding->related[i].pointer, 2);
    }
    return is_same;
}

static bool says(const struct vrmlint_finding *finding, const json_t *message, const json_t *entry)
{
    static const char *const levels[] = {
        [VRMLINT_OFF] = "off", [VRMLINT_INFO] = "info", [VRMLINT_WARNING] = "warning", [VRMLINT_ERROR] = "error"};
    const char *pointer = text(message, "pointer");
    pointer = strcmp(pointer, "/") == 0 ? "" : pointer;
    if (json_is_string(entry)) {
        return is_named(json_string_value(entry), finding->rule->id);
    }
    if (is_media_type(finding, text(message, "code"), pointer)) {
        return true;
    }
    if (!is_one_of(json_object_get(entry, "rules"), finding->rule->id) ||
        (!lists(json_object_get(entry, "severity"), levels[finding->severity]) && !is_milder(text(message, "code")))) {
        return false;
    }
    const json_t *at = json_object_get(entry, "at");
    bool there = is_there(at, pointer, finding->pointer);
    for (size_t i = 0; i < finding->related_count && !there; i++) { /* repetitions are related places */
        there = is_there(at, pointer, finding->related[i].pointer);
    }
    return there;
}

/* Returns the mapping's entry for a code, or NULL if nothing is required. */
static const json_t *entry_of(const struct suite *suite, const char *code, const char *name)
{
    const json_t *except = json_object_get(json_object_get(suite->mapping, "except"), name);
    const json_t *entry = json_object_get(json_object_get(suite->mapping, "codes"), code);
    if (json_object_get(except, code) != NULL) {
        return NULL;
    }
    return entry != NULL ? entry : json_object_get(json_object_get(suite->mapping, "information"), code);
}

/* Whether a code is about unused images, textures, samplers and materials, which the family texture/... checks; or
 * about unused or empty nodes, lights and variants, which are checked differently here or not at all. */
static bool is_left_to_others(const char *code, const char *pointer)
{
    static const char *const lists_of_others[] = {"/images/",    "/textures/", "/samplers/",
                                                  "/materials/", "/nodes/",    "/extensions/"};
    bool asked = strcmp(code, "UNUSED_OBJECT") != 0 && strcmp(code, "NODE_EMPTY") != 0;
    for (size_t i = 0; i < sizeof lists_of_others / sizeof *lists_of_others && !asked; i++) {
        if (strncmp(pointer, lists_of_others[i], strlen(lists_of_others[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- one pair ---- */

static bool is_expected_extra(const char *name, const struct vrmlint_finding *finding)
{
    /* glTF allows these, but apps refuse them or display them wrongly: they load no texture without a source, or
     * without one that they know, and use four influences a vertex */
    static const char *const apps[] = {"texture/no-source", "texture/no-fallback", "skin/more-than-four"};
    for (size_t i = 0; i < sizeof apps / sizeof *apps; i++) {
        if (strcmp(finding->rule->id, apps[i]) == 0) {
            return true;
        }
    }
    /* theirs accepts 1.0 as an index */
    return strcmp(name, "json/integer_written_as_float.gltf") == 0 &&
           strcmp(finding->rule->id, "gltf/index-written-as-float") == 0;
}

/* Whether a report has errors or warnings. Their information is required only without them, because consequences of
 * an error are counted with it. */
static bool has_errors(const json_t *messages)
{
    for (size_t i = 0; i < json_array_size(messages); i++) {
        if (json_integer_value(json_object_get(json_array_get(messages, i), "severity")) < 2) {
            return true;
        }
    }
    return false;
}

static void compare(struct suite *suite, const char *name, const struct vrmlint_report *report, const json_t *messages)
{
    bool *used = calloc(report->finding_count + 1, sizeof *used);
    assert_non_null(used);
    for (size_t i = 0; i < json_array_size(messages); i++) {
        const json_t *message = json_array_get(messages, i);
        const char *code = text(message, "code");
        const json_t *entry = entry_of(suite, code, name);
        bool said = entry == NULL || is_left_to_others(code, text(message, "pointer")) ||
                    (json_is_string(entry) && has_errors(messages));
        suite->expected += !said;
        for (size_t k = 0; entry != NULL && k < report->finding_count; k++) {
            if (says(&report->findings[k], message, entry)) {
                used[k] = true;
                said = true;
            }
        }
        if (!said) {
            suite->missed++;
            print_error("%s: %s at %s is not said\n", name, code, text(message, "pointer"));
        }
    }
    for (size_t k = 0; k < report->finding_count; k++) {
        if (!used[k] && report->findings[k].severity > VRMLINT_INFO && !is_expected_extra(name, &report->findings[k])) {
            suite->extra++;
            print_error("%s: %s at %s is ours alone\n", name, report->findings[k].rule->id,
                        report->findings[k].pointer);
        }
    }
    free(used);
}

static void run_pair(struct suite *suite, const char *path)
{
    static const char families[] = "default,gltf,buffer,accessor,mesh,skin,image,material,animation,container";
    char asset[PATH_MAX_SIZE];
    snprintf(asset, sizeof asset, "%.*s", (int)(strlen(path) - strlen(".report.json")), path);
    const char *name = asset + strlen(suite->root) + 1;
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    assert_true(vrmlint_policy_select(policy, families, &refusal));
    struct vrmlint_report *report = vrmlint_check_path(policy, asset);
    json_t *expected = json_load_file(path, 0, NULL);
    assert_non_null(report);
    assert_non_null(expected);
    compare(suite, name, report, json_object_get(json_object_get(expected, "issues"), "messages"));
    suite->pairs++;
    json_decref(expected);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

static void run_folder(struct suite *suite, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX_SIZE];
        const char *name = entries[i]->d_name;
        const char *ending = strstr(name, ".report.json");
        snprintf(path, sizeof path, "%.2000s/%.300s", folder, name);
        if (ending != NULL) {
            run_pair(suite, path);
        } else if (strchr(name, '.') == NULL && strcmp(name, "LICENSE") != 0) {
            run_folder(suite, path); /* recurses as deep as the suite's folders */
        }
        free(entries[i]);
    }
    free(entries);
}

static void test_pairs(void **state)
{
    (void)state;
    struct suite suite = {.pairs = 0};
    const char *mapping = needed_path("suites/khronos/mapping.json");
    snprintf(suite.root, sizeof suite.root, "%.*s", (int)(strrchr(mapping, '/') - mapping), mapping);
    suite.mapping = json_load_file(mapping, 0, NULL);
    assert_non_null(suite.mapping);
    run_folder(&suite, suite.root);
    print_message("%zu pairs, %zu codes expected: %zu not said; %zu findings are ours alone\n", suite.pairs,
                  suite.expected, suite.missed, suite.extra);
    json_decref(suite.mapping);
    assert_true(suite.pairs > 150);
    assert_int_equal(suite.missed, 0);
    assert_int_equal(suite.extra, 0);
}

TEST_PROGRAM(khronos)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return RUN_WITH_EXTERNAL("suites/khronos/mapping.json", tests);
}
