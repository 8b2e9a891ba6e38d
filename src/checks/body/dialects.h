/* The three dialects of VRM, and the messages for the same judgement in each. */
#ifndef VRMLINT_CHECKS_BODY_DIALECTS_H
#define VRMLINT_CHECKS_BODY_DIALECTS_H

#include "finding/finding.h"

enum dialect { DIALECT_VRM1, DIALECT_VRM0, DIALECT_ANIMATION, DIALECTS };

/* Returns the dialect's message for a message of VRM 1.0, by the rows TWINS: MESSAGE_NONE if the dialect has none,
 * and the message itself if the table doesn't contain it. */
enum message twin_of(enum dialect dialect, enum message message);

/* Reports the message of the dialect, if it has one, with those arguments that the message uses. */
struct finding *report_twin(struct findings *findings, enum dialect dialect, enum message message, struct place place,
                            const struct argument *arguments);

/* Relates a place to a finding likewise. */
void relate_twin(struct finding *finding, enum dialect dialect, enum message message, struct place place,
                 const struct argument *arguments);

/* Calls finding_blame() likewise. */
void blame_twin(struct finding *finding, enum dialect dialect, enum message message, struct place place,
                const struct argument *arguments);

#endif
