#include "vrm/identity.h"

#include <string.h>

#include "base/pointer.h"
#include "vrm/names.h"

enum {
    NAME_BYTES = 200,  /* maximum of a name: a file may hold a long one and many findings about it */
    UNNAMED_STEPS = 32 /* ancestors of an unnamed node to search, for the same reason */
};

/* An index in a pointer, with the indices before it. */
struct element {
    struct identities *identities;
    const struct avatar *avatar;
    struct buf *buf;
    size_t start; /* start of the whole text in buf */
    struct place place;
};

static void print_name(struct buf *buf, const char *name)
{
    const char *end = memchr(name, '\0', NAME_BYTES);
    pointer_add_key(buf, name, end == NULL ? NAME_BYTES : (size_t)(end - name));
}

/* Prints "/Hair_03"; for an unnamed node "/Hair_02+1": the nearest named ancestor and the number of levels to it. */
static bool print_node_name(struct buf *buf, const struct scene *scene, size_t node)
{
    size_t steps = 0;
    while (node < scene->count && scene->nodes[node].name == NULL && steps < UNNAMED_STEPS) {
        node = scene->nodes[node].parent;
        steps++;
    }
    if (node >= scene->count || scene->nodes[node].name == NULL) {
        return false;
    }
    print_name(buf, scene->nodes[node].name);
    if (steps > 0) {
        buf_printf(buf, "+%zu", steps);
    }
    return true;
}

/* Prints the node of an index in the file, usable or not. */
static bool print_node_at(const struct element *element, const struct tree *index)
{
    const struct scene *scene = element->avatar->scene;
    return print_node_name(element->buf, scene, scene_node_at(scene, index));
}

static bool print_text(const struct element *element, const struct tree *text)
{
    const char *name = tree_text(text, NULL);
    if (name == NULL || *name == '\0') {
        return false;
    }
    print_name(element->buf, name);
    return true;
}

/* Prints the node of an index in the file, without the list that contains the index. If a node has two parents, or
 * two springs share a joint, the order decides which list is reported. */
static bool print_listed(const struct element *element, const char *kind, const struct tree *index)
{
    size_t node = scene_node_at(element->avatar->scene, index);
    if (node == SCENE_NONE) {
        return false;
    }
    element->buf->length = element->start;
    buf_str(element->buf, kind);
    return print_node_name(element->buf, element->avatar->scene, node); /* if false, "#" follows */
}

/* ---- elements ---- */

/* Returns the element of the first index. */
static const struct tree *own_element(const struct element *element)
{
    return place_element(element->avatar, &element->place);
}

/* Returns the value of the second index in a list of that element. */
static const struct tree *inner_value(const struct element *element, const char *list)
{
    return place_inner(element->avatar, &element->place, list);
}

/* For elements that nothing distinguishes. */
static bool print_nothing(const struct element *element)
{
    (void)element;
    return false;
}

static bool print_named(const struct element *element)
{
    return print_text(element, tree_get(own_element(element), "name"));
}

static bool print_string(const struct element *element)
{
    return print_text(element, own_element(element));
}

/* Prints the node that an element refers to. */
static bool print_on_node(const struct element *element)
{
    return print_node_at(element, tree_get(own_element(element), "node"));
}

/* ---- springs ---- */

static bool print_spring(const struct element *element)
{
    const struct tree *json = own_element(element);
    return print_text(element, tree_get(json, "name")) ||
           print_node_at(element, tree_get(tree_at(tree_get(json, "joints"), 0), "node"));
}

static bool print_joint(const struct element *element)
{
    return print_listed(element, "/joint", tree_get(inner_value(element, "joints"), "node"));
}

static bool print_group_collider(const struct element *element)
{
    const struct springs *springs = element->avatar->springs;
    size_t collider;
    return tree_index(inner_value(element, "colliders"), springs->collider_count, &collider) &&
           print_node_at(element, tree_get(springs->colliders[collider].json, "node"));
}

static bool print_spring_group(const struct element *element)
{
    const struct springs *springs = element->avatar->springs;
    size_t group;
    return tree_index(inner_value(element, "colliderGroups"), springs->group_count, &group) &&
           print_text(element, tree_get(springs->groups[group].json, "name"));
}

/* ---- VRM 0.x ---- */

static bool print_bone_group(const struct element *element)
{
    const struct tree *json = own_element(element);
    return print_text(element, tree_get(json, "comment")) ||
           print_node_at(element, tree_at(tree_get(json, "bones"), 0));
}

static bool print_root(const struct element *element)
{
    return print_listed(element, "/root", inner_value(element, "bones"));
}

static bool print_bone_group_group(const struct element *element)
{
    const struct vrm0 *vrm0 = element->avatar->vrm0;
    size_t group;
    return tree_index(inner_value(element, "colliderGroups"), vrm0->collider_group_count, &group) &&
           print_node_at(element, tree_get(vrm0->collider_groups[group].json, "node"));
}

static bool print_vrm0_bone(const struct element *element)
{
    return print_text(element, tree_get(own_element(element), "bone"));
}

/* ---- core ---- */

static bool print_node(const struct element *element)
{
    return print_node_name(element->buf, element->avatar->scene, element->place.index[0]);
}

static bool print_node_child(const struct element *element)
{
    return print_listed(element, "/child", inner_value(element, "children"));
}

static bool print_scene_node(const struct element *element)
{
    return print_node_at(element, inner_value(element, "nodes"));
}

static bool print_skin_joint(const struct element *element)
{
    return print_node_at(element, inner_value(element, "joints"));
}

/* Primitives have no names: the order of a mesh's primitives is that of the artist's material slots. */
static bool print_primitive(const struct element *element)
{
    buf_printf(element->buf, "/%zu", element->place.index[1]);
    return true;
}

/* ---- animations ---- */

/* Prints the node that a channel moves, and the path: a node has one channel of each path. */
static bool print_moved(const struct element *element, const struct channel *channel)
{
    static const char *const kinds[] = {"", ":translation", ":rotation", ":scale", ":weights"};
    if (!print_node_name(element->buf, element->avatar->scene, channel->node)) {
        return false;
    }
    buf_str(element->buf, kinds[channel->path]);
    return true;
}

static bool print_channel(const struct element *element)
{
    const struct animations *animations = element->avatar->animations;
    size_t animation = element->place.index[0];
    if (animation >= animations->animation_count ||
        element->place.index[1] >= animations->parts[animation].channel_count) {
        return false;
    }
    return print_moved(element, &animations->channels[animations->parts[animation].channels + element->place.index[1]]);
}

/* A sampler is identified by the first channel that uses it. */
static bool print_sampler(const struct element *element)
{
    struct identities *identities = element->identities;
    const struct animations *animations = element->avatar->animations;
    size_t animation = element->place.index[0];
    if (animation >= animations->animation_count ||
        element->place.index[1] >= animations->parts[animation].sampler_count) {
        return false;
    }
    if (identities->channels == NULL) {
        identities->channels =
            arena_array(element->buf->arena, animations->sampler_count, sizeof *identities->channels);
        for (size_t i = animations->count; i-- > 0;) {
            if (animations->channels[i].sampler < animations->sampler_count) {
                identities->channels[animations->channels[i].sampler] = i + 1;
            }
        }
    }
    size_t channel = identities->channels[animations->parts[animation].samplers + element->place.index[1]];
    return channel > 0 && print_moved(element, &animations->channels[channel - 1]);
}

/* ---- pointers ---- */

/* Prints the name of the element at a pointer up to end. Returns false if it has none. *known receives whether it is
 * an element that may have a name. */
static bool print_element(struct element *element, const char *pointer, const char *end, bool *known)
{
    static bool (*const puts[PLACE_COUNT])(const struct element *element) = {
#define PLACE(kind, pattern, name, identity, node) print_##identity,
#include "finding/places.def"
    };
    *known = place_before(pointer, end, &element->place);
    return *known && element->avatar != NULL && puts[element->place.kind](element);
}

/* Appends the names of a pointer's tokens from at up to end. */
static void name_tokens(struct element *element, const char *pointer, const char *at, const char *end)
{
    const char *token;
    size_t length;
    size_t index;
    while (at < end && pointer_next(&at, &token, &length)) {
        bool known = false;
        if (!pointer_token_index(token, length, &index) || !print_element(element, pointer, at, &known)) {
            buf_char(element->buf, '/');
            buf_add(element->buf, known ? "#" : token, known ? 1 : length);
        }
    }
}

void identity_add(struct identities *identities, struct buf *buf, const char *pointer)
{
    struct element element = {.identities = identities, .avatar = identities->avatar, .buf = buf, .start = buf->length};
    const char *last = strrchr(pointer, '/');
    size_t length = last == NULL ? 0 : (size_t)(last - pointer);
    if (identities->above.length != length || memcmp(buf_text(&identities->above), pointer, length) != 0) {
        identities->above.arena = buf->arena;
        identities->named.arena = buf->arena;
        identities->above.length = 0;
        identities->named.length = 0;
        name_tokens(&element, pointer, pointer, pointer + length);
        buf_add(&identities->above, pointer, length);
        buf_add(&identities->named, buf_text(buf) + element.start, buf->length - element.start);
    } else {
        buf_add(buf, buf_text(&identities->named), identities->named.length);
    }
    name_tokens(&element, pointer, pointer + length, pointer + strlen(pointer));
}
