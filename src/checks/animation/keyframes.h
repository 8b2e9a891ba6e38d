/*
 * The state of checking the keyframes of a VRM animation, shared by the files keyframe_*.c.
 *
 * Tracks are sorted by their times. Times are read once for all tracks that share them. Values are read in blocks,
 * and each measure takes what it needs from a block. So only one accessor's times are in memory at once.
 */
#ifndef VRMLINT_CHECKS_ANIMATION_KEYFRAMES_H
#define VRMLINT_CHECKS_ANIMATION_KEYFRAMES_H

#include "checks/checks.h"
#include "gltf/accessor.h"
#include "vrm/tracks.h"

/* Metres: lower hips can't serve for comparison; animation/rest-hips-height reports them. */
#define HIPS_HEIGHT_MIN 1e-3

/* Values within this distance count as equal. */
#define KEYFRAMES_CONSTANT 1e-6

/* Keys with the same kind of mistake. */
struct bad_keys {
    size_t count;
    size_t first;
    size_t worst;    /* the key that is worst */
    double is;       /* the measured value there */
    double distance; /* how bad it is; more is worse */
};

/* Counts a bad key. The first of equally bad ones is the worst. Keys must be added in order. */
void bad_keys_add(struct bad_keys *bad, size_t key, double is, double distance);

/* The facts about a track's times after reading. */
struct key_times {
    bool known; /* finite and increasing */
    size_t count;
    double first; /* seconds */
    double last;
    bool whole; /* all of them are whole numbers */
};

/* A block of a track's values: whole keys of `width` doubles each. The value itself begins at index `at` of a key. */
struct key_block {
    const double *rows;
    size_t first; /* number of its first key */
    size_t count;
    size_t width;
    size_t at;
    const double *times; /* of all keys of the track, indexed by key number */
};

/* Whether all values are nearly equal. */
struct constancy {
    bool moves;
    bool started;
    double low[4];
    double high[4];
};

/* The minimum and maximum of each component of the values so far. */
#define KEY_BOUNDS_MAX 4
struct key_bounds {
    bool started;
    bool infinite; /* one value is not finite */
    double low[KEY_BOUNDS_MAX];
    double high[KEY_BOUNDS_MAX];
};

struct rotation_facts {
    struct bad_keys not_finite;
    struct bad_keys zero;
    struct bad_keys not_unit;
    struct bad_keys flips;
    struct bad_keys half_turns; /* value in radians */
    double previous[4];
    double previous_square; /* squared length of the previous rotation; 0 if there is none */
    /* For bones: the rest rotation, and sums over the keys of the nearness to it, as cosines of half the angle
     * between, as written and as if the real part was written first. */
    const struct quat *rest; /* NULL: don't compare */
    double near_rest;
    double near_reordered;
    size_t compared;
};

struct gaze_facts {
    struct bad_keys rolls; /* value in radians */
    struct bad_keys yaws;
};

struct weight_facts {
    struct bad_keys range;
    double low;
    double high;
    struct bad_keys overshoot; /* of the segment that begins at the key */
    double overshoot_time;     /* time of the worst one, seconds */
    struct constancy rest;     /* y and z */
    struct key_bounds aside;   /* y and z */
    bool started;
    double value; /* of the previous key, and its out-tangent */
    double tangent;
};

struct hips_facts {
    const struct mat34 *space; /* of the hips' parent, in the world; NULL: don't measure */
    double rest;               /* height of the hips in the rest pose, metres */
    double *heights;           /* of all keys, metres */
    size_t count;
    size_t odd;    /* number of implausible heights */
    double lowest; /* metres */
    double highest;
    double away;    /* sum of the absolute distances along Z, metres */
    double nearest; /* least distance from the axis through the origin, metres */
};

/* The measures of one track while its values are read. */
struct track_measure {
    const struct track *track;
    size_t elements;  /* elements per key: 1, or 3 for CUBICSPLINE; for weights times the number of morph targets */
    bool is_rotation; /* values of four components */
    bool is_vector;   /* values of three components */
    bool is_gaze;
    bool is_weight;
    size_t gaze; /* the first channel with this role, index in animations.channels */
    size_t weight;
    size_t hips;
    struct rotation_facts rotations;
    struct bad_keys not_finite; /* of values other than rotations */
    struct constancy constancy;
    struct gaze_facts gazes;
    struct weight_facts weights;
    struct hips_facts heights;
};

/* The facts about a track after its values were read. */
struct track_facts {
    struct key_times times;
    bool is_constant;
    bool is_still;   /* constant, or there is only one key */
    double value[4]; /* the common value of all keys if is_still */
    /* for rotations of bones: the means from rotation_facts; 0 for others */
    double near_rest;
    double near_reordered;
    /* For the hips: whether they are at the ground in all keys, their median height, their rest height, and their
     * mean distance along Z, metres. */
    bool is_sunk;
    double height;
    double rest;
    double away;
};

struct keyframes {
    struct finding *unbounded; /* finding about missing bounds of the current times, or NULL */
    struct check *check;
    bool is_vrma; /* otherwise only the requirements of glTF itself are checked */
    struct accessors *accessors;
    struct tracks tracks;
    struct track_facts *facts; /* per track */
    bool *told;                /* per accessor: a mistake in it has been reported */
    bool *bounded;             /* per accessor: its min and max have been compared */
    double *times;             /* of the current tracks, seconds */
    size_t time_count;
    /* unreadable data */
    size_t unreachable; /* number of channels */
    const char *unreachable_at;
    struct argument unreachable_why; /* the argument "why" */
    size_t ill;    /* number of channels whose accessors depend on something that is reported elsewhere */
    bool left_out; /* the work exceeds a limit */
};

/* ---- names: keyframe_parts.c ---- */

/* Significant digits of the times of keys in messages. */
#define KEYFRAMES_TIME_DIGITS 6

/*
 * Returns words for some channels, by the first (an index in animations.channels): "animation 0 'Walk', channel 3
 * (rotation of bone head)". If there are several, `more` is the message with {channel} and {more}. Like the following
 * functions, allocates in the arena of the document's words.
 */
struct argument the_channels(const char *as, const struct keyframes *keyframes, size_t first, size_t count,
                             enum message more);

/* Returns words for the channels that play a track, by the given first one. */
struct argument the_track(const char *as, const struct keyframes *keyframes, const struct track *track, size_t first);

/* Returns words for bad keys: "2 of 120 keys, the first is key 1 (0.1 s)". */
struct argument the_keys(const char *as, const struct keyframes *keyframes, const struct bad_keys *bad);

/* Returns the same with "the worst key 3 (0.2 s) with 1.5". `is` is the value in the given unit, which is beyond the
 * limit. */
struct argument the_worst_keys(const char *as, const struct keyframes *keyframes, const struct bad_keys *bad, double is,
                               double limit, enum unit unit);

/* Returns the place of a property of the sampler that a channel plays: "/animations/0/samplers/3/output". */
struct place sampler_place(const struct keyframes *keyframes, size_t channel, const char *property);

/* ---- forms: keyframe_values.c ---- */

/* Whether an accessor is readable; reports it if not. times: the accessor of the times instead of the values. */
bool keyframes_reach(struct keyframes *keyframes, const struct track *track, bool times);

/* Reports a wrong byteStride of a track's values if their bytes are unavailable; the check doesn't need them. */
void keyframes_strides(struct keyframes *keyframes, const struct track *track);

/* Whether the times, or the values, have the form required for animations; reports it if not. */
bool keyframes_times_fit(struct keyframes *keyframes, const struct track *track);
bool keyframes_values_fit(struct keyframes *keyframes, const struct track *track, size_t elements);

/* Returns how many elements of the values belong to one key. */
size_t keyframes_elements(const struct keyframes *keyframes, const struct track *track);

/* ---- min and max: keyframe_bounds.c ---- */

/* Whether an accessor has min or max, and they haven't been compared yet. */
bool bounds_stated(const struct keyframes *keyframes, size_t index);

/* Adds count elements of up to KEY_BOUNDS_MAX components. */
void bounds_add(struct key_bounds *bounds, const double *values, size_t count, size_t components);

/* Compares the bounds that an accessor states with those of all its data: the times or the values of the track. */
void bounds_report(struct keyframes *keyframes, const struct track *track, bool times, const struct key_bounds *bounds);

/* ---- times: keyframe_times.c ---- */

/* Checks the times that have been read and reports mistakes. They belong to count channels, beginning
 * with `channel`. */
struct key_times keyframes_judge_times(const struct keyframes *keyframes, size_t channel, size_t count);

/* Checks duration, start, ends and rates of each animation. */
void keyframes_judge_spans(const struct keyframes *keyframes, const size_t *track_of);

/* ---- values ---- */

/* Adds the count (at most 4) numbers of one more key. A NaN counts as a movement. */
void constancy_add(struct constancy *constancy, const double *values, size_t count);

/* keyframe_rotations.c and keyframe_values.c: ..._add() adds the next block of a track. ..._report() reports mistakes
 * for the channels that play the track, after all of it has been read. */
void rotations_add(struct rotation_facts *facts, const struct key_block *block);
void rotations_report(const struct keyframes *keyframes, const struct track_measure *measure);
void gazes_add(struct gaze_facts *facts, const struct key_block *block);
void gazes_report(const struct keyframes *keyframes, const struct track_measure *measure);

void weights_add(struct weight_facts *facts, const struct key_block *block);
void weights_report(const struct keyframes *keyframes, const struct track_measure *measure);
void heights_add(struct hips_facts *facts, const struct key_block *block);
void heights_report(const struct keyframes *keyframes, const struct track_measure *measure);
double heights_median(const struct hips_facts *facts); /* needs at least one key */

/* ---- the meaning of the values: keyframe_sense.c ---- */

/* Keeps the facts that keyframes_judge_sense() needs about a track. */
void keyframes_keep_sense(struct track_facts *facts, const struct track_measure *measure);

/* Checks in each animation the order of the components of rotations, and whether the hips are in the floor. */
void keyframes_judge_sense(const struct keyframes *keyframes, const size_t *track_of);

/* ---- export habits: keyframe_habits.c ---- */

/* Checks in each animation interpolation, packing and constant channels. track_of: per channel the index of its
 * track, or SIZE_MAX. */
void keyframes_judge_habits(const struct keyframes *keyframes, const size_t *track_of);

#endif
