#include "cli/kit.h"
#include "cli/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/kit_data.h"
#include "report/escape.h"

/* ---- unpacking: see src/kit.py ---- */

static size_t read_number(const unsigned char **at)
{
    size_t value = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        value |= (size_t)(byte & 127U) << shift;
        if (byte < 128) {
            return value;
        }
    }
}

static char *unpack_kit(struct arena *arena)
{
    char *text = arena_alloc(arena, kit_size + 1);
    const unsigned char *at = kit_packed;
    size_t length = 0;
    while (length < kit_size) {
        size_t plain = read_number(&at);
        memcpy(text + length, at, plain);
        at += plain;
        length += plain;
        if (length == kit_size) {
            break;
        }
        size_t repeat = read_number(&at);
        size_t back = read_number(&at);
        for (size_t i = 0; i < repeat; i++, length++) { /* byte by byte: the copy may overlap */
            text[length] = text[length - back];
        }
    }
    return text;
}

static void split_files(struct kit *kit, struct arena *arena, char *text)
{
    for (char *at = text; at < text + kit_size;) {
        char *name = at;
        char *size = strchr(name, '\n');
        *size++ = '\0';
        char *content;
        size_t length = strtoul(size, &content, 10);
        content++;
        *ARENA_ADD(arena, kit->files, kit->file_count) =
            (struct kit_file){name, arena_copy(arena, content, length), length};
        at = content + length;
    }
}

/* Returns the file of a name and an ending, which the kit must contain. */
static const struct kit_file *find_file(const struct kit *kit, struct arena *arena, const char *name, const char *end)
{
    const char *whole = arena_printf(arena, "%s%s", name, end);
    size_t i = 0;
    while (strcmp(kit->files[i].name, whole) != 0) {
        i++;
    }
    return &kit->files[i];
}

/* ---- reading ---- */

const struct kit_measure kit_measures[KIT_QUANTITIES] = {
    {"positions", 3, "m"}, {"rotations", 4, "rad"}, {"weights", 1, "1"}, {"angles", 2, "deg"}};

size_t kit_each(const struct kit_track *track)
{
    return kit_measures[track->quantity].each;
}

/* Whether two tracks measure the same quantity of the same object. */
static bool kit_same(const struct kit_track *one, const struct kit_track *other)
{
    return one->quantity == other->quantity && one->node == other->node && one->has_offset == other->has_offset &&
           (one->expression == NULL || strcmp(one->expression, other->expression) == 0);
}

static const char *read_text(struct arena *arena, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

static double *read_numbers(struct arena *arena, const json_t *array, size_t each)
{
    size_t count = json_array_size(array);
    double *out = arena_array(arena, count * each, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(array, i);
        for (size_t k = 0; k < each; k++) {
            out[each * i + k] = json_number_value(each == 1 ? item : json_array_get(item, k));
        }
    }
    return out;
}

static const double *read_optional(struct arena *arena, const json_t *object, const char *key)
{
    const json_t *array = json_object_get(object, key);
    return array == NULL ? NULL : read_numbers(arena, array, 1);
}

static size_t read_index(const json_t *object, const char *key)
{
    return (size_t)json_integer_value(json_object_get(object, key));
}

/* Reads from JSON what a track measures, without its values. Returns false if that can't be measured. */
static bool kit_read_track(struct arena *arena, const json_t *json, struct kit_track *track)
{
    const json_t *node = json_object_get(json, "node");
    size_t quantity = 0;
    while (quantity < KIT_QUANTITIES && json_object_get(json, kit_measures[quantity].name) == NULL) {
        quantity++;
    }
    bool of_node = quantity < KIT_WEIGHTS;
    *track = (struct kit_track){.quantity = (enum kit_quantity)quantity,
                                .node = of_node ? read_index(json, "node") : 0,
                                .expression = quantity == KIT_WEIGHTS ? read_text(arena, json, "expression") : NULL,
                                .has_offset = of_node && json_object_get(json, "offset") != NULL};
    return quantity < KIT_QUANTITIES && (!of_node || json_is_integer(node)) &&
           (quantity != KIT_WEIGHTS || track->expression != NULL);
}

static struct kit_answer read_answer(struct arena *arena, const json_t *json, const char *because)
{
    struct kit_answer answer = {.because = because, .track_count = json_array_size(json)};
    answer.tracks = arena_array(arena, answer.track_count, sizeof *answer.tracks);
    for (size_t i = 0; i < answer.track_count; i++) {
        const json_t *from = json_array_get(json, i);
        struct kit_track *track = &answer.tracks[i];
        kit_read_track(arena, from, track);
        track->head = read_index(from, "head");
        track->offset = read_optional(arena, from, "offset");
        track->values = read_numbers(arena, json_object_get(from, kit_measures[track->quantity].name), kit_each(track));
    }
    return answer;
}

static void read_answers(struct arena *arena, const json_t *json, struct kit_vector *vector)
{
    const json_t *others = json_object_get(json, "alternatives");
    vector->answer_count = 1 + json_array_size(others);
    vector->answers = arena_array(arena, vector->answer_count, sizeof *vector->answers);
    vector->answers[0] = read_answer(arena, json_object_get(json, "expected"), NULL);
    for (size_t i = 1; i < vector->answer_count; i++) {
        const json_t *other = json_array_get(others, i - 1);
        vector->answers[i] = read_answer(arena, json_object_get(other, "expected"), read_text(arena, other, "because"));
    }
}

static void read_frames(struct arena *arena, const json_t *json, struct kit_vector *vector)
{
    vector->frame_count = json_array_size(json);
    vector->frames = arena_array(arena, vector->frame_count, sizeof *vector->frames);
    for (size_t i = 0; i < vector->frame_count; i++) {
        const json_t *from = json_array_get(json, i);
        const json_t *sets = json_object_get(from, "set");
        struct kit_frame *frame = &vector->frames[i];
        frame->seconds = json_number_value(json_object_get(from, "dt"));
        frame->repeat = json_object_get(from, "repeat") == NULL ? 1 : read_index(from, "repeat");
        frame->set_count = json_array_size(sets);
        frame->sets = arena_array(arena, frame->set_count, sizeof *frame->sets);
        for (size_t k = 0; k < frame->set_count; k++) {
            const json_t *set = json_array_get(sets, k);
            frame->sets[k] = (struct kit_set){read_index(set, "node"), read_optional(arena, set, "translation"),
                                              read_optional(arena, set, "rotation")};
        }
    }
}

static json_t *load_kit_json(struct arena *arena, const struct kit_file *file)
{
    json_t *json = json_loadb(file->text, file->size, 0, NULL);
    if (json == NULL) {
        arena_exhausted(arena); /* the text is part of the program, so only memory can be short */
    }
    return json;
}

static void read_vector(struct kit *kit, struct arena *arena, const char *id, struct kit_vector *vector)
{
    json_t *json = load_kit_json(arena, find_file(kit, arena, id, ".json"));
    const json_t *tolerance = json_object_get(json, "tolerance");
    *vector = (struct kit_vector){
        .id = read_text(arena, json, "id"),
        .feature = read_text(arena, json, "feature"),
        .title = read_text(arena, json, "title"),
        .tries = read_text(arena, json, "tries"),
        .section = read_text(arena, json, "section"),
        .revision = read_text(arena, json, "revision"),
        .model = find_file(kit, arena, id, ".gltf"),
        .animation = json_object_get(json, "animation") == NULL ? NULL : find_file(kit, arena, id, ".animation.gltf"),
        .any_finite = json_is_true(json_object_get(json, "anyFinite")),
        .tolerance = json_number_value(json_object_get(tolerance, "value")),
        .times = read_numbers(arena, json_object_get(json, "times"), 1),
        .time_count = json_array_size(json_object_get(json, "times")),
    };
    read_frames(arena, json_object_get(json, "frames"), vector);
    read_answers(arena, json, vector);
    json_decref(json);
}

struct kit *kit_open(struct arena *arena)
{
    struct kit *kit = arena_alloc(arena, sizeof *kit);
    split_files(kit, arena, unpack_kit(arena));
    json_t *json = load_kit_json(arena, find_file(kit, arena, "kit", ".json"));
    const json_t *ids = json_object_get(json, "vectors");
    kit->version = read_text(arena, json, "version");
    kit->vector_count = json_array_size(ids);
    kit->vectors = arena_array(arena, kit->vector_count, sizeof *kit->vectors);
    for (size_t i = 0; i < kit->vector_count; i++) {
        read_vector(kit, arena, json_string_value(json_array_get(ids, i)), &kit->vectors[i]);
    }
    json_decref(json);
    return kit;
}

struct kit_vector *kit_find(const struct kit *kit, const char *id)
{
    for (size_t i = 0; i < kit->vector_count; i++) {
        if (strcmp(kit->vectors[i].id, id) == 0) {
            return &kit->vectors[i];
        }
    }
    return NULL;
}

/* Times of results may differ by this, in seconds. */
#define TIME_TOLERANCE 1e-6

/* A rotation whose length differs from 1 by more than this is invalid. */
#define UNIT_TOLERANCE 1e-2

enum { MOST_TIMES = 100000 /* a result with more is ignored */ };

static const char *const names[KIT_STATES] = {"passed", "open", "failed", "incomplete", "missing", "unsupported"};

const char *kit_state_name(enum kit_state state)
{
    return names[state];
}

/* ---- one vector ---- */

/* Returns the distance of two positions or weights, the angle between two rotations in radians, or the larger
 * difference of yaw and pitch in degrees, without whole turns. Infinite if a is invalid. */
static double difference(const double *a, const double *b, enum kit_quantity quantity)
{
    if (quantity == KIT_ANGLES) {
        double worst = fmax(fabs(remainder(a[0] - b[0], 360)), fabs(remainder(a[1] - b[1], 360)));
        return isfinite(a[0]) && isfinite(a[1]) ? worst : INFINITY;
    }
    if (quantity != KIT_ROTATIONS) {
        double square = 0;
        for (size_t i = 0; i < kit_measures[quantity].each; i++) {
            square += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return isfinite(square) ? sqrt(square) : INFINITY;
    }
    double lengths = 0;
    double apart[2] = {0, 0}; /* squared distances to b and to -b, which is the same rotation */
    for (int i = 0; i < 4; i++) {
        lengths += a[i] * a[i];
    }
    double length = sqrt(lengths);
    if (!isfinite(length) || fabs(length - 1) > UNIT_TOLERANCE) {
        return INFINITY;
    }
    for (int i = 0; i < 4; i++) {
        apart[0] += (a[i] / length - b[i]) * (a[i] / length - b[i]);
        apart[1] += (a[i] / length + b[i]) * (a[i] / length + b[i]);
    }
    return 4 * asin(fmin(1, sqrt(fmin(apart[0], apart[1])) / 2));
}

/* Returns the largest difference from an answer; *first receives the first time at which the tolerance is exceeded. */
static double compare_answer(const struct kit_vector *vector, const struct kit_answer *answer,
                             struct kit_outcome *outcome, size_t *first)
{
    double worst = 0;
    *first = vector->time_count;
    for (size_t i = 0; i < answer->track_count; i++) {
        const struct kit_track *track = &answer->tracks[i];
        size_t each = kit_each(track);
        for (size_t t = 0; t < vector->time_count; t++) {
            double apart = difference(outcome->tracks[i].values + each * t, track->values + each * t, track->quantity);
            if (!(apart <= worst)) {
                worst = apart;
                outcome->worst_track = i;
            }
            if (!(apart <= vector->tolerance) && t < *first) {
                *first = t;
            }
        }
    }
    return worst;
}

/* Whether every finite result is right: revision C decides what earlier ones leave open. */
static bool accepts_any(const struct kit_vector *vector, enum vrmlint_limit_revision revision)
{
    return vector->any_finite && (vector->revision == NULL || revision == VRMLINT_LIMIT_REVISION_B);
}

static void judge_outcome(const struct kit_vector *vector, enum vrmlint_limit_revision revision,
                          struct kit_outcome *outcome)
{
    for (size_t i = 0; i < vector->answers[0].track_count; i++) {
        if (outcome->tracks[i].values == NULL) {
            outcome->state = KIT_INCOMPLETE;
            outcome->worst_track = i;
            return;
        }
    }
    for (size_t i = vector->answer_count; i-- > 1;) {
        size_t ignored;
        if (compare_answer(vector, &vector->answers[i], outcome, &ignored) <= vector->tolerance) {
            outcome->because = vector->answers[i].because;
        }
    }
    outcome->worst = compare_answer(vector, &vector->answers[0], outcome, &outcome->first_time);
    bool open = outcome->because != NULL || (accepts_any(vector, revision) && isfinite(outcome->worst));
    outcome->state = outcome->worst <= vector->tolerance ? KIT_PASSED : open ? KIT_OPEN : KIT_FAILED;
    if (outcome->state == KIT_PASSED) {
        outcome->because = NULL;
    }
}

/* ---- reading results ---- */

/* Returns the index of a time of the vector in the result; SIZE_MAX if absent. Both are in order, so *from
 * advances. */
static size_t find_time(const json_t *times, double time, size_t *from)
{
    size_t count = json_array_size(times);
    while (*from < count && json_number_value(json_array_get(times, *from)) < time - TIME_TOLERANCE) {
        (*from)++;
    }
    bool found = *from < count && json_number_value(json_array_get(times, *from)) <= time + TIME_TOLERANCE;
    return found ? (*from)++ : SIZE_MAX;
}

static double *read_values(struct arena *arena, const struct kit_vector *vector, const json_t *times,
                           const json_t *values, size_t each)
{
    size_t from = 0;
    double *out = arena_array(arena, vector->time_count * each, sizeof *out);
    for (size_t t = 0; t < vector->time_count; t++) {
        size_t at = find_time(times, vector->times[t], &from);
        const json_t *value = at == SIZE_MAX ? NULL : json_array_get(values, at);
        if (value == NULL) {
            return NULL;
        }
        for (size_t k = 0; k < each; k++) {
            const json_t *number = each == 1 ? value : json_array_get(value, k);
            out[each * t + k] = json_is_number(number) ? json_number_value(number) : NAN;
        }
    }
    return out;
}

static void read_joint(struct arena *arena, const struct kit_vector *vector, const json_t *times, const json_t *joint,
                       struct kit_outcome *outcome)
{
    struct kit_track is;
    if (!kit_read_track(arena, joint, &is)) {
        return;
    }
    const json_t *values = json_object_get(joint, kit_measures[is.quantity].name);
    for (size_t i = 0; i < vector->answers[0].track_count; i++) {
        if (kit_same(&vector->answers[0].tracks[i], &is) && outcome->tracks[i].values == NULL) {
            outcome->tracks[i].values = read_values(arena, vector, times, values, kit_each(&is));
            return;
        }
    }
}

static void read_result(struct arena *arena, const struct kit_comparison *comparison, const struct kit_vector *vector,
                        const json_t *result)
{
    struct kit_outcome *outcome = &comparison->outcomes[vector - comparison->kit->vectors];
    const json_t *times = json_object_get(result, "times");
    const json_t *joints = json_object_get(result, "joints");
    size_t count = json_array_size(joints);
    if (outcome->state != KIT_MISSING || json_array_size(times) > MOST_TIMES) {
        return; /* only the first of several counts */
    }
    if (json_is_true(json_object_get(result, "unsupported"))) {
        outcome->state = KIT_UNSUPPORTED;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        read_joint(arena, vector, times, json_array_get(joints, i), outcome);
    }
    judge_outcome(vector, comparison->revision, outcome);
}

static void read_runtime(struct arena *arena, const json_t *json, struct kit_comparison *comparison)
{
    const json_t *runtime = json_object_get(json, "runtime");
    const char *name = json_string_value(json_object_get(runtime, "name"));
    const char *version = json_string_value(json_object_get(runtime, "version"));
    comparison->runtime = name == NULL ? "" : arena_copy(arena, name, strlen(name));
    comparison->version = version == NULL ? "" : arena_copy(arena, version, strlen(version));
}

static struct kit_feature *feature_of(struct kit_comparison *comparison, const char *name)
{
    size_t i = 0;
    while (i < comparison->feature_count && strcmp(comparison->features[i].name, name) != 0) {
        i++;
    }
    if (i == comparison->feature_count) {
        comparison->features[comparison->feature_count++].name = name;
    }
    return &comparison->features[i];
}

static void count_states(struct arena *arena, struct kit_comparison *comparison)
{
    const struct kit *kit = comparison->kit;
    comparison->features = arena_array(arena, kit->vector_count, sizeof *comparison->features);
    for (size_t i = 0; i < kit->vector_count; i++) {
        enum kit_state state = comparison->outcomes[i].state;
        feature_of(comparison, kit->vectors[i].feature)->states[state]++;
        comparison->all.states[state]++;
    }
}

/* Compares what the results contain. They are freed afterwards. */
static struct kit_comparison *make_comparison(struct arena *arena, const struct kit *kit,
                                              enum vrmlint_limit_revision revision, const json_t *json)
{
    struct kit_comparison *comparison = arena_alloc(arena, sizeof *comparison);
    const json_t *results = json_object_get(json, "results");
    size_t count = json_array_size(results);
    comparison->kit = kit;
    comparison->revision = revision;
    comparison->outcomes = arena_array(arena, kit->vector_count, sizeof *comparison->outcomes);
    for (size_t i = 0; i < kit->vector_count; i++) {
        struct kit_outcome *outcome = &comparison->outcomes[i];
        size_t tracks = kit->vectors[i].answers[0].track_count;
        *outcome = (struct kit_outcome){.state = KIT_MISSING, .first_time = kit->vectors[i].time_count};
        outcome->tracks = arena_array(arena, tracks, sizeof *outcome->tracks);
    }
    read_runtime(arena, json, comparison);
    for (size_t i = 0; i < count; i++) {
        const json_t *result = json_array_get(results, i);
        const char *id = json_string_value(json_object_get(result, "id"));
        const struct kit_vector *vector = id == NULL ? NULL : kit_find(kit, id);
        if (vector != NULL) {
            read_result(arena, comparison, vector, result);
        }
    }
    count_states(arena, comparison);
    return comparison;
}

struct kit_comparison *kit_compare(struct arena *arena, const struct kit *kit, enum vrmlint_limit_revision revision,
                                   const char *text, size_t size, const char **error)
{
    json_error_t why;
    jmp_buf guard;
    struct arena_way way = arena_way(arena);
    limits_ask(arena, text, size);
    json_t *json = json_loadb(text, size, 0, &why);
    *error = NULL;
    if (json == NULL) {
        *error = arena_printf(arena, "line %d: %s", why.line, why.text);
        return NULL;
    }
    if (!json_is_array(json_object_get(json, "results"))) {
        json_decref(json);
        *error = N_("it has no list \"results\"");
        return NULL;
    }
    int end = setjmp(guard);
    if (end != 0) {
        arena_set_way(arena, &way);
        json_decref(json);
        arena_end(arena, (enum arena_end)end);
    }
    arena_guard(arena, &guard);
    struct kit_comparison *comparison = make_comparison(arena, kit, revision, json);
    arena_set_way(arena, &way);
    json_decref(json);
    return comparison;
}

/* Node 0 of each model is the root of the scene. Other nodes that frames of springs set carry a chain. */
enum { ROOT = 0 };

/* The state of a vector that is run. */
struct runner {
    struct vrmlint_simulation *simulation;
    struct vrmlint_rig *rig; /* for constraints and animations */
    bool plays;
    double now; /* seconds since the beginning */
    struct vrmlint_pose pose;
};

static void set_node(struct runner *runner, const struct kit_set *set)
{
    if (runner->rig != NULL) {
        vrmlint_rig_set(runner->rig, set->node, set->translation, set->rotation);
        return;
    }
    if (set->node == ROOT && set->translation != NULL) {
        memcpy(runner->pose.position, set->translation, sizeof runner->pose.position);
    }
    if (set->node == ROOT && set->rotation != NULL) {
        memcpy(runner->pose.rotation, set->rotation, sizeof runner->pose.rotation);
    } else if (set->rotation != NULL) {
        memcpy(runner->pose.nod, set->rotation, sizeof runner->pose.nod); /* chain carriers are unrotated at rest */
    }
}

static void step_runner(struct runner *runner, double seconds)
{
    runner->now += seconds;
    if (runner->rig != NULL) {
        if (runner->plays) {
            vrmlint_rig_hold(runner->rig, runner->now);
        }
        vrmlint_rig_update(runner->rig);
    } else {
        vrmlint_simulation_step(runner->simulation, &runner->pose, seconds);
    }
}

static void read_rig(const struct vrmlint_rig *rig, const struct kit_track *track, double *values)
{
    if (track->quantity == KIT_ROTATIONS) {
        vrmlint_rig_rotation(rig, track->node, values);
    } else if (track->quantity == KIT_POSITIONS) {
        vrmlint_rig_position(rig, track->node, values);
    } else if (track->quantity == KIT_WEIGHTS) {
        *values = vrmlint_rig_weight(rig, track->expression);
    } else {
        vrmlint_rig_gaze(rig, values);
    }
}

static void read_track(const struct runner *runner, struct kit_track *track, size_t time)
{
    if (runner->rig != NULL) {
        read_rig(runner->rig, track, track->values + kit_each(track) * time);
        return;
    }
    const struct vrmlint_simulation *simulation = runner->simulation;
    for (size_t i = 0; i < simulation->joint_count; i++) {
        if (simulation->joints[i].node == track->head) {
            memcpy(track->values + 3 * time, simulation->tails + 3 * i, 3 * sizeof *track->values);
            return;
        }
    }
    for (size_t i = 0; i < 3; i++) {
        track->values[3 * time + i] = NAN; /* the engine doesn't move it */
    }
}

/* Measures the tracks of the vector's first answer. */
static bool run_vector(struct arena *arena, const struct kit_vector *vector,
                       const struct vrmlint_simulation_options *how, struct kit_track *tracks)
{
    const struct kit_answer *answer = &vector->answers[0];
    struct runner runner = {.pose = {.rotation = {0, 0, 0, 1}}};
    if (vector->animation != NULL || answer->tracks[0].quantity == KIT_ROTATIONS) {
        runner.rig = vrmlint_rig_from_bytes(vector->model->text, vector->model->size);
        runner.plays = runner.rig != NULL && vector->animation != NULL &&
                       vrmlint_rig_play(runner.rig, vector->animation->text, vector->animation->size);
    } else {
        runner.simulation = vrmlint_simulation_from_bytes(vector->model->text, vector->model->size, how);
    }
    bool good = (runner.rig != NULL && runner.plays == (vector->animation != NULL)) ||
                (runner.simulation != NULL && runner.simulation->error == NULL);
    for (size_t i = 0; i < answer->track_count; i++) {
        tracks[i] = answer->tracks[i];
        tracks[i].values = arena_array(arena, vector->time_count * kit_each(&tracks[i]), sizeof *tracks[i].values);
    }
    size_t time = 0;
    for (size_t f = 0; good && f < vector->frame_count; f++) {
        const struct kit_frame *frame = &vector->frames[f];
        for (size_t i = 0; i < frame->set_count; i++) {
            set_node(&runner, &frame->sets[i]);
        }
        for (size_t i = 0; i < frame->repeat; i++) {
            step_runner(&runner, frame->seconds);
            if (time < vector->time_count && fabs(vector->times[time] - runner.now) < 1e-6) {
                for (size_t k = 0; k < answer->track_count; k++) {
                    read_track(&runner, &tracks[k], time);
                }
                time++;
            }
        }
    }
    vrmlint_simulation_free(runner.simulation);
    vrmlint_rig_free(runner.rig);
    return good;
}

static void print_kit_numbers(FILE *out, const double *values, size_t count)
{
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        escape_json_number(out, values[i]);
    }
    fputc(']', out);
}

static void print_kit_track(FILE *out, const struct kit_vector *vector, const struct kit_track *track)
{
    size_t each = kit_each(track);
    if (track->quantity == KIT_WEIGHTS) {
        fprintf(out, "{\"expression\": \"%s\", ", track->expression);
    } else if (track->quantity == KIT_ANGLES) {
        fputc('{', out);
    } else {
        fprintf(out, "{\"node\": %zu, ", track->node);
    }
    if (track->has_offset) {
        fputs("\"offset\": ", out);
        print_kit_numbers(out, track->offset, 3);
        fputs(", ", out);
    }
    fprintf(out, "\"%s\": [", kit_measures[track->quantity].name);
    for (size_t i = 0; i < vector->time_count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        if (each == 1) {
            escape_json_number(out, track->values[i]);
        } else {
            print_kit_numbers(out, track->values + each * i, each);
        }
    }
    fputs("]}", out);
}

bool kit_run(FILE *out, struct arena *arena, const struct kit *kit, const struct vrmlint_simulation_options *how,
             const char *name)
{
    fprintf(out, "{\"kit\": \"%s\", \"runtime\": {\"name\": \"vrmlint %s\", \"version\": \"%s\"}, \"results\": [",
            kit->version, name, vrmlint_version());
    for (size_t i = 0; i < kit->vector_count; i++) {
        const struct kit_vector *vector = &kit->vectors[i];
        size_t count = vector->answers[0].track_count;
        struct kit_track *tracks = arena_array(arena, count, sizeof *tracks);
        if (!run_vector(arena, vector, how, tracks)) {
            return false;
        }
        fprintf(out, "%s\n{\"id\": \"%s\", \"times\": ", i == 0 ? "" : ",", vector->id);
        print_kit_numbers(out, vector->times, vector->time_count);
        fputs(", \"joints\": [", out);
        for (size_t k = 0; k < count; k++) {
            fputs(k == 0 ? "" : ", ", out);
            print_kit_track(out, vector, &tracks[k]);
        }
        fputs("]}", out);
    }
    fputs("\n]}\n", out);
    return !ferror(out);
}
