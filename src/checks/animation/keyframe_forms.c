/* Whether the accessors of keyframes can be read, and have the form that animations want. Catalogue section 0.3. */
#include <string.h>

#include "base/pointer.h"
#include "checks/animation/keyframes.h"

static const char *accessor_text(const struct keyframes *keyframes, size_t index, bool times)
{
    return arena_printf(keyframes->check->arena, "accessor %zu (its %s)", index, times ? "times" : "values");
}

static struct finding *tell(const struct keyframes *keyframes, enum rule rule, const struct track *track, bool times,
                            const char *what)
{
    struct arena *arena = keyframes->check->arena;
    size_t index = times ? track->input : track->output;
    const char *name = name_channel(keyframes->check->avatar, track->channels[0]);
    if (track->channel_count > 1) {
        name = arena_printf(arena, "%s and %zu more", name, track->channel_count - 1);
    }
    struct finding *finding = report_english(keyframes->check->findings, rule,
                                             keyframes_place(keyframes, track->channels[0], times ? "input" : "output"),
                                             "%s: %s %s", name, accessor_text(keyframes, index, times), what);
    finding_relate_english(finding, pointer_index(arena, "/accessors", index), "Accessor %zu", index);
    return finding;
}

/* ---- reaching ---- */

bool keyframes_reach(struct keyframes *keyframes, const struct track *track, bool times)
{
    struct arena *arena = keyframes->check->arena;
    size_t index = times ? track->input : track->output;
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    if (accessor->status == ACCESSOR_READY) {
        return true;
    }
    if (accessor->status == ACCESSOR_UNREACHABLE) {
        if (keyframes->unreachable == 0) {
            keyframes->unreachable_at = accessor->pointer;
            keyframes->unreachable_why = accessor->why;
        }
        keyframes->unreachable += track->channel_count;
    } else if (accessor->status == ACCESSOR_ILL) {
        keyframes->ill += track->channel_count;
    } else if (!keyframes->told[index]) {
        bool bounds = accessor->status == ACCESSOR_OUT_OF_BOUNDS;
        tell(keyframes, bounds ? RULE_ANIMATION_ACCESSOR_OUT_OF_BOUNDS : RULE_ANIMATION_ACCESSOR_FORMAT, track, times,
             arena_printf(arena, "%s, so apps fail to load the file: export the animation again", accessor->why));
    }
    keyframes->told[index] = true;
    return false;
}

/* ---- forms ---- */

static bool is_type(const struct accessor *accessor, const char *type)
{
    return strcmp(accessor->type, type) == 0;
}

/* "VEC4 of normalised shorts". */
static const char *form_text(struct arena *arena, const struct accessor *accessor)
{
    static const char *const names[] = {"bytes", "unsigned bytes", "shorts", "unsigned shorts",
                                        "",      "unsigned ints",  "floats"};
    return arena_printf(arena, "%s of %s%s", accessor->type, accessor->base.normalized ? "normalised " : "",
                        names[accessor->base.component - COMPONENT_BYTE]);
}

/* One that the buffer view leaves room for belongs to vertices. */
static void check_stride(struct keyframes *keyframes, const struct track *track, bool times)
{
    size_t index = times ? track->input : track->output;
    if (accessors_get(keyframes->accessors, index)->strided && !keyframes->told[index]) {
        tell(keyframes, RULE_ANIMATION_ACCESSOR_FORMAT, track, times,
             "lies in a buffer view with a byteStride, which only meshes may have, and some apps read past it: export "
             "the animation again");
        keyframes->told[index] = true;
    }
}

static bool is_one_number(const json_t *value)
{
    double number;
    return tree_is_array(value) && tree_count(value) == 1 && tree_number(tree_at(value, 0), &number);
}

bool keyframes_times_fit(struct keyframes *keyframes, const struct track *track)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, track->input);
    struct arena *arena = keyframes->check->arena;
    if (!is_type(accessor, "SCALAR") || accessor->base.component != COMPONENT_FLOAT) {
        tell(keyframes, RULE_ANIMATION_ACCESSOR_FORMAT, track, true,
             arena_printf(arena, "is %s, must be SCALAR of floats: export the animation again",
                          form_text(arena, accessor)));
        return false;
    }
    if (!is_one_number(tree_get(accessor->json, "min")) || !is_one_number(tree_get(accessor->json, "max"))) {
        finding_fix(tell(keyframes, RULE_ANIMATION_ACCESSOR_FORMAT, track, true,
                         "lacks min and max, and apps need them to know how long the animation is: write the first and "
                         "the last time there, each as a list of one number"),
                    VRMLINT_FIX_SAFE);
    }
    check_stride(keyframes, track, true);
    return true;
}

/* What a path wants; NULL when the accessor has it. */
static const char *wanted_form(const struct accessor *accessor, enum channel_path path)
{
    bool is_float = accessor->base.component == COMPONENT_FLOAT;
    bool is_number = is_float || (accessor->base.normalized && accessor->base.component != COMPONENT_UINT);
    switch (path) {
    case PATH_TRANSLATION:
    case PATH_SCALE:
        return is_type(accessor, "VEC3") && is_float ? NULL : "VEC3 of floats";
    case PATH_ROTATION:
        return is_type(accessor, "VEC4") && is_number ? NULL : "VEC4 of floats, or of normalised bytes or shorts";
    case PATH_WEIGHTS:
        return is_type(accessor, "SCALAR") && is_number ? NULL : "SCALAR of floats, or of normalised bytes or shorts";
    case PATH_OTHER:
        break;
    }
    return NULL;
}

size_t keyframes_elements(const struct keyframes *keyframes, const struct track *track)
{
    const struct avatar *avatar = keyframes->check->avatar;
    size_t targets = 1;
    if (track->path == PATH_WEIGHTS) {
        size_t mesh = avatar->scene->nodes[avatar->animations->channels[track->channels[0]].node].mesh;
        const json_t *json = mesh == SCENE_NONE ? NULL : tree_at(document_tree(avatar->document, "/meshes"), mesh);
        size_t count = tree_count(tree_get(tree_at(tree_get(json, "primitives"), 0), "targets"));
        targets = count == 0 ? 1 : count;
    }
    return targets * (track->interpolation == INTERPOLATION_CUBIC ? 3 : 1);
}

bool keyframes_values_fit(struct keyframes *keyframes, const struct track *track, size_t elements)
{
    struct arena *arena = keyframes->check->arena;
    const struct accessor *accessor = accessors_get(keyframes->accessors, track->output);
    const char *form = wanted_form(accessor, track->path);
    bool cubic = track->interpolation == INTERPOLATION_CUBIC;
    unsigned long long is = accessor->base.count;
    unsigned long long needs = (unsigned long long)keyframes->time_count * elements;
    if (form != NULL) {
        tell(keyframes, RULE_ANIMATION_ACCESSOR_FORMAT, track, false,
             arena_printf(arena, "is %s, must be %s: export the animation again", form_text(arena, accessor), form));
        return false;
    }
    if (is != needs) {
        tell(keyframes, RULE_ANIMATION_ACCESSOR_FORMAT, track, false,
             arena_printf(arena,
                          "holds %llu values, must hold %llu%s, for there are %zu keys: export the animation again", is,
                          needs, cubic ? " (three for each key, with its tangents)" : "", keyframes->time_count));
        return false;
    }
    if (cubic && keyframes->time_count < 2) {
        tell(keyframes, RULE_ANIMATION_ACCESSOR_FORMAT, track, false,
             "belongs to a single key, and CUBICSPLINE needs at least two: export with linear interpolation");
        return false;
    }
    check_stride(keyframes, track, false);
    return true;
}
