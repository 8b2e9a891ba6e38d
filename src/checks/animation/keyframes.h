/*
 * The keyframes of a VRM animation while they are checked: what the files keyframe_*.c share.
 *
 * Tracks come sorted by their times. Times are read once for all tracks that share them; values pass by in blocks, and
 * every measure takes from a block what it needs, so that no more than one accessor's times are ever held.
 */
#ifndef VRMLINT_CHECKS_ANIMATION_KEYFRAMES_H
#define VRMLINT_CHECKS_ANIMATION_KEYFRAMES_H

#include "checks/checks.h"
#include "gltf/accessor.h"
#include "vrm/tracks.h"

/* Metres: hips that rest lower have no height to compare with; animation/rest-hips-height says so. */
#define HIPS_HEIGHT_MIN 1e-3

/* Values that stay this close are the same. */
#define KEYFRAMES_CONSTANT 1e-6

/* Keys that are bad in one way. */
struct bad_keys {
    size_t count;
    size_t first;
    size_t worst;    /* the key that is worst */
    double is;       /* what was measured there */
    double distance; /* how bad that is: more is worse */
};

/* Counts a bad key; of those that are equally bad, the first is the worst. Keys come in their order. */
void bad_keys_add(struct bad_keys *bad, size_t key, double is, double distance);

/* What is known of a track's times once they are read. */
struct key_times {
    bool known; /* finite and increasing */
    size_t count;
    double first; /* seconds */
    double last;
    bool whole; /* all of them are whole numbers */
};

/* A block of a track's values: whole keys of width doubles each, of which the value itself begins at at. */
struct key_block {
    const double *rows;
    size_t first; /* number of its first key */
    size_t count;
    size_t width;
    size_t at;
    const double *times; /* of all keys of the track, by number */
};

/* Whether all values stay within a hair of each other. */
struct constancy {
    bool moves;
    bool started;
    double low[4];
    double high[4];
};

/* The least and the largest of each number of the values that passed by. */
#define KEY_BOUNDS_MAX 4
struct key_bounds {
    bool started;
    bool infinite; /* one of them is no finite number */
    double low[KEY_BOUNDS_MAX];
    double high[KEY_BOUNDS_MAX];
};

struct rotation_facts {
    struct bad_keys not_finite;
    struct bad_keys zero;
    struct bad_keys not_unit;
    struct bad_keys flips;
    struct bad_keys half_turns; /* is: radians */
    double previous[4];
    double previous_square; /* length of the previous rotation, squared; 0 when there is none */
    /* of a bone: its rotation at rest, and the sums, over its keys, of how close to that they are, as cosines of half
     * the angle between: as they are written, and if the real part was written first */
    const struct quat *rest; /* NULL: not wanted */
    double near_rest;
    double near_reordered;
    size_t compared;
};

struct gaze_facts {
    struct bad_keys rolls; /* is: radians */
    struct bad_keys yaws;
};

struct weight_facts {
    struct bad_keys range;
    double low;
    double high;
    struct bad_keys overshoot; /* of the segment that begins with the key */
    double overshoot_time;     /* of the worst */
    struct constancy rest;     /* y and z */
    struct key_bounds aside;   /* the same */
    bool started;
    double value; /* of the previous key, and its out-tangent */
    double tangent;
};

struct hips_facts {
    const struct mat34 *space; /* of the hips' parent, in the world; NULL: not wanted */
    double rest;               /* height of the hips in the rest pose, metres */
    double *heights;           /* of all keys, metres */
    size_t count;
    size_t odd;    /* of these, outside of what is allowed */
    double lowest; /* metres */
    double highest;
    double away; /* sum of the distances along Z */
};

/* One track while its values pass by. */
struct measure {
    const struct track *track;
    size_t elements;  /* of a key: 1, 3 for CUBICSPLINE; for weights times the number of morph targets */
    bool is_rotation; /* four numbers */
    bool is_vector;   /* three numbers */
    bool is_gaze;
    bool is_weight;
    size_t gaze; /* the first channel that plays it so, index in animations.channels */
    size_t weight;
    size_t hips;
    struct rotation_facts rotations;
    struct bad_keys not_finite; /* of what aren't rotations */
    struct constancy constancy;
    struct gaze_facts gazes;
    struct weight_facts weights;
    struct hips_facts heights;
};

/* What is left of a track when its values have passed. */
struct track_facts {
    struct key_times times;
    bool is_constant;
    bool is_still;   /* the same, or there is only one key */
    double value[4]; /* of all keys, if it is still */
    /* of a bone's rotation: the means of rotation_facts; 0 of others */
    double near_rest;
    double near_reordered;
    /* of the hips: whether they are at the ground in all keys, the median of their height, their height at rest, and
     * how far away along Z they are on average, metres */
    bool is_sunk;
    double height;
    double rest;
    double away;
};

struct keyframes {
    struct finding *unbounded; /* of the times at hand: that they state no bounds; or NULL */
    struct check *check;
    bool is_vrma; /* otherwise only what glTF itself requires of keyframes is said */
    struct accessors *accessors;
    struct tracks tracks;
    struct track_facts *facts; /* per track */
    bool *told;                /* per accessor: what is wrong with it has been said */
    bool *bounded;             /* per accessor: its min and max have been compared */
    double *times;             /* of the tracks at hand, seconds */
    size_t time_count;
    /* what couldn't be read */
    size_t unreachable; /* channels */
    const char *unreachable_at;
    struct argument unreachable_why; /* for a place called why */
    size_t ill;                      /* channels whose accessors rest on what is reported elsewhere */
    bool left_out;                   /* too much work */
};

/* ---- names: keyframe_parts.c ---- */

/* Significant digits of the times of keys in messages. */
#define KEYFRAMES_TIME_DIGITS 6

/* Some channels, by the first (an index in animations.channels): "animation 0 'Walk', channel 3 (rotation of bone
 * head)"; where there are several, more is words with the places {channel} and {more}. Takes memory from the arena,
 * like all of these. */
struct argument the_channels(const char *as, const struct keyframes *keyframes, size_t first, size_t count,
                             enum message more);

/* The channels that play a track, by the first that is meant. */
struct argument the_track(const char *as, const struct keyframes *keyframes, const struct track *track, size_t first);

/* "2 of 120 keys, the first is key 1 (0.1 s)"; of some keys, of which there are. */
struct argument the_keys(const char *as, const struct keyframes *keyframes, const struct bad_keys *bad);

/* The same with "the worst key 3 (0.2 s) with 1.5": is, as bad says it unless given in degrees, which is beyond the
 * limit. */
struct argument the_worst_keys(const char *as, const struct keyframes *keyframes, const struct bad_keys *bad, double is,
                               double limit, enum unit unit);

/* A property of the sampler that a channel plays: "/animations/0/samplers/3/output". */
struct place sampler_place(const struct keyframes *keyframes, size_t channel, const char *property);

/* ---- forms: keyframe_forms.c ---- */

/* Whether an accessor can be read; if not, that is reported. times: it holds times, else values. */
bool keyframes_reach(struct keyframes *keyframes, const struct track *track, bool times);

/* Whether the values of a track that no bytes are there for lie apart, which needs none to be seen. */
void keyframes_strides(struct keyframes *keyframes, const struct track *track);

/* Whether the times, or values, have the form that an animation wants; if not, that is reported. */
bool keyframes_times_fit(struct keyframes *keyframes, const struct track *track);
bool keyframes_values_fit(struct keyframes *keyframes, const struct track *track, size_t elements);

/* How many elements of the values belong to one key. */
size_t keyframes_elements(const struct keyframes *keyframes, const struct track *track);

/* ---- min and max: keyframe_bounds.c ---- */

/* Whether an accessor states any, and nothing has been said of them yet. */
bool bounds_stated(const struct keyframes *keyframes, size_t index);

/* Takes in count elements of up to KEY_BOUNDS_MAX components. */
void bounds_add(struct key_bounds *bounds, const double *values, size_t count, size_t components);

/* Compares what an accessor states with what passed by, which is all of it: its times, or its values. */
void bounds_report(struct keyframes *keyframes, const struct track *track, bool times, const struct key_bounds *bounds);

/* ---- times: keyframe_times.c ---- */

/* Looks at times, which have been read, and reports what is wrong with them. They belong to count channels, of which
 * this is the first. */
struct key_times keyframes_judge_times(const struct keyframes *keyframes, size_t channel, size_t count);

/* Per animation: duration, start, ends, rates. */
void keyframes_judge_spans(const struct keyframes *keyframes, const size_t *track_of);

/* ---- values ---- */

/* Takes in the count numbers, at most 4, of one more key; NaN counts as moving. */
void constancy_add(struct constancy *constancy, const double *values, size_t count);

/* keyframe_rotations.c and keyframe_values.c: ..._add() takes in the next block of a track, ..._report() reports, once
 * all of it has been read, what is wrong for the channels that play it. */
void rotations_add(struct rotation_facts *facts, const struct key_block *block);
void rotations_report(const struct keyframes *keyframes, const struct measure *measure);
void gazes_add(struct gaze_facts *facts, const struct key_block *block);
void gazes_report(const struct keyframes *keyframes, const struct measure *measure);

void weights_add(struct weight_facts *facts, const struct key_block *block);
void weights_report(const struct keyframes *keyframes, const struct measure *measure);
void heights_add(struct hips_facts *facts, const struct key_block *block);
void heights_report(const struct keyframes *keyframes, const struct measure *measure);
double heights_median(const struct hips_facts *facts); /* of at least one key */

/* ---- what the values mean: keyframe_sense.c ---- */

/* Keeps what a track's values say of their meaning. */
void keyframes_keep_sense(struct track_facts *facts, const struct measure *measure);

/* Per animation: the order of the numbers of rotations, and hips that are in the floor. */
void keyframes_judge_sense(const struct keyframes *keyframes, const size_t *track_of);

/* ---- how the animation was exported: keyframe_habits.c ---- */

/* Per animation: interpolations, how values are packed, channels that stay constant. track_of: per channel the place of
 * its track, or SIZE_MAX. */
void keyframes_judge_habits(const struct keyframes *keyframes, const size_t *track_of);

#endif
