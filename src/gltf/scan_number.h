/* Numbers of JSON, for those who read texts. */
#ifndef VRMLINT_GLTF_SCAN_NUMBER_H
#define VRMLINT_GLTF_SCAN_NUMBER_H

#include <stdbool.h>

#include "message/message.h"

/*
 * Passes the number at p and returns the end of it; or where it goes wrong, and *error, words (left alone otherwise).
 * *is_whole: it has neither a fraction nor an exponent.
 */
const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, enum message *error, bool *is_whole);

#endif
