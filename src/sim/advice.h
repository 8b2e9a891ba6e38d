/*
 * Computes what to change: solves the formulas behind the measures of a study for the parameter. Everything is for 60
 * frames a second. Lengths are in metres, forces in m/s (how far they pull a free tail in a second), decays in 1/s.
 * NAN means that no value helps.
 */
#ifndef VRMLINT_SIM_ADVICE_H
#define VRMLINT_SIM_ADVICE_H

#include "sim/metrics.h"

/* The joint of a study that advice is for, and the joints above it. */
struct advice {
    const struct metrics *metrics;
    const size_t *above; /* per joint: the joint whose bone carries it, or SIM_NONE */
    size_t joint;
};

/* Returns how fast the swing of a single bone decays: -ln|z| / dt of the slowest root. */
double advice_decay(double force, double drag, double length);

/* Returns the decay that a chain of so many links needs to be still after so many seconds: equal links share a root,
 * and each further link adds one half of a single bone's time. */
double advice_decay_wanted(size_t links, double seconds);

/* Return the force, and the dragForce nearest to the joint's own, that give it this decay. */
double advice_force_for_decay(const struct advice *advice, double decay);
double advice_drag_for_decay(const struct advice *advice, double decay);

/* Returns the force that would pull the joint's bone at rest with another stiffness and gravityPower. */
double advice_force(const struct advice *advice, double stiffness, double gravity);

/* Return the stiffness for which stiffness and gravity add up to a force; and the gravityPower for it, if that is
 * below the joint's own. */
double advice_stiffness_for_force(const struct advice *advice, double force);
double advice_gravity_for_force(const struct advice *advice, double force);

/* Returns the angle between the joint and its modelled pose, at rest, if all joints of its spring have at least this
 * stiffness, and this share of their own gravity: tan of the sag = g sin b / (k + g cos b), link by link. Radians. */
double advice_sag(const struct advice *advice, double stiffness, double gravity);

/* Returns the sum of the angles by which limits turn the joint and those above it, because their modelled poses are
 * outside of the limits. Radians. */
double advice_limited(const struct advice *advice);

/* Return the stiffness that all joints of the spring need so that this one sags by no more than an angle, radians;
 * and the share of their gravity that they may keep for that. */
double advice_stiffness_for_sag(const struct advice *advice, double sag);
double advice_gravity_for_sag(const struct advice *advice, double sag);

/* Returns how many times as far as its spring's base the joint swings, in small swings of the worst frequency, if the
 * whole spring has this drag: the product over the links of max |H +- sqrt(H^2 - H)|. */
double advice_whip(const struct advice *advice, double drag);

/* Returns the smallest drag, above the joint's own, that keeps the whip at or below a limit. */
double advice_drag_for_whip(const struct advice *advice, double whip);

/* Returns the stiffness, below the joint's own, at which it bends by an angle when it is shaken by 5 cm, 3 times a
 * second. */
double advice_stiffness_for_bend(const struct advice *advice, double bend);

/* Returns the number of joints of the chain down to this one, including it. */
size_t advice_links(const struct advice *advice);

/* Returns the nearest number, no smaller or no larger, that a person would choose: one or two digits, preferably 1, 2
 * or 5 if that is about as near. Returns 0 for a number below 0. */
double advice_round(double number, bool up);

/* The same in steps of 0.05. */
double advice_twentieth(double number, bool up);

#endif
