/* The conformance kit: vectors that show how spring bones, limits and constraints move, with expected results. The
 * program contains the files of fixtures/conformance; docs/conformance-kit.md describes them. */
#ifndef VRMLINT_CLI_KIT_H
#define VRMLINT_CLI_KIT_H

#include <jansson.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "vrmlint.h"

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

/* Returns the vector with an id, or NULL. */
struct kit_vector *kit_find(const struct kit *kit, const char *id);

enum kit_state {
    KIT_PASSED,
    KIT_OPEN,        /* differs from the first answer, in a way that the text leaves open */
    KIT_FAILED,      /* differs by more than the tolerance, or isn't finite */
    KIT_INCOMPLETE,  /* a track or a time is missing */
    KIT_MISSING,     /* the results lack the vector */
    KIT_UNSUPPORTED, /* the runtime reports that it lacks the feature */
    KIT_STATES
};

struct kit_outcome {
    enum kit_state state;
    struct kit_track *tracks; /* of the results, in the order of the vector's first answer; values NULL if missing */
    double worst;             /* largest difference from the first answer, in the unit; infinite if not finite */
    size_t worst_track;
    size_t first_time;   /* index of the first time at which the tolerance is exceeded; time_count: none */
    const char *because; /* why another answer, which it matches, is accepted; or NULL */
};

/* The totals of vectors that share a feature, or of all. */
struct kit_feature {
    const char *name;
    size_t states[KIT_STATES];
};

struct kit_comparison {
    const struct kit *kit;
    enum vrmlint_limit_revision revision; /* of the text of joint limits */
    const char *runtime;                  /* name and version from the results; "" if absent */
    const char *version;
    struct kit_outcome *outcomes; /* per vector */
    struct kit_feature *features;
    size_t feature_count;
    struct kit_feature all;
};

/*
 * Reads results of size bytes and compares them, in the arena, with what a revision of the text of joint limits
 * defines. Returns NULL, with the reason in *error (borrowed from the arena), if they aren't results. Takes time
 * linear in the results.
 */
struct kit_comparison *kit_compare(struct arena *arena, const struct kit *kit, enum vrmlint_limit_revision revision,
                                   const char *text, size_t size, const char **error);

/* Returns "passed", "open" ..., as in JSON. */
const char *kit_state_name(enum kit_state state);

/* Writes a comparison for programs (schema/conformance-report.schema.json). */
void kit_write_json(FILE *out, const struct kit_comparison *comparison);

/* Writes the results of the engine called name in the kit's format (schema/conformance-results.schema.json). Returns
 * false if memory runs out. */
bool kit_run(FILE *out, struct arena *arena, const struct kit *kit, const struct vrmlint_simulation_options *how,
             const char *name);

#endif
