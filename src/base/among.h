/* Tests whether a string is one of a few, or begins or ends with one. */
#ifndef VRMLINT_BASE_AMONG_H
#define VRMLINT_BASE_AMONG_H

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

static inline bool is_among(const char *text, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, texts[i]) == 0) {
            return true;
        }
    }
    return false;
}

static inline bool begins_among(const char *text, const char *const *beginnings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (text_begins(text, beginnings[i])) {
            return true;
        }
    }
    return false;
}

static inline bool ends_among(const char *text, const char *const *endings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (text_ends(text, endings[i])) {
            return true;
        }
    }
    return false;
}

/* The same for an array. */
#define IS_AMONG(text, texts) is_among(text, texts, sizeof(texts) / sizeof *(texts))
#define BEGINS_AMONG(text, texts) begins_among(text, texts, sizeof(texts) / sizeof *(texts))
#define ENDS_AMONG(text, texts) ends_among(text, texts, sizeof(texts) / sizeof *(texts))

#endif
