#include "cli/kit_compare.h"

#include <math.h>
#include <string.h>

#include "message/translations.h"

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
