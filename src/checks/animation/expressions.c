/*
 * The expressions and the gaze of a VRM animation: names, nodes, and whether anything moves them. Catalogue:
 * constraint-animation.md section 2.5, bones (node-reused), expressions.
 */
#include <string.h>

#include "checks/animation/names.h"
#include "extensions.h"

#define CUSTOM_MAX 100        /* slots that UniVRM has */
#define WEIGHT_TOLERANCE 1e-4 /* as for weights in keys */

static const char *expression_pointer(const struct check *check, size_t expression, const char *property)
{
    return vrma_expression_pointer(check->avatar->vrma, check->arena, expression, property);
}

/* ---- names ---- */

static bool is_look(size_t preset)
{
    return preset >= VRMA_LOOK_PRESET && preset < VRMA_PRESET_COUNT;
}

static void check_custom_name(const struct check *check, size_t place)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct vrma_expression *expression = &vrma->expressions[place];
    if (expression->preset != VRMA_PRESET_COUNT) {
        bool taken = tree_get(tree_get(vrma->expressions_json, "preset"), expression->name) != NULL;
        bool movable = !taken && !is_look(expression->preset);
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_CUSTOM_PRESET_NAME, expression_pointer(check, place, NULL),
            "%s has the name of a preset, which a custom expression mustn't have, and apps mix the two up: %s",
            animation_capital(check, animation_expression(check, place)),
            movable ? "move it to preset"
            : taken ? "rename it, or delete it if it is the same as the preset"
                    : "delete it, for the gaze belongs into lookAt");
        finding_fix(finding, movable ? VRMLINT_FIX_SAFE : VRMLINT_FIX_NONE);
        return;
    }
    for (size_t i = 0; i < VRMA_PRESET_COUNT; i++) {
        if (extension_same_but_case(expression->name, vrma_presets[i])) {
            report_english(
                check->findings, RULE_ANIMATION_CUSTOM_CASE_CLASH, expression_pointer(check, place, NULL),
                "%s differs from the preset '%s' in letter case alone, and isn't taken for it: move it to preset as "
                "'%s' if that is meant, or rename it",
                animation_capital(check, animation_expression(check, place)), vrma_presets[i], vrma_presets[i]);
        }
    }
}

static void check_preset_name(const struct check *check, size_t place)
{
    const struct vrma_expression *expression = &check->avatar->vrma->expressions[place];
    if (is_look(expression->preset) && tree_is_object(expression->json)) {
        report_english(
            check->findings, RULE_ANIMATION_LOOK_EXPRESSION, expression_pointer(check, place, NULL),
            "%s is one of the four of the gaze, which a VRM animation mustn't hold; some apps play it against "
            "lookAt, others drop it: delete the entry and its channels, and animate lookAt",
            animation_capital(check, animation_expression(check, place)));
    }
}

static void check_custom_count(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t count = 0;
    for (size_t i = 0; i < vrma->expression_count; i++) {
        count += vrma->expressions[i].custom;
    }
    if (count > CUSTOM_MAX) {
        struct finding *finding = report_english(
            check->findings, RULE_ANIMATION_CUSTOM_TOO_MANY, VRMA_POINTER "/expressions/custom",
            "There are %zu custom expressions, UniVRM plays %d: leave out those that don't move", count, CUSTOM_MAX);
        finding_measure(finding, "expressions", (double)count);
    }
}

/* ---- nodes ---- */

/* What else a node drives: a bone or an eye, or an expression before this one; NULL for nothing. */
static const char *other_use(const struct check *check, size_t node, size_t expression, const char **pointer)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct vrma_node *role = &vrma->roles[node];
    size_t bone = role->bone != BONE_COUNT ? role->bone : role->eye;
    if (bone != BONE_COUNT) {
        *pointer = vrma_bone_pointer(vrma, check->arena, bone, "node");
        return arena_printf(check->arena, "the bone '%s'", bones[bone].name);
    }
    if (role->expression == VRMA_NONE || role->expression == expression) {
        return NULL;
    }
    *pointer = expression_pointer(check, role->expression, "node");
    return arena_printf(check->arena, "the expression %s",
                        name_quote(check->arena, vrma->expressions[role->expression].name));
}

static void check_reused(const struct check *check, size_t place)
{
    const char *pointer;
    const char *other = other_use(check, check->avatar->vrma->expressions[place].node, place, &pointer);
    if (other == NULL) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_NODE_REUSED, expression_pointer(check, place, "node"),
        "%s: its node drives %s too, and apps disagree on which of the two they play: give the expression a node "
        "of its own",
        animation_capital(check, animation_expression(check, place)), other);
    finding_relate_english(finding, pointer, "%s", other);
}

static void check_gaze_reused(const struct check *check)
{
    size_t node = check->avatar->vrma->look_at.node;
    const char *pointer;
    const char *other = node == SCENE_NONE ? NULL : other_use(check, node, VRMA_NONE, &pointer);
    if (other == NULL) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_NODE_REUSED, VRMA_POINTER "/lookAt/node",
        "%s: its node drives %s too, and most apps then leave the gaze out: give the gaze a node of its own",
        animation_capital(check, animation_gaze(check)), other);
    finding_severity(finding, VRMLINT_WARNING);
    finding_relate_english(finding, pointer, "%s", other);
}

static void check_node_name(const struct check *check, size_t place)
{
    const struct vrma_expression *expression = &check->avatar->vrma->expressions[place];
    const char *name = check->avatar->scene->nodes[expression->node].name;
    if (name != NULL && strcmp(name, expression->name) == 0) {
        return;
    }
    report_english(check->findings, RULE_ANIMATION_EXPRESSION_NODE_NAME, expression_pointer(check, place, "node"),
                   "%s: some apps (bevy_vrm1) look for a node that is named as the expression is: name the node %s",
                   animation_capital(check, animation_expression(check, place)),
                   name_quote(check->arena, expression->name));
}

static void check_rest(const struct check *check, size_t place)
{
    size_t node = check->avatar->vrma->expressions[place].node;
    double weight = check->avatar->scene->nodes[node].translation.x;
    if (weight >= -WEIGHT_TOLERANCE && weight <= 1 + WEIGHT_TOLERANCE) {
        return;
    }
    struct finding *finding = report_english(
        check->findings, RULE_ANIMATION_EXPRESSION_REST_RANGE, animation_node_pointer(check, node),
        "%s has the weight %.6g at rest (its node's translation along X), weights are 0 to 1: move the node to "
        "0",
        animation_capital(check, animation_expression(check, place)), weight);
    finding_measure(finding, "weight", weight);
}

static void check_motion(const struct check *check, size_t place)
{
    size_t node = check->avatar->vrma->expressions[place].node;
    if (!animation_moves(check, node)) {
        report_english(check->findings, RULE_ANIMATION_EXPRESSION_NOT_ANIMATED,
                       expression_pointer(check, place, "node"),
                       "%s isn't moved by %s: delete the entry, or animate it",
                       animation_capital(check, animation_expression(check, place)), animation_title(check, 0));
    }
}

static void check_nodes(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    bool plays = animation_plays(check);
    for (size_t i = 0; i < vrma->expression_count; i++) {
        size_t node = vrma->expressions[i].node;
        if (node == SCENE_NONE) {
            continue;
        }
        if (vrma->roles[node].reused) {
            check_reused(check, i);
            continue;
        }
        if (is_look(vrma->expressions[i].preset)) {
            continue; /* it has no place here at all */
        }
        check_node_name(check, i);
        check_rest(check, i);
        if (plays) {
            check_motion(check, i);
        }
    }
    check_gaze_reused(check);
}

void check_animation_expressions(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!vrma->present) {
        return;
    }
    for (size_t i = 0; i < vrma->expression_count; i++) {
        if (vrma->expressions[i].custom) {
            check_custom_name(check, i);
        } else {
            check_preset_name(check, i);
        }
    }
    check_custom_count(check);
    check_nodes(check);
}
