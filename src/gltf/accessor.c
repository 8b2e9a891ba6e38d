#include "gltf/accessor.h"

#include <string.h>

#include "base/json_value.h"
#include "gltf/little.h"
#include "ids/messages_animation_tracks.h"

/* Reads the elements of validated accessors: converts bytes to doubles and inserts replacements. */

/* ---- numbers ---- */

static uint32_t little16(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8;
}

static double read_float(const unsigned char *b)
{
    uint32_t bits = little32(b);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double at_least_minus_one(double value)
{
    return value < -1 ? -1 : value;
}

static double component_value(const unsigned char *b, enum component component, bool normalized)
{
    int value;
    switch (component) {
    case COMPONENT_BYTE:
        value = b[0] < 0x80 ? b[0] : b[0] - 0x100;
        return normalized ? at_least_minus_one(value / 127.0) : value;
    case COMPONENT_UBYTE:
        return normalized ? b[0] / 255.0 : b[0];
    case COMPONENT_SHORT:
        value = (int)little16(b);
        value = value < 0x8000 ? value : value - 0x10000;
        return normalized ? at_least_minus_one(value / 32767.0) : value;
    case COMPONENT_USHORT:
        return normalized ? little16(b) / 65535.0 : little16(b);
    case COMPONENT_UINT:
        return normalized ? little32(b) / 4294967295.0 : little32(b);
    case COMPONENT_FLOAT:
        break;
    }
    return read_float(b);
}

void elements_decode(const struct elements *elements, const unsigned char *bytes, size_t count, double *out)
{
    size_t components = elements->components;
    if (elements->component == COMPONENT_FLOAT) {
        if (elements->stride == components * 4) {
            components *= count;
            count = 1;
        }
        for (size_t i = 0; i < count; i++, bytes += elements->stride) {
            for (size_t k = 0; k < components; k++) {
                *out++ = read_float(bytes + k * 4);
            }
        }
        return;
    }
    size_t unit = component_size(elements->component);
    /* Columns of small matrices begin on multiples of 4 bytes. */
    size_t columns = elements->size == components * unit ? 1 : components == 4 ? 2 : 3;
    size_t rows = components / columns;
    size_t column_size = elements->size / columns;
    for (size_t i = 0; i < count; i++, bytes += elements->stride) {
        for (size_t column = 0; column < columns; column++) {
            for (size_t row = 0; row < rows; row++) {
                *out++ = component_value(bytes + column * column_size + row * unit, elements->component,
                                         elements->normalized);
            }
        }
    }
}

/* Reads count elements from number at on, up to ACCESSOR_BLOCK. Returns false if the bytes can't be read. */
static bool read_elements(struct accessors *accessors, const struct elements *elements, uint64_t at, size_t count,
                          double *out)
{
    if (elements->buffer == SIZE_MAX) {
        memset(out, 0, count * elements->components * sizeof *out);
        return true;
    }
    arena_ask(accessors->document->arena);
    const unsigned char *bytes =
        buffers_bytes(accessors->buffers, elements->buffer, elements->offset + at * elements->stride,
                      (count - 1) * elements->stride + elements->size, accessors->scratch);
    if (bytes != NULL) {
        elements_decode(elements, bytes, count, out);
    }
    return bytes != NULL;
}

/* ---- passes ---- */

/* Marks the accessor as unreachable. The range was validated before, so its buffer has become unreadable. */
static bool fail_to_read(struct accessor_pass *pass, const struct elements *elements)
{
    struct arena *arena = pass->accessors->document->arena;
    pass->accessor->status = ACCESSOR_UNREACHABLE;
    pass->accessor->pointer = arena_printf(arena, "/buffers/%zu", elements->buffer);
    pass->accessor->why = buffers_get(pass->accessors->buffers, elements->buffer)->why;
    return false;
}

static size_t count_at_most(uint64_t left, size_t most)
{
    return left < most ? (size_t)left : most;
}

static bool load_sparse(struct accessor_pass *pass)
{
    const struct accessor *accessor = pass->accessor;
    size_t count = count_at_most(accessor->sparse - pass->sparse_at, ACCESSOR_BLOCK);
    if (!read_elements(pass->accessors, &accessor->indices, pass->sparse_at, count, pass->indices)) {
        return fail_to_read(pass, &accessor->indices);
    }
    if (!read_elements(pass->accessors, &accessor->values, pass->sparse_at, count, pass->accessors->values)) {
        return fail_to_read(pass, &accessor->values);
    }
    pass->sparse_at += count;
    pass->sparse_loaded = count;
    pass->sparse_used = 0;
    return true;
}

static bool fail_replacement(struct accessor_pass *pass, uint64_t index)
{
    struct arena *arena = pass->accessors->document->arena;
    struct argument element = COUNT("element", index);
    uint64_t count = pass->accessor->base.count;
    pass->accessor->status = ACCESSOR_OUT_OF_BOUNDS;
    pass->accessor->why =
        index >= pass->accessor->base.count
            ? argument_words(arena, "why", WORDS_ACCESSOR_SPARSE_BEYOND, ARGUMENTS(element, COUNT("count", count)))
            : argument_words(arena, "why", WORDS_ACCESSOR_SPARSE_UNORDERED,
                             ARGUMENTS(element, COUNT("previous", pass->previous - 1)));
    return false;
}

/* Inserts the replacements of elements [first, first + count) into out. */
static bool insert_replacements(struct accessor_pass *pass, uint64_t first, size_t count, double *out)
{
    const struct accessor *accessor = pass->accessor;
    size_t components = accessor->base.components;
    for (;;) {
        if (pass->sparse_used == pass->sparse_loaded) {
            if (pass->sparse_at == accessor->sparse) {
                return true;
            }
            if (!load_sparse(pass)) {
                return false;
            }
        }
        uint64_t index = (uint64_t)pass->indices[pass->sparse_used];
        if (index >= accessor->base.count || index < pass->previous) {
            return fail_replacement(pass, index);
        }
        if (index >= first + count) {
            return true;
        }
        memcpy(out + (size_t)(index - first) * components, pass->accessors->values + pass->sparse_used * components,
               components * sizeof *out);
        pass->previous = index + 1;
        pass->sparse_used++;
    }
}

bool accessor_begin(struct accessor_pass *pass, struct accessors *accessors, size_t index)
{
    struct accessor *accessor = &accessors->items[index];
    uint64_t work = accessor->base.count + accessor->sparse;
    if (work > accessors->budget) {
        return false;
    }
    accessors->budget -= work;
    pass->accessors = accessors;
    pass->accessor = accessor;
    pass->at = 0;
    pass->sparse_at = 0;
    pass->previous = 0;
    pass->sparse_used = 0;
    pass->sparse_loaded = 0;
    return true;
}

size_t accessor_next(struct accessor_pass *pass, double *out, size_t most)
{
    struct accessor *accessor = pass->accessor;
    size_t count = count_at_most(accessor->base.count - pass->at, most < ACCESSOR_BLOCK ? most : ACCESSOR_BLOCK);
    if (count == 0 || accessor->status != ACCESSOR_READY) {
        return 0;
    }
    if (!read_elements(pass->accessors, &accessor->base, pass->at, count, out)) {
        fail_to_read(pass, &accessor->base);
        return 0;
    }
    if (accessor->sparse > 0 && !insert_replacements(pass, pass->at, count, out)) {
        return 0;
    }
    pass->at += count;
    return count;
}

/* Validates accessors: their members, and whether their bytes exist. */

/* Work allowed for every file, whatever its size: elements read, and elements without bytes in one accessor. */
#define BUDGET 131072
#define ZEROS 65536

enum { COMPONENTS_MAX = 16, STRIDE_MIN = 4, STRIDE_MAX = 252 /* glTF 2.0, section 5.11 */ };

/* An accessor while it is being validated. */
struct accessor_judge {
    struct accessors *accessors;
    struct arena *arena;
    struct accessor *out;
};

static bool refuse_accessor(const struct accessor_judge *judge, enum accessor_status status, enum message why,
                            const struct argument *arguments)
{
    judge->out->status = status;
    judge->out->why = argument_words(judge->arena, "why", why, arguments);
    return false;
}

/* Sets the status of an accessor that can't be read, with the pointer to the cause. Always returns false. */
static bool cannot_reach(const struct accessor_judge *judge, const char *pointer, struct argument why)
{
    judge->out->status = ACCESSOR_UNREACHABLE;
    judge->out->pointer = pointer;
    judge->out->why = why;
    return false;
}

/* ---- sizes ---- */

size_t component_size(enum component component)
{
    switch (component) {
    case COMPONENT_BYTE:
    case COMPONENT_UBYTE:
        return 1;
    case COMPONENT_SHORT:
    case COMPONENT_USHORT:
        return 2;
    case COMPONENT_UINT:
    case COMPONENT_FLOAT:
        break;
    }
    return 4;
}

static bool component_known(uint64_t number)
{
    return (number >= COMPONENT_BYTE && number <= COMPONENT_USHORT) || number == COMPONENT_UINT ||
           number == COMPONENT_FLOAT;
}

static const struct {
    const char *name;
    size_t rows;
    size_t columns;
} types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
             {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};

/* Returns the bytes of an element. Columns of matrices begin on a multiple of 4 bytes: section 3.6.2.4. */
static size_t element_size(size_t type, enum component component)
{
    size_t column = types[type].rows * component_size(component);
    return types[type].columns == 1 ? column : types[type].columns * ((column + 3) / 4 * 4);
}

/* ---- members ---- */

/* Reads a whole number; leaves *out as it is if the member is absent. Returns false if it has another form, which the
 * schemas report. */
static bool read_whole(const struct accessor_judge *judge, const char *key, const struct tree *json, uint64_t *out)
{
    const struct tree *value = tree_get(json, key);
    if (value != NULL && !expect_whole(value, out)) {
        judge->out->status = ACCESSOR_ILL;
        return false;
    }
    return true;
}

static bool read_component(const struct accessor_judge *judge, const struct tree *json, struct elements *out)
{
    uint64_t number = 0;
    if (!read_whole(judge, "componentType", json, &number)) {
        return false;
    }
    if (!component_known(number)) {
        return tree_get(json, "componentType") == NULL
                   ? refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_WITHOUT_COMPONENT, NO_ARGUMENTS)
                   : refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_UNKNOWN_COMPONENT,
                                     ARGUMENTS(COUNT("number", number)));
    }
    out->component = (enum component)number;
    return true;
}

static bool read_type(const struct accessor_judge *judge)
{
    const struct tree *value = tree_get(judge->out->json, "type");
    const char *name = expect_text(value);
    if (value != NULL && !tree_is_string(value)) {
        judge->out->status = ACCESSOR_ILL;
        return false;
    }
    for (size_t i = 0; name != NULL && i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) == 0) {
            judge->out->type = types[i].name;
            judge->out->base.components = types[i].rows * types[i].columns;
            judge->out->base.size = element_size(i, judge->out->base.component);
            return true;
        }
    }
    return refuse_accessor(judge, ACCESSOR_MALFORMED,
                           name == NULL ? WORDS_ACCESSOR_WITHOUT_TYPE : WORDS_ACCESSOR_UNKNOWN_TYPE, NO_ARGUMENTS);
}

static bool read_count(const struct accessor_judge *judge, const struct tree *json, uint64_t *count)
{
    *count = 0;
    if (!read_whole(judge, "count", json, count)) {
        return false;
    }
    return *count > 0 ||
           refuse_accessor(judge, ACCESSOR_MALFORMED,
                           tree_get(json, "count") == NULL ? WORDS_ACCESSOR_WITHOUT_COUNT : WORDS_ACCESSOR_EMPTY,
                           NO_ARGUMENTS);
}

/* ---- views ---- */

/* A buffer view. */
struct view {
    size_t index;
    const struct tree *json;
    uint64_t offset; /* in the buffer */
    uint64_t length;
    uint64_t stride; /* 0: absent */
    size_t buffer;
};

const char *accessor_packing(const struct tree *view)
{
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (tree_extension(view, names[i]) != NULL) {
            return names[i];
        }
    }
    return NULL;
}

static const char *pointer_of(const struct accessor_judge *judge, const struct view *view)
{
    return arena_printf(judge->arena, "/bufferViews/%zu", view->index);
}

static bool resolve_view(const struct accessor_judge *judge, const struct tree *value, struct view *view)
{
    const struct tree *views = judge->accessors->views;
    bool found = tree_index(value, tree_count(views), &view->index);
    view->json = found ? tree_at(views, view->index) : NULL;
    const struct tree *number = tree_get(view->json, "buffer");
    if (!tree_is_object(view->json) ||
        (number != NULL && !tree_index(number, judge->accessors->buffers->count, &view->buffer))) {
        judge->out->status = ACCESSOR_ILL;
        return false;
    }
    if (number == NULL) {
        return refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_VIEW_WITHOUT_BUFFER,
                               ARGUMENTS(COUNT("view", view->index)));
    }
    return read_whole(judge, "byteOffset", view->json, &view->offset) &&
           read_whole(judge, "byteLength", view->json, &view->length) &&
           read_whole(judge, "byteStride", view->json, &view->stride);
}

static bool reach_view(const struct accessor_judge *judge, const struct view *view)
{
    const struct buffer *buffer = buffers_get(judge->accessors->buffers, view->buffer);
    const char *packed = accessor_packing(view->json);
    if (packed != NULL) {
        return cannot_reach(judge, arena_printf(judge->arena, "%s/extensions/%s", pointer_of(judge, view), packed),
                            argument_words(judge->arena, "why", WORDS_VIEW_PACKED,
                                           ARGUMENTS(COUNT("view", view->index), TERM("extension", packed))));
    }
    if (buffer->state == BUFFER_ILL) {
        judge->out->status = ACCESSOR_ILL;
        return false;
    }
    if (buffer->state == BUFFER_MISSING) {
        const struct tree *json = tree_at(judge->accessors->buffers->json, view->buffer);
        return cannot_reach(
            judge,
            arena_printf(judge->arena, "/buffers/%zu%s", view->buffer, tree_get(json, "uri") == NULL ? "" : "/uri"),
            buffer->why);
    }
    return true;
}

/* ---- bounds ---- */

static bool refuse_outside(const struct accessor_judge *judge, enum message why, const struct argument *arguments)
{
    return refuse_accessor(judge, ACCESSOR_OUT_OF_BOUNDS, why, arguments);
}

/* Every number here is at most 2^53, and a stride at most 252, so nothing overflows. */
static bool check_bounds(const struct accessor_judge *judge, const struct view *view, uint64_t offset,
                         const struct elements *elements)
{
    const struct buffer *buffer = buffers_get(judge->accessors->buffers, view->buffer);
    uint64_t end = offset + (elements->count - 1) * elements->stride + elements->size;
    uint64_t view_end = view->offset + view->length;
    uint64_t unit = component_size(elements->component);
    if (end > view->length) {
        return refuse_outside(judge, WORDS_ACCESSOR_BEYOND_VIEW,
                              ARGUMENTS(COUNT("end", end), COUNT("view", view->index), COUNT("length", view->length)));
    }
    if (view_end > buffer->length) {
        judge->out->pointer = pointer_of(judge, view);
        return refuse_outside(judge, WORDS_ACCESSOR_VIEW_BEYOND_BUFFER,
                              ARGUMENTS(COUNT("view", view->index), COUNT("end", view_end),
                                        COUNT("buffer", view->buffer), COUNT("length", buffer->length)));
    }
    if (view->offset + end > buffer->size) {
        if (buffer->state == BUFFER_BIN) {
            judge->out->status = ACCESSOR_ILL; /* the chunk is too small, or truncated */
            return false;
        }
        return refuse_outside(judge, WORDS_ACCESSOR_BEYOND_BUFFER,
                              ARGUMENTS(COUNT("end", view->offset + end), COUNT("buffer", view->buffer),
                                        COUNT("length", buffer->length), COUNT("size", buffer->size)));
    }
    if (offset % unit != 0 || (view->offset + offset) % unit != 0 || elements->stride % unit != 0) {
        return refuse_outside(judge, WORDS_ACCESSOR_MISALIGNED,
                              ARGUMENTS(COUNT("start", view->offset + offset), COUNT("unit", unit)));
    }
    return true;
}

/* Locates elements in the view that json refers to. json is an object with bufferView and byteOffset. */
static bool locate_elements(const struct accessor_judge *judge, const struct tree *json, struct elements *elements,
                            bool *strided)
{
    struct view view = {.offset = 0};
    uint64_t offset = 0;
    if (!read_whole(judge, "byteOffset", json, &offset) || !resolve_view(judge, tree_get(json, "bufferView"), &view)) {
        return false;
    }
    *strided = tree_get(view.json, "byteStride") != NULL;
    if (*strided && (view.stride < STRIDE_MIN || view.stride > STRIDE_MAX || view.stride < elements->size)) {
        return refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_BAD_STRIDE,
                               ARGUMENTS(COUNT("view", view.index), COUNT("stride", view.stride)));
    }
    elements->stride = *strided ? (size_t)view.stride : elements->size;
    if (!reach_view(judge, &view) || !check_bounds(judge, &view, offset, elements)) {
        return false;
    }
    elements->buffer = view.buffer;
    elements->offset = view.offset + offset;
    return true;
}

static bool judge_sparse(const struct accessor_judge *judge)
{
    struct accessor *out = judge->out;
    const struct tree *json = tree_get(out->json, "sparse");
    const struct tree *indices = tree_get(json, "indices");
    const struct tree *values = tree_get(json, "values");
    bool strided;
    if (json == NULL) {
        return true;
    }
    if (!tree_is_object(json)) {
        out->status = ACCESSOR_ILL;
        return false;
    }
    if (tree_get(indices, "bufferView") == NULL || tree_get(values, "bufferView") == NULL) {
        return refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_SPARSE_INCOMPLETE, NO_ARGUMENTS);
    }
    if (!read_count(judge, json, &out->sparse)) {
        return false;
    }
    if (out->sparse > out->base.count) {
        return refuse_outside(judge, WORDS_ACCESSOR_SPARSE_TOO_MANY,
                              ARGUMENTS(COUNT("replaced", out->sparse), COUNT("count", out->base.count)));
    }
    if (judge->accessors->values == NULL) {
        judge->accessors->values = arena_array(judge->arena, (size_t)ACCESSOR_BLOCK * COMPONENTS_MAX, sizeof(double));
    }
    out->values = out->base;
    out->values.count = out->sparse;
    out->indices = (struct elements){.buffer = SIZE_MAX, .count = out->sparse, .components = 1};
    if (!read_component(judge, indices, &out->indices)) {
        return false;
    }
    enum component component = out->indices.component;
    if (component != COMPONENT_UBYTE && component != COMPONENT_USHORT && component != COMPONENT_UINT) {
        return refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_SPARSE_SIGNED, NO_ARGUMENTS);
    }
    out->indices.size = component_size(component);
    return locate_elements(judge, indices, &out->indices, &strided) &&
           locate_elements(judge, values, &out->values, &strided);
}

static bool judge_accessor(const struct accessor_judge *judge)
{
    struct accessor *out = judge->out;
    out->base.buffer = SIZE_MAX;
    if (!read_component(judge, out->json, &out->base) || !read_type(judge) ||
        !read_count(judge, out->json, &out->base.count)) {
        return false;
    }
    tree_flag(tree_get(out->json, "normalized"), &out->base.normalized);
    out->base.stride = out->base.size;
    if (tree_get(out->json, "bufferView") != NULL) {
        if (!locate_elements(judge, out->json, &out->base, &out->strided)) {
            return false;
        }
    } else if (out->base.count > judge->accessors->zeros) {
        return refuse_accessor(judge, ACCESSOR_MALFORMED, WORDS_ACCESSOR_TOO_MANY_ZEROS,
                               ARGUMENTS(COUNT("count", out->base.count)));
    }
    return judge_sparse(judge);
}

struct accessors *accessors_new(struct document *document)
{
    struct accessors *out = arena_alloc(document->arena, sizeof *out);
    const struct tree *json = document_tree(document, "/accessors");
    const struct tree *views = document_tree(document, "/bufferViews");
    out->document = document;
    out->buffers = buffers_new(document);
    out->json = tree_is_array(json) ? json : NULL;
    out->views = tree_is_array(views) ? views : NULL;
    out->count = tree_count(out->json);
    out->items = arena_array(document->arena, out->count, sizeof *out->items);
    out->budget = BUDGET + 2 * document->bytes.size;
    out->zeros = ZEROS + document->bytes.size;
    out->scratch = arena_bare(document->arena, (size_t)ACCESSOR_BLOCK * STRIDE_MAX);
    return out;
}

const struct accessor *accessors_get(struct accessors *accessors, size_t index)
{
    struct accessor *out = &accessors->items[index];
    if (out->status != ACCESSOR_NEW) {
        return out;
    }
    struct accessor_judge judge = {accessors, accessors->document->arena, out};
    out->json = tree_at(accessors->json, index);
    out->status = ACCESSOR_ILL;
    if (tree_is_object(out->json) && judge_accessor(&judge)) {
        out->status = ACCESSOR_READY;
    }
    return out;
}

static bool same_number(const struct accessor *accessor, double a, double b)
{
    return accessor->base.component == COMPONENT_FLOAT ? (float)a == (float)b : a == b;
}

bool accessor_bounds_are_swapped(const struct accessor *accessor, const double *low, const double *high)
{
    double min[JSON_NUMBERS_MAX];
    double max[JSON_NUMBERS_MAX];
    size_t count = accessor->base.components;
    bool differ = false;
    if (count > JSON_NUMBERS_MAX || !tree_numbers(tree_get(accessor->json, "min"), min, count) ||
        !tree_numbers(tree_get(accessor->json, "max"), max, count)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        if (!same_number(accessor, min[k], high[k]) || !same_number(accessor, max[k], low[k])) {
            return false;
        }
        differ = differ || !same_number(accessor, low[k], high[k]);
    }
    return differ;
}
