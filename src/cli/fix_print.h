/* What vrmlint fix prints of one file. */
#ifndef VRMLINT_CLI_FIX_PRINT_H
#define VRMLINT_CLI_FIX_PRINT_H

#include <stdio.h>

#include "report/print.h"
#include "vrmlint.h"

struct fix_printing {
    enum vrmlint_language language;
    bool color;
    bool quiet;   /* nothing of files without fixes */
    bool written; /* the fixes have been made, not only found */
    bool several; /* files: each patch on a line of its own, with the path */
    size_t width;
};

/* Prints the fixes, each with its finding and the lines before and after. False if that is nothing. */
bool fix_print_made(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* The same, and what was to be fixed and is left. */
void fix_print_text(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* The patch of all fixes, RFC 6902. */
void fix_print_patch(FILE *out, const struct fix_printing *how, const struct vrmlint_outcome *outcome);

/* Why a finding is left, in a clause. */
const char *fix_print_reason(struct words_room *room, enum vrmlint_language language, const struct vrmlint_left *left);

#endif
