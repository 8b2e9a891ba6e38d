#include "run/changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/text.h"

#define SEPARATOR " / " /* between the names of a spring and a joint */

/* The facts about one object of a side. */
struct object {
    const struct vrmlint_fact *facts;
    size_t count;
    struct object *match; /* the same object of the other side; NULL if it is missing there */
};

struct changed_objects {
    struct object *items; /* in the order of the facts */
    size_t count;
    struct object **open; /* those without a match, while they are being matched */
    size_t open_count;
};

/* A node that has another name. */
struct other_name {
    const char *before;
    const char *after;
};

struct change_list {
    struct arena *arena;
    struct changed_objects sides[2]; /* the old and the new one */
    struct other_name *names;        /* sorted */
    size_t name_count;
    struct vrmlint_change *items;
    size_t count;
};

static void add_change(struct change_list *changes, struct vrmlint_change change)
{
    *ARENA_ADD(changes->arena, changes->items, changes->count) = change;
}

/* ---- objects ---- */

static int compare_kinds_of_changes(const struct object *a, const struct object *b)
{
    return sort_order(a->facts->kind, b->facts->kind);
}

static int compare_places_of_changes(const struct object *a, const struct object *b)
{
    return sort_then(compare_kinds_of_changes(a, b), a->facts->place, b->facts->place);
}

static int compare_names(const struct object *a, const struct object *b)
{
    int order = compare_kinds_of_changes(a, b);
    return order != 0 ? order : strcmp(a->facts->of, b->facts->of);
}

/* Whether an object is found by a place in the hierarchy, not by an index in a list. */
static bool is_in_hierarchy(const struct object *object)
{
    enum vrmlint_fact_kind kind = object->facts->kind;
    return kind == VRMLINT_FACT_SPRING || kind == VRMLINT_FACT_JOINT || kind == VRMLINT_FACT_COLLIDER ||
           kind == VRMLINT_FACT_CONSTRAINT;
}

static int compare_both(const struct object *a, const struct object *b)
{
    int order = compare_names(a, b);
    return order != 0 || !is_in_hierarchy(a) ? order : sort_order(a->facts->place, b->facts->place);
}

static int by_both(const void *a, const void *b)
{
    return compare_both(*(struct object *const *)a, *(struct object *const *)b);
}

static int by_name(const void *a, const void *b)
{
    return compare_names(*(struct object *const *)a, *(struct object *const *)b);
}

static int by_place_of_change(const void *a, const void *b)
{
    return compare_places_of_changes(*(struct object *const *)a, *(struct object *const *)b);
}

static void list_objects(struct change_list *changes, struct changed_objects *list, const struct vrmlint_report *report)
{
    list->items = arena_array(changes->arena, report->fact_count, sizeof *list->items);
    for (size_t i = 0; i < report->fact_count; i++) {
        const struct object next = {.facts = &report->facts[i], .count = 1};
        if (list->count > 0 && compare_both(&list->items[list->count - 1], &next) == 0) {
            list->items[list->count - 1].count++;
        } else {
            list->items[list->count++] = next;
        }
    }
    list->open = arena_array(changes->arena, list->count, sizeof(struct object *));
    for (size_t i = 0; i < list->count; i++) {
        list->open[list->open_count++] = &list->items[i];
    }
}

/* Returns the own name of a joint, which follows that of its spring; that of other objects as it is. */
static const char *own_name_of_change(const struct vrmlint_fact *fact)
{
    const char *name = fact->of;
    for (const char *at = name; fact->kind == VRMLINT_FACT_JOINT && (at = strstr(at, SEPARATOR)) != NULL; at++) {
        name = at + strlen(SEPARATOR);
    }
    return name;
}

static bool is_unnamed(const struct object *object)
{
    return *own_name_of_change(object->facts) == '#';
}

/* Whether at least half of the facts about two objects with different names are equal. */
static bool is_alike(const struct object *a, const struct object *b)
{
    size_t most = a->count > b->count ? a->count : b->count;
    size_t same = 0;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        int order = strcmp(a->facts[i].what, b->facts[k].what);
        same += order == 0 && strcmp(a->facts[i].value, b->facts[k].value) == 0;
        i += order <= 0;
        k += order >= 0;
    }
    return same * 2 >= most;
}

/* How objects of the two sides are matched. */
enum change_matching { MATCH_BOTH, MATCH_UNNAMED, MATCH_NAME, MATCH_PLACE, MATCHINGS };

static bool may_match(enum change_matching matching, const struct object *a, const struct object *b)
{
    switch (matching) {
    case MATCH_UNNAMED:
        return a->facts->place != 0 && is_unnamed(a) && is_unnamed(b) && is_in_hierarchy(a);
    case MATCH_PLACE:
        return a->facts->place != 0 && a->facts->kind != VRMLINT_FACT_BONE && (is_in_hierarchy(a) || is_alike(a, b));
    default:
        return true;
    }
}

static void drop_matched(struct changed_objects *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->open_count; i++) {
        if (list->open[i]->match == NULL) {
            list->open[kept++] = list->open[i];
        }
    }
    list->open_count = kept;
}

/* Matches the objects that are equal by name, by place or by both, in their order. */
static void match_objects(struct change_list *changes, enum change_matching matching)
{
    struct changed_objects *old = &changes->sides[0];
    struct changed_objects *now = &changes->sides[1];
    bool places = matching == MATCH_UNNAMED || matching == MATCH_PLACE;
    int (*order)(const void *, const void *) = places ? by_place_of_change : matching == MATCH_NAME ? by_name : by_both;
    sort_array(changes->arena, old->open, old->open_count, sizeof *old->open, order);
    sort_array(changes->arena, now->open, now->open_count, sizeof *now->open, order);
    for (size_t i = 0, k = 0; i < old->open_count && k < now->open_count;) {
        int side = order(&old->open[i], &now->open[k]);
        arena_pulse(changes->arena);
        if (side == 0 && may_match(matching, old->open[i], now->open[k])) {
            old->open[i]->match = now->open[k];
            now->open[k]->match = old->open[i];
        }
        i += side <= 0;
        k += side >= 0;
    }
    drop_matched(old);
    drop_matched(now);
}

/* ---- other names ---- */

static int compare_other_names(const void *left, const void *right)
{
    const struct other_name *a = left;
    const struct other_name *b = right;
    int order = strcmp(a->before, b->before);
    return order != 0 ? order : strcmp(a->after, b->after);
}

static void add_other_name(struct change_list *changes, const char *before, const char *after)
{
    if (strcmp(before, after) != 0) {
        *ARENA_ADD(changes->arena, changes->names, changes->name_count) = (struct other_name){before, after};
    }
}

/* Lists the nodes that have other names than before: those of joints, colliders and constraints, and the bones. */
static void list_other_names(struct change_list *changes)
{
    const struct changed_objects *old = &changes->sides[0];
    for (size_t i = 0; i < old->count; i++) {
        const struct object *a = &old->items[i];
        const struct object *b = a->match;
        if (b != NULL && a->facts->place != 0 && a->facts->place == b->facts->place) {
            bool bone = a->facts->kind == VRMLINT_FACT_BONE;
            if (bone || (is_in_hierarchy(a) && a->facts->kind != VRMLINT_FACT_SPRING)) {
                add_other_name(changes, bone ? a->facts->value : own_name_of_change(a->facts),
                               bone ? b->facts->value : own_name_of_change(b->facts));
            }
        }
    }
    sort_array(changes->arena, changes->names, changes->name_count, sizeof *changes->names, compare_other_names);
}

/* Whether a property refers to a node by its name, which only became another one. */
static bool is_other_name(const struct change_list *changes, const struct vrmlint_fact *before,
                          const struct vrmlint_fact *after)
{
    const char *last = strrchr(before->what, '.');
    last = last == NULL ? before->what : last + 1;
    const struct other_name wanted = {before->value, after->value};
    bool node = strcmp(last, "center") == 0 || strcmp(last, "source") == 0 || strcmp(last, "node") == 0;
    return node && changes->name_count > 0 &&
           bsearch(&wanted, changes->names, changes->name_count, sizeof wanted, compare_other_names) != NULL;
}

/* ---- changes ---- */

/* Returns the value of a property; NULL without one, such as a spring without a center. */
static const char *value_of_fact(const struct vrmlint_fact *fact)
{
    return fact == NULL || *fact->value == '\0' ? NULL : fact->value;
}

/* Compares an object that both sides have. Properties with the same name, as of objects with the same name, are
 * compared in their order. */
static void compare_object(struct change_list *changes, const struct object *old, const struct object *now)
{
    size_t begin = changes->count;
    const struct vrmlint_fact *a = old->facts;
    const struct vrmlint_fact *b = now->facts;
    if (strcmp(own_name_of_change(a), own_name_of_change(b)) != 0 && !(is_unnamed(old) && is_unnamed(now))) {
        add_change(changes,
                   (struct vrmlint_change){b->kind, b->of, "name", own_name_of_change(a), own_name_of_change(b), true});
    }
    for (size_t i = 0, k = 0; i < old->count || k < now->count;) {
        int order = i == old->count ? 1 : k == now->count ? -1 : strcmp(a[i].what, b[k].what);
        const struct vrmlint_fact *fact = order > 0 ? &b[k] : &a[i];
        const char *before = value_of_fact(order > 0 ? NULL : &a[i]);
        const char *after = value_of_fact(order < 0 ? NULL : &b[k]);
        bool named = order == 0 && b->kind == VRMLINT_FACT_EXPRESSION && strcmp(fact->what, "name") == 0;
        if (named || (order == 0 && b->kind != VRMLINT_FACT_BONE && is_other_name(changes, &a[i], &b[k]))) {
            /* follows from another name, which is reported */
        } else if (before == NULL || after == NULL ? before != after : strcmp(before, after) != 0) {
            bool renamed = b->kind == VRMLINT_FACT_BONE && a->place == b->place && a->place != 0;
            add_change(changes, (struct vrmlint_change){b->kind, b->of, fact->what, before, after, renamed});
        }
        i += order <= 0;
        k += order >= 0;
    }
    if (changes->count > begin + 1) { /* what else changed is reported under the new name */
        changes->items[begin].only_name = false;
    }
}

/* Whether an object comes before the spring with a name of length bytes. */
static bool is_spring_before(const struct object *object, const char *name, size_t length)
{
    return object->facts->kind == VRMLINT_FACT_SPRING && strncmp(object->facts->of, name, length) < 0;
}

/* Whether an object is a joint whose spring the other side lacks too; reporting the spring is enough then. */
static bool goes_with_spring(const struct object *object, const struct changed_objects *list)
{
    const char *name = object->facts->of;
    const char *own = own_name_of_change(object->facts);
    size_t length = own == name ? 0 : (size_t)(own - name) - strlen(SEPARATOR);
    size_t at;
    if (own == name) {
        return false;
    }
    SORT_SEARCH(at, 0, list->count, is_spring_before(&list->items[at], name, length));
    const struct vrmlint_fact *spring = at == list->count ? NULL : list->items[at].facts;
    return spring != NULL && spring->kind == VRMLINT_FACT_SPRING && strncmp(spring->of, name, length) == 0 &&
           spring->of[length] == '\0' && list->items[at].match == NULL;
}

/* Reports the objects of both sides by their names. Objects that both have are where the new side has them. */
static void compare_facts(struct change_list *changes)
{
    const struct changed_objects *old = &changes->sides[0];
    const struct changed_objects *now = &changes->sides[1];
    for (size_t i = 0, k = 0; i < old->count || k < now->count;) {
        arena_pulse(changes->arena);
        if (i < old->count && old->items[i].match != NULL) {
            i++;
            continue;
        }
        int order = i == old->count ? 1 : k == now->count ? -1 : compare_names(&old->items[i], &now->items[k]);
        const struct object *object = order < 0 ? &old->items[i++] : &now->items[k++];
        if (object->match != NULL) {
            compare_object(changes, object->match, object);
        } else if (!goes_with_spring(object, order < 0 ? old : now)) {
            add_change(changes, (struct vrmlint_change){object->facts->kind, object->facts->of, "",
                                                        order < 0 ? "" : NULL, order < 0 ? NULL : "", false});
        }
    }
}

static void compare_figures(struct change_list *changes, const struct vrmlint_report *old,
                            const struct vrmlint_report *after)
{
    size_t count = old->figure_count;
    struct vrmlint_measure *before = arena_array(changes->arena, count, sizeof *before);
    if (count > 0) {
        memcpy(before, old->figures, count * sizeof *before);
    }
    sort_array(changes->arena, before, count, sizeof *before, text_compare);
    for (size_t i = 0; i < after->figure_count; i++) {
        const struct vrmlint_measure *now = &after->figures[i];
        size_t at;
        arena_pulse(changes->arena);
        SORT_SEARCH(at, 0, count, text_compare(&before[at], now) < 0);
        if (at < count && text_compare(&before[at], now) == 0 && before[at].value != now->value) {
            add_change(changes, (struct vrmlint_change){VRMLINT_FACT_FIGURE, "", now->name,
                                                        arena_printf(changes->arena, "%.0f", before[at].value),
                                                        arena_printf(changes->arena, "%.0f", now->value), false});
        }
    }
}

const struct vrmlint_change *changes_list(struct arena *arena, const struct vrmlint_report *before,
                                          const struct vrmlint_report *after, size_t *count)
{
    struct change_list *changes = arena_alloc(arena, sizeof *changes);
    changes->arena = arena;
    if (before->facts != NULL && after->facts != NULL) {
        list_objects(changes, &changes->sides[0], before);
        list_objects(changes, &changes->sides[1], after);
        for (int i = 0; i < MATCHINGS; i++) {
            match_objects(changes, (enum change_matching)i);
        }
        list_other_names(changes);
        compare_facts(changes);
    }
    compare_figures(changes, before, after);
    *count = changes->count;
    return changes->items;
}
