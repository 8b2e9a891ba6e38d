/*
 * vrmlint - what was found in one file. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_REPORT_H
#define VRMLINT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vrmlint_rules.h"
#include "vrmlint_shown.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Another place that a message names. */
struct vrmlint_related {
    const char *pointer; /* RFC 6901 */
    struct vrmlint_text message;
};

/* A number that the rule measured: metres, radians, seconds, or a plain count. May be infinite or NaN. */
struct vrmlint_measure {
    const char *name;
    double value;
};

/* One change to the JSON of a file. Pointers are of the file as it is, before any of a finding's changes are made. */
enum vrmlint_edit_kind {
    VRMLINT_EDIT_SET,    /* the value at pointer becomes value; a member that isn't there is added */
    VRMLINT_EDIT_REMOVE, /* the member or element at pointer goes; indices that lead behind it are counted down, and
                            those that lead to it become value, where that is the index of an equal one */
    VRMLINT_EDIT_RENAME, /* the member at pointer gets another name: value, as plain text */
    VRMLINT_EDIT_INSERT, /* value becomes an element of a list; the pointer's last token is its index, "-": the last */
    VRMLINT_EDIT_MOVE,   /* the member or element goes to the pointer in value, as it is written; "-" as above */
    VRMLINT_EDIT_WRAP,   /* the value at pointer goes, as it is written, into an object of its own, by the name in value
                          */
    VRMLINT_EDIT_REBUILD, /* the container is written anew around the same JSON and the same chunks; with "glb" for a
                             value JSON text is packed as one */
};
struct vrmlint_edit {
    enum vrmlint_edit_kind kind;
    const char *pointer; /* RFC 6901 */
    const char *value;   /* JSON without white space, or as above; NULL where there is none */
};

/* A range of a file's text that becomes another. */
struct vrmlint_replacement {
    uint64_t offset; /* bytes from the file's start */
    uint64_t length; /* 0: the text comes in there */
    size_t line;     /* where that begins and ends: lines from 1, columns from 1 in code points */
    size_t column;
    size_t end_line;
    size_t end_column; /* behind its last character */
    const char *text;  /* "": it goes */
};

struct vrmlint_finding {
    const struct vrmlint_rule *rule;
    enum vrmlint_severity severity; /* after the policy; never VRMLINT_OFF */
    enum vrmlint_fix fix;
    struct vrmlint_text message; /* one or two sentences, names as they are in the file: escape before printing */
    const char *pointer;         /* RFC 6901, "" for the whole document */
    struct vrmlint_text subject; /* what to group it under: "Spring 0 'Hair'", "Node 3 'Hips'", "The file" */
    const char *excerpt;         /* the JSON at fault, on one line and shortened; "" where there is none */
    /* What it is known by from run to run: 16 hexadecimal digits, a colon, and a number from 1 among the equals of the
     * file. Made of the rule and of names, so that it stays when springs, nodes, joints or colliders are put in another
     * order; neither path nor message counts. No two findings of a file have the same. */
    const char *fingerprint;
    bool blames;     /* the first of the related places is to blame, for other findings of its rule too */
    bool has_place;  /* false: line, column and offset mean nothing */
    bool fixable;    /* some change of the JSON fixes it: vrmlint_fix_path() knows which */
    size_t line;     /* from 1, in the JSON text */
    size_t column;   /* from 1, in code points */
    uint64_t offset; /* bytes from the file's start */
    uint64_t length; /* bytes of the value there; 0 where only a point is known */
    const struct vrmlint_related *related;
    size_t related_count;
    size_t named_count; /* of these, from the first on: places that the message is about; the rest follow from it */
    const struct vrmlint_measure *data;
    size_t data_count;
    const struct vrmlint_edit *edits; /* what fixes it; none unless the policy asks for them */
    size_t edit_count;
    /* What its edits come to in the text when they are made alone, in the order of the text; see
     * vrmlint_policy_fixes(). */
    const struct vrmlint_replacement *replacements;
    size_t replacement_count;
    const char *variant; /* which of its rule's sentences the message is, as the table of messages calls it */
    /* What fills the places of that sentence, each in the order in which the sentence of that language has them; none
     * unless the policy asks for them. */
    const struct vrmlint_text *arguments;
    size_t argument_count;
    size_t number; /* from 0, of all findings of the file, those included that a baseline has left out since */
    struct vrmlint_text who; /* the thing that the message names first; NULL in all languages if it names none */
    /* Findings of a file with the same rule, severity, fix class and kind say the same of other things and with other
     * numbers; 0: there is no other. badness: to find the worst of them, more is worse. */
    uint64_t kind;
    double badness;
    size_t beyond; /* further findings of its kind that are only counted; see vrmlint_policy_most_findings() */
    size_t more;   /* after vrmlint_report_fold(): how many more places the same holds of */
    size_t within; /* the number of the finding that speaks for it; its own unless it is folded */
};

/* An extension of the file that was checked, and its version as the file writes it. */
struct vrmlint_extension {
    const char *name;
    const char *version; /* several, joined by ", "; "" where the file gives none */
};

/* Something that could not be checked. */
struct vrmlint_skipped {
    struct vrmlint_text what;
    struct vrmlint_text why;
};

/* What an ignore at a place (vrmlint_policy_ignore_at) took out of a report. */
struct vrmlint_ignored {
    const char *rule; /* or family, as the ignore names it */
    const char *reason;
    const char *config; /* the file of settings that holds it, "" where there is none */
    size_t line;        /* there, from 1 */
    size_t column;      /* in code points, from 1 */
    size_t count;       /* findings that it fits */
};

/* All about one file. Owned by the caller; everything in it lives until vrmlint_report_free(). */
struct vrmlint_report {
    const char *path;
    const char *trouble;   /* NULL, or why the file could not be read at all: then nothing below is filled */
    const char *generator; /* asset.generator, as the file has it: what exported it; NULL where it doesn't say */
    bool glb;              /* the JSON text lies in a GLB container: its lines mean little to editors */
    /* Whether the same bytes under the same policy give the same report again: no limit of time or size has cut it
     * short, and no file beside this one was read or looked for. False for one that was read back. */
    bool repeatable;
    /* The least severity that whoever checks fails for; VRMLINT_OFF: none does, or nobody has said it: the library
     * doesn't. */
    enum vrmlint_severity fails_from;
    const struct vrmlint_extension *extensions;
    size_t extension_count;
    const char *const *unchecked; /* names of extensions that are present and were not checked */
    size_t unchecked_count;
    const struct vrmlint_skipped *skipped;
    size_t skipped_count;
    const struct vrmlint_measure *figures; /* how much of everything the file brings: "triangles" */
    size_t figure_count;
    const struct vrmlint_finding *findings; /* by position in the JSON, then by rule id */
    size_t finding_count;
    const struct vrmlint_finding *each; /* after vrmlint_report_fold(): the findings as they were before; NULL before */
    size_t each_count;
    size_t
        known_findings; /* left out because a baseline knows them, by whoever applies one: the library leaves this 0 */
    /* left out because nobody wants to see findings of their severity, by whoever leaves them out: as above */
    size_t hidden_findings;
    size_t counts[VRMLINT_ERROR + 1];   /* findings by severity */
    const struct vrmlint_curve *curves; /* by chain, then by motion; none unless the policy asks for them */
    size_t curve_count;
    const struct vrmlint_film *films; /* of findings about motion, the first ones; asked for with the curves */
    size_t film_count;
    const struct vrmlint_ignored *ignored; /* the ignores that fitted any, in the order of the policy */
    size_t ignored_count;
    size_t ignored_findings;               /* findings that were left out; several ignores may fit one */
    const struct vrmlint_drawing *drawing; /* NULL unless the policy asks for it and there is something to draw */
    const struct vrmlint_palette *palette; /* the same of materials, asked for with the drawing */
    const struct vrmlint_card *card;       /* the same of what VRM says of the avatar */
};

/* Frees a report and everything in it; NULL is fine. */
void vrmlint_report_free(struct vrmlint_report *report);

/*
 * Folds findings of one rule that are of the same kind, or blame the same place, into one: the worst speaks for all,
 * its message says of how many more places the same holds, as more does, and up to VRMLINT_PLACES_MOST of those are
 * related. Counts are of what is then listed. each keeps the findings as they were. Does nothing to a folded report.
 * False if memory is short: the report is unchanged.
 */
#define VRMLINT_PLACES_MOST 100
bool vrmlint_report_fold(struct vrmlint_report *report);

/* The same for a copy of a report, whose findings may be fewer; what it then refers to lives as long as the report. */
bool vrmlint_report_fold_view(struct vrmlint_report *copy, struct vrmlint_report *report);

/*
 * Gives back what checking took beyond the report itself (the file's text above all): for reports that are kept. Takes
 * report over and returns it elsewhere, or, when memory is short, as it was.
 */
struct vrmlint_report *vrmlint_report_compact(struct vrmlint_report *report);

#ifdef __cplusplus
}
#endif

#endif
