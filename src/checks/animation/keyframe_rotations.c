/* Rotations in the keyframes: their lengths, signs and angles; and the direction of the gaze. */
#include "checks/animation/keyframes.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"

#define ZERO_LENGTH 1e-6
#define COS_85 0.087155742747658173558 /* half of a rotation by 170 degrees */

/* Radians: eyes don't roll, and apps clamp angles beyond the side. */
#define ROLL_MAX (1 * ANGLE_PI / 180)
#define YAW_MAX (90.5 * ANGLE_PI / 180)
/* Nearer to straight up or down, single precision can't separate yaw and roll. */
#define POLE 0.999999

/* ---- rotations ---- */

static double squared_length(const double *q)
{
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

/* Records a rotation whose length isn't 1. Returns whether it has a direction nevertheless. */
static bool add_irregular(struct rotation_facts *facts, size_t key, double length)
{
    if (!isfinite(length)) {
        bad_keys_add(&facts->not_finite, key, length, 0);
        return false;
    }
    if (length < ZERO_LENGTH) {
        bad_keys_add(&facts->zero, key, length, 0);
        return false;
    }
    if (fabs(length - 1) > QUAT_UNIT_TOLERANCE) {
        bad_keys_add(&facts->not_unit, key, length, fabs(length - 1));
    }
    return true;
}

static void add_neighbours(struct rotation_facts *facts, const double *q, double length_square, size_t key)
{
    const double *p = facts->previous;
    double dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    if (dot < 0) {
        bad_keys_add(&facts->flips, key, dot, 0);
    }
    if (dot * dot < COS_85 * COS_85 * length_square * facts->previous_square) {
        double turn = 2 * acos(fabs(dot) / sqrt(length_square * facts->previous_square));
        bad_keys_add(&facts->half_turns, key, turn, turn);
    }
}

/* Whether all values and tangents are finite. */
static bool are_finite(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            return false;
        }
    }
    return true;
}

/* Compares a rotation with the rest rotation, as written and as if the real part was first. */
static void compare_rest(struct rotation_facts *facts, const double *q, double length)
{
    const struct quat *rest = facts->rest;
    facts->near_rest += fabs(q[0] * rest->x + q[1] * rest->y + q[2] * rest->z + q[3] * rest->w) / length;
    facts->near_reordered += fabs(q[1] * rest->x + q[2] * rest->y + q[3] * rest->z + q[0] * rest->w) / length;
    facts->compared++;
}

void rotations_add(struct rotation_facts *facts, const struct key_block *block)
{
    const double low = (1 - QUAT_UNIT_TOLERANCE) * (1 - QUAT_UNIT_TOLERANCE);
    const double high = (1 + QUAT_UNIT_TOLERANCE) * (1 + QUAT_UNIT_TOLERANCE);
    for (size_t i = 0; i < block->count; i++) {
        const double *row = block->rows + i * block->width;
        const double *q = row + block->at;
        double length_square = squared_length(q);
        size_t key = block->first + i;
        if (block->width > 4 && !are_finite(row, block->width)) {
            length_square = INFINITY;
        }
        if (!(length_square > low && length_square < high) && !add_irregular(facts, key, sqrt(length_square))) {
            facts->previous_square = 0;
            continue;
        }
        if (facts->rest != NULL) {
            compare_rest(facts, q, sqrt(length_square));
        }
        if (facts->previous_square > 0) {
            add_neighbours(facts, q, length_square, key);
        }
        facts->previous[0] = q[0];
        facts->previous[1] = q[1];
        facts->previous[2] = q[2];
        facts->previous[3] = q[3];
        facts->previous_square = length_square;
    }
}

/* Reports bad keys of a track; keys: the words for them. */
static struct finding *report_measure(const struct keyframes *keyframes, enum message message,
                                      const struct track_measure *measure, const struct bad_keys *bad,
                                      struct argument keys)
{
    const struct track *track = measure->track;
    struct finding *finding =
        report(keyframes->check->findings, message, sampler_place(keyframes, track->channels[0], "output"),
               ARGUMENTS(the_track("channels", keyframes, track, track->channels[0]), keys));
    finding_measure(finding, "keys", (double)bad->count);
    finding_measure(finding, "first", (double)bad->first);
    return finding;
}

static void report_lengths(const struct keyframes *keyframes, const struct track_measure *measure)
{
    const struct bad_keys *zero = &measure->rotations.zero;
    const struct bad_keys *unit = &measure->rotations.not_unit;
    if (zero->count > 0) {
        report_measure(keyframes, MESSAGE_ANIMATION_QUATERNION_ZERO__DEFAULT, measure, zero,
                       the_keys("keys", keyframes, zero));
    }
    if (unit->count > 0) {
        finding_measure(report_measure(keyframes, MESSAGE_ANIMATION_QUATERNION_NOT_UNIT__DEFAULT, measure, unit,
                                       the_worst_keys("keys", keyframes, unit, unit->is, 1, UNIT_NONE)),
                        "length", unit->is);
    }
}

static void report_flips(const struct keyframes *keyframes, const struct track_measure *measure)
{
    const struct bad_keys *flips = &measure->rotations.flips;
    bool cubic = measure->track->interpolation == INTERPOLATION_CUBIC;
    if (flips->count == 0 || measure->track->interpolation == INTERPOLATION_STEP) {
        return;
    }
    struct finding *finding = report_measure(keyframes,
                                             cubic ? MESSAGE_ANIMATION_QUATERNION_SIGN_FLIP__SPLINE
                                                   : MESSAGE_ANIMATION_QUATERNION_SIGN_FLIP__LINEAR,
                                             measure, flips, the_keys("keys", keyframes, flips));
    if (cubic) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

static void report_half_turns(const struct keyframes *keyframes, const struct track_measure *measure)
{
    const struct bad_keys *turns = &measure->rotations.half_turns;
    if (turns->count == 0 || measure->track->interpolation != INTERPOLATION_LINEAR) {
        return;
    }
    finding_measure(
        report_measure(keyframes, MESSAGE_ANIMATION_ROTATION_STEP_AMBIGUOUS__DEFAULT, measure, turns,
                       the_worst_keys("keys", keyframes, turns, angle_degrees(turns->is), 170, UNIT_DEGREES)),
        "angle", turns->is);
}

void rotations_report(const struct keyframes *keyframes, const struct track_measure *measure)
{
    report_lengths(keyframes, measure);
    if (!keyframes->is_vrma) {
        return;
    }
    report_flips(keyframes, measure);
    report_half_turns(keyframes, measure);
}

/* ---- the gaze ---- */

static void add_angle(struct bad_keys *bad, size_t key, double angle, double most)
{
    if (fabs(angle) > most) {
        bad_keys_add(bad, key, angle, fabs(angle));
    }
}

/* Computes yaw and roll from intrinsic rotations about Y, X, Z, as the lookAt of VRM animations defines them. The
 * pitch never exceeds 90 degrees. */
void gazes_add(struct gaze_facts *facts, const struct key_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const double *q = block->rows + i * block->width + block->at;
        double length = sqrt(squared_length(q));
        if (!isfinite(length) || length < ZERO_LENGTH) {
            continue;
        }
        double x = q[0] / length;
        double y = q[1] / length;
        double z = q[2] / length;
        double w = q[3] / length;
        size_t key = block->first + i;
        if (fabs(2 * (w * x - y * z)) < POLE) {
            add_angle(&facts->yaws, key, atan2(2 * (w * y + x * z), 1 - 2 * (x * x + y * y)), YAW_MAX);
            add_angle(&facts->rolls, key, atan2(2 * (w * z + x * y), 1 - 2 * (x * x + z * z)), ROLL_MAX);
        }
    }
}

void gazes_report(const struct keyframes *keyframes, const struct track_measure *measure)
{
    struct findings *findings = keyframes->check->findings;
    const struct bad_keys *rolls = &measure->gazes.rolls;
    const struct bad_keys *yaws = &measure->gazes.yaws;
    struct argument channels = the_track("channels", keyframes, measure->track, measure->gaze);
    struct place place = sampler_place(keyframes, measure->gaze, "output");
    if (rolls->count > 0) {
        double degrees = angle_degrees(rolls->is);
        struct finding *finding = report(
            findings, MESSAGE_ANIMATION_LOOK_AT_ROLL__DEFAULT, place,
            ARGUMENTS(channels, the_worst_keys("keys", keyframes, rolls, degrees, degrees < 0 ? -1 : 1, UNIT_DEGREES)));
        finding_measure(finding, "roll", rolls->is);
        finding_measure(finding, "keys", (double)rolls->count);
    }
    if (yaws->count > 0) {
        double degrees = angle_degrees(yaws->is);
        struct finding *finding = report(findings, MESSAGE_ANIMATION_LOOK_AT_ANGLE_LARGE__DEFAULT, place,
                                         ARGUMENTS(channels, the_worst_keys("keys", keyframes, yaws, degrees,
                                                                            degrees < 0 ? -90 : 90, UNIT_DEGREES)));
        finding_measure(finding, "yaw", yaws->is);
        finding_measure(finding, "keys", (double)yaws->count);
    }
}

/* Probable mistakes in the meaning of the values: rotations with the real part first, and a translation of the hips
 * in another space than their node's. */

/* Cosines of half an angle. Most bones stay within about 50 degrees of their rest rotation on average. */
#define NEAR_REST 0.9
#define CLEARLY 0.15 /* the other order must be nearer by this */
#define UPRIGHT 0.92 /* the hips are rotated by at most 45 degrees */

enum { BONES_LEAST = 3 }; /* with rotations in the other order; one or two bones may be upside down */

/* Heights, as fractions of the hips' rest height. */
#define SUNK 0.05          /* upper limit of the median; even in a lying or sitting body the hips are thicker */
#define SUNK_HIGHEST 0.5   /* upper limit of all keys */
#define SUNK_LOWEST (-0.5) /* a median below this means that up and down are swapped */
#define DOWN_LOWEST (-1.5)
#define LEVEL_LEAST 0.7 /* the mean distance along Z if Z is the up axis */
#define LEVEL_MOST 1.4

void keyframes_keep_sense(struct track_facts *facts, const struct track_measure *measure)
{
    const struct rotation_facts *rotations = &measure->rotations;
    const struct hips_facts *hips = &measure->heights;
    if (rotations->compared > 0) {
        facts->near_rest = rotations->near_rest / (double)rotations->compared;
        facts->near_reordered = rotations->near_reordered / (double)rotations->compared;
    }
    if (hips->space != NULL && hips->count > 0 && hips->highest <= SUNK_HIGHEST * hips->rest) {
        facts->height = heights_median(hips);
        facts->rest = hips->rest;
        facts->away = hips->away / (double)hips->count;
        facts->is_sunk = facts->height <= SUNK * hips->rest && facts->height >= DOWN_LOWEST * hips->rest;
    }
}

/* ---- the order of the components of rotations ---- */

static void check_order(const struct keyframes *keyframes, const size_t *track_of, const struct animation_part *part)
{
    size_t right = 0;
    size_t wrong = 0;
    size_t first = SIZE_MAX;
    for (size_t k = part->channels; k < part->channels + part->channel_count; k++) {
        const struct track_facts *facts = track_of[k] == SIZE_MAX ? NULL : &keyframes->facts[track_of[k]];
        if (facts == NULL) {
            continue;
        }
        if (facts->near_reordered > NEAR_REST && facts->near_reordered > facts->near_rest + CLEARLY) {
            first = wrong++ == 0 ? k : first;
        }
        right += facts->near_rest > NEAR_REST && facts->near_rest > facts->near_reordered + CLEARLY;
    }
    if (wrong < BONES_LEAST || wrong < 4 * right) {
        return;
    }
    struct finding *finding = report(keyframes->check->findings, MESSAGE_ANIMATION_ROTATION_ORDER__DEFAULT,
                                     sampler_place(keyframes, first, "output"),
                                     ARGUMENTS(the_channels("channels", keyframes, first, wrong, WORDS_CHANNELS)));
    finding_measure(finding, "channels", (double)wrong);
}

/* ---- hips in the floor ---- */

static void check_hips(const struct keyframes *keyframes, const size_t *track_of, const struct animation_part *part)
{
    const struct avatar *avatar = keyframes->check->avatar;
    size_t hips = avatar->vrma->nodes[bone_by_name("hips")];
    const struct track_facts *sunk = NULL;
    size_t channel = SIZE_MAX;
    bool is_upright = true; /* without a rotation channel they keep their rest rotation */
    for (size_t k = part->channels; k < part->channels + part->channel_count; k++) {
        const struct track_facts *facts = track_of[k] == SIZE_MAX ? NULL : &keyframes->facts[track_of[k]];
        if (facts == NULL || avatar->animations->channels[k].node != hips) {
            continue;
        }
        if (facts->is_sunk && sunk == NULL) {
            sunk = facts;
            channel = k;
        }
        is_upright = is_upright && (facts->near_rest == 0 || facts->near_rest >= UPRIGHT);
    }
    if (sunk == NULL || !is_upright) {
        return;
    }
    bool is_level = sunk->away >= LEVEL_LEAST * sunk->rest && sunk->away <= LEVEL_MOST * sunk->rest;
    struct finding *finding =
        report_taking(keyframes->check->findings,
                      is_level                                  ? MESSAGE_ANIMATION_HIPS_IN_FLOOR__Z_UP
                      : sunk->height < SUNK_LOWEST * sunk->rest ? MESSAGE_ANIMATION_HIPS_IN_FLOOR__Y_DOWN
                                                                : MESSAGE_ANIMATION_HIPS_IN_FLOOR__RELATIVE,
                      sampler_place(keyframes, channel, "output"),
                      ARGUMENTS(the_channel("channel", avatar, channel), METRES("height", sunk->height, 3),
                                METRES("rest", sunk->rest, 4), METRES("away", sunk->away, 4)));
    finding_measure(finding, "median", sunk->height);
    finding_measure(finding, "rest", sunk->rest);
}

void keyframes_judge_sense(const struct keyframes *keyframes, const size_t *track_of)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    for (size_t i = 0; i < animations->animation_count; i++) {
        check_order(keyframes, track_of, &animations->parts[i]);
        check_hips(keyframes, track_of, &animations->parts[i]);
    }
}
