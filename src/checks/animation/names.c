#include "checks/animation/names.h"

#include <string.h>

#include "base/ascii.h"

static const char *on_node(const struct check *check, const char *what, size_t node)
{
    return node == SCENE_NONE ? what : arena_printf(check->arena, "%s on %s", what, name_node(check->avatar, node));
}

const char *animation_bone(const struct check *check, size_t bone)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t node = vrma->nodes[bone];
    if (bones[bone].class == BONE_EYE) {
        node = vrma->eyes[bone == bone_by_name("rightEye")];
    }
    return on_node(check, arena_printf(check->arena, "bone '%s'", bones[bone].name), node);
}

const char *animation_expression(const struct check *check, size_t expression)
{
    const struct vrma_expression *found = &check->avatar->vrma->expressions[expression];
    const char *name = name_quote(check->arena, found->name);
    return on_node(check, arena_printf(check->arena, "%s %s", found->custom ? "custom expression" : "expression", name),
                   found->node);
}

const char *animation_gaze(const struct check *check)
{
    return on_node(check, "the gaze (lookAt)", check->avatar->vrma->look_at.node);
}

const char *animation_title(const struct check *check, size_t animation)
{
    const char *name = check->avatar->animations->names[animation];
    return name == NULL ? arena_printf(check->arena, "animation %zu", animation)
                        : arena_printf(check->arena, "animation %zu %s", animation, name_quote(check->arena, name));
}

const char *animation_channel(const struct check *check, size_t channel)
{
    const struct channel *found = &check->avatar->animations->channels[channel];
    return arena_printf(check->arena, "channel %zu of %s", found->place, animation_title(check, found->animation));
}

const char *animation_capital(const struct check *check, const char *text)
{
    char *capital = arena_copy(check->arena, text, strlen(text));
    *capital = ascii_upper(*capital);
    return capital;
}

const char *animation_node_pointer(const struct check *check, size_t node)
{
    return arena_printf(check->arena, "/nodes/%zu", node);
}

const char *animation_verb(enum channel_path path)
{
    static const char *const verbs[] = {[PATH_OTHER] = "animates",
                                        [PATH_TRANSLATION] = "moves",
                                        [PATH_ROTATION] = "turns",
                                        [PATH_SCALE] = "scales",
                                        [PATH_WEIGHTS] = "morphs"};
    return verbs[path];
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
    /* channels stand in the order of their animations */
    return first < vrma->channels_begin[node + 1] &&
           check->avatar->animations->channels[vrma->channels[first]].animation == 0;
}
