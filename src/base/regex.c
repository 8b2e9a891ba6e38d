#include "base/regex.h"

#include <string.h>

#ifdef VRMLINT_REGEX

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/buf.h"

struct regex {
    pcre2_code *code;
};

/* Limits of one search: work and depth in PCRE2's units, memory in kilobytes. Reasonable expressions need a
 * thousandth. */
enum { MATCH_LIMIT = 1000000, DEPTH_LIMIT = 10000, HEAP_LIMIT = 16384 };

/* General categories by their long names in ECMA-262, with the names that PCRE2 has. */
static const char *const categories[][2] = {
    {"Letter", "L"},
    {"Cased_Letter", "L&"},
    {"Uppercase_Letter", "Lu"},
    {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Mark", "M"},
    {"Nonspacing_Mark", "Mn"},
    {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Connector_Punctuation", "Pc"},
    {"Dash_Punctuation", "Pd"},
    {"Open_Punctuation", "Ps"},
    {"Close_Punctuation", "Pe"},
    {"Initial_Punctuation", "Pi"},
    {"Final_Punctuation", "Pf"},
    {"Other_Punctuation", "Po"},
    {"Symbol", "S"},
    {"Math_Symbol", "Sm"},
    {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"},
    {"Other_Symbol", "So"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Line_Separator", "Zl"},
    {"Paragraph_Separator", "Zp"},
    {"Other", "C"},
    {"Control", "Cc"},
    {"Format", "Cf"},
    {"Surrogate", "Cs"},
    {"Private_Use", "Co"},
    {"Unassigned", "Cn"},
};

/* Adds the content of \\p{...} with PCRE2's name for it. */
static void add_property(struct buf *out, const char *name, size_t length)
{
    static const char *const prefixes[] = {"General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t prefix = strlen(prefixes[i]);
        if (length > prefix && memcmp(name, prefixes[i], prefix) == 0) {
            name += prefix;
            length -= prefix;
        }
    }
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++) {
        if (strlen(categories[i][0]) == length && memcmp(name, categories[i][0], length) == 0) {
            name = categories[i][1];
            length = strlen(name);
        }
    }
    buf_add(out, name, length);
}

/* Translates what PCRE2 understands differently: white space, which is more than ASCII's, and names of properties. */
static const char *translate_pattern(struct arena *arena, const char *text, size_t size, size_t *out_size)
{
    static const char spaces[] = "\\s\\u00a0\\ufeff\\p{Zs}\\u2028\\u2029";
    struct buf out = BUF_INIT(arena);
    bool in_class = false;
    buf_add(&out, "", 0);
    for (size_t i = 0; i < size; i++) {
        char next = text[i] == '\\' && i + 1 < size ? text[i + 1] : '\0';
        const char *brace = next != '\0' && i + 2 < size && text[i + 2] == '{' ? memchr(text + i, '}', size - i) : NULL;
        if ((next == 'p' || next == 'P') && brace != NULL) {
            buf_add(&out, text + i, 3);
            add_property(&out, text + i + 3, (size_t)(brace - text) - i - 3);
            i = (size_t)(brace - text) - 1;
        } else if (next == 's' || (next == 'S' && !in_class)) {
            buf_str(&out, in_class ? "" : next == 's' ? "[" : "[^");
            buf_str(&out, spaces);
            buf_str(&out, in_class ? "" : "]");
            i++;
        } else if (next != '\0') {
            buf_add(&out, text + i++, 2);
        } else {
            in_class = text[i] == '[' || (in_class && text[i] != ']');
            buf_add(&out, text + i, 1);
        }
    }
    *out_size = out.length;
    return buf_text(&out);
}

static void *alloc_from_arena(size_t size, void *arena)
{
    return arena_alloc(arena, size);
}

/* Does nothing: the memory is freed with the arena. */
static void give_back(void *memory, void *arena)
{
    (void)memory;
    (void)arena;
}

const struct regex *regex_new(struct arena *arena, const char *text, size_t size, const char **error)
{
    pcre2_general_context *general = pcre2_general_context_create(alloc_from_arena, give_back, arena);
    pcre2_compile_context *context = general == NULL ? NULL : pcre2_compile_context_create(general);
    if (context == NULL) {
        *error = "out of memory";
        return NULL;
    }
    pcre2_set_compile_extra_options(context, PCRE2_EXTRA_ALT_BSUX);
    int code;
    PCRE2_SIZE at;
    uint32_t options = PCRE2_UTF | PCRE2_ALT_BSUX | PCRE2_MATCH_UNSET_BACKREF | PCRE2_DOLLAR_ENDONLY |
                       PCRE2_ALLOW_EMPTY_CLASS | PCRE2_NEVER_BACKSLASH_C;
    struct regex *regex = arena_alloc(arena, sizeof *regex);
    text = translate_pattern(arena, text, size, &size);
    regex->code = pcre2_compile((PCRE2_SPTR)text, size, options, &code, &at, context);
    if (regex->code == NULL) {
        PCRE2_UCHAR said[256];
        pcre2_get_error_message(code, said, sizeof said);
        *error = arena_printf(arena, "%s at byte %zu", (const char *)said, (size_t)at);
        return NULL;
    }
    return regex;
}

enum regex_verdict regex_search(const struct regex *regex, const char *text, size_t size)
{
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    int found = PCRE2_ERROR_NOMEMORY;
    if (context != NULL && data != NULL) {
        pcre2_set_match_limit(context, MATCH_LIMIT);
        pcre2_set_depth_limit(context, DEPTH_LIMIT);
        pcre2_set_heap_limit(context, HEAP_LIMIT);
        found = pcre2_match(regex->code, (PCRE2_SPTR)text, size, 0, 0, data, context);
    }
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
    return found >= 0 ? REGEX_MATCHES : found == PCRE2_ERROR_NOMATCH ? REGEX_MISSES : REGEX_GAVE_UP;
}

#else

const struct regex *regex_new(struct arena *arena, const char *text, size_t size, const char **error)
{
    (void)arena;
    (void)text;
    (void)size;
    *error = "this vrmlint was built without PCRE2, which regular expressions need";
    return NULL;
}

enum regex_verdict regex_search(const struct regex *regex, const char *text, size_t size)
{
    (void)regex;
    (void)text;
    (void)size;
    return REGEX_GAVE_UP;
}

#endif
