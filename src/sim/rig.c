#include "sim/rig.h"

#include <string.h>

/* ---- rotations ---- */

/* Interpolates along the shorter way; the ends are exact, and nothing is normalised, as in three.js. */
static struct quat interpolate_rotation(struct quat a, struct quat b, double t)
{
    if (t == 0) {
        return a;
    }
    if (t == 1) {
        return b;
    }
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (cosine < 0) {
        b = (struct quat){-b.x, -b.y, -b.z, -b.w};
        cosine = -cosine;
    }
    if (cosine >= 1) {
        return a;
    }
    double square = 1 - cosine * cosine;
    bool is_small = square <= 2.220446049250313e-16;
    double sine = sqrt(square);
    double angle = atan2(sine, cosine);
    double from = is_small ? 1 - t : sin((1 - t) * angle) / sine;
    double to = is_small ? t : sin(t * angle) / sine;
    struct quat q = {from * a.x + to * b.x, from * a.y + to * b.y, from * a.z + to * b.z, from * a.w + to * b.w};
    return is_small ? quat_normalise(q) : q;
}

static struct quat rotation_about(struct vec3 axis, double angle)
{
    axis = vec3_scale(axis, sin(angle / 2));
    return (struct quat){axis.x, axis.y, axis.z, cos(angle / 2)};
}

/* Keeps the part of a rotation about some axes: its rotation vector without the others. */
static struct quat keep_axes(struct quat q, const bool follows[3])
{
    if (follows[0] && follows[1] && follows[2]) {
        return q;
    }
    double parts[3] = {q.x, q.y, q.z};
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    double half = atan2(length, q.w);
    for (int i = 0; i < 3; i++) {
        parts[i] = follows[i] && length > 0 ? half * parts[i] / length : 0;
    }
    double angle = sqrt(parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2]);
    if (!(angle > 0)) {
        return QUAT_IDENTITY;
    }
    double k = sin(angle) / angle;
    return (struct quat){k * parts[0], k * parts[1], k * parts[2], cos(angle)};
}

/* ---- VRMC_node_constraint 1.0, "Example of Implementation" of each kind ---- */

static struct quat roll_target(const struct rig_state *rig, const struct rig_constraint *constraint, struct quat rest)
{
    struct quat source_rest = rig->plan->nodes[constraint->source].rest.rotation;
    struct quat delta = quat_multiply(quat_conjugate(source_rest), rig->local[constraint->source].rotation);
    struct quat in_parent = quat_multiply(quat_multiply(source_rest, delta), quat_conjugate(source_rest));
    struct quat turn = quat_multiply(quat_multiply(quat_conjugate(rest), in_parent), rest);
    struct quat off = transform_from_to(constraint->axis, quat_rotate(turn, constraint->axis));
    return quat_multiply(quat_multiply(rest, quat_conjugate(off)), turn);
}

/* Returns the world rotation of what a node is on. */
static struct quat rotation_above(const struct rig_state *rig, size_t place)
{
    const struct rig_node *node = &rig->plan->nodes[place];
    if (node->parent == SCENE_NONE) {
        return node->fixed ? QUAT_IDENTITY : rig->root_turn;
    }
    return rig->plan->manner == RIG_UNIVRM ? rig->turned[node->parent]
                                           : transform_rotation(&rig->world[node->parent], NULL);
}

/* Returns the world matrix of what a node is on. */
static struct mat34 matrix_above(const struct rig_state *rig, size_t place)
{
    const struct rig_node *node = &rig->plan->nodes[place];
    if (node->parent != SCENE_NONE) {
        return rig->world[node->parent];
    }
    return node->fixed ? MAT34_IDENTITY : rig->root;
}

static struct quat aim_target(const struct rig_state *rig, const struct rig_constraint *constraint, size_t place,
                              struct quat rest)
{
    struct quat above = rotation_above(rig, place);
    struct mat34 parent = matrix_above(rig, place);
    struct vec3 here = mat34_point(&parent, rig->local[place].translation);
    struct vec3 to = transform_unit(vec3_sub(mat34_translation(&rig->world[constraint->source]), here));
    struct vec3 from = quat_rotate(above, quat_rotate(rest, constraint->axis));
    struct quat turn = vec3_dot(to, to) == 0 ? QUAT_IDENTITY : transform_from_to(from, to);
    return quat_multiply(quat_multiply(quat_multiply(quat_conjugate(above), turn), above), rest);
}

static struct quat rotation_target(const struct rig_state *rig, const struct rig_constraint *constraint,
                                   struct quat rest)
{
    struct quat source_rest = rig->plan->nodes[constraint->source].rest.rotation;
    return quat_multiply(rest, quat_multiply(quat_conjugate(source_rest), rig->local[constraint->source].rotation));
}

/* ---- the drafts: position, rotation and aim with spaces and axes ---- */

/* Returns a matrix of the world relative to the root of the scene, the model. */
static struct mat34 in_model(const struct rig_state *rig, const struct mat34 *world)
{
    struct mat34 inverse = transform_inverse(&rig->root);
    return transform_multiply(&inverse, world);
}

static struct mat34 model_above(const struct rig_state *rig, size_t place)
{
    struct mat34 above = matrix_above(rig, place);
    return in_model(rig, &above);
}

/* Returns the transform of a source in its space. */
static struct mat34 source_seen(const struct rig_state *rig, const struct rig_constraint *constraint)
{
    return constraint->source_in_model ? in_model(rig, &rig->world[constraint->source])
                                       : transform_local(&rig->local[constraint->source]);
}

/* Returns the rotation that turns the aim vector to the source: yaw about the up vector, then pitch. */
static struct quat draft_aim(const struct rig_state *rig, const struct rig_constraint *constraint, size_t place)
{
    struct vec3 aim = transform_unit(constraint->aim);
    struct vec3 up = transform_unit(constraint->up);
    struct mat34 seen = source_seen(rig, constraint);
    struct vec3 here = rig->local[place].translation;
    if (constraint->destination_in_model) {
        struct mat34 above = model_above(rig, place);
        here = mat34_point(&above, here);
    }
    struct vec3 to = transform_unit(vec3_sub(mat34_translation(&seen), here));
    struct vec3 side = transform_unit(vec3_cross(up, aim));
    struct vec3 front = vec3_cross(side, up);
    double pitch = asin(fmax(-1, fmin(1, vec3_dot(up, aim)))) - asin(fmax(-1, fmin(1, vec3_dot(up, to))));
    double yaw = atan2(vec3_dot(side, to), vec3_dot(front, to));
    return quat_multiply(rotation_about(up, constraint->follows[0] ? yaw : 0),
                         rotation_about(side, constraint->follows[1] ? pitch : 0));
}

static void set_draft_position(struct rig_state *rig, const struct rig_constraint *constraint, size_t place)
{
    struct mat34 seen = source_seen(rig, constraint);
    struct vec3 way = vec3_sub(mat34_translation(&seen), constraint->source_place);
    way.x = constraint->follows[0] ? way.x * constraint->weight : 0;
    way.y = constraint->follows[1] ? way.y * constraint->weight : 0;
    way.z = constraint->follows[2] ? way.z * constraint->weight : 0;
    struct vec3 rest = rig->plan->nodes[place].rest.translation;
    if (!constraint->destination_in_model) {
        rig->local[place].translation = vec3_add(rest, way);
        return;
    }
    struct mat34 above = model_above(rig, place);
    struct mat34 inverse = transform_inverse(&above);
    rig->local[place].translation = mat34_point(&inverse, vec3_add(mat34_point(&above, rest), way));
}

static struct quat draft_rotation(const struct rig_state *rig, const struct rig_constraint *constraint, size_t place)
{
    struct quat rest = rig->plan->nodes[place].rest.rotation;
    struct mat34 above;
    struct quat up = QUAT_IDENTITY;
    struct quat turn;
    if (constraint->destination_in_model) {
        above = model_above(rig, place);
        up = transform_rotation(&above, NULL);
    }
    if (constraint->kind == CONSTRAINT_AIM) {
        turn = quat_multiply(draft_aim(rig, constraint, place), quat_conjugate(constraint->aimed));
        turn = interpolate_rotation(QUAT_IDENTITY, turn, constraint->weight);
        return constraint->destination_in_model
                   ? quat_multiply(quat_conjugate(up), quat_multiply(turn, constraint->turn_in_model))
                   : quat_multiply(turn, rest);
    }
    if (constraint->source_in_model) {
        struct mat34 seen = source_seen(rig, constraint);
        turn = quat_multiply(transform_rotation(&seen, NULL), quat_conjugate(constraint->source_turn));
    } else {
        struct quat source_rest = rig->plan->nodes[constraint->source].rest.rotation;
        turn = quat_multiply(quat_conjugate(source_rest), rig->local[constraint->source].rotation);
    }
    turn = interpolate_rotation(QUAT_IDENTITY, keep_axes(turn, constraint->follows), constraint->weight);
    return constraint->destination_in_model
               ? quat_multiply(quat_conjugate(up), quat_multiply(turn, quat_multiply(up, rest)))
               : quat_multiply(rest, turn);
}

/* ---- evaluation ---- */

static void evaluate_constraint(struct rig_state *rig, size_t place)
{
    const struct rig_constraint *constraint = rig->plan->nodes[place].constraint;
    struct quat rest = rig->plan->nodes[place].rest.rotation;
    struct quat target;
    if (constraint->kind == CONSTRAINT_POSITION) {
        set_draft_position(rig, constraint, place);
        return;
    }
    if (constraint->draft) {
        rig->local[place].rotation = draft_rotation(rig, constraint, place);
        return;
    }
    target = constraint->kind == CONSTRAINT_ROLL  ? roll_target(rig, constraint, rest)
             : constraint->kind == CONSTRAINT_AIM ? aim_target(rig, constraint, place, rest)
                                                  : rotation_target(rig, constraint, rest);
    rig->local[place].rotation = interpolate_rotation(rest, target, constraint->weight);
}

static void set_world_transform(struct rig_state *rig, size_t place)
{
    const struct rig_node *node = &rig->plan->nodes[place];
    struct trs local = rig->local[place];
    if (node->keeps) {
        local.rotation = rig->kept[place];
    }
    struct mat34 matrix = transform_local(&local);
    rig->turned[place] = local.rotation;
    if (node->parent != SCENE_NONE) {
        matrix = transform_multiply(&rig->world[node->parent], &matrix);
        rig->turned[place] = quat_multiply(rig->turned[node->parent], rig->turned[place]);
    } else if (!node->fixed) {
        matrix = transform_multiply(&rig->root, &matrix);
        rig->turned[place] = quat_multiply(rig->root_turn, rig->turned[place]);
    }
    rig->world[place] = matrix;
}

static bool same_trs(const struct trs *a, const struct trs *b)
{
    struct vec3 moved = vec3_sub(a->translation, b->translation);
    return moved.x == 0 && moved.y == 0 && moved.z == 0 && a->rotation.x == b->rotation.x &&
           a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z && a->rotation.w == b->rotation.w;
}

bool rig_update(struct rig_state *rig)
{
    bool changed = false;
    for (size_t i = 0; i < rig->plan->steps; i++) {
        size_t place = rig->plan->order[i] / 2;
        if (rig->plan->order[i] % 2 == 1) {
            set_world_transform(rig, place);
        } else if (rig->plan->nodes[place].constraint != NULL) {
            struct trs before = rig->local[place];
            evaluate_constraint(rig, place);
            changed = changed || !same_trs(&before, &rig->local[place]);
        }
    }
    return changed;
}

void rig_reset(struct rig_state *rig)
{
    for (size_t i = 0; i < rig->plan->count; i++) {
        rig->local[i] = rig->plan->nodes[i].rest;
        rig->kept[i] = rig->local[i].rotation;
    }
}

void rig_note_rest(struct rig_state *rig)
{
    for (size_t i = 0; i < rig->plan->steps; i++) {
        if (rig->plan->order[i] % 2 == 1) {
            set_world_transform(rig, rig->plan->order[i] / 2);
        }
    }
    for (size_t i = 0; i < rig->plan->count; i++) {
        struct rig_constraint *constraint = rig->plan->nodes[i].constraint;
        if (constraint != NULL && constraint->draft) {
            struct mat34 seen = source_seen(rig, constraint);
            struct mat34 own = transform_local(&rig->local[i]);
            constraint->source_turn = transform_rotation(&seen, NULL);
            constraint->source_place = mat34_translation(&seen);
            if (constraint->destination_in_model) {
                struct mat34 above = model_above(rig, i);
                own = transform_multiply(&above, &own);
                constraint->turn_in_model = transform_rotation(&own, NULL);
            }
            if (constraint->kind == CONSTRAINT_AIM) {
                constraint->aimed = draft_aim(rig, constraint, i);
            }
        }
    }
}

struct rig_state *rig_new(struct arena *arena, const struct rig_plan *plan)
{
    struct rig_state *rig = arena_alloc(arena, sizeof *rig);
    rig->plan = plan;
    rig->root = MAT34_IDENTITY;
    rig->root_turn = QUAT_IDENTITY;
    rig->local = arena_array(arena, plan->count, sizeof *rig->local);
    rig->kept = arena_array(arena, plan->count, sizeof *rig->kept);
    rig->world = arena_array(arena, plan->count, sizeof *rig->world);
    rig->turned = arena_array(arena, plan->count, sizeof *rig->turned);
    rig_reset(rig);
    return rig;
}
