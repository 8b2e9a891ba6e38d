/* The functions that Python calls besides those of web/surface.c. They return JSON, in memory that web_text_free()
 * frees. NULL means that memory ran out. */
#include <emscripten.h>
#include <stdlib.h>

#include "vrmlint.h"

EMSCRIPTEN_KEEPALIVE void web_text_free(char *text)
{
    free(text);
}

/* Returns why a file could not be read at all, or NULL. */
EMSCRIPTEN_KEEPALIVE const char *web_report_error(const struct vrmlint_report *report)
{
    return report->error;
}
