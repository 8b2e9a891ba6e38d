/*
 * One pass over the bytes of every accessor, through each buffer from front to back, in windows, so that memory
 * depends neither on their number nor on what the file claims. The result is a few numbers for each accessor, which
 * suffice for most rules. A check that needs more walks through the same windows again.
 */
#ifndef VRMLINT_GLTF_SWEEP_H
#define VRMLINT_GLTF_SWEEP_H

#include "gltf/accessor.h"

/* Bytes of a window, unless one element is larger. It fits into the second-level cache. */
#define SWEEP_LINE 64 /* bytes of a cache line */
#define SWEEP_WINDOW (131072 + SWEEP_LINE)

/* The maximum of numbers in an element: MAT4. */
#define SWEEP_COMPONENTS 16

enum sweep_state {
    SWEEP_UNREAD,      /* has no bytes, or can't be used, which others report */
    SWEEP_READ,        /* all elements have been read */
    SWEEP_ZEROS,       /* the file has no bytes of it, so all elements are zero */
    SWEEP_REPLACED,    /* sparse.indices don't increase or are out of range: see first and index */
    SWEEP_UNREACHABLE, /* the bytes can't be read */
    SWEEP_LEFT_OUT,    /* the budget is used up */
    SWEEP_LATER,       /* read by the first walk over it or by sweep_facts() */
};

/* Errors in directions: normals, and the first three numbers of tangents. */
struct sweep_directions {
    size_t bad;     /* lengths that aren't 1, including lengths of 0 */
    size_t zero;    /* lengths of 0 */
    uint64_t first; /* first bad element */
    double worst;   /* the length that is farthest from 1 */
    size_t signs;   /* tangents whose fourth number is neither 1 nor -1 */
    uint64_t first_sign;
    double sign; /* the first of these numbers */
};

struct sweep_facts {
    enum sweep_state state;
    bool wants_directions;
    bool unwanted;                             /* don't read it */
    bool later;                                /* a check will walk over it, which reads it if possible */
    bool infinite;                             /* a number is infinite or NaN; low and high don't include it */
    const double *low;                         /* of each component as it is stored, not normalized; NULL unless read */
    const double *high;                        /* the same */
    const struct sweep_directions *directions; /* NULL unless wanted and read */
    uint64_t first;                            /* for SWEEP_REPLACED: the entry of sparse.indices; index is its value */
    uint64_t index;
};

struct sweep {
    struct arena *arena;
    struct accessors *accessors;
    struct sweep_facts *facts; /* one per accessor */
    unsigned char *window;     /* room for two: pairs of accessors are walked together */
    unsigned char *values;     /* replacements for both; NULL until needed */
    uint64_t left;             /* bytes that may still be read */
    bool cut;                  /* something was left out because the budget is used up */
};

/* Returns a new sweep; reads nothing yet. Invalid accessors, views and buffers are reported elsewhere. */
struct sweep *sweep_new(struct document *document);

/* Reads all readable accessors. wants_directions, unwanted and later may be set before. */
void sweep_run(struct sweep *sweep);

/* Returns the facts of an accessor. Reads it if it has the state SWEEP_LATER; must not be called during a walk. */
const struct sweep_facts *sweep_facts(struct sweep *sweep, size_t accessor);

/* Tolerance for a length of 1, which covers the error of normalized bytes. */
#define SWEEP_UNIT_TOLERANCE 0.00674

/* ---- windows ---- */

/* Elements in memory, one every stride bytes. */
struct sweep_window {
    const unsigned char *bytes;
    size_t count;
    uint64_t first; /* index of the first element */
    size_t stride;
};

/* Facts about an accessor, collected so far. */
struct sweep_gathered {
    double low[SWEEP_COMPONENTS];
    double high[SWEEP_COMPONENTS];
    bool infinite;
    struct sweep_directions *directions; /* NULL unless wanted */
};

/* A walk over one accessor, with replacements inserted. */
struct sweep_walk {
    struct sweep *sweep;
    size_t index;
    const struct accessor *accessor;
    struct elements base;
    unsigned char *room; /* memory for windows */
    size_t limit;        /* maximum of elements in a window */
    uint64_t at;
    bool gathers; /* this is the first walk, which collects the facts */
    struct sweep_gathered gathered;
    /* for sparse accessors */
    uint64_t sparse_at;
    size_t loaded;
    size_t used;
    unsigned char *values;
    uint64_t indices[ACCESSOR_BLOCK];
};

/*
 * Starts a walk over an accessor whose state is SWEEP_READ or SWEEP_LATER. Two walks may run at a time; which (0 or
 * 1) is the number of this one. Its windows have at most limit elements; 0: as many as fit. Returns false if the
 * budget for reading is used up.
 */
bool sweep_begin(struct sweep_walk *walk, struct sweep *sweep, size_t accessor, size_t which, size_t limit);

/* Reads the next window. Returns false at the end, or if the bytes can't be read. */
bool sweep_next(struct sweep_walk *walk, struct sweep_window *window);

/* Sets other memory for the windows of a started walk: size bytes. Returns how many elements fit. */
size_t sweep_room(struct sweep_walk *walk, unsigned char *room, size_t size);

/* Takes bytes from the budget. Returns false if it is too small. */
bool sweep_charge(struct sweep *sweep, uint64_t bytes);

/* ---- numbers ---- */

/* Extends low and high by the elements of a window; they start with HUGE_VAL and -HUGE_VAL. *infinite becomes true if
 * a number is infinite or NaN. */
void sweep_bounds(const struct elements *form, const struct sweep_window *window, double *low, double *high,
                  bool *infinite);

/* Returns the value of a component, normalized if form is, from its stored number. */
double sweep_value(const struct elements *form, double stored);

#endif
