#include "message/message.h"

#include <stddef.h>
#include <string.h>

#include "base/ascii.h"
#include "base/quote.h"
#include "ids/all.h"
#include "message/translations.h"

struct sentences {
#define MESSAGE(rule, variant, english) char OF_MESSAGE_##rule##__##variant[sizeof(english)];
#define RELATED(rule, variant, english) char OF_RELATED_##rule##__##variant[sizeof(english)];
#define SHARED(name, variant, english) char OF_SHARED_##name##__##variant[sizeof(english)];
#define WORDS(name, english) char OF_WORDS_##name[sizeof(english)];
#include "ids/messages_table.def"
};

struct variants {
#define MESSAGE(rule, variant, english) char OF_MESSAGE_##rule##__##variant[sizeof(#variant)];
#define RELATED(rule, variant, english) char OF_RELATED_##rule##__##variant[sizeof(#variant)];
#define SHARED(name, variant, english) char OF_SHARED_##name##__##variant[sizeof(#name "__" #variant)];
#define WORDS(name, english) char OF_WORDS_##name[sizeof(#name)];
#include "ids/messages_table.def"
};

struct table_line {
    unsigned sentence; /* its position in sentences */
    unsigned variant;
    unsigned short rule;
    unsigned short kind;
};

/* All texts in one object: pointers to each text would need relocation at program start, and the web build keeps it
 * in a separate file. */
static const struct {
    struct sentences sentences;
    struct variants variants;
    struct table_line lines[MESSAGE_LIMIT];
} messages_en = {
    .sentences =
        {
#define MESSAGE(rule, variant, english) english,
#define RELATED(rule, variant, english) english,
#define SHARED(name, variant, english) english,
#define WORDS(name, english) english,
#include "ids/messages_table.def"
        },
    .variants =
        {
#define MESSAGE(rule, variant, english) #variant,
#define RELATED(rule, variant, english) #variant,
#define SHARED(name, variant, english) #name "__" #variant,
#define WORDS(name, english) #name,
#include "ids/messages_table.def"
        },
    .lines =
        {
#define AT(name, rule, kind)                                                                                           \
    [name] = {offsetof(struct sentences, OF_##name), offsetof(struct variants, OF_##name), rule, kind},
#define MESSAGE(rule, variant, english) AT(MESSAGE_##rule##__##variant, RULE_##rule, MESSAGE_OF_FINDING)
#define RELATED(rule, variant, english) AT(RELATED_##rule##__##variant, RULE_##rule, MESSAGE_OF_RELATED)
#define SHARED(name, variant, english) AT(SHARED_##name##__##variant, RULE_NONE, MESSAGE_OF_SEVERAL_RULES)
#define WORDS(name, english) AT(WORDS_##name, RULE_NONE, MESSAGE_OF_WORDS)
#include "ids/messages_table.def"
#undef AT
        },
};

struct message_line message_line(enum message message)
{
    const struct table_line *line = &messages_en.lines[message];
    return (struct message_line){(enum message_kind)line->kind, (enum rule)line->rule,
                                 (const char *)&messages_en.variants + line->variant,
                                 (const char *)&messages_en.sentences + line->sentence};
}

/* Whether an id ends in a name written in capitals: "x/wrong-type" in "WRONG_TYPE". */
static bool message_ends_in(const char *id, const char *name, size_t length)
{
    size_t before = strlen(id);
    before = before > length ? before - length : 0;
    bool same = before > 0 && (id[before - 1] == '/' || id[before - 1] == '-');
    for (size_t i = 0; same && i < length; i++) {
        same = id[before + i] == (name[i] == '_' ? '-' : ascii_lower(name[i]));
    }
    return same;
}

bool message_is_of(enum message message, enum rule rule)
{
    size_t count;
    const struct message_line line = message_line(message);
    if (line.kind != MESSAGE_OF_SEVERAL_RULES) {
        return line.kind == MESSAGE_OF_FINDING && line.rule == rule;
    }
    return message_ends_in(vrmlint_rules(&count)[rule].id, line.variant,
                           (size_t)(strstr(line.variant, "__") - line.variant));
}

enum message message_named(enum rule rule, const char *variant)
{
    for (unsigned i = 0; variant != NULL && i < MESSAGE_LIMIT; i++) {
        const struct table_line *line = &messages_en.lines[i]; /* without its texts, as few lines fit */
        if ((line->rule == rule || line->kind == MESSAGE_OF_SEVERAL_RULES) &&
            strcmp((const char *)&messages_en.variants + line->variant, variant) == 0 &&
            message_is_of((enum message)i, rule)) {
            return (enum message)i;
        }
    }
    return MESSAGE_NONE;
}

bool message_shows_how(enum message message, enum rule rule)
{
    static const struct {
        uint16_t rule; /* RULE_NONE: any */
        uint16_t message;
        bool shown;
    } rows[] = {
#define HOW(rule, message, shown) {rule, message, shown},
#include "ids/how_table.def"
    };
    size_t i = 0;
    while (i < sizeof rows / sizeof *rows &&
           (rows[i].message != message || (rows[i].rule != rule && rows[i].rule != RULE_NONE))) {
        i++; /* the first row that applies counts */
    }
    return i < sizeof rows / sizeof *rows && rows[i].shown;
}

const char *message_template(enum message message, enum vrmlint_language language)
{
    return language == VRMLINT_ENGLISH ? message_line(message).english : translation_of_message(language, message);
}

/* ---- arguments ---- */

struct argument argument_text(const char *name, const char *text)
{
    struct argument argument = {.name = name, .kind = ARGUMENT_TEXT};
    argument.as.text.bytes = text;
    argument.as.text.length = text == NULL ? 0 : quote_length(text);
    return argument;
}

struct argument argument_number(const char *name, double value, double limit, enum unit unit, int digits)
{
    struct argument argument = {.name = name, .kind = ARGUMENT_NUMBER};
    argument.as.number.value = value;
    argument.as.number.limit = limit;
    argument.as.number.unit = unit;
    argument.as.number.digits = digits;
    return argument;
}

struct argument argument_list(const char *name, const struct argument *items, size_t shown, size_t count,
                              enum joining joining)
{
    struct argument argument = {.name = name, .kind = ARGUMENT_LIST};
    argument.as.list.items = items;
    argument.as.list.shown = shown < count ? shown : count;
    argument.as.list.count = count;
    argument.as.list.joining = joining;
    return argument;
}

struct argument argument_words(struct arena *arena, const char *name, enum message words,
                               const struct argument *arguments)
{
    size_t count = 0;
    while (arguments != NULL && arguments[count].name != NULL) {
        count++;
    }
    struct argument *kept = arena_array(arena, count + 1, sizeof *kept);
    for (size_t i = 0; i < count; i++) {
        kept[i] = arguments[i];
    }
    return CLAUSE(name, words, kept);
}

struct argument argument_as(const char *name, struct argument argument)
{
    argument.name = name;
    return argument;
}
