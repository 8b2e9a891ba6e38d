/* What says the same of many things for one reason. */
#include <string.h>

#include "base/pointer.h"
#include "base/sort.h"
#include "checks/causes.h"
#include "ids/rules.h"
#include "vrm/about.h"

/* The most places that one finding relates because it holds of them too; the data give the whole count. */
enum { REPEATS_RELATED = 1000 };

enum repeat_key { KEY_NONE, KEY_CULPRIT, KEY_WORST, KEY_PAIR, KEY_LIST, KEY_NODE, KEY_FILE, KEY_RULE };

static const enum repeat_key keys[RULE_LIMIT] = {
#define CAUSE(cause, scope, consequence)
#define REPEAT(rule, key) [RULE_##rule] = KEY_##key,
#include "checks/causes.def"
#undef CAUSE
#undef REPEAT
};

/* A finding, and what must be equal for others to repeat it. */
struct repeated {
    struct finding *finding;
    const char *culprit; /* a pointer, "" for none, of which so many bytes count */
    size_t length;
    size_t things[2];
    double depth; /* of WORST */
    size_t order;
};

/* Notes that two springs have to do with each other; partners: per spring, SPRINGS_NONE, or NO_PAIR for several. */
#define NO_PAIR (SPRINGS_NONE - 1)
static void pair_up(size_t *partners, size_t spring, size_t other)
{
    if (spring != SPRINGS_NONE && other != SPRINGS_NONE) {
        partners[spring] = partners[spring] == SPRINGS_NONE || partners[spring] == other ? other : NO_PAIR;
    }
}

/* The springs that findings of pairs speak of. If a third comes in, which are told of together depends on their order
 * in the file, and a baseline would not know them in another. */
static const size_t *pairs_of(struct check *check, struct arena *arena)
{
    const struct avatar *avatar = check->avatar;
    size_t count = avatar->springs->spring_count + avatar->vrm0->group_count;
    size_t *partners = arena_array(arena, count, sizeof *partners);
    for (size_t i = 0; i < count; i++) {
        partners[i] = SPRINGS_NONE;
    }
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        size_t spring = keys[f->rule] == KEY_PAIR ? cause_spring(avatar, &f->place) : SPRINGS_NONE;
        for (size_t i = 0; spring != SPRINGS_NONE && i < f->named_count; i++) {
            struct place related = place_at(f->related[i].pointer);
            pair_up(partners, spring, cause_spring(avatar, &related));
            pair_up(partners, cause_spring(avatar, &related), spring);
        }
    }
    return partners;
}

/* How much of a pointer leads to the list that it leads into; all of it, and more, where it leads into none. */
static size_t list_length(const char *pointer)
{
    const char *slash = strrchr(pointer, '/');
    size_t index;
    return slash != NULL && pointer_token_index(slash + 1, strlen(slash + 1), &index) ? (size_t)(slash - pointer)
                                                                                      : strlen(pointer) + 1;
}

static double depth_of(const struct finding *finding)
{
    double depth = 0;
    for (size_t i = 0; i < finding->data_count; i++) {
        depth = strcmp(finding->data[i].name, "depth") == 0 ? finding->data[i].value : depth;
    }
    return depth;
}

static struct repeated repeated_of(const struct avatar *avatar, const size_t *partners, struct finding *finding,
                                   size_t order)
{
    struct repeated repeated = {.finding = finding, .culprit = "", .order = order};
    bool relates = finding->related_count > 0;
    const char *culprit = relates ? finding->related[0].pointer : "";
    struct place related;
    switch (keys[finding->rule]) {
    case KEY_WORST:
        repeated.depth = depth_of(finding);
        /* fall through */
    case KEY_CULPRIT:
        repeated.culprit = culprit;
        repeated.length = strlen(culprit);
        repeated.things[0] = relates ? 0 : order + 1; /* without a culprit, by itself */
        break;
    case KEY_PAIR:
        related = place_at(culprit);
        repeated.things[0] = cause_spring(avatar, &finding->place);
        repeated.things[1] = relates ? cause_spring(avatar, &related) : SPRINGS_NONE;
        if (repeated.things[0] == SPRINGS_NONE || repeated.things[1] == SPRINGS_NONE ||
            partners[repeated.things[0]] == NO_PAIR || partners[repeated.things[1]] == NO_PAIR) {
            repeated.things[1] = SPRINGS_NONE - order; /* by itself */
        }
        break;
    case KEY_LIST:
        repeated.culprit = finding->pointer;
        repeated.length = list_length(finding->pointer);
        break;
    case KEY_NODE:
        repeated.things[0] = about_which_node(avatar, &finding->place);
        break;
    case KEY_NONE:
    case KEY_FILE:
    case KEY_RULE:
        break;
    }
    return repeated;
}

static int compare_keys(const struct repeated *a, const struct repeated *b)
{
    int order = sort_order(a->finding->rule, b->finding->rule);
    /* a culprit is one, whatever it spoils */
    enum repeat_key key = keys[a->finding->rule];
    if (key != KEY_CULPRIT && key != KEY_WORST && key != KEY_RULE) {
        order = sort_then(order, a->finding->message, b->finding->message);
    }
    order = sort_then(order, a->finding->severity, b->finding->severity);
    order = sort_then(order, a->things[0], b->things[0]);
    order = sort_then(order, a->things[1], b->things[1]);
    order = sort_then(order, a->length, b->length);
    return order != 0 ? order : memcmp(a->culprit, b->culprit, a->length);
}

static int compare(const void *left, const void *right)
{
    const struct repeated *a = left;
    const struct repeated *b = right;
    int order = compare_keys(a, b);
    if (order == 0 && a->depth != b->depth) {
        return a->depth > b->depth ? -1 : 1;
    }
    return sort_then(order, a->order, b->order);
}

/* The first of the group in the file, or the worst, speaks for all. */
static void say_once(struct check *check, const struct repeated *repeated, size_t begin, size_t end)
{
    struct finding *first = repeated[begin].finding;
    unsigned languages = findings_languages(check->findings);
    for (size_t i = begin + 1; i < end; i++) {
        const struct place *place = &repeated[i].finding->place;
        first->consequences += repeated[i].finding->consequences;
        finding_take_edits(first, repeated[i].finding);
        if (i - begin <= REPEATS_RELATED && first->related_count < (size_t)2 * FINDING_RELATED_MAX) {
            finding_relate_repeat(first, place,
                                  name_text(check->avatar, languages, the_place("thing", check->avatar, place, false)));
        }
    }
    finding_repeat(first, end - begin - 1);
}

static bool stays(void *context, const struct finding *finding)
{
    (void)context;
    return finding->cause == NULL;
}

void repeats_apply(struct check *check)
{
    size_t count = 0;
    for (const struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        count += keys[f->rule] != KEY_NONE;
    }
    if (count < 2) {
        return;
    }
    struct arena *arena = arena_open(check->arena);
    struct repeated *repeated = arena_array(arena, count, sizeof *repeated);
    const size_t *partners = pairs_of(check, arena);
    size_t at = 0;
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        if (keys[f->rule] != KEY_NONE) {
            repeated[at] = repeated_of(check->avatar, partners, f, at);
            at++;
        }
    }
    sort_array(arena, repeated, count, sizeof *repeated, compare);
    for (size_t begin = 0, end = 0; begin < count; begin = end) {
        for (end = begin + 1; end < count && compare_keys(&repeated[begin], &repeated[end]) == 0; end++) {
            repeated[end].finding->cause = repeated[begin].finding;
        }
        if (end > begin + 1) {
            say_once(check, repeated, begin, end);
        }
    }
    arena_close(arena);
    findings_keep(check->findings, stays, NULL);
}
