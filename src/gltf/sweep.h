/*
 * One pass over the bytes of every accessor: front to back through each buffer, in windows, so that memory depends
 * neither on their number nor on what the file claims. What the pass saw is left as a few numbers for each accessor,
 * which is all that most rules read; whoever wants more walks the same windows again.
 */
#ifndef VRMLINT_GLTF_SWEEP_H
#define VRMLINT_GLTF_SWEEP_H

#include "gltf/accessor.h"

/* Bytes of a window, unless one element is larger: small enough for the second level of caches. */
#define SWEEP_LINE 64 /* bytes that a processor's memory moves at a time */
#define SWEEP_WINDOW (131072 + SWEEP_LINE)

/* The most numbers of an element: MAT4. */
#define SWEEP_COMPONENTS 16

enum sweep_state {
    SWEEP_UNREAD,      /* nothing lies there, or what lies there can't be used: others say so */
    SWEEP_READ,        /* all of it has been seen */
    SWEEP_ZEROS,       /* nothing of it is in the file: it counts as zeros, of which there is nothing to say */
    SWEEP_REPLACED,    /* sparse.indices don't increase, or lead out: first and count say where */
    SWEEP_UNREACHABLE, /* the bytes can't be had */
    SWEEP_LEFT_OUT,    /* so much has been read already */
    SWEEP_LATER,       /* the first walk over it sees what there is to see, or who asks for its facts */
};

/* What isn't as long as it should be: normals, and the first three numbers of tangents. */
struct sweep_directions {
    size_t bad;     /* lengths that aren't 1, those of 0 included */
    size_t zero;    /* of these, lengths of 0 */
    uint64_t first; /* element */
    double worst;   /* length that is farthest from 1 */
    size_t signs;   /* tangents whose fourth number is neither 1 nor -1 */
    uint64_t first_sign;
    double sign; /* of the first of these */
};

struct sweep_facts {
    enum sweep_state state;
    bool wants_directions;
    bool unwanted;      /* it isn't read */
    bool later;         /* somebody will walk it: that reads it, where it can */
    bool infinite;      /* some number is infinite or none at all: low and high leave those out */
    const double *low;  /* of each component as it is stored, not normalised; NULL unless read */
    const double *high; /* alike */
    const struct sweep_directions *directions; /* NULL unless wanted and read */
    uint64_t first;                            /* of SWEEP_REPLACED: the entry of sparse.indices, and what it says */
    uint64_t index;
};

struct sweep {
    struct arena *arena;
    struct accessors *accessors;
    struct sweep_facts *facts; /* by accessor */
    unsigned char *window;     /* two of them: pairs of accessors are walked together */
    unsigned char *values;     /* replacements of both; NULL until there are some */
    uint64_t left;             /* bytes that may still be read */
    bool cut;                  /* something was left out for that */
};

/* Nothing is read yet. What is wrong with accessors, views and buffers as such is left to others to say. */
struct sweep *sweep_new(struct document *document);

/* Reads all accessors that can be read; before it, wants_directions, unwanted and later may be set. */
void sweep_run(struct sweep *sweep);

/* The facts of an accessor; reads it, if that was left for later: not while something else is walked. */
const struct sweep_facts *sweep_facts(struct sweep *sweep, size_t accessor);

/* How far a component is from 1, at most, to be a length of 1: what normalised bytes can miss. */
#define SWEEP_UNIT_TOLERANCE 0.00674

/* ---- windows ---- */

/* Elements that lie in memory, one every stride bytes. */
struct sweep_window {
    const unsigned char *bytes;
    size_t count;
    uint64_t first; /* number of the first */
    size_t stride;
};

/* What has been seen of an accessor so far. */
struct sweep_gathered {
    double low[SWEEP_COMPONENTS];
    double high[SWEEP_COMPONENTS];
    bool infinite;
    struct sweep_directions *directions; /* NULL unless wanted */
};

/* A walk over one accessor, replacements put in. */
struct sweep_walk {
    struct sweep *sweep;
    size_t index;
    const struct accessor *accessor;
    struct elements base;
    unsigned char *room; /* of windows */
    size_t limit;        /* elements of a window */
    uint64_t at;
    bool gathers; /* nobody has read it before */
    struct sweep_gathered gathered;
    /* of sparse accessors */
    uint64_t sparse_at;
    size_t loaded;
    size_t used;
    unsigned char *values;
    uint64_t indices[ACCESSOR_BLOCK];
};

/*
 * Starts a walk over an accessor whose state is SWEEP_READ or SWEEP_LATER; two at a time, which (0 or 1) says which
 * this one is. Its windows have at most limit elements, 0 for as many as go in. False when the file has been read so
 * often that this is left out.
 */
bool sweep_begin(struct sweep_walk *walk, struct sweep *sweep, size_t accessor, size_t which, size_t limit);

/* The next window; false at the end, or when the bytes can't be had after all. */
bool sweep_next(struct sweep_walk *walk, struct sweep_window *window);

/* Gives a walk that was begun other room for its windows: size bytes. Returns how many elements go in. */
size_t sweep_room(struct sweep_walk *walk, unsigned char *room, size_t size);

/* Takes work off what may still be done; false when that is more than is left. */
bool sweep_charge(struct sweep *sweep, uint64_t bytes);

/* ---- numbers: sweep_numbers.c ---- */

/* Takes count elements into low and high; *infinite becomes true where a number is none. They begin as HUGE_VAL and
 * -HUGE_VAL. */
void sweep_bounds(const struct elements *form, const struct sweep_window *window, double *low, double *high,
                  bool *infinite);

/* Takes count elements, of 3 or 4 numbers, into the facts. */
void sweep_directions(const struct elements *form, const struct sweep_window *window, struct sweep_directions *facts);

/* The number that a component stands for, of one as it is stored. */
double sweep_value(const struct elements *form, double stored);

#endif
