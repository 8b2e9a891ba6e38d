/* Checks the data of a file: one pass over all accessors, then the rules with its results. */
#include "checks/data/data.h"

#include "gltf/expect.h"
#include "ids/messages_mesh.h"
#include "vrm/tracks.h"

#define SMALL 0.2 /* metres; a smaller humanoid is no basis for comparisons */

/* ---- reading ---- */

static struct body read_body(const struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct humanoid *humanoid = avatar->humanoid->present ? avatar->humanoid : avatar->vrm0->humanoid;
    struct body body = {.hips = SCENE_NONE};
    struct vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    struct vec3 high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    if (humanoid == NULL || humanoid->bone_of == NULL) {
        return body;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = humanoid->nodes[bone];
        if (!scene_usable(avatar->scene, node)) {
            continue;
        }
        struct vec3 at = scene_position(avatar->scene, node);
        low = (struct vec3){fmin(low.x, at.x), fmin(low.y, at.y), fmin(low.z, at.z)};
        high = (struct vec3){fmax(high.x, at.x), fmax(high.y, at.y), fmax(high.z, at.z)};
    }
    body.hips = humanoid->nodes[bone_by_name("hips")];
    body.carried = humanoid_has_hips(avatar->scene, humanoid->nodes);
    struct vec3 size = vec3_sub(high, low);
    body.size = fmax(size.x, fmax(size.y, size.z));
    body.middle = vec3_scale(vec3_add(low, high), 0.5);
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
    data_check_placement(data);
    report_skipped(data);
}
