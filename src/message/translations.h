/* What po/ says, built in by po/embed.py: the sentences of the tables in other languages than English. All static. */
#ifndef VRMLINT_TRANSLATIONS_H
#define VRMLINT_TRANSLATIONS_H

#include "message/message.h"

/* Which part of a rule's line. */
enum rule_part { RULE_SUMMARY, RULE_WHY, RULE_HOW, RULE_PARTS };

/* The sentence of a message, or a part of a rule's line; NULL where the language has none. */
const char *translation_of_message(enum vrmlint_language language, enum message message);
const char *translation_of_rule(enum vrmlint_language language, enum rule rule, enum rule_part part);

/* Any other text of the program, by its English; the English itself where there is no other. */
const char *translation_of_text(enum vrmlint_language language, const char *english);

#endif
