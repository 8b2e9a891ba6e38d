#include "base/regex.h"

#include <string.h>

#ifdef VRMLINT_REGEX

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

struct regex {
    pcre2_code *code;
};

/* Work of one search, in PCRE2's units; and kilobytes. Honest expressions need a thousandth of it. */
enum { MATCH_LIMIT = 1000000, DEPTH_LIMIT = 10000, HEAP_LIMIT = 16384 };

static void *take(size_t size, void *arena)
{
    return arena_alloc(arena, size);
}

/* It goes with the arena. */
static void give_back(void *memory, void *arena)
{
    (void)memory;
    (void)arena;
}

const struct regex *regex_new(struct arena *arena, const char *text, size_t size, const char **error)
{
    pcre2_general_context *general = pcre2_general_context_create(take, give_back, arena);
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
