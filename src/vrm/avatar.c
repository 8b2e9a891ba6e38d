#include "vrm/avatar.h"

struct avatar *avatar_read(struct document *document)
{
    struct avatar *avatar = arena_alloc(document->arena, sizeof *avatar);
    const struct scene *scene = scene_read(document);
    avatar->document = document;
    avatar->scene = scene;
    avatar->springs = springs_read(document, scene);
    avatar->humanoid = humanoid_read(document, scene);
    avatar->constraints = constraints_read(document, scene);
    avatar->animations = animations_read(document, scene);
    avatar->vrm0 = vrm0_read(document, scene);
    avatar->vrm0_avatar = vrm0_avatar_read(document, scene);
    avatar->vrma = vrma_read(document, scene, avatar->animations);
    avatar->materials = materials_read(document);
    avatar->vrm1 = vrm1_read(document, scene);
    bool has_avatar = avatar->vrm1->present || avatar->vrm0_avatar->json != NULL;
    avatar->surfaces = has_avatar ? surfaces_read(document, scene) : NULL;
    return avatar;
}
