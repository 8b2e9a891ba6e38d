/* Colours of a terminal; none if they are switched off. */
#ifndef VRMLINT_REPORT_PAINT_H
#define VRMLINT_REPORT_PAINT_H

#include <stdbool.h>
#include <stdio.h>

#include "vrmlint.h"

enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_DIM, PAINT_RED, PAINT_YELLOW, PAINT_BLUE, PAINT_GREEN };

/* Switches to a colour, PAINT_PLAIN back to none. Prints nothing unless on. */
void paint(FILE *out, bool on, enum paint color);

/* Returns the colour of a severity. */
enum paint paint_of(enum vrmlint_severity severity);

#endif
