/* The translations of po/, built in by po/embed.py: sentences of the tables in languages other than English. All
 * static. */
#ifndef VRMLINT_TRANSLATIONS_H
#define VRMLINT_TRANSLATIONS_H

#include "message/message.h"

/* A text in a rule's row. */
enum rule_part { RULE_SUMMARY, RULE_WHY, RULE_HOW, RULE_PARTS };

/* Return the sentence of a message, or a text of a rule's row; NULL if it has no translation. */
const char *translation_of_message(enum vrmlint_language language, enum message message);
const char *translation_of_rule(enum vrmlint_language language, enum rule rule, enum rule_part part);

/* Returns the translation of another string of the program; the English string itself if it has no translation. */
const char *translation_of_text(enum vrmlint_language language, const char *english);

#endif
