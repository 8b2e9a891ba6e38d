/* Translations in the keyframes with a meaning: weights of expressions, and the height of the hips. */
#include <stdlib.h>

#include "checks/animation/keyframes.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"

/* Weights are 0 to 1, except for rounding. */
#define WEIGHT_TOLERANCE 1e-4
#define PERCENT_LEAST 1.5 /* a larger weight is no overshoot but a percentage, up to 100 */
#define PERCENT_MOST 100
#define AXIS_LEAST 0.05 /* weights on a wrong axis change by more */

/* The plausible heights of the hips over the whole animation, as multiples of the rest height. */
#define FLOATING 1.8 /* lowest height of an avatar that floats; a jump comes down again */
#define HIGHEST 5
#define LOWEST (-1.5)

#define STRAIGHT 1e-12 /* with a smaller coefficient the parabola is a line */

static double excess_weight(double weight)
{
    return weight < 0 ? -weight : weight > 1 ? weight - 1 : 0;
}

/* ---- weights ---- */

/* One segment of a spline between two keys: values, tangents, duration in seconds. */
struct piece {
    double value0;
    double tangent0;
    double value1;
    double tangent1;
    double time;
};

/* Evaluates a segment at s, 0 to 1. glTF 2.0, appendix C.5. */
static double piece_at(const struct piece *p, double s)
{
    double s2 = s * s;
    double s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * p->value0 + p->time * (s3 - 2 * s2 + s) * p->tangent0 +
           (3 * s2 - 2 * s3) * p->value1 + p->time * (s3 - s2) * p->tangent1;
}

/* Finds the points where the slope is 0. Returns their number, at most 2. */
static size_t piece_extrema(const struct piece *p, double *out)
{
    double a = 6 * p->value0 + 3 * p->time * p->tangent0 - 6 * p->value1 + 3 * p->time * p->tangent1;
    double b = -6 * p->value0 - 4 * p->time * p->tangent0 + 6 * p->value1 - 2 * p->time * p->tangent1;
    double c = p->time * p->tangent0;
    double under = b * b - 4 * a * c;
    if (fabs(a) < STRAIGHT) {
        out[0] = -c / b;
        return b == 0 ? 0 : 1;
    }
    if (!(under >= 0)) {
        return 0;
    }
    /* avoids the difference of nearly equal numbers */
    double q = -(b + (b < 0 ? -sqrt(under) : sqrt(under))) / 2;
    out[0] = q / a;
    out[1] = c / q;
    return q == 0 ? 1 : 2;
}

static void add_piece(struct weight_facts *facts, const struct piece *piece, size_t key, double start)
{
    double at[2];
    size_t count = piece_extrema(piece, at);
    double worst = 0;
    double worst_value = 0;
    double worst_time = 0;
    for (size_t i = 0; i < count; i++) {
        double value = at[i] > 0 && at[i] < 1 ? piece_at(piece, at[i]) : 0;
        if (excess_weight(value) > worst) {
            worst = excess_weight(value);
            worst_value = value;
            worst_time = start + at[i] * piece->time;
        }
    }
    if (worst > WEIGHT_TOLERANCE) {
        if (facts->overshoot.count == 0 || worst > facts->overshoot.distance) {
            facts->overshoot_time = worst_time;
        }
        bad_keys_add(&facts->overshoot, key, worst_value, worst);
    }
}

static void add_weight(struct weight_facts *facts, const struct key_block *block, size_t i)
{
    const double *row = block->rows + i * block->width;
    const double *value = row + block->at;
    size_t key = block->first + i;
    if (!isfinite(value[0])) {
        facts->started = false;
        return;
    }
    facts->low = value[0] < facts->low ? value[0] : facts->low;
    facts->high = value[0] > facts->high ? value[0] : facts->high;
    if (excess_weight(value[0]) > WEIGHT_TOLERANCE) {
        bad_keys_add(&facts->range, key, value[0], excess_weight(value[0]));
    }
    if (block->width == 3) {
        return;
    }
    double in = row[0];
    if (facts->started) {
        double start = block->times[key - 1];
        struct piece piece = {facts->value, facts->tangent, value[0], in, block->times[key] - start};
        if (piece.time > 0 && isfinite(piece.tangent0) && isfinite(in)) {
            add_piece(facts, &piece, key - 1, start);
        }
    }
    facts->started = true;
    facts->value = value[0];
    facts->tangent = row[6];
}

void weights_add(struct weight_facts *facts, const struct key_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        add_weight(facts, block, i);
        const double *rest = block->rows + i * block->width + block->at + 1;
        if (isfinite(rest[0]) && isfinite(rest[1])) { /* others are reported elsewhere */
            constancy_add(&facts->rest, rest, 2);
            bounds_add(&facts->aside, rest, 1, 2);
        }
    }
}

static double nearest_weight(double weight)
{
    return weight < 0.5 ? 0 : 1;
}

/* Returns a weight as an argument. Rounding errors around 0 and 1 aren't shown; a weight beyond is shown with enough
 * digits to be recognizable as such. */
static struct argument the_weight(const char *as, double weight)
{
    double limit = excess_weight(weight) > WEIGHT_TOLERANCE ? nearest_weight(weight) : NAN;
    return argument_number(as, weight, limit, UNIT_NONE, 4);
}

static void report_range(const struct keyframes *keyframes, const struct measure *measure, struct argument channels)
{
    const struct weight_facts *facts = &measure->weights;
    const struct bad_keys *bad = &facts->range;
    bool percent = facts->high > PERCENT_LEAST && facts->high <= PERCENT_MOST && facts->low >= -WEIGHT_TOLERANCE;
    struct finding *finding =
        report(keyframes->check->findings,
               percent ? MESSAGE_ANIMATION_EXPRESSION_WEIGHT_RANGE__IN_PERCENT
                       : MESSAGE_ANIMATION_EXPRESSION_WEIGHT_RANGE__DEFAULT,
               sampler_place(keyframes, measure->weight, "output"),
               ARGUMENTS(channels, the_weight("low", facts->low), the_weight("high", facts->high),
                         the_worst_keys("keys", keyframes, bad, bad->is, nearest_weight(bad->is), UNIT_NONE)));
    finding_measure(finding, "min", facts->low);
    finding_measure(finding, "max", facts->high);
    finding_measure(finding, "keys", (double)bad->count);
}

static void report_overshoot(const struct keyframes *keyframes, const struct measure *measure, struct argument channels)
{
    double time = measure->weights.overshoot_time;
    const struct bad_keys *over = &measure->weights.overshoot;
    struct finding *finding =
        report(keyframes->check->findings, MESSAGE_ANIMATION_EXPRESSION_SPLINE_OVERSHOOT__DEFAULT,
               sampler_place(keyframes, measure->weight, "output"),
               ARGUMENTS(channels, COUNT("count", over->count), COUNT("total", keyframes->time_count - 1),
                         SECONDS("time", time, KEYFRAMES_TIME_DIGITS), COUNT("key", over->worst),
                         COUNT("next", over->worst + 1), the_weight("weight", over->is)));
    finding_measure(finding, "weight", over->is);
    finding_measure(finding, "time", time);
}

void weights_report(const struct keyframes *keyframes, const struct measure *measure)
{
    const struct weight_facts *facts = &measure->weights;
    struct argument channels = the_track("channels", keyframes, measure->track, measure->weight);
    if (facts->range.count > 0) {
        report_range(keyframes, measure, channels);
    } else if (facts->overshoot.count > 0) {
        report_overshoot(keyframes, measure, channels);
    }
    const struct key_bounds *aside = &facts->aside;
    bool is_weight = fmax(aside->high[0] - aside->low[0], aside->high[1] - aside->low[1]) > AXIS_LEAST;
    if (facts->rest.moves && is_weight && facts->low == 0 && facts->high == 0) {
        report(keyframes->check->findings, MESSAGE_ANIMATION_EXPRESSION_AXIS__DEFAULT,
               sampler_place(keyframes, measure->weight, "output"), ARGUMENTS(channels));
    } else if (facts->rest.moves) {
        report(keyframes->check->findings, MESSAGE_ANIMATION_EXPRESSION_YZ__DEFAULT,
               sampler_place(keyframes, measure->weight, "output"), ARGUMENTS(channels));
    }
}

/* ---- the hips ---- */

void heights_add(struct hips_facts *facts, const struct key_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const double *v = block->rows + i * block->width + block->at;
        struct vec3 point = mat34_point(facts->space, (struct vec3){v[0], v[1], v[2]});
        double height = point.y;
        if (isfinite(height)) {
            facts->lowest = facts->count == 0 ? height : fmin(facts->lowest, height);
            facts->highest = facts->count == 0 ? height : fmax(facts->highest, height);
            facts->away += isfinite(point.z) ? fabs(point.z) : 0;
            facts->heights[facts->count++] = height;
            facts->odd += height > HIGHEST * facts->rest || height < LOWEST * facts->rest;
        }
    }
}

static int compare_heights(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;
    return (*a > *b) - (*a < *b);
}

double heights_median(const struct hips_facts *facts)
{
    qsort(facts->heights, facts->count, sizeof *facts->heights, compare_heights);
    return (facts->heights[(facts->count - 1) / 2] + facts->heights[facts->count / 2]) / 2;
}

/* Reports hips that never come down: the avatar floats all the time. */
static void report_floating(const struct keyframes *keyframes, const struct measure *measure)
{
    const struct hips_facts *facts = &measure->heights;
    if (facts->count == 0 || !(facts->lowest > FLOATING * facts->rest)) {
        return;
    }
    struct finding *finding = report(keyframes->check->findings, MESSAGE_ANIMATION_FLOATS__DEFAULT,
                                     sampler_place(keyframes, measure->hips, "output"),
                                     ARGUMENTS(the_track("channels", keyframes, measure->track, measure->hips),
                                               METRES("lowest", facts->lowest, 4), METRES("rest", facts->rest, 4)));
    finding_measure(finding, "lowest", facts->lowest);
    finding_measure(finding, "rest", facts->rest);
}

void heights_report(const struct keyframes *keyframes, const struct measure *measure)
{
    const struct hips_facts *facts = &measure->heights;
    /* if fewer than half of the heights are implausible, the median is plausible */
    if (facts->count == 0 || facts->odd * 2 < facts->count) {
        report_floating(keyframes, measure);
        return;
    }
    double median = heights_median(facts);
    double ratio = median / facts->rest;
    if (ratio <= HIGHEST && ratio >= LOWEST) {
        report_floating(keyframes, measure);
        return;
    }
    struct finding *finding = report(keyframes->check->findings,
                                     ratio > 50 && ratio < 200 ? MESSAGE_ANIMATION_HIPS_TRANSLATION_UNIT__CENTIMETRES
                                                               : MESSAGE_ANIMATION_HIPS_TRANSLATION_UNIT__DEFAULT,
                                     sampler_place(keyframes, measure->hips, "output"),
                                     ARGUMENTS(the_track("channels", keyframes, measure->track, measure->hips),
                                               METRES("height", median, 4), METRES("rest", facts->rest, 4)));
    finding_measure(finding, "median", median);
    finding_measure(finding, "rest", facts->rest);
}
