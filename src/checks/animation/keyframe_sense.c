/* Probable mistakes in the meaning of the values: rotations with the real part first, and a translation of the hips
 * in another space than their node's. */
#include "checks/animation/keyframes.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"

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

void keyframes_keep_sense(struct track_facts *facts, const struct measure *measure)
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
