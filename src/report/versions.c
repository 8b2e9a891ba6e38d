#include "report/versions.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/sort.h"

struct version *versions_find(struct versions *versions, const char *text, size_t rule_count, size_t *room)
{
    size_t at;
    SORT_SEARCH(at, 0, versions->count, exporter_compare_versions(versions->list[at].text, text) < 0);
    if (at < versions->count && strcmp(versions->list[at].text, text) == 0) {
        return &versions->list[at];
    }
    size_t *with =
        *room == 0 || !grow_by_one(&versions->list, versions->count, &versions->capacity, sizeof *versions->list)
            ? NULL
            : calloc(rule_count, sizeof *with);
    if (with == NULL) {
        versions->incomplete = true;
        return NULL;
    }
    struct version *added = &versions->list[at];
    memmove(added + 1, added, (versions->count - at) * sizeof *added);
    *added = (struct version){.with = with};
    memcpy(added->text, text, strlen(text) + 1);
    versions->count++;
    --*room;
    return added;
}

void versions_free(struct versions *versions)
{
    for (size_t i = 0; i < versions->count; i++) {
        free(versions->list[i].with);
    }
    free(versions->list);
    *versions = (struct versions){0};
}

/* Whether files without a mistake are too many for chance (below one in twenty), if it were as frequent in them. */
static bool is_no_chance(const struct version_change *change)
{
    double chance = 1;
    double without = 1 - (double)change->with / (double)change->of;
    for (size_t i = 0; i < change->clean && chance > 0.05; i++) {
        chance *= without;
    }
    return change->clean > 0 && chance <= 0.05;
}

size_t versions_changes(const struct versions *versions, size_t rule, struct version_change changes[2])
{
    const struct version *list = versions->list;
    size_t first = 0;
    size_t last = versions->count;
    size_t count = 0;
    struct version_change brought = {.fixed = false};
    struct version_change fixed = {.fixed = true};
    while (first < versions->count && list[first].with[rule] == 0) {
        brought.clean += list[first++].files;
    }
    if (first == versions->count || versions->incomplete) {
        return 0;
    }
    while (list[last - 1].with[rule] == 0) {
        fixed.clean += list[--last].files;
    }
    for (size_t i = first; i < last; i++) {
        brought.of += list[i].files;
        brought.with += list[i].with[rule];
    }
    fixed.of = brought.of;
    fixed.with = brought.with;
    brought.version = &list[first];
    fixed.version = last < versions->count ? &list[last] : NULL;
    if (is_no_chance(&brought)) {
        changes[count++] = brought;
    }
    if (is_no_chance(&fixed)) {
        changes[count++] = fixed;
    }
    return count;
}
