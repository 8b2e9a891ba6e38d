/*
 * The parts of the report for artists, one page of HTML. Every part adds its piece to a text; html.c brings the pieces
 * together once all files have passed, because the verdict over all of them comes first.
 *
 * The page loads nothing: its style and its script stand in it, named by their hashes in its own security policy, so
 * that nothing else that finds its way into the page could run. Still everything that comes from a file is escaped.
 */
#ifndef VRMLINT_REPORT_HTML_H
#define VRMLINT_REPORT_HTML_H

#include <stddef.h>

#include "base/buf.h"
#include "message/message.h"
#include "vrmlint.h"

/* ---- html_assets.c, made at build time out of page.css and page.js ---- */

extern const char html_style[];
extern const char html_style_hash[]; /* "sha256-...", as Content-Security-Policy wants it */
extern const char html_script[];
extern const char html_script_hash[];

/* ---- html_put.c: text ---- */

/* Code points that are shown at most of a name or a path, and of a sentence. */
enum { HTML_NAME_MAX = 160, HTML_SENTENCE_MAX = 1500 };

/*
 * Adds text, fit for an element or for an attribute between quotes, shortened to so many code points: what HTML gives a
 * meaning is escaped, controls and bytes that aren't UTF-8 are spelt out as escape_terminal() has it.
 */
void html_put(struct buf *page, const char *text, size_t most);

/* A name from the file, kept apart from the sentence around it, whichever way it is written. */
void html_put_name(struct buf *page, const char *name);

/* A message: the names in it, which stand in quotes, are kept apart likewise. */
void html_put_sentence(struct buf *page, const char *text);

/* Words of the table of messages; names in them are kept apart likewise. */
void html_say(struct buf *page, enum vrmlint_language language, enum message words, const struct argument *arguments);

/* Words with a name of a tag before and after them: html_say_in(page, language, "p", ...). */
void html_say_in(struct buf *page, enum vrmlint_language language, const char *tag, enum message words,
                 const struct argument *arguments);

/* ---- html_avatar.c: one file ---- */

/* How a file is, from best to worst; also what is found in lists of files. */
enum html_state { HTML_FINE, HTML_ACCEPTED, HTML_NOTHING, HTML_ADVICE, HTML_LOOK, HTML_FIX, HTML_TROUBLE };

enum html_state html_state(const struct vrmlint_report *report);

/* One letter for page.css: f, n, i, w, e or t. */
char html_state_letter(enum html_state state);

/* "3 things to fix, 2 to look at", and what a baseline or settings have accepted, which isn't among them. */
void html_put_verdict(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report);

/* What a verdict means, in one sentence. */
enum message html_verdict_meaning(enum html_state state);

/* What a file may still take of the page. */
struct html_room {
    bool pictures; /* false: none at all; a note stands in their place */
    size_t graphs; /* bytes that the graphs of chains that swing well may take */
};

/* Everything about one file but its name and verdict. number: of the file in the page, from 1. */
void html_put_avatar(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                     size_t number, struct html_room room);

/* html_findings.c: what was found, by subjects. numbers: per finding of the report, receives its number in the page.
 * films: bytes that films may take. */
void html_put_findings(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                       size_t file, size_t *numbers, size_t films);

/* How many findings vrmlint fix fixes; unsafe: only if it is asked to, and then somebody must look at the result. */
size_t html_fixable(const struct vrmlint_report *report, bool unsafe);

/* html_films.c: the chain that a finding on motion is about, moving; as it is, and with the number that it suggests.
 * Nothing where there is no film, or where it takes more than *room, which is counted down. */
void html_put_film(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                   const struct vrmlint_finding *finding, size_t *room);

/* ---- html_drawing.c, html_rings.c and html_curves.c: pictures; nothing where there is nothing to show ---- */

/* A finding that a drawing points at, by its number in the file. */
struct html_drawn {
    size_t number;                  /* in the page; 0: it isn't shown */
    enum vrmlint_severity severity; /* VRMLINT_OFF: a baseline has left it out */
};

/* The avatar from two sides. drawn: one for each finding that the drawing was made of. */
void html_put_drawing(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report,
                      size_t file, const struct html_drawn *drawn);

/* Constraints that wait for each other. */
void html_put_rings(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report, size_t file,
                    const struct html_drawn *drawn);

/* How chains swing in the simulation: those that swing badly; and others, as long as no more than budget bytes are
 * written. numbers: per finding of the report, its number in the page, 0 where it isn't shown. */
void html_put_curves(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report, size_t file,
                     const size_t *numbers, size_t budget);

/* What a motion of the simulation is called in front of people. */
enum message html_motion(const char *motion);

/* html_materials.c: each material with its colours and textures, and what the file's bytes are spent on. */
void html_put_materials(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report);

/* html_card.c: what the file says of the avatar itself; nothing for NULL. */
void html_put_card(struct buf *page, enum vrmlint_language language, const struct vrmlint_card *card);

/* html_picture.c: a small picture: the thumbnail, where it takes no more than so many bytes, or the skeleton. */
void html_put_picture(struct buf *page, const struct vrmlint_report *report, size_t most);

/* A paragraph that leads to a finding, by the numbers of its file and of itself in the page. */
void html_put_link(struct buf *page, enum vrmlint_language language, size_t file, size_t number);

/* The first name in quotes in a text, quotes included, or all of it; *length receives its length. */
const char *html_quoted(const char *text, size_t *length);

/* The first rule of the family that a rule of vrmlint_rules() is of: families go by that in the page. */
size_t html_family(size_t rule);

/* Marks the rules of a file's findings: one flag per rule of vrmlint_rules(). */
void html_mark_rules(const struct vrmlint_report *report, bool *marks);

#endif
