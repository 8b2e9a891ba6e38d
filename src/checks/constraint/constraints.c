/* Runs the checks on VRMC_node_constraint in order, and finds the valid constraints. */
#include <string.h>

#include "base/json_value.h"
#include "checks/constraint/family.h"
#include "checks/scales.h"
#include "ids/messages_constraint.h"

/* Checks single constraints that are valid by their schema and yet wrong or unusual: kinds of other versions, layouts
 * of drafts, values that disable the constraint. */

#define VECTOR_ZERO 1e-6
#define VECTOR_UNIT_TOLERANCE 1e-3
#define PARALLEL_COSINE 0.9999 /* cosine of 0.81 degrees */

/* ---- kinds ---- */

static struct place kind_place(const struct constraint_family *family, const struct constraint *constraint,
                               const char *key)
{
    struct place place = constraint_place(constraint);
    place.member = arena_printf(family->arena, "%s%s/%s", place.member,
                                constraint->kinds == constraint->json ? "" : "/constraint", key);
    return place;
}

/* Returns the message for a foreign kind. Draft C has none: other kinds have other layouts. */
static enum message foreign_kind(const struct constraint_family *family, const struct constraint *constraint)
{
    if (document_tree(family->check->avatar->document, "/extensions/VRMC_vrm") == NULL) {
        return MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__ELSEWHERE;
    }
    bool is_read = false; /* UniVRM reads another kind */
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_ROTATION; kind++) {
        is_read = is_read || tree_is_object(tree_get(constraint->kinds, constraint_kind_name(kind)));
    }
    return is_read                                ? MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__BESIDE
           : constraint->layout == LAYOUT_DRAFT_A ? MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__EARLY_DRAFT
           : constraint_is_draft(constraint)      ? MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__LATE_DRAFT
                                                  : MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__RELEASED;
}

static void check_foreign_kinds(const struct constraint_family *family, const struct constraint *constraint)
{
    if (constraint->kinds == constraint->json && !constraint->flattened) {
        return;
    }
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_POSITION; kind++) {
        const char *key = constraint_kind_name(kind);
        if (constraint_has_kind(constraint->layout, kind) || tree_get(constraint->kinds, key) == NULL) {
            continue;
        }
        enum message message = foreign_kind(family, constraint);
        struct finding *finding = report(family->check->findings, message, kind_place(family, constraint, key),
                                         ARGUMENTS(the_constrained("node", family, constraint), TERM("kind", key)));
        if (message == MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__ELSEWHERE) {
            finding_severity(finding, VRMLINT_WARNING);
        }
    }
}

/* Reports kinds in the extension object itself, as in the draft's tables but not in its example. */
static void check_flattened(const struct constraint_family *family, const struct constraint *constraint)
{
    struct argument kinds[CONSTRAINT_POSITION + 1];
    size_t count = 0;
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_POSITION; kind++) {
        const char *key = constraint_kind_name(kind);
        if (constraint_has_kind(LAYOUT_DRAFT_A, kind) && tree_get(constraint->json, key) != NULL) {
            kinds[count++] = TERM("", key);
        }
    }
    bool draft = constraint->layout == LAYOUT_DRAFT_A || constraint->layout == LAYOUT_DRAFT_C;
    if (!draft || count == 0) {
        return;
    }
    const struct argument *arguments =
        ARGUMENTS(the_constrained("node", family, constraint), argument_list("kinds", kinds, count, count, JOIN_AND));
    struct finding *finding = report(family->check->findings,
                                     constraint->flattened ? MESSAGE_CONSTRAINT_DRAFT_FLATTENED__WRAP
                                                           : MESSAGE_CONSTRAINT_DRAFT_FLATTENED__TAKEN,
                                     constraint_place(constraint), arguments);
    if (constraint->flattened && count == 1) {
        const char *kind = constraint_kind_name(constraint->kind);
        const char *where = arena_printf(family->arena, "0/%s", kind);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, where, "constraint");
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, where, kind);
    }
    if (!constraint->flattened || (count == 1 && constraint->kind == CONSTRAINT_UNKNOWN)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (count > 1) {
        /* the schema detects several kinds only at their right place */
        report(family->check->findings, MESSAGE_CONSTRAINT_ONE_OF__FLATTENED, constraint_place(constraint), arguments);
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_first_key(const struct constraint_family *family, const struct constraint *constraint)
{
    void *first = constraint->kinds == constraint->json ? NULL : tree_first(constraint->kinds);
    if (first == NULL || constraint->kind == CONSTRAINT_UNKNOWN || !tree_is_general_key(tree_key(first))) {
        return;
    }
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_KIND_NOT_FIRST__DEFAULT,
               kind_place(family, constraint, tree_key(first)),
               ARGUMENTS(the_constrained("node", family, constraint), TERM("key", tree_key(first)),
                         TERM("kind", constraint_kind_name(constraint->kind))));
    finding_move(finding, "0", "0"); /* to the end */
}

/* ---- values ---- */

static void check_weight(const struct constraint_family *family, const struct constraint *constraint)
{
    if (!constraint->known || !constraint->weight_given || constraint->weight >= CONSTRAINT_WEIGHT_ZERO) {
        return;
    }
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_WEIGHT_ZERO__DEFAULT,
               constraint_body_place(family, constraint, "weight"),
               ARGUMENTS(the_constraint("constraint", family, constraint), NUMBER("weight", constraint->weight, 3)));
    finding_edit(finding, VRMLINT_EDIT_REMOVE, constraint_place(constraint), NULL);
    finding_measure(finding, "weight", constraint->weight);
}

static void check_axes(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct constraint_axes *axes = &constraint->axes;
    if (!constraint->known || axes->count == 0) {
        return;
    }
    if (axes->following == 0) {
        finding_edit(report(family->check->findings, MESSAGE_CONSTRAINT_FREEZE_AXES_NONE__DEFAULT,
                            constraint_body_place(family, constraint, axes->key),
                            ARGUMENTS(the_constraint("constraint", family, constraint), TERM("property", axes->key))),
                     VRMLINT_EDIT_REMOVE, constraint_place(constraint), NULL);
    } else if (constraint->layout == LAYOUT_DRAFT_A && constraint->kind == CONSTRAINT_ROTATION &&
               axes->following == 2) {
        report(family->check->findings, MESSAGE_CONSTRAINT_FREEZE_AXES_TWO__DEFAULT,
               constraint_body_place(family, constraint, axes->key),
               ARGUMENTS(the_constraint("constraint", family, constraint)));
    }
}

static void check_spaces(const struct constraint_family *family, const struct constraint *constraint)
{
    if (constraint->space_ambiguous) {
        report(family->check->findings, MESSAGE_CONSTRAINT_DRAFT_SPACE_AMBIGUOUS__DEFAULT,
               constraint_body_place(family, constraint, NULL),
               ARGUMENTS(the_constraint("constraint", family, constraint)));
    }
}

/* ---- vectors of a draft aim ---- */

static void check_vector(const struct constraint_family *family, const struct constraint *constraint, const char *key,
                         const struct constraint_vector *vector)
{
    double length = vec3_length(vector->value);
    if (!vector->given || fabs(length - 1) <= VECTOR_UNIT_TOLERANCE) {
        return;
    }
    struct place place = constraint_body_place(family, constraint, key);
    struct argument title = the_constraint("constraint", family, constraint);
    struct finding *finding =
        length < VECTOR_ZERO ? report(family->check->findings, MESSAGE_CONSTRAINT_VECTOR_ZERO__DEFAULT, place,
                                      ARGUMENTS(title, TERM("property", key), NUMBER("length", length, 3),
                                                TERM("default", strcmp(key, "aimVector") == 0 ? "0 0 1" : "0 1 0")))
                             : report(family->check->findings, MESSAGE_CONSTRAINT_VECTOR_NOT_UNIT__DEFAULT, place,
                                      ARGUMENTS(title, TERM("property", key), NUMBER("length", length, 6)));
    if (length >= VECTOR_ZERO) {
        struct vec3 unit = vec3_scale(vector->value, 1 / length);
        finding_set_numbers(finding, "0", (const double[]){unit.x, unit.y, unit.z}, 3);
    }
    finding_measure(finding, "length", length);
}

static bool is_wrong(const struct constraint_vector *vector)
{
    return (vector->present && !vector->given) || vec3_length(vector->value) < VECTOR_ZERO;
}

static void check_vectors(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct constraint_vector *aim = &constraint->aim_vector;
    const struct constraint_vector *up = &constraint->up_vector;
    if (constraint->layout != LAYOUT_DRAFT_A || constraint->kind != CONSTRAINT_AIM) {
        return;
    }
    check_vector(family, constraint, "aimVector", aim);
    check_vector(family, constraint, "upVector", up);
    if (is_wrong(aim) || is_wrong(up)) {
        return;
    }
    double cosine = vec3_dot(aim->value, up->value) / (vec3_length(aim->value) * vec3_length(up->value));
    if (fabs(cosine) <= PARALLEL_COSINE) {
        return;
    }
    double angle = vec3_angle(aim->value, up->value);
    /* the defaults of both aren't parallel */
    struct finding *finding =
        report(family->check->findings,
               !aim->present  ? MESSAGE_CONSTRAINT_VECTORS_PARALLEL__DEFAULT_AIM
               : !up->present ? MESSAGE_CONSTRAINT_VECTORS_PARALLEL__DEFAULT_UP
                              : MESSAGE_CONSTRAINT_VECTORS_PARALLEL__DEFAULT,
               constraint_body_place(family, constraint, up->present ? "upVector" : "aimVector"),
               ARGUMENTS(the_constraint("constraint", family, constraint), VECTOR("aim", aim->value, 4),
                         VECTOR("up", up->value, 4), DEGREES("angle", angle, 3)));
    finding_measure(finding, "angle", angle);
}

/* The parts of the family, in the order of the table of rules. */
static void constraint_values(const struct constraint_family *family)
{
    for (size_t i = 0; i < family->count; i++) {
        const struct constraint *constraint = &family->items[i];
        check_foreign_kinds(family, constraint);
        check_flattened(family, constraint);
        check_first_key(family, constraint);
        check_weight(family, constraint);
        check_axes(family, constraint);
        check_spaces(family, constraint);
        check_vectors(family, constraint);
    }
}

/*
 * Compares the axes of aims and rolls with the rest pose.
 *
 * An aim rotates its axis to the source by the smallest rotation, starting at the rest pose without preserving the
 * angle there. A node that doesn't point at the source jumps when constraints start.
 */

#define AIM_OPPOSED 170.0   /* degrees */
#define AIM_MISALIGNED 10.0 /* degrees */
#define ROLL_OFF_BONE 60.0  /* degrees */
#define ROLL_ALONG 45.0     /* degrees: an axis within this angle of a bone is along it */
#define BONE_LENGTH 1e-4    /* metres: a child nearer than this doesn't define a bone's direction */

#define SHOWN_DIGITS 4 /* of an angle in a message */
#define PLAIN_DIGITS 6 /* of a rounded angle */

/* A rotation in the world: the directions of a node's three axes. Zero vectors for a node scaled to 0. */
struct world_turn {
    struct vec3 axes[3];
};

static struct vec3 unit_vector(struct vec3 v)
{
    double length = vec3_length(v);
    return length > 0 ? vec3_scale(v, 1 / length) : v;
}

/* Returns the rotation of a matrix as three-vrm decomposes it: if it mirrors, the X axis is reversed. */
static struct world_turn turn_of(const struct mat34 *matrix)
{
    struct world_turn turn;
    for (int i = 0; i < 3; i++) {
        turn.axes[i] = unit_vector(mat34_column(matrix, i));
    }
    if (mat34_determinant(matrix) < 0) {
        turn.axes[0] = vec3_scale(turn.axes[0], -1);
    }
    return turn;
}

static struct vec3 turn_vector(const struct world_turn *turn, struct vec3 v)
{
    return vec3_add(vec3_add(vec3_scale(turn->axes[0], v.x), vec3_scale(turn->axes[1], v.y)),
                    vec3_scale(turn->axes[2], v.z));
}

/* Returns the rest rotation in the space of the parent. */
static struct world_turn turn_in_parent(const struct scene_node *node)
{
    struct mat34 rotation = mat34_from_trs((struct vec3){0, 0, 0}, node->rotation, (struct vec3){1, 1, 1});
    return turn_of(node->has_matrix ? node->matrix : &rotation);
}

/* Returns the rest rotation in the world: that of the parent without scales, multiplied by the node's own. */
static struct world_turn turn_in_world(const struct scene *scene, size_t index)
{
    const struct scene_node *node = &scene->nodes[index];
    struct world_turn own = turn_in_parent(node);
    if (node->parent == SCENE_NONE) {
        return own;
    }
    struct world_turn parent = turn_of(&scene->nodes[node->parent].world);
    for (int i = 0; i < 3; i++) {
        own.axes[i] = turn_vector(&parent, own.axes[i]);
    }
    return own;
}

static bool is_zero(struct vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Rounds degrees as in messages. */
static double round_degrees(double degrees)
{
    return floor(degrees * 100 + 0.5) / 100;
}

/* ---- scales above an aim ---- */

static bool has_flat_axis(struct vec3 scale)
{
    return scale.x == 0 || scale.y == 0 || scale.z == 0;
}

/* Returns, per node, the nearest node at or above it with a scale that skews. */
static const size_t *find_skewed(const struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    bool *skewed = arena_array(family->arena, scene->count, sizeof *skewed);
    for (size_t i = 0; i < scene->count; i++) {
        skewed[i] = scale_is_invalid(scene->nodes[i].scale);
    }
    return scene_nearest(family->arena, scene, skewed);
}

static size_t skewed_above(const struct scene *scene, const size_t *skewed, size_t node)
{
    size_t parent = scene->nodes[node].parent;
    return parent == SCENE_NONE ? SCENE_NONE : skewed[parent];
}

/* Reports scales that skew. Returns whether the destination's rotation in the world depends on the app. */
static bool check_skewed(const struct constraint_family *family, const struct constraint *constraint,
                         const size_t *skewed)
{
    size_t culprit = skewed_above(family->scene, skewed, constraint->destination);
    bool above_source = culprit == SCENE_NONE;
    if (above_source) {
        culprit = skewed_above(family->scene, skewed, constraint->source);
    }
    if (culprit == SCENE_NONE) {
        return false;
    }
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument node = the_node("node", family->avatar, culprit);
    struct argument scale = VECTOR("scale", family->scene->nodes[culprit].scale, 4);
    struct place place = constraint_body_place(family, constraint, NULL);
    struct finding *finding = report_taking(
        family->check->findings,
        above_source ? MESSAGE_CONSTRAINT_AIM_SKEWED_PARENT__SOURCE : MESSAGE_CONSTRAINT_AIM_SKEWED_PARENT__DESTINATION,
        place, ARGUMENTS(title, the_node("source", family->avatar, constraint->source), node, scale));
    finding_relate(finding, RELATED_CONSTRAINT_AIM_SKEWED_PARENT__DEFAULT, scale_place(family->scene, culprit),
                   ARGUMENTS(node));
    if (has_flat_axis(family->scene->nodes[culprit].scale)) {
        finding_severity(finding, VRMLINT_ERROR); /* three-vrm divides by it, and the node's rotation becomes NaN */
    }
    return !above_source;
}

/* ---- aim ---- */

/* Whether it is an aim that reads positions in the whole model. In the first draft it may read them in the spaces of
 * the parents. */
static bool is_aim(const struct constraint *constraint)
{
    return constraint->kind == CONSTRAINT_AIM && constraint->source_space == SPACE_MODEL &&
           constraint->destination_space == SPACE_MODEL;
}

/* Returns the axis that points best at the source; *angle receives the angle between them, degrees. */
static enum constraint_axis best_aim_axis(const struct world_turn *turn, struct vec3 direction, double *angle)
{
    enum constraint_axis best = AXIS_POSITIVE_X;
    *angle = 360;
    for (enum constraint_axis axis = AXIS_POSITIVE_X; axis < AXIS_COUNT; axis++) {
        double misses = angle_degrees(vec3_angle(turn_vector(turn, constraint_axis_vector(axis)), direction));
        if (misses < *angle) {
            *angle = misses;
            best = axis;
        }
    }
    return best;
}

/* Returns an angle that isn't compared with a limit. degrees has been rounded. */
static struct argument the_angle(const char *as, double degrees)
{
    return argument_number(as, round_degrees(degrees), NAN, UNIT_DEGREES, PLAIN_DIGITS);
}

/* Reports an axis whose opposite, the best one, points nearly at the source. */
static struct finding *report_opposed(const struct constraint_family *family, const struct constraint *constraint,
                                      double angle, enum constraint_axis best, double best_angle)
{
    return report(family->check->findings, MESSAGE_CONSTRAINT_AIM_AXIS_OPPOSED__DEFAULT,
                  constraint_body_place(family, constraint, "aimAxis"),
                  ARGUMENTS(the_constraint("constraint", family, constraint),
                            TERM("axis", constraint_axis_name(constraint, constraint->axis)),
                            argument_number("angle", angle, AIM_OPPOSED, UNIT_DEGREES, SHOWN_DIGITS),
                            the_node("source", family->avatar, constraint->source),
                            NUMBER("limit", AIM_OPPOSED, SHOWN_DIGITS),
                            TERM("best", constraint_axis_name(constraint, best)), the_angle("best_angle", best_angle)));
}

static struct finding *report_misaligned(const struct constraint_family *family, const struct constraint *constraint,
                                         double angle, enum constraint_axis best, double best_angle)
{
    bool turn = best == constraint->axis;
    struct argument arguments[] = {
        the_constraint("constraint", family, constraint),
        TERM("axis", constraint_axis_name(constraint, constraint->axis)),
        the_node("source", family->avatar, constraint->source),
        argument_number("angle", angle, AIM_MISALIGNED, UNIT_DEGREES, SHOWN_DIGITS),
        NUMBER("limit", AIM_MISALIGNED, SHOWN_DIGITS),
        the_angle("jump", angle * constraint->weight),
        turn ? argument_end() : TERM("best", constraint_axis_name(constraint, best)),
        the_angle("best_angle", best_angle),
        {.name = NULL},
    };
    return report(family->check->findings,
                  turn                          ? MESSAGE_CONSTRAINT_AIM_AXIS_MISALIGNED__TURN
                  : best_angle > AIM_MISALIGNED ? MESSAGE_CONSTRAINT_AIM_AXIS_MISALIGNED__USE_AND_TURN
                                                : MESSAGE_CONSTRAINT_AIM_AXIS_MISALIGNED__USE,
                  constraint_body_place(family, constraint, "aimAxis"), arguments);
}

/* Reports the angle of an aim. direction: to the source; angle: between the axis and it, degrees. */
static void report_angle(const struct constraint_family *family, const struct constraint *constraint,
                         const struct world_turn *turn, struct vec3 direction, double angle)
{
    double best_angle;
    enum constraint_axis best = best_aim_axis(turn, direction, &best_angle);
    struct finding *finding =
        (angle > AIM_OPPOSED ? report_opposed : report_misaligned)(family, constraint, angle, best, best_angle);
    finding_fix(finding,
                best == constraint->axis || best_angle > AIM_MISALIGNED ? VRMLINT_FIX_NONE : VRMLINT_FIX_UNSAFE);
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0",
                    json_word(&(struct json_value){""}, constraint_axis_name(constraint, best)));
    finding_measure(finding, "angle", angle_radians(angle));
    finding_measure(finding, "bestAngle", angle_radians(best_angle));
    finding_measure(finding, "weight", constraint->weight);
}

/* Checks the axis of an aim. With a weight of 0 the axis has no effect; another rule reports that. */
static void check_aim_axis(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct scene *scene = family->scene;
    if (constraint->axis == AXIS_COUNT || constraint->weight < CONSTRAINT_WEIGHT_ZERO) {
        return;
    }
    struct vec3 direction =
        vec3_sub(scene_position(scene, constraint->source), scene_position(scene, constraint->destination));
    struct world_turn turn = turn_in_world(scene, constraint->destination);
    struct vec3 axis = turn_vector(&turn, constraint_axis_vector(constraint->axis));
    double angle = angle_degrees(vec3_angle(axis, direction));
    if (!is_zero(axis) && angle > AIM_MISALIGNED) {
        report_angle(family, constraint, &turn, direction, angle);
    }
}

static void report_no_direction(const struct constraint_family *family, const struct constraint *constraint,
                                double distance)
{
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_AIM_SOURCE_AT_DESTINATION__DEFAULT,
               constraint_body_place(family, constraint, "source"),
               ARGUMENTS(the_constraint("constraint", family, constraint),
                         the_node("source", family->avatar, constraint->source),
                         argument_number("distance", distance * 1000, CHECK_MIN_LENGTH * 1000, UNIT_NONE, 3),
                         NUMBER("limit", CHECK_MIN_LENGTH * 1000, 3)));
    finding_measure(finding, "distance", distance);
}

static void check_aim(const struct constraint_family *family, const struct constraint *constraint, const size_t *skewed)
{
    const struct scene *scene = family->scene;
    double distance =
        vec3_distance(scene_position(scene, constraint->source), scene_position(scene, constraint->destination));
    bool has_axis = constraint->layout != LAYOUT_DRAFT_A;
    bool depends_on_app = has_axis && check_skewed(family, constraint, skewed);
    if (distance < CHECK_MIN_LENGTH) {
        report_no_direction(family, constraint, distance);
    } else if (has_axis && !depends_on_app) {
        check_aim_axis(family, constraint);
    }
    if (constraint->source == scene->nodes[constraint->destination].parent) {
        report(family->check->findings, MESSAGE_CONSTRAINT_AIM_SOURCE_IS_PARENT__DEFAULT,
               constraint_body_place(family, constraint, "source"),
               ARGUMENTS(the_constraint("constraint", family, constraint),
                         the_node("source", family->avatar, constraint->source)));
    }
}

/* ---- roll ---- */

/* Returns the angle between a direction and an axis in either orientation, degrees. */
static double off_axis(struct vec3 direction, enum constraint_axis axis)
{
    double angle = angle_degrees(vec3_angle(direction, constraint_axis_vector(axis)));
    return angle > 90 ? 180 - angle : angle;
}

/* Finds the direction of a node's bone in its own space: to its first child at another position. Returns false if
 * there is none. */
static bool child_direction(const struct scene *scene, size_t node, struct vec3 *direction)
{
    for (size_t i = scene->children_begin[node]; i < scene->children_begin[node + 1]; i++) {
        struct vec3 way = scene->nodes[scene->children[i]].translation;
        if (vec3_length(way) > BONE_LENGTH) {
            *direction = way;
            return true;
        }
    }
    return false;
}

/* Finds the direction of a source's bone in the space of the destination: to the humanoid child that fits the axis
 * best, because the first child of a hand is usually a thumb, which has another direction. */
static bool source_direction(const struct constraint_family *family, const struct constraint *constraint,
                             struct vec3 *direction)
{
    const struct scene *scene = family->scene;
    const struct humanoid *humanoid = family->avatar->humanoid;
    struct world_turn turn = turn_in_world(scene, constraint->destination);
    bool found = false;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t child = humanoid->nodes[bone];
        if (child == SCENE_NONE || scene->nodes[child].parent != constraint->source) {
            continue;
        }
        struct vec3 far = vec3_sub(scene_position(scene, child), scene_position(scene, constraint->source));
        struct vec3 way = {vec3_dot(far, turn.axes[0]), vec3_dot(far, turn.axes[1]), vec3_dot(far, turn.axes[2])};
        if (vec3_length(way) > BONE_LENGTH &&
            (!found || off_axis(way, constraint->axis) < off_axis(*direction, constraint->axis))) {
            *direction = way;
            found = true;
        }
    }
    return found;
}

static enum constraint_axis best_roll_axis(struct vec3 direction)
{
    double x = fabs(direction.x);
    double y = fabs(direction.y);
    double z = fabs(direction.z);
    return x >= y && x >= z ? AXIS_POSITIVE_X : y >= z ? AXIS_POSITIVE_Y : AXIS_POSITIVE_Z;
}

/* Returns the direction of a source's bone in the world: to its first child, or the axis of the roll if
 * it has none. */
static struct vec3 source_in_world(const struct scene *scene, const struct constraint *constraint, struct vec3 axis)
{
    struct vec3 way;
    struct world_turn turn = turn_in_world(scene, constraint->source);
    return child_direction(scene, constraint->source, &way) ? turn_vector(&turn, way) : axis;
}

/*
 * Checks the direction of a roll. It copies the rotation of the source between the spaces of the two parents as if
 * they were the same space. If the parents have different orientations, the node may twist in the opposite direction.
 */
static void check_roll_sense(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct scene *scene = family->scene;
    struct vec3 axis = constraint_axis_vector(constraint->axis);
    struct world_turn world = turn_in_world(scene, constraint->destination);
    struct world_turn own = turn_in_parent(&scene->nodes[constraint->destination]);
    struct vec3 roll = turn_vector(&world, axis);
    struct vec3 bone = source_in_world(scene, constraint, roll);
    size_t parent = scene->nodes[constraint->source].parent;
    struct vec3 given = bone; /* in the space of the source's parent */
    if (parent != SCENE_NONE) {
        struct world_turn turn = turn_in_world(scene, parent);
        given = (struct vec3){vec3_dot(bone, turn.axes[0]), vec3_dot(bone, turn.axes[1]), vec3_dot(bone, turn.axes[2])};
    }
    struct vec3 taken = turn_vector(&own, axis); /* in the space of the node's parent */
    double along = cos(angle_radians(ROLL_ALONG));
    double meant = vec3_dot(unit_vector(bone), roll);
    double found = vec3_dot(unit_vector(given), taken);
    if (meant * found >= 0 || fabs(meant) < along || fabs(found) < along) {
        return;
    }
    report(family->check->findings, MESSAGE_CONSTRAINT_ROLL_SOURCE_OPPOSED__DEFAULT,
           constraint_body_place(family, constraint, "source"),
           ARGUMENTS(the_constraint("constraint", family, constraint),
                     the_node("source", family->avatar, constraint->source),
                     TERM("axis", constraint_axis_name(constraint, constraint->axis))));
}

static void check_roll(const struct constraint_family *family, const struct constraint *constraint)
{
    struct vec3 direction = {0};
    if (constraint->axis == AXIS_COUNT || (!child_direction(family->scene, constraint->destination, &direction) &&
                                           !source_direction(family, constraint, &direction))) {
        return;
    }
    double angle = off_axis(direction, constraint->axis);
    if (angle <= ROLL_OFF_BONE) {
        return;
    }
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_ROLL_AXIS_OFF_BONE__DEFAULT,
               constraint_body_place(family, constraint, "rollAxis"),
               ARGUMENTS(the_constraint("constraint", family, constraint),
                         TERM("axis", constraint_axis_name(constraint, constraint->axis)),
                         argument_number("angle", angle, ROLL_OFF_BONE, UNIT_DEGREES, SHOWN_DIGITS),
                         NUMBER("limit", ROLL_OFF_BONE, SHOWN_DIGITS),
                         TERM("best", constraint_axis_name(constraint, best_roll_axis(direction)))));
    finding_measure(finding, "angle", angle_radians(angle));
}

void constraint_geometry(const struct constraint_family *family)
{
    const size_t *skewed = NULL;
    for (size_t i = 0; i < family->count; i++) {
        const struct constraint *constraint = &family->items[i];
        if (family->on[constraint->destination] != i) {
            continue;
        }
        if (is_aim(constraint)) {
            skewed = skewed == NULL ? find_skewed(family) : skewed;
            check_aim(family, constraint, skewed);
        } else if (constraint->kind == CONSTRAINT_ROLL) {
            check_roll(family, constraint);
            if (constraint->axis != AXIS_COUNT) {
                check_roll_sense(family, constraint);
            }
        }
    }
}

/* Finds the valid constraints, and for each node the nearest one. */
static void find_sound(struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    family->on = arena_array(family->arena, scene->count, sizeof *family->on);
    family->nearest = arena_array(family->arena, scene->count, sizeof *family->nearest);
    for (size_t i = 0; i < scene->count; i++) {
        family->on[i] = SCENE_NONE;
        family->nearest[i] = SCENE_NONE;
    }
    for (size_t i = 0; i < family->count; i++) {
        if (constraint_is_sound(family, &family->items[i])) {
            family->on[family->items[i].destination] = i;
        }
    }
    size_t count;
    const size_t *order = scene_order(family->arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        bool inherits = family->on[node] == SCENE_NONE && parent != SCENE_NONE;
        family->nearest[node] = inherits ? family->nearest[parent] : family->on[node];
    }
}

void check_constraints(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    struct constraint_family family = {
        .check = check,
        .arena = check->arena,
        .avatar = avatar,
        .scene = avatar->scene,
        .items = avatar->constraints->items,
        .count = avatar->constraints->count,
    };
    family.condemned = arena_array(family.arena, family.count, sizeof *family.condemned);
    find_sound(&family);
    constraint_values(&family);
    constraint_graph(&family);
    constraint_geometry(&family);
    constraint_interplay(&family);
}
