#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/among.h"
#include "base/ascii.h"
#include "base/fnv.h"
#include "base/quote.h"
#include "ids/all.h"
#include "ids/messages_refusals.h"
#include "ids/messages_words.h"
#include "message/message.h"
#include "message/translations.h"

/* A placeholder: {name} or {name|one|many}. */
struct hole {
    const char *name;
    size_t name_length;
    const char *one; /* NULL: without forms */
    size_t one_length;
    const char *many;
    size_t many_length;
};

/* Returns the sentence in a language; in English if it has no translation. Static. */
static const char *template_in(enum vrmlint_language language, enum message message)
{
    const char *template = message_template(message, language);
    return template == NULL ? message_line(message).english : template;
}

/* Takes the text up to the next placeholder, and the placeholder. Returns false at the end, where only text is left. */
static bool template_next(const char **at, const char **text, size_t *length, struct hole *hole)
{
    const char *p = strchr(*at, '{');
    *text = *at;
    if (p == NULL) {
        *length = strlen(*at);
        *at += *length;
        return false;
    }
    *length = (size_t)(p - *text);
    *hole = (struct hole){.name = p + 1};
    const char *bars[2] = {NULL, NULL};
    for (p++; *p != '}'; p++) {
        assert(*p != '\0');
        if (*p == '|') {
            bars[bars[0] != NULL] = p;
        }
    }
    hole->name_length = (size_t)((bars[0] == NULL ? p : bars[0]) - hole->name);
    if (bars[1] != NULL) {
        hole->one = bars[0] + 1;
        hole->one_length = (size_t)(bars[1] - hole->one);
        hole->many = bars[1] + 1;
        hole->many_length = (size_t)(p - hole->many);
    }
    *at = p + 1;
    return true;
}

static bool hole_is(const struct hole *hole, const char *name)
{
    return strncmp(name, hole->name, hole->name_length) == 0 && name[hole->name_length] == '\0';
}

/* Returns the argument for a placeholder, among arguments (which may be NULL); NULL if there is none. */
static const struct argument *hole_argument(const struct hole *hole, const struct argument *arguments)
{
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        if (hole_is(hole, arguments->name)) {
            return arguments;
        }
    }
    return NULL;
}

static bool has_hole(const char *template, const char *name)
{
    const char *text;
    size_t length;
    struct hole hole;
    while (template_next(&template, &text, &length, &hole)) {
        if (hole_is(&hole, name)) {
            return true;
        }
    }
    return false;
}

const struct argument *message_take(enum message message, const struct argument *arguments, struct argument *taken,
                                    size_t room)
{
    const char *template = message_line(message).english;
    const char *text;
    size_t length;
    struct hole hole;
    unsigned named = 0; /* bit by argument: the template is parsed once, as a file may have a million findings */
    size_t count = 0;
    while (template_next(&template, &text, &length, &hole)) {
        const struct argument *argument = hole_argument(&hole, arguments);
        named |= argument == NULL ? 0 : 1U << (argument - arguments);
    }
    for (size_t i = 0; arguments != NULL && arguments[i].name != NULL; i++) {
        if ((named >> i & 1) != 0 && count + 1 < room) {
            taken[count++] = arguments[i];
        }
    }
    taken[count] = argument_end();
    return taken;
}

bool message_fits(enum message message, const struct argument *arguments, char *error, size_t size)
{
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char *at = message_template(message, (enum vrmlint_language)language);
        const char *template = at;
        const char *text;
        size_t length;
        struct hole hole;
        while (at != NULL && template_next(&at, &text, &length, &hole)) {
            const struct argument *argument = hole_argument(&hole, arguments);
            if (argument == NULL || (hole.one != NULL && argument->kind != ARGUMENT_COUNT)) {
                snprintf(error, size, "%s: no argument fills {%.*s}", template, (int)hole.name_length, hole.name);
                return false;
            }
        }
        for (const struct argument *a = arguments; template != NULL && a != NULL && a->name != NULL; a++) {
            if (!has_hole(template, a->name)) {
                snprintf(error, size, "%s: has no place for the argument %s", template, a->name);
                return false;
            }
        }
    }
    return true;
}

/*
 * The kind of a finding: what it has in common with findings that differ only in their things and in measured values.
 *
 * Names of things (a joint, a material), counts and numbers don't count. Everything else does: the sentence, names of
 * properties, strings of the file, and above all the suggested change, such as another "did you mean", another order,
 * or another cycle to break.
 */

/* Whether words name a thing, or a measured value, by other things in them: a row NAMES lists them. */
static bool names_by_others(enum message words)
{
    switch ((unsigned)words) { /* the ids of each table are enumerators of their own */
#define NAMES(words) case words:
#include "ids/kinds_table.def"
        return true;
    default:
        return false;
    }
}

/* Whether words have an index or a name of their own, "node {index} {name}". */
static bool names_itself(enum message words)
{
    static const char *const own[] = {"{index", "{name", "{term}"};
    for (const char *at = strchr(message_line(words).english, '{'); at != NULL; at = strchr(at + 1, '{')) {
        if (BEGINS_AMONG(at, own)) {
            return true;
        }
    }
    return false;
}

static bool is_thing(const struct argument *argument)
{
    return argument->kind == ARGUMENT_SAID &&
           (names_itself(argument->as.said.words) || names_by_others(argument->as.said.words));
}

/*
 * Whether an argument fills a placeholder with the name of a thing as a string or term, or with the time of a
 * measurement. "name" as a term is a property. "correct" is the present name of something with an older name, or a
 * name in another letter case: a file with one such mistake usually has it in all names.
 */
static bool is_who_or_when(const struct argument *argument)
{
    static const char *const places[] = {"other", "first",  "last",   "before",    "bone",    "bones",
                                         "map",   "next",   "when",   "direction", "parent",  "textures",
                                         "empty", "holder", "member", "any",       "written", "correct"};
    return IS_AMONG(argument->name, places) || (argument->kind == ARGUMENT_TEXT && strcmp(argument->name, "name") == 0);
}

/* Whether a string begins with a prefix, in any letter case. */
static bool begins_with(const char *text, const char *prefix, size_t length)
{
    size_t i = 0;
    while (i < length && ascii_lower(text[i]) == ascii_lower(prefix[i])) {
        i++;
    }
    return i == length;
}

/*
 * Returns the length of the part of a term that is a name among several of the same kind: a key of a map whose keys
 * are the names that a shader chooses, or a map of the gaze. *keep: the length of the part that is the kind.
 * Returns 0 for other terms.
 */
static size_t measure_key(const char *at, size_t *keep)
{
    static const char *const maps[] = {"floatProperties.", "vectorProperties.", "textureProperties.", "keywordMap.",
                                       "tagMap.",          "lookAtHorizontal",  "lookAtVertical",     "rangeMap"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        size_t length = strlen(maps[i]);
        if (begins_with(at, maps[i], length)) {
            *keep = i < 5 ? length : 6; /* "lookAt", "rangeM" */
            return length + strcspn(at + length, ".[/ ");
        }
    }
    return 0;
}

/* Adds a term without indices in a path, "weights[3]", "colliders/2/node", and without keys that a shader chooses. */
static uint64_t add_term(uint64_t kind, const char *term)
{
    const char *before = "";
    for (const char *at = term; *at != '\0'; before = at++) {
        bool begins = at == term || strchr("/[ ", *before) != NULL;
        size_t keep = 0;
        size_t key = begins ? measure_key(at, &keep) : 0;
        if (key > 0) {
            kind = fnv_add(kind, at, keep);
            at += key - 1;
            continue;
        }
        size_t digits = strspn(at, "0123456789");
        if (digits > 0 && begins && strchr("/] ", at[digits]) != NULL) {
            at += digits - 1;
            kind = fnv_add(kind, "#", 1);
        } else {
            kind = fnv_add(kind, at, 1);
        }
    }
    return fnv_add(kind, "", 1);
}

static uint64_t add_bytes(uint64_t kind, const char *bytes, size_t length)
{
    return fnv_add(fnv_add(kind, bytes == NULL ? "" : bytes, bytes == NULL ? 0 : length), "", 1);
}

/* Adds a string of the file. For a map of the gaze, adds only the kind of name. */
static uint64_t add_text(uint64_t kind, const char *bytes, size_t length)
{
    size_t keep = 0;
    return add_bytes(kind, bytes, bytes != NULL && measure_key(bytes, &keep) == length ? keep : length);
}

static uint64_t add_words(uint64_t kind, enum message words)
{
    return fnv_add(kind, (const char[]){(char)(words & 0xFF), (char)(words >> 8)}, 2);
}

static uint64_t add_argument(uint64_t kind, const struct argument *argument);

static uint64_t add_all(uint64_t kind, const struct argument *arguments)
{
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        kind = add_argument(kind, arguments);
    }
    return kind;
}

/* Adds the correct order of a chain, where names count, or a cycle, where indices do too: each cycle is a mistake of
 * its own. */
static uint64_t add_order(uint64_t kind, const struct argument *list, bool is_ring)
{
    for (size_t i = 0; i < list->as.list.shown; i++) {
        const struct argument *item = &list->as.list.items[i];
        for (size_t k = 0; item->kind == ARGUMENT_SAID && k < 2; k++) {
            const char *name = item->as.said.names[k];
            kind = add_bytes(kind, name, name == NULL ? 0 : strlen(name));
        }
        if (item->kind == ARGUMENT_SAID && is_ring) {
            kind = fnv_add(kind, (const char *)&item->as.said.index[0], sizeof item->as.said.index[0]);
        }
    }
    return kind;
}

static uint64_t add_list(uint64_t kind, const struct argument *list)
{
    for (size_t i = 0; i < list->as.list.shown; i++) {
        struct argument item = list->as.list.items[i];
        item.name = ""; /* most items have no name */
        kind = add_argument(kind, &item);
    }
    return kind;
}

static uint64_t add_argument(uint64_t kind, const struct argument *argument)
{
    if (is_who_or_when(argument) || is_thing(argument)) {
        return kind;
    }
    bool is_ring;
    switch (argument->kind) {
    case ARGUMENT_COUNT:
    case ARGUMENT_NUMBER:
        break;
    case ARGUMENT_TEXT:
        return add_text(kind, argument->as.text.bytes, argument->as.text.length);
    case ARGUMENT_TERM:
    case ARGUMENT_MARKED:
        return add_term(kind, argument->as.term);
    case ARGUMENT_SAID:
        return add_all(add_words(kind, argument->as.said.words), argument->as.said.inner);
    case ARGUMENT_LIST:
        is_ring = strcmp(argument->name, "ring") == 0;
        return is_ring || strcmp(argument->name, "order") == 0 ? add_order(kind, argument, is_ring)
                                                               : add_list(kind, argument);
    }
    return kind;
}

/* Returns the message that a message counts as, by a row COUNTS_AS: the same mistake in things that only some apps
 * need, or that have other limits, is one mistake. */
static enum message common_message(enum message message)
{
    switch ((unsigned)message) {
#define NAMES(words)
#define BARE(message)
#define COUNTS_AS(message, as)                                                                                         \
    case message:                                                                                                      \
        return as;
#include "ids/kinds_table.def"
    default:
        return message;
    }
}

/* Whether the arguments of a message don't count, by a row BARE. */
static bool is_bare(enum message message)
{
    switch ((unsigned)message) {
#define BARE(message) case message:
#include "ids/kinds_table.def"
        return true;
    default:
        return false;
    }
}

uint64_t message_kind(enum message message, const struct argument *arguments)
{
    bool bare = is_bare(message);
    uint64_t kind = add_all(add_words(FNV_START, common_message(message)), bare ? NULL : arguments) & MESSAGE_KIND_MOST;
    return kind == 0 ? 1 : kind;
}

const struct argument *message_who(const struct argument *arguments)
{
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        if (is_thing(arguments)) {
            return arguments;
        }
        const struct argument *inner = arguments->kind == ARGUMENT_SAID ? message_who(arguments->as.said.inner) : NULL;
        if (inner != NULL) {
            return inner;
        }
    }
    return NULL;
}

/* Uses the first number that has a limit, or else the first number. */
double message_badness(const struct argument *arguments)
{
    double first = NAN;
    for (; arguments != NULL && arguments->name != NULL; arguments++) {
        if (arguments->kind != ARGUMENT_NUMBER) {
            continue;
        }
        double value = arguments->as.number.value;
        double limit = arguments->as.number.limit;
        if (!isnan(limit)) {
            return isfinite(value) ? fabs(value - limit) : HUGE_VAL;
        }
        if (isnan(first)) {
            first = isfinite(value) ? fabs(value) : HUGE_VAL;
        }
    }
    return isnan(first) ? 0 : first;
}

/* Prints messages as text, in each language. */

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

/* The name of items that another follows, while they are printed: the names of items have no other use. */
static const char FOLLOWED[] = "followed";

static void print_items(struct buf *buf, enum vrmlint_language language, const struct argument *list)
{
    static const enum message joints[] = {
        [JOIN_COMMA] = WORDS_COMMA, [JOIN_AND] = WORDS_AND,   [JOIN_OR] = WORDS_OR,
        [JOIN_NOR] = WORDS_NOR,     [JOIN_BOTH] = WORDS_BOTH, [JOIN_EITHER] = WORDS_EITHER};
    static const enum message last_joints[] = {
        [JOIN_COMMA] = WORDS_COMMA, [JOIN_AND] = WORDS_LAST_AND,   [JOIN_OR] = WORDS_LAST_OR,
        [JOIN_NOR] = WORDS_NOR,     [JOIN_BOTH] = WORDS_LAST_BOTH, [JOIN_EITHER] = WORDS_LAST_EITHER};
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
        struct argument item = list->as.list.items[i];
        item.name = i + 1 < shown ? FOLLOWED : "";
        argument_write(buf, language, &item);
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
    if (thing != NULL && hole_is(hole, "final")) {
        *out = COUNT("", thing->name == FOLLOWED ? 0 : 1);
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

/* Adds text of a template. In a clause, two pairs of Japanese brackets in a row become one; not in a sentence, which
 * other tools assemble from its template and its arguments too. */
static void add_template_text(struct buf *buf, const char *text, size_t length, bool is_clause)
{
    static const char begin[] = "（";
    static const char end[] = "）";
    size_t first = sizeof begin - 1;
    size_t last = sizeof end - 1;
    if (is_clause && buf->length >= last && memcmp(buf->text + buf->length - last, end, last) == 0 && length >= first &&
        memcmp(text, begin, first) == 0) {
        buf->length -= last;
        buf_str(buf, "、");
        text += first;
        length -= first;
    }
    buf_add(buf, text, length);
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
        add_template_text(buf, text, length, thing != NULL);
        if (filled) {
            print_hole(buf, language, &hole, &argument);
        }
    }
    add_template_text(buf, text, length, thing != NULL);
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
