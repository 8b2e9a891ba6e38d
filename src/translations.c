#include "translations.h"

#include <string.h>

#include "translations_ja.h"

const char *translation_of_message(enum vrmlint_language language, enum message message)
{
    return language != VRMLINT_JAPANESE || ja_messages[message] == 0 ? NULL : ja_texts + ja_messages[message];
}

const char *translation_of_rule(enum vrmlint_language language, enum rule rule, enum rule_part part)
{
    size_t at = language == VRMLINT_JAPANESE ? ja_rules[(size_t)rule * RULE_PARTS + part] : 0;
    return at == 0 ? NULL : ja_texts + at;
}

const char *translation_of_text(enum vrmlint_language language, const char *english)
{
    size_t low = 0;
    size_t high = language == VRMLINT_JAPANESE ? JA_PAIRS : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(ja_texts + ja_pairs[middle].english, english);
        if (order == 0) {
            return ja_texts + ja_pairs[middle].translated;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return english;
}
