/* Entering names that are to be looked up. */
#ifndef VRMLINT_SCHEMA_NAMES_H
#define VRMLINT_SCHEMA_NAMES_H

#include "schema/compiler.h"

/* A range for up to so many names; then its names, one by one, with nothing else entered in between. A text must be one
 * of compiler->flat. Its place in the range comes back: the one that it has already, or the next one. */
struct name_range names_begin(struct compiler *compiler, size_t most);
uint32_t names_enter(struct compiler *compiler, struct name_range *range, const char *text, size_t length);

#endif
