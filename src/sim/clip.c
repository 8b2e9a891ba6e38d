#include "sim/clip.h"

#include <string.h>

#include "base/sort.h"
#include "gltf/accessor.h"
#include "sim/transform.h"

/* Metres: hips below this height say nothing about the size of an avatar. */
#define LOW_HIPS 1e-6

/* The number of earlier lines that may have the same times as the next one. */
#define LINES_COMPARED 64

/* The target of a channel: each kind but the last two has values of 3 numbers. */
enum part { PART_HIPS, PART_WEIGHT, PART_TARGET, PART_TURN, PART_GAZE };

/* A channel that is played. A key has 4 or 3 numbers; one of a cubic spline has three times as many: in,
 * value, out. */
struct line {
    enum part part;
    size_t bone;      /* of a PART_TURN */
    const char *name; /* of a PART_WEIGHT: the expression's */
    enum interpolation interpolation;
    const double *times;
    const double *values;
    size_t count; /* keys, at least one */
};

struct clip {
    struct line *lines;
    size_t line_count;
    struct quat above[BONE_COUNT]; /* world rotation of the bone's parent, at rest */
    struct quat rest[BONE_COUNT];  /* world rotation of the bone, at rest */
    struct mat34 parent;           /* world matrix of the parent of the hips, at rest */
    struct mat34 gaze_parent;      /* the same of the node that the gaze follows */
    size_t gaze;                   /* index of its line, or SIZE_MAX */
    double scale;                  /* height of the avatar's hips relative to the animation's */
};

/* ---- reading ---- */

struct clip_reading {
    struct arena *arena;
    struct accessors *accessors;
    struct clip *clip;
    size_t *inputs; /* per line: the accessor of its times */
};

/* Reads all elements of an accessor with so many components each; returns NULL if it can't. */
static const double *read_all(const struct clip_reading *reading, size_t index, size_t components, size_t *count)
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

static bool times_rise(const double *times, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(times[i]) || (i > 0 && times[i] < times[i - 1])) {
            return false;
        }
    }
    return true;
}

/* Returns the times of an accessor; shares them with an earlier line if possible, because most bones have the same. */
static const double *read_times(const struct clip_reading *reading, size_t input, size_t *count)
{
    size_t lines = reading->clip->line_count;
    for (size_t i = lines > LINES_COMPARED ? lines - LINES_COMPARED : 0; i < lines; i++) {
        if (reading->inputs[i] == input) {
            *count = reading->clip->lines[i].count;
            return reading->clip->lines[i].times;
        }
    }
    const double *times = read_all(reading, input, 1, count);
    return times != NULL && times_rise(times, *count) ? times : NULL;
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

static size_t components_of(const struct line *line)
{
    return line->part < PART_TURN ? 3 : 4;
}

/* Reads the data of a line. Returns false if it can't be played. */
static bool add_line(struct clip_reading *reading, const struct animations *animations, const struct channel *channel,
                     struct line line)
{
    struct clip *clip = reading->clip;
    const struct sampler *sampler = channel->sampler == SCENE_NONE ? NULL : &animations->samplers[channel->sampler];
    if (sampler == NULL || sampler->input == SCENE_NONE || sampler->output == SCENE_NONE) {
        return false;
    }
    line.interpolation = sampler->interpolation;
    line.times = read_times(reading, sampler->input, &line.count);
    size_t components = components_of(&line);
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

/* Reads the rest pose of the animation's own skeleton. */
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

/* Adds the lines of the bones: for each motion of a bone, the first channel of the first animation. */
static bool read_lines(struct clip_reading *reading, const struct animations *animations, const struct vrma *vrma)
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
        struct line line = {.part = moves ? PART_HIPS : PART_TURN, .bone = bone};
        if (!add_line(reading, animations, channel, line)) {
            return false;
        }
    }
    return true;
}

/* Adds the line of the first animation's channel, if there is one. */
static bool add_channel(struct clip_reading *reading, const struct animations *animations, size_t channel,
                        struct line line)
{
    return channel == VRMA_NONE || animations->channels[channel].animation > 0 ||
           add_line(reading, animations, &animations->channels[channel], line);
}

/* Adds the lines of expressions and of the gaze. */
static bool read_face(struct clip_reading *reading, const struct scene *scene, const struct animations *animations,
                      const struct vrma *vrma)
{
    for (size_t i = 0; i < vrma->expression_count; i++) {
        const struct vrma_expression *from = &vrma->expressions[i];
        bool looks = !from->custom && from->preset >= VRMA_LOOK_PRESET;
        struct line line = {.part = PART_WEIGHT, .name = arena_copy(reading->arena, from->name, strlen(from->name))};
        if (from->node != SCENE_NONE && !looks &&
            !add_channel(reading, animations, vrma->roles[from->node].translation, line)) {
            return false;
        }
    }
    size_t node = vrma->look_at.node;
    if (node == SCENE_NONE) {
        return true;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    size_t parent = scene->nodes[node].parent;
    size_t before = reading->clip->line_count;
    bool good = add_channel(reading, animations, draft ? vrma->roles[node].translation : vrma->roles[node].rotation,
                            (struct line){.part = draft ? PART_TARGET : PART_GAZE});
    reading->clip->gaze_parent = parent == SCENE_NONE ? MAT34_IDENTITY : scene->nodes[parent].world;
    reading->clip->gaze = reading->clip->line_count > before ? before : SIZE_MAX;
    return good;
}

struct clip *clip_read(struct arena *arena, struct document *document, double hips, bool face, const char **why)
{
    const struct scene *scene = scene_read(document);
    const struct animations *animations = animations_read(document, scene);
    const struct vrma *vrma = vrma_read(document, scene, animations);
    struct clip *clip = arena_alloc(arena, sizeof *clip);
    struct clip_reading reading = {.arena = arena, .accessors = accessors_new(document), .clip = clip};
    bool moves = vrma->present && vrma->has_humanoid && vrma->nodes[0] != SCENE_NONE;
    if (!moves && !(face && vrma->present)) {
        *why = N_("it is not a VRM animation with a humanoid: vrmlint check explains why");
        return NULL;
    }
    double height = moves ? scene_position(scene, vrma->nodes[0]).y : 0;
    size_t most = BONE_COUNT + 2 + (face ? vrma->expression_count : 0);
    clip->lines = arena_array(arena, most, sizeof *clip->lines);
    reading.inputs = arena_array(arena, most, sizeof *reading.inputs);
    clip->scale = height > LOW_HIPS && hips > LOW_HIPS ? hips / height : 1;
    clip->gaze = SIZE_MAX;
    read_rest(clip, scene, vrma);
    if ((moves && !read_lines(&reading, animations, vrma)) || (face && !read_face(&reading, scene, animations, vrma))) {
        *why = N_("its keyframes can't be read: vrmlint check explains why");
        return NULL;
    }
    if (clip->line_count == 0) {
        *why = N_("it moves no bone of the humanoid");
        return NULL;
    }
    return clip;
}

double clip_seconds(const struct clip *clip)
{
    double last = 0;
    for (size_t i = 0; i < clip->line_count; i++) {
        last = fmax(last, clip->lines[i].times[clip->lines[i].count - 1]);
    }
    return last;
}

double clip_scale(const struct clip *clip)
{
    return clip->scale;
}

/* ---- playing ---- */

/* Returns the last key that isn't after a time; the first one if all are. */
static size_t find_key(const struct line *line, double seconds)
{
    size_t after;
    SORT_SEARCH(after, 0, line->count, line->times[after] <= seconds);
    return after == 0 ? 0 : after - 1;
}

static void blend_linear(const double *a, const double *b, size_t n, double u, bool turns, double *out)
{
    double dot = 0;
    double squares[2] = {0, 0};
    for (size_t i = 0; i < n; i++) {
        dot += a[i] * b[i];
        squares[0] += a[i] * a[i];
        squares[1] += b[i] * b[i];
    }
    double from = 1 - u;
    double to = u;
    if (turns) {
        double side = dot < 0 ? -1 : 1;
        double lengths[2] = {sqrt(squares[0]), sqrt(squares[1])};
        double both = lengths[0] * lengths[1];
        double angle = acos(fmin(1, both > 0 ? fabs(dot) / both : 1));
        if (angle > 1e-9) {
            from = sin((1 - u) * angle) / sin(angle);
            to = sin(u * angle) / sin(angle);
        }
        if (both > 0) { /* keys in single precision aren't exactly unit */
            from /= lengths[0];
            to *= side / lengths[1];
        }
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

static void sample_line(const struct line *line, double seconds, double *out)
{
    size_t n = components_of(line);
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
        blend_linear(a, a + stride, n, u, line->part >= PART_TURN, out);
    }
}

static struct quat sample_turn(const struct line *line, double seconds)
{
    double v[4];
    sample_line(line, seconds, v);
    return quat_normalise((struct quat){v[0], v[1], v[2], v[3]});
}

static struct vec3 sample_position(const struct line *line, double seconds)
{
    double v[3];
    sample_line(line, seconds, v);
    return (struct vec3){v[0], v[1], v[2]};
}

void clip_limbs(const struct clip *clip, double seconds, struct sim_limbs *limbs)
{
    limbs_rest(limbs);
    for (size_t i = 0; i < clip->line_count; i++) {
        const struct line *line = &clip->lines[i];
        if (line->part == PART_HIPS) {
            limbs->moves_hips = true;
            limbs->hips = vec3_scale(mat34_point(&clip->parent, sample_position(line, seconds)), clip->scale);
        } else if (line->part == PART_TURN) {
            struct quat turn = quat_multiply(clip->above[line->bone], sample_turn(line, seconds));
            limbs->turns[line->bone] = quat_normalise(quat_multiply(turn, quat_conjugate(clip->rest[line->bone])));
        }
    }
}

double clip_weight(const struct clip *clip, const char *name, double seconds)
{
    for (size_t i = 0; i < clip->line_count; i++) {
        const struct line *line = &clip->lines[i];
        if (line->part == PART_WEIGHT && strcmp(line->name, name) == 0) {
            return fmin(1, fmax(0, sample_position(line, seconds).x));
        }
    }
    return NAN;
}

bool clip_gaze(const struct clip *clip, double seconds, struct clip_gaze *gaze)
{
    if (clip->gaze == SIZE_MAX) {
        return false;
    }
    const struct line *line = &clip->lines[clip->gaze];
    *gaze = (struct clip_gaze){.has_target = line->part == PART_TARGET};
    if (gaze->has_target) {
        gaze->target = mat34_point(&clip->gaze_parent, sample_position(line, seconds));
        return true;
    }
    struct quat q = sample_turn(line, seconds); /* about Y, then X, then Z, each axis as turned before */
    gaze->yaw = atan2(2 * (q.w * q.y + q.x * q.z), 1 - 2 * (q.x * q.x + q.y * q.y));
    gaze->pitch = asin(fmin(1, fmax(-1, 2 * (q.w * q.x - q.y * q.z))));
    return true;
}
