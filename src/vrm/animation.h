/* The animation channels of the file, resolved: what they move, and by which sampler. Keyframe data is not touched
 * here: see tracks.h. */
#ifndef VRMLINT_VRM_ANIMATION_H
#define VRMLINT_VRM_ANIMATION_H

#include "gltf/scene.h"

enum channel_path { PATH_OTHER, PATH_TRANSLATION, PATH_ROTATION, PATH_SCALE, PATH_WEIGHTS };

/* "rotation", as files have it; NULL for PATH_OTHER. */
const char *channel_path_name(enum channel_path path);

enum interpolation { INTERPOLATION_LINEAR /* absent and unknown ones too */, INTERPOLATION_STEP, INTERPOLATION_CUBIC };

struct sampler {
    size_t animation;
    size_t index;            /* index in samplers */
    const struct tree *json; /* of any type */
    size_t input;            /* accessor; SCENE_NONE unless resolved */
    size_t output;
    enum interpolation interpolation;
};

struct channel {
    size_t animation;
    size_t index;            /* index in channels */
    const struct tree *json; /* of any type */
    size_t sampler;          /* index in animations.samplers; SCENE_NONE unless resolved */
    size_t node; /* SCENE_NONE unless resolved; of a KHR_animation_pointer target too ("/nodes/5/rotation") */
    enum channel_path path;
    struct place place; /* of the target's path, or of the KHR_animation_pointer's pointer; where that isn't there, of
                           the object that lacks it */
};

/* What belongs to one animation. */
struct animation_part {
    size_t channels; /* index of the first in animations.channels */
    size_t channel_count;
    size_t samplers; /* index of the first in animations.samplers */
    size_t sampler_count;
};

struct animations {
    struct channel *channels; /* of all animations, in order */
    size_t count;
    struct sampler *samplers; /* of all animations, in order */
    size_t sampler_count;
    const struct animation_part *parts; /* per animation */
    const char **names;                 /* per animation; NULL where there is none */
    size_t animation_count;
};

/* Reads channels and samplers. Reports nothing: schemas and checks do. */
struct animations *animations_read(struct document *document, const struct scene *scene);

#endif
