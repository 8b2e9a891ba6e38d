#include "checks/limit/limits.h"

#include "checks/spring/pairs.h"

static void visit_spring(struct check *check, const struct spring *spring, void (*visit)(const struct limited *limited))
{
    struct limited limited = {.check = check, .spring = spring};
    bool first = true;
    size_t chain = 0;
    for (size_t i = 0; i < spring->joint_count; i++) {
        const struct joint *joint = &spring->joints[i];
        bool resolved = joint->node != SPRINGS_NONE;
        if (joint->limit != NULL) {
            limited.reversed = first ? pair_reversed_in(spring) : limited.reversed;
            first = false;
            limited.joint = joint;
            limited.limit = joint->limit;
            limited.chain = resolved ? chain : SPRINGS_NONE;
            limited.last = i + 1 == spring->joint_count;
            visit(&limited);
        }
        chain += resolved;
    }
}

void limits_each(struct check *check, void (*visit)(const struct limited *limited))
{
    const struct springs *springs = check->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        visit_spring(check, &springs->springs[s], visit);
    }
}

const char *limited_name(const struct limited *limited)
{
    return name_spring_joint(limited->check->avatar, limited->spring->place, limited->joint->place);
}

const char *limited_pointer(const struct limited *limited)
{
    return joint_pointer(limited->check->arena, limited->spring, limited->joint, LIMIT_POINTER);
}

const char *limited_kind_pointer(const struct limited *limited, const char *property)
{
    const char *kind = limit_kind_name(limited->limit->kind);
    const char *below = arena_printf(limited->check->arena, LIMIT_POINTER "/limit/%s%s%s", kind,
                                     property == NULL ? "" : "/", property == NULL ? "" : property);
    return joint_pointer(limited->check->arena, limited->spring, limited->joint, below);
}

const char *limited_angle(const struct limited *limited, double radians)
{
    return arena_printf(limited->check->arena, "%.4g radians (%.4g degrees)", radians, angle_degrees(radians));
}

bool limit_speaks_of_axis(const struct check *check, const struct joint *joint)
{
    return joint->limit != NULL && limit_is_oriented(joint->limit) &&
           findings_want(check->findings, RULE_LIMIT_AXIS_MINUS_Y);
}

bool limit_speaks_of_length(const struct check *check, const struct joint *joint)
{
    return joint->limit != NULL && joint->limit->kind != LIMIT_NONE &&
           findings_want(check->findings, RULE_LIMIT_ZERO_LENGTH_BONE);
}
