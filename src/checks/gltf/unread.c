/* Finds out what apps don't read: bytes that the file lacks, and data in which no mistake keeps three.js from loading.
 */
#include <math.h>
#include <string.h>

#include "checks/gltf/core.h"
#include "ids/messages_buffer.h"
#include "ids/messages_file.h"
#include "ids/rules.h"
#include "message/claims.h"

/* ---- bytes that are missing ---- */

/* Whether a node has a skin; apps don't read skins that no node has. */
static bool uses_skins(const struct core *core)
{
    const struct tree *nodes = document_tree(core->document, "/nodes");
    for (size_t i = 0; i < tree_length(nodes); i++) {
        if (tree_get(tree_at(nodes, i), "skin") != NULL) {
            return true;
        }
    }
    return false;
}

/* Whether apps read an accessor. skinned: the file uses skins. */
static bool apps_read(const struct core_accessor *accessor, bool skinned)
{
    return accessor->referred && (skinned || accessor->use != USE_MATRICES);
}

/* Reports a buffer without a uri, unless it is the BIN chunk. glTF allows it for extensions that provide the bytes; VRM
 * files have no other use for it. read: apps read accessors in it. */
static void check_buffer_source(const struct core *core, size_t index, bool read)
{
    const struct container *container = &core->document->container;
    const struct tree *buffer = tree_at(core->buffers, index);
    bool is_bin = index == 0 && container->is_glb && container->has_bin;
    if (!is_bin && tree_is_object(buffer) && tree_get(buffer, "uri") == NULL) {
        report(core->check->findings, read ? MESSAGE_BUFFER_NOT_FOUND__NO_URI : MESSAGE_BUFFER_NOT_FOUND__NO_URI_SPARED,
               place_of(PLACE_BUFFER, index, 0, NULL), ARGUMENTS(COUNT("buffer", index)));
    }
}

/* Whether the bytes of an accessor that the file has don't suffice. Apps that read it refuse the file. */
static bool misses_bytes(const struct core *core, const struct core_accessor *accessor)
{
    if (!accessor->sound || accessor->view == CORE_NONE) {
        return tree_get(accessor->json, "sparse") != NULL;
    }
    const struct core_view *view = &core->views[accessor->view];
    double step = view->stride > 0 ? view->stride : (double)accessor->size;
    double end = view->offset + accessor->offset + step * (accessor->count - 1) + (double)accessor->size;
    return view->buffer == 0 && tree_get(tree_at(core->buffers, 0), "uri") == NULL &&
           end > (double)core->document->container.bin_present;
}

/* States of a BIN chunk that lacks bytes at its end that only images may need them. */
static void spare_bin(const struct core *core)
{
    const struct container *container = &core->document->container;
    enum rule rule = container->short_bin->rule;
    finding_reword(container->short_bin,
                   rule == RULE_CONTAINER_TRUNCATED         ? MESSAGE_CONTAINER_TRUNCATED__SPARED
                   : rule == RULE_CONTAINER_LENGTH_MISMATCH ? MESSAGE_CONTAINER_LENGTH_MISMATCH__SPARED
                                                            : MESSAGE_CONTAINER_BIN_TOO_SMALL__SPARED,
                   ARGUMENTS(COUNT("chunk", container->bin_present)));
}

/* ---- what three.js doesn't read ---- */

static void note_position(const struct core *core, const struct tree *attributes, bool *bounded)
{
    const struct core_accessor *accessor = core_accessor(core, tree_get(attributes, "POSITION"));
    if (accessor != NULL) {
        bounded[core_index(core, accessor)] = true;
    }
}

/* Returns for each accessor whether three.js reads its bounds: those of positions. */
static bool *bounded_accessors(const struct core *core)
{
    bool *bounded = arena_array(core->arena, core->accessor_count, sizeof *bounded);
    for (size_t m = 0; m < core->mesh_count; m++) {
        const struct tree *primitives = tree_get(core->meshes[m].json, "primitives");
        for (size_t p = 0; p < tree_length(primitives); p++) {
            const struct tree *targets = tree_get(tree_at(primitives, p), "targets");
            note_position(core, tree_get(tree_at(primitives, p), "attributes"), bounded);
            for (size_t t = 0; t < tree_length(targets); t++) {
                note_position(core, tree_at(targets, t), bounded);
            }
        }
    }
    return bounded;
}

/* Returns for each accessor whether only samplers use it that no channel with a node plays: three.js doesn't read it.
 */
static bool *unplayed_accessors(const struct core *core)
{
    const struct animations *animations = core->check->avatar->animations;
    bool *unplayed = arena_array(core->arena, core->accessor_count, sizeof *unplayed);
    for (size_t i = 0; i < core->accessor_count; i++) {
        unplayed[i] = core->accessors[i].use == USE_TIMES || core->accessors[i].use == USE_VALUES;
    }
    for (size_t i = 0; i < animations->count; i++) {
        const struct channel *channel = &animations->channels[i];
        if (channel->sampler == SCENE_NONE || tree_get(tree_get(channel->json, "target"), "node") == NULL) {
            continue;
        }
        const struct sampler *sampler = &animations->samplers[channel->sampler];
        const size_t played[] = {sampler->input, sampler->output};
        for (size_t k = 0; k < 2; k++) {
            if (played[k] < core->accessor_count) {
                unplayed[played[k]] = false;
            }
        }
    }
    return unplayed;
}

static bool is_of_bytes(const char *member)
{
    return strcmp(member, "bufferViews") == 0 || strcmp(member, "buffers") == 0;
}

/* Whether three.js looks for accessors, whether or not they exist: for a mesh, a skin or a channel that it plays. */
static bool looks_for_accessors(const struct core *core, bool skinned)
{
    const struct animations *animations = core->check->avatar->animations;
    bool found = skinned;
    for (size_t i = 0; i < core->mesh_count && !found; i++) {
        found = core->meshes[i].nodes > 0;
    }
    for (size_t i = 0; i < animations->count && !found; i++) {
        found = tree_get(tree_get(animations->channels[i].json, "target"), "node") != NULL;
    }
    return found;
}

/* Whether a member of an accessor is its bounds. */
static bool is_bounds(const char *member)
{
    return member != NULL && (strncmp(member, "min", 3) == 0 || strncmp(member, "max", 3) == 0);
}

/* Whether three.js can't make the accessor of a finding, because the type of its components is missing. */
static bool stops_three(const struct core *core, const struct finding *finding)
{
    size_t i = finding->place.index[0];
    return finding->place.kind == PLACE_ACCESSOR && finding->rule == RULE_GLTF_MISSING_PROPERTY &&
           i < core->accessor_count && tree_get(core->accessors[i].json, "componentType") == NULL;
}

/* What three.js reads of the bytes. */
struct bytes_read {
    double *there; /* per buffer: the number of bytes that the file has, whatever it states */
    double *end;   /* per view: where the last of the elements ends that apps read */
};

static double bytes_of_buffer(const struct core *core, size_t index)
{
    const struct container *container = &core->document->container;
    const struct tree *buffer = tree_at(core->buffers, index);
    const char *uri = tree_text(tree_get(buffer, "uri"), NULL);
    const char *data = uri != NULL ? strchr(uri, ',') : NULL;
    if (index == 0 && uri == NULL && container->is_glb) {
        return (double)(container->short_bin != NULL ? container->bin_present : container->bin_length);
    }
    size_t characters = data != NULL ? strcspn(data + 1, "=") : 0;
    size_t bytes = characters / 4 * 3 + characters % 4 * 3 / 4; /* four characters are three bytes */
    return data != NULL ? (double)bytes : tree_real(tree_get(buffer, "byteLength"));
}

/* Returns the number of bytes of its view that three.js needs to read an accessor. step: bytes from element to element
 */
static double bytes_needed(const struct core_accessor *accessor, double step)
{
    if (step <= 0 || step == (double)accessor->size) {
        return accessor->offset + (double)accessor->size * accessor->count;
    }
    double begin = floor(accessor->offset / step) * step; /* it reads whole steps */
    return fmod(begin, (double)accessor->component_size) == 0 ? begin + step * accessor->count : INFINITY;
}

static struct bytes_read bytes_of(const struct core *core, bool skinned)
{
    struct bytes_read bytes = {
        .there = arena_array(core->arena, core->buffer_count, sizeof *bytes.there),
        .end = arena_array(core->arena, core->view_count, sizeof *bytes.end),
    };
    for (size_t i = 0; i < core->buffer_count; i++) {
        bytes.there[i] = bytes_of_buffer(core, i);
    }
    for (size_t i = 0; i < core->accessor_count; i++) {
        const struct core_accessor *accessor = &core->accessors[i];
        if (accessor->view == CORE_NONE || !accessor->sound || !apps_read(accessor, skinned)) {
            continue;
        }
        const struct core_view *view = &core->views[accessor->view];
        double end = bytes_needed(accessor, tree_real(tree_get(view->json, "byteStride")));
        if (end > bytes.end[accessor->view]) {
            bytes.end[accessor->view] = end;
        }
    }
    return bytes;
}

/* Whether a view lacks bytes of an element that apps read. index: its own. */
static bool is_cut(const struct core_view *view, const struct bytes_read *bytes, size_t index)
{
    return bytes->end[index] > fmin(view->length, bytes->there[view->buffer] - view->offset);
}

/* Whether a finding is about the number of bytes that a buffer states. */
static bool is_of_length(const struct finding *finding)
{
    const char *of = finding->absent != NULL ? finding->absent : finding->pointer;
    return text_ends(of, "/byteLength");
}

/* Returns what three.js does because a buffer states a wrong length: it doesn't read it, but other findings about the
 * buffer's bytes aren't reported then. EFFECTS for bytes that aren't in the file itself. */
static enum effect effect_of_length(const struct core *core, size_t buffer, const struct bytes_read *bytes)
{
    const char *uri = tree_text(tree_get(tree_at(core->buffers, buffer), "uri"), NULL);
    bool is_bin = buffer == 0 && uri == NULL && core->document->container.is_glb;
    bool refuses = false;
    if (!is_bin && (uri == NULL || !text_begins(uri, "data:"))) {
        return EFFECTS;
    }
    for (size_t i = 0; i < core->view_count && !refuses; i++) {
        const struct core_view *view = &core->views[i];
        refuses = view->buffer == buffer && view->use != USE_IMAGE && is_cut(view, bytes, i);
    }
    return refuses ? EFFECT_REFUSES : EFFECT_DIFFERS;
}

/* Returns what three.js does because of a view beyond its buffer, of a stride, or of numbers that can't be normalised;
 * EFFECTS for other findings. It cuts the view off, and refuses the file if the rest is too small for an accessor. */
static enum effect effect_of_bytes(const struct core *core, const struct finding *finding,
                                   const struct bytes_read *bytes, const bool *bounded)
{
    size_t i = finding->place.index[0];
    if (finding->place.kind == PLACE_BUFFER && is_of_length(finding) && i < core->buffer_count) {
        return effect_of_length(core, i, bytes);
    }
    if (finding->rule == RULE_ACCESSOR_NORMALIZED_INVALID && finding->place.kind == PLACE_ACCESSOR &&
        i < core->accessor_count) {
        const struct core_accessor *accessor = &core->accessors[i];
        bool has_bounds = tree_get(accessor->json, "min") != NULL && tree_get(accessor->json, "max") != NULL;
        return accessor->use == USE_VALUES || (bounded[i] && has_bounds) ? EFFECT_REFUSES : EFFECT_DIFFERS;
    }
    bool is_stride = finding->rule == RULE_BUFFER_STRIDE_INVALID;
    if ((finding->rule != RULE_BUFFER_VIEW_OUT_OF_BOUNDS && !is_stride) || finding->place.kind != PLACE_BUFFER_VIEW ||
        i >= core->view_count || core->views[i].buffer == CORE_NONE || core->views[i].use == USE_IMAGE) {
        return EFFECTS;
    }
    const struct core_view *view = &core->views[i];
    return is_cut(view, bytes, i) ? EFFECT_REFUSES : EFFECT_DIFFERS;
}

void core_check_unread(struct core *core)
{
    /* by a bufferView; by that of an image; by an accessor that apps read; by one that no animation plays */
    enum { NEEDED = 1, USED = 2, READ = 4, UNPLAYED = 8 };
    const bool *unplayed = unplayed_accessors(core);
    bool skinned = uses_skins(core);
    bool packed = false;
    bool spared = core->document->container.short_bin != NULL;
    bool any = document_tree(core->document, "/images") != NULL;
    bool looks = looks_for_accessors(core, skinned);
    unsigned char *views = arena_array(core->arena, core->view_count, sizeof *views);
    unsigned char *buffers = arena_array(core->arena, core->buffer_count, sizeof *buffers);
    for (size_t i = 0; i < core->accessor_count; i++) {
        const struct core_accessor *accessor = &core->accessors[i];
        bool reads = apps_read(accessor, skinned);
        spared = spared && !(reads && misses_bytes(core, accessor));
        any = any || (reads && !unplayed[i] &&
                      (tree_get(accessor->json, "bufferView") != NULL || tree_get(accessor->json, "sparse") != NULL));
        if (accessor->view != CORE_NONE && reads) {
            views[accessor->view] |= unplayed[i] ? UNPLAYED | READ : USED | READ;
        }
    }
    if (spared) {
        spare_bin(core);
    }
    for (size_t i = 0; i < core->view_count; i++) {
        const struct core_view *view = &core->views[i];
        bool is_packed = accessor_packing(view->json) != NULL;
        packed = packed || is_packed;
        views[i] |= view->use == USE_IMAGE                                 ? USED
                    : view->use == USE_OTHER && (views[i] & UNPLAYED) != 0 ? 0
                    : view->use != USE_NONE && view->use != USE_MATRICES   ? USED | READ
                                                                           : 0;
        if (view->buffer != CORE_NONE && !is_packed) {
            buffers[view->buffer] |= views[i] | NEEDED;
        }
    }
    for (size_t i = 0; i < core->buffer_count && core->is_vrm; i++) {
        if ((buffers[i] & NEEDED) != 0) {
            check_buffer_source(core, i, (buffers[i] & READ) != 0);
        }
    }
    const bool *bounded = bounded_accessors(core);
    struct bytes_read bytes = bytes_of(core, skinned);
    for (struct finding *f = findings_first(core->check->findings); f != NULL && !packed; f = f->next) {
        size_t i = f->place.index[0];
        const char *member = f->place.member;
        bool unread =
            (f->place.kind == PLACE_ACCESSOR && i < core->accessor_count &&
             (!apps_read(&core->accessors[i], skinned) || unplayed[i] || (is_bounds(member) && !bounded[i]))) ||
            (f->place.kind == PLACE_MESH && i < core->mesh_count && member != NULL && core->meshes[i].targets == 0 &&
             strncmp(member, "weights", 7) == 0) ||
            ((f->place.kind == PLACE_MESH || f->place.kind == PLACE_PRIMITIVE) && i < core->mesh_count &&
             (member != NULL || f->absent != NULL) && core->meshes[i].nodes == 0) ||
            (f->place.kind == PLACE_BUFFER_VIEW && i < core->view_count && (views[i] & USED) == 0) ||
            (f->place.kind == PLACE_BUFFER && i < core->buffer_count && (buffers[i] & USED) == 0) ||
            (f->place.kind == PLACE_FILE && !any && member != NULL &&
             (is_of_bytes(member) || (f->absent != NULL && is_of_bytes(f->absent + (*f->absent == '/'))))) ||
            (f->place.kind == PLACE_FILE && member != NULL && !looks && strcmp(member, "accessors") == 0);
        enum effect of_bytes = effect_of_bytes(core, f, &bytes, bounded);
        f->in_three_vrm = unread                 ? EFFECT_LOADS + 1
                          : stops_three(core, f) ? EFFECT_REFUSES + 1
                          : of_bytes != EFFECTS  ? of_bytes + 1
                                                 : f->in_three_vrm;
    }
}
