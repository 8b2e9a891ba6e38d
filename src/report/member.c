#include "report/member.h"

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
