#include "message/translations.h"

#include <string.h>

#include "base/sort.h"
#include "translations_ja.h"

const char *translation_of_message(enum vrmlint_language language, enum message message)
{
    size_t at = language == VRMLINT_JAPANESE ? ja_messages.at[message] : 0;
    return at == 0 ? NULL : ja_messages.texts + at;
}

const char *translation_of_rule(enum vrmlint_language language, enum rule rule, enum rule_part part)
{
    size_t at = language == VRMLINT_JAPANESE ? ja_rules.at[(size_t)rule * RULE_PARTS + part] : 0;
    return at == 0 ? NULL : ja_rules.texts + at;
}

const char *translation_of_text(enum vrmlint_language language, const char *english)
{
    size_t count = language == VRMLINT_JAPANESE ? JA_PAIRS : 0;
    const char *texts = ja_messages.texts;
    size_t at;
    SORT_SEARCH(at, 0, count, strcmp(texts + ja_messages.pairs[at].english, english) < 0);
    if (at < count && strcmp(texts + ja_messages.pairs[at].english, english) == 0) {
        return texts + ja_messages.pairs[at].translated;
    }
    return english;
}

const char *vrmlint_language_name(enum vrmlint_language language)
{
    static const char *const names[] = {"en", "ja"};
    return names[language];
}

const char *vrmlint_text_in(const struct vrmlint_text *text, enum vrmlint_language language)
{
    for (unsigned other = 0; text->in[language] == NULL && other < VRMLINT_LANGUAGE_COUNT; other++) {
        language = text->in[other] != NULL ? (enum vrmlint_language)other : language;
    }
    return text->in[language] == NULL ? "" : text->in[language];
}
