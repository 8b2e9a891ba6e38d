/*
 * What expressions bind: morph targets of meshes.
 */
#include "base/sort.h"
#include "checks/avatar/names.h"
#include "gltf/expect.h"
#include "ids/messages_vrm.h"

#define MORPHS "morphTargetBinds"
#define PERCENT_MOST 100.0
#define PERCENT_LEAST 2.0 /* nobody means so little of a shape: what is less is a weight that overshoots */
#define DIGITS 6

#define WEIGHT_LEAST 1e-6

enum morph_state {
    MORPH_GOOD,
    MORPH_OPEN,    /* something of it is ill-typed or not resolved, which is reported as that */
    MORPH_NO_MESH, /* its node has none */
    MORPH_BEYOND,  /* its mesh has fewer morph targets */
};

struct morph {
    size_t node;
    size_t target;
    double weight;
    bool weighs;  /* it has a weight that is a number */
    size_t place; /* in its list */
};

static int compare_morphs(const void *left, const void *right)
{
    const struct morph *a = left;
    const struct morph *b = right;
    return sort_then(sort_then(sort_order(a->node, b->node), a->target, b->target), a->place, b->place);
}

/* Which morph target a whole number names; SIZE_MAX for those beyond all, and false for what is no such number. */
static bool target_of(const struct tree *value, size_t *out)
{
    double number;
    if (!tree_number(value, &number) || number < 0 || number != trunc(number) || fabs(number) == TREE_OVERFLOW) {
        return false;
    }
    *out = number < (double)SIZE_MAX ? (size_t)number : SIZE_MAX;
    return true;
}

/* ---- one bind ---- */

static void check_weight(const struct check *check, size_t expression, size_t index, double weight)
{
    struct argument bind = the_bind("bind", check, WORDS_MORPH_BIND, expression, index);
    struct place place = bind_place(check, expression, MORPHS, index, "weight");
    struct finding *finding =
        report(check->findings,
               weight > 1 && weight <= PERCENT_MOST ? MESSAGE_VRM_MORPH_WEIGHT_RANGE__PERCENT
                                                    : MESSAGE_VRM_MORPH_WEIGHT_RANGE__DEFAULT,
               place, ARGUMENTS(bind, argument_number("weight", weight, weight < 0 ? 0 : 1, UNIT_NONE, DIGITS)));
    finding_measure(finding, "weight", weight);
    bool is_percent = weight >= PERCENT_LEAST && weight <= PERCENT_MOST;
    finding_set_number(finding, "0", is_percent ? weight / PERCENT_MOST : fmin(fmax(weight, 0), 1));
}

static void report_unresolved(const struct check *check, size_t expression, size_t index, const struct tree *value,
                              size_t mesh)
{
    size_t count = check->avatar->surfaces->meshes[mesh].targets;
    double number = 0;
    tree_number(value, &number);
    struct argument bind = the_bind("bind", check, WORDS_MORPH_BIND, expression, index);
    struct argument target = NUMBER("index", number, 15);
    struct argument name = the_avatar_mesh("mesh", check, mesh);
    struct place place = bind_place(check, expression, MORPHS, index, "index");
    struct finding *finding =
        count == 0
            ? report(check->findings, MESSAGE_VRM_UNRESOLVED_INDEX__NO_TARGETS, place, ARGUMENTS(bind, target, name))
        : count == 1
            ? report(check->findings, MESSAGE_VRM_UNRESOLVED_INDEX__ONE_TARGET, place, ARGUMENTS(bind, target, name))
            : report(check->findings, MESSAGE_VRM_UNRESOLVED_INDEX__TARGET, place,
                     ARGUMENTS(bind, target, name, COUNT("count", count), COUNT("last", count - 1)));
    finding_measure(finding, "index", number);
    finding_measure(finding, "count", (double)count);
    if (count == 0) { /* it is the mesh that has lost them, whatever binds them */
        finding_relate(finding, RELATED_VRM_UNRESOLVED_INDEX__MESH, place_of(PLACE_MESH, mesh, 0, NULL),
                       ARGUMENTS(name));
    }
}

/* What a bind moves; node and target are set as far as they are known. */
static enum morph_state read_morph(const struct check *check, const struct tree *json, struct morph *out)
{
    const struct scene *scene = check->avatar->scene;
    out->node = scene_resolve(scene, tree_get(json, "node"));
    out->weighs = tree_number(tree_get(json, "weight"), &out->weight) && fabs(out->weight) <= EXPECT_NUMBER_MAX;
    if (out->node == SCENE_NONE) {
        return MORPH_OPEN;
    }
    if (scene_lacks_mesh(&scene->nodes[out->node])) {
        return MORPH_NO_MESH;
    }
    size_t mesh = scene->nodes[out->node].mesh;
    if (mesh >= check->avatar->surfaces->mesh_count || !target_of(tree_get(json, "index"), &out->target)) {
        return MORPH_OPEN;
    }
    return out->target < check->avatar->surfaces->meshes[mesh].targets ? MORPH_GOOD : MORPH_BEYOND;
}

static void judge_morph(const struct check *check, size_t expression, const struct tree *json,
                        const struct morph *morph, enum morph_state state)
{
    if (state == MORPH_NO_MESH) {
        struct argument node = the_node("node", check->avatar, morph->node);
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_MORPH_BIND_NO_MESH__DEFAULT,
                   bind_place(check, expression, MORPHS, morph->place, "node"),
                   ARGUMENTS(the_bind("bind", check, WORDS_MORPH_BIND, expression, morph->place), node));
        finding_relate(finding, RELATED_VRM_MORPH_BIND_NO_MESH__DEFAULT, place_node(morph->node, NULL),
                       ARGUMENTS(node));
    } else if (state == MORPH_BEYOND) {
        report_unresolved(check, expression, morph->place, tree_get(json, "index"),
                          check->avatar->scene->nodes[morph->node].mesh);
    }
    if (morph->weighs && (morph->weight < 0 || morph->weight > 1)) {
        check_weight(check, expression, morph->place, morph->weight);
    }
    if (morph->weighs && fabs(morph->weight) < WEIGHT_LEAST) {
        report(check->findings, MESSAGE_VRM_BIND_NO_EFFECT__MORPH,
               bind_place(check, expression, MORPHS, morph->place, NULL),
               ARGUMENTS(the_bind("bind", check, WORDS_MORPH_BIND, expression, morph->place)));
    }
}

/* ---- the binds of one expression ---- */

/* Those that move something, sorted by what they move, *count of them; judged on the way, if that is wanted. */
static struct morph *collect(const struct check *check, struct arena *arena, size_t expression, bool judge,
                             size_t *count)
{
    const struct tree *list = tree_get(check->avatar->vrm1->expressions[expression].json, MORPHS);
    size_t all = tree_is_array(list) ? tree_count(list) : 0;
    struct morph *morphs = arena_array(arena, all, sizeof *morphs);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        struct morph morph = {.place = i};
        enum morph_state state = read_morph(check, tree_at(list, i), &morph);
        if (judge) {
            judge_morph(check, expression, tree_at(list, i), &morph, state);
        }
        if (state == MORPH_GOOD) {
            morphs[(*count)++] = morph;
        }
    }
    sort_array(arena, morphs, *count, sizeof *morphs, compare_morphs);
    return morphs;
}

static void report_twice(const struct check *check, size_t expression, const struct morph *first,
                         const struct morph *again)
{
    struct finding *finding = report(
        check->findings, MESSAGE_VRM_DUPLICATE_BIND__MORPH, bind_place(check, expression, MORPHS, again->place, NULL),
        ARGUMENTS(the_bind("bind", check, WORDS_MORPH_BIND, expression, again->place), COUNT("index", again->target),
                  the_node("node", check->avatar, again->node), COUNT("first", first->place)));
    finding_relate(finding, RELATED_VRM_DUPLICATE_BIND__DEFAULT,
                   bind_place(check, expression, MORPHS, first->place, NULL), NO_ARGUMENTS);
}

static bool is_same(const struct morph *a, const struct morph *b)
{
    return a->node == b->node && a->target == b->target;
}

static void check_expression(const struct check *check, size_t expression)
{
    struct arena *room = arena_open(check->arena);
    size_t count;
    const struct morph *morphs = collect(check, room, expression, true, &count);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (is_same(&morphs[i], &morphs[first])) {
            report_twice(check, expression, &morphs[first], &morphs[i]);
        } else {
            first = i;
        }
    }
    arena_close(room);
}

/* ---- blinks ---- */

static bool are_same(const struct morph *left, size_t left_count, const struct morph *right, size_t right_count)
{
    bool same = left_count == right_count && left_count > 0;
    for (size_t i = 0; same && i < left_count; i++) {
        same = is_same(&left[i], &right[i]) && left[i].weighs && right[i].weighs && left[i].weight == right[i].weight;
    }
    return same;
}

static void check_blinks(const struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    size_t left = vrm1->presets[vrma_preset_by_name("blinkLeft")];
    size_t right = vrm1->presets[vrma_preset_by_name("blinkRight")];
    if (left == VRM1_NONE || right == VRM1_NONE) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    size_t left_count;
    size_t right_count;
    const struct morph *left_morphs = collect(check, room, left, false, &left_count);
    const struct morph *right_morphs = collect(check, room, right, false, &right_count);
    bool same = are_same(left_morphs, left_count, right_morphs, right_count);
    arena_close(room);
    if (same) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_BLINK_SIDES_IDENTICAL__DEFAULT,
                   avatar_expression_place(check, right, NULL), ARGUMENTS(COUNT("count", right_count)));
        finding_relate(finding, RELATED_VRM_BLINK_SIDES_IDENTICAL__DEFAULT, avatar_expression_place(check, left, NULL),
                       NO_ARGUMENTS);
    }
}

void check_avatar_morphs(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    if (!vrm1->present) {
        return;
    }
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        if (vrm1->expressions[i].binds > 0) {
            arena_pulse(check->arena);
            check_expression(check, i);
        }
    }
    check_blinks(check);
}
