/* Checks the triangles and unused vertices that result from indices. Primitives are grouped by shared positions,
 * which are held only once. */
#include <string.h>

#include "base/sort.h"
#include "checks/data/data.h"
#include "checks/data/triangle_walk.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

enum {
    ROOM_MAX = 12 << 20, /* maximum bytes of positions and normals that are held */
    TRIANGLES_MIN = 12,  /* fewer have no clear outside */
    UNUSED_MIN = 1000,   /* vertices */
    VERTEX = 12,         /* bytes of a displacement in a morph target */
    WASTE_MIN = 100000,  /* bytes */
};

#define UNUSED_SHARE 0.1
#define PERCENT_DIGITS 3

/* Holds positions and normals of a primitive, if both are usable. */
static bool hold_both(struct shared *shared, const struct primitive *primitive)
{
    struct data *data = shared->data;
    const struct accessor *normals = data_vector(data, primitive->normal, 3);
    if (primitive->mode != MODE_TRIANGLES || normals == NULL || normals->base.count != shared->vertices ||
        data_vector(data, primitive->position, 3) == NULL ||
        !findings_want(data->check->findings, RULE_MESH_WINDING_INVERTED)) {
        return false;
    }
    if (shared->vertices * VERTEX * 2 > ROOM_MAX) {
        findings_skip(data->check->findings, WORDS_SKIPPED_WINDING, NO_ARGUMENTS, WORDS_BECAUSE_TOO_MANY_VERTICES);
        return false;
    }
    return held_begin(shared->positions, data, primitive->position) &&
           held_begin(shared->normals, data, primitive->normal);
}

/* ---- indices ---- */

/* Whether an accessor is usable for indices; false for NULL. */
static bool are_indices(const struct accessor *accessor)
{
    return accessor != NULL && !accessor->base.normalized &&
           (accessor->base.component == COMPONENT_UBYTE || accessor->base.component == COMPONENT_USHORT ||
            accessor->base.component == COMPONENT_UINT);
}

/* Whether the indices of a primitive are valid; reports invalid ones. */
static bool check_indices(const struct shared *shared, size_t primitive)
{
    struct data *data = shared->data;
    const struct primitive *of = &data->primitives->items[primitive];
    const struct accessor *indices = data_accessor(data, of->indices, 1);
    if (!are_indices(indices)) {
        return false;
    }
    double most = data_facts(data, of->indices)->high[0];
    double restart = indices->base.size == 1 ? 255 : indices->base.size == 2 ? 65535 : 4294967295.0;
    if (most < restart && most < (double)shared->vertices) {
        return true;
    }
    size_t count;
    uint64_t first;
    bool is_restart = most >= restart;
    if (!is_restart && shared->vertices == 0) {
        return false;
    }
    double limit = is_restart ? restart : (double)shared->vertices;
    triangle_count_bad(data, of->indices, limit, &count, &first);
    struct place place = data_place(data, primitive, "indices");
    struct argument part = the_part("part", data, primitive);
    struct argument number = COUNT("count", count);
    struct argument total = COUNT("total", indices->base.count);
    struct argument at = COUNT("first", first);
    struct argument worst = COUNT("index", (uint64_t)most);
    struct finding *finding =
        report_taking(data->check->findings,
                      is_restart ? MESSAGE_MESH_PRIMITIVE_RESTART__DEFAULT : MESSAGE_MESH_INDEX_OUT_OF_RANGE__DEFAULT,
                      place, ARGUMENTS(part, number, total, at, worst, COUNT("vertices", shared->vertices)));
    if (!is_restart) {
        finding_relate(finding, RELATED_MESH_INDEX_OUT_OF_RANGE__DEFAULT,
                       data_place(data, primitive, "attributes/POSITION"), NO_ARGUMENTS);
    }
    data_measure(finding, count, indices->base.count, first);
    finding_measure(finding, "worst", most);
    finding_measure(finding, "limit", limit);
    return false;
}

/* ---- reports on one primitive ---- */

static void report_triangles(const struct shared *shared, size_t primitive, const struct triangles *seen, bool faces)
{
    struct data *data = shared->data;
    struct argument part = the_part("part", data, primitive);
    uint64_t triangles = seen->indices / 3;
    if (seen->degenerate > 0) {
        struct finding *finding =
            report(data->check->findings, MESSAGE_MESH_DEGENERATE_TRIANGLES__DEFAULT,
                   data_place(data, primitive,
                              data->primitives->items[primitive].indices == PRIMITIVES_NONE ? NULL : "indices"),
                   ARGUMENTS(part, COUNT("count", seen->degenerate), COUNT("total", triangles),
                             PERCENT("share", 100.0 * (double)seen->degenerate / (double)triangles, PERCENT_DIGITS)));
        data_measure(finding, seen->degenerate, triangles, seen->first);
    }
    if (faces && seen->facing >= TRIANGLES_MIN && seen->away * 2 > seen->facing) {
        struct finding *finding =
            report(data->check->findings, MESSAGE_MESH_WINDING_INVERTED__DEFAULT, data_place(data, primitive, NULL),
                   ARGUMENTS(part, COUNT("count", seen->away), COUNT("total", seen->facing),
                             PERCENT("share", 100.0 * (double)seen->away / (double)seen->facing, PERCENT_DIGITS)));
        data_measure(finding, seen->away, seen->facing, seen->first_away);
        data_locate(data, finding, data->primitives->items[primitive].mesh,
                    (struct vec3){seen->at_away[0], seen->at_away[1], seen->at_away[2]});
    }
}

/* ---- unused vertices ---- */

static void report_unused(const struct shared *shared)
{
    struct data *data = shared->data;
    size_t unused = 0;
    uint64_t first = 0;
    if ((shared->marks == NULL && shared->named == NULL) || shared->unclear || shared->everything ||
        shared->vertices <= UNUSED_MIN ||
        (shared->named != NULL && memchr(shared->named, 0, (size_t)shared->vertices) == NULL)) {
        return;
    }
    for (uint64_t i = 0; i < shared->vertices; i++) {
        bool used = shared->named != NULL ? shared->named[i] != 0 : shared->marks[i] != 0;
        first = !used && unused == 0 ? i : first;
        unused += !used;
    }
    if (unused <= UNUSED_MIN || (double)unused <= UNUSED_SHARE * (double)shared->vertices) {
        return;
    }
    struct finding *finding =
        report(data->check->findings, MESSAGE_MESH_VERTICES_UNUSED__DEFAULT,
               data_place(data, shared->primitives[0], "attributes/POSITION"),
               ARGUMENTS(the_part("part", data, shared->primitives[0]), COUNT("count", unused),
                         COUNT("total", shared->vertices),
                         PERCENT("share", 100.0 * (double)unused / (double)shared->vertices, PERCENT_DIGITS)));
    data_measure(finding, unused, shared->vertices, first);
    data_relate(data, finding, shared->primitives + 1, shared->count - 1, "attributes/POSITION");
}

/* Reports primitives of one mesh that share vertices, if uploading them with morph targets takes much more than they
 * need. first: index among the sharing primitives; named: number of distinct vertices of each. */
static void report_morphed(const struct shared *shared, size_t first, size_t count, const uint64_t *named)
{
    struct data *data = shared->data;
    double have = 0;
    double need = 0;
    for (size_t i = 0; i < count; i++) {
        double targets = (double)data->primitives->items[shared->primitives[first + i]].target_count * VERTEX;
        have += (double)shared->vertices * targets;
        need += (double)named[first + i] * targets;
    }
    if (count < 2 || have <= 2 * need || have - need <= WASTE_MIN) {
        return;
    }
    const struct primitive *of = &data->primitives->items[shared->primitives[first]];
    struct finding *finding = report(
        data->check->findings, MESSAGE_MESH_SHARED_VERTICES_MORPHED__DEFAULT, place_of(PLACE_MESH, of->mesh, 0, NULL),
        ARGUMENTS(the_mesh("mesh", data, of->mesh), COUNT("count", count), COUNT("vertices", shared->vertices),
                  COUNT("targets", of->target_count), NUMBER("have", have / 1e6, 3), NUMBER("need", need / 1e6, 3)));
    finding_measure(finding, "bytes", have);
    finding_measure(finding, "needed", need);
}

/* ---- */

static bool wants_marks(const struct shared *shared)
{
    const struct data *data = shared->data;
    bool morphs = shared->count > 1 && data->primitives->items[shared->primitives[0]].target_count > 0;
    return shared->vertices > UNUSED_MIN || morphs;
}

static void make_marks(struct shared *shared)
{
    struct arena *arena = shared->data->check->arena;
    if (!wants_marks(shared) || !sweep_charge(shared->data->sweep, shared->vertices * sizeof *shared->marks)) {
        return;
    }
    if (shared->count == 1) {
        shared->named = arena_array(arena, shared->vertices, sizeof *shared->named);
    } else {
        shared->marks = arena_array(arena, shared->vertices, sizeof *shared->marks);
    }
}

static void check_shared(struct shared *shared)
{
    struct data *data = shared->data;
    uint64_t *named = arena_array(data->check->arena, shared->count, sizeof *named);
    make_marks(shared);
    for (size_t i = 0; i < shared->count; i++) {
        size_t primitive = shared->primitives[i];
        const struct primitive *of = &data->primitives->items[primitive];
        struct triangles seen = {.indices = 0};
        bool indexed = of->indices != PRIMITIVES_NONE;
        shared->everything = shared->everything || !indexed;
        bool walks = of->mode != MODE_UNKNOWN && (!indexed || are_indices(data_accessor_to_walk(data, of->indices, 1)));
        bool faces = walks && hold_both(shared, of);
        walks = walks && triangle_walk(shared, primitive, (uint32_t)i + 1, faces, &seen);
        if (of->mode == MODE_UNKNOWN || (indexed && !check_indices(shared, primitive)) || !walks) {
            shared->unclear = true;
            continue;
        }
        named[i] = seen.named;
        report_triangles(shared, primitive, &seen, faces);
    }
    report_unused(shared);
    for (size_t i = 0, next; i < shared->count && shared->marks != NULL && !shared->unclear; i = next) {
        size_t mesh = data->primitives->items[shared->primitives[i]].mesh;
        for (next = i + 1; next < shared->count; next++) {
            if (data->primitives->items[shared->primitives[next]].mesh != mesh) {
                break;
            }
        }
        report_morphed(shared, i, next - i, named);
    }
    held_end(shared->normals);
    held_end(shared->positions);
    arena_discard(data->check->arena, shared->marks);
    arena_discard(data->check->arena, shared->named);
}

struct by_position {
    size_t accessor;
    size_t primitive;
};

/* Returns the number of vertices, which is known even if the positions aren't readable. */
static uint64_t vertices_of(const struct data *data, size_t accessor)
{
    const struct accessor *of =
        accessor < data->sweep->accessors->count ? accessors_get(data->sweep->accessors, accessor) : NULL;
    return of == NULL || of->status != ACCESSOR_READY ? 0 : of->base.count;
}

void data_check_triangles(struct data *data)
{
    size_t count = data->primitives->count;
    struct by_position *order = arena_array(data->check->arena, count, sizeof *order);
    size_t *primitives = arena_array(data->check->arena, count, sizeof *primitives);
    for (size_t i = 0; i < count; i++) {
        order[i] = (struct by_position){data->primitives->items[i].position, i};
    }
    sort_array(data->check->arena, order, count, sizeof *order, sort_by_two);
    for (size_t i = 0; i < count; i++) {
        primitives[i] = order[i].primitive;
    }
    struct held positions = {.room = 0};
    struct held normals = {.room = 0};
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && order[next].accessor == order[i].accessor; next++) {
        }
        struct shared shared = {.data = data, .primitives = primitives + i, .count = next - i};
        shared.positions = &positions;
        shared.normals = &normals;
        shared.vertices = vertices_of(data, order[i].accessor);
        if (shared.vertices > 0) {
            check_shared(&shared);
        }
    }
    arena_discard(data->check->arena, positions.at);
    arena_discard(data->check->arena, normals.at);
}
