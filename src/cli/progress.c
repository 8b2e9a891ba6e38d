#include "cli/progress.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"

#define PERIOD 0.1   /* seconds between two drawings, at least */
#define PATIENCE 1.0 /* seconds that a run may take without anybody wondering */

struct progress progress_begin(enum choice choice, size_t total)
{
    const char *term = os_environment("TERM");
    bool terminal = os_is_terminal(2) && (term == NULL || strcmp(term, "dumb") != 0);
    double now = os_clock();
    return (struct progress){
        .on = choice == CHOICE_ALWAYS || (choice == CHOICE_AUTO && terminal),
        .shared = os_is_terminal(1),
        .total = total,
        .started = now,
        .drawn = choice == CHOICE_ALWAYS ? now - PERIOD : now + PATIENCE - PERIOD,
    };
}

void progress_text(char *text, size_t size, size_t done, size_t total, size_t findings, double seconds)
{
    double left = done == 0 ? 0 : seconds / (double)done * (double)(total - done);
    int length =
        snprintf(text, size, "%zu of %zu files, %zu %s", done, total, findings, findings == 1 ? "finding" : "findings");
    if (done == 0 || length < 0 || (size_t)length >= size) {
        return;
    }
    text += length;
    size -= (size_t)length;
    if (left < 99.5) {
        snprintf(text, size, ", about %.0f s left", left);
    } else if (left < 99.5 * 60) {
        snprintf(text, size, ", about %.0f min left", left / 60);
    } else {
        snprintf(text, size, ", about %.0f h left", left / 3600);
    }
}

void progress_show(struct progress *progress, size_t done, size_t findings)
{
    double now = os_clock();
    if (!progress->on || now - progress->drawn < PERIOD) {
        return;
    }
    char text[160];
    progress_text(text, sizeof text, done, progress->total, findings, now - progress->started);
    int columns = os_columns(2);
    int most = columns > 1 ? columns - 1 : (int)sizeof text; /* a line that wraps can't be taken away */
    fprintf(stderr, "\r%.*s\033[K", most, text);
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
