/* The table of extensions: every descriptor is complete, and everything that it names exists.
 * Also the search for instances. */
#include "opened.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "ids/rules.h"
#include "schema/embedded.h"
#include "vrm/instances.h"

/* ---- the table ---- */

static void places_end_with_the_name(void **state)
{
    (void)state;
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        const struct extension *extension = &extension_table[id];
        char end[EXTENSION_POINTER_MAX];
        snprintf(end, sizeof end, "/extensions/%s", extension->name);
        assert_non_null(extension->places[0]);
        for (const char *const *place = extension->places; *place != NULL; place++) {
            size_t lists = 0;
            for (const char *mark = strchr(*place, '#'); mark != NULL; mark = strchr(mark + 1, '#')) {
                lists++;
            }
            assert_true(lists <= EXTENSION_LISTS_MAX);
            assert_true(strlen(*place) + lists * strlen("18446744073709551615") < EXTENSION_POINTER_MAX);
            const char *found = strstr(*place, end);
            assert_non_null(found);
            assert_true(extension->is_member || strstr(*place + strlen(*place) - strlen(end), end) != NULL);
        }
    }
}

static void names_are_found(void **state)
{
    (void)state;
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        const struct extension *extension = &extension_table[id];
        assert_int_equal(extension_by_name(extension->name), extension->is_member ? EXTENSION_VRM : id);
        assert_true(extension_is_of_interest(extension->name, strlen(extension->name)));
        for (const char *const *other = extension->meant_by; other != NULL && *other != NULL; other++) {
            assert_int_equal(extension_misspelt(*other), id);
        }
    }
    assert_false(extension_is_of_interest("KHR_xmp_json_ld", strlen("KHR_xmp_json_ld")));
    assert_true(extension_is_of_interest("VR", 2));
    assert_false(extension_is_of_interest("V", 1));
    assert_int_equal(extension_nearly("VRCM_sprngBone"), EXTENSION_SPRINGBONE);
    assert_int_equal(extension_nearly(" VRMC_vrm_animation"), EXTENSION_ANIMATION);
    assert_int_equal(extension_nearly("VRMC_springBone"), EXTENSION_COUNT);
    assert_int_equal(extension_nearly("VRMC_node_collider"), EXTENSION_COUNT);
    assert_int_equal(extension_nearly("VRMC_vrm"), EXTENSION_COUNT);
}

static bool is_embedded(const char *schema)
{
    for (size_t i = 0; i < embedded_schema_count; i++) {
        if (strcmp(embedded_schemas[i].name, schema) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_schema_of(const struct extension *extension, const char *schema)
{
    for (const struct extension_version *version = extension->versions; version->text != NULL; version++) {
        if (strcmp(version->schema, schema) == 0) {
            return true;
        }
        for (const struct extension_layout *older = version->older; older != NULL && older->name != NULL; older++) {
            if (strcmp(older->schema, schema) == 0) {
                return true;
            }
        }
    }
    return false;
}

static void schemas_are_embedded(void **state)
{
    (void)state;
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        assert_non_null(extension_table[id].versions[0].text);
        for (const struct extension_version *v = extension_table[id].versions; v->text != NULL; v++) {
            assert_true(is_embedded(v->schema));
            for (const struct extension_layout *older = v->older; older != NULL && older->name != NULL; older++) {
                assert_true(is_embedded(older->schema));
            }
        }
    }
    for (size_t i = 0; i < embedded_schema_count; i++) {
        const char *name = embedded_schemas[i].name;
        bool used = strcmp(name, "config") == 0 || strcmp(name, "report") == 0 || strncmp(name, "glTF-2.0", 8) == 0;
        for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
            used = used || is_schema_of(&extension_table[id], name);
        }
        if (!used) {
            print_error("%s: no extension's version has this schema\n", name);
        }
        assert_true(used);
    }
}

/* The value of a descriptor without a word of its own. */
static const enum message NO_WORDS = 0;

static void need_rule(const char *family, const char *name)
{
    if (family_rule(family, name) == RULE_NONE) {
        print_error("no table has a rule %s/%s\n", family, name);
        fail();
    }
}

static void rules_and_words_are_there(void **state)
{
    (void)state;
    static const char *const declared[] = {"not-declared",       "declared-but-absent", "required-but-absent",
                                           "listed-as-required", "wrong-location",      "misnamed"};
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        const struct extension *extension = &extension_table[id];
        need_rule(extension->family, "wrong-type");
        for (const struct extension_part *part = extension->parts; part != NULL && part->pattern != NULL; part++) {
            need_rule(part->family, "wrong-type");
        }
        if (extension->is_member) {
            continue;
        }
        assert_true(extension->where != NO_WORDS && extension->what != NO_WORDS && extension->undeclared != NO_WORDS &&
                    extension->unread != NO_WORDS);
        /* for Khronos extensions, neither the declaration nor a needless requirement is checked */
        bool lax = strcmp(extension->family, "gltf") == 0;
        for (size_t i = 0; !lax && i < (extension->is_general ? 1 : sizeof declared / sizeof *declared); i++) {
            need_rule(extension->family, declared[i]);
        }
        need_rule(extension->family, "not-declared");
        need_rule(extension->is_general ? "gltf" : extension->family, "wrong-location");
        if (extension_has_versions(id)) {
            assert_int_not_equal(extension->unversioned, NO_WORDS);
            need_rule(extension->family, "spec-version-missing");
            need_rule(extension->family, "spec-version-unknown");
        }
        for (const struct extension_version *version = extension->versions; version->text != NULL; version++) {
            if (version->status == VERSION_PRERELEASE) {
                need_rule(extension->family, "spec-version-prerelease");
            }
        }
    }
    assert_int_equal(family_rule("springbone", "no-such-rule"), RULE_NONE);
    assert_int_equal(family_rule("springbone", "wrong-type"), RULE_SPRINGBONE_WRONG_TYPE);
}

/* ---- the search for instances ---- */

/* Returns the pointers of all instances in some places. */
static const char *instances_in(const char *const *places, bool *is_barred)
{
    struct buf list = BUF_INIT(arena);
    struct extension_cursor cursor = {.document = document, .places = places};
    while (extension_next(&cursor)) {
        assert_non_null(cursor.value);
        assert_ptr_equal(cursor.value, document_tree(document, cursor.pointer));
        buf_printf(&list, "%s ", cursor.pointer);
    }
    *is_barred = cursor.is_barred;
    return buf_text(&list);
}

static void instances_are_found_in_all_places(void **state)
{
    (void)state;
    static const char *const places[] = {"/extensions/A", "/materials/#/extensions/A",
                                         "/materials/#/normalTexture/extensions/A",
                                         "/meshes/#/primitives/#/targets/#/extensions/A", NULL};
    bool is_barred;
    read_json(
        "{\"extensions\":{\"A\":null},\"materials\":[{\"extensions\":{\"A\":1}},{},"
        "{\"normalTexture\":{\"extensions\":{\"A\":2,\"B\":3}},\"extensions\":{\"A\":4}}],"
        "\"meshes\":[{\"primitives\":[]},{},{\"primitives\":[{},{\"targets\":[{},{\"extensions\":{\"A\":5}}]}]}]}");
    assert_string_equal(instances_in(places, &is_barred),
                        "/extensions/A /materials/0/extensions/A /materials/2/extensions/A "
                        "/materials/2/normalTexture/extensions/A "
                        "/meshes/2/primitives/1/targets/1/extensions/A ");
    assert_false(is_barred);
}

/* A value of the wrong type on the way may hide instances; a missing value doesn't. */
static void wrong_types_bar_the_way(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        bool is_barred;
    } cases[] = {
        {"{}", false},
        {"{\"extensions\":{}}", false},
        {"{\"extensions\":[]}", true},
        {"{\"extensions\":{\"H\":null}}", true},
        {"{\"extensions\":{\"H\":{\"list\":[]}}}", false},
        {"{\"extensions\":{\"H\":{\"list\":{}}}}", true},
        {"{\"extensions\":{\"H\":{\"list\":[{},7]}}}", true},
        {"{\"extensions\":{\"H\":{\"list\":[{\"extensions\":{}}]}}}", false},
        {"{\"extensions\":{\"H\":{\"list\":[{\"extensions\":[]}]}}}", true},
    };
    static const char *const places[] = {"/extensions/H/list/#/extensions/A", NULL};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_barred;
        close_document(state);
        open_nothing(state);
        read_json(cases[i].json);
        assert_string_equal(instances_in(places, &is_barred), "");
        assert_int_equal(is_barred, cases[i].is_barred);
    }
}

TEST_PROGRAM(extensions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_end_with_the_name),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(schemas_are_embedded),
        cmocka_unit_test(rules_and_words_are_there),
        cmocka_unit_test_setup_teardown(instances_are_found_in_all_places, open_nothing, close_document),
        cmocka_unit_test_setup_teardown(wrong_types_bar_the_way, open_nothing, close_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
