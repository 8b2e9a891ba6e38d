/*
 * Writes text for pages of HTML. Everything that comes from a file is escaped. The page of a report is a frame around
 * data (shown_json.h) that the scripts of web/report/ render. Its security policy names its style and its scripts by
 * their hashes, so that nothing else in the page could run.
 */
#ifndef VRMLINT_REPORT_HTML_H
#define VRMLINT_REPORT_HTML_H

#include <stddef.h>

#include "base/buf.h"
#include "message/message.h"
#include "vrmlint.h"

/* ---- html_assets.c, made at build time from web/report/ ---- */

extern const char html_style[];
extern const char html_style_hash[]; /* "sha256-...", as in Content-Security-Policy */
extern const char html_packed[];     /* the script that renders reports, compressed, in base64 */
extern const char html_script_hash[];
extern const char html_loader[]; /* a script that unpacks the content of #packed and runs it */
extern const char html_loader_hash[];

/* ---- for other pages ---- */

/* The most code points that are shown of a name or a path, and of a sentence. */
enum { HTML_NAME_MAX = 160, HTML_SENTENCE_MAX = 1500 };

/* Adds text for an element or an attribute in quotes, shortened to `most` code points: characters with a meaning in
 * HTML are escaped; controls and bytes that aren't UTF-8 are spelled out as by escape_terminal(). */
void html_print_text(struct buf *page, const char *text, size_t most);

/* Adds a name from the file, isolated from the writing direction of the sentence around it. */
void html_print_name(struct buf *page, const char *name);

/* Adds a message. The quoted names in it are isolated in the same way. */
void html_print_sentence(struct buf *page, const char *text);

/* Adds words of the table of messages. Names in them are isolated in the same way. */
void html_print_words(struct buf *page, enum vrmlint_language language, enum message words,
                      const struct argument *arguments);

/* Adds words in an element: html_print_words_in(page, language, "p class=\"at\"", ...). */
void html_print_words_in(struct buf *page, enum vrmlint_language language, const char *tag, enum message words,
                         const struct argument *arguments);

#endif
