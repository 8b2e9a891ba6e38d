/* What the content of a file is known by, in reports and in what compares them. */
#ifndef VRMLINT_RUN_CONTENT_H
#define VRMLINT_RUN_CONTENT_H

#include <stdbool.h>

#include "base/blake2b.h"

/* Hashes an ordinary file. Returns false if it can't be read to its end. */
bool content_hash(const char *path, char text[BLAKE2B_TEXT]);

#endif
