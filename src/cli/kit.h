/* The conformance kit: vectors that show how spring bones, limits and constraints move, with expected results. The
 * program contains the files of fixtures/conformance; docs/conformance-kit.md describes them. */
#ifndef VRMLINT_CLI_KIT_H
#define VRMLINT_CLI_KIT_H

#include <jansson.h>

#include "base/arena.h"

struct kit_file {
    const char *name; /* "springs/drag-0.json" */
    const char *text; /* NUL-terminated */
    size_t size;
};

/* The quantities: positions of nodes in the world, rotations relative to their parents, weights of expressions, and
 * the angles of the gaze, yaw and pitch. */
enum kit_quantity { KIT_POSITIONS, KIT_ROTATIONS, KIT_WEIGHTS, KIT_ANGLES, KIT_QUANTITIES };

/* The name of a quantity in files, the number of its components, and the unit of the tolerance: "m", "rad", "1",
 * "deg". */
struct kit_measure {
    const char *name;
    size_t each;
    const char *unit;
};
extern const struct kit_measure kit_measures[KIT_QUANTITIES];

/* The measurements of one node, of an expression, or of the gaze. */
struct kit_track {
    enum kit_quantity quantity;
    size_t node;
    const char *expression; /* of weights; otherwise NULL */
    size_t head;            /* of positions: the node that the joint turns */
    bool has_offset;        /* the position is that of a point of the node, such as a virtual tail */
    const double *offset;   /* 3 numbers in the node's space */
    double *values;         /* per time of the vector; NaN if missing or not finite */
};

/* One result that a vector accepts. */
struct kit_answer {
    const char *because; /* NULL for the first, which is how both implementations read the text */
    struct kit_track *tracks;
    size_t track_count;
};

/* The new values of one node in a frame. */
struct kit_set {
    size_t node;
    const double *translation; /* NULL: unchanged */
    const double *rotation;
};

/* One step that is repeated; the nodes are set before the first. */
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
    const char *revision; /* of the text that it applies to, if not all; or NULL */
    const struct kit_file *model;
    const struct kit_file *animation; /* a VRM animation to play on the model, or NULL */
    bool any_finite;                  /* every finite result is right, because the text doesn't decide it */
    double tolerance;                 /* in the unit of the quantity, the same for all tracks */
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

/* Returns how many numbers a track has per time. */
size_t kit_each(const struct kit_track *track);

/* Whether two tracks measure the same quantity of the same object. */
bool kit_same(const struct kit_track *one, const struct kit_track *other);

/* Reads from JSON what a track measures, without its values. Returns false if that can't be measured. */
bool kit_read_track(struct arena *arena, const json_t *json, struct kit_track *track);

/* Returns the vector with an id, or NULL. */
struct kit_vector *kit_find(const struct kit *kit, const char *id);

#endif
