#include "vrm/names.h"

#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "base/text.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_vrm.h"
#include "ids/messages_words.h"

static struct arena *arena_of(const struct avatar *avatar)
{
    return avatar->document->arena;
}

static const char *node_name(const struct avatar *avatar, size_t node)
{
    return node < avatar->scene->count ? avatar->scene->nodes[node].name : NULL;
}

/* Sets one of three forms: with a named node, with an unnamed one, without a node. The name is stored in
 * names[name]. */
static struct argument by_node(const struct avatar *avatar, struct argument argument, size_t node,
                               const enum message forms[3], size_t name, size_t index)
{
    const char *text = node == SCENE_NONE ? NULL : node_name(avatar, node);
    argument.as.said.words = node == SCENE_NONE ? forms[2] : forms[text == NULL];
    argument.as.said.index[index] = node;
    argument.as.said.names[name] = text;
    return argument;
}

struct argument the_node(const char *as, const struct avatar *avatar, size_t node)
{
    return scene_name(as, avatar->scene, node);
}

struct argument the_spring(const char *as, const struct avatar *avatar, size_t spring)
{
    return the_thing(as, WORDS_SPRING, spring, avatar->springs->springs[spring].name);
}

static size_t joint_node(const struct avatar *avatar, size_t spring, size_t joint)
{
    return scene_node_at(avatar->scene, tree_get(avatar->springs->springs[spring].joints[joint].json, "node"));
}

struct argument the_joint(const char *as, const struct avatar *avatar, size_t spring, size_t joint)
{
    static const enum message forms[] = {WORDS_JOINT, WORDS_JOINT_UNNAMED, WORDS_JOINT_BARE};
    return by_node(avatar, the_thing(as, WORDS_JOINT, joint, NULL), joint_node(avatar, spring, joint), forms, 0, 1);
}

struct argument the_spring_joint(const char *as, const struct avatar *avatar, size_t spring, size_t joint)
{
    static const enum message forms[] = {WORDS_SPRING_JOINT, WORDS_SPRING_JOINT_UNNAMED, WORDS_SPRING_JOINT_BARE};
    struct argument argument = the_spring(as, avatar, spring);
    argument.as.said.index[1] = joint;
    return by_node(avatar, argument, joint_node(avatar, spring, joint), forms, 1, 2);
}

struct argument the_collider(const char *as, const struct avatar *avatar, size_t collider)
{
    static const enum message forms[] = {WORDS_COLLIDER, WORDS_COLLIDER_UNNAMED, WORDS_COLLIDER_BARE};
    const struct springs *springs = avatar->springs;
    const struct tree *json = collider < springs->collider_count ? springs->colliders[collider].json : NULL;
    return by_node(avatar, the_thing(as, WORDS_COLLIDER, collider, NULL),
                   scene_node_at(avatar->scene, tree_get(json, "node")), forms, 0, 1);
}

struct argument the_group(const char *as, const struct avatar *avatar, size_t group)
{
    const struct springs *springs = avatar->springs;
    return the_thing(as, WORDS_GROUP, group, group < springs->group_count ? springs->groups[group].name : NULL);
}

/* ---- VRM 0.x ---- */

struct argument the_bone_group(const char *as, const struct avatar *avatar, size_t group)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    return the_thing(as, WORDS_BONE_GROUP, group, group < vrm0->group_count ? vrm0->groups[group].comment : NULL);
}

struct argument the_root(const char *as, const struct avatar *avatar, const struct vrm0_root *root)
{
    static const enum message forms[] = {WORDS_ROOT, WORDS_ROOT_UNNAMED, WORDS_BONE_GROUP};
    return by_node(avatar, the_bone_group(as, avatar, root->group), root->node, forms, 1, 1);
}

struct argument the_group_bone(const char *as, const struct avatar *avatar, size_t group, size_t node)
{
    static const enum message forms[] = {WORDS_GROUP_BONE, WORDS_GROUP_BONE_UNNAMED, WORDS_BONE_GROUP};
    return by_node(avatar, the_bone_group(as, avatar, group), node, forms, 1, 1);
}

/* Returns the node of a collider group of VRM 0.x; SCENE_NONE if it has none. */
static size_t vrm0_group_node(const struct avatar *avatar, size_t group)
{
    const struct vrm0 *vrm0 = avatar->vrm0;
    return scene_node_at(
        avatar->scene, tree_get(group < vrm0->collider_group_count ? vrm0->collider_groups[group].json : NULL, "node"));
}

struct argument the_vrm0_group(const char *as, const struct avatar *avatar, size_t group)
{
    static const enum message forms[] = {WORDS_VRM0_GROUP, WORDS_VRM0_GROUP_UNNAMED, WORDS_VRM0_GROUP_BARE};
    return by_node(avatar, the_thing(as, WORDS_VRM0_GROUP, group, NULL), vrm0_group_node(avatar, group), forms, 0, 1);
}

struct argument the_vrm0_collider(const char *as, const struct avatar *avatar, size_t group, size_t collider)
{
    static const enum message forms[] = {WORDS_VRM0_COLLIDER, WORDS_VRM0_COLLIDER_UNNAMED, WORDS_VRM0_COLLIDER_BARE};
    struct argument argument = the_thing(as, WORDS_VRM0_COLLIDER, group, NULL);
    argument.as.said.index[1] = collider;
    return by_node(avatar, argument, vrm0_group_node(avatar, group), forms, 0, 2);
}

/* ---- animations ---- */

struct argument the_animation(const char *as, const struct avatar *avatar, size_t animation)
{
    const struct animations *animations = avatar->animations;
    return the_thing(as, WORDS_ANIMATION, animation,
                     animation < animations->animation_count ? animations->names[animation] : NULL);
}

/* Returns the name of a part of an animation: a sampler, or a channel without a node. */
static struct argument animation_part(const char *as, const struct avatar *avatar, enum message words, size_t animation,
                                      size_t part)
{
    struct argument argument = the_animation(as, avatar, animation);
    argument.as.said.words = words;
    argument.as.said.index[1] = part;
    return argument;
}

struct argument the_sampler(const char *as, const struct avatar *avatar, size_t animation, size_t sampler)
{
    return animation_part(as, avatar, WORDS_SAMPLER, animation, sampler);
}

/* Channels are sorted by animation and index. */
static const struct channel *find_channel(const struct animations *animations, size_t animation, size_t index)
{
    size_t at;
    SORT_SEARCH(at, 0, animations->count,
                animations->channels[at].animation < animation ||
                    (animations->channels[at].animation == animation && animations->channels[at].index < index));
    const struct channel *found = at < animations->count ? &animations->channels[at] : NULL;
    return found != NULL && found->animation == animation && found->index == index ? found : NULL;
}

/* Returns the name of a channel's target: a bone, an expression, the gaze, or a node. */
static struct argument moved_thing(const struct avatar *avatar, const struct channel *channel)
{
    const struct vrma *vrma = avatar->vrma;
    const char *name = node_name(avatar, channel->node);
    switch (vrma_role(vrma, channel->node)) {
    case VRMA_ROLE_BONE:
        return the_thing("", WORDS_MOVED_BONE, 0, bones[vrma->roles[channel->node].bone].name);
    case VRMA_ROLE_EYE:
        return the_thing("", WORDS_MOVED_BONE, 0, bones[vrma->roles[channel->node].eye].name);
    case VRMA_ROLE_EXPRESSION:
        return the_thing("", WORDS_EXPRESSION, 0, vrma->expressions[vrma->roles[channel->node].expression].name);
    case VRMA_ROLE_LOOK_AT:
        return WORD("", WORDS_MOVED_GAZE);
    case VRMA_ROLE_UNKNOWN_BONE:
    case VRMA_ROLE_ABOVE_HIPS:
    case VRMA_ROLE_INTERMEDIATE:
    case VRMA_ROLE_NONE:
        break;
    }
    return the_thing("", name == NULL ? WORDS_MOVED_NODE_UNNAMED : WORDS_MOVED_NODE, channel->node, name);
}

struct argument the_channel(const char *as, const struct avatar *avatar, size_t channel)
{
    static const enum message paths[] = {[PATH_TRANSLATION] = WORDS_TRANSLATION_OF,
                                         [PATH_ROTATION] = WORDS_ROTATION_OF,
                                         [PATH_SCALE] = WORDS_SCALE_OF,
                                         [PATH_WEIGHTS] = WORDS_WEIGHTS_OF,
                                         [PATH_OTHER] = WORDS_MOVES_OTHERWISE};
    const struct channel *found = &avatar->animations->channels[channel];
    struct argument argument = animation_part(
        as, avatar, found->node == SCENE_NONE ? WORDS_CHANNEL_BARE : WORDS_CHANNEL, found->animation, found->index);
    if (found->node != SCENE_NONE) {
        struct arena *words = document_words(avatar->document);
        struct argument *thing = arena_array(words, 2, sizeof *thing);
        struct argument *moved = arena_array(words, 2, sizeof *moved);
        thing[0] = argument_as("inner", moved_thing(avatar, found));
        moved[0] = CLAUSE("inner", paths[found->path], thing);
        argument.as.said.inner = moved;
    }
    return argument;
}

struct argument the_form(const char *as, const struct avatar *avatar, const char *type, enum component component,
                         bool normalized)
{
    static const enum message numbers[] = {
        WORDS_NUMBERS_BYTE,
        [COMPONENT_UBYTE - COMPONENT_BYTE] = WORDS_NUMBERS_UNSIGNED_BYTE,
        [COMPONENT_SHORT - COMPONENT_BYTE] = WORDS_NUMBERS_SHORT,
        [COMPONENT_USHORT - COMPONENT_BYTE] = WORDS_NUMBERS_UNSIGNED_SHORT,
        [COMPONENT_UINT - COMPONENT_BYTE] = WORDS_NUMBERS_UNSIGNED_INT,
        [COMPONENT_FLOAT - COMPONENT_BYTE] = WORDS_NUMBERS_FLOAT,
    };
    return argument_words(document_words(avatar->document), as, normalized ? WORDS_FORM_NORMALISED : WORDS_FORM,
                          ARGUMENTS(TERM("type", type), WORD("numbers", numbers[component - COMPONENT_BYTE])));
}

struct argument the_nodes_of(const char *as, const struct avatar *avatar, size_t parent)
{
    return parent == SCENE_NONE ? WORD(as, WORDS_NODES_OF_SCENE)
                                : argument_words(document_words(avatar->document), as, WORDS_CHILDREN_OF,
                                                 ARGUMENTS(the_node("parent", avatar, parent)));
}

/* ---- places ---- */

const struct tree *place_element(const struct avatar *avatar, const struct place *place)
{
    const char *pattern = place_pattern(place->kind);
    char array[64] = "";
    size_t length = strcspn(pattern, "#") - 1; /* without the slash before it */
    if (length < sizeof array) {
        memcpy(array, pattern, length);
    }
    bool unread = !avatar->vrm0->present && text_begins(pattern, VRM0_POINTER);
    return unread ? NULL : tree_at(document_tree(avatar->document, array), place->index[0]);
}

const struct tree *place_inner(const struct avatar *avatar, const struct place *place, const char *list)
{
    return tree_at(tree_get(place_element(avatar, place), list), place->index[1]);
}

/* The input of the naming functions. as: the placeholder; group: whether a heading for a group of findings is
 * needed. */
struct naming {
    const char *as;
    const struct avatar *avatar;
    const struct place *place;
    size_t index; /* the first index of the place */
    bool group;
};

/* Kinds of places whose names differ only in words: the words, or the function that makes the name. */
static const struct {
    enum message words;
    enum message otherwise; /* for things named by a key, if the place has no key */
    struct argument (*the)(const char *as, const struct avatar *avatar, size_t index);
} named[PLACE_COUNT] = {
    [PLACE_COLLIDER] = {.the = the_collider},
    [PLACE_GROUP_COLLIDER] = {.the = the_group},
    [PLACE_GROUP] = {.the = the_group},
    [PLACE_ANIMATION] = {.the = the_animation},
    [PLACE_SCENE_NODE] = {.words = WORDS_SCENE},
    [PLACE_SCENE] = {.words = WORDS_SCENE},
    [PLACE_SKIN_JOINT] = {.words = WORDS_SKIN},
    [PLACE_SKIN] = {.words = WORDS_SKIN},
    [PLACE_MESH] = {.words = WORDS_MESH},
    [PLACE_MATERIAL] = {.words = WORDS_MATERIAL},
    [PLACE_ACCESSOR] = {.words = WORDS_ACCESSOR},
    [PLACE_BUFFER_VIEW] = {.words = WORDS_BUFFER_VIEW},
    [PLACE_BUFFER] = {.words = WORDS_BUFFER},
    [PLACE_IMAGE] = {.words = WORDS_IMAGE},
    [PLACE_TEXTURE] = {.words = WORDS_TEXTURE},
    [PLACE_TEXTURE_SAMPLER] = {.words = WORDS_TEXTURE_SAMPLER},
    [PLACE_CAMERA] = {.words = WORDS_CAMERA},
    [PLACE_LIGHT] = {.words = WORDS_LIGHT},
    [PLACE_USED] = {.words = WORDS_THE_FILE},
    [PLACE_REQUIRED] = {.words = WORDS_THE_FILE},
    [PLACE_BONE] = {.words = WORDS_BONE, .otherwise = WORDS_HUMANOID},
    [PLACE_ANIMATED_BONE] = {.words = WORDS_BONE, .otherwise = WORDS_HUMANOID},
    [PLACE_PRESET] = {.words = WORDS_EXPRESSION, .otherwise = WORDS_EXPRESSIONS},
    [PLACE_CUSTOM] = {.words = WORDS_EXPRESSION, .otherwise = WORDS_EXPRESSIONS},
    [PLACE_ANIMATED_PRESET] = {.words = WORDS_EXPRESSION, .otherwise = WORDS_EXPRESSIONS},
    [PLACE_ANIMATED_CUSTOM] = {.words = WORDS_EXPRESSION, .otherwise = WORDS_EXPRESSIONS},
    [PLACE_LOOK_AT] = {.words = WORDS_GAZE},
    [PLACE_ANIMATED_LOOK_AT] = {.words = WORDS_GAZE},
    [PLACE_ROOT] = {.the = the_bone_group},
    [PLACE_BONE_GROUP_GROUP] = {.the = the_bone_group},
    [PLACE_BONE_GROUP] = {.the = the_bone_group},
    [PLACE_VRM0_COLLIDER] = {.the = the_vrm0_group},
    [PLACE_VRM0_GROUP] = {.the = the_vrm0_group},
    [PLACE_VRM0_HUMANOID] = {.words = WORDS_HUMANOID},
    [PLACE_VRM0_META] = {.words = WORDS_VRM0_META},
    [PLACE_VRM0_FIRST_PERSON] = {.words = WORDS_VRM0_FIRST_PERSON},
    [PLACE_VRM0_MATERIAL] = {.words = WORDS_VRM0_MATERIAL},
    [PLACE_EXTENSION] = {.words = WORDS_EXTENSION, .otherwise = WORDS_THE_FILE},
    [PLACE_FILE] = {.words = WORDS_THE_FILE},
};

static struct argument name_of_thing(const struct naming *naming)
{
    return named[naming->place->kind].the(naming->as, naming->avatar, naming->index);
}

static struct argument name_of_one(const struct naming *naming)
{
    return WORD(naming->as, named[naming->place->kind].words);
}

static struct argument name_of_number(const struct naming *naming)
{
    return the_thing(naming->as, named[naming->place->kind].words, naming->index, NULL);
}

/* Names an element of an array without a view, by a string in it. */
static struct argument by_text_of_name(const struct naming *naming, enum message words, const char *key)
{
    const struct tree *text = tree_get(place_element(naming->avatar, naming->place), key);
    return the_thing(naming->as, words, naming->index, tree_text(text, NULL));
}

static struct argument name_of_element(const struct naming *naming)
{
    return by_text_of_name(naming, named[naming->place->kind].words, "name");
}

/* Names a thing by its key, the first token of the member. */
static struct argument name_of_keyed(const struct naming *naming)
{
    const char *member = naming->place->member;
    if (member == NULL) {
        return WORD(naming->as, named[naming->place->kind].otherwise);
    }
    struct buf key = BUF_INIT(arena_of(naming->avatar));
    pointer_add_token(&key, member, strcspn(member, "/"));
    return the_thing(naming->as, named[naming->place->kind].words, 0, buf_text(&key));
}

static struct argument name_of_spring(const struct naming *naming)
{
    return naming->index < naming->avatar->springs->spring_count
               ? the_spring(naming->as, naming->avatar, naming->index)
               : the_thing(naming->as, WORDS_SPRING_BARE, naming->index, NULL);
}

static struct argument name_of_joint(const struct naming *naming)
{
    const struct springs *springs = naming->avatar->springs;
    bool there =
        naming->index < springs->spring_count && naming->place->index[1] < springs->springs[naming->index].joint_count;
    return naming->group || !there
               ? name_of_spring(naming)
               : the_spring_joint(naming->as, naming->avatar, naming->index, naming->place->index[1]);
}

static struct argument name_of_node(const struct naming *naming)
{
    return the_thing(naming->as, WORDS_NODE_HEADING, naming->index, node_name(naming->avatar, naming->index));
}

static struct argument name_of_channel(const struct naming *naming)
{
    const struct animations *animations = naming->avatar->animations;
    const struct channel *channel = find_channel(animations, naming->index, naming->place->index[1]);
    return naming->group ? the_animation(naming->as, naming->avatar, naming->index)
           : channel != NULL
               ? the_channel(naming->as, naming->avatar, (size_t)(channel - animations->channels))
               : animation_part(naming->as, naming->avatar, WORDS_CHANNEL_BARE, naming->index, naming->place->index[1]);
}

static struct argument name_of_sampler(const struct naming *naming)
{
    return naming->group ? the_animation(naming->as, naming->avatar, naming->index)
                         : the_sampler(naming->as, naming->avatar, naming->index, naming->place->index[1]);
}

static struct argument name_of_primitive(const struct naming *naming)
{
    struct argument name = by_text_of_name(naming, naming->group ? WORDS_MESH : WORDS_PRIMITIVE, "name");
    name.as.said.index[1] = naming->place->index[1];
    return name;
}

static struct argument name_of_vrm0_bone(const struct naming *naming)
{
    struct argument bone = by_text_of_name(naming, WORDS_BONE, "bone");
    bone.as.said.words = bone.as.said.names[0] == NULL ? WORDS_BONE_BARE : WORDS_BONE;
    return bone;
}

static struct argument name_of_vrm0_annotation(const struct naming *naming)
{
    return naming->group ? WORD(naming->as, WORDS_VRM0_FIRST_PERSON)
                         : the_thing(naming->as, WORDS_VRM0_ANNOTATION, naming->index, NULL);
}

/* Names an expression by its own name or, if it has none, by its preset. */
static struct argument name_of_vrm0_expression(const struct naming *naming)
{
    struct argument argument = by_text_of_name(naming, WORDS_VRM0_EXPRESSION, "name");
    const char *name = argument.as.said.names[0];
    return name != NULL && *name != '\0' ? argument : by_text_of_name(naming, WORDS_VRM0_EXPRESSION, "presetName");
}

struct argument the_place(const char *as, const struct avatar *avatar, const struct place *place, bool group)
{
    static struct argument (*const names[PLACE_COUNT])(const struct naming *naming) = {
#define PLACE(kind, pattern, name, identity, node) name_of_##name,
#include "finding/places.def"
    };
    struct naming naming = {as, avatar, place, place->index[0], group};
    return names[place->kind](&naming);
}

/* ---- text ---- */

struct vrmlint_text name_text(const struct avatar *avatar, unsigned languages, struct argument argument)
{
    struct buf room = BUF_INIT(arena_of(avatar));
    argument.name = "thing";
    return message_text(&room, languages, WORDS_ALONE, ARGUMENTS(argument));
}

struct vrmlint_text name_heading(const struct avatar *avatar, unsigned languages, const struct place *place,
                                 struct name_memo *memo)
{
    if (!memo->known || place->kind != memo->kind || memo->index != place->index[0]) {
        struct argument argument = the_place("thing", avatar, place, true);
        bool by_index = strchr(place_pattern(place->kind), '#') != NULL;
        *memo = (struct name_memo){place->kind, place->index[0], by_index, name_text(avatar, languages, argument)};
    }
    return memo->text;
}
