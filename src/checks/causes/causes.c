/* Several springs affected by the same collider, reported once. */
#include "checks/causes/causes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "checks/absent.h"
#include "checks/byte_colors.h"
#include "checks/causes/follow.h"
#include "checks/causes/marks.h"
#include "checks/causes/reach.h"
#include "checks/checks.h"
#include "ids/messages_animation.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/rules.h"
#include "message/claims.h"

/* Findings of the simulation that name the same collider. All effects of one collider are reported once, by the
 * finding whose advice solves the most. The others follow from it, unless the user asked for their rules by name. */

/* The rules that name a collider, the most informative first. Findings of the last rule are never a cause. */
static const enum rule ranks[] = {
#define CULPRIT(rule) RULE_##rule,
#include "ids/culprits_table.def"
};
enum { RANKS = sizeof ranks / sizeof *ranks };

/* A finding and the first collider that it names. */
struct named_collider {
    const char *collider;
    struct finding *finding;
    size_t rank;
    size_t index; /* in the order in which the findings were made */
};

/* Whether a measure is a number that a finding advises. */
static bool is_advice(const struct vrmlint_measure *measure)
{
    return strncmp(measure->name, "needed", 6) == 0;
}

static const struct vrmlint_measure *advice_of(const struct finding *finding, const char *name)
{
    for (size_t i = 0; i < finding->data_count; i++) {
        const struct vrmlint_measure *measure = &finding->data[i];
        if (name == NULL ? is_advice(measure) : strcmp(measure->name, name) == 0) {
            return measure;
        }
    }
    return NULL;
}

/* Returns the radius that a finding advises for the collider: -1 if it advises no number, INFINITY if it advises only
 * others. */
static double radius_of(const struct finding *finding)
{
    const struct vrmlint_measure *radius = advice_of(finding, "neededRadius");
    return radius != NULL ? radius->value : advice_of(finding, NULL) == NULL ? -1 : INFINITY;
}

/* Whether the numbers that `head` advises also solve `follower`, so that following them reveals nothing new. */
static bool does_for(const struct finding *head, const struct finding *follower)
{
    for (size_t i = 0; i < head->data_count; i++) {
        const struct vrmlint_measure *one = &head->data[i];
        const struct vrmlint_measure *other = advice_of(follower, one->name);
        bool is_radius = strcmp(one->name, "neededRadius") == 0 || strcmp(one->name, "neededHitRadius") == 0;
        if (is_advice(one) &&
            (other == NULL || !(is_radius ? other->value >= one->value : other->value == one->value))) {
            return false;
        }
    }
    return true;
}

static int compare_named(const void *left, const void *right)
{
    const struct named_collider *a = left;
    const struct named_collider *b = right;
    int order = strcmp(a->collider, b->collider);
    order = order != 0 ? order : sort_order(b->finding->severity, a->finding->severity);
    double radius = radius_of(a->finding);
    double other = radius_of(b->finding);
    order = order != 0 ? order : radius < other ? -1 : radius > other;
    order = sort_then(order, a->rank, b->rank);
    if (order == 0 && a->finding->badness != b->finding->badness) {
        return a->finding->badness > b->finding->badness ? -1 : 1;
    }
    return sort_then(order, a->index, b->index);
}

static size_t rank_of(const struct finding *finding)
{
    size_t rank = 0;
    while (rank < RANKS && ranks[rank] != finding->rule) {
        rank++;
    }
    return rank;
}

/* Returns the pointer of the collider that a finding names first; NULL if it names none. */
static const char *collider_of(const struct finding *finding)
{
    for (size_t i = 0; i < finding->named_count; i++) {
        enum place_kind kind = place_at(finding->related[i].pointer).kind;
        if (kind == PLACE_COLLIDER || kind == PLACE_VRM0_COLLIDER) {
            return finding->related[i].pointer;
        }
    }
    return NULL;
}

/* Whether two findings will be folded into one, which counts its places. */
static bool is_folded(const struct finding *a, const struct finding *b)
{
    bool same = a->rule == b->rule && a->severity == b->severity;
    return same && ((a->kind != 0 && a->kind == b->kind) || (a->blames && b->blames));
}

/* Makes findings of the simulation that name the same collider follow from the one whose advice solves them too,
 * unless they already follow from another finding. */
static void culprits_apply(struct check *check)
{
    size_t count = 0;
    struct arena *arena = arena_open(check->arena);
    struct named_collider *list = arena_array(arena, findings_count(check->findings), sizeof *list);
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        size_t rank = f->cause == NULL ? rank_of(f) : RANKS;
        const char *collider = rank == RANKS ? NULL : collider_of(f);
        if (collider != NULL) {
            list[count] = (struct named_collider){collider, f, rank, count};
            count++;
        }
    }
    sort_array(arena, list, count, sizeof *list, compare_named);
    for (size_t i = 1, first = 0; i < count; i++) {
        struct finding *head = list[first].finding;
        struct finding *follower = list[i].finding;
        if (strcmp(list[first].collider, list[i].collider) != 0) {
            first = i;
        } else if (list[first].rank < RANKS - 1 && !is_folded(head, follower) &&
                   !findings_named(check->findings, follower->rule) &&
                   (follower->severity < VRMLINT_WARNING || does_for(head, follower))) {
            follower->cause = head;
        }
    }
    arena_close(arena);
}

/* Sets the causes of findings that follow from the findings of one rule; count: the number of its findings. */
static void set_causes_of_rule(struct check *check, enum rule rule, const uint32_t scopes[RULE_LIMIT], size_t count)
{
    struct arena *arena = arena_open(check->arena);
    const struct reach *reach = reach_open(check, arena, rule, scopes, count);
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        arena_pulse(check->arena);
        if (scopes[f->rule] != 0 && f->cause == NULL) {
            cause_follow(check, f, reach_cause(reach, f), (scopes[f->rule] & 1U << SCOPE_NONE) != 0);
        }
    }
    arena_close(arena);
}

/* Calls set_causes_of_rule() if the rule has findings and other findings can follow from them. */
static void follow_present(struct check *check, enum rule rule, const size_t present[RULE_LIMIT])
{
    uint32_t scopes[RULE_LIMIT];
    bool wanted = false;
    bool any = marks_scopes(rule, scopes);
    for (size_t r = 0; any && r < RULE_LIMIT; r++) {
        scopes[r] = present[r] > 0 ? scopes[r] : 0;
        wanted = wanted || scopes[r] != 0;
    }
    if (wanted) {
        set_causes_of_rule(check, rule, scopes, present[rule]);
    }
}

/* Sets the causes that the tables give, of findings that have none yet. */
static void follow_tables(struct check *check)
{
    size_t present[RULE_LIMIT] = {0};
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        present[f->rule]++;
    }
    for (size_t i = 0; i < marks_rule_count(); i++) {
        enum rule rule = marks_rule(i);
        if (present[rule] > 0) {
            follow_present(check, rule, present);
        }
    }
}

bool causes_settle(struct check *check)
{
    bool settled = true;
    for (bool raised = true; raised;) {
        raised = false;
        for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
            raised = (f->cause != NULL && cause_raise(f)) || raised;
        }
        settled = settled && !raised;
    }
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        settled = (f->cause == NULL || cause_holds(f)) && settled;
    }
    return settled;
}

/* Whether a finding is about the lack of a bone without which apps refuse avatars or animations. */
static bool lacks_bone(const struct finding *finding)
{
    return finding->rule == RULE_VRM_REQUIRED_BONE_MISSING ||
           finding->message == MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__HIPS ||
           (finding->rule == RULE_VRM0_REQUIRED_BONE_MISSING &&
            finding->message != MESSAGE_VRM0_REQUIRED_BONE_MISSING__BY_THE_TEXT);
}

/* Whether three.js can't build what it reads, or finds no node of a bone, because of a finding: a loop, or an index
 * that refers to nothing. */
static bool stops_three(const struct finding *finding)
{
    static const char *const places[] = {"/nodes/",      "/scene",      "/skins/",      "/meshes/",
                                         "/animations/", "/accessors/", "/bufferViews/"};
    const char *rule = strchr(finding_rule(finding)->id, '/') + 1;
    bool stops = strcmp(rule, "node-loop") == 0 || strcmp(rule, "channel-target-out-of-range") == 0;
    if (strcmp(rule, "unresolved-index") == 0 || strcmp(rule, "negative-index") == 0) {
        stops = strstr(finding->pointer, "/humanBones/") != NULL;
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            stops = stops || strncmp(finding->pointer, places[i], strlen(places[i])) == 0;
        }
    }
    return stops && finding->in_three_vrm != EFFECT_LOADS + 1;
}

/* Whether a finding about an accessor of a wrong form is followed by one about data that is missing, because of which
 * three.js refuses the file. */
static bool is_of_lost_data(const struct finding *root, const struct finding *finding)
{
    return finding->rule == RULE_ACCESSOR_OUT_OF_BOUNDS && finding->in_three_vrm != EFFECT_LOADS + 1 &&
           (root->rule == RULE_MESH_ATTRIBUTE_FORMAT || root->rule == RULE_MESH_INDICES_FORMAT);
}

/* Counts the findings that follow from others with those that are reported. */
static void count_consequences(struct check *check)
{
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        struct finding *root = cause_root(f);
        assert(root->severity >= f->severity);
        if (root != f && !f->muted) {
            finding_follow(root, f->rule, &f->place);
            root->loses_bone = root->loses_bone || lacks_bone(f);
            bool is_read = f->in_three_vrm != EFFECT_LOADS + 1 && f->place.kind == root->place.kind &&
                           root->place.kind != PLACE_FILE;
            if (root->in_three_vrm == EFFECT_LOADS + 1 && is_read) {
                root->in_three_vrm = 0; /* of several things with the same mistake, this one is read */
            }
            unsigned least = root->in_univrm == 0 ? EFFECT_REFUSES + 2 : root->in_univrm;
            if (f->in_univrm != 0 && f->in_univrm < least) {
                root->in_univrm = f->in_univrm; /* the worse effects come first */
            }
            bool is_of_nodes = root->rule == RULE_GLTF_NODES_SHIFTED || root->rule == RULE_ANIMATION_UNRESOLVED_INDEX;
            if ((is_of_nodes && stops_three(f)) || f->rule == RULE_GLTF_NO_SCENE || is_of_lost_data(root, f)) {
                root->in_three_vrm = EFFECT_REFUSES + 1;
            }
            root->consequences += f->consequences;
        }
    }
}

void causes_apply(struct check *check)
{
    absent_apply(check);
    byte_colors_apply(check);
    /* A cause becomes more severe only while others are set, so a finding may lose its cause, or get one, afterwards.
     * Severities only rise, so this ends. */
    do {
        check->raised = false;
        follow_tables(check);
    } while (!causes_settle(check) || check->raised);
    culprits_apply(check);
    count_consequences(check);
}
