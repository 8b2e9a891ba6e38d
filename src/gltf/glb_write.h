/* Writing a file anew around another JSON text. */
#ifndef VRMLINT_GLTF_GLB_WRITE_H
#define VRMLINT_GLTF_GLB_WRITE_H

#include "gltf/glb.h"

/* What becomes of all but the JSON. */
enum container_form {
    CONTAINER_KEPT,    /* it stays as it is, byte for byte */
    CONTAINER_REBUILT, /* chunks are padded to 4 bytes, and have correct types; what is behind the last, and a
                          byte-order mark go */
    CONTAINER_PACKED,  /* JSON text becomes a GLB; another GLB is rebuilt */
};

/*
 * Adds the file with the text in place of its own, padded with spaces in a GLB. False when the container is damaged, or
 * too large for its own lengths.
 */
bool container_write(struct buf *out, const unsigned char *file, size_t size, const struct container *container,
                     const char *text, size_t text_size, enum container_form form);

#endif
