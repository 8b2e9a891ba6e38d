/* Determines whether a side of a comparison was checked for a finding of the other side. */
#ifndef VRMLINT_MESSAGE_LOOKED_FOR_H
#define VRMLINT_MESSAGE_LOOKED_FOR_H

#include "base/arena.h"
#include "base/text_map.h"
#include "vrmlint.h"

enum looked_for {
    LOOKED_FOR,
    LOOKED_FOR_UNREAD,   /* what the rule needs could not be read, or was left out */
    LOOKED_FOR_SETTINGS, /* the rule may have been off, or its findings left out */
};

/* A side. Initialize it with looked_for_begin(). */
struct looked_side {
    struct arena *arena;
    const struct vrmlint_report *report; /* of this side */
    struct text_map lacking;             /* what the other side skipped */
    struct text_map rules;               /* what is known of a rule, by its id */
    struct text_map broken;              /* findings about values of a wrong type, by their pointers and families */
    const struct vrmlint_finding *cut;   /* the finding that the file is cut off; NULL: it isn't */
    bool other_rules, other_settings;    /* the runs differ in them */
    struct vrmlint_skipped *unread;      /* the reasons of all answers LOOKED_FOR_UNREAD so far, each once */
    size_t unread_count;
};

/* report, other: NULL if the side lacks the file. Then looked_for() must not be called. */
void looked_for_begin(struct looked_side *side, struct arena *arena, const struct vrmlint_report *report,
                      const struct vrmlint_report *other);

/* Whether the side, which doesn't have this finding of the other side, was checked for it. Its pointer may be NULL if
 * it is unknown. */
enum looked_for looked_for(struct looked_side *side, const struct vrmlint_finding *finding);

#endif
