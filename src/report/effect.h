/* What may be wrong with an avatar that loads: how it looks, or how it moves. */
#ifndef VRMLINT_REPORT_EFFECT_H
#define VRMLINT_REPORT_EFFECT_H

#include "vrmlint.h"

enum { EFFECT_LOOKS = 1, EFFECT_MOVES = 2 };

/* Returns what the warnings of a report are about: a set of the above, or 0 if they change neither. */
unsigned effect_of_warnings(const struct vrmlint_report *report);

#endif
