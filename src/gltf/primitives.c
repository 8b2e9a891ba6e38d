#include "gltf/primitives.h"

#include <stdio.h>

#include "gltf/expect.h"

struct primitive_reading {
    struct arena *arena;
    size_t accessors; /* bound of indices */
    size_t materials;
    struct primitive *items;
    struct mesh *meshes;
};

static size_t index_of(const struct tree *json, const char *key, size_t count)
{
    size_t out;
    return tree_index(tree_get(json, key), count, &out) ? out : PRIMITIVES_NONE;
}

static unsigned mode_of(const struct tree *json)
{
    const struct tree *value = tree_get(json, "mode");
    size_t mode = MODE_TRIANGLES;
    return value == NULL || tree_index(value, MODE_UNKNOWN, &mode) ? (unsigned)mode : MODE_UNKNOWN;
}

/* Reads the sets 0, 1, 2 ... up to the first gap. */
static void read_sets(const struct primitive_reading *reading, struct primitive *out, const struct tree *attributes)
{
    size_t counts[2] = {0, 0};
    static const char *const names[] = {"JOINTS", "WEIGHTS"};
    char key[32];
    size_t most = tree_count(attributes);
    for (size_t i = 0; i < 2; i++) {
        do {
            snprintf(key, sizeof key, "%s_%zu", names[i], counts[i]);
        } while (tree_get(attributes, key) != NULL && counts[i]++ < most);
    }
    out->set_count = counts[0] < counts[1] ? counts[0] : counts[1];
    out->sets_are_unequal = counts[0] != counts[1];
    struct vertex_set *sets = arena_array(reading->arena, out->set_count, sizeof *sets);
    for (size_t i = 0; i < out->set_count; i++) {
        snprintf(key, sizeof key, "JOINTS_%zu", i);
        sets[i].joints = index_of(attributes, key, reading->accessors);
        snprintf(key, sizeof key, "WEIGHTS_%zu", i);
        sets[i].weights = index_of(attributes, key, reading->accessors);
        out->sets_are_unequal =
            out->sets_are_unequal || sets[i].joints == PRIMITIVES_NONE || sets[i].weights == PRIMITIVES_NONE;
    }
    out->sets = sets;
}

static void read_targets(const struct primitive_reading *reading, struct primitive *out)
{
    const struct tree *json = tree_get(out->json, "targets");
    out->target_count = tree_length(json);
    struct target *targets = arena_array(reading->arena, out->target_count, sizeof *targets);
    for (size_t i = 0; i < out->target_count; i++) {
        const struct tree *target = tree_at(json, i);
        targets[i] = (struct target){index_of(target, "POSITION", reading->accessors),
                                     index_of(target, "NORMAL", reading->accessors),
                                     index_of(target, "TANGENT", reading->accessors)};
    }
    out->targets = targets;
}

static void read_primitive(const struct primitive_reading *reading, struct primitive *out)
{
    const struct tree *attributes = tree_get(out->json, "attributes");
    out->mode = mode_of(out->json);
    out->indices = index_of(out->json, "indices", reading->accessors);
    if (out->indices == PRIMITIVES_NONE && tree_get(out->json, "indices") != NULL) {
        out->mode = MODE_UNKNOWN; /* its vertices aren't in the intended order */
    }
    out->material = index_of(out->json, "material", reading->materials);
    out->position = index_of(attributes, "POSITION", reading->accessors);
    out->normal = index_of(attributes, "NORMAL", reading->accessors);
    out->tangent = index_of(attributes, "TANGENT", reading->accessors);
    out->color = index_of(attributes, "COLOR_0", reading->accessors);
    out->texcoord = index_of(attributes, "TEXCOORD_0", reading->accessors);
    read_sets(reading, out, attributes);
    read_targets(reading, out);
}

const struct primitives *primitives_read(struct document *document)
{
    struct primitives *out = arena_alloc(document->arena, sizeof *out);
    const struct tree *json = document_tree(document, "/meshes");
    struct primitive_reading reading = {.arena = document->arena,
                                        .accessors = document_count(document, "accessors"),
                                        .materials = document_count(document, "materials")};
    out->mesh_count = tree_length(json);
    for (size_t i = 0; i < out->mesh_count; i++) {
        out->count += tree_count(tree_get(tree_at(json, i), "primitives"));
    }
    reading.items = arena_array(document->arena, out->count, sizeof *reading.items);
    reading.meshes = arena_array(document->arena, out->mesh_count, sizeof *reading.meshes);
    size_t at = 0;
    for (size_t i = 0; i < out->mesh_count; i++) {
        struct mesh *mesh = &reading.meshes[i];
        mesh->json = tree_at(json, i);
        mesh->name = tree_text(tree_get(mesh->json, "name"), NULL);
        mesh->first = at;
        const struct tree *list = tree_get(mesh->json, "primitives");
        mesh->count = tree_length(list);
        for (size_t k = 0; k < mesh->count; k++, at++) {
            struct primitive *primitive = &reading.items[at];
            *primitive = (struct primitive){.mesh = i, .place = k, .json = tree_at(list, k)};
            read_primitive(&reading, primitive);
            mesh->targets_are_unequal =
                mesh->targets_are_unequal || primitive->target_count != reading.items[mesh->first].target_count;
        }
    }
    out->count = at;
    out->items = reading.items;
    out->meshes = reading.meshes;
    return out;
}

const char *primitives_target_name(const struct primitives *primitives, size_t mesh, size_t target)
{
    const struct mesh *of = &primitives->meshes[mesh];
    const struct tree *names = tree_get(tree_get(of->json, "extras"), "targetNames");
    if (names == NULL && of->count > 0) {
        names = tree_get(tree_get(primitives->items[of->first].json, "extras"), "targetNames");
    }
    return expect_text(tree_at(names, target));
}
