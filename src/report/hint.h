/* That vrmlint fix can fix some of what was found. */
#ifndef VRMLINT_REPORT_HINT_H
#define VRMLINT_REPORT_HINT_H

#include "report/report.h"

struct hint {
    size_t findings; /* that it fixes unless it is asked for more */
    size_t files;    /* with such */
    char *path;      /* of the first, as a word for a shell; freed by the owner */
};

/* Counts those of a file; hint may be NULL. False when memory is short. */
bool hint_count(struct hint *hint, const struct vrmlint_report *report);

/* Says so in a line, if there were any; hint may be NULL. */
void hint_put(const struct reporter *reporter, const struct hint *hint);

#endif
