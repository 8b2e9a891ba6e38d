/* Finds out what UniVRM's importer does with the data that findings are about: it reads accessors, bufferViews and
 * buffers only for meshes, skins and animations, and stops where an array ends too early or has a size that it doesn't
 * expect. */
#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "checks/checks.h"
#include "checks/univrm.h"
#include "gltf/accessor.h"
#include "ids/rules.h"
#include "message/claims.h"

/* What becomes of a part of the file, the worst last. */
enum import { IMPORT_UNREAD, IMPORT_READ, IMPORT_UNSURE, IMPORT_FAILS };

/* An integer that UniVRM would not take for one, and one that is missing. */
#define NO_INTEGER INT64_MIN
enum { LARGEST_ELEMENT = 64 };

/* Channels and samplers are those of all animations, as in struct animations. */
enum list { LIST_ACCESSORS, LIST_VIEWS, LIST_BUFFERS, LIST_MESHES, LIST_SKINS, LIST_CHANNELS, LIST_SAMPLERS, LISTS };

struct importer {
    struct check *check;
    const struct avatar *avatar;
    struct document *document;
    struct buffers *bytes; /* NULL until the lists have been opened */
    struct {
        const struct tree *json; /* NULL for channels and samplers */
        size_t count;
        unsigned char *states; /* enum import, per element */
    } lists[LISTS];
    int64_t *rounded;      /* per mesh: the number of indices that it writes, whole triangles */
    int64_t capacity;      /* the number of indices of the largest mesh, for which UniVRM has memory */
    enum import container; /* what becomes of the file by its chunks; IMPORT_UNREAD until they have been read */
    uint64_t bin_length;   /* bytes of the BIN chunk as UniVRM finds it */
    bool is_avatar;        /* UniVRM reads no animations of avatars */
    bool is_read;          /* the states are known */
};

/* Returns an element of a list, or NULL if it doesn't exist. */
static const struct tree *element(const struct importer *importer, enum list list, int64_t index)
{
    return index < 0 ? NULL : tree_at(importer->lists[list].json, (size_t)index);
}

/* Records what becomes of an element. Does nothing if it doesn't exist. */
static void note(struct importer *importer, enum list list, int64_t index, enum import import)
{
    if (index >= 0 && (uint64_t)index < importer->lists[list].count) {
        unsigned char *state = &importer->lists[list].states[index];
        *state = import > *state ? import : *state;
    }
}

/* Returns an integer as UniVRM reads it, which keeps the lowest 32 bits. absent: if it is missing. */
static int64_t integer_of(const struct tree *object, const char *key, int64_t absent)
{
    const struct tree *value = tree_get(object, key);
    if (value == NULL) {
        return absent;
    }
    return tree_is_integer(value) ? (int32_t)(uint32_t)(uint64_t)tree_integer(value) : NO_INTEGER;
}

/* Returns what becomes of the file by its chunks. */
static enum import container_of(struct importer *importer)
{
    if (importer->container == IMPORT_UNREAD && importer->document->container.is_glb) {
        bool opens = univrm_opens_chunks(importer->document, importer->check->arena, &importer->bin_length);
        importer->container = opens ? IMPORT_READ : IMPORT_FAILS;
    }
    return importer->container == IMPORT_UNREAD ? IMPORT_UNSURE : importer->container;
}

/* ---- bytes ---- */

/* Returns the number of bytes of a buffer, or -1 if UniVRM can't read it. *import receives IMPORT_UNSURE if that isn't
 * known. */
static int64_t buffer_size(struct importer *importer, int64_t index, enum import *import)
{
    const struct tree *json = element(importer, LIST_BUFFERS, index);
    if (json != NULL && index == 0 && importer->document->container.is_glb && container_of(importer) != IMPORT_FAILS) {
        *import = container_of(importer) == IMPORT_UNSURE ? IMPORT_UNSURE : *import;
        return (int64_t)importer->bin_length;
    }
    if (tree_get(json, "uri") == NULL) {
        return -1;
    }
    const struct buffer *buffer = buffers_get(importer->bytes, (size_t)index);
    bool is_known = buffer->state == BUFFER_URI || buffer->state == BUFFER_FILE;
    *import = is_known ? *import : IMPORT_UNSURE;
    return is_known ? (int64_t)buffer->size : 0;
}

/* Returns the size of a bufferView, or -1 if it isn't inside of its buffer. *start receives where it begins there, and
 * *total the size of the buffer. */
static int64_t view_size(struct importer *importer, int64_t index, int64_t *start, int64_t *total, enum import *import)
{
    const struct tree *view = element(importer, LIST_VIEWS, index);
    *start = integer_of(view, "byteOffset", 0);
    *total = -1;
    if (view == NULL) {
        return -1;
    }
    int64_t buffer = integer_of(view, "buffer", 0);
    int64_t length = integer_of(view, "byteLength", 0);
    if (accessor_packing(view) != NULL || length == NO_INTEGER || *start == NO_INTEGER || buffer == NO_INTEGER) {
        *start = 0;
        *import = IMPORT_UNSURE;
        return 0;
    }
    *total = buffer_size(importer, buffer, import);
    return *total < 0 || *start < 0 || length < 0 || *start + length > *total ? -1 : length;
}

/* Records what becomes of an accessor, and of the bytes that it refers to. */
static enum import finish(struct importer *importer, int64_t index, enum import import)
{
    note(importer, LIST_ACCESSORS, index, import);
    const struct tree *accessor = element(importer, LIST_ACCESSORS, index);
    const struct tree *sparse = tree_get(accessor, "sparse");
    const struct tree *holders[] = {accessor, tree_get(sparse, "indices"), tree_get(sparse, "values")};
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
        int64_t view = integer_of(holders[i], "bufferView", -1);
        note(importer, LIST_VIEWS, view, import);
        if (element(importer, LIST_VIEWS, view) != NULL) {
            note(importer, LIST_BUFFERS, integer_of(element(importer, LIST_VIEWS, view), "buffer", 0), import);
        }
    }
    return import;
}

/* Returns 0 for an unknown type. */
static int64_t component_bytes(int64_t component)
{
    bool is_known = component >= COMPONENT_BYTE && component <= COMPONENT_FLOAT && component != COMPONENT_USHORT + 1;
    return is_known ? (int64_t)component_size((enum component)component) : 0;
}

static int64_t components_of(const struct tree *accessor)
{
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
    static const unsigned char components[] = {1, 2, 3, 4, 4, 9, 16};
    size_t i = 0;
    while (i < sizeof types / sizeof *types && !tree_reports(accessor, "type", types[i])) {
        i++;
    }
    return i < sizeof types / sizeof *types ? components[i] : 0;
}

/* Returns what becomes of the elements that a sparse accessor replaces. */
static enum import import_sparse(struct importer *importer, const struct tree *accessor, enum import import)
{
    const struct tree *sparse = tree_get(accessor, "sparse");
    if (integer_of(sparse, "count", 0) == 0) {
        return import;
    }
    static const char *const parts[] = {"indices", "values"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int64_t start;
        int64_t total;
        if (view_size(importer, integer_of(tree_get(sparse, parts[i]), "bufferView", -1), &start, &total, &import) <
            0) {
            return import == IMPORT_UNSURE ? import : IMPORT_FAILS;
        }
    }
    return IMPORT_UNSURE;
}

/* Reads an accessor as an array of elements of a size, which depends on its use. flat: as floats from its first byte
 * on, without a look at the bufferView's length and stride. *count receives the number of elements. */
static enum import import_array(struct importer *importer, int64_t index, int64_t size, bool flat, int64_t *count)
{
    *count = 0;
    const struct tree *accessor = element(importer, LIST_ACCESSORS, index);
    if (accessor == NULL) {
        return index == NO_INTEGER ? IMPORT_UNSURE : IMPORT_FAILS;
    }
    enum import import = IMPORT_READ;
    int64_t view = integer_of(accessor, "bufferView", -1);
    int64_t offset = integer_of(accessor, "byteOffset", 0);
    int64_t entries = integer_of(accessor, "count", 0);
    int64_t component = integer_of(accessor, "componentType", 0);
    int64_t stride = integer_of(element(importer, LIST_VIEWS, view), "byteStride", 0);
    int64_t step = component_bytes(component) * components_of(accessor);
    if (view == NO_INTEGER || offset == NO_INTEGER || entries == NO_INTEGER || component == NO_INTEGER ||
        stride == NO_INTEGER) {
        return finish(importer, index, IMPORT_UNSURE);
    }
    if (entries <= 0) {
        return finish(importer, index, IMPORT_READ);
    }
    bool fits = true;
    *count = flat ? entries * components_of(accessor) : entries;
    if (view >= 0) {
        int64_t start;
        int64_t total;
        int64_t length = view_size(importer, view, &start, &total, &import);
        if (flat) {
            fits = components_of(accessor) > 0 && total >= 0 && start + offset >= 0 &&
                   start + offset + *count * 4 <= total;
        } else if (stride == 0 || stride == step) {
            fits = length >= 0 && step > 0 && offset >= 0 && offset + entries * step <= length &&
                   entries * step % size == 0;
            *count = entries * step / size;
        } else {
            int64_t last = offset + (entries - 1) * stride;
            fits =
                length >= 0 && step > 0 && offset >= 0 && last >= 0 && offset + size <= length && last + size <= length;
        }
    } else if (flat) {
        fits = components_of(accessor) > 0;
    }
    import = import == IMPORT_UNSURE ? import : fits ? import_sparse(importer, accessor, IMPORT_READ) : IMPORT_FAILS;
    return finish(importer, index, import);
}

/* Reads the indices of a primitive. *count receives their number. */
static enum import import_indices(struct importer *importer, int64_t index, int64_t *count)
{
    *count = 0;
    const struct tree *accessor = element(importer, LIST_ACCESSORS, index);
    if (accessor == NULL) {
        return index == NO_INTEGER ? IMPORT_UNSURE : IMPORT_FAILS;
    }
    enum import import = IMPORT_READ;
    int64_t component = integer_of(accessor, "componentType", 0);
    int64_t offset = integer_of(accessor, "byteOffset", 0);
    int64_t size = component_bytes(component);
    int64_t start;
    int64_t total;
    int64_t length = view_size(importer, integer_of(accessor, "bufferView", -1), &start, &total, &import);
    *count = integer_of(accessor, "count", 0);
    bool fits = length >= 0 && offset >= 0 && offset <= length &&
                (component == COMPONENT_UBYTE || component == COMPONENT_USHORT || component == COMPONENT_UINT) &&
                (length - offset) % size == 0 && (*count + 2) / 3 * 3 <= (length - offset) / size;
    bool is_known = offset != NO_INTEGER && *count != NO_INTEGER && component != NO_INTEGER && import == IMPORT_READ;
    return finish(importer, index, !is_known ? IMPORT_UNSURE : fits ? IMPORT_READ : IMPORT_FAILS);
}

/* ---- meshes ---- */

/* How UniVRM reads an attribute: the type that it demands, and the size of an element for each component type; 0 if it
 * stops. */
static const struct read_attribute {
    const char *name;
    const char *type;    /* NULL: any */
    unsigned char bytes; /* of an element of bytes; 1: as the accessor says */
    unsigned char ubytes;
    unsigned char shorts;
    unsigned char ushorts;
    unsigned char floats;
    unsigned char others;
} attributes[] = {
    {"POSITION", "VEC3", 0, 0, 0, 8, 12, 0},  {"NORMAL", "VEC3", 4, 0, 0, 0, 12, 0},
    {"TEXCOORD_0", "VEC2", 0, 0, 0, 4, 8, 0}, {"TEXCOORD_1", NULL, 8, 8, 8, 8, 8, 8},
    {"COLOR_0", NULL, 0, 1, 0, 1, 1, 0},      {"JOINTS_0", NULL, 0, 4, 0, 8, 0, 0},
    {"WEIGHTS_0", NULL, 0, 4, 0, 8, 16, 0},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes, FIRST_OF_SKIN = 5 };
static const struct read_attribute morph = {"", "VEC3", 3, 3, 6, 6, 12, 0};

/* Reads an attribute. positions: the number of elements that it must have; -1 for any. *count receives its own. */
static enum import import_attribute(struct importer *importer, const struct read_attribute *attribute, int64_t index,
                                    int64_t positions, int64_t *count)
{
    *count = 0;
    const struct tree *accessor = element(importer, LIST_ACCESSORS, index);
    if (accessor == NULL) {
        return index == NO_INTEGER ? IMPORT_UNSURE : IMPORT_FAILS;
    }
    int64_t component = integer_of(accessor, "componentType", 0);
    int64_t components = components_of(accessor);
    int64_t size = component == COMPONENT_BYTE     ? attribute->bytes
                   : component == COMPONENT_UBYTE  ? attribute->ubytes
                   : component == COMPONENT_SHORT  ? attribute->shorts
                   : component == COMPONENT_USHORT ? attribute->ushorts
                   : component == COMPONENT_FLOAT  ? attribute->floats
                                                   : attribute->others;
    if (size == 1) {
        size = components == 3 || components == 4 ? components * component_bytes(component) : 0;
    }
    if (component == NO_INTEGER) {
        return finish(importer, index, IMPORT_UNSURE);
    }
    if (size == 0 || (attribute->type != NULL && !tree_reports(accessor, "type", attribute->type))) {
        return finish(importer, index, IMPORT_FAILS);
    }
    enum import import = import_array(importer, index, size, false, count);
    /* where UniVRM doesn't compare the numbers, it stops at the first element that is missing */
    bool is_quantized = (component == COMPONENT_BYTE || component == COMPONENT_USHORT) && attribute < attributes + 3;
    bool differs = positions >= 0 && (is_quantized ? *count < positions : *count != positions);
    return import == IMPORT_READ && differs ? finish(importer, index, IMPORT_FAILS) : import;
}

/* Whether all primitives of a mesh have the same attributes: UniVRM reads those of the first then. */
static bool shares_attributes(const struct tree *primitives)
{
    static const char tangent[] = "TANGENT";
    for (size_t p = 1; p < tree_length(primitives); p++) {
        const struct tree *pair[] = {tree_get(tree_at(primitives, p - 1), "attributes"),
                                     tree_get(tree_at(primitives, p), "attributes")};
        for (size_t i = 0; i <= ATTRIBUTES; i++) {
            const char *name = i < ATTRIBUTES ? attributes[i].name : tangent;
            if (integer_of(pair[0], name, -1) != integer_of(pair[1], name, -1)) {
                return false;
            }
        }
    }
    return true;
}

/* Reads the morph targets of a primitive. positions: its number of positions. shared: UniVRM leaves out those with
 * another number of elements. */
static enum import import_targets(struct importer *importer, const struct tree *primitive, int64_t positions,
                                  bool shared)
{
    static const char *const names[] = {"POSITION", "NORMAL", "TANGENT"};
    const struct tree *targets = tree_get(primitive, "targets");
    enum import worst = IMPORT_READ;
    for (size_t t = 0; t < tree_length(targets); t++) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            int64_t index = integer_of(tree_at(targets, t), names[i], -1);
            int64_t count = 0;
            const struct tree *accessor = element(importer, LIST_ACCESSORS, index);
            bool is_left = index == -1 || (shared && accessor != NULL && integer_of(accessor, "count", 0) != positions);
            enum import import = is_left ? IMPORT_READ : import_attribute(importer, &morph, index, positions, &count);
            worst = import > worst ? import : worst;
        }
    }
    return worst;
}

static enum import import_vertices(struct importer *importer, const struct tree *primitive, bool shared)
{
    const struct tree *json = tree_get(primitive, "attributes");
    bool is_skinned = integer_of(json, "JOINTS_0", -1) != -1 && integer_of(json, "WEIGHTS_0", -1) != -1;
    int64_t positions = -1;
    enum import worst = IMPORT_READ;
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        int64_t index = integer_of(json, attributes[i].name, -1);
        int64_t count;
        if ((index == -1 && i > 0) || (i >= FIRST_OF_SKIN && !is_skinned)) {
            continue;
        }
        enum import import = import_attribute(importer, &attributes[i], index, positions, &count);
        worst = import > worst ? import : worst;
        if (import == IMPORT_FAILS && i > 0 && count != positions) { /* of the two, either may be at fault */
            finish(importer, integer_of(json, attributes[0].name, -1), import);
        }
        positions = i == 0 ? count : positions;
        if (worst == IMPORT_FAILS && i == 0) {
            return worst;
        }
    }
    enum import targets = import_targets(importer, primitive, positions, shared);
    return targets > worst ? targets : worst;
}

static void import_mesh(struct importer *importer, size_t mesh)
{
    const struct tree *primitives = tree_get(element(importer, LIST_MESHES, (int64_t)mesh), "primitives");
    bool shared = shares_attributes(primitives);
    int64_t total = 0;
    for (size_t p = 0; p < tree_length(primitives); p++) {
        const struct tree *primitive = tree_at(primitives, p);
        int64_t index = integer_of(primitive, "indices", -1);
        int64_t positions = integer_of(tree_get(primitive, "attributes"), "POSITION", -1);
        int64_t count = integer_of(element(importer, LIST_ACCESSORS, positions), "count", 0); /* without indices */
        if (!shared || p == 0) {
            note(importer, LIST_MESHES, (int64_t)mesh, import_vertices(importer, primitive, shared));
        }
        if (index >= 0 || index == NO_INTEGER) {
            note(importer, LIST_MESHES, (int64_t)mesh, import_indices(importer, index, &count));
        }
        total += count > 0 && count <= INT32_MAX ? count : 0;
        importer->rounded[mesh] += count > 0 && count <= INT32_MAX ? (count + 2) / 3 * 3 : 0;
    }
    importer->capacity = total > importer->capacity ? total : importer->capacity;
    if (total == 0) { /* no triangles, often because the positions or the indices have no count */
        int64_t positions = integer_of(tree_get(tree_at(primitives, 0), "attributes"), "POSITION", -1);
        note(importer, LIST_MESHES, (int64_t)mesh, finish(importer, positions, IMPORT_FAILS));
        finish(importer, integer_of(tree_at(primitives, 0), "indices", -1), IMPORT_FAILS);
    }
}

static void import_skins(struct importer *importer)
{
    const struct tree *nodes = document_tree(importer->document, "/nodes");
    for (size_t n = 0; n < tree_length(nodes); n++) {
        int64_t index = integer_of(tree_at(nodes, n), "skin", -1);
        const struct tree *skin = element(importer, LIST_SKINS, index);
        if (integer_of(tree_at(nodes, n), "mesh", -1) == -1 || skin == NULL) {
            continue;
        }
        int64_t matrices = integer_of(skin, "inverseBindMatrices", -1);
        int64_t count;
        bool reads = importer->lists[LIST_SKINS].states[index] == IMPORT_UNREAD &&
                     tree_length(tree_get(skin, "joints")) > 0 && matrices != -1;
        note(importer, LIST_SKINS, index,
             reads ? import_array(importer, matrices, LARGEST_ELEMENT, false, &count) : IMPORT_READ);
    }
}

/* ---- animations ---- */

/* Reads the keyframes of a channel. UniVRM takes away the channels of expressions, and reads the first number of each
 * of their vectors. */
static enum import import_channel(struct importer *importer, const struct channel *channel)
{
    const struct avatar *avatar = importer->avatar;
    const struct tree *target = tree_get(channel->json, "target");
    const struct sampler *sampler =
        channel->sampler < avatar->animations->sampler_count ? &avatar->animations->samplers[channel->sampler] : NULL;
    int64_t node = integer_of(target, "node", 0);
    if (importer->is_avatar) {
        return IMPORT_UNREAD;
    }
    if (target == NULL) {
        return IMPORT_FAILS;
    }
    if (node < 0 || (uint64_t)node >= avatar->scene->count) {
        return node == NO_INTEGER ? IMPORT_UNSURE : IMPORT_UNREAD;
    }
    bool is_expression = avatar->vrma->present && vrma_role(avatar->vrma, (size_t)node) == VRMA_ROLE_EXPRESSION;
    if (channel->path == PATH_OTHER && !is_expression) {
        return IMPORT_UNREAD;
    }
    if (channel->path == PATH_WEIGHTS ||
        (!is_expression && (uint64_t)node + avatar->vrma->expression_count >= avatar->scene->count)) {
        return IMPORT_UNSURE; /* UniVRM takes the nodes of expressions out of the list of nodes */
    }
    if (sampler == NULL) {
        return IMPORT_FAILS;
    }
    int64_t times;
    int64_t values;
    enum import import = import_array(importer, integer_of(sampler->json, "input", -1), 4, false, &times);
    enum import output = import_array(importer, integer_of(sampler->json, "output", -1), 4, true, &values);
    int64_t width = channel->path == PATH_ROTATION ? 4 : 3;
    int64_t needed = is_expression                                   ? (times - 1) * 3 + 1
                     : sampler->interpolation == INTERPOLATION_CUBIC ? times * width * 3
                                                                     : times * width;
    import = output > import ? output : import;
    const char *interpolation = tree_text(tree_get(sampler->json, "interpolation"), NULL);
    bool is_odd = interpolation != NULL && *interpolation != '\0' && sampler->interpolation == INTERPOLATION_LINEAR &&
                  strcmp(interpolation, "LINEAR") != 0 && !is_expression;
    import = import == IMPORT_READ && is_odd ? IMPORT_FAILS : import;
    import = import == IMPORT_READ && (values < needed || (times == 0 && !is_expression)) ? IMPORT_FAILS : import;
    finish(importer, (int64_t)sampler->input, import);
    finish(importer, (int64_t)sampler->output, import);
    note(importer, LIST_SAMPLERS, (int64_t)channel->sampler, import);
    return import;
}

/* Opens all lists, unless they have been opened. */
static void open_lists(struct importer *importer)
{
    static const char *const pointers[] = {"/accessors", "/bufferViews", "/buffers", "/meshes", "/skins"};
    const struct animations *animations = importer->avatar->animations;
    if (importer->bytes != NULL) {
        return;
    }
    importer->bytes = buffers_new(importer->document);
    for (enum list list = 0; list < LISTS; list++) {
        const struct tree *json = list < LIST_CHANNELS ? document_tree(importer->document, pointers[list]) : NULL;
        size_t count = list == LIST_CHANNELS   ? animations->count
                       : list == LIST_SAMPLERS ? animations->sampler_count
                                               : tree_length(json);
        importer->lists[list].json = json;
        importer->lists[list].count = count;
        importer->lists[list].states = arena_array(importer->check->arena, count, sizeof(unsigned char));
    }
}

/* Finds the states of all elements, unless they are known. */
static void read_lists(struct importer *importer)
{
    const struct animations *animations = importer->avatar->animations;
    open_lists(importer);
    if (importer->is_read) {
        return;
    }
    importer->is_read = true;
    size_t meshes = importer->lists[LIST_MESHES].count;
    importer->rounded = arena_array(importer->check->arena, meshes, sizeof *importer->rounded);
    for (size_t i = 0; i < meshes; i++) {
        import_mesh(importer, i);
    }
    for (size_t i = 0; i < meshes; i++) {
        note(importer, LIST_MESHES, (int64_t)i, importer->rounded[i] > importer->capacity ? IMPORT_FAILS : IMPORT_READ);
    }
    import_skins(importer);
    for (size_t i = 0; i < animations->count; i++) {
        note(importer, LIST_CHANNELS, (int64_t)i, import_channel(importer, &animations->channels[i]));
    }
    const struct tree *images = document_tree(importer->document, "/images");
    for (size_t i = 0; i < tree_length(images); i++) {
        int64_t view = integer_of(tree_at(images, i), "bufferView", 0);
        if (element(importer, LIST_VIEWS, view) != NULL) {
            importer->lists[LIST_VIEWS].states[view] = IMPORT_UNSURE;
        }
    }
}

/* ---- findings ---- */

/* Returns the sampler or channel of a finding's place in the lists of all animations, or SIZE_MAX. */
static size_t in_animations(const struct animations *animations, const struct place *place)
{
    if (place->index[0] >= animations->animation_count) {
        return SIZE_MAX;
    }
    const struct animation_part *part = &animations->parts[place->index[0]];
    bool is_channel = place->kind == PLACE_CHANNEL;
    return place->index[1] >= (is_channel ? part->channel_count : part->sampler_count) ? SIZE_MAX
           : is_channel ? part->channels + place->index[1]
                        : part->samplers + place->index[1];
}

/* Returns what becomes of an element. */
static enum import state_of(struct importer *importer, enum list list, size_t index)
{
    read_lists(importer);
    return index < importer->lists[list].count ? importer->lists[list].states[index] : IMPORT_UNSURE;
}

/* The same for a channel, which doesn't depend on other elements: animations are long, so only this one is read. */
static enum import state_of_channel(struct importer *importer, size_t index)
{
    bool is_alone = !importer->is_read && index < importer->avatar->animations->count;
    open_lists(importer);
    return is_alone ? import_channel(importer, &importer->avatar->animations->channels[index])
                    : state_of(importer, LIST_CHANNELS, index);
}

/* Whether a finding about a mesh is about the numbers of its primitives. */
static bool is_of_numbers(const struct finding *finding)
{
    static const char *const members[] = {"/attributes", "/targets", "/indices"};
    bool is_of = false;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        is_of = is_of || strstr(finding->pointer, members[i]) != NULL ||
                (finding->absent != NULL && strstr(finding->absent, members[i]) != NULL);
    }
    return is_of;
}

/* Whether UniVRM stops at the text of a value, or a finding isn't about what is read. */
static bool is_of_text(const struct finding *finding)
{
    static const enum rule rules[] = {RULE_GLTF_WRONG_TYPE,
                                      RULE_GLTF_INDEX_NOT_INTEGER,
                                      RULE_GLTF_NOT_FINITE,
                                      RULE_GLTF_ARRAY_LENGTH,
                                      RULE_ANIMATION_WRONG_TYPE,
                                      RULE_GLTF_EMPTY_ARRAY,
                                      RULE_GLTF_INDEX_WRITTEN_AS_FLOAT,
                                      RULE_GLTF_UNKNOWN_PROPERTY,
                                      RULE_ANIMATION_EXPRESSION_NODE_ORDER};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (finding->rule == rules[i]) {
            return true;
        }
    }
    return finding->severity == VRMLINT_INFO && finding->place.kind != PLACE_BUFFER;
}

/* Whether UniVRM doesn't know the key of a map that a finding is about: it reads no other keys of it. */
static bool is_of_unknown_key(const struct finding *finding)
{
    static const struct {
        const char *map;
        bool is_of_bones;
    } maps[] = {{"/extensions/VRMC_vrm/humanoid/humanBones/", true},
                {"/extensions/VRMC_vrm/expressions/preset/", false},
                {"/extensions/VRMC_vrm_animation/humanoid/humanBones/", true},
                {"/extensions/VRMC_vrm_animation/expressions/preset/", false}};
    bool is_of_name = finding->rule == RULE_VRM_UNKNOWN_BONE || finding->rule == RULE_ANIMATION_UNKNOWN_BONE;
    for (size_t i = 0; i < sizeof maps / sizeof *maps && !is_of_name; i++) {
        size_t length = strlen(maps[i].map);
        if (strncmp(finding->pointer, maps[i].map, length) == 0) {
            char key[32] = "";
            size_t size = strcspn(finding->pointer + length, "/");
            memcpy(key, finding->pointer + length, size < sizeof key ? size : 0);
            size_t bone = bone_by_name(key);
            return maps[i].is_of_bones ? bone == BONE_COUNT || (i == 2 && bones[bone].class == BONE_EYE)
                                       : vrma_preset_by_name(key) == VRMA_PRESET_COUNT;
        }
    }
    return false;
}

/* Returns what becomes of an entry of a scene: UniVRM shows one, and of animations only the first of its nodes. */
static enum import import_of_scene(struct importer *importer, const struct finding *finding)
{
    const struct place *place = &finding->place;
    if (finding->rule != RULE_GLTF_UNRESOLVED_INDEX && finding->rule != RULE_GLTF_NEGATIVE_INDEX &&
        finding->rule != RULE_GLTF_SCENE_NODE_NOT_ROOT) {
        return IMPORT_UNSURE;
    }
    bool is_shown = (uint64_t)tree_integer(document_tree(importer->document, "/scene")) == place->index[0];
    bool is_left = !is_shown || (!importer->is_avatar && place->index[0] == 0 && place->index[1] > 0);
    return is_left ? IMPORT_UNREAD : IMPORT_UNSURE;
}

/* Whether UniVRM knows the axis of a kind of constraint: one of 1.0, or none. */
static enum import import_of_axis(const struct tree *kind, const char *key)
{
    static const char *const axes[] = {"PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"};
    const struct tree *value = tree_get(kind, key);
    const char *text = tree_text(value, NULL);
    bool is_roll = strcmp(key, "rollAxis") == 0;
    bool is_known = false;
    if (value == NULL) {
        return IMPORT_READ;
    }
    /* it takes numbers, and spaces around a word */
    if (text == NULL || ascii_is_digit(*text) || strpbrk(text, " ,") != NULL) {
        return IMPORT_UNSURE;
    }
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        is_known = is_known || extension_same_but_case(text, is_roll ? axes[i] + sizeof "Positive" - 1 : axes[i]);
    }
    return is_known ? IMPORT_READ : IMPORT_FAILS;
}

/* Returns what becomes of a constraint of an old version, or with an axis of none: UniVRM reads it as one of 1.0. */
static enum import import_of_constraint(const struct importer *importer, const struct finding *finding)
{
    static const char *const kinds[][2] = {{"roll", "rollAxis"}, {"aim", "aimAxis"}, {"rotation", ""}};
    bool is_of_kind = finding->rule == RULE_CONSTRAINT_SPEC_VERSION_PRERELEASE ||
                      finding->rule == RULE_CONSTRAINT_KIND_NOT_IN_VERSION;
    if (!is_of_kind && finding->rule != RULE_CONSTRAINT_UNKNOWN_VALUE) {
        return IMPORT_UNSURE;
    }
    const struct tree *node = tree_at(document_tree(importer->document, "/nodes"), finding->place.index[0]);
    const struct tree *constraint = tree_get(tree_extension(node, "VRMC_node_constraint"), "constraint");
    enum import import = IMPORT_FAILS;
    enum import axis = IMPORT_READ;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct tree *kind = tree_get(constraint, kinds[i][0]);
        enum import own = import_of_axis(kind, kinds[i][1]);
        axis = own > axis ? own : axis;
        import = tree_is_object(kind) ? IMPORT_READ : import;
    }
    return axis > import ? axis : import;
}

static enum import import_of(struct importer *importer, const struct finding *finding)
{
    if (finding->rule == RULE_CONTAINER_NO_BIN) {
        return container_of(importer);
    }
    const struct place *place = &finding->place;
    switch (place->kind) {
    case PLACE_ACCESSOR:
        return state_of(importer, LIST_ACCESSORS, place->index[0]);
    case PLACE_BUFFER_VIEW:
        return state_of(importer, LIST_VIEWS, place->index[0]);
    case PLACE_BUFFER:
        return container_of(importer) == IMPORT_FAILS ? IMPORT_FAILS /* it opens no such file */
                                                      : state_of(importer, LIST_BUFFERS, place->index[0]);
    case PLACE_PRIMITIVE:
        return strstr(finding->pointer, "/extensions/") != NULL ? IMPORT_UNREAD
               : is_of_numbers(finding)                         ? state_of(importer, LIST_MESHES, place->index[0])
                                                                : IMPORT_UNSURE;
    case PLACE_NODE:
        return import_of_constraint(importer, finding);
    case PLACE_SCENE_NODE:
        return import_of_scene(importer, finding);
    case PLACE_ANIMATION:
        return importer->is_avatar ? IMPORT_UNREAD : IMPORT_UNSURE;
    case PLACE_SKIN:
        return strstr(finding->pointer, "/inverseBindMatrices") != NULL
                   ? state_of(importer, LIST_SKINS, place->index[0])
                   : IMPORT_UNSURE;
    case PLACE_SAMPLER:
        return state_of(importer, LIST_SAMPLERS, in_animations(importer->avatar->animations, place));
    case PLACE_CHANNEL:
        return state_of_channel(importer, in_animations(importer->avatar->animations, place));
    default:
        return IMPORT_UNSURE;
    }
}

/* Whether UniVRM reads the file as an avatar. */
static bool is_avatar(struct document *document)
{
    return (univrm_reads_vrm1(document) || univrm_reads_vrm0(document)) &&
           (document->path == NULL || !text_ends(document->path, ".vrma"));
}

/* States of a file that is named as an avatar, but has none, that UniVRM refuses it: it opens only GLBs with a BIN
 * chunk under that name. */
static void refuse_other(struct importer *importer, struct findings *findings)
{
    bool refuses = !importer->document->container.is_glb || container_of(importer) == IMPORT_FAILS;
    for (struct finding *f = findings_first(findings); f != NULL && refuses; f = f->next) {
        if (f->rule == RULE_VRM_MISSING_EXTENSION) {
            f->in_univrm = EFFECT_REFUSES + 1;
        }
    }
}

void check_univrm_data(struct check *check)
{
    struct document *document = check->avatar->document;
    struct importer importer = {
        .check = check, .avatar = check->avatar, .document = document, .is_avatar = is_avatar(document)};
    if (document->path != NULL && text_ends(document->path, ".vrm") && !importer.is_avatar) {
        refuse_other(&importer, check->findings); /* an animation that is named as an avatar isn't imported */
        return;
    }
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        enum import import = is_of_unknown_key(f) ? IMPORT_READ
                             : is_of_text(f)      ? IMPORT_UNSURE
                                                  : import_of(&importer, f);
        if (import != IMPORT_UNSURE) {
            f->in_univrm = (import == IMPORT_UNREAD  ? EFFECT_LOADS
                            : import == IMPORT_FAILS ? EFFECT_REFUSES
                                                     : EFFECT_DIFFERS) +
                           1;
        }
    }
}
