/* vrmlint simulate: simulates the spring bones of one file. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/os_crash.h"
#include "cli/commands.h"
#include "cli/poses.h"
#include "cli/simulate_settings.h"
#include "cli/sink.h"
#include "cli/trajectory.h"
#include "ids/messages_command.h"
#include "report/print.h"
#include "vrmlint.h"

enum { STEPS_STANDARD = 600, FPS_STANDARD = 60 };

static const char *engine_name(int engine)
{
    static const char *const names[] = {"spec", "three-vrm", "univrm", "pbd"};
    return names[engine];
}

/* One run of the command. */
struct job {
    const struct command *command;
    struct simulate_settings *settings;
    struct arena *arena;
    const char *path;
    struct vrmlint_simulation *simulation;
    struct vrmlint_pose *poses; /* of --root; NULL: a motion instead */
    struct sink sink;
    struct trajectory trajectory;
};

static enum status read_poses(struct job *job)
{
    struct simulate_settings *settings = job->settings;
    struct vrmlint_refusal refusal = {.language = job->command->language};
    size_t count;
    if (settings->root == NULL) {
        settings->steps = settings->steps == 0 ? STEPS_STANDARD : settings->steps;
        return STATUS_FINE;
    }
    switch (poses_read(job->arena, settings->root, &job->poses, &count, &refusal)) {
    case POSES_FAILED:
        return run_error(job->command->language, settings->root, refusal.text);
    case POSES_WRONG:
        return usage_error(job->command, WORDS_POSES_WRONG,
                           ARGUMENTS(TERM("path", settings->root), TERM("text", refusal.text)));
    default:
        break;
    }
    if (settings->steps > count) {
        return usage_error(
            job->command, WORDS_TOO_FEW_POSES,
            ARGUMENTS(TERM("path", settings->root), COUNT("count", count), COUNT("steps", settings->steps)));
    }
    settings->steps = settings->steps == 0 ? count : settings->steps;
    return STATUS_FINE;
}

static enum status check_hitches(const struct job *job)
{
    const struct simulate_settings *settings = job->settings;
    for (size_t i = 0; i < settings->hitch_count; i++) {
        if (settings->hitches[i].step > settings->steps) {
            return usage_error(job->command, WORDS_HITCH_BEYOND,
                               ARGUMENTS(COUNT("step", settings->hitches[i].step), COUNT("steps", settings->steps)));
        }
    }
    return STATUS_FINE;
}

static double step_length(const struct simulate_settings *settings, size_t step)
{
    double dt = settings->dt;
    for (size_t i = 0; i < settings->hitch_count; i++) {
        dt = settings->hitches[i].step == step ? settings->hitches[i].seconds : dt;
    }
    return dt;
}

static void run_steps(struct job *job)
{
    const struct simulate_settings *settings = job->settings;
    struct trajectory *trajectory = &job->trajectory;
    double time = 0;
    for (size_t step = 1; step <= settings->steps && !ferror(trajectory->out) && !os_interrupted(); step++) {
        struct vrmlint_pose pose;
        double dt = step_length(settings, step);
        time += dt;
        if (job->poses != NULL) {
            pose = job->poses[step - 1];
        } else {
            vrmlint_motion_pose((enum vrmlint_motion)settings->motion, time, &pose);
        }
        vrmlint_simulation_step(job->simulation, &pose, dt);
        trajectory_step(trajectory, step, time, &pose);
    }
}

static enum status write_run(struct job *job)
{
    const struct simulate_settings *settings = job->settings;
    enum vrmlint_language language = job->command->language;
    struct os_error error;
    if (!sink_open(&job->sink, job->arena, &error)) {
        return run_error(language, job->sink.path, error.text);
    }
    job->trajectory = (struct trajectory){.format = (enum trajectory_format)settings->format,
                                          .out = job->sink.out,
                                          .simulation = job->simulation,
                                          .spring = settings->spring,
                                          .engine = engine_name(settings->engine),
                                          .dt = settings->dt,
                                          .steps = settings->steps};
    trajectory_begin(&job->trajectory, job->arena);
    run_steps(job);
    trajectory_end(&job->trajectory);
    if (sink_close(&job->sink, true, &error)) {
        return STATUS_FINE;
    }
    return job->sink.path == NULL ? end_unprintable(language, &error) : run_error(language, job->sink.path, error.text);
}

/* Runs write_run() under the arena's guard: memory may run out before everything is written. */
static enum status write_guarded(struct job *job)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        struct os_error ignored;
        sink_close(&job->sink, false, &ignored);
        return run_error(job->command->language, job->path,
                         N_("not enough memory for that many steps; csv needs less"));
    }
    arena_guard(job->arena, &guard);
    return write_run(job);
}

static enum status simulate_file(struct job *job)
{
    const struct simulate_settings *settings = job->settings;
    struct vrmlint_simulation_options how = {.engine = (enum vrmlint_engine)settings->engine,
                                             .pbd = &settings->pbd,
                                             .reset_pose = settings->reset_pose,
                                             .size = settings->size,
                                             .limbs = (enum vrmlint_limbs)settings->limbs,
                                             .animation = settings->animation,
                                             .limit_revision = (enum vrmlint_limit_revision)settings->limit_revision};
    os_work_on(job->path);
    job->simulation = vrmlint_simulation_new(job->path, &how);
    if (job->simulation == NULL) {
        return run_error(job->command->language, job->path, "not enough memory");
    }
    if (job->simulation->error != NULL) {
        return run_error(job->command->language, job->simulation->animation_failed ? settings->animation : job->path,
                         job->simulation->error);
    }
    if (settings->spring != SIZE_MAX && settings->spring >= job->simulation->spring_count) {
        return usage_error(job->command, WORDS_NO_SUCH_SPRING,
                           ARGUMENTS(COUNT("index", settings->spring), COUNT("count", job->simulation->spring_count)));
    }
    if (job->simulation->joint_count == 0) {
        notice(job->command->language, job->path, WORDS_NOTHING_MOVES, NO_ARGUMENTS);
    } else if (!job->simulation->limber &&
               (settings->animation != NULL || settings->limbs != VRMLINT_LIMBS_AS_MODELLED)) {
        notice(job->command->language, job->path, WORDS_NO_LIMBS, NO_ARGUMENTS);
    }
    enum status status = write_guarded(job);
    if (status == STATUS_FINE && !job->simulation->whole) {
        return run_error(job->command->language, job->path,
                         N_("it has more than can be simulated; some joints or colliders are left out"));
    }
    return status;
}

static enum status check_usage(const struct command *command, const struct simulate_settings *settings, int operands,
                               char **argv)
{
    const char *output = settings->output;
    if (operands != 1) {
        return usage_error(command, operands == 0 ? WORDS_SIMULATE_NEEDS_FILE : WORDS_SIMULATE_ONE_FILE, NO_ARGUMENTS);
    }
    if (settings->root != NULL && settings->motion != VRMLINT_MOTION_NONE) {
        return usage_error(command, WORDS_ROOT_OR_MOTION, NO_ARGUMENTS);
    }
    if (settings->animation != NULL && settings->limbs != VRMLINT_LIMBS_AS_MODELLED) {
        return usage_error(command, WORDS_POSE_OR_ANIMATION, NO_ARGUMENTS);
    }
    if (settings->animation != NULL && strcmp(settings->animation, "-") == 0) {
        return usage_error(command, WORDS_ANIMATION_IS_A_FILE, NO_ARGUMENTS);
    }
    if (settings->root != NULL && strcmp(settings->root, "-") == 0 && strcmp(argv[0], "-") == 0) {
        return usage_error(command, WORDS_POSES_INPUT_TWICE, NO_ARGUMENTS);
    }
    if (settings->reset_pose && settings->engine != VRMLINT_ENGINE_PBD) {
        return usage_error(command, WORDS_RESET_POSE_OF_PBD, NO_ARGUMENTS);
    }
    if ((settings->pbd_by != NULL || settings->pbd.from_file) && settings->engine != VRMLINT_ENGINE_PBD) {
        return usage_error(command, WORDS_OPTION_OF_PBD,
                           ARGUMENTS(TERM("option", settings->pbd_by != NULL ? settings->pbd_by : "--pbd-from-file")));
    }
    if (settings->pbd_by != NULL && settings->pbd.from_file) {
        return usage_error(command, WORDS_PBD_GIVEN_TWICE, ARGUMENTS(TERM("option", settings->pbd_by)));
    }
    if (output != NULL && *output == '\0') {
        return usage_error(command, WORDS_OUTPUT_EMPTY, NO_ARGUMENTS);
    }
    if (output != NULL && !sink_is_standard_output(output) &&
        (sink_overwrites(output, argv[0]) || (settings->root != NULL && sink_overwrites(output, settings->root)) ||
         (settings->animation != NULL && sink_overwrites(output, settings->animation)))) {
        return usage_error(command, WORDS_OUTPUT_OVERWRITES, ARGUMENTS(TERM("path", output)));
    }
    return sink_spare_model(command, output);
}

/* Runs the command under the arena's guard: memory may run out before anything is written. */
static enum status simulate_guarded(struct job *job)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return run_error(job->command->language, job->settings->root, "not enough memory");
    }
    arena_guard(job->arena, &guard);
    enum status status = read_poses(job);
    if (status == STATUS_FINE) {
        status = check_hitches(job);
    }
    return status == STATUS_FINE ? simulate_file(job) : status;
}

static enum status run_simulate(const struct command *command, int argc, char **argv)
{
    struct simulate_settings settings = {.dt = 1.0 / FPS_STANDARD,
                                         .spring = SIZE_MAX,
                                         .pbd = {.spring = 100, .damp = 0.85, .gravity = 9.8, .point_size = 0.02}};
    enum status status;
    int operands;
    if (options_parse(command, argc, argv, &settings, &operands, &status) != PARSED) {
        return status;
    }
    status = check_usage(command, &settings, operands, argv);
    if (status != STATUS_FINE) {
        return status;
    }
    struct job job = {.command = command, .settings = &settings, .arena = arena_new(), .path = argv[0]};
    if (settings.output != NULL && !sink_is_standard_output(settings.output)) {
        job.sink.path = settings.output;
    }
    status = job.arena == NULL ? run_error(command->language, argv[0], "not enough memory") : simulate_guarded(&job);
    vrmlint_simulation_free(job.simulation);
    arena_free(job.arena);
    return status;
}

const struct command command_simulate = {
    .name = "simulate",
    .operands = "FILE",
    .summary = N_("Run the spring bones of one file and write the trajectories"),
    .details = N_("FILE is an avatar of VRM 1.0 or 0.x, or - for standard input.\n"
                  "Motions: step, 0.3 m to the side at 0.5 s; shake, 5 cm at 3 Hz; bob, walking at 1.4 m/s; "
                  "spin, 180 degrees a second; turn, by 180 degrees from 0.5 s to 0.9 s; bow, by 90 degrees "
                  "from 0.5 s to 1 s; teleport, 10 m at 0.5 s.\n"
                  "Poses have the arms at the sides from the beginning on, with chains at rest: step-left and "
                  "step-right raise a thigh by 60 degrees from 0.5 s to 0.9 s, and lower it until 1.3 s; sit "
                  "and arms-crossed take from 0.5 s to 1.1 s, and stay; head-turn goes 60 degrees and head-nod "
                  "35 degrees to either side, from 0.5 s to 2.1 s.\n"
                  "vrmlint check uses step and turn, and these, which begin at 0.5 s and end at rest: walk, "
                  "for 2.5 s; nod, the nodes that carry bones pitch by 20 degrees at 1.5 Hz for 2 s; "
                  "shake-stop, 5 cm at 3 Hz for 2 s; teleport-far, 8.4 m; and walk with a frame of 0.3 s "
                  "(--hitch 91:0.3). It checks avatars with a humanoid with --pose arms-down in all of these, "
                  "and in the other poses.\n"
                  "A joint's tail is the position of its tail node, or virtual tail, after the step, in "
                  "metres; its state is the engine's own tail. Numbers read back to the same doubles; those "
                  "that aren't finite are strings.\n"
                  "Exit status: 0 done; 2 wrong usage; 3 something could not be opened, read, simulated or "
                  "written.\n"),
    .options = simulate_options,
    .run = run_simulate,
};
