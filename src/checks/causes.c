#include "checks/causes.h"

#include <string.h>

#include "base/ascii.h"
#include "base/sort.h"
#include "checks/absent.h"
#include "checks/culprits.h"
#include "checks/marks.h"
#include "checks/needs.h"
#include "checks/scales.h"
#include "vrm/about.h"

/* The number of a spring among all springs and, behind them, all bone groups of VRM 0.x; SPRINGS_NONE for a place that
 * is in none. */
static size_t cause_spring(const struct avatar *avatar, const struct place *place)
{
    size_t springs = avatar->springs->spring_count;
    switch (place->kind) {
    case PLACE_JOINT:
    case PLACE_SPRING_GROUP:
    case PLACE_SPRING:
        return place->index[0] < springs ? place->index[0] : SPRINGS_NONE;
    case PLACE_ROOT:
    case PLACE_BONE_GROUP_GROUP:
    case PLACE_BONE_GROUP:
        return place->index[0] < avatar->vrm0->group_count ? springs + place->index[0] : SPRINGS_NONE;
    default:
        return SPRINGS_NONE;
    }
}

/* A cause that speaks of a value, for those within it. */
struct within {
    const char *pointer;
    struct finding *finding;
};

/* What the findings of one rule are about: for each object, the first finding that is about it. */
struct objects {
    struct check *check;
    struct arena *arena; /* given back when the next rule's turn comes */
    const struct avatar *avatar;
    const uint32_t *scopes; /* by the rule that follows: bits */
    bool used[SCOPE_FILE + 1];
    struct finding **springs;         /* by cause_spring(); of SPRING and COLLIDER */
    struct finding **colliders;       /* of COLLIDER */
    struct finding **collider_groups; /* of VRM 0.x; of COLLIDER */
    struct finding **nodes;
    struct finding **below;
    struct finding **chains; /* by cause_spring(): of BELOW or CHAIN, where it is known */
    bool *chains_known;
    struct within *within;
    size_t within_count;
    struct within *culprits; /* of CULPRIT and BLAMED: the same of what they relate first */
    size_t culprit_count;
    struct within *marks; /* of DATA: those that are about what something is read through */
    size_t mark_count;
    struct finding *lost; /* of LOST */
    struct finding *any;
};

/* ---- what causes are about ---- */

static void claim(struct finding **objects, size_t index, size_t count, struct finding *finding)
{
    if (index < count && objects[index] == NULL) {
        objects[index] = finding;
    }
}

static void claim_place(struct objects *objects, const struct place *place, struct finding *finding)
{
    const struct avatar *avatar = objects->avatar;
    size_t springs = avatar->springs->spring_count + avatar->vrm0->group_count;
    if (objects->used[SCOPE_SPRING]) {
        claim(objects->springs, cause_spring(avatar, place), springs, finding);
    }
    if (objects->used[SCOPE_COLLIDER]) {
        bool old = place->kind == PLACE_VRM0_GROUP || place->kind == PLACE_VRM0_COLLIDER;
        claim(objects->colliders, place->kind == PLACE_COLLIDER ? place->index[0] : SPRINGS_NONE,
              avatar->springs->collider_count, finding);
        claim(objects->collider_groups, old ? place->index[0] : SPRINGS_NONE, avatar->vrm0->collider_group_count,
              finding);
    }
    if (objects->used[SCOPE_NODE] || objects->used[SCOPE_BELOW] || objects->used[SCOPE_DISTORTED] ||
        objects->used[SCOPE_CHAIN]) {
        claim(objects->nodes, about_which_node(avatar, place), avatar->scene->count, finding);
    }
}

/* Whether a list of the file, or extensions, may be lost by what a finding is about. */
static bool loses(const struct finding *finding)
{
    const char *last = strrchr(finding->pointer, '/');
    return last != NULL && (last == finding->pointer || (ascii_lower(last[1]) == 'e' && ascii_lower(last[2]) == 'x'));
}

static void claim_all(struct objects *objects, struct finding *finding)
{
    claim_place(objects, &finding->place, finding);
    for (size_t i = 0; i < finding->related_count; i++) {
        struct place related = place_at(finding->related[i].pointer);
        claim_place(objects, &related, finding);
    }
    if (objects->used[SCOPE_WITHIN] || objects->used[SCOPE_PART] || objects->used[SCOPE_INSIDE]) {
        objects->within[objects->within_count++] = (struct within){finding->pointer, finding};
    }
    if ((objects->used[SCOPE_CULPRIT] || objects->used[SCOPE_BLAMED]) && finding->related_count > 0) {
        objects->culprits[objects->culprit_count++] = (struct within){finding->related[0].pointer, finding};
    }
    if (objects->used[SCOPE_DATA] && needs_marks(&finding->place)) {
        objects->marks[objects->mark_count++] = (struct within){finding->pointer, finding};
    }
    if (objects->lost == NULL && loses(finding)) {
        objects->lost = finding;
    }
    if (objects->any == NULL) {
        objects->any = finding;
    }
}

/* The finding of the first of some objects that has one. */
static struct finding *first_of(struct finding *const *objects, const size_t *indices, size_t count)
{
    struct finding *found = NULL;
    for (size_t i = 0; found == NULL && i < count; i++) {
        found = objects[indices[i]];
    }
    return found;
}

/* From colliders to the springs, and bone groups, that meet them: each has the first that its list names. Springs with
 * the same list share what is found: a file can make many reach many with few bytes. */
static void claim_meeting(struct objects *objects)
{
    const struct springs *springs = objects->avatar->springs;
    const struct vrm0 *vrm0 = objects->avatar->vrm0;
    struct finding **met = arena_array(objects->arena, springs->spring_count, sizeof *met);
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        met[s] = spring->alike == s ? first_of(objects->colliders, spring->colliders, spring->collider_count)
                                    : met[spring->alike];
        claim(objects->springs, s, springs->spring_count, met[s]);
    }
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        claim(objects->springs, springs->spring_count + g, SIZE_MAX,
              first_of(objects->collider_groups, group->collider_groups, group->collider_group_count));
    }
}

static int compare_within(const void *left, const void *right)
{
    return strcmp(((const struct within *)left)->pointer, ((const struct within *)right)->pointer);
}

/* From each node to those below it that have no finding of their own. */
static void spread(struct objects *objects)
{
    const struct scene *scene = objects->avatar->scene;
    size_t count;
    const size_t *order = scene_order(objects->arena, scene, &count);
    objects->below = arena_array(objects->arena, scene->count, sizeof *objects->below);
    memcpy(objects->below, objects->nodes, scene->count * sizeof *objects->below);
    for (size_t i = 0; i < count; i++) {
        size_t parent = scene->nodes[order[i]].parent;
        if (objects->below[order[i]] == NULL && parent != SCENE_NONE) {
            objects->below[order[i]] = objects->below[parent];
        }
    }
}

/* Gathers what the findings of a rule are about, as far as the scopes of its rows ask for it; count: of findings. */
static void gather(struct objects *objects, enum rule rule, size_t count)
{
    const struct avatar *avatar = objects->avatar;
    struct arena *arena = objects->arena;
    size_t springs = avatar->springs->spring_count + avatar->vrm0->group_count;
    objects->springs = arena_array(arena, springs, sizeof *objects->springs);
    objects->chains = arena_array(arena, springs, sizeof *objects->chains);
    objects->chains_known = arena_array(arena, springs, sizeof *objects->chains_known);
    objects->colliders = arena_array(arena, avatar->springs->collider_count, sizeof *objects->colliders);
    objects->collider_groups = arena_array(arena, avatar->vrm0->collider_group_count, sizeof *objects->collider_groups);
    objects->nodes = arena_array(arena, avatar->scene->count, sizeof *objects->nodes);
    objects->within = arena_array(arena, count, sizeof *objects->within);
    objects->culprits = arena_array(arena, count, sizeof *objects->culprits);
    objects->marks = arena_array(arena, count, sizeof *objects->marks);
    for (struct finding *f = findings_first(objects->check->findings); f != NULL; f = f->next) {
        if (f->rule == rule) {
            claim_all(objects, f);
        }
    }
    sort_array(arena, objects->within, objects->within_count, sizeof *objects->within, compare_within);
    sort_array(arena, objects->culprits, objects->culprit_count, sizeof *objects->culprits, compare_within);
    sort_array(arena, objects->marks, objects->mark_count, sizeof *objects->marks, compare_within);
    if (objects->used[SCOPE_COLLIDER]) {
        claim_meeting(objects);
    }
    if (objects->used[SCOPE_BELOW] || objects->used[SCOPE_DISTORTED]) {
        spread(objects);
    }
}

/* ---- what follows ---- */

/* The first of some, sorted by their pointers, whose value holds that of a pointer. What is about the whole file holds
 * nothing: it speaks of a member that isn't there. */
static struct finding *holder(const struct within *within, size_t count, const char *pointer)
{
    size_t length = strlen(pointer);
    for (size_t end = length; end > 0; end--) {
        if (end != length && pointer[end] != '/') {
            continue;
        }
        size_t at;
        SORT_SEARCH(at, 0, count, strncmp(within[at].pointer, pointer, end) < 0);
        /* those that go on are behind the one that ends here */
        if (at < count && strncmp(within[at].pointer, pointer, end) == 0 && within[at].pointer[end] == '\0') {
            return within[at].finding;
        }
    }
    return NULL;
}

/* The first finding at a node of a spring, or above, as nodes have them; of a spring that many findings are about,
 * looked for once. */
static struct finding *of_chain(const struct objects *objects, struct finding *const *nodes, size_t spring)
{
    const struct springs *springs = objects->avatar->springs;
    const struct vrm0 *vrm0 = objects->avatar->vrm0;
    size_t count = objects->avatar->scene->count;
    struct finding *found = objects->chains[spring];
    if (objects->chains_known[spring]) {
        return found;
    }
    for (size_t i = 0; spring < springs->spring_count && found == NULL && i < springs->springs[spring].chain_count;
         i++) {
        size_t node = spring_chain(&springs->springs[spring], i)->node;
        found = node < count ? nodes[node] : NULL;
    }
    for (size_t r = 0; spring >= springs->spring_count && found == NULL &&
                       r < vrm0->groups[spring - springs->spring_count].root_count;
         r++) {
        const struct vrm0_root *root = &vrm0->groups[spring - springs->spring_count].roots[r];
        for (size_t i = root->begin; root->node != SCENE_NONE && found == NULL && i < root->end; i++) {
            found = nodes[vrm0->nodes[i]];
        }
    }
    objects->chains[spring] = found;
    objects->chains_known[spring] = true;
    return found;
}

/* The first finding about another spring that blames a place which this one relates. */
static struct finding *blamed_by(const struct objects *objects, const struct finding *finding)
{
    size_t spring = cause_spring(objects->avatar, &finding->place);
    struct finding *found = NULL;
    for (size_t i = 0; found == NULL && i < finding->named_count; i++) {
        const char *pointer = finding->related[i].pointer;
        size_t at;
        SORT_SEARCH(at, 0, objects->culprit_count, strcmp(objects->culprits[at].pointer, pointer) < 0);
        for (; found == NULL && at < objects->culprit_count && strcmp(objects->culprits[at].pointer, pointer) == 0;
             at++) {
            struct finding *other = objects->culprits[at].finding;
            found = cause_spring(objects->avatar, &other->place) == spring ? NULL : other;
        }
    }
    return found;
}

/* The first finding, of some sorted by their pointers, about a value or what lies in it. */
static struct finding *part_of(const struct within *within, size_t count, const char *pointer)
{
    size_t length = strlen(pointer);
    size_t at;
    SORT_SEARCH(at, 0, count, strcmp(within[at].pointer, pointer) < 0);
    for (; at < count && strncmp(within[at].pointer, pointer, length) == 0; at++) {
        char behind = within[at].pointer[length];
        if (behind == '\0' || behind == '/') {
            return within[at].finding;
        }
    }
    return NULL;
}

static struct finding *mark_of(const void *context, const struct place *thing)
{
    const struct objects *objects = context;
    char room[80]; /* no pointer of a thing is longer */
    struct buf pointer = BUF_OVER(room);
    place_put(&pointer, thing);
    return part_of(objects->marks, objects->mark_count, buf_text(&pointer));
}

/* The first finding about what a finding's value, or one that it relates, is read through. */
static struct finding *mark_for(const struct objects *objects, const struct finding *finding)
{
    struct finding *found = needs_search(objects->avatar, finding->pointer, mark_of, objects);
    for (size_t i = 0; found == NULL && i < finding->named_count; i++) {
        found = needs_search(objects->avatar, finding->related[i].pointer, mark_of, objects);
    }
    return found;
}

/* Whether a scale of a node, or of a node above it, mirrors or is uneven. */
static bool is_distorted(const struct scene *scene, size_t node)
{
    for (; node != SCENE_NONE; node = scene->nodes[node].parent) {
        struct mat34 local = scene_local(&scene->nodes[node]);
        if (scale_smallest(scene->nodes[node].scale) < 0 || mat34_determinant(&local) < 0 ||
            scale_is_uneven(mat34_scale(&local))) {
            return true;
        }
    }
    return false;
}

static struct finding *at_place(const struct objects *objects, enum cause_scope scope, const struct place *place)
{
    size_t spring = cause_spring(objects->avatar, place);
    size_t node = about_which_node(objects->avatar, place);
    bool has_node = node < objects->avatar->scene->count;
    switch (scope) {
    case SCOPE_SPRING:
    case SCOPE_COLLIDER:
        return spring == SPRINGS_NONE ? NULL : objects->springs[spring];
    case SCOPE_NODE:
        return has_node ? objects->nodes[node] : NULL;
    case SCOPE_BELOW:
        return spring != SPRINGS_NONE && place->kind != PLACE_JOINT ? of_chain(objects, objects->below, spring)
               : has_node                                           ? objects->below[node]
                                                                    : NULL;
    case SCOPE_DISTORTED:
        return has_node && is_distorted(objects->avatar->scene, node) ? objects->below[node] : NULL;
    case SCOPE_CHAIN:
        return spring == SPRINGS_NONE ? NULL : of_chain(objects, objects->nodes, spring);
    case SCOPE_LOST:
        return objects->lost;
    case SCOPE_FILE:
        return objects->any;
    case SCOPE_NONE:
    case SCOPE_WITHIN:
    case SCOPE_CULPRIT:
    case SCOPE_BLAMED:
    case SCOPE_PART:
    case SCOPE_INSIDE:
    case SCOPE_JOINT:
    case SCOPE_DATA:
        break;
    }
    return NULL;
}

static struct finding *cause_in(const struct objects *objects, enum cause_scope scope, const struct finding *finding)
{
    if (scope == SCOPE_DATA) {
        return mark_for(objects, finding);
    }
    if (scope == SCOPE_WITHIN) {
        return holder(objects->within, objects->within_count, finding->pointer);
    }
    if (scope == SCOPE_CULPRIT) {
        return holder(objects->culprits, objects->culprit_count, finding->pointer);
    }
    if (scope == SCOPE_BLAMED) {
        return blamed_by(objects, finding);
    }
    if (scope == SCOPE_PART) {
        struct finding *found = NULL;
        for (size_t i = 0; found == NULL && i < finding->related_count; i++) {
            found = part_of(objects->within, objects->within_count, finding->related[i].pointer);
        }
        return found;
    }
    if (scope == SCOPE_INSIDE) {
        return part_of(objects->within, objects->within_count, finding->pointer);
    }
    struct finding *found = at_place(objects, scope, &finding->place);
    bool elsewhere = scope == SCOPE_BELOW && about_which_node(objects->avatar, &finding->place) == SCENE_NONE &&
                     cause_spring(objects->avatar, &finding->place) == SPRINGS_NONE;
    size_t related_count = scope == SCOPE_NODE ? finding->related_count : elsewhere && finding->related_count > 0;
    for (size_t i = 0; found == NULL && i < related_count; i++) {
        struct place related = place_at(finding->related[i].pointer);
        found = at_place(objects, scope, &related);
    }
    return found;
}

static struct finding *cause_of(const struct objects *objects, const struct finding *finding)
{
    struct finding *found = NULL;
    for (unsigned scope = SCOPE_NONE + 1; found == NULL && scope <= SCOPE_FILE; scope++) {
        if (scope != SCOPE_JOINT && (objects->scopes[finding->rule] & 1U << scope) != 0) {
            found = cause_in(objects, (enum cause_scope)scope, finding);
        }
    }
    return found;
}

/* Finds what follows from the findings of one rule, count of them. */
static void follow(struct check *check, enum rule rule, const uint32_t scopes[RULE_LIMIT], size_t count)
{
    struct arena *arena = arena_open(check->arena);
    struct objects objects = {.check = check, .arena = arena, .avatar = check->avatar, .scopes = scopes};
    for (size_t r = 0; r < RULE_LIMIT; r++) {
        for (unsigned scope = SCOPE_NONE + 1; scopes[r] != 0 && scope <= SCOPE_FILE; scope++) {
            objects.used[scope] = objects.used[scope] || (scopes[r] & 1U << scope) != 0;
        }
    }
    gather(&objects, rule, count);
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        arena_pulse(check->arena);
        if (scopes[f->rule] == 0 || f->cause != NULL) {
            continue;
        }
        /* who asks for a rule by its name, and not for the cause's, hears of it */
        bool asked_for = findings_named(check->findings, f->rule) && !findings_named(check->findings, rule);
        struct finding *cause = asked_for ? NULL : cause_of(&objects, f);
        bool raises = (scopes[f->rule] & 1U << SCOPE_NONE) != 0;
        if (cause != NULL && cause != f && cause->severity < f->severity && raises) {
            finding_severity(cause, f->severity);
        }
        /* what is worse is said, whatever it follows from */
        f->cause = cause != NULL && cause != f && cause->severity >= f->severity ? cause : NULL;
    }
    arena_close(arena);
}

/* The same, once for each rule that there are findings of, if there are some of what follows. Returns whether any may
 * have a cause now. */
static bool follow_present(struct check *check, enum rule rule, const size_t present[RULE_LIMIT], bool done[RULE_LIMIT])
{
    uint32_t scopes[RULE_LIMIT];
    bool wanted = false;
    if (present[rule] > 0 && !done[rule]) {
        done[rule] = true;
        bool any = marks_scopes(rule, scopes);
        for (size_t r = 0; any && r < RULE_LIMIT; r++) {
            scopes[r] = present[r] > 0 ? scopes[r] : 0;
            wanted = wanted || scopes[r] != 0;
        }
        if (wanted) {
            follow(check, rule, scopes, present[rule]);
        }
    }
    return wanted;
}

/* The finding that all of it comes from: the table has no rings, so that this ends. */
static struct finding *root_of(struct finding *finding)
{
    while (finding->cause != NULL) {
        finding = finding->cause;
    }
    return finding;
}

static bool is_root(void *context, const struct finding *finding)
{
    (void)context;
    return finding->cause == NULL;
}

void causes_apply(struct check *check)
{
    if (findings_count(check->findings) < 2) {
        return;
    }
    size_t present[RULE_LIMIT] = {0};
    bool done[RULE_LIMIT] = {false};
    bool any = absent_apply(check);
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        present[f->rule]++;
        any = any || f->cause != NULL;
    }
    for (size_t i = 0; i < marks_rule_count(); i++) {
        any = follow_present(check, marks_rule(i), present, done) || any;
    }
    any = culprits_apply(check) || any;
    for (struct finding *f = findings_first(check->findings); any && f != NULL; f = f->next) {
        if (f->cause != NULL) {
            finding_follow(root_of(f), f->rule, &f->place);
        }
    }
    if (any) {
        findings_keep(check->findings, is_root, NULL);
    }
}
