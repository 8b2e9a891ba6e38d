#include "checks/repeats.h"

enum { ALONE = 16 /* repeated entries of a list that have a finding each */ };

bool repeats_add(struct check *check, struct repeats *repeats, size_t entry)
{
    if (repeats->again == NULL) {
        repeats->again = arena_array(check->arena, tree_length(repeats->list), sizeof(bool));
    }
    repeats->again[entry] = true;
    repeats->more = repeats->count == ALONE ? entry : repeats->more;
    return repeats->count++ < ALONE;
}

size_t repeats_more(const struct repeats *repeats)
{
    return repeats->count > ALONE ? repeats->count - ALONE : 0;
}

void repeats_remove(struct check *check, struct finding *finding, const struct repeats *repeats)
{
    size_t count = tree_length(repeats->list);
    size_t kept = 0;
    if (!finding_wants_edits(finding)) {
        return;
    }
    double *numbers = arena_array(check->arena, count, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        if (!repeats->again[i] && !tree_number(tree_at(repeats->list, i), &numbers[kept++])) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* another rule reports the entry first */
            return;
        }
    }
    finding_set_numbers(finding, "1", numbers, kept);
}

static void report_repeat(const struct check *check, const struct repeats_rule *rule, size_t owner, size_t element,
                          size_t first, size_t second)
{
    struct argument taken[ARGUMENTS_MOST];
    struct finding *finding = report(check->findings, rule->one, place_of(rule->place, owner, second, NULL),
                                     ARGUMENTS(rule->owner.name(rule->owner.as, check->avatar, owner),
                                               rule->element.name(rule->element.as, check->avatar, element),
                                               COUNT("first", first), COUNT("second", second)));
    finding_relate(
        finding, rule->earlier, place_of(rule->place, owner, first, NULL),
        message_take(rule->earlier, ARGUMENTS(COUNT("first", first), COUNT("entry", first)), taken, ARGUMENTS_MOST));
}

void repeats_check(struct check *check, const struct repeats_rule *rule, size_t owner, const struct tree *list,
                   struct last_listed *last, size_t count)
{
    struct repeats repeats = {.list = list};
    size_t length = tree_length(list);
    for (size_t i = 0; i < length; i++) {
        size_t element;
        if (!tree_index(tree_at(list, i), count, &element)) {
            continue;
        }
        if (last[element].list != owner + 1) {
            last[element] = (struct last_listed){owner + 1, i};
        } else if (repeats_add(check, &repeats, i)) {
            report_repeat(check, rule, owner, element, last[element].entry, i);
        }
    }
    if (repeats_more(&repeats) > 0) {
        repeats_remove(check,
                       report(check->findings, rule->more, place_of(rule->place, owner, repeats.more, NULL),
                              ARGUMENTS(rule->owner.name(rule->owner.as, check->avatar, owner),
                                        COUNT("count", repeats_more(&repeats)), COUNT("entry", repeats.more))),
                       &repeats);
    }
}
