/* Reports mistakes in joints and weights, once for all primitives that share their sets. */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "checks/data/data.h"
#include "gltf/little.h"
#include "ids/messages_mesh.h"
#include "ids/rules.h"

enum { SETS_MAX = 4 /* sets per vertex; no file has more */ };

#define WEIGHTS_OFF_ERROR 0.01

/* Vertices with the same mistake. */
struct weight_fault {
    size_t count;
    uint64_t first;
    double worst;
    size_t set; /* of the first one */
};

/* The mistakes in the vertices of one primitive. */
struct weight_faults {
    struct weight_fault range; /* worst: the largest invalid joint */
    bool is_followed;          /* an invalid joint has a weight */
    struct weight_fault twice;
    struct weight_fault negative;
    struct weight_fault zero;
    struct weight_fault sums; /* worst: the sum farthest from 1 */
    double off;               /* deviation of the worst sum */
    size_t errors;            /* number of sums that deviate by an error's limit */
    size_t warnings;
    struct weight_fault idle;   /* joints other than 0 with weight 0 */
    struct weight_fault beyond; /* weights in later sets */
    struct weight_fault outside;
};

/* The vertices of a primitive with one skin. */
struct pairs {
    const struct data *data;
    size_t primitive;
    size_t set_count;
    const struct accessor *joints[SETS_MAX];
    const struct accessor *weights[SETS_MAX];
    size_t bound;            /* number of joints of the smallest skin that is used with the mesh */
    unsigned char *weighted; /* of the skin; NULL if there is none */
    const bool *outside;
    const size_t *nodes; /* of the joints of the skin */
    size_t skin_count;   /* number of joints of the skin */
    bool marks_only;     /* for further skins: only mark the joints that are followed */
    struct weight_faults faults;
};

/* Reads joints and weights of vertices together: all sets of a vertex, for all rules at once. */

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    BLOCK = 128, /* vertices at a time */
    FEW = 8,     /* vertices at a time if the next ones are probably valid */
};

#define OFF_WARNING 1e-4
#define OFF_INFO 2e-7 /* times the number of weights other than 0 */
#define HALF 0.5

/* The decoded data of a block: up to SETS_MAX sets of four. */
struct block {
    uint32_t joints[BLOCK][SETS_MAX * 4];
    float weights[BLOCK][SETS_MAX * 4];
    uint32_t stored[BLOCK]; /* sums of the stored integers of the first set */
};

/* The windows of all sets, with the same number of vertices. */
struct pair_walks {
    struct sweep_walk walks[SETS_MAX * 2]; /* joints, weights, joints ... */
    struct sweep_window windows[SETS_MAX * 2];
    size_t count;
};

/* Memory for a walk, which may be reused. */
struct pair_walk {
    struct block block;
    struct pair_walks all;
};

/* ---- one vertex ---- */

static void add_vertex_fault(struct weight_fault *fault, uint64_t vertex, size_t set)
{
    if (fault->count++ == 0) {
        fault->first = vertex;
        fault->set = set;
    }
}

/* Checks the sum of a vertex's weights. Sums of integers must be exact; those of floats may be rounded. */
static void judge_sum(struct pairs *pairs, float sum, size_t used, uint32_t stored, uint64_t vertex)
{
    const struct accessor *first = pairs->weights[0];
    struct weight_faults *faults = &pairs->faults;
    double off = fabs((double)sum - 1);
    bool integers = first->base.component != COMPONENT_FLOAT;
    if (integers && pairs->set_count == 1) {
        uint32_t whole = first->base.size == 4 ? 255 : 65535;
        if (stored == whole) {
            return;
        }
        faults->errors++;
        off = fabs((double)stored - whole) / whole;
    } else if (off <= OFF_INFO * (double)(used > 0 ? used : 1)) {
        return;
    } else {
        /* several sets of integers are compared as floats, because they are read as floats */
        faults->errors += off > WEIGHTS_OFF_ERROR;
        faults->warnings += off > OFF_WARNING && off <= WEIGHTS_OFF_ERROR;
        if (integers && off <= OFF_WARNING) {
            return;
        }
    }
    add_vertex_fault(&faults->sums, vertex, 0);
    if (off > faults->off || faults->sums.count == 1) {
        faults->off = off;
        faults->sums.worst = sum;
    }
}

/* Whether a joint occurs twice with weight; *set receives the set of the second one. */
static bool joint_twice(const uint32_t *joints, const float *weights, size_t count, size_t *set)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (joints[i] == joints[k] && weights[i] != 0 && weights[k] != 0) {
                *set = i / 4;
                return true;
            }
        }
    }
    return false;
}

/* Checks a vertex that isn't plain. */
static void judge_vertex(struct pairs *pairs, const uint32_t *joints, const float *weights, uint32_t stored,
                         uint64_t vertex)
{
    struct weight_faults *faults = &pairs->faults;
    size_t count = pairs->set_count * 4;
    size_t used = 0;
    size_t range = SIZE_MAX;
    size_t negative = SIZE_MAX;
    size_t idle = SIZE_MAX;
    size_t twice = 0;
    float sum = 0;
    float beyond = 0;
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        sum += weights[i];
        used += weights[i] != 0;
        beyond += i >= 4 ? fabsf(weights[i]) : 0;
        range = joints[i] >= pairs->bound && range == SIZE_MAX ? i / 4 : range;
        faults->is_followed = faults->is_followed || (joints[i] >= pairs->bound && weights[i] != 0);
        faults->range.worst =
            joints[i] >= pairs->bound && joints[i] > faults->range.worst ? joints[i] : faults->range.worst;
        negative = weights[i] < 0 && negative == SIZE_MAX ? i / 4 : negative;
        worst = weights[i] < worst ? (double)weights[i] : worst;
        idle = weights[i] == 0 && joints[i] != 0 && joints[i] < pairs->bound && idle == SIZE_MAX ? i / 4 : idle;
    }
    if (idle != SIZE_MAX) {
        add_vertex_fault(&faults->idle, vertex, idle);
    }
    if (beyond > 0) {
        add_vertex_fault(&faults->beyond, vertex, 1);
    }
    if (range != SIZE_MAX) {
        add_vertex_fault(&faults->range, vertex, range);
    }
    if (negative != SIZE_MAX) {
        add_vertex_fault(&faults->negative, vertex, negative);
        faults->negative.worst = worst < faults->negative.worst ? worst : faults->negative.worst;
    }
    bool doubled = joint_twice(joints, weights, count, &twice);
    if (doubled) {
        add_vertex_fault(&faults->twice, vertex, twice);
    }
    if (negative != SIZE_MAX || doubled) {
        return;
    }
    if (used == 0) {
        add_vertex_fault(&faults->zero, vertex, 0);
    } else {
        judge_sum(pairs, sum, used, stored, vertex);
    }
}

/* Whether most of a vertex's weight is on joints that don't move with the body. */
static bool follows_outside(const struct pairs *pairs, const uint32_t *joints, const float *weights)
{
    float sum = 0;
    float outside = 0;
    for (size_t i = 0; i < pairs->set_count * 4; i++) {
        sum += weights[i];
        outside += joints[i] < pairs->skin_count && pairs->outside[joints[i]] ? weights[i] : 0;
    }
    return outside > (float)HALF * sum;
}

/* ---- plain vertices ---- */

/*
 * Whether only the sum of a vertex's weights can be wrong. Nearly all vertices are so: one set, joints and weights
 * within their bounds, joint 0 for weight 0, and no joint twice. follows receives its joints; for weights of 0
 * `nobody` and the entries after it.
 */
#ifdef __SSE2__
static inline bool is_plain(const unsigned char *j, bool is_byte, const unsigned char *w, uint32_t bound,
                            uint32_t nobody, uint32_t *follows)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i shorts;
    if (is_byte) {
        int bytes;
        memcpy(&bytes, j, sizeof bytes);
        shorts = _mm_unpacklo_epi8(_mm_cvtsi32_si128(bytes), zero);
    } else {
        shorts = _mm_loadl_epi64((const __m128i *)(const void *)j);
    }
    __m128i joints = _mm_unpacklo_epi16(shorts, zero);
    __m128 weights = _mm_loadu_ps((const float *)(const void *)w);
    __m128i none = _mm_castps_si128(_mm_cmpeq_ps(weights, _mm_setzero_ps()));
    __m128i bad = _mm_castps_si128(_mm_cmpnge_ps(weights, _mm_setzero_ps()));
    bad = _mm_or_si128(bad, _mm_cmpgt_epi32(joints, _mm_set1_epi32((int)bound - 1)));
    bad = _mm_or_si128(bad, _mm_andnot_si128(_mm_cmpeq_epi32(joints, zero), none));
    __m128i others = _mm_add_epi32(_mm_set1_epi32((int)nobody), _mm_setr_epi32(0, 1, 2, 3));
    __m128i kept = _mm_or_si128(_mm_and_si128(none, others), _mm_andnot_si128(none, joints));
    /* each against the next and the one after that, so all pairs are compared */
    bad = _mm_or_si128(bad, _mm_cmpeq_epi32(kept, _mm_shuffle_epi32(kept, 0x39)));
    bad = _mm_or_si128(bad, _mm_cmpeq_epi32(kept, _mm_shuffle_epi32(kept, 0x4E)));
    _mm_storeu_si128((__m128i *)(void *)follows, kept);
    return _mm_movemask_epi8(bad) == 0;
}
#else
static inline bool is_plain(const unsigned char *j, bool is_byte, const unsigned char *w, uint32_t bound,
                            uint32_t nobody, uint32_t *follows)
{
    float weights[4];
    bool plain = true;
    little_floats(weights, w, 4);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t joint = is_byte ? j[i] : (uint32_t)j[2 * i] | (uint32_t)j[2 * i + 1] << 8;
        follows[i] = weights[i] == 0 ? nobody + i : joint;
        plain = plain && joint < bound && weights[i] >= 0 && (weights[i] != 0 || joint == 0);
        for (uint32_t k = 0; k < i; k++) {
            plain = plain && follows[i] != follows[k];
        }
    }
    return plain;
}
#endif

/* Skips plain vertices of two windows, and marks the joints that they follow. Returns the index of the first other
 * one. */
static size_t pass_plain(const struct pairs *pairs, const struct sweep_window *joints,
                         const struct sweep_window *weights, size_t at)
{
    /* local copies, because writing through weighted might change *pairs as far as the compiler knows */
    bool is_byte = pairs->joints[0]->base.component == COMPONENT_UBYTE;
    uint32_t bound = (uint32_t)pairs->bound;
    uint32_t nobody = (uint32_t)(pairs->weighted == NULL ? pairs->bound : pairs->skin_count);
    unsigned char *weighted = pairs->weighted;
    size_t count = joints->count;
    const unsigned char *j = joints->bytes + at * joints->stride;
    const unsigned char *w = weights->bytes + at * weights->stride;
    for (; at < count; at++, j += joints->stride, w += weights->stride) {
        uint32_t follows[4];
        float of[4];
        little_floats(of, w, 4);
        float off = of[0] + of[1] + of[2] + of[3] - 1;
        if (!is_plain(j, is_byte, w, bound, nobody, follows) || !(fabsf(off) <= (float)OFF_INFO)) {
            break;
        }
        for (size_t i = 0; weighted != NULL && i < 4; i++) {
            weighted[follows[i]] = 1;
        }
    }
    return at;
}

/* ---- one block ---- */

/* Marks the joints that a vertex follows. For other joints a spare entry is marked. */
static inline void mark_weighted_joints(const struct pairs *pairs, const uint32_t *joints, const float *weights)
{
    for (size_t i = 0; i < pairs->set_count * 4; i++) {
        bool follows = weights[i] != 0 && isfinite(weights[i]) && joints[i] < pairs->skin_count;
        size_t at = follows ? joints[i] : pairs->skin_count;
        pairs->weighted[at] = 1;
    }
}

static void judge_block(struct pairs *pairs, const struct block *block, size_t count, uint64_t first)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t *joints = block->joints[i];
        const float *weights = block->weights[i];
        if (pairs->weighted != NULL) {
            mark_weighted_joints(pairs, joints, weights);
        }
        if (pairs->outside != NULL && follows_outside(pairs, joints, weights)) {
            add_vertex_fault(&pairs->faults.outside, first + i, 0);
        }
        if (!pairs->marks_only) {
            judge_vertex(pairs, joints, weights, block->stored[i], first + i);
        }
    }
}

static void decode_joints(const struct sweep_window *window, const struct elements *form, struct block *block,
                          size_t set)
{
    const unsigned char *b = window->bytes;
    bool is_byte = form->component == COMPONENT_UBYTE;
    for (size_t i = 0; i < window->count && is_byte; i++, b += window->stride) {
        uint32_t *out = block->joints[i] + set * 4;
        for (size_t k = 0; k < 4; k++) {
            out[k] = b[k];
        }
    }
    for (size_t i = 0; i < window->count && !is_byte; i++, b += window->stride) {
        uint32_t *out = block->joints[i] + set * 4;
        for (size_t k = 0; k < 4; k++) {
            out[k] = (uint32_t)b[2 * k] | (uint32_t)b[2 * k + 1] << 8;
        }
    }
}

static void decode_floats(const struct sweep_window *window, struct block *block, size_t set)
{
    const unsigned char *b = window->bytes;
    for (size_t i = 0; i < window->count; i++, b += window->stride) {
        little_floats(block->weights[i] + set * 4, b, 4);
    }
}

static void decode_weights(const struct sweep_window *window, const struct elements *form, struct block *block,
                           size_t set)
{
    struct elements one = *form;
    if (form->component == COMPONENT_FLOAT) {
        decode_floats(window, block, set);
        return;
    }
    one.stride = window->stride;
    one.normalized = false;
    for (size_t i = 0; i < window->count; i++) {
        float *out = block->weights[i] + set * 4;
        uint32_t sum = 0;
        double numbers[4];
        elements_decode(&one, window->bytes + i * window->stride, 1, numbers);
        for (size_t k = 0; k < 4; k++) {
            sum += (uint32_t)numbers[k];
            out[k] = (float)numbers[k] / (form->component == COMPONENT_UBYTE ? 255.0F : 65535.0F);
        }
        block->stored[i] = set == 0 ? sum : block->stored[i] + sum;
    }
}

static bool begin_walks(struct pairs *pairs, struct pair_walks *all)
{
    struct sweep *sweep = pairs->data->sweep;
    const struct primitive *of = &pairs->data->primitives->items[pairs->primitive];
    all->count = pairs->set_count * 2;
    size_t room = (size_t)SWEEP_WINDOW * 2 / all->count;
    size_t limit = SIZE_MAX;
    for (size_t i = 0; i < all->count; i++) {
        struct sweep_walk *walk = &all->walks[i];
        size_t accessor = i % 2 == 0 ? of->sets[i / 2].joints : of->sets[i / 2].weights;
        if (!sweep_begin(walk, sweep, accessor, i % 2, 0)) {
            return false;
        }
        size_t most = sweep_room(walk, sweep->window + i * room, room);
        limit = most < limit ? most : limit;
    }
    for (size_t i = 0; i < all->count; i++) {
        all->walks[i].limit = limit;
    }
    return true;
}

static struct sweep_window part_of(const struct sweep_window *window, size_t at, size_t count)
{
    return (struct sweep_window){window->bytes + at * window->stride, count, window->first + at, window->stride};
}

static struct pair_walk *pair_walk_new(struct arena *arena)
{
    return arena_bare(arena, sizeof(struct pair_walk));
}

/* Checks all vertices, and marks the joints that they follow; returns false if their bytes are unavailable. */
static bool pair_walk(struct pair_walk *walk, struct pairs *pairs)
{
    struct block *block = &walk->block;
    struct pair_walks *all = &walk->all;
    bool can_be_plain =
        pairs->weights[0]->base.component == COMPONENT_FLOAT && pairs->set_count == 1 && pairs->outside == NULL;
    if (!begin_walks(pairs, all)) {
        return false;
    }
    while (sweep_next(&all->walks[0], &all->windows[0])) {
        arena_pulse(pairs->data->check->arena);
        for (size_t i = 1; i < all->count; i++) {
            if (!sweep_next(&all->walks[i], &all->windows[i])) {
                return false;
            }
        }
        size_t vertices = all->windows[0].count;
        for (size_t at = 0, count; at < vertices; at += count) {
            at = can_be_plain ? pass_plain(pairs, &all->windows[0], &all->windows[1], at) : at;
            size_t most = can_be_plain ? FEW : BLOCK;
            count = vertices - at < most ? vertices - at : most;
            for (size_t s = 0; s < pairs->set_count; s++) {
                struct sweep_window joints = part_of(&all->windows[s * 2], at, count);
                struct sweep_window weights = part_of(&all->windows[s * 2 + 1], at, count);
                decode_joints(&joints, &pairs->joints[s]->base, block, s);
                decode_weights(&weights, &pairs->weights[s]->base, block, s);
            }
            judge_block(pairs, block, count, all->windows[0].first + at);
        }
    }
    return all->walks[0].at == pairs->joints[0]->base.count;
}

enum { JOINTS_MAX = 65536 };

#define WEIGHTS_DIGITS 6

/* ---- reports ---- */

struct sharing {
    const size_t *others;
    size_t count;
};

static const char *member_of(const struct pairs *pairs, const char *semantic, size_t set)
{
    return arena_printf(pairs->data->check->arena, "attributes/%s_%zu", semantic, set);
}

static void finish_weight_finding(const struct pairs *pairs, const struct sharing *sharing, struct finding *finding,
                                  const struct weight_fault *fault, const char *member)
{
    data_measure(finding, fault->count, pairs->joints[0]->base.count, fault->first);
    data_relate(pairs->data, finding, sharing->others, sharing->count, member);
}

/* Reports a mistake with a message that has the part, the number of affected vertices, the number of all, and the
 * first one. */
static struct finding *report_pair(const struct pairs *pairs, const struct sharing *sharing, enum message message,
                                   const struct weight_fault *fault, const char *semantic, struct argument own)
{
    const struct data *data = pairs->data;
    const char *member = semantic == NULL ? NULL : member_of(pairs, semantic, fault->set);
    struct finding *finding =
        report(data->check->findings, message, data_place(data, pairs->primitive, member),
               ARGUMENTS(the_part("part", data, pairs->primitive), COUNT("count", fault->count),
                         COUNT("total", pairs->joints[0]->base.count), COUNT("first", fault->first), own));
    finish_weight_finding(pairs, sharing, finding, fault, member);
    return finding;
}

static void report_sums(const struct pairs *pairs, const struct sharing *sharing)
{
    const struct weight_faults *faults = &pairs->faults;
    enum vrmlint_severity severity = faults->errors > 0     ? VRMLINT_ERROR
                                     : faults->warnings > 0 ? VRMLINT_WARNING
                                                            : VRMLINT_INFO;
    if (faults->zero.count > 0) {
        struct finding *finding =
            report_pair(pairs, sharing, MESSAGE_SKIN_WEIGHTS_ZERO__DEFAULT, &faults->zero, "WEIGHTS", argument_end());
        finding_measure(finding, "not_normalised", (double)faults->sums.count);
        return;
    }
    if (faults->sums.count > 0) {
        struct finding *finding =
            report_pair(pairs, sharing, MESSAGE_SKIN_WEIGHTS_NOT_NORMALISED__DEFAULT, &faults->sums, "WEIGHTS",
                        argument_number("worst", faults->sums.worst, 1, UNIT_NONE, WEIGHTS_DIGITS));
        finding_severity(finding, severity);
        finding_measure(finding, "worst", faults->sums.worst);
        finding_measure(finding, "limit", WEIGHTS_OFF_ERROR);
    }
}

/* Reports vertices that follow joints outside the humanoid: some, or the whole part if it has a skeleton of its own
 * there. */
static struct finding *report_outside(const struct pairs *pairs, const struct sharing *sharing)
{
    const struct data *data = pairs->data;
    const struct weight_fault *fault = &pairs->faults.outside;
    uint64_t total = pairs->joints[0]->base.count;
    size_t outside = 0;
    size_t joint = SCENE_NONE;
    for (size_t i = 0; pairs->weighted != NULL && i < pairs->skin_count; i++) {
        bool is_other = pairs->outside[i] && pairs->nodes[i] != SCENE_NONE;
        joint = is_other && pairs->weighted[i] != 0 ? pairs->nodes[i] : joint;
        outside += is_other;
    }
    if (fault->count < total || outside < 2 || joint == SCENE_NONE) {
        return report_pair(pairs, sharing, MESSAGE_SKIN_OUTSIDE_HUMANOID__DEFAULT, fault, NULL, argument_end());
    }
    struct finding *finding =
        report(data->check->findings, MESSAGE_SKIN_OUTSIDE_HUMANOID__WHOLE, data_place(data, pairs->primitive, NULL),
               ARGUMENTS(the_part("part", data, pairs->primitive), COUNT("total", total),
                         the_node("joint", data->check->avatar, joint)));
    finish_weight_finding(pairs, sharing, finding, fault, NULL);
    return finding;
}

static void report_faults(const struct pairs *pairs, const struct sharing *sharing)
{
    const struct weight_faults *faults = &pairs->faults;
    struct argument none = argument_end();
    if (faults->range.count > 0) {
        const struct argument own = COUNT("joint", (uint64_t)faults->range.worst);
        const struct data *data = pairs->data;
        const char *member = member_of(pairs, "JOINTS", faults->range.set);
        struct finding *finding =
            report(data->check->findings,
                   faults->is_followed ? MESSAGE_SKIN_JOINT_OUT_OF_RANGE__DEFAULT
                                       : MESSAGE_SKIN_JOINT_OUT_OF_RANGE__UNWEIGHTED,
                   data_place(data, pairs->primitive, member),
                   ARGUMENTS(the_part("part", data, pairs->primitive), COUNT("count", faults->range.count),
                             COUNT("total", pairs->joints[0]->base.count), COUNT("first", faults->range.first), own,
                             COUNT("joints", pairs->bound)));
        finish_weight_finding(pairs, sharing, finding, &faults->range, member);
        finding_measure(finding, "worst", faults->range.worst);
        finding_measure(finding, "limit", (double)pairs->bound);
    }
    if (faults->twice.count > 0) {
        report_pair(pairs, sharing, MESSAGE_SKIN_DUPLICATE_JOINT__DEFAULT, &faults->twice, "JOINTS", none);
    }
    if (faults->negative.count > 0) {
        finding_measure(report_pair(pairs, sharing, MESSAGE_SKIN_WEIGHT_NEGATIVE__DEFAULT, &faults->negative, "WEIGHTS",
                                    argument_number("worst", faults->negative.worst, 0, UNIT_NONE, WEIGHTS_DIGITS)),
                        "worst", faults->negative.worst);
    }
    report_sums(pairs, sharing);
    if (faults->idle.count > 0) {
        report_pair(pairs, sharing, MESSAGE_SKIN_JOINT_WITHOUT_WEIGHT__DEFAULT, &faults->idle, "JOINTS", none);
    }
    if (faults->beyond.count > 0) {
        report_pair(pairs, sharing, MESSAGE_SKIN_MORE_THAN_FOUR__DEFAULT, &faults->beyond, "JOINTS", none);
    }
    if (faults->outside.count > 0) {
        struct finding *finding = report_outside(pairs, sharing);
        data_locate_vertex(pairs->data, finding, pairs->primitive, faults->outside.first);
    }
}

/* ---- primitives ---- */

/* Whether the sets of a primitive can be read together. */
static bool read_pairs(struct pairs *pairs)
{
    const struct data *data = pairs->data;
    const struct primitive *of = &data->primitives->items[pairs->primitive];
    pairs->set_count = of->set_count;
    if (of->sets_are_unequal || of->set_count == 0 || of->set_count > SETS_MAX) {
        return false;
    }
    for (size_t s = 0; s < of->set_count; s++) {
        const struct accessor *joints = data_accessor_to_walk(data, of->sets[s].joints, 4);
        const struct accessor *weights = data_accessor_to_walk(data, of->sets[s].weights, 4);
        if (joints == NULL || weights == NULL || joints->base.normalized ||
            (joints->base.component != COMPONENT_UBYTE && joints->base.component != COMPONENT_USHORT) ||
            (weights->base.component != COMPONENT_FLOAT &&
             !(weights->base.normalized &&
               (weights->base.component == COMPONENT_UBYTE || weights->base.component == COMPONENT_USHORT))) ||
            joints->base.count != weights->base.count ||
            (s > 0 && joints->base.count != pairs->joints[0]->base.count) ||
            (of->set_count > 1 && joints->sparse + weights->sparse > 0)) {
            return false;
        }
        pairs->joints[s] = joints;
        pairs->weights[s] = weights;
    }
    return true;
}

/* Whether the weights that were read are finite. */
static bool is_finite(const struct pairs *pairs)
{
    const struct primitive *of = &pairs->data->primitives->items[pairs->primitive];
    for (size_t s = 0; s < pairs->set_count; s++) {
        if (data_accessor(pairs->data, of->sets[s].weights, 4) == NULL) {
            return false;
        }
    }
    return true;
}

struct weights_work {
    struct data *data;
    struct pair_walk *walk;
    unsigned char *marks; /* per joint of the largest skin, plus four spare entries */
};

/* Starts marking the joints that a primitive follows: in separate marks, unless that exceeds the limit of work for
 * the file. */
static void begin_marks(const struct weights_work *work, struct pairs *pairs, struct skinned *skinned)
{
    struct bound_skin *skin = &work->data->skins[skinned->skin];
    pairs->skin_count = skin->count;
    pairs->weighted = skin->weighted;
    if (sweep_charge(work->data->sweep, skin->count)) {
        pairs->weighted = work->marks;
        memset(work->marks, 0, skin->count + 4);
    } else {
        skinned->is_cut = true;
    }
}

/* Adds the marked joints to those of the skin, and to the box of the mesh's joints. */
static void end_marks(const struct weights_work *work, const struct pairs *pairs, struct skinned *skinned)
{
    struct bound_skin *skin = &work->data->skins[skinned->skin];
    const struct scene *scene = work->data->check->avatar->scene;
    for (size_t i = 0; pairs->weighted == work->marks && i < skin->count; i++) {
        skin->weighted[i] |= work->marks[i];
        if (work->marks[i] != 0 && scene_usable(scene, skin->joints[i])) {
            box_grow(&skinned->joints, scene_position(scene, skin->joints[i]));
        }
    }
}

/* Checks a primitive, and others of the same mesh that share its sets. */
static void check_pairs(const struct weights_work *work, size_t primitive, const struct sharing *sharing)
{
    struct data *data = work->data;
    struct pairs pairs = {.data = data, .primitive = primitive, .bound = JOINTS_MAX};
    size_t mesh = data->primitives->items[primitive].mesh;
    size_t skins;
    const struct skinned *skinned = data_skins_of(data, mesh, &skins);
    struct skinned *own = data->skinned + (skinned - data->skinned); /* the same pairs, writable */
    if (!read_pairs(&pairs)) {
        return;
    }
    for (size_t i = 0; i < skins; i++) {
        size_t count = data->skins[skinned[i].skin].count;
        pairs.bound = count < pairs.bound ? count : pairs.bound;
    }
    size_t round = 0;
    do {
        if (round < skins) {
            struct bound_skin *skin = &data->skins[skinned[round].skin];
            begin_marks(work, &pairs, own + round);
            pairs.outside = round == 0 ? skin->outside : NULL;
            pairs.nodes = skin->joints;
        }
        pairs.marks_only = round > 0;
        bool is_read = pair_walk(work->walk, &pairs);
        if (round < skins) {
            end_marks(work, &pairs, own + round);
        }
        if (!is_read || !is_finite(&pairs)) {
            return;
        }
        if (round < skins) {
            data->skins[skinned[round].skin].used = true;
        }
    } while (++round < skins);
    report_faults(&pairs, sharing);
}

struct sets {
    size_t joints;
    size_t weights;
    size_t mesh;
    size_t primitive;
};

static bool same_sets(const struct data *data, const struct sets *a, const struct sets *b)
{
    const struct primitive *x = &data->primitives->items[a->primitive];
    const struct primitive *y = &data->primitives->items[b->primitive];
    return a->mesh == b->mesh && x->set_count == y->set_count && x->sets_are_unequal == y->sets_are_unequal &&
           (x->set_count == 0 || memcmp(x->sets, y->sets, x->set_count * sizeof *x->sets) == 0);
}

void data_check_weights(struct data *data)
{
    struct arena *arena = data->check->arena;
    size_t count = 0;
    struct sets *order = arena_array(arena, data->primitives->count, sizeof *order);
    size_t *others = arena_array(arena, data->primitives->count, sizeof *others);
    for (size_t i = 0; i < data->primitives->count; i++) {
        const struct primitive *of = &data->primitives->items[i];
        if (of->set_count > 0) {
            order[count++] = (struct sets){of->sets[0].joints, of->sets[0].weights, of->mesh, i};
        }
    }
    sort_array(arena, order, count, sizeof *order, sort_by_four);
    struct weights_work work = {.data = data};
    if (count > 0) {
        size_t most = 0;
        for (size_t i = 0; i < data->skin_count; i++) {
            most = data->skins[i].count > most ? data->skins[i].count : most;
        }
        work.walk = pair_walk_new(arena);
        work.marks = arena_array(arena, most + 4, sizeof *work.marks);
    }
    for (size_t i = 0, next; i < count; i = next) {
        struct sharing sharing = {.others = others};
        for (next = i + 1; next < count && same_sets(data, &order[i], &order[next]); next++) {
            others[sharing.count++] = order[next].primitive;
        }
        check_pairs(&work, order[i].primitive, &sharing);
    }
    if (findings_want(data->check->findings, RULE_SKIN_JOINT_NEVER_WEIGHTED)) {
        data_check_followed(data);
    }
}
