/* Spring bones as UniVRM simulates them: FastSpringBone's jobs for VRM 1.0, in double precision; for VRM 0.x its
 * rules for bones without children, and for the effect of scales on radii. */
#include "sim/strands.h"

/*
 * UniVRM's joints outside of strands: what they are on, collide with or have as a center moves with other joints, so
 * the order of reading and writing matters.
 *
 * VRM 1.0 uses jobs. They read the world transforms of all nodes that springs name at the beginning of a step, and
 * write world rotations at its end, in the order in which springs name the nodes. In between, only heads change:
 * nodes between them stay as they were read, and are written with the world rotation that was read. Springs may run
 * in parallel, and UniVRM leaves their order open; here they run in the order of the file.
 *
 * VRM 0.x turns the nodes themselves, group by group, and reads a group's colliders before its first joint.
 */

/* The maximum cost, in a step, of updating what moves during the step; beyond, it is used as it was at
 * the beginning. */
enum { VISITS_MAX = 4 * 1000 * 1000 };

/* Metres: a shorter bone turns nothing (VRM 1.0). */
#define SHORT 1e-6

struct loose {
    size_t *bodies; /* bodies that aren't in strands, parents before children */
    size_t count;
    size_t *path;  /* memory for a path through the bodies */
    size_t *named; /* VRM 1.0: the same bodies in the order in which springs name them; NULL if the order is ignored,
                      because no node is named before its ancestors, or because it costs too much */
    size_t named_count;
    bool ridden;  /* VRM 1.0: bodies that springs don't name are between them, and keep their local rotation */
    bool nested;  /* VRM 0.x: groups have bones below each other's bones, or the same ones */
    bool follows; /* VRM 0.x: centers that joints move are updated */
};

/* ---- planning ---- */

/* Returns the body of a slot that a joint moves, or SIM_NONE. */
static size_t moving_body(const struct sim_world *world, size_t slot)
{
    if (slot < SLOT_BODIES + world->carrier_count || slot >= SLOT_BODIES + world->body_count) {
        return SIM_NONE;
    }
    return slot - SLOT_BODIES;
}

static void find_bodies(struct sim *sim, struct loose *loose)
{
    const struct sim_world *world = sim->world;
    bool *in_strand = arena_array(world->arena, world->body_count, sizeof *in_strand);
    for (size_t i = 0; i < world->joint_count; i++) {
        in_strand[sim->runs[i].body] = true;
    }
    for (size_t i = 0; i < sim->loose_count; i++) {
        in_strand[sim->runs[sim->loose[i]].body] = false;
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        if (!in_strand[b]) {
            loose->bodies[loose->count++] = b;
        }
    }
}

/* Whether groups of VRM 0.x move each other's bones. */
static bool are_nested(const struct sim *sim, size_t *group_of)
{
    const struct sim_world *world = sim->world;
    for (size_t b = 0; b < world->body_count; b++) {
        group_of[b] = SIM_NONE;
    }
    for (size_t i = 0; i < sim->loose_count; i++) {
        const struct run *run = &sim->runs[sim->loose[i]];
        size_t group = world->joints[run->joint].spring;
        size_t above = world->bodies[run->body].above;
        if (group_of[run->body] != SIM_NONE || (above != SIM_NONE && group_of[above] != group)) {
            return true;
        }
        group_of[run->body] = group;
    }
    return false;
}

struct body_naming {
    const struct sim *sim;
    size_t *place; /* per body that isn't in strands: its position in the order of names, from 1; 0 until it is named */
    size_t *named;
    size_t count;
};

static void add_named_body(struct body_naming *naming, size_t node)
{
    const struct sim_world *world = naming->sim->world;
    size_t body = node == SIM_NONE ? SIM_NONE : world->body_of[node];
    if (body != SIM_NONE && body >= world->carrier_count && naming->place[body] == 0) {
        naming->named[naming->count++] = body;
        naming->place[body] = naming->count;
    }
}

static size_t spring_of(const struct sim *sim, size_t i)
{
    return i < sim->loose_count ? sim->world->joints[sim->runs[sim->loose[i]].joint].spring : SIM_NONE;
}

/* Names nodes in UniVRM's order: the joints of a spring, each before its parent, then the nodes of its colliders,
 * then its center. */
static void name_all(struct body_naming *naming)
{
    const struct sim *sim = naming->sim;
    const struct sim_world *world = sim->world;
    for (size_t i = 0; i < sim->loose_count; i++) {
        const struct world_link *link = &world->links[sim->runs[sim->loose[i]].joint];
        add_named_body(naming, link->head);
        add_named_body(naming, world_parent(world, link->head));
        add_named_body(naming, link->tail);
        add_named_body(naming, world_parent(world, link->tail));
        if (spring_of(sim, i) != spring_of(sim, i + 1)) {
            const struct world_list *list = &world->lists[link->list];
            for (size_t k = 0; k < list->count; k++) {
                add_named_body(naming, world->colliders[list->colliders[k]].node);
            }
            add_named_body(naming, link->center);
        }
    }
}

/* Finds the order of names, if it matters and costs little enough. */
static void find_names(const struct sim *sim, struct arena *arena, struct loose *loose)
{
    const struct sim_world *world = sim->world;
    struct body_naming naming = {.sim = sim,
                                 .place = arena_array(arena, world->body_count, sizeof *naming.place),
                                 .named = arena_array(arena, world->body_count, sizeof *naming.named)};
    size_t *depth = arena_array(arena, world->body_count, sizeof *depth);
    size_t visits = 0;
    bool matters = false;
    size_t riders = 0;
    name_all(&naming);
    for (size_t i = 0; i < loose->count; i++) {
        size_t body = loose->bodies[i];
        size_t above = moving_body(world, world->bodies[body].parent);
        depth[body] = above == SIM_NONE ? 1 : depth[above] + 1;
        visits = visits < VISITS_MAX ? visits + depth[body] : visits;
        riders += world->bodies[body].rides;
        matters = matters || (above != SIM_NONE && naming.place[above] > naming.place[body]);
    }
    loose->ridden = riders > 0 && visits < VISITS_MAX;
    loose->named_count = naming.count;
    loose->named = matters && naming.count == loose->count - riders && visits < VISITS_MAX ? naming.named : NULL;
}

/* Prepares what univrm_step() needs, after strands are planned. */
static void univrm_plan(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    struct loose *loose = arena_alloc(arena, sizeof *loose);
    sim->own = loose;
    loose->bodies = arena_array(arena, world->body_count, sizeof *loose->bodies);
    loose->path = arena_array(arena, world->body_count, sizeof *loose->path);
    find_bodies(sim, loose);
    if (!world->is_0x) {
        find_names(sim, arena, loose);
        return;
    }
    size_t groups = 0;
    size_t group = SIM_NONE;
    size_t moving = 0;
    for (size_t i = 0; i < sim->loose_count; i++) {
        const struct run *run = &sim->runs[sim->loose[i]];
        groups += world->joints[run->joint].spring != group;
        group = world->joints[run->joint].spring;
        moving += run->center != SIM_NONE && moving_body(world, run->center) != SIM_NONE;
    }
    size_t most = loose->count == 0 ? 0 : VISITS_MAX / loose->count;
    loose->nested = groups <= most && are_nested(sim, loose->path);
    loose->follows = moving <= most;
}

/* ---- positions ---- */

/* Updates the positions of all bodies from their local rotations. */
static void turn_all_bodies(struct sim *sim)
{
    const struct loose *loose = sim->own;
    for (size_t i = 0; i < loose->count; i++) {
        state_turn_body(sim, loose->bodies[i]);
        state_follow(sim, SLOT_BODIES + loose->bodies[i]);
    }
}

/* Returns the world rotation of a slot, by local rotations. */
static struct quat spin_of(const struct sim *sim, size_t slot)
{
    const struct sim_world *world = sim->world;
    const struct loose *loose = sim->own;
    size_t movers = SLOT_BODIES + world->body_count;
    struct quat turn = QUAT_IDENTITY;
    for (;;) {
        size_t body = moving_body(world, slot);
        if (body != SIM_NONE) {
            turn = quat_multiply(sim->turns[body], turn);
            slot = world->bodies[body].parent;
        } else if (loose->ridden && slot >= movers) {
            turn = quat_multiply(world->frames[slot - movers].turn, turn);
            slot = world->frames[slot - movers].mover;
        } else {
            break;
        }
    }
    return quat_multiply(sim->spins[slot], turn);
}

/* Returns the local rotation that gives a body its world rotation; parent: the parent's world rotation. */
static struct quat local_turn(const struct sim *sim, size_t body, struct quat parent)
{
    return quat_normalise(quat_multiply(quat_conjugate(parent), sim->spins[SLOT_BODIES + body]));
}

/* Sets all bodies to their world rotations. A body that is named before one of its ancestors loses its own. */
static void set_world_rotations(struct sim *sim)
{
    const struct loose *loose = sim->own;
    for (size_t i = 0; i < (loose->named == NULL ? loose->count : loose->named_count); i++) {
        size_t body = loose->named == NULL ? loose->bodies[i] : loose->named[i];
        size_t parent = sim->world->bodies[body].parent;
        bool by_turns = loose->named != NULL || loose->ridden;
        if (!sim->world->bodies[body].rides) {
            sim->turns[body] = local_turn(sim, body, by_turns ? spin_of(sim, parent) : sim->spins[parent]);
        }
    }
    turn_all_bodies(sim);
}

/* Updates the positions of the ancestors of a slot that have turned since. */
static void turn_ancestors(struct sim *sim, size_t slot)
{
    const struct loose *loose = sim->own;
    size_t count = 0;
    size_t body = moving_body(sim->world, slot);
    while (body != SIM_NONE) {
        loose->path[count++] = body;
        body = moving_body(sim->world, sim->world->bodies[body].parent);
    }
    while (count > 0) {
        state_turn_body(sim, loose->path[--count]);
    }
}

/* ---- updates ---- */

static void univrm_update_joint(struct sim *sim, struct run *run, double dt, verlet_hit *hit)
{
    const struct mat34 *parent = &sim->slots[run->parent];
    struct quat rest = quat_multiply(sim->spins[run->parent], run->rest);
    struct verlet_bone bone = {.head = mat34_point(parent, mat34_translation(&run->local)),
                               .length = run->length,
                               .axis = transform_rotate(rest, run->axis)};
    struct vec3 tail = verlet_move(sim, run, rest, &bone, dt, hit);
    struct vec3 way = vec3_sub(tail, bone.head);
    struct vec3 direction = transform_unit(way);
    struct quat by = QUAT_IDENTITY;
    if (sim->turn == NULL) {
        by = transform_from_to(bone.axis, direction);
    } else if (vec3_dot(way, way) >= SHORT * SHORT) {
        by = sim->turn(bone.axis, direction);
    }
    sim->spins[SLOT_BODIES + run->body] = quat_multiply(by, rest);
    sim->turns[run->body] = local_turn(sim, run->body, sim->spins[run->parent]);
    struct quat spin = sim->spins[SLOT_BODIES + run->body];
    state_turn_body(sim, run->body);
    sim->spins[SLOT_BODIES + run->body] = spin;
}

/* Updates colliders on heads only; those on other nodes below stay as they were read. */
static void step_jobs(struct sim *sim, double dt, verlet_hit *hit)
{
    if (sim->moved) {
        turn_all_bodies(sim);
    }
    if (!(dt > 0)) {
        return;
    }
    const struct sim_world *world = sim->world;
    for (size_t i = 0; i < sim->loose_count; i++) {
        struct run *run = &sim->runs[sim->loose[i]];
        univrm_update_joint(sim, run, dt, hit);
        size_t slot = SLOT_BODIES + run->body;
        for (size_t k = world->hung_begin[slot]; k < world->hung_begin[slot + 1]; k++) {
            state_update_collider(sim, world->hung[k]);
        }
    }
    set_world_rotations(sim);
}

static void step_nodes(struct sim *sim, double dt, verlet_hit *hit)
{
    const struct loose *loose = sim->own;
    const struct sim_world *world = sim->world;
    size_t group = SIM_NONE;
    if (sim->moved) {
        turn_all_bodies(sim);
    }
    for (size_t i = 0; dt > 0 && i < sim->loose_count; i++) {
        struct run *run = &sim->runs[sim->loose[i]];
        if (world->joints[run->joint].spring != group) {
            group = world->joints[run->joint].spring;
            if (loose->nested) {
                turn_all_bodies(sim);
            }
            for (size_t k = 0; k < run->collider_count; k++) {
                state_update_collider(sim, run->colliders[k]);
            }
        }
        if (loose->follows && run->center != SIM_NONE) {
            turn_ancestors(sim, run->center);
        }
        univrm_update_joint(sim, run, dt, hit);
    }
    turn_all_bodies(sim);
}

/* Runs one step of all joints that aren't in strands, after the root has moved. */
static void univrm_step(struct sim *sim, double dt, verlet_hit *hit)
{
    if (sim->loose_count == 0) {
        return;
    }
    if (sim->world->is_0x) {
        step_nodes(sim, dt, hit);
    } else {
        step_jobs(sim, dt, hit);
    }
}

/* The tolerance within which a cosine counts as 1 or -1: 0.081 degrees. */
#define ALMOST 1e-6

/* Returns the smallest rotation between unit directions, by UniVRM's own function (VRM 1.0). */
static struct quat from_to(struct vec3 from, struct vec3 to)
{
    double cosine = vec3_dot(from, to);
    if (cosine > 1 - ALMOST || vec3_dot(from, from) == 0 || vec3_dot(to, to) == 0) {
        return QUAT_IDENTITY;
    }
    if (cosine < ALMOST - 1) {
        struct vec3 axis = {0, from.z, -from.y};
        if (vec3_dot(axis, axis) < ALMOST * ALMOST) {
            axis = (struct vec3){-from.z, 0, from.x};
        }
        axis = transform_unit(axis);
        return (struct quat){axis.x, axis.y, axis.z, 0};
    }
    return transform_from_to(from, to);
}

static double largest_axis(struct vec3 v)
{
    double most = v.x > v.y ? v.x : v.y;
    return most > v.z ? most : v.z;
}

/* Returns the end of a bone without children, in world space: VRM0_TAIL_LENGTH further in the direction from its
 * parent. */
static struct vec3 virtual_tail(const struct sim *sim, const struct run *run)
{
    const struct mat34 *head = &sim->world->rest[SLOT_BODIES + run->body];
    struct vec3 at = mat34_translation(head);
    struct vec3 from = mat34_translation(&sim->world->rest[run->parent]);
    return transform_add_scaled(at, transform_unit(vec3_sub(at, from)),
                                VRM0_TAIL_LENGTH * largest_axis(mat34_scale(head)));
}

static bool has_scale(const struct mat34 *matrix)
{
    struct vec3 scale = mat34_scale(matrix);
    return scale.x != 1 || scale.y != 1 || scale.z != 1;
}

/* Prepares a limit by revision B of the draft, which UniVRM has; but it uses the cosine of angles above pi, which
 * turns back there. */
static void prepare_limit(struct run *run, const struct limit *limit)
{
    if (limit == NULL) {
        limit_prepare(&run->limit, NULL, run->axis);
        return;
    }
    struct limit published = *limit;
    published.revision = VRMLINT_LIMIT_REVISION_B;
    if (limit_prepare(&run->limit, &published, run->axis) && limit->kind != LIMIT_SPHERICAL) {
        run->limit.cosine = cos(limit->angle.value);
        run->limit.sine = sqrt(fmax(0, 1 - run->limit.cosine * run->limit.cosine));
    }
}

static void start_joint(struct sim *sim, size_t joint)
{
    const struct sim_world *world = sim->world;
    const struct world_link *link = &world->links[joint];
    struct run *run = &sim->runs[sim->run_of[joint]];
    const struct mat34 *head = &world->rest[SLOT_BODIES + run->body];
    if (run->virtual_tail) {
        struct mat34 inverse = transform_inverse(head);
        run->end_point = mat34_point(&inverse, virtual_tail(sim, run));
        run->axis = transform_unit(run->end_point);
        run->length = vec3_distance(virtual_tail(sim, run), mat34_translation(head));
    } else {
        const struct world_anchor *anchor = &world->anchors[world->anchor_of[link->tail]];
        struct mat34 tail = transform_multiply(&world->rest[anchor->mover], &anchor->relative);
        struct vec3 scale = state_lossy_scale(&tail, quat_multiply(sim->spins[anchor->mover], anchor->turn));
        struct vec3 offset = link->tail_offset;
        offset = (struct vec3){offset.x * scale.x, offset.y * scale.y, offset.z * scale.z};
        run->axis = transform_unit(offset);
        run->length = vec3_length(offset);
    }
    if (world->is_0x) {
        run->hit_radius *= largest_axis(mat34_scale(head));
        run->gravity_dir.z = -run->gravity_dir.z; /* UniVRM reads it in Unity's axes */
        run->loose = has_scale(head);
    }
    prepare_limit(run, world->joints[joint].limit);
}

static void univrm_start(struct sim *sim, struct arena *arena)
{
    state_rest_spins(sim);
    for (size_t i = 0; i < sim->world->joint_count; i++) {
        start_joint(sim, i);
    }
    if (!sim->world->is_0x) {
        sim->turn = from_to;
        sim->round = ALMOST;
        sim->straight = 2 - ALMOST;
    }
    strands_plan(sim, arena);
    univrm_plan(sim, arena);
}

/* Resets loose joints of VRM 0.x so that the tail begins where the head's matrix puts the bone of its world length,
 * which is thus scaled twice. */
static void univrm_reset(struct sim *sim)
{
    strands_reset(sim);
    for (size_t i = 0; sim->world->is_0x && i < sim->loose_count; i++) {
        struct run *run = &sim->runs[sim->loose[i]];
        struct vec3 bone = vec3_scale(run->axis, run->length);
        verlet_set_tail(sim, run, mat34_point(&sim->slots[SLOT_BODIES + run->body], bone));
    }
}

/* ---- colliders ---- */

/* Pushes out of an inside shape. Like planes, these don't restore the bone's length. */
static bool hit_inside(const struct collide_shape *shape, double hit_radius, struct vec3 *tail)
{
    struct vec3 d = collide_from_axis(shape, *tail);
    double distance = shape->radius - hit_radius - vec3_length(d);
    if (!(distance < 0)) {
        return false;
    }
    *tail = transform_add_scaled(*tail, transform_unit(d), distance);
    return true;
}

static bool hit_plane(const struct collide_shape *shape, double hit_radius, struct vec3 *tail)
{
    double distance = vec3_dot(vec3_sub(*tail, shape->center), shape->normal) - hit_radius;
    if (!(distance < 0)) {
        return false;
    }
    *tail = transform_add_scaled(*tail, shape->normal, -distance);
    return true;
}

/* Pushes out of a sphere; for a capsule, out of the sphere on its axis that is nearest to the bone's head. */
static bool hit_outside(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                        struct vec3 *tail)
{
    struct vec3 center = shape->center;
    if (shape->kind == SHAPE_CAPSULE && shape->axis_square > 0) {
        double length = sqrt(shape->axis_square);
        struct vec3 along = vec3_scale(shape->axis, 1 / length);
        double k = vec3_dot(along, vec3_sub(bone->head, center));
        if (k >= length) {
            center = vec3_add(center, shape->axis);
        } else if (k > 0) {
            center = transform_add_scaled(center, along, k);
        }
    }
    double reach = hit_radius + shape->radius;
    struct vec3 d = vec3_sub(*tail, center);
    if (!(vec3_dot(d, d) <= reach * reach)) {
        return false;
    }
    struct vec3 out = transform_add_scaled(center, transform_unit(d), reach);
    *tail = transform_add_scaled(bone->head, transform_unit(vec3_sub(out, bone->head)), bone->length);
    return true;
}

static bool univrm_hit(const struct collide_shape *shape, const struct verlet_bone *bone, double hit_radius,
                       struct vec3 *tail)
{
    if (shape->kind == SHAPE_PLANE) {
        return hit_plane(shape, hit_radius, tail);
    }
    return shape->inside ? hit_inside(shape, hit_radius, tail) : hit_outside(shape, bone, hit_radius, tail);
}

static void univrm_step_world(struct sim *sim, double dt)
{
    strands_step(sim, dt, univrm_hit);
    univrm_step(sim, dt, univrm_hit);
}

const struct sim_engine sim_univrm = {
    .name = "univrm",
    .rules = {.listed = true, .manner = RIG_UNIVRM, .keeps_rounding = true, .drag = 0.5, .hit_radius_0x = 0.02},
    .scaled_colliders = true,
    .keeps_spins = true,
    .start = univrm_start,
    .reset = univrm_reset,
    .step = univrm_step_world,
};
