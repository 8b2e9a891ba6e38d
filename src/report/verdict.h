/* The verdict of a report for each app: what the app does with the file, as far as the findings state it. */
#ifndef VRMLINT_VERDICT_H
#define VRMLINT_VERDICT_H

#include "message/claims.h"
#include "report/print.h"

/* From harmless to worst. Names in reports are these in lower case, with hyphens. */
enum app_verdict_kind {
    APP_LOADS_FINE,   /* as far as it was checked */
    APP_LOADS_OTHERS, /* "differs": it loads, with another look or motion than the specification or other apps have */
    APP_UNKNOWN,      /* nothing is known about the app for an error of the file */
    APP_LOSES,        /* it loads without a part of the file */
    APP_MAY_REFUSE,   /* it refuses some of the files with such findings */
    APP_HANGS,        /* loading may never end */
    APP_NO_AVATAR,    /* a plain model is loaded */
    APP_REFUSES,      /* loading stops with an error */
    APP_VERDICTS
};

/* The apps that have verdicts. */
enum verdict_app { VERDICT_THREE_VRM, VERDICT_UNIVRM, VERDICT_BLENDER, VERDICT_APPS };

/* The kinds of parts that an app may lose. */
enum { VERDICT_PARTS = EFFECT_DROPS_IMAGE - EFFECT_DROPS_SPRINGS + 1 };

struct app_verdict {
    enum verdict_app app;
    enum app_verdict_kind kind;
    unsigned lost; /* of APP_LOSES: a bit 1 << (effect - EFFECT_DROPS_SPRINGS) for each kind of part */
};

/* Return the name of an app in claims, its version, and the name of a verdict in reports. */
const char *verdict_app_name(enum verdict_app app);
const char *verdict_app_version(enum verdict_app app);
const char *verdict_kind_name(enum app_verdict_kind kind);

/* Returns the name of an app as people who read that language know it. */
const char *verdict_app_in(struct words_room *room, enum vrmlint_language language, enum verdict_app app);

/* Returns the app of a name, in any case and also for short ("blender"); VERDICT_APPS if there is none. name has length
 * bytes. */
enum verdict_app verdict_app_by_name(const char *name, size_t length);

/* Whether a file is an avatar or an animation of VRM, or has the name of one. Others have verdicts if they can't be
 * read, which reports of a line for each finding leave out. */
bool verdict_is_of_avatar(const struct vrmlint_report *report);

/* Writes the verdict for each app that the user asked for, in the order of enum verdict_app. Returns their number: 0
 * for a file that isn't VRM and for one that couldn't be read. Findings that aren't shown count if shown->whole is set.
 */
size_t verdicts_of(const struct vrmlint_report *shown, struct app_verdict verdicts[VERDICT_APPS]);

/* Whether a finding matters to one of the apps that the user asked for (report->apps), or to any. */
bool verdict_matters(const struct vrmlint_report *report, const struct vrmlint_finding *finding);

/* Whether an app that the user asked for can't use the file: it refuses it, may never finish, or loads no avatar.
 * losses: also whether it may refuse it or loses a part of it. */
bool verdicts_fail(const struct vrmlint_report *report, bool losses);

/* Whether a finding of the report is a reason for a verdict of it. */
bool verdict_rests_on(const struct app_verdict *verdict, const struct vrmlint_report *report,
                      const struct vrmlint_finding *finding);

/* Returns the name of the next kind of part in verdict->lost from bit *at on ("springs"), and moves *at behind it; NULL
 * at the end. words receives the words for it; may be NULL. */
const char *verdict_lost(const struct app_verdict *verdict, unsigned *at, enum message *words);

/* Returns what an app does, as words: "loads it without springs and colliders". */
const char *verdict_words(struct words_room *room, enum vrmlint_language language, const struct app_verdict *verdict);

/* Returns the colour of a verdict. */
enum paint verdict_paint(enum app_verdict_kind kind);

/*
 * Writes the verdicts as lines: a line for each app with which something happens, the worst first, and one for the rest
 * together; apps of which nothing is known come last. Returns their number, at most VERDICT_LINES. short_names: apps
 * without what people know of them.
 */
#define VERDICT_LINES 4
struct verdict_line {
    enum app_verdict_kind kind;
    struct words_room text;
};
size_t verdict_lines(struct verdict_line lines[VERDICT_LINES], enum vrmlint_language language,
                     const struct vrmlint_report *report, bool short_names);

#endif
