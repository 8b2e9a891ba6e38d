#include "report/diff.h"

#include <string.h>

#include "ids/messages_command.h"
#include "ids/messages_diff.h"
#include "report/formats.h"

bool diff_is_worth_showing(const struct diff_entry *entry)
{
    const struct vrmlint_diff *diff = entry->diff;
    bool any = diff->change_count + diff->unread_count[0] + diff->unread_count[1] > 0;
    for (size_t i = 0; i < VRMLINT_NEWS_KINDS; i++) {
        any = any || diff->news[i].finding_count > 0;
    }
    return any || (entry->state != DIFF_SAME && entry->state != DIFF_CHANGED);
}

const char *diff_print_file(struct words_room *room, enum vrmlint_language language, const struct diff_entry *entry)
{
    struct words_room name;
    const char *path = words_of_path(&name, language, entry->path);
    switch (entry->state) {
    case DIFF_ADDED:
        return words_text(room, language, WORDS_DIFF_ADDED, ARGUMENTS(TERM("path", path)));
    case DIFF_REMOVED:
        return words_text(room, language, WORDS_DIFF_REMOVED, ARGUMENTS(TERM("path", path)));
    default:
        break;
    }
    return entry->before == NULL ? words_text(room, language, WORDS_PLAIN, ARGUMENTS(TERM("text", path)))
                                 : words_text(room, language, WORDS_DIFF_WAS,
                                              ARGUMENTS(TERM("path", path), TERM("before", entry->before)));
}

enum message diff_heading(const struct vrmlint_diff *diff, enum vrmlint_news news)
{
    const char *because = diff->because == NULL ? "" : diff->because;
    bool settings = strcmp(because, "settings") == 0;
    bool unread = strcmp(because, "unread") == 0;
    switch (news) {
    case VRMLINT_NEWS_NEW:
        return WORDS_DIFF_NEW;
    case VRMLINT_NEWS_FIXED:
        return WORDS_DIFF_FIXED;
    case VRMLINT_NEWS_MOVED:
        return WORDS_DIFF_MOVED;
    case VRMLINT_NEWS_BROUGHT:
        return unread     ? WORDS_DIFF_BROUGHT_UNREAD
               : settings ? WORDS_DIFF_BROUGHT_BY_SETTINGS
                          : WORDS_DIFF_BROUGHT_BY_VERSION;
    default:
        return unread                            ? WORDS_DIFF_DROPPED_UNREAD
               : strcmp(because, "removed") == 0 ? WORDS_DIFF_DROPPED_WITH_FILE
               : settings                        ? WORDS_DIFF_DROPPED_BY_SETTINGS
                                                 : WORDS_DIFF_DROPPED_BY_VERSION;
    }
}

const char *diff_print_unread(struct words_room *room, enum vrmlint_language language, const struct vrmlint_diff *diff,
                              size_t *index)
{
    size_t old_count = diff->unread_count[0];
    bool old = *index < old_count;
    size_t at = old ? *index : *index - old_count;
    if (at >= diff->unread_count[old ? 0 : 1]) {
        return NULL;
    }
    const struct vrmlint_skipped *unread = &diff->unread[old ? 0 : 1][at];
    ++*index;
    const char *why = translation_of_text(language, words_of_skipped(language, &unread->why));
    return words_text(room, language, old ? WORDS_DIFF_UNREAD_OLD : WORDS_DIFF_UNREAD_NEW,
                      ARGUMENTS(TERM("what", words_of_skipped(language, &unread->what)), TERM("why", why)));
}

/* Returns the name of an object in a sentence. */
static struct argument name_object(struct words_room *room, enum vrmlint_language language,
                                   const struct vrmlint_change *change)
{
    static const enum message words[VRMLINT_FACT_KINDS] = {
        [VRMLINT_FACT_SPRING] = WORDS_DIFF_SPRING,         [VRMLINT_FACT_JOINT] = WORDS_DIFF_JOINT,
        [VRMLINT_FACT_COLLIDER] = WORDS_DIFF_COLLIDER,     [VRMLINT_FACT_COLLIDER_GROUP] = WORDS_DIFF_GROUP,
        [VRMLINT_FACT_CONSTRAINT] = WORDS_DIFF_CONSTRAINT, [VRMLINT_FACT_BONE] = WORDS_DIFF_BONE,
        [VRMLINT_FACT_EXPRESSION] = WORDS_DIFF_EXPRESSION, [VRMLINT_FACT_GAZE] = WORDS_DIFF_GAZE,
        [VRMLINT_FACT_MATERIAL] = WORDS_DIFF_MATERIAL,     [VRMLINT_FACT_IMAGE] = WORDS_DIFF_IMAGE,
        [VRMLINT_FACT_LICENCE] = WORDS_DIFF_LICENCE,       [VRMLINT_FACT_FIGURE] = WORDS_DIFF_FIGURE,
    };
    bool named = change->kind != VRMLINT_FACT_GAZE && change->kind != VRMLINT_FACT_LICENCE &&
                 change->kind != VRMLINT_FACT_FIGURE;
    return TERM("object", words_text(room, language, words[change->kind],
                                     named ? ARGUMENTS(TERM("name", change->of)) : NO_ARGUMENTS));
}

const char *diff_print_change(struct words_room *room, enum vrmlint_language language,
                              const struct vrmlint_change *change)
{
    struct words_room object;
    struct argument of = name_object(&object, language, change);
    struct argument what = TERM("what", change->what);
    if (*change->what == '\0') {
        return words_text(room, language, change->before == NULL ? WORDS_DIFF_OBJECT_ADDED : WORDS_DIFF_OBJECT_REMOVED,
                          ARGUMENTS(of));
    }
    if (change->before == NULL) {
        return words_text(room, language, WORDS_DIFF_SET, ARGUMENTS(of, what, TERM("after", change->after)));
    }
    if (change->after == NULL) {
        return words_text(room, language, WORDS_DIFF_UNSET, ARGUMENTS(of, what, TERM("before", change->before)));
    }
    return words_text(room, language, WORDS_DIFF_CHANGED,
                      ARGUMENTS(of, what, TERM("before", change->before), TERM("after", change->after)));
}

const char *diff_print_totals(struct words_room *room, enum vrmlint_language language,
                              const struct diff_summary *summary)
{
    const size_t *files = summary->files;
    const size_t *news = summary->news;
    return words_text(room, language, WORDS_DIFF_TOTALS,
                      ARGUMENTS(COUNT("files", files[DIFF_SAME] + files[DIFF_CHANGED] + files[DIFF_MOVED]),
                                COUNT("added", files[DIFF_ADDED]), COUNT("removed", files[DIFF_REMOVED]),
                                COUNT("new", news[VRMLINT_NEWS_NEW]), COUNT("fixed", news[VRMLINT_NEWS_FIXED]),
                                COUNT("moved", news[VRMLINT_NEWS_MOVED]),
                                COUNT("other", news[VRMLINT_NEWS_BROUGHT] + news[VRMLINT_NEWS_DROPPED]),
                                COUNT("changes", summary->changes)));
}

/* ---- github ---- */

static void diff_github_begin(struct reporter *reporter, const struct diff_summary *summary)
{
    (void)reporter;
    (void)summary;
}

static void diff_github_entry(struct reporter *reporter, const struct diff_entry *entry)
{
    struct words_room room;
    size_t index = 0;
    for (const char *text;
         (text = diff_print_unread(&room, reporter->options.language, entry->diff, &index)) != NULL;) {
        github_print_warning(reporter, entry->path, text);
    }
    struct vrmlint_report fresh = entry->diff->news[VRMLINT_NEWS_NEW];
    fresh.error = NULL; /* it is among what is unread */
    report_github.file(reporter, &fresh);
}

static void diff_github_end(struct reporter *reporter, const struct diff_summary *summary)
{
    struct words_room room;
    fprintf(reporter->out, "vrmlint: %s\n", diff_print_totals(&room, reporter->options.language, summary));
}

const struct diff_format diff_github = {"github", diff_github_begin, diff_github_entry, diff_github_end};
