#include "sim/advice.h"

#include <math.h>

#define DT (1.0 / 60)
#define HALVINGS 40      /* of an interval: far more digits than a message has */
#define LINKS_MAX 50     /* maximum length of a chain; joints further up hardly matter */
#define STIFFNESS_MAX 50 /* larger values are unrealistic */
#define SHAKE 0.05       /* metres */
#define SHAKE_HERTZ 3.0

static const struct joint_metrics *measured_joint(const struct advice *advice)
{
    return &advice->metrics->joints[advice->joint];
}

static const struct sim_joint *given_joint(const struct advice *advice)
{
    return &sim_joints(advice->metrics->world)[advice->joint];
}

/* Finds by bisection where a monotonic function reaches a value. It isn't reached at low, but is at high; NAN if it
 * isn't reached there either. */
static double bisect_parameter(double (*is_enough)(const struct advice *advice, double x, double wanted),
                               const struct advice *advice, double wanted, double low, double high)
{
    if (!(is_enough(advice, high, wanted) >= 0)) {
        return NAN;
    }
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (is_enough(advice, middle, wanted) >= 0) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/* ---- settling ---- */

double advice_decay(double force, double drag, double length)
{
    double epsilon = force * DT / length;
    double rho = 1 / (1 + epsilon);
    double keep = 1 - drag;
    double b = rho * (1 + keep);
    double c = rho * keep;
    double discriminant = b * b - 4 * c;
    double z = discriminant < 0 ? sqrt(c) : (b + sqrt(discriminant)) / 2;
    return z > 0 ? -log(z) / DT : INFINITY;
}

double advice_decay_wanted(size_t links, double seconds)
{
    return log(100) * (1 + 0.5 * (double)(links - 1)) / seconds;
}

static double force_decays(const struct advice *advice, double force, double decay)
{
    return advice_decay(force, given_joint(advice)->drag, measured_joint(advice)->length) - decay;
}

double advice_force_for_decay(const struct advice *advice, double decay)
{
    return bisect_parameter(force_decays, advice, decay, 0, STIFFNESS_MAX);
}

static double drag_decays(const struct advice *advice, double drag, double decay)
{
    return advice_decay(measured_joint(advice)->force, drag, measured_joint(advice)->length) - decay;
}

/* With more drag swings decay faster, until the bone no longer swings; from there on drag only slows it down. */
double advice_drag_for_decay(const struct advice *advice, double decay)
{
    double epsilon = measured_joint(advice)->force * DT / measured_joint(advice)->length;
    /* epsilon = d^2 / (4 (1 - d)) */
    double best = 2 * (sqrt(epsilon * epsilon + epsilon) - epsilon);
    return bisect_parameter(drag_decays, advice, decay, given_joint(advice)->drag, best < 1 ? best : 1);
}

/* ---- forces ---- */

double advice_force(const struct advice *advice, double stiffness, double gravity)
{
    return vec3_length(transform_add_scaled(vec3_scale(measured_joint(advice)->direction, stiffness),
                                            given_joint(advice)->gravity_dir, gravity));
}

/* Solves |k a + g G|^2 = force^2 for the larger k. */
double advice_stiffness_for_force(const struct advice *advice, double force)
{
    struct vec3 gravity = vec3_scale(given_joint(advice)->gravity_dir, given_joint(advice)->gravity_power);
    double along = vec3_dot(measured_joint(advice)->direction, gravity);
    double rest = along * along - vec3_dot(gravity, gravity) + force * force;
    return rest >= 0 ? fmax(-along + sqrt(rest), 0) : NAN;
}

/* Solves it for the smaller g: only gravity that pulls against the bone reduces its force. */
double advice_gravity_for_force(const struct advice *advice, double force)
{
    struct vec3 down = given_joint(advice)->gravity_dir;
    double stiffness = given_joint(advice)->stiffness;
    double square = vec3_dot(down, down);
    double along = vec3_dot(measured_joint(advice)->direction, down) * stiffness / square;
    double rest = along * along - (stiffness * stiffness - force * force) / square;
    double power = rest >= 0 ? -along - sqrt(rest) : NAN;
    return power > 0 && power < given_joint(advice)->gravity_power ? power : NAN;
}

/* ---- sag ---- */

/* Lists the joint and those above it, from the joint upwards; returns their number. */
static size_t chain_of(const struct advice *advice, size_t *chain)
{
    size_t count = 0;
    for (size_t j = advice->joint; j != SIM_NONE && count < LINKS_MAX; j = advice->above[j]) {
        chain[count++] = j;
    }
    return count;
}

size_t advice_links(const struct advice *advice)
{
    size_t chain[LINKS_MAX];
    return chain_of(advice, chain);
}

double advice_limited(const struct advice *advice)
{
    size_t chain[LINKS_MAX];
    size_t count = chain_of(advice, chain);
    double limited = 0;
    for (size_t i = 0; i < count; i++) {
        limited += advice->metrics->joints[chain[i]].limited;
    }
    return limited;
}

double advice_sag(const struct advice *advice, double stiffness, double gravity)
{
    size_t chain[LINKS_MAX];
    size_t count = chain_of(advice, chain);
    struct quat turned = QUAT_IDENTITY; /* rotation of the bones above */
    struct vec3 direction = {0, 0, 0};
    while (count > 0) {
        const struct sim_joint *joint = &sim_joints(advice->metrics->world)[chain[--count]];
        struct vec3 rest = quat_rotate(turned, advice->metrics->joints[chain[count]].direction);
        bool own = joint->spring == given_joint(advice)->spring;
        double held = own ? fmax(joint->stiffness, stiffness) : joint->stiffness;
        double pulled = own ? joint->gravity_power * gravity : joint->gravity_power;
        struct vec3 pull = transform_add_scaled(vec3_scale(rest, held), joint->gravity_dir, pulled);
        direction = transform_unit(pull);
        turned = quat_multiply(transform_from_to(rest, direction), turned);
    }
    return vec3_angle(direction, measured_joint(advice)->direction);
}

static double holds_up(const struct advice *advice, double stiffness, double sag)
{
    return sag - advice_sag(advice, stiffness, 1);
}

double advice_stiffness_for_sag(const struct advice *advice, double sag)
{
    return bisect_parameter(holds_up, advice, sag, 0, STIFFNESS_MAX);
}

static double weighs_less(const struct advice *advice, double gravity, double sag)
{
    return sag - advice_sag(advice, 0, gravity);
}

double advice_gravity_for_sag(const struct advice *advice, double sag)
{
    return bisect_parameter(weighs_less, advice, sag, 1, 0);
}

/* ---- whip ---- */

/* How a bone responds to a swing of its head: a complex number h, of which only two magnitudes are needed. */
struct response {
    double gain;  /* |h| */
    double error; /* |h - 1|: how far the bone is from following exactly */
};

/* Returns the response of a bone to a swing of w radians a frame, for a force of epsilon lengths:
 * h = (1 - rho) / (1 - rho (1 + keep) z + rho keep z^2), with z = e^-iw and rho = 1 / (1 + epsilon). */
static struct response swing_response(double epsilon, double keep, double w)
{
    double rho = 1 / (1 + epsilon);
    double c = cos(w);
    double real = 1 - rho * (1 + keep) * c + rho * keep * (2 * c * c - 1);
    double imaginary = rho * sin(w) * (1 + keep - 2 * keep * c);
    double size = hypot(real, imaginary);
    return (struct response){fabs(1 - rho) / size, hypot(1 - rho - real, imaginary) / size};
}

/* Returns the most that a bone amplifies a swing of its head: the larger of |h + r| and |h - r|, where r^2 = h^2 - h.
 * The product of the two is |h|, and the sum of their squares 2 |h| (|h| + |h - 1|). */
static double link_gain(double epsilon, double keep)
{
    enum { FREQUENCIES = 60 };
    double most = 1;
    for (int i = 1; i <= FREQUENCIES; i++) {
        struct response h = swing_response(epsilon, keep, ANGLE_PI * i * i / (FREQUENCIES * FREQUENCIES));
        double sum = h.gain + h.error; /* at least 1, but for rounding */
        most = fmax(most, sqrt(h.gain * (sum + sqrt(fmax(sum * sum - 1, 0)))));
    }
    return most;
}

double advice_whip(const struct advice *advice, double drag)
{
    size_t chain[LINKS_MAX];
    size_t count = chain_of(advice, chain);
    double whip = 1;
    for (size_t i = 0; i < count && isfinite(whip); i++) {
        const struct joint_metrics *joint = &advice->metrics->joints[chain[i]];
        if (sim_joints(advice->metrics->world)[chain[i]].spring != given_joint(advice)->spring) {
            break;
        }
        if (joint->length > 0) {
            whip *= link_gain(joint->force * DT / joint->length, 1 - drag);
        }
    }
    return whip;
}

static double is_tame(const struct advice *advice, double drag, double whip)
{
    return whip - advice_whip(advice, drag);
}

double advice_drag_for_whip(const struct advice *advice, double whip)
{
    return bisect_parameter(is_tame, advice, whip, given_joint(advice)->drag, 1);
}

/* ---- bending ---- */

/* When shaken, the head moves to and fro, and the tail follows by the bone's response; the rest is bending. */
static double bends_enough(const struct advice *advice, double stiffness, double bend)
{
    double length = measured_joint(advice)->length;
    double force = advice_force(advice, stiffness, given_joint(advice)->gravity_power);
    struct response h =
        swing_response(force * DT / length, 1 - given_joint(advice)->drag, 2 * ANGLE_PI * SHAKE_HERTZ * DT);
    return SHAKE * h.error / length - bend;
}

double advice_stiffness_for_bend(const struct advice *advice, double bend)
{
    return bisect_parameter(bends_enough, advice, bend, given_joint(advice)->stiffness, 0);
}

/* ---- numbers for messages ---- */

/* Numbers that people choose, as digits; 1, 2 and 5 are preferred. */
static const double steps[] = {1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 10};

#define NEAR 1.25 /* how much further a round number may be than one that is less round */

static bool is_round(double digits)
{
    return digits == 1 || digits == 2 || digits == 5 || digits == 10;
}

/* Returns the first round step in that direction, or the first step of all if the round one is much further. */
static double step_from(double digits, bool up)
{
    size_t count = sizeof steps / sizeof *steps;
    double first = 0;
    for (size_t i = 0; i < count; i++) {
        double step = steps[up ? i : count - 1 - i];
        if (up ? step < digits * (1 - 1e-9) : step > digits * (1 + 1e-9)) {
            continue;
        }
        first = first == 0 ? step : first;
        bool far = up ? step > NEAR * digits : step < digits / NEAR;
        if (far) {
            break;
        }
        if (is_round(step)) {
            return step;
        }
    }
    return first;
}

double advice_round(double number, bool up)
{
    if (!(number > 0) || !isfinite(number)) {
        return number < 0 ? 0 : number;
    }
    double unit = pow(10, floor(log10(number)));
    double digits = step_from(number / unit, up);
    /* the double that the text stands for: 0.3, not 3 times 0.1 */
    return unit < 1 ? round(digits * 10) / round(10 / unit) : digits * unit;
}

double advice_twentieth(double number, bool up)
{
    double count = 20 * number;
    double nearest = round(count);
    return (fabs(count - nearest) < 1e-6 ? nearest : up ? ceil(count) : floor(count)) / 20;
}
