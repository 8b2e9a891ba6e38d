/* The options of vrmlint simulate. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/numbers.h"
#include "cli/simulate_settings.h"
#include "ids/messages_command.h"
#include "report/say.h"

#define ENGINES "spec|three-vrm|univrm|pbd"

/* The most steps that a run may have; memory is what really bounds them. */
#define STEPS_MAX 1000000000

/* The most that a parameter of the engine pbd may be: beyond, nothing but overflow comes of it. */
#define PBD_MAX 1e18

/* How small and how large an avatar may be shown. */
#define SIZE_LEAST 0.001
#define SIZE_MOST 1000

static bool set_dt(struct simulate_settings *settings, const char *by, double dt, struct vrmlint_refusal *refusal)
{
    if (settings->dt_by != NULL && strcmp(settings->dt_by, by) != 0) {
        return refusal_say(refusal, WORDS_STEP_GIVEN, ARGUMENTS(TERM("option", settings->dt_by)));
    }
    settings->dt = dt;
    settings->dt_by = by;
    return true;
}

static bool read_fps(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double fps;
    if (!number_read_fraction(argument, &fps) || !(fps > 0) || !(1 / fps > 0) || 1 / fps > 1e300) {
        return refusal_say(refusal, WORDS_NO_FPS, ARGUMENTS(TERM("value", argument)));
    }
    return set_dt(context, "--fps", 1 / fps, refusal);
}

static bool read_dt(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    double dt;
    if (!number_read_fraction(argument, &dt) || !(dt > 0)) {
        return refusal_say(refusal, WORDS_NO_STEP_SECONDS, ARGUMENTS(TERM("value", argument)));
    }
    return set_dt(context, "--dt", dt, refusal);
}

static bool read_steps(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    if (!number_read_count(argument, STEPS_MAX, &settings->steps) || settings->steps == 0) {
        return refusal_say(refusal, WORDS_NO_NUMBER_TO, ARGUMENTS(TERM("value", argument), COUNT("most", STEPS_MAX)));
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
        return refusal_say(refusal, WORDS_NO_HITCH, ARGUMENTS(TERM("value", argument)));
    }
    if (settings->hitch_count == HITCH_MAX) {
        return refusal_say(refusal, WORDS_TOO_MANY_HITCHES, ARGUMENTS(COUNT("most", HITCH_MAX)));
    }
    settings->hitches[settings->hitch_count++] = hitch;
    return true;
}

static bool read_spring(void *context, const char *argument, struct vrmlint_refusal *refusal)
{
    struct simulate_settings *settings = context;
    if (!number_read_count(argument, SIZE_MAX - 1, &settings->spring)) {
        return refusal_say(refusal, WORDS_NO_INDEX, ARGUMENTS(TERM("value", argument)));
    }
    return true;
}

/* A parameter of the engine pbd. */
static bool read_pbd(struct simulate_settings *settings, const char *by, double *parameter, const char *argument,
                     double most, struct vrmlint_refusal *refusal)
{
    double number;
    if (!number_read_fraction(argument, &number) || !(number >= 0) || number > most) {
        return refusal_say(refusal, most < 2 ? WORDS_NO_SHARE : WORDS_NO_AMOUNT, ARGUMENTS(TERM("value", argument)));
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
        return refusal_say(refusal, WORDS_NO_SHOWN_SIZE, ARGUMENTS(TERM("value", argument)));
    }
    settings->size = size;
    return true;
}

const struct option simulate_options[] = {
    {.name = "engine",
     .argument = ENGINES,
     .help = N_("the rules that bones follow: the published text with limits (spec, the default), "
                "three-vrm's, UniVRM's, or those of the article on position based dynamics (pbd), with its "
                "own parameters"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct simulate_settings, engine)},
    {.name = "motion",
     .argument = "none|step|shake|bob|spin|turn|bow|teleport|walk|nod|shake-stop|teleport-far",
     .help = N_("how the avatar moves (default: none)"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct simulate_settings, motion)},
    {.name = "pose",
     .argument = "none|arms-down|step-left|step-right|sit|arms-crossed|head-turn|head-nod",
     .help = N_("how the avatar holds its limbs while it moves (default: none, as modelled)"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct simulate_settings, limbs)},
    {.name = "animation",
     .argument = "FILE",
     .help = N_("move its limbs as a VRM animation (.vrma) does, from its beginning on; at its end they stay"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct simulate_settings, animation)},
    OPTION_LIMIT_REVISION(struct simulate_settings),
    {.name = "size",
     .argument = "N",
     .help = N_("show the avatar at N times its size, as apps do by scaling its root (default: 1)"),
     .kind = OPTION_CALL,
     .call = read_size},
    {.name = "root",
     .argument = "FILE",
     .help = N_("read the root's pose at each step from a CSV file instead: px,py,pz,qx,qy,qz,qw per line, "
                "metres and a unit quaternion"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct simulate_settings, root)},
    {.name = "fps",
     .argument = "N",
     .help = N_("steps per second (default: 60)"),
     .kind = OPTION_CALL,
     .call = read_fps},
    {.name = "dt",
     .argument = "S",
     .help = N_("seconds per step, such as 0.02 or 1/60, instead of --fps"),
     .kind = OPTION_CALL,
     .call = read_dt},
    {.name = "steps",
     .argument = "N",
     .help = N_("how many steps to run (default: 600, or one per line of --root)"),
     .kind = OPTION_CALL,
     .call = read_steps},
    {.name = "hitch",
     .argument = "STEP:SECONDS",
     .help = N_("give one step, counted from 1, another length; may be given several times"),
     .kind = OPTION_CALL,
     .call = add_hitch},
    {.name = "spring",
     .argument = "INDEX",
     .help = N_("write only the joints of one spring (VRM 0.x: bone group); all are simulated"),
     .kind = OPTION_CALL,
     .call = read_spring},
    {.name = "format",
     .argument = "csv|json",
     .help = N_("csv: a line per step and joint (the default); json: a track per joint"),
     .kind = OPTION_WORD,
     .offset = offsetof(struct simulate_settings, format)},
    {.name = "output",
     .argument = "FILE",
     .help = N_("write to FILE instead of standard output"),
     .kind = OPTION_TEXT,
     .offset = offsetof(struct simulate_settings, output)},
    {.name = "reset-pose",
     .help = N_("with the engine pbd: restore the pose of the model before each step, as an animated avatar "
                "does; the published engine doesn't"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct simulate_settings, reset_pose)},
    {.name = "pbd-spring",
     .argument = "N",
     .help = N_("with the engine pbd: the pull towards the rest pose, per square second (default: 100)"),
     .kind = OPTION_CALL,
     .call = read_pbd_spring},
    {.name = "pbd-damp",
     .argument = "N",
     .help = N_("with the engine pbd: the share of its velocity that a bone keeps in each step, 0 to 1 "
                "(default: 0.85)"),
     .kind = OPTION_CALL,
     .call = read_pbd_damp},
    {.name = "pbd-gravity",
     .argument = "N",
     .help = N_("with the engine pbd: gravity in metres per square second, down (default: 9.8)"),
     .kind = OPTION_CALL,
     .call = read_pbd_gravity},
    {.name = "pbd-point-size",
     .argument = "N",
     .help = N_("with the engine pbd: the radius of bones against spheres, in metres (default: 0.02)"),
     .kind = OPTION_CALL,
     .call = read_pbd_point_size},
    {.name = "pbd-from-file",
     .help = N_("with the engine pbd: compute all four from each joint's stiffness, dragForce, gravityPower "
                "and hitRadius, for the same pull in small swings at this step length"),
     .kind = OPTION_FLAG,
     .offset = offsetof(struct simulate_settings, pbd.from_file)},
    OPTIONS_COMMON,
};
