/* Checks the data of a file: one pass over all accessors, then the rules with its results. */
#include "checks/data/data.h"

#include <string.h>

#include "base/json_value.h"
#include "gltf/expect.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_buffer.h"
#include "ids/messages_mesh.h"
#include "vrm/tracks.h"

#define SMALL 0.2 /* metres; a smaller humanoid is no basis for comparisons */

/* Reports buffers whose bytes are missing, or some of them. The BIN chunk has its own rules. */

/* Whether a uri is relative by its form; buffer/uri-not-relative reports others. */
static bool is_relative(const char *uri)
{
    size_t scheme = strcspn(uri, ":/?#");
    return uri[scheme] != ':' && uri[0] != '/' && strpbrk(uri, "?#") == NULL;
}

static void check_missing(const struct data *data, size_t index, const struct buffer *buffer)
{
    const struct buffers *buffers = data->sweep->accessors->buffers;
    const char *uri = tree_text(tree_get(tree_at(buffers->json, index), "uri"), NULL);
    enum message why = buffer->why.as.said.words;
    bool is_animation = data->check->avatar->vrma->present;
    /* animation/data-unreachable reports other keyframes that can't be read */
    if (uri == NULL || !is_relative(uri) ||
        (why != WORDS_BUFFER_FILE_UNREADABLE && (why != WORDS_BUFFER_ELSEWHERE || is_animation))) {
        return;
    }
    report(data->check->findings,
           is_animation ? MESSAGE_BUFFER_NOT_FOUND__KEYFRAMES : MESSAGE_BUFFER_NOT_FOUND__DEFAULT,
           place_of(PLACE_BUFFER, index, 0, "uri"), ARGUMENTS(buffer->why));
}

static void data_check_buffers(struct data *data)
{
    struct buffers *buffers = data->sweep->accessors->buffers;
    for (size_t i = 0; i < buffers->count; i++) {
        const struct buffer *buffer = buffers_get(buffers, i);
        if (buffer->state == BUFFER_MISSING) {
            check_missing(data, i, buffer);
        }
        if ((buffer->state == BUFFER_URI || buffer->state == BUFFER_FILE) && buffer->size < buffer->length) {
            struct finding *finding =
                report(data->check->findings, MESSAGE_BUFFER_TOO_SHORT__DEFAULT, place_of(PLACE_BUFFER, i, 0, NULL),
                       ARGUMENTS(COUNT("buffer", i), COUNT("size", buffer->size), COUNT("length", buffer->length)));
            finding_measure(finding, "bytes", (double)buffer->size);
            finding_measure(finding, "limit", (double)buffer->length);
        }
    }
}

/* Checks accessors themselves: whether they contain finite numbers, whether min and max match their data, and whether
 * sparse ones are valid. Accessors that channels play have their own rules. */

#define DATA_DIGITS 6
#define WHOLE_DIGITS 9 /* significant digits that represent every single exactly */

/* ---- min and max ---- */

/* Whether apps use the bounds of an accessor. */
static bool bounds_matter(const struct accessor_use *use)
{
    return (use->kind == USE_ATTRIBUTE || use->kind == USE_TARGET) && strcmp(use->attribute, "POSITION") == 0;
}

/* Fills in the numbers of a bound as it should be: if it is a list, more than the reported one may be wrong. */
static void fill_bound(struct argument numbers[SWEEP_COMPONENTS], const struct accessor *accessor, const double *is)
{
    for (size_t k = 0; k < accessor->base.components; k++) {
        numbers[k] = NUMBER(NULL, is[k], WHOLE_DIGITS);
    }
}

static struct finding *report_bound(struct data *data, size_t index, bool is_max, size_t component, double given,
                                    const double *all)
{
    double is = all[component];
    /* the bounds are too narrow, not too wide */
    bool outside = is_max ? is > given : is < given;
    static const enum message forms[2][2] = {
        {MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_TOO_SMALL, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_TOO_LARGE},
        {MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_TOO_LARGE, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_TOO_SMALL}};
    static const enum message others[2] = {MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_OF_OTHERS,
                                           MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_OF_OTHERS};
    bool matters = bounds_matter(data_use(data, index));
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    struct argument numbers[SWEEP_COMPONENTS];
    fill_bound(numbers, accessor, all);
    struct finding *finding = report(
        data->check->findings, matters ? forms[is_max][outside] : others[is_max],
        place_of(PLACE_ACCESSOR, index, 0, is_max ? "max" : "min"),
        ARGUMENTS(the_use("use", data, index), COUNT("component", component),
                  argument_number("given", given, is, UNIT_NONE, DATA_DIGITS),
                  argument_number("is", is, given, UNIT_NONE, WHOLE_DIGITS),
                  argument_list("all", numbers, accessor->base.components, accessor->base.components, JOIN_SPACE)));
    if (!matters) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "given", given);
    finding_measure(finding, "is", is);
    return finding;
}

static bool bound_differs(const struct accessor *accessor, double given, double is)
{
    return accessor->base.component == COMPONENT_FLOAT ? (float)given != (float)is : given != is;
}

static void check_bound(struct data *data, size_t index, bool is_max)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    const struct sweep_facts *facts = data_facts(data, index);
    const double *is = is_max ? facts->high : facts->low;
    double given[SWEEP_COMPONENTS];
    if (!tree_numbers(tree_get(accessor->json, is_max ? "max" : "min"), given, accessor->base.components)) {
        return;
    }
    struct finding *finding = NULL;
    for (size_t k = 0; k < accessor->base.components; k++) {
        if (!bound_differs(accessor, given[k], is[k])) {
            continue;
        }
        finding = finding == NULL ? report_bound(data, index, is_max, k, given[k], is) : finding;
        finding_set_number(finding, arena_printf(data->check->arena, "0/%zu", k), is[k]);
    }
}

/* Adds edits that set min and max of an accessor. */
static void edit_bounds(struct finding *finding, size_t accessor, const double *low, const double *high, size_t count)
{
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, accessor, 0, "min"),
                 json_numbers(&(struct json_value){""}, low, count));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, accessor, 0, "max"),
                 json_numbers(&(struct json_value){""}, high, count));
}

static void report_swapped(struct data *data, size_t index)
{
    const struct sweep_facts *facts = data_facts(data, index);
    bool matters = bounds_matter(data_use(data, index));
    struct finding *finding = report(data->check->findings,
                                     matters ? MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED
                                             : MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED_OF_OTHERS,
                                     place_of(PLACE_ACCESSOR, index, 0, "min"), ARGUMENTS(the_use("use", data, index)));
    if (!matters) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    edit_bounds(finding, index, facts->low, facts->high, accessors_get(data->sweep->accessors, index)->base.components);
}

static void check_bounds(struct data *data, size_t index)
{
    const struct sweep_facts *facts = data_facts(data, index);
    if (accessor_bounds_are_swapped(accessors_get(data->sweep->accessors, index), facts->low, facts->high)) {
        report_swapped(data, index);
    } else {
        check_bound(data, index, false);
        check_bound(data, index, true);
    }
}

/* Adds min and max to an accessor, if a finding becomes obsolete by that. */
static void set_bounds(const struct data *data, const struct unbounded *unbounded)
{
    static const double zeros[SWEEP_COMPONENTS];
    const struct accessor *accessor = accessors_get(data->sweep->accessors, unbounded->accessor);
    const struct sweep_facts *facts = data_facts(data, unbounded->accessor);
    size_t count = accessor == NULL ? 0 : accessor->base.components;
    bool known = count > 0 && count <= JSON_NUMBERS_MAX &&
                 (facts->state == SWEEP_ZEROS || (facts->state == SWEEP_READ && !facts->infinite));
    if (!known) {
        finding_fix(unbounded->finding, VRMLINT_FIX_NONE);
        return;
    }
    bool are_zeros = facts->state == SWEEP_ZEROS;
    edit_bounds(unbounded->finding, unbounded->accessor, are_zeros ? zeros : facts->low,
                are_zeros ? zeros : facts->high, count);
}

/* ---- numbers ---- */

/* Reads an accessor again to count the elements that aren't finite. */
static void report_infinite(struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    size_t n = accessor->base.components;
    struct sweep_walk walk;
    struct sweep_window window;
    size_t count = 0;
    uint64_t first = 0;
    double value = NAN;
    bool began = accessor->base.buffer != SIZE_MAX && sweep_begin(&walk, data->sweep, index, 0, 0);
    while (began && sweep_next(&walk, &window)) {
        struct elements form = accessor->base;
        for (size_t i = 0; i < window.count; i++) {
            double numbers[SWEEP_COMPONENTS];
            size_t k = 0;
            elements_decode(&form, window.bytes + i * window.stride, 1, numbers);
            while (k < n && isfinite(numbers[k])) {
                k++;
            }
            if (k < n && count++ == 0) {
                first = window.first + i;
                value = numbers[k];
            }
        }
    }
    struct place place = place_of(PLACE_ACCESSOR, index, 0, NULL);
    struct argument what = the_use("use", data, index);
    if (count == 0) {
        report(data->check->findings, MESSAGE_ACCESSOR_NOT_FINITE__SOMEWHERE, place, ARGUMENTS(what));
        return;
    }
    bool is_animation = data_use(data, index)->kind == USE_KEYFRAMES;
    struct finding *finding =
        report(data->check->findings,
               is_animation ? MESSAGE_ACCESSOR_NOT_FINITE__ANIMATION : MESSAGE_ACCESSOR_NOT_FINITE__DEFAULT, place,
               ARGUMENTS(what, COUNT("count", count), COUNT("total", accessor->base.count), COUNT("first", first),
                         NUMBER("value", value, DATA_DIGITS)));
    data_measure(finding, count, accessor->base.count, first);
}

/* ---- sparse ---- */

static void report_replaced(struct data *data, size_t index)
{
    const struct accessor *accessor = accessors_get(data->sweep->accessors, index);
    const struct sweep_facts *facts = data_facts(data, index);
    struct place place = place_of(PLACE_ACCESSOR, index, 0, "sparse");
    struct argument what = the_use("use", data, index);
    struct argument entry = COUNT("entry", facts->first);
    struct argument element = COUNT("element", facts->index);
    struct finding *finding =
        report_taking(data->check->findings,
                      facts->index >= accessor->base.count ? MESSAGE_ACCESSOR_SPARSE_INVALID__BEYOND
                                                           : MESSAGE_ACCESSOR_SPARSE_INVALID__UNORDERED,
                      place, ARGUMENTS(what, entry, element, COUNT("count", accessor->base.count)));
    finding_measure(finding, "first", (double)facts->first);
    finding_measure(finding, "index", (double)facts->index);
}

static void data_check_values(struct data *data)
{
    for (size_t i = 0; i < data->check->unbounded_count; i++) {
        set_bounds(data, &data->check->unbounded[i]);
    }
    for (size_t i = 0; i < data->sweep->accessors->count; i++) {
        const struct sweep_facts *facts = data_facts(data, i);
        if (data->of_keyframes[i]) {
            continue;
        }
        if (facts->state == SWEEP_REPLACED) {
            report_replaced(data, i);
        } else if (facts->state == SWEEP_READ && facts->infinite) {
            report_infinite(data, i);
        } else if (facts->state == SWEEP_READ) {
            check_bounds(data, i);
        }
    }
}

/* ---- reading ---- */

static struct body_extent read_body(const struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct humanoid *humanoid = avatar_humanoid(avatar);
    struct body_extent body = {.hips = SCENE_NONE};
    struct box box = box_empty;
    if (humanoid == NULL || humanoid->bone_of == NULL) {
        return body;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = humanoid->nodes[bone];
        if (!scene_usable(avatar->scene, node)) {
            continue;
        }
        box_grow(&box, scene_position(avatar->scene, node));
    }
    body.hips = humanoid->nodes[bone_by_name("hips")];
    body.carried = humanoid_has_hips(avatar->scene, humanoid->nodes);
    struct vec3 size = vec3_sub(box.high, box.low);
    body.size = fmax(size.x, fmax(size.y, size.z));
    body.middle = vec3_scale(vec3_add(box.low, box.high), 0.5);
    body.present = scene_usable(avatar->scene, body.hips) && isfinite(body.size) && body.size >= SMALL;
    return body;
}

/* Returns, per accessor, whether channels play it. */
static const bool *read_keyframes(const struct data *data)
{
    struct check *check = data->check;
    bool *out = arena_array(check->arena, data->sweep->accessors->count, sizeof *out);
    struct arena *room = arena_open(check->arena);
    struct tracks tracks = tracks_read(room, check->avatar->animations);
    for (size_t i = 0; i < tracks.count; i++) {
        out[tracks.items[i].input] = true;
        out[tracks.items[i].output] = true;
    }
    arena_close(room);
    return out;
}

/* ---- the pass ---- */

static void want_directions(struct data *data, size_t accessor)
{
    if (accessor < data->sweep->accessors->count) {
        data->sweep->facts[accessor].wants_directions = true;
    }
}

static void read_later(struct data *data, size_t accessor)
{
    if (accessor < data->sweep->accessors->count) {
        data->sweep->facts[accessor].later = true;
    }
}

/* Marks what is needed of accessors, and which ones the rules walk anyway. */
static void plan_accessor_sweep(struct data *data)
{
    for (size_t i = 0; i < data->primitives->count; i++) {
        const struct primitive *of = &data->primitives->items[i];
        want_directions(data, of->normal);
        want_directions(data, of->tangent);
        read_later(data, of->indices);
        for (size_t s = 0; s < of->set_count; s++) {
            read_later(data, of->sets[s].joints);
            read_later(data, of->sets[s].weights);
        }
    }
    for (size_t i = 0; i < data->sweep->accessors->count; i++) {
        data->sweep->facts[i].unwanted = data->of_keyframes[i];
    }
}

/* Reports unreadable accessors as skipped, with the first reason. */
static void report_skipped(const struct data *data)
{
    struct findings *findings = data->check->findings;
    size_t unreachable = 0;
    size_t first = 0;
    for (size_t i = 0; i < data->sweep->accessors->count; i++) {
        if (data_facts(data, i)->state == SWEEP_UNREACHABLE && !data->of_keyframes[i]) {
            first = unreachable++ == 0 ? i : first;
        }
    }
    if (unreachable > 0) {
        const struct accessor *accessor = accessors_get(data->sweep->accessors, first);
        if (accessor->status == ACCESSOR_UNREACHABLE) {
            findings_skip_because(findings, WORDS_SKIPPED_ACCESSORS, ARGUMENTS(COUNT("count", unreachable)),
                                  accessor->why.as.said.words, accessor->why.as.said.inner);
        } else {
            struct argument why = buffers_get(data->sweep->accessors->buffers, accessor->base.buffer)->why;
            findings_skip_because(findings, WORDS_SKIPPED_ACCESSORS, ARGUMENTS(COUNT("count", unreachable)),
                                  why.as.said.words, why.as.said.inner);
        }
    }
    if (data->sweep->cut) {
        findings_skip(findings, WORDS_SKIPPED_SOME_ACCESSORS, NO_ARGUMENTS, WORDS_BECAUSE_ACCESSORS_OVERLAP);
    }
}

/* Excludes an accessor without bytes whose data an extension unpacks; it isn't zeros. */
static void exclude_unpacked(const struct data *data, const struct tree *index)
{
    size_t at;
    if (tree_index(index, data->sweep->accessors->count, &at) &&
        accessors_get(data->sweep->accessors, at)->base.buffer == SIZE_MAX) {
        data->sweep->facts[at].state = SWEEP_UNREAD;
    }
}

/* Excludes the accessors of primitives that are compressed with Draco. */
static void leave_packed(const struct data *data)
{
    size_t packed = 0;
    for (size_t i = 0; i < data->primitives->count; i++) {
        const struct tree *json = data->primitives->items[i].json;
        if (tree_extension(json, "KHR_draco_mesh_compression") == NULL) {
            continue;
        }
        const struct tree *attributes = tree_get(json, "attributes");
        packed++;
        exclude_unpacked(data, tree_get(json, "indices"));
        for (void *k = tree_first(attributes); k != NULL; k = tree_next(attributes, k)) {
            exclude_unpacked(data, tree_value(k));
        }
    }
    if (packed > 0) {
        findings_skip(data->check->findings, WORDS_SKIPPED_PRIMITIVES, ARGUMENTS(COUNT("count", packed)),
                      WORDS_BECAUSE_DRACO);
    }
}

static bool has_bytes(struct document *document)
{
    return document_count(document, "accessors") > 0 || document_count(document, "images") > 0 ||
           document_count(document, "buffers") > 0;
}

void check_data(struct check *check)
{
    struct document *document = check->avatar->document;
    if (expect_other_version(document) || !has_bytes(document)) {
        return;
    }
    if (check->no_data) {
        findings_skip(check->findings, WORDS_SKIPPED_DATA, NO_ARGUMENTS, WORDS_BECAUSE_NO_DATA);
        return;
    }
    struct data *data = arena_alloc(check->arena, sizeof *data);
    data->check = check;
    data->block = arena_alloc(check->arena, sizeof *data->block);
    data->sweep = sweep_new(document);
    data->primitives = primitives_read(document);
    data->body = read_body(check);
    data_read_skins(data);
    data->of_keyframes = read_keyframes(data);
    plan_accessor_sweep(data);
    sweep_run(data->sweep);
    leave_packed(data);
    data_read_binds(data);
    data_check_weights(data); /* first the rules that walk accessors, because walking reads them */
    data_check_binds(data);
    data_check_triangles(data);
    data_check_buffers(data);
    data_check_values(data);
    data_check_vertices(data);
    data_check_targets(data);
    data_check_sides(data);
    data_check_followers(data);
    data_check_placement(data);
    data_check_soles(data);
    data_check_wardrobe(data); /* after the findings about morph targets */
    report_skipped(data);
}
