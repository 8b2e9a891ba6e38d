/* A drawing, put together from its parts. */
#include "run/drawing.h"

const struct vrmlint_drawing *drawing_make(struct arena *arena, const struct avatar *avatar,
                                           const struct vrmlint_report *report, unsigned languages)
{
    struct drawing_plan *plan = arena_alloc(arena, sizeof *plan);
    *plan = (struct drawing_plan){.arena = arena, .avatar = avatar, .report = report, .languages = languages};
    plan->out.finding_count = report->finding_count;
    plan->out.faces_back = avatar->vrm0->present && !avatar->humanoid->present;
    drawing_body(plan);
    drawing_chains(plan);
    drawing_colliders(plan);
    drawing_limits(plan);
    drawing_marks(plan);
    drawing_rings(plan);
    plan->out.bones = plan->bones;
    plan->out.joints = plan->joints;
    plan->out.chains = plan->chains;
    plan->out.colliders = plan->colliders;
    plan->out.limits = plan->limits;
    bool empty = plan->out.bone_count + plan->out.collider_count + plan->out.ring_count == 0;
    return empty ? NULL : &plan->out;
}
