#include "cli/kit_run.h"

#include <math.h>
#include <string.h>

#include "report/escape.h"

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

static void print_numbers(FILE *out, const double *values, size_t count)
{
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        escape_json_number(out, values[i]);
    }
    fputc(']', out);
}

static void print_track(FILE *out, const struct kit_vector *vector, const struct kit_track *track)
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
        print_numbers(out, track->offset, 3);
        fputs(", ", out);
    }
    fprintf(out, "\"%s\": [", kit_measures[track->quantity].name);
    for (size_t i = 0; i < vector->time_count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        if (each == 1) {
            escape_json_number(out, track->values[i]);
        } else {
            print_numbers(out, track->values + each * i, each);
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
        print_numbers(out, vector->times, vector->time_count);
        fputs(", \"joints\": [", out);
        for (size_t k = 0; k < count; k++) {
            fputs(k == 0 ? "" : ", ", out);
            print_track(out, vector, &tracks[k]);
        }
        fputs("]}", out);
    }
    fputs("\n]}\n", out);
    return !ferror(out);
}
