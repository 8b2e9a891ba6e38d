/* The options of vrmlint simulate. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/numbers.h"
#include "cli/simulate_settings.h"
#include "ids/messages_command.h"
#include "report/print.h"

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
                N_("with the engine pbd: compute all four from each joint's stiffness, dragForce, gravityPower "
                   "and hitRadius, for the same pull in small swings at this step length")),
    OPTIONS_COMMON,
};
