/*
 * What vrmlint says, as values: a sentence of the table of messages and what fills its places. One renderer makes text
 * of it, in each language. The English sentences stand in messages/, the others in po/.
 *
 * A sentence has places in braces:
 *   {name}              what the argument of that name says
 *   {count|one|many}    one of two forms of a part of the sentence, by whether the argument is the number 1; "#" in it
 *                       stands for the number
 */
#ifndef VRMLINT_MESSAGE_H
#define VRMLINT_MESSAGE_H

#include <math.h>

#include "base/buf.h"
#include "ids/limits.h"
#include "vrmlint.h"

/* The number of a rule, RULE_<name> of ids/rules.h, below RULE_LIMIT. There are rule_count(), from 0 on. */
enum { RULE_LIMIT = 1024 };
enum rule { RULE_NONE = RULE_LIMIT };
size_t rule_count(void);
enum rule rule_number(const struct vrmlint_rule *rule);

/*
 * The number of a message, below MESSAGE_LIMIT: MESSAGE_<rule>__<variant>, RELATED_<rule>__<variant>,
 * SHARED_<name>__<variant> or WORDS_<name>, of the header in ids/ that is made of its file in messages/. Not every
 * number is used.
 */
enum message { MESSAGE_NONE = MESSAGE_LIMIT };

enum message_kind {
    MESSAGE_UNUSED,
    MESSAGE_OF_FINDING,
    MESSAGE_OF_RELATED,
    MESSAGE_OF_SEVERAL_RULES,
    MESSAGE_OF_WORDS
};

/* A line of the table. All strings are static. */
struct message_line {
    enum message_kind kind;
    enum rule rule;      /* RULE_NONE if it isn't of one rule */
    const char *variant; /* "ADJACENT"; of what isn't of one rule, its name before that, or alone: "WRONG_TYPE__LIST" */
    const char *english;
};

struct message_line message_line(enum message message);

/* Whether a finding of a rule may say it: it is one of the rule's, or one of those that are shared by rules which are
 * called so in several families. */
bool message_is_of(enum message message, enum rule rule);

/* Its sentence in a language, or NULL where that language has none. Static. */
const char *message_template(enum message message, enum vrmlint_language language);

/* ---- arguments ---- */

enum argument_kind {
    ARGUMENT_COUNT,  /* a count or an index */
    ARGUMENT_NUMBER, /* a measured or written number, with its unit */
    ARGUMENT_TEXT,   /* a text of the file: quoted and shortened */
    ARGUMENT_TERM,   /* a word that is the same in all languages: dragForce, three-vrm, VRMC_springBone */
    ARGUMENT_MARKED, /* a text marked with N_: translated where it can be, as what the system says of a file */
    ARGUMENT_SAID,   /* words of the table; also what a thing of the file is called */
    ARGUMENT_LIST,   /* several of these */
};

/* What the unit of a threshold is called, by its name in the table of thresholds: "degrees/s". */
enum message message_of_unit(const char *unit);

enum unit { UNIT_NONE, UNIT_METRES, UNIT_DEGREES, UNIT_SECONDS, UNIT_PERCENT, UNIT_METRES_PER_SECOND, UNIT_COUNT };

/* OR joins clauses, "a, b, or c", and NOR words after "no", "a, b or c". */
enum joining { JOIN_COMMA, JOIN_AND, JOIN_OR, JOIN_NOR, JOIN_ARROW, JOIN_ONWARD, JOIN_SPACE };

/* Made by the macros below and the naming functions of vrm/names.h. All pointers are borrowed until the message is
 * reported. */
struct argument {
    const char *name; /* of the place that it fills; NULL ends an array */
    enum argument_kind kind;
    union {
        uint64_t count;
        struct {
            double value;   /* in the unit, degrees for angles */
            double limit;   /* that it is compared with: shown with enough digits to differ; NAN for none */
            enum unit unit; /* lengths below a metre stay metres */
            int digits;     /* significant ones */
        } number;
        struct {
            const char *bytes; /* NULL: the thing has no name */
            size_t length;
        } text;
        const char *term;
        struct {
            enum message words;
            /* what the places {index}, {index2}, {index3}, {name} (quoted; {term} unquoted) and {name2} of the words
             * are filled with */
            size_t index[3];
            const char *names[2]; /* terminated; NULL: unnamed */
            /* what fills all other places; ended by one without a name, or NULL */
            const struct argument *inner;
        } said;
        struct {
            const struct argument *items; /* their names are not read */
            size_t shown;                 /* items that there are */
            size_t count;                 /* of the whole list: the rest is said as a number */
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
/* words whose places the arguments fill: a clause of its own, as an item of a list */
#define CLAUSE(the_name, the_words, the_arguments)                                                                     \
    ((struct argument){                                                                                                \
        .name = (the_name), .kind = ARGUMENT_SAID, .as.said = {(the_words), {0}, {NULL}, (the_arguments)}})
#define NUMBER(the_name, the_value, the_digits) argument_number((the_name), (the_value), NAN, UNIT_NONE, (the_digits))
#define METRES(the_name, the_value, the_digits) argument_number((the_name), (the_value), NAN, UNIT_METRES, (the_digits))
#define SECONDS(the_name, the_value, the_digits)                                                                       \
    argument_number((the_name), (the_value), NAN, UNIT_SECONDS, (the_digits))
#define PERCENT(the_name, the_value, the_digits)                                                                       \
    argument_number((the_name), (the_value), NAN, UNIT_PERCENT, (the_digits))
/* three numbers of anything with x, y and z */
#define VECTOR(the_name, the_vector, the_digits)                                                                       \
    argument_list((the_name),                                                                                          \
                  (const struct argument[]){NUMBER(NULL, (the_vector).x, (the_digits)),                                \
                                            NUMBER(NULL, (the_vector).y, (the_digits)),                                \
                                            NUMBER(NULL, (the_vector).z, (the_digits))},                               \
                  3, 3, JOIN_SPACE)
/* of radians */
#define DEGREES(the_name, the_radians, the_digits)                                                                     \
    argument_number((the_name), (the_radians)*57.295779513082323, NAN, UNIT_DEGREES, (the_digits))

/* What ends arguments, where one is left out. */
static inline struct argument argument_end(void)
{
    struct argument end = {.name = NULL};
    return end;
}

/* A text of the file, terminated; NULL says "(unnamed)". */
struct argument argument_text(const char *name, const char *text);

/* A number, shown with so many significant digits, or with as many more as it takes to tell it from a limit that it
 * has crossed: nobody believes that "1 is more than 1". limit NAN: there is none. */
struct argument argument_number(const char *name, double value, double limit, enum unit unit, int digits);

/* count things of which the first are in items: as many as are shown at most. */
struct argument argument_list(const char *name, const struct argument *items, size_t shown, size_t count,
                              enum joining joining);

/* Words whose places the arguments fill, in the arena, so that they may be said later; what the arguments borrow stays
 * borrowed. */
struct argument argument_words(struct arena *arena, const char *name, enum message words,
                               const struct argument *arguments);

/* The same argument for a place of another name. */
struct argument argument_as(const char *name, struct argument argument);

/* ---- text ---- */

/* Adds a message as text; a finding's begins with a capital. Names come as they stand in the file: escape before
 * printing. */
void message_print(struct buf *buf, enum vrmlint_language language, enum message message,
                   const struct argument *arguments);

/* Adds one argument, as it stands in a sentence. */
void argument_write(struct buf *buf, enum vrmlint_language language, const struct argument *argument);

/* The text in each language of a set (bit 1 << language); NULL in the others. In the arena of a buffer to work in. */
struct vrmlint_text message_text(struct buf *room, unsigned languages, enum message message,
                                 const struct argument *arguments);

/*
 * What fills the places of a sentence, by language of a set, as message_print() shows it: in each language in the order
 * in which its sentence has its places, the same one only once. *count receives how many the longest of these has.
 */
const struct vrmlint_text *message_fillings(struct buf *room, unsigned languages, enum message message,
                                            const struct argument *arguments, size_t *count);

/* Adds the sentence as it stands in the table, its places by name, "{count} nodes", or, numbered, in the order of
 * message_fillings(): "{0}". */
void message_print_outline(struct buf *buf, enum vrmlint_language language, enum message message, bool numbered);

/* Says why something isn't taken; false, for whoever refuses to return. */
bool refusal_print(struct vrmlint_refusal *refusal, enum message words, const struct argument *arguments);

/* The same of a place, "place: why"; why in English, it is translated if it can be. */
bool refusal_because(struct vrmlint_refusal *refusal, const char *place, const char *why);

/*
 * A number of what messages have in common that differ only in who is spoken of and what was measured; never 0. The
 * file's strings go into it, and whoever writes them can make two messages alike that aren't: nothing but a report's
 * length may depend on it.
 */
#define MESSAGE_KIND_MOST ((UINT64_C(1) << 53) - 1)
uint64_t message_kind(enum message message, const struct argument *arguments);

/* Returns the argument that names the thing spoken of, or NULL. */
const struct argument *message_who(const struct argument *arguments);

/* Returns how far what was measured is from what is allowed, from 0 to infinity: to find the worst of messages of the
 * same kind. */
double message_badness(const struct argument *arguments);

/* Copies those of the arguments that the sentence has places for, and the end, to `taken`, which has room for so many,
 * and returns it. For sentences of one judgement that don't all name the same. */
const struct argument *message_take(enum message message, const struct argument *arguments, struct argument *taken,
                                    size_t room);

/* Whether the arguments are those that the sentence has places for, in every language; else one line says what isn't
 * right, in error (terminated). */
bool message_fits(enum message message, const struct argument *arguments, char *error, size_t size);

#endif
