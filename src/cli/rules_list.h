/* The table of rules in the forms that people and tools want. */
#ifndef VRMLINT_CLI_RULES_LIST_H
#define VRMLINT_CLI_RULES_LIST_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

/* Length of the part of a rule's id before the slash. */
size_t rules_family_length(const struct vrmlint_rule *rule);

/* A line per rule: id, severity, whether it is opt-in, summary. family: only that one's; NULL: all. Returns how many.
 */
size_t rules_text(FILE *out, enum vrmlint_language language, const char *family);

/* {"tool": ..., "rules": [{...}, ...]} with every field of the table. */
void rules_json(FILE *out);

/* A table in Markdown. */
void rules_markdown(FILE *out, enum vrmlint_language language);

/* The manual page vrmlint-rules(7). */
void rules_mdoc(FILE *out, enum vrmlint_language language);

#endif
