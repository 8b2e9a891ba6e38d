/* Springs on one side of the body that use no collider group although their mirror images do. */
#include "base/sort.h"
#include "checks/body/body.h"
#include "ids/messages_collider.h"

/* Fractions of the body's height. */
#define NEAR 0.005 /* largest distance between mirror images */
#define ASIDE 0.01 /* least distance of both from the middle */

enum { NEIGHBOURS = 16 }; /* springs of similar height that are searched for a mirror image */

/* A spring, and where it begins and ends. */
struct sided {
    size_t spring;
    size_t joints;
    struct vec3 begin;
    struct vec3 end;
    bool paired;
};

/* Statistics of the pairs of springs. */
struct pairs {
    size_t alike;   /* both use groups */
    size_t singles; /* only one does */
    size_t with;    /* of the last single pair: the spring that does */
    size_t without;
};

static int compare_sided(const void *left, const void *right)
{
    const struct sided *a = left;
    const struct sided *b = right;
    int order = sort_order(a->joints, b->joints);
    order = order != 0 ? order : (a->begin.y > b->begin.y) - (a->begin.y < b->begin.y);
    return sort_then(order, a->spring, b->spring);
}

static bool is_mirrored(struct vec3 a, struct vec3 b, double tolerance)
{
    return fabs(a.x + b.x) < tolerance && fabs(a.y - b.y) < tolerance && fabs(a.z - b.z) < tolerance;
}

/* Returns the springs beside the middle of the body, sorted by length and height. */
static struct sided *read_sided(const struct body *body, double height, size_t *count)
{
    const struct springs *springs = body->check->avatar->springs;
    struct sided *list = arena_array(body->check->arena, springs->spring_count, sizeof *list);
    *count = 0;
    for (size_t i = 0; i < springs->spring_count; i++) {
        const struct spring *spring = &springs->springs[i];
        if (spring->chain_count < 2 || spring->chain_count != spring->joint_count) {
            continue;
        }
        size_t last = spring->joints[spring->chain[spring->chain_count - 1]].node;
        struct sided sided = {.spring = i,
                              .joints = spring->joint_count,
                              .begin = mat34_translation(&body->scene->nodes[spring->root].world),
                              .end = mat34_translation(&body->scene->nodes[last].world)};
        if (fabs(sided.begin.x) > ASIDE * height && vec3_is_finite(sided.begin) && vec3_is_finite(sided.end)) {
            list[(*count)++] = sided;
        }
    }
    sort_array(body->check->arena, list, *count, sizeof *list, compare_sided);
    return list;
}

/* Whether a spring's list of collider groups has entries, valid or not. */
static bool meets_groups(const struct springs *springs, size_t spring)
{
    return tree_length(tree_get(springs->springs[spring].json, "colliderGroups")) > 0;
}

static void add_pair(const struct springs *springs, struct pairs *pairs, size_t a, size_t b)
{
    bool first = meets_groups(springs, a);
    bool second = meets_groups(springs, b);
    pairs->alike += first && second;
    if (first != second) {
        pairs->singles++;
        pairs->with = first ? a : b;
        pairs->without = first ? b : a;
    }
}

void body_check_spring_sides(const struct body *body)
{
    const struct avatar *avatar = body->check->avatar;
    double height = body_height(body);
    struct pairs pairs = {.alike = 0};
    size_t count;
    struct sided *list = read_sided(body, height, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && k <= i + NEIGHBOURS && !list[i].paired; k++) {
            if (!list[k].paired && list[i].joints == list[k].joints &&
                is_mirrored(list[i].begin, list[k].begin, NEAR * height) &&
                is_mirrored(list[i].end, list[k].end, NEAR * height)) {
                list[i].paired = list[k].paired = true;
                add_pair(avatar->springs, &pairs, list[i].spring, list[k].spring);
            }
        }
    }
    if (pairs.singles == 1 && pairs.alike > 0) {
        finding_relate(
            report(body->check->findings, MESSAGE_COLLIDER_ONE_SIDED__SPRING, place_spring(pairs.without, NULL),
                   ARGUMENTS(the_spring("spring", avatar, pairs.without), the_spring("other", avatar, pairs.with))),
            RELATED_COLLIDER_ONE_SIDED__DEFAULT, place_spring(pairs.with, "colliderGroups"), NO_ARGUMENTS);
    }
}
