/* Prints messages as text, in each language. */
#include <assert.h>
#include <string.h>

#include "base/ascii.h"
#include "base/quote.h"
#include "ids/messages_refusals.h"
#include "ids/messages_words.h"
#include "message/message_template.h"
#include "message/translations.h"

enum message message_of_unit(const char *unit)
{
    static const enum message units[] = {
        WORDS_UNIT_M,      WORDS_UNIT_M_PER_S, WORDS_UNIT_S, WORDS_UNIT_DEGREES, WORDS_UNIT_DEGREES_PER_S,
        WORDS_UNIT_FRAMES, WORDS_UNIT_SHARE,
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(template_in(VRMLINT_ENGLISH, units[i]), unit) == 0) {
            return units[i];
        }
    }
    assert(false && "a threshold has a unit that isn't in the table of messages");
    return WORDS_UNIT_SHARE;
}

/* ---- arguments and sentences ---- */

static void print_word_list(struct buf *buf, enum vrmlint_language language, enum message words)
{
    buf_str(buf, template_in(language, words));
}

static void print_forms(struct buf *buf, const struct hole *hole, uint64_t count)
{
    const char *form = count == 1 ? hole->one : hole->many;
    size_t length = count == 1 ? hole->one_length : hole->many_length;
    for (size_t i = 0; i < length; i++) {
        if (form[i] == '#') {
            buf_number(buf, count);
        } else {
            buf_char(buf, form[i]);
        }
    }
}

static void print_text(struct buf *buf, enum vrmlint_language language, const char *bytes, size_t length)
{
    if (bytes == NULL) {
        print_word_list(buf, language, WORDS_UNNAMED);
        return;
    }
    const char *template = template_in(language, WORDS_QUOTED);
    size_t before = strcspn(template, "{");
    buf_add(buf, template, before);
    quote_add(buf, bytes, length);
    buf_str(buf, strchr(template + before, '}') + 1);
}

static void print_digits(struct buf *buf, enum vrmlint_language language, const struct argument *argument)
{
    static const enum message units[] = {[UNIT_METRES] = WORDS_METRES,
                                         [UNIT_DEGREES] = WORDS_DEGREES,
                                         [UNIT_SECONDS] = WORDS_SECONDS,
                                         [UNIT_PERCENT] = WORDS_PERCENT,
                                         [UNIT_METRES_PER_SECOND] = WORDS_METRES_PER_SECOND};
    enum unit unit = argument->as.number.unit;
    const char *template = unit == UNIT_NONE ? "{number}" : template_in(language, units[unit]);
    size_t before = strcspn(template, "{");
    buf_add(buf, template, before);
    quote_add_number(buf, argument->as.number.value, argument->as.number.limit, argument->as.number.digits);
    buf_str(buf, strchr(template + before, '}') + 1);
}

static void print_items(struct buf *buf, enum vrmlint_language language, const struct argument *list)
{
    static const enum message joints[] = {
        [JOIN_COMMA] = WORDS_COMMA, [JOIN_AND] = WORDS_AND, [JOIN_OR] = WORDS_OR, [JOIN_NOR] = WORDS_NOR};
    static const enum message last_joints[] = {
        [JOIN_COMMA] = WORDS_COMMA, [JOIN_AND] = WORDS_LAST_AND, [JOIN_OR] = WORDS_LAST_OR, [JOIN_NOR] = WORDS_NOR};
    enum joining joining = list->as.list.joining;
    size_t shown = list->as.list.shown;
    bool whole = shown >= list->as.list.count;
    for (size_t i = 0; i < shown; i++) {
        bool last = whole && i + 1 == shown;
        if (i > 0 && joining == JOIN_ARROW) {
            buf_str(buf, " ← ");
        } else if (i > 0 && joining == JOIN_ONWARD) {
            buf_str(buf, " → ");
        } else if (i > 0 && joining == JOIN_SPACE) {
            buf_char(buf, ' ');
        } else if (i > 0) {
            print_word_list(buf, language, !last ? WORDS_COMMA : shown > 2 ? last_joints[joining] : joints[joining]);
        }
        argument_write(buf, language, &list->as.list.items[i]);
    }
}

static void print_list(struct buf *buf, enum vrmlint_language language, const struct argument *list)
{
    size_t shown = list->as.list.shown;
    if (shown >= list->as.list.count) {
        print_items(buf, language, list);
        return;
    }
    const char *at = template_in(language, shown == 0 ? WORDS_ONLY_MORE : WORDS_MORE);
    const char *text;
    size_t length;
    struct hole hole;
    while (template_next(&at, &text, &length, &hole)) {
        buf_add(buf, text, length);
        if (hole_is(&hole, "list")) {
            print_items(buf, language, list);
        } else {
            buf_number(buf, list->as.list.count - shown);
        }
    }
    buf_add(buf, text, length);
}

/* Finds the content of a placeholder: one of the arguments, or an index or name of the thing whose words are
 * printed. */
static bool fill_hole(const struct hole *hole, const struct argument *arguments, const struct argument *thing,
                      struct argument *out)
{
    const struct argument *found = hole_argument(hole, arguments);
    if (found != NULL) {
        *out = *found;
        return true;
    }
    static const char *const indices[] = {"index", "index2", "index3"};
    static const char *const names[] = {"name", "name2"};
    for (size_t i = 0; thing != NULL && i < sizeof indices / sizeof *indices; i++) {
        if (hole_is(hole, indices[i])) {
            *out = COUNT("", thing->as.said.index[i]);
            return true;
        }
    }
    if (thing != NULL && hole_is(hole, "term") && thing->as.said.names[0] != NULL) {
        *out = TERM("", thing->as.said.names[0]);
        return true;
    }
    for (size_t i = 0; thing != NULL && i < sizeof names / sizeof *names; i++) {
        if (hole_is(hole, names[i])) {
            *out = TEXT("", thing->as.said.names[i]);
            return true;
        }
    }
    return false;
}

static void print_hole(struct buf *buf, enum vrmlint_language language, const struct hole *hole,
                       const struct argument *argument)
{
    if (hole->one != NULL) {
        print_forms(buf, hole, argument->as.count);
    } else {
        argument_write(buf, language, argument);
    }
}

static void print_template(struct buf *buf, enum vrmlint_language language, enum message message,
                           const struct argument *arguments, const struct argument *thing)
{
    const char *at = template_in(language, message);
    const char *text;
    size_t length;
    struct hole hole;
    while (template_next(&at, &text, &length, &hole)) {
        struct argument argument;
        bool filled = fill_hole(&hole, arguments, thing, &argument);
        assert(filled);
        buf_add(buf, text, length);
        if (filled) {
            print_hole(buf, language, &hole, &argument);
        }
    }
    buf_add(buf, text, length);
}

void argument_write(struct buf *buf, enum vrmlint_language language, const struct argument *argument)
{
    switch (argument->kind) {
    case ARGUMENT_COUNT:
        buf_number(buf, argument->as.count);
        break;
    case ARGUMENT_NUMBER:
        print_digits(buf, language, argument);
        break;
    case ARGUMENT_TEXT:
        print_text(buf, language, argument->as.text.bytes, argument->as.text.length);
        break;
    case ARGUMENT_TERM:
        buf_str(buf, argument->as.term);
        break;
    case ARGUMENT_MARKED:
        buf_str(buf, translation_of_text(language, argument->as.term));
        break;
    case ARGUMENT_SAID:
        print_template(buf, language, argument->as.said.words, argument->as.said.inner, argument);
        break;
    case ARGUMENT_LIST:
        print_list(buf, language, argument);
        break;
    }
}

/* Capitalizes the beginning of an English sentence. A name of the file at the beginning is in quotes and stays. */
static void capitalize_sentence(struct buf *buf, size_t start, enum vrmlint_language language, enum message message)
{
    bool is_sentence = message_line(message).kind != MESSAGE_OF_WORDS || message == WORDS_ALONE;
    if (language == VRMLINT_ENGLISH && is_sentence && buf->length > start) {
        buf->text[start] = ascii_upper(buf->text[start]);
    }
}

void message_print(struct buf *buf, enum vrmlint_language language, enum message message,
                   const struct argument *arguments)
{
    size_t start = buf->length;
    print_template(buf, language, message, arguments, NULL);
    capitalize_sentence(buf, start, language, message);
}

bool refusal_print(struct vrmlint_refusal *refusal, enum message words, const struct argument *arguments)
{
    char text[sizeof refusal->text] = ""; /* an argument may be the previous refusal */
    struct buf buf = BUF_OVER(text);
#ifndef NDEBUG
    char error[512];
    assert(message_fits(words, arguments, error, sizeof error));
#endif
    message_print(&buf, refusal->language, words, arguments);
    memcpy(refusal->text, text, sizeof text);
    refusal->no_memory = words == WORDS_NO_MEMORY;
    return false;
}

bool refusal_because(struct vrmlint_refusal *refusal, const char *place, const char *why)
{
    bool no_memory = strcmp(why, message_template(WORDS_NO_MEMORY, VRMLINT_ENGLISH)) == 0 ||
                     (why == refusal->text && refusal->no_memory);
    refusal_print(refusal, WORDS_AT_PLACE, ARGUMENTS(TERM("place", place), MARKED("text", why)));
    refusal->no_memory = no_memory;
    return false;
}

struct vrmlint_text message_text(struct buf *room, unsigned languages, enum message message,
                                 const struct argument *arguments)
{
    struct vrmlint_text text = {{NULL}};
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        if ((languages >> language & 1U) != 0) {
            room->length = 0;
            message_print(room, (enum vrmlint_language)language, message, arguments);
            text.in[language] = arena_copy(room->arena, buf_text(room), room->length);
        }
    }
    return text;
}

/* ---- the placeholders of a sentence ---- */

enum { HOLES_MAX = 16 };

/* The distinct placeholders of a sentence. The first word of an English sentence has a capital, so a placeholder
 * there is distinct from the same one elsewhere. */
struct holes {
    struct hole at[HOLES_MAX];
    bool leads[HOLES_MAX];
    size_t count;
};

/* Returns the index of a placeholder among the distinct ones, to which it is added if it is new. */
static size_t number_of(struct holes *holes, const struct hole *hole, bool leads)
{
    for (size_t i = 0; i < holes->count; i++) {
        const struct hole *other = &holes->at[i];
        bool same = other->name_length == hole->name_length && other->one_length == hole->one_length &&
                    other->many_length == hole->many_length && holes->leads[i] == leads;
        if (same && memcmp(other->name, hole->name, hole->name_length) == 0 &&
            (hole->one == NULL || memcmp(other->one, hole->one, hole->one_length + 1 + hole->many_length) == 0)) {
            return i;
        }
    }
    assert(holes->count < HOLES_MAX);
    holes->at[holes->count] = *hole;
    holes->leads[holes->count] = leads;
    return holes->count++;
}

static struct holes holes_of(enum vrmlint_language language, enum message message)
{
    const char *template = template_in(language, message);
    const char *at = template;
    const char *text;
    size_t length;
    struct hole hole;
    struct holes holes = {.count = 0};
    while (template_next(&at, &text, &length, &hole)) {
        number_of(&holes, &hole, hole.name == template + 1);
    }
    return holes;
}

const struct vrmlint_text *message_fillings(struct buf *room, unsigned languages, enum message message,
                                            const struct argument *arguments, size_t *count)
{
    struct vrmlint_text *fillings = arena_array(room->arena, HOLES_MAX, sizeof *fillings);
    *count = 0;
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const struct holes holes = holes_of((enum vrmlint_language)language, message);
        for (size_t i = 0; i < holes.count && (languages >> language & 1U) != 0; i++) {
            const struct argument *argument = hole_argument(&holes.at[i], arguments);
            room->length = 0;
            if (argument != NULL) {
                print_hole(room, (enum vrmlint_language)language, &holes.at[i], argument);
            }
            if (holes.leads[i]) {
                capitalize_sentence(room, 0, (enum vrmlint_language)language, message);
            }
            fillings[i].in[language] = arena_copy(room->arena, buf_text(room), room->length);
            *count = i + 1 > *count ? i + 1 : *count;
        }
    }
    return fillings;
}

void message_print_outline(struct buf *buf, enum vrmlint_language language, enum message message, bool numbered)
{
    const char *template = template_in(language, message);
    const char *at = template;
    const char *text;
    size_t length;
    struct hole hole;
    struct holes holes = {.count = 0};
    while (template_next(&at, &text, &length, &hole)) {
        buf_add(buf, text, length);
        if (numbered) {
            buf_printf(buf, "{%zu}", number_of(&holes, &hole, hole.name == template + 1));
            continue;
        }
        for (size_t i = 0; i < hole.many_length; i++) {
            if (hole.many[i] == '#') {
                buf_printf(buf, "{%.*s}", (int)hole.name_length, hole.name);
            } else {
                buf_char(buf, hole.many[i]);
            }
        }
        if (hole.many == NULL) {
            buf_printf(buf, "{%.*s}", (int)hole.name_length, hole.name);
        }
    }
    buf_add(buf, text, length);
}
