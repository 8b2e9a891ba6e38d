/* What apps did with files in which the value at one place was wrong: lookups in the table outcomes.def. */
#ifndef VRMLINT_OUTCOMES_H
#define VRMLINT_OUTCOMES_H

#include "vrmlint.h"

/* The apps of the table. */
enum outcome_app { OUTCOME_THREE_VRM, OUTCOME_UNIVRM, OUTCOME_APPS };

/* What a file is, as apps decide it: the letters of the column "files" of the table. */
enum outcome_file { OUTCOME_VRM_1_0 = '1', OUTCOME_VRM_0_X = '0', OUTCOME_ANIMATION = 'a', OUTCOME_OTHER = '?' };

/* Returns what a report's file is. */
enum outcome_file outcome_file_of(const struct vrmlint_report *report);

/* What else of a file decides what apps do with it. */
struct outcome_context {
    enum outcome_file file;
    enum outcome_file in_univrm; /* what UniVRM takes the file for, which depends on its name too */
    bool has_meshes; /* false: an avatar without meshes, whose accessors and buffers apps don't read, as a rule */
    const struct vrmlint_report *report;
};
struct outcome_context outcome_context_of(const struct vrmlint_report *report);

/* Writes what each app did with files that have a finding: a letter of the table, or '\0' if it isn't in the table. */
void outcomes_of_finding(enum outcome_file file, const struct vrmlint_finding *finding, char outcomes[OUTCOME_APPS]);

/* Whether a finding is about an index that is written with a fraction or an exponent: UniVRM refuses these. Of integers
 * above 32 bits, it takes the lowest 32 bits. */
bool outcome_is_no_integer(const struct vrmlint_finding *finding);

#endif
