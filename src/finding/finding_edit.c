/* Edits of findings: those that checks attach, and those that follow from the message alone. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_value.h"
#include "finding/finding.h"
#include "ids/all.h"

/* An edit that a row EDITS lists for a message. */
struct step {
    enum vrmlint_edit_kind kind;
    const char *where;
    const char *value;
};

static void add_edit(struct finding *finding, const struct vrmlint_edit *edit)
{
    struct arena *arena = findings_arena(finding->owner);
    if (finding->edits == NULL) {
        finding->edits = arena_alloc(arena, sizeof *finding->edits);
    }
    struct finding_edits *edits = finding->edits;
    if ((edits->count & (edits->count - 1)) == 0) { /* full */
        struct vrmlint_edit *larger = arena_array(arena, edits->count == 0 ? 1 : 2 * edits->count, sizeof *larger);
        if (edits->count > 0) {
            memcpy(larger, edits->list, edits->count * sizeof *larger);
            arena_discard(arena, edits->list);
        }
        edits->list = larger;
    }
    edits->list[edits->count++] = *edit;
}

static const char *copy_text(const struct finding *finding, const char *text)
{
    return text == NULL ? NULL : arena_copy(findings_arena(finding->owner), text, strlen(text));
}

bool finding_wants_edits(struct finding *finding)
{
    if (finding == NULL) {
        return false;
    }
    finding->fixable = true;
    return !finding->counted && findings_want_edits(finding->owner);
}

bool finding_edit(struct finding *finding, enum vrmlint_edit_kind kind, struct place place, const char *value)
{
    if (!finding_wants_edits(finding)) {
        return false;
    }
    struct buf pointer = BUF_INIT(findings_arena(finding->owner));
    place_write(&pointer, &place);
    add_edit(finding, &(struct vrmlint_edit){kind, buf_text(&pointer), copy_text(finding, value)});
    return true;
}

/* Resolves a relative pointer from the finding's own place. */
static const char *resolve_relative(const struct finding *finding, const char *where)
{
    size_t length = strlen(finding->pointer);
    char *rest;
    for (unsigned long up = strtoul(where, &rest, 10); up > 0; up--) {
        while (length > 0 && finding->pointer[length - 1] != '/') {
            length--;
        }
        assert(length > 0 && "a relative pointer leads above the root");
        length -= length > 0;
    }
    return arena_printf(findings_arena(finding->owner), "%.*s%s", (int)length, finding->pointer, rest);
}

bool finding_edit_at(struct finding *finding, enum vrmlint_edit_kind kind, const char *where, const char *value)
{
    if (!finding_wants_edits(finding)) {
        return false;
    }
    add_edit(finding, &(struct vrmlint_edit){kind, resolve_relative(finding, where), copy_text(finding, value)});
    return true;
}

void finding_set_number(struct finding *finding, const char *where, double value)
{
    finding_edit_at(finding, VRMLINT_EDIT_SET, where, json_number(&(struct json_value){""}, value));
}

void finding_set_numbers(struct finding *finding, const char *where, const double *values, size_t count)
{
    finding_edit_at(finding, VRMLINT_EDIT_SET, where, json_numbers(&(struct json_value){""}, values, count));
}

void finding_move(struct finding *finding, const char *from, const char *to)
{
    if (finding_wants_edits(finding)) {
        add_edit(finding, &(struct vrmlint_edit){VRMLINT_EDIT_MOVE, resolve_relative(finding, from),
                                                 resolve_relative(finding, to)});
    }
}

static void take_steps(struct finding *finding, const struct step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        finding_edit_at(finding, steps[i].kind, steps[i].where, steps[i].value);
    }
}

void finding_edit_as_listed(struct finding *finding)
{
    switch ((unsigned)finding->message) {
#define EDITS(name, ...)                                                                                               \
    case name: {                                                                                                       \
        static const struct step steps[] = {__VA_ARGS__};                                                              \
        take_steps(finding, steps, sizeof steps / sizeof *steps);                                                      \
        break;                                                                                                         \
    }
#define LEFT_OPEN(name)                                                                                                \
    case name:                                                                                                         \
        finding->fix = VRMLINT_FIX_NONE;                                                                               \
        break;
#define STEP(kind, where, value)                                                                                       \
    {                                                                                                                  \
        VRMLINT_EDIT_##kind, where, value                                                                              \
    }
#define REMOVE(where) STEP(REMOVE, where, NULL)
#define SET(where, value) STEP(SET, where, value)
#define WRAP(where, name) STEP(WRAP, where, name)
#define RENAME(where, name) STEP(RENAME, where, name)
#include "ids/edits_table.def"
#undef STEP
#undef SET
#undef REMOVE
#undef WRAP
#undef RENAME
#undef LEFT_OPEN
#undef EDITS
    default:
        break;
    }
}
