/* The table of rules, in formats for people and tools. */
#ifndef VRMLINT_CLI_CMD_RULES_H
#define VRMLINT_CLI_CMD_RULES_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

/* Returns the length of the part of a rule's id before the slash. */
size_t rules_family_length(const struct vrmlint_rule *rule);

/* Writes a line per rule: id, severity, whether it is opt-in, summary. name: only rules of this family, or by_name
 * those with these words in what follows the slash of their id; NULL: all. Returns the number of rules. */
size_t rules_text(FILE *out, enum vrmlint_language language, const char *name, bool by_name);

#endif
