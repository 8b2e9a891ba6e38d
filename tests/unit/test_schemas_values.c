/* The project's own schema files: their verdicts on values, most of them with the embedded compiled form. */
#include "json_trees.h"
#include "schema_bench.h"

#include <jansson.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "schema/embedded.h"
#include "schema/schema.h"

struct values {
    struct arena *arena;
    const struct schema *report; /* only other programs evaluate it */
};

static int set_up(void **state)
{
    static struct values values;
    values = (struct values){.arena = arena_new()};
    assert_non_null(values.arena);
    json_t *report = own_schema("report");
    const char *error;
    values.report = schema_compile(values.arena, report, SCHEMA_2020_12, NULL, 0, &error);
    assert_non_null(values.report);
    json_decref(report);
    *state = &values;
    return 0;
}

static int tear_down(void **state)
{
    struct values *values = *state;
    arena_free(values->arena);
    return 0;
}

/* Adds "level keyword pointer name -> hint; " for each failure. An x-index also gets the kind of its failure. */
static void note(void *context, const struct schema_failure *failure)
{
    static const char *const levels[] = {"info", "warning", "error"};
    static const char *const indices[] = {"type", "fraction", "float", "negative", "range"};
    struct buf *said = context;
    bool index = strcmp(failure->keyword, "x-index") == 0;
    buf_printf(said, "%s%s %s%s %s", said->length == 0 ? "" : "; ", levels[failure->level], index ? "index-" : "",
               index ? indices[failure->problem - SCHEMA_INDEX_TYPE] : failure->keyword, failure->pointer);
    if (failure->name != NULL) {
        buf_printf(said, " %s", failure->name);
    }
    if (failure->hint != NULL) {
        buf_printf(said, failure->hint_is_name ? " -> '%s'" : " -> %s", failure->hint);
    }
}

static void check_value(const struct values *values, const char *name, const char *text, const char *expected)
{
    static const struct schema_bound bounds[] = {{"nodes", 8}, {"colliders", 2}, {"colliderGroups", 2}};
    const struct schema *schema = strcmp(name, "report") == 0 ? values->report : embedded_schema(name);
    assert_non_null(schema);
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    if (value == NULL) {
        fail_msg("%s: %s", text, error.text);
    }
    struct buf said = BUF_INIT(values->arena);
    const struct schema_evaluation how = {
        .arena = values->arena, .pointer = "", .bounds = bounds, .bound_count = 3, .fail = note, .context = &said};
    bool valid = evaluate_json(schema, value, &how);
    if (strcmp(buf_text(&said), expected) != 0) {
        fail_msg("%s of %s\nsays     %s\nexpected %s", name, text, buf_text(&said), expected);
    }
    assert_int_equal(valid, strstr(expected, "error ") == NULL);
    json_decref(value);
}

struct sample {
    const char *value;
    const char *expected;
};

static void check_samples(const struct values *values, const char *name, const struct sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_value(values, name, samples[i].value, samples[i].expected);
    }
}

#define CHECK_SAMPLES(name, samples) check_samples(*state, name, samples, sizeof(samples) / sizeof *(samples))

#define SPRINGS(text) "{\"specVersion\": \"1.0\", \"springs\": [" text "]}"
#define JOINT(text) SPRINGS("{\"joints\": [{\"node\": 1" text "}]}")
#define SHAPE(text) "{\"specVersion\": \"1.0\", \"colliders\": [{\"node\": 1, \"shape\": " text "}]}"

static void test_springs(void **state)
{
    static const struct sample samples[] = {
        {JOINT(", \"stiffness\": 3, \"extras\": 1"), ""},
        {JOINT(", \"stiffness\": -1"), "error minimum /springs/0/joints/0/stiffness"},
        {JOINT(", \"dragForce\": 1.5"), "error maximum /springs/0/joints/0/dragForce"},
        {JOINT(", \"dragForce\": null"), "error type /springs/0/joints/0/dragForce"},
        {JOINT(", \"hitRadius\": 9.9e17"), ""},
        {JOINT(", \"hitRadius\": 1e18"), "error x-finite /springs/0/joints/0/hitRadius"},
        {JOINT(", \"gravityDir\": [0, -1e18, 0]"), "error x-finite /springs/0/joints/0/gravityDir/1"},
        {JOINT(", \"dragForce\": 1e18"), "error x-finite /springs/0/joints/0/dragForce"},
        {JOINT(", \"stiffness\": -1e18"), "error x-finite /springs/0/joints/0/stiffness"},
        {JOINT(", \"gravityDir\": [0, -1]"), "error minItems /springs/0/joints/0/gravityDir"},
        {JOINT(", \"gravityDir\": [0, -1, 0, 0]"), "error maxItems /springs/0/joints/0/gravityDir"},
        {JOINT(", \"stiffiness\": 1"),
         "warning additionalProperties /springs/0/joints/0/stiffiness stiffiness -> 'stiffness'"},
        {JOINT(", \"Stiffness\": 1"),
         "warning additionalProperties /springs/0/joints/0/Stiffness Stiffness -> 'stiffness'"},
        {JOINT(", \"extensions\": 1"), "error type /springs/0/joints/0/extensions"},
        {SPRINGS("{\"joints\": [], \"colliderGroups\": []}"),
         "error minItems /springs/0/joints; warning minItems /springs/0/colliderGroups"},
        {SPRINGS("{\"joints\": [{\"node\": -1}, {\"node\": 8}, {\"node\": 2.0}, {\"node\": 2.5}, {\"node\": true}]}"),
         "error index-negative /springs/0/joints/0/node nodes; error index-range /springs/0/joints/1/node nodes; "
         "warning index-float /springs/0/joints/2/node nodes; error index-fraction /springs/0/joints/3/node nodes; "
         "error index-type /springs/0/joints/4/node nodes"},
        {SPRINGS("{\"name\": \"Hair\"}"), "error required /springs/0 joints"},
        {SPRINGS("{\"joints\": [{\"node\": 1}], \"dragForce\": 0.4}"),
         "warning additionalProperties /springs/0/dragForce dragForce -> HINT_BELONGS_IN_JOINTS"},
        {"{\"specVersion\": \"1.0\", \"colliders\": [], \"colliderGroups\": [], \"springs\": []}",
         "warning minItems /colliders; warning minItems /colliderGroups; warning minItems /springs"},
        {"{\"specVersion\": \"1.0\", \"colliderGroups\": [{\"colliders\": []}, {\"colliders\": [1, 2]}]}",
         "error minItems /colliderGroups/0/colliders; error index-range /colliderGroups/1/colliders/1 colliders"},
        {"{\"version\": \"1.0\"}",
         "warning additionalProperties /version version -> 'specVersion'; error required  specVersion"},
        {"[]", "error type "},
    };
    CHECK_SAMPLES("VRMC_springBone-1.0", samples);
    CHECK_SAMPLES("VRMC_springBone-1.0-beta", samples);
}

static void test_shapes(void **state)
{
    static const struct sample samples[] = {
        {SHAPE("{\"sphere\": {\"radius\": 0.1}}"), ""},
        {SHAPE("{\"capsule\": {\"radius\": 1e39}}"), "error x-finite /colliders/0/shape/capsule/radius"},
        {SHAPE("{\"capsule\": {\"radius\": \"1\"}}"), "error type /colliders/0/shape/capsule/radius"},
        {SHAPE("{\"sphere\": {\"extras\": {}, \"extensions\": {}}}"),
         "info not /colliders/0/shape/sphere/extras; info not /colliders/0/shape/sphere/extensions"},
        {SHAPE("{\"sphere\": {}, \"capsule\": {}}"), "error oneOf /colliders/0/shape"},
        {SHAPE("{}"), "error oneOf /colliders/0/shape"},
        {SHAPE("{\"capsule\": {\"head\": [0, 0, 0]}}"),
         "warning additionalProperties /colliders/0/shape/capsule/head head -> 'offset'"},
    };
    CHECK_SAMPLES("VRMC_springBone-1.0", samples);
    CHECK_SAMPLES("VRMC_springBone-1.0-beta", samples);
    static const struct sample release[] = {
        {SHAPE("{\"sphere\": {\"radius\": -0.1}}"), "error minimum /colliders/0/shape/sphere/radius"},
    };
    CHECK_SAMPLES("VRMC_springBone-1.0", release);
    static const struct sample beta[] = {
        {SHAPE("{\"sphere\": {\"radius\": -0.1}}"), "warning minimum /colliders/0/shape/sphere/radius"},
    };
    CHECK_SAMPLES("VRMC_springBone-1.0-beta", beta);
    static const struct sample extended[] = {
        {"{\"specVersion\": \"1.0\", \"shape\": {\"plane\": {\"normal\": [0, 1, 0]}}}", ""},
        {"{\"specVersion\": \"1.0\"}", ""},
        {"{\"specVersion\": \"1.0\", \"shape\": {\"palne\": {}}}",
         "warning additionalProperties /shape/palne palne -> 'plane'; error oneOf /shape"},
        {"{\"specVersion\": \"1.0\", \"shape\": {\"sphere\": {\"radius\": -1, \"inside\": 1}}}",
         "error minimum /shape/sphere/radius; error type /shape/sphere/inside"},
    };
    CHECK_SAMPLES("VRMC_springBone_extended_collider-1.0", extended);
}

static void test_limits(void **state)
{
    static const struct sample samples[] = {
        {"{\"specVersion\": \"1.0-draft\", \"limit\": {\"cone\": {\"angle\": 4}}}", ""},
        {"{\"specVersion\": \"1.0-draft\", \"limit\": {\"spherical\": {\"phi\": 1, \"theta\": 1}}}",
         "warning additionalProperties /limit/spherical/phi phi -> 'pitch'; warning additionalProperties "
         "/limit/spherical/theta theta -> 'yaw'; "
         "error required /limit/spherical pitch; error required /limit/spherical yaw"},
        {"{\"specVersion\": \"1.0-draft\", \"limit\": {\"hinge\": {\"angle\": -1, \"rotation\": [0, 0, 0, 1.1]}}}",
         "error minimum /limit/hinge/angle; error maximum /limit/hinge/rotation/3"},
        {"{\"limit\": {}}", "error oneOf /limit; error required  specVersion"},
    };
    CHECK_SAMPLES("VRMC_springBone_limit-1.0-draft", samples);
}

#define CONSTRAINT(text) "{\"specVersion\": \"1.0\", \"constraint\": {" text "}}"

static void test_constraints(void **state)
{
    static const struct sample samples[] = {
        {CONSTRAINT("\"roll\": {\"source\": 1, \"rollAxis\": \"X\", \"name\": \"Twist\"}"), ""},
        {CONSTRAINT("\"roll\": {\"source\": 1, \"rollAxis\": \"x\"}"), "error enum /constraint/roll/rollAxis -> 'X'"},
        {CONSTRAINT("\"aim\": {\"source\": 1, \"aimAxis\": 3}"), "error type /constraint/aim/aimAxis"},
        {CONSTRAINT("\"aim\": {\"source\": 1}"), "error required /constraint/aim aimAxis"},
        {CONSTRAINT("\"rotation\": {\"source\": 9, \"weight\": -1}"),
         "error index-range /constraint/rotation/source nodes; error minimum /constraint/rotation/weight"},
        {CONSTRAINT("\"position\": {\"source\": 1}"), "error oneOf /constraint"},
        {"{\"specVersion\": \"1.0\", \"name\": \"a\", \"constraint\": {\"rotation\": {\"source\": 1}, \"name\": "
         "\"b\"}}",
         "warning additionalProperties /name name; warning additionalProperties /constraint/name name"},
    };
    CHECK_SAMPLES("VRMC_node_constraint-1.0", samples);
    CHECK_SAMPLES("VRMC_node_constraint-1.0-beta", samples);
    CHECK_SAMPLES("VRMC_node_constraint-1.0-draft-DE", samples);
#define PLUS_X CONSTRAINT("\"aim\": {\"source\": 1, \"aimAxis\": \"+X\"}")
    static const struct sample sign[] = {{PLUS_X, "error enum /constraint/aim/aimAxis -> 'PositiveX'"}};
    CHECK_SAMPLES("VRMC_node_constraint-1.0", sign);
    static const struct sample no_sign[] = {{PLUS_X, ""}};
    CHECK_SAMPLES("VRMC_node_constraint-1.0-draft-DE", no_sign);
    static const struct sample first[] = {
        {CONSTRAINT("\"aim\": {\"source\": 1, \"aimVector\": [0, 1, 0], \"freezeAxes\": [true, false]}"), ""},
        {CONSTRAINT("\"aim\": {\"source\": 1, \"freezeAxes\": [true, false, true]}"),
         "error maxItems /constraint/aim/freezeAxes"},
        {CONSTRAINT("\"rotation\": {\"source\": 1, \"freezeAxes\": [true, 1, true]}"),
         "error type /constraint/rotation/freezeAxes/1"},
        {CONSTRAINT("\"rotation\": {\"source\": 1, \"sourceSpace\": \"local\", \"axes\": []}"),
         "warning additionalProperties /constraint/rotation/axes axes -> 'freezeAxes'"},
        {CONSTRAINT("\"position\": {\"source\": 1, \"sourceSpace\": \"world\"}"),
         "error enum /constraint/position/sourceSpace -> 'model'"},
        {"{\"specVersion\": \"1.0-draft\", \"rotation\": {\"source\": -1}}",
         "error index-negative /rotation/source nodes; error required  constraint"},
    };
    CHECK_SAMPLES("VRMC_node_constraint-1.0-draft-A", first);
    static const struct sample february[] = {
        {CONSTRAINT("\"rotation\": {\"source\": 1, \"axes\": [true, false, true], \"weight\": 0.5}"), ""},
        {CONSTRAINT("\"rotation\": {\"source\": 1, \"axes\": [true, 1]}"),
         "error minItems /constraint/rotation/axes; error type /constraint/rotation/axes/1"},
        {CONSTRAINT("\"rotation\": {\"source\": 1, \"axes\": [true, true, true], \"freezeAxes\": []}"),
         "warning additionalProperties /constraint/rotation/freezeAxes freezeAxes -> 'axes'"},
        {CONSTRAINT("\"turn\": {\"axes\": []}"),
         "warning additionalProperties /constraint/turn turn; error oneOf /constraint"},
    };
    CHECK_SAMPLES("VRMC_node_constraint-1.0-draft-C", february);
}

static void test_animations(void **state)
{
    static const struct sample samples[] = {
        {"{\"specVersion\": \"1.0\", \"humanoid\": {\"humanBones\": {\"hips\": {\"node\": 1}, \"tail\": 3,"
         " \"extras\": 3}}}",
         ""},
        {"{\"specVersion\": \"1.0\", \"humanoid\": {\"humanBones\": {\"hips\": 1, \"tail\": {\"node\": 8},"
         " \"leftEye\": {\"node\": 1}}}}",
         "error type /humanoid/humanBones/hips; error index-range /humanoid/humanBones/tail/node nodes"},
        {"{\"specVersion\": \"1.0\", \"humanoid\": {}}", "error required /humanoid humanBones"},
        {"{\"specVersion\": \"1.0\", \"expressions\": {\"preset\": {\"happy\": {}, \"joy\": 1}, \"custom\": {\"a\": "
         "1}}}",
         "error required /expressions/preset/happy node; error type /expressions/custom/a"},
        {"{\"specVersion\": \"1.0\", \"lookAt\": {\"offsetFromHeadBone\": [1, 2]}}",
         "error minItems /lookAt/offsetFromHeadBone"},
    };
    CHECK_SAMPLES("VRMC_vrm_animation-1.0", samples);
    CHECK_SAMPLES("VRMC_vrm_animation-1.0-draft", samples);
}

static void test_secondary_animation(void **state)
{
    static const struct sample samples[] = {
        {"{}", ""},
        {"{\"boneGroups\": [{\"stiffiness\": 1, \"gravityPower\": 0, \"gravityDir\": {\"x\": 0, \"y\": -1, \"z\": 0},"
         " \"dragForce\": 3, \"hitRadius\": -1, \"colliderGroups\": [-1], \"center\": null, \"bones\": [-1, 99]}]}",
         ""},
        {"{\"boneGroups\": [{\"stiffness\": 1, \"gravityPower\": 0, \"gravityDir\": {\"x\": 0, \"y\": -1},"
         " \"dragForce\": 3, \"hitRadius\": 0, \"colliderGroups\": [1.5], \"center\": -1.0, \"bones\": [\"1\"]}]}",
         "warning additionalProperties /boneGroups/0/stiffness stiffness -> 'stiffiness'; "
         "warning required /boneGroups/0/gravityDir z; "
         "error index-fraction /boneGroups/0/colliderGroups/0 any; warning index-float /boneGroups/0/center any; "
         "error index-type /boneGroups/0/bones/0 any; warning required /boneGroups/0 stiffiness"},
        {"{\"colliderGroups\": [{\"node\": -1, \"colliders\": [{\"radius\": -1, \"tail\": {}}, {\"offset\": [0]}]}]}",
         "error type /colliderGroups/0/colliders/1/offset"},
    };
    CHECK_SAMPLES("VRM-0.x-secondaryAnimation", samples);
}

static void test_report(void **state)
{
#define FINDING(place)                                                                                                 \
    "{\"rule\": \"limit/locked\", \"severity\": \"warning\", \"message\": \"m\", \"pointer\": \"\", " place            \
    "\"fix\": \"none\", \"related\": [], \"data\": {\"angle\": 0.5, \"far\": \"Infinity\"}, "                          \
    "\"subject\": \"The file\", \"excerpt\": \"\", \"fingerprint\": \"0123456789abcdef:1\"}"
#define FILE_LINE(findings)                                                                                            \
    "{\"path\": \"a.vrm\", \"extensions\": {\"VRMC_springBone\": \"1.0\"}, \"unchecked\": [], \"skipped\": [],"        \
    " \"counts\": {\"error\": 0, \"warning\": 1, \"info\": 0}, \"findings\": [" findings "]}"
#define SUMMARY "\"summary\": {\"files\": 1, \"error\": 0, \"warning\": 1, \"info\": 0}"
    static const struct sample samples[] = {
        {FILE_LINE(FINDING("")), ""},
        {FILE_LINE(FINDING("\"line\": 1, \"column\": 1, \"offset\": 20,")), ""},
        {FILE_LINE(FINDING("\"line\": 1, \"column\": 1, ")), "error anyOf "},
        {FILE_LINE(FINDING("\"line\": 0, \"column\": 1, \"offset\": 20,")), "error anyOf "},
        {FILE_LINE(FINDING("\"extra\": 1,")), "error anyOf "},
        {"{" SUMMARY "}", ""},
        {"{\"tool\": {\"name\": \"vrmlint\", \"version\": \"0.1.0\"}, \"files\": [" FILE_LINE("") "], " SUMMARY "}",
         ""},
        {"{\"tool\": {\"name\": \"vrmlint\", \"version\": \"0.1.0\"}, \"files\": []}", "error anyOf "},
    };
    CHECK_SAMPLES("report", samples);
}

TEST_PROGRAM(schemas_values)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_springs),    cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_constraints),
        cmocka_unit_test(test_animations), cmocka_unit_test(test_secondary_animation),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
