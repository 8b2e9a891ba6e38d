/*
 * Facts are read from the JSON of the file, member by member, with names in place of indices: an export that writes the
 * same things in another order has the same facts. Only the parts that artists work on are read; geometry is counted by
 * the figures of the report.
 */
#include "run/parts.h"

#include <stdio.h>
#include <string.h>

#include "base/among.h"
#include "base/fnv.h"
#include "base/sort.h"

enum {
    DEEPEST = 6,    /* nesting depth of members */
    NAME_MAX = 80,  /* bytes of a name */
    VALUE_MAX = 120 /* bytes of a value; the numbers of a vector together have fewer */
};

struct facts_plan {
    struct arena *arena;
    const struct avatar *avatar;
    const uint64_t *places;      /* by node: a hash of the way to it from its nearest bone; 0: unknown */
    const uint64_t *bone_places; /* the same from the bone above it, for bones */
    struct vrmlint_fact *list;
    size_t count;
};

/* The object whose members are being listed. */
struct facts_of {
    enum vrmlint_fact_kind kind;
    const char *name;
    uint64_t place;
};

/* Returns a copy of a string, cut between characters so that many facts about one object stay short. */
static const char *keep_fact_text(const struct facts_plan *plan, const char *text, size_t most)
{
    size_t length = text == NULL ? 0 : strlen(text);
    if (length > most) {
        length = most;
        while (length > 0 && ((unsigned char)text[length] & 0xC0U) == 0x80) {
            length--;
        }
    }
    return arena_copy(plan->arena, text == NULL ? "" : text, length);
}

static void add_fact(struct facts_plan *plan, const struct facts_of *of, const char *what, const char *value)
{
    *ARENA_ADD(plan->arena, plan->list, plan->count) =
        (struct vrmlint_fact){of->kind, of->name, what, keep_fact_text(plan, value, VALUE_MAX), of->place};
}

static void add_count(struct facts_plan *plan, const struct facts_of *of, const char *what, size_t count)
{
    add_fact(plan, of, what, arena_printf(plan->arena, "%zu", count));
}

static const char *node_name(const struct facts_plan *plan, size_t node)
{
    const struct scene *scene = plan->avatar->scene;
    const char *name = node < scene->count ? scene->nodes[node].name : NULL;
    return name != NULL         ? keep_fact_text(plan, name, NAME_MAX)
           : node == SCENE_NONE ? "?"
                                : arena_printf(plan->arena, "#%zu", node);
}

static uint64_t node_place(const struct facts_plan *plan, size_t node)
{
    return node < plan->avatar->scene->count ? plan->places[node] : 0;
}

/* Returns the name that an object gives itself, otherwise "#" and its index. */
static const char *own_name(const struct facts_plan *plan, const struct tree *json, size_t index)
{
    const char *name = tree_text(tree_get(json, "name"), NULL);
    return name == NULL || *name == '\0' ? arena_printf(plan->arena, "#%zu", index)
                                         : keep_fact_text(plan, name, NAME_MAX);
}

/* ---- members ---- */

/* Returns the name of what an index in a member with that key refers to; NULL if it is just a number. */
static const char *referred_name(const struct facts_plan *plan, enum vrmlint_fact_kind kind, const char *key,
                                 size_t index)
{
    static const char *const nodes[] = {"node", "source", "center", "bone"};
    const struct materials *materials = plan->avatar->materials;
    if (IS_AMONG(key, nodes)) {
        return node_name(plan, index);
    }
    if (strcmp(key, "material") == 0 && index < materials->count) {
        return keep_fact_text(plan, materials->items[index].name, NAME_MAX);
    }
    bool is_texture = kind == VRMLINT_FACT_MATERIAL && (strcmp(key, "index") == 0 || key[0] == '_');
    if (is_texture && index < materials->texture_count && materials->textures[index].image != MATERIALS_NONE) {
        const struct images *images = plan->avatar->images;
        size_t image = materials->textures[index].image;
        bool named = images != NULL && image < images->count && images->items[image].name != NULL;
        return named ? keep_fact_text(plan, images->items[image].name, NAME_MAX)
                     : arena_printf(plan->arena, "#%zu", image);
    }
    return NULL;
}

static void add_value(struct facts_plan *plan, const struct facts_of *of, const char *what, const char *key,
                      const struct tree *value)
{
    size_t index;
    const char *text = tree_text(value, NULL);
    const char *name = strstr(what, "floatProperties") == NULL && tree_index(value, SIZE_MAX, &index)
                           ? referred_name(plan, of->kind, key, index)
                           : NULL;
    add_fact(plan, of, what, name != NULL ? name : text != NULL ? text : tree_written(plan->arena, value));
}

static bool is_plain(const struct tree *value)
{
    bool numbers = tree_is_array(value) && tree_count(value) <= 16;
    for (size_t i = 0; numbers && i < tree_count(value); i++) {
        numbers = tree_is_number(tree_at(value, i));
    }
    return numbers || (!tree_is_array(value) && !tree_is_object(value));
}

/* Adds the members of an object, and of objects within it. except: a key that is reported elsewhere, or NULL. */
static void add_members(struct facts_plan *plan, const struct facts_of *of, const struct tree *json, const char *prefix,
                        const char *except, unsigned depth)
{
    for (void *at = tree_first(json); at != NULL && depth < DEEPEST; at = tree_next(json, at)) {
        const char *key = tree_key(at);
        const struct tree *value = tree_value(at);
        if (strcmp(key, "extras") == 0 || (except != NULL && strcmp(key, except) == 0)) {
            continue;
        }
        bool bare = strcmp(key, "extensions") == 0; /* omitted: the names of extensions are enough */
        const char *what = bare ? prefix
                                : arena_printf(plan->arena, "%s%s%s", prefix, *prefix == '\0' ? "" : ".",
                                               keep_fact_text(plan, key, NAME_MAX));
        if (is_plain(value)) {
            add_value(plan, of, what, key, value);
        } else if (tree_is_object(value)) {
            add_members(plan, of, value, what, NULL, depth + 1);
        } else {
            add_count(plan, of, what, tree_count(value));
        }
    }
}

/* ---- spring bones ---- */

static void add_joint(struct facts_plan *plan, const char *spring, size_t node, const struct tree *json)
{
    const struct facts_of of = {VRMLINT_FACT_JOINT, arena_printf(plan->arena, "%s / %s", spring, node_name(plan, node)),
                                node_place(plan, node)};
    add_fact(plan, &of, "", "");
    add_members(plan, &of, json, "", "node", 0);
}

static void add_spring_facts(struct facts_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    for (size_t i = 0; i < springs->spring_count; i++) {
        const struct spring *spring = &springs->springs[i];
        const struct facts_of of = {VRMLINT_FACT_SPRING, own_name(plan, spring->json, i),
                                    node_place(plan, spring->root)};
        add_count(plan, &of, "joints", spring->joint_count);
        add_count(plan, &of, "colliderGroups", spring->group_count);
        add_fact(plan, &of, "center", spring->center == SPRINGS_NONE ? "" : node_name(plan, spring->center));
        for (size_t k = 0; k < spring->joint_count; k++) {
            add_joint(plan, of.name, spring->joints[k].node, spring->joints[k].json);
        }
    }
    for (size_t i = 0; i < springs->collider_count; i++) {
        const struct collider *collider = &springs->colliders[i];
        const struct facts_of of = {VRMLINT_FACT_COLLIDER, node_name(plan, collider->node),
                                    node_place(plan, collider->node)};
        add_members(plan, &of, collider->json, "", "node", 0);
    }
    for (size_t i = 0; i < springs->group_count; i++) {
        const struct facts_of of = {VRMLINT_FACT_COLLIDER_GROUP,
                                    keep_fact_text(plan, springs->groups[i].name, NAME_MAX), i + 1};
        add_count(plan, &of, "colliders", springs->groups[i].collider_count);
    }
}

static void add_springs0(struct facts_plan *plan)
{
    const struct vrm0 *vrm0 = plan->avatar->vrm0;
    for (size_t i = 0; i < vrm0->group_count; i++) {
        const struct vrm0_group *group = &vrm0->groups[i];
        const char *root = group->root_count == 0 ? "" : node_name(plan, group->roots[0].node);
        const char *comment = group->comment == NULL ? "" : keep_fact_text(plan, group->comment, NAME_MAX);
        const struct facts_of of = {VRMLINT_FACT_SPRING, *comment == '\0' ? root : comment,
                                    group->root_count == 0 ? 0 : node_place(plan, group->roots[0].node)};
        add_members(plan, &of, group->json, "", "comment", 0);
        for (size_t k = 0; k < group->root_count; k++) {
            const struct facts_of joint = {
                VRMLINT_FACT_JOINT,
                arena_printf(plan->arena, "%s / %s", of.name, node_name(plan, group->roots[k].node)),
                node_place(plan, group->roots[k].node)};
            add_fact(plan, &joint, "", "");
        }
    }
    for (size_t i = 0; i < vrm0->collider_group_count; i++) {
        const struct vrm0_collider_group *group = &vrm0->collider_groups[i];
        for (size_t k = 0; k < group->collider_count; k++) {
            const struct facts_of of = {VRMLINT_FACT_COLLIDER, node_name(plan, group->node),
                                        node_place(plan, group->node)};
            add_members(plan, &of, group->colliders[k].json, "", NULL, 0);
        }
    }
}

static void add_constraints(struct facts_plan *plan)
{
    const struct constraints *constraints = plan->avatar->constraints;
    for (size_t i = 0; i < constraints->count; i++) {
        const struct facts_of of = {VRMLINT_FACT_CONSTRAINT, node_name(plan, constraints->items[i].destination),
                                    node_place(plan, constraints->items[i].destination)};
        add_members(plan, &of, constraints->items[i].json, "", NULL, 0);
    }
}

/* ---- the avatar ---- */

static void add_bones(struct facts_plan *plan, const size_t *nodes)
{
    for (size_t i = 0; i < BONE_COUNT; i++) {
        if (nodes[i] != SCENE_NONE) {
            const struct facts_of of = {VRMLINT_FACT_BONE, bones[i].name, plan->bone_places[nodes[i]]};
            add_fact(plan, &of, "node", node_name(plan, nodes[i]));
        }
    }
}

/* Returns the name of a shape (morph target) of a mesh, otherwise "#" and its index. */
static const char *shape_name(const struct facts_plan *plan, size_t mesh, size_t shape)
{
    const struct surfaces *surfaces = plan->avatar->surfaces;
    const struct tree *json = surfaces != NULL && mesh < surfaces->mesh_count ? surfaces->meshes[mesh].json : NULL;
    const char *name = surfaces_target_name(json, shape);
    return name == NULL ? arena_printf(plan->arena, "#%zu", shape) : keep_fact_text(plan, name, NAME_MAX);
}

static void add_shape(struct facts_plan *plan, const struct facts_of *of, const char *mesh_name, const char *shape,
                      const struct tree *weight)
{
    add_fact(plan, of, arena_printf(plan->arena, "%s / %s", mesh_name, shape), tree_written(plan->arena, weight));
}

static void add_expressions(struct facts_plan *plan)
{
    const struct vrm1 *vrm1 = plan->avatar->vrm1;
    const struct scene *scene = plan->avatar->scene;
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        const struct vrm1_expression *expression = &vrm1->expressions[i];
        const struct tree *binds = tree_get(expression->json, "morphTargetBinds");
        const struct facts_of of = {VRMLINT_FACT_EXPRESSION, keep_fact_text(plan, expression->name, NAME_MAX), i + 1};
        add_fact(plan, &of, "", "");
        add_members(plan, &of, expression->json, "", "morphTargetBinds", 0);
        for (size_t k = 0; k < tree_count(binds); k++) {
            const struct tree *bind = tree_at(binds, k);
            size_t node = scene_resolve(scene, tree_get(bind, "node"));
            size_t shape = SIZE_MAX;
            tree_index(tree_get(bind, "index"), SIZE_MAX, &shape);
            size_t mesh = node == SCENE_NONE ? SCENE_NONE : scene->nodes[node].mesh;
            add_shape(plan, &of, node_name(plan, node), shape_name(plan, mesh, shape), tree_get(bind, "weight"));
        }
    }
}

static void add_expressions0(struct facts_plan *plan)
{
    const struct vrm0_avatar *vrm0 = plan->avatar->vrm0_avatar;
    const struct surfaces *surfaces = plan->avatar->surfaces;
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        const struct vrm0_expression *expression = &vrm0->expressions[i];
        const struct tree *binds = tree_get(expression->json, "binds");
        const struct facts_of of = {VRMLINT_FACT_EXPRESSION, own_name(plan, expression->json, i), i + 1};
        add_fact(plan, &of, "", "");
        add_members(plan, &of, expression->json, "", "binds", 0);
        for (size_t k = 0; k < expression->bind_count; k++) {
            const struct vrm0_bind *bind = &expression->binds[k];
            bool known = surfaces != NULL && bind->mesh < surfaces->mesh_count;
            const char *mesh = own_name(plan, known ? surfaces->meshes[bind->mesh].json : NULL, bind->mesh);
            add_shape(plan, &of, mesh, shape_name(plan, bind->mesh, bind->index),
                      tree_get(tree_at(binds, k), "weight"));
        }
    }
}

static void add_material_facts(struct facts_plan *plan)
{
    const struct materials *materials = plan->avatar->materials;
    const struct images *images = plan->avatar->images;
    for (size_t i = 0; i < materials->count; i++) {
        const struct facts_of of = {VRMLINT_FACT_MATERIAL, own_name(plan, materials->items[i].json, i), i + 1};
        add_fact(plan, &of, "", "");
        add_members(plan, &of, materials->items[i].json, "", "name", 0);
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        const struct facts_of of = {VRMLINT_FACT_MATERIAL, own_name(plan, materials->olds[i].json, i), i + 1};
        add_members(plan, &of, materials->olds[i].json, "", "name", 0);
    }
    for (size_t i = 0; images != NULL && i < images->count; i++) {
        const struct image *image = &images->items[i];
        const struct facts_of of = {VRMLINT_FACT_IMAGE,
                                    image->name == NULL ? arena_printf(plan->arena, "#%zu", i)
                                                        : keep_fact_text(plan, image->name, NAME_MAX),
                                    i + 1};
        add_count(plan, &of, "bytes", (size_t)image->size);
        if (image->known && image->header.width > 0) {
            add_fact(plan, &of, "size",
                     arena_printf(plan->arena, "%u x %u", image->header.width, image->header.height));
        }
    }
}

static void add_meta(struct facts_plan *plan, enum vrmlint_fact_kind kind, const struct tree *json, const char *except)
{
    const struct facts_of of = {kind, "", 0};
    const struct tree *authors = tree_get(json, "authors");
    add_members(plan, &of, json, "", except, 0);
    for (size_t i = 0; kind == VRMLINT_FACT_LICENCE && i < tree_count(authors); i++) {
        add_fact(plan, &of, arena_printf(plan->arena, "authors.%zu", i), tree_text(tree_at(authors, i), NULL));
    }
}

/* ---- places ---- */

/* Extends the hash of a way by one step. */
static uint64_t add_step(uint64_t way, size_t step)
{
    char text[24];
    return fnv_add(way, text, (size_t)snprintf(text, sizeof text, "/%zu", step));
}

/* Sets the places of all usable nodes, from which names and the order of nodes in the file are left out: the bone above
 * a node, and at each node the index among the children of its parent. nodes: of the bones. */
static void find_fact_places(struct facts_plan *plan, const size_t *nodes)
{
    const struct scene *scene = plan->avatar->scene;
    uint64_t *places = arena_array(plan->arena, scene->count, sizeof *places);
    uint64_t *bone_places = arena_array(plan->arena, scene->count, sizeof *bone_places);
    size_t *steps = arena_array(plan->arena, scene->count, sizeof *steps);
    const char **bone_of = arena_array(plan->arena, scene->count, sizeof *bone_of);
    size_t count;
    size_t roots = 0;
    const size_t *order = scene_order(plan->arena, scene, &count);
    for (size_t i = 0; nodes != NULL && i < BONE_COUNT; i++) {
        if (nodes[i] < scene->count) {
            bone_of[nodes[i]] = bones[i].name;
        }
    }
    for (size_t i = 0; i < scene->count; i++) {
        for (size_t k = scene->children_begin[i]; k < scene->children_begin[i + 1]; k++) {
            steps[scene->children[k]] = k - scene->children_begin[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        bone_places[node] = parent == SCENE_NONE ? add_step(FNV_START, roots++) : add_step(places[parent], steps[node]);
        places[node] =
            bone_of[node] == NULL ? bone_places[node] : fnv_add(FNV_START, bone_of[node], strlen(bone_of[node]));
    }
    plan->places = places;
    plan->bone_places = bone_places;
}

/* ---- all of it ---- */

static int compare_lists_of_facts(const struct vrmlint_fact *a, const struct vrmlint_fact *b)
{
    int order = sort_order(a->kind, b->kind);
    order = order != 0 ? order : strcmp(a->of, b->of);
    if (order == 0 && (a->kind == VRMLINT_FACT_SPRING || a->kind == VRMLINT_FACT_JOINT ||
                       a->kind == VRMLINT_FACT_COLLIDER || a->kind == VRMLINT_FACT_CONSTRAINT)) {
        order = sort_order(a->place, b->place); /* several objects may have one name */
    }
    return order != 0 ? order : strcmp(a->what, b->what);
}

static int by_place_of_fact(const void *left, const void *right)
{
    const struct vrmlint_fact *a = left;
    const struct vrmlint_fact *b = right;
    int order = compare_lists_of_facts(a, b);
    return order != 0 ? order : strcmp(a->value, b->value);
}

const struct vrmlint_fact *facts_make(struct arena *arena, const struct avatar *avatar, size_t *count)
{
    struct facts_plan plan = {.arena = arena, .avatar = avatar};
    bool is_0x = !avatar->vrm1->present && avatar->vrm0_avatar->json != NULL;
    find_fact_places(&plan, is_0x                   ? avatar->vrm0_avatar->nodes
                            : avatar->vrm1->present ? avatar->humanoid->nodes
                                                    : NULL);
    add_spring_facts(&plan);
    add_constraints(&plan);
    add_material_facts(&plan);
    if (is_0x) {
        add_springs0(&plan);
        add_bones(&plan, avatar->vrm0_avatar->nodes);
        add_expressions0(&plan);
        add_meta(&plan, VRMLINT_FACT_LICENCE, avatar->vrm0_avatar->meta, "texture");
        add_meta(&plan, VRMLINT_FACT_GAZE, avatar->vrm0_avatar->first_person, "meshAnnotations");
    } else if (avatar->vrm1->present) {
        add_bones(&plan, avatar->humanoid->nodes);
        add_expressions(&plan);
        add_meta(&plan, VRMLINT_FACT_LICENCE, avatar->vrm1->meta, "thumbnailImage");
        add_meta(&plan, VRMLINT_FACT_GAZE, avatar->vrm1->look_at, NULL);
    }
    sort_array(plan.arena, plan.list, plan.count, sizeof *plan.list, by_place_of_fact);
    *count = plan.count;
    return plan.list;
}
