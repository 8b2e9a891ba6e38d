/*
 * What a picture is by its first bytes, and how large: PNG (ISO/IEC 15948, 11.2.2) and JPEG (ISO/IEC 10918-1, B.2.2).
 * Nothing is decoded.
 */
#ifndef VRMLINT_GLTF_PICTURE_H
#define VRMLINT_GLTF_PICTURE_H

#include "gltf/document.h"

enum picture_kind {
    PICTURE_UNREACHABLE, /* its bytes can't be had, or lie in a file of their own, which isn't read */
    PICTURE_OTHER,
    PICTURE_PNG,
    PICTURE_JPEG,
};

struct picture {
    enum picture_kind kind;
    size_t width; /* pixels; 0 where that can't be told */
    size_t height;
};

/* Looks at an element of images, in a buffer view or a data URI; NULL is unreachable. */
struct picture picture_read(struct document *document, const json_t *image);

#endif
