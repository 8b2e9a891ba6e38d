/* The avatar's card: who made it, what others may do with it in plain words, its bones, and what its expressions move.
 */
#include <string.h>

#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/html.h"

enum { EXPRESSION_BUDGET = 16000 /* bytes of the list of expressions */ };

/* What words of the file come to. */
struct reading {
    const char *value; /* as the file writes it */
    enum message words;
};

/* One line of the licence. */
struct line {
    enum vrmlint_term term;
    enum message words;
    struct reading readings[4]; /* the first holds where the file says nothing */
    bool has_default;           /* the specification says what holds then */
};

#define ALLOWED                                                                                                        \
    {                                                                                                                  \
        {"false", WORDS_CARD_NOT_ALLOWED},                                                                             \
        {                                                                                                              \
            "true", WORDS_CARD_ALLOWED                                                                                 \
        }                                                                                                              \
    }
#define ALLOWED_0X                                                                                                     \
    {                                                                                                                  \
        {"Disallow", WORDS_CARD_NOT_ALLOWED},                                                                          \
        {                                                                                                              \
            "Allow", WORDS_CARD_ALLOWED                                                                                \
        }                                                                                                              \
    }

/* VRMC_vrm 1.0, meta; the first of each list is its default there. */
static const struct line lines[] = {
    {VRMLINT_TERM_ACTING,
     WORDS_CARD_ACTING,
     {{"onlyAuthor", WORDS_CARD_ONLY_AUTHOR},
      {"onlySeparatelyLicensedPerson", WORDS_CARD_ONLY_LICENSED},
      {"everyone", WORDS_CARD_EVERYBODY}},
     true},
    {VRMLINT_TERM_COMMERCE,
     WORDS_CARD_COMMERCE,
     {{"personalNonProfit", WORDS_CARD_NO_PROFIT},
      {"personalProfit", WORDS_CARD_PROFIT},
      {"corporation", WORDS_CARD_CORPORATION}},
     true},
    {VRMLINT_TERM_CREDIT,
     WORDS_CARD_CREDIT,
     {{"required", WORDS_CARD_REQUIRED}, {"unnecessary", WORDS_CARD_UNNECESSARY}},
     true},
    {VRMLINT_TERM_PASSING_ON, WORDS_CARD_PASSING_ON, ALLOWED, true},
    {VRMLINT_TERM_CHANGING,
     WORDS_CARD_CHANGING,
     {{"prohibited", WORDS_CARD_NOT_ALLOWED},
      {"allowModification", WORDS_CARD_CHANGE},
      {"allowModificationRedistribution", WORDS_CARD_CHANGE_AND_PASS_ON}},
     true},
    {VRMLINT_TERM_VIOLENCE, WORDS_CARD_VIOLENCE, ALLOWED, true},
    {VRMLINT_TERM_SEX, WORDS_CARD_SEX, ALLOWED, true},
    {VRMLINT_TERM_POLITICS, WORDS_CARD_POLITICS, ALLOWED, true},
    {VRMLINT_TERM_HATE, WORDS_CARD_HATE, ALLOWED, true},
    {VRMLINT_TERM_LICENCE, WORDS_CARD_LICENCE, {{NULL, WORDS_ALONE}}, false},
    {VRMLINT_TERM_OTHER, WORDS_CARD_OTHER, {{NULL, WORDS_ALONE}}, false},
};

/* VRM 0.x, meta: nothing holds by default. */
static const struct line lines_0x[] = {
    {VRMLINT_TERM_ACTING,
     WORDS_CARD_ACTING,
     {{"OnlyAuthor", WORDS_CARD_ONLY_AUTHOR},
      {"ExplicitlyLicensedPerson", WORDS_CARD_ONLY_LICENSED},
      {"Everyone", WORDS_CARD_EVERYBODY}},
     false},
    {VRMLINT_TERM_COMMERCE, WORDS_CARD_COMMERCE, ALLOWED_0X, false},
    {VRMLINT_TERM_VIOLENCE, WORDS_CARD_VIOLENCE, ALLOWED_0X, false},
    {VRMLINT_TERM_SEX, WORDS_CARD_SEX, ALLOWED_0X, false},
    {VRMLINT_TERM_LICENCE,
     WORDS_CARD_LICENCE,
     {{"Redistribution_Prohibited", WORDS_CARD_NO_PASSING_ON}, {"Other", WORDS_CARD_OTHER_LICENCE}},
     false},
    {VRMLINT_TERM_OTHER, WORDS_CARD_OTHER, {{NULL, WORDS_ALONE}}, false},
    {VRMLINT_TERM_MORE, WORDS_CARD_MORE, {{NULL, WORDS_ALONE}}, false},
};

/* ---- the licence ---- */

static const struct reading *reading_of(const struct line *line, const char *value)
{
    for (size_t i = 0; i < sizeof line->readings / sizeof *line->readings && line->readings[i].value != NULL; i++) {
        if (strcmp(line->readings[i].value, value) == 0) {
            return &line->readings[i];
        }
    }
    return NULL;
}

static void put_line(struct buf *page, enum vrmlint_language language, const struct line *line, const char *value)
{
    bool is_address = line->readings[0].value == NULL;
    if (value == NULL && is_address && line->term != VRMLINT_TERM_LICENCE) {
        return;
    }
    html_say_in(page, language, "dt", line->words, NO_ARGUMENTS);
    buf_str(page, "<dd>");
    const struct reading *reading = value == NULL ? NULL : reading_of(line, value);
    if (value == NULL && line->has_default) {
        html_say(page, language, WORDS_CARD_BY_DEFAULT, ARGUMENTS(WORD("thing", line->readings[0].words)));
    } else if (value == NULL) {
        html_say(page, language, WORDS_CARD_UNSAID, NO_ARGUMENTS);
    } else if (reading != NULL) {
        html_say(page, language, reading->words, NO_ARGUMENTS);
    } else {
        html_put_name(page, value);
    }
    buf_str(page, "</dd>\n");
}

static void put_text(struct buf *page, enum vrmlint_language language, enum message words, const char *text)
{
    if (text != NULL) {
        html_say_in(page, language, "dt", words, NO_ARGUMENTS);
        buf_str(page, "<dd>");
        html_put_name(page, text);
        buf_str(page, "</dd>\n");
    }
}

static void put_makers(struct buf *page, enum vrmlint_language language, const struct vrmlint_card *card)
{
    buf_str(page, "<dl>\n");
    put_text(page, language, WORDS_CARD_TITLE, card->title);
    put_text(page, language, WORDS_CARD_VERSION, card->version);
    for (size_t i = 0; i < card->author_count; i++) {
        if (i == 0) {
            html_say_in(page, language, "dt", WORDS_CARD_AUTHORS, NO_ARGUMENTS);
            buf_str(page, "<dd>");
        } else {
            html_say(page, language, WORDS_COMMA, NO_ARGUMENTS);
        }
        html_put_name(page, card->authors[i]);
    }
    buf_str(page, card->author_count > 0 ? "</dd>\n" : "");
    put_text(page, language, WORDS_CARD_CONTACT, card->contact);
    buf_str(page, "</dl>\n");
}

static void put_licence(struct buf *page, enum vrmlint_language language, const struct vrmlint_card *card)
{
    const struct line *table = card->is_0x ? lines_0x : lines;
    size_t count = card->is_0x ? sizeof lines_0x / sizeof *lines_0x : sizeof lines / sizeof *lines;
    html_say_in(page, language, "h3", WORDS_CARD_TERMS, NO_ARGUMENTS);
    buf_str(page, "<dl>\n");
    for (size_t i = 0; i < count; i++) {
        put_line(page, language, &table[i], card->terms[table[i].term]);
    }
    buf_str(page, "</dl>\n");
}

/* ---- bones ---- */

static void put_missing(struct buf *page, enum vrmlint_language language, bool needed, const char *const *names,
                        size_t count)
{
    if (count == 0) {
        return;
    }
    buf_printf(page, "<p class=\"%s\">", needed ? "needed" : "at");
    html_say(page, language, needed ? WORDS_CARD_MISSING_NEEDED : WORDS_CARD_MISSING, NO_ARGUMENTS);
    for (size_t i = 0; i < count; i++) {
        buf_printf(page, " <code>%s</code>", names[i]);
    }
    buf_str(page, "</p>\n");
}

static void put_bones(struct buf *page, enum vrmlint_language language, const struct vrmlint_card *card)
{
    html_say_in(page, language, "h3", WORDS_CARD_BONES, NO_ARGUMENTS);
    html_say_in(page, language, "p", WORDS_CARD_BONES_MAPPED, ARGUMENTS(COUNT("count", card->bone_count)));
    if (card->missing_count > 0) {
        put_missing(page, language, true, card->missing, card->missing_needed);
        put_missing(page, language, false, card->missing + card->missing_needed,
                    card->missing_count - card->missing_needed);
    }
}

/* ---- expressions ---- */

static void put_bound(struct buf *page, enum vrmlint_language language, const struct vrmlint_bound *bound)
{
    static const enum message named[][2] = {
        [VRMLINT_BOUND_MORPH] = {WORDS_CARD_MORPH, WORDS_CARD_MORPH_OF},
        [VRMLINT_BOUND_COLOUR] = {WORDS_CARD_COLOUR, WORDS_CARD_COLOUR_OF},
        [VRMLINT_BOUND_TEXTURE] = {WORDS_CARD_TEXTURE, WORDS_CARD_TEXTURE_OF},
        [VRMLINT_BOUND_NODE] = {WORDS_CARD_NODE, WORDS_CARD_NODE_OF},
    };
    enum message words = named[bound->kind][bound->of != NULL];
    struct argument of = TEXT("of", bound->of == NULL ? "" : bound->of);
    struct argument what = TEXT("what", bound->what == NULL ? "" : bound->what);
    if (bound->kind == VRMLINT_BOUND_TEXTURE) {
        html_say(page, language, words, bound->of == NULL ? NO_ARGUMENTS : ARGUMENTS(of));
        return;
    }
    if (bound->kind == VRMLINT_BOUND_NODE) {
        html_say(page, language, words, ARGUMENTS(bound->of == NULL ? COUNT("index", bound->index) : of));
        return;
    }
    if (bound->what == NULL) {
        words = bound->of != NULL ? WORDS_CARD_NUMBER_OF : WORDS_CARD_NUMBER;
        what = COUNT("index", bound->index);
    }
    html_say(page, language, words, bound->of == NULL ? ARGUMENTS(what) : ARGUMENTS(what, of));
}

static void put_expression(struct buf *page, enum vrmlint_language language,
                           const struct vrmlint_card_expression *expression)
{
    buf_str(page, "<tr><th scope=\"row\">");
    html_put_name(page, expression->name == NULL ? "" : expression->name);
    if (expression->custom) {
        buf_char(page, ' ');
        html_say_in(page, language, "span class=\"at\"", WORDS_CARD_CUSTOM, NO_ARGUMENTS);
    }
    buf_str(page, "</th><td>");
    for (size_t i = 0; i < expression->bound_count; i++) {
        buf_str(page, i == 0 ? "" : "<br>");
        put_bound(page, language, &expression->bound[i]);
    }
    if (expression->bound_count == 0) {
        html_say_in(page, language, "span class=\"at\"", WORDS_CARD_NOTHING, NO_ARGUMENTS);
    }
    if (expression->more > 0) {
        buf_str(page, "<br>");
        html_say(page, language, WORDS_AND_MORE_COUNT, ARGUMENTS(COUNT("count", expression->more)));
    }
    buf_str(page, "</td></tr>\n");
}

static void put_expressions(struct buf *page, enum vrmlint_language language, const struct vrmlint_card *card)
{
    html_say_in(page, language, "h3", WORDS_CARD_EXPRESSIONS, NO_ARGUMENTS);
    if (card->expression_count == 0) {
        html_say_in(page, language, "p class=\"at\"", WORDS_CARD_NO_EXPRESSIONS, NO_ARGUMENTS);
        return;
    }
    size_t start = page->length;
    size_t shown = 0;
    buf_str(page, "<table><tbody>\n");
    for (; shown < card->expression_count && page->length - start < EXPRESSION_BUDGET; shown++) {
        put_expression(page, language, &card->expressions[shown]);
    }
    buf_str(page, "</tbody></table>\n");
    size_t more = card->expression_count - shown + card->more_expressions;
    if (more > 0) {
        html_say_in(page, language, "p class=\"at\"", WORDS_AND_MORE_COUNT, ARGUMENTS(COUNT("count", more)));
    }
}

void html_put_card(struct buf *page, enum vrmlint_language language, const struct vrmlint_card *card)
{
    if (card == NULL) {
        return;
    }
    buf_str(page, "<details class=\"card\">");
    html_say_in(page, language, "summary", WORDS_CARD, NO_ARGUMENTS);
    buf_str(page, "\n<div class=\"columns\"><div>");
    put_makers(page, language, card);
    put_licence(page, language, card);
    buf_str(page, "</div>\n<div>");
    put_bones(page, language, card);
    buf_str(page, "</div>\n<div>");
    put_expressions(page, language, card);
    buf_str(page, "</div></div></details>\n");
}
