/*
 * What to change, computed: the formulas behind what a study measures, solved for the parameter. Everything is for 60
 * frames a second. Lengths in metres, forces in m/s (how far they pull a free tail in a second), decays in 1/s. Where
 * no value helps, NAN.
 */
#ifndef VRMLINT_SIM_ADVICE_H
#define VRMLINT_SIM_ADVICE_H

#include "sim/metrics.h"

/* What is to be advised on: one joint of a study, and what lies above it. */
struct advice {
    const struct metrics *metrics;
    const size_t *above; /* per joint: the joint whose bone carries it, or SIM_NONE */
    size_t joint;
};

/* How fast the swing of a single bone dies away: -ln|z| dt of the slowest root. 2.1. */
double advice_decay(double force, double drag, double length);

/* How fast it has to, for a chain of so many links to be still after so many seconds: equal links share a root, which
 * takes each further one half of a single bone's time. 2.1, 2.3. */
double advice_decay_wanted(size_t links, double seconds);

/* The force that gives it that decay; the dragForce that does, the nearest to the joint's own. */
double advice_force_for_decay(const struct advice *advice, double decay);
double advice_drag_for_decay(const struct advice *advice, double decay);

/* What the joint's bone would be pulled with, at rest, by another stiffness and gravityPower. */
double advice_force(const struct advice *advice, double stiffness, double gravity);

/* The stiffness with which stiffness and gravity come to a force; and the gravityPower, below the joint's own. */
double advice_stiffness_for_force(const struct advice *advice, double force);
double advice_gravity_for_force(const struct advice *advice, double force);

/*
 * How far the joint hangs away from its modelled pose when all joints of its spring have at least some stiffness, and
 * so much of their own gravity. 2.3: tan of the sag = g sin b / (k + g cos b), link by link. Radians.
 */
double advice_sag(const struct advice *advice, double stiffness, double gravity);

/* How far limits turn the joint and those above it, together, from modelled poses that lie outside of them. Radians. */
double advice_limited(const struct advice *advice);

/* The stiffness that all joints of the spring need for this one to sag no further than that, radians; and the share of
 * their gravity that they may keep. */
double advice_stiffness_for_sag(const struct advice *advice, double sag);
double advice_gravity_for_sag(const struct advice *advice, double sag);

/* How much larger the joint swings than what its spring hangs on, small swings of the worst frequency, with that drag
 * in all of the spring: the product over the links of max |H +- sqrt(H^2 - H)|. 2.3. */
double advice_whip(const struct advice *advice, double drag);

/* The least drag, above the joint's own, that keeps the whip at or below that. */
double advice_drag_for_whip(const struct advice *advice, double whip);

/* The stiffness, below the joint's own, with which it bends by an angle when it is shaken by 5 cm, 3 times a second. */
double advice_stiffness_for_bend(const struct advice *advice, double bend);

/* How many joints the chain has down to this one, itself counted. */
size_t advice_links(const struct advice *advice);

/* The nearest number, no smaller or no larger, that somebody would choose: one or two digits, 1, 2 and 5 if they are
 * about as near. Below 0 it is 0. */
double advice_round(double number, bool up);

/* The same in steps of 0.05. */
double advice_twentieth(double number, bool up);

#endif
