#include "schema/keyword.h"

#include <string.h>

static const struct {
    char text[24];
    int dialects;
} keywords[KEYWORD_COUNT] = {
#define KEYWORD(name, text, dialects) {text, dialects},
    SCHEMA_ASSERTIONS(KEYWORD) SCHEMA_OTHERS(KEYWORD)
#undef KEYWORD
};

const char *keyword_text(enum keyword keyword)
{
    return keywords[keyword].text;
}

int keyword_dialects(enum keyword keyword)
{
    return keywords[keyword].dialects;
}

enum keyword keyword_find(const char *name)
{
    enum keyword keyword = 0;
    while (keyword < KEYWORD_COUNT && strcmp(keywords[keyword].text, name) != 0) {
        keyword++;
    }
    return keyword;
}
