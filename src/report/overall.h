/* The verdict about a file in a few words, which a page shows first. */
#ifndef VRMLINT_REPORT_OVERALL_H
#define VRMLINT_REPORT_OVERALL_H

#include "report/print.h"

/* From best to worst. */
enum overall {
    OVERALL_FINE,
    OVERALL_ACCEPTED,
    OVERALL_NOTHING,
    OVERALL_ADVICE,
    OVERALL_LOOK,
    OVERALL_FIX,
    OVERALL_UNREADABLE
};

enum overall overall_of(const struct vrmlint_report *report);

/* Returns one letter for style sheets: f, n, i, w, e or t. */
char overall_letter(enum overall verdict);

/* Returns "3 things to fix, 2 to look at", and how much a baseline or settings have accepted; in room. */
const char *overall_print(struct words_room *room, enum vrmlint_language language, const struct vrmlint_report *report);

/* Returns the sentence that explains a verdict. */
enum message overall_meaning(enum overall verdict);

#endif
