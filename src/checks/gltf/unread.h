/* What UniVRM looks for in a GLB and doesn't find. */
#ifndef VRMLINT_CHECKS_GLTF_UNREAD_H
#define VRMLINT_CHECKS_GLTF_UNREAD_H

#include "checks/gltf/core.h"

/* Of each buffer of an avatar in a GLB, whether UniVRM needs bytes of it that aren't in the BIN chunk: of buffer 0,
 * more of them, and of others, any. False of other files. In the arena. */
bool *core_unread_buffers(const struct core *core);

/* Whether an avatar in a GLB has an image, other than in the file, that UniVRM needs. */
bool core_unread_image(const struct core *core, size_t image);

#endif
