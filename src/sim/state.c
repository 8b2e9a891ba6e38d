#include "sim/state.h"

/* ---- dependent positions ---- */

struct vec3 state_lossy_scale(const struct mat34 *matrix, struct quat rotation)
{
    struct quat back = quat_conjugate(rotation);
    return (struct vec3){quat_rotate(back, mat34_column(matrix, 0)).x, quat_rotate(back, mat34_column(matrix, 1)).y,
                         quat_rotate(back, mat34_column(matrix, 2)).z};
}

/* Scales UniVRM's collider radius by the node's largest scale, and rotates a plane's normal with the node. */
static void scale_collider(struct sim *sim, const struct world_collider *collider, struct collide_shape *shape)
{
    size_t mover = collider->anchor.mover;
    struct mat34 matrix = transform_multiply(&sim->slots[mover], &collider->anchor.relative);
    struct vec3 scale = mat34_scale(&matrix);
    if (sim->spins != NULL) {
        scale = state_lossy_scale(&matrix, quat_multiply(sim->spins[mover], collider->anchor.turn));
    }
    double largest = fmax(fmax(fabs(scale.x), fabs(scale.y)), fabs(scale.z));
    if (!shape->inside) {
        shape->radius = collider->shape.radius * largest;
    }
    if (shape->kind == SHAPE_PLANE) {
        shape->normal = transform_unit(transform_direction(&matrix, collider->shape.normal));
    }
}

void state_update_collider(struct sim *sim, size_t index)
{
    const struct world_collider *collider = &sim->world->colliders[index];
    const struct mat34 *matrix = &sim->slots[collider->anchor.mover];
    struct collide_shape *shape = &sim->shapes[index];
    shape->center = mat34_point(matrix, collider->center);
    if (shape->kind == SHAPE_CAPSULE) {
        shape->axis = transform_direction(matrix, collider->axis);
        shape->axis_square = vec3_dot(shape->axis, shape->axis);
    } else if (shape->kind == SHAPE_PLANE) {
        struct mat34 inverse = transform_inverse(matrix);
        shape->normal = transform_unit(transform_transposed(&inverse, collider->normal));
    }
    if (sim->engine->scaled_colliders) {
        scale_collider(sim, collider, shape);
    }
}

static void spin_frames(struct sim *sim, size_t slot)
{
    const struct sim_world *world = sim->world;
    for (size_t f = world->frames_begin[slot]; f < world->frames_begin[slot + 1]; f++) {
        sim->spins[SLOT_BODIES + world->body_count + f] = quat_multiply(sim->spins[slot], world->frames[f].turn);
    }
}

static void follow_fixed(struct sim *sim, size_t slot)
{
    const struct sim_world *world = sim->world;
    for (size_t f = world->frames_begin[slot]; f < world->frames_begin[slot + 1]; f++) {
        if (!world->frames[f].lags || sim->rendering) {
            sim->slots[SLOT_BODIES + world->body_count + f] =
                transform_multiply(&sim->slots[slot], &world->frames[f].relative);
        }
    }
    if (sim->spins != NULL) {
        spin_frames(sim, slot);
    }
    for (size_t i = world->hung_begin[slot]; i < world->hung_begin[slot + 1]; i++) {
        if (!world->colliders[world->hung[i]].anchor.lags || sim->rendering) {
            state_update_collider(sim, world->hung[i]);
        }
    }
}

void state_turn_body(struct sim *sim, size_t index)
{
    const struct world_body *body = &sim->world->bodies[index];
    struct vec3 translation = sim->shifted == NULL ? body->rest.translation : sim->shifted[index];
    struct mat34 local = mat34_from_trs(translation, sim->turns[index], body->rest.scale);
    sim->slots[SLOT_BODIES + index] = transform_multiply(&sim->slots[body->parent], &local);
    if (sim->spins != NULL) {
        sim->spins[SLOT_BODIES + index] = quat_multiply(sim->spins[body->parent], sim->turns[index]);
    }
}

void state_follow(struct sim *sim, size_t slot)
{
    const struct sim_world *world = sim->world;
    follow_fixed(sim, slot);
    for (size_t i = world->riders_begin == NULL ? 0 : world->riders_begin[slot];
         world->riders_begin != NULL && i < world->riders_begin[slot + 1]; i++) {
        state_turn_body(sim, world->riders[i]);
        follow_fixed(sim, SLOT_BODIES + world->riders[i]);
    }
}

/* Sets a matrix's translation. */
static void put_at(struct mat34 *matrix, struct vec3 at)
{
    matrix->m[0][3] = at.x;
    matrix->m[1][3] = at.y;
    matrix->m[2][3] = at.z;
}

void state_slide(struct sim *sim, size_t slot)
{
    const struct sim_world *world = sim->world;
    const struct mat34 *matrix = &sim->slots[slot];
    for (size_t f = world->frames_begin[slot]; f < world->frames_begin[slot + 1]; f++) {
        struct vec3 own = mat34_translation(&world->frames[f].relative);
        put_at(&sim->slots[SLOT_BODIES + world->body_count + f], mat34_point(matrix, own));
    }
    for (size_t i = world->hung_begin[slot]; i < world->hung_begin[slot + 1]; i++) {
        sim->shapes[world->hung[i]].center = mat34_point(matrix, world->colliders[world->hung[i]].center);
    }
}

void state_slide_body(struct sim *sim, size_t index, struct vec3 translation)
{
    const struct world_body *body = &sim->world->bodies[index];
    put_at(&sim->slots[SLOT_BODIES + index], mat34_point(&sim->slots[body->parent], translation));
    state_slide(sim, SLOT_BODIES + index);
}

void state_update_head(struct sim *sim, const struct run *run)
{
    const struct sim_world *world = sim->world;
    size_t slot = SLOT_BODIES + run->body;
    state_turn_body(sim, run->body);
    for (size_t i = world->hung_begin[slot]; run->hits_own && i < world->hung_begin[slot + 1]; i++) {
        if (world->colliders[world->hung[i]].node == world->bodies[run->body].node) {
            state_update_collider(sim, world->hung[i]);
        }
    }
}

void state_rest_spins(struct sim *sim)
{
    const struct sim_world *world = sim->world;
    if (sim->spins == NULL) {
        return;
    }
    sim->spins[SLOT_FIXED] = QUAT_IDENTITY;
    sim->spins[SLOT_ROOT] = QUAT_IDENTITY;
    spin_frames(sim, SLOT_FIXED);
    spin_frames(sim, SLOT_ROOT);
    for (size_t i = 0; i < world->body_count; i++) {
        const struct world_body *body = &world->bodies[i];
        sim->spins[SLOT_BODIES + i] = quat_multiply(sim->spins[body->parent], body->rest.rotation);
        spin_frames(sim, SLOT_BODIES + i);
    }
}

struct quat state_nod(const struct sim *sim)
{
    struct quat frame = sim->world->nod_frame;
    return quat_multiply(quat_conjugate(frame), quat_multiply(sim->pose.nod, frame));
}
