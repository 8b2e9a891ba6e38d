/* Copies a finished report out of the memory that was used to make it. */
#include <string.h>

#include "members.h"
#include "run/lint.h"

static void own_text(struct arena *arena, const char **text)
{
    *text = *text == NULL ? NULL : arena_copy(arena, *text, strlen(*text));
}

static void own_members(struct arena *arena, const struct member *members, char *in);

static void own_list(struct arena *arena, const struct member *member, char *in)
{
    size_t count;
    const void *from = member_elements(member, in, &count);
    char *to = from == NULL ? NULL : arena_array(arena, count, member->size);
    if (to != NULL && count > 0) {
        memcpy(to, from, count * member->size);
    }
    for (size_t i = 0; member->of != NULL && i < count; i++) {
        own_members(arena, member->of, to + i * member->size);
    }
    memcpy(in + member->offset, &to, sizeof to);
}

/* Replaces everything that a struct points to by copies. */
static void own_members(struct arena *arena, const struct member *members, char *in)
{
    for (const struct member *member = members; !member->ends; member++) {
        if (member->kind == MEMBER_TEXT || member->kind == MEMBER_PATH) {
            own_text(arena, (const char **)(in + member->offset));
        } else if (member->kind == MEMBER_WORDS) {
            struct vrmlint_text *words = (struct vrmlint_text *)(in + member->offset);
            for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
                own_text(arena, &words->in[language]);
            }
        } else if (member->kind == MEMBER_LIST || member->kind == MEMBER_MAP) {
            own_list(arena, member, in);
        } else if (member->kind == MEMBER_GROUP) {
            own_members(arena, member->of, in);
        }
    }
}

/* Replaces a run's report by a copy. Returns false if memory runs out. */
static bool copy_report(struct lint_run *run, const struct vrmlint_report *report)
{
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        return false;
    }
    arena_guard(run->arena, &guard);
    run->report = *report;
    own_members(run->arena, members_of_report, (char *)&run->report);
    arena_guard(run->arena, NULL);
    return true;
}

struct vrmlint_report *vrmlint_report_compact(struct vrmlint_report *report)
{
    struct lint_run *run = lint_run_new("");
    if (run == NULL) {
        return report;
    }
    if (!copy_report(run, report)) {
        arena_free(run->arena);
        return report;
    }
    vrmlint_report_free(report);
    return &run->report;
}
