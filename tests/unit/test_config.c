/* Configuration files: path patterns, refused texts and their positions, and the policy that a file gives. */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "base/glob.h"
#include "run/policy.h"

/* ---- patterns ---- */

static void patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        const char *path;
        bool fits;
    } cases[] = {
        {"a.vrm", "a.vrm", true},
        {"a.vrm", "deep/er/a.vrm", true},
        {"a.vrm", "a.vrma", false},
        {"a.vrm", "ba.vrm", false},
        {"/a.vrm", "a.vrm", true},
        {"/a.vrm", "deep/a.vrm", false},
        {"old", "old/a.vrm", true},
        {"old", "x/old/y/a.vrm", true},
        {"old", "older/a.vrm", false},
        {"old/", "old/a.vrm", true},
        {"old/", "old", false},
        {"old/", "x/old/a.vrm", true},
        {"/old/", "x/old/a.vrm", false},
        {"old/**", "old/a.vrm", true},
        {"old/**", "old/x/a.vrm", true},
        {"old/**", "old", false},
        {"old/**", "x/old/a.vrm", false},
        {"**/old/**", "x/old/a.vrm", true},
        {"**/old/**", "old/a.vrm", true},
        {"old/*.vrm", "old/a.vrm", true},
        {"old/*.vrm", "old/x/a.vrm", false},
        {"old/**/a.vrm", "old/a.vrm", true},
        {"old/**/a.vrm", "old/x/y/a.vrm", true},
        {"old/**/a.vrm", "old/x/y/b.vrm", false},
        {"a/**/b/**/c", "a/b/x/b/y/c", true},
        {"a/**/b/**/c", "a/x/c/b", false},
        {"**", "a", true},
        {"**", "a/b", true},
        {"*", "a/b", true},
        {"*.vrm", "x/a.vrm", true},
        {"*.vrm", "a.vrm.txt", false},
        {"a*b*c", "aXbYbZc", true},
        {"a*b*c", "aXbYbZ", false},
        {"*", "", false},
        {"?.vrm", "a.vrm", true},
        {"?.vrm", "ab.vrm", false},
        {"?.vrm", "ミ.vrm", true},
        {"?.vrm", ".vrm", false},
        {"[ab].vrm", "b.vrm", true},
        {"[ab].vrm", "c.vrm", false},
        {"[!ab].vrm", "c.vrm", true},
        {"[^ab].vrm", "a.vrm", false},
        {"[a-c0-9].vrm", "7.vrm", true},
        {"[]].vrm", "].vrm", true},
        {"[ぁ-ん].vrm", "み.vrm", true},
        {"[ab", "[ab", true},
        {"\\*.vrm", "*.vrm", true},
        {"\\*.vrm", "a.vrm", false},
        {"A.vrm", "a.vrm", false},
        {"a\xFF?", "a\xFF\xFE", true},
        {"", "a", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (glob_matches(cases[i].pattern, cases[i].path) != cases[i].fits) {
            fail_msg("'%s' and '%s': wanted %d", cases[i].pattern, cases[i].path, cases[i].fits);
        }
    }
}

/* A pattern for which a naive matcher would try every way to split the path. */
static void patterns_are_quick(void **state)
{
    (void)state;
    enum { STARS = 2000 };
    static char pattern[STARS * 4 + 2];
    static char path[STARS * 2 + 1];
    for (size_t i = 0; i < STARS; i++) {
        memcpy(pattern + i * 2, "*a", 2);
        path[i] = 'a';
    }
    memcpy(pattern + (size_t)STARS * 2, "b", 2);
    assert_false(glob_matches(pattern, path));
    for (size_t i = 0; i < STARS; i++) {
        memcpy(pattern + i * 4, "**/a", 4);
        memcpy(path + i * 2, "a/", 2);
    }
    memcpy(pattern + (size_t)STARS * 4, "b", 2);
    path[STARS * 2 - 1] = '\0';
    assert_false(glob_matches(pattern, path));
}

/* ---- refusals ---- */

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *error;
    } cases[] = {
        {"", "c.json:1:1: not JSON: "},
        {"{\n  \"root\": true,\n}", "c.json:3:1: not JSON: "},
        {"\xEF\xBB\xBF{\"root\": 1}", "c.json:1:10: 'root' must be true or false, not a number"},
        {"[]", "c.json:1:1: the whole file must be an object, not an array"},
        {"{\"root\": true, \"root\": true}", "c.json:1:16: this key appears for the second time"},
        {"{\n  \"selct\": []}", "c.json:2:12: unknown setting 'selct'; did you mean 'select'?"},
        {"{\"zzzzzz\": []}",
         "c.json:1:12: unknown setting 'zzzzzz'; known settings: $schema, requiredVersion, root, extends, "
         "exclude, baseline, lang, select, "
         "ignore, severity, failOn, minSeverity, noData, thresholds, budget, ignores, paths"},
        {"{\"select\": \"json\"}", "c.json:1:12: 'select' must be an array, not a string"},
        {"{\"select\": [1]}", "c.json:1:13: an entry of 'select' must be a string, not a number"},
        {"{\"select\": []}", "c.json:1:12: 'select' is empty"},
        {"{\"exclude\": [\"a[\"]}", "c.json:1:14: the pattern 'a[' has a [ without a ]"},
        {"{\"paths\": [{\"match\": [\"[!]\"]}]}", "c.json:1:23: the pattern '[!]' has a [ without a ]"},
        {"{\"extends\": [\"a.json\"]}", "c.json:1:13: 'extends' must be a string, not an array"},
        {"{\"select\": [\"\"]}", "c.json:1:13: an entry of 'select' is empty"},
        {"{\"select\": [\"jsn\"]}", "c.json:1:13: unknown rule or family 'jsn'; did you mean 'json'?"},
        {"{\"failOn\": \"warn\"}", "c.json:1:12: 'failOn' can't be 'warn'; known values: error, warning, info, never"},
        {"{\"failOn\": \"eror\"}", "c.json:1:12: 'failOn' can't be 'eror'; did you mean 'error'?"},
        {"{\"failOn\": null}", "c.json:1:12: 'failOn' must be a string, not null"},
        {"{\"severity\": {\"json/bon\": \"info\"}}",
         "c.json:1:27: unknown rule or family 'json/bon'; did you mean 'json/bom'?"},
        {"{\"severity\": {\"json/bom\": \"inf\"}}", "c.json:1:27: 'json/bom' can't be 'inf'; did you mean 'info'?"},
        {"{\"severity\": {\"default\": \"info\"}}", "c.json:1:26: unknown rule or family 'default'"},
        {"{\"thresholds\": {\"jiter\": 1}}", "c.json:1:26: unknown threshold 'jiter'; did you mean 'jitter'?"},
        {"{\"thresholds\": {\"jitter\": \"1\"}}", "c.json:1:27: 'jitter' must be a number, not a string"},
        {"{\"thresholds\": {\"jitter\": -1}}",
         "c.json:1:27: the threshold 'jitter' can't be -1; it must be 0 to 1 (share)"},
        {"{\"paths\": [{\"match\": [], \"ignore\": []}]}", "c.json:1:22: 'match' is empty"},
        {"{\"paths\": [{\"ignore\": []}]}", "c.json:1:12: an entry of 'paths' lacks 'match'"},
        {"{\"paths\": [{\"match\": [\"x\"],\n \"ignore\": [\"jsn\"]}]}",
         "c.json:2:13: unknown rule or family 'jsn'; did you mean 'json'?"},
        {"{\"paths\": [{\"match\": [\"x\"], \"root\": true}]}", "c.json:1:37: unknown setting 'root'; known settings:"},
        {"{\"ignores\": [{\"rule\": \"json\", \"node\": \"A\"}]}",
         "c.json:1:14: a reason is missing: explain to later readers why this is fine"},
        {"{\"ignores\": [{\"rule\": \"json\", \"node\": \"A\", \"reason\": \"\"}]}", "c.json:1:54: 'reason' is empty"},
        {"{\"ignores\": [{\"rule\": \"json\", \"reason\": \"x\"}]}",
         "c.json:1:14: an ignore of json needs a place: a pointer, node, spring, bone, expression, "
         "material, texture or mesh"},
        {"{\"ignores\": [{\"rule\": \"json\", \"pointer\": \"nodes\", \"reason\": \"x\"}]}",
         "c.json:1:14: 'nodes' is not a JSON pointer because it doesn't begin with /"},
        {"{\"ignores\": [{\"rule\": \"jsn\", \"pointer\": \"\", \"reason\": \"x\"}]}",
         "c.json:1:14: unknown rule or family 'jsn'; did you mean 'json'?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        assert_null(vrmlint_config_from_bytes("c.json", cases[i].text, strlen(cases[i].text), &refusal));
        if (strncmp(refusal.text, cases[i].error, strlen(cases[i].error)) != 0) {
            fail_msg("%s\n  gives  %s\n  wanted %s", cases[i].text, refusal.text, cases[i].error);
        }
    }
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    assert_null(vrmlint_config_read("/no/such/file.json", "shown", &refusal));
    assert_string_equal(refusal.text, "shown: No such file or directory");
}

/* ---- policies from files ---- */

#define ON_RULE "springbone/joint-not-descendant"
#define OTHER_RULE "json/duplicate-key"

static struct vrmlint_config *config_of(const char *name, const char *text)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_config *config = vrmlint_config_from_bytes(name, text, strlen(text), &refusal);
    if (config == NULL) {
        fail_msg("%s: %s", text, refusal.text);
    }
    return config;
}

static void configure(struct vrmlint_policy *policy, const struct vrmlint_config *config, const char *path)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    bool blocks[8] = {false};
    assert_true(vrmlint_config_block_count(config) <= 8);
    for (size_t i = 0; i < vrmlint_config_block_count(config); i++) {
        blocks[i] = vrmlint_config_block_holds(config, i, path);
    }
    assert_true(vrmlint_policy_configure(policy, config, blocks, &refusal));
}

static enum vrmlint_severity worth(const struct vrmlint_policy *policy, const char *id)
{
    return vrmlint_policy_effective(policy, vrmlint_rule_by_id(id));
}

/* The severities of two rules, an error and a warning by default, under a far file, a near file and a command line. */
static void layers(void **state)
{
    (void)state;
    static const struct {
        const char *far;
        const char *near;
        const char *select;
        const char *ignore;
        const char *off;
        const char *error;
        enum vrmlint_severity on_rule;
        enum vrmlint_severity other;
    } cases[] = {
        {"{}", "{}", NULL, NULL, NULL, NULL, VRMLINT_ERROR, VRMLINT_WARNING},
        {"{\"ignore\": [\"json\"]}", "{}", NULL, NULL, NULL, NULL, VRMLINT_ERROR, VRMLINT_OFF},
        {"{\"select\": [\"json\"]}", "{}", NULL, NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_WARNING},
        {"{\"select\": [\"json\"]}", "{\"select\": [\"springbone\"]}", NULL, NULL, NULL, NULL, VRMLINT_ERROR,
         VRMLINT_OFF},
        {"{\"ignore\": [\"json\"]}", "{\"select\": [\"default\"]}", NULL, NULL, NULL, NULL, VRMLINT_ERROR,
         VRMLINT_WARNING},
        {"{\"select\": [\"json\"]}", "{\"ignore\": [\"json\"]}", NULL, NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_OFF},
        {"{\"ignore\": [\"json\"], \"select\": [\"json\"]}", "{}", NULL, NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_OFF},
        {"{\"severity\": {\"" OTHER_RULE "\": \"error\"}}", "{\"severity\": {\"json\": \"info\"}}", NULL, NULL, NULL,
         NULL, VRMLINT_ERROR, VRMLINT_INFO},
        {"{\"severity\": {\"" OTHER_RULE "\": \"error\", \"json\": \"info\"}}", "{}", NULL, NULL, NULL, NULL,
         VRMLINT_ERROR, VRMLINT_ERROR},
        {"{\"severity\": {\"json\": \"off\"}}", "{\"severity\": {\"json\": \"info\"}}", NULL, NULL, NULL, NULL,
         VRMLINT_ERROR, VRMLINT_INFO},
        {"{\"ignore\": [\"json\"]}", "{}", "json", NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_WARNING},
        {"{\"severity\": {\"json\": \"off\"}}", "{}", "json", NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_WARNING},
        {"{\"severity\": {\"json\": \"info\"}}", "{}", "json", NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_INFO},
        {"{\"select\": [\"json\"]}", "{}", NULL, "json", NULL, NULL, VRMLINT_OFF, VRMLINT_OFF},
        {"{\"severity\": {\"json\": \"info\"}}", "{}", NULL, NULL, "json", NULL, VRMLINT_ERROR, VRMLINT_OFF},
        {"{\"severity\": {\"json\": \"off\"}}", "{}", NULL, NULL, NULL, "json", VRMLINT_ERROR, VRMLINT_ERROR},
        {"{\"ignore\": [\"json\"]}", "{}", NULL, NULL, NULL, "json", VRMLINT_ERROR, VRMLINT_OFF},
        {"{\"paths\": [{\"match\": [\"old/**\"], \"ignore\": [\"json\"]}]}", "{}", NULL, NULL, NULL, NULL,
         VRMLINT_ERROR, VRMLINT_OFF},
        {"{\"paths\": [{\"match\": [\"new/**\"], \"ignore\": [\"json\"]}]}", "{}", NULL, NULL, NULL, NULL,
         VRMLINT_ERROR, VRMLINT_WARNING},
        {"{\"paths\": [{\"match\": [\"old\"], \"ignore\": [\"json\"]}, {\"match\": [\"x\", \"*.vrm\"], \"select\": "
         "[\"json\"]}]}",
         "{}", NULL, NULL, NULL, NULL, VRMLINT_OFF, VRMLINT_WARNING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int order = 0; order < 2; order++) { /* command line first, then command line last */
            struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
            struct vrmlint_policy *policy = vrmlint_policy_new();
            struct vrmlint_config *far = config_of("far", cases[i].far);
            struct vrmlint_config *near = config_of("near", cases[i].near);
            for (int step = 0; step < 2; step++) {
                if (step == order) {
                    configure(policy, far, "old/a.vrm");
                    configure(policy, near, "a.vrm");
                    continue;
                }
                assert_true(cases[i].select == NULL || vrmlint_policy_select(policy, cases[i].select, &refusal));
                assert_true(cases[i].ignore == NULL || vrmlint_policy_ignore(policy, cases[i].ignore, &refusal));
                assert_true(cases[i].off == NULL ||
                            vrmlint_policy_severity(policy, cases[i].off, VRMLINT_OFF, &refusal));
                assert_true(cases[i].error == NULL ||
                            vrmlint_policy_severity(policy, cases[i].error, VRMLINT_ERROR, &refusal));
            }
            if (worth(policy, ON_RULE) != cases[i].on_rule || worth(policy, OTHER_RULE) != cases[i].other) {
                fail_msg("case %zu: %s, %s", i, vrmlint_severity_name(worth(policy, ON_RULE)),
                         vrmlint_severity_name(worth(policy, OTHER_RULE)));
            }
            vrmlint_policy_free(policy);
            vrmlint_config_free(far);
            vrmlint_config_free(near);
        }
    }
}

static void other_settings(void **state)
{
    (void)state;
    struct vrmlint_config *config =
        config_of("c.json", "{\"failOn\": \"never\", \"root\": true,\n \"severity\": {\"json/bom\": \"info\"},\n"
                            " \"ignore\": [\"container\", \"json/syntax\"],\n \"thresholds\": {\"jitter\": 0.75}}");
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_report failing = {.counts = {[VRMLINT_ERROR] = 1}};
    struct vrmlint_report advice = {.counts = {[VRMLINT_INFO] = 1}};
    assert_true(vrmlint_config_is_root(config));
    assert_string_equal(vrmlint_config_name(config), "c.json");
    assert_true(vrmlint_policy_fails(policy, &failing));
    assert_false(vrmlint_policy_fails(policy, &advice));
    configure(policy, config, "a.vrm");
    assert_false(vrmlint_policy_fails(policy, &failing));
    vrmlint_policy_fail_on(policy, VRMLINT_INFO);
    assert_true(vrmlint_policy_fails(policy, &advice));
    configure(policy, config, "a.vrm");
    assert_true(vrmlint_policy_fails(policy, &advice));
    assert_string_equal(vrmlint_policy_origin(policy, vrmlint_rule_by_id("json/bom")), "c.json:2:27");
    assert_string_equal(vrmlint_policy_origin(policy, vrmlint_rule_by_id("json/syntax")), "c.json:3:26");
    assert_string_equal(vrmlint_policy_origin(policy, vrmlint_rule_by_id("container/empty")), "c.json:3:13");
    assert_null(vrmlint_policy_origin(policy, vrmlint_rule_by_id(ON_RULE)));
    size_t count;
    const struct vrmlint_threshold *thresholds = vrmlint_thresholds(&count);
    size_t changed = 0;
    for (size_t i = 0; i < count; i++) {
        changed += vrmlint_policy_threshold_value(policy, &thresholds[i]) != thresholds[i].value;
    }
    assert_int_equal(changed, 1);
    vrmlint_policy_free(policy);
    vrmlint_config_free(config);
}

/* ---- ignores ---- */

/* Two springs with the same mistake, a dragForce out of range, on nodes of different names; and a duplicate key. */
static const char avatar[] =
    "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_springBone\"],"
    "\"scenes\": [{\"nodes\": [0]}], \"scene\": 0,"
    "\"nodes\": [{\"name\": \"Root\", \"children\": [1, 3]},"
    "{\"name\": \"Hair\", \"children\": [2], \"translation\": [0, 1, 0]},"
    "{\"name\": \"HairEnd\", \"translation\": [0, 0.1, 0]},"
    "{\"name\": \"Skirt\", \"children\": [4], \"translation\": [0, 0.5, 0]},"
    "{\"name\": \"SkirtEnd\", \"translation\": [0, -0.1, 0]}],"
    "\"extras\": {\"a\": 1, \"a\": 2},"
    "\"extensions\": {\"VRMC_springBone\": {\"specVersion\": \"1.0\", \"springs\": ["
    "{\"name\": \"Hair spring\", \"joints\": [{\"node\": 1, \"dragForce\": 7}, {\"node\": 2}]},"
    "{\"name\": \"Skirt spring\", \"joints\": [{\"node\": 3, \"dragForce\": 7}, {\"node\": 4}]}]}}}";

static size_t count_of(const struct vrmlint_report *report, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        count += strcmp(report->findings[i].rule->id, rule) == 0;
    }
    return count;
}

static void ignores(void **state)
{
    (void)state;
    static const char drag[] = "springbone/value-out-of-range";
    static const struct {
        const char *rule;
        const char *pointer;
        const char *node;
        const char *spring;
        size_t left; /* of the two findings */
    } cases[] = {
        {drag, NULL, "Hair", NULL, 1},
        {"springbone", NULL, "Hair", NULL, 1},
        {drag, NULL, "HairEnd", NULL, 2},
        {drag, NULL, "Hai", NULL, 2},
        {"json", NULL, "Hair", NULL, 2},
        {drag, NULL, NULL, "Skirt spring", 1},
        {drag, NULL, "Skirt", "Skirt spring", 1},
        {drag, NULL, "Hair", "Skirt spring", 2},
        {drag, "/extensions/VRMC_springBone/springs/1/joints/0/dragForce", NULL, NULL, 1},
        {drag, "/extensions/VRMC_springBone/springs/1/joints/0", NULL, NULL, 1},
        {drag, "/extensions/VRMC_springBone/springs", NULL, NULL, 0},
        {drag, "", NULL, NULL, 0},
        {drag, "/extensions/VRMC_springBone/springs/1/joints/0/drag", NULL, NULL, 2},
        {drag, "/extensions", "Hair", NULL, 1},
    };
    struct vrmlint_report *report = vrmlint_check_bytes(NULL, "a.gltf", avatar, strlen(avatar));
    size_t all = report->finding_count;
    assert_int_equal(count_of(report, drag), 2);
    assert_int_equal(report->ignored_count, 0);
    vrmlint_report_free(report);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        struct vrmlint_policy *original = vrmlint_policy_new();
        const struct vrmlint_ignore ignore = {.rule = cases[i].rule,
                                              .pointer = cases[i].pointer,
                                              .node = cases[i].node,
                                              .spring = cases[i].spring,
                                              .reason = "because",
                                              .config = "c.json",
                                              .line = 3,
                                              .column = 4};
        assert_true(vrmlint_policy_ignore_at(original, &ignore, &refusal));
        struct vrmlint_policy *policy = vrmlint_policy_copy(original);
        assert_non_null(policy);
        report = vrmlint_report_compact(vrmlint_check_bytes(policy, "a.gltf", avatar, strlen(avatar)));
        if (count_of(report, drag) != cases[i].left) {
            fail_msg("case %zu: %zu are left", i, count_of(report, drag));
        }
        assert_int_equal(report->finding_count + report->ignored_findings, all);
        assert_int_equal(report->counts[1] + report->counts[2] + report->counts[3], report->finding_count);
        assert_int_equal(report->ignored_count, cases[i].left == 2 ? 0 : 1);
        if (report->ignored_count == 1) {
            assert_string_equal(report->ignored[0].reason, "because");
            assert_string_equal(report->ignored[0].config, "c.json");
            assert_int_equal(report->ignored[0].line, 3);
            assert_int_equal(report->ignored[0].count, report->ignored_findings);
        }
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
        vrmlint_policy_free(original);
    }
}

/* An ignore may name what artists name. Both generations; a name matches nothing else of that name. */
static void ignores_by_name(void **state)
{
    (void)state;
    static const char *const files[] = {
        "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"A\", \"scale\": [0, 1]}, {\"name\": \"B\"}],"
        "\"materials\": [{\"name\": \"A\", \"alphaCutoff\": -1}, {\"name\": \"B\", \"alphaCutoff\": -1}],"
        "\"images\": [{\"name\": \"A\", \"uri\": \"gone.png\"}, {\"name\": \"B\", \"uri\": \"away.png\"}],"
        "\"textures\": [{\"source\": 0, \"sampler\": 9}, {\"name\": \"C\", \"source\": 1, \"sampler\": \"x\"}],"
        "\"meshes\": [{\"name\": \"A\", \"primitives\": [{\"attributes\": {}, \"mode\": 9}]}],"
        "\"extensionsUsed\": [\"VRMC_vrm\"], \"extensions\": {\"VRMC_vrm\": {\"specVersion\": \"1.0\", "
        "\"humanoid\": {\"humanBones\": {\"head\": {\"node\": 1, \"odd\": 1}, \"neck\": {\"node\": 9}}},"
        "\"expressions\": {\"preset\": {\"happy\": {\"isBinary\": 3}}, \"custom\": {\"a/b\": {\"isBinary\": 3}}}}}}",
        "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"A\"}], \"extensionsUsed\": [\"VRM\"], "
        "\"extensions\": {\"VRM\": {"
        "\"humanoid\": {\"humanBones\": [{\"bone\": \"head\", \"node\": 9}]},"
        "\"materialProperties\": [{\"name\": \"M\", \"renderQueue\": \"x\"}],"
        "\"blendShapeMaster\": {\"blendShapeGroups\": [{\"name\": \"Joy\", \"presetName\": \"joy\", \"isBinary\": "
        "3}]}}}}"};
    const struct {
        size_t file;
        const char *rule;
        struct vrmlint_ignore ignore; /* its place */
        const char *pointer;          /* where the findings are that it takes; NULL: it takes none */
    } cases[] = {
        {0, "gltf", {.material = "A"}, "/materials/0/"},
        {0, "gltf", {.material = "B"}, "/materials/1/"},
        {0, "gltf", {.material = "C"}, NULL},
        {0, "gltf", {.texture = "A"}, "/textures/0/"},
        {0, "gltf", {.texture = "C"}, "/textures/1/"},
        {0, "gltf", {.texture = "B"}, "/textures/1/"},
        {0, "gltf", {.mesh = "A"}, "/meshes/0/"},
        {0, "gltf", {.node = "A", .material = "A"}, NULL},
        {0, "vrm", {.bone = "head"}, "/extensions/VRMC_vrm/humanoid/humanBones/head"},
        {0, "vrm", {.bone = "neck"}, "/extensions/VRMC_vrm/humanoid/humanBones/neck"},
        {0, "vrm", {.bone = "nose"}, NULL},
        {0, "vrm", {.expression = "happy"}, "/extensions/VRMC_vrm/expressions/preset/happy"},
        {0, "vrm", {.expression = "a/b"}, "/extensions/VRMC_vrm/expressions/custom/a~1b"},
        {1, "vrm0", {.bone = "head"}, "/extensions/VRM/humanoid/humanBones/0"},
        {1, "vrm0", {.material = "M"}, "/extensions/VRM/materialProperties/0"},
        {1, "vrm0", {.expression = "joy"}, "/extensions/VRM/blendShapeMaster/blendShapeGroups/0"},
        {1, "vrm0", {.expression = "Joy"}, "/extensions/VRM/blendShapeMaster/blendShapeGroups/0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *file = files[cases[i].file];
        struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
        struct vrmlint_policy *policy = vrmlint_policy_new();
        struct vrmlint_ignore ignore = cases[i].ignore;
        ignore.rule = cases[i].rule;
        ignore.reason = "because";
        ignore.config = "";
        struct vrmlint_report *before = vrmlint_check_bytes(policy, "a.gltf", file, strlen(file));
        assert_true(vrmlint_policy_ignore_at(policy, &ignore, &refusal));
        struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", file, strlen(file));
        size_t there = 0;
        size_t left = 0;
        for (size_t k = 0; cases[i].pointer != NULL && k < before->finding_count; k++) {
            there += strncmp(before->findings[k].pointer, cases[i].pointer, strlen(cases[i].pointer)) == 0 &&
                     strncmp(before->findings[k].rule->id, cases[i].rule, strlen(cases[i].rule)) == 0;
        }
        for (size_t k = 0; cases[i].pointer != NULL && k < report->finding_count; k++) {
            left += strncmp(report->findings[k].pointer, cases[i].pointer, strlen(cases[i].pointer)) == 0 &&
                    strncmp(report->findings[k].rule->id, cases[i].rule, strlen(cases[i].rule)) == 0;
        }
        if ((there == 0) != (cases[i].pointer == NULL) || left != 0 || report->ignored_findings != there) {
            fail_msg("case %zu: %zu are there, %zu are left, %zu are ignored", i, there, left,
                     report->ignored_findings);
        }
        vrmlint_report_free(before);
        vrmlint_report_free(report);
        vrmlint_policy_free(policy);
    }
}

/* In an unreadable file, a pointer to the whole document matches, but no name does. */
static void ignores_without_names(void **state)
{
    (void)state;
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    struct vrmlint_ignore ignore = {.rule = "json/syntax", .node = "Hair", .reason = "r", .config = ""};
    assert_true(vrmlint_policy_ignore_at(policy, &ignore, &refusal));
    struct vrmlint_report *report = vrmlint_check_bytes(policy, "a.gltf", "{,}", 3);
    assert_int_equal(report->finding_count, 1);
    vrmlint_report_free(report);
    ignore = (struct vrmlint_ignore){.rule = "json", .pointer = "", .reason = "r", .config = ""};
    assert_true(vrmlint_policy_ignore_at(policy, &ignore, &refusal));
    report = vrmlint_check_bytes(policy, "a.gltf", "{,}", 3);
    assert_int_equal(report->finding_count, 0);
    assert_int_equal(report->ignored_findings, 1);
    vrmlint_report_free(report);
    vrmlint_policy_free(policy);
}

/* A [ must be closed by a ] in the same path component. Also tests which patterns match a whole folder. */
static void patterns_of_folders(void **state)
{
    (void)state;
    static const char *const whole[] = {"", "a", "[a]", "[]a]", "[!]a]/*", "\\[", "a]", "x/[a-z]?"};
    static const char *const open[] = {"[", "[]", "[!]", "a[b", "x/[a/b]", "[\\]", "[a]["};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        assert_true(glob_is_whole(whole[i]));
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        assert_false(glob_is_whole(open[i]));
    }
    static const char *const takes[][2] = {
        {"old", "x/old"}, {"old/", "x/old"}, {"x/**", "x"}, {"*", "x"}, {"/x/", "x/y"}};
    static const char *const spares[][2] = {{"*.vrm", "x"}, {"/old/", "x/old"}, {"x/*.vrm", "x"}, {"x/y/**", "x"}};
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
        assert_true(glob_takes_folder(takes[i][0], takes[i][1]));
    }
    for (size_t i = 0; i < sizeof spares / sizeof *spares; i++) {
        assert_false(glob_takes_folder(spares[i][0], spares[i][1]));
    }
}

TEST_PROGRAM(config)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(patterns_are_quick),
        cmocka_unit_test(patterns_of_folders),
        cmocka_unit_test(refusals),
        cmocka_unit_test(layers),
        cmocka_unit_test(other_settings),
        cmocka_unit_test(ignores),
        cmocka_unit_test(ignores_by_name),
        cmocka_unit_test(ignores_without_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
