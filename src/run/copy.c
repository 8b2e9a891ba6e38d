/* Copying a finished report out of the memory that its making took. */
#include <string.h>

#include "run/lint.h"

/* A member more must be copied here too, if it points to something. */
_Static_assert(sizeof(void *) != 8 || sizeof(struct vrmlint_report) == 23 * sizeof(void *),
               "vrmlint_report has changed");
_Static_assert(sizeof(void *) != 8 || sizeof(struct vrmlint_finding) == 21 * sizeof(void *),
               "vrmlint_finding has changed");

static const char *copy_text(struct arena *arena, const char *text)
{
    return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

static struct vrmlint_text copy_words(struct arena *arena, const struct vrmlint_text *from)
{
    struct vrmlint_text to;
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        to.in[language] = copy_text(arena, from->in[language]);
    }
    return to;
}

static void copy_finding(struct arena *arena, struct vrmlint_finding *to, const struct vrmlint_finding *from)
{
    *to = *from;
    to->message = copy_words(arena, &from->message);
    to->pointer = copy_text(arena, from->pointer);
    to->subject = copy_words(arena, &from->subject);
    to->excerpt = copy_text(arena, from->excerpt);
    to->fingerprint = copy_text(arena, from->fingerprint);
    struct vrmlint_related *related = arena_array(arena, from->related_count, sizeof *related);
    for (size_t i = 0; i < from->related_count; i++) {
        related[i].pointer = copy_text(arena, from->related[i].pointer);
        related[i].message = copy_words(arena, &from->related[i].message);
    }
    to->related = related;
    struct vrmlint_measure *data = arena_array(arena, from->data_count, sizeof *data);
    for (size_t i = 0; i < from->data_count; i++) {
        data[i].name = copy_text(arena, from->data[i].name);
        data[i].value = from->data[i].value;
    }
    to->data = data;
}

static void copy_lists(struct arena *arena, struct vrmlint_report *to, const struct vrmlint_report *from)
{
    struct vrmlint_extension *extensions = arena_array(arena, from->extension_count, sizeof *extensions);
    const char **unchecked = arena_array(arena, from->unchecked_count, sizeof *unchecked);
    struct vrmlint_skipped *skipped = arena_array(arena, from->skipped_count, sizeof *skipped);
    for (size_t i = 0; i < from->extension_count; i++) {
        extensions[i].name = copy_text(arena, from->extensions[i].name);
        extensions[i].version = copy_text(arena, from->extensions[i].version);
    }
    for (size_t i = 0; i < from->unchecked_count; i++) {
        unchecked[i] = copy_text(arena, from->unchecked[i]);
    }
    for (size_t i = 0; i < from->skipped_count; i++) {
        skipped[i].what = copy_words(arena, &from->skipped[i].what);
        skipped[i].why = copy_words(arena, &from->skipped[i].why);
    }
    to->extensions = extensions;
    to->unchecked = unchecked;
    to->skipped = skipped;
}

static void copy_curves(struct arena *arena, struct vrmlint_report *to, const struct vrmlint_report *from)
{
    struct vrmlint_curve *curves = arena_array(arena, from->curve_count, sizeof *curves);
    for (size_t i = 0; i < from->curve_count; i++) {
        float *degrees = arena_array(arena, from->curves[i].count, sizeof *degrees);
        if (from->curves[i].count > 0) {
            memcpy(degrees, from->curves[i].degrees, from->curves[i].count * sizeof *degrees);
        }
        curves[i] = from->curves[i];
        curves[i].subject = copy_words(arena, &from->curves[i].subject);
        curves[i].degrees = degrees;
    }
    to->curves = curves;
}

static void copy_ignored(struct arena *arena, struct vrmlint_report *to, const struct vrmlint_report *from)
{
    struct vrmlint_ignored *ignored = arena_array(arena, from->ignored_count, sizeof *ignored);
    for (size_t i = 0; i < from->ignored_count; i++) {
        ignored[i] = from->ignored[i];
        ignored[i].rule = copy_text(arena, from->ignored[i].rule);
        ignored[i].reason = copy_text(arena, from->ignored[i].reason);
        ignored[i].config = copy_text(arena, from->ignored[i].config);
    }
    to->ignored = ignored;
}

static const void *copy_array(struct arena *arena, const void *array, size_t count, size_t size)
{
    void *to = arena_array(arena, count, size);
    if (count > 0) {
        memcpy(to, array, count * size);
    }
    return to;
}

static const struct vrmlint_drawn_ring *copy_rings(struct arena *arena, const struct vrmlint_drawing *from)
{
    struct vrmlint_drawn_ring *rings = arena_array(arena, from->ring_count, sizeof *rings);
    for (size_t i = 0; i < from->ring_count; i++) {
        struct vrmlint_ring_member *members = arena_array(arena, from->rings[i].member_count, sizeof *members);
        for (size_t k = 0; k < from->rings[i].member_count; k++) {
            members[k].node = copy_words(arena, &from->rings[i].members[k].node);
            members[k].source = copy_words(arena, &from->rings[i].members[k].source);
            members[k].how = copy_text(arena, from->rings[i].members[k].how);
        }
        rings[i] = from->rings[i];
        rings[i].members = members;
    }
    return rings;
}

static void copy_drawing(struct arena *arena, struct vrmlint_report *report, const struct vrmlint_drawing *from)
{
    if (from == NULL) {
        return;
    }
    struct vrmlint_drawing *to = arena_alloc(arena, sizeof *to);
    struct vrmlint_drawn_chain *chains = arena_array(arena, from->chain_count, sizeof *chains);
    for (size_t i = 0; i < from->chain_count; i++) {
        chains[i] = from->chains[i];
        chains[i].subject = copy_words(arena, &from->chains[i].subject);
    }
    *to = *from;
    to->chains = chains;
    to->bones = copy_array(arena, from->bones, from->bone_count, sizeof *from->bones);
    to->colliders = copy_array(arena, from->colliders, from->collider_count, sizeof *from->colliders);
    to->limits = copy_array(arena, from->limits, from->limit_count, sizeof *from->limits);
    to->marks = copy_array(arena, from->marks, from->mark_count, sizeof *from->marks);
    to->rings = copy_rings(arena, from);
    report->drawing = to;
}

static void copy(struct lint_run *run, const struct vrmlint_report *from)
{
    struct vrmlint_report *to = &run->report;
    const char *path = to->path;
    *to = *from;
    to->path = path;
    to->trouble = copy_text(run->arena, from->trouble);
    to->generator = copy_text(run->arena, from->generator);
    copy_lists(run->arena, to, from);
    copy_curves(run->arena, to, from);
    copy_ignored(run->arena, to, from);
    copy_drawing(run->arena, to, from->drawing);
    struct vrmlint_finding *findings = arena_array(run->arena, from->finding_count, sizeof *findings);
    for (size_t i = 0; i < from->finding_count; i++) {
        copy_finding(run->arena, &findings[i], &from->findings[i]);
    }
    to->findings = findings;
}

struct vrmlint_report *vrmlint_report_compact(struct vrmlint_report *report)
{
    struct lint_run *run = lint_run_new(report->path);
    if (run == NULL) {
        return report;
    }
    jmp_buf guard;
    if (setjmp(guard) != 0) {
        arena_free(run->arena);
        return report;
    }
    arena_guard(run->arena, &guard);
    copy(run, report);
    arena_guard(run->arena, NULL);
    vrmlint_report_free(report);
    return &run->report;
}
