#include "checks/limit/limits.h"

#include "checks/spring/pairs.h"
#include "ids/messages_limit.h"
#include "ids/rules.h"

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

struct argument limited_joint(const struct limited *limited)
{
    return the_spring_joint("joint", limited->check->avatar, limited->spring->index, limited->joint->index);
}

struct argument limited_limit(const struct limited *limited)
{
    enum limit_kind kind = limited->limit->kind;
    return WORD("limit", kind == LIMIT_CONE    ? WORDS_CONE_LIMIT
                         : kind == LIMIT_HINGE ? WORDS_HINGE_LIMIT
                                               : WORDS_SPHERICAL_LIMIT);
}

struct place limited_place(const struct limited *limited)
{
    return place_joint(limited->spring->index, limited->joint->index, LIMIT_POINTER);
}

struct place limited_kind_place(const struct limited *limited, const char *property)
{
    struct place place = limited_place(limited);
    place.member =
        arena_printf(limited->check->arena, LIMIT_POINTER "/limit/%s%s%s", limit_kind_name(limited->limit->kind),
                     property == NULL ? "" : "/", property == NULL ? "" : property);
    return place;
}

bool limit_prints_axis(const struct check *check, const struct joint *joint)
{
    return joint->limit != NULL && limit_is_oriented(joint->limit) &&
           findings_want(check->findings, RULE_LIMIT_AXIS_MINUS_Y);
}

bool limit_prints_length(const struct check *check, const struct joint *joint)
{
    return joint->limit != NULL && joint->limit->kind != LIMIT_NONE &&
           findings_want(check->findings, RULE_LIMIT_ZERO_LENGTH_BONE);
}
