#include "cli/trajectory.h"

#include <stdint.h>
#include <string.h>

#include "report/escape.h"

enum { KEPT = 6 };

static bool is_shown(const struct trajectory *trajectory, size_t joint)
{
    return trajectory->spring == SIZE_MAX || trajectory->simulation->joints[joint].spring == trajectory->spring;
}

static void print_numbers(FILE *out, const double *numbers, size_t count, const char *between)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : between, out);
        escape_json_number(out, numbers[i]);
    }
}

void trajectory_begin(struct trajectory *trajectory, struct arena *arena)
{
    const struct vrmlint_simulation *simulation = trajectory->simulation;
    for (size_t i = 0; i < simulation->joint_count; i++) {
        trajectory->shown += is_shown(trajectory, i);
    }
    if (trajectory->format == TRAJECTORY_CSV) {
        fputs("step,time,spring,joint,node,tail_x,tail_y,tail_z,state_x,state_y,state_z\n", trajectory->out);
        return;
    }
    trajectory->poses = arena_array(arena, trajectory->steps, sizeof *trajectory->poses);
    double(*rows)[KEPT] = arena_array(arena, trajectory->shown, trajectory->steps * sizeof *rows);
    trajectory->kept = &rows[0][0];
}

static void print_row(const struct trajectory *trajectory, size_t step, double time, size_t joint)
{
    FILE *out = trajectory->out;
    const struct vrmlint_moving_joint *moving = &trajectory->simulation->joints[joint];
    fprintf(out, "%zu,", step);
    escape_json_number(out, time);
    fprintf(out, ",%zu,%zu,", moving->spring, moving->joint);
    if (moving->node != SIZE_MAX) {
        fprintf(out, "%zu", moving->node);
    }
    fputc(',', out);
    print_numbers(out, trajectory->simulation->tails + 3 * joint, 3, ",");
    fputc(',', out);
    print_numbers(out, trajectory->simulation->states + 3 * joint, 3, ",");
    fputc('\n', out);
}

void trajectory_step(struct trajectory *trajectory, size_t step, double time, const struct vrmlint_pose *pose)
{
    const struct vrmlint_simulation *simulation = trajectory->simulation;
    bool csv = trajectory->format == TRAJECTORY_CSV;
    double *kept = csv ? NULL : trajectory->kept + (step - 1) * trajectory->shown * KEPT;
    if (!csv) {
        trajectory->poses[step - 1] = *pose;
    }
    for (size_t i = 0; i < simulation->joint_count; i++) {
        if (!is_shown(trajectory, i)) {
            continue;
        }
        if (csv) {
            print_row(trajectory, step, time, i);
            continue;
        }
        memcpy(kept, simulation->tails + 3 * i, 3 * sizeof *kept);
        memcpy(kept + 3, simulation->states + 3 * i, 3 * sizeof *kept);
        kept += KEPT;
    }
}

static void print_track(const struct trajectory *trajectory, const char *name, const double *first)
{
    fprintf(trajectory->out, ", \"%s\": [", name);
    for (size_t step = 0; step < trajectory->steps; step++) {
        fputs(step == 0 ? "[" : ", [", trajectory->out);
        print_numbers(trajectory->out, first + step * trajectory->shown * KEPT, 3, ", ");
        fputc(']', trajectory->out);
    }
    fputc(']', trajectory->out);
}

static void print_joint(const struct trajectory *trajectory, size_t joint, size_t number)
{
    FILE *out = trajectory->out;
    const struct vrmlint_moving_joint *moving = &trajectory->simulation->joints[joint];
    fprintf(out, "%s\n{\"spring\": %zu, \"joint\": %zu, \"node\": ", number == 0 ? "" : ",", moving->spring,
            moving->joint);
    if (moving->node == SIZE_MAX) {
        fputs("null", out);
    } else {
        fprintf(out, "%zu", moving->node);
    }
    print_track(trajectory, "tail", trajectory->kept + number * KEPT);
    print_track(trajectory, "state", trajectory->kept + number * KEPT + 3);
    fputc('}', out);
}

void trajectory_end(struct trajectory *trajectory)
{
    FILE *out = trajectory->out;
    if (trajectory->format == TRAJECTORY_CSV) {
        return;
    }
    fprintf(out, "{\"engine\": \"%s\", \"dt\": ", trajectory->engine);
    escape_json_number(out, trajectory->dt);
    fprintf(out, ", \"steps\": %zu, \"root\": [", trajectory->steps);
    for (size_t step = 0; step < trajectory->steps; step++) {
        fputs(step == 0 ? "[" : ", [", out);
        print_numbers(out, trajectory->poses[step].position, 3, ", ");
        fputs(", ", out);
        print_numbers(out, trajectory->poses[step].rotation, 4, ", ");
        fputc(']', out);
    }
    fputs("], \"joints\": [", out);
    size_t number = 0;
    for (size_t i = 0; i < trajectory->simulation->joint_count; i++) {
        if (is_shown(trajectory, i)) {
            print_joint(trajectory, i, number++);
        }
    }
    fputs("]}\n", out);
}
