#include "report/print.h"

#include <assert.h>
#include <string.h>

#include "ids/messages_report.h"
#include "ids/messages_skipped.h"
#include "message/translations.h"
#include "report/escape.h"

const char *words_text(struct words_room *room, enum vrmlint_language language, enum message words,
                       const struct argument *arguments)
{
    struct buf buf = BUF_OVER(room->text);
#ifndef NDEBUG
    char error[512];
    assert(message_fits(words, arguments, error, sizeof error));
#endif
    room->text[0] = '\0';
    message_print(&buf, language, words, arguments);
    return room->text;
}

const char *words_outline(struct words_room *room, enum vrmlint_language language, enum message message, bool numbered)
{
    struct buf buf = BUF_OVER(room->text);
    *room->text = '\0';
    message_print_outline(&buf, language, message, numbered);
    return room->text;
}

size_t print_words(FILE *out, enum vrmlint_language language, enum message words, const struct argument *arguments)
{
    struct words_room room;
    room.text[0] = '\0';
    const char *text = words_text(&room, language, words, arguments);
    return escape_text(out, text);
}

enum message words_of_severity(enum vrmlint_severity severity)
{
    static const enum message words[] = {WORDS_SEVERITY_OFF, WORDS_SEVERITY_INFO, WORDS_SEVERITY_WARNING,
                                         WORDS_SEVERITY_ERROR};
    return words[severity];
}

enum message words_of_findings(enum vrmlint_severity severity)
{
    static const enum message words[] = {WORDS_FINDINGS, WORDS_INFOS, WORDS_WARNINGS, WORDS_ERRORS};
    return words[severity];
}

const char *words_of_error(enum vrmlint_language language, const struct vrmlint_report *report)
{
    return translation_of_text(language, report->error);
}

const char *words_of_skipped(enum vrmlint_language language, const struct vrmlint_text *text)
{
    static const enum message words[] = {
#define WORDS(name, english) WORDS_##name,
#include "message/messages/skipped.def"
#undef WORDS
    };
    const char *recorded = vrmlint_text_in(text, language);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (unsigned other = 0; other < VRMLINT_LANGUAGE_COUNT; other++) {
            const char *template = message_template(words[i], (enum vrmlint_language)other);
            const char *said = message_template(words[i], language);
            if (template != NULL && said != NULL && strcmp(template, recorded) == 0) {
                return said;
            }
        }
    }
    return recorded;
}

const char *words_of_path(struct words_room *room, enum vrmlint_language language, const char *path)
{
    return strcmp(path, "-") == 0 ? words_text(room, language, WORDS_STANDARD_INPUT, NO_ARGUMENTS) : path;
}

const char *words_of_command(const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    static const char begin[] = "vrmlint simulate ";
    for (size_t i = finding->related_count; i-- > 0;) {
        const char *text = vrmlint_text_in(&finding->related[i].message, language);
        if (strncmp(text, begin, sizeof begin - 1) == 0) {
            return text;
        }
    }
    return NULL;
}
