#include "sim/between.h"

#include <stdlib.h>

#include "base/sort.h"
#include "sim/look.h"
#include "sim/transform.h"

/* How much there may be to look at in a step: places, times the points of colliders. */
enum { LOOKS_MAX = 40 * 1000 };

enum { ACROSS = 3, ALONG = 8 }; /* places from chain to chain; points of a capsule's axis */

/* Chains further apart than this, of what chains are apart on average, have nothing between them: a slit, an opening. */
#define SLIT 2.5

/* One chain: joints that end where the next begins. */
struct row {
    size_t first;
    size_t count;
    double angle; /* about the middle of all of them, seen from above */
    struct vec3 at;
};

/* One place between two chains, at their tails. */
struct spot {
    size_t joints[2];
    double share;   /* of the way from one to the other */
    double side;    /* 1 or -1: which way the normal has to be turned to point outwards */
    double already; /* how far the thigh stands out at the beginning, metres */
};

struct between {
    struct arena *arena;
    size_t *colliders;
    size_t collider_count;
    struct row *rows;
    size_t row_count;
    struct vec3 middle;
    struct spot *spots;
    size_t spot_count;
    struct between_result worst;
};

/* ---- what is looked at ---- */

static void find_colliders(struct between *between, const struct sim_world *world, const struct scene *scene,
                           size_t thigh, size_t shin)
{
    size_t count = look_collider_count(world);
    between->colliders = arena_array(between->arena, count, sizeof *between->colliders);
    for (size_t i = 0; i < count; i++) {
        const struct shape *shape = sim_collider_shape(world, i);
        size_t node = shape->kind == SHAPE_NONE ? SIM_NONE : sim_collider_node(world, i);
        bool round = (shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE) && !shape->inside;
        if (node != SIM_NONE && round && scene_is_above_or_same(scene, thigh, node) &&
            (shin == SCENE_NONE || !scene_is_above_or_same(scene, shin, node))) {
            between->colliders[between->collider_count++] = i;
        }
    }
}

/* Whether a chain that isn't on the leg itself meets one of these colliders. */
static bool meets(const struct between *between, const struct sim_world *world, const struct scene *scene, size_t joint,
                  size_t thigh)
{
    size_t count;
    const size_t *list = sim_joint_colliders(world, joint, &count);
    size_t head = sim_joints(world)[joint].head;
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        size_t at;
        SORT_SEARCH(at, 0, between->collider_count, between->colliders[at] < list[i]);
        found = at < between->collider_count && between->colliders[at] == list[i];
    }
    return found && head != SIM_NONE && !scene_is_above(scene, thigh, head);
}

static void find_rows(struct between *between, const struct sim *sim, const struct scene *scene, size_t thigh)
{
    const struct sim_world *world = look_world(sim);
    const struct sim_joint *joints = sim_joints(world);
    size_t count = sim_joint_count(world);
    between->rows = arena_array(between->arena, count, sizeof *between->rows);
    for (size_t j = 0; j < count;) {
        size_t end = j + 1;
        while (end < count && joints[end].spring == joints[j].spring && joints[end].head == joints[end - 1].tail &&
               joints[end].head != SIM_NONE) {
            end++;
        }
        if (meets(between, world, scene, j, thigh)) {
            struct vec3 at = sim_tail(sim, j);
            between->rows[between->row_count++] = (struct row){.first = j, .count = end - j, .at = at};
            between->middle = vec3_add(between->middle, at);
        }
        j = end;
    }
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;
    if (x->angle != y->angle) {
        return x->angle < y->angle ? -1 : 1;
    }
    return sort_order(x->first, y->first);
}

static void sort_rows(struct between *between)
{
    between->middle = vec3_scale(between->middle, 1 / (double)between->row_count);
    for (size_t i = 0; i < between->row_count; i++) {
        struct row *row = &between->rows[i];
        row->angle = atan2(row->at.x - between->middle.x, row->at.z - between->middle.z);
    }
    qsort(between->rows, between->row_count, sizeof *between->rows, compare_rows);
}

/* The normal of the cloth at a spot, unit or zero, and where the spot is. */
static struct vec3 normal_at(const struct sim *sim, const struct spot *spot, struct vec3 *at)
{
    struct vec3 a = sim_tail(sim, spot->joints[0]);
    struct vec3 b = sim_tail(sim, spot->joints[1]);
    struct vec3 across = vec3_sub(b, a);
    struct vec3 along = vec3_add(vec3_sub(a, sim_head(sim, spot->joints[0])),
                                 vec3_sub(b, sim_head(sim, spot->joints[1])));
    *at = transform_add_scaled(a, across, spot->share);
    return vec3_scale(transform_unit(vec3_cross(across, along)), spot->side);
}

static void add_spots(struct between *between, const struct sim *sim, const struct row *a, const struct row *b)
{
    size_t levels = a->count < b->count ? a->count : b->count;
    for (size_t i = 0; i < levels; i++) {
        for (int k = 1; k <= ACROSS; k++) {
            struct spot spot = {{a->first + i, b->first + i}, (double)k / (ACROSS + 1), 1, 0};
            struct vec3 at;
            struct vec3 normal = normal_at(sim, &spot, &at);
            struct vec3 outwards = vec3_sub(at, between->middle);
            outwards.y = 0;
            spot.side = vec3_dot(normal, outwards) < 0 ? -1 : 1;
            between->spots[between->spot_count++] = spot;
        }
    }
}

static void find_spots(struct between *between, const struct sim *sim)
{
    size_t count = between->row_count;
    size_t pairs = count > 2 ? count : count - 1;
    double mean = 0;
    size_t room = 0;
    for (size_t i = 0; i < pairs; i++) {
        mean += vec3_distance(between->rows[i].at, between->rows[(i + 1) % count].at) / (double)pairs;
        room += ACROSS * between->rows[i].count;
    }
    if (room > LOOKS_MAX / (ALONG * between->collider_count)) {
        return;
    }
    between->spots = arena_array(between->arena, room, sizeof *between->spots);
    for (size_t i = 0; i < pairs; i++) {
        const struct row *a = &between->rows[i];
        const struct row *b = &between->rows[(i + 1) % count];
        if (vec3_distance(a->at, b->at) <= SLIT * mean) {
            add_spots(between, sim, a, b);
        }
    }
}

struct between *between_new(struct arena *arena, const struct sim *sim, const struct scene *scene, size_t thigh,
                            size_t shin)
{
    struct between *between = arena_alloc(arena, sizeof *between);
    between->arena = arena;
    find_colliders(between, look_world(sim), scene, thigh, shin);
    if (between->collider_count == 0 || between->collider_count > LOOKS_MAX / ALONG) {
        return NULL;
    }
    find_rows(between, sim, scene, thigh);
    if (between->row_count < 2) {
        return NULL;
    }
    sort_rows(between);
    find_spots(between, sim);
    return between->spot_count == 0 ? NULL : between;
}

/* ---- looking ---- */

/* How far a collider stands out of the cloth at a spot, straight above it; not above 0 where it doesn't. */
static double stands_out(const struct collide_shape *shape, struct vec3 at, struct vec3 normal)
{
    size_t points = shape->kind == SHAPE_CAPSULE ? ALONG : 1;
    double most = 0;
    for (size_t i = 0; i < points; i++) {
        double u = points == 1 ? 0 : (double)i / (double)(points - 1);
        struct vec3 center = shape->kind == SHAPE_CAPSULE ? transform_add_scaled(shape->center, shape->axis, u)
                                                          : shape->center;
        struct vec3 away = vec3_sub(center, at);
        double height = vec3_dot(away, normal);
        double aside = vec3_dot(away, away) - height * height;
        double room = shape->radius * shape->radius - aside;
        most = room > 0 ? fmax(most, height + sqrt(room)) : most;
    }
    return most;
}

static double look(const struct between *between, const struct sim *sim, const struct spot *spot, size_t *collider)
{
    struct vec3 at;
    struct vec3 normal = normal_at(sim, spot, &at);
    double most = 0;
    for (size_t i = 0; i < between->collider_count; i++) {
        double out = stands_out(look_shape(sim, between->colliders[i]), at, normal);
        if (out > most) {
            most = out;
            *collider = between->colliders[i];
        }
    }
    return most;
}

void between_start(struct between *between, const struct sim *sim)
{
    between->worst = (struct between_result){0, {SIM_NONE, SIM_NONE}, SIM_NONE};
    for (size_t i = 0; i < between->spot_count; i++) {
        size_t collider = SIM_NONE;
        between->spots[i].already = look(between, sim, &between->spots[i], &collider);
    }
}

void between_step(struct between *between, const struct sim *sim)
{
    for (size_t i = 0; i < between->spot_count; i++) {
        const struct spot *spot = &between->spots[i];
        size_t collider = SIM_NONE;
        double depth = look(between, sim, spot, &collider) - spot->already;
        if (depth > between->worst.depth) {
            between->worst = (struct between_result){depth, {spot->joints[0], spot->joints[1]}, collider};
        }
    }
}

struct between_result between_worst(const struct between *between)
{
    return between->worst;
}
