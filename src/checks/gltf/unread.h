/* Bytes that UniVRM needs to load an avatar but doesn't read if it is a GLB. */
#ifndef VRMLINT_CHECKS_GLTF_UNREAD_H
#define VRMLINT_CHECKS_GLTF_UNREAD_H

#include "checks/gltf/core.h"

/* Returns for each buffer of an avatar in a GLB whether UniVRM needs bytes of it that aren't in the BIN chunk: for
 * buffer 0 more bytes, for others any. False for other files. Allocated in the arena. */
bool *core_unread_buffers(const struct core *core);

/* Whether UniVRM needs an image to load an avatar. It refuses a GLB if such an image is in another file. */
bool core_needs_image(const struct core *core, size_t image);

#endif
