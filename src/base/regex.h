/* Users' regular expressions, by PCRE2 if it is built in. vrmlint uses no others. */
#ifndef VRMLINT_BASE_REGEX_H
#define VRMLINT_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct regex;

/* Compiles an ECMA-262 expression in UTF-8, in the arena. Returns NULL and a message in *error (in the arena) if it
 * is malformed, or if vrmlint was built without PCRE2. */
const struct regex *regex_new(struct arena *arena, const char *text, size_t size, const char **error);

enum regex_verdict { REGEX_MISSES, REGEX_MATCHES, REGEX_GAVE_UP };

/* Searches a UTF-8 text for a match anywhere. Returns REGEX_GAVE_UP if that takes too much work or memory. */
enum regex_verdict regex_search(const struct regex *regex, const char *text, size_t size);

#endif
