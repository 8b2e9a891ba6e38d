/* Checks morph targets: those that move nothing, those that move too far, superfluous normals, and weights at rest. */
#include "base/sort.h"
#include "checks/data/data.h"
#include "gltf/little.h"
#include "ids/messages_mesh.h"

/* A morph target that an expression moves. */
struct target_bind {
    size_t mesh;
    size_t target;
    size_t order; /* in the file */
    const char *expression;
};

struct target_binds {
    struct target_bind *items;
    size_t count;
    size_t capacity;
    bool read;
};

static void add_bind(const struct data *data, struct target_binds *binds, const struct tree *mesh,
                     const struct tree *target, const char *expression)
{
    struct target_bind bind = {.expression = expression, .order = binds->count};
    if (tree_index(mesh, data->primitives->mesh_count, &bind.mesh) && tree_index(target, SIZE_MAX, &bind.target)) {
        binds->items = arena_grow(data->check->arena, binds->items, binds->count, &binds->capacity, sizeof bind);
        binds->items[binds->count++] = bind;
    }
}

static void read_expressions(const struct data *data, struct target_binds *binds, const char *pointer)
{
    const struct scene *scene = data->check->avatar->scene;
    const struct tree *list = document_tree(data->check->avatar->document, pointer);
    for (void *i = tree_first(list); i != NULL; i = tree_next(list, i)) {
        const struct tree *bound = tree_get(tree_value(i), "morphTargetBinds");
        for (size_t k = 0; k < tree_length(bound); k++) {
            size_t node = scene_resolve(scene, tree_get(tree_at(bound, k), "node"));
            if (node != SCENE_NONE) {
                add_bind(data, binds, tree_get(scene->nodes[node].json, "mesh"), tree_get(tree_at(bound, k), "index"),
                         tree_key(i));
            }
        }
    }
}

static void read_groups(const struct data *data, struct target_binds *binds)
{
    const struct tree *list =
        document_tree(data->check->avatar->document, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    for (size_t i = 0; i < tree_length(list); i++) {
        const struct tree *group = tree_at(list, i);
        const struct tree *bound = tree_get(group, "binds");
        const char *name = tree_text(tree_get(group, "name"), NULL);
        for (size_t k = 0; k < tree_length(bound); k++) {
            add_bind(data, binds, tree_get(tree_at(bound, k), "mesh"), tree_get(tree_at(bound, k), "index"), name);
        }
    }
}

/* Returns the first expression that moves a target, or NULL. The binds are read at the first call. */
static const struct target_bind *target_bind_of(const struct data *data, struct target_binds *binds, size_t mesh,
                                                size_t target)
{
    size_t at;
    if (!binds->read) {
        binds->read = true;
        read_expressions(data, binds, "/extensions/VRMC_vrm/expressions/preset");
        read_expressions(data, binds, "/extensions/VRMC_vrm/expressions/custom");
        read_groups(data, binds);
        sort_array(data->check->arena, binds->items, binds->count, sizeof *binds->items, sort_by_three);
    }
    SORT_SEARCH(at, 0, binds->count,
                binds->items[at].mesh < mesh || (binds->items[at].mesh == mesh && binds->items[at].target < target));
    bool found = at < binds->count && binds->items[at].mesh == mesh && binds->items[at].target == target;
    return found ? &binds->items[at] : NULL;
}

#define LEAST_WEIGHT 1e-4  /* of a morph target; smaller ones are invisible */
#define FAR 2.0            /* diagonals of the mesh's box */
#define ALIKE 0.1          /* fraction of the size of a mesh: tolerance between two boxes */
#define TARGETS_SPECK 3e-4 /* diagonals of the mesh's box; smaller movements are hardly visible */
#define MILLIMETRES 1000.0
#define TARGETS_DIGITS 3
enum { TARGETS_NAMED = 3 }; /* of a list: a face has dozens, and their number says more */

/* ---- displacements ---- */

enum target_motion { MOTION_NONE /* no accessor */, MOTION_STILL, MOTION_MOVES, MOTION_UNKNOWN };

static double largest_magnitude(const struct accessor *accessor, const struct sweep_facts *facts, size_t component)
{
    return fmax(fabs(sweep_value(&accessor->base, facts->low[component])),
                fabs(sweep_value(&accessor->base, facts->high[component])));
}

/* Judges the displacements of an accessor. noise: smaller ones are none; see CHECK_NOISE. */
static enum target_motion motion_of(const struct data *data, size_t index, double noise)
{
    if (index == PRIMITIVES_NONE) {
        return MOTION_NONE;
    }
    const struct accessor *accessor = data_accessor(data, index, 3);
    if (data_facts(data, index)->state == SWEEP_ZEROS) {
        return MOTION_STILL;
    }
    if (accessor == NULL) {
        return MOTION_UNKNOWN;
    }
    for (size_t k = 0; k < 3; k++) {
        if (largest_magnitude(accessor, data_facts(data, index), k) > noise) {
            return MOTION_MOVES;
        }
    }
    return MOTION_STILL;
}

static const struct target *target_at(const struct data *data, size_t primitive, size_t target)
{
    return &data->primitives->items[primitive].targets[target];
}

static bool is_still(enum target_motion motion)
{
    return motion == MOTION_NONE || motion == MOTION_STILL;
}

/* Whether an attribute that moves something exists but has no valid accessor. */
static bool is_lost(const struct tree *json, const struct target *target)
{
    return (target->position == PRIMITIVES_NONE && tree_get(json, "POSITION") != NULL) ||
           (target->normal == PRIMITIVES_NONE && tree_get(json, "NORMAL") != NULL) ||
           (target->tangent == PRIMITIVES_NONE && tree_get(json, "TANGENT") != NULL);
}

/* Whether a target of a mesh moves nothing in any primitive. Another rule checks targets without any attribute. */
static bool is_empty(const struct data *data, const struct mesh *mesh, size_t target)
{
    bool has_any = false;
    double noise = data_noise(data, data->primitives->items[mesh->first].mesh);
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        const struct target *of = target_at(data, i, target);
        const struct tree *json = tree_at(tree_get(data->primitives->items[i].json, "targets"), target);
        if (is_lost(json, of) || !is_still(motion_of(data, of->position, noise)) ||
            !is_still(motion_of(data, of->normal, CHECK_NOISE)) ||
            !is_still(motion_of(data, of->tangent, CHECK_NOISE))) {
            return false;
        }
        has_any = has_any || tree_count(json) > 0;
    }
    return has_any;
}

/* Returns the bytes of an accessor of directions if it stores only zeros and noise, or 0. */
static double zeros_of(const struct data *data, size_t index)
{
    if (motion_of(data, index, CHECK_NOISE) != MOTION_STILL) {
        return 0;
    }
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    return accessor->base.buffer == SIZE_MAX ? 0 : (double)accessor->base.count * (double)accessor->base.size;
}

/* Returns the superfluous bytes of normals and tangents of a target whose positions move, or 0. */
static double wasted_target_bytes(const struct data *data, const struct mesh *mesh, size_t target)
{
    double bytes = 0;
    bool moves = false;
    double noise = data_noise(data, data->primitives->items[mesh->first].mesh);
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        const struct target *of = target_at(data, i, target);
        moves = moves || motion_of(data, of->position, noise) == MOTION_MOVES;
        enum target_motion normal = motion_of(data, of->normal, CHECK_NOISE);
        if (normal == MOTION_MOVES || normal == MOTION_UNKNOWN) {
            return 0; /* then the zeros of other primitives are needed */
        }
        bytes += zeros_of(data, of->normal) + zeros_of(data, of->tangent);
    }
    return moves ? bytes : 0;
}

/* Whether no target of a mesh rotates its normals or tangents. If only some targets have them, some readers use those
 * of the mesh for the others. */
static bool turns_nothing(const struct data *data, const struct mesh *mesh, bool tangents)
{
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        for (size_t t = 0; t < data->primitives->items[i].target_count; t++) {
            const struct target *of = target_at(data, i, t);
            if (!is_still(motion_of(data, tangents ? of->tangent : of->normal, CHECK_NOISE))) {
                return false;
            }
        }
    }
    return true;
}

/* Adds edits that remove superfluous attributes from all targets. */
static void drop_flat(struct finding *finding, const struct data *data, const struct mesh *mesh)
{
    static const char *const names[] = {"NORMAL", "TANGENT"};
    bool drops[2] = {turns_nothing(data, mesh, false), turns_nothing(data, mesh, true)};
    bool all = true;
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        const struct tree *targets = tree_get(data->primitives->items[i].json, "targets");
        for (size_t t = 0; t < 2 * data->primitives->items[i].target_count; t++) {
            const struct tree *target = tree_at(targets, t / 2);
            if (tree_get(target, names[t % 2]) == NULL) {
                continue;
            }
            all = all && drops[t % 2] && tree_get(target, "POSITION") != NULL; /* otherwise the target would be empty */
            const char *member = arena_printf(data->check->arena, "targets/%zu/%s", t / 2, names[t % 2]);
            finding_edit(finding, VRMLINT_EDIT_REMOVE, data_place(data, i, member), NULL);
        }
    }
    if (!all) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

/* ---- one mesh ---- */

static void report_empty(const struct data *data, struct target_binds *binds, size_t mesh, const size_t *targets,
                         size_t count)
{
    struct argument items[TARGETS_NAMED];
    const struct target_bind *bound = NULL;
    size_t bound_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct target_bind *bind = target_bind_of(data, binds, mesh, targets[i]);
        bound = bound == NULL ? bind : bound;
        bound_count += bind != NULL;
        if (i < TARGETS_NAMED) {
            items[i] = the_target(NULL, data, mesh, targets[i]);
        }
    }
    struct argument list = argument_list("targets", items, TARGETS_NAMED, count, JOIN_AND);
    struct argument of = the_mesh("mesh", data, mesh);
    struct argument number = COUNT("count", count);
    struct place place = place_of(PLACE_MESH, mesh, 0, NULL);
    struct finding *finding;
    if (bound == NULL) {
        finding = report(data->check->findings, MESSAGE_MESH_TARGET_EMPTY__DEFAULT, place, ARGUMENTS(of, list, number));
        finding_severity(finding, VRMLINT_INFO);
    } else {
        finding = report(data->check->findings, MESSAGE_MESH_TARGET_EMPTY__IN_EXPRESSION, place,
                         ARGUMENTS(of, list, number, TEXT("expression", bound->expression),
                                   the_target("target", data, mesh, bound->target)));
        finding_measure(finding, "in_expressions", (double)bound_count);
    }
    finding_measure(finding, "count", (double)count);
    finding_measure(finding, "total",
                    (double)data->primitives->items[data->primitives->meshes[mesh].first].target_count);
}

static void check_still(const struct data *data, struct target_binds *binds, size_t index, size_t *empty)
{
    const struct mesh *mesh = &data->primitives->meshes[index];
    size_t targets = mesh->count == 0 ? 0 : data->primitives->items[mesh->first].target_count;
    size_t count = 0;
    size_t flat = 0;
    double bytes = 0;
    for (size_t t = 0; t < targets; t++) {
        if (is_empty(data, mesh, t)) {
            empty[count++] = t;
            continue;
        }
        double more = wasted_target_bytes(data, mesh, t);
        flat += more > 0;
        bytes += more;
    }
    if (count > 0) {
        report_empty(data, binds, index, empty, count);
    }
    if (flat > 0) {
        struct finding *finding = report(
            data->check->findings, MESSAGE_MESH_TARGET_NORMALS_ZERO__DEFAULT, place_of(PLACE_MESH, index, 0, NULL),
            ARGUMENTS(the_mesh("mesh", data, index), COUNT("count", flat), COUNT("total", targets),
                      NUMBER("kilobytes", bytes / 1000, TARGETS_DIGITS)));
        finding_measure(finding, "count", (double)flat);
        finding_measure(finding, "total", (double)targets);
        finding_measure(finding, "bytes", bytes);
        drop_flat(finding, data, mesh);
    }
}

/* ---- distances ---- */

struct leap {
    size_t count;
    uint64_t first;
    uint64_t at; /* the worst vertex */
    double worst;
};

static struct vec3 vector_at(const struct elements *form, const unsigned char *bytes)
{
    double v[3];
    if (form->component == COMPONENT_FLOAT) {
        float numbers[3];
        little_floats(numbers, bytes, 3);
        return (struct vec3){(double)numbers[0], (double)numbers[1], (double)numbers[2]};
    }
    elements_decode(form, bytes, 1, v);
    return (struct vec3){v[0], v[1], v[2]};
}

static struct leap measure_leap(const struct data *data, size_t index, double limit)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct leap leap = {.count = 0};
    struct sweep_walk walk;
    struct sweep_window window;
    if (!sweep_begin(&walk, data->sweep, index, 0, 0)) {
        return leap;
    }
    while (sweep_next(&walk, &window)) {
        for (size_t i = 0; i < window.count; i++) {
            double length = vec3_length(vector_at(&accessor->base, window.bytes + i * window.stride));
            if (length > limit && leap.count++ == 0) {
                leap.first = window.first + i;
            }
            if (length > leap.worst) {
                leap.worst = length;
                leap.at = window.first + i;
            }
        }
    }
    return leap;
}

static void check_far(const struct data *data, size_t primitive, size_t target, double limit)
{
    size_t index = target_at(data, primitive, target)->position;
    const struct accessor *accessor = data_accessor(data, index, 3);
    if (accessor == NULL) {
        return;
    }
    const struct sweep_facts *facts = data_facts(data, index);
    struct vec3 most = {largest_magnitude(accessor, facts, 0), largest_magnitude(accessor, facts, 1),
                        largest_magnitude(accessor, facts, 2)};
    if (vec3_length(most) <= limit) {
        return;
    }
    struct leap leap = measure_leap(data, index, limit);
    if (leap.count == 0) {
        return;
    }
    size_t mesh = data->primitives->items[primitive].mesh;
    const char *member = arena_printf(data->check->arena, "targets/%zu", target);
    struct finding *finding =
        report(data->check->findings, MESSAGE_MESH_TARGET_HUGE__DEFAULT, data_place(data, primitive, member),
               ARGUMENTS(the_part("part", data, primitive), the_target("target", data, mesh, target),
                         COUNT("count", leap.count), COUNT("total", accessor->base.count), COUNT("vertex", leap.at),
                         argument_number("worst", leap.worst, limit, UNIT_METRES, TARGETS_DIGITS),
                         METRES("size", limit / FAR, TARGETS_DIGITS)));
    data_measure(finding, leap.count, accessor->base.count, leap.first);
    finding_measure(finding, "worst", leap.worst);
    finding_measure(finding, "limit", limit);
}

/* ---- other units ---- */

/* Fractions of the usual movement of the other targets between which a target has a hundredth of its size. */
#define HUNDREDTH_LEAST 0.002
#define HUNDREDTH_MOST 0.04
#define BODY_MOST 3 /* sizes of the avatar: boxes of meshes that belong to it are smaller */
enum { LEAST_OTHERS = 4 };

/* Returns approximately the largest movement of a vertex by a target; NAN if unknown. */
static double extent_of(const struct data *data, const struct mesh *mesh, size_t target)
{
    double most = 0;
    double noise = data_noise(data, data->primitives->items[mesh->first].mesh);
    for (size_t i = mesh->first; i < mesh->first + mesh->count; i++) {
        size_t index = target_at(data, i, target)->position;
        enum target_motion motion = motion_of(data, index, noise);
        if (motion == MOTION_UNKNOWN) {
            return NAN;
        }
        if (motion == MOTION_MOVES) {
            const struct accessor *accessor = data_accessor(data, index, 3);
            for (size_t k = 0; k < 3; k++) {
                most = fmax(most, largest_magnitude(accessor, data_facts(data, index), k));
            }
        }
    }
    return most;
}

/* Whether a mesh is about as large as the avatar. A stage, or a vertex that was lost far away, makes the box of a mesh
 * so large that targets look small. size: the diagonal of the box, in the mesh's unit. */
static bool is_of_body(const struct data *data, size_t index, double size)
{
    struct mat34 matrix;
    if (!data->body.present || !data_mesh_matrix(data, index, &matrix)) {
        return true;
    }
    struct vec3 scale = mat34_scale(&matrix);
    return size * fmax(scale.x, fmax(scale.y, scale.z)) < BODY_MOST * data->body.size;
}

/* Reports that all targets of a mesh are too small to be visible, if an expression uses one. Returns whether they are.
 */
static bool check_all_specks(const struct data *data, struct target_binds *binds, size_t index, size_t moving,
                             double most)
{
    const struct mesh *mesh = &data->primitives->meshes[index];
    const struct target_bind *bind = NULL;
    for (size_t t = 0; bind == NULL && t < data->primitives->items[mesh->first].target_count; t++) {
        bind = target_bind_of(data, binds, index, t);
    }
    if (bind != NULL) {
        struct finding *finding =
            report(data->check->findings, MESSAGE_MESH_TARGET_EMPTY__ALL_SPECKS, place_of(PLACE_MESH, index, 0, NULL),
                   ARGUMENTS(the_mesh("mesh", data, index), COUNT("count", moving),
                             NUMBER("size", MILLIMETRES * most, TARGETS_DIGITS), TEXT("expression", bind->expression)));
        finding_measure(finding, "count", (double)moving);
    }
    return bind != NULL;
}

/* Reports targets of expressions that are about a hundredth of the others, or of what is visible. */
static void check_specks(const struct data *data, struct target_binds *binds, size_t index, double size)
{
    const struct mesh *mesh = &data->primitives->meshes[index];
    size_t total = data->primitives->items[mesh->first].target_count;
    double *extents = arena_array(data->check->arena, 2 * total + 1, sizeof *extents);
    double *sorted = extents + total;
    size_t moving = 0;
    for (size_t t = 0; t < total; t++) {
        extents[t] = extent_of(data, mesh, t);
        if (extents[t] > 0) {
            sorted[moving++] = extents[t];
        }
    }
    sort_array(data->check->arena, sorted, moving, sizeof *sorted, sort_by_double);
    double usual = moving < LEAST_OTHERS ? NAN : sorted[moving * 3 / 4];
    if (moving >= LEAST_OTHERS && sorted[moving - 1] < TARGETS_SPECK * size && is_of_body(data, index, size) &&
        check_all_specks(data, binds, index, moving, sorted[moving - 1])) {
        return;
    }
    struct argument items[TARGETS_NAMED];
    const struct target_bind *bound = NULL;
    double most = 0;
    size_t count = 0;
    for (size_t t = 0; t < total; t++) {
        const struct target_bind *bind = NULL;
        if (extents[t] < TARGETS_SPECK * size && extents[t] > HUNDREDTH_LEAST * usual &&
            extents[t] < HUNDREDTH_MOST * usual) {
            bind = target_bind_of(data, binds, index, t);
        }
        if (bind != NULL && count < TARGETS_NAMED) {
            items[count] = the_target(NULL, data, index, t);
        }
        bound = bound == NULL ? bind : bound;
        most = bind == NULL ? most : fmax(most, extents[t]);
        count += bind != NULL;
    }
    if (count > 0) {
        struct finding *finding = report(
            data->check->findings, MESSAGE_MESH_TARGET_EMPTY__SPECK, place_of(PLACE_MESH, index, 0, NULL),
            ARGUMENTS(the_mesh("mesh", data, index), argument_list("targets", items, TARGETS_NAMED, count, JOIN_AND),
                      COUNT("count", count), NUMBER("size", MILLIMETRES * most, TARGETS_DIGITS),
                      TEXT("expression", bound->expression), the_target("target", data, index, bound->target)));
        finding_measure(finding, "count", (double)count);
        finding_measure(finding, "total", (double)total);
    }
}

/* Whether the box of a target is nearly the box of the mesh. Displacements are smaller, unless they
 * double its size. */
static bool is_like_base(const struct data *data, size_t base, size_t target, double tolerance)
{
    const struct accessor *accessor = data_accessor(data, target, 3);
    const struct accessor *of = data_accessor(data, base, 3);
    bool is_alike = accessor != NULL && of != NULL;
    for (size_t k = 0; is_alike && k < 3; k++) {
        const struct sweep_facts *facts = data_facts(data, target);
        const struct sweep_facts *wanted = data_facts(data, base);
        is_alike =
            fabs(sweep_value(&accessor->base, facts->low[k]) - sweep_value(&of->base, wanted->low[k])) < tolerance &&
            fabs(sweep_value(&accessor->base, facts->high[k]) - sweep_value(&of->base, wanted->high[k])) < tolerance;
    }
    return is_alike;
}

/* Reports targets that contain positions; returns whether they do. A single one may double the size on purpose. */
static bool check_absolute(const struct data *data, size_t primitive, double tolerance)
{
    const struct primitive *own = &data->primitives->items[primitive];
    size_t count = 0;
    while (count < own->target_count &&
           is_like_base(data, own->position, target_at(data, primitive, count)->position, tolerance)) {
        count++;
    }
    if (count < 2 || count < own->target_count) {
        return false;
    }
    finding_measure(report(data->check->findings, MESSAGE_MESH_TARGET_HUGE__ABSOLUTE,
                           data_place(data, primitive, "targets"),
                           ARGUMENTS(the_part("part", data, primitive), COUNT("count", count))),
                    "targets", (double)count);
    return true;
}

/* ---- weights at rest ---- */

/* Reports the first weight other than 0 of a target that an expression moves. */
static void check_rest_weights(const struct data *data, struct target_binds *binds, size_t mesh, size_t node,
                               const struct tree *weights)
{
    for (size_t t = 0; t < tree_length(weights); t++) {
        double weight;
        const struct target_bind *bind = NULL;
        if (tree_number(tree_at(weights, t), &weight) && fabs(weight) > LEAST_WEIGHT) {
            bind = target_bind_of(data, binds, mesh, t);
        }
        if (bind != NULL) {
            const char *member = arena_printf(data->check->arena, "weights/%zu", t);
            struct place place = node == SCENE_NONE ? place_of(PLACE_MESH, mesh, 0, member) : place_node(node, member);
            struct finding *finding =
                report(data->check->findings, MESSAGE_MESH_REST_WEIGHT_BOUND__DEFAULT, place,
                       ARGUMENTS(the_target("target", data, mesh, t), the_mesh("mesh", data, mesh),
                                 NUMBER("weight", weight, TARGETS_DIGITS), TEXT("expression", bind->expression)));
            finding_measure(finding, "weight", weight);
            finding_set_number(finding, "0", 0);
            return;
        }
    }
}

/* Checks the weights of meshes, and those of nodes, which replace them. */
static void check_all_rest_weights(const struct data *data, struct target_binds *binds)
{
    const struct scene *scene = data->check->avatar->scene;
    bool *checked = arena_array(data->check->arena, data->primitives->mesh_count, sizeof *checked);
    for (size_t i = 0; i < scene->count; i++) {
        size_t mesh = scene->nodes[i].mesh;
        if (mesh >= data->primitives->mesh_count || !scene->nodes[i].in_default) {
            continue;
        }
        const struct tree *own = tree_get(scene->nodes[i].json, "weights");
        if (own != NULL) {
            check_rest_weights(data, binds, mesh, i, own);
        } else if (!checked[mesh]) {
            checked[mesh] = true;
            check_rest_weights(data, binds, mesh, SCENE_NONE, tree_get(data->primitives->meshes[mesh].json, "weights"));
        }
    }
}

void data_check_targets(struct data *data)
{
    struct target_binds binds = {.read = false};
    size_t most = 0;
    for (size_t i = 0; i < data->primitives->count; i++) {
        most = data->primitives->items[i].target_count > most ? data->primitives->items[i].target_count : most;
    }
    size_t *empty = arena_array(data->check->arena, most, sizeof *empty);
    check_all_rest_weights(data, &binds);
    for (size_t i = 0; i < data->primitives->mesh_count; i++) {
        const struct mesh *mesh = &data->primitives->meshes[i];
        if (mesh->count == 0) {
            continue;
        }
        if (!mesh->targets_are_unequal) {
            check_still(data, &binds, i, empty);
        }
        double limit = FAR * data_diagonal(data, mesh);
        if (!mesh->targets_are_unequal && limit > 0) {
            check_specks(data, &binds, i, limit / FAR);
        }
        for (size_t p = mesh->first; limit > 0 && p < mesh->first + mesh->count; p++) {
            bool is_absolute = check_absolute(data, p, ALIKE * limit / FAR);
            for (size_t t = 0; !is_absolute && t < data->primitives->items[p].target_count; t++) {
                check_far(data, p, t, limit);
            }
        }
    }
}
