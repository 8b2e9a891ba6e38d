/* Determines which trees of joints can be strands. */
#include "sim/strands_plan.h"

/* The tolerance of a rotation's length, and between scales: little more than rounding errors of doubles. */
#define ROUNDING 1e-13

/* The tolerance between the tail node and the engine's tail, relative to the bone's length: far below what matters. */
#define APART 1e-10

static bool is_unit(struct quat q)
{
    return fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) <= ROUNDING;
}

static bool is_even(struct vec3 scale)
{
    return scale.x > 0 && isfinite(scale.x) && scale.y == scale.x && scale.z == scale.x;
}

/* Whether a matrix is a rotation and one even scale, nothing else. */
static bool is_similar(const struct mat34 *a)
{
    struct vec3 x = mat34_column(a, 0);
    struct vec3 y = mat34_column(a, 1);
    struct vec3 z = mat34_column(a, 2);
    double square = vec3_dot(x, x);
    double most = ROUNDING * square;
    return square > TRANSFORM_TINY && isfinite(square) && fabs(vec3_dot(y, y) - square) <= most &&
           fabs(vec3_dot(z, z) - square) <= most && fabs(vec3_dot(x, y)) <= most && fabs(vec3_dot(y, z)) <= most &&
           fabs(vec3_dot(z, x)) <= most && mat34_determinant(a) > 0;
}

void strands_find_standing(struct planning *planning)
{
    const struct sim_world *world = planning->world;
    size_t movers = SLOT_BODIES + world->body_count;
    bool *standing = planning->standing = arena_array(planning->arena, world->slot_count, sizeof *standing);
    standing[SLOT_FIXED] = true;
    standing[SLOT_ROOT] = true;
    /* a carrier's parent may be a frame of an earlier carrier */
    for (size_t mover = 0; mover < SLOT_BODIES + world->carrier_count; mover++) {
        if (mover >= SLOT_BODIES) {
            const struct world_body *body = &world->bodies[mover - SLOT_BODIES];
            standing[mover] = standing[body->parent] && is_unit(body->rest.rotation) && is_even(body->rest.scale);
        }
        for (size_t f = world->frames_begin[mover]; f < world->frames_begin[mover + 1]; f++) {
            standing[movers + f] = standing[mover] && is_similar(&world->frames[f].relative);
        }
    }
}

/* Sets the tail in the head's own space; returns false if something else moves it. */
static bool own_tail(const struct sim_world *world, const struct run *run, struct vec3 *tail)
{
    size_t own = SLOT_BODIES + run->body;
    *tail = run->end_point;
    if (run->virtual_tail || run->end_mover == own) {
        return true;
    }
    if (run->end_mover < SLOT_BODIES || run->end_mover >= SLOT_BODIES + world->body_count) {
        return false;
    }
    const struct world_body *body = &world->bodies[run->end_mover - SLOT_BODIES];
    *tail = position_on_mover(world, body);
    return mover_of(world, body->parent) == own && vec3_length(run->end_point) == 0;
}

/* Whether the tail node is where the engine's length and axis put the tail. */
static bool is_straight(const struct sim_world *world, const struct run *run)
{
    struct vec3 tail;
    if (!(run->length >= STATE_SHORT) || !isfinite(run->length) || !own_tail(world, run, &tail)) {
        return false;
    }
    double scale = vec3_length(mat34_column(&world->rest[SLOT_BODIES + run->body], 0));
    return vec3_distance(vec3_scale(tail, scale), vec3_scale(run->axis, run->length)) <= APART * run->length;
}

static bool colliders_stand(const struct sim_world *world, const struct run *run)
{
    for (size_t i = 0; i < run->collider_count; i++) {
        if (!stands_still(world, world->colliders[run->colliders[i]].anchor.mover)) {
            return false;
        }
    }
    return true;
}

bool strands_is_odd(const struct planning *planning, size_t b)
{
    const struct sim_world *world = planning->world;
    const struct world_body *body = &world->bodies[b];
    size_t index = planning->run_of[b];
    const struct world_frame *frame = frame_of(world, body->parent);
    size_t own = SLOT_BODIES + b;
    if (index == SIM_NONE || world->carries[own] || !is_unit(body->rest.rotation) || !is_even(body->rest.scale) ||
        planning->level[b] >= STRAND_LEVELS_MAX) {
        return true;
    }
    const struct run *run = &planning->sim->runs[index];
    if (run->loose || !is_straight(world, run) || run->hits_own || !colliders_stand(world, run) ||
        (run->center != SIM_NONE && !stands_still(world, run->center))) {
        return true;
    }
    if (planning->level[b] == 0) {
        return !planning->standing[body->parent] || !is_similar(&world->rest[body->parent]);
    }
    size_t above = planning->run_of[mover_of(world, body->parent) - SLOT_BODIES];
    return above == SIM_NONE || above >= index || (frame != NULL && !is_similar(&frame->relative));
}
