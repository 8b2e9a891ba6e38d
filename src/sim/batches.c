/* Assigns joints to batches, and follows the colliders that no joint moves. */
#include "sim/batches.h"

#include "sim/strands_plan.h"

#if defined LANES_WIDE_BEGIN

/* The share of a bone's length within which its colliders are tested in each step. */
#define BATCH_MARGIN 0.25

/* The maximum number of batches, 1.5 KB each; if there would be more, the engine updates joints one by one. */
enum { BATCHES_MAX = 4000 };

struct gathering {
    struct sim *sim;
    size_t count;                      /* number of batches */
    size_t *used;                      /* per batch: its number of runs */
    size_t *written;                   /* per body: the last batch that turns it, plus 1 */
    size_t *read;                      /* per body: the last batch that reads it, plus 1 */
    size_t *free;                      /* per batch: itself if it has room, else a later one to ask */
    const struct batch_list **list_of; /* per list of the world, or NULL */
};

/* Returns the number of a body that a joint moves, or SIM_NONE. */
static size_t joint_body(const struct sim_world *world, size_t slot)
{
    return stands_still(world, slot) ? SIM_NONE : mover_of(world, slot) - SLOT_BODIES;
}

/* Returns the first batch in which a run may be that reads a slot, given the first one of what it read before. */
static size_t after_slot(const struct gathering *gathering, size_t slot, size_t first)
{
    size_t body = joint_body(gathering->sim->world, slot);
    return body != SIM_NONE && gathering->written[body] > first ? gathering->written[body] : first;
}

static void note_read(const struct gathering *gathering, size_t slot, size_t batch)
{
    size_t body = joint_body(gathering->sim->world, slot);
    if (body != SIM_NONE && gathering->read[body] < batch + 1) {
        gathering->read[body] = batch + 1;
    }
}

/* Returns the first batch after all those on which a run depends, or that read what it turns. */
static size_t first_batch(const struct gathering *gathering, const struct run *run)
{
    size_t first = after_slot(gathering, run->parent, gathering->written[run->body]);
    first = gathering->read[run->body] > first ? gathering->read[run->body] : first;
    first = after_slot(gathering, run->end_mover, first);
    first = run->center == SIM_NONE ? first : after_slot(gathering, run->center, first);
    for (size_t i = 0; i < run->collider_count; i++) {
        first = after_slot(gathering, gathering->sim->world->colliders[run->colliders[i]].anchor.mover, first);
    }
    return first;
}

static void note_batch(const struct gathering *gathering, const struct run *run, size_t batch)
{
    gathering->written[run->body] = batch + 1;
    note_read(gathering, run->parent, batch);
    note_read(gathering, run->end_mover, batch);
    if (run->center != SIM_NONE) {
        note_read(gathering, run->center, batch);
    }
    for (size_t i = 0; i < run->collider_count; i++) {
        note_read(gathering, gathering->sim->world->colliders[run->colliders[i]].anchor.mover, batch);
    }
}

/* Returns the first batch with room from one on; there always is one, which may be new. */
static size_t find_room(const struct gathering *gathering, size_t batch)
{
    while (gathering->free[batch] != batch) {
        gathering->free[batch] = gathering->free[gathering->free[batch]];
        batch = gathering->free[batch];
    }
    return batch;
}

static const struct batch_list *list_of_run(struct gathering *gathering, struct arena *arena, const struct run *run)
{
    const struct sim_world *world = gathering->sim->world;
    size_t number = world->links[run->joint].list;
    if (gathering->list_of[number] != NULL) {
        return gathering->list_of[number];
    }
    struct batch_list *list = arena_alloc(arena, sizeof *list);
    list->count = run->collider_count;
    list->looks = list->count <= BATCH_COLLIDERS_MAX;
    for (size_t i = 0; i < list->count && list->looks; i++) {
        const struct world_collider *collider = &world->colliders[run->colliders[i]];
        bool always = !stands_still(world, collider->anchor.mover) || collider->shape.kind == SHAPE_PLANE ||
                      collider->shape.inside;
        list->always |= (uint64_t)always << i;
    }
    gathering->list_of[number] = list;
    return list;
}

static void fill_batch_lane(struct gathering *gathering, struct arena *arena, struct batch *batch, size_t lane,
                            struct run *run)
{
    const struct sim_world *world = gathering->sim->world;
    const struct world_body *body = &world->bodies[run->body];
    size_t slot = SLOT_BODIES + run->body;
    struct vec3 tail = mat34_point(&world->rest[run->end_mover], run->end_point);
    batch->run[lane] = run;
    batch->follows[lane] = world->frames_begin[slot] < world->frames_begin[slot + 1] ||
                           world->hung_begin[slot] < world->hung_begin[slot + 1];
    batch->list[lane] = list_of_run(gathering, arena, run);
    batch->view.margin[lane] = BATCH_MARGIN * vec3_distance(tail, mat34_translation(&world->rest[slot]));
    batch->limited |= (run->limit.kind != LIMIT_NONE ? 1U : 0U) << lane;
    batch->touching |= (run->limit.kind != LIMIT_NONE || run->collider_count > 0 ? 1U : 0U) << lane;
    batch->centered = batch->centered || run->center != SIM_NONE;
    batch->one_center = run->center == batch->run[0]->center && (lane == 0 || batch->one_center);
    lanes4_set(&batch->rest, lane, run->rest);
    lanes3_set(&batch->axis, lane, run->axis);
    lanes3_set(&batch->pull, lane, run->pull);
    lanes3_set(&batch->gravity_dir, lane, run->gravity_dir);
    lanes3_set(&batch->place, lane, body->rest.translation);
    lanes3_set(&batch->scale, lane, body->rest.scale);
    batch->gravity_power[lane] = run->gravity_power;
    batch->stiffness[lane] = run->stiffness;
    batch->keep[lane] = run->keep;
    batch->length[lane] = run->length;
    for (size_t i = 0; i < 12; i++) {
        batch->local_inverse.m[i / 4][i % 4][lane] = run->local_inverse.m[i / 4][i % 4];
    }
}

/* Assigns a run to a batch, one of its own if it is alone. */
static size_t assign_batch(struct gathering *gathering, const struct run *run, bool alone)
{
    size_t number = find_room(gathering, alone ? gathering->count : first_batch(gathering, run));
    gathering->used[number]++;
    if (alone || gathering->used[number] == LANES) {
        gathering->free[number] = number + 1;
    }
    gathering->count = number < gathering->count ? gathering->count : number + 1;
    note_batch(gathering, run, number);
    return number;
}

static void find_standing_colliders(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    struct batches *batches = sim->batches;
    batches->standing = arena_array(arena, world->collider_count, sizeof *batches->standing);
    for (size_t i = 0; i < world->collider_count; i++) {
        if (world->colliders[i].met && stands_still(world, world->colliders[i].anchor.mover)) {
            batches->standing[batches->standing_count++].collider = i;
        }
    }
}

static struct run *batched_run(const struct sim *sim, const size_t *runs, size_t i)
{
    return &sim->runs[runs == NULL ? i : runs[i]];
}

/* Creates the batches to which runs were assigned. */
static void fill_batches(struct gathering *gathering, struct arena *arena, const size_t *runs, size_t count,
                         const size_t *batch_of, bool (*is_alone)(const struct run *run))
{
    struct batches *batches = gathering->sim->batches;
    batches->count = gathering->count;
    batches->list = arena_array(arena, batches->count, sizeof *batches->list);
    for (size_t i = 0; i < count; i++) {
        struct run *run = batched_run(gathering->sim, runs, i);
        struct batch *batch = &batches->list[batch_of[i]];
        batch->single = is_alone(run);
        fill_batch_lane(gathering, arena, batch, batch->used++, run);
    }
    for (size_t b = 0; b < batches->count; b++) {
        struct batch *batch = &batches->list[b];
        for (size_t l = batch->used; l < LANES; l++) {
            fill_batch_lane(gathering, arena, batch, l, batch->run[0]);
        }
    }
}

void batches_plan(struct sim *sim, struct arena *arena, const size_t *runs, size_t count,
                  bool (*is_alone)(const struct run *run))
{
    const struct sim_world *world = sim->world;
    if (count == 0 || sim->rig != NULL || !lanes_can_be_wide()) {
        return;
    }
    struct gathering gathering = {
        .sim = sim,
        .used = arena_array(arena, count, sizeof *gathering.used),
        .written = arena_array(arena, world->body_count, sizeof *gathering.written),
        .read = arena_array(arena, world->body_count, sizeof *gathering.read),
        .free = arena_array(arena, count + 1, sizeof *gathering.free),
        .list_of = arena_array(arena, world->list_count, sizeof *gathering.list_of),
    };
    size_t *batch_of = arena_array(arena, count, sizeof *batch_of);
    for (size_t i = 0; i <= count; i++) {
        gathering.free[i] = i;
    }
    for (size_t i = 0; i < count; i++) {
        const struct run *run = batched_run(sim, runs, i);
        batch_of[i] = assign_batch(&gathering, run, is_alone(run));
    }
    if (gathering.count <= BATCHES_MAX) {
        sim->batches = arena_alloc(arena, sizeof *sim->batches);
        fill_batches(&gathering, arena, runs, count, batch_of, is_alone);
        find_standing_colliders(sim, arena);
    }
}

void batches_forget(struct sim *sim)
{
    struct batches *batches = sim->batches;
    if (batches == NULL) {
        return;
    }
    batches->drift = 0;
    batches->lost = true;
    for (size_t b = 0; b < batches->count; b++) {
        batches->list[b].view.slack = lanes_all(0);
        batches->list[b].view.drift = lanes_all(0);
    }
}

void batches_see(struct sim *sim)
{
    struct batches *batches = sim->batches;
    if (!batches->lost && !sim->moved && !sim->engine->renders) {
        return;
    }
    struct vec3 root = mat34_translation(&sim->slots[SLOT_ROOT]);
    struct vec3 shift = vec3_sub(root, batches->root);
    double drift = 0;
    batches->root = root;
    for (size_t i = 0; i < batches->standing_count; i++) {
        struct batch_collider *seen = &batches->standing[i];
        const struct collide_shape *shape = &sim->shapes[seen->collider];
        struct vec3 end = vec3_add(shape->center, shape->axis);
        double way = vec3_length(vec3_sub(vec3_sub(shape->center, seen->center), shift));
        double end_way = shape->kind == SHAPE_CAPSULE ? vec3_length(vec3_sub(vec3_sub(end, seen->end), shift)) : way;
        drift = way <= drift ? drift : way;
        drift = end_way <= drift ? drift : end_way;
        seen->center = shape->center;
        seen->end = end;
    }
    batches->drift = batches->lost ? 0 : batches->drift + drift;
    batches->lost = false;
}

#endif
