/* The animation channels of a file, resolved: their targets and samplers. Keyframe data is not read: see tracks.h. */
#ifndef VRMLINT_VRM_ANIMATION_H
#define VRMLINT_VRM_ANIMATION_H

#include "gltf/scene.h"

enum channel_path { PATH_OTHER, PATH_TRANSLATION, PATH_ROTATION, PATH_SCALE, PATH_WEIGHTS };

/* Returns "rotation" or the like, as in files; NULL for PATH_OTHER. */
const char *channel_path_name(enum channel_path path);

enum interpolation { INTERPOLATION_LINEAR /* also if absent or unknown */, INTERPOLATION_STEP, INTERPOLATION_CUBIC };

struct sampler {
    size_t animation;
    size_t index;            /* index in samplers */
    const struct tree *json; /* of any type */
    size_t input;            /* accessor; SCENE_NONE if unresolved */
    size_t output;
    enum interpolation interpolation;
};

struct channel {
    size_t animation;
    size_t index;            /* index in channels */
    const struct tree *json; /* of any type */
    size_t sampler;          /* index in animations.samplers; SCENE_NONE if unresolved */
    size_t node;             /* SCENE_NONE if unresolved; also from a KHR_animation_pointer ("/nodes/5/rotation") */
    enum channel_path path;
    /* The target's path, or the pointer of KHR_animation_pointer; if absent, the object that lacks it. */
    struct place place;
};

/* The channels and samplers of an animation. */
struct animation_part {
    size_t channels; /* index of its first channel in animations.channels */
    size_t channel_count;
    size_t samplers; /* index of its first sampler in animations.samplers */
    size_t sampler_count;
};

struct animations {
    struct channel *channels; /* of all animations, in order */
    size_t count;
    struct sampler *samplers; /* of all animations, in order */
    size_t sampler_count;
    const struct animation_part *parts; /* per animation */
    const char **names;                 /* per animation; NULL if absent */
    size_t animation_count;
};

/* Reads channels and samplers. Reports nothing: schemas and checks do. */
struct animations *animations_read(struct document *document, const struct scene *scene);

#endif
