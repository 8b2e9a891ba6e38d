#include "sim/between.h"

#include "base/sort.h"
#include "sim/probe.h"
#include "sim/state.h"
#include "sim/transform.h"

/* The maximum number of tests in a step: spots times colliders. */
enum { LOOKS_MAX = 40 * 1000 };

/* Chains further apart than the median of all neighbours times this have nothing between them: a slit, an opening. */
#define SLIT 1.7

/* One chain: joints each of which begins at the end of the one before. */
struct row {
    size_t first;
    size_t count;
    double angle; /* around the middle of all rows, seen from above */
    struct vec3 at;
};

/* The straight line between two tails. */
struct tail_line {
    size_t joints[2];
    bool in_front; /* both tails are in front of the thigh at the beginning */
};

/* The directions of a thigh as it is held: unit vectors. */
struct held {
    struct vec3 along;  /* to the knee */
    struct vec3 front;  /* to its front */
    struct vec3 across; /* to its side */
};

struct between {
    struct arena *arena;
    size_t thigh; /* humanoid bone */
    bool faces_back;
    size_t *colliders;
    size_t collider_count;
    struct row *rows;
    size_t row_count;
    struct vec3 middle;
    struct tail_line *spots;
    size_t spot_count;
    struct between_result worst;
};

/* ---- finding pairs ---- */

/* The most constrained nodes above each other that are looked at to find a leg that they follow. */
enum { HELPERS_MAX = 8 };

/* Whether a node is on the thigh: at or below it, but not at or below the shin; or on a helper that follows it. slot:
 * the mover of the node. */
static bool is_on_thigh(const struct sim_world *world, size_t node, size_t slot, size_t thigh, size_t shin)
{
    const struct scene *scene = world->scene;
    for (int i = 0; i <= HELPERS_MAX; i++) {
        if (scene_is_above_or_same(scene, thigh, node)) {
            return shin == SCENE_NONE || !scene_is_above_or_same(scene, shin, node);
        }
        size_t movers = SLOT_BODIES + world->body_count;
        slot = slot < movers ? slot : world->frames[slot - movers].mover;
        if (world->plan == NULL || slot < SLOT_BODIES) {
            return false;
        }
        const struct world_body *body = &world->bodies[slot - SLOT_BODIES];
        const struct rig_constraint *constraint =
            body->tie == SIM_NONE ? NULL : world->plan->nodes[body->tie].constraint;
        if (constraint != NULL && constraint->kind == CONSTRAINT_ROTATION && constraint->weight > 0.5) {
            node = world->plan->nodes[constraint->source].node;
        }
        slot = body->parent;
    }
    return false;
}

static void find_colliders(struct between *between, const struct sim_world *world, size_t thigh, size_t shin)
{
    size_t count = world->collider_count;
    between->colliders = arena_array(between->arena, count, sizeof *between->colliders);
    for (size_t i = 0; i < count; i++) {
        const struct shape *shape = sim_collider_shape(world, i);
        size_t node = shape->kind == SHAPE_NONE ? SIM_NONE : sim_collider_node(world, i);
        bool round = (shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE) && !shape->inside;
        if (node != SIM_NONE && round && is_on_thigh(world, node, world->colliders[i].anchor.mover, thigh, shin)) {
            between->colliders[between->collider_count++] = i;
        }
    }
}

/* Whether a chain that isn't on the leg itself meets one of these colliders. */
static bool chain_meets(const struct between *between, const struct sim_world *world, size_t joint, size_t thigh)
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
    return found && head != SIM_NONE && !scene_is_above(world->scene, thigh, head) &&
           !(world->plan != NULL &&
             is_on_thigh(world, head, world->bodies[world->links[joint].body].parent, thigh, SCENE_NONE));
}

static void find_rows(struct between *between, const struct sim *sim, const bool *left_out, size_t thigh)
{
    const struct sim_world *world = sim->world;
    const struct sim_joint *joints = sim_joints(world);
    size_t count = sim_joint_count(world);
    between->rows = arena_array(between->arena, count, sizeof *between->rows);
    for (size_t j = 0; j < count;) {
        size_t end = j + 1;
        while (end < count && joints[end].spring == joints[j].spring && joints[end].head == joints[end - 1].tail &&
               joints[end].head != SIM_NONE) {
            end++;
        }
        if (!left_out[j] && chain_meets(between, world, j, thigh)) {
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
    sort_array(between->arena, between->rows, between->row_count, sizeof *between->rows, compare_rows);
}

static void add_spots(struct between *between, const struct row *a, const struct row *b)
{
    size_t levels = a->count < b->count ? a->count : b->count;
    for (size_t i = 0; i < levels; i++) {
        between->spots[between->spot_count++] = (struct tail_line){{a->first + i, b->first + i}, false};
    }
}

/* Pairs neighbours, all the way round if there are more than two rows, but not across a slit. */
static void find_spots(struct between *between)
{
    size_t count = between->row_count;
    size_t pairs = count > 2 ? count : count - 1;
    double *gaps = arena_array(between->arena, pairs, sizeof *gaps);
    size_t room = 0;
    for (size_t i = 0; i < pairs; i++) {
        gaps[i] = vec3_distance(between->rows[i].at, between->rows[(i + 1) % count].at);
        room += between->rows[i].count;
    }
    sort_array(between->arena, gaps, pairs, sizeof *gaps, sort_by_double);
    if (room > LOOKS_MAX / between->collider_count) {
        return;
    }
    between->spots = arena_array(between->arena, room, sizeof *between->spots);
    for (size_t i = 0; i < pairs; i++) {
        const struct row *a = &between->rows[i];
        const struct row *b = &between->rows[(i + 1) % count];
        if (vec3_distance(a->at, b->at) <= SLIT * gaps[(pairs - 1) / 2]) {
            add_spots(between, a, b);
        }
    }
}

struct between *between_new(struct arena *arena, const struct sim *sim, const bool *left_out, const char *thigh,
                            const char *shin)
{
    const struct sim_world *world = sim->world;
    size_t node = probe_bone(world, thigh);
    struct between *between = arena_alloc(arena, sizeof *between);
    between->arena = arena;
    between->thigh = bone_by_name(thigh);
    between->faces_back = world->faces_back;
    if (node == SIM_NONE) {
        return NULL;
    }
    find_colliders(between, world, node, probe_bone(world, shin));
    if (between->collider_count == 0 || between->collider_count > LOOKS_MAX) {
        return NULL;
    }
    find_rows(between, sim, left_out, node);
    if (between->row_count < 2) {
        return NULL;
    }
    sort_rows(between);
    find_spots(between);
    return between->spot_count == 0 ? NULL : between;
}

/* ---- testing ---- */

/* Returns the directions of a thigh that the pose turns away from standing upright. */
static struct held thigh_directions(const struct between *between, const struct sim_limbs *limbs)
{
    struct quat turn = limbs->turns[between->thigh];
    double front = between->faces_back ? -1 : 1;
    turn = between->faces_back ? (struct quat){-turn.x, turn.y, -turn.z, turn.w} : turn;
    struct held held = {.along = quat_rotate(turn, (struct vec3){0, -1, 0}),
                        .front = quat_rotate(turn, (struct vec3){0, 0, front})};
    held.across = vec3_cross(held.along, held.front);
    return held;
}

/* Returns how far a collider sticks out in front of the straight line between two tails on either side of it, metres;
 * at most its diameter. 0 or less if it doesn't, or if the line doesn't pass beside the collider. */
static double stands_out(const struct collide_shape *shape, const struct held *held, struct vec3 a, struct vec3 b)
{
    a = vec3_sub(a, shape->center);
    b = vec3_sub(b, shape->center);
    double side_a = vec3_dot(a, held->across);
    double side_b = vec3_dot(b, held->across);
    if (!(side_a * side_b < 0)) {
        return 0;
    }
    struct vec3 at = transform_add_scaled(a, vec3_sub(b, a), side_a / (side_a - side_b));
    double reach = shape->kind == SHAPE_CAPSULE ? vec3_dot(shape->axis, held->along) : 0;
    double begin = fmin(reach, 0) - (shape->kind == SHAPE_CAPSULE ? 0 : shape->radius / 2);
    double end = fmax(reach, 0) + (shape->kind == SHAPE_CAPSULE ? 0 : shape->radius / 2);
    double place = vec3_dot(at, held->along);
    double depth = shape->radius - vec3_dot(at, held->front);
    return place >= begin && place <= end ? fmin(depth, 2 * shape->radius) : 0;
}

void between_start(struct between *between, const struct sim *sim, const struct sim_limbs *limbs)
{
    struct held held = thigh_directions(between, limbs);
    struct vec3 thigh = sim->shapes[between->colliders[0]].center;
    between->worst = (struct between_result){0, {SIM_NONE, SIM_NONE}, SIM_NONE, 0, between->row_count};
    for (size_t i = 0; i < between->spot_count; i++) {
        struct tail_line *spot = &between->spots[i];
        spot->in_front = true;
        for (int k = 0; k < 2; k++) {
            struct vec3 away = vec3_sub(sim_tail(sim, spot->joints[k]), thigh);
            spot->in_front = spot->in_front && vec3_dot(away, held.front) > 0;
        }
    }
}

void between_step(struct between *between, const struct sim *sim, const struct sim_limbs *limbs)
{
    struct held held = thigh_directions(between, limbs);
    for (size_t i = 0; i < between->spot_count; i++) {
        const struct tail_line *spot = &between->spots[i];
        if (!spot->in_front) {
            continue;
        }
        struct vec3 one = sim_tail(sim, spot->joints[0]);
        struct vec3 other = sim_tail(sim, spot->joints[1]);
        for (size_t c = 0; c < between->collider_count; c++) {
            size_t collider = between->colliders[c];
            const struct collide_shape *shape = &sim->shapes[collider];
            double depth = stands_out(shape, &held, one, other);
            if (depth > between->worst.depth) {
                between->worst = (struct between_result){
                    depth, {spot->joints[0], spot->joints[1]}, collider, shape->radius, between->row_count};
            }
        }
    }
}

struct between_result between_worst(const struct between *between)
{
    return between->worst;
}
