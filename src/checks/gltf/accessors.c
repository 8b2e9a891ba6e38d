/* Checks accessors: the location of their bytes, and their bounds. */
#include <float.h>
#include <string.h>

#include "base/among.h"
#include "base/sort.h"
#include "checks/absent.h"
#include "checks/causes/follow.h"
#include "checks/gltf/core.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_buffer.h"
#include "ids/messages_file.h"
#include "ids/messages_gltf.h"

#define ALLOCATED_MOST 4294967296.0 /* bytes of one accessor that apps can allocate */

/* Checks that apply to every animation. */

static void check_channel(struct core *core, size_t index)
{
    const struct avatar *avatar = core->check->avatar;
    const struct channel *channel = &avatar->animations->channels[index];
    if (channel->node == SCENE_NONE || channel->path == PATH_OTHER || channel->path == PATH_WEIGHTS) {
        return;
    }
    const struct scene_node *node = &avatar->scene->nodes[channel->node];
    /* VRM animations have their own rules for what they move, mainly bones */
    if (node->has_matrix && (!core->is_vrma || vrma_role(avatar->vrma, channel->node) == VRMA_ROLE_NONE)) {
        report(core->check->findings, MESSAGE_ANIMATION_TARGET_HAS_MATRIX__DEFAULT,
               place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/node"),
               ARGUMENTS(the_channel("channel", avatar, index), the_node("node", avatar, channel->node)));
    }
    if (node->skin != SCENE_NONE && node->mesh != SCENE_NONE) {
        report(core->check->findings, MESSAGE_ANIMATION_TARGET_SKINNED_MESH__DEFAULT,
               place_of(PLACE_CHANNEL, channel->animation, channel->index, "target/path"),
               ARGUMENTS(the_channel("channel", avatar, index), the_node("node", avatar, channel->node)));
    }
}

/* ---- channels with the same target ---- */

/* The target of a channel, and the channel's index. */
struct moved_target {
    size_t animation;
    size_t node;
    size_t path;
    size_t channel;
};

/* Reports channels with the same target. VRM animations have their own rules for this. */
static void check_duplicates(struct core *core)
{
    const struct avatar *avatar = core->check->avatar;
    const struct channel *channels = avatar->animations->channels;
    struct moved_target *moved = arena_array(core->arena, avatar->animations->count, sizeof *moved);
    size_t count = 0;
    for (size_t i = 0; i < avatar->animations->count; i++) {
        if (channels[i].node != SCENE_NONE && channels[i].path != PATH_OTHER) {
            moved[count++] = (struct moved_target){channels[i].animation, channels[i].node, channels[i].path, i};
        }
    }
    sort_array(core->arena, moved, count, sizeof *moved, sort_by_four);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (moved[i].animation != moved[first].animation || moved[i].node != moved[first].node ||
            moved[i].path != moved[first].path) {
            first = i;
            continue;
        }
        const struct channel *earlier = &channels[moved[first].channel];
        struct finding *finding =
            report(core->check->findings, MESSAGE_ANIMATION_CHANNEL_DUPLICATE_TARGET__DEFAULT,
                   channels[moved[i].channel].place,
                   ARGUMENTS(the_channel("channel", avatar, moved[i].channel), COUNT("earlier", earlier->index)));
        finding_relate(finding, RELATED_ANIMATION_CHANNEL_DUPLICATE_TARGET__DEFAULT, earlier->place,
                       ARGUMENTS(the_channel("channel", avatar, moved[first].channel)));
    }
}

void core_check_animations(struct core *core)
{
    if (!core->is_vrma) {
        check_duplicates(core);
    }
    const struct animations *animations = core->check->avatar->animations;
    bool *played = arena_array(core->arena, animations->sampler_count, sizeof *played);
    for (size_t i = 0; i < animations->count; i++) {
        check_channel(core, i);
        if (animations->channels[i].sampler != SCENE_NONE) {
            played[animations->channels[i].sampler] = true;
        }
    }
    for (size_t i = 0; i < animations->sampler_count; i++) {
        const struct sampler *sampler = &animations->samplers[i];
        core_use_sampler(core, sampler);
        if (!played[i] && tree_is_object(sampler->json)) {
            report(core->check->findings, MESSAGE_ANIMATION_SAMPLER_UNUSED__DEFAULT,
                   place_of(PLACE_SAMPLER, sampler->animation, sampler->index, NULL),
                   ARGUMENTS(the_sampler("sampler", core->check->avatar, sampler->animation, sampler->index)));
        }
    }
}

static struct place accessor_place(const struct core *core, const struct core_accessor *accessor, const char *member)
{
    return place_of(PLACE_ACCESSOR, core_index(core, accessor), 0, member);
}

/* A list of elements in a buffer view. */
struct range {
    size_t view;
    double offset;
    double count;
    double size;
    double step;
};

/* Whether a range ends beyond its view. The padding after the last matrix may be missing. */
static bool is_outside(const struct core *core, const struct range *range, double *end)
{
    const struct core_view *view = &core->views[range->view];
    *end = range->offset + range->step * (range->count - 1) + range->size;
    return view->sound && *end > view->length;
}

static void relate_view(struct finding *finding, size_t view)
{
    finding_blame(finding, RELATED_ACCESSOR_OUT_OF_BOUNDS__DEFAULT, place_of(PLACE_BUFFER_VIEW, view, 0, NULL),
                  ARGUMENTS(COUNT("view", view)));
}

/* Reports a range that ends beyond its view, and returns the finding or NULL. */
static struct finding *check_range(struct core *core, struct core_accessor *accessor, const struct range *range,
                                   const char *member, enum message message)
{
    double end;
    if (!is_outside(core, range, &end)) {
        return NULL;
    }
    /* VRM animations have their own rule for accessors of samplers */
    if (core->is_vrma && (accessor->use == USE_TIMES || accessor->use == USE_VALUES)) {
        return NULL;
    }
    struct finding *finding =
        report(core->check->findings, message, accessor_place(core, accessor, member),
               ARGUMENTS(COUNT("accessor", core_index(core, accessor)), core_count("end", end),
                         COUNT("view", range->view), core_count("length", core->views[range->view].length)));
    relate_view(finding, range->view);
    accessor->outside = true;
    return finding;
}

/*
 * Reports a list with a stride whose last stride is incomplete. glTF lets the last element end with its numbers, but
 * three.js (GLTFLoader.loadAccessor) reads whole strides, starting at a multiple of the stride, and refuses a file
 * with fewer bytes.
 */
static void check_strides(struct core *core, const struct core_accessor *accessor, const struct range *range)
{
    const struct core_view *view = &core->views[range->view];
    double within;
    if (!core->is_vrm || view->stride <= 0 || view->stride == range->size || !view->sound ||
        is_outside(core, range, &within)) {
        return;
    }
    double end = (floor(range->offset / view->stride) + range->count) * view->stride;
    if (end > view->length) {
        struct finding *finding =
            report(core->check->findings, MESSAGE_ACCESSOR_OUT_OF_BOUNDS__STRIDE, accessor_place(core, accessor, NULL),
                   ARGUMENTS(COUNT("accessor", core_index(core, accessor)), core_count("stride", view->stride),
                             core_count("end", end), COUNT("view", range->view), core_count("length", view->length)));
        relate_view(finding, range->view);
    }
}

static void check_alignment(struct core *core, struct core_accessor *accessor)
{
    double total = accessor->offset + core->views[accessor->view].offset;
    double size = (double)accessor->component_size;
    struct argument name = COUNT("accessor", core_index(core, accessor));
    struct findings *findings = core->check->findings;
    bool matrix = accessor->type[0] == 'M';
    if (core->is_vrma && (accessor->use == USE_TIMES || accessor->use == USE_VALUES)) {
        return; /* VRM animations have their own rules */
    }
    accessor->unaligned = true;
    if (fmod(accessor->offset, size) != 0) {
        report(findings, MESSAGE_ACCESSOR_UNALIGNED__DEFAULT, accessor_place(core, accessor, "byteOffset"),
               ARGUMENTS(name, core_count("offset", accessor->offset), core_count("size", size)));
    } else if (core->views[accessor->view].sound && fmod(total, size) != 0) {
        report(findings, MESSAGE_ACCESSOR_UNALIGNED__SUM, accessor_place(core, accessor, NULL),
               ARGUMENTS(name, core_count("offset", total), core_count("size", size)));
    } else if (matrix && fmod(accessor->offset, 4) != 0) {
        report(findings, MESSAGE_ACCESSOR_UNALIGNED__MATRIX, accessor_place(core, accessor, "byteOffset"),
               ARGUMENTS(name, core_count("offset", accessor->offset)));
    } else {
        accessor->unaligned = false;
    }
}

/* ---- sparse ---- */

static bool number_of(const struct tree *json, const char *key, double missing, double *out)
{
    const struct tree *value = tree_get(json, key);
    *out = missing;
    return value == NULL || (tree_number(value, out) && *out >= 0 && *out == trunc(*out) && *out != TREE_OVERFLOW);
}

static void check_sparse(struct core *core, struct core_accessor *accessor, const struct tree *sparse)
{
    static const char *const parts[] = {"indices", "values"};
    static const enum message outside[] = {MESSAGE_ACCESSOR_OUT_OF_BOUNDS__SPARSE_INDICES,
                                           MESSAGE_ACCESSOR_OUT_OF_BOUNDS__SPARSE_VALUES};
    static const char *const patterns[] = {"/accessors/#/sparse/indices/bufferView",
                                           "/accessors/#/sparse/values/bufferView"};
    size_t index = core_index(core, accessor);
    double count;
    if (!number_of(sparse, "count", 0, &count) || count == 0) {
        return;
    }
    struct finding *spoilt = NULL; /* more elements than the accessor has; a range beyond a view follows from that */
    if (count > accessor->count) {
        spoilt =
            report(core->check->findings, MESSAGE_ACCESSOR_SPARSE_INVALID__COUNT,
                   accessor_place(core, accessor, "sparse/count"),
                   ARGUMENTS(COUNT("accessor", index), core_count("count", count), core_count("has", accessor->count)));
    }
    for (size_t i = 0; i < 2; i++) {
        const struct tree *part = tree_get(sparse, parts[i]);
        struct range range = {.count = count, .size = (double)accessor->size};
        double component = 0;
        if (!tree_index(tree_get(part, "bufferView"), core->view_count, &range.view) ||
            !number_of(part, "byteOffset", 0, &range.offset)) {
            continue;
        }
        core_use_view(core, range.view, USE_OTHER, &(struct spot){patterns[i], {index}, NULL});
        if (i == 0) {
            tree_number(tree_get(part, "componentType"), &component);
            range.size = component == COMPONENT_UBYTE ? 1 : component == COMPONENT_USHORT ? 2 : 4;
        }
        range.step = range.size;
        cause_follow(core->check,
                     check_range(core, accessor, &range, i == 0 ? "sparse/indices" : "sparse/values", outside[i]),
                     spoilt, false);
        double start = range.offset + core->views[range.view].offset;
        double size = i == 0 ? range.size : (double)accessor->component_size;
        if (core->views[range.view].sound && fmod(start, size) != 0) {
            report(core->check->findings, MESSAGE_ACCESSOR_UNALIGNED__SUM,
                   accessor_place(core, accessor, i == 0 ? "sparse/indices" : "sparse/values"),
                   ARGUMENTS(COUNT("accessor", index), core_count("offset", start), core_count("size", size)));
        }
    }
}

/* ---- bounds ---- */

/* Whether a component type can represent a number. A float can represent all. */
static bool component_holds(enum component component, double number)
{
    static const double ranges[][2] = {{-128, 127}, {0, 255}, {-32768, 32767}, {0, 65535}, {0, 0}, {0, 4294967295}};
    return component == COMPONENT_FLOAT ||
           (number == trunc(number) && number >= ranges[component - COMPONENT_BYTE][0] &&
            number <= ranges[component - COMPONENT_BYTE][1]);
}

static void check_bounds(struct core *core, const struct core_accessor *accessor, const char *key)
{
    const struct tree *list = tree_get(accessor->json, key);
    struct findings *findings = core->check->findings;
    if (!tree_is_array(list)) {
        return;
    }
    if (tree_count(list) != accessor->components) {
        struct finding *finding =
            report(findings, MESSAGE_GLTF_ARRAY_LENGTH__BOUNDS, accessor_place(core, accessor, key),
                   ARGUMENTS(COUNT("accessor", core_index(core, accessor)), TERM("bound", key),
                             COUNT("count", tree_count(list)), COUNT("length", accessor->components),
                             TERM("type", accessor->type)));
        finding_measure(finding, "length", (double)tree_count(list));
        finding_measure(finding, "expected", (double)accessor->components);
        return;
    }
    for (size_t i = 0; i < tree_count(list); i++) {
        double number;
        if (tree_number(tree_at(list, i), &number) && fabs(number) <= FLT_MAX &&
            !component_holds(accessor->component, number)) {
            core_wants_bounds(core,
                              report(findings, MESSAGE_ACCESSOR_BOUNDS_TYPE__DEFAULT,
                                     accessor_place(core, accessor, key),
                                     ARGUMENTS(COUNT("accessor", core_index(core, accessor)), TERM("bound", key),
                                               NUMBER("number", number, 15), core_form(core, accessor))),
                              accessor);
            return;
        }
    }
}

/* Reports an accessor without bytes, whose values are therefore all 0, while its bounds aren't, or that needs more
 * bytes than apps can allocate. Data compressed by Draco is elsewhere. */
static void check_lost(struct core *core, const struct core_accessor *accessor)
{
    static const char *const bounds[] = {"min", "max"};
    if (accessor->count * (double)accessor->size > ALLOCATED_MOST) {
        finding_severity(
            report(core->check->findings, MESSAGE_ACCESSOR_DATA_LOST__HUGE, accessor_place(core, accessor, "count"),
                   ARGUMENTS(COUNT("accessor", core_index(core, accessor)), NUMBER("number", accessor->count, 6))),
            VRMLINT_ERROR);
        return;
    }
    const struct document *document = core->document;
    bool elsewhere = tree_get(accessor->json, "sparse") != NULL ||
                     is_among("KHR_draco_mesh_compression", document->names, document->name_count);
    for (size_t i = 0; !elsewhere && i < 2 * accessor->components; i++) {
        const char *bound = bounds[i / accessor->components];
        double number;
        if (tree_number(tree_at(tree_get(accessor->json, bound), i % accessor->components), &number) && number != 0 &&
            component_holds(accessor->component, number)) {
            struct finding *finding =
                report(core->check->findings, MESSAGE_ACCESSOR_DATA_LOST__DEFAULT, accessor_place(core, accessor, NULL),
                       ARGUMENTS(COUNT("accessor", core_index(core, accessor)), TERM("bound", bound),
                                 NUMBER("number", number, 6)));
            absent_note_lack(core->check, finding, "bufferView");
            return;
        }
    }
}

static void check_accessor(struct core *core, struct core_accessor *accessor)
{
    size_t index = core_index(core, accessor);
    bool wide = accessor->component == COMPONENT_FLOAT || accessor->component == COMPONENT_UINT;
    check_bounds(core, accessor, "min");
    check_bounds(core, accessor, "max");
    if (accessor->normalized && wide) {
        struct finding *finding = report(core->check->findings, MESSAGE_ACCESSOR_NORMALIZED_INVALID__DEFAULT,
                                         accessor_place(core, accessor, "normalized"),
                                         ARGUMENTS(COUNT("accessor", index), core_form(core, accessor)));
        if (accessor->component == COMPONENT_FLOAT) {
            finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        } else { /* fractions of 1 may have been intended */
            finding_fix(finding, VRMLINT_FIX_NONE);
        }
    }
    if (accessor->view == CORE_NONE) {
        if (tree_get(accessor->json, "byteOffset") != NULL) {
            absent_note(core->check,
                        report(core->check->findings, MESSAGE_GLTF_NEEDS_PROPERTY__BYTE_OFFSET,
                               accessor_place(core, accessor, "byteOffset"), ARGUMENTS(COUNT("accessor", index))),
                        ABSENT_LACKS, arena_printf(core->check->arena, "/accessors/%zu/bufferView", index));
        } else {
            check_lost(core, accessor);
        }
    } else {
        const struct core_view *view = &core->views[accessor->view];
        double padding =
            accessor->type[0] == 'M' ? (double)(accessor->size - accessor->components * accessor->component_size) : 0;
        double columns = accessor->components == 4 ? 2 : accessor->components == 9 ? 3 : 4;
        struct range range = {accessor->view, accessor->offset, accessor->count,
                              (double)accessor->size - (padding > 0 ? padding / columns : 0),
                              view->stride > 0 ? view->stride : (double)accessor->size};
        bool packed = accessor_packing(view->json) != NULL;
        check_alignment(core, accessor);
        if (view->sound && view->stride > 0 && view->stride < (double)accessor->size) {
            report(core->check->findings, MESSAGE_ACCESSOR_STRIDE_TOO_SMALL__DEFAULT,
                   accessor_place(core, accessor, NULL),
                   ARGUMENTS(COUNT("accessor", index), core_count("size", (double)accessor->size),
                             COUNT("view", accessor->view), core_count("stride", view->stride)));
        } else if (!packed || view->sound) {
            check_range(core, accessor, &range, NULL, MESSAGE_ACCESSOR_OUT_OF_BOUNDS__DEFAULT);
            check_strides(core, accessor, &range);
        }
    }
}

void core_check_accessors(struct core *core)
{
    const struct animations *animations = core->check->avatar->animations;
    /* the uses by animations come first, because VRM animations have their own rules for those accessors */
    for (size_t i = 0; i < animations->sampler_count; i++) {
        if (core->is_vrma) {
            core_use_sampler(core, &animations->samplers[i]);
        }
    }
    for (size_t i = 0; i < core->accessor_count; i++) {
        if (core->accessors[i].sound) {
            check_accessor(core, &core->accessors[i]);
            const struct tree *sparse = tree_get(core->accessors[i].json, "sparse");
            if (tree_is_object(sparse)) {
                check_sparse(core, &core->accessors[i], sparse);
            }
        } else if (tree_is_object(core->accessors[i].json) && tree_get(core->accessors[i].json, "bufferView") == NULL &&
                   tree_get(core->accessors[i].json, "byteOffset") != NULL) {
            report(core->check->findings, MESSAGE_GLTF_NEEDS_PROPERTY__BYTE_OFFSET,
                   place_of(PLACE_ACCESSOR, i, 0, "byteOffset"), ARGUMENTS(COUNT("accessor", i)));
        }
    }
}
