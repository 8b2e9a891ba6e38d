/* The parts of the simulation one by one: maths, colliders, limits and motions, compared
 * with numbers computed by hand. */
#include "support.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "sim/collide.h"
#include "sim/limit.h"
#include "sim/scenario.h"

#define ROOT_HALF 0.70710678118654752440

static void near(double actual, double wanted, double tolerance)
{
    if (!(fabs(actual - wanted) <= tolerance)) {
        fail_msg("%.17g, should be %.17g", actual, wanted);
    }
}

static void near_vec3(struct vec3 v, double x, double y, double z)
{
    near(v.x, x, 1e-15);
    near(v.y, y, 1e-15);
    near(v.z, z, 1e-15);
}

/* ---- maths ---- */

static void test_unit(void **state)
{
    (void)state;
    near_vec3(transform_unit((struct vec3){0, 3, -4}), 0, 0.6, -0.8);
    near_vec3(transform_unit((struct vec3){0, 0, 0}), 0, 0, 0);
    near_vec3(transform_unit((struct vec3){5e-324, 0, 0}), 0, 0, 0);
    near_vec3(transform_unit((struct vec3){1e-140, 0, 0}), 1, 0, 0);
    assert_true(isnan(transform_unit((struct vec3){NAN, 0, 0}).y));
}

static void test_from_to(void **state)
{
    (void)state;
    struct quat q = transform_from_to((struct vec3){1, 0, 0}, (struct vec3){0, 1, 0});
    near(q.x, 0, 0);
    near(q.y, 0, 0);
    near(q.z, ROOT_HALF, 1e-15);
    near(q.w, ROOT_HALF, 1e-15);
    /* rotations by 180 degrees: about any perpendicular axis, but always the same one */
    static const struct vec3 ends[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {0.6, 0, -0.8}, {0, 0.6, 0.8}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        q = transform_from_to(ends[i], vec3_scale(ends[i], -1));
        near(q.w, 0, 0);
        near(quat_length(q), 1, 1e-15);
        near(vec3_distance(transform_rotate(q, ends[i]), vec3_scale(ends[i], -1)), 0, 1e-15);
    }
    /* a bone without length doesn't rotate */
    q = transform_from_to((struct vec3){0, 0, 0}, (struct vec3){0, 1, 0});
    assert_true(q.x == 0 && q.y == 0 && q.z == 0 && q.w == 1);
}

static void test_rotation(void **state)
{
    (void)state;
    static const struct quat turns[] = {{0, 0, 0, 1},         {0.5, -0.5, 0.5, 0.5}, {0.96, 0.28, 0, 0},
                                        {0, 0.96, 0, 0.28},   {0.28, 0, 0.96, 0},    {0.1, 0.7, -0.1, 0.7},
                                        {0.8, 0.2, 0.4, 0.4}, {0.1, 0.1, -0.7, 0.7}, {-0.2, 0.8, 0.4, 0.4}};
    static const struct vec3 scales[] = {{1, 1, 1}, {2, 0.5, 3}, {-1, 1, 1}, {1e-3, 1e-3, 1e-3}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
            struct quat q = quat_normalise(turns[i]);
            struct mat34 matrix = mat34_from_trs((struct vec3){1, 2, 3}, q, scales[k]);
            struct vec3 scale;
            struct quat back = transform_rotation(&matrix, &scale);
            /* a quaternion and its negative are the same rotation */
            double dot = back.x * q.x + back.y * q.y + back.z * q.z + back.w * q.w;
            near(fabs(dot), 1, 1e-14);
            near(vec3_distance(scale, scales[k]), 0, 1e-14);
        }
    }
    struct mat34 flat = mat34_from_trs((struct vec3){0, 0, 0}, QUAT_IDENTITY, (struct vec3){1, 0, 1});
    struct quat q = transform_rotation(&flat, NULL);
    assert_true(q.x == 0 && q.y == 0 && q.z == 0 && q.w == 1);
}

static void test_inverse(void **state)
{
    (void)state;
    struct quat q = quat_normalise((struct quat){0.3, -0.2, 0.1, 0.9});
    struct mat34 matrix = mat34_from_trs((struct vec3){1, -2, 3}, q, (struct vec3){2, 0.5, -3});
    struct mat34 inverse = transform_inverse(&matrix);
    struct mat34 one = transform_multiply(&matrix, &inverse);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            near(one.m[row][column], row == column, 1e-14);
        }
    }
    matrix = mat34_from_trs((struct vec3){1, 2, 3}, q, (struct vec3){1, 0, 1});
    inverse = transform_inverse(&matrix);
    near_vec3(mat34_point(&inverse, (struct vec3){5, 6, 7}), 0, 0, 0);
}

/* ---- colliders ---- */

static struct collide_shape sphere(double x, double y, double z, double radius, bool inside)
{
    return (struct collide_shape){.kind = SHAPE_SPHERE, .center = {x, y, z}, .radius = radius, .inside = inside};
}

static struct collide_shape capsule(struct vec3 from, struct vec3 to, double radius, bool inside)
{
    struct vec3 axis = vec3_sub(to, from);
    return (struct collide_shape){.kind = SHAPE_CAPSULE,
                                  .center = from,
                                  .axis = axis,
                                  .axis_square = vec3_dot(axis, axis),
                                  .radius = radius,
                                  .inside = inside};
}

static void contact_is(const struct collide_shape *shape, struct vec3 tail, double hit_radius, double distance,
                       struct vec3 direction)
{
    struct collide_contact contact = collide(shape, tail, hit_radius);
    near(contact.distance, distance, 1e-15);
    assert_false(contact.no_direction);
    near_vec3(contact.direction, direction.x, direction.y, direction.z);
}

static void misses(const struct collide_shape *shape, struct vec3 tail, double hit_radius)
{
    assert_true(collide(shape, tail, hit_radius).distance >= 0);
}

static void test_spheres(void **state)
{
    (void)state;
    struct collide_shape ball = sphere(1, 0, 0, 0.5, false);
    contact_is(&ball, (struct vec3){1.3, 0.4, 0}, 0.1, -0.1, (struct vec3){0.6, 0.8, 0});
    misses(&ball, (struct vec3){1, 0.625, 0}, 0.125); /* touching isn't penetrating */
    misses(&ball, (struct vec3){1, 5, 0}, 0.125);
    misses(&ball, (struct vec3){1, 1e300, 0}, 0.125);
    contact_is(&ball, (struct vec3){1, 0.625, 0}, 0.1875, -0.0625, (struct vec3){0, 1, 0});
    struct collide_shape hollow = sphere(0, 0, 0, 1, true);
    misses(&hollow, (struct vec3){0, 0, 0}, 0.25);
    misses(&hollow, (struct vec3){0, 0.75, 0}, 0.25);
    contact_is(&hollow, (struct vec3){0, 0.875, 0}, 0.25, -0.125, (struct vec3){0, -1, 0});
    contact_is(&hollow, (struct vec3){3, 0, 0}, 0.25, -2.25, (struct vec3){-1, 0, 0});
    /* with a negative radius, an outer collider is never hit, and an inner one always is */
    struct collide_shape negative = sphere(0, 0, 0, -1, false);
    misses(&negative, (struct vec3){0.001, 0, 0}, 0.5);
    struct collide_shape tight = sphere(0, 0, 0, 0.1, true);
    contact_is(&tight, (struct vec3){0.5, 0, 0}, 0.2, -0.6, (struct vec3){-1, 0, 0});
}

static void test_capsules(void **state)
{
    (void)state;
    struct collide_shape rod = capsule((struct vec3){0, 0, 0}, (struct vec3){0, 2, 0}, 0.5, false);
    contact_is(&rod, (struct vec3){0.25, 1, 0}, 0, -0.25, (struct vec3){1, 0, 0});
    contact_is(&rod, (struct vec3){0, -0.25, 0}, 0, -0.25, (struct vec3){0, -1, 0});
    contact_is(&rod, (struct vec3){0, 2.25, 0}, 0, -0.25, (struct vec3){0, 1, 0});
    contact_is(&rod, (struct vec3){-0.3, 2.4, 0}, 0.25, -0.25, (struct vec3){-0.6, 0.8, 0});
    misses(&rod, (struct vec3){0, 3, 0}, 0.25);
    misses(&rod, (struct vec3){0.75, 1, 0}, 0.25);
    /* without length: a sphere */
    struct collide_shape point = capsule((struct vec3){1, 1, 1}, (struct vec3){1, 1, 1}, 0.5, false);
    contact_is(&point, (struct vec3){1, 1, 1.25}, 0, -0.25, (struct vec3){0, 0, 1});
    struct collide_shape tube = capsule((struct vec3){0, 0, 0}, (struct vec3){0, 2, 0}, 0.5, true);
    misses(&tube, (struct vec3){0.25, 1, 0}, 0.125);
    contact_is(&tube, (struct vec3){0.5, 1, 0}, 0.125, -0.125, (struct vec3){-1, 0, 0});
    contact_is(&tube, (struct vec3){0, 4, 0}, 0.125, -1.625, (struct vec3){0, -1, 0});
}

static void test_planes(void **state)
{
    (void)state;
    struct collide_shape floor = {.kind = SHAPE_PLANE, .center = {0, 1, 0}, .normal = {0, 0.6, 0.8}};
    contact_is(&floor, (struct vec3){9, 1, 0}, 0.25, -0.25, floor.normal);
    contact_is(&floor, (struct vec3){9, 0, 0}, 0.25, -0.85, floor.normal);
    misses(&floor, (struct vec3){0, 3, 0}, 0.25);
}

static void test_centers(void **state)
{
    (void)state;
    struct collide_shape ball = sphere(1, 2, 3, 0.5, false);
    struct collide_contact contact = collide(&ball, ball.center, 0.1);
    assert_true(contact.no_direction && contact.distance < 0 && isnan(contact.direction.x));
    struct collide_shape tight = sphere(1, 2, 3, 0.1, true);
    assert_true(collide(&tight, tight.center, 0.2).no_direction);
    /* NaN and infinity touch nothing */
    misses(&ball, (struct vec3){INFINITY, 0, 0}, 0.1);
    assert_false(collide(&ball, (struct vec3){NAN, 0, 0}, 0.1).distance < 0);
    ball.radius = NAN;
    assert_false(collide(&ball, (struct vec3){0, 0, 0}, 0.1).distance < 0);
}

/* The quick tests never report "clear" for colliders that the exact tests find penetrating. */
static void test_doubt(void **state)
{
    (void)state;
    for (int i = -2000; i <= 2000; i++) {
        struct collide_shape ball = sphere(0, 0, 0, 0.3, false);
        struct collide_shape hollow = sphere(0, 0, 0, 0.3, true);
        double at = 0.4 + i * 1e-17 * 5;
        assert_true((collide(&ball, (struct vec3){at, 0, 0}, 0.1).distance < 0) == (at - 0.1 - 0.3 < 0));
        double within = 0.2 + i * 1e-17 * 2;
        assert_true((collide(&hollow, (struct vec3){0, within, 0}, 0.1).distance < 0) == (0.3 - 0.1 - within < 0));
    }
}

/* ---- limits ---- */

static struct limit limit_of(enum limit_kind kind, double a, double b)
{
    struct limit limit = {.kind = kind, .rotation = QUAT_IDENTITY};
    bool spherical = kind == LIMIT_SPHERICAL;
    limit.angle = (struct optional){.value = spherical ? 0 : a, .given = !spherical};
    limit.pitch = (struct optional){.value = spherical ? a : 0, .given = spherical};
    limit.yaw = (struct optional){.value = spherical ? b : 0, .given = spherical};
    return limit;
}

static void clamps(const struct limit *limit, struct vec3 from, double x, double y, double z)
{
    struct limit_range range;
    assert_true(limit_prepare(&range, limit, (struct vec3){0, 1, 0}));
    struct vec3 to = limit_clamp(&range, from);
    near_vec3(to, x, y, z);
    near(vec3_length(to), 1, 4e-16);
}

static void test_cone(void **state)
{
    (void)state;
    struct limit limit = limit_of(LIMIT_CONE, ANGLE_PI / 4, 0);
    clamps(&limit, (struct vec3){0, 1, 0}, 0, 1, 0);
    clamps(&limit, (struct vec3){0.28, 0.96, 0}, 0.28, 0.96, 0);
    clamps(&limit, (struct vec3){1, 0, 0}, ROOT_HALF, ROOT_HALF, 0);
    clamps(&limit, (struct vec3){0, -0.6, -0.8}, 0, ROOT_HALF, -ROOT_HALF);
    clamps(&limit, (struct vec3){0, -1, 0}, 0, ROOT_HALF, ROOT_HALF);
    limit = limit_of(LIMIT_CONE, 0, 0);
    clamps(&limit, (struct vec3){0.6, 0, -0.8}, 0, 1, 0);
    limit = limit_of(LIMIT_CONE, 4, 0); /* read as pi: no restriction */
    clamps(&limit, (struct vec3){0.6, -0.8, 0}, 0.6, -0.8, 0);
}

static void test_hinge(void **state)
{
    (void)state;
    struct limit limit = limit_of(LIMIT_HINGE, ANGLE_PI / 4, 0);
    clamps(&limit, (struct vec3){0.6, 0.8, 0}, 0, 1, 0);
    clamps(&limit, (struct vec3){0, 0.96, 0.28}, 0, 0.96, 0.28);
    clamps(&limit, (struct vec3){0.6, 0, 0.8}, 0, ROOT_HALF, ROOT_HALF);
    clamps(&limit, (struct vec3){0.6, 0, -0.8}, 0, ROOT_HALF, -ROOT_HALF);
    clamps(&limit, (struct vec3){1, 0, 0}, 0, 1, 0);
    clamps(&limit, (struct vec3){-1, 0, 0}, 0, 1, 0);
    clamps(&limit, (struct vec3){0, -1, 0}, 0, ROOT_HALF, ROOT_HALF);
    limit = limit_of(LIMIT_HINGE, ANGLE_PI, 0);
    clamps(&limit, (struct vec3){0.6, -0.8, 0}, 0, -1, 0);
}

static void test_spherical(void **state)
{
    (void)state;
    struct limit limit = limit_of(LIMIT_SPHERICAL, ANGLE_PI / 2, ANGLE_PI / 6);
    double cosine = cos(ANGLE_PI / 6);
    clamps(&limit, (struct vec3){0.28, 0.96, 0}, 0.28, 0.96, 0);
    clamps(&limit, (struct vec3){1, 0, 0}, 0.5, cosine, 0);
    clamps(&limit, (struct vec3){-1, 0, 0}, -0.5, cosine, 0);
    clamps(&limit, (struct vec3){0, 0, 1}, 0, 0, 1);
    clamps(&limit, (struct vec3){0, -0.6, -0.8}, 0, 0, -1);
    clamps(&limit, (struct vec3){0, -1, 0}, 0, 0, 1);
    clamps(&limit, (struct vec3){0.6, 0, 0.8}, 0.5, 0, cosine);
    /* x slightly above 1, because of rounding */
    clamps(&limit, (struct vec3){1.0000000000000002, 0, 0}, 0.5, cosine, 0);
    /* -Y with a negative zero: the pitch is -pi by revision B's formula, and pi by revision C */
    clamps(&limit, (struct vec3){0, -1, -0.0}, 0, 0, -1);
    limit.revision = VRMLINT_LIMIT_REVISION_C;
    clamps(&limit, (struct vec3){0, -1, -0.0}, 0, 0, 1);
    clamps(&limit, (struct vec3){0, -0.6, -0.8}, 0, 0, -1);
    clamps(&limit, (struct vec3){-1, 0, 0}, -0.5, cosine, 0);
    limit = limit_of(LIMIT_SPHERICAL, 5, 5); /* read as pi and pi/2: no restriction */
    clamps(&limit, (struct vec3){0.6, -0.8, 0}, 0.6, -0.8, 0);
    clamps(&limit, (struct vec3){0, -0.6, -0.8}, 0, -0.6, -0.8);
}

static void test_no_limit(void **state)
{
    (void)state;
    struct limit_range range;
    struct limit limit = limit_of(LIMIT_NONE, 1, 0);
    assert_false(limit_prepare(&range, NULL, (struct vec3){0, 1, 0}));
    assert_false(limit_prepare(&range, &limit, (struct vec3){0, 1, 0}));
    limit = limit_of(LIMIT_CONE, 1, 0);
    limit.angle.given = false;
    assert_false(limit_prepare(&range, &limit, (struct vec3){0, 1, 0}));
    limit = limit_of(LIMIT_SPHERICAL, 1, 1);
    limit.yaw.given = false;
    assert_false(limit_prepare(&range, &limit, (struct vec3){0, 1, 0}));
    near_vec3(limit_clamp(&range, (struct vec3){0.6, -0.8, 0}), 0.6, -0.8, 0);
}

/* Every input gives a unit vector within the limit, which a second pass doesn't change. */
static void test_limit_properties(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        double numbers[6];
        for (int k = 0; k < 6; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            numbers[k] = (double)(seed >> 11) / 9007199254740992.0;
        }
        struct vec3 from = transform_unit((struct vec3){numbers[0] - 0.5, numbers[1] - 0.5, numbers[2] - 0.5});
        struct vec3 axis = transform_unit((struct vec3){numbers[2] - 0.5, numbers[3] - 0.5, numbers[4] - 0.5});
        struct limit limit = limit_of((enum limit_kind)(LIMIT_CONE + i % 3), numbers[4] * 3.5, numbers[5] * 1.8);
        limit.rotation = quat_normalise((struct quat){numbers[3], numbers[0], numbers[5] - 0.5, numbers[1]});
        struct quat rest = quat_normalise((struct quat){numbers[5], numbers[2], numbers[4], numbers[3]});
        struct limit_range range;
        assert_true(limit_prepare(&range, &limit, axis));
        struct vec3 once = limit_apply(&range, rest, from);
        struct vec3 twice = limit_apply(&range, rest, once);
        near(vec3_length(once), 1, 1e-14);
        near(vec3_distance(once, twice), 0, 1e-14);
        if (limit.kind == LIMIT_CONE) {
            struct vec3 middle = transform_rotate(rest, transform_rotate(range.space, (struct vec3){0, 1, 0}));
            assert_true(vec3_angle(middle, once) <= limit.angle.value + 1e-7);
        }
    }
}

static bool numbers_of_json(const json_t *json, double *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = json_number_value(json_array_get(json, i));
    }
    return json_array_size(json) == count;
}

static bool vec3_of_json(const json_t *json, struct vec3 *out)
{
    double n[3];
    bool good = numbers_of_json(json, n, 3);
    *out = (struct vec3){n[0], n[1], n[2]};
    return good;
}

static bool quat_of_json(const json_t *json, struct quat *out)
{
    double n[4];
    bool good = numbers_of_json(json, n, 4);
    *out = (struct quat){n[0], n[1], n[2], n[3]};
    return good;
}

static struct limit limit_from(const json_t *json)
{
    static const char *const names[] = {"", "cone", "hinge", "spherical"};
    struct limit limit = {.rotation = QUAT_IDENTITY};
    for (int kind = LIMIT_CONE; kind <= LIMIT_SPHERICAL; kind++) {
        const json_t *body = json_object_get(json, names[kind]);
        if (body != NULL) {
            bool spherical = kind == LIMIT_SPHERICAL;
            limit =
                limit_of((enum limit_kind)kind, json_number_value(json_object_get(body, spherical ? "pitch" : "angle")),
                         json_number_value(json_object_get(body, "yaw")));
            assert_true(json_object_get(body, "rotation") == NULL ||
                        quat_of_json(json_object_get(body, "rotation"), &limit.rotation));
        }
    }
    return limit;
}

static void test_vectors(void **state)
{
    (void)state;
    NEED_EXTERNAL("sim/limits-vectors.json");
    json_t *vectors = json_load_file(external_path("sim/limits-vectors.json"), 0, NULL);
    size_t count = json_array_size(vectors);
    assert_int_equal(count, 440);
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *vector = json_array_get(vectors, i);
        const json_t *frame = json_object_get(vector, "frame");
        struct limit limit = limit_from(json_object_get(vector, "limit"));
        struct vec3 from;
        struct vec3 to;
        struct vec3 axis = {0, 1, 0};
        struct quat parent = QUAT_IDENTITY;
        struct quat initial = QUAT_IDENTITY;
        assert_true(vec3_of_json(json_object_get(vector, "in"), &from));
        assert_true(vec3_of_json(json_object_get(vector, "out"), &to));
        assert_true(frame == NULL || (vec3_of_json(json_object_get(frame, "axis"), &axis) &&
                                      quat_of_json(json_object_get(frame, "parent"), &parent) &&
                                      quat_of_json(json_object_get(frame, "initial"), &initial)));
        struct limit_range range;
        assert_true(limit_prepare(&range, &limit, axis));
        struct vec3 got =
            frame == NULL ? limit_clamp(&range, from) : limit_apply(&range, quat_multiply(parent, initial), from);
        double error = vec3_distance(got, to);
        worst = error <= worst ? worst : error; /* NaN counts as the worst */
    }
    json_decref(vectors);
    print_message("off by %g at most\n", worst);
    assert_true(worst <= 1e-12);
}

/* ---- motions ---- */

static void pose_is(enum motion motion, double seconds, struct vec3 position, struct quat rotation)
{
    struct sim_pose pose = motion_at(motion, seconds);
    near_vec3(pose.position, position.x, position.y, position.z);
    near(pose.rotation.x, rotation.x, 1e-15);
    near(pose.rotation.y, rotation.y, 1e-15);
    near(pose.rotation.z, rotation.z, 1e-15);
    near(pose.rotation.w, rotation.w, 1e-15);
}

/* Every scenario of the check can be shown with a command line: the same poses at the same times. */
static void test_commands(void **state)
{
    (void)state;
    static const struct {
        enum scenario scenario;
        enum motion motion;
        double fps;
        const char *command;
    } wanted[] = {
        {SCENARIO_SETTLE, MOTION_NONE, 60, "vrmlint simulate --motion none --steps 600"},
        {SCENARIO_STEP, MOTION_STEP, 60, "vrmlint simulate --motion step --steps 300"},
        {SCENARIO_SHAKE, MOTION_SHAKE_STOP, 60, "vrmlint simulate --motion shake-stop --steps 420"},
        {SCENARIO_WALK, MOTION_WALK, 60, "vrmlint simulate --motion walk --steps 420"},
        {SCENARIO_TURN, MOTION_TURN, 144, "vrmlint simulate --motion turn --fps 144 --steps 720"},
        {SCENARIO_NOD, MOTION_NOD, 60, "vrmlint simulate --motion nod --steps 420"},
        {SCENARIO_TELEPORT, MOTION_TELEPORT_FAR, 60, "vrmlint simulate --motion teleport-far --steps 360"},
        {SCENARIO_HITCH, MOTION_WALK, 60, "vrmlint simulate --motion walk --hitch 91:0.3 --steps 403"},
    };
    assert_int_equal(sizeof wanted / sizeof *wanted, SCENARIO_POSES);
    struct arena *arena = arena_new();
    for (size_t i = 0; i < SCENARIO_POSES; i++) {
        assert_string_equal(sim_command(arena, wanted[i].scenario, wanted[i].fps, false, 0), wanted[i].command);
        struct scenario_clock clock = {wanted[i].scenario, 1 / wanted[i].fps, 0};
        bool moves = false;
        while (scenario_tick(&clock) > 0) {
            struct sim_pose pose = scenario_pose(wanted[i].scenario, clock.seconds);
            struct sim_pose at = motion_at(wanted[i].motion, clock.seconds);
            assert_memory_equal(&at.position, &pose.position, sizeof pose.position);
            assert_memory_equal(&at.rotation, &pose.rotation, sizeof pose.rotation);
            assert_memory_equal(&at.nod, &pose.nod, sizeof pose.nod);
            moves = moves || vec3_length(pose.position) > 0 || pose.rotation.w != 1 || pose.nod.w != 1;
        }
        assert_int_equal(moves, wanted[i].scenario != SCENARIO_SETTLE);
    }
    arena_free(arena);
}

static void test_motions(void **state)
{
    (void)state;
    const struct quat still = QUAT_IDENTITY;
    for (int motion = MOTION_NONE; motion <= MOTION_TELEPORT; motion++) {
        pose_is((enum motion)motion, 0, (struct vec3){0, 0, 0}, still);
    }
    pose_is(MOTION_NONE, 7, (struct vec3){0, 0, 0}, still);
    pose_is(MOTION_STEP, 0.49, (struct vec3){0, 0, 0}, still);
    pose_is(MOTION_STEP, 0.5, (struct vec3){0.3, 0, 0}, still);
    pose_is(MOTION_SHAKE, 1.0 / 12, (struct vec3){0.05, 0, 0}, still);
    pose_is(MOTION_BOB, 0.25, (struct vec3){0.02, 0, 0.35}, still);
    pose_is(MOTION_BOB, 0.125, (struct vec3){0.02 * ROOT_HALF, 0.03, 0.175}, still);
    pose_is(MOTION_SPIN, 0.5, (struct vec3){0, 0, 0}, (struct quat){0, ROOT_HALF, 0, ROOT_HALF});
    pose_is(MOTION_TURN, 0.7, (struct vec3){0, 0, 0}, (struct quat){0, ROOT_HALF, 0, ROOT_HALF});
    pose_is(MOTION_TURN, 3, (struct vec3){0, 0, 0}, (struct quat){0, 1, 0, 0});
    /* u = 1/4: u^2 (3 - 2u) = 5/32 of the way */
    double angle = ANGLE_PI / 2 * 5 / 32;
    pose_is(MOTION_BOW, 0.625, (struct vec3){0, 0, 0}, (struct quat){sin(angle / 2), 0, 0, cos(angle / 2)});
    pose_is(MOTION_BOW, 9, (struct vec3){0, 0, 0}, (struct quat){ROOT_HALF, 0, 0, ROOT_HALF});
    pose_is(MOTION_TELEPORT, 0.5, (struct vec3){10, 0, 0}, still);
}

TEST_PROGRAM(sim_parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unit),     cmocka_unit_test(test_from_to),
        cmocka_unit_test(test_rotation), cmocka_unit_test(test_inverse),
        cmocka_unit_test(test_spheres),  cmocka_unit_test(test_capsules),
        cmocka_unit_test(test_planes),   cmocka_unit_test(test_centers),
        cmocka_unit_test(test_doubt),    cmocka_unit_test(test_cone),
        cmocka_unit_test(test_hinge),    cmocka_unit_test(test_spherical),
        cmocka_unit_test(test_no_limit), cmocka_unit_test(test_limit_properties),
        cmocka_unit_test(test_vectors),  cmocka_unit_test(test_motions),
        cmocka_unit_test(test_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
