/* Reads every track of a VRM animation once, and passes the values to the measures. */
#include <string.h>

#include "base/json_value.h"
#include "checks/animation/keyframes.h"
#include "ids/messages_animation_tracks.h"
#include "ids/rules.h"

enum {
    GROUP_MAX = 15,                 /* kinds of tracks that can share times and values */
    BLOCK = ACCESSOR_BLOCK / 3 * 3, /* a multiple of 3, so that a key of CUBICSPLINE isn't split */
    DOUBLES_MAX = ACCESSOR_BLOCK * 4,
};

#define STILL_COSINE 1e-6 /* of half the angle: 0.16 degrees */
#define STILL_LENGTH 1e-4 /* relative to the length plus one metre */

/* ---- measures of all values ---- */

/* Whether a key has tangents other than 0, which move the value between keys. */
static bool has_tangents(const struct key_block *block, size_t key, size_t components)
{
    const double *row = block->rows + key * block->width;
    for (size_t i = 0; i < block->width; i++) {
        if ((i < block->at || i >= block->at + components) && !(fabs(row[i]) <= KEYFRAMES_CONSTANT)) {
            return true;
        }
    }
    return false;
}

static void add_constancy(struct constancy *constancy, const struct key_block *block, size_t components)
{
    for (size_t i = 0; i < block->count && !constancy->moves; i++) {
        constancy_add(constancy, block->rows + i * block->width + block->at, components);
        constancy->moves = constancy->moves || has_tangents(block, i, components);
    }
}

static void add_finite(struct bad_keys *bad, const struct key_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const double *row = block->rows + i * block->width;
        for (size_t k = 0; k < block->width; k++) {
            if (!isfinite(row[k])) {
                bad_keys_add(bad, block->first + i, row[k], 0);
                break;
            }
        }
    }
}

/* ---- measures ---- */

/* Checks only whether weights of morph targets are finite. A block may end within a key. */
static void feed_scalars(struct track_measure *measure, const double *values, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t key = (at + i) / measure->elements;
        if (!isfinite(values[i]) && (measure->not_finite.count == 0 || measure->not_finite.worst != key)) {
            bad_keys_add(&measure->not_finite, key, values[i], (double)key);
        }
    }
}

/* Passes a block of values to the measures of a track. at: index of its first element. */
static void feed_values(struct track_measure *measure, const double *values, size_t at, size_t count,
                        const double *times)
{
    size_t components = measure->is_rotation ? 4 : 3;
    if (!measure->is_rotation && !measure->is_vector) {
        feed_scalars(measure, values, at, count);
        return;
    }
    struct key_block block = {.rows = values,
                              .first = at / measure->elements,
                              .count = count / measure->elements,
                              .width = components * measure->elements,
                              .at = measure->elements == 1 ? 0 : components,
                              .times = times};
    add_constancy(&measure->constancy, &block, components);
    if (measure->is_rotation) {
        rotations_add(&measure->rotations, &block);
    } else {
        add_finite(&measure->not_finite, &block);
    }
    if (measure->is_gaze) {
        gazes_add(&measure->gazes, &block);
    }
    if (measure->is_weight) {
        weights_add(&measure->weights, &block);
    }
    if (measure->heights.space != NULL) {
        heights_add(&measure->heights, &block);
    }
}

static void report_not_finite(const struct keyframes *keyframes, const struct track_measure *measure)
{
    const struct track *track = measure->track;
    const struct bad_keys *bad = measure->is_rotation ? &measure->rotations.not_finite : &measure->not_finite;
    if (bad->count == 0) {
        return;
    }
    struct finding *finding = report(
        keyframes->check->findings, MESSAGE_ANIMATION_VALUE_NOT_FINITE__VALUES,
        sampler_place(keyframes, track->channels[0], "output"),
        ARGUMENTS(the_track("channels", keyframes, track, track->channels[0]), the_keys("keys", keyframes, bad)));
    finding_measure(finding, "keys", (double)bad->count);
    finding_measure(finding, "first", (double)bad->first);
}

static void report_keyframe_measure(const struct keyframes *keyframes, const struct track_measure *measure)
{
    report_not_finite(keyframes, measure);
    if (measure->is_rotation) {
        rotations_report(keyframes, measure);
    }
    if (measure->is_gaze) {
        gazes_report(keyframes, measure);
    }
    if (measure->is_weight) {
        weights_report(keyframes, measure);
    }
    if (measure->heights.space != NULL) {
        heights_report(keyframes, measure);
    }
}

/* Prepares measuring the height of the hips, if their rest height is usable. */
static void want_heights(const struct keyframes *keyframes, struct hips_facts *heights, size_t node)
{
    static const struct mat34 world = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    const struct scene *scene = keyframes->check->avatar->scene;
    size_t parent = scene->nodes[node].parent;
    heights->rest = scene_position(scene, node).y;
    if (heights->rest >= HIPS_HEIGHT_MIN &&
        (findings_want(keyframes->check->findings, RULE_ANIMATION_HIPS_TRANSLATION_UNIT) ||
         findings_want(keyframes->check->findings, RULE_ANIMATION_FLOATS))) {
        heights->space = parent == SCENE_NONE ? &world : &scene->nodes[parent].world;
        heights->heights = arena_array(keyframes->check->arena, keyframes->time_count, sizeof *heights->heights);
    }
}

/* Prepares the measures of a track for the roles of its channels; the first channel of each role counts. */
static struct track_measure start_measure(const struct keyframes *keyframes, const struct track *track)
{
    const struct vrma *vrma = keyframes->check->avatar->vrma;
    const struct channel *channels = keyframes->check->avatar->animations->channels;
    struct track_measure measure = {
        .track = track,
        .elements = keyframes_elements(keyframes, track),
        .is_rotation = track->path == PATH_ROTATION,
        .is_vector = track->path == PATH_TRANSLATION || track->path == PATH_SCALE,
    };
    size_t hips = vrma->nodes[bone_by_name("hips")];
    for (size_t i = 0; keyframes->is_vrma && i < track->channel_count; i++) {
        size_t node = channels[track->channels[i]].node;
        enum vrma_role role = vrma_role(vrma, node);
        bool clear = !vrma->roles[node].reused;
        if (track->path == PATH_ROTATION && role == VRMA_ROLE_BONE && clear && measure.rotations.rest == NULL) {
            const struct scene_node *bone = &keyframes->check->avatar->scene->nodes[node];
            measure.rotations.rest = bone->has_matrix ? NULL : &bone->rotation;
        } else if (track->path == PATH_ROTATION && role == VRMA_ROLE_LOOK_AT && clear && !measure.is_gaze) {
            measure.is_gaze = true;
            measure.gaze = track->channels[i];
        } else if (track->path == PATH_TRANSLATION && role == VRMA_ROLE_EXPRESSION && clear && !measure.is_weight) {
            measure.is_weight = true;
            measure.weight = track->channels[i];
        } else if (track->path == PATH_TRANSLATION && role == VRMA_ROLE_BONE && node == hips &&
                   measure.heights.space == NULL) {
            measure.hips = track->channels[i];
            want_heights(keyframes, &measure.heights, node);
        }
    }
    return measure;
}

/* Reads the values that count tracks share, and checks them for each track. */
static void read_values(struct keyframes *keyframes, struct track_measure *measures, size_t count)
{
    static const size_t block = BLOCK;
    double values[DOUBLES_MAX];
    struct accessor_pass pass;
    const struct track *first = measures[0].track;
    if (!accessor_begin(&pass, keyframes->accessors, first->output)) {
        keyframes->left_out = true;
        return;
    }
    size_t components = accessors_get(keyframes->accessors, first->output)->base.components;
    struct key_bounds bounds = {.started = false};
    bool bounded = bounds_stated(keyframes, first->output);
    size_t at = 0;
    for (size_t got; (got = accessor_next(&pass, values, block)) > 0; at += got) {
        if (bounded) {
            bounds_add(&bounds, values, got, components);
        }
        for (size_t i = 0; i < count; i++) {
            feed_values(&measures[i], values, at, got, keyframes->times);
        }
    }
    if (!keyframes_reach(keyframes, first, false)) {
        return;
    }
    bounds_report(keyframes, first, false, &bounds);
    for (size_t i = 0; i < count; i++) {
        struct track_facts *facts = &keyframes->facts[measures[i].track - keyframes->tracks.items];
        bool whole = measures[i].is_rotation || measures[i].is_vector;
        facts->is_still = whole && measures[i].constancy.started && !measures[i].constancy.moves;
        facts->is_constant = facts->is_still && keyframes->time_count > 1;
        memcpy(facts->value, measures[i].constancy.low, sizeof facts->value);
        keyframes_keep_sense(facts, &measures[i]);
        report_keyframe_measure(keyframes, &measures[i]);
    }
}

/* Whether keys aren't read, because data isn't wanted or the file has none for them. In a VRM animation missing data
 * counts as zeros, and the mistakes in these are reported. */
static bool leaves_out(const struct keyframes *keyframes, size_t accessor)
{
    const struct accessor *of = accessors_get(keyframes->accessors, accessor);
    return keyframes->check->no_data || (!keyframes->is_vrma && of->base.buffer == SIZE_MAX && of->sparse == 0);
}

/* Checks tracks with the same values. Their times have been read. */
static void check_values(struct keyframes *keyframes, size_t begin, size_t end, const struct key_times *times)
{
    struct track_measure measures[GROUP_MAX];
    size_t count = 0;
    for (size_t i = begin; i < end; i++) {
        const struct track *track = &keyframes->tracks.items[i];
        keyframes->facts[i].times = *times;
        if (keyframes_reach(keyframes, track, false) &&
            keyframes_values_fit(keyframes, track, keyframes_elements(keyframes, track)) && count < GROUP_MAX) {
            measures[count++] = start_measure(keyframes, track);
        }
    }
    if (count > 0 && !leaves_out(keyframes, measures[0].track->output)) {
        read_values(keyframes, measures, count);
    }
}

/* ---- times ---- */

static bool read_times(struct keyframes *keyframes, const struct track *track)
{
    struct accessor_pass pass;
    if (!accessor_begin(&pass, keyframes->accessors, track->input)) {
        keyframes->left_out = true;
        return false;
    }
    keyframes->time_count = 0;
    for (size_t got; (got = accessor_next(&pass, keyframes->times + keyframes->time_count, ACCESSOR_BLOCK)) > 0;) {
        keyframes->time_count += got;
    }
    return keyframes_reach(keyframes, track, true);
}

/* Adds the fix of missing bounds of times: the measured ones. */
static void state_bounds(const struct keyframes *keyframes, size_t accessor, const struct key_bounds *bounds)
{
    struct finding *finding = keyframes->unbounded;
    struct json_value room;
    finding_fix(finding, VRMLINT_FIX_SAFE);
    if (!finding_wants_edits(finding)) {
        return;
    }
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, accessor, 0, "min"),
                 json_numbers(&room, bounds->low, 1));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, accessor, 0, "max"),
                 json_numbers(&room, bounds->high, 1));
}

/* Checks tracks with the same times. */
static void check_group(struct keyframes *keyframes, size_t begin, size_t end)
{
    const struct track *items = keyframes->tracks.items;
    size_t channel = SIZE_MAX;
    size_t channel_count = 0;
    for (size_t i = begin; i < end; i++) {
        channel = items[i].channels[0] < channel ? items[i].channels[0] : channel;
        channel_count += items[i].channel_count;
    }
    keyframes->unbounded = NULL;
    struct track whole = {items[begin].input, SCENE_NONE, INTERPOLATION_LINEAR, PATH_OTHER, &channel, channel_count};
    struct key_times times = {.known = false};
    if (!keyframes_reach(keyframes, &whole, true)) {
        for (size_t i = begin; i < end; i++) {
            keyframes_strides(keyframes, &items[i]);
        }
        return;
    }
    if (!keyframes_times_fit(keyframes, &whole)) {
        return;
    }
    if (leaves_out(keyframes, whole.input)) {
        keyframes->time_count = (size_t)accessors_get(keyframes->accessors, whole.input)->base.count;
        memset(keyframes->times, 0, keyframes->time_count * sizeof *keyframes->times);
    } else if (!read_times(keyframes, &whole)) {
        return;
    } else {
        struct key_bounds bounds = {.started = false};
        bounds_add(&bounds, keyframes->times, keyframes->time_count, 1);
        if (bounds.started && !bounds.infinite) {
            state_bounds(keyframes, whole.input, &bounds);
        }
        bounds_report(keyframes, &whole, true, &bounds);
        times = keyframes_judge_times(keyframes, channel, channel_count);
    }
    for (size_t i = begin; i < end;) {
        size_t next = i + 1;
        while (next < end && items[next].output == items[i].output) {
            next++;
        }
        check_values(keyframes, i, next, &times);
        i = next;
    }
}

/* Allocates the times for the longest track. The counts of accessors have been checked against the available bytes. */
static void make_room(struct keyframes *keyframes)
{
    uint64_t most = 0;
    for (size_t i = 0; i < keyframes->tracks.count; i++) {
        const struct accessor *accessor = accessors_get(keyframes->accessors, keyframes->tracks.items[i].input);
        if (accessor->status == ACCESSOR_READY && accessor->base.count > most) {
            most = accessor->base.count;
        }
    }
    keyframes->times = arena_array(keyframes->check->arena, most, sizeof *keyframes->times);
}

/* ---- unreadable data ---- */

static void report_unreachable(const struct keyframes *keyframes)
{
    struct findings *findings = keyframes->check->findings;
    struct argument count = COUNT("channels", keyframes->unreachable);
    struct argument why = keyframes->unreachable_why;
    if (keyframes->left_out) {
        findings_skip(findings, WORDS_KEYFRAMES_IN_PART, NO_ARGUMENTS, WORDS_KEYFRAMES_TOO_MANY);
    }
    if (keyframes->ill > 0) {
        findings_skip(findings, WORDS_KEYFRAMES_OF, ARGUMENTS(COUNT("channels", keyframes->ill)), WORDS_KEYFRAMES_ILL);
    }
    if (keyframes->unreachable == 0) {
        return;
    }
    findings_skip_because(findings, WORDS_KEYFRAMES_OF, ARGUMENTS(count), why.as.said.words, why.as.said.inner);
    if (!keyframes->is_vrma) {
        return; /* the rules of buffer/ report it */
    }
    bool is_missing = why.as.said.words == WORDS_BUFFER_FILE_UNREADABLE;
    struct finding *finding =
        report(findings,
               is_missing ? MESSAGE_ANIMATION_DATA_UNREACHABLE__MISSING : MESSAGE_ANIMATION_DATA_UNREACHABLE__DEFAULT,
               place_at(keyframes->unreachable_at), ARGUMENTS(count, why));
    if (is_missing) {
        finding_severity(finding, VRMLINT_ERROR);
    }
    finding_measure(finding, "channels", (double)keyframes->unreachable);
}

static const size_t *tracks_of_channels(const struct keyframes *keyframes)
{
    size_t count = keyframes->check->avatar->animations->count;
    size_t *out = arena_array(keyframes->check->arena, count, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        out[i] = SIZE_MAX;
    }
    for (size_t i = 0; i < keyframes->tracks.count; i++) {
        const struct track *track = &keyframes->tracks.items[i];
        for (size_t k = 0; k < track->channel_count; k++) {
            out[track->channels[k]] = i;
        }
    }
    return out;
}

/* Whether a value is the node's rest value, within rounding of exporters. */
static bool is_at_rest(const struct scene_node *node, enum channel_path path, const double *value)
{
    struct vec3 rest = path == PATH_SCALE ? node->scale : node->translation;
    struct quat turn = node->rotation;
    if (node->has_matrix) {
        return false;
    }
    if (path == PATH_ROTATION) {
        double cosine = turn.x * value[0] + turn.y * value[1] + turn.z * value[2] + turn.w * value[3];
        return fabs(cosine) > 1 - STILL_COSINE;
    }
    return vec3_distance(rest, (struct vec3){value[0], value[1], value[2]}) <= STILL_LENGTH * (1 + vec3_length(rest));
}

/* Returns, for later checks, which channels keep their nodes at rest. */
static const bool *find_still(const struct keyframes *keyframes, const size_t *track_of)
{
    const struct avatar *avatar = keyframes->check->avatar;
    size_t count = avatar->animations->count;
    bool *still = arena_array(keyframes->check->arena, count, sizeof *still);
    for (size_t i = 0; i < count; i++) {
        const struct channel *channel = &avatar->animations->channels[i];
        const struct track_facts *facts = track_of[i] == SIZE_MAX ? NULL : &keyframes->facts[track_of[i]];
        still[i] = facts != NULL && facts->is_still && channel->node != SCENE_NONE &&
                   is_at_rest(&avatar->scene->nodes[channel->node], channel->path, facts->value);
    }
    return still;
}

void check_keyframes(struct check *check)
{
    struct keyframes keyframes = {.check = check, .is_vrma = check->avatar->vrma->present};
    keyframes.tracks = tracks_read(check->arena, check->avatar->animations);
    if (keyframes.tracks.count == 0) {
        return;
    }
    keyframes.accessors = accessors_new(check->avatar->document);
    keyframes.facts = arena_array(check->arena, keyframes.tracks.count, sizeof *keyframes.facts);
    keyframes.told = arena_array(check->arena, keyframes.accessors->count, sizeof *keyframes.told);
    keyframes.bounded = arena_array(check->arena, keyframes.accessors->count, sizeof *keyframes.bounded);
    make_room(&keyframes);
    struct arena *words = document_words(check->avatar->document);
    for (size_t i = 0; i < keyframes.tracks.count;) {
        size_t next = i + 1;
        while (next < keyframes.tracks.count && keyframes.tracks.items[next].input == keyframes.tracks.items[i].input) {
            next++;
        }
        struct arena_mark mark = arena_mark(words);
        check_group(&keyframes, i, next);
        arena_release(words, mark);
        i = next;
    }
    report_unreachable(&keyframes);
    if (!keyframes.is_vrma) {
        return;
    }
    const size_t *track_of = tracks_of_channels(&keyframes);
    check->still = find_still(&keyframes, track_of);
    keyframes_judge_spans(&keyframes, track_of);
    keyframes_judge_sense(&keyframes, track_of);
    keyframes_judge_habits(&keyframes, track_of);
}
