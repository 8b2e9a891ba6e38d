/* Finds the joints of strands, and assigns them to lanes. */
#include "sim/strands_plan.h"

#include <string.h>

#include "base/sort.h"
#include "sim/lanes_wide.h"

/* The maximum number of colliders in the lists of all strands. */
enum { BOUNDS_MAX = 1000 * 1000 };

static bool is_unbounded(const struct sim_world *world, const struct run *run)
{
    for (size_t i = 0; i < run->collider_count; i++) {
        const struct shape *shape = &world->colliders[run->colliders[i]].shape;
        if (shape->kind == SHAPE_PLANE || shape->inside) {
            return true;
        }
    }
    return false;
}

/* Allocates whole pieces; bounds behind the last collider are at infinity. */
static struct strand_bounds *new_bounds(struct arena *arena, size_t count)
{
    struct strand_bounds *bounds = arena_array(arena, count / STRAND_PIECE + 1, sizeof *bounds);
    for (size_t i = count; i % STRAND_PIECE != 0 || i == count; i++) {
        bounds[i / STRAND_PIECE].center.x[i % STRAND_PIECE] = INFINITY;
    }
    return bounds;
}

/* Adds the list of a joint to those of strands, unless it is there; returns false if they would be too large. */
static bool add_list_of_strand(struct planning *planning, size_t index)
{
    struct strands *strands = planning->sim->strands;
    const struct run *run = &planning->sim->runs[index];
    size_t list = planning->world->links[run->joint].list;
    if (run->collider_count == 0) {
        return true;
    }
    if (planning->strand_list[list] == 0) {
        if (run->collider_count > BOUNDS_MAX - planning->bounds) {
            return false;
        }
        planning->bounds += run->collider_count;
        planning->strand_list[list] = strands->list_count;
        bool unbounded = is_unbounded(planning->world, run);
        strands->lists[strands->list_count++] = (struct strand_list){
            run->colliders, run->collider_count, unbounded, !unbounded && run->collider_count <= STRAND_ROOMY_MAX,
            new_bounds(planning->arena, run->collider_count)};
    }
    planning->list_of[index] = planning->strand_list[list];
    return true;
}

static void find_trees(struct planning *planning)
{
    const struct sim_world *world = planning->world;
    struct arena *arena = planning->arena;
    planning->run_of = arena_array(arena, world->body_count, sizeof *planning->run_of);
    for (size_t b = 0; b < world->body_count; b++) {
        planning->run_of[b] = SIM_NONE;
    }
    planning->root = arena_array(arena, world->body_count, sizeof *planning->root);
    planning->level = arena_array(arena, world->body_count, sizeof *planning->level);
    planning->odd = arena_array(arena, world->body_count, sizeof *planning->odd);
    size_t *runs = arena_array(arena, world->body_count, sizeof *runs);
    for (size_t i = 0; i < world->joint_count; i++) {
        size_t body = planning->sim->runs[i].body;
        planning->run_of[body] = ++runs[body] == 1 ? i : SIM_NONE;
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        size_t parent = mover_of(world, world->bodies[b].parent);
        bool is_root = stands_still(world, parent);
        planning->root[b] = is_root ? b : planning->root[parent - SLOT_BODIES];
        planning->level[b] = is_root ? 0 : planning->level[parent - SLOT_BODIES] + 1;
        planning->odd[planning->root[b]] = planning->odd[planning->root[b]] || strands_is_odd(planning, b);
    }
    for (size_t i = 0; i < world->joint_count; i++) {
        size_t center = planning->sim->runs[i].center;
        if (center != SIM_NONE && !stands_still(world, center)) {
            planning->odd[planning->root[mover_of(world, center) - SLOT_BODIES]] = true;
        }
    }
}

/* ---- order of lanes ---- */

/* The heads of one level, in the order of their lanes. */
struct level_row {
    size_t *bodies;
    size_t count;
};

/* A root. They are sorted by their costs first; among equal ones, those with the deepest trees come first. */
struct seed {
    size_t body;
    size_t list;
    size_t depth;
    bool centered;
};

static int compare_seeds(const void *a, const void *b)
{
    const struct seed *x = a;
    const struct seed *y = b;
    if (x->centered != y->centered) {
        return x->centered - y->centered;
    }
    int order = sort_then(sort_order(x->list, y->list), y->depth, x->depth);
    return sort_then(order, x->body, y->body);
}

static struct level_row find_roots(struct planning *planning)
{
    const struct sim_world *world = planning->world;
    size_t heads = world->body_count - world->carrier_count;
    struct seed *seeds = arena_array(planning->arena, heads, sizeof *seeds);
    struct level_row row = {arena_array(planning->arena, heads, sizeof *row.bodies), 0};
    size_t *depth = arena_array(planning->arena, world->body_count, sizeof *depth);
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        size_t root = planning->root[b];
        if (!planning->odd[root] && !add_list_of_strand(planning, planning->run_of[b])) {
            planning->odd[root] = true;
        }
        depth[root] = planning->level[b] > depth[root] ? planning->level[b] : depth[root];
    }
    for (size_t b = world->carrier_count; b < world->body_count; b++) {
        if (planning->root[b] == b && !planning->odd[b]) {
            size_t run = planning->run_of[b];
            seeds[row.count++] =
                (struct seed){b, planning->list_of[run], depth[b], planning->sim->runs[run].center != SIM_NONE};
        }
    }
    sort_in_place(seeds, row.count, sizeof *seeds, compare_seeds);
    for (size_t i = 0; i < row.count; i++) {
        row.bodies[i] = seeds[i].body;
    }
    return row;
}

/* Computes how far each head's strand can reach from it, in metres, with the largest hit radius. */
static void find_extents(struct planning *planning)
{
    const struct sim_world *world = planning->world;
    double *extent = planning->extent = arena_array(planning->arena, world->body_count, sizeof *extent);
    for (size_t b = world->body_count; b-- > world->carrier_count;) {
        if (planning->odd[planning->root[b]]) {
            continue;
        }
        const struct run *run = &planning->sim->runs[planning->run_of[b]];
        extent[b] = fmax(extent[b], run->length + fmax(run->hit_radius, 0));
        if (planning->level[b] > 0) {
            const struct world_body *body = &world->bodies[b];
            size_t mover = mover_of(world, body->parent);
            double scale = vec3_length(mat34_column(&world->rest[mover], 0));
            double *above = &extent[mover - SLOT_BODIES];
            *above = fmax(*above, scale * vec3_length(position_on_mover(world, body)) + extent[b]);
        }
    }
}

/* Per body: its first child and its next sibling among heads. */
struct family {
    size_t *first;
    size_t *next;
};

static struct family find_family(const struct planning *planning)
{
    const struct sim_world *world = planning->world;
    struct family family = {arena_array(planning->arena, world->body_count, sizeof *family.first),
                            arena_array(planning->arena, world->body_count, sizeof *family.next)};
    for (size_t b = 0; b < world->body_count; b++) {
        family.first[b] = SIM_NONE;
    }
    for (size_t b = world->body_count; b-- > world->carrier_count;) {
        if (planning->level[b] > 0) {
            size_t parent = mover_of(world, world->bodies[b].parent) - SLOT_BODIES;
            family.next[b] = family.first[parent];
            family.first[parent] = b;
        } else {
            family.next[b] = SIM_NONE;
        }
    }
    return family;
}

/* Lists the children of a row in another row. */
static void find_children(const struct family *family, const struct level_row *row, struct level_row *children)
{
    children->count = 0;
    for (size_t i = 0; i < row->count; i++) {
        for (size_t b = family->first[row->bodies[i]]; b != SIM_NONE; b = family->next[b]) {
            children->bodies[children->count++] = b;
        }
    }
}

/* ---- filling in ---- */

static size_t anchor_of(struct planning *planning, size_t slot)
{
    struct strands *strands = planning->sim->strands;
    size_t *anchor = &planning->anchor_of[slot];
    if (*anchor == SIM_NONE) {
        *anchor = strands->anchor_count;
        strands->anchors[strands->anchor_count++].slot = slot;
    }
    return *anchor;
}

static size_t center_of(struct planning *planning, size_t slot)
{
    struct strands *strands = planning->sim->strands;
    if (slot == SIM_NONE) {
        return SIM_NONE;
    }
    size_t *center = &planning->center_of[slot];
    if (*center == SIM_NONE) {
        *center = strands->center_count;
        strands->centers[strands->center_count++].slot = slot;
    }
    return *center;
}

static void fill_lane(struct planning *planning, struct strand_group *group, size_t lane, size_t index)
{
    const struct sim_world *world = planning->world;
    const struct run *run = &planning->sim->runs[index];
    const struct world_body *body = &world->bodies[run->body];
    bool is_root = planning->level[run->body] == 0;
    size_t mover = mover_of(world, run->parent);
    const struct world_frame *frame = is_root ? NULL : frame_of(world, run->parent);
    struct quat rest = frame == NULL ? run->rest : quat_multiply(transform_rotation(&frame->relative, NULL), run->rest);
    double scale = vec3_length(mat34_column(&world->rest[mover], 0));
    group->run[lane] = index;
    lanes3_set(&group->axis, lane, transform_rotate(rest, run->axis));
    lanes3_set(&group->gravity, lane, vec3_scale(run->gravity_dir, run->gravity_power));
    group->stiffness[lane] = run->stiffness;
    group->keep[lane] = run->keep;
    group->length[lane] = run->length;
    lanes4_set(&group->rest, lane, rest);
    lanes3_set(&group->offset, lane,
               is_root ? body->rest.translation : vec3_scale(position_on_mover(world, body), scale));
    group->turned = group->turned || rest.w != 1;
    group->centered = group->centered || run->center != SIM_NONE;
    group->center[lane] = center_of(planning, run->center);
    group->one_center = group->center[lane] == group->center[0] && (lane == 0 || group->one_center);
    group->touching = group->touching || run->collider_count > 0 || run->limit.kind != LIMIT_NONE;
    struct strands *strands = planning->sim->strands;
    if (is_root) {
        group->root[lane] = LANES * strands->count + lane;
        strands->reaches[group->root[lane]] =
            (struct strand_reach){planning->list_of[index], planning->extent[run->body], STRAND_PIECES_ALL};
        group->from[lane] = anchor_of(planning, run->parent);
        return;
    }
    size_t above = planning->run_of[mover - SLOT_BODIES];
    size_t from = strands->slot[planning->sim->runs[above].joint];
    group->from[lane] = from;
    group->root[lane] = strands->groups[from / LANES].root[from % LANES];
    /* the parent's tail is at this head if the parent ends there: at the slot of this body, or at a point in the same
     * position */
    const struct run *parent = &planning->sim->runs[above];
    group->apart = group->apart || parent->end_mover != SLOT_BODIES + run->body;
}

/* Sets the base of a group; it is gathered unless its parents are the same lanes of one other group. */
static void find_base(const struct planning *planning, struct strand_group *group, bool are_roots)
{
    struct strands *strands = planning->sim->strands;
    size_t first = group->from[0] / LANES;
    group->gathers = are_roots;
    for (size_t l = 0; l < group->used; l++) {
        group->gathers = group->gathers || group->from[l] != LANES * first + l;
    }
    if (group->gathers) {
        group->gathered = arena_alloc(planning->arena, sizeof *group->gathered);
    }
    group->base = group->gathers ? group->gathered : &strands->groups[first].pose;
}

static void fill_row(struct planning *planning, const struct level_row *row, bool are_roots)
{
    struct strands *strands = planning->sim->strands;
    for (size_t i = 0; i < row->count; i += LANES) {
        struct strand_group *group = &strands->groups[strands->count];
        memset(group, 0, sizeof *group);
        group->used = row->count - i < LANES ? row->count - i : LANES;
        for (size_t l = 0; l < LANES; l++) {
            size_t run = planning->run_of[row->bodies[l < group->used ? i + l : i]];
            fill_lane(planning, group, l, run);
            if (l < group->used) {
                strands->slot[planning->sim->runs[run].joint] = LANES * strands->count + l;
            }
        }
        find_base(planning, group, are_roots);
        strands->count++;
        strands->root_count += are_roots;
    }
}

static size_t *no_slots(const struct planning *planning)
{
    size_t *of = arena_array(planning->arena, planning->world->slot_count, sizeof *of);
    for (size_t i = 0; i < planning->world->slot_count; i++) {
        of[i] = SIM_NONE;
    }
    return of;
}

/* Counts the centers, and allocates memory for them. */
static void find_centers(struct planning *planning)
{
    size_t count = 0;
    for (size_t i = 0; i < planning->world->joint_count; i++) {
        size_t center = planning->sim->runs[i].center;
        if (center != SIM_NONE) {
            planning->center_of = planning->center_of == NULL ? no_slots(planning) : planning->center_of;
            count += planning->center_of[center] == SIM_NONE;
            planning->center_of[center] = 0;
        }
    }
    for (size_t i = 0; count > 0 && i < planning->world->slot_count; i++) {
        planning->center_of[i] = SIM_NONE;
    }
    planning->sim->strands->centers = arena_array(planning->arena, count, sizeof *planning->sim->strands->centers);
}

static void fill_strands(struct planning *planning)
{
    struct strands *strands = planning->sim->strands;
    struct arena *arena = planning->arena;
    size_t joints = planning->world->joint_count;
    struct level_row row = find_roots(planning);
    struct family family = find_family(planning);
    find_extents(planning);
    size_t most = joints / LANES + STRAND_LEVELS_MAX;
    strands->groups = arena_bare(arena, arena_bytes(arena, most, sizeof *strands->groups));
    strands->reaches = arena_array(arena, row.count + LANES, sizeof *strands->reaches);
    strands->anchors = arena_array(arena, row.count, sizeof *strands->anchors);
    planning->anchor_of = no_slots(planning);
    find_centers(planning);
    struct level_row next = {arena_array(arena, joints, sizeof *next.bodies), 0};
    for (size_t level = 0; row.count > 0; level++) {
        fill_row(planning, &row, level == 0);
        find_children(&family, &row, &next);
        struct level_row spent = row;
        row = next;
        next = spent;
    }
}

void strands_plan(struct sim *sim, struct arena *arena)
{
    const struct sim_world *world = sim->world;
    struct strands *strands = arena_alloc(arena, sizeof *strands);
    struct planning planning = {.sim = sim, .arena = arena, .world = world};
    sim->strands = strands;
    strands->wide = lanes_can_be_wide();
    strands->lists = arena_array(arena, world->list_count + 1, sizeof *strands->lists);
    strands->list_count = 1;
    strands->lists[0].roomy = true;
    strands->slot = arena_array(arena, world->joint_count, sizeof *strands->slot);
    for (size_t i = 0; i < world->joint_count; i++) {
        strands->slot[i] = SIM_NONE;
    }
    planning.list_of = arena_array(arena, world->joint_count, sizeof *planning.list_of);
    planning.strand_list = arena_array(arena, world->list_count, sizeof *planning.strand_list);
    strands->list_of = planning.list_of;
    strands_find_standing(&planning);
    find_trees(&planning);
    if (sim->options.joints != NULL) {
        planning.out = strands_left_out(sim, arena, planning.root);
        for (size_t b = world->carrier_count; b < world->body_count; b++) {
            planning.odd[b] = planning.odd[b] || planning.out[b];
        }
    }
    fill_strands(&planning);
    sim->loose = arena_array(arena, world->joint_count, sizeof *sim->loose);
    for (size_t i = 0; i < world->joint_count; i++) {
        bool out = planning.out != NULL && planning.out[planning.root[sim->runs[i].body]];
        if (strands->slot[sim->runs[i].joint] == SIM_NONE && !out) {
            sim->loose[sim->loose_count++] = i;
        }
    }
}
