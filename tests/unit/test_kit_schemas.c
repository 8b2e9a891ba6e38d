/* The pairs of instances in the conformance kit, validated with the published schemas. */
#include "json_trees.h"
#include "support.h"

#include <jansson.h>

#include "base/arena.h"
#include "published_files.h"
#include "schema/schema.h"
#include "schema_bench.h"

static void pairs_of_the_kit(void **state)
{
    (void)state;
    static const struct {
        const char *name, *folder, *theirs;
    } all[] = {
        {"VRMC_springBone-1.0", "VRMC_springBone-1.0", "VRMC_springBone.schema.json"},
        {"VRMC_springBone_extended_collider-1.0", "VRMC_springBone_extended_collider-1.0",
         "VRMC_springBone_extended_collider.schema.json"},
        {"VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit.schema.json"},
        {"VRMC_node_constraint-1.0", "VRMC_node_constraint-1.0", "VRMC_node_constraint.schema.json"},
        {"VRMC_vrm-1.0", "VRMC_vrm-1.0", "VRMC_vrm.schema.json"},
        {"VRMC_vrm_animation-1.0", "VRMC_vrm_animation-1.0", "VRMC_vrm_animation.schema.json"},
        {"VRMC_materials_mtoon-1.0", "VRMC_materials_mtoon-1.0", "VRMC_materials_mtoon.schema.json"},
        {"VRM-0.x", "0.0", "vrm.schema.json"},
        {"VRM-0.x-secondaryAnimation", "0.0", "vrm.secondaryanimation.schema.json"},
    };
    static const struct schema_evaluation how = {.pointer = ""};
    static struct published published;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        published_load(&published, all[i].folder);
        const struct schema *theirs = published_compile(&published, all[i].theirs);
        json_error_t error;
        json_t *pairs = json_load_file(
            source_path(arena_printf(published.arena, "fixtures/conformance/schemas/%s.json", all[i].name)), 0, &error);
        assert_non_null(pairs);
        size_t at;
        const json_t *one;
        json_array_foreach(json_object_get(pairs, "valid"), at, one)
        {
            if (!evaluate_json(theirs, one, &how)) {
                fail_msg("%s: valid instance %zu isn't valid", all[i].name, at);
            }
        }
        assert_true(at > 0);
        json_array_foreach(json_object_get(pairs, "invalid"), at, one)
        {
            if (evaluate_json(theirs, json_object_get(one, "instance"), &how)) {
                fail_msg("%s: invalid instance %zu, %s at '%s', is valid", all[i].name, at,
                         json_string_value(json_object_get(one, "keyword")),
                         json_string_value(json_object_get(one, "pointer")));
            }
        }
        assert_true(at > 0);
        json_decref(pairs);
        published_free(&published);
    }
}

TEST_PROGRAM(kit_schemas)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_of_the_kit)};
    return RUN_WITH_EXTERNAL(PUBLISHED_FOLDER, tests);
}
