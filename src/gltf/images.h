/*
 * The images of a file: where their bytes are, and what their headers say. glTF 2.0, section 3.8.
 *
 * Bytes come from a buffer view, a data URI or, for a file beside the document, from there, as of buffers. Only headers
 * are read, so that neither memory nor time grows with the pictures. Images that have the same bytes are read once. All
 * together, images that share bytes otherwise take no more work than the file has bytes; those beyond are left out.
 */
#ifndef VRMLINT_GLTF_IMAGES_H
#define VRMLINT_GLTF_IMAGES_H

#include "base/blake2b.h"
#include "gltf/buffers.h"
#include "gltf/image.h"

#define IMAGES_NONE SIZE_MAX

enum image_home {
    IMAGE_NOWHERE, /* neither view nor uri, or ones that can't be used */
    IMAGE_IN_VIEW,
    IMAGE_IN_URI, /* a data URI */
    IMAGE_IN_FILE,
};

struct image {
    const struct tree *json;
    const char *name; /* NULL where there is none or an empty one; that of the file where it lies in one */
    const char *mime; /* mimeType; NULL where it isn't a text */
    enum image_home home;
    bool has_view;              /* a bufferView is given, right or wrong */
    bool has_uri;               /* the same of a uri */
    size_t view;                /* IMAGES_NONE: none that is resolved */
    size_t buffer;              /* that the view lies in */
    uint64_t offset;            /* in the buffer */
    uint64_t size;              /* bytes; 0 where it isn't known */
    const char *data;           /* of a data URI: behind the comma */
    const unsigned char *plain; /* of a data URI that isn't base64: its bytes */
    const char *media;          /* of a data URI: its media type, in the arena; "" where it says none */
    const char *path;           /* of a file */
    size_t first;               /* the first image with the same bytes: the same view, range or file; often itself */
    bool known;                 /* the header was read: its status is neither unreadable nor left out */
    struct image_header header;
};

/* How much may still be done with images. */
struct images_budget {
    uint64_t work;    /* of reading headers, see image.h */
    uint64_t search;  /* bytes that may be searched for ends */
    uint64_t samples; /* bytes that may be hashed as samples */
    uint64_t digests; /* bytes that may be hashed as a whole */
};

struct images {
    struct document *document;
    struct buffers *buffers;
    struct image *items;
    size_t count;
    size_t unknown;              /* of which no header could be read */
    bool enabled[IMAGE_FORMATS]; /* formats that need no extension, or one that extensionsUsed names */
    struct images_budget within; /* of those in the file itself */
    struct images_budget beside; /* of those in files beside it */
};

/* Reads all headers; with no_data none, so that nothing is known but what the JSON says. In the arena. */
struct images *images_read(struct document *document, bool no_data);

/*
 * Computes a digest of all bytes of an image whose size is known. Returns false if they can't be read, or if so many
 * have been hashed already that the rest of the file is left out.
 */
bool images_digest(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE]);

/* The same of a few samples of it: images that differ there differ. A small image is hashed as a whole. */
bool images_sample(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE]);

/* All bytes of an image, into room for its size. False when they can't be had. */
bool images_copy(struct images *images, size_t index, unsigned char *out);

#endif
