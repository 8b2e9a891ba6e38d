/*
 * Accessors: typed views of a buffer's bytes. glTF 2.0, section 3.6.2.
 *
 * An accessor is judged once, all bounds included, before anything of it is read. Then its elements come as blocks of
 * doubles, in order, so that memory depends neither on their number nor on what the file claims.
 */
#ifndef VRMLINT_GLTF_ACCESSOR_H
#define VRMLINT_GLTF_ACCESSOR_H

#include "gltf/buffers.h"

/* componentType, with glTF's own numbers. */
enum component {
    COMPONENT_BYTE = 5120,
    COMPONENT_UBYTE = 5121,
    COMPONENT_SHORT = 5122,
    COMPONENT_USHORT = 5123,
    COMPONENT_UINT = 5125,
    COMPONENT_FLOAT = 5126,
};

enum accessor_status {
    ACCESSOR_NEW,           /* nobody has asked for it */
    ACCESSOR_READY,         /* can be read */
    ACCESSOR_ILL,           /* reported as gltf/... or container/... */
    ACCESSOR_MALFORMED,     /* why says what is wrong with it */
    ACCESSOR_OUT_OF_BOUNDS, /* why says what lies where */
    ACCESSOR_UNREACHABLE,   /* its bytes can't be had: why says why */
};

/* Elements that lie one after the other in a buffer. */
struct elements {
    size_t buffer;   /* SIZE_MAX: there are none, they count as zero */
    uint64_t offset; /* of the first, in the buffer */
    uint64_t count;
    size_t stride; /* bytes from one to the next */
    size_t size;   /* bytes of one */
    enum component component;
    size_t components; /* of one element: 1 for SCALAR */
    bool normalized;   /* integers stand for -1 to 1, or 0 to 1 */
};

struct accessor {
    enum accessor_status status;
    struct argument why; /* words about it, or, unreachable, about what holds it: for a place called why */
    const char *pointer; /* of what keeps it from being read (unreachable: the buffer or its uri; out of bounds: a view
                            that is so itself); else NULL */
    const struct tree *json;
    const char *type; /* "VEC3"; NULL unless the status is ready or out of bounds */
    struct elements base;
    bool strided;    /* its buffer view has a byteStride */
    uint64_t sparse; /* elements that are replaced, 0 for none */
    struct elements indices;
    struct elements values;
};

/* The accessors of a file, and how much may still be read of them. */
struct accessors {
    struct buffers *buffers;
    struct document *document;
    const struct tree *json;
    const struct tree *views;
    struct accessor *items;
    size_t count;
    uint64_t budget;        /* elements */
    uint64_t zeros;         /* the most elements that one may claim without bytes for them */
    unsigned char *scratch; /* both of the pass that is under way */
    double *values;         /* replacements of a sparse accessor; NULL until there is one */
};

/* Bytes of one number. */
size_t component_size(enum component component);

/* Whether min and max, of numbers alone, are swapped: each is what the other should be, and any two numbers differ.
 * low, high: what the accessor holds. */
bool accessor_bounds_are_swapped(const struct accessor *accessor, const double *low, const double *high);

/* Nothing is read yet. */
struct accessors *accessors_new(struct document *document);

/* An accessor, index below count, judged when it is asked for first. */
const struct accessor *accessors_get(struct accessors *accessors, size_t index);

/* Numbers of count elements that lie in memory, one every elements->stride bytes, as they are meant: normalised ones
 * divided. Nothing of elements is read but its form. */
void elements_decode(const struct elements *elements, const unsigned char *bytes, size_t count, double *out);

/* The most elements of a block. */
#define ACCESSOR_BLOCK 512

/* A pass over the elements of one accessor. */
struct accessor_pass {
    struct accessors *accessors;
    struct accessor *accessor;
    uint64_t at;        /* the next element */
    uint64_t sparse_at; /* the next replacement */
    uint64_t previous;  /* the element that was replaced last, plus 1 */
    size_t sparse_used; /* of the replacements that are loaded */
    size_t sparse_loaded;
    double indices[ACCESSOR_BLOCK];
};

/*
 * Starts a pass over a ready accessor; one at a time. False when so much has been read already that the rest of the
 * file is left out: several times over the same bytes, or zeros without end.
 */
bool accessor_begin(struct accessor_pass *pass, struct accessors *accessors, size_t index);

/*
 * The next elements into out, which has room for most (up to ACCESSOR_BLOCK) times the components; returns how many.
 * 0 at the end, and when reading fails or replacements lead out of the accessor: then its status is no longer ready.
 */
size_t accessor_next(struct accessor_pass *pass, double *out, size_t most);

#endif
