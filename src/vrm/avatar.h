/* All views of a file, read once and shared by all checks. */
#ifndef VRMLINT_VRM_AVATAR_H
#define VRMLINT_VRM_AVATAR_H

#include "vrm/animation.h"
#include "vrm/constraints.h"
#include "vrm/humanoid.h"
#include "vrm/materials.h"
#include "vrm/springs.h"
#include "vrm/surfaces.h"
#include "vrm/vrm0.h"
#include "vrm/vrm0_avatar.h"
#include "vrm/vrm1.h"
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
    const struct materials *materials;
    struct images *images; /* set by checks_run(), which knows whether image data may be read */
    const struct vrm1 *vrm1;
    const struct surfaces *surfaces; /* NULL unless VRMC_vrm or VRM is present */
};

/* Reads all views of a readable document, and reports errors of the scene. */
struct avatar *avatar_read(struct document *document);

/* Returns the humanoid of VRMC_vrm, or else that of VRM 0.x; NULL if the file has neither. */
const struct humanoid *avatar_humanoid(const struct avatar *avatar);

#endif
