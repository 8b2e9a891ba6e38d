/* The keyframes of channels: each pair of times and values is listed once, however many channels and samplers share
 * it, so that its data is read once. Only channels with a resolved node, path and accessors have a track. */
#ifndef VRMLINT_VRM_TRACKS_H
#define VRMLINT_VRM_TRACKS_H

#include "vrm/animation.h"

struct track {
    size_t input;  /* accessor of the times */
    size_t output; /* accessor of the values */
    enum interpolation interpolation;
    enum channel_path path; /* never PATH_OTHER */
    const size_t *channels; /* indices in animations.channels, in order; at least one */
    size_t channel_count;
};

struct tracks {
    const struct track *items; /* sorted by input, then output */
    size_t count;
};

/* Collects the tracks of the resolved channels. Takes linear time, except for sorting. In the arena. */
struct tracks tracks_read(struct arena *arena, const struct animations *animations);

#endif
