#include "checks/spring/chain_edits.h"

#include <string.h>

#include "base/json_value.h"
#include "base/sort.h"

enum { SKIPPED_MAX = 100 }; /* nodes of a pair; more aren't intended as joints */

static const char *const numbers[] = {"hitRadius", "stiffness", "gravityPower", "dragForce"};
enum { NUMBER_COUNT = sizeof numbers / sizeof *numbers };

/* ---- order ---- */

/* Whether two joints have equal members except for the node. */
static bool are_alike(const struct joint *a, const struct joint *b)
{
    if (tree_count(a->json) != tree_count(b->json)) {
        return false;
    }
    for (void *i = tree_first(a->json); i != NULL; i = tree_next(a->json, i)) {
        const char *key = tree_key(i);
        const struct tree *left = tree_get(a->json, key);
        const struct tree *right = tree_get(b->json, key);
        bool node = strcmp(key, "node") == 0;
        if (right == NULL || (!node && !tree_equal(left, right))) {
            return false;
        }
    }
    return true;
}

struct by_depth {
    size_t depth;
    size_t node;
};

const size_t *chain_by_depth(const struct check *check, const struct spring *spring)
{
    struct by_depth *order = arena_array(check->arena, spring->chain_count, sizeof *order);
    size_t *nodes = arena_array(check->arena, spring->chain_count, sizeof *nodes);
    for (size_t i = 0; i < spring->chain_count; i++) {
        size_t node = spring_chain(spring, i)->node;
        order[i] = (struct by_depth){check->avatar->scene->nodes[node].depth, node};
    }
    sort_array(check->arena, order, spring->chain_count, sizeof *order, sort_by_two);
    for (size_t i = 0; i < spring->chain_count; i++) {
        nodes[i] = order[i].node;
    }
    return nodes;
}

void chain_reorder(const struct check *check, struct finding *finding, const struct spring *spring)
{
    bool alike = spring->chain_count == spring->joint_count;
    for (size_t i = 1; i < spring->chain_count && alike; i++) {
        const struct joint *joint = spring_chain(spring, i);
        bool bare = i + 1 == spring->chain_count && tree_count(joint->json) == 1; /* valid for the end of a chain */
        alike = bare || are_alike(spring_chain(spring, 0), joint);
    }
    if (finding == NULL || !alike) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    const size_t *order = chain_by_depth(check, spring);
    for (size_t i = 0; i < spring->chain_count; i++) {
        const struct joint *joint = spring_chain(spring, i);
        if (order[i] != joint->node) {
            finding_edit(finding, VRMLINT_EDIT_SET, place_joint(spring->index, joint->index, "node"),
                         arena_printf(check->arena, "%zu", order[i]));
        }
    }
}

/* ---- skipped nodes ---- */

/* Returns the JSON of a joint with the parameters of another one. */
static const char *joint_like(struct arena *arena, const struct joint *joint, size_t node)
{
    struct buf out = BUF_INIT(arena);
    struct json_value room;
    double number;
    struct vec3 direction;
    buf_printf(&out, "{\"node\":%zu", node);
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        if (tree_number(tree_get(joint->json, numbers[i]), &number)) {
            buf_printf(&out, ",\"%s\":%s", numbers[i], json_number(&room, number));
        }
    }
    if (tree_vec3(tree_get(joint->json, "gravityDir"), &direction)) {
        buf_printf(&out, ",\"gravityDir\":%s",
                   json_numbers(&room, (const double[]){direction.x, direction.y, direction.z}, 3));
    }
    buf_char(&out, '}');
    return buf_text(&out);
}

void chain_take_skipped(const struct check *check, struct finding *finding, const struct spring *spring, size_t pair)
{
    const struct joint *head = spring_chain(spring, pair);
    const struct joint *tail = spring_chain(spring, pair + 1);
    size_t between[SKIPPED_MAX] = {0};
    size_t count = 0;
    size_t node = check->avatar->scene->nodes[tail->node].parent;
    for (; count < SKIPPED_MAX && node != head->node && node != SCENE_NONE; count++) {
        between[count] = node;
        node = check->avatar->scene->nodes[node].parent;
    }
    bool apart = node == head->node;
    for (size_t i = 0; i <= count && apart; i++) {
        size_t below = i == 0 ? tail->node : between[i - 1];
        size_t above = i == count ? head->node : between[i];
        apart = vec3_distance(scene_position(check->avatar->scene, below),
                              scene_position(check->avatar->scene, above)) >= CHECK_MIN_LENGTH;
    }
    if (finding == NULL || !apart) { /* a joint at the same position as another is no improvement */
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    char member[32];
    snprintf(member, sizeof member, "joints/%zu", tail->index);
    while (count > 0) {
        finding_edit(finding, VRMLINT_EDIT_INSERT, place_spring(spring->index, member),
                     joint_like(check->arena, head, between[--count]));
    }
}
