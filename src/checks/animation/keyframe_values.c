/* Translations in the keyframes with a meaning: weights of expressions, and the height of the hips. */

#include "base/json_value.h"
#include "base/sort.h"
#include "checks/animation/keyframes.h"
#include "gltf/expect.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_buffer.h"
#include "ids/rules.h"

/* Compares min and max of the accessors that hold keyframes with their data. Apps take the length of an animation
 * from those of its times. */

#define KEYFRAME_DIGITS 6
#define WHOLE_DIGITS 9 /* significant digits that represent every single exactly */

bool bounds_stated(const struct keyframes *keyframes, size_t index)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    /* integers would have to be compared in their stored form */
    return !keyframes->bounded[index] && accessor->base.component == COMPONENT_FLOAT &&
           accessor->base.components <= KEY_BOUNDS_MAX &&
           (tree_get(accessor->json, "min") != NULL || tree_get(accessor->json, "max") != NULL);
}

void bounds_add(struct key_bounds *bounds, const double *values, size_t count, size_t components)
{
    for (size_t k = 0; k < components && count > 0; k++) {
        double low = bounds->started ? bounds->low[k] : values[k];
        double high = bounds->started ? bounds->high[k] : values[k];
        double nothing = 0; /* 0 if all values are finite */
        for (size_t i = k; i < count * components; i += components) {
            low = values[i] < low ? values[i] : low;
            high = values[i] > high ? values[i] : high;
            nothing += values[i] * 0;
        }
        bounds->low[k] = low;
        bounds->high[k] = high;
        bounds->infinite = bounds->infinite || !(nothing == 0);
    }
    bounds->started = bounds->started || count > 0;
}

/* One of the two bounds, with its messages. */
struct bound {
    const char *key;
    enum message of_times;
    enum message of_values;
};

static void report_bound(const struct keyframes *keyframes, const struct track *track, bool times,
                         const struct bound *bound, size_t component, double given, const double *all)
{
    double is = all[component];
    size_t index = times ? track->input : track->output;
    struct argument channels = the_channels("channels", keyframes, track->channels[0], track->channel_count,
                                            times ? WORDS_CHANNELS_OF_SAME_TIMES : WORDS_CHANNELS);
    struct argument accessor = COUNT("accessor", index);
    enum unit unit = times ? UNIT_SECONDS : UNIT_NONE;
    struct argument numbers[] = {argument_number("given", given, is, unit, KEYFRAME_DIGITS),
                                 argument_number("is", is, given, unit, WHOLE_DIGITS)};
    size_t count = accessors_get(keyframes->accessors, index)->base.components;
    struct argument list[KEY_BOUNDS_MAX]; /* all numbers of the bound: more than the reported one may be wrong */
    for (size_t k = 0; k < count; k++) {
        list[k] = NUMBER(NULL, all[k], WHOLE_DIGITS);
    }
    struct place place = place_of(PLACE_ACCESSOR, index, 0, bound->key);
    struct finding *finding =
        report_taking(keyframes->check->findings, times ? bound->of_times : bound->of_values, place,
                      ARGUMENTS(channels, accessor, numbers[0], numbers[1], COUNT("component", component),
                                argument_list("all", list, count, count, JOIN_SPACE)));
    finding_set_numbers(finding, "0", all, count);
    if (!times) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    finding_measure(finding, "given", given);
    finding_measure(finding, "is", is);
}

static void report_swapped(const struct keyframes *keyframes, const struct track *track, bool times,
                           const struct key_bounds *bounds)
{
    size_t index = times ? track->input : track->output;
    size_t count = accessors_get(keyframes->accessors, index)->base.components;
    struct argument channels = the_channels("channels", keyframes, track->channels[0], track->channel_count,
                                            times ? WORDS_CHANNELS_OF_SAME_TIMES : WORDS_CHANNELS);
    struct finding *finding =
        report_taking(keyframes->check->findings,
                      times ? MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED_OF_TIMES
                            : MESSAGE_ACCESSOR_BOUNDS_MISMATCH__SWAPPED_OF_VALUES,
                      place_of(PLACE_ACCESSOR, index, 0, "min"), ARGUMENTS(channels, COUNT("accessor", index)));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, index, 0, "min"),
                 json_numbers(&(struct json_value){""}, bounds->low, count));
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_ACCESSOR, index, 0, "max"),
                 json_numbers(&(struct json_value){""}, bounds->high, count));
    if (!times) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

void bounds_report(struct keyframes *keyframes, const struct track *track, bool times, const struct key_bounds *bounds)
{
    static const struct bound kinds[] = {
        {"min", MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN_OF_TIMES, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MIN},
        {"max", MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX_OF_TIMES, MESSAGE_ACCESSOR_BOUNDS_MISMATCH__MAX}};
    size_t index = times ? track->input : track->output;
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    double given[KEY_BOUNDS_MAX];
    if (!bounds->started || bounds->infinite || !bounds_stated(keyframes, index)) {
        return;
    }
    keyframes->bounded[index] = true;
    if (accessor_bounds_are_swapped(accessor, bounds->low, bounds->high)) {
        report_swapped(keyframes, track, times, bounds);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!expect_numbers(tree_get(accessor->json, kinds[i].key), given, accessor->base.components)) {
            continue;
        }
        const double *is = i == 0 ? bounds->low : bounds->high;
        for (size_t k = 0; k < accessor->base.components; k++) {
            if ((float)given[k] != (float)is[k]) {
                report_bound(keyframes, track, times, &kinds[i], k, given[k], is);
                break;
            }
        }
    }
}

/* Checks how an animation was exported: interpolation and packing, each reported once per animation, and channels
 * that never change, reported once per file. */

/* Channels of one animation that have something in common. */
struct channels {
    size_t count;
    size_t first; /* index in animations.channels */
};

struct habits {
    struct channels cubic;
    struct channels step;
    struct channels integers;
    struct channels sparse;
};

static void count_channel(struct channels *channels, size_t channel)
{
    if (channels->count++ == 0) {
        channels->first = channel;
    }
}

static bool is_sparse(const struct keyframes *keyframes, size_t index)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, index);
    return accessor->status == ACCESSOR_READY && accessor->sparse > 0;
}

static bool is_integer_rotation(const struct keyframes *keyframes, const struct track *track)
{
    const struct accessor *accessor = accessors_get(keyframes->accessors, track->output);
    return track->path == PATH_ROTATION && accessor->status == ACCESSOR_READY && accessor->base.components == 4 &&
           accessor->base.normalized && accessor->base.component != COMPONENT_FLOAT;
}

static bool is_constant(const struct keyframes *keyframes, size_t track)
{
    return keyframes->facts[track].is_constant;
}

/* Whether a track is declared as a spline but has only as many values as without tangents. */
static bool lacks_tangents(const struct keyframes *keyframes, const struct track *track)
{
    uint64_t times = accessors_get(keyframes->accessors, track->input)->base.count;
    uint64_t values = accessors_get(keyframes->accessors, track->output)->base.count;
    return 3 * values == times * keyframes_elements(keyframes, track);
}

static void add_channel(const struct keyframes *keyframes, struct habits *habits, size_t index, size_t channel)
{
    const struct avatar *avatar = keyframes->check->avatar;
    const struct track *track = &keyframes->tracks.items[index];
    enum vrma_role role = vrma_role(avatar->vrma, avatar->animations->channels[channel].node);
    bool plays = role == VRMA_ROLE_BONE || role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT;
    bool steps = role == VRMA_ROLE_EXPRESSION || (role == VRMA_ROLE_BONE && track->path == PATH_ROTATION);
    if (plays && track->interpolation == INTERPOLATION_CUBIC && !lacks_tangents(keyframes, track)) {
        count_channel(&habits->cubic, channel);
    }
    if (steps && track->interpolation == INTERPOLATION_STEP) {
        count_channel(&habits->step, channel);
    }
    if (is_integer_rotation(keyframes, track)) {
        count_channel(&habits->integers, channel);
    }
    if (is_sparse(keyframes, track->output) || is_sparse(keyframes, track->input)) {
        count_channel(&habits->sparse, channel);
    }
}

/* Reports some channels, at a property of the first one's sampler. */
static void report_channels(const struct keyframes *keyframes, enum message message, const struct channels *channels,
                            const char *property)
{
    if (channels->count > 0) {
        struct finding *finding =
            report(keyframes->check->findings, message, sampler_place(keyframes, channels->first, property),
                   ARGUMENTS(the_channels("channels", keyframes, channels->first, channels->count, WORDS_CHANNELS)));
        finding_measure(finding, "channels", (double)channels->count);
    }
}

static void report_habits(const struct keyframes *keyframes, const struct habits *habits)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    report_channels(keyframes, MESSAGE_ANIMATION_CUBICSPLINE__DEFAULT, &habits->cubic, "interpolation");
    report_channels(keyframes, MESSAGE_ANIMATION_STEP_INTERPOLATION__DEFAULT, &habits->step, "interpolation");
    report_channels(keyframes, MESSAGE_ANIMATION_ROTATION_NOT_FLOAT__DEFAULT, &habits->integers, "output");
    if (habits->sparse.count > 0) {
        const struct sampler *sampler = &animations->samplers[animations->channels[habits->sparse.first].sampler];
        report_channels(keyframes, MESSAGE_ANIMATION_SPARSE_OUTPUT__DEFAULT, &habits->sparse,
                        is_sparse(keyframes, sampler->output) ? "output" : "input");
    }
}

/* Constant channels in a range of indices in animations.channels. */
struct constants {
    size_t all; /* number of channels with a track */
    size_t count;
    size_t first;
    size_t last;
};

static struct constants find_constants(const struct keyframes *keyframes, const size_t *track_of, size_t begin,
                                       size_t end)
{
    struct constants found = {0};
    for (size_t i = begin; i < end; i++) {
        found.all += track_of[i] != SIZE_MAX;
        if (track_of[i] != SIZE_MAX && is_constant(keyframes, track_of[i])) {
            found.first = found.count++ == 0 ? i : found.first;
            found.last = i;
        }
    }
    return found;
}

/* Reports constant channels once for the file, at the extension. The channels are related places. */
static void report_constants(const struct keyframes *keyframes, const size_t *track_of)
{
    struct check *check = keyframes->check;
    const struct animations *animations = check->avatar->animations;
    if (!findings_want(check->findings, RULE_ANIMATION_CONSTANT_CHANNEL)) {
        return;
    }
    struct constants found = find_constants(keyframes, track_of, 0, animations->count);
    if (found.count == 0) {
        return;
    }
    size_t animation = animations->channels[found.first].animation;
    bool is_one = animations->channels[found.last].animation == animation;
    if (is_one) {
        const struct animation_part *part = &animations->parts[animation];
        found = find_constants(keyframes, track_of, part->channels, part->channels + part->channel_count);
    }
    struct argument count = COUNT("count", found.count);
    struct argument total = COUNT("total", found.all);
    struct place place = place_at(VRMA_POINTER);
    struct finding *finding = report_taking(
        check->findings,
        is_one ? MESSAGE_ANIMATION_CONSTANT_CHANNEL__DEFAULT : MESSAGE_ANIMATION_CONSTANT_CHANNEL__SEVERAL, place,
        ARGUMENTS(the_animation("animation", check->avatar, animation), count, total));
    finding_measure(finding, "channels", (double)found.count);
    for (size_t i = found.first; finding != NULL && i <= found.last; i++) {
        if (track_of[i] != SIZE_MAX && is_constant(keyframes, track_of[i])) {
            finding_relate(finding, RELATED_ANIMATION_CONSTANT_CHANNEL__DEFAULT, animations->channels[i].place,
                           ARGUMENTS(the_channel("channel", check->avatar, i)));
        }
    }
}

void keyframes_judge_habits(const struct keyframes *keyframes, const size_t *track_of)
{
    const struct animations *animations = keyframes->check->avatar->animations;
    for (size_t i = 0; i < animations->animation_count; i++) {
        const struct animation_part *part = &animations->parts[i];
        struct habits habits = {.cubic = {0}};
        for (size_t k = part->channels; k < part->channels + part->channel_count; k++) {
            if (track_of[k] != SIZE_MAX) {
                add_channel(keyframes, &habits, track_of[k], k);
            }
        }
        report_habits(keyframes, &habits);
    }
    report_constants(keyframes, track_of);
}

/* Weights are 0 to 1, except for rounding. */
#define WEIGHT_TOLERANCE 1e-4
#define PERCENT_LEAST 1.5 /* a larger weight is no overshoot but a percentage, up to 100 */
#define PERCENT_MOST 100
#define AXIS_LEAST 0.05 /* weights on a wrong axis change by more */

/* The plausible heights of the hips over the whole animation, as multiples of the rest height. */
#define FLOATING 1.8 /* lowest height of an avatar that floats; a jump comes down again */
#define ASIDE 2.0 /* least distance from the origin of an avatar that plays far from its place; a walk starts there */
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

static void report_range(const struct keyframes *keyframes, const struct track_measure *measure,
                         struct argument channels)
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

static void report_overshoot(const struct keyframes *keyframes, const struct track_measure *measure,
                             struct argument channels)
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

void weights_report(const struct keyframes *keyframes, const struct track_measure *measure)
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
            double aside = isfinite(point.x) && isfinite(point.z) ? hypot(point.x, point.z) : 0;
            facts->nearest = facts->count == 0 ? aside : fmin(facts->nearest, aside);
            facts->heights[facts->count++] = height;
            facts->odd += height > HIGHEST * facts->rest || height < LOWEST * facts->rest;
        }
    }
}

double heights_median(const struct hips_facts *facts)
{
    sort_in_place(facts->heights, facts->count, sizeof *facts->heights, sort_by_double);
    return (facts->heights[(facts->count - 1) / 2] + facts->heights[facts->count / 2]) / 2;
}

/* Reports hips that never come down, or never near the origin: the avatar floats, or is elsewhere, all the time. */
static void report_apart(const struct keyframes *keyframes, const struct track_measure *measure)
{
    const struct hips_facts *facts = &measure->heights;
    struct argument channels = the_track("channels", keyframes, measure->track, measure->hips);
    struct place place = sampler_place(keyframes, measure->hips, "output");
    if (facts->count > 0 && facts->lowest > FLOATING * facts->rest) {
        struct finding *finding =
            report(keyframes->check->findings, MESSAGE_ANIMATION_FLOATS__DEFAULT, place,
                   ARGUMENTS(channels, METRES("lowest", facts->lowest, 4), METRES("rest", facts->rest, 4)));
        finding_measure(finding, "lowest", facts->lowest);
        finding_measure(finding, "rest", facts->rest);
    } else if (facts->count > 0 && facts->nearest > ASIDE * facts->rest) {
        struct finding *finding = report(keyframes->check->findings, MESSAGE_ANIMATION_FLOATS__ASIDE, place,
                                         ARGUMENTS(channels, METRES("nearest", facts->nearest, 3)));
        finding_measure(finding, "nearest", facts->nearest);
        finding_measure(finding, "rest", facts->rest);
    }
}

void heights_report(const struct keyframes *keyframes, const struct track_measure *measure)
{
    const struct hips_facts *facts = &measure->heights;
    /* if fewer than half of the heights are implausible, the median is plausible */
    if (facts->count == 0 || facts->odd * 2 < facts->count) {
        report_apart(keyframes, measure);
        return;
    }
    double median = heights_median(facts);
    double ratio = median / facts->rest;
    if (ratio <= HIGHEST && ratio >= LOWEST) {
        report_apart(keyframes, measure);
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
