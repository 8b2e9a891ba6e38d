/* Prints statistics on a page: the tables for terminals, unchanged. */
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/print.h"
#include "report/statistics.h"

enum { WIDTH = 120 /* columns */ };

/* Prints the lines of a text, which it splits: escape_xml() spells out line feeds. */
static void print_lines(FILE *out, char *text)
{
    for (char *end = strchr(text, '\n'); end != NULL; text = end + 1, end = strchr(text, '\n')) {
        *end = '\0';
        escape_xml(out, text);
        fputc('\n', out);
    }
    escape_xml(out, text);
}

void statistics_html(struct reporter *reporter, const struct statistics *statistics)
{
    FILE *out = reporter->out;
    struct os_memory text = {0};
    const struct report_options options = {.language = reporter->options.language, .width = WIDTH};
    FILE *memory = os_memory_open(&text);
    if (memory != NULL) {
        statistics_text(memory, statistics, &options);
    }
    if (memory == NULL || !os_memory_close(&text)) {
        reporter->no_memory = true;
    } else {
        fputs("<section aria-labelledby=\"statistics\">\n<h2 id=\"statistics\">", out);
        print_words(out, options.language, WORDS_STATISTICS_HEADING, NO_ARGUMENTS);
        fputs("</h2>\n<pre class=\"statistics\" tabindex=\"0\">", out);
        print_lines(out, text.text);
        fputs("</pre>\n</section>\n", out);
    }
    free(text.text);
}
