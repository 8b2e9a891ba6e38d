/* The line about all files that formats for people end with. */
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/report.h"
#include "report/say.h"

void report_put_left_out(const struct reporter *reporter, const struct report_summary *summary)
{
    enum vrmlint_language language = reporter->options.language;
    if (summary->ignored > 0) {
        say(reporter->out, language, WORDS_SEMICOLON, NO_ARGUMENTS);
        say(reporter->out, language, WORDS_IGNORED, ARGUMENTS(COUNT("count", summary->ignored)));
    }
    if (summary->known > 0) {
        say(reporter->out, language, WORDS_SEMICOLON, NO_ARGUMENTS);
        say(reporter->out, language, WORDS_KNOWN, ARGUMENTS(COUNT("count", summary->known)));
    }
    if (summary->hidden > 0) {
        say(reporter->out, language, WORDS_SEMICOLON, NO_ARGUMENTS);
        say(reporter->out, language, WORDS_HIDDEN, ARGUMENTS(COUNT("count", summary->hidden)));
    }
}

void report_put_totals(const struct reporter *reporter, const struct report_summary *summary)
{
    FILE *out = reporter->out;
    enum vrmlint_language language = reporter->options.language;
    say(out, language, WORDS_FILES_CHECKED, ARGUMENTS(COUNT("count", summary->files)));
    fputs(": ", out);
    for (int severity = VRMLINT_ERROR; severity >= VRMLINT_INFO; severity--) {
        say(out, language, say_findings((enum vrmlint_severity)severity),
            ARGUMENTS(COUNT("count", summary->counts[severity])));
        if (severity > VRMLINT_INFO) {
            say(out, language, WORDS_COMMA, NO_ARGUMENTS);
        }
    }
    report_put_left_out(reporter, summary);
    if (summary->troubles > 0) {
        say(out, language, WORDS_SEMICOLON, NO_ARGUMENTS);
        say(out, language, WORDS_UNREADABLE, ARGUMENTS(COUNT("count", summary->troubles)));
    }
}
