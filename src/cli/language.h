/* Which language the command speaks. */
#ifndef VRMLINT_CLI_LANGUAGE_H
#define VRMLINT_CLI_LANGUAGE_H

#include <stdbool.h>

#include "vrmlint.h"

/* That of the user: of LC_ALL, LC_MESSAGES and LANG the first that says anything. */
enum vrmlint_language language_of_user(void);

/* How many words of a command line begin it by naming a language: 0, 1 or 2. */
int language_words(int argc, char **argv);

/* The last --lang of a command line, which counts before anything is said, even of what stands before it. False where
 * there is none that names a language. */
bool language_asked(int argc, char **argv, enum vrmlint_language *language);

#endif
