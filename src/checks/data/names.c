/* Names for the parts of a file in findings about their data, the uses of accessors, and parts of the avatar. */
#include "checks/data/data.h"

#include "base/sort.h"
#include "ids/messages_mesh.h"
#include "ids/messages_words.h"

enum { RELATED_MOST = 10 };

/* ---- accessors ---- */

const struct sweep_facts *data_facts(const struct data *data, size_t index)
{
    return sweep_facts(data->sweep, index);
}

/* Returns an accessor if it has this number of components, or NULL. */
static const struct accessor *accessor_of_shape(const struct data *data, size_t index, size_t components)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    bool matrix = accessor->type[0] == 'M';
    return accessor->base.components == components && matrix == (components == SWEEP_COMPONENTS) ? accessor : NULL;
}

const struct accessor *data_accessor(const struct data *data, size_t index, size_t components)
{
    if (index >= data->sweep->accessors->count || data_facts(data, index)->state != SWEEP_READ ||
        data_facts(data, index)->infinite) {
        return NULL;
    }
    return accessor_of_shape(data, index, components);
}

const struct accessor *data_accessor_to_walk(const struct data *data, size_t index, size_t components)
{
    bool later = index < data->sweep->accessors->count && data->sweep->facts[index].state == SWEEP_LATER;
    return later ? accessor_of_shape(data, index, components) : data_accessor(data, index, components);
}

const struct accessor *data_vector(const struct data *data, size_t index, size_t components)
{
    const struct accessor *accessor = data_accessor(data, index, components);
    bool known = accessor != NULL && accessor->base.component != COMPONENT_UINT &&
                 (accessor->base.component == COMPONENT_FLOAT) != accessor->base.normalized;
    return known ? accessor : NULL;
}

/* ---- places and names ---- */

struct place data_place(const struct data *data, size_t primitive, const char *member)
{
    const struct primitive *of = &data->primitives->items[primitive];
    return place_of(PLACE_PRIMITIVE, of->mesh, of->place, member);
}

struct argument the_mesh(const char *as, const struct data *data, size_t mesh)
{
    return the_thing(as, WORDS_MESH, mesh, data->primitives->meshes[mesh].name);
}

struct argument the_skin(const char *as, const struct data *data, size_t skin)
{
    const struct tree *json = tree_at(document_tree(data->check->avatar->document, "/skins"), skin);
    return the_thing(as, WORDS_SKIN, skin, tree_text(tree_get(json, "name"), NULL));
}

struct argument the_part(const char *as, const struct data *data, size_t primitive)
{
    const struct primitive *of = &data->primitives->items[primitive];
    struct argument argument = the_mesh(as, data, of->mesh);
    if (data->primitives->meshes[of->mesh].count < 2) {
        return argument;
    }
    argument.as.said.words = WORDS_PART_OF_MESH;
    argument.as.said.index[1] = of->place;
    if (of->material != PRIMITIVES_NONE) {
        const struct tree *json = tree_at(document_tree(data->check->avatar->document, "/materials"), of->material);
        const char *name = tree_text(tree_get(json, "name"), NULL);
        if (name != NULL && *name != '\0') {
            argument.as.said.words = WORDS_PART_WITH_MATERIAL;
            argument.as.said.names[1] = name;
        }
    }
    return argument;
}

struct argument the_target(const char *as, const struct data *data, size_t mesh, size_t target)
{
    return the_thing(as, WORDS_MORPH_TARGET, target, primitives_target_name(data->primitives, mesh, target));
}

/* ---- uses ---- */

static void set_accessor_use(struct data *data, const struct tree *index, struct accessor_use use)
{
    size_t at;
    if (tree_index(index, data->sweep->accessors->count, &at) && data->uses[at].kind == USE_NONE) {
        data->uses[at] = use;
    }
}

static void use_attributes(struct data *data, const struct tree *attributes, struct accessor_use as)
{
    for (void *i = tree_first(attributes); i != NULL; i = tree_next(attributes, i)) {
        as.attribute = tree_key(i);
        set_accessor_use(data, tree_value(i), as);
    }
}

static void use_primitive(struct data *data, size_t primitive)
{
    const struct tree *json = data->primitives->items[primitive].json;
    use_attributes(data, tree_get(json, "attributes"), (struct accessor_use){USE_ATTRIBUTE, NULL, primitive, 0});
    for (size_t t = 0; t < data->primitives->items[primitive].target_count; t++) {
        use_attributes(data, tree_at(tree_get(json, "targets"), t),
                       (struct accessor_use){USE_TARGET, NULL, primitive, t});
    }
    set_accessor_use(data, tree_get(json, "indices"), (struct accessor_use){USE_INDICES, "indices", primitive, 0});
}

/* Return the first use of an accessor, and words for it: "NORMAL of mesh 0 'Body'". */
const struct accessor_use *data_use(struct data *data, size_t accessor)
{
    if (data->uses == NULL) {
        const struct tree *skins = document_tree(data->check->avatar->document, "/skins");
        data->uses = arena_array(data->check->arena, data->sweep->accessors->count, sizeof *data->uses);
        for (size_t i = 0; i < data->primitives->count; i++) {
            use_primitive(data, i);
        }
        for (size_t i = 0; i < data->skin_count; i++) {
            set_accessor_use(data, tree_get(tree_at(skins, i), "inverseBindMatrices"),
                             (struct accessor_use){USE_BINDS, NULL, i, 0});
        }
        const struct animations *animations = data->check->avatar->animations;
        for (size_t i = 0; i < animations->sampler_count; i++) {
            set_accessor_use(data, tree_get(animations->samplers[i].json, "input"),
                             (struct accessor_use){USE_KEYFRAMES, "input", i, 0});
            set_accessor_use(data, tree_get(animations->samplers[i].json, "output"),
                             (struct accessor_use){USE_KEYFRAMES, "output", i, 0});
        }
    }
    return &data->uses[accessor];
}

struct argument the_use(const char *as, struct data *data, size_t accessor)
{
    const struct accessor_use *found = data_use(data, accessor);
    struct arena *arena = data->check->arena;
    switch (found->kind) {
    case USE_ATTRIBUTE:
    case USE_INDICES:
        return argument_words(arena, as, WORDS_USE_IN_PART,
                              ARGUMENTS(COUNT("accessor", accessor), TERM("attribute", found->attribute),
                                        the_part("part", data, found->owner)));
    case USE_TARGET: {
        size_t mesh = data->primitives->items[found->owner].mesh;
        return argument_words(arena, as, WORDS_USE_IN_TARGET,
                              ARGUMENTS(COUNT("accessor", accessor), TERM("attribute", found->attribute),
                                        the_target("target", data, mesh, found->target),
                                        the_part("part", data, found->owner)));
    }
    case USE_BINDS:
        return argument_words(arena, as, WORDS_USE_IN_SKIN,
                              ARGUMENTS(COUNT("accessor", accessor), the_skin("skin", data, found->owner)));
    case USE_KEYFRAMES: {
        const struct sampler *sampler = &data->check->avatar->animations->samplers[found->owner];
        return argument_words(
            arena, as, WORDS_USE_IN_SAMPLER,
            ARGUMENTS(COUNT("accessor", accessor), TERM("attribute", found->attribute),
                      the_sampler("sampler", data->check->avatar, sampler->animation, sampler->index)));
    }
    case USE_NONE:
        break;
    }
    return argument_words(arena, as, WORDS_USE_NONE, ARGUMENTS(COUNT("accessor", accessor)));
}

/* ---- findings ---- */

void data_measure(struct finding *finding, uint64_t count, uint64_t total, uint64_t first)
{
    finding_measure(finding, "count", (double)count);
    finding_measure(finding, "total", (double)total);
    finding_measure(finding, "first", (double)first);
}

void data_relate(const struct data *data, struct finding *finding, const size_t *others, size_t count,
                 const char *member)
{
    for (size_t i = 0; i < count && i < RELATED_MOST; i++) {
        finding_relate(finding, WORDS_USED_HERE_TOO, data_place(data, others[i], member),
                       ARGUMENTS(the_part("part", data, others[i])));
    }
    if (count > 0) {
        finding_measure(finding, "others", (double)count);
    }
}

/* Reads the skins of a file as their vertices use them, and the meshes that nodes combine with them. */

/* Returns, per joint, whether it is neither the hips nor below nor above them; NULL if there is no such joint. */
static const bool *read_outside(const struct data *data, const struct bound_skin *skin)
{
    const struct scene *scene = data->check->avatar->scene;
    bool *outside = NULL;
    for (size_t i = 0; data->body.present && data->body.carried && i < skin->count; i++) {
        size_t node = skin->joints[i];
        if (node == SCENE_NONE || !scene_usable(scene, node) || scene_is_above_or_same(scene, data->body.hips, node) ||
            scene_is_above_or_same(scene, node, data->body.hips)) {
            continue;
        }
        outside = outside == NULL ? arena_array(data->check->arena, skin->count, sizeof *outside) : outside;
        outside[i] = true;
    }
    return outside;
}

static void read_skins(struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    const struct tree *json = document_tree(data->check->avatar->document, "/skins");
    struct arena *arena = data->check->arena;
    data->skin_count = tree_length(json);
    data->skins = arena_array(arena, data->skin_count, sizeof *data->skins);
    for (size_t i = 0; i < data->skin_count; i++) {
        struct bound_skin *skin = &data->skins[i];
        const struct tree *joints = tree_get(tree_at(json, i), "joints");
        skin->count = tree_length(joints);
        size_t *nodes = arena_array(arena, skin->count, sizeof *nodes);
        for (size_t k = 0; k < skin->count; k++) {
            nodes[k] = scene_resolve(scene, tree_at(joints, k));
        }
        skin->joints = nodes;
        skin->weighted = arena_array(arena, skin->count + 4, sizeof *skin->weighted);
        skin->outside = read_outside(data, skin);
    }
}

/* Whether a node has a mesh with a skin. Skins without joints are reported elsewhere. */
static bool is_skinned(const struct data *data, const struct scene_node *node)
{
    return node->mesh < data->primitives->mesh_count && node->skin < data->skin_count &&
           data->skins[node->skin].count > 0;
}

static void read_skinned(struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        count += is_skinned(data, &scene->nodes[i]);
    }
    struct skinned *pairs = arena_array(data->check->arena, count, sizeof *pairs);
    count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        if (is_skinned(data, node)) {
            pairs[count++] = (struct skinned){node->mesh, node->skin, box_empty, false};
        }
    }
    sort_array(data->check->arena, pairs, count, sizeof *pairs, sort_by_two);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || sort_by_two(&pairs[i - 1], &pairs[i]) != 0) {
            pairs[data->skinned_count++] = pairs[i];
        }
    }
    data->skinned = pairs;
}

/* Fills skins and skinned. Primitives and the body must have been read. */
void data_read_skins(struct data *data)
{
    read_skins(data);
    read_skinned(data);
}

const struct skinned *data_skins_of(const struct data *data, size_t mesh, size_t *count)
{
    size_t begin;
    size_t end;
    SORT_SEARCH(begin, 0, data->skinned_count, data->skinned[begin].mesh < mesh);
    SORT_SEARCH(end, begin, data->skinned_count, data->skinned[end].mesh == mesh);
    *count = end - begin;
    return data->skinned + begin;
}

/* ---- the avatar ---- */

const struct face_preset face_presets[FACE_PRESETS] = {
    {"aa", VRM0_A},
    {"ih", VRM0_I},
    {"ou", VRM0_U},
    {"ee", VRM0_E},
    {"oh", VRM0_O},
    {"blink", VRM0_BLINK},
    {"blinkLeft", VRM0_BLINK_LEFT},
    {"blinkRight", VRM0_BLINK_RIGHT},
};

size_t data_bone(const struct data *data, const char *bone)
{
    const struct avatar *avatar = data->check->avatar;
    const struct humanoid *humanoid = avatar_humanoid(avatar);
    size_t node = humanoid == NULL ? SCENE_NONE : humanoid->nodes[bone_by_name(bone)];
    return scene_usable(avatar->scene, node) ? node : SCENE_NONE;
}
