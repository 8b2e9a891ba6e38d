/* Prints the line about all files with which formats for people end. */
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/print.h"
#include "report/report.h"

void report_print_left_out(const struct reporter *reporter, const struct report_summary *summary)
{
    const struct {
        size_t count;
        enum message words;
    } parts[] = {{summary->ignored, WORDS_IGNORED}, {summary->known, WORDS_KNOWN}, {summary->hidden, WORDS_HIDDEN}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].count > 0) {
            print_words(reporter->out, reporter->options.language, WORDS_SEMICOLON, NO_ARGUMENTS);
            print_words(reporter->out, reporter->options.language, parts[i].words,
                        ARGUMENTS(COUNT("count", parts[i].count)));
        }
    }
}

void report_print_totals(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    print_words(out, language, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", summary->files)));
    fputs(": ", out);
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        print_words(out, language, words_of_findings((enum vrmlint_severity)severity),
                    ARGUMENTS(COUNT("count", summary->counts[severity])));
        if (severity > VRMLINT_INFO) {
            print_words(out, language, WORDS_COMMA, NO_ARGUMENTS);
        }
    }
    report_print_left_out(reporter, summary);
    if (summary->unreadable > 0) {
        print_words(out, language, WORDS_SEMICOLON, NO_ARGUMENTS);
        print_words(out, language, WORDS_UNREADABLE, ARGUMENTS(COUNT("count", summary->unreadable)));
    }
}
