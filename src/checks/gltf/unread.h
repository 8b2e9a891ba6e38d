/* Bytes that UniVRM needs to load an avatar and that it doesn't read from a GLB. */
#ifndef VRMLINT_CHECKS_GLTF_UNREAD_H
#define VRMLINT_CHECKS_GLTF_UNREAD_H

#include "checks/gltf/core.h"

/* Of each buffer of an avatar in a GLB, whether UniVRM needs bytes of it that aren't in the BIN chunk: of buffer 0,
 * more of them, and of others, any. False of other files. In the arena. */
bool *core_unread_buffers(const struct core *core);

/* Whether UniVRM needs an image to load an avatar: it refuses a GLB if the image is in another file. */
bool core_needs_image(const struct core *core, size_t image);

#endif
