#include "sim/clip.h"

#include <string.h>

#include "base/sort.h"
#include "gltf/accessor.h"
#include "sim/transform.h"

/* Hips nearer to the ground than this, metres, say nothing about how large an avatar is. */
#define LOW_HIPS 1e-6

/* A channel that counts. Values are 4 or 3 numbers a key; of cubic splines thrice as many: in, value, out. */
struct line {
    size_t bone;
    bool moves; /* translation of the hips; otherwise a rotation */
    enum interpolation interpolation;
    const double *times;
    const double *values;
    size_t count; /* keys, at least one */
};

struct clip {
    struct line *lines;
    size_t line_count;
    struct quat above[BONE_COUNT]; /* world rotation of what the bone hangs on, at rest */
    struct quat rest[BONE_COUNT];  /* and its own */
    struct mat34 parent;           /* of the hips, at rest */
    double scale;                  /* the avatar's height through the animation's */
};

/* ---- reading ---- */

struct reading {
    struct arena *arena;
    struct accessors *accessors;
    struct clip *clip;
    size_t inputs[BONE_COUNT + 1]; /* accessors of times that were read, per line */
};

/* All elements of an accessor with so many components each; NULL where they can't be had. */
static const double *read_all(const struct reading *reading, size_t index, size_t components, size_t *count)
{
    const struct accessor *accessor = accessors_get(reading->accessors, index);
    struct accessor_pass pass;
    if (accessor->status != ACCESSOR_READY || accessor->base.components != components || accessor->base.count == 0 ||
        !accessor_begin(&pass, reading->accessors, index)) {
        return NULL;
    }
    size_t all = (size_t)accessor->base.count;
    double *values = arena_array(reading->arena, accessor->base.count, components * sizeof *values);
    size_t at = 0;
    size_t got;
    while (at < all && (got = accessor_next(&pass, values + at * components,
                                            all - at < ACCESSOR_BLOCK ? all - at : ACCESSOR_BLOCK)) > 0) {
        at += got;
    }
    *count = all;
    return at == all ? values : NULL;
}

static bool rise(const double *times, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(times[i]) || (i > 0 && times[i] < times[i - 1])) {
            return false;
        }
    }
    return true;
}

/* Bones mostly share their times. */
static const double *read_times(const struct reading *reading, size_t input, size_t *count)
{
    for (size_t i = 0; i < reading->clip->line_count; i++) {
        if (reading->inputs[i] == input) {
            *count = reading->clip->lines[i].count;
            return reading->clip->lines[i].times;
        }
    }
    const double *times = read_all(reading, input, 1, count);
    return times != NULL && rise(times, *count) ? times : NULL;
}

static bool are_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

/* False where its data can't be played. */
static bool add_line(struct reading *reading, const struct animations *animations, const struct channel *channel,
                     size_t bone)
{
    struct clip *clip = reading->clip;
    const struct sampler *sampler = channel->sampler == SCENE_NONE ? NULL : &animations->samplers[channel->sampler];
    if (sampler == NULL || sampler->input == SCENE_NONE || sampler->output == SCENE_NONE) {
        return false;
    }
    struct line line = {
        .bone = bone, .moves = channel->path == PATH_TRANSLATION, .interpolation = sampler->interpolation};
    line.times = read_times(reading, sampler->input, &line.count);
    size_t components = line.moves ? 3 : 4;
    size_t values;
    size_t each = line.interpolation == INTERPOLATION_CUBIC ? 3 : 1;
    line.values = line.times == NULL ? NULL : read_all(reading, sampler->output, components, &values);
    if (line.values == NULL || values / each != line.count || values % each != 0 ||
        !are_finite(line.values, values * components)) {
        return false;
    }
    reading->inputs[clip->line_count] = sampler->input;
    clip->lines[clip->line_count++] = line;
    return true;
}

/* Where bones are at rest, in the animation's own skeleton. */
static void read_rest(struct clip *clip, const struct scene *scene, const struct vrma *vrma)
{
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = vrma->nodes[bone];
        size_t parent = node == SCENE_NONE ? SCENE_NONE : scene->nodes[node].parent;
        struct mat34 above = parent == SCENE_NONE ? MAT34_IDENTITY : scene->nodes[parent].world;
        clip->above[bone] = transform_rotation(&above, NULL);
        clip->rest[bone] = node == SCENE_NONE ? QUAT_IDENTITY : transform_rotation(&scene->nodes[node].world, NULL);
        if (bone == 0) {
            clip->parent = above;
        }
    }
}

/* The first channel of the first animation counts that moves a bone so. */
static bool read_lines(struct reading *reading, const struct animations *animations, const struct vrma *vrma)
{
    bool taken[BONE_COUNT + 1] = {false};
    size_t count = animations->animation_count == 0 ? 0 : animations->parts[0].channel_count;
    for (size_t i = 0; i < count; i++) {
        const struct channel *channel = &animations->channels[animations->parts[0].channels + i];
        size_t bone = channel->node == SCENE_NONE ? BONE_COUNT : vrma->roles[channel->node].bone;
        bool moves = bone == 0 && channel->path == PATH_TRANSLATION;
        size_t place = moves ? BONE_COUNT : bone;
        if (bone == BONE_COUNT || taken[place] || (!moves && channel->path != PATH_ROTATION)) {
            continue;
        }
        taken[place] = true;
        if (!add_line(reading, animations, channel, bone)) {
            return false;
        }
    }
    return true;
}

struct clip *clip_read(struct arena *arena, struct document *document, double hips, const char **why)
{
    const struct scene *scene = scene_read(document);
    const struct animations *animations = animations_read(document, scene);
    const struct vrma *vrma = vrma_read(document, scene, animations);
    struct clip *clip = arena_alloc(arena, sizeof *clip);
    struct reading reading = {.arena = arena, .accessors = accessors_new(document, true), .clip = clip};
    if (!vrma->present || !vrma->has_humanoid || vrma->nodes[0] == SCENE_NONE) {
        *why = N_("it is no VRM animation with a humanoid: vrmlint check says why");
        return NULL;
    }
    double height = scene_position(scene, vrma->nodes[0]).y;
    clip->lines = arena_array(arena, BONE_COUNT + 1, sizeof *clip->lines);
    clip->scale = height > LOW_HIPS && hips > LOW_HIPS ? hips / height : 1;
    read_rest(clip, scene, vrma);
    if (!read_lines(&reading, animations, vrma)) {
        *why = N_("its keyframes can't be read: vrmlint check says why");
        return NULL;
    }
    if (clip->line_count == 0) {
        *why = N_("it moves no bone of the humanoid");
        return NULL;
    }
    return clip;
}

/* ---- playing ---- */

/* The last key that isn't after a time; the first one where all are. */
static size_t find_key(const struct line *line, double seconds)
{
    size_t after;
    SORT_SEARCH(after, 0, line->count, line->times[after] <= seconds);
    return after == 0 ? 0 : after - 1;
}

static void blend_linear(const double *a, const double *b, size_t n, double u, bool turns, double *out)
{
    double dot = 0;
    for (size_t i = 0; i < n; i++) {
        dot += a[i] * b[i];
    }
    double from = 1 - u;
    double to = u;
    if (turns) {
        double side = dot < 0 ? -1 : 1;
        double angle = acos(fmin(1, fabs(dot)));
        if (angle > 1e-9) {
            from = sin((1 - u) * angle) / sin(angle);
            to = sin(u * angle) / sin(angle);
        }
        to *= side;
    }
    for (size_t i = 0; i < n; i++) {
        out[i] = from * a[i] + to * b[i];
    }
}

/* glTF 2.0, appendix C: cubic spline interpolation. */
static void blend_cubic(const double *a, const double *b, size_t n, double u, double span, double *out)
{
    double u2 = u * u;
    double u3 = u2 * u;
    for (size_t i = 0; i < n; i++) {
        out[i] = (2 * u3 - 3 * u2 + 1) * a[n + i] + span * (u3 - 2 * u2 + u) * a[2 * n + i] +
                 (3 * u2 - 2 * u3) * b[n + i] + span * (u3 - u2) * b[i];
    }
}

static void sample(const struct line *line, double seconds, double *out)
{
    size_t n = line->moves ? 3 : 4;
    bool cubic = line->interpolation == INTERPOLATION_CUBIC;
    size_t stride = cubic ? 3 * n : n;
    size_t key = find_key(line, seconds);
    const double *a = line->values + key * stride;
    double span = key + 1 < line->count ? line->times[key + 1] - line->times[key] : 0;
    double u = span > 0 ? (seconds - line->times[key]) / span : 0;
    if (!(u > 0) || line->interpolation == INTERPOLATION_STEP) {
        memcpy(out, cubic ? a + n : a, n * sizeof *out);
    } else if (cubic) {
        blend_cubic(a, a + stride, n, u, span, out);
    } else {
        blend_linear(a, a + stride, n, u, !line->moves, out);
    }
}

void clip_limbs(const struct clip *clip, double seconds, struct sim_limbs *limbs)
{
    limbs_rest(limbs);
    for (size_t i = 0; i < clip->line_count; i++) {
        const struct line *line = &clip->lines[i];
        double v[4] = {0, 0, 0, 0};
        sample(line, seconds, v);
        if (line->moves) {
            struct vec3 at = mat34_point(&clip->parent, (struct vec3){v[0], v[1], v[2]});
            limbs->moves_hips = true;
            limbs->hips = vec3_scale(at, clip->scale);
        } else {
            struct quat turn = quat_normalise((struct quat){v[0], v[1], v[2], v[3]});
            turn = quat_multiply(clip->above[line->bone], turn);
            limbs->turns[line->bone] = quat_normalise(quat_multiply(turn, quat_conjugate(clip->rest[line->bone])));
        }
    }
}
