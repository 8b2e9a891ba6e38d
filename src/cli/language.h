/* The language of the program's output. */
#ifndef VRMLINT_CLI_LANGUAGE_H
#define VRMLINT_CLI_LANGUAGE_H

#include <stdbool.h>

#include "vrmlint.h"

/* Returns the language of the user: that of the first of LC_ALL, LC_MESSAGES and LANG that is set. */
enum vrmlint_language language_of_user(void);

/* Returns how many words at the beginning of a command line name a language: 0, 1 or 2. */
int language_words(int argc, char **argv);

/* Finds the last --lang of a command line, which applies to all output, even about words before it. Returns false if
 * no --lang names a language. */
bool language_asked(int argc, char **argv, enum vrmlint_language *language);

#endif
