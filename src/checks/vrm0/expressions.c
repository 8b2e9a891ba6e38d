/* VRM 0.x: expressions among each other, and the names of the shapes that they are made of. */
#include <string.h>

#include "base/ascii.h"
#include "base/json_value.h"
#include "base/sort.h"
#include "checks/mends.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_words.h"

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

/* ---- names ---- */

/* Names an expression after its place. One that has that name already, which nobody gives, is told as a repeat. */
static void mend_unnamed(struct check *check, const struct vrm0_expression *expression, struct finding *finding)
{
    if (finding_wants_edits(finding)) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/name",
                        arena_printf(check->arena, "\"expression_%zu\"", expression->place));
    }
}

static void check_name(struct check *check, const struct vrm0_expression *expression)
{
    if (expression->preset != VRM0_UNKNOWN || !tree_is_object(expression->json)) {
        return;
    }
    const struct tree *name = tree_get(expression->json, "name");
    if (name == NULL) {
        mend_unnamed(check, expression,
                     report(check->findings, MESSAGE_VRM0_GROUP_UNNAMED__ABSENT,
                            vrm0_place_expression(expression, NULL),
                            ARGUMENTS(vrm0_the_expression(check, expression))));
    } else if (expression->name != NULL && is_blank(expression->name)) {
        mend_unnamed(check, expression,
                     report(check->findings, MESSAGE_VRM0_GROUP_UNNAMED__EMPTY, vrm0_place_expression(expression, NULL),
                            ARGUMENTS(vrm0_the_expression(check, expression))));
    }
    enum vrm0_preset preset = vrm0_preset_by_name(expression->name);
    if (preset != VRM0_PRESETS && preset != VRM0_UNKNOWN) {
        struct finding *finding = report(
            check->findings, MESSAGE_VRM0_GROUP_NAMED_LIKE_PRESET__DEFAULT, vrm0_place_expression(expression, "name"),
            ARGUMENTS(vrm0_the_expression(check, expression), TERM("preset", vrm0_preset_name(preset))));
        struct json_value value;
        if (check->avatar->vrm0_avatar->presets[preset] == NULL) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, "1/presetName", json_word(&value, vrm0_preset_name(preset)));
        } else {
            finding_fix(finding, VRMLINT_FIX_NONE); /* two are there, and only their author knows which is which */
        }
    }
}

/* ---- repeats ---- */

static void report_repeat(struct check *check, const struct vrm0_expression *expression,
                          const struct vrm0_expression *first)
{
    bool preset = expression->preset != VRM0_UNKNOWN;
    struct argument name = vrm0_the_expression(check, expression);
    struct argument earlier = argument_as("first", vrm0_the_expression(check, first));
    struct finding *finding =
        preset ? report(check->findings, MESSAGE_VRM0_DUPLICATE_GROUP__PRESET, vrm0_place_expression(expression, NULL),
                        ARGUMENTS(name, earlier, TERM("preset", vrm0_preset_name(expression->preset))))
               : report(check->findings, MESSAGE_VRM0_DUPLICATE_GROUP__NAME, vrm0_place_expression(expression, NULL),
                        ARGUMENTS(name, earlier));
    finding_relate(finding, RELATED_VRM0_DUPLICATE_GROUP__FIRST, vrm0_place_expression(first, NULL), NO_ARGUMENTS);
}

static int compare_names(const void *left, const void *right)
{
    const struct vrm0_expression *a = *(const struct vrm0_expression *const *)left;
    const struct vrm0_expression *b = *(const struct vrm0_expression *const *)right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : sort_order(a->place, b->place);
}

static void check_repeats(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct arena *room = arena_open(check->arena);
    const struct vrm0_expression **own = arena_array(room, vrm0->expression_count, sizeof *own);
    size_t count = 0;
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        const struct vrm0_expression *expression = &vrm0->expressions[i];
        if (expression->preset == VRM0_PRESETS) {
            continue;
        }
        if (expression->preset != VRM0_UNKNOWN && vrm0->presets[expression->preset] != expression) {
            report_repeat(check, expression, vrm0->presets[expression->preset]);
        } else if (expression->preset == VRM0_UNKNOWN && expression->name != NULL && !is_blank(expression->name)) {
            own[count++] = expression;
        }
    }
    sort_array(room, own, count, sizeof *own, compare_names);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (strcmp(own[i]->name, own[first]->name) != 0) {
            first = i;
        } else {
            report_repeat(check, own[i], own[first]);
        }
    }
    arena_close(room);
}

/* ---- blinking ---- */

static int compare_binds(const void *left, const void *right)
{
    const struct vrm0_bind *a = left;
    const struct vrm0_bind *b = right;
    int order = sort_then(sort_order(a->mesh, b->mesh), a->index, b->index);
    return order != 0 ? order : (a->weight > b->weight) - (a->weight < b->weight);
}

/* Copies binds in order; false where one isn't whole. */
static bool sort_binds(struct arena *room, const struct vrm0_expression *expression, struct vrm0_bind **out)
{
    *out = arena_array(room, expression->bind_count, sizeof **out);
    for (size_t i = 0; i < expression->bind_count; i++) {
        (*out)[i] = expression->binds[i];
        if (!(*out)[i].weighted || (*out)[i].mesh == SCENE_NONE || (*out)[i].index == SCENE_NONE) {
            return false;
        }
    }
    sort_array(room, *out, expression->bind_count, sizeof **out, compare_binds);
    return true;
}

static void check_blinks(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const struct vrm0_expression *left = vrm0->presets[VRM0_BLINK_LEFT];
    const struct vrm0_expression *right = vrm0->presets[VRM0_BLINK_RIGHT];
    if (left == NULL || right == NULL || left->bind_count == 0 || left->bind_count != right->bind_count) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    struct vrm0_bind *a;
    struct vrm0_bind *b;
    bool same = sort_binds(room, left, &a) && sort_binds(room, right, &b);
    for (size_t i = 0; same && i < left->bind_count; i++) {
        same = compare_binds(&a[i], &b[i]) == 0;
    }
    arena_close(room);
    if (same) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_BLINK_SIDES_IDENTICAL__DEFAULT, vrm0_place_expression(right, NULL),
                   ARGUMENTS(vrm0_the_expression(check, right), argument_as("left", vrm0_the_expression(check, left)),
                             COUNT("count", right->bind_count)));
        finding_relate(finding, RELATED_VRM0_BLINK_SIDES_IDENTICAL__LEFT, vrm0_place_expression(left, NULL),
                       NO_ARGUMENTS);
    }
}

/* ---- names of shapes ---- */

/* A name in a mesh's list. */
struct shape_name {
    const char *name;
    size_t mesh;
    size_t index;
    bool in_primitive;
};

struct shapes {
    struct shape_name *repeats; /* in the order of the file */
    size_t count;
    size_t capacity;
};

static int compare_shapes(const void *left, const void *right)
{
    const struct shape_name *a = left;
    const struct shape_name *b = right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : sort_order(a->index, b->index);
}

static int compare_places(const void *left, const void *right)
{
    const struct shape_name *a = left;
    const struct shape_name *b = right;
    return sort_then(sort_order(a->mesh, b->mesh), a->index, b->index);
}

static const char *member_of(const struct check *check, const struct shape_name *shape, bool entry)
{
    const char *list = shape->in_primitive ? "primitives/0/extras/targetNames" : "extras/targetNames";
    return entry ? arena_printf(check->arena, "%s/%zu", list, shape->index) : list;
}

static void check_length(struct check *check, const struct shape_name *list, size_t names)
{
    const struct tree *mesh = check->avatar->vrm0_avatar->meshes[list->mesh].json;
    const struct tree *targets = tree_get(tree_at(tree_get(mesh, "primitives"), 0), "targets");
    size_t count = tree_is_array(targets) ? tree_count(targets) : 0;
    size_t most;
    if (names == count || surface_targets(mesh, &most) == SIZE_MAX) {
        return;
    }
    struct place place = place_of(PLACE_MESH, list->mesh, 0, member_of(check, list, false));
    struct place whole = place_of(PLACE_MESH, list->mesh, 0, NULL);
    struct finding *finding = report(
        check->findings, MESSAGE_VRM0_TARGET_NAMES_LENGTH__DEFAULT, place,
        ARGUMENTS(the_place("mesh", check->avatar, &whole, false), COUNT("names", names), COUNT("targets", count)));
    finding_measure(finding, "names", (double)names);
    finding_measure(finding, "targets", (double)count);
}

static void find_repeats(struct check *check, struct shapes *shapes, const struct shape_name *list,
                         const struct tree *names)
{
    struct arena *room = arena_open(check->arena);
    struct shape_name *sorted = arena_array(room, tree_count(names), sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < tree_count(names); i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        if (name != NULL) {
            sorted[count++] = (struct shape_name){name, list->mesh, i, list->in_primitive};
        }
    }
    sort_array(room, sorted, count, sizeof *sorted, compare_shapes);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i].name, sorted[i - 1].name) == 0) {
            shapes->repeats =
                arena_grow(check->arena, shapes->repeats, shapes->count, &shapes->capacity, sizeof *shapes->repeats);
            shapes->repeats[shapes->count++] = sorted[i];
        }
    }
    arena_close(room);
}

/* The names of a mesh's shapes, as a list; or something else. */
static const struct tree *names_of(const struct tree *mesh, bool *in_primitive)
{
    const struct tree *names = tree_get(tree_get(mesh, "extras"), "targetNames");
    *in_primitive = !tree_is_array(names);
    return *in_primitive ? tree_get(tree_get(tree_at(tree_get(mesh, "primitives"), 0), "extras"), "targetNames")
                         : names;
}

static void mend_shapes(struct check *check, struct finding *finding)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    bool in_primitive;
    for (size_t i = 0; finding_wants_edits(finding) && i < vrm0->mesh_count; i++) {
        mend_target_names(finding, i, vrm0->meshes[i].json, names_of(vrm0->meshes[i].json, &in_primitive));
    }
}

static void report_shapes(struct check *check, struct shapes *shapes)
{
    if (shapes->count == 0) {
        return;
    }
    sort_array(check->arena, shapes->repeats, shapes->count, sizeof *shapes->repeats, compare_places);
    const struct shape_name *first = &shapes->repeats[0];
    struct place mesh = place_of(PLACE_MESH, first->mesh, 0, NULL);
    struct place place = place_of(PLACE_MESH, first->mesh, 0, member_of(check, first, true));
    struct argument name = TEXT("name", first->name);
    struct argument owner = the_place("mesh", check->avatar, &mesh, false);
    struct finding *finding =
        shapes->count == 1
            ? report(check->findings, MESSAGE_VRM0_DUPLICATE_TARGET_NAME__ONE, place, ARGUMENTS(owner, name))
            : report(check->findings, MESSAGE_VRM0_DUPLICATE_TARGET_NAME__SEVERAL, place,
                     ARGUMENTS(owner, name, COUNT("more", shapes->count - 1)));
    finding_measure(finding, "count", (double)shapes->count);
    mend_shapes(check, finding);
    for (size_t i = 1; i < shapes->count && i <= FINDING_RELATED_MAX && finding != NULL; i++) {
        const struct shape_name *shape = &shapes->repeats[i];
        finding_relate(finding, WORDS_ALONE, place_of(PLACE_MESH, shape->mesh, 0, member_of(check, shape, true)),
                       ARGUMENTS(TEXT("thing", shape->name)));
    }
}

static void check_shapes(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct shapes shapes = {0};
    for (size_t i = 0; i < vrm0->mesh_count; i++) {
        const struct tree *mesh = vrm0->meshes[i].json;
        struct shape_name list = {NULL, i, 0, false};
        const struct tree *names = names_of(mesh, &list.in_primitive);
        if (tree_is_array(names)) {
            check_length(check, &list, tree_count(names));
            find_repeats(check, &shapes, &list, names);
        }
    }
    report_shapes(check, &shapes);
}

void check_vrm0_expressions(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->json == NULL) {
        return;
    }
    for (size_t i = 0; i < vrm0->expression_count; i++) {
        check_name(check, &vrm0->expressions[i]);
    }
    check_repeats(check);
    check_blinks(check);
    check_shapes(check);
}
