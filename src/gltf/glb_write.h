/* Rewrites a file with another JSON text. */
#ifndef VRMLINT_GLTF_GLB_WRITE_H
#define VRMLINT_GLTF_GLB_WRITE_H

#include "gltf/glb.h"

/* How the parts other than the JSON are written. */
enum container_form {
    CONTAINER_KEPT,    /* they stay unchanged, byte for byte */
    CONTAINER_REBUILT, /* padded to 4 bytes, with correct types; without trailing bytes and a byte-order mark */
    CONTAINER_PACKED,  /* JSON text becomes a GLB; another GLB is rebuilt */
};

/* Appends the file with text in place of its own JSON, padded with spaces in a GLB. Returns false if the container is
 * damaged, or if it becomes too large for 32-bit lengths. */
bool container_write(struct buf *out, const unsigned char *file, size_t size, const struct container *container,
                     const char *text, size_t text_size, enum container_form form);

#endif
