/* What the rules about springs in motion share. thresholds.def says what they compare with. */
#ifndef VRMLINT_CHECKS_SIM_FAMILY_H
#define VRMLINT_CHECKS_SIM_FAMILY_H

#include "checks/checks.h"
#include "sim/advice.h"
#include "sim/verdict.h"

/* Joints that are nearly as bad as each other are taken for equally bad, and the first is spoken of: which of them is
 * worse by a last digit differs from machine to machine. */
#define SIM_ALIKE 1.001

/* Radians a second: two turns. A chain that is as fast when all else has long been at rest, and violent, is thrown
 * about, and where to hangs on the last bit of each step: what is measured of it differs from machine to machine, and
 * isn't told. */
#define SIM_WILD (4 * ANGLE_PI)

struct sim_family {
    struct check *check;
    struct arena *arena;
    struct findings *findings;
    const struct avatar *avatar;
    const struct avatar *simulated; /* what of the avatar is simulated */
    const struct metrics *metrics;
    const struct sim_joint *joints;
    struct verdicts *verdicts; /* per joint; what is silenced is taken out */
    unsigned *silenced;        /* per joint: bits 1 << verdict that a static finding says better */
    enum rule rules[VERDICT_COUNT];
    bool wanted[VERDICT_COUNT]; /* the rule of the verdict is on */
    const size_t *turned_by;    /* per node: the joint that turns it, its own or the nearest above, or SIM_NONE */
    const bool *shown;          /* per node: it is in the scene that apps show */
    const size_t *above;        /* per joint: the joint whose bone carries it, or SIM_NONE */
    bool is_0x;
};

/* Whether a joint can be seen: not what an app makes up, nor what isn't in the scene. */
static inline bool sim_is_seen(const struct sim_family *family, size_t joint)
{
    size_t head = family->joints[joint].head;
    return head != SIM_NONE && family->shown[head];
}

/*
 * Remedies: what to change about a spring, as numbers that were tried: each was put into the spring, which was then
 * simulated anew, with what it hangs on, and judged. A number that doesn't cure, or that brings about another warning,
 * is never said. A spring has one number for each parameter, whatever is said of it.
 */
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
struct sim_reported {
    unsigned verdicts;
    unsigned severe;
};

/* A finding in the making: one spring, one rule. */
struct sim_subject {
    const struct sim_family *family;
    enum rule rule;
    enum verdict verdict;
    size_t joint; /* the worst */
    size_t count; /* joints of the spring that break the rule */
    const struct joint_metrics *measured;
    const struct sim_joint *given;
    struct advice advice;
    const struct sim_remedies *remedies; /* of the spring; NULL as long as wishes are gathered */
    struct finding **finding;            /* receives what is reported; NULL where nobody asks */
    size_t begin;                        /* joints of the spring */
    size_t end;
    bool severe;
};

/* Reports the finding, of the spring. A severe one is a warning where the rule is less. */
struct finding *sim_report(const struct sim_subject *subject, enum message message, const struct argument *arguments);

/* Says by what command line a finding of a spring can be seen: sim_command(), and options that come on top. */
void sim_show(const struct sim_family *family, struct finding *finding, size_t spring, const char *command,
              const char *options);

/* Makes a film of what a finding says, as far as the report wants films. Limber: limbs are held as the scenario has
 * them. */
void sim_film(const struct sim_subject *subject, enum scenario scenario, double rate, bool limber);

/* The joint that a finding is about, where it is the worst of several with that; fills {joint}. */
struct argument sim_joint(const struct sim_subject *subject);
struct argument sim_the_worst(const char *as, const struct sim_family *family, size_t joint, size_t count);

/* Adds a wish; none where value isn't a number, or where another wants the opposite of the same parameter. */
void sim_wish(struct sim_wishes *wishes, enum sim_parameter parameter, size_t collider, bool up, double value);

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
uint64_t sim_remedy_budget(const struct metrics *metrics);

/* What to do about it: alternatives, each a clause, and the numbers in them. */
enum { SIM_CLAUSES = 8, SIM_MEASURES = 2 * SIM_CLAUSES };
struct sim_advice {
    const struct sim_family *family;
    struct argument clauses[SIM_CLAUSES];
    size_t count;
    struct vrmlint_measure measures[SIM_MEASURES];
    size_t measure_count;
};

/* Adds a clause, WORDS_SIM_...; its arguments are copied. */
void sim_advise(struct sim_advice *advice, enum message words, const struct argument *arguments);

/* Begins with the numbers that cure it: "raise stiffness from 0.1 to 0.5". */
struct sim_advice sim_begin_advice(const struct sim_subject *subject);

/* All clauses, or what is said where there are none; fills {advice}. */
struct argument sim_advice(struct sim_advice *advice, enum message otherwise);

/* Adds the numbers to a finding. */
void sim_advice_measure(const struct sim_advice *advice, struct finding *finding);

/* What the file calls a parameter; NULL for the radius of a collider. */
const char *sim_parameter_name(const struct sim_family *family, enum sim_parameter parameter);

/* The number that a rule compares with, as the policy has it. */
double sim_limit(const struct sim_subject *subject, enum threshold threshold);

/* Numbers for messages, of three digits. */
struct argument sim_degrees(const char *as, double radians);
struct argument sim_degrees_of(const char *as, double degrees);
struct argument sim_metres(const char *as, double metres);

/* "after a walk"; "while the avatar is walking": fill {when}. */
struct argument sim_after(enum scenario scenario);
struct argument sim_during(enum scenario scenario);

/* A collider that stands in the way of a joint, or of one that carries it. */
struct sim_obstacle {
    size_t collider; /* SIM_NONE: none */
    double depth;    /* how deep a tail is in it, metres */
};

/* The nearest such collider, at rest, once settled, or wherever the joint turns. */
struct sim_obstacle sim_obstacle_of(const struct sim_subject *subject);

/* Wishes for room: another size of the obstacle, or of the joints. */
void sim_wish_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, struct sim_wishes *wishes);

/* Adds what to do about it in words: another place, and where no size is known to do, another size. */
void sim_advise_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, struct sim_advice *advice);

/* Whether the center of the spring is turned by a spring itself; adds a clause about it if so. */
bool sim_advise_center(const struct sim_subject *subject, struct sim_advice *advice);

/* The least force, m/s, that a bone of the spring should be left with: enough that all of its chain is still in time
 * and doesn't trail too far, and more than what sim/no-restoring-force tells of. */
double sim_least_force(const struct sim_subject *subject);

/* What should help by the formulas; each for one verdict. */
void sim_wish_force(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_settled(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_still(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_sooner(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_held(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_feasible(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_clear(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_unpushed(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_thick(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_calm(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_in_time(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_bending(const struct sim_subject *subject, struct sim_wishes *wishes);
void sim_wish_one_place(const struct sim_subject *subject, struct sim_wishes *wishes);

/* The rules' own functions; each reports one finding. */
void sim_report_non_finite(const struct sim_subject *subject);
void sim_report_centered(const struct sim_subject *subject);
void sim_report_no_force(const struct sim_subject *subject);
void sim_report_unsettled(const struct sim_subject *subject);
void sim_report_jitter(const struct sim_subject *subject);
void sim_report_slow(const struct sim_subject *subject);
void sim_report_sag(const struct sim_subject *subject);
void sim_report_no_room(const struct sim_subject *subject);
void sim_report_conflict(const struct sim_subject *subject);
void sim_report_penetration(const struct sim_subject *subject);
void sim_report_pushed(const struct sim_subject *subject);
void sim_report_tunnelling(const struct sim_subject *subject);
void sim_report_violent(const struct sim_subject *subject);
void sim_report_lag(const struct sim_subject *subject);
void sim_report_rigid(const struct sim_subject *subject);
void sim_report_rates(const struct sim_subject *subject);

/* Takes out of the verdicts what a static finding, or another verdict of the same joint, says already. */
void sim_silence(struct sim_family *family);

/* Whether a joint that doesn't settle is thrown about. */
bool sim_is_wild(const struct sim_family *family, size_t joint);

/* The same for other verdicts of a joint, once that is known. */
void sim_overrule(const struct sim_family *family, size_t joint, struct verdicts *verdicts);

/* Which springs, or bone groups, have a finding that keeps them from being simulated: count flags, in the arena. */
bool *sim_unsound(struct check *check, size_t count, bool is_0x);

/* Whether a finding is about a spring, one of its joints or colliders; or about the whole extension. */
bool sim_concerns(const struct sim_family *family, const struct finding *finding, size_t spring);

/* How many springs, or bone groups, there are; one of them, and its place. */
size_t sim_group_count(const struct avatar *avatar, bool is_0x);
struct argument sim_the_group(const char *as, const struct avatar *avatar, bool is_0x, size_t group);
struct place sim_group_place(const struct sim_family *family, size_t group);

/* The avatar as the simulation sees it: springs, or bone groups, that stay out have no joints. In the arena. */
const struct avatar *sim_mask(struct arena *arena, const struct avatar *avatar, bool is_0x, const bool *out);

/*
 * out are flags of the springs, or bone groups, that aren't to be simulated: clears those of what the others hang on,
 * and sets those of springs without joints in the study. False where none is left. The arena is for work alone.
 */
bool sim_take_bearers(const struct sim_family *family, struct arena *arena, size_t count, bool *out);

/* The world of what is simulated, in an arena; *avatar receives what it was built from. What stays out is said in the
 * report. */
struct sim_world *sim_take(struct check *check, struct arena *arena, bool is_0x, const struct avatar **avatar);

/* Runs the springs that were simulated in other engines; sim/runtimes-disagree. */
void sim_compare_runtimes(const struct sim_family *family, const struct avatar *simulated);

/* sim/limb-between-chains, and sim/scale-dependent. */
void sim_report_between(const struct sim_family *family);
void sim_compare_sizes(const struct sim_family *family, const struct avatar *simulated);

/* The last joints of the springs, *count of them, in the arena; and what the report shows of them, once the study has
 * recorded them. */
size_t *sim_chain_ends(struct arena *arena, const struct sim_world *world, size_t *count);
void sim_fill_curves(const struct sim_family *family, const size_t *ends, size_t count);

/* By the number that the simulation gives it. */
struct argument sim_the_collider(const char *as, const struct sim_family *family, size_t collider);

/* Relates a collider; SIM_NONE relates nothing. */
void sim_relate_collider(const struct sim_subject *subject, struct finding *finding, size_t collider);

/* The same of one that is to blame, whatever it does to other springs: see causes.def. */
void sim_blame_collider(const struct sim_subject *subject, struct finding *finding, size_t collider);

#endif
