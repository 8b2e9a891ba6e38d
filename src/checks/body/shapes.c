/* Checks the binds of expressions to morph targets, of the mesh on a node in VRM 1.0, of a mesh in VRM 0.x. */
#include <string.h>

#include "base/sort.h"
#include "checks/absent.h"
#include "checks/avatar/names.h"
#include "checks/body/body.h"
#include "checks/fixes.h"
#include "checks/from_one.h"
#include "checks/vrm0/avatar.h"
#include "gltf/expect.h"
#include "ids/messages_gltf.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm_face.h"
#include "ids/messages_words.h"

/*
 * The names of morph targets: extras.targetNames of a mesh, or of its first primitive.
 */

/* A name that appears earlier in its list. */
struct repeat {
    const char *name;
    size_t mesh;
    size_t first;
    size_t index;
};

struct targets {
    struct check *check;
    enum dialect dialect;
    const struct surfaces *surfaces;
    struct repeat *repeats;
    size_t count;
};

struct target_names {
    const struct tree *list;
    const char *pointer; /* JSON pointer to it, relative to the mesh */
};

static struct target_names names_of(const struct surface_mesh *mesh)
{
    const struct tree *own = tree_get(tree_get(mesh->json, "extras"), "targetNames");
    const struct tree *primitive = tree_at(tree_get(mesh->json, "primitives"), 0);
    const struct tree *other = tree_get(tree_get(primitive, "extras"), "targetNames");
    return tree_is_array(own) || other == NULL ? (struct target_names){own, "extras/targetNames"}
                                               : (struct target_names){other, "primitives/0/extras/targetNames"};
}

/* ---- repeated names ---- */

static int compare_names(const void *left, const void *right)
{
    const struct repeat *a = left;
    const struct repeat *b = right;
    return sort_then(strcmp(a->name, b->name), a->index, b->index);
}

static int compare_places(const void *left, const void *right)
{
    const struct repeat *a = left;
    const struct repeat *b = right;
    return sort_then(sort_order(a->mesh, b->mesh), a->index, b->index);
}

static void find_repeats(struct targets *targets, size_t mesh, const struct tree *names)
{
    struct arena *arena = targets->check->arena;
    struct arena *room = arena_open(arena);
    struct repeat *sorted = arena_array(room, tree_count(names), sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < tree_count(names); i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        if (name != NULL) {
            sorted[count++] = (struct repeat){name, mesh, i, i};
        }
    }
    sort_array(room, sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i].name, sorted[i - 1].name) == 0) {
            sorted[i].first = sorted[i - 1].first;
            *ARENA_ADD(arena, targets->repeats, targets->count) = sorted[i];
        }
    }
    arena_close(room);
}

static struct place repeat_place(const struct targets *targets, const struct repeat *repeat)
{
    const char *list = names_of(&targets->surfaces->meshes[repeat->mesh]).pointer;
    return place_of(PLACE_MESH, repeat->mesh, 0, arena_printf(targets->check->arena, "%s/%zu", list, repeat->index));
}

static void relate_repeat(const struct targets *targets, struct finding *finding, const struct repeat *repeat)
{
    struct place place = repeat_place(targets, repeat);
    if (targets->dialect == DIALECT_VRM0) {
        finding_relate(finding, WORDS_ALONE, place, ARGUMENTS(TEXT("thing", repeat->name)));
    } else {
        finding_relate(finding, RELATED_VRM_DUPLICATE_TARGET_NAME__DEFAULT, place,
                       ARGUMENTS(the_avatar_mesh("mesh", targets->check, repeat->mesh), COUNT("index", repeat->index),
                                 TEXT("name", repeat->name)));
    }
}

static void report_repeats(struct targets *targets)
{
    struct check *check = targets->check;
    if (targets->count == 0) {
        return;
    }
    sort_array(check->arena, targets->repeats, targets->count, sizeof *targets->repeats, compare_places);
    const struct repeat *first = &targets->repeats[0];
    struct finding *finding = report_twin(
        check->findings, targets->dialect,
        targets->count > 1 ? MESSAGE_VRM_DUPLICATE_TARGET_NAME__SEVERAL : MESSAGE_VRM_DUPLICATE_TARGET_NAME__DEFAULT,
        repeat_place(targets, first),
        ARGUMENTS(the_avatar_mesh("mesh", check, first->mesh), TEXT("name", first->name), COUNT("first", first->first),
                  COUNT("second", first->index), COUNT("more", targets->count - 1)));
    finding_measure(finding, "count", (double)targets->count);
    for (size_t i = 0; finding_wants_edits(finding) && i < targets->surfaces->mesh_count; i++) {
        const struct surface_mesh *mesh = &targets->surfaces->meshes[i];
        fix_target_names(finding, i, mesh->json, names_of(mesh).list);
    }
    for (size_t i = 1; i < targets->count && i <= FINDING_RELATED_MAX && finding != NULL; i++) {
        relate_repeat(targets, finding, &targets->repeats[i]);
    }
}

/* ---- */

/* Reports a name that isn't a string. UniVRM reads them all when it parses the file, and removes the first and the last
 * character of each, which stops it at a single digit. */
static void check_strings(const struct targets *targets, size_t mesh, const struct target_names *names)
{
    size_t count = tree_length(names->list);
    size_t wrong = SIZE_MAX;
    bool stops = false;
    for (size_t i = 0; i < count && !stops; i++) {
        size_t digit;
        const struct tree *name = tree_at(names->list, i);
        stops = tree_index(name, 10, &digit);
        wrong = stops || (wrong == SIZE_MAX && tree_text(name, NULL) == NULL && !tree_is_null(name)) ? i : wrong;
    }
    if (wrong == SIZE_MAX) {
        return;
    }
    struct finding *finding =
        report(targets->check->findings,
               stops ? MESSAGE_GLTF_WRONG_TYPE__TARGET_NAME : MESSAGE_GLTF_WRONG_TYPE__TARGET_NAME_CUT,
               place_of(PLACE_MESH, mesh, 0, arena_printf(targets->check->arena, "%s/%zu", names->pointer, wrong)),
               ARGUMENTS(the_avatar_mesh("mesh", targets->check, mesh), COUNT("index", wrong)));
    if (!stops) {
        finding_severity(finding, VRMLINT_INFO);
    }
}

static void check_mesh(struct targets *targets, size_t mesh)
{
    const struct surface_mesh *found = &targets->surfaces->meshes[mesh];
    struct check *check = targets->check;
    struct target_names names = names_of(found);
    struct argument name = the_avatar_mesh("mesh", check, mesh);
    if (tree_is_array(names.list)) {
        find_repeats(targets, mesh, names.list);
        check_strings(targets, mesh, &names);
    }
    if (found->most == SIZE_MAX) {
        return;
    }
    if (names.list == NULL && found->most > 0 && targets->dialect == DIALECT_VRM1) {
        report(check->findings, MESSAGE_VRM_TARGET_NAMES_MISSING__DEFAULT, place_of(PLACE_MESH, mesh, 0, NULL),
               ARGUMENTS(name, COUNT("count", found->most)));
    } else if (tree_is_array(names.list) && tree_count(names.list) != found->most) {
        struct finding *finding =
            report_twin(check->findings, targets->dialect, MESSAGE_VRM_TARGET_NAMES_LENGTH__DEFAULT,
                        place_of(PLACE_MESH, mesh, 0, names.pointer),
                        ARGUMENTS(name, COUNT("names", tree_count(names.list)), COUNT("count", found->most)));
        finding_measure(finding, "names", (double)tree_count(names.list));
        finding_measure(finding, "targets", (double)found->most);
    }
}

void check_body_targets(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    bool present[] = {[DIALECT_VRM1] = avatar->vrm1->present, [DIALECT_VRM0] = avatar->vrm0_avatar->json != NULL};
    for (enum dialect dialect = DIALECT_VRM1; dialect <= DIALECT_VRM0; dialect++) {
        struct targets targets = {.check = check, .dialect = dialect, .surfaces = avatar->surfaces};
        for (size_t mesh = 0; present[dialect] && mesh < avatar->surfaces->mesh_count; mesh++) {
            check_mesh(&targets, mesh);
        }
        report_repeats(&targets);
    }
}

#define PERCENT_MOST 100.0
#define PERCENT_LEAST 2.0 /* a smaller weight of VRM 1.0 is no percentage but slightly too large */
#define FULL_VRM0 100.0   /* the largest weight in VRM 0.x; in VRM 1.0 it is 1 */
#define WEIGHT_LEAST 1e-6
#define SHAPES_DIGITS 6 /* significant digits, in messages */

enum bind_state {
    BIND_GOOD,
    BIND_OPEN,    /* a member is ill-typed or unresolved, which is reported elsewhere */
    BIND_NO_MESH, /* its node has no mesh */
    BIND_BEYOND,  /* its mesh has fewer morph targets */
};

struct morph_bind {
    size_t owner; /* the node, in VRM 0.x the mesh; SCENE_NONE if not resolved */
    size_t target;
    size_t index; /* in its list */
    size_t mesh;
    const struct tree *written; /* the target as written in the file */
    double weight;
    bool weighs; /* the weight is a number */
};

/* The binds of the expressions of a dialect. */
struct shapes {
    struct check *check;
    enum dialect dialect;
    size_t expression; /* the current one */
    bool is_still;     /* all its binds have a weight of 0 */
    bool from_one;     /* the target indices count from 1 */
    bool said;         /* from_one has been reported */
};

/* ---- reading ---- */

static const struct tree *list_of(const struct shapes *shapes, size_t expression)
{
    const struct avatar *avatar = shapes->check->avatar;
    const struct tree *list = shapes->dialect == DIALECT_VRM1
                                  ? tree_get(avatar->vrm1->expressions[expression].json, "morphTargetBinds")
                                  : tree_get(avatar->vrm0_avatar->expressions[expression].json, "binds");
    return tree_is_array(list) ? list : NULL;
}

static struct place expression_place(const struct shapes *shapes, size_t expression, const char *member)
{
    return shapes->dialect == DIALECT_VRM1
               ? avatar_expression_place(shapes->check, expression, member)
               : vrm0_place_expression(&shapes->check->avatar->vrm0_avatar->expressions[expression], member);
}

static struct place place_at_bind(const struct shapes *shapes, size_t index, const char *member)
{
    const char *list = shapes->dialect == DIALECT_VRM1 ? "morphTargetBinds" : "binds";
    const char *format = member == NULL ? "%s/%zu" : "%s/%zu/%s";
    return expression_place(shapes, shapes->expression,
                            arena_printf(shapes->check->arena, format, list, index, member));
}

static struct argument expression_called(const char *as, const struct shapes *shapes, size_t expression)
{
    const struct avatar *avatar = shapes->check->avatar;
    return shapes->dialect == DIALECT_VRM1
               ? the_avatar_expression(as, shapes->check, expression)
               : argument_as(as, vrm0_the_expression(shapes->check, &avatar->vrm0_avatar->expressions[expression]));
}

static struct argument bind_called(const struct shapes *shapes, size_t index)
{
    return shapes->dialect == DIALECT_VRM1
               ? the_bind("bind", shapes->check, WORDS_MORPH_BIND, shapes->expression, index)
               : COUNT("bind", index);
}

/* Reads the index of a morph target; SIZE_MAX if it is too large. Returns false if the value isn't a whole number of
 * at least 0. */
static bool target_of(const struct tree *value, size_t *out)
{
    double number;
    if (!tree_number(value, &number) || number < 0 || number != trunc(number) || fabs(number) == TREE_OVERFLOW) {
        return false;
    }
    *out = number < (double)SIZE_MAX ? (size_t)number : SIZE_MAX;
    return true;
}

/* Reads what a bind moves, if it is known. */
static enum bind_state read_bind(const struct shapes *shapes, const struct tree *json, struct morph_bind *out)
{
    const struct avatar *avatar = shapes->check->avatar;
    const struct scene *scene = avatar->scene;
    out->written = tree_get(json, "index");
    out->weighs = tree_number(tree_get(json, "weight"), &out->weight) && fabs(out->weight) <= EXPECT_NUMBER_MAX;
    out->mesh = SCENE_NONE;
    if (shapes->dialect == DIALECT_VRM1) {
        out->owner = scene_resolve(scene, tree_get(json, "node"));
        if (out->owner != SCENE_NONE && scene_lacks_mesh(&scene->nodes[out->owner])) {
            return BIND_NO_MESH;
        }
        out->mesh = out->owner == SCENE_NONE ? SCENE_NONE : scene->nodes[out->owner].mesh;
    } else {
        tree_index(tree_get(json, "mesh"), avatar->surfaces->mesh_count, &out->mesh);
        out->owner = out->mesh;
    }
    if (out->mesh >= avatar->surfaces->mesh_count || !target_of(out->written, &out->target)) {
        return BIND_OPEN;
    }
    return out->target < avatar->surfaces->meshes[out->mesh].targets ? BIND_GOOD : BIND_BEYOND;
}

/* ---- one bind ---- */

static void check_weight(const struct shapes *shapes, const struct morph_bind *bind)
{
    double full = shapes->dialect == DIALECT_VRM1 ? 1 : FULL_VRM0;
    double weight = bind->weight;
    if (bind->weighs && (weight < 0 || weight > full)) {
        bool is_percent = full == 1 && weight <= PERCENT_MOST && weight > 1;
        struct finding *finding = report_twin(
            shapes->check->findings, shapes->dialect,
            is_percent ? MESSAGE_VRM_MORPH_WEIGHT_RANGE__PERCENT : MESSAGE_VRM_MORPH_WEIGHT_RANGE__DEFAULT,
            place_at_bind(shapes, bind->index, "weight"),
            ARGUMENTS(expression_called("expression", shapes, shapes->expression), bind_called(shapes, bind->index),
                      argument_number("weight", weight, weight < 0 ? 0 : full, UNIT_NONE, SHAPES_DIGITS)));
        finding_measure(finding, "weight", weight);
        if (weight < 0) { /* 0 would move nothing */
            finding_fix(finding, VRMLINT_FIX_NONE);
        } else {
            finding_set_number(finding, "0",
                               is_percent && weight >= PERCENT_LEAST ? weight / PERCENT_MOST : fmin(weight, full));
        }
    }
    if (bind->weighs && fabs(weight) < WEIGHT_LEAST && shapes->dialect == DIALECT_VRM1 && !shapes->is_still) {
        report(shapes->check->findings, MESSAGE_VRM_BIND_NO_EFFECT__MORPH, place_at_bind(shapes, bind->index, NULL),
               ARGUMENTS(bind_called(shapes, bind->index)));
    }
}

static void report_no_mesh(const struct shapes *shapes, const struct morph_bind *bind)
{
    struct argument node = the_node("node", shapes->check->avatar, bind->owner);
    struct finding *finding =
        report(shapes->check->findings, MESSAGE_VRM_MORPH_BIND_NO_MESH__DEFAULT,
               place_at_bind(shapes, bind->index, "node"), ARGUMENTS(bind_called(shapes, bind->index), node));
    finding_relate(finding, RELATED_VRM_MORPH_BIND_NO_MESH__DEFAULT, place_node(bind->owner, NULL), ARGUMENTS(node));
}

/* Whether the names in the file confirm the index of a bind, or contradict the one before it: the target of that index
 * is named after the expression, or the one before it after another expression. */
static bool is_meant(const struct shapes *shapes, size_t expression, const struct morph_bind *bind)
{
    const struct avatar *avatar = shapes->check->avatar;
    size_t preset = body_preset_of_expression(avatar, shapes->dialect, expression);
    size_t before = bind->target == 0 ? VRMA_PRESET_COUNT : body_preset_of_target(avatar, bind->mesh, bind->target - 1);
    return preset != VRMA_PRESET_COUNT && before != preset &&
           (before != VRMA_PRESET_COUNT || body_preset_of_target(avatar, bind->mesh, bind->target) == preset);
}

/* Whether the binds of all expressions count morph targets from 1, and names don't contradict. */
static bool are_from_one(struct shapes *shapes, size_t expression_count)
{
    struct from_one indices = {.count = 0};
    for (size_t e = 0; e < expression_count; e++) {
        const struct tree *list = list_of(shapes, e);
        for (size_t i = 0; i < tree_count(list); i++) {
            struct morph_bind bind;
            enum bind_state state = read_bind(shapes, tree_at(list, i), &bind);
            if (state == BIND_GOOD || state == BIND_BEYOND) {
                from_one_add(&indices, (double)bind.target, shapes->check->avatar->surfaces->meshes[bind.mesh].targets);
                indices.has_first = indices.has_first || is_meant(shapes, e, &bind);
            }
        }
    }
    return from_one_is(&indices);
}

static void report_from_one(struct shapes *shapes, const struct morph_bind *bind)
{
    struct check *check = shapes->check;
    size_t count = check->avatar->surfaces->meshes[bind->mesh].targets;
    shapes->said = true;
    struct finding *finding = report_twin(
        check->findings, shapes->dialect, MESSAGE_VRM_UNRESOLVED_INDEX__FROM_ONE,
        place_at_bind(shapes, bind->index, "index"),
        ARGUMENTS(expression_called("expression", shapes, shapes->expression), bind_called(shapes, bind->index),
                  COUNT("index", count), the_avatar_mesh("mesh", check, bind->mesh), COUNT("last", count - 1)));
    finding_measure(finding, "index", (double)count);
    finding_measure(finding, "count", (double)count);
}

static void report_beyond(const struct shapes *shapes, const struct morph_bind *bind)
{
    struct check *check = shapes->check;
    size_t count = check->avatar->surfaces->meshes[bind->mesh].targets;
    double number = 0;
    tree_number(bind->written, &number);
    struct argument mesh = the_avatar_mesh("mesh", check, bind->mesh);
    struct finding *finding = report_twin(check->findings, shapes->dialect,
                                          count == 0   ? MESSAGE_VRM_UNRESOLVED_INDEX__NO_TARGETS
                                          : count == 1 ? MESSAGE_VRM_UNRESOLVED_INDEX__ONE_TARGET
                                                       : MESSAGE_VRM_UNRESOLVED_INDEX__TARGET,
                                          place_at_bind(shapes, bind->index, "index"),
                                          ARGUMENTS(expression_called("expression", shapes, shapes->expression),
                                                    bind_called(shapes, bind->index), NUMBER("index", number, 15), mesh,
                                                    COUNT("count", count), COUNT("last", count - 1)));
    finding_measure(finding, "index", number);
    finding_measure(finding, "count", (double)count);
    if (count == 0 || number == (double)count) {
        /* the mesh has lost all its targets, or the last, for all binds */
        relate_twin(finding, shapes->dialect, RELATED_VRM_UNRESOLVED_INDEX__MESH,
                    place_of(PLACE_MESH, bind->mesh, 0, NULL), ARGUMENTS(mesh));
    }
    if (count == 0) {
        absent_note_targets(check, finding, bind->mesh);
    }
}

/* Reports a node outside the scene. UniVRM searches nodes with a deformable mesh below the root of the scene. */
static void check_shape_outside(const struct shapes *shapes, const struct morph_bind *bind)
{
    const struct avatar *avatar = shapes->check->avatar;
    if (shapes->dialect != DIALECT_VRM1 || bind->owner == SCENE_NONE || !body_is_left_out(shapes->check, bind->owner)) {
        return;
    }
    const struct scene_node *node = &avatar->scene->nodes[bind->owner];
    if (node->mesh < avatar->surfaces->mesh_count &&
        (node->skin != SCENE_NONE || avatar->surfaces->meshes[node->mesh].most > 0)) {
        report(shapes->check->findings, MESSAGE_VRM_NODE_NOT_IN_SCENE__BIND, place_at_bind(shapes, bind->index, "node"),
               ARGUMENTS(bind_called(shapes, bind->index), the_node("node", avatar, bind->owner)));
    }
}

/* ---- the binds of one expression ---- */

/* Returns the binds that move something, sorted by what they move, *count of them. Also checks all binds if `judge`
 * is set. */
static struct morph_bind *collect_binds(struct shapes *shapes, struct arena *arena, size_t expression, bool judge,
                                        size_t *count)
{
    const struct tree *list = list_of(shapes, expression);
    struct morph_bind *binds = arena_array(arena, tree_count(list), sizeof *binds);
    *count = 0;
    for (size_t i = 0; i < tree_count(list); i++) {
        struct morph_bind bind = {.index = i};
        enum bind_state state = read_bind(shapes, tree_at(list, i), &bind);
        if (judge && state == BIND_NO_MESH) {
            report_no_mesh(shapes, &bind);
        } else if (judge && state == BIND_BEYOND && shapes->from_one) {
            if (!shapes->said) {
                report_from_one(shapes, &bind);
            }
        } else if (judge && state == BIND_BEYOND) {
            report_beyond(shapes, &bind);
        }
        if (judge) {
            check_shape_outside(shapes, &bind);
            check_weight(shapes, &bind);
        }
        if (state == BIND_GOOD) {
            binds[(*count)++] = bind;
        }
    }
    sort_array(arena, binds, *count, sizeof *binds, sort_by_three);
    return binds;
}

static void report_repeated_shape(const struct shapes *shapes, const struct morph_bind *first,
                                  const struct morph_bind *again)
{
    struct check *check = shapes->check;
    struct argument owner = shapes->dialect == DIALECT_VRM1 ? the_node("node", check->avatar, again->owner)
                                                            : the_avatar_mesh("mesh", check, again->owner);
    struct finding *finding = report_twin(
        check->findings, shapes->dialect, MESSAGE_VRM_DUPLICATE_BIND__MORPH, place_at_bind(shapes, again->index, NULL),
        ARGUMENTS(expression_called("expression", shapes, shapes->expression), bind_called(shapes, again->index),
                  COUNT("first", first->index), COUNT("second", again->index), COUNT("index", again->target), owner));
    relate_twin(finding, shapes->dialect, RELATED_VRM_DUPLICATE_BIND__DEFAULT,
                place_at_bind(shapes, first->index, NULL), NO_ARGUMENTS);
}

static bool is_same(const struct morph_bind *a, const struct morph_bind *b)
{
    return a->owner == b->owner && a->target == b->target;
}

/* Whether all binds of morph targets of an expression have a weight of 0. */
static bool is_still(const struct shapes *shapes)
{
    const struct tree *list = list_of(shapes, shapes->expression);
    bool still = tree_count(list) > 0;
    for (size_t i = 0; still && i < tree_count(list); i++) {
        double weight;
        still = tree_number(tree_get(tree_at(list, i), "weight"), &weight) && fabs(weight) < WEIGHT_LEAST;
    }
    return still;
}

static bool is_neutral(const struct shapes *shapes)
{
    const struct avatar *avatar = shapes->check->avatar;
    if (shapes->dialect == DIALECT_VRM0) {
        return avatar->vrm0_avatar->expressions[shapes->expression].preset == VRM0_NEUTRAL;
    }
    const struct vrm1_expression *expression = &avatar->vrm1->expressions[shapes->expression];
    return !expression->custom && strcmp(expression->name, "neutral") == 0;
}

/* Reports an expression of which no bind moves anything. Authors want that of the neutral expression only. */
static void report_still(const struct shapes *shapes)
{
    struct finding *finding =
        report_twin(shapes->check->findings, shapes->dialect, MESSAGE_VRM_BIND_NO_EFFECT__STILL,
                    expression_place(shapes, shapes->expression, shapes->dialect == DIALECT_VRM1 ? NULL : "binds"),
                    ARGUMENTS(expression_called("expression", shapes, shapes->expression),
                              COUNT("count", tree_count(list_of(shapes, shapes->expression)))));
    finding_severity(finding, is_neutral(shapes) ? VRMLINT_INFO : VRMLINT_WARNING);
}

/* Reports weights of a hundredth of the intended value: at most 1 in VRM 0.x (the range of VRM 1.0), or at most 0.01
 * in VRM 1.0. */
static void check_unit(const struct shapes *shapes)
{
    const struct tree *list = list_of(shapes, shapes->expression);
    double full = shapes->dialect == DIALECT_VRM1 ? 1 : FULL_VRM0;
    double most = 0;
    double weight;
    for (size_t i = 0; i < tree_count(list); i++) {
        most = tree_number(tree_get(tree_at(list, i), "weight"), &weight) ? fmax(most, weight) : most;
    }
    if (most < WEIGHT_LEAST || most > full / PERCENT_MOST) {
        return;
    }
    struct finding *finding = report_twin(
        shapes->check->findings, shapes->dialect, MESSAGE_VRM_BIND_WEIGHT_UNIT__DEFAULT,
        expression_place(shapes, shapes->expression, shapes->dialect == DIALECT_VRM1 ? "morphTargetBinds" : "binds"),
        ARGUMENTS(expression_called("expression", shapes, shapes->expression), NUMBER("weight", most, 4),
                  NUMBER("percent", most * PERCENT_MOST, 4)));
    finding_measure(finding, "weight", most);
    for (size_t i = 0; finding_wants_edits(finding) && i < tree_count(list); i++) {
        if (tree_number(tree_get(tree_at(list, i), "weight"), &weight)) {
            finding_set_number(finding, arena_printf(shapes->check->arena, "0/%zu/weight", i), weight * PERCENT_MOST);
        }
    }
}

static void check_expression(struct shapes *shapes)
{
    shapes->is_still = is_still(shapes);
    if (shapes->is_still) {
        report_still(shapes);
    }
    check_unit(shapes);
    struct arena *room = arena_open(shapes->check->arena);
    size_t count;
    const struct morph_bind *binds = collect_binds(shapes, room, shapes->expression, true, &count);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (is_same(&binds[i], &binds[first])) {
            report_repeated_shape(shapes, &binds[first], &binds[i]);
        } else {
            first = i;
        }
    }
    arena_close(room);
}

/* ---- blinks ---- */

static bool are_same(const struct morph_bind *left, size_t left_count, const struct morph_bind *right,
                     size_t right_count)
{
    bool same = left_count == right_count && left_count > 0;
    for (size_t i = 0; same && i < left_count; i++) {
        same = is_same(&left[i], &right[i]) && left[i].weighs && right[i].weighs && left[i].weight == right[i].weight;
    }
    return same;
}

/* Reports a blink, or the right wink, if it has the same binds as a wink; returns whether it has. */
static bool check_blink(struct shapes *shapes, enum message message, size_t wink, size_t blink)
{
    struct arena *room = arena_open(shapes->check->arena);
    size_t wink_count;
    size_t count;
    const struct morph_bind *wink_binds = collect_binds(shapes, room, wink, false, &wink_count);
    const struct morph_bind *binds = collect_binds(shapes, room, blink, false, &count);
    bool same = are_same(wink_binds, wink_count, binds, count);
    arena_close(room);
    if (same) {
        struct finding *finding =
            report_twin(shapes->check->findings, shapes->dialect, message, expression_place(shapes, blink, NULL),
                        ARGUMENTS(expression_called("expression", shapes, blink),
                                  expression_called("left", shapes, wink), COUNT("count", count)));
        relate_twin(finding, shapes->dialect, RELATED_VRM_BLINK_SIDES_IDENTICAL__DEFAULT,
                    expression_place(shapes, wink, NULL), NO_ARGUMENTS);
    }
    return same;
}

static void check_blinks(struct shapes *shapes, const size_t blinks[3])
{
    size_t both = blinks[0];
    size_t left = blinks[1];
    size_t right = blinks[2];
    if (left == SIZE_MAX || right == SIZE_MAX ||
        check_blink(shapes, MESSAGE_VRM_BLINK_SIDES_IDENTICAL__DEFAULT, left, right) || both == SIZE_MAX ||
        tree_count(list_of(shapes, left)) == 0 || tree_count(list_of(shapes, right)) == 0) {
        return;
    }
    if (!check_blink(shapes, MESSAGE_VRM_BLINK_SIDES_IDENTICAL__ONE_EYE, left, both)) {
        check_blink(shapes, MESSAGE_VRM_BLINK_SIDES_IDENTICAL__ONE_EYE, right, both);
    }
}

/* ---- */

/* Checks all expressions. blinks: the expressions that close both eyes, the left and the right one; SIZE_MAX if
 * missing. */
static void check_shapes(struct shapes *shapes, size_t expression_count, const size_t blinks[3])
{
    shapes->from_one = are_from_one(shapes, expression_count);
    for (; shapes->expression < expression_count; shapes->expression++) {
        if (tree_count(list_of(shapes, shapes->expression)) > 0) {
            arena_pulse(shapes->check->arena);
            check_expression(shapes);
        }
    }
    check_blinks(shapes, blinks);
}

static size_t index_of(const struct vrm0_expression *expression)
{
    return expression == NULL ? SIZE_MAX : expression->place;
}

void check_body_shapes(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm1->present) {
        check_shapes(&(struct shapes){check, DIALECT_VRM1, 0, false, false, false}, vrm1->expression_count,
                     vrm1->presets + vrma_preset_by_name("blink"));
    }
    if (vrm0->json != NULL) {
        const size_t blinks[] = {index_of(vrm0->presets[VRM0_BLINK]), index_of(vrm0->presets[VRM0_BLINK_LEFT]),
                                 index_of(vrm0->presets[VRM0_BLINK_RIGHT])};
        check_shapes(&(struct shapes){check, DIALECT_VRM0, 0, false, false, false}, vrm0->expression_count, blinks);
    }
}
