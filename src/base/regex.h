/* Regular expressions of users, by PCRE2 where that is built in. Nothing else of vrmlint uses any. */
#ifndef VRMLINT_BASE_REGEX_H
#define VRMLINT_BASE_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct regex;

/*
 * Compiles an expression as ECMA-262 has it, in UTF-8; it lives in the arena. NULL, with a text in *error (in the
 * arena), where it is malformed, or where vrmlint was built without PCRE2.
 */
const struct regex *regex_new(struct arena *arena, const char *text, size_t size, const char **error);

enum regex_verdict { REGEX_MISSES, REGEX_MATCHES, REGEX_GAVE_UP };

/* Whether it matches anywhere in a text, which must be UTF-8; gave up when that takes too much work or memory. */
enum regex_verdict regex_search(const struct regex *regex, const char *text, size_t size);

#endif
