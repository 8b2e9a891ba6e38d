/* The three dialects of VRM, and what one judgement is called in each. */
#ifndef VRMLINT_CHECKS_BODY_DIALECTS_H
#define VRMLINT_CHECKS_BODY_DIALECTS_H

#include "finding/finding.h"

enum dialect { DIALECT_VRM1, DIALECT_VRM0, DIALECT_ANIMATION, DIALECTS };

/* The message of a dialect for one of VRM 1.0, by dialects.def: MESSAGE_NONE if the dialect has none, and the message
 * itself if the table doesn't have it. */
enum message twin_of(enum dialect dialect, enum message message);

/* Reports the message of the dialect, if it has one, with those of the arguments that it has places for. */
struct finding *report_twin(struct findings *findings, enum dialect dialect, enum message message, struct place place,
                            const struct argument *arguments);

/* The same for a place that a finding relates. */
void relate_twin(struct finding *finding, enum dialect dialect, enum message message, struct place place,
                 const struct argument *arguments);

/* finding_blame() likewise. */
void blame_twin(struct finding *finding, enum dialect dialect, enum message message, struct place place,
                const struct argument *arguments);

#endif
