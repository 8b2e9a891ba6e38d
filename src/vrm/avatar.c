#include "vrm/vrm1.h"

#include <string.h>

#include "gltf/expect.h"
#include "tables/extensions.h"
#include "vrm/avatar.h"
#include "vrm/surfaces.h"

const char *const vrm1_override_names[VRM1_KINDS] = {"overrideBlink", "overrideLookAt", "overrideMouth"};

const char *const vrm1_map_names[VRM1_MAPS] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter",
                                               "rangeMapVerticalDown", "rangeMapVerticalUp"};

/* ---- expressions ---- */

static enum vrm1_kind kind_of(size_t preset)
{
    static const struct {
        const char *name;
        enum vrm1_kind kind;
    } kinds[] = {
        {"blink", VRM1_BLINK},      {"blinkLeft", VRM1_BLINK},  {"blinkRight", VRM1_BLINK},  {"lookUp", VRM1_LOOK_AT},
        {"lookDown", VRM1_LOOK_AT}, {"lookLeft", VRM1_LOOK_AT}, {"lookRight", VRM1_LOOK_AT}, {"aa", VRM1_MOUTH},
        {"ih", VRM1_MOUTH},         {"ou", VRM1_MOUTH},         {"ee", VRM1_MOUTH},          {"oh", VRM1_MOUTH},
    };
    for (size_t i = 0; preset < VRMA_PRESET_COUNT && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, vrma_presets[preset]) == 0) {
            return kinds[i].kind;
        }
    }
    return VRM1_KINDS;
}

static enum vrm1_override override_of(const struct tree *value)
{
    const char *word = tree_text(value, NULL);
    return word == NULL                 ? OVERRIDE_NONE
           : strcmp(word, "block") == 0 ? OVERRIDE_BLOCK
           : strcmp(word, "blend") == 0 ? OVERRIDE_BLEND
                                        : OVERRIDE_NONE;
}

static void read_expression(struct vrm1_expression *out, const char *name, const struct tree *json, bool custom)
{
    *out = (struct vrm1_expression){
        .name = name, .json = json, .custom = custom, .preset = vrma_preset_by_name(name), .kind = VRM1_KINDS};
    out->kind = custom ? VRM1_KINDS : kind_of(out->preset);
    const struct tree *extension = tree_extension(json, extension_table[EXTENSION_NODE_TRANSFORM].name);
    const struct tree *transforms = tree_get(extension, "nodeTransformBinds");
    out->node_transforms = tree_is_array(transforms) ? transforms : NULL;
    out->binds = tree_length(transforms) + tree_length(tree_get(json, "morphTargetBinds")) +
                 tree_length(tree_get(json, "materialColorBinds")) +
                 tree_length(tree_get(json, "textureTransformBinds"));
    tree_flag(tree_get(json, "isBinary"), &out->binary);
    for (size_t kind = 0; kind < VRM1_KINDS; kind++) {
        out->overrides[kind] = override_of(tree_get(json, vrm1_override_names[kind]));
    }
}

static void read_expression_list(struct vrm1 *vrm1, const struct tree *list, bool custom)
{
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        if (tree_is_general_key(tree_key(i)) || !tree_is_object(tree_value(i))) {
            continue;
        }
        struct vrm1_expression *out = &vrm1->expressions[vrm1->expression_count];
        read_expression(out, tree_key(i), tree_value(i), custom);
        if (!custom && out->preset != VRMA_PRESET_COUNT) {
            vrm1->presets[out->preset] = vrm1->expression_count;
        }
        vrm1->expression_count++;
    }
}

static void read_expressions(struct vrm1 *vrm1, struct arena *arena)
{
    const struct tree *preset = tree_get(vrm1->expressions_json, "preset");
    const struct tree *custom = tree_get(vrm1->expressions_json, "custom");
    for (size_t i = 0; i < VRMA_PRESET_COUNT; i++) {
        vrm1->presets[i] = VRM1_NONE;
    }
    vrm1->expressions = arena_array(arena, tree_count(preset) + tree_count(custom), sizeof *vrm1->expressions);
    read_expression_list(vrm1, preset, false);
    read_expression_list(vrm1, custom, true);
}

bool vrm1_preset_binds(const struct vrm1 *vrm1, size_t preset)
{
    return vrm1->presets[preset] != VRM1_NONE && vrm1->expressions[vrm1->presets[preset]].binds > 0;
}

bool vrm1_kind_binds(const struct vrm1 *vrm1, enum vrm1_kind kind)
{
    for (size_t preset = 0; preset < VRMA_PRESET_COUNT; preset++) {
        if (kind_of(preset) == kind && vrm1_preset_binds(vrm1, preset)) {
            return true;
        }
    }
    return false;
}

/* ---- gaze ---- */

static struct optional number_of(const struct tree *value)
{
    struct optional number = {.present = value != NULL};
    number.given = tree_number(value, &number.value) && fabs(number.value) <= EXPECT_NUMBER_MAX;
    return number;
}

static void read_look_at(struct vrm1 *vrm1)
{
    for (size_t i = 0; i < VRM1_MAPS; i++) {
        const struct tree *json = tree_get(vrm1->look_at, vrm1_map_names[i]);
        vrm1->maps[i] = (struct vrm1_map){.json = json,
                                          .input = number_of(tree_get(json, "inputMaxValue")),
                                          .scale = number_of(tree_get(json, "outputScale"))};
    }
    const struct tree *offset = tree_get(vrm1->look_at, "offsetFromHeadBone");
    vrm1->has_type = tree_get(vrm1->look_at, "type") != NULL;
    vrm1->offset_present = offset != NULL;
    vrm1->offset_given = expect_vec3(offset, &vrm1->offset);
}

bool vrm1_uses_map(const struct humanoid *humanoid, enum vrm1_map_place map)
{
    return map != MAP_INNER || humanoid->look_at != LOOK_AT_EXPRESSION;
}

/* ---- first person ---- */

static enum vrm1_audience audience_of(const struct tree *type)
{
    static const char *const words[] = {
        [AUDIENCE_AUTO] = "auto",
        [AUDIENCE_BOTH] = "both",
        [AUDIENCE_THIRD] = "thirdPersonOnly",
        [AUDIENCE_FIRST] = "firstPersonOnly",
    };
    const char *word = tree_text(type, NULL);
    size_t audience = 0;
    while (word != NULL && audience < AUDIENCE_UNKNOWN && strcmp(word, words[audience]) != 0) {
        audience++;
    }
    return word == NULL ? AUDIENCE_UNKNOWN : (enum vrm1_audience)audience;
}

static void read_first_person(struct vrm1 *vrm1, struct arena *arena, const struct scene *scene)
{
    const struct tree *list = tree_get(vrm1->first_person, "meshAnnotations");
    vrm1->annotation_count = tree_length(list);
    vrm1->annotations = arena_array(arena, vrm1->annotation_count, sizeof *vrm1->annotations);
    for (size_t i = 0; i < vrm1->annotation_count; i++) {
        const struct tree *json = tree_at(list, i);
        vrm1->annotations[i].node = scene_resolve(scene, tree_get(json, "node"));
        vrm1->annotations[i].audience = audience_of(tree_get(json, "type"));
    }
}

struct vrm1 *vrm1_read(struct document *document, const struct scene *scene)
{
    struct vrm1 *vrm1 = arena_alloc(document->arena, sizeof *vrm1);
    vrm1->json = document_tree(document, VRM1_POINTER);
    vrm1->present = tree_is_object(vrm1->json);
    vrm1->is_beta = tree_reports(vrm1->json, "specVersion", "1.0-beta");
    vrm1->meta = tree_object(vrm1->json, "meta");
    vrm1->look_at = tree_object(vrm1->json, "lookAt");
    vrm1->first_person = tree_object(vrm1->json, "firstPerson");
    vrm1->expressions_json = tree_object(vrm1->json, "expressions");
    read_expressions(vrm1, document->arena);
    read_look_at(vrm1);
    read_first_person(vrm1, document->arena, scene);
    return vrm1;
}

static size_t targets_of(const struct tree *mesh, size_t *most)
{
    const struct tree *primitives = tree_get(mesh, "primitives");
    size_t count = tree_length(primitives);
    size_t least = SIZE_MAX;
    *most = count == 0 ? SIZE_MAX : 0;
    for (size_t i = 0; i < count; i++) {
        const struct tree *targets = tree_get(tree_at(primitives, i), "targets");
        if (!tree_is_object(tree_at(primitives, i)) || (targets != NULL && !tree_is_array(targets))) {
            *most = SIZE_MAX;
            return SIZE_MAX;
        }
        size_t found = targets == NULL ? 0 : tree_count(targets);
        least = found < least ? found : least;
        *most = found > *most ? found : *most;
    }
    return least;
}

/* Marks the materials of a mesh as used. */
static void mark_materials(struct surfaces *surfaces, const struct surface_mesh *mesh)
{
    const struct tree *primitives = tree_get(mesh->json, "primitives");
    size_t count = tree_length(primitives);
    for (size_t i = 0; i < count; i++) {
        size_t material;
        if (tree_index(tree_get(tree_at(primitives, i), "material"), surfaces->material_count, &material)) {
            surfaces->materials[material].used = true;
        }
    }
}

/* Reads both lists. Never returns NULL. In the document's arena. */
static struct surfaces *surfaces_read(struct document *document, const struct scene *scene)
{
    struct surfaces *surfaces = arena_alloc(document->arena, sizeof *surfaces);
    const struct tree *meshes = document_tree(document, "/meshes");
    const struct tree *materials = document_tree(document, "/materials");
    surfaces->mesh_count = tree_length(meshes);
    surfaces->meshes = arena_array(document->arena, surfaces->mesh_count, sizeof *surfaces->meshes);
    for (size_t i = 0; i < surfaces->mesh_count; i++) {
        struct surface_mesh *mesh = &surfaces->meshes[i];
        mesh->json = tree_at(meshes, i);
        mesh->targets = targets_of(mesh->json, &mesh->most);
    }
    surfaces->material_count = tree_length(materials);
    surfaces->materials = arena_array(document->arena, surfaces->material_count, sizeof *surfaces->materials);
    for (size_t i = 0; i < surfaces->material_count; i++) {
        const struct tree *json = tree_at(materials, i);
        surfaces->materials[i].json = json;
        surfaces->materials[i].kind = tree_extension(json, "VRMC_materials_mtoon") != NULL  ? MATERIAL_MTOON
                                      : tree_extension(json, "KHR_materials_unlit") != NULL ? MATERIAL_UNLIT
                                                                                            : MATERIAL_PBR;
    }
    /* Each mesh is processed once, however many nodes show it. */
    bool *done = arena_array(document->arena, surfaces->mesh_count, sizeof *done);
    for (size_t node = 0; node < scene->count; node++) {
        size_t mesh = scene->nodes[node].mesh;
        if (scene->nodes[node].in_scene && mesh < surfaces->mesh_count && !done[mesh]) {
            done[mesh] = true;
            mark_materials(surfaces, &surfaces->meshes[mesh]);
        }
    }
    return surfaces;
}

const char *surfaces_target_name(const struct tree *mesh, size_t target)
{
    const struct tree *names = tree_get(tree_get(mesh, "extras"), "targetNames");
    if (names == NULL) {
        names = tree_get(tree_get(tree_at(tree_get(mesh, "primitives"), 0), "extras"), "targetNames");
    }
    return tree_text(tree_at(names, target), NULL);
}

struct avatar *avatar_read(struct document *document)
{
    struct avatar *avatar = arena_alloc(document->arena, sizeof *avatar);
    const struct scene *scene = scene_read(document);
    avatar->document = document;
    avatar->scene = scene;
    avatar->springs = springs_read(document, scene);
    avatar->humanoid = humanoid_read(document, scene);
    avatar->constraints = constraints_read(document, scene);
    avatar->animations = animations_read(document, scene);
    avatar->vrm0 = vrm0_read(document, scene);
    avatar->vrm0_avatar = vrm0_avatar_read(document, scene);
    avatar->vrma = vrma_read(document, scene, avatar->animations);
    avatar->materials = materials_read(document);
    avatar->vrm1 = vrm1_read(document, scene);
    bool has_avatar = avatar->vrm1->present || avatar->vrm0_avatar->json != NULL;
    avatar->surfaces = has_avatar ? surfaces_read(document, scene) : NULL;
    return avatar;
}

const struct humanoid *avatar_humanoid(const struct avatar *avatar)
{
    return avatar->humanoid->present ? avatar->humanoid : avatar->vrm0->humanoid;
}
