/* The schema checker, keyword by keyword: failures, their places, levels and hints. */
#include "json_trees.h"
#include "schema_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void type_names_what_json_knows(void **state)
{
    (void)state;
    static const char *const types[] = {"object", "array", "string", "number", "boolean", "null"};
    static const char *const values[] = {"{}", "[]", "\"\"", "1.5", "false", "null"};
    for (size_t t = 0; t < 6; t++) {
        for (size_t v = 0; v < 6; v++) {
            char schema[64];
            snprintf(schema, sizeof schema, "{\"type\": \"%s\"}", types[t]);
            check(schema, values[v], t == v ? "" : "type  type\n");
        }
    }
    check("{\"type\": \"boolean\"}", "true", "");
    check("{\"type\": \"number\"}", "3", "");
    check("{\"type\": [\"string\", \"null\"]}", "null", "");
    check("{\"type\": [\"string\", \"null\"]}", "1", "type  type\n");
}

static void an_integer_is_a_token_in_draft4_and_a_value_later(void **state)
{
    (void)state;
    check("{\"type\": \"integer\"}", "1", "");
    check("{\"type\": \"integer\"}", "1.0", "");
    check("{\"type\": \"integer\"}", "1e300", "");
    check("{\"type\": \"integer\"}", "-1.5", "type  type\n");
    check_draft4("{\"type\": \"integer\"}", "1", "");
    check_draft4("{\"type\": \"integer\"}", "1.0", "type  type\n");
    check("{\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"type\": \"integer\"}", "1.0", "type  type\n");
    check_draft4("{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"integer\"}", "1.0", "");
}

static void a_wrong_type_is_all_that_is_said_of_a_value(void **state)
{
    (void)state;
    check("{\"type\": \"number\", \"enum\": [1], \"minLength\": 4, \"allOf\": [{\"type\": \"number\"}]}", "\"x\"",
          "type  type\n");
    check("{\"type\": \"object\", \"required\": [\"a\"], \"oneOf\": [{\"required\": [\"b\"]}]}", "[]", "type  type\n");
}

static void neighbours_are_checked_all_the_same(void **state)
{
    (void)state;
    check("{\"properties\": {\"a\": {\"type\": \"string\"}, \"b\": {\"minimum\": 3}, \"c\": {\"items\": {\"type\": "
          "\"number\"}, \"minItems\": 4}}, \"required\": [\"d\", \"e\"], \"minProperties\": 4}",
          "{\"c\": [1, null, \"x\"], \"b\": 2.5, \"a\": 1}",
          "members  minProperties count=3\n"
          "few /c minItems count=3\n"
          "type /c/1 type\n"
          "type /c/2 type\n"
          "range /b minimum\n"
          "type /a type\n"
          "required  required name=d\n"
          "required  required name=e\n");
}

static void pointers_are_escaped_and_start_where_the_caller_says(void **state)
{
    (void)state;
    struct bench bench = bench_new("{\"additionalProperties\": {\"items\": false}}", SCHEMA_2020_12);
    bench.value = parse("{\"a~/b\": [0, 1]}");
    struct schema_evaluation how = evaluation(&bench);
    how.pointer = "/extensions/X";
    assert_false(evaluate_json(bench.schema, bench.value, &how));
    assert_string_equal(buf_text(&bench.said), "many /extensions/X/a~0~1b items count=2\n");
    bench_free(&bench);
}

static void array_indices_of_any_length_stand_in_pointers(void **state)
{
    (void)state;
    char text[4000] = "[";
    for (int i = 0; i < 1010; i++) {
        strcat(text, i == 0 || i == 9 || i == 10 || i == 1000 ? "null," : "1,");
    }
    strcpy(text + strlen(text) - 1, "]");
    check("{\"items\": {\"type\": \"number\"}}", text, "type /0 type\ntype /9 type\ntype /10 type\ntype /1000 type\n");
}

static void enum_and_const_compare_by_value(void **state)
{
    (void)state;
    check("{\"const\": 1}", "1.0", "");
    check("{\"const\": 9007199254740993}", "9007199254740992.0", "enum  const\n");
    check("{\"const\": {\"a\": [1, {\"b\": null}], \"c\": 2.0}}", "{\"c\": 2, \"a\": [1.0, {\"b\": null}]}", "");
    check("{\"const\": {\"a\": 1}}", "{\"a\": 1, \"b\": 1}", "enum  const\n");
    check("{\"const\": {\"a\": 1}}", "{\"b\": 1}", "enum  const\n");
    check("{\"const\": [1, 2]}", "[1]", "enum  const\n");
    check("{\"const\": false}", "0", "enum  const\n");
    check("{\"const\": null}", "null", "");
    check("{\"const\": \"a\\u0000b\"}", "\"a\\u0000b\"", "");
    check("{\"enum\": [\"a\", \"a\\u0000b\", 1, null, [2]]}", "\"a\\u0000b\"", "");
    check("{\"enum\": [\"a\", \"a\\u0000b\", 1, null, [2]]}", "\"a\\u0000c\"", "enum  enum\n");
    check("{\"enum\": [\"a\", 1, null, [2]]}", "[2.0]", "");
    check("{\"enum\": [\"a\", 1, null, [2]]}", "\"1\"", "enum  enum\n");
    check("{\"enum\": [\"abcd\"]}", "\"abce\\u0000z\"", "enum  enum\n");
    check("{\"enum\": []}", "1", "enum  enum\n");
    check("{\"enum\": [\"one\", \"two\", \"three\", \"four\", \"five\", \"a longer one\", \"seven\"]}", "\"seven\"",
          "");
}

static void limits_are_exact(void **state)
{
    (void)state;
    check("{\"minimum\": 9007199254740993}", "9007199254740993", "");
    check("{\"minimum\": 9007199254740993}", "9007199254740992", "range  minimum\n");
    check("{\"minimum\": 9007199254740993}", "9007199254740992.0", "range  minimum\n");
    check("{\"maximum\": 9007199254740992.0}", "9007199254740993", "range  maximum\n");
    check("{\"maximum\": 9223372036854775807}", "9223372036854775808.0", "range  maximum\n");
    check("{\"minimum\": -9223372036854775808}", "-9223372036854775808", "");
    check("{\"minimum\": -9223372036854775808}", "-9.3e18", "range  minimum\n");
    check("{\"minimum\": -1.5}", "-1", "");
    check("{\"minimum\": -1.5}", "-2", "range  minimum\n");
    check("{\"maximum\": -1.5}", "-1", "range  maximum\n");
    check("{\"maximum\": 1.5}", "1", "");
    check("{\"exclusiveMinimum\": 0}", "0.0", "range  exclusiveMinimum\n");
    check("{\"exclusiveMinimum\": 0}", "5e-324", "");
    check("{\"exclusiveMaximum\": 1}", "1", "range  exclusiveMaximum\n");
    check("{\"exclusiveMaximum\": 1}", "0.9999999999999999", "");
    check("{\"minimum\": 0, \"exclusiveMinimum\": 0, \"x-severity\": {\"minimum\": \"info\"}}", "-1",
          "range  exclusiveMinimum\n");
    check("{\"minimum\": 0, \"exclusiveMinimum\": 0, \"x-severity\": {\"exclusiveMinimum\": \"warning\"}}", "0",
          "warning range  exclusiveMinimum\n");
    check_draft4("{\"minimum\": 0, \"exclusiveMinimum\": true}", "0", "range  minimum\n");
    check_draft4("{\"minimum\": 0, \"exclusiveMinimum\": false}", "0", "");
    check_draft4("{\"maximum\": 1, \"exclusiveMaximum\": true}", "1.0", "range  maximum\n");
    check("{\"minimum\": 1}", "\"0\"", "");
}

static void texts_are_counted_in_code_points(void **state)
{
    (void)state;
    check("{\"minLength\": 2}", "\"\xe9\xab\xaa\"", "length  minLength count=1\n");
    check("{\"minLength\": 2, \"maxLength\": 3}", "\"\xe9\xab\xaa\xf0\x9f\x98\x80\"", "");
    check("{\"maxLength\": 3}", "\"\xe9\xab\xaa\xe9\xab\xaa\xe9\xab\xaa\xe9\xab\xaa\"", "length  maxLength count=4\n");
    check("{\"maxLength\": 2.0}", "\"abc\"", "length  maxLength count=3\n");
    check("{\"maxLength\": 1e300}", "\"abc\"", "");
}

static void arrays(void **state)
{
    (void)state;
    check("{\"minItems\": 3, \"maxItems\": 3}", "[1, 2, 3]", "");
    check("{\"minItems\": 3, \"maxItems\": 3}", "[1, 2]", "few  minItems count=2\n");
    check("{\"minItems\": 3, \"maxItems\": 3}", "[1, 2, 3, 4]", "many  maxItems count=4\n");
    check("{\"prefixItems\": [{\"type\": \"string\"}, true], \"items\": {\"type\": \"null\"}}", "[1, 1, null, 2]",
          "type /0 type\ntype /3 type\n");
    check("{\"prefixItems\": [true, {\"type\": \"string\"}], \"items\": false}", "[1, 2, 3]",
          "many  items count=3\ntype /1 type\n");
    check("{\"prefixItems\": [true, false]}", "[1, 2, 3]", "false /1 \n");
    check_draft4("{\"items\": [{}, {\"type\": \"string\"}], \"additionalItems\": false}", "[1, 2, 3]",
                 "many  additionalItems count=3\ntype /1 type\n");
    check_draft4("{\"items\": [{}], \"additionalItems\": {\"type\": \"null\"}}", "[1, 2]", "type /1 type\n");
    check_draft4("{\"items\": {}, \"additionalItems\": false}", "[1, 2]", "");
    check_draft4("{\"additionalItems\": false}", "[1, 2]", "");
}

static void repeats_are_found_in_short_arrays_and_long(void **state)
{
    (void)state;
    check("{\"uniqueItems\": true}", "[1, 2, \"1\", true, {\"a\": 1, \"b\": 2}, {\"a\": 1}]", "");
    check("{\"uniqueItems\": true}", "[1, 2, 1.0, {\"a\": 1, \"b\": 2}, 2, 1, {\"b\": 2, \"a\": 1.0}]",
          "repeat /2 uniqueItems\nrepeat /4 uniqueItems count=1\nrepeat /5 uniqueItems\nrepeat /6 uniqueItems "
          "count=3\n");
    check("{\"uniqueItems\": false}", "[1, 1]", "");
    char text[8000] = "[";
    for (int i = 0; i < 100; i++) {
        sprintf(text + strlen(text), "%d, \"%d\", {\"k\": [%d, -0.0, 1e30], \"\": 0}, ", i, i, i);
    }
    size_t length = strlen(text);
    strcpy(text + length, "0.5, null]");
    struct bench bench = bench_new("{\"uniqueItems\": true}", SCHEMA_2020_12);
    bench.value = parse(text);
    struct schema_evaluation how = evaluation(&bench);
    assert_true(evaluate_json(bench.schema, bench.value, &how));
    bench_free(&bench);
    strcpy(text + length, "99.0, {\"\": 0, \"k\": [4.0, 0, 1e30]}]");
    check("{\"uniqueItems\": true}", text, "repeat /300 uniqueItems count=297\nrepeat /301 uniqueItems count=14\n");
}

static void members_are_dispatched_in_any_order(void **state)
{
    (void)state;
    const char *schema = "{\"properties\": {\"a\": {\"type\": \"string\"}, \"b\": {\"type\": \"null\"}, \"c\": {}}, "
                         "\"additionalProperties\": {\"type\": \"array\"}, \"required\": [\"c\", \"z\"]}";
    check(schema, "{\"z\": [], \"c\": 1, \"b\": null, \"a\": \"\"}", "");
    check(schema, "{\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1, \"z\": 1}",
          "type /a type\ntype /b type\ntype /d type\ntype /z type\n");
    check(schema, "{\"c\": 1, \"cc\": {}}", "type /cc type\nrequired  required name=z\n");
    check("{\"properties\": {\"a\": false}}", "{\"a\": 1}", "false /a \n");
    check("{\"properties\": {\"a\": true, \"\": {\"type\": \"null\"}}}", "{\"\": 1}", "type / type\n");
    check("{\"required\": [\"a\"]}", "{}", "required  required name=a\n");
    check("{\"required\": [\"a\"]}", "{\"a\": null}", "");
    check("{\"required\": []}", "{}", "");
    check("{\"minProperties\": 1, \"maxProperties\": 2}", "{}", "members  minProperties\n");
    check("{\"minProperties\": 1, \"maxProperties\": 2}", "{\"a\": 1, \"b\": 1, \"c\": 1}",
          "members  maxProperties count=3\n");
}

/* Checks 70 required names, of which the value lacks one. */
static void check_many_required(const char *properties, int missing)
{
    struct buf schema = BUF_INIT(arena_new());
    struct buf value = BUF_INIT(schema.arena);
    buf_printf(&schema, "{\"properties\": {%s}, \"required\": [", properties);
    buf_str(&value, "{\"n\": null");
    for (int i = 0; i < 70; i++) {
        buf_printf(&schema, "%s\"n%d\"", i == 0 ? "" : ", ", i);
        if (i != missing) {
            buf_printf(&value, ", \"n%d\": null", i);
        }
    }
    buf_str(&schema, "]}");
    buf_str(&value, "}");
    char wanted[64] = "";
    if (missing >= 0) {
        snprintf(wanted, sizeof wanted, "required  required name=n%d\n", missing);
    }
    check(buf_text(&schema), buf_text(&value), wanted);
    arena_free(schema.arena);
}

static void more_names_than_bits_can_be_required(void **state)
{
    (void)state;
    static const int missing[] = {-1, 0, 3, 63, 64, 67, 69};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        check_many_required("", missing[i]);
        check_many_required("\"n69\": {\"type\": \"null\"}", missing[i]);
    }
}

static void unknown_members_get_hints(void **state)
{
    (void)state;
    const char *schema = "{\"properties\": {\"dragForce\": {}, \"stiffness\": {}, \"hitRadius\": {}}, "
                         "\"required\": [\"node\"], \"additionalProperties\": false, "
                         "\"x-severity\": {\"additionalProperties\": \"warning\"}, "
                         "\"x-hints\": {\"drag\": \"dragForce\", \"bones\": \"name joints instead\"}}";
    check(schema, "{\"node\": 1, \"dragforce\": 1, \"stifness\": 1, \"drag\": 1, \"bones\": 1, \"xyz\": 1}",
          "warning unknown /node additionalProperties name=node\n"
          "warning unknown /dragforce additionalProperties name=dragforce rename=dragForce\n"
          "warning unknown /stifness additionalProperties name=stifness rename=stiffness\n"
          "warning unknown /drag additionalProperties name=drag rename=dragForce\n"
          "warning unknown /bones additionalProperties name=bones hint=name joints instead\n"
          "warning unknown /xyz additionalProperties name=xyz\n");
    check("{\"properties\": {\"dragForce\": {}}, \"additionalProperties\": false, "
          "\"x-hints\": {\"drag\": \"dragForce\", \"bones\": \"name joints\", \"none\": \"\"}}",
          "{\"drag\": 1, \"bones\": 1, \"name joints\": 1, \"none\": 1}",
          "unknown /drag additionalProperties name=drag rename=dragForce\n"
          "unknown /bones additionalProperties name=bones hint=name joints\n"
          "unknown /name joints additionalProperties name=name joints\n"
          "unknown /none additionalProperties name=none hint=\n");
    check("{\"enum\": [\"PositiveX\", \"NegativeX\"], \"x-hints\": {\"X\": \"PositiveX\", \"Y\": \"not for eyes\"}}",
          "\"positiveX\"", "enum  enum rename=PositiveX\n");
    check("{\"enum\": [\"PositiveX\", \"NegativeX\"], \"x-hints\": {\"X\": \"PositiveX\", \"Y\": \"not for eyes\"}}",
          "\"X\"", "enum  enum rename=PositiveX\n");
    check("{\"enum\": [\"PositiveX\", \"NegativeX\"], \"x-hints\": {\"X\": \"PositiveX\", \"Y\": \"not for eyes\"}}",
          "\"Y\"", "enum  enum hint=not for eyes\n");
    check("{\"const\": \"1.0\", \"x-hints\": {\"1\": \"1.0\"}}", "\"1\"", "enum  const rename=1.0\n");
    check("{\"propertyNames\": {\"enum\": [\"hips\", \"spine\"]}, \"additionalProperties\": {\"type\": \"number\"}}",
          "{\"hips\": 1, \"Spine\": \"x\", \"spine\": \"x\"}",
          "unknown /Spine propertyNames name=Spine rename=spine\ntype /spine type\n");
}

static void names_of_members_have_schemas_too(void **state)
{
    (void)state;
    const char *schema = "{\"propertyNames\": {\"allOf\": [{\"minLength\": 2}, {\"$ref\": \"#/$defs/short\"}], "
                         "\"not\": {\"const\": \"no\"}, \"anyOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}], "
                         "\"oneOf\": [{\"enum\": [\"aa\", \"no\"]}, {\"minLength\": 3}]}, "
                         "\"$defs\": {\"short\": {\"maxLength\": 4}}}";
    check(schema, "{\"aa\": 1, \"bbb\": 1}", "");
    check(schema, "{\"a\": 1, \"no\": 1, \"bb\": 1, \"aaaaa\": 1}",
          "unknown /a propertyNames name=a\nunknown /no propertyNames name=no\nunknown /bb propertyNames "
          "name=bb\nunknown /aaaaa propertyNames name=aaaaa\n");
    check("{\"propertyNames\": {\"oneOf\": [{\"minLength\": 2}, {\"minLength\": 1}]}}", "{\"a\": 1, \"bb\": 1}",
          "unknown /bb propertyNames name=bb\n");
    check("{\"propertyNames\": {\"x-index\": \"nodes\"}}", "{\"1\": 1}", "unknown /1 propertyNames name=1\n");
    check("{\"propertyNames\": {\"maxLength\": 1}, \"properties\": {\"ab\": {\"type\": \"null\"}}}",
          "{\"ab\": 1, \"cd\": 1}",
          "unknown /ab propertyNames name=ab\ntype /ab type\nunknown /cd propertyNames name=cd\n");
    check("{\"propertyNames\": {\"maxLength\": 1}, \"properties\": {\"ab\": {\"type\": \"number\"}}}", "{\"ab\": 1}",
          "unknown /ab propertyNames name=ab\n");
    check("{\"propertyNames\": {\"type\": \"number\"}}", "{\"a\": 1}", "unknown /a propertyNames name=a\n");
    check("{\"propertyNames\": false, \"x-severity\": {\"propertyNames\": \"info\"}}", "{\"a\": 1}",
          "info unknown /a propertyNames name=a\n");
}

static void alternatives_fail_as_one(void **state)
{
    (void)state;
    const char *schema = "{\"type\": \"object\", \"oneOf\": [{\"required\": [\"cone\"]}, {\"required\": [\"hinge\"]}, "
                         "{\"required\": [\"spherical\"]}]}";
    check(schema, "{\"hinge\": {}}", "");
    check(schema, "{}", "one-of  oneOf\n");
    check(schema, "{\"hinge\": {}, \"cone\": 1}", "one-of  oneOf matches=2\n");
    check(schema, "{\"hinge\": {}, \"cone\": 1, \"spherical\": 2}", "one-of  oneOf matches=3\n");
    check("{\"anyOf\": [{\"type\": \"string\"}, {\"minimum\": 3}]}", "2", "one-of  anyOf\n");
    check("{\"anyOf\": [{\"type\": \"string\"}, {\"minimum\": 3}]}", "3", "");
    check("{\"not\": {\"type\": \"string\"}}", "\"\"", "not  not\n");
    check("{\"not\": {\"type\": \"string\"}}", "1", "");
    check("{\"allOf\": [{\"minimum\": 2}, {\"maximum\": 0}, {\"type\": \"string\"}]}", "1",
          "range  minimum\nrange  maximum\ntype  type\n");
}

static void milder_failures_of_the_alternative_that_holds_are_said(void **state)
{
    (void)state;
    const char *schema = "{\"oneOf\": [{\"type\": \"string\"}, {\"properties\": {\"a\": {\"x-index\": \"nodes\"}, "
                         "\"b\": {\"maximum\": 1, \"x-severity\": {\"maximum\": \"info\"}}}}]}";
    check(schema, "{\"a\": 3.0, \"b\": 4}", "warning index-float /a x-index name=nodes\ninfo range /b maximum\n");
    check(schema, "{\"a\": 30, \"b\": 4}", "one-of  oneOf\n");
    check("{\"not\": {\"maximum\": 1, \"x-severity\": {\"maximum\": \"info\"}}}", "2", "not  not\n");
}

static void names_are_told_apart_from_their_beginnings(void **state)
{
    (void)state;
    const char *name = "leftThumbIntermediateOrSo";
    for (size_t length = 1; length < strlen(name); length++) {
        char value[64];
        char wanted[128];
        snprintf(value, sizeof value, "{\"%.*s\": 1}", (int)length, name);
        snprintf(wanted, sizeof wanted, "type /%.*s type\n", (int)length, name);
        check("{\"properties\": {\"leftThumbIntermediateOrSo\": {}}, \"additionalProperties\": {\"type\": \"null\"}}",
              value, wanted);
    }
}

static void indices(void **state)
{
    (void)state;
    const char *schema = "{\"x-index\": \"nodes\", \"type\": \"integer\", \"minimum\": 0}";
    check_draft4(schema, "0", "");
    check_draft4(schema, "9", "");
    check_draft4(schema, "10", "index-range  x-index name=nodes count=10\n");
    check_draft4(schema, "9223372036854775807", "index-range  x-index name=nodes count=10\n");
    check_draft4(schema, "3.0", "warning index-float  x-index name=nodes\n");
    check_draft4(schema, "-0.0", "warning index-float  x-index name=nodes\n");
    check_draft4(schema, "10.0", "index-range  x-index name=nodes count=10\n");
    check_draft4(schema, "1e300", "index-range  x-index name=nodes count=10\n");
    check_draft4(schema, "1.5", "index-fraction  x-index name=nodes\n");
    check_draft4(schema, "-1.5", "index-fraction  x-index name=nodes\n");
    check_draft4(schema, "-1", "index-negative  x-index name=nodes\n");
    check_draft4(schema, "-1.0", "index-negative  x-index name=nodes\n");
    check_draft4(schema, "null", "index-type  x-index name=nodes count=10\n");
    check_draft4(schema, "\"1\"", "index-type  x-index name=nodes count=10\n");
    check("{\"x-index\": \"nodes\", \"exclusiveMaximum\": 5}", "7", "range  exclusiveMaximum\n");
    check("{\"x-index\": \"any\", \"minimum\": 5}", "3", "range  minimum\n");
    check("{\"x-index\": \"none\"}", "0", "index-range  x-index name=none\n");
    check("{\"x-index\": \"not given\"}", "9223372036854775807", "");
    check("{\"x-index\": \"not given\"}", "1e300", "warning index-float  x-index name=not given\n");
    check("{\"x-index\": \"not given\"}", "-1", "index-negative  x-index name=not given\n");
    check("{\"x-index\": \"any\"}", "-1", "");
    check("{\"x-index\": \"any\"}", "-1e300", "warning index-float  x-index name=any\n");
    check("{\"x-index\": \"any\"}", "0.5", "index-fraction  x-index name=any\n");
    check("{\"x-index\": \"nodes\", \"type\": [\"integer\", \"null\"]}", "null", "");
    check("{\"x-index\": \"nodes\", \"type\": [\"integer\", \"null\"]}", "true",
          "index-type  x-index name=nodes count=10\n");
    check("{\"x-index\": \"nodes\", \"type\": \"integer\"}", "null", "index-type  x-index name=nodes count=10\n");
    check("{\"x-index\": \"nodes\", \"x-severity\": {\"x-index\": \"info\"}}", "11",
          "info index-range  x-index name=nodes count=10\n");
    check("{\"x-index\": \"nodes\", \"x-severity\": {\"x-index\": \"info\"}}", "1.0",
          "warning index-float  x-index name=nodes\n");
}

static void magnitudes_must_stay_finite(void **state)
{
    (void)state;
    check("{\"x-finite\": 1e18, \"maximum\": 1}", "1e18", "finite  x-finite\n");
    check("{\"x-finite\": 1e18, \"minimum\": 0}", "-1e300", "finite  x-finite\n");
    check("{\"x-finite\": 1e18, \"maximum\": 1}", "1000000000000000000", "finite  x-finite\n");
    check("{\"x-finite\": 1e18, \"minimum\": 0}", "-9223372036854775808", "finite  x-finite\n");
    check("{\"x-finite\": 1e18, \"maximum\": 1}", "999999999999999999", "range  maximum\n");
    check("{\"x-finite\": 1e18}", "-9.9e17", "");
    check("{\"x-finite\": 1e18}", "1e18", "finite  x-finite\n");
    check("{\"x-finite\": 1e18}", "-1e18", "finite  x-finite\n");
    check("{\"x-finite\": 1e18}", "\"1e18\"", "");
}

static void severities_are_of_one_keyword_in_one_schema(void **state)
{
    (void)state;
    check("{\"minItems\": 1, \"maxItems\": 2, \"x-severity\": {\"minItems\": \"warning\"}}", "[]",
          "warning few  minItems\n");
    check("{\"minItems\": 1, \"maxItems\": 2, \"x-severity\": {\"minItems\": \"warning\"}}", "[1, 2, 3]",
          "many  maxItems count=3\n");
    check("{\"items\": {\"minimum\": 1}, \"minItems\": 3, \"x-severity\": {\"minItems\": \"info\"}}", "[0]",
          "info few  minItems count=1\nrange /0 minimum\n");
    check("{\"type\": \"string\", \"x-severity\": {\"type\": \"warning\"}}", "1", "warning type  type\n");
    check("{\"required\": [\"a\", \"b\"], \"x-severity\": {\"required\": \"warning\"}}", "{\"b\": 1}",
          "warning required  required name=a\n");
}

struct carried {
    const struct tree *value;
    double limit;
    double order;
};

static void carry(void *context, const struct schema_failure *failure)
{
    struct carried *carried = context;
    carried->value = failure->value;
    assert_true(flat_number(failure->limit, &carried->limit));
    assert_true(flat_number(flat_get(failure->flat, failure->schema, "x-order"), &carried->order));
}

static void failures_carry_what_the_schema_says(void **state)
{
    (void)state;
    struct bench bench =
        bench_new("{\"properties\": {\"a\": {\"title\": \"drag\", \"x-order\": 7, \"maximum\": 1}}}", SCHEMA_2020_12);
    bench.value = parse("{\"a\": 2}");
    struct carried carried;
    struct schema_evaluation how = {.arena = bench.arena, .fail = carry, .context = &carried};
    const struct tree *value = tree_of_json(bench.arena, bench.value);
    assert_false(schema_evaluate(bench.schema, value, &how));
    assert_ptr_equal(carried.value, tree_get(value, "a"));
    assert_true(carried.limit == 1);
    assert_true(carried.order == 7);
    bench_free(&bench);
}

static void names_of_every_length_differ_by_any_letter(void **state)
{
    (void)state;
    char name[32] = "";
    for (size_t length = 1; length < sizeof name - 8; length++) {
        memset(name, 'n', length);
        char schema[96];
        snprintf(schema, sizeof schema, "{\"properties\": {\"%s\": {\"type\": \"string\"}}}", name);
        char value[64];
        snprintf(value, sizeof value, "{\"%s\": 1}", name);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "type /%s type\n", name);
        check(schema, value, wanted);
        for (size_t i = 0; i < length; i++) {
            value[2 + i] = 'm';
            check(schema, value, "");
            value[2 + i] = 'n';
        }
    }
}

TEST_PROGRAM(schema)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(type_names_what_json_knows),
        cmocka_unit_test(an_integer_is_a_token_in_draft4_and_a_value_later),
        cmocka_unit_test(a_wrong_type_is_all_that_is_said_of_a_value),
        cmocka_unit_test(neighbours_are_checked_all_the_same),
        cmocka_unit_test(pointers_are_escaped_and_start_where_the_caller_says),
        cmocka_unit_test(array_indices_of_any_length_stand_in_pointers),
        cmocka_unit_test(enum_and_const_compare_by_value),
        cmocka_unit_test(limits_are_exact),
        cmocka_unit_test(texts_are_counted_in_code_points),
        cmocka_unit_test(arrays),
        cmocka_unit_test(repeats_are_found_in_short_arrays_and_long),
        cmocka_unit_test(members_are_dispatched_in_any_order),
        cmocka_unit_test(more_names_than_bits_can_be_required),
        cmocka_unit_test(unknown_members_get_hints),
        cmocka_unit_test(names_of_members_have_schemas_too),
        cmocka_unit_test(alternatives_fail_as_one),
        cmocka_unit_test(milder_failures_of_the_alternative_that_holds_are_said),
        cmocka_unit_test(names_are_told_apart_from_their_beginnings),
        cmocka_unit_test(indices),
        cmocka_unit_test(magnitudes_must_stay_finite),
        cmocka_unit_test(severities_are_of_one_keyword_in_one_schema),
        cmocka_unit_test(failures_carry_what_the_schema_says),
        cmocka_unit_test(names_of_every_length_differ_by_any_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
