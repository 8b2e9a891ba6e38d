/*
 * What indices make of vertices: triangles, which face somewhere, and vertices that no index names. Primitives go by
 * the positions that they share, so that these are held once.
 */
#include <string.h>

#include "base/sort.h"
#include "checks/data/data.h"
#include "checks/data/held.h"
#include "gltf/little.h"

enum {
    CHUNK = 3072,        /* indices at a time: whole triangles */
    WINDOW = CHUNK * 8,  /* indices that are read at a time, at most */
    ROOM_MAX = 12 << 20, /* bytes of positions and normals that are held */
    TRIANGLES_MIN = 12,  /* fewer have no outside to speak of */
    UNUSED_MIN = 1000,   /* vertices */
    VERTEX = 12,         /* bytes of a morph target's displacement */
    WASTE_MIN = 100000,  /* bytes */
};

#define UNUSED_SHARE 0.1
#define PERCENT_DIGITS 3

/* Primitives that share their positions, while they are looked at. */
struct shared {
    struct data *data;
    const size_t *primitives;
    size_t count;
    const struct accessor *accessor; /* of the positions; NULL where they can't be used */
    uint64_t vertices;
    struct held positions;
    struct held normals;
    uint32_t *marks; /* per vertex: 1 + the place of the primitive that named it last; NULL unless wanted */
    bool unclear;    /* some primitive names vertices that can't be known */
    bool everything; /* some primitive takes all */
};

/* What passes by of one primitive. */
struct triangles {
    uint64_t indices;
    uint64_t degenerate;
    uint64_t first;  /* degenerate one */
    uint64_t facing; /* triangles with an area */
    uint64_t away;
    uint64_t first_away;
    float at_away[3]; /* a corner of it */
    uint64_t named;   /* distinct vertices */
    uint64_t in_all;  /* triangles that there are */
};

/* Positions and normals of a primitive, if both can be held. */
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
    return held_begin(&shared->positions, data, primitive->position) &&
           held_begin(&shared->normals, data, primitive->normal);
}

/* ---- triangles ---- */

/* When half of all triangles face as their normals do, most of them can't face away: the rest needn't be looked at. */
static bool is_clear(const struct triangles *seen)
{
    return (seen->facing - seen->away) * 2 >= seen->in_all;
}

static uint32_t largest(const uint32_t *corners, size_t count)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        most = corners[i] > most ? corners[i] : most;
    }
    return most;
}

static void add_facing(struct shared *shared, struct triangles *out, const uint32_t *corners, size_t count)
{
    uint64_t end = (uint64_t)largest(corners, count) + 1;
    held_until(&shared->positions, shared->data, end);
    held_until(&shared->normals, shared->data, end);
    for (size_t i = 0; i + 2 < count; i += 3) {
        const float *a = shared->positions.at + (size_t)corners[i] * 3;
        const float *b = shared->positions.at + (size_t)corners[i + 1] * 3;
        const float *c = shared->positions.at + (size_t)corners[i + 2] * 3;
        const float *na = shared->normals.at + (size_t)corners[i] * 3;
        const float *nb = shared->normals.at + (size_t)corners[i + 1] * 3;
        const float *nc = shared->normals.at + (size_t)corners[i + 2] * 3;
        float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        float along = n[0] * (na[0] + nb[0] + nc[0]) + n[1] * (na[1] + nb[1] + nc[1]) + n[2] * (na[2] + nb[2] + nc[2]);
        bool away = along < 0;
        out->facing += n[0] != 0 || n[1] != 0 || n[2] != 0;
        if (away && out->away == 0) {
            out->first_away = (out->indices + i) / 3;
            memcpy(out->at_away, a, sizeof out->at_away);
        }
        out->away += away;
    }
}

static void add_degenerate(struct triangles *out, const uint32_t *corners, size_t count)
{
    uint64_t bad = 0;
    for (size_t i = 0; i + 2 < count; i += 3) {
        bad += (corners[i] == corners[i + 1]) | (corners[i + 1] == corners[i + 2]) | (corners[i] == corners[i + 2]);
    }
    if (bad > 0 && out->degenerate == 0) {
        size_t i = 0;
        while (corners[i] != corners[i + 1] && corners[i + 1] != corners[i + 2] && corners[i] != corners[i + 2]) {
            i += 3;
        }
        out->first = (out->indices + i) / 3;
    }
    out->degenerate += bad;
}

static void add_marks(const struct shared *shared, struct triangles *out, uint32_t mark, const uint32_t *corners,
                      size_t count)
{
    uint64_t named = 0;
    if (shared->count == 1) { /* nobody asks how many */
        for (size_t i = 0; i < count; i++) {
            shared->marks[corners[i]] = mark;
        }
        return;
    }
    for (size_t i = 0; i < count; i++) {
        named += shared->marks[corners[i]] != mark;
        shared->marks[corners[i]] = mark;
    }
    out->named += named;
}

/* Up to CHUNK indices of a window, from the one at on. Returns how many. */
static size_t decode_indices(const struct elements *form, const struct sweep_window *window, size_t at, uint32_t *out)
{
    size_t stride = window->stride;
    const unsigned char *b = window->bytes + at * stride;
    size_t count = window->count - at < CHUNK ? window->count - at : CHUNK;
    if (form->size == 1) {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = b[0];
        }
    } else if (form->size == 2) {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8;
        }
    } else if (LITTLE_HERE && stride == sizeof *out) {
        memcpy(out, b, count * sizeof *out);
    } else {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        }
    }
    return count;
}

static void add_chunk(struct shared *shared, struct triangles *out, const struct primitive *primitive, uint32_t mark,
                      bool faces, const uint32_t *corners, size_t count)
{
    if (primitive->mode == MODE_TRIANGLES) {
        add_degenerate(out, corners, count);
    }
    if (faces && !is_clear(out)) {
        add_facing(shared, out, corners, count);
    }
    if (shared->marks != NULL) {
        add_marks(shared, out, mark, corners, count);
    }
    out->indices += count;
}

/* Walks the indices of a primitive, or its vertices where it has none. False when that couldn't be done. */
static bool walk_primitive(struct shared *shared, size_t primitive, uint32_t mark, bool faces, struct triangles *out)
{
    struct data *data = shared->data;
    const struct primitive *of = &data->primitives->items[primitive];
    uint32_t corners[CHUNK];
    if (of->indices == PRIMITIVES_NONE) {
        if (!sweep_charge(data->sweep, shared->vertices)) {
            return false;
        }
        out->in_all = shared->vertices / 3;
        for (uint64_t at = 0; at < shared->vertices;) {
            size_t count = shared->vertices - at < CHUNK ? (size_t)(shared->vertices - at) : CHUNK;
            for (size_t i = 0; i < count; i++) {
                corners[i] = (uint32_t)(at + i);
            }
            add_chunk(shared, out, of, mark, faces, corners, count);
            at += count;
        }
        return true;
    }
    struct sweep_walk walk;
    struct sweep_window window;
    const struct accessor *indices = accessors_get(data->sweep->accessors, of->indices);
    if (!sweep_begin(&walk, data->sweep, of->indices, 1, WINDOW)) {
        return false;
    }
    walk.limit -= walk.limit % 3;
    out->in_all = indices->base.count / 3;
    while (sweep_next(&walk, &window)) {
        for (size_t at = 0, count; at < window.count; at += count) {
            arena_pulse(data->check->arena);
            count = decode_indices(&indices->base, &window, at, corners);
            if (largest(corners, count) >= shared->vertices) {
                return false; /* the file has changed since its indices were judged */
            }
            add_chunk(shared, out, of, mark, faces, corners, count);
        }
    }
    return out->indices == indices->base.count;
}

/* ---- indices ---- */

/* Counts indices from limit on. */
static void count_bad(struct data *data, size_t index, double limit, size_t *count, uint64_t *first)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct sweep_walk walk;
    struct sweep_window window;
    uint32_t corners[CHUNK];
    *count = 0;
    *first = 0;
    if (!sweep_begin(&walk, data->sweep, index, 1, CHUNK)) {
        return;
    }
    while (sweep_next(&walk, &window)) {
        decode_indices(&accessor->base, &window, 0, corners);
        for (size_t i = 0; i < window.count; i++) {
            if ((double)corners[i] >= limit) {
                *first = *count == 0 ? window.first + i : *first;
                ++*count;
            }
        }
    }
}

/* Whether the indices of a primitive lead to vertices; what doesn't is reported. */
static bool check_indices(const struct shared *shared, size_t primitive)
{
    struct data *data = shared->data;
    const struct primitive *of = &data->primitives->items[primitive];
    const struct accessor *indices = data_accessor(data, of->indices, 1);
    if (indices == NULL || indices->base.normalized ||
        (indices->base.component != COMPONENT_UBYTE && indices->base.component != COMPONENT_USHORT &&
         indices->base.component != COMPONENT_UINT)) {
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
    count_bad(data, of->indices, limit, &count, &first);
    struct place place = data_place(data, primitive, "indices");
    struct argument part = the_part("part", data, primitive);
    struct argument number = COUNT("count", count);
    struct argument total = COUNT("total", indices->base.count);
    struct argument at = COUNT("first", first);
    struct argument worst = COUNT("index", (uint64_t)most);
    struct finding *finding =
        is_restart ? report(data->check->findings, MESSAGE_MESH_PRIMITIVE_RESTART__DEFAULT, place,
                            ARGUMENTS(part, number, total, at, worst))
                   : report(data->check->findings, MESSAGE_MESH_INDEX_OUT_OF_RANGE__DEFAULT, place,
                            ARGUMENTS(part, number, total, at, worst, COUNT("vertices", shared->vertices)));
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
    size_t triangles = (size_t)(seen->indices / 3);
    if (seen->degenerate > 0) {
        struct finding *finding =
            report(data->check->findings, MESSAGE_MESH_DEGENERATE_TRIANGLES__DEFAULT,
                   data_place(data, primitive,
                              data->primitives->items[primitive].indices == PRIMITIVES_NONE ? NULL : "indices"),
                   ARGUMENTS(part, COUNT("count", seen->degenerate), COUNT("total", triangles),
                             PERCENT("share", 100.0 * (double)seen->degenerate / (double)triangles, PERCENT_DIGITS)));
        data_measure(finding, (size_t)seen->degenerate, triangles, seen->first);
    }
    if (faces && seen->facing >= TRIANGLES_MIN && seen->away * 2 > seen->facing) {
        struct finding *finding =
            report(data->check->findings, MESSAGE_MESH_WINDING_INVERTED__DEFAULT, data_place(data, primitive, NULL),
                   ARGUMENTS(part, COUNT("count", seen->away), COUNT("total", seen->facing),
                             PERCENT("share", 100.0 * (double)seen->away / (double)seen->facing, PERCENT_DIGITS)));
        data_measure(finding, (size_t)seen->away, seen->facing, seen->first_away);
        data_locate(data, finding, data->primitives->items[primitive].mesh,
                    (struct vec3){seen->at_away[0], seen->at_away[1], seen->at_away[2]});
    }
}

/* ---- vertices for nothing ---- */

static void report_unused(const struct shared *shared)
{
    struct data *data = shared->data;
    size_t unused = 0;
    uint64_t first = 0;
    if (shared->marks == NULL || shared->unclear || shared->everything || shared->vertices <= UNUSED_MIN) {
        return;
    }
    for (uint64_t i = 0; i < shared->vertices; i++) {
        first = shared->marks[i] == 0 && unused == 0 ? i : first;
        unused += shared->marks[i] == 0;
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

/* Of primitives of one mesh, the place of the first among those that share; uploads and what they need. */
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

static void check_shared(struct shared *shared)
{
    struct data *data = shared->data;
    uint64_t *named = arena_array(data->check->arena, shared->count, sizeof *named);
    if (wants_marks(shared) && sweep_charge(data->sweep, shared->vertices * sizeof *shared->marks)) {
        shared->marks = arena_array(data->check->arena, (size_t)shared->vertices, sizeof *shared->marks);
    }
    for (size_t i = 0; i < shared->count; i++) {
        size_t primitive = shared->primitives[i];
        const struct primitive *of = &data->primitives->items[primitive];
        struct triangles seen = {.indices = 0};
        bool indexed = of->indices != PRIMITIVES_NONE;
        shared->everything = shared->everything || !indexed;
        if (of->mode == MODE_UNKNOWN || (indexed && !check_indices(shared, primitive))) {
            shared->unclear = true;
            continue;
        }
        bool faces = hold_both(shared, of);
        if (!walk_primitive(shared, primitive, (uint32_t)i + 1, faces, &seen)) {
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
    held_release(&shared->normals, data);
    held_release(&shared->positions, data);
    arena_discard(data->check->arena, shared->marks);
}

struct by_position {
    size_t accessor;
    size_t primitive;
};

static int compare_positions(const void *left, const void *right)
{
    const struct by_position *a = left;
    const struct by_position *b = right;
    return sort_then(sort_order(a->accessor, b->accessor), a->primitive, b->primitive);
}

/* The vertices of positions that nobody could read are known by their number alone. */
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
    sort_array(data->check->arena, order, count, sizeof *order, compare_positions);
    for (size_t i = 0; i < count; i++) {
        primitives[i] = order[i].primitive;
    }
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && order[next].accessor == order[i].accessor; next++) {
        }
        struct shared shared = {.data = data, .primitives = primitives + i, .count = next - i};
        shared.vertices = vertices_of(data, order[i].accessor);
        if (shared.vertices > 0) {
            check_shared(&shared);
        }
    }
}
