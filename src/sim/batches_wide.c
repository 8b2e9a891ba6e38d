/* Steps batches with vectors as wide as lanes. */
#include "sim/lanes_wide.h"

#if defined LANES_WIDE_BEGIN
#define LANES_WIDE
LANES_WIDE_BEGIN

#include "sim/batches.h"
#include "sim/lanes_matrix.h"

/* Metres: beyond this, distances of colliders aren't computed. */
#define BATCH_FAR 1e4

/* What the steps of a joint share. */
struct batch_frame {
    struct lanes34 parent;
    struct lanes3 head;
    struct lanes3 axis; /* direction of the bone at rest in world space */
    struct lanes3 current;
    struct lanes3 next; /* tail */
    lanes length;
    unsigned active; /* one bit per lane: it isn't left out */
};

static inline struct lanes3 lanes34_column(const struct lanes34 *a, int column)
{
    return (struct lanes3){a->m[0][column], a->m[1][column], a->m[2][column]};
}

/* Like transform_rotate(). */
static inline struct lanes3 lanes3_turn(struct lanes4 q, struct lanes3 v)
{
    const lanes two = lanes_all(2);
    lanes x = two * (q.y * v.z - q.z * v.y);
    lanes y = two * (q.z * v.x - q.x * v.z);
    lanes z = two * (q.x * v.y - q.y * v.x);
    return (struct lanes3){v.x + q.w * x + q.y * z - q.z * y, v.y + q.w * y + q.z * x - q.x * z,
                           v.z + q.w * z + q.x * y - q.y * x};
}

/* Like transform_unit(), with its zeros. */
static inline struct lanes3 lanes3_direction(struct lanes3 v)
{
    const lanes zero = lanes_all(0);
    lanes square = lanes3_dot(v, v);
    lanes_mask none = square < lanes_all(TRANSFORM_TINY);
    v = lanes3_scale(v, lanes_all(1) / lanes_sqrt(square));
    if (lanes_any(none)) {
        v = (struct lanes3){lanes_choose(none, zero, v.x), lanes_choose(none, zero, v.y),
                            lanes_choose(none, zero, v.z)};
    }
    return v;
}

static inline void set_inverse_row(lanes *row, struct lanes3 v, struct lanes3 t)
{
    row[0] = v.x;
    row[1] = v.y;
    row[2] = v.z;
    row[3] = -lanes3_dot(v, t);
}

/* Like transform_inverse(). */
static inline void lanes34_inverse(const struct lanes34 *a, struct lanes34 *out)
{
    struct lanes3 x = lanes34_column(a, 0);
    struct lanes3 y = lanes34_column(a, 1);
    struct lanes3 z = lanes34_column(a, 2);
    struct lanes3 t = lanes34_column(a, 3);
    struct lanes3 yz = lanes3_cross(y, z);
    lanes determinant = lanes3_dot(x, yz);
    lanes k = lanes_all(1) / determinant;
    set_inverse_row(out->m[0], lanes3_scale(yz, k), t);
    set_inverse_row(out->m[1], lanes3_scale(lanes3_cross(z, x), k), t);
    set_inverse_row(out->m[2], lanes3_scale(lanes3_cross(x, y), k), t);
    lanes_mask none = determinant == lanes_all(0);
    for (int i = 0; lanes_any(none) && i < 12; i++) {
        out->m[i / 4][i % 4] = lanes_choose(none, lanes_all(0), out->m[i / 4][i % 4]);
    }
}

/* Returns the rotation with the columns x, y and z, which are orthonormal or nearly so; each lane like
 * transform_rotation(). */
static inline struct lanes4 rotation_of_columns(struct lanes3 x, struct lanes3 y, struct lanes3 z)
{
    const lanes one = lanes_all(1);
    lanes trace = x.x + y.y + z.z;
    struct lanes3 d = {y.z - z.y, z.x - x.z, x.y - y.x};
    lanes k = lanes_all(0.5) / lanes_sqrt(trace + one);
    struct lanes4 q = {d.x * k, d.y * k, d.z * k, lanes_all(0.25) / k};
    lanes_mask plain = trace > lanes_all(0);
    if (lanes_bits(plain) == (1U << LANES) - 1) {
        return q;
    }
    lanes_mask first = (x.x > y.y) & (x.x > z.z);
    lanes_mask second = y.y > z.z;
    lanes square = lanes_choose(second, one + y.y - x.x - z.z, one + z.z - x.x - y.y);
    k = lanes_all(2) * lanes_sqrt(lanes_choose(first, one + x.x - y.y - z.z, square));
    lanes xy = (y.x + x.y) / k;
    lanes xz = (z.x + x.z) / k;
    lanes yz = (z.y + y.z) / k;
    lanes own = lanes_all(0.25) * k;
    lanes w = lanes_choose(first, d.x, lanes_choose(second, d.y, d.z)) / k;
    return (struct lanes4){lanes_choose(plain, q.x, lanes_choose(first, own, lanes_choose(second, xy, xz))),
                           lanes_choose(plain, q.y, lanes_choose(first, xy, lanes_choose(second, own, yz))),
                           lanes_choose(plain, q.z, lanes_choose(first, xz, lanes_choose(second, yz, own))),
                           lanes_choose(plain, q.w, w)};
}

/* Like transform_rotation() of the parents. */
static inline struct lanes4 rotation_of_parents(const struct sim *sim, const struct batch *batch,
                                                const struct batch_frame *frame)
{
    struct lanes3 x = lanes34_column(&frame->parent, 0);
    struct lanes3 y = lanes34_column(&frame->parent, 1);
    struct lanes3 z = lanes34_column(&frame->parent, 2);
    lanes a = lanes_sqrt(lanes3_dot(x, x));
    lanes b = lanes_sqrt(lanes3_dot(y, y));
    lanes c = lanes_sqrt(lanes3_dot(z, z));
    lanes_mask mirrored = lanes3_dot(x, lanes3_cross(y, z)) < lanes_all(0);
    lanes_mask odd = (a == lanes_all(0)) | (b == lanes_all(0)) | (c == lanes_all(0));
    a = lanes_choose(mirrored, -a, a);
    x = lanes3_scale(x, lanes_all(1) / a);
    y = lanes3_scale(y, lanes_all(1) / b);
    z = lanes3_scale(z, lanes_all(1) / c);
    struct lanes4 q = rotation_of_columns(x, y, z);
    unsigned bits = lanes_bits(odd) & frame->active;
    for (size_t l = 0; bits != 0; l++, bits >>= 1) {
        if ((bits & 1U) != 0) {
            lanes4_set(&q, l, transform_rotation(&sim->slots[batch->run[l]->parent], NULL));
        }
    }
    return q;
}

/* ---- colliders ---- */

/* Pushes a tail out of one collider that may touch it. Returns whether it was moved. */
typedef bool batch_push(const struct collide_shape *shape, const struct run *run, struct quat rest,
                        const struct verlet_bone *bone, verlet_hit *hit, struct vec3 *tail);

/* Returns the lanes whose tails are so near to where they looked last that what they know is still true. */
static inline lanes_mask know(const struct sim *sim, const struct batch_view *view, struct lanes3 tails)
{
    const struct vec3 root = sim->batches->root;
    const struct lanes3 roots = {lanes_all(root.x), lanes_all(root.y), lanes_all(root.z)};
    struct lanes3 way = lanes3_sub(lanes3_sub(tails, roots), view->seen);
    lanes left = view->slack - (lanes_all(sim->batches->drift) - view->drift);
    return (left > lanes_all(0)) & (lanes3_dot(way, way) < left * left);
}

/* The same for one lane. */
static inline bool knows(const struct sim *sim, const struct batch_view *view, size_t l, struct vec3 tail)
{
    struct vec3 way = vec3_sub(vec3_sub(tail, sim->batches->root), lanes3_get(&view->seen, l));
    double left = view->slack[l] - (sim->batches->drift - view->drift[l]);
    return left > 0 && vec3_dot(way, way) < left * left;
}

/* Looks for the colliders near a tail. Distances have a margin for rounding errors, as have those of strands. */
static void look_around(const struct sim *sim, struct batch *batch, size_t l, struct vec3 tail)
{
    const struct run *run = batch->run[l];
    const struct batch_list *list = batch->list[l];
    struct batch_view *view = &batch->view;
    double size = fabs(tail.x) + fabs(tail.y) + fabs(tail.z);
    double slack = BATCH_FAR;
    uint64_t near = list->always;
    for (size_t i = 0; i < list->count; i++) {
        const struct collide_shape *shape = &sim->shapes[run->colliders[i]];
        uint64_t bit = (uint64_t)1 << i;
        if ((list->always & bit) != 0) {
            continue;
        }
        struct vec3 d = collide_from_axis(shape, tail);
        double away = sqrt(vec3_dot(d, d));
        double reach = run->hit_radius + shape->radius;
        double gap = away - reach - COLLIDE_DOUBT * (1 + size + away + fabs(reach));
        if (gap > view->margin[l]) {
            slack = gap < slack ? gap : slack;
        } else {
            near |= bit;
        }
    }
    view->near[l] = near;
    view->slack[l] = size < BATCH_FAR ? slack : 0;
    view->drift[l] = sim->batches->drift;
    lanes3_set(&view->seen, l, vec3_sub(tail, sim->batches->root));
}

/* Pushes a tail out of all colliders, in their order. */
static struct vec3 push_out_of_all(const struct sim *sim, const struct run *run, struct quat rest,
                                   const struct verlet_bone *bone, batch_push *push, verlet_hit *hit, struct vec3 tail)
{
    for (size_t i = 0; i < run->collider_count; i++) {
        push(&sim->shapes[run->colliders[i]], run, rest, bone, hit, &tail);
    }
    return tail;
}

/* The same, but passes over those that can't touch it. */
static struct vec3 push_lane(const struct sim *sim, struct batch *batch, size_t l, struct quat rest,
                             const struct verlet_bone *bone, batch_push *push, verlet_hit *hit, struct vec3 tail)
{
    const struct run *run = batch->run[l];
    struct vec3 from = tail;
    bool looks = batch->list[l]->looks;
    if (looks && !knows(sim, &batch->view, l, tail)) {
        look_around(sim, batch, l, tail);
        looks = knows(sim, &batch->view, l, tail);
    }
    if (!looks) {
        return push_out_of_all(sim, run, rest, bone, push, hit, from);
    }
    for (uint64_t near = batch->view.near[l]; near != 0; near &= near - 1) {
        const struct collide_shape *shape = &sim->shapes[run->colliders[__builtin_ctzll(near)]];
        if (push(shape, run, rest, bone, hit, &tail) && !knows(sim, &batch->view, l, tail)) {
            return push_out_of_all(sim, run, rest, bone, push, hit, from);
        }
    }
    return tail;
}

/* Returns the bits of joints that something may push. */
static inline unsigned touched_lanes(const struct sim *sim, const struct batch *batch, const struct batch_frame *frame)
{
    unsigned bits = batch->touching & frame->active;
    unsigned known = bits == 0 ? 0 : lanes_bits(know(sim, &batch->view, frame->next)) & ~batch->limited;
    for (size_t l = 0; known != 0; l++, known >>= 1) {
        if ((known & 1U) != 0 && batch->view.near[l] == 0) {
            bits &= ~(1U << l);
        }
    }
    return bits;
}

/* ---- a step ---- */

/* Returns the tails of the last two steps, which are side by side in a run: six numbers. */
static inline double *run_numbers(struct run *run)
{
    _Static_assert(offsetof(struct run, previous) == offsetof(struct run, current) + sizeof(struct vec3), "no gap");
    return (double *)(void *)((char *)run + offsetof(struct run, current));
}

/* Gathers the tails of the last two steps. */
static inline void gather_tails(const struct batch *batch, struct lanes3 *current, struct lanes3 *previous)
{
    lanes ahead[LANES];
    lanes behind[LANES];
    lanes columns[4];
    for (size_t l = 0; l < LANES; l++) {
        ahead[l] = load_lanes(run_numbers(batch->run[l]));
        behind[l] = load_lanes(run_numbers(batch->run[l]) + 2);
    }
    transpose_lanes(ahead, columns);
    *current = (struct lanes3){columns[0], columns[1], columns[2]};
    transpose_lanes(behind, columns);
    *previous = (struct lanes3){columns[1], columns[2], columns[3]};
}

static void begin_batch(const struct sim *sim, const struct batch *batch, struct batch_frame *frame)
{
    const struct mat34 *parents[LANES];
    struct lanes3 previous;
    for (size_t l = 0; l < LANES; l++) {
        parents[l] = &sim->slots[batch->run[l]->parent];
    }
    gather_tails(batch, &frame->current, &previous);
    gather_matrices(parents, &frame->parent);
    frame->head = lanes34_point(&frame->parent, batch->place);
    frame->next = lanes3_add_scaled(frame->current, lanes3_sub(frame->current, previous), batch->keep);
    for (size_t l = 0; batch->centered && l < batch->used; l++) {
        if (batch->run[l]->center != SIM_NONE) {
            const struct mat34 *center = &sim->slots[batch->run[l]->center];
            if (batch->one_center) {
                frame->next = lanes3_through(center, frame->next);
                break;
            }
            lanes3_set(&frame->next, l, mat34_point(center, lanes3_get(&frame->next, l)));
        }
    }
}

/* Adds forces, and restores the length. */
static void pull_batch(const struct batch *batch, struct batch_frame *frame, double dt)
{
    struct lanes3 next = lanes3_add_scaled(frame->next, frame->axis, batch->stiffness * lanes_all(dt));
    next = lanes3_add_scaled(next, batch->gravity_dir, batch->gravity_power * lanes_all(dt));
    frame->next = lanes3_add_scaled(frame->head, lanes3_direction(lanes3_sub(next, frame->head)), frame->length);
}

/* Stores tails, in the spaces of centers. */
static void keep_tails(const struct sim *sim, const struct batch *batch, const struct batch_frame *frame)
{
    struct lanes3 tails = frame->next;
    if (batch->centered && batch->one_center) {
        tails = lanes3_through(state_center_inverse(sim, batch->run[0]->center), tails);
    }
    for (size_t l = 0; batch->centered && !batch->one_center && l < batch->used; l++) {
        lanes3_set(&tails, l, state_in_center(sim, batch->run[l], lanes3_get(&tails, l)));
    }
    const lanes ahead[] = {tails.x, tails.y, tails.z, frame->current.x};
    const lanes behind[] = {tails.z, frame->current.x, frame->current.y, frame->current.z};
    lanes current[LANES];
    lanes previous[LANES];
    transpose_lanes(ahead, current);
    transpose_lanes(behind, previous);
    for (size_t l = 0; l < batch->used; l++) {
        if ((frame->active >> l & 1U) != 0) {
            store_lanes(run_numbers(batch->run[l]), current[l]);
            store_lanes(run_numbers(batch->run[l]) + 2, previous[l]);
        }
    }
}

/* Like state_aim(). */
static inline struct lanes3 aim_batch(const struct sim *sim, const struct batch *batch, const struct batch_frame *frame)
{
    struct lanes3 aim;
    if (sim->has_short) {
        for (size_t l = 0; l < LANES; l++) {
            lanes3_set(&aim, l, state_aim(sim, batch->run[l], lanes3_get(&frame->next, l)));
        }
        return aim;
    }
    struct lanes34 inverse;
    lanes34_inverse(&frame->parent, &inverse);
    return lanes3_direction(lanes34_point(&batch->local_inverse, lanes34_point(&inverse, frame->next)));
}

/* Like transform_from_to() from the axes. */
static inline struct lanes4 turn_to(const struct batch *batch, struct lanes3 aim, unsigned active)
{
    lanes r = lanes3_dot(batch->axis, aim) + lanes_all(1);
    struct lanes3 axis = lanes3_cross(batch->axis, aim);
    lanes length = lanes_sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z + r * r);
    struct lanes4 q = {axis.x / length, axis.y / length, axis.z / length, r / length};
    unsigned odd = lanes_bits(r < lanes_all(1e-8)) & active;
    for (size_t l = 0; odd != 0; l++, odd >>= 1) {
        if ((odd & 1U) != 0) {
            lanes4_set(&q, l, transform_from_to(lanes3_get(&batch->axis, l), lanes3_get(&aim, l)));
        }
    }
    return q;
}

/* Like mat34_from_trs(). */
static inline void local_matrices(const struct batch *batch, struct lanes4 q, struct lanes34 *out)
{
    const lanes one = lanes_all(1);
    const lanes two = lanes_all(2);
    const struct lanes3 s = batch->scale;
    lanes xx = q.x * q.x;
    lanes yy = q.y * q.y;
    lanes zz = q.z * q.z;
    lanes xy = q.x * q.y;
    lanes xz = q.x * q.z;
    lanes yz = q.y * q.z;
    lanes wx = q.w * q.x;
    lanes wy = q.w * q.y;
    lanes wz = q.w * q.z;
    out->m[0][0] = (one - two * (yy + zz)) * s.x;
    out->m[0][1] = two * (xy - wz) * s.y;
    out->m[0][2] = two * (xz + wy) * s.z;
    out->m[1][0] = two * (xy + wz) * s.x;
    out->m[1][1] = (one - two * (xx + zz)) * s.y;
    out->m[1][2] = two * (yz - wx) * s.z;
    out->m[2][0] = two * (xz - wy) * s.x;
    out->m[2][1] = two * (yz + wx) * s.y;
    out->m[2][2] = (one - two * (xx + yy)) * s.z;
}

/* Computes a row of the heads' matrices, like transform_multiply(), and hands it out to lanes. */
static inline void world_row(const struct batch *batch, const lanes *parent, const struct lanes34 *local, lanes *rows)
{
    const lanes x = parent[0];
    const lanes y = parent[1];
    const lanes z = parent[2];
    const lanes columns[] = {
        x * local->m[0][0] + y * local->m[1][0] + z * local->m[2][0],
        x * local->m[0][1] + y * local->m[1][1] + z * local->m[2][1],
        x * local->m[0][2] + y * local->m[1][2] + z * local->m[2][2],
        x * batch->place.x + y * batch->place.y + z * batch->place.z + parent[3],
    };
    transpose_lanes(columns, rows);
}

/* Turns the heads of a batch, with all that follows them; those that are left out only if they are moved. */
static void turn_batch(struct sim *sim, const struct batch *batch, const struct batch_frame *frame)
{
    struct lanes4 turn = lanes4_multiply(batch->rest, turn_to(batch, aim_batch(sim, batch, frame), frame->active));
    struct lanes34 local;
    lanes rows[3][LANES];
    lanes turns[LANES];
    const lanes components[] = {turn.x, turn.y, turn.z, turn.w};
    local_matrices(batch, turn, &local);
    world_row(batch, frame->parent.m[0], &local, rows[0]);
    world_row(batch, frame->parent.m[1], &local, rows[1]);
    world_row(batch, frame->parent.m[2], &local, rows[2]);
    transpose_lanes(components, turns);
    for (size_t l = 0; l < batch->used; l++) {
        struct run *run = batch->run[l];
        if ((frame->active >> l & 1U) == 0) {
            (void)state_leaves_out(sim, run);
            continue;
        }
        struct mat34 *slot = &sim->slots[SLOT_BODIES + run->body];
        store_lanes(slot->m[0], rows[0][l]);
        store_lanes(slot->m[1], rows[1][l]);
        store_lanes(slot->m[2], rows[2][l]);
        store_lanes(&sim->turns[run->body].x, turns[l]);
        if (batch->follows[l]) {
            state_follow(sim, SLOT_BODIES + run->body);
        }
    }
}

/* Returns one bit per joint of a batch that isn't left out. */
static inline unsigned active_lanes(const struct batch *batch)
{
    unsigned active = 0;
    for (size_t l = 0; l < batch->used; l++) {
        active |= batch->run[l]->resting ? 0 : 1U << l;
    }
    return active;
}

/* Moves joints that are left out with what they are on. */
static void carry_batch(struct sim *sim, const struct batch *batch)
{
    for (size_t l = 0; l < batch->used; l++) {
        (void)state_leaves_out(sim, batch->run[l]);
    }
}

/* ---- spec ---- */

static bool push_as_spec(const struct collide_shape *shape, const struct run *run, struct quat rest,
                         const struct verlet_bone *bone, verlet_hit *hit, struct vec3 *tail)
{
    bool moved = !collide_is_clear(shape, *tail, run->hit_radius) && hit(shape, bone, run->hit_radius, tail);
    if (moved) {
        *tail = verlet_limit(run, rest, bone, *tail);
    }
    return moved;
}

/* Applies limits and colliders. */
static void touch_as_spec(const struct sim *sim, struct batch *batch, const struct lanes4 *rests, verlet_hit *hit,
                          struct batch_frame *frame)
{
    unsigned bits = touched_lanes(sim, batch, frame);
    for (size_t l = 0; bits != 0; l++, bits >>= 1) {
        if ((bits & 1U) == 0) {
            continue;
        }
        const struct run *run = batch->run[l];
        struct quat rest = lanes4_get(rests, l);
        struct verlet_bone bone = {lanes3_get(&frame->head, l), run->length, lanes3_get(&frame->axis, l)};
        struct vec3 tail = lanes3_get(&frame->next, l);
        if ((batch->limited >> l & 1U) != 0) {
            rest = quat_normalise(rest);
            tail = verlet_limit(run, rest, &bone, tail);
        }
        lanes3_set(&frame->next, l, push_lane(sim, batch, l, rest, &bone, push_as_spec, hit, tail));
    }
}

void batches_step_spec(struct sim *sim, double dt, verlet_hit *hit)
{
    for (size_t b = 0; b < sim->batches->count; b++) {
        struct batch *batch = &sim->batches->list[b];
        struct batch_frame frame;
        frame.active = active_lanes(batch);
        if (batch->single) {
            verlet_step_run(sim, batch->run[0], dt, hit);
        } else if (frame.active == 0) {
            carry_batch(sim, batch);
        } else {
            begin_batch(sim, batch, &frame);
            struct lanes4 rests = lanes4_multiply(rotation_of_parents(sim, batch, &frame), batch->rest);
            frame.axis = lanes3_turn(rests, batch->axis);
            frame.length = batch->length;
            pull_batch(batch, &frame, dt);
            touch_as_spec(sim, batch, &rests, hit, &frame);
            keep_tails(sim, batch, &frame);
            turn_batch(sim, batch, &frame);
        }
    }
}

/* ---- three-vrm ---- */

static bool push_as_three(const struct collide_shape *shape, const struct run *run, struct quat rest,
                          const struct verlet_bone *bone, verlet_hit *hit, struct vec3 *tail)
{
    (void)rest;
    return !collide_is_clear(shape, *tail, run->hit_radius) && hit(shape, bone, run->hit_radius, tail);
}

/* Sets lengths to the tail nodes as they are now. */
static void measure_bones(struct sim *sim, const struct batch *batch, struct batch_frame *frame)
{
    struct lanes3 ends;
    for (size_t l = 0; l < LANES; l++) {
        const struct run *run = batch->run[l];
        if (run->virtual_tail && (frame->active >> l & 1U) != 0) {
            state_turn_body(sim, run->body);
        }
        lanes3_set(&ends, l, state_end(sim, run));
    }
    struct lanes3 bone = lanes3_sub(frame->head, ends);
    frame->length = lanes_sqrt(lanes3_dot(bone, bone));
}

static void touch_as_three(const struct sim *sim, struct batch *batch, verlet_hit *hit, struct batch_frame *frame)
{
    unsigned bits = touched_lanes(sim, batch, frame);
    for (size_t l = 0; bits != 0; l++, bits >>= 1) {
        if ((bits & 1U) != 0) {
            struct verlet_bone bone = {lanes3_get(&frame->head, l), frame->length[l], lanes3_get(&frame->axis, l)};
            struct vec3 tail = lanes3_get(&frame->next, l);
            tail = push_lane(sim, batch, l, QUAT_IDENTITY, &bone, push_as_three, hit, tail);
            lanes3_set(&frame->next, l, tail);
        }
    }
}

void batches_step_three_vrm(struct sim *sim, double dt, verlet_hit *hit,
                            void (*alone)(struct sim *sim, struct run *run, double dt))
{
    for (size_t b = 0; b < sim->batches->count; b++) {
        struct batch *batch = &sim->batches->list[b];
        struct batch_frame frame;
        frame.active = active_lanes(batch);
        if (batch->single) {
            alone(sim, batch->run[0], dt);
        } else if (frame.active == 0) {
            carry_batch(sim, batch);
        } else {
            begin_batch(sim, batch, &frame);
            measure_bones(sim, batch, &frame);
            frame.axis = lanes3_direction(lanes34_direction(&frame.parent, batch->pull));
            pull_batch(batch, &frame, dt);
            touch_as_three(sim, batch, hit, &frame);
            keep_tails(sim, batch, &frame);
            turn_batch(sim, batch, &frame);
        }
    }
}

LANES_WIDE_END
#endif
