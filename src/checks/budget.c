/* Counts what the avatar contains and reports what exceeds the budget. Only what the scene shows counts, because apps
 * load nothing else. */
#include <string.h>

#include "checks/checks.h"
#include "ids/messages_budget.h"

struct counting {
    struct check *check;
    const struct avatar *avatar;
    struct arena *room;
    size_t largest_image; /* the one with the longest side */
    double figures[FIGURE_COUNT];
    const struct tree *accessors;
    size_t accessor_count;
    size_t material_count;
    size_t texture_count;
    size_t *seen; /* per accessor: index of the last mesh that used it, plus 1; 0: none */
    bool *material_used;
    bool *texture_used;
    bool default_material;
};

/* ---- meshes ---- */

static double accessor_length(const struct counting *counting, const struct tree *index)
{
    size_t at;
    double count = 0;
    if (tree_index(index, counting->accessor_count, &at)) {
        tree_number(tree_get(tree_at(counting->accessors, at), "count"), &count);
    }
    return count;
}

static double triangles_of(const struct counting *counting, const struct tree *primitive)
{
    double mode = 4; /* triangles; 5 is a strip, 6 a fan */
    tree_number(tree_get(primitive, "mode"), &mode);
    const struct tree *indices = tree_get(primitive, "indices");
    double count =
        accessor_length(counting, indices != NULL ? indices : tree_get(tree_get(primitive, "attributes"), "POSITION"));
    return mode == 4 ? floor(count / 3) : (mode == 5 || mode == 6) ? fmax(count - 2, 0) : 0;
}

/* Adds a mesh that is shown by `uses` nodes. */
static void count_mesh(struct counting *counting, size_t mesh, const struct tree *json, size_t uses)
{
    const struct tree *primitives = tree_get(json, "primitives");
    size_t targets = 0;
    double vertices = 0;
    double triangles = 0;
    for (size_t i = 0; i < tree_length(primitives); i++) {
        const struct tree *primitive = tree_at(primitives, i);
        const struct tree *position = tree_get(tree_get(primitive, "attributes"), "POSITION");
        size_t at;
        if (tree_index(position, counting->accessor_count, &at) && counting->seen[at] != mesh + 1) {
            counting->seen[at] = mesh + 1;
            vertices += accessor_length(counting, position);
        }
        triangles += triangles_of(counting, primitive);
        size_t count = tree_length(tree_get(primitive, "targets"));
        targets = count > targets ? count : targets;
        if (tree_get(primitive, "material") == NULL) {
            counting->default_material = true;
        } else if (tree_index(tree_get(primitive, "material"), counting->material_count, &at)) {
            counting->material_used[at] = true;
        }
    }
    double *figures = counting->figures;
    figures[FIGURE_MESHES]++;
    figures[FIGURE_PRIMITIVES] += (double)uses * (double)tree_length(primitives);
    figures[FIGURE_TRIANGLES] += (double)uses * triangles;
    figures[FIGURE_VERTICES] += (double)uses * vertices;
    figures[FIGURE_MORPH_TARGETS] += (double)targets;
}

static void count_meshes(struct counting *counting)
{
    const struct scene *scene = counting->avatar->scene;
    size_t *uses = arena_array(counting->room, scene->mesh_count, sizeof *uses);
    for (size_t node = 0; node < scene->count; node++) {
        if (scene->nodes[node].in_default && scene->nodes[node].mesh != SCENE_NONE) {
            uses[scene->nodes[node].mesh]++;
            counting->figures[scene->nodes[node].skin != SCENE_NONE ? FIGURE_SKINNED_MESHES : FIGURE_BASIC_MESHES]++;
        }
    }
    const struct tree *meshes = document_tree(counting->avatar->document, "/meshes");
    for (size_t mesh = 0; mesh < scene->mesh_count; mesh++) {
        if (uses[mesh] > 0) {
            count_mesh(counting, mesh, tree_at(meshes, mesh), uses[mesh]);
        }
    }
}

/* ---- materials and textures ---- */

static void use_texture(struct counting *counting, const struct tree *index)
{
    size_t texture;
    if (tree_index(index, counting->texture_count, &texture)) {
        counting->texture_used[texture] = true;
    }
}

/* Marks the textures among the members of an object: all members whose name ends in "Texture". */
static void use_textures(struct counting *counting, const struct tree *object)
{
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        const char *key = tree_key(i);
        size_t length = strlen(key);
        if (length >= 7 && strcmp(key + length - 7, "Texture") == 0) {
            use_texture(counting, tree_get(tree_value(i), "index"));
        }
    }
}

static void measure_image(struct counting *counting, size_t image)
{
    const struct image_header *header = &counting->avatar->images->items[image].header;
    double *side = &counting->figures[FIGURE_TEXTURE_SIDE];
    double longer = header->width > header->height ? header->width : header->height;
    if (header->status != IMAGE_WHOLE) {
        return;
    }
    if (longer > *side) {
        *side = longer;
        counting->largest_image = image;
    }
    counting->figures[FIGURE_TEXTURE_PIXELS] += (double)header->width * header->height;
}

static void count_textures(struct counting *counting)
{
    struct document *document = counting->avatar->document;
    const struct tree *textures = document_tree(document, "/textures");
    size_t image_count = document_count(document, "images");
    bool *used = arena_array(counting->room, image_count, sizeof *used);
    for (size_t i = 0; i < counting->texture_count; i++) {
        const struct tree *others = tree_get(tree_at(textures, i), "extensions");
        size_t image;
        if (!counting->texture_used[i]) {
            continue;
        }
        counting->figures[FIGURE_TEXTURES]++;
        if (tree_index(tree_get(tree_at(textures, i), "source"), image_count, &image)) {
            used[image] = true;
        }
        for (void *k = tree_first(others); k != NULL; k = tree_next(others, k)) {
            if (tree_index(tree_get(tree_value(k), "source"), image_count, &image)) {
                used[image] = true;
            }
        }
    }
    for (size_t i = 0; i < image_count; i++) {
        counting->figures[FIGURE_IMAGES] += used[i];
        if (used[i]) {
            measure_image(counting, i);
        }
    }
}

static void count_materials(struct counting *counting)
{
    const struct tree *materials = document_tree(counting->avatar->document, "/materials");
    const struct tree *properties = tree_get(counting->avatar->vrm0_avatar->json, "materialProperties");
    for (size_t i = 0; i < counting->material_count; i++) {
        if (!counting->material_used[i]) {
            continue;
        }
        const struct tree *material = tree_at(materials, i);
        const struct tree *others = tree_get(material, "extensions");
        const struct tree *of_unity = tree_get(tree_at(properties, i), "textureProperties");
        counting->figures[FIGURE_MATERIALS]++;
        use_textures(counting, material);
        use_textures(counting, tree_get(material, "pbrMetallicRoughness"));
        for (void *k = tree_first(others); k != NULL; k = tree_next(others, k)) {
            use_textures(counting, tree_value(k));
        }
        for (void *k = tree_first(of_unity); k != NULL; k = tree_next(of_unity, k)) {
            use_texture(counting, tree_value(k));
        }
    }
    counting->figures[FIGURE_MATERIALS] += counting->default_material;
    count_textures(counting);
}

/* ---- nodes ---- */

static void count_nodes(struct counting *counting)
{
    const struct avatar *avatar = counting->avatar;
    const struct scene *scene = avatar->scene;
    const size_t *bone_nodes = avatar->vrm0_avatar->human_bones != NULL && !avatar->humanoid->present
                                   ? avatar->vrm0_avatar->nodes
                                   : avatar->humanoid->nodes;
    for (size_t node = 0; node < scene->count; node++) {
        counting->figures[FIGURE_NODES] += scene->nodes[node].in_default;
        counting->figures[FIGURE_CONSTRAINTS] += scene->nodes[node].constrained;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        counting->figures[FIGURE_BONES] += bone_nodes[bone] != SCENE_NONE;
    }
}

static void count_joints(struct counting *counting)
{
    const struct scene *scene = counting->avatar->scene;
    const struct tree *skins = document_tree(counting->avatar->document, "/skins");
    bool *used = arena_array(counting->room, scene->skin_count, sizeof *used);
    bool *joints = arena_array(counting->room, scene->count, sizeof *joints);
    for (size_t node = 0; node < scene->count; node++) {
        if (scene->nodes[node].in_default && scene->nodes[node].skin != SCENE_NONE) {
            used[scene->nodes[node].skin] = true;
        }
    }
    for (size_t skin = 0; skin < scene->skin_count; skin++) {
        const struct tree *list = used[skin] ? tree_get(tree_at(skins, skin), "joints") : NULL;
        for (size_t i = 0; i < tree_length(list); i++) {
            size_t node;
            if (tree_index(tree_at(list, i), scene->count, &node) && !joints[node]) {
                joints[node] = true;
                counting->figures[FIGURE_JOINTS]++;
            }
        }
    }
}

/* ---- springs and expressions ---- */

static void count_springs(struct counting *counting)
{
    const struct springs *springs = counting->avatar->springs;
    const struct vrm0 *vrm0 = counting->avatar->vrm0;
    double *figures = counting->figures;
    for (size_t i = 0; i < springs->spring_count; i++) {
        if (springs->springs[i].joint_count >= 2) {
            figures[FIGURE_SPRINGS]++;
            figures[FIGURE_SPRING_JOINTS] += (double)springs->springs[i].joint_count;
        }
    }
    figures[FIGURE_COLLIDERS] += (double)springs->collider_count;
    for (size_t i = 0; i < vrm0->root_count; i++) {
        figures[FIGURE_SPRINGS] += vrm0->roots[i].node != SCENE_NONE;
    }
    for (size_t i = 0; vrm0->root_count > 0 && i < counting->avatar->scene->count; i++) {
        figures[FIGURE_SPRING_JOINTS] += vrm0->moved_by[i] != SCENE_NONE;
    }
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        figures[FIGURE_COLLIDERS] += (double)vrm0->collider_groups[i].collider_count;
    }
}

static void count_expressions(struct counting *counting)
{
    static const char *const kinds[] = {"/extensions/VRMC_vrm/expressions/preset",
                                        "/extensions/VRMC_vrm/expressions/custom"};
    const struct vrm0_avatar *vrm0 = counting->avatar->vrm0_avatar;
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        counting->figures[FIGURE_EXPRESSIONS] += vrm0->expressions[i].bind_count + vrm0->expressions[i].value_count > 0;
    }
    for (size_t i = 0; i < 2; i++) {
        const struct tree *list = document_tree(counting->avatar->document, kinds[i]);
        for (void *k = tree_first(list); k != NULL; k = tree_next(list, k)) {
            const struct tree *expression = tree_value(k);
            counting->figures[FIGURE_EXPRESSIONS] += tree_length(tree_get(expression, "morphTargetBinds")) +
                                                         tree_length(tree_get(expression, "materialColorBinds")) +
                                                         tree_length(tree_get(expression, "textureTransformBinds")) >
                                                     0;
        }
    }
}

/* ---- the budget ---- */

static struct place place_of_figure(const struct counting *counting, enum figure figure)
{
    bool old = counting->avatar->vrm0_avatar->json != NULL;
    switch (figure) {
    case FIGURE_FILE_BYTES:
        return place_file();
    case FIGURE_JOINTS:
        return place_at("/skins");
    case FIGURE_BONES:
        return place_at(counting->avatar->humanoid->present ? "/extensions/VRMC_vrm/humanoid/humanBones"
                                                            : VRM0_ROOT "/humanoid/humanBones");
    case FIGURE_MESHES:
    case FIGURE_PRIMITIVES:
    case FIGURE_TRIANGLES:
    case FIGURE_VERTICES:
    case FIGURE_MORPH_TARGETS:
        return place_at("/meshes");
    case FIGURE_MATERIALS: /* the only material may be the default one, which has no place in the file */
        return counting->material_count > 0 ? place_at("/materials") : place_at("/meshes");
    case FIGURE_TEXTURES:
        return place_at("/textures");
    case FIGURE_TEXTURE_SIDE:
        return place_of(PLACE_IMAGE, counting->largest_image, 0, NULL);
    case FIGURE_TEXTURE_PIXELS:
    case FIGURE_IMAGES:
        return place_at("/images");
    case FIGURE_SPRINGS:
    case FIGURE_SPRING_JOINTS:
    case FIGURE_COLLIDERS:
        return place_at(counting->avatar->vrm0->present ? VRM0_POINTER : SPRINGS_POINTER);
    case FIGURE_EXPRESSIONS:
        return place_at(old ? VRM0_ROOT "/blendShapeMaster" : "/extensions/VRMC_vrm/expressions");
    case FIGURE_NODES:
    case FIGURE_SKINNED_MESHES:
    case FIGURE_BASIC_MESHES:
    case FIGURE_CONSTRAINTS:
    case FIGURE_COUNT:
        break;
    }
    return place_at("/nodes");
}

static void report_exceeded_figures(const struct counting *counting)
{
    struct check *check = counting->check;
    for (enum figure i = 0; i < FIGURE_COUNT; i++) {
        double value = counting->figures[i];
        double limit = check->budget == NULL ? NAN : check->budget->limits[i];
        if (value > limit) {
            struct finding *finding =
                report(check->findings, MESSAGE_BUDGET_EXCEEDED__DEFAULT, place_of_figure(counting, i),
                       ARGUMENTS(TERM("figure", figure_name(i)), argument_number("value", value, limit, UNIT_NONE, 9),
                                 argument_number("limit", limit, value, UNIT_NONE, 9)));
            finding_measure(finding, "value", value);
            finding_measure(finding, "limit", limit);
        }
    }
}

void check_budget(struct check *check)
{
    struct document *document = check->avatar->document;
    struct arena *room = arena_open(check->arena);
    const struct tree *accessors = document_tree(document, "/accessors");
    struct counting counting = {
        .check = check,
        .avatar = check->avatar,
        .room = room,
        .accessors = accessors,
        .accessor_count = tree_length(accessors),
        .material_count = document_count(document, "materials"),
        .texture_count = document_count(document, "textures"),
    };
    counting.seen = arena_array(room, counting.accessor_count, sizeof *counting.seen);
    counting.material_used = arena_array(room, counting.material_count, sizeof *counting.material_used);
    counting.texture_used = arena_array(room, counting.texture_count, sizeof *counting.texture_used);
    counting.figures[FIGURE_FILE_BYTES] = (double)document->bytes.size;
    count_nodes(&counting);
    count_joints(&counting);
    count_meshes(&counting);
    count_materials(&counting);
    count_springs(&counting);
    count_expressions(&counting);
    check->figures = arena_array(check->arena, FIGURE_COUNT, sizeof *check->figures);
    for (enum figure i = 0; i < FIGURE_COUNT; i++) {
        check->figures[i] = (struct vrmlint_measure){figure_name(i), counting.figures[i]};
    }
    report_exceeded_figures(&counting);
    arena_close(room);
}
