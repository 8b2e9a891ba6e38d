/* Finds numbers that help by testing them one by one. */
#include "checks/sim/family.h"

#include <string.h>

#define REMEDY_BIT(verdict) (1U << (verdict))

enum {
    TRIES_MAX = 8,         /* per spring */
    REMEDIES_EACH = 2,     /* per finding; readers don't need more alternatives */
    BUDGET_LEAST = 400000, /* minimum for small files: some hundredths of a second */
    BUDGET_SHARE = 4,      /* a quarter of the cost of the study */
    COST_OF_NODE = 4       /* cost of building a world, in steps of a joint */
};

#define FURTHER 1.6 /* factor for the next number if one isn't sufficient */

/* Limits of numbers that don't violate the rules about parameters. */
#define STIFFNESS_MAX 4.0
#define STIFFNESS_MAX_BETA 1.0
#define DRAG_MAX 0.95
#define DRAG_MIN 0.05
#define RADIUS_SHARE 0.25 /* a collider that must shrink further is at the wrong position */

/* ---- wishes ---- */

void sim_wish(struct sim_wishes *wishes, enum sim_parameter parameter, size_t collider, bool up, double value)
{
    if (!isfinite(value)) {
        return;
    }
    for (size_t i = 0; i < wishes->count; i++) {
        struct sim_wish *wish = &wishes->list[i];
        if (wish->parameter == parameter && wish->collider == collider) {
            if (wish->up == up) {
                wish->mild = up ? fmin(wish->mild, value) : fmax(wish->mild, value);
                wish->strong = up ? fmax(wish->strong, value) : fmin(wish->strong, value);
                wish->verdicts |= REMEDY_BIT(wishes->asking);
            }
            return;
        }
    }
    if (wishes->count < SIM_WISHES) {
        wishes->list[wishes->count++] =
            (struct sim_wish){parameter, collider, up, value, value, REMEDY_BIT(wishes->asking)};
    }
}

/* ---- one test ---- */

struct trial {
    const struct sim_family *family;
    struct arena *arena;
    struct sim_world *world; /* the spring and those on which it depends */
    size_t begin;            /* range of the spring's joints in the family */
    size_t end;
    size_t first; /* index of the first of them in the world */
    struct sim_reported before;
    unsigned asked;   /* verdicts that the present number may cure */
    unsigned to_beat; /* number of them that another number already cures */
    size_t tries;
    uint64_t *budget;
};

static double *number_of(struct sim_joint *joint, enum sim_parameter parameter)
{
    switch (parameter) {
    case SIM_DRAG:
        return &joint->drag;
    case SIM_STIFFNESS:
        return &joint->stiffness;
    case SIM_GRAVITY:
        return &joint->gravity_power;
    default:
        return &joint->hit_radius;
    }
}

void sim_remedy_apply(struct sim_world *world, size_t first, size_t count, const struct sim_remedy *remedy)
{
    if (remedy->parameter == SIM_RADIUS) {
        sim_world_set_radius(world, remedy->collider, remedy->to);
        return;
    }
    struct sim_joint *joints = sim_world_joints(world);
    for (size_t i = 0; i < count; i++) {
        double *number = number_of(&joints[first + i], remedy->parameter);
        *number = remedy->up ? fmax(*number, remedy->to) : fmin(*number, remedy->to);
    }
}

static void set_wish(const struct trial *trial, const struct sim_wish *wish, double to)
{
    struct sim_remedy remedy = {.parameter = wish->parameter, .collider = wish->collider, .up = wish->up, .to = to};
    sim_remedy_apply(trial->world, trial->first, trial->end - trial->begin, &remedy);
}

static void restore_value(const struct trial *trial, const struct sim_wish *wish)
{
    if (wish->parameter == SIM_RADIUS) {
        const struct shape *shape = sim_collider_shape(trial->family->metrics->world, wish->collider);
        sim_world_set_radius(trial->world, wish->collider, shape->radius);
        return;
    }
    struct sim_joint *joints = sim_world_joints(trial->world);
    for (size_t i = 0; i < trial->end - trial->begin; i++) {
        struct sim_joint was = trial->family->joints[trial->begin + i];
        *number_of(&joints[trial->first + i], wish->parameter) = *number_of(&was, wish->parameter);
    }
}

static struct sim_reported reported_of(const struct verdicts *verdicts, struct sim_reported said)
{
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        bool is_reported_yet = verdicts->how_bad[v] > 0;
        said.verdicts |= is_reported_yet ? REMEDY_BIT(v) : 0;
        said.severe |= is_reported_yet && verdicts->severe[v] ? REMEDY_BIT(v) : 0;
    }
    return said;
}

/* Returns the verdicts of the spring in a study. */
static struct sim_reported judge_trial(const struct trial *trial, const struct metrics *metrics)
{
    const struct sim_family *family = trial->family;
    struct sim_reported said = {0, 0};
    for (size_t i = 0; i < trial->end - trial->begin; i++) {
        size_t joint = trial->begin + i;
        if (sim_is_seen(family, joint)) {
            struct verdicts verdicts = verdict_of(metrics, trial->first + i, family->check->thresholds);
            sim_overrule(family, joint, &verdicts);
            said = reported_of(&verdicts, said);
        }
    }
    return said;
}

static bool is_hopeless(const struct metrics *metrics, void *context);

/* Returns the verdicts of the spring in its present state. If the number being tested is certain to be rejected, only
 * as many verdicts as make that certain. */
static struct sim_reported simulate_trial(struct trial *trial)
{
    const struct sim_family *family = trial->family;
    struct arena *passing = arena_open(trial->arena);
    const struct metrics *metrics =
        metrics_measure(passing, trial->world,
                        &(struct metrics_options){.thresholds = family->check->thresholds,
                                                  .rates = family->wanted[VERDICT_FRAME_RATE_DEPENDENT_POSE],
                                                  .is_enough = is_hopeless,
                                                  .context = trial});
    struct sim_reported said = judge_trial(trial, metrics);
    uint64_t cost = (uint64_t)metrics->steps * sim_step_cost(trial->world);
    *trial->budget -= cost < *trial->budget ? cost : *trial->budget;
    trial->tries++;
    arena_close(passing);
    return said;
}

static bool is_warning(const struct sim_family *family, unsigned verdict)
{
    size_t count;
    return vrmlint_rules(&count)[family->rules[verdict]].severity >= VRMLINT_WARNING;
}

/* Whether there is a worse verdict than before. */
static bool is_worse(const struct trial *trial, const struct sim_reported *said)
{
    unsigned come = said->verdicts & ~trial->before.verdicts;
    bool worse = (said->severe & ~trial->before.severe) != 0;
    for (unsigned v = 0; v < VERDICT_COUNT && !worse; v++) {
        worse = (come & REMEDY_BIT(v)) != 0 && is_warning(trial->family, v);
    }
    return worse;
}

static unsigned bits_in(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1) {
        count++;
    }
    return count;
}

/*
 * Whether the number being tested is certain to be rejected: the verdicts so far include another warning, or too few
 * are cured. Verdicts remain as scenarios go on, with these exceptions: a chain is rigid until something bends it;
 * infinite values and jitter replace other verdicts of a joint, and are worse if they are new; "doesn't settle"
 * replaces "settles slowly".
 */
static bool is_hopeless(const struct metrics *metrics, void *context)
{
    const struct trial *trial = context;
    if ((trial->before.verdicts & REMEDY_BIT(VERDICT_NON_FINITE)) != 0) {
        return false;
    }
    struct sim_reported said = judge_trial(trial, metrics);
    unsigned passing = REMEDY_BIT(VERDICT_RIGID_CHAIN) | REMEDY_BIT(VERDICT_SLOW_SETTLE);
    if ((trial->before.verdicts & REMEDY_BIT(VERDICT_JITTER)) != 0) {
        passing |= REMEDY_BIT(VERDICT_DOES_NOT_SETTLE);
    }
    said.verdicts &= ~passing;
    said.severe &= ~passing;
    return is_worse(trial, &said) || bits_in(trial->asked & ~said.verdicts) <= trial->to_beat;
}

static bool may_try(const struct trial *trial)
{
    return *trial->budget > 0 && trial->tries < TRIES_MAX;
}

/* ---- one wish ---- */

static bool is_allowed(const struct sim_family *family, const struct sim_remedy *remedy)
{
    const char *version = family->avatar->springs->version;
    bool beta = !family->is_0x && version != NULL && strcmp(version, "1.0-beta") == 0;
    bool moves = remedy->up ? remedy->to > remedy->from : remedy->to < remedy->from;
    switch (remedy->parameter) {
    case SIM_STIFFNESS:
        return moves && remedy->to <= (beta ? STIFFNESS_MAX_BETA : STIFFNESS_MAX);
    case SIM_DRAG:
        return moves && remedy->to <= DRAG_MAX && remedy->to >= DRAG_MIN;
    case SIM_RADIUS:
        return moves && remedy->to >= RADIUS_SHARE * remedy->from && remedy->to > 0;
    default:
        return moves && remedy->to >= 0;
    }
}

static double round_wish(const struct sim_wish *wish, double number)
{
    return wish->parameter == SIM_DRAG ? advice_twentieth(number, wish->up) : advice_round(number, wish->up);
}

/* Returns a remedy with the present value of the joint that changes most. */
static struct sim_remedy begin_remedy(const struct trial *trial, const struct sim_wish *wish)
{
    const struct sim_family *family = trial->family;
    struct sim_remedy remedy = {.parameter = wish->parameter, .collider = wish->collider, .up = wish->up};
    if (wish->parameter == SIM_RADIUS) {
        remedy.from = sim_collider_shape(family->metrics->world, wish->collider)->radius;
        return remedy;
    }
    for (size_t j = trial->begin; j < trial->end; j++) {
        struct sim_joint joint = family->joints[j];
        double number = *number_of(&joint, wish->parameter);
        remedy.mixed = remedy.mixed || (j > trial->begin && number != remedy.from);
        bool changes_more = wish->up ? number < remedy.from : number > remedy.from;
        remedy.from = j == trial->begin || changes_more ? number : remedy.from;
    }
    return remedy;
}

/* If a tail has no room, forces may help by chance, but such advice isn't credible. */
#define OF_PLACE                                                                                                       \
    (REMEDY_BIT(VERDICT_COLLIDER_NO_FEASIBLE_POSE) | REMEDY_BIT(VERDICT_LIMIT_COLLIDER_CONFLICT) |                     \
     REMEDY_BIT(VERDICT_REST_PENETRATION) | REMEDY_BIT(VERDICT_COLLIDER_MOVES_REST_POSE))

/* Returns the number that cures most verdicts, or none. Stops at the first that cures all verdicts that
 * requested it. */
static struct sim_remedy try_wish(struct trial *trial, const struct sim_wish *wish)
{
    struct sim_remedy best = {.cures = 0};
    struct sim_remedy remedy = begin_remedy(trial, wish);
    double further = wish->up ? FURTHER : 1 / FURTHER;
    bool alike = round_wish(wish, wish->mild) == round_wish(wish, wish->strong);
    const double numbers[] = {wish->strong, wish->strong * further, alike ? wish->strong / further : wish->mild};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && may_try(trial); i++) {
        remedy.to = round_wish(wish, numbers[i]);
        if (!is_allowed(trial->family, &remedy)) {
            continue;
        }
        set_wish(trial, wish, remedy.to);
        trial->asked = trial->before.verdicts & (wish->verdicts | ~OF_PLACE);
        trial->to_beat = bits_in(best.cures);
        struct sim_reported said = simulate_trial(trial);
        restore_value(trial, wish);
        remedy.cures = trial->asked & ~said.verdicts;
        if (!is_worse(trial, &said) && bits_in(remedy.cures) > bits_in(best.cures)) {
            best = remedy;
            if ((wish->verdicts & ~remedy.cures) == 0) {
                break;
            }
        }
    }
    return best;
}

/* ---- all wishes ---- */

/* Whether the verdicts that request a wish have enough alternatives. */
static bool is_answered(const struct sim_remedies *remedies, const struct sim_wish *wish)
{
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        size_t count = 0;
        for (size_t i = 0; i < remedies->count; i++) {
            count += (remedies->list[i].cures & REMEDY_BIT(v)) != 0;
        }
        if ((wish->verdicts & REMEDY_BIT(v)) != 0 && count < REMEDIES_EACH) {
            return false;
        }
    }
    return true;
}

/* Whether a world contains the spring's joints from first on as the family has them. If the file exceeds the limits
 * of the simulation, it may not. */
static bool is_same(const struct sim_family *family, const struct sim_world *world, size_t first, size_t begin,
                    size_t end)
{
    const struct sim_joint *joints = sim_joints(world);
    bool same = first + end - begin <= sim_joint_count(world);
    for (size_t i = 0; i < end - begin && same; i++) {
        const struct sim_joint *here = &joints[first + i];
        const struct sim_joint *there = &family->joints[begin + i];
        same = here->spring == there->spring && here->index == there->index && here->head == there->head;
    }
    return same;
}

struct sim_world *sim_world_of_spring(const struct sim_family *family, const struct sim_engine *engine, double size,
                                      struct arena *arena, size_t begin, size_t end, size_t *first)
{
    size_t spring = family->joints[begin].spring;
    size_t count = sim_group_count(family->simulated, family->is_0x);
    bool *out = arena_array(arena, count, sizeof *out);
    for (size_t s = 0; s < count; s++) {
        out[s] = s != spring;
    }
    sim_take_bearers(family, arena, count, out);
    struct sim_world *world =
        sim_world_build(arena, sim_mask(arena, family->simulated, family->is_0x, out), engine, SIM_LIMBER, size);
    *first = 0;
    while (*first < sim_joint_count(world) && sim_joints(world)[*first].spring != spring) {
        (*first)++;
    }
    return is_same(family, world, *first, begin, end) ? world : NULL;
}

/* Builds a world with only the spring and those on which it depends. */
static bool build_trial_world(struct trial *trial)
{
    const struct sim_family *family = trial->family;
    trial->world = sim_world_of_spring(family, &sim_spec, 1, trial->arena, trial->begin, trial->end, &trial->first);
    size_t cost = COST_OF_NODE * (family->avatar->scene->count + sim_group_count(family->simulated, family->is_0x) +
                                  family->metrics->joint_count);
    *trial->budget -= cost < *trial->budget ? cost : *trial->budget;
    return trial->world != NULL;
}

struct sim_remedies sim_find_remedies(const struct sim_family *family, size_t begin, size_t end,
                                      const struct sim_wishes *wishes, uint64_t *budget)
{
    struct sim_remedies remedies = {.count = 0};
    struct trial trial = {.family = family, .begin = begin, .end = end, .budget = budget};
    if (wishes->count == 0 || *budget == 0) {
        return remedies;
    }
    for (size_t j = begin; j < end; j++) {
        trial.before = reported_of(&family->verdicts[j], trial.before);
    }
    trial.arena = arena_open(family->arena);
    bool built = build_trial_world(&trial);
    for (size_t i = 0; i < wishes->count && built && may_try(&trial); i++) {
        if (!is_answered(&remedies, &wishes->list[i])) {
            struct sim_remedy remedy = try_wish(&trial, &wishes->list[i]);
            remedies.list[remedies.count] = remedy;
            remedies.count += remedy.cures != 0;
        }
    }
    arena_close(trial.arena);
    return remedies;
}

uint64_t sim_remedy_budget(const struct metrics *metrics)
{
    return BUDGET_LEAST + (uint64_t)metrics->steps * (sim_step_cost(metrics->world) / BUDGET_SHARE);
}
