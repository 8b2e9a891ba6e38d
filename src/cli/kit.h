/*
 * The conformance kit: vectors that show how spring bones, limits and constraints move, with expected results. The
 * program carries the files of fixtures/conformance; docs/conformance-kit.md describes them.
 */
#ifndef VRMLINT_CLI_KIT_H
#define VRMLINT_CLI_KIT_H

#include <jansson.h>

#include "base/arena.h"

struct kit_file {
    const char *name; /* "springs/drag-0.json" */
    const char *text; /* terminated */
    size_t size;
};

/* What is measured: positions of nodes in the world, rotations relative to their parents, weights of expressions, and
 * the angles of the gaze, yaw and pitch. */
enum kit_quantity { KIT_POSITIONS, KIT_ROTATIONS, KIT_WEIGHTS, KIT_ANGLES, KIT_QUANTITIES };

/* Its name in files, how many numbers it has per time, and the unit of their tolerance: "m", "rad", "1", "deg". */
struct kit_measure {
    const char *name;
    size_t each;
    const char *unit;
};
extern const struct kit_measure kit_measures[KIT_QUANTITIES];

/* What is measured of one node, of an expression, or of the gaze. */
struct kit_track {
    enum kit_quantity quantity;
    size_t node;
    const char *expression; /* of weights; otherwise NULL */
    size_t head;            /* of positions: the node that the joint turns */
    bool has_offset;        /* the position of a point of the node, as that of a virtual tail */
    const double *offset;   /* 3 numbers in the node's space */
    double *values;         /* per time of the vector; NaN for one that is missing or isn't a finite number */
};

/* One result that a vector accepts. */
struct kit_answer {
    const char *because; /* NULL for the first: the reading that both implementations have */
    struct kit_track *tracks;
    size_t track_count;
};

/* Sets one node in a frame. */
struct kit_set {
    size_t node;
    const double *translation; /* NULL: as it is */
    const double *rotation;
};

/* The same step a number of times; the nodes are set before the first. */
struct kit_frame {
    double seconds;
    size_t repeat;
    struct kit_set *sets;
    size_t set_count;
};

struct kit_vector {
    const char *id;
    const char *feature;
    const char *title;
    const char *tries;
    const char *section;
    const char *open;     /* what the text leaves open; NULL: nothing */
    const char *revision; /* of the text, if it isn't the same in all; or NULL */
    const struct kit_file *model;
    const struct kit_file *animation; /* a VRM animation that is played on the model, or NULL */
    bool any_finite;                  /* every finite result is right, because the text decides nothing */
    double tolerance;                 /* in the unit of what is measured, the same in all tracks */
    struct kit_frame *frames;
    size_t frame_count;
    double *times; /* seconds */
    size_t time_count;
    struct kit_answer *answers;
    size_t answer_count;
};

struct kit {
    struct kit_file *files;
    size_t file_count;
    const char *version;
    struct kit_vector *vectors;
    size_t vector_count;
};

/* Unpacks the kit into the arena. */
struct kit *kit_open(struct arena *arena);

/* How many numbers a track has per time. */
size_t kit_each(const struct kit_track *track);

/* Whether two tracks measure the same. */
bool kit_same(const struct kit_track *one, const struct kit_track *other);

/* Reads from JSON what a track measures, without its values; false if it names nothing that is measured. */
bool kit_read_track(struct arena *arena, const json_t *json, struct kit_track *track);

/* The vector of an id, or NULL. */
struct kit_vector *kit_find(const struct kit *kit, const char *id);

#endif
