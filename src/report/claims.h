/* A table of what apps do with a file that a rule reports. */
#ifndef VRMLINT_REPORT_CLAIMS_H
#define VRMLINT_REPORT_CLAIMS_H

#include "report/print.h"

/* Whether claims are those about most messages of a rule. */
bool claims_same_as_rule(const struct vrmlint_rule *rule, const struct vrmlint_claim *claims, size_t count);

/* Finds what apps do with files for which a rule reports one message, if it differs from most messages of the rule.
 * Returns the number of claims, or 0. */
size_t claims_of_message(const struct vrmlint_rule *rule, const char *variant, struct vrmlint_claim *claims);

/* Prints a line for each claim, indented and wrapped at width. */
void claims_text(FILE *out, enum vrmlint_language language, const struct vrmlint_claim *claims, size_t count,
                 int indent, size_t width);

/* Prints a table in Markdown. */
void claims_markdown(FILE *out, enum vrmlint_language language, const struct vrmlint_claim *claims, size_t count);

#endif
