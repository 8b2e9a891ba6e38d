/* Which constraints a runtime evaluates, and in which order. */
#include <string.h>

#include "base/graph.h"
#include "sim/rig.h"

/* Two vertices for each node: its transform relative to its parent, which a constraint may set, and its world
 * transform. */
enum { LOCAL, WORLD, PARTS };

#define NOTHING SIZE_MAX

/* The maximum length of all paths to the root, if constraints read whatever is there at the time; beyond, the order is
 * that of RIG_SPEC. */
enum { PATHS_MAX = 4 * 1000 * 1000 };

/* ---- what a runtime reads ---- */

/* Finds an axis by a name of the form "X" or "PositiveX", in any case if lax; false if there is none. */
static bool axis_by_name(const char *name, bool roll, bool lax, struct vec3 *axis)
{
    static const char *const signs[] = {"positive", "negative"};
    char lower[16];
    size_t length = strlen(name);
    if (length >= sizeof lower) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        bool upper = name[i] >= 'A' && name[i] <= 'Z';
        bool expected = i == 0 || i + 1 == length;
        if (name[i] != '\0' && !lax && upper != expected) {
            return false;
        }
        lower[i] = upper ? (char)(name[i] + 'a' - 'A') : name[i];
    }
    for (int k = 0; k < 6; k++) {
        const char *sign = roll ? "" : signs[k / 3];
        size_t before = strlen(sign);
        if (length == before + 1 && memcmp(lower, sign, before) == 0 && lower[before] == "xyz"[k % 3]) {
            *axis = constraint_axis_vector((enum constraint_axis)k);
            return true;
        }
    }
    return false;
}

static bool has_version(const struct constraint *constraint, const char *version)
{
    return constraint->version != NULL && strcmp(constraint->version, version) == 0;
}

/* Reads a constraint as three-vrm and UniVRM do: the first kind that is there, axes by their names. */
static bool read_as_app(const struct rig_request *request, const struct constraint *constraint,
                        struct rig_constraint *out)
{
    static const enum constraint_kind kinds[] = {CONSTRAINT_ROLL, CONSTRAINT_AIM, CONSTRAINT_ROTATION};
    bool lax = request->manner == RIG_UNIVRM;
    const struct tree *holder = tree_get(constraint->json, "constraint");
    const struct tree *body = NULL;
    if (!lax && (!request->listed || !(has_version(constraint, "1.0") || has_version(constraint, "1.0-beta")))) {
        return false;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && body == NULL; i++) {
        out->kind = kinds[i];
        body = tree_get(holder, constraint_kind_name(kinds[i]));
    }
    if (!tree_is_object(body) || (lax && tree_get(holder, "position") != NULL)) {
        return false;
    }
    const char *key = out->kind == CONSTRAINT_ROLL ? "rollAxis" : "aimAxis";
    const char *name = tree_text(tree_get(body, key), NULL);
    out->axis = (struct vec3){1, 0, 0};
    if (name != NULL && out->kind != CONSTRAINT_ROTATION &&
        !axis_by_name(name, out->kind == CONSTRAINT_ROLL, lax, &out->axis)) {
        out->axis = (struct vec3){0, 0, 0};
        if (lax) {
            return false;
        }
    }
    double weight;
    out->source = scene_resolve(request->scene, tree_get(body, "source"));
    out->weight = tree_number(tree_get(body, "weight"), &weight) && weight >= 0 && weight <= 1 ? weight : 1;
    return out->source != SCENE_NONE;
}

/* Reads a constraint as the text has it, drafts included. */
static bool read_as_text(const struct constraint *constraint, struct rig_constraint *out)
{
    if (!constraint->known || constraint->source == SCENE_NONE) {
        return false;
    }
    out->kind = constraint->kind;
    out->source = constraint->source;
    out->weight = constraint->weight;
    if (constraint->layout == LAYOUT_1_0 || constraint->layout == LAYOUT_DRAFT_D) {
        bool has_axis = constraint->kind != CONSTRAINT_ROTATION;
        if (has_axis && constraint->axis == AXIS_COUNT) {
            return false;
        }
        out->axis = has_axis ? constraint_axis_vector(constraint->axis) : (struct vec3){0, 0, 0};
        return true;
    }
    out->draft = true;
    out->source_in_model = constraint->layout == LAYOUT_DRAFT_A && constraint->source_space == SPACE_MODEL;
    out->destination_in_model = constraint->layout == LAYOUT_DRAFT_A && constraint->destination_space == SPACE_MODEL;
    out->aim = constraint->aim_vector.value;
    out->up = constraint->up_vector.value;
    memcpy(out->follows, constraint->axes.follows, sizeof out->follows);
    return constraint->layout == LAYOUT_DRAFT_C ||
           (constraint->source_space != SPACE_UNKNOWN && constraint->destination_space != SPACE_UNKNOWN);
}

static bool read_constraint(const struct rig_request *request, const struct constraint *constraint,
                            struct rig_constraint *out)
{
    *out = (struct rig_constraint){.kind = CONSTRAINT_UNKNOWN};
    return request->manner == RIG_SPEC ? read_as_text(constraint, out) : read_as_app(request, constraint, out);
}

/* ---- what is needed for what ---- */

struct rig_planning {
    struct arena *passing;
    const struct rig_request *request;
    const struct scene *scene;
    struct rig_constraint **by_node; /* per node of the scene, or NULL; sources are nodes of the scene */
    bool by_ancestors;               /* as in three-vrm, all ancestors of a source come first */
    size_t *order;                   /* vertices: PARTS * node + part */
    size_t count;
};

static size_t vertex_of(size_t node, size_t part)
{
    return node == SCENE_NONE ? NOTHING : PARTS * node + part;
}

/* Finds what has to be computed before a vertex: at most two vertices; NOTHING for none. */
static void find_needs(const struct rig_planning *planning, size_t vertex, size_t needs[2])
{
    size_t node = vertex / PARTS;
    size_t parent = planning->scene->nodes[node].parent;
    const struct rig_constraint *constraint = planning->by_node[node];
    needs[0] = NOTHING;
    needs[1] = NOTHING;
    if (vertex % PARTS == WORLD) {
        needs[0] = vertex_of(parent, WORLD);
        needs[1] = vertex_of(node, LOCAL);
    } else if (constraint != NULL) {
        bool aims = constraint->kind == CONSTRAINT_AIM && !constraint->draft;
        bool far = aims || constraint->source_in_model || planning->by_ancestors;
        needs[0] = aims || constraint->destination_in_model ? vertex_of(parent, WORLD) : NOTHING;
        needs[1] = vertex_of(constraint->source, far ? WORLD : LOCAL);
    }
}

/* ---- cycles ---- */

/* Finds the destinations of constraints that need themselves: per node; NULL if there are none. */
static bool *find_cycles(struct arena *arena, const struct rig_planning *planning)
{
    size_t total = PARTS * planning->scene->count;
    struct graph_builder builder = {.arena = planning->passing};
    bool *cyclic = NULL;
    for (size_t vertex = 0; vertex < total; vertex++) {
        size_t needs[2];
        graph_add_vertex(&builder);
        find_needs(planning, vertex, needs);
        for (int i = 0; i < 2; i++) {
            if (needs[i] != NOTHING) {
                graph_add_edge(&builder, needs[i]);
            }
        }
    }
    const struct graph graph = graph_built(&builder);
    size_t *component = arena_array(planning->passing, total, sizeof *component);
    size_t *size = arena_array(planning->passing, total, sizeof *size);
    graph_components(planning->passing, &graph, component);
    for (size_t vertex = 0; vertex < total; vertex++) {
        size[component[vertex]]++;
    }
    for (size_t node = 0; node < planning->scene->count; node++) {
        const struct rig_constraint *constraint = planning->by_node[node];
        if (constraint != NULL && (constraint->source == node || size[component[vertex_of(node, LOCAL)]] > 1)) {
            cyclic = cyclic != NULL ? cyclic : arena_array(arena, planning->scene->count, sizeof *cyclic);
            cyclic[node] = true;
        }
    }
    return cyclic;
}

/* ---- the order ---- */

/* A vertex on the present path of a walk, and the number of its needs that have been visited. */
struct visit {
    size_t vertex;
    int done;
};

static void visit_needed(struct rig_planning *planning, bool *seen, struct visit *stack, size_t start)
{
    size_t depth = 0;
    if (!seen[start]) {
        seen[start] = true;
        stack[depth++] = (struct visit){start, 0};
    }
    while (depth > 0) {
        struct visit *top = &stack[depth - 1];
        size_t needs[2];
        find_needs(planning, top->vertex, needs);
        if (top->done == 2) {
            planning->order[planning->count++] = top->vertex;
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

/* Orders all vertices that are needed, each after those that it needs. */
static void find_order_of_plan(struct rig_planning *planning)
{
    size_t total = PARTS * planning->scene->count;
    bool *seen = arena_array(planning->passing, total, sizeof *seen);
    struct visit *stack = arena_array(planning->passing, total, sizeof *stack);
    const bool *wanted = planning->request->wanted;
    planning->order = arena_array(planning->passing, total, sizeof *planning->order);
    for (size_t start = 0; start < total; start++) {
        bool is_wanted = wanted == NULL ||
                         (start % PARTS == LOCAL && wanted[start / PARTS] && planning->by_node[start / PARTS] != NULL);
        if (is_wanted) {
            visit_needed(planning, seen, stack, start);
        }
    }
}

/* For the order of the hierarchy: what has been computed so far, and when. */
struct rig_listing {
    struct rig_planning *planning;
    size_t *computed;  /* per node: when its world transform was computed, from 1; 0: never */
    size_t *evaluated; /* per node: when its constraint was evaluated */
    size_t *path;
    size_t now;
    size_t visits;
    size_t *order;
    size_t count;
    size_t capacity;
};

static void list_vertex(struct rig_listing *listing, size_t vertex)
{
    listing->order = arena_grow(listing->planning->passing, listing->order, listing->count, &listing->capacity,
                                sizeof *listing->order);
    listing->order[listing->count++] = vertex;
}

/* Lists the world transforms of a node and its ancestors that have changed since they were computed. */
static void list_path(struct rig_listing *listing, size_t node)
{
    const struct scene_node *nodes = listing->planning->scene->nodes;
    size_t count = 0;
    for (; node != SCENE_NONE && listing->visits < PATHS_MAX; node = nodes[node].parent) {
        listing->path[count++] = node;
        listing->visits++;
    }
    while (count > 0) {
        size_t at = listing->path[--count];
        size_t parent = nodes[at].parent;
        size_t newest = listing->evaluated[at];
        if (parent != SCENE_NONE && listing->computed[parent] > newest) {
            newest = listing->computed[parent];
        }
        if (listing->computed[at] == 0 || listing->computed[at] < newest) {
            listing->computed[at] = ++listing->now;
            list_vertex(listing, vertex_of(at, WORLD));
        }
    }
}

/* Sets the order of the hierarchy: a constraint reads what is there at the time, even of the previous frame. */
static void list_in_hierarchy(struct rig_planning *planning)
{
    size_t nodes = planning->scene->count;
    size_t count;
    struct rig_listing listing = {.planning = planning,
                                  .computed = arena_array(planning->passing, nodes, sizeof *listing.computed),
                                  .evaluated = arena_array(planning->passing, nodes, sizeof *listing.evaluated),
                                  .path = arena_array(planning->passing, nodes, sizeof *listing.path)};
    bool *needed = arena_array(planning->passing, nodes, sizeof *needed);
    const size_t *down = scene_order(planning->passing, planning->scene, &count);
    for (size_t i = 0; i < planning->count; i++) {
        if (planning->order[i] % PARTS == LOCAL) {
            needed[planning->order[i] / PARTS] = true;
        }
    }
    for (size_t i = 0; i < count && listing.visits < PATHS_MAX; i++) {
        const struct rig_constraint *constraint = planning->by_node[down[i]];
        if (!needed[down[i]]) {
            continue;
        }
        if (constraint != NULL && constraint->kind == CONSTRAINT_AIM) {
            list_path(&listing, planning->scene->nodes[down[i]].parent);
            list_path(&listing, constraint->source);
        }
        list_vertex(&listing, vertex_of(down[i], LOCAL)); /* a source too: it gets a number in the plan */
        listing.evaluated[down[i]] = constraint == NULL ? 0 : ++listing.now;
    }
    if (listing.visits < PATHS_MAX) {
        planning->order = listing.order;
        planning->count = listing.count;
    }
}

/* ---- the plan ---- */

static void read_whole_plan(struct rig_planning *planning, struct arena *arena)
{
    const struct constraints *constraints = planning->request->constraints;
    planning->by_node = arena_array(planning->passing, planning->scene->count, sizeof *planning->by_node);
    for (size_t i = 0; i < constraints->count; i++) {
        struct rig_constraint read;
        if (read_constraint(planning->request, &constraints->items[i], &read)) {
            struct rig_constraint *kept = arena_alloc(arena, sizeof *kept);
            *kept = read;
            planning->by_node[constraints->items[i].destination] = kept;
        }
    }
}

static struct trs planned_rest_of(const struct rig_request *request, size_t index)
{
    const struct scene_node *node = &request->scene->nodes[index];
    if (request->rest != NULL) {
        return request->rest(request->context, index);
    }
    struct trs rest = {node->translation, quat_normalise(node->rotation), node->scale};
    if (node->matrix != NULL) {
        rest.translation = mat34_translation(node->matrix);
        rest.rotation = transform_rotation(node->matrix, &rest.scale);
    }
    return rest;
}

/* Numbers the nodes that are needed, in the order of the file. */
static void number_nodes(struct rig_plan *plan, struct arena *arena, const struct rig_planning *planning)
{
    size_t nodes = planning->scene->count;
    plan->place_of = arena_array(arena, nodes, sizeof *plan->place_of);
    for (size_t i = 0; i < nodes; i++) {
        plan->place_of[i] = SCENE_NONE;
    }
    for (size_t i = 0; i < planning->count; i++) {
        plan->place_of[planning->order[i] / PARTS] = 0;
    }
    for (size_t i = 0; i < nodes; i++) {
        if (plan->place_of[i] != SCENE_NONE) {
            plan->place_of[i] = plan->count++;
        }
    }
}

static void fill_nodes(struct rig_plan *plan, const struct rig_planning *planning)
{
    const struct rig_request *request = planning->request;
    for (size_t i = 0; i < planning->scene->count; i++) {
        if (plan->place_of[i] == SCENE_NONE) {
            continue;
        }
        struct rig_node *node = &plan->nodes[plan->place_of[i]];
        size_t parent = planning->scene->nodes[i].parent;
        *node = (struct rig_node){.node = i,
                                  .parent = parent == SCENE_NONE ? SCENE_NONE : plan->place_of[parent],
                                  .fixed = parent == SCENE_NONE && request->shown != NULL && !request->shown[i],
                                  .rest = planned_rest_of(request, i),
                                  .constraint = planning->by_node[i]};
        if (node->constraint != NULL) {
            node->constraint->source = plan->place_of[node->constraint->source];
            plan->constraint_count++;
        }
    }
}

struct rig_plan *rig_plan_new(struct arena *arena, const struct rig_request *request)
{
    struct rig_plan *plan = arena_alloc(arena, sizeof *plan);
    struct rig_planning planning = {.passing = arena_open(arena),
                                    .request = request,
                                    .scene = request->scene,
                                    .by_ancestors = request->manner == RIG_THREE_VRM};
    plan->manner = request->manner;
    read_whole_plan(&planning, arena);
    bool *cyclic = request->manner == RIG_UNIVRM ? NULL : find_cycles(planning.passing, &planning);
    for (size_t i = 0; cyclic != NULL && i < request->scene->count; i++) {
        planning.by_node[i] = cyclic[i] ? NULL : planning.by_node[i];
    }
    planning.by_ancestors = false;
    find_order_of_plan(&planning);
    if (request->manner == RIG_UNIVRM) {
        list_in_hierarchy(&planning);
    }
    number_nodes(plan, arena, &planning);
    plan->nodes = arena_array(arena, plan->count, sizeof *plan->nodes);
    fill_nodes(plan, &planning);
    plan->steps = planning.count;
    plan->order = arena_array(arena, planning.count, sizeof *plan->order);
    for (size_t i = 0; i < planning.count; i++) {
        plan->order[i] = PARTS * plan->place_of[planning.order[i] / PARTS] + planning.order[i] % PARTS;
    }
    rig_note_rest(rig_new(planning.passing, plan));
    arena_close(planning.passing);
    return plan;
}

void rig_spread(struct arena *arena, const struct rig_plan *plan, bool *moves)
{
    struct arena *passing = arena_open(arena);
    bool *worlds = arena_array(passing, plan->count, sizeof *worlds);
    for (size_t i = 0; i < plan->steps; i++) {
        size_t place = plan->order[i] / PARTS;
        const struct rig_node *node = &plan->nodes[place];
        const struct rig_constraint *constraint = node->constraint;
        bool above = node->parent != SCENE_NONE && worlds[node->parent];
        if (plan->order[i] % PARTS == WORLD) {
            worlds[place] = moves[place] || above;
        } else if (constraint != NULL) {
            bool aims = constraint->kind == CONSTRAINT_AIM && !constraint->draft;
            bool far = aims || constraint->source_in_model;
            moves[place] =
                (far && worlds[constraint->source]) || (!far && moves[constraint->source]) || (aims && above);
        }
    }
    arena_close(passing);
}
