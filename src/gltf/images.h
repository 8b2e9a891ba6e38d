/*
 * The images of a file: where their bytes are, and their headers. glTF 2.0, section 3.8.
 *
 * Bytes come from a buffer view, a data URI or, as with buffers, a file beside the document. Only headers are read,
 * so neither memory nor time grows with the size of the images. Images with the same bytes are read once. Images that
 * overlap otherwise take no more work together than the file has bytes; the rest is left out.
 */
#ifndef VRMLINT_GLTF_IMAGES_H
#define VRMLINT_GLTF_IMAGES_H

#include "base/blake2b.h"
#include "gltf/buffers.h"
#include "gltf/image.h"

#define IMAGES_NONE SIZE_MAX

enum image_home {
    IMAGE_NOWHERE, /* neither view nor uri, or unusable ones */
    IMAGE_IN_VIEW,
    IMAGE_IN_URI, /* a data URI */
    IMAGE_IN_FILE,
};

struct image {
    const struct tree *json;
    const char *name; /* NULL if absent or empty; the file's name if the image is in a file */
    const char *mime; /* mimeType; NULL if it isn't a string */
    enum image_home home;
    bool has_view;              /* has a bufferView, valid or not */
    size_t buffer;              /* the buffer of the view */
    uint64_t offset;            /* in the buffer */
    uint64_t size;              /* bytes; 0 if unknown */
    const char *data;           /* data URI: the part after the comma */
    const unsigned char *plain; /* data URI without base64: its bytes */
    const char *media;          /* data URI: its media type, in the arena; "" if it has none */
    const char *path;           /* path of the file */
    /* The first image with the same bytes (view, range or file); often the image itself. */
    size_t first;
    bool known; /* the header was read, so the status is neither unreadable nor left out */
    struct image_header header;
};

/* Budgets for the work with images. */
struct images_budget {
    uint64_t work;    /* for reading headers, see image.h */
    uint64_t search;  /* bytes that may be searched for the end of a JPEG */
    uint64_t samples; /* bytes that may be hashed as samples */
    uint64_t digests; /* bytes that may be hashed as a whole */
};

struct images {
    struct document *document;
    struct buffers *buffers;
    struct image *items;
    size_t count;
    size_t unknown;              /* number of images whose header couldn't be read */
    bool enabled[IMAGE_FORMATS]; /* formats that need no extension, or whose extension is in extensionsUsed */
    struct images_budget within; /* for images in the file itself */
    struct images_budget beside; /* for images in files beside it */
};

/* Reads all headers. With no_data it reads none, and only the JSON is known. In the arena. */
struct images *images_read(struct document *document, bool no_data);

/* Computes a digest of all bytes of an image whose size is known. Returns false if they can't be read or if the
 * budget for digests is used up. */
bool images_digest(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE]);

/* The same for a few samples of an image: if these differ, the images differ. A small image is hashed as a whole. */
bool images_sample(struct images *images, size_t index, unsigned char digest[BLAKE2B_SIZE]);

/* Copies all bytes of an image to out, which has room for its size. Returns false if they can't be read. */
bool images_copy(struct images *images, size_t index, unsigned char *out);

#endif
