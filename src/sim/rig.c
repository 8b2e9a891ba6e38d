#include "sim/rig.h"

/* Two vertices for each node: its transform relative to its parent, which a constraint may set, and its world
 * transform. A depth-first walk over their dependencies gives the order in which they are computed. */
enum { LOCAL, WORLD, PARTS };

#define NOTHING SIZE_MAX

struct rig {
    const struct scene *scene;
    const struct constraint **by_node; /* per node, or NULL */
    struct trs *local;                 /* per node */
    struct trs *rest;
    struct mat34 *world;
    struct quat *turned; /* per node: product of the rotations from the root down to it */
    size_t *order;       /* of vertices: PARTS * node + part */
    size_t count;
};

static bool is_evaluated(const struct constraint *constraint)
{
    return constraint != NULL && constraint->layout == LAYOUT_1_0 && constraint->source != SCENE_NONE &&
           constraint->known;
}

static size_t vertex_of(size_t node, size_t part)
{
    return node == SCENE_NONE ? NOTHING : PARTS * node + part;
}

/* Finds what has to be computed before a vertex: at most two vertices; NOTHING for none. */
static void find_needs(const struct rig *rig, size_t vertex, size_t needs[2])
{
    size_t node = vertex / PARTS;
    size_t parent = rig->scene->nodes[node].parent;
    const struct constraint *constraint = rig->by_node[node];
    needs[0] = NOTHING;
    needs[1] = NOTHING;
    if (vertex % PARTS == WORLD) {
        needs[0] = vertex_of(parent, WORLD);
        needs[1] = vertex_of(node, LOCAL);
    } else if (constraint != NULL && constraint->kind == CONSTRAINT_AIM) {
        needs[0] = vertex_of(parent, WORLD);
        needs[1] = vertex_of(constraint->source, WORLD);
    } else if (constraint != NULL) {
        needs[0] = vertex_of(constraint->source, LOCAL);
    }
}

/* A vertex on the present path of the walk, and the number of its needs that have been visited. */
struct visit {
    size_t vertex;
    int done;
};

static void find_order(struct rig *rig, struct arena *arena)
{
    size_t total = PARTS * rig->scene->count;
    bool *seen = arena_array(arena, total, sizeof *seen);
    struct visit *stack = arena_array(arena, total, sizeof *stack);
    rig->order = arena_array(arena, total, sizeof *rig->order);
    for (size_t start = 0; start < total; start++) {
        size_t depth = 0;
        if (!seen[start]) {
            seen[start] = true;
            stack[depth++] = (struct visit){start, 0};
        }
        while (depth > 0) {
            struct visit *top = &stack[depth - 1];
            size_t needs[2];
            find_needs(rig, top->vertex, needs);
            if (top->done == 2) {
                rig->order[rig->count++] = top->vertex;
                depth--;
                continue;
            }
            size_t next = needs[top->done++];
            if (next != NOTHING && !seen[next]) {
                seen[next] = true;
                stack[depth++] = (struct visit){next, 0};
            }
        }
    }
}

struct rig *rig_new(struct arena *arena, const struct scene *scene, const struct constraints *constraints)
{
    struct rig *rig = arena_alloc(arena, sizeof *rig);
    rig->scene = scene;
    rig->by_node = arena_array(arena, scene->count, sizeof *rig->by_node);
    rig->local = arena_array(arena, scene->count, sizeof *rig->local);
    rig->rest = arena_array(arena, scene->count, sizeof *rig->rest);
    rig->world = arena_array(arena, scene->count, sizeof *rig->world);
    rig->turned = arena_array(arena, scene->count, sizeof *rig->turned);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        rig->rest[i] = (struct trs){node->translation, quat_normalise(node->rotation), node->scale};
        if (node->matrix != NULL) {
            rig->rest[i].translation = mat34_translation(node->matrix);
            rig->rest[i].rotation = transform_rotation(node->matrix, &rig->rest[i].scale);
        }
        rig->local[i] = rig->rest[i];
    }
    for (size_t i = 0; i < constraints->count; i++) {
        const struct constraint *constraint = &constraints->items[i];
        rig->by_node[constraint->destination] = is_evaluated(constraint) ? constraint : NULL;
    }
    find_order(rig, arena);
    rig_update(rig);
    return rig;
}

struct trs *rig_local(struct rig *rig, size_t node)
{
    return &rig->local[node];
}

const struct mat34 *rig_world(const struct rig *rig, size_t node)
{
    return &rig->world[node];
}

/* ---- constraints: VRMC_node_constraint 1.0, "Example of Implementation" of each ---- */

static struct quat roll_target(const struct rig *rig, const struct constraint *constraint, struct quat rest)
{
    struct quat source_rest = rig->rest[constraint->source].rotation;
    struct quat in_parent = quat_multiply(rig->local[constraint->source].rotation, quat_conjugate(source_rest));
    struct quat turn = quat_multiply(quat_multiply(quat_conjugate(rest), in_parent), rest);
    struct vec3 axis = constraint_axis_vector(constraint->axis);
    struct quat off = transform_from_to(axis, quat_rotate(turn, axis));
    return quat_multiply(rest, quat_multiply(quat_conjugate(off), turn));
}

static struct quat aim_target(const struct rig *rig, const struct constraint *constraint, struct quat rest)
{
    size_t node = constraint->destination;
    size_t parent = rig->scene->nodes[node].parent;
    struct quat above = parent == SCENE_NONE ? QUAT_IDENTITY : rig->turned[parent];
    struct vec3 here = rig->local[node].translation;
    if (parent != SCENE_NONE) {
        here = mat34_point(&rig->world[parent], here);
    }
    struct vec3 to = transform_unit(vec3_sub(mat34_translation(&rig->world[constraint->source]), here));
    struct quat start = quat_multiply(above, rest);
    struct vec3 from = quat_rotate(start, constraint_axis_vector(constraint->axis));
    struct quat turn = vec3_dot(to, to) == 0 ? QUAT_IDENTITY : transform_from_to(from, to);
    return quat_multiply(quat_conjugate(above), quat_multiply(turn, start));
}

static struct quat rotation_target(const struct rig *rig, const struct constraint *constraint, struct quat rest)
{
    struct quat source_rest = rig->rest[constraint->source].rotation;
    return quat_multiply(rest, quat_multiply(quat_conjugate(source_rest), rig->local[constraint->source].rotation));
}

/* Interpolates along the shorter way between two unit quaternions. */
static struct quat interpolate_rotation(struct quat a, struct quat b, double t)
{
    double cosine = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    double side = cosine < 0 ? -1 : 1;
    double angle = acos(fmin(1, fabs(cosine)));
    double from = 1 - t;
    double to = t * side;
    if (angle > 1e-9) {
        from = sin((1 - t) * angle) / sin(angle);
        to = side * sin(t * angle) / sin(angle);
    }
    return quat_normalise(
        (struct quat){from * a.x + to * b.x, from * a.y + to * b.y, from * a.z + to * b.z, from * a.w + to * b.w});
}

static void evaluate_constraint(struct rig *rig, const struct constraint *constraint)
{
    struct quat rest = rig->rest[constraint->destination].rotation;
    struct quat target = constraint->kind == CONSTRAINT_ROLL  ? roll_target(rig, constraint, rest)
                         : constraint->kind == CONSTRAINT_AIM ? aim_target(rig, constraint, rest)
                                                              : rotation_target(rig, constraint, rest);
    rig->local[constraint->destination].rotation = interpolate_rotation(rest, target, constraint->weight);
}

static void set_world_transform(struct rig *rig, size_t node)
{
    size_t parent = rig->scene->nodes[node].parent;
    rig->world[node] = transform_local(&rig->local[node]);
    rig->turned[node] = rig->local[node].rotation;
    if (parent != SCENE_NONE) {
        rig->world[node] = transform_multiply(&rig->world[parent], &rig->world[node]);
        rig->turned[node] = quat_multiply(rig->turned[parent], rig->turned[node]);
    }
}

void rig_update(struct rig *rig)
{
    for (size_t i = 0; i < rig->count; i++) {
        size_t node = rig->order[i] / PARTS;
        if (rig->order[i] % PARTS == WORLD) {
            set_world_transform(rig, node);
        } else if (rig->by_node[node] != NULL) {
            evaluate_constraint(rig, rig->by_node[node]);
        }
    }
}
