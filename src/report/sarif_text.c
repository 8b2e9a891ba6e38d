#include "report/sarif_text.h"

#include <string.h>

#include "base/ascii.h"
#include "base/text.h"
#include "ids/messages_report.h"
#include "report/escape.h"
#include "report/member.h"
#include "report/print.h"

/* Whether a brace begins what a reader of SARIF treats as a placeholder of an argument: "{0}". */
static bool is_placeholder(const char *text)
{
    size_t digits = strspn(text + 1, "0123456789");
    return digits > 0 && text[1 + digits] == '}';
}

void sarif_print_part(FILE *out, const char *text, bool placeholders)
{
    bool links = strstr(text, "](") != NULL;
    const char *special = links ? "[]{" : "{";
    size_t length = strlen(text);
    for (size_t from = 0; from < length;) {
        size_t run = strcspn(text + from + 1, special) + 1; /* a special character can only be the first */
        char c = text[from];
        if (links && (c == '[' || c == ']')) {
            fputs("\\\\", out);
        } else if (c == '{' && !placeholders && is_placeholder(text + from)) {
            fputc('{', out);
        }
        escape_json_part(out, text + from, run);
        from += run;
    }
}

void sarif_print_sentence(FILE *out, const char *text, enum vrmlint_language language, bool placeholders)
{
    const char *stop = message_template(WORDS_FULL_STOP, language);
    bool stops = *text == '\0' || strchr(".!?", text[strlen(text) - 1]) != NULL || text_ends(text, stop);
    fputc('"', out);
    sarif_print_part(out, text, placeholders);
    fputs(stops ? "" : stop, out);
    fputc('"', out);
}

void sarif_print_message(FILE *out, const char *name, const char *text, enum vrmlint_language language, bool first)
{
    member_key(out, name, first);
    fputs("{\"text\": ", out);
    sarif_print_sentence(out, text, language, false);
    fputc('}', out);
}

void sarif_print_variant(FILE *out, const char *variant)
{
    fputc('"', out);
    for (; *variant != '\0'; variant++) {
        fputc(*variant == '_' ? '-' : ascii_lower(*variant), out);
    }
    fputc('"', out);
}
