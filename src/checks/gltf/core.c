/* Reads the data for the rules of core glTF. */
#include "checks/gltf/core.h"

#include <assert.h>
#include <string.h>

#include "base/pointer.h"
#include "checks/gltf/walk.h"
#include "ids/messages_buffer.h"
#include "ids/messages_mesh.h"

/* ---- walks ---- */

static bool holds_others(const struct tree *json)
{
    return tree_is_object(json) || tree_is_array(json);
}

static void enter_frame(struct walk *walk, const struct tree *json, const char *key, bool in_extension)
{
    assert(walk->depth < WALK_DEPTH);
    walk->frames[walk->depth++] = (struct walk_frame){json, tree_first(json), NULL, 0, key, in_extension};
}

void walk_begin(struct walk *walk, struct arena *arena, const struct tree *json, const char *pointer, const char *key)
{
    walk->pointer = (struct buf)BUF_INIT(arena);
    walk->depth = 0;
    buf_str(&walk->pointer, pointer);
    walk->root = walk->pointer.length;
    if (holds_others(json)) {
        enter_frame(walk, json, key, strcmp(key, "extensions") == 0);
    }
}

/* Advances within the innermost frame; returns false at its end. */
static bool advance_frame(struct walk *walk, struct walk_frame *frame)
{
    if (frame->member != NULL) {
        walk->key = tree_key(frame->member);
        walk->value = tree_value(frame->member);
        frame->last = frame->member;
        frame->member = tree_next(frame->json, frame->member);
        return true;
    }
    while (tree_is_array(frame->json) && frame->next < tree_count(frame->json)) {
        walk->key = frame->key;
        walk->value = tree_at(frame->json, frame->next++);
        if (frame->in_extension || holds_others(walk->value)) {
            return true;
        }
    }
    return false;
}

bool walk_next(struct walk *walk)
{
    while (walk->depth > 0) {
        struct walk_frame *frame = &walk->frames[walk->depth - 1];
        if (!advance_frame(walk, frame)) {
            walk->depth--;
            continue;
        }
        walk->steps = walk->depth;
        walk->holder = frame->key;
        walk->in_extension = frame->in_extension;
        if (holds_others(walk->value)) {
            enter_frame(walk, walk->value, walk->key, walk->in_extension || strcmp(walk->key, "extensions") == 0);
        }
        return true;
    }
    return false;
}

const char *walk_pointer(struct walk *walk)
{
    walk->pointer.length = walk->root;
    for (const struct walk_frame *frame = walk->frames; frame < walk->frames + walk->steps; frame++) {
        if (frame->last != NULL) {
            const char *key = tree_key(frame->last);
            pointer_add_key(&walk->pointer, key, strlen(key));
        } else {
            pointer_add_index(&walk->pointer, frame->next - 1);
        }
    }
    return buf_text(&walk->pointer);
}

/* ---- places ---- */

struct place spot_place(const struct core *core, const struct spot *spot)
{
    struct buf buf = BUF_INIT(core->arena);
    size_t next = 0;
    for (const char *at = spot->pattern; *at != '\0'; at++) {
        if (*at == '#') {
            buf_printf(&buf, "%zu", spot->index[next++]);
        } else {
            buf_add(&buf, at, 1);
        }
    }
    if (spot->key != NULL) {
        pointer_add_key(&buf, spot->key, strlen(spot->key));
    }
    return place_at(buf_text(&buf));
}

struct argument core_name(const struct core *core, const char *as, enum place_kind kind, size_t index, size_t index2)
{
    struct place place = place_of(kind, index, index2, NULL);
    return the_place(as, core->check->avatar, &place, false);
}

struct argument core_count(const char *name, double count)
{
    return NUMBER(name, count, 15);
}

/* ---- accessors and views ---- */

static bool read_whole_number(const struct tree *json, const char *key, double least, double *out)
{
    double number;
    const struct tree *value = tree_get(json, key);
    if (value == NULL) {
        return true;
    }
    if (!tree_number(value, &number) || number < least || number != trunc(number) || fabs(number) == TREE_OVERFLOW) {
        return false;
    }
    *out = number;
    return true;
}

static void read_view(struct core *core, size_t index, const struct tree *json)
{
    struct core_view *view = &core->views[index];
    *view = (struct core_view){.json = json, .buffer = CORE_NONE, .attribute = CORE_NONE};
    bool buffer = tree_index(tree_get(json, "buffer"), core->buffer_count, &view->buffer);
    if (buffer) {
        core->buffer_referred[view->buffer] = true;
    }
    bool offset = read_whole_number(json, "byteOffset", 0, &view->offset);
    bool length = read_whole_number(json, "byteLength", 1, &view->length);
    bool stride = read_whole_number(json, "byteStride", 4, &view->stride);
    bool fits = view->stride <= 252 && fmod(view->stride, 4) == 0 && view->stride <= view->length;
    view->sound = buffer && offset && length && view->length > 0 && stride && fits;
}

static const struct {
    const char *name;
    size_t rows;
    size_t columns;
} types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
             {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};

static bool read_form(struct core_accessor *accessor)
{
    static const size_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    double component = 0;
    const char *type = tree_text(tree_get(accessor->json, "type"), NULL);
    if (!read_whole_number(accessor->json, "componentType", 5120, &component) || component < 5120 || component > 5126 ||
        component == 5124 || type == NULL) {
        return false;
    }
    accessor->component = (enum component)component;
    accessor->component_size = sizes[(size_t)component - 5120];
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, type) == 0) {
            size_t column = types[i].rows * accessor->component_size;
            size_t step = types[i].columns == 1 ? column : (column + 3) / 4 * 4;
            accessor->type = types[i].name;
            accessor->components = types[i].rows * types[i].columns;
            accessor->size = step * (types[i].columns - 1) + (types[i].columns == 1 ? column : step);
            return true;
        }
    }
    return false;
}

static void read_accessor(struct core *core, size_t index, const struct tree *json)
{
    struct core_accessor *accessor = &core->accessors[index];
    *accessor = (struct core_accessor){.json = json, .view = CORE_NONE};
    bool form = read_form(accessor);
    bool count = read_whole_number(json, "count", 1, &accessor->count) && accessor->count > 0;
    bool offset = read_whole_number(json, "byteOffset", 0, &accessor->offset);
    const struct tree *view = tree_get(json, "bufferView");
    bool resolved = view == NULL || tree_index(view, core->view_count, &accessor->view);
    const struct tree *flag = tree_get(json, "normalized");
    bool normalized = flag == NULL || tree_flag(flag, &accessor->normalized);
    accessor->sound = form && count && offset && resolved && normalized;
    if (accessor->view != CORE_NONE) {
        struct core_view *in = &core->views[accessor->view];
        in->referred = true;
        in->element =
            !accessor->sound || (in->element != 0 && in->element != accessor->size) ? CORE_NONE : accessor->size;
    }
}

void core_wants_bounds(struct core *core, struct finding *finding, const struct core_accessor *accessor)
{
    struct check *check = core->check;
    if (finding != NULL) {
        *ARENA_ADD(check->arena, check->unbounded, check->unbounded_count) =
            (struct unbounded){finding, core_index(core, accessor)};
    }
}

void core_close_up(struct finding *finding, const struct core *core, size_t view)
{
    if (core->views[view].stride == (double)core->views[view].element) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_BUFFER_VIEW, view, 0, "byteStride"), NULL);
    } else {
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

struct core_accessor *core_accessor(const struct core *core, const struct tree *index)
{
    size_t at;
    return tree_index(index, core->accessor_count, &at) && core->accessors[at].sound ? &core->accessors[at] : NULL;
}

size_t core_index(const struct core *core, const struct core_accessor *accessor)
{
    return (size_t)(accessor - core->accessors);
}

struct argument core_form(const struct core *core, const struct core_accessor *accessor)
{
    return the_form("form", core->check->avatar, accessor->type, accessor->component, accessor->normalized);
}

/* ---- uses ---- */

static const enum message use_words[USES] = {
    [USE_NONE] = WORDS_USE_OTHER,        [USE_VERTICES] = WORDS_USE_VERTICES, [USE_INDICES] = WORDS_USE_INDICES,
    [USE_MATRICES] = WORDS_USE_MATRICES, [USE_TIMES] = WORDS_USE_TIMES,       [USE_VALUES] = WORDS_USE_VALUES,
    [USE_IMAGE] = WORDS_USE_IMAGE,       [USE_OTHER] = WORDS_USE_OTHER,
};

void core_use_view(struct core *core, size_t index, enum byte_use use, const struct spot *spot)
{
    if (index == CORE_NONE) {
        return;
    }
    struct core_view *view = &core->views[index];
    enum byte_use kind = use == USE_TIMES || use == USE_VALUES ? USE_OTHER : use;
    view->referred = true;
    if (view->stride > 0 && kind != USE_VERTICES && use != USE_TIMES && use != USE_VALUES) {
        core_close_up(
            report(core->check->findings, MESSAGE_BUFFER_STRIDE_NOT_ALLOWED__DEFAULT, spot_place(core, spot),
                   ARGUMENTS(COUNT("view", index), core_count("stride", view->stride), WORD("use", use_words[kind]))),
            core, index);
    }
    if (view->use == USE_NONE) {
        double target = 0;
        read_whole_number(view->json, "target", 0, &target);
        view->use = target == 34962 ? USE_VERTICES : target == 34963 ? USE_INDICES : kind;
    }
    if (view->use != kind && !view->told) {
        view->told = true;
        report(core->check->findings, MESSAGE_BUFFER_VIEW_USED_TWO_WAYS__DEFAULT, spot_place(core, spot),
               ARGUMENTS(COUNT("view", index), WORD("first", use_words[view->use]), WORD("second", use_words[kind])));
    }
}

void core_refer_to(struct core *core, struct core_accessor *accessor)
{
    accessor->referred = true;
    if (accessor->view != CORE_NONE) {
        core->views[accessor->view].referred = true;
    }
}

void core_use_accessor(struct core *core, const struct tree *index, enum byte_use use, const struct spot *spot)
{
    size_t at;
    if (!tree_index(index, core->accessor_count, &at)) {
        return;
    }
    struct core_accessor *accessor = &core->accessors[at];
    accessor->referred = true;
    if (accessor->use == USE_NONE) {
        accessor->use = use;
        core_use_view(core, accessor->view, use, spot);
    } else if (accessor->use != use && !accessor->told) {
        accessor->told = true;
        report(
            core->check->findings, MESSAGE_ACCESSOR_USED_TWO_WAYS__DEFAULT, spot_place(core, spot),
            ARGUMENTS(COUNT("accessor", at), WORD("first", use_words[accessor->use]), WORD("second", use_words[use])));
    }
}

void core_use_sampler(struct core *core, const struct sampler *sampler)
{
    struct spot input = {"/animations/#/samplers/#/input", {sampler->animation, sampler->index}, NULL};
    struct spot output = {"/animations/#/samplers/#/output", {sampler->animation, sampler->index}, NULL};
    struct core_accessor *times = core_accessor(core, tree_get(sampler->json, "input"));
    if (times != NULL && (strcmp(times->type, "SCALAR") != 0 || times->component != COMPONENT_FLOAT)) {
        core_refer_to(core, times); /* animation/accessor-format reports it */
    } else {
        core_use_accessor(core, tree_get(sampler->json, "input"), USE_TIMES, &input);
    }
    core_use_accessor(core, tree_get(sampler->json, "output"), USE_VALUES, &output);
}

/* ---- reading ---- */

/* Whether one of the names begins with `start`. */
static bool is_used(const struct tree *names, const char *start)
{
    for (size_t i = 0; i < tree_count(names); i++) {
        const char *text = tree_text(tree_at(names, i), NULL);
        if (text != NULL && text_begins(text, start)) {
            return true;
        }
    }
    return false;
}

static void read_meshes(struct core *core)
{
    const struct tree *meshes = document_tree(core->document, "/meshes");
    const struct scene *scene = core->check->avatar->scene;
    core->mesh_count = tree_length(meshes);
    core->meshes = arena_array(core->arena, core->mesh_count, sizeof *core->meshes);
    for (size_t i = 0; i < core->mesh_count; i++) {
        core->meshes[i] = (struct core_mesh){.json = tree_at(meshes, i), .readable = true};
    }
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh < core->mesh_count) {
            core->meshes[scene->nodes[i].mesh].nodes++;
            core->meshes[scene->nodes[i].mesh].weighted += tree_get(scene->nodes[i].json, "weights") != NULL;
        }
    }
}

/* Reads everything. core->check, document and arena must be set. */
void core_read(struct core *core)
{
    struct document *document = core->document;
    const struct tree *accessors = document_tree(document, "/accessors");
    const struct tree *views = document_tree(document, "/bufferViews");
    const struct tree *used = document_tree(document, "/extensionsUsed");
    core->buffers = document_tree(document, "/buffers");
    core->buffer_count = tree_length(core->buffers);
    core->buffer_referred = arena_array(core->arena, core->buffer_count, sizeof *core->buffer_referred);
    core->view_count = tree_length(views);
    core->views = arena_array(core->arena, core->view_count, sizeof *core->views);
    for (size_t i = 0; i < core->view_count; i++) {
        read_view(core, i, tree_at(views, i));
    }
    core->accessor_count = tree_length(accessors);
    core->accessors = arena_array(core->arena, core->accessor_count, sizeof *core->accessors);
    for (size_t i = 0; i < core->accessor_count; i++) {
        read_accessor(core, i, tree_at(accessors, i));
    }
    core->is_vrma = core->check->avatar->vrma->present;
    core->is_avatar =
        document_tree(document, "/extensions/VRM") != NULL || document_tree(document, "/extensions/VRMC_vrm") != NULL;
    core->is_vrm = core->is_avatar || core->is_vrma || is_used(used, "VRM");
    core->quantized = is_used(used, "KHR_mesh_quantization");
    read_meshes(core);
}
