#include "report/paint.h"

void paint(FILE *out, bool on, enum paint color)
{
    static const char *const codes[] = {
        [PAINT_PLAIN] = "\033[0m",    [PAINT_BOLD] = "\033[1m",      [PAINT_DIM] = "\033[2m",
        [PAINT_RED] = "\033[1;31m",   [PAINT_YELLOW] = "\033[1;33m", [PAINT_BLUE] = "\033[1;34m",
        [PAINT_GREEN] = "\033[1;32m",
    };
    if (on) {
        fputs(codes[color], out);
    }
}

enum paint paint_of(enum vrmlint_severity severity)
{
    static const enum paint colors[] = {PAINT_GREEN, PAINT_BLUE, PAINT_YELLOW, PAINT_RED};
    return colors[severity];
}
