/* Records a film (an animation clip) of a finding for the report: the chain of the worst joint, in the scenario that
 * shows it best, unchanged and with a number that helps. */
#include <math.h>
#include <string.h>

#include "checks/sim/family.h"

enum {
    FILMS_MAX = 12, /* per file */
    BONES_MAX = 16, /* per chain */
    FRAMES_MAX = 42,
};

#define FRAME (1.0 / 15) /* seconds */
#define BEFORE 0.3       /* seconds of a motion that are skipped, because nothing moves before */
#define AFTER 1.2        /* seconds after its end */
#define LONGEST (FRAMES_MAX * FRAME)
#define FARTHEST 1e6 /* metres; beyond that the film ends */

/* A chain that is filmed. */
struct set {
    const struct sim_subject *subject;
    struct arena *arena; /* for temporary data */
    struct sim_world *world;
    size_t bones[BONES_MAX]; /* indices in the world */
    size_t bone_count;
    enum scenario scenario;
    double rate;
    bool limber;
};

/* Lists the bones from the root of the chain through the worst joint to its end, as indices in the family. */
static size_t list_bones(const struct sim_subject *subject, size_t list[BONES_MAX])
{
    const size_t *above = subject->family->above;
    size_t count = 0;
    size_t root = subject->joint;
    for (size_t steps = 1; steps < BONES_MAX && above[root] >= subject->begin && above[root] < subject->end; steps++) {
        root = above[root];
    }
    /* carried joints come after those that carry them */
    size_t on_way[BONES_MAX];
    size_t way = 0;
    for (size_t j = subject->joint; way < BONES_MAX; j = above[j]) {
        on_way[way++] = j;
        if (j == root) {
            break;
        }
    }
    while (way > 0) {
        list[count++] = on_way[--way];
    }
    for (size_t j = subject->joint + 1; j < subject->end && count < BONES_MAX; j++) {
        if (above[j] == list[count - 1]) {
            list[count++] = j;
        }
    }
    return count;
}

static bool keep_point(float out[3], struct vec3 place, const struct sim_pose *pose)
{
    struct vec3 seen = quat_rotate(quat_conjugate(pose->rotation), vec3_sub(place, pose->position));
    const double numbers[3] = {seen.x, seen.y, seen.z};
    for (int i = 0; i < 3; i++) {
        if (!(fabs(numbers[i]) < FARTHEST)) {
            return false;
        }
        out[i] = (float)numbers[i];
    }
    return true;
}

/* Stores the chain's present position relative to the moving root; returns false if it is too far away to be seen. */
static bool keep_frame(const struct set *set, const struct sim *sim, const struct sim_pose *pose,
                       struct vrmlint_film_bone *out)
{
    for (size_t i = 0; i < set->bone_count; i++) {
        if (!keep_point(out[i].from, sim_head(sim, set->bones[i]), pose) ||
            !keep_point(out[i].to, sim_tail(sim, set->bones[i]), pose)) {
            return false;
        }
    }
    return true;
}

static void set_film_limbs(const struct set *set, struct sim *sim, double seconds)
{
    struct sim_limbs limbs;
    if (set->limber) {
        scenario_limbs(set->scenario, seconds, &limbs);
    }
    sim_set_limbs(sim, set->limber ? &limbs : NULL);
}

/* Films the world in its present state; returns the number of bones in all frames. */
static size_t film_world(const struct set *set, struct vrmlint_film_bone *modelled, struct vrmlint_film_bone *frames)
{
    const struct scenario_facts *facts = &scenario_facts[set->scenario];
    struct arena *passing = arena_open(set->arena);
    struct sim *sim = sim_new(passing, set->world, &(struct sim_options){0});
    struct scenario_clock clock = {set->scenario, 1 / set->rate, 0};
    double begin = facts->end > 0 ? BEFORE : 0;
    double end = fmin(fmin(facts->seconds, facts->end + (facts->end > 0 ? AFTER : LONGEST)), begin + LONGEST);
    struct sim_pose pose = scenario_pose(set->scenario, 0);
    size_t count = 0;
    set_film_limbs(set, sim, 0);
    sim_reset(sim);
    bool seen = keep_frame(set, sim, &pose, modelled);
    for (double dt = 1; seen && dt > 0 && clock.seconds <= end && count < FRAMES_MAX;) {
        if (clock.seconds + 1e-9 >= begin + (double)count * FRAME) {
            seen = keep_frame(set, sim, &pose, frames + count * set->bone_count);
            count += seen;
        }
        dt = scenario_tick(&clock);
        if (dt > 0) {
            arena_ask(set->arena);
            set_film_limbs(set, sim, clock.seconds);
            pose = scenario_pose(set->scenario, clock.seconds);
            sim_step(sim, &pose, dt);
        }
    }
    arena_close(passing);
    return count * set->bone_count;
}

/* Returns the first number that helps against the finding, or NULL. */
static const struct sim_remedy *find_remedy(const struct sim_subject *subject)
{
    const struct sim_remedies *remedies = subject->remedies;
    for (size_t i = 0; remedies != NULL && i < remedies->count; i++) {
        if ((remedies->list[i].cures >> subject->verdict & 1U) != 0) {
            return &remedies->list[i];
        }
    }
    return NULL;
}

/* Converts indices of the family's joints to those in a world that contains the spring from first on. */
static void find_bones(struct set *set, size_t first)
{
    set->bone_count = list_bones(set->subject, set->bones);
    for (size_t i = 0; i < set->bone_count; i++) {
        set->bones[i] += first - set->subject->begin;
    }
}

static void make_film(struct set *set, size_t first, struct vrmlint_film *film)
{
    const struct sim_subject *subject = set->subject;
    const struct sim_family *family = subject->family;
    const struct sim_remedy *remedy = find_remedy(subject);
    struct vrmlint_film_bone *modelled = arena_array(family->arena, set->bone_count, sizeof *modelled);
    struct vrmlint_film_bone *frames = arena_array(family->arena, FRAMES_MAX * set->bone_count, sizeof *frames);
    film->frame_bone_count = film_world(set, modelled, frames);
    film->modelled = modelled;
    film->bone_count = set->bone_count;
    film->frames = frames;
    film->seconds_per_frame = FRAME;
    if (remedy != NULL) {
        struct vrmlint_film_bone *outcome = arena_array(family->arena, FRAMES_MAX * set->bone_count, sizeof *outcome);
        sim_remedy_apply(set->world, first, subject->end - subject->begin, remedy);
        film->fixed_bone_count = film_world(set, modelled, outcome);
        film->fixed = outcome;
        film->parameter = sim_parameter_name(family, remedy->parameter);
        film->value = remedy->to;
    }
}

void sim_film(const struct sim_subject *subject, enum scenario scenario, double rate, bool limber)
{
    const struct sim_family *family = subject->family;
    struct check *check = family->check;
    size_t count;
    if (!check->wants_curves || check->film_count == FILMS_MAX) {
        return;
    }
    if (check->films == NULL) {
        check->films = arena_array(family->arena, FILMS_MAX, sizeof *check->films);
    }
    struct arena *work = arena_open(family->arena);
    size_t first;
    struct set set = {.subject = subject, .arena = work, .scenario = scenario, .rate = rate, .limber = limber};
    set.world = sim_world_of_spring(family, work, subject->begin, subject->end, &first);
    struct vrmlint_film film = {.motion = scenario_facts[scenario].name};
    if (set.world != NULL) {
        find_bones(&set, first);
        make_film(&set, first, &film);
    }
    arena_close(work);
    if (film.frame_bone_count > 0) {
        film.rule = &vrmlint_rules(&count)[subject->rule];
        film.subject = name_text(family->avatar, findings_languages(family->findings),
                                 sim_the_group("thing", family->avatar, family->is_0x, subject->given->spring));
        check->films[check->film_count++] = film;
    }
}
