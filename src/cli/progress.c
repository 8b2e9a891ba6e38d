#include "cli/progress.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "ids/messages_command.h"
#include "report/print.h"

#define PERIOD 0.1   /* seconds between two updates, at least */
#define PATIENCE 1.0 /* seconds before the line is first shown */

struct progress progress_begin(enum choice choice, enum vrmlint_language language, size_t total, bool prints)
{
    const char *term = os_environment("TERM");
    bool terminal = os_is_terminal(2) && (term == NULL || strcmp(term, "dumb") != 0);
    double now = os_clock();
    return (struct progress){
        .on = choice == CHOICE_ALWAYS || (choice == CHOICE_AUTO && terminal),
        .shared = prints && os_is_terminal(1),
        .language = language,
        .total = total,
        .started = now,
        .drawn = choice == CHOICE_ALWAYS ? now - PERIOD : now + PATIENCE - PERIOD,
    };
}

void progress_text(char *text, size_t size, enum vrmlint_language language, size_t done, size_t total, size_t findings,
                   double seconds)
{
    struct words_room room;
    struct words_room rest = {""};
    double left = done == 0 ? 0 : seconds / (double)done * (double)(total - done);
    if (done > 0 && left < 99.5) {
        words_text(&rest, language, WORDS_SECONDS_LEFT, ARGUMENTS(COUNT("count", (uint64_t)lrint(left))));
    } else if (done > 0 && left < 99.5 * 60) {
        words_text(&rest, language, WORDS_MINUTES_LEFT, ARGUMENTS(COUNT("count", (uint64_t)lrint(left / 60))));
    } else if (done > 0) {
        words_text(&rest, language, WORDS_HOURS_LEFT, ARGUMENTS(COUNT("count", (uint64_t)lrint(left / 3600))));
    }
    words_text(&room, language, WORDS_PROGRESS,
               ARGUMENTS(COUNT("done", done), COUNT("count", total), COUNT("findings", findings)));
    snprintf(text, size, "%s%s", room.text, rest.text);
}

void progress_show(struct progress *progress, size_t done, size_t findings)
{
    double now = os_clock();
    if (!progress->on || now - progress->drawn < PERIOD) {
        return;
    }
    char text[160];
    progress_text(text, sizeof text, progress->language, done, progress->total, findings, now - progress->started);
    int columns = os_columns(2);
    fputc('\r', stderr);
    wrap_cut(stderr, text, columns > 1 ? (size_t)columns - 1 : sizeof text); /* a line that wraps can't be erased */
    fputs("\033[K", stderr);
    fflush(stderr);
    progress->drawn = now;
    progress->shown = true;
}

void progress_hide(struct progress *progress, bool to_output)
{
    if (progress->shown && (progress->shared || !to_output)) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        progress->shown = false;
    }
}
