/* Runs the checks on colliders in order, and collects the joints that use each collider. */
#include "checks/body/body.h"
#include "checks/collider/family.h"
#include "ids/rules.h"

/* ---- joints that use a collider ---- */

static void keep_wider_meeting(struct collider_meeting *meeting, const struct collider_meeting *by)
{
    if (by->spring != SPRINGS_NONE && (meeting->spring == SPRINGS_NONE || by->radius > meeting->radius)) {
        *meeting = *by;
    }
}

/* Returns the moving joint of a spring with the largest hitRadius. */
static struct collider_meeting widest_joint(const struct spring *spring)
{
    struct collider_meeting widest = {.spring = SPRINGS_NONE};
    for (size_t i = 0; i < spring_heads(spring); i++) {
        const struct joint *joint = spring_chain(spring, i);
        struct collider_meeting meeting = {spring->index, joint->index, joint->says->hit_radius.value};
        keep_wider_meeting(&widest, &meeting);
    }
    return widest;
}

static struct collider_meeting *no_meetings(struct arena *arena, size_t count)
{
    struct collider_meeting *meetings = arena_array(arena, count, sizeof *meetings);
    for (size_t i = 0; i < count; i++) {
        meetings[i].spring = SPRINGS_NONE;
    }
    return meetings;
}

/* Collects the joints group by group, which stays linear even if many springs share groups. */
static const struct collider_meeting *read_meetings(struct arena *arena, const struct springs *springs)
{
    struct collider_meeting *of_groups = no_meetings(arena, springs->group_count);
    struct collider_meeting *of_colliders = no_meetings(arena, springs->collider_count);
    for (size_t s = 0; s < springs->spring_count; s++) {
        struct collider_meeting widest = widest_joint(&springs->springs[s]);
        for (size_t i = 0; i < springs->springs[s].group_count; i++) {
            keep_wider_meeting(&of_groups[springs->springs[s].groups[i]], &widest);
        }
    }
    for (size_t g = 0; g < springs->group_count; g++) {
        for (size_t i = 0; i < springs->groups[g].collider_count; i++) {
            keep_wider_meeting(&of_colliders[springs->groups[g].colliders[i]], &of_groups[g]);
        }
    }
    return of_colliders;
}

void check_collider_family(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    struct body body;
    bool known = body_read(&body, check, DIALECT_VRM1) && findings_want(check->findings, RULE_COLLIDER_OTHER_UNIT);
    struct collider_family family = {
        .check = check,
        .arena = check->arena,
        .findings = check->findings,
        .avatar = check->avatar,
        .scene = check->avatar->scene,
        .springs = springs,
        .extension = document_tree(check->avatar->document, SPRINGS_POINTER),
        .meetings = read_meetings(check->arena, springs),
        .other_unit = known ? body_collider_limit(&body) : NAN,
    };
    collider_shapes(&family);
    collider_groups(&family);
    collider_chains(&family);
    collider_geometry(&family);
    collider_extended(&family);
}
