/* Tables for JavaScript, as JSON: rules, symptoms, budgets and words. As in surface.c, NULL means that memory ran
 * out. */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "report/escape.h"
#include "report/shown_json.h"
#include "vrmlint.h"

/* ---- the table of rules ---- */

static void print_member(FILE *out, const char *name, const char *text)
{
    fprintf(out, ", \"%s\": ", name);
    escape_json(out, text);
}

EMSCRIPTEN_KEEPALIVE char *web_rules(int in)
{
    enum vrmlint_language language = (enum vrmlint_language)in;
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_rule *rule = &rules[i];
        fputs(i == 0 ? "{\"id\": " : ",\n{\"id\": ", out);
        escape_json(out, rule->id);
        print_member(out, "severity", vrmlint_severity_name(rule->severity));
        print_member(out, "class", vrmlint_class_name(vrmlint_rule_class(rule, NULL)));
        fprintf(out, ", \"optIn\": %s", rule->opt_in ? "true" : "false");
        print_member(out, "fix", vrmlint_fix_name(rule->fix));
        print_member(out, "summary", vrmlint_rule_text(rule, VRMLINT_SUMMARY, language));
        print_member(out, "why", vrmlint_rule_text(rule, VRMLINT_WHY, language));
        print_member(out, "how", vrmlint_rule_text(rule, VRMLINT_HOW, language));
        print_member(out, "spec", rule->spec);
        print_member(out, "since", rule->since);
        fputc('}', out);
    }
    fputc(']', out);
    return os_memory_close(&memory) ? memory.text : NULL;
}

/* ---- budgets of platforms ---- */

EMSCRIPTEN_KEEPALIVE char *web_budgets(int language)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    bool good = shown_print_budgets(out, (enum vrmlint_language)language);
    good = os_memory_close(&memory) && good;
    if (!good) {
        free(memory.text);
    }
    return good ? memory.text : NULL;
}

/* ---- symptoms ---- */

/* Returns [{"name": "...", "symptom": "...", "check": "...", "rules": ["id or family", ...]}, ...]. */
EMSCRIPTEN_KEEPALIVE char *web_symptoms(int language)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    size_t count;
    const struct vrmlint_symptom *symptoms = vrmlint_symptoms(&count);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "[{\"name\": " : ",\n{\"name\": ", out);
        escape_json(out, symptoms[i].name);
        print_member(out, "symptom",
                     vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM, (enum vrmlint_language)language));
        print_member(out, "check",
                     vrmlint_symptom_text(&symptoms[i], VRMLINT_SYMPTOM_CHECK, (enum vrmlint_language)language));
        fputs(", \"rules\": [", out);
        const char *separator = "";
        for (const char *at = symptoms[i].rules; *at != '\0'; at += *at == ' ') {
            size_t length = strcspn(at, " ");
            fprintf(out, "%s\"%.*s\"", separator, (int)length, at);
            separator = ", ";
            at += length;
        }
        fputs("]}", out);
    }
    fputc(']', out);
    return os_memory_close(&memory) ? memory.text : NULL;
}

/* ---- words of the reports that a page shows ---- */

EMSCRIPTEN_KEEPALIVE char *web_words(int language)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return NULL;
    }
    shown_print_words(out, (enum vrmlint_language)language, SHOWN_WORDS_EVERYTHING);
    return os_memory_close(&memory) ? memory.text : NULL;
}

EMSCRIPTEN_KEEPALIVE const char *web_version(void)
{
    return vrmlint_full_version();
}
