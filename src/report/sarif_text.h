/* Texts of SARIF. Private to the command. */
#ifndef VRMLINT_REPORT_SARIF_TEXT_H
#define VRMLINT_REPORT_SARIF_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

/* Writes part of a sentence. Text of a file that could be read as a link, "[a](b)", or, unless placeholders are
 * allowed, as a placeholder, is escaped (SARIF, sections 3.11.5 and 3.11.6). */
void sarif_print_part(FILE *out, const char *text, bool placeholders);

/* Writes a whole sentence in quotes, with its full stop. */
void sarif_print_sentence(FILE *out, const char *text, enum vrmlint_language language, bool placeholders);

/* Writes "name": {"text": "..."}. */
void sarif_print_message(FILE *out, const char *name, const char *text, enum vrmlint_language language, bool first);

/* Writes the name of a variant as an id: "adjacent" for "ADJACENT". */
void sarif_print_variant(FILE *out, const char *variant);

#endif
