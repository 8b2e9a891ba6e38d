/*
 * What to change about a spring, as numbers that were tried: each was put into the spring, which was then simulated
 * anew, with what it hangs on, and judged. A number that doesn't cure, or that brings about another warning, is never
 * said. A spring has one number for each parameter, whatever is said of it.
 */
#ifndef VRMLINT_CHECKS_SIM_REMEDY_H
#define VRMLINT_CHECKS_SIM_REMEDY_H

#include "sim/verdict.h"

struct sim_family;

enum sim_parameter { SIM_DRAG, SIM_STIFFNESS, SIM_GRAVITY, SIM_RADIUS, SIM_HIT_RADIUS, SIM_PARAMETER_COUNT };

/* A number that should help by the formulas of sim/advice.h, and those who ask for it. */
struct sim_wish {
    enum sim_parameter parameter;
    size_t collider; /* of SIM_RADIUS; otherwise SIM_NONE */
    bool up;         /* no joint may have less than that; otherwise none may have more */
    double mild;     /* the number that changes least, and the one that changes most */
    double strong;
    unsigned verdicts; /* bits 1 << verdict */
};

enum { SIM_WISHES = 8 };
struct sim_wishes {
    struct sim_wish list[SIM_WISHES];
    size_t count;
    enum verdict asking; /* for whom wishes are added */
};

/* Adds a wish; none where value isn't a number, or where another wants the opposite of the same parameter. */
void sim_wish(struct sim_wishes *wishes, enum sim_parameter parameter, size_t collider, bool up, double value);

/* A number that helps. */
struct sim_remedy {
    enum sim_parameter parameter;
    size_t collider;
    bool up;
    bool mixed;  /* joints of the spring differ in it */
    double from; /* of the joint that it changes most */
    double to;
    unsigned cures; /* bits 1 << verdict: of what is said of the spring, what goes away */
};

struct sim_remedies {
    struct sim_remedy list[SIM_WISHES];
    size_t count;
};

/* What is said of a spring, as bits. */
struct sim_said {
    unsigned verdicts;
    unsigned severe;
};

/* Tries wishes on the spring of joints begin to end. *budget is what tries may still cost in this file: steps, times
 * sim_step_cost(). */
struct sim_remedies sim_find_remedies(const struct sim_family *family, size_t begin, size_t end,
                                      const struct sim_wishes *wishes, uint64_t *budget);

/* The world of the spring of joints begin to end alone, with what it hangs on; *first receives the place of the first
 * of its joints there. NULL where a file asks for more than is simulated. In the arena. */
struct sim_world *sim_world_of_spring(const struct sim_family *family, struct arena *arena, size_t begin, size_t end,
                                      size_t *first);

/* Puts a number into count joints of a world from first on, or into a collider. */
void sim_remedy_apply(struct sim_world *world, size_t first, size_t count, const struct sim_remedy *remedy);

/* What tries may cost in a file whose study has run. */
uint64_t sim_remedy_budget(const struct study *study);

#endif
