/* Tables that vrmlint explain prints beside rules: budgets of platforms, and symptoms. */
#ifndef VRMLINT_CLI_EXPLAIN_TABLES_H
#define VRMLINT_CLI_EXPLAIN_TABLES_H

#include "vrmlint.h"

/* Prints the budgets that platforms publish: "cluster  https://..., 2021-01", then its limits. Each line begins with
 * indent spaces. */
void explain_budgets(int indent);

/* Prints all symptoms, one per line. */
void explain_all_symptoms(enum vrmlint_language language);

/* Prints the symptoms that are most similar to some words, with their rules. Returns false if none is similar. */
bool explain_symptoms(enum vrmlint_language language, const char *words);

#endif
