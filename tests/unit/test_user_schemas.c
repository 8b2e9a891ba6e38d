/* Schemas that users bind to extensions: every rule of their family, the files that they refer to, and refused ones. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/uri.h"
#include "schema/schema.h"
#include "vrmlint.h"

struct folder {
    char path[64];
};

static int set_up(void **state)
{
    static struct folder folder;
    strcpy(folder.path, "/tmp/vrmlint-schemas-XXXXXX");
    assert_non_null(mkdtemp(folder.path));
    *state = &folder;
    return 0;
}

static const char *const files[] = {"hat.json", "part.json"};

static int tear_down(void **state)
{
    const struct folder *folder = *state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder->path, files[i]);
        remove(path);
    }
    return rmdir(folder->path);
}

/* Writes a file, replacing ' by ". */
static void write_file(const struct folder *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    for (; *text != '\0'; text++) {
        fputc(*text == '\'' ? '"' : *text, out);
    }
    assert_int_equal(fclose(out), 0);
}

static bool bind_to(struct vrmlint_policy *policy, const struct folder *folder, const char *extension,
                    struct vrmlint_refusal *refusal)
{
    char path[128];
    snprintf(path, sizeof path, "%s/hat.json", folder->path);
    return vrmlint_policy_schema(policy, extension, path, refusal);
}

/* Returns the report of a node 'Hat' with such an extension, checked with such a schema. */
static struct vrmlint_report *lint(const struct folder *folder, const char *schema, const char *value)
{
    char text[1024];
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    write_file(folder, "hat.json", schema);
    if (!bind_to(policy, folder, "EXAMPLE_hat", &refusal)) {
        fail_msg("%s: %s", schema, refusal.text);
    }
    struct vrmlint_policy *copy = vrmlint_policy_copy(policy);
    vrmlint_policy_free(policy); /* the copy shares the schemas */
    assert_non_null(copy);
    int size = snprintf(text, sizeof text,
                        "{'asset':{'version':'2.0'},'extensionsUsed':['EXAMPLE_hat'],"
                        "'nodes':[{'name':'Hat','extensions':{'EXAMPLE_hat':%s}}],'scenes':[{'nodes':[0]}]}",
                        value);
    assert_true(size > 0 && (size_t)size < sizeof text);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    struct vrmlint_report *report = vrmlint_check_bytes(copy, "hat.gltf", text, (size_t)size);
    assert_non_null(report);
    vrmlint_policy_free(copy);
    return report;
}

static void expect(const struct folder *folder, const char *schema, const char *value, const char *rule,
                   const char *pointer, const char *message)
{
    struct vrmlint_report *report = lint(folder, schema, value);
    if (report->finding_count != 1) {
        fail_msg("%s: %zu findings", value, report->finding_count);
    }
    assert_string_equal(report->findings[0].rule->id, rule);
    assert_string_equal(report->findings[0].pointer, pointer);
    assert_string_equal(vrmlint_text_in(&report->findings[0].message, VRMLINT_ENGLISH), message);
    assert_int_equal(report->unchecked_count, 0);
    assert_int_equal(report->extension_count, 1);
    assert_string_equal(report->extensions[0].name, "EXAMPLE_hat");
    vrmlint_report_free(report);
}

#define HAT "/nodes/0/extensions/EXAMPLE_hat"

static void each_rule_speaks(void **state)
{
    static const struct {
        const char *schema, *value, *rule, *pointer, *message;
    } cases[] = {
        {"{'properties':{'size':{'type':'number'}}}", "{'size':'large'}", "schema/wrong-type", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is a string, but must be a number by hat.json: replace it"},
        {"{'type':['array','null']}", "{}", "schema/wrong-type", HAT,
         "Node 0 'Hat': EXAMPLE_hat is an object, but must be a list or null by hat.json: "
         "replace it"},
        {"{'required':['size']}", "{}", "schema/missing-property", HAT,
         "Node 0 'Hat': EXAMPLE_hat lacks 'size', which hat.json requires here: add it"},
        {"{'dependentRequired':{'brim':['size']}}", "{'brim':1}", "schema/missing-property", HAT,
         "Node 0 'Hat': EXAMPLE_hat lacks 'size', which hat.json requires here: add it"},
        {"{'properties':{'size':{}},'additionalProperties':false}", "{'sise':1}", "schema/unknown-property",
         HAT "/sise", "Node 0 'Hat': EXAMPLE_hat.sise is not allowed by hat.json; did you mean 'size'?"},
        {"{'properties':{'size':false}}", "{'size':1}", "schema/unknown-property", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is not allowed by hat.json: correct its name, or delete it"},
        {"{'allOf':[{'properties':{'size':{}}}],'unevaluatedProperties':false}", "{'size':1,'x':2}",
         "schema/unknown-property", HAT "/x",
         "Node 0 'Hat': EXAMPLE_hat.x is not allowed by hat.json: correct its name, or delete it"},
        {"{'properties':{'kind':{'enum':['cap','bowler',3]}}}", "{'kind':'fez'}", "schema/unknown-value", HAT "/kind",
         "Node 0 'Hat': EXAMPLE_hat.kind is 'fez', but hat.json allows only \"cap\", \"bowler\", 3: use an "
         "allowed value"},
        {"{'properties':{'size':{'minimum':2}}}", "{'size':1.5}", "schema/value-out-of-range", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is 1.5, but must be at least 2 by hat.json: correct the number"},
        {"{'properties':{'size':{'exclusiveMinimum':2}}}", "{'size':2}", "schema/value-out-of-range", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is 2, but must be more than 2 by hat.json: correct the number"},
        {"{'$schema':'http://json-schema.org/draft-04/schema#','properties':{'size':{'maximum':2,"
         "'exclusiveMaximum':true}}}",
         "{'size':2}", "schema/value-out-of-range", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is 2, but must be less than 2 by hat.json: correct the number"},
        {"{'properties':{'size':{'maximum':2}}}", "{'size':3}", "schema/value-out-of-range", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is 3, but must be at most 2 by hat.json: correct the number"},
        {"{'properties':{'size':{'multipleOf':0.1}}}", "{'size':0.35}", "schema/value-out-of-range", HAT "/size",
         "Node 0 'Hat': EXAMPLE_hat.size is 0.35, but must be a multiple of 0.1 by hat.json: correct the number"},
        {"{'properties':{'at':{'minItems':3}}}", "{'at':[1]}", "schema/array-length", HAT "/at",
         "Node 0 'Hat': EXAMPLE_hat.at has 1 element, but must have at least 3 by hat.json: add the missing ones"},
        {"{'properties':{'at':{'prefixItems':[{},{}],'items':false}}}", "{'at':[1,2,3]}", "schema/array-length",
         HAT "/at",
         "Node 0 'Hat': EXAMPLE_hat.at has 3 elements, but may have at most 2 by hat.json: delete the others"},
        {"{'properties':{'at':{'uniqueItems':true}}}", "{'at':[1,2,1.0]}", "schema/duplicate-item", HAT "/at/2",
         "Node 0 'Hat': EXAMPLE_hat.at.2 is the same as element 0, but all must differ by hat.json: delete one of the "
         "two"},
        {"{'anyOf':[{'required':['a']},{'required':['b']}]}", "{}", "schema/one-of", HAT,
         "Node 0 'Hat': EXAMPLE_hat matches none of the alternatives that hat.json has for it: make it match one"},
        {"{'oneOf':[{'required':['a']},{'required':['b']}]}", "{'a':1,'b':1}", "schema/one-of", HAT,
         "Node 0 'Hat': EXAMPLE_hat matches 2 of the alternatives that hat.json has for it, but may match only one: "
         "leave out what makes it match the others"},
        {"{'not':{'required':['a']}}", "{'a':1}", "schema/invalid", HAT,
         "Node 0 'Hat': EXAMPLE_hat is excluded by a 'not' of hat.json: change it"},
        {"{'properties':{'kind':{'minLength':4}}}", "{'kind':'fez'}", "schema/invalid", HAT "/kind",
         "Node 0 'Hat': EXAMPLE_hat.kind has 3 characters, but must have at least 4 by hat.json: enter a "
         "longer text"},
        {"{'maxProperties':1}", "{'a':1,'b':1}", "schema/invalid", HAT,
         "Node 0 'Hat': EXAMPLE_hat has 2 members, but may have at most 1 by hat.json: delete the others"},
        {"{'properties':{'at':{'contains':{'type':'string'},'minContains':2}}}", "{'at':['a',1]}", "schema/invalid",
         HAT "/at",
         "Node 0 'Hat': EXAMPLE_hat.at has 1 element of the kind that hat.json requires, but must have at least 2: add "
         "the "
         "missing ones"},
        {"{'if':{'required':['a']},'then':{'required':['b']},'else':{'required':['c']}}", "{'a':1}",
         "schema/missing-property", HAT, "Node 0 'Hat': EXAMPLE_hat lacks 'b', which hat.json requires here: add it"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect(*state, cases[i].schema, cases[i].value, cases[i].rule, cases[i].pointer, cases[i].message);
    }
}

/* Tests patterns if this build has regular expressions. Otherwise only the message about their absence is allowed. */
static void patterns_match(void **state)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    write_file(*state, "hat.json", "{'properties':{'kind':{'pattern':'^[a-z]+$'}}}");
    if (!bind_to(policy, *state, "EXAMPLE_hat", &refusal)) {
        assert_non_null(strstr(refusal.text, "built without PCRE2"));
        vrmlint_policy_free(policy);
        skip();
    }
    vrmlint_policy_free(policy);
    expect(*state, "{'properties':{'kind':{'pattern':'^[a-z]+$'}}}", "{'kind':'Fez'}", "schema/pattern-mismatch",
           HAT "/kind", "Node 0 'Hat': EXAMPLE_hat.kind is 'Fez', but must match \"^[a-z]+$\" by hat.json: correct it");
    struct vrmlint_report *report =
        lint(*state, "{'patternProperties':{'^x':{'type':'string'}},'additionalProperties':false}", "{'xa':'','x':''}");
    assert_int_equal(report->finding_count, 0);
    vrmlint_report_free(report);
    /* a match that takes too long is skipped and reported */
    report = lint(*state, "{'properties':{'kind':{'pattern':'^(a+)+$'}}}",
                  "{'kind':'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'}");
    assert_int_equal(report->finding_count, 0);
    assert_int_equal(report->skipped_count, 1);
    vrmlint_report_free(report);
}

static void files_beside_are_read(void **state)
{
    write_file(*state, "part.json", "{'$id':'https://example.com/part.json','$defs':{'size':{'type':'number'}}}");
    expect(*state, "{'properties':{'size':{'$ref':'part.json#/$defs/size'}}}", "{'size':''}", "schema/wrong-type",
           HAT "/size", "Node 0 'Hat': EXAMPLE_hat.size is a string, but must be a number by hat.json: replace it");
    expect(*state, "{'$id':'https://example.com/hat.json','properties':{'size':{'$ref':'part.json#/$defs/size'}}}",
           "{'size':''}", "schema/wrong-type", HAT "/size",
           "Node 0 'Hat': EXAMPLE_hat.size is a string, but must be a number by hat.json: replace it");
}

static void a_loop_comes_to_an_end(void **state)
{
    struct vrmlint_report *report = lint(*state, "{'$dynamicAnchor':'a','if':{'$dynamicRef':'#a'},'then':true}", "{}");
    assert_int_equal(report->finding_count, 0);
    assert_int_equal(report->skipped_count, 1);
    vrmlint_report_free(report);
}

static void what_is_no_schema_is_refused(void **state)
{
    static const struct {
        const char *extension, *schema, *why;
    } cases[] = {
        {"VRMC_vrm", "{}", "vrmlint already has a schema for VRMC_vrm"},
        {"EXAMPLE_hat", "{'type'",
         "hat.json is not a schema because it isn't valid JSON: line 1: ':' expected near end of file"},
        {"EXAMPLE_hat", "{'type':'text'}", "hat.json can't be used as a schema: type"},
        {"EXAMPLE_hat", "{'$ref':'other.json'}", "$ref 'other.json' names a document that isn't there (at hat.json#)"},
        {"EXAMPLE_hat", "{'$ref':'#/$defs/a'}", "$ref '#/$defs/a' leads nowhere (at hat.json#)"},
        {"EXAMPLE_hat", "{'$ref':'#'}", "leads to itself"},
        {"EXAMPLE_hat", "{'$schema':'http://json-schema.org/draft-07/schema#'}", "only draft-04 and 2020-12 are"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        struct vrmlint_policy *policy = vrmlint_policy_new();
        write_file(*state, "hat.json", cases[i].schema);
        assert_false(bind_to(policy, *state, cases[i].extension, &refusal));
        if (strstr(refusal.text, cases[i].why) == NULL || strchr(refusal.text, '\n') != NULL) {
            fail_msg("%s: %s", cases[i].schema, refusal.text);
        }
        vrmlint_policy_free(policy);
    }
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    write_file(*state, "hat.json", "{}");
    assert_true(bind_to(policy, *state, "EXAMPLE_hat", &refusal));
    assert_false(bind_to(policy, *state, "EXAMPLE_hat", &refusal));
    assert_string_equal(refusal.text, "EXAMPLE_hat is given a second schema");
    assert_false(vrmlint_policy_schema(policy, "EXAMPLE_cap", "/nowhere/at/all.json", &refusal));
    vrmlint_policy_free(policy);
}

/* The examples of RFC 3986, 5.4. */
static void uris_are_resolved(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q"},
        {"g#s", "http://a/b/c/g"},
        {";x", "http://a/b/c/;x"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
    };
    struct arena *arena = arena_new();
    assert_non_null(arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(uri_resolve(arena, "http://a/b/c/d;p?q", cases[i][0]), cases[i][1]);
    }
    assert_string_equal(uri_resolve(arena, "hat.json", "part.json#/a"), "part.json");
    assert_string_equal(uri_resolve(arena, "parts/hat.json", "brim.json"), "parts/brim.json");
    assert_string_equal(uri_resolve(arena, "urn:uuid:1", "#a"), "urn:uuid:1");
    arena_free(arena);
}

TEST_PROGRAM(user_schemas)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_rule_speaks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(patterns_match, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_beside_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_loop_comes_to_an_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_schema_is_refused, set_up, tear_down),
        cmocka_unit_test(uris_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
