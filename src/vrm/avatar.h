/* All views of one file, read once and shared by every check. */
#ifndef VRMLINT_VRM_AVATAR_H
#define VRMLINT_VRM_AVATAR_H

#include "vrm/animation.h"
#include "vrm/constraints.h"
#include "vrm/humanoid.h"
#include "vrm/springs.h"
#include "vrm/vrm0.h"
#include "vrm/vrm0_avatar.h"
#include "vrm/vrma.h"

struct avatar {
    struct document *document;
    const struct scene *scene;
    const struct springs *springs;
    const struct humanoid *humanoid;
    const struct constraints *constraints;
    const struct animations *animations;
    const struct vrm0 *vrm0;
    const struct vrm0_avatar *vrm0_avatar;
    const struct vrma *vrma;
};

/* Reads all views of a readable document; the scene's own faults are reported on the way. */
struct avatar *avatar_read(struct document *document);

#endif
