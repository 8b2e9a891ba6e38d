/* Numbers of JSON, for those who read texts. */
#ifndef VRMLINT_GLTF_SCAN_NUMBER_H
#define VRMLINT_GLTF_SCAN_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Passes the number at p and returns the end of it; or where it goes wrong, and *error, a static text (left alone
 * otherwise). *is_whole: it has neither a fraction nor an exponent.
 */
const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, const char **error, bool *is_whole);

struct scan_value {
    bool is_integer; /* without fraction and exponent, and within 64 bits */
    int64_t integer;
    double real; /* otherwise: the nearest double, infinite where there is none */
};

/* What the number at an offset of text means that scan_text() has accepted; returns the offset behind it. The arena
 * serves only for long ones. */
size_t scan_number_value(struct arena *arena, const char *text, size_t size, size_t at, struct scan_value *out);

#endif
