#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/os_crash.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/numbers.h"
#include "cli/poses.h"
#include "cli/sink.h"
#include "ids/messages_command.h"
#include "report/decimal.h"
#include "report/escape.h"
#include "run/within.h"
#include "vrmlint.h"

enum { HITCH_MAX = 1000 };

/* A step that takes another time than the others. */
struct hitch {
    size_t step; /* from 1 */
    double seconds;
};

struct simulate_settings {
    struct work_limits limits; /* first */
    int engine;                /* enum vrmlint_engine */
    int motion;                /* enum vrmlint_motion */
    int limbs;                 /* enum vrmlint_limbs */
    const char *animation;
    int limit_revision; /* enum vrmlint_limit_revision */
    double size;
    const char *root;
    double dt;
    const char *dt_by; /* the option that set it */
    size_t steps;      /* 0: not given */
    struct hitch hitches[HITCH_MAX];
    size_t hitch_count;
    size_t spring; /* SIZE_MAX: all */
    int format;    /* enum trajectory_format */
    const char *output;
    bool no_constraints;
    bool reset_pose;
    struct vrmlint_pbd pbd;
    const char *pbd_by; /* the last option that set one of them */
};

extern const struct option simulate_options[];

enum trajectory_format { TRAJECTORY_CSV, TRAJECTORY_JSON };

struct trajectory {
    enum trajectory_format format;
    FILE *out;
    const struct vrmlint_simulation *simulation;
    size_t spring; /* whose joints are written; SIZE_MAX: all */
    const char *engine;
    double dt;
    size_t steps;
    /* JSON is written joint by joint, and therefore kept until the end; in the arena */
    struct vrmlint_pose *poses;
    double *kept; /* per step and joint written: tail and state */
    size_t shown; /* number of joints written */
};

/* The options of vrmlint simulate. */

/* The most steps that a run may have; memory is the practical limit. */
#define STEPS_MAX 1000000000

/* The largest parameter of the engine pbd: larger ones only overflow. */
#define PBD_MAX 1e18

/* The smallest and the largest scale of an avatar. */
#define SIZE_LEAST 0.001
#define SIZE_MOST 1000

static bool set_dt(struct simulate_settings *settings, const char *by, double dt, struct vrmlint_refusal *refusal)
{
    if (settings->dt_by != NULL && strcmp(settings->dt_by, by) != 0) {
        return refusal_print(refusal, WORDS_STEP_GIVEN, ARGUMENTS(TERM("option", settings->dt_by)));
    }
    settings->dt = dt;
    settings->dt_by = by;
    return true;
}

static bool read_fps(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double fps;
    if (!number_read_fraction(argument, &fps) || !(fps > 0) || !(1 / fps > 0) || 1 / fps > 1e300) {
        return refusal_print(refusal, WORDS_NO_FPS, ARGUMENTS(TERM("value", argument)));
    }
    return set_dt(context, "--fps", 1 / fps, refusal);
}

static bool read_dt(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double dt;
    if (!number_read_fraction(argument, &dt) || !(dt > 0)) {
        return refusal_print(refusal, WORDS_NO_STEP_SECONDS, ARGUMENTS(TERM("value", argument)));
    }
    return set_dt(context, "--dt", dt, refusal);
}

static bool read_steps(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    if (!number_read_count(argument, STEPS_MAX, &settings->steps) || settings->steps == 0) {
        return refusal_print(refusal, WORDS_NO_NUMBER_TO, ARGUMENTS(TERM("value", argument), COUNT("most", STEPS_MAX)));
    }
    return true;
}

static bool add_hitch(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    struct hitch hitch;
    char step[32];
    size_t length = strcspn(argument, ":");
    snprintf(step, sizeof step, "%.*s", (int)length, argument);
    if (argument[length] != ':' || length >= sizeof step || !number_read_count(step, STEPS_MAX, &hitch.step) ||
        hitch.step == 0 || !number_read_fraction(argument + length + 1, &hitch.seconds) || hitch.seconds < 0) {
        return refusal_print(refusal, WORDS_NO_HITCH, ARGUMENTS(TERM("value", argument)));
    }
    if (settings->hitch_count == HITCH_MAX) {
        return refusal_print(refusal, WORDS_TOO_MANY_HITCHES, ARGUMENTS(COUNT("most", HITCH_MAX)));
    }
    settings->hitches[settings->hitch_count++] = hitch;
    return true;
}

static bool read_spring(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    if (!number_read_count(argument, SIZE_MAX - 1, &settings->spring)) {
        return refusal_print(refusal, WORDS_NO_INDEX, ARGUMENTS(TERM("value", argument)));
    }
    return true;
}

/* Reads a parameter of the engine pbd. */
static bool read_pbd(struct simulate_settings *settings, const char *by, double *parameter, const char *argument,
                     double most, struct vrmlint_refusal *refusal)
{
    double number;
    if (!number_read_fraction(argument, &number) || !(number >= 0) || number > most) {
        return refusal_print(refusal, most < 2 ? WORDS_NO_SHARE : WORDS_NO_AMOUNT, ARGUMENTS(TERM("value", argument)));
    }
    *parameter = number;
    settings->pbd_by = by;
    return true;
}

static bool read_pbd_spring(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    return read_pbd(settings, "--pbd-spring", &settings->pbd.spring, argument, PBD_MAX, refusal);
}

static bool read_pbd_damp(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    return read_pbd(settings, "--pbd-damp", &settings->pbd.damp, argument, 1, refusal);
}

static bool read_pbd_gravity(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    return read_pbd(settings, "--pbd-gravity", &settings->pbd.gravity, argument, PBD_MAX, refusal);
}

static bool read_pbd_point_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    return read_pbd(settings, "--pbd-point-size", &settings->pbd.point_size, argument, PBD_MAX, refusal);
}

static bool read_size(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    double size;
    if (!number_read_fraction(argument, &size) || !(size >= SIZE_LEAST) || size > SIZE_MOST) {
        return refusal_print(refusal, WORDS_NO_SHOWN_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    settings->size = size;
    return true;
}

const struct option simulate_options[] = {
    WORD_OPTION("engine", ENGINES, struct simulate_settings, engine,
                N_("the rules that bones follow: the published text with limits (spec, the default), "
                   "three-vrm's, UniVRM's, or those of the article on position based dynamics (pbd), with its "
                   "own parameters")),
    WORD_OPTION("motion", "none|step|shake|bob|spin|turn|bow|teleport|walk|nod|shake-stop|teleport-far",
                struct simulate_settings, motion, N_("how the avatar moves (default: none)")),
    WORD_OPTION("pose", "none|arms-down|step-left|step-right|sit|arms-crossed|head-turn|head-nod",
                struct simulate_settings, limbs,
                N_("how the avatar holds its limbs while it moves (default: none, as modelled)")),
    TEXT_OPTION("animation", "FILE", struct simulate_settings, animation,
                N_("move its limbs as a VRM animation (.vrma) does, from its beginning on; at its end they stay")),
    OPTION_LIMIT_REVISION(struct simulate_settings),
    CALL_OPTION("size", "N", read_size,
                N_("show the avatar at N times its size, as apps do by scaling its root (default: 1)")),
    TEXT_OPTION("root", "FILE", struct simulate_settings, root,
                N_("read the root's pose at each step from a CSV file instead: px,py,pz,qx,qy,qz,qw per line, "
                   "metres and a unit quaternion")),
    CALL_OPTION("fps", "N", read_fps, N_("steps per second (default: 60)")),
    CALL_OPTION("dt", "S", read_dt, N_("seconds per step, such as 0.02 or 1/60, instead of --fps")),
    CALL_OPTION("steps", "N", read_steps, N_("how many steps to run (default: 600, or one per line of --root)")),
    CALL_OPTION("hitch", "STEP:SECONDS", add_hitch,
                N_("give one step, counted from 1, another length; may be given several times")),
    CALL_OPTION("spring", "INDEX", read_spring,
                N_("write only the joints of one spring (VRM 0.x: bone group); all are simulated")),
    WORD_OPTION("format", "csv|json", struct simulate_settings, format,
                N_("csv: a line per step and joint (the default); json: a track per joint")),
    TEXT_OPTION("output", "FILE", struct simulate_settings, output, N_("write to FILE instead of standard output")),
    FLAG_OPTION("no-constraints", struct simulate_settings, no_constraints,
                N_("simulate spring bones without the node constraints of the file")),
    FLAG_OPTION("reset-pose", struct simulate_settings, reset_pose,
                N_("with the engine pbd: restore the pose of the model before each step, as an animated avatar "
                   "does; the published engine doesn't")),
    CALL_OPTION("pbd-spring", "N", read_pbd_spring,
                N_("with the engine pbd: the pull towards the rest pose, per square second (default: 100)")),
    CALL_OPTION("pbd-damp", "N", read_pbd_damp,
                N_("with the engine pbd: the share of its velocity that a bone keeps in each step, 0 to 1 "
                   "(default: 0.85)")),
    CALL_OPTION("pbd-gravity", "N", read_pbd_gravity,
                N_("with the engine pbd: gravity in metres per square second, down (default: 9.8)")),
    CALL_OPTION("pbd-point-size", "N", read_pbd_point_size,
                N_("with the engine pbd: the radius of bones against spheres, in metres (default: 0.02)")),
    FLAG_OPTION("pbd-from-file", struct simulate_settings, pbd.from_file,
                N_("with the engine pbd: compute all four from each joint's stiffness, drag force, gravity power "
                   "and hit radius, for the same pull in small swings at this step length")),
    OPTIONS_LIMITS(N_("stop if loading FILE, or the poses of --root and the steps for json, takes more memory; K, M "
                      "and G after the number are powers of 1024 (default: 264M, and 80 times the bytes of FILE beyond "
                      "10M)")),
    OPTIONS_COMMON,
};

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

/* Begins to write; the fields up to steps are set. Memory for JSON comes from the arena. */
static void trajectory_begin(struct trajectory *trajectory, struct arena *arena)
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

/* Writes the row of a joint at once: a long run has millions. time is text. */
static void print_row(const struct trajectory *trajectory, size_t step, const char *time, size_t joint)
{
    enum { COUNTS = 5 * 24 /* bytes of four counts, and of what is between */, NUMBERS = 1 + KEPT };
    char row[COUNTS + NUMBERS * DECIMAL_ROOM];
    const struct vrmlint_moving_joint *moving = &trajectory->simulation->joints[joint];
    const double *tail = trajectory->simulation->tails + 3 * joint;
    const double *state = trajectory->simulation->states + 3 * joint;
    int printed = snprintf(row, sizeof row, "%zu,%s,%zu,%zu,", step, time, moving->spring, moving->joint);
    if (moving->node != SIZE_MAX) {
        printed += snprintf(row + printed, COUNTS, "%zu", moving->node);
    }
    char *at = row + printed;
    for (size_t i = 0; i < KEPT; i++) {
        *at++ = ',';
        at += decimal_write(at, i < 3 ? tail[i] : state[i - 3]);
    }
    *at++ = '\n';
    fwrite(row, 1, (size_t)(at - row), trajectory->out);
}

/* Writes one step, numbered from 1, at a time in seconds, after the simulation has made it. */
static void trajectory_step(struct trajectory *trajectory, size_t step, double time, const struct vrmlint_pose *pose)
{
    const struct vrmlint_simulation *simulation = trajectory->simulation;
    bool csv = trajectory->format == TRAJECTORY_CSV;
    double *kept = csv ? NULL : trajectory->kept + (step - 1) * trajectory->shown * KEPT;
    char time_text[DECIMAL_ROOM];
    decimal_write(time_text, time);
    if (!csv) {
        trajectory->poses[step - 1] = *pose;
    }
    for (size_t i = 0; i < simulation->joint_count; i++) {
        if (!is_shown(trajectory, i)) {
            continue;
        }
        if (csv) {
            print_row(trajectory, step, time_text, i);
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

/* Writes what was kept for JSON. The stream stays open; its owner checks it for errors. */
static void trajectory_end(struct trajectory *trajectory)
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

/* vrmlint simulate: simulates the spring bones of one file. */

enum { STEPS_STANDARD = 600, FPS_STANDARD = 60 };

static const char *engine_name(int engine)
{
    static const char *const names[] = {"spec", "three-vrm", "univrm", "pbd"};
    return names[engine];
}

/* One run of the command. */
struct simulation_job {
    const struct command *command;
    struct simulate_settings *settings;
    struct arena *arena;
    const char *path;
    const char *reading; /* the file that errors are about: the model, or the poses */
    struct vrmlint_simulation *simulation;
    struct vrmlint_pose *poses; /* of --root; NULL: a motion instead */
    struct sink sink;
    struct trajectory trajectory;
};

static enum status read_poses(struct simulation_job *job)
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

static enum status check_hitches(const struct simulation_job *job)
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

static void run_steps(struct simulation_job *job)
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
        arena_ask(job->arena);
        vrmlint_simulation_step(job->simulation, &pose, dt);
        trajectory_step(trajectory, step, time, &pose);
    }
}

static enum status write_run(struct simulation_job *job)
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
static enum status write_guarded(struct simulation_job *job)
{
    jmp_buf guard;
    int end = setjmp(guard);
    if (end != 0) {
        struct os_error ignored;
        sink_close(&job->sink, false, &ignored);
        return limits_error(job->command->language, job->path, end,
                            N_("not enough memory for that many steps; csv needs less"));
    }
    arena_guard(job->arena, &guard);
    return write_run(job);
}

static enum status simulate_file(struct simulation_job *job)
{
    const struct simulate_settings *settings = job->settings;
    struct vrmlint_simulation_options how = {.engine = (enum vrmlint_engine)settings->engine,
                                             .pbd = &settings->pbd,
                                             .reset_pose = settings->reset_pose,
                                             .no_constraints = settings->no_constraints,
                                             .size = settings->size,
                                             .limbs = (enum vrmlint_limbs)settings->limbs,
                                             .animation = settings->animation,
                                             .limit_revision = (enum vrmlint_limit_revision)settings->limit_revision};
    os_work_on(job->path);
    job->simulation = simulation_new_within(job->arena, job->path, &how);
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

static enum status check_simulation_usage(const struct command *command, const struct simulate_settings *settings,
                                          int operands, char **argv)
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
    if (output != NULL && !sink_is_standard_output(output) &&
        (sink_overwrites(output, argv[0]) || (settings->root != NULL && sink_overwrites(output, settings->root)) ||
         (settings->animation != NULL && sink_overwrites(output, settings->animation)))) {
        return usage_error(command, WORDS_OUTPUT_OVERWRITES, ARGUMENTS(TERM("path", output)));
    }
    return sink_spare_model(command, output);
}

/* Returns the bytes of the model and its animation; 0 for what can't be measured. */
static uint64_t measure_files(const struct simulation_job *job)
{
    uint64_t model = 0;
    uint64_t animation = 0;
    int64_t ignored;
    (void)os_measure(job->path, &model, &ignored);
    if (job->settings->animation != NULL) {
        (void)os_measure(job->settings->animation, &animation, &ignored);
    }
    return model + animation;
}

/* Runs the command under the arena's guard: memory may run out before anything is written. */
static enum status simulate_guarded(struct simulation_job *job)
{
    jmp_buf guard;
    int end = setjmp(guard);
    if (end != 0) {
        return limits_error(job->command->language, job->reading, end, OS_NO_MEMORY);
    }
    arena_guard(job->arena, &guard);
    limits_hold(&job->settings->limits, job->arena, measure_files(job));
    job->reading = job->settings->root == NULL ? job->path : job->settings->root;
    enum status status = read_poses(job);
    job->reading = job->path;
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
    status = check_simulation_usage(command, &settings, operands, argv);
    if (status != STATUS_FINE) {
        return status;
    }
    struct simulation_job job = {.command = command, .settings = &settings, .arena = arena_new(), .path = argv[0]};
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
                  "for 2.5 s; nod, the head pitches by 20 degrees at 1.5 Hz for 2 s; "
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
