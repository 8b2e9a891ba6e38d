#include "sim/feasible.h"

#include "sim/probe.h"
#include "sim/state.h"

/* Spread evenly over the sphere, 3 degrees apart (a Fibonacci lattice). */
enum { DIRECTIONS = 1500 };
#define GOLDEN_ANGLE 2.399963229728653

#define FEASIBLE_SHORTEST 1e-9 /* metres: a shorter bone can't go anywhere */

struct feasible_directions {
    struct vec3 unit[DIRECTIONS];
};

struct query {
    const struct sim *sim;
    size_t joint;
    struct vec3 head;
    double length;
    double radius;
    const size_t *colliders;
    size_t count;
    size_t worst; /* index in colliders of the one that obstructed last: it is tested first */
};

const struct feasible_directions *feasible_directions_new(struct arena *arena)
{
    struct feasible_directions *directions = arena_alloc(arena, sizeof *directions);
    for (int i = 0; i < DIRECTIONS; i++) {
        double y = 1 - (2 * i + 1.0) / DIRECTIONS;
        double r = sqrt(1 - y * y);
        double x = cos(i * GOLDEN_ANGLE);
        double z = sin(i * GOLDEN_ANGLE);
        directions->unit[i] = (struct vec3){r * x, y, r * z};
    }
    return directions;
}

/* Returns 0 if the tail doesn't touch, or if the numbers aren't finite. */
static double depth_in(const struct query *query, size_t index, struct vec3 tail)
{
    double depth = -collide(&query->sim->shapes[query->colliders[index]], tail, query->radius).distance;
    return depth > 0 ? depth : 0;
}

/* Returns the depth of the tail in the worst collider, or any depth above `enough` as soon as one is found. */
static double depth_at(struct query *query, struct vec3 direction, double enough, size_t *collider)
{
    struct vec3 tail = transform_add_scaled(query->head, direction, query->length);
    size_t first = query->worst;
    double worst = depth_in(query, first, tail);
    *collider = query->colliders[first];
    for (size_t i = 0; i < query->count && !(worst > enough); i++) {
        double depth = depth_in(query, i, tail);
        if (depth > worst) {
            worst = depth;
            query->worst = i;
            *collider = query->colliders[i];
        }
    }
    return worst;
}

/* Returns the smallest depth of all directions; ends at the first one that is clear. */
static double best_depth(const struct feasible_directions *directions, struct query *query, bool limited,
                         double tolerance, size_t *collider)
{
    double best = INFINITY;
    for (int i = 0; i < DIRECTIONS && best > tolerance; i++) {
        struct vec3 direction = directions->unit[i];
        size_t at;
        if (limited) {
            direction = probe_limited(query->sim, query->joint, direction);
        }
        double depth = depth_at(query, direction, best, &at);
        if (depth < best) {
            best = depth;
            *collider = at;
        }
    }
    return best;
}

/* Whether the modelled pose, which is tried too, is clear. */
static bool is_clear_at_rest(struct query *query, bool limited, double tolerance)
{
    struct vec3 direction = transform_unit(vec3_sub(sim_tail(query->sim, query->joint), query->head));
    size_t at;
    if (limited) {
        direction = probe_limited(query->sim, query->joint, direction);
    }
    return depth_at(query, direction, tolerance, &at) <= tolerance;
}

/* Returns the angle by which the limit would have to open for the nearest clear direction. */
static double beyond_limit(const struct feasible_directions *directions, struct query *query, double tolerance)
{
    double least = ANGLE_PI;
    for (int i = 0; i < DIRECTIONS; i++) {
        struct vec3 direction = directions->unit[i];
        size_t at;
        double angle = vec3_angle(direction, probe_limited(query->sim, query->joint, direction));
        if (angle < least && depth_at(query, direction, tolerance, &at) <= tolerance) {
            least = angle;
        }
    }
    return least;
}

struct feasible_result feasible_ask(const struct feasible_directions *directions, const struct sim *sim, size_t joint,
                                    double tolerance)
{
    struct feasible_result result = {.collider = SIM_NONE};
    struct query query = {
        .sim = sim, .joint = joint, .head = sim_head(sim, joint), .radius = sim_joints(sim->world)[joint].hit_radius};
    query.length = vec3_distance(sim_tail(sim, joint), query.head);
    query.colliders = probe_colliders(sim, joint, &query.count);
    bool limited = probe_has_limit(sim, joint);
    if (query.count == 0 || !(query.length > FEASIBLE_SHORTEST) || !isfinite(query.length) ||
        is_clear_at_rest(&query, limited, tolerance)) {
        return result;
    }
    double depth = best_depth(directions, &query, false, tolerance, &result.collider);
    if (depth > tolerance) {
        result.verdict = FEASIBLE_NOWHERE;
        result.depth = depth;
        return result;
    }
    result.collider = SIM_NONE;
    if (limited) {
        depth = best_depth(directions, &query, true, tolerance, &result.collider);
        if (depth > tolerance) {
            result.verdict = FEASIBLE_NOT_IN_LIMIT;
            result.depth = depth;
            result.beyond = beyond_limit(directions, &query, tolerance);
        } else {
            result.collider = SIM_NONE;
        }
    }
    return result;
}
