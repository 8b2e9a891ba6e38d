/*
 * Messages as values: a sentence of the table and its arguments. One renderer makes text in each language. The
 * English sentences are in messages/, the others in po/.
 *
 * A sentence has placeholders in braces:
 *   {name}              the argument of that name
 *   {count|one|many}    one of two forms of a part of the sentence, by whether the argument is the number 1; "#" in it
 *                       is replaced by the number
 *   {final|last|other}  in words of a list, one of two forms by whether they are its last item; also outside a list
 */
#ifndef VRMLINT_MESSAGE_H
#define VRMLINT_MESSAGE_H

#include <math.h>

#include "base/buf.h"
#include "ids/limits.h"
#include "vrmlint.h"

/* The number of a rule, RULE_<name> of ids/rules.h, below RULE_LIMIT. Numbers start at 0; there are rule_count() of
 * them. */
enum { RULE_LIMIT = 1024 };
enum rule { RULE_NONE = RULE_LIMIT };
size_t rule_count(void);
enum rule rule_number(const struct vrmlint_rule *rule);

/*
 * The number of a message, below MESSAGE_LIMIT: MESSAGE_<rule>__<variant>, RELATED_<rule>__<variant>,
 * SHARED_<name>__<variant> or WORDS_<name>. Each file in messages/ has a header in ids/ with its numbers. Some
 * numbers are unused.
 */
enum message { MESSAGE_NONE = MESSAGE_LIMIT };

enum message_kind {
    MESSAGE_UNUSED,
    MESSAGE_OF_FINDING,
    MESSAGE_OF_RELATED,
    MESSAGE_OF_SEVERAL_RULES,
    MESSAGE_OF_WORDS
};

/* A row of the table. All strings are static. */
struct message_line {
    enum message_kind kind;
    enum rule rule; /* RULE_NONE if it doesn't belong to a single rule */
    /* "ADJACENT"; if it doesn't belong to a single rule, preceded by its name ("WRONG_TYPE__LIST"), or only the
     * name. */
    const char *variant;
    const char *english;
};

struct message_line message_line(enum message message);

/* Whether a finding of a rule may have the message: it belongs to the rule, or it is shared by rules of that name in
 * several families. */
bool message_is_of(enum message message, enum rule rule);

/* Returns the message that findings of a rule may have, by the name of its variant; MESSAGE_NONE if there is none, or
 * the name is NULL. */
enum message message_named(enum rule rule, const char *variant);

/* Whether reports show what the rule says to do below the message: by the rows SHOW_HOW and NO_HOW. */
bool message_shows_how(enum message message, enum rule rule);

/* Returns the sentence of a message in a language; NULL if it has no translation. Static. */
const char *message_template(enum message message, enum vrmlint_language language);

/* ---- arguments ---- */

enum argument_kind {
    ARGUMENT_COUNT,  /* a count or an index */
    ARGUMENT_NUMBER, /* a measured or written number with its unit */
    ARGUMENT_TEXT,   /* a string of the file: quoted and shortened */
    ARGUMENT_TERM,   /* a word that is the same in all languages: dragForce, three-vrm, VRMC_springBone */
    ARGUMENT_MARKED, /* a text marked with N_: translated if possible, such as system errors about a file */
    ARGUMENT_SAID,   /* words of the table; also names of things */
    ARGUMENT_LIST,   /* several of these */
};

/* Returns the words for the unit of a threshold, by its name in the table of thresholds: "degrees/s". */
enum message message_of_unit(const char *unit);

enum unit { UNIT_NONE, UNIT_METRES, UNIT_DEGREES, UNIT_SECONDS, UNIT_PERCENT, UNIT_METRES_PER_SECOND };

/* JOIN_BOTH and JOIN_EITHER join clauses, "a, b, and c", "a, b, or c", whose verbs may have another form if they aren't
 * the last; JOIN_OR joins words, and JOIN_NOR words after "no", "a, b or c". */
enum joining { JOIN_COMMA, JOIN_AND, JOIN_OR, JOIN_NOR, JOIN_BOTH, JOIN_EITHER, JOIN_ARROW, JOIN_ONWARD, JOIN_SPACE };

/* Made by the macros below and by the naming functions of vrm/names.h. All pointers are borrowed until the message is
 * reported. */
struct argument {
    const char *name; /* of the placeholder; NULL ends an array */
    enum argument_kind kind;
    union {
        uint64_t count;
        struct {
            double value;   /* in the unit, degrees for angles */
            double limit;   /* the limit that it exceeds: shown with enough digits to differ; NAN: none */
            enum unit unit; /* lengths below a metre stay metres */
            int digits;     /* significant digits */
        } number;
        struct {
            const char *bytes; /* NULL: the thing has no name */
            size_t length;
        } text;
        const char *term;
        struct {
            enum message words;
            /* for the placeholders {index}, {index2}, {index3}, {name} (quoted; {term} unquoted) and {name2} of the
             * words */
            size_t index[3];
            const char *names[2]; /* terminated; NULL: unnamed */
            /* for all other placeholders; ended by one without a name, or NULL */
            const struct argument *inner;
        } said;
        struct {
            const struct argument *items; /* their names are not read */
            size_t shown;                 /* number of items */
            size_t count;                 /* length of the whole list: the rest is given as a number */
            enum joining joining;
        } list;
    } as;
};

#define ARGUMENTS(...) ((const struct argument[]){__VA_ARGS__, {.name = NULL}})
#define NO_ARGUMENTS NULL

#define COUNT(the_name, the_count)                                                                                     \
    ((struct argument){.name = (the_name), .kind = ARGUMENT_COUNT, .as.count = (the_count)})
#define TERM(the_name, the_term) ((struct argument){.name = (the_name), .kind = ARGUMENT_TERM, .as.term = (the_term)})
#define MARKED(the_name, the_text)                                                                                     \
    ((struct argument){.name = (the_name), .kind = ARGUMENT_MARKED, .as.term = (the_text)})
#define TEXT(the_name, the_text) argument_text((the_name), (the_text))
#define WORD(the_name, the_words)                                                                                      \
    ((struct argument){.name = (the_name), .kind = ARGUMENT_SAID, .as.said.words = (the_words)})
/* words with placeholders for the arguments: a clause of its own, as an item of a list */
#define CLAUSE(the_name, the_words, the_arguments)                                                                     \
    ((struct argument){                                                                                                \
        .name = (the_name), .kind = ARGUMENT_SAID, .as.said = {(the_words), {0}, {NULL}, (the_arguments)}})
#define NUMBER(the_name, the_value, the_digits) argument_number((the_name), (the_value), NAN, UNIT_NONE, (the_digits))
#define METRES(the_name, the_value, the_digits) argument_number((the_name), (the_value), NAN, UNIT_METRES, (the_digits))
#define SECONDS(the_name, the_value, the_digits)                                                                       \
    argument_number((the_name), (the_value), NAN, UNIT_SECONDS, (the_digits))
#define PERCENT(the_name, the_value, the_digits)                                                                       \
    argument_number((the_name), (the_value), NAN, UNIT_PERCENT, (the_digits))
/* three numbers of any struct with x, y and z */
#define VECTOR(the_name, the_vector, the_digits)                                                                       \
    argument_list((the_name),                                                                                          \
                  (const struct argument[]){NUMBER(NULL, (the_vector).x, (the_digits)),                                \
                                            NUMBER(NULL, (the_vector).y, (the_digits)),                                \
                                            NUMBER(NULL, (the_vector).z, (the_digits))},                               \
                  3, 3, JOIN_SPACE)
/* converts from radians */
#define DEGREES(the_name, the_radians, the_digits)                                                                     \
    argument_number((the_name), (the_radians)*57.295779513082323, NAN, UNIT_DEGREES, (the_digits))

/* Returns the end of an array of arguments, in place of an omitted one. */
static inline struct argument argument_end(void)
{
    struct argument end = {.name = NULL};
    return end;
}

/* Returns an argument for a string of the file, terminated; NULL is shown as "(unnamed)". */
struct argument argument_text(const char *name, const char *text);

/* Returns an argument for a number with so many significant digits, or with as many more as are needed to distinguish
 * it from the limit that it exceeds: "1 is more than 1" would be absurd. limit NAN: none. */
struct argument argument_number(const char *name, double value, double limit, enum unit unit, int digits);

/* Returns an argument for count things. items has the first ones, up to the maximum to be shown. */
struct argument argument_list(const char *name, const struct argument *items, size_t shown, size_t count,
                              enum joining joining);

/* Returns words with placeholders for the arguments, in the arena, for later use. Data that the arguments borrow
 * stays borrowed. */
struct argument argument_words(struct arena *arena, const char *name, enum message words,
                               const struct argument *arguments);

/* Returns the same argument for another placeholder. */
struct argument argument_as(const char *name, struct argument argument);

/* ---- text ---- */

/* Writes a message as text; a finding's message begins with a capital. Names from the file are not escaped: escape
 * the text before printing. */
void message_print(struct buf *buf, enum vrmlint_language language, enum message message,
                   const struct argument *arguments);

/* Writes an argument as in a sentence. */
void argument_write(struct buf *buf, enum vrmlint_language language, const struct argument *argument);

/* Returns the text in each language of a set (bits 1 << language); NULL in the others. In the arena of room. */
struct vrmlint_text message_text(struct buf *room, unsigned languages, enum message message,
                                 const struct argument *arguments);

/*
 * Returns the contents of the placeholders of a sentence, as message_print() shows them, for the languages of a set:
 * in each language in the order of its sentence's placeholders, without duplicates. *count receives the number in the
 * language that has most.
 */
const struct vrmlint_text *message_fillings(struct buf *room, unsigned languages, enum message message,
                                            const struct argument *arguments, size_t *count);

/* Writes the sentence of the table with its placeholders by name, "{count} nodes", or, if numbered, by their index in
 * message_fillings(): "{0}". */
void message_print_outline(struct buf *buf, enum vrmlint_language language, enum message message, bool numbered);

/* Writes why something is refused. Returns false, for use in return statements. */
bool refusal_print(struct vrmlint_refusal *refusal, enum message words, const struct argument *arguments);

/* The same for a location, "place: why". why is in English and is translated if possible. */
bool refusal_because(struct vrmlint_refusal *refusal, const char *place, const char *why);

/*
 * Returns a number, never 0, of what a message has in common with messages that differ only in their things and
 * measured values. It depends on strings of the file, whose author can make two different messages have the same
 * number, so only the length of a report may depend on it.
 */
#define MESSAGE_KIND_MOST ((UINT64_C(1) << 53) - 1)
uint64_t message_kind(enum message message, const struct argument *arguments);

/* Returns the argument that names the thing that a message is about, or NULL. */
const struct argument *message_who(const struct argument *arguments);

/* Returns how far the measured value is from the allowed one, from 0 to infinity: to find the worst of messages of
 * the same kind. */
double message_badness(const struct argument *arguments);

/* Copies those arguments that the sentence has placeholders for, and the end, to taken, as far as they fit into
 * its room, and returns it. For several messages that are called with the same arguments. */
const struct argument *message_take(enum message message, const struct argument *arguments, struct argument *taken,
                                    size_t room);

/* Whether the arguments match the placeholders of the sentence in every language. If not, writes one line about it to
 * error (terminated). */
bool message_fits(enum message message, const struct argument *arguments, char *error, size_t size);

#endif
