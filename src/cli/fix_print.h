/* The output of vrmlint fix for one file. */
#ifndef VRMLINT_CLI_FIX_PRINT_H
#define VRMLINT_CLI_FIX_PRINT_H

#include <stdio.h>

#include "report/print.h"
#include "vrmlint.h"

struct fix_printing {
    enum vrmlint_language language;
    bool color;
    bool quiet;   /* nothing is printed for files without fixes */
    bool written; /* the fixes have been made, not only found */
    bool several; /* several files: each patch is on a line of its own, with the path */
    size_t width;
};

/* Prints the fixes, each with its finding and the lines before and after. Returns false if there are none to print. */
bool fix_print_made(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* Prints the same, and the findings that were to be fixed but remain. */
void fix_print_text(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* Prints the patch of all fixes, RFC 6902. */
void fix_print_patch(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* Returns why a finding remains, as a clause. */
const char *fix_print_reason(struct words_room *room, enum vrmlint_language language, const struct vrmlint_left *left);

#endif
