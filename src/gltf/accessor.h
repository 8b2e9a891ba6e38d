/*
 * Accessors: typed views of a buffer's bytes. glTF 2.0, section 3.6.2.
 *
 * An accessor is validated once, including all bounds, before any element is read. Its elements are then read in
 * order, as blocks of doubles, so that memory depends neither on their number nor on what the file claims.
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
    ACCESSOR_NEW,           /* not requested yet */
    ACCESSOR_READY,         /* can be read */
    ACCESSOR_ILL,           /* reported as gltf/... or container/... */
    ACCESSOR_MALFORMED,     /* why describes the error */
    ACCESSOR_OUT_OF_BOUNDS, /* why describes the positions */
    ACCESSOR_UNREACHABLE,   /* its bytes can't be read; why gives the reason */
};

/* Consecutive elements in a buffer. */
struct elements {
    size_t buffer;   /* SIZE_MAX: no buffer; all elements are zero */
    uint64_t offset; /* of the first, in the buffer */
    uint64_t count;
    size_t stride; /* bytes from one element to the next */
    size_t size;   /* bytes of an element */
    enum component component;
    size_t components; /* of one element: 1 for SCALAR */
    bool normalized;   /* integers represent -1 to 1, or 0 to 1 */
};

struct accessor {
    enum accessor_status status;
    /* A clause about the accessor or, if unreachable, about its buffer; for a placeholder named why. */
    struct argument why;
    /* The cause, if it isn't the accessor itself (unreachable: the buffer or its uri; out of bounds: a view that is
     * itself out of bounds); else NULL. */
    const char *pointer;
    const struct tree *json;
    const char *type; /* "VEC3"; NULL unless the status is ready or out of bounds */
    struct elements base;
    bool strided;    /* its buffer view has a byteStride */
    uint64_t sparse; /* number of replaced elements; 0: not sparse */
    struct elements indices;
    struct elements values;
};

/* The accessors of a file, and limits on how much may still be read of them. */
struct accessors {
    struct buffers *buffers;
    struct document *document;
    const struct tree *json;
    const struct tree *views;
    struct accessor *items;
    size_t count;
    uint64_t budget;        /* elements */
    uint64_t zeros;         /* maximum of elements without bytes in one accessor */
    unsigned char *scratch; /* memory of the current pass, as is values */
    double *values;         /* replacements of a sparse accessor; NULL until needed */
};

/* Returns the bytes of a number. */
size_t component_size(enum component component);

/* Returns the extension that compresses a bufferView's bytes, or NULL. Its buffer doesn't contain the elements then. */
const char *accessor_packing(const struct tree *view);

/* Whether min and max are swapped: both contain only numbers, each equals what the other should be, and at least one
 * component differs between low and high, the actual bounds of the elements. */
bool accessor_bounds_are_swapped(const struct accessor *accessor, const double *low, const double *high);

/* Returns the accessors of a document; reads nothing yet. */
struct accessors *accessors_new(struct document *document);

/* Returns an accessor, index below count. It is validated at the first call. */
const struct accessor *accessors_get(struct accessors *accessors, size_t index);

/* Converts count elements in memory, one every elements->stride bytes, to doubles. Normalized integers are divided.
 * Only the format of elements is used. */
void elements_decode(const struct elements *elements, const unsigned char *bytes, size_t count, double *out);

/* The maximum of elements in a block. */
#define ACCESSOR_BLOCK 512

/* A pass over the elements of one accessor. */
struct accessor_pass {
    struct accessors *accessors;
    struct accessor *accessor;
    uint64_t at;        /* the next element */
    uint64_t sparse_at; /* the next replacement */
    uint64_t previous;  /* the last replaced element, plus 1 */
    size_t sparse_used; /* replacements used, out of sparse_loaded */
    size_t sparse_loaded;
    double indices[ACCESSOR_BLOCK];
};

/* Starts a pass over a ready accessor. Only one pass may run at a time. Returns false if too much has been read
 * already, by reading the same bytes again or by reading zeros that the file doesn't contain. */
bool accessor_begin(struct accessor_pass *pass, struct accessors *accessors, size_t index);

/*
 * Reads the next elements to out, which has room for most elements (up to ACCESSOR_BLOCK). Returns how many were
 * read: 0 at the end, and if reading fails or a replacement is outside of the accessor. The status is no longer ready
 * in the last two cases.
 */
size_t accessor_next(struct accessor_pass *pass, double *out, size_t most);

#endif
