/* The columns of a terminal that a character takes. */
#ifndef VRMLINT_REPORT_WIDTH_H
#define VRMLINT_REPORT_WIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns 2 for most of Chinese, Japanese and Korean and for emoji, 0 for marks that join the character before them,
 * otherwise 1. If the program was built without libutf8proc, every character counts as 1. */
size_t width_of(uint32_t code);

/* Whether widths are known. */
bool width_is_known(void);

#endif
