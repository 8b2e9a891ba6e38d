/* Texts as SARIF has them. Private to the command. */
#ifndef VRMLINT_REPORT_SARIF_TEXT_H
#define VRMLINT_REPORT_SARIF_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

/* Part of a sentence. Where the text of a file could be taken for a link, "[a](b)", or, unless it may hold
 * placeholders, for one of those, it is escaped (SARIF, sections 3.11.5 and 3.11.6). */
void sarif_print_part(FILE *out, const char *text, bool placeholders);

/* The same in quotes, with its full stop. */
void sarif_print_sentence(FILE *out, const char *text, enum vrmlint_language language, bool placeholders);

/* "name": {"text": "..."} */
void sarif_print_message(FILE *out, const char *name, const char *text, enum vrmlint_language language, bool first);

/* "ADJACENT" as ids are written: "adjacent". */
void sarif_print_variant(FILE *out, const char *variant);

#endif
