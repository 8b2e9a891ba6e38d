/* Shared by the rules about springs in motion. Their thresholds are in thresholds.def. */
#ifndef VRMLINT_CHECKS_SIM_FAMILY_H
#define VRMLINT_CHECKS_SIM_FAMILY_H

#include "checks/checks.h"
#include "sim/advice.h"
#include "sim/trial.h"
#include "sim/verdict.h"

/* Joints whose values differ by less than this factor count as equally bad, and the first one is reported.
 * Differences in the last digits depend on the machine. */
#define SIM_ALIKE 1.001

/*
 * Radians per second: two turns. A chain that is still so fast when everything else has come to rest, and violent, is
 * thrown about chaotically. Its path depends on the last bit of each step, so its other measures differ between
 * machines and aren't reported.
 */
#define SIM_WILD (4 * ANGLE_PI)

/* Seconds after a motion within which a chain should come to rest: only one that still moves then is said not to. */
#define SIM_LONGER 30.0

struct sim_family {
    struct check *check;
    struct arena *arena;
    struct findings *findings;
    const struct avatar *avatar;
    const struct avatar *simulated; /* the part of the avatar that is simulated */
    const struct metrics *metrics;
    const struct sim_joint *joints;
    struct verdicts *verdicts; /* per joint, without silenced verdicts */
    unsigned *silenced;        /* per joint: bits 1 << verdict for verdicts that a static finding reports better */
    enum rule rules[VERDICT_COUNT];
    bool wanted[VERDICT_COUNT]; /* the rule of the verdict is on */
    const size_t *turned_by;    /* per node: the joint that rotates it, its own or the nearest above, or SIM_NONE */
    const bool *shown;          /* per node: whether it is in the scene that apps show */
    const size_t *above;        /* per joint: the joint whose bone carries it, or SIM_NONE */
    uint64_t *spare;            /* remaining cost of trials in this file: steps times sim_step_cost() */
    bool is_0x;
};

/* Whether a joint is visible: neither made up by an app nor outside the scene. */
static inline bool sim_is_seen(const struct sim_family *family, size_t joint)
{
    size_t head = family->joints[joint].head;
    return head != SIM_NONE && family->shown[head];
}

/*
 * Remedies: tested numbers for the parameters of a spring. Each number is set in the spring, which is then simulated
 * and judged again, together with the springs on which it depends. A number that doesn't help, or that causes another
 * warning, is never reported. A spring has one number for each parameter, common to all its findings.
 */
enum sim_parameter { SIM_DRAG, SIM_STIFFNESS, SIM_GRAVITY, SIM_RADIUS, SIM_HIT_RADIUS, SIM_PARAMETER_COUNT };

/* A number that should help according to the formulas of sim/advice.h, and the verdicts that request it. */
struct sim_wish {
    enum sim_parameter parameter;
    size_t collider; /* for SIM_RADIUS; SIM_NONE for others */
    bool up;         /* no joint may have less than the number; otherwise none may have more */
    double mild;     /* the number that changes least, and the one that changes most */
    double strong;
    unsigned verdicts; /* bits 1 << verdict */
};

enum { SIM_WISHES = 8 };
struct sim_wishes {
    struct sim_wish list[SIM_WISHES];
    size_t count;
    enum verdict asking; /* the verdict for which wishes are being added */
};

/* A number that helps. */
struct sim_remedy {
    enum sim_parameter parameter;
    size_t collider;
    bool up;
    bool mixed;  /* the spring's joints have different values */
    double from; /* present value of the joint that changes most */
    double to;
    unsigned cures; /* bits 1 << verdict: the verdicts of the spring that disappear */
};

struct sim_remedies {
    struct sim_remedy list[SIM_WISHES];
    size_t count;
};

/* The verdicts of a spring, as bits. */
struct sim_reported {
    unsigned verdicts;
    unsigned severe;
};

/* A finding under construction: one spring and one rule. */
struct sim_subject {
    const struct sim_family *family;
    enum rule rule;
    enum verdict verdict;
    size_t joint; /* the worst one */
    size_t count; /* number of the spring's joints that violate the rule */
    const struct joint_metrics *measured;
    const struct sim_joint *given;
    struct advice advice;
    const struct sim_remedies *remedies; /* of the spring; NULL while wishes are collected */
    struct finding **finding;            /* receives the reported finding; NULL if not needed */
    const char **options;                /* receives options for the command that shows it */
    size_t begin;                        /* range of the spring's joints */
    size_t end;
    bool severe;
};

/* Reports the finding about the spring. A severe one is at least a warning. */
struct finding *sim_report(const struct sim_subject *subject, enum message message, const struct argument *arguments);

/* The same, but uses only those arguments that the message has placeholders for. */
struct finding *sim_report_taking(const struct sim_subject *subject, enum message message,
                                  const struct argument *arguments);

/* Adds the command line that shows a finding of a spring: sim_command() and additional options. */
void sim_show(const struct sim_family *family, struct finding *finding, size_t spring, const char *command,
              const char *options);

/* Report constraints that the simulation leaves at rest as skipped; and the findings of sim/constraint-jumps. avatar:
 * the part that is simulated. */
void sim_skip_constraints(struct check *check, const struct sim_world *world);
void sim_check_jumps(struct check *check, const struct avatar *avatar);

/* Records a film (an animation clip) of a finding, if the report wants films. limber: the limbs move as in the
 * scenario. */
void sim_film(const struct sim_subject *subject, enum scenario scenario, double rate, bool limber);

/* Returns the joint of the finding, as the worst one if several are affected; fills {joint}. */
struct argument sim_joint(const struct sim_subject *subject);
struct argument sim_the_worst(const char *as, const struct sim_family *family, size_t joint, size_t count);

/* Adds a wish. Does nothing if value isn't finite, or if another wish has the opposite direction for the same
 * parameter. */
void sim_wish(struct sim_wishes *wishes, enum sim_parameter parameter, size_t collider, bool up, double value);

/* Tests wishes on the spring with joints begin to end. *budget is the remaining cost of tests in this file: steps
 * times sim_step_cost(). */
struct sim_remedies sim_find_remedies(const struct sim_family *family, size_t begin, size_t end,
                                      const struct sim_wishes *wishes, uint64_t *budget);

/*
 * Builds a world of only the spring with joints begin to end and the springs on which it depends; *first receives the
 * index of its first joint there. size: the factor at which the avatar is shown. Returns NULL if the file exceeds the
 * limits of the simulation, or the engine has other joints. Allocated in the arena.
 */
struct sim_world *sim_world_of_spring(const struct sim_family *family, const struct sim_engine *engine, double size,
                                      struct arena *arena, size_t begin, size_t end, size_t *first);

/* Sets a number in count joints of a world from first on, or in a collider. */
void sim_remedy_apply(struct sim_world *world, size_t first, size_t count, const struct sim_remedy *remedy);

/* Returns the permitted cost of tests in a file that has been simulated. */
uint64_t sim_remedy_budget(const struct metrics *metrics);

/* Advice: alternatives as clauses, and their numbers. */
enum { SIM_CLAUSES = 8, SIM_MEASURES = 2 * SIM_CLAUSES };
struct sim_advice {
    const struct sim_family *family;
    struct argument clauses[SIM_CLAUSES];
    size_t count;
    struct vrmlint_measure measures[SIM_MEASURES];
    size_t measure_count;
};

/* Adds a clause, WORDS_SIM_...; copies its arguments. */
void sim_advise(struct sim_advice *advice, enum message words, const struct argument *arguments);

/* Starts the advice with the numbers that help: "raise stiffness from 0.1 to 0.5". */
struct sim_advice sim_begin_advice(const struct sim_subject *subject);

/* Returns all clauses, or `otherwise` if there are none; fills {advice}. */
struct argument sim_advice(struct sim_advice *advice, enum message otherwise);

/* Adds the numbers to a finding. */
void sim_advice_measure(const struct sim_advice *advice, struct finding *finding);

/* Returns the name of a parameter in the file; NULL for the radius of a collider. */
const char *sim_parameter_name(const struct sim_family *family, enum sim_parameter parameter);

/* Returns the threshold of a rule, as set by the policy. */
double sim_limit(const struct sim_subject *subject, enum threshold threshold);

/* Return numbers for messages, with three digits. */
struct argument sim_degrees(const char *as, double radians);
struct argument sim_degrees_of(const char *as, double degrees);
struct argument sim_metres(const char *as, double metres);

/* Return "after a walk" or "while the avatar is walking", with the pose, and the app if it isn't said elsewhere; fill
 * {when}. */
struct argument sim_after(const struct sim_subject *subject, enum scenario scenario);
struct argument sim_during(const struct sim_subject *subject, enum scenario scenario);
struct argument sim_during_in(const struct sim_subject *subject, enum scenario scenario, const char *app);
struct argument sim_moment(const struct sim_family *family, enum message motion, enum scenario scenario, bool on_arms,
                           bool named);

/* Returns the words for a motion that goes on. */
enum message sim_motion_words(enum scenario scenario);

/* Returns the pose in which a joint is measured at rest; fills {pose}. */
struct argument sim_resting_pose(const struct sim_subject *subject);

/* A collider that obstructs a joint, or a joint that carries it. */
struct sim_obstacle {
    size_t collider; /* or SIM_NONE */
    double depth;    /* depth of a tail in it, metres */
};

/* Returns the obstacle nearest to the joint: one that leaves the tail no room, or one that contains it at rest or
 * once settled. */
struct sim_obstacle sim_obstacle_of(const struct sim_subject *subject);

/* Adds wishes for more room: another size of the obstacle, or of the joints. */
void sim_wish_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, struct sim_wishes *wishes);

/* Lets the advice call the collider whose radius it changes "that collider": the message names it before. */
void sim_advise_named(struct sim_advice *advice);

/* Adds clauses about the obstacle: another position, and another size if no sufficient size is known. named: the
 * message names the collider before the advice, which then calls it "that collider". */
void sim_advise_room(const struct sim_subject *subject, const struct sim_obstacle *obstacle, bool named,
                     struct sim_advice *advice);

/* Whether the center of the spring is itself rotated by a spring; adds a clause about it if so. */
bool sim_advise_center(const struct sim_subject *subject, struct sim_advice *advice);

/* Returns the least force, m/s, that a bone of the spring should keep: enough for its whole chain to settle in time
 * without trailing too far, and more than the limit of sim/no-restoring-force. */
double sim_least_force(const struct sim_subject *subject);

/* Add wishes that should help according to the formulas, each for one verdict. */
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

/* Report the findings of the rules, one each. */
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

/* Waits for joints that move at the end of their scenarios, until they are at rest. */
void sim_await_rest(const struct sim_family *family, struct metrics *metrics);

/* Runs a scenario on the spring of a finding without something, in an engine; *out receives the result of the finding's
 * joint. Returns false if the file has used up its trials, or the engine has other joints. */
bool sim_try(const struct sim_subject *subject, const struct sim_engine *engine, enum trial_without without,
             enum scenario scenario, double rate, struct trial_result *out);

/* Whether the joint of a sim/non-finite keeps a position if the spring lacks something, with the avatar shown at a
 * size. */
bool sim_is_finite(const struct sim_subject *subject, enum trial_without without, double size);

/* Whether a tested, higher number of a parameter cures the finding. */
bool sim_is_cured_by(const struct sim_subject *subject, enum sim_parameter parameter);

/* Whether the joint of a finding bends visibly in some motion if the spring lacks something. */
bool sim_bends_without(const struct sim_subject *subject, enum trial_without without);

/* sim/teleport-inverts. */
void sim_report_teleports(const struct sim_family *family, const struct avatar *simulated);

/* Returns a copy of the avatar without centers. */
const struct avatar *sim_without_centers(const struct sim_family *family, const struct avatar *avatar);

/* Removes verdicts that a static finding, or another verdict of the same joint, already reports. */
void sim_silence(struct sim_family *family);

/* Whether a joint that doesn't settle is thrown about chaotically; see SIM_WILD. */
bool sim_is_wild(const struct sim_family *family, size_t joint);

/* Removes other verdicts of such a joint. */
void sim_overrule(const struct sim_family *family, size_t joint, struct verdicts *verdicts);

/* Returns, per spring or bone group, whether a finding prevents its simulation: count flags, in the arena. */
bool *sim_unsound(struct check *check, size_t count, bool is_0x);

/* Whether a finding is about a spring, one of its joints or colliders, or the whole extension. */
bool sim_concerns(const struct sim_family *family, const struct finding *finding, size_t spring);

/* Return the number of springs or bone groups, the name of one, and its place. */
size_t sim_group_count(const struct avatar *avatar, bool is_0x);
struct argument sim_the_group(const char *as, const struct avatar *avatar, bool is_0x, size_t group);
struct place sim_group_place(const struct sim_family *family, size_t group);

/* Returns the avatar for the simulation, in the arena: springs or bone groups with out[i] have no joints. */
const struct avatar *sim_mask(struct arena *arena, const struct avatar *avatar, bool is_0x, const bool *out);

/*
 * Completes a selection of springs or bone groups. out: flags of those that aren't simulated. Clears the flags of
 * those on which the others depend, and sets those of springs without joints in the study. Returns false if none
 * remains. The arena is only for temporary data.
 */
bool sim_take_bearers(const struct sim_family *family, struct arena *arena, size_t count, bool *out);

/* Builds the world for the simulation in an arena; *avatar receives the avatar from which it was built. Reports what
 * is excluded as skipped. */
struct sim_world *sim_take(struct check *check, struct arena *arena, bool is_0x, const struct avatar **avatar);

/* Runs the simulated springs in other engines; sim/runtimes-disagree. */
void sim_compare_runtimes(const struct sim_family *family, const struct avatar *simulated);

/* sim/limb-between-chains, and sim/scale-dependent. */
void sim_report_between(const struct sim_family *family);
void sim_compare_sizes(const struct sim_family *family, const struct avatar *simulated);

/* Return the last joints of the springs, *count of them, in the arena; and fill their curves for the report after the
 * study. */
size_t *sim_chain_ends(struct arena *arena, const struct sim_world *world, size_t *count);
void sim_fill_curves(const struct sim_family *family, const size_t *ends, size_t count);

/* Names a collider by its number in the simulation. */
struct argument sim_the_collider(const char *as, const struct sim_family *family, size_t collider);

/* Relates a collider; does nothing for SIM_NONE. */
void sim_relate_collider(const struct sim_subject *subject, struct finding *finding, size_t collider);

/* Relates a collider that causes the finding, independent of its effects on other springs: scope BLAMED. */
void sim_blame_collider(const struct sim_subject *subject, struct finding *finding, size_t collider);

#endif
