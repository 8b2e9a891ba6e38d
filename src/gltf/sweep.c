#include "gltf/sweep.h"

#include <stddef.h>
#include <string.h>

#include "base/sort.h"
#include "gltf/little.h"
#include "gltf/triples.h"

/* Reads many numbers at once. Elements without gaps form one row of numbers, whatever their type. Three vectors of 16
 * bytes hold a whole number of elements of up to four components, so each lane always belongs to the same component. */

#if defined __x86_64__
#include <immintrin.h>
#elif defined __SSE2__
#include <emmintrin.h>
#else
typedef int lanes_mask32 __attribute__((vector_size(16)));
#endif

enum { VECTOR = 16, VECTORS = 3, ROW = VECTOR * VECTORS, NUMBERS = 64 /* doubles at a time in the slow path */ };

typedef uint32_t exponents __attribute__((vector_size(16)));

static double smaller_number(double a, double b)
{
    return a < b ? a : b;
}

static double larger_number(double a, double b)
{
    return a > b ? a : b;
}

/* name##_rows(): the minimum and maximum of each lane over whole rows. Comparisons with NaN are false, so NaN changes
 * neither. */
#define ROWS(name, number, mask_number, smallest, largest)                                                             \
    typedef number name##_lanes __attribute__((vector_size(16)));                                                      \
    typedef mask_number name##_mask __attribute__((vector_size(16)));                                                  \
    enum { name##_PER = VECTOR / sizeof(number), name##_ALL = name##_PER * VECTORS };                                  \
                                                                                                                       \
    static inline name##_lanes name##_select(name##_mask mask, name##_lanes a, name##_lanes b)                         \
    {                                                                                                                  \
        return (name##_lanes)(((name##_mask)a & mask) | ((name##_mask)b & ~mask));                                     \
    }                                                                                                                  \
                                                                                                                       \
    static inline void name##_take(name##_lanes v, name##_lanes *low, name##_lanes *high)                              \
    {                                                                                                                  \
        *low = name##_select((name##_mask)(v < *low), v, *low);                                                        \
        *high = name##_select((name##_mask)(v > *high), v, *high);                                                     \
    }                                                                                                                  \
                                                                                                                       \
    static void name##_rows(const unsigned char *bytes, size_t rows, size_t components, double *low, double *high)     \
    {                                                                                                                  \
        name##_lanes lows[VECTORS];                                                                                    \
        name##_lanes highs[VECTORS];                                                                                   \
        for (size_t i = 0; i < VECTORS; i++) {                                                                         \
            for (size_t k = 0; k < name##_PER; k++) {                                                                  \
                lows[i][k] = (largest);                                                                                \
                highs[i][k] = (smallest);                                                                              \
            }                                                                                                          \
        }                                                                                                              \
        name##_lanes low0 = lows[0], low1 = lows[1], low2 = lows[2];                                                   \
        name##_lanes high0 = highs[0], high1 = highs[1], high2 = highs[2];                                             \
        for (const unsigned char *end = bytes + rows * ROW; bytes < end; bytes += ROW) {                               \
            name##_lanes a, b, c;                                                                                      \
            memcpy(&a, bytes, sizeof a);                                                                               \
            memcpy(&b, bytes + VECTOR, sizeof b);                                                                      \
            memcpy(&c, bytes + (size_t)VECTOR * 2, sizeof c);                                                          \
            name##_take(a, &low0, &high0);                                                                             \
            name##_take(b, &low1, &high1);                                                                             \
            name##_take(c, &low2, &high2);                                                                             \
        }                                                                                                              \
        number all_low[name##_ALL];                                                                                    \
        number all_high[name##_ALL];                                                                                   \
        lows[0] = low0, lows[1] = low1, lows[2] = low2;                                                                \
        highs[0] = high0, highs[1] = high1, highs[2] = high2;                                                          \
        memcpy(all_low, lows, sizeof all_low);                                                                         \
        memcpy(all_high, highs, sizeof all_high);                                                                      \
        for (size_t i = 0; i < name##_ALL; i++) {                                                                      \
            low[i % components] = smaller_number((double)all_low[i], low[i % components]);                             \
            high[i % components] = larger_number((double)all_high[i], high[i % components]);                           \
        }                                                                                                              \
    }

ROWS(bytes, int8_t, int8_t, INT8_MIN, INT8_MAX)
ROWS(ubytes, uint8_t, int8_t, 0, UINT8_MAX)
ROWS(shorts, int16_t, int16_t, INT16_MIN, INT16_MAX)
ROWS(ushorts, uint16_t, int16_t, 0, UINT16_MAX)
ROWS(uints, uint32_t, int32_t, 0, UINT32_MAX)
/* Floats: checks in the same pass that all are finite. An exponent with all bits set overflows into the sign. */
typedef float floats_lanes __attribute__((vector_size(16)));
enum { FLOATS = VECTOR / sizeof(float), ROW_FLOATS = FLOATS * VECTORS };

static inline floats_lanes floats_least(floats_lanes a, floats_lanes b)
{
#ifdef __SSE2__
    return _mm_min_ps(a, b);
#else
    lanes_mask32 mask = a < b;
    return (floats_lanes)(((lanes_mask32)a & mask) | ((lanes_mask32)b & ~mask));
#endif
}

static inline floats_lanes floats_most(floats_lanes a, floats_lanes b)
{
#ifdef __SSE2__
    return _mm_max_ps(a, b);
#else
    lanes_mask32 mask = a > b;
    return (floats_lanes)(((lanes_mask32)a & mask) | ((lanes_mask32)b & ~mask));
#endif
}

/* Merges the result of each lane. */
static void take_floats(const float *lows, const float *highs, size_t count, size_t components, double *low,
                        double *high)
{
    for (size_t i = 0; i < count; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): it considers elements of vectors uninitialized */
        low[i % components] = smaller_number((double)lows[i], low[i % components]);
        high[i % components] = larger_number((double)highs[i], high[i % components]);
    }
}

static bool floats_rows_plain(const unsigned char *bytes, size_t rows, size_t components, double *low, double *high)
{
    const floats_lanes infinity = {HUGE_VALF, HUGE_VALF, HUGE_VALF, HUGE_VALF};
    floats_lanes low0 = infinity;
    floats_lanes low1 = infinity;
    floats_lanes low2 = infinity;
    floats_lanes high0 = -infinity;
    floats_lanes high1 = high0;
    floats_lanes high2 = high0;
    exponents bad = {0, 0, 0, 0};
    for (const unsigned char *end = bytes + rows * ROW; bytes < end; bytes += ROW) {
        floats_lanes a;
        floats_lanes b;
        floats_lanes c;
        memcpy(&a, bytes, sizeof a);
        memcpy(&b, bytes + VECTOR, sizeof b);
        memcpy(&c, bytes + (size_t)VECTOR * 2, sizeof c);
        /* NaN leaves the second operand unchanged */
        low0 = floats_least(a, low0);
        high0 = floats_most(a, high0);
        bad |= ((exponents)a & 0x7FFFFFFFU) + 0x00800000U;
        low1 = floats_least(b, low1);
        high1 = floats_most(b, high1);
        bad |= ((exponents)b & 0x7FFFFFFFU) + 0x00800000U;
        low2 = floats_least(c, low2);
        high2 = floats_most(c, high2);
        bad |= ((exponents)c & 0x7FFFFFFFU) + 0x00800000U;
    }
    const floats_lanes lows[VECTORS] = {low0, low1, low2};
    const floats_lanes highs[VECTORS] = {high0, high1, high2};
    take_floats((const float *)(const void *)lows, (const float *)(const void *)highs, ROW_FLOATS, components, low,
                high);
    return ((bad[0] | bad[1] | bad[2] | bad[3]) & 0x80000000U) == 0;
}

/* The same for two rows at a time, on processors that have AVX2, whatever the target of the build. */
#if defined __x86_64__
enum { WIDE_ROWS = 2, WIDE_FLOATS = ROW_FLOATS * WIDE_ROWS };

__attribute__((target("avx2"))) static bool floats_rows_wide(const unsigned char *bytes, size_t rows, size_t components,
                                                             double *low, double *high)
{
    __m256 lows[VECTORS];
    __m256 highs[VECTORS];
    __m256 none = _mm256_setzero_ps(); /* lanes with NaN; infinite numbers appear in the minimum or maximum */
    for (size_t i = 0; i < VECTORS; i++) {
        lows[i] = _mm256_set1_ps(HUGE_VALF);
        highs[i] = _mm256_set1_ps(-HUGE_VALF);
    }
    for (const unsigned char *end = bytes + rows * ROW; bytes < end; bytes += (size_t)ROW * WIDE_ROWS) {
        __m256 v[VECTORS];
        for (size_t i = 0; i < VECTORS; i++) {
            v[i] = _mm256_loadu_ps((const float *)(const void *)(bytes + i * sizeof *v));
            /* NaN leaves the second operand unchanged */
            lows[i] = _mm256_min_ps(v[i], lows[i]);
            highs[i] = _mm256_max_ps(v[i], highs[i]);
        }
        none = _mm256_or_ps(
            none, _mm256_or_ps(_mm256_cmp_ps(v[0], v[1], _CMP_UNORD_Q), _mm256_cmp_ps(v[2], v[2], _CMP_UNORD_Q)));
    }
    float least[WIDE_FLOATS];
    float most[WIDE_FLOATS];
    memcpy(least, lows, sizeof least);
    memcpy(most, highs, sizeof most);
    take_floats(least, most, WIDE_FLOATS, components, low, high);
    bool finite = _mm256_movemask_ps(none) == 0;
    for (size_t i = 0; i < WIDE_FLOATS; i++) {
        finite = finite && isfinite(least[i]) && isfinite(most[i]);
    }
    return finite;
}

__attribute__((target("avx2"))) static void uints_rows_wide(const unsigned char *bytes, size_t rows, size_t components,
                                                            double *low, double *high)
{
    __m256i lows[VECTORS];
    __m256i highs[VECTORS];
    for (size_t i = 0; i < VECTORS; i++) {
        lows[i] = _mm256_set1_epi32(-1);
        highs[i] = _mm256_setzero_si256();
    }
    for (const unsigned char *end = bytes + rows * ROW; bytes < end; bytes += (size_t)ROW * WIDE_ROWS) {
        for (size_t i = 0; i < VECTORS; i++) {
            __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(bytes + i * sizeof v));
            lows[i] = _mm256_min_epu32(v, lows[i]);
            highs[i] = _mm256_max_epu32(v, highs[i]);
        }
    }
    uint32_t least[WIDE_FLOATS];
    uint32_t most[WIDE_FLOATS];
    memcpy(least, lows, sizeof least);
    memcpy(most, highs, sizeof most);
    for (size_t i = 0; i < WIDE_FLOATS; i++) {
        low[i % components] = smaller_number((double)least[i], low[i % components]);
        high[i % components] = larger_number((double)most[i], high[i % components]);
    }
}

/* Returns how many rows can be read in this way. */
static size_t wide_rows(size_t rows)
{
    return __builtin_cpu_supports("avx2") ? rows - rows % WIDE_ROWS : 0;
}
#else
static size_t wide_rows(size_t rows)
{
    (void)rows;
    return 0;
}
#define floats_rows_wide floats_rows_plain
#define uints_rows_wide uints_rows
#endif

static bool take_floats_rows(const unsigned char *bytes, size_t rows, size_t components, double *low, double *high)
{
    size_t wide = wide_rows(rows);
    bool finite = wide == 0 || floats_rows_wide(bytes, wide, components, low, high);
    return floats_rows_plain(bytes + wide * ROW, rows - wide, components, low, high) && finite;
}

static void take_uints_rows(const unsigned char *bytes, size_t rows, size_t components, double *low, double *high)
{
    size_t wide = wide_rows(rows);
    if (wide > 0) {
        uints_rows_wide(bytes, wide, components, low, high);
    }
    uints_rows(bytes + wide * ROW, rows - wide, components, low, high);
}

static void take_rows(const struct elements *form, const unsigned char *bytes, size_t rows, double *low, double *high,
                      bool *infinite)
{
    size_t n = form->components;
    switch (form->component) {
    case COMPONENT_BYTE:
        bytes_rows(bytes, rows, n, low, high);
        return;
    case COMPONENT_UBYTE:
        ubytes_rows(bytes, rows, n, low, high);
        return;
    case COMPONENT_SHORT:
        shorts_rows(bytes, rows, n, low, high);
        return;
    case COMPONENT_USHORT:
        ushorts_rows(bytes, rows, n, low, high);
        return;
    case COMPONENT_UINT:
        take_uints_rows(bytes, rows, n, low, high);
        return;
    case COMPONENT_FLOAT:
        *infinite = !take_floats_rows(bytes, rows, n, low, high) || *infinite;
        return;
    }
}

/* Reads elements one by one, with any stride. */
static void take_elements(const struct elements *form, const struct sweep_window *window, double *low, double *high,
                          bool *infinite)
{
    struct elements stored = *form;
    double numbers[NUMBERS];
    size_t n = form->components;
    size_t most = NUMBERS / n;
    stored.normalized = false;
    stored.stride = window->stride;
    for (size_t done = 0; done < window->count;) {
        size_t count = window->count - done < most ? window->count - done : most;
        elements_decode(&stored, window->bytes + done * window->stride, count, numbers);
        for (size_t i = 0; i < count; i++) {
            for (size_t k = 0; k < n; k++) {
                double value = numbers[i * n + k];
                low[k] = smaller_number(value, low[k]);
                high[k] = larger_number(value, high[k]);
                *infinite = *infinite || !isfinite(value);
            }
        }
        done += count;
    }
}

void sweep_bounds(const struct elements *form, const struct sweep_window *window, double *low, double *high,
                  bool *infinite)
{
    size_t rows = 0;
    size_t per_row = ROW / form->size;
    if (LITTLE_HERE && window->stride == form->size && form->components <= 4) {
        /* The padding of small matrices isn't a number. */
        bool packed = form->size == form->components * component_size(form->component);
        rows = packed ? window->count / per_row : 0;
        take_rows(form, window->bytes, rows, low, high, infinite);
    }
    struct sweep_window rest = *window;
    rest.bytes += rows * ROW;
    rest.count -= rows * per_row;
    take_elements(form, &rest, low, high, infinite);
}

/* ---- directions ---- */

/* Squared lengths between these are within the tolerance even with rounding in single precision. */
#define SURELY_LEAST 0.988F
#define SURELY_MOST 1.012F

static void judge_direction(struct sweep_directions *facts, const double *v, uint64_t at)
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(fabs(length - 1) > SWEEP_UNIT_TOLERANCE)) {
        return; /* NaN is reported elsewhere */
    }
    if (facts->bad++ == 0) {
        facts->first = at;
        facts->worst = length;
    }
    facts->zero += length == 0;
    facts->worst = fabs(length - 1) > fabs(facts->worst - 1) ? length : facts->worst;
}

static void judge_sign(struct sweep_directions *facts, double sign, uint64_t at)
{
    if (sign == 1 || sign == -1 || !isfinite(sign)) {
        return;
    }
    if (facts->signs++ == 0) {
        facts->first_sign = at;
        facts->sign = sign;
    }
}

/* Returns how many of the first vectors certainly have length 1. Vectors of three floats without gaps. */
static size_t surely_units(const unsigned char *bytes, size_t count)
{
    size_t at = 0;
#ifdef __SSE2__
    for (; at + TRIPLES <= count; at += TRIPLES) {
        __m128 rows[3];
        for (size_t i = 0; i < 3; i++) {
            rows[i] = _mm_loadu_ps((const float *)(const void *)(bytes + at * 12 + i * VECTOR));
            rows[i] = _mm_mul_ps(rows[i], rows[i]);
        }
        __m128 x;
        __m128 y;
        __m128 z;
        triples_part(rows, &x, &y, &z);
        __m128 square = _mm_add_ps(_mm_add_ps(x, y), z);
        __m128 unit =
            _mm_and_ps(_mm_cmpgt_ps(square, _mm_set1_ps(SURELY_LEAST)), _mm_cmplt_ps(square, _mm_set1_ps(SURELY_MOST)));
        if (_mm_movemask_ps(unit) != 0xF) {
            break;
        }
    }
#else
    (void)bytes;
    (void)count;
#endif
    return at;
}

/* Checks the elements of a window, of 3 or 4 numbers, and updates the facts. */
static void sweep_directions(const struct elements *form, const struct sweep_window *window,
                             struct sweep_directions *facts)
{
    struct elements one = *form;
    one.stride = window->stride;
    bool quick = LITTLE_HERE && form->component == COMPONENT_FLOAT;
    bool packed = quick && form->components == 3 && window->stride == 12;
    for (size_t i = 0; i < window->count; i++) {
        i += packed ? surely_units(window->bytes + i * window->stride, window->count - i) : 0;
        if (i == window->count) {
            return;
        }
        const unsigned char *bytes = window->bytes + i * window->stride;
        float v[4] = {0, 0, 0, 1};
        if (quick) {
            memcpy(v, bytes, 3 * sizeof *v);
            if (form->components == 4) {
                memcpy(v + 3, bytes + 12, sizeof *v);
            }
            float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
            if (square > SURELY_LEAST && square < SURELY_MOST && (v[3] == 1 || v[3] == -1)) {
                continue;
            }
        }
        double numbers[4] = {0, 0, 0, 1};
        elements_decode(&one, bytes, 1, numbers);
        judge_direction(facts, numbers, window->first + i);
        judge_sign(facts, numbers[3], window->first + i);
    }
}

double sweep_value(const struct elements *form, double stored)
{
    static const double most[] = {[0] = 127,
                                  [COMPONENT_UBYTE - COMPONENT_BYTE] = 255,
                                  [COMPONENT_SHORT - COMPONENT_BYTE] = 32767,
                                  [COMPONENT_USHORT - COMPONENT_BYTE] = 65535,
                                  [COMPONENT_UINT - COMPONENT_BYTE] = 4294967295.0,
                                  [COMPONENT_FLOAT - COMPONENT_BYTE] = 1};
    double value = form->normalized ? stored / most[form->component - COMPONENT_BYTE] : stored;
    return form->normalized && value < -1 ? -1 : value;
}

/* Bytes of work allowed for every file, whatever its size; and how often the whole file may be read beyond that. */
#define WORK (4U << 20)
enum { TIMES = 16 };

enum { VALUE_MAX = 64 /* bytes of MAT4 */ };

struct sweep *sweep_new(struct document *document)
{
    struct sweep *sweep = arena_alloc(document->arena, sizeof *sweep);
    sweep->arena = document->arena;
    sweep->accessors = accessors_new(document);
    sweep->facts = arena_array(sweep->arena, sweep->accessors->count, sizeof *sweep->facts);
    sweep->left = WORK + TIMES * document->bytes.size;
    return sweep;
}

bool sweep_charge(struct sweep *sweep, uint64_t bytes)
{
    bool enough = bytes <= sweep->left;
    sweep->left -= enough ? bytes : 0;
    sweep->cut = sweep->cut || !enough;
    return enough;
}

/* ---- windows ---- */

static const unsigned char *peek_elements(struct sweep *sweep, const struct elements *form, uint64_t at, size_t count,
                                          unsigned char *room)
{
    arena_ask(sweep->arena);
    return buffers_bytes(sweep->accessors->buffers, form->buffer, form->offset + at * form->stride,
                         (count - 1) * form->stride + form->size, room);
}

/* Returns how many bytes reading an accessor takes, including gaps, but not elements that the file doesn't contain. */
static uint64_t weight(const struct accessor *accessor)
{
    uint64_t bytes = accessor->base.buffer == SIZE_MAX ? 0 : accessor->base.count * accessor->base.stride;
    return bytes + accessor->sparse * (accessor->base.size + sizeof(uint32_t));
}

size_t sweep_room(struct sweep_walk *walk, unsigned char *room, size_t size)
{
    walk->room = room;
    return (size - SWEEP_LINE - walk->base.size) / walk->base.stride + 1;
}

static void start_walk(struct sweep_walk *walk, struct sweep *sweep, size_t accessor, size_t which, size_t limit)
{
    if (sweep->window == NULL) {
        sweep->window = arena_bare(sweep->arena, (size_t)SWEEP_WINDOW * 2);
    }
    memset(walk, 0, offsetof(struct sweep_walk, indices));
    walk->sweep = sweep;
    walk->index = accessor;
    walk->accessor = accessors_get(sweep->accessors, accessor);
    walk->base = walk->accessor->base;
    size_t most = sweep_room(walk, sweep->window + which * SWEEP_WINDOW, SWEEP_WINDOW);
    walk->limit = limit == 0 || limit > most ? most : limit;
    if (walk->accessor->sparse > 0) {
        if (sweep->values == NULL) {
            sweep->values = arena_bare(sweep->arena, (size_t)ACCESSOR_BLOCK * VALUE_MAX * 2);
        }
        walk->values = sweep->values + which * ACCESSOR_BLOCK * VALUE_MAX;
    }
}

/* ---- collecting facts ---- */

static void begin_gathering(struct sweep_walk *walk)
{
    walk->gathers = true;
    for (size_t k = 0; k < SWEEP_COMPONENTS; k++) {
        walk->gathered.low[k] = HUGE_VAL;
        walk->gathered.high[k] = -HUGE_VAL;
    }
}

static void gather_window(const struct elements *form, const struct sweep_window *window, struct sweep_gathered *out)
{
    sweep_bounds(form, window, out->low, out->high, &out->infinite);
    if (out->directions != NULL) {
        sweep_directions(form, window, out->directions);
    }
}

/* Stores the facts after the last window. */
static void store_facts(const struct sweep_walk *walk)
{
    struct sweep_facts *facts = &walk->sweep->facts[walk->index];
    size_t n = walk->base.components;
    double *bounds = arena_array(walk->sweep->arena, n * 2, sizeof *bounds);
    memcpy(bounds, walk->gathered.low, n * sizeof *bounds);
    memcpy(bounds + n, walk->gathered.high, n * sizeof *bounds);
    facts->state = SWEEP_READ;
    facts->infinite = walk->gathered.infinite;
    facts->directions = walk->gathered.directions;
    facts->low = bounds;
    facts->high = bounds + n;
}

/* ---- the next window ---- */

bool sweep_begin(struct sweep_walk *walk, struct sweep *sweep, size_t accessor, size_t which, size_t limit)
{
    const struct accessor *what = accessors_get(sweep->accessors, accessor);
    /* zeros that the file doesn't contain cost the same */
    uint64_t cost = what->base.count * what->base.stride + weight(what);
    if (!sweep_charge(sweep, cost)) {
        return false;
    }
    start_walk(walk, sweep, accessor, which, limit);
    if (sweep->facts[accessor].state == SWEEP_LATER) {
        begin_gathering(walk);
    }
    return true;
}

static bool load_replacements(struct sweep_walk *walk)
{
    const struct accessor *accessor = walk->accessor;
    unsigned char room[ACCESSOR_BLOCK * sizeof(uint32_t)];
    double numbers[ACCESSOR_BLOCK];
    uint64_t left = accessor->sparse - walk->sparse_at;
    size_t count = left < ACCESSOR_BLOCK ? (size_t)left : ACCESSOR_BLOCK;
    const unsigned char *bytes = peek_elements(walk->sweep, &accessor->indices, walk->sparse_at, count, room);
    if (bytes == NULL) {
        return false;
    }
    elements_decode(&accessor->indices, bytes, count, numbers);
    for (size_t i = 0; i < count; i++) {
        walk->indices[i] = (uint64_t)numbers[i];
    }
    bytes = peek_elements(walk->sweep, &accessor->values, walk->sparse_at, count, walk->values);
    if (bytes == NULL) {
        return false;
    }
    memmove(walk->values, bytes, (count - 1) * accessor->values.stride + accessor->values.size);
    walk->sparse_at += count;
    walk->loaded = count;
    walk->used = 0;
    return true;
}

/* Inserts replacements into a window in the walk's own memory. */
static bool replace_in_window(struct sweep_walk *walk, unsigned char *room, size_t count)
{
    const struct elements *values = &walk->accessor->values;
    for (;;) {
        if (walk->used == walk->loaded) {
            if (walk->sparse_at == walk->accessor->sparse) {
                return true;
            }
            if (!load_replacements(walk)) {
                return false;
            }
        }
        uint64_t index = walk->indices[walk->used];
        if (index >= walk->at + count) {
            return true;
        }
        memcpy(room + (size_t)(index - walk->at) * walk->base.stride, walk->values + walk->used * values->stride,
               values->size);
        walk->used++;
    }
}

bool sweep_next(struct sweep_walk *walk, struct sweep_window *window)
{
    const struct elements *base = &walk->base;
    uint64_t left = base->count - walk->at;
    size_t count = left < walk->limit ? (size_t)left : walk->limit;
    if (count == 0) {
        return false;
    }
    size_t span = (count - 1) * base->stride + base->size;
    unsigned char *room = walk->room;
    const unsigned char *bytes = room;
    if (base->buffer == SIZE_MAX) {
        memset(room, 0, span);
    } else {
        /* Align room with the bytes in the file relative to a cache line: otherwise copying takes twice the time. */
        uint64_t position =
            buffers_position(walk->sweep->accessors->buffers, base->buffer, base->offset + walk->at * base->stride);
        room += (position - (uintptr_t)room) % SWEEP_LINE;
        bytes = peek_elements(walk->sweep, base, walk->at, count, room);
    }
    if (bytes != NULL && walk->accessor->sparse > 0) {
        if (bytes != room) {
            memcpy(room, bytes, span);
            bytes = room;
        }
        bytes = replace_in_window(walk, room, count) ? bytes : NULL;
    }
    if (bytes == NULL) {
        walk->at = base->count;
        return false;
    }
    *window = (struct sweep_window){bytes, count, walk->at, base->stride};
    walk->at += count;
    if (walk->gathers) {
        gather_window(base, window, &walk->gathered);
        if (walk->at == base->count) {
            store_facts(walk);
        }
    }
    return true;
}

/* ---- the pass ---- */

/* Whether sparse.indices increase and are in range. If not, records the first error in the facts. */
static bool replacements_sound(struct sweep *sweep, const struct accessor *accessor, struct sweep_facts *facts)
{
    unsigned char room[ACCESSOR_BLOCK * sizeof(uint32_t)];
    double numbers[ACCESSOR_BLOCK];
    double previous = -1;
    for (uint64_t at = 0; at < accessor->sparse;) {
        uint64_t left = accessor->sparse - at;
        size_t count = left < ACCESSOR_BLOCK ? (size_t)left : ACCESSOR_BLOCK;
        const unsigned char *bytes = peek_elements(sweep, &accessor->indices, at, count, room);
        if (bytes == NULL) {
            facts->state = SWEEP_UNREACHABLE;
            return false;
        }
        elements_decode(&accessor->indices, bytes, count, numbers);
        for (size_t i = 0; i < count; i++) {
            if (numbers[i] <= previous || numbers[i] >= (double)accessor->base.count) {
                facts->state = SWEEP_REPLACED;
                facts->first = at + i;
                facts->index = (uint64_t)numbers[i];
                return false;
            }
            previous = numbers[i];
        }
        at += count;
    }
    return true;
}

/* Reads replacements of zeros that the file doesn't contain: only these are read. */
static bool take_replacements(struct sweep *sweep, const struct accessor *accessor, struct sweep_gathered *out)
{
    struct accessor only = {.status = ACCESSOR_READY, .base = accessor->values};
    struct sweep_walk walk = {.sweep = sweep, .accessor = &only, .base = only.base};
    walk.limit = sweep_room(&walk, sweep->window, SWEEP_WINDOW);
    struct sweep_window window;
    uint64_t seen = 0;
    for (; sweep_next(&walk, &window); seen += window.count) {
        gather_window(&only.base, &window, out);
    }
    for (size_t k = 0; k < only.base.components && accessor->sparse < accessor->base.count; k++) {
        out->low[k] = out->low[k] > 0 ? 0 : out->low[k];
        out->high[k] = out->high[k] < 0 ? 0 : out->high[k];
    }
    return seen == only.base.count;
}

static bool can_have_directions(const struct accessor *accessor)
{
    return accessor->base.components == 3 || accessor->base.components == 4;
}

static void read_accessor(struct sweep *sweep, size_t index)
{
    struct sweep_facts *facts = &sweep->facts[index];
    const struct accessor *accessor = accessors_get(sweep->accessors, index);
    struct sweep_walk walk;
    struct sweep_window window;
    if (accessor->base.buffer == SIZE_MAX && accessor->sparse == 0) {
        facts->state = SWEEP_ZEROS;
        return;
    }
    facts->state = SWEEP_LEFT_OUT;
    if (!sweep_charge(sweep, weight(accessor)) || !replacements_sound(sweep, accessor, facts)) {
        return;
    }
    start_walk(&walk, sweep, index, 0, 0);
    begin_gathering(&walk);
    facts->state = SWEEP_UNREACHABLE;
    if (accessor->base.buffer == SIZE_MAX) {
        if (take_replacements(sweep, accessor, &walk.gathered)) {
            store_facts(&walk);
        }
        return;
    }
    if (facts->wants_directions && can_have_directions(accessor)) {
        walk.gathered.directions = arena_alloc(sweep->arena, sizeof *walk.gathered.directions);
    }
    while (sweep_next(&walk, &window)) {
    }
}

/* ---- order ---- */

struct sweep_part {
    uint64_t buffer; /* UINT64_MAX: no buffer */
    uint64_t offset;
    size_t index;
};

static int compare_parts(const void *left, const void *right)
{
    const struct sweep_part *a = left;
    const struct sweep_part *b = right;
    return sort_then(sort_then(sort_order(a->buffer, b->buffer), a->offset, b->offset), a->index, b->index);
}

static bool same_bytes(const struct accessor *a, const struct accessor *b)
{
    const struct elements *x = &a->base;
    const struct elements *y = &b->base;
    return a->sparse + b->sparse == 0 && x->buffer != SIZE_MAX && x->buffer == y->buffer && x->offset == y->offset &&
           x->count == y->count && x->stride == y->stride && x->size == y->size && x->component == y->component &&
           x->components == y->components && x->normalized == y->normalized;
}

/* Whether a walk over the accessor finds all its facts. */
static bool can_wait(const struct accessor *accessor, const struct sweep_facts *facts)
{
    return accessor->base.buffer != SIZE_MAX && accessor->sparse == 0 && !facts->wants_directions;
}

void sweep_run(struct sweep *sweep)
{
    size_t count = 0;
    struct sweep_part *parts = arena_array(sweep->arena, sweep->accessors->count, sizeof *parts);
    for (size_t i = 0; i < sweep->accessors->count; i++) {
        const struct accessor *accessor = accessors_get(sweep->accessors, i);
        if (accessor->status == ACCESSOR_READY && !sweep->facts[i].unwanted) {
            parts[count++] = (struct sweep_part){accessor->base.buffer, accessor->base.offset, i};
        }
        sweep->facts[i].state = accessor->status == ACCESSOR_UNREACHABLE ? SWEEP_UNREACHABLE : SWEEP_UNREAD;
    }
    sort_array(sweep->arena, parts, count, sizeof *parts, compare_parts);
    for (size_t i = 0; i < count; i++) {
        struct sweep_facts *facts = &sweep->facts[parts[i].index];
        const struct sweep_facts *before = i == 0 ? NULL : &sweep->facts[parts[i - 1].index];
        if (facts->later && can_wait(accessors_get(sweep->accessors, parts[i].index), facts)) {
            facts->state = SWEEP_LATER;
        } else if (before != NULL && before->state != SWEEP_LATER &&
                   before->wants_directions == facts->wants_directions &&
                   same_bytes(accessors_get(sweep->accessors, parts[i].index),
                              accessors_get(sweep->accessors, parts[i - 1].index))) {
            *facts = *before;
        } else {
            read_accessor(sweep, parts[i].index);
        }
    }
    arena_discard(sweep->arena, parts);
}

const struct sweep_facts *sweep_facts(struct sweep *sweep, size_t accessor)
{
    if (sweep->facts[accessor].state == SWEEP_LATER) {
        read_accessor(sweep, accessor);
    }
    return &sweep->facts[accessor];
}
