/* Content hashes of files, for reports and for their comparison. */
#ifndef VRMLINT_RUN_CONTENT_H
#define VRMLINT_RUN_CONTENT_H

#include <stdbool.h>

#include "base/blake2b.h"

/* Hashes an ordinary file. Returns false if it can't be read to its end. */
bool content_hash(const char *path, char text[BLAKE2B_TEXT]);

#endif
