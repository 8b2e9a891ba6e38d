#include "checks/animation/names.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_words.h"

/* Adds the node, if any, to the words of a thing. forms: the messages for nodes with and without a name. */
static struct argument the_thing_on(struct argument argument, const struct check *check, size_t node,
                                    const enum message forms[2])
{
    if (node != SCENE_NONE) {
        const char *name = check->avatar->scene->nodes[node].name;
        argument.as.said.words = forms[name == NULL];
        argument.as.said.index[0] = node;
        argument.as.said.names[1] = name;
    }
    return argument;
}

size_t animated_bone_node(const struct vrma *vrma, size_t bone)
{
    return bones[bone].class == BONE_EYE ? vrma->eyes[bone == bone_by_name("rightEye")] : vrma->nodes[bone];
}

struct argument the_animated_bone(const char *as, const struct check *check, size_t bone)
{
    static const enum message forms[] = {WORDS_BONE_ON, WORDS_BONE_ON_UNNAMED};
    return the_thing_on(the_thing(as, WORDS_BONE, 0, bones[bone].name), check,
                        animated_bone_node(check->avatar->vrma, bone), forms);
}

struct argument the_animated_expression(const char *as, const struct check *check, size_t expression)
{
    static const enum message preset[] = {WORDS_EXPRESSION_ON, WORDS_EXPRESSION_ON_UNNAMED};
    static const enum message custom[] = {WORDS_CUSTOM_EXPRESSION_ON, WORDS_CUSTOM_EXPRESSION_ON_UNNAMED};
    const struct vrma_expression *found = &check->avatar->vrma->expressions[expression];
    enum message bare = found->custom ? WORDS_CUSTOM_EXPRESSION : WORDS_EXPRESSION;
    return the_thing_on(the_thing(as, bare, 0, found->name), check, found->node, found->custom ? custom : preset);
}

struct argument the_animated_gaze(const char *as, const struct check *check)
{
    static const enum message forms[] = {WORDS_GAZE_ON, WORDS_GAZE_ON_UNNAMED};
    return the_thing_on(WORD(as, WORDS_GAZE), check, check->avatar->vrma->look_at.node, forms);
}

struct argument the_channel_alone(const char *as, const struct check *check, size_t channel)
{
    const struct channel *found = &check->avatar->animations->channels[channel];
    struct argument argument = the_animation(as, check->avatar, found->animation);
    argument.as.said.words = WORDS_CHANNEL_OF;
    argument.as.said.index[1] = found->index;
    return argument;
}

struct place animated_bone_place(const struct check *check, size_t bone, const char *property)
{
    return place_at(vrma_bone_pointer(check->avatar->vrma, check->arena, bone, property));
}

struct place animated_expression_place(const struct check *check, size_t expression, const char *property)
{
    return place_at(vrma_expression_pointer(check->avatar->vrma, check->arena, expression, property));
}

bool animation_plays(const struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    return animations->count > 0 && animations->channels[0].animation == 0;
}

bool animation_moves(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t first = vrma->channels_begin[node];
    /* channels are sorted by animation */
    return first < vrma->channels_begin[node + 1] &&
           check->avatar->animations->channels[vrma->channels[first]].animation == 0;
}
