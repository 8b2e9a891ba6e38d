#include "checks/absent.h"

#include <string.h>

#include "base/sort.h"

static void add(struct check *check, struct finding *finding, const char *list, bool is_name)
{
    if (finding == NULL || finding->counted) {
        return;
    }
    check->absent =
        arena_grow(check->arena, check->absent, check->absent_count, &check->absent_room, sizeof *check->absent);
    check->absent[check->absent_count++] = (struct absent){finding, list, is_name};
}

void absent_note(struct check *check, struct finding *finding, const char *list)
{
    add(check, finding, list, false);
}

void absent_note_name(struct check *check, struct finding *finding, const char *list)
{
    add(check, finding, list, true);
}

/* By list, names first. */
static int compare(const void *left, const void *right)
{
    const struct absent *a = left;
    const struct absent *b = right;
    int order = strcmp(a->list, b->list);
    return order != 0 ? order : b->is_name - a->is_name;
}

static bool follow(const struct check *check, struct finding *finding, struct finding *cause)
{
    /* who asks for a rule by its name, and not for the cause's, hears of it */
    if (finding->cause != NULL ||
        (findings_named(check->findings, finding->rule) && !findings_named(check->findings, cause->rule))) {
        return false;
    }
    if (cause->severity < finding->severity) {
        finding_severity(cause, finding->severity);
    }
    /* what is worse is said, whatever it follows from */
    finding->cause = cause->severity >= finding->severity ? cause : NULL;
    return finding->cause != NULL;
}

bool absent_apply(struct check *check)
{
    struct finding *cause = NULL;
    bool any = false;
    sort_array(check->arena, check->absent, check->absent_count, sizeof *check->absent, compare);
    for (size_t i = 0; i < check->absent_count; i++) {
        const struct absent *absent = &check->absent[i];
        if (i == 0 || strcmp(absent->list, absent[-1].list) != 0) {
            cause = absent->is_name ? absent->finding : NULL;
        } else if (cause != NULL && !absent->is_name) {
            any = follow(check, absent->finding, cause) || any;
        }
    }
    return any;
}
