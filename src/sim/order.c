/* The order of updates: a joint comes after all joints that move its parent or one of its colliders, if possible, in
 * the order of three-vrm. Also determines which nodes that no joint moves three-vrm keeps up to date. */
#include "sim/world.h"

/* The maximum number of steps for finding the order: colliders on chains that collide with themselves can make it
 * quadratic. */
enum { TASKS_MAX = 64 * 1000 * 1000 };

enum task_kind {
    TASK_JOINT, /* visits a joint */
    TASK_DONE,  /* adds a joint whose dependencies have been visited */
    TASK_PATH,  /* visits the heads above a body, from the top */
    TASK_BODY,  /* visits the joints of a body, from number `at` */
    TASK_CLEAR, /* notes that all heads above a body have been visited */
    TASK_LIST,  /* visits the bodies on which the colliders of a list are */
};

struct task {
    enum task_kind kind;
    size_t what;
    size_t at;
};

struct sorting {
    struct sim_world *world;
    size_t *begin; /* per body: its joints in the order of the file; with one more element */
    size_t *joints;
    bool *visited;    /* per joint */
    bool *cleared;    /* per body */
    size_t *progress; /* per list: number of its colliders that needn't be looked at again */
    struct task *stack;
    size_t depth;
    size_t capacity;
    size_t tasks;
    size_t ordered;
};

static void push_task(struct sorting *sorting, enum task_kind kind, size_t what, size_t at)
{
    sorting->stack =
        arena_grow(sorting->world->arena, sorting->stack, sorting->depth, &sorting->capacity, sizeof *sorting->stack);
    sorting->stack[sorting->depth++] = (struct task){kind, what, at};
}

static void push_path(struct sorting *sorting, size_t body)
{
    if (body != SIM_NONE && !sorting->cleared[body]) {
        push_task(sorting, TASK_PATH, body, 0);
    }
}

static void push_joint(struct sorting *sorting, size_t joint)
{
    if (!sorting->visited[joint]) {
        push_task(sorting, TASK_JOINT, joint, 0);
    }
}

/* The task that is pushed last is done first. */
static void run_joint(struct sorting *sorting, size_t joint)
{
    const struct world_link *link = &sorting->world->links[joint];
    if (sorting->visited[joint]) {
        return;
    }
    sorting->visited[joint] = true;
    push_task(sorting, TASK_DONE, joint, 0);
    push_task(sorting, TASK_LIST, link->list, 0);
    push_path(sorting, sorting->world->bodies[link->body].above);
}

static void run_list(struct sorting *sorting, size_t list, size_t at)
{
    const struct world_list *colliders = &sorting->world->lists[list];
    size_t *progress = &sorting->progress[list];
    /* at - 1 has just been done */
    *progress = at > *progress ? at : *progress;
    size_t next = *progress;
    while (next < colliders->count) {
        size_t head = sorting->world->colliders[colliders->colliders[next]].anchor.head;
        if (head != SIM_NONE && !sorting->cleared[head]) {
            push_task(sorting, TASK_LIST, list, next + 1);
            push_path(sorting, head);
            return;
        }
        next++;
        *progress = next;
    }
}

static void run_body(struct sorting *sorting, size_t body, size_t at)
{
    size_t joint = sorting->begin[body] + at;
    if (joint < sorting->begin[body + 1]) {
        push_task(sorting, TASK_BODY, body, at + 1);
        push_joint(sorting, sorting->joints[joint]);
    }
}

static void run_task(struct sorting *sorting, struct task task)
{
    switch (task.kind) {
    case TASK_JOINT:
        run_joint(sorting, task.what);
        break;
    case TASK_DONE:
        sorting->world->order[sorting->ordered++] = task.what;
        break;
    case TASK_PATH:
        if (!sorting->cleared[task.what]) {
            push_task(sorting, TASK_CLEAR, task.what, 0);
            push_task(sorting, TASK_BODY, task.what, 0);
            push_path(sorting, sorting->world->bodies[task.what].above);
        }
        break;
    case TASK_BODY:
        run_body(sorting, task.what, task.at);
        break;
    case TASK_CLEAR:
        sorting->cleared[task.what] = true;
        break;
    case TASK_LIST:
        run_list(sorting, task.what, task.at);
        break;
    }
}

/* Lists the joints of each body, in the order of the file. */
static void group_joints(struct sorting *sorting)
{
    struct sim_world *world = sorting->world;
    sorting->begin = arena_array(world->arena, world->body_count + 2, sizeof *sorting->begin);
    sorting->joints = arena_array(world->arena, world->joint_count, sizeof *sorting->joints);
    for (size_t i = 0; i < world->joint_count; i++) {
        world->links[i].body = world->body_of[world->links[i].head];
        sorting->begin[world->links[i].body + 2]++;
    }
    for (size_t i = 0; i <= world->body_count; i++) {
        sorting->begin[i + 1] += sorting->begin[i];
    }
    /* each begin[body + 1] advances to where the next body's joints begin */
    for (size_t i = 0; i < world->joint_count; i++) {
        sorting->joints[sorting->begin[world->links[i].body + 1]++] = i;
    }
}

/* Sets the order of the file. */
static void list_joints(struct sim_world *world)
{
    world->order = arena_array(world->arena, world->joint_count, sizeof *world->order);
    for (size_t i = 0; i < world->joint_count; i++) {
        world->order[i] = i;
    }
}

static void find_order(struct sim_world *world)
{
    struct arena *arena = world->arena;
    struct sorting sorting = {.world = world,
                              .visited = arena_array(arena, world->joint_count, sizeof *sorting.visited),
                              .cleared = arena_array(arena, world->body_count, sizeof *sorting.cleared),
                              .progress = arena_array(arena, world->list_count, sizeof *sorting.progress)};
    world->order = arena_array(arena, world->joint_count, sizeof *world->order);
    group_joints(&sorting);
    for (size_t i = 0; i < world->joint_count && sorting.tasks < TASKS_MAX; i++) {
        push_joint(&sorting, i);
        while (sorting.depth > 0 && sorting.tasks < TASKS_MAX) {
            sorting.tasks++;
            struct task task = sorting.stack[--sorting.depth];
            run_task(&sorting, task);
        }
    }
    if (sorting.ordered < world->joint_count) {
        world->whole = false;
        list_joints(world); /* the search took too long */
    }
}

/* ---- nodes that are kept up to date ---- */

/* The deepest common ancestor of all nodes that springs depend on and no joint moves: three-vrm refreshes the path
 * from the root to it, and its descendants. */
struct common {
    const struct sim_world *world;
    const size_t *roots; /* per node: its topmost ancestor, or itself */
    enum { COMMON_NOTHING, COMMON_NODE, COMMON_ROOT, COMMON_NONE } kind;
    size_t node;
};

static void join_common(struct common *common, size_t node)
{
    const struct sim_world *world = common->world;
    if (common->kind == COMMON_NOTHING) {
        common->kind = COMMON_NODE;
        common->node = node;
        return;
    }
    if (common->kind == COMMON_NODE) {
        bool in_scene = world->in_scene[common->roots[common->node]];
        while (common->node != SIM_NONE && !scene_is_above_or_same(world->scene, common->node, node)) {
            common->node = world->scene->nodes[common->node].parent;
        }
        if (common->node != SIM_NONE) {
            return;
        }
        common->kind = in_scene ? COMMON_ROOT : COMMON_NONE;
    }
    if (common->kind == COMMON_ROOT && !world->in_scene[common->roots[node]]) {
        common->kind = COMMON_NONE;
    }
}

/* Joins the parent of a joint that no other joint moves. */
static void join_parent(struct common *common, size_t head)
{
    const struct sim_world *world = common->world;
    size_t parent = world_parent(world, head);
    if (parent != SIM_NONE) {
        join_common(common, parent);
    } else if (world->in_scene[head]) {
        /* its parent is the root itself, which all nodes of the scene have in common */
        bool apart = common->kind == COMMON_NODE && !world->in_scene[common->roots[common->node]];
        common->kind = apart || common->kind == COMMON_NONE ? COMMON_NONE : COMMON_ROOT;
    }
}

static struct common find_common(const struct sim_world *world, const size_t *roots)
{
    struct common common = {.world = world, .roots = roots};
    bool *seen = arena_array(world->arena, world->list_count, sizeof *seen);
    for (size_t i = 0; i < world->joint_count; i++) {
        const struct world_link *link = &world->links[i];
        if (world->bodies[link->body].above == SIM_NONE) {
            join_parent(&common, link->head);
        }
        const struct world_list *list = &world->lists[link->list];
        for (size_t k = 0; !seen[link->list] && k < list->count; k++) {
            const struct world_collider *collider = &world->colliders[list->colliders[k]];
            if (collider->anchor.head == SIM_NONE) {
                join_common(&common, collider->node);
            }
        }
        seen[link->list] = true;
    }
    return common;
}

static bool is_fresh(const struct common *common, size_t node)
{
    const struct scene *scene = common->world->scene;
    switch (common->kind) {
    case COMMON_NODE:
        return scene_is_above_or_same(scene, node, common->node) || scene_is_above_or_same(scene, common->node, node);
    case COMMON_ROOT:
        return common->world->in_scene[common->roots[node]];
    default:
        return false;
    }
}

static void mark_lagging(struct sim_world *world)
{
    size_t count;
    size_t *roots = arena_array(world->arena, world->scene->count, sizeof *roots);
    const size_t *nodes = scene_order(world->arena, world->scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t parent = world->scene->nodes[nodes[i]].parent;
        roots[nodes[i]] = parent == SCENE_NONE ? nodes[i] : roots[parent];
    }
    struct common common = find_common(world, roots);
    world->nothing_stands = common.kind == COMMON_NOTHING || common.kind == COMMON_NONE;
    world->lags = world->nothing_stands;
    for (size_t i = 0; i < count; i++) {
        size_t anchor = world->anchor_of[nodes[i]];
        if (anchor != SIM_NONE && world->anchors[anchor].head == SIM_NONE) {
            size_t body = world->body_of[nodes[i]];
            bool lags = !is_fresh(&common, nodes[i]);
            world->anchors[anchor].lags = lags;
            world->lags = world->lags || lags;
            if (body != SIM_NONE) {
                world->bodies[body].lags = lags;
            }
        }
    }
    for (size_t i = 0; i < world->collider_count; i++) {
        struct world_collider *collider = &world->colliders[i];
        if (collider->shape.kind != SHAPE_NONE) {
            collider->anchor.lags = world->anchors[world->anchor_of[collider->node]].lags;
        }
    }
}

void world_sort(struct sim_world *world, const struct sim_rules *rules)
{
    if (rules->listed) {
        list_joints(world);
    } else {
        find_order(world);
    }
    if (rules->standing_refresh) {
        mark_lagging(world);
    }
}
