/* Writing a file anew around another JSON text. */
#ifndef VRMLINT_GLTF_GLB_WRITE_H
#define VRMLINT_GLTF_GLB_WRITE_H

#include "gltf/glb.h"

/*
 * Adds the file with the text in place of its own, padded with spaces in a GLB. All else stays as it is, byte for byte,
 * unless it is rebuilt: then chunks are padded to 4 bytes, and what stands behind the last, and a byte-order mark,
 * goes. False when the container is damaged, or too large for its own lengths.
 */
bool container_write(struct buf *out, const unsigned char *file, size_t size, const struct container *container,
                     const char *text, size_t text_size, bool rebuilds);

#endif
