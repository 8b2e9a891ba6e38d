#include "report/member.h"

#include <string.h>

#include "base/utf8.h"
#include "report/escape.h"

void member_key(FILE *out, const char *name, bool first)
{
    fputs(first ? "\"" : ", \"", out);
    fputs(name, out);
    fputs("\": ", out);
}

void member_text(FILE *out, const char *name, const char *text, bool first)
{
    member_key(out, name, first);
    escape_json(out, text);
}

enum { NAME_MOST = 160 };

void member_print_name(FILE *out, const char *name)
{
    if (name == NULL) {
        fputs("null", out);
        return;
    }
    size_t length = strlen(name);
    size_t at = 0;
    for (size_t i = 0; i < NAME_MOST && at < length; i++) {
        size_t step = utf8_sequence(name + at, length - at, NULL);
        at += step == 0 ? 1 : step;
    }
    fputc('"', out);
    escape_json_part(out, name, at);
    fputs(at < length ? "\xE2\x80\xA6\"" : "\"", out);
}
