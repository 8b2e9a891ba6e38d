#include "vrm/limits.h"

#include <math.h>

#define SINGLE_PRECISION_MAX 3.4028235e38
#define MINUS_Y 1e-8  /* of 1 + y; revision B's own threshold */
#define ROUNDED 1e-20 /* of x^2 + z^2: a direction with less is -Y with rounding errors */
#define MOVES_Y 1e-6  /* of x^2 + z^2: a rotation with less leaves +Y unchanged */

static struct optional read_angle(const struct tree *json, const char *key)
{
    const struct tree *value = tree_get(json, key);
    struct optional angle = {.present = value != NULL};
    double number;
    if (tree_number(value, &number) && number >= 0 && number <= SINGLE_PRECISION_MAX) {
        angle.value = number;
        angle.given = true;
    }
    return angle;
}

static bool is_component(double number)
{
    return number >= -1 && number <= 1;
}

static void read_body(struct limit *limit, const struct tree *json)
{
    const struct tree *rotation = tree_get(json, "rotation");
    struct quat q;
    limit->angle = read_angle(json, "angle");
    limit->pitch = read_angle(json, "pitch");
    limit->yaw = read_angle(json, "yaw");
    limit->rotation = QUAT_IDENTITY;
    limit->rotation_present = rotation != NULL;
    if (tree_quat(rotation, &q) && is_component(q.x) && is_component(q.y) && is_component(q.z) && is_component(q.w)) {
        limit->rotation = q;
        limit->rotation_given = true;
    }
}

const char *limit_kind_name(enum limit_kind kind)
{
    static const char *const names[] = {
        [LIMIT_NONE] = "", [LIMIT_CONE] = "cone", [LIMIT_HINGE] = "hinge", [LIMIT_SPHERICAL] = "spherical"};
    return names[kind];
}

const struct limit *limit_read(struct document *document, const struct tree *json)
{
    if (!tree_is_object(json)) {
        return NULL;
    }
    struct limit *limit = arena_alloc(document->arena, sizeof *limit);
    const struct tree *choice = tree_get(json, "limit");
    const struct tree *body = NULL;
    int found = 0;
    limit->json = json;
    limit->revision = document->limit_revision;
    for (enum limit_kind kind = LIMIT_CONE; kind <= LIMIT_SPHERICAL; kind++) {
        const struct tree *value = tree_get(choice, limit_kind_name(kind));
        if (value != NULL) {
            found++;
            body = value;
            limit->kind = kind;
        }
    }
    if (found != 1 || !tree_is_object(body)) {
        limit->kind = LIMIT_NONE;
        body = NULL;
    }
    read_body(limit, body);
    return limit;
}

struct quat limit_rotation(const struct limit *limit)
{
    return quat_length(limit->rotation) < LIMIT_ROTATION_ZERO ? QUAT_IDENTITY : quat_normalise(limit->rotation);
}

bool limit_rest_axis(const struct joint *joint, struct vec3 *axis)
{
    struct vec3 tail = joint->tail_local;
    double x = fabs(tail.x);
    double y = fabs(tail.y);
    double z = fabs(tail.z);
    double largest = x > y ? x : y;
    largest = largest > z ? largest : z;
    if (largest == 0) {
        return false;
    }
    /* scaled to about 1 first, so that no square overflows or underflows */
    tail = (struct vec3){tail.x / largest, tail.y / largest, tail.z / largest};
    *axis = vec3_scale(tail, 1 / vec3_length(tail));
    return true;
}

struct quat limit_axis_rotation(struct vec3 axis, enum vrmlint_limit_revision revision)
{
    double w = 1 + axis.y;
    double sideways = axis.x * axis.x + axis.z * axis.z;
    if (revision == VRMLINT_LIMIT_REVISION_B ? w < MINUS_Y : axis.y < 0 && sideways < ROUNDED) {
        return (struct quat){1, 0, 0, 0};
    }
    return quat_normalise((struct quat){axis.z, 0, -axis.x, w});
}

struct quat limit_space(const struct limit *limit, struct vec3 axis)
{
    return quat_multiply(limit_axis_rotation(axis, limit->revision), limit_rotation(limit));
}

struct vec3 limit_rest_direction(const struct limit *limit)
{
    return quat_rotate(quat_conjugate(limit_rotation(limit)), (struct vec3){0, 1, 0});
}

bool limit_is_oriented(const struct limit *limit)
{
    if (limit->kind != LIMIT_CONE) {
        return limit->kind != LIMIT_NONE;
    }
    struct quat q = limit_rotation(limit);
    return q.x * q.x + q.z * q.z > MOVES_Y;
}
