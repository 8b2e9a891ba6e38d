/* Checks the triangles and unused vertices that result from indices. Primitives are grouped by shared positions,
 * which are held only once. */
#include <string.h>

#include "base/sort.h"
#include "checks/data/data.h"
#include "checks/data/inverted_parts.h"
#include "gltf/little.h"
#include "gltf/triples.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

struct held_positions {
    float *at;     /* in the arena, one float more than the vectors need, so that each can be read as four floats; NULL:
                      nothing is allocated */
    uint64_t room; /* capacity in vectors */
    bool holds;
    size_t accessor;
    uint64_t ready; /* vectors that have been read, from the first on */
};

/* Primitives that share their positions. */
struct shared_positions {
    struct data *data;
    const size_t *primitives;
    size_t count;
    uint64_t vertices;
    struct held_positions *positions;
    struct held_positions *normals;
    uint32_t *marks;      /* per vertex: 1 + index of the last primitive that uses it; NULL unless needed */
    unsigned char *named; /* for a primitive that shares its positions with no other: 1 for used vertices */
    bool unclear;         /* the vertices that some primitive uses are unknown */
    bool everything;      /* some primitive uses all vertices */
};

/* The counts of one primitive. */
struct triangles {
    uint64_t indices;
    uint64_t degenerate;
    uint64_t first;  /* first degenerate one */
    uint64_t facing; /* triangles with an area */
    uint64_t away;
    uint64_t first_away;
    float at_away[3]; /* a corner of that triangle */
    uint64_t named;   /* number of distinct vertices */
    /* for a further walk, which does nothing else: */
    struct inverted_parts *parts;
    bool joins; /* join the triangles of parts; otherwise add them */
};

enum {
    VECTOR = 12,           /* bytes */
    HELD_AT_A_TIME = 8192, /* vectors */
};

/* Whether vectors are stored in the file as in memory, so that they can be read on demand. */
static bool triangle_is_plain(const struct accessor *accessor)
{
    return accessor->sparse == 0 && accessor->base.buffer != SIZE_MAX && accessor->base.component == COMPONENT_FLOAT &&
           accessor->base.stride == VECTOR;
}

static void hold_all(struct held_positions *held, const struct accessor *accessor, struct sweep_walk *walk)
{
    struct sweep_window window;
    memset(held->at, 0, (size_t)accessor->base.count * VECTOR);
    while (sweep_next(walk, &window)) {
        float *to = held->at + window.first * 3;
        if (accessor->base.component == COMPONENT_FLOAT && window.stride == VECTOR) {
            little_floats(to, window.bytes, window.count * 3);
            continue;
        }
        for (size_t i = 0; i < window.count; i++) {
            double numbers[3];
            elements_decode(&accessor->base, window.bytes + i * window.stride, 1, numbers);
            for (size_t k = 0; k < 3; k++) {
                to[i * 3 + k] = (float)numbers[k];
            }
        }
    }
    held->ready = accessor->base.count;
}

/* Ends using the accessor. The memory is kept for the next one. */
static void held_end(struct held_positions *held)
{
    held->holds = false;
}

static void make_room(struct held_positions *held, struct arena *arena, uint64_t count)
{
    if (count > held->room) {
        arena_discard(arena, held->at);
        held->room =
            count > held->room * 2 ? count : held->room * 2; /* small blocks stay allocated, but only this many */
        held->at = arena_bare(arena, arena_bytes(arena, held->room + 1, VECTOR));
    }
}

/* Prepares the vectors of an accessor whose state is SWEEP_READ. Vectors of the same accessor are kept. Returns false
 * if the file has been read too often to read it again. */
static bool held_begin(struct held_positions *held, struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct sweep_walk walk;
    if (held->holds && held->accessor == index) {
        return true;
    }
    held->holds = sweep_begin(&walk, data->sweep, index, 0, 0);
    if (!held->holds) {
        return false;
    }
    make_room(held, data->check->arena, accessor->base.count);
    held->accessor = index;
    held->ready = 0;
    if (!triangle_is_plain(accessor)) {
        hold_all(held, accessor, &walk);
    }
    return true;
}

/* Reads until count vectors are available, at most as many as the accessor has. Unreadable vectors are 0. */
static void held_until(struct held_positions *held, struct data *data, uint64_t count)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, held->accessor);
    while (held->ready < count) {
        uint64_t left = accessor->base.count - held->ready;
        size_t size = (left < HELD_AT_A_TIME ? (size_t)left : HELD_AT_A_TIME) * VECTOR;
        unsigned char *to = (unsigned char *)(held->at + held->ready * 3);
        const unsigned char *bytes = buffers_bytes(data->sweep->accessors->buffers, accessor->base.buffer,
                                                   accessor->base.offset + held->ready * VECTOR, size, to);
        if (bytes == NULL) {
            memset(to, 0, size);
        } else if (!LITTLE_HERE || bytes != to) {
            little_floats((float *)(void *)to, bytes, size / sizeof(float));
        }
        held->ready += size / VECTOR;
    }
}

enum {
    CHUNK = 3072,       /* indices at a time, whole triangles */
    WINDOW = CHUNK * 8, /* maximum number of indices that are read at a time */
};

/*
 * Returns how far the normal of a triangle, according to its winding, points along the normals of its corners,
 * multiplied by areas. *flat is set if it has no area. Both implementations do the same steps, so that their results
 * are identical bits.
 */
#ifdef __SSE2__
static inline float facing_of(const float *const at[3], const float *const normal[3], bool *flat)
{
    enum { NEXT = 0xC9 /* y, z, x */, PREVIOUS = 0xD2 /* z, x, y */, THREE = 7 };
    __m128 a = _mm_loadu_ps(at[0]);
    __m128 u = _mm_sub_ps(_mm_loadu_ps(at[1]), a);
    __m128 v = _mm_sub_ps(_mm_loadu_ps(at[2]), a);
    __m128 m = _mm_add_ps(_mm_add_ps(_mm_loadu_ps(normal[0]), _mm_loadu_ps(normal[1])), _mm_loadu_ps(normal[2]));
    __m128 n = /* z, x, y */
        _mm_sub_ps(_mm_mul_ps(u, _mm_shuffle_ps(v, v, NEXT)), _mm_mul_ps(_mm_shuffle_ps(u, u, NEXT), v));
    __m128 along = _mm_mul_ps(n, _mm_shuffle_ps(m, m, PREVIOUS));
    *flat = (_mm_movemask_ps(_mm_cmpneq_ps(n, _mm_setzero_ps())) & THREE) == 0;
    __m128 x_and_y = _mm_add_ss(_mm_shuffle_ps(along, along, 1), _mm_shuffle_ps(along, along, 2));
    return _mm_cvtss_f32(_mm_add_ss(x_and_y, along));
}
#else
static inline float facing_of(const float *const at[3], const float *const normal[3], bool *flat)
{
    float u[3];
    float v[3];
    float m[3];
    for (size_t k = 0; k < 3; k++) {
        u[k] = at[1][k] - at[0][k];
        v[k] = at[2][k] - at[0][k];
        m[k] = normal[0][k] + normal[1][k] + normal[2][k];
    }
    float n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    *flat = n[0] == 0 && n[1] == 0 && n[2] == 0;
    return n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
}
#endif

/* Counts triangles that face away. end: the largest corner + 1. */
static void add_facing(struct shared_positions *shared, struct triangles *out, const uint32_t *corners, size_t count,
                       uint64_t end)
{
    held_until(shared->positions, shared->data, end);
    held_until(shared->normals, shared->data, end);
    const float *positions = shared->positions->at;
    const float *normals = shared->normals->at;
    for (size_t i = 0; i + 2 < count; i += 3) {
        size_t a = (size_t)corners[i] * 3;
        size_t b = (size_t)corners[i + 1] * 3;
        size_t c = (size_t)corners[i + 2] * 3;
        bool flat;
        float along = facing_of((const float *const[]){positions + a, positions + b, positions + c},
                                (const float *const[]){normals + a, normals + b, normals + c}, &flat);
        if (along < 0 && out->parts != NULL && out->joins) {
            inverted_parts_join(out->parts, corners + i);
        } else if (along < 0 && out->parts != NULL) {
            inverted_parts_add(out->parts, corners + i,
                               (const float *const[]){positions + a, positions + b, positions + c},
                               (const float *const[]){normals + a, normals + b, normals + c});
        }
        out->facing += !flat;
        if (along < 0 && out->away++ == 0) {
            out->first_away = (out->indices + i) / 3;
            memcpy(out->at_away, positions + a, sizeof out->at_away);
        }
    }
}

/* Returns the number of indices at the beginning that certainly belong to triangles with three different corners. */
static size_t surely_triangles(const uint32_t *corners, size_t count)
{
    size_t at = 0;
#ifdef __SSE2__
    const size_t step = (size_t)TRIPLES * 3;
    for (; at + step <= count; at += step) {
        __m128 rows[3];
        for (size_t i = 0; i < 3; i++) {
            rows[i] = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)(corners + at + i * TRIPLES)));
        }
        __m128 x;
        __m128 y;
        __m128 z;
        triples_part(rows, &x, &y, &z);
        __m128i a = _mm_castps_si128(x);
        __m128i b = _mm_castps_si128(y);
        __m128i c = _mm_castps_si128(z);
        __m128i same = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi32(a, b), _mm_cmpeq_epi32(b, c)), _mm_cmpeq_epi32(a, c));
        if (_mm_movemask_epi8(same) != 0) {
            break;
        }
    }
#else
    (void)corners;
    (void)count;
#endif
    return at;
}

static void add_degenerate(struct triangles *out, const uint32_t *corners, size_t count)
{
    for (size_t i = 0; i + 2 < count; i += 3) {
        i += surely_triangles(corners + i, count - i);
        if (i + 2 >= count) {
            return;
        }
        if (corners[i] == corners[i + 1] || corners[i + 1] == corners[i + 2] || corners[i] == corners[i + 2]) {
            out->first = out->degenerate++ == 0 ? (out->indices + i) / 3 : out->first;
        }
    }
}

static void add_marks(const struct shared_positions *shared, struct triangles *out, uint32_t mark,
                      const uint32_t *corners, size_t count)
{
    unsigned char *named = shared->named; /* a copy, because marks might alias *shared as far as the compiler knows */
    uint64_t distinct = 0;
    for (size_t i = 0; named != NULL && i < count; i++) {
        named[corners[i]] = 1;
    }
    for (size_t i = 0; shared->marks != NULL && i < count; i++) {
        distinct += shared->marks[corners[i]] != mark;
        shared->marks[corners[i]] = mark;
    }
    out->named += distinct;
}

/* Returns the largest of some indices of a window + 1. */
static uint64_t end_of(const struct elements *form, const struct sweep_window *window, size_t at, size_t count)
{
    struct sweep_window part = {window->bytes + at * window->stride, count, window->first + at, window->stride};
    double low = HUGE_VAL;
    double high = 0;
    bool infinite = false;
    sweep_bounds(form, &part, &low, &high, &infinite);
    return (uint64_t)high + 1;
}

/* Decodes up to CHUNK indices of a window from index at on; *decoded receives their number. Returns out, or the bytes
 * of the window if they have the right form. */
static const uint32_t *decode_indices(const struct elements *form, const struct sweep_window *window, size_t at,
                                      uint32_t *out, size_t *decoded)
{
    size_t stride = window->stride;
    const unsigned char *b = window->bytes + at * stride;
    size_t count = window->count - at < CHUNK ? window->count - at : CHUNK;
    *decoded = count;
    if (form->size == 1) {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = b[0];
        }
    } else if (form->size == 2) {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = (uint32_t)b[0] | (uint32_t)b[1] << 8;
        }
    } else if (LITTLE_HERE && stride == sizeof *out && (uintptr_t)b % _Alignof(uint32_t) == 0) {
        return (const uint32_t *)(const void *)b;
    } else {
        for (size_t i = 0; i < count; i++, b += stride) {
            out[i] = little32(b);
        }
    }
    return out;
}

static void add_chunk(struct shared_positions *shared, struct triangles *out, const struct primitive *primitive,
                      uint32_t mark, bool faces, const uint32_t *corners, size_t count, uint64_t end)
{
    if (primitive->mode == MODE_TRIANGLES && out->parts == NULL) {
        add_degenerate(out, corners, count);
    }
    if (faces) {
        add_facing(shared, out, corners, count, end);
    }
    if (out->parts == NULL) {
        add_marks(shared, out, mark, corners, count);
    }
    out->indices += count;
}

/* Walks the indices of a primitive, or its vertices if it has no indices. mark: 1 + its index among those that share;
 * faces: positions and normals are held. Returns false if that isn't possible, or if an index is invalid. */
static bool triangle_walk(struct shared_positions *shared, size_t primitive, uint32_t mark, bool faces,
                          struct triangles *out)
{
    struct data *data = shared->data;
    const struct primitive *of = &data->primitives->items[primitive];
    uint32_t corners[CHUNK];
    if (of->indices == PRIMITIVES_NONE) {
        if (!sweep_charge(data->sweep, shared->vertices)) {
            return false;
        }
        for (uint64_t at = 0; at < shared->vertices;) {
            size_t count = shared->vertices - at < CHUNK ? (size_t)(shared->vertices - at) : CHUNK;
            for (size_t i = 0; i < count; i++) {
                corners[i] = (uint32_t)(at + i);
            }
            at += count;
            add_chunk(shared, out, of, mark, faces, corners, count, at);
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
    while (sweep_next(&walk, &window)) {
        for (size_t at = 0, count; at < window.count; at += count) {
            arena_pulse(data->check->arena);
            const uint32_t *chunk = decode_indices(&indices->base, &window, at, corners, &count);
            uint64_t end = end_of(&indices->base, &window, at, count);
            if (end > shared->vertices) {
                return false;
            }
            add_chunk(shared, out, of, mark, faces, chunk, count, end);
        }
    }
    return out->indices == indices->base.count;
}

/* Counts the indices of an accessor that are limit or more; *first receives the first of them. */
static void triangle_count_bad(struct data *data, size_t index, double limit, size_t *count, uint64_t *first)
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
        size_t decoded;
        const uint32_t *indices = decode_indices(&accessor->base, &window, 0, corners, &decoded);
        for (size_t i = 0; i < decoded; i++) {
            if ((double)indices[i] >= limit) {
                *first = *count == 0 ? window.first + i : *first;
                ++*count;
            }
        }
    }
}

enum {
    ROOM_MAX = 12 << 20, /* maximum bytes of positions and normals that are held */
    TRIANGLES_MIN = 12,  /* fewer have no clear outside */
    UNUSED_MIN = 1000,   /* vertices */
    VERTEX = 12,         /* bytes of a displacement in a morph target */
    WASTE_MIN = 100000,  /* bytes */
};

#define UNUSED_SHARE 0.1
#define PARTS_LEAST 0.03 /* of the triangles of a mesh */
#define PERCENT_DIGITS 3

/* Holds positions and normals of a primitive, if both are usable. */
static bool hold_both(struct shared_positions *shared, const struct primitive *primitive)
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
static bool check_indices(const struct shared_positions *shared, size_t primitive)
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

static void report_triangles(const struct shared_positions *shared, size_t primitive, const struct triangles *seen,
                             bool faces)
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

/* Reports connected parts whose normals point inward, in a mesh most of which is right. */
static void check_parts(struct shared_positions *shared, size_t primitive, const struct triangles *seen)
{
    struct data *data = shared->data;
    if (seen->away < TRIANGLES_MIN || (double)seen->away < PARTS_LEAST * (double)seen->facing ||
        seen->away * 2 > seen->facing || !sweep_charge(data->sweep, shared->vertices * sizeof(uint32_t) * 6)) {
        return;
    }
    struct arena *room = arena_open(data->check->arena);
    const struct mesh *mesh = &data->primitives->meshes[data->primitives->items[primitive].mesh];
    held_until(shared->positions, data, shared->vertices);
    struct inverted_parts parts =
        inverted_parts_begin(room, shared->positions->at, (size_t)shared->vertices, data_diagonal(data, mesh));
    struct triangles join = {.parts = &parts, .joins = true};
    struct triangles add = {.parts = &parts};
    bool walked = triangle_walk(shared, primitive, 0, true, &join) && triangle_walk(shared, primitive, 0, true, &add);
    uint64_t count = walked ? inverted_parts_triangles(&parts) : 0;
    arena_close(room);
    if ((double)count < PARTS_LEAST * (double)seen->facing) {
        return;
    }
    struct finding *finding =
        report(data->check->findings, MESSAGE_MESH_WINDING_INVERTED__PART, data_place(data, primitive, NULL),
               ARGUMENTS(the_part("part", data, primitive), COUNT("count", count), COUNT("total", seen->facing),
                         PERCENT("share", 100.0 * (double)count / (double)seen->facing, PERCENT_DIGITS)));
    data_measure(finding, count, seen->facing, seen->first_away);
    data_locate(data, finding, data->primitives->items[primitive].mesh,
                (struct vec3){seen->at_away[0], seen->at_away[1], seen->at_away[2]});
}

/* ---- unused vertices ---- */

static void report_unused(const struct shared_positions *shared)
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
static void report_morphed(const struct shared_positions *shared, size_t first, size_t count, const uint64_t *named)
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

static bool wants_marks(const struct shared_positions *shared)
{
    const struct data *data = shared->data;
    bool morphs = shared->count > 1 && data->primitives->items[shared->primitives[0]].target_count > 0;
    return shared->vertices > UNUSED_MIN || morphs;
}

static void make_marks(struct shared_positions *shared)
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

static void check_shared(struct shared_positions *shared)
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
        if (faces) {
            check_parts(shared, primitive, &seen);
        }
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
    struct held_positions positions = {.room = 0};
    struct held_positions normals = {.room = 0};
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && order[next].accessor == order[i].accessor; next++) {
        }
        struct shared_positions shared = {.data = data, .primitives = primitives + i, .count = next - i};
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
