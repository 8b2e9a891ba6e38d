/*
 * vrmlint - the report of one file: its findings and data. A part of vrmlint.h, which includes it.
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

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Another location that a message refers to. */
struct vrmlint_related {
    const char *pointer; /* RFC 6901 */
    struct vrmlint_text message;
};

/* A measured value, in metres, radians or seconds, or a count. May be infinite or NaN. */
struct vrmlint_measure {
    const char *name;
    double value;
};

/* One change to the JSON of a file. Pointers refer to the file before any edit of the finding is applied. */
enum vrmlint_edit_kind {
    VRMLINT_EDIT_SET,     /* set the value at pointer to value; add the member if it is missing */
    VRMLINT_EDIT_REMOVE,  /* remove the member or element at pointer; references to later elements are renumbered, and
                             references to the removed element become value if value is the index of an equal element */
    VRMLINT_EDIT_RENAME,  /* rename the member at pointer to value, a plain string */
    VRMLINT_EDIT_INSERT,  /* insert value into a list; the last token of pointer is its index, or "-" to append */
    VRMLINT_EDIT_MOVE,    /* move the member or element, as written, to the pointer in value; "-" as above */
    VRMLINT_EDIT_WRAP,    /* wrap the value at pointer, as written, in a new object, as the member that value names */
    VRMLINT_EDIT_REBUILD, /* write the container again around the same JSON and chunks; if value is "glb", pack JSON
                             text into a GLB */
};
struct vrmlint_edit {
    enum vrmlint_edit_kind kind;
    const char *pointer; /* RFC 6901 */
    const char *value;   /* JSON without white space, or as above; NULL if the kind has no value */
};

/* A range of a file's text and the text that replaces it. */
struct vrmlint_replacement {
    uint64_t offset; /* bytes from the file's start */
    uint64_t length; /* 0: insert the text at offset */
    size_t line;     /* start and end of the range: lines from 1, columns from 1 in code points */
    size_t column;
    size_t end_line;
    size_t end_column; /* after the last character */
    const char *text;  /* "": delete the range */
};

struct vrmlint_finding {
    const struct vrmlint_rule *rule;
    enum vrmlint_severity severity; /* after the policy was applied; never VRMLINT_OFF */
    enum vrmlint_fix fix;
    struct vrmlint_text message; /* one or two sentences; escape it before printing, it has names from the file */
    const char *pointer;         /* RFC 6901, "" for the whole document */
    struct vrmlint_text subject; /* the group of the finding: "Spring 0 'Hair'", "Node 3 'Hips'", "The file" */
    const char *excerpt;         /* the JSON of the finding, on one line and shortened; "" if there is none */
    /*
     * Identifies the finding across runs: 16 hexadecimal digits, a colon, and a number from 1 among the findings of the
     * file with the same digits. It depends on the rule and on names, so it doesn't change when springs, nodes, joints
     * or colliders are reordered, nor with the path or the message. Unique within a file.
     */
    const char *fingerprint;
    bool blames;     /* the first related location is the cause, also of other findings of the rule */
    bool has_place;  /* whether line, column and offset are set */
    bool fixable;    /* a change of the JSON may fix it; see vrmlint_fix_path() */
    size_t line;     /* from 1, in the JSON text */
    size_t column;   /* from 1, in code points */
    uint64_t offset; /* bytes from the file's start */
    uint64_t length; /* bytes of the value; 0 if only a point is known */
    const struct vrmlint_related *related;
    size_t related_count;
    size_t named_count; /* how many of these, from the first on, the message is about; the rest follow from it */
    const struct vrmlint_measure *data;
    size_t data_count;
    const struct vrmlint_edit *edits; /* the fix; empty unless requested with vrmlint_policy_edits() */
    size_t edit_count;
    /*
     * The text changes of these edits when they are applied alone, in the order of the text. See
     * vrmlint_policy_fixes().
     */
    const struct vrmlint_replacement *replacements;
    size_t replacement_count;
    const char *variant; /* name of the message in the table of messages; a rule can have several */
    /*
     * The arguments of the message, per language in the order of that language's sentence. Empty unless requested with
     * vrmlint_policy_arguments().
     */
    const struct vrmlint_text *arguments;
    size_t argument_count;
    size_t number;           /* from 0, among all findings of the file, including those that a baseline has removed */
    struct vrmlint_text who; /* the first object that the message names; NULL in all languages if it names none */
    /*
     * Findings of a file with the same rule, severity, fix class and kind differ only in the objects and numbers that
     * they name; kind is 0 if there is no such other finding. The highest badness is the worst of them.
     */
    uint64_t kind;
    double badness;
    size_t beyond; /* further findings of the same kind that are only counted; see vrmlint_policy_most_findings() */
    size_t more;   /* after vrmlint_report_fold(): number of other locations with the same finding */
    size_t within; /* number of the finding that represents this one; its own number unless folded */
    /* Findings that follow from this one aren't reported: their number, and, if requested with
     * vrmlint_policy_consequences(), the findings until the report is folded. None is more severe than this one. */
    size_t consequences;
    bool loses_bone; /* a bone that every humanoid needs is missing because of it */
    /* What three-vrm does, as in claims ("loads"), if other parts of the file decide that; NULL: see the claims. */
    const char *in_three_vrm;
    const char *in_univrm; /* the same of UniVRM; "differs": it loads the file in spite of it */
    const char *absent;    /* the pointer of the member that the finding reports as missing or misspelt, or NULL */
    const struct vrmlint_finding *hidden;
    size_t hidden_count;
};

/* An extension of the file that was checked. */
struct vrmlint_extension {
    const char *name;
    const char *version; /* as the file writes it; several are joined by ", "; "" if the file gives none */
    bool unlisted;       /* extensionsUsed doesn't list it. False for a report that was read back */
};

/* A check that could not be done, and the reason. */
struct vrmlint_skipped {
    struct vrmlint_text what;
    struct vrmlint_text why;
};

/* An ignore with a location (vrmlint_policy_ignore_at()) that removed findings from the report. */
struct vrmlint_ignored {
    const char *rule; /* rule or family, as in the ignore */
    const char *reason;
    const char *config; /* the configuration file that contains it; "" if none does */
    size_t line;        /* line in that file, from 1 */
    size_t column;      /* in code points, from 1 */
    size_t count;       /* number of matching findings */
};

/* The report of one file. Owned by the caller; all its contents live until vrmlint_report_free(). */
struct vrmlint_report {
    const char *path;
    const char *error;     /* NULL, or why the file could not be read at all; all members below are then empty */
    const char *generator; /* asset.generator, the exporter of the file; NULL if the file doesn't name it */
    /*
     * The number of the file's bytes, and their BLAKE2b-256 as 64 hexadecimal digits, which depends only on the
     * content. hash is NULL unless requested with vrmlint_policy_hash(), or if the check was cut short; size is 0
     * unless either was requested. If a pipe isn't read to its end, size is the size in the file's header.
     */
    uint64_t size;
    const char *hash;
    bool glb; /* the JSON text is in a GLB container, so its lines are of little use in editors */
    /*
     * Whether checking the same bytes under the same policy gives the same report: no limit of time or size cut the
     * check short, and no other file was read or searched for. False for a report that was read back.
     */
    bool repeatable;
    /* The report before findings were hidden, or NULL; set by the caller that hides them, for what is true of the whole
     * file. */
    const struct vrmlint_report *whole;
    unsigned
        apps; /* the apps that the user asked for, as bits by the order of their verdicts; 0: all. Set by the caller */
    /* The lowest severity for which the caller fails the file; VRMLINT_OFF: none, or not set. Set by the caller. */
    enum vrmlint_severity fails_from;
    bool fails_invalid; /* the caller fails the file if it isn't valid. Set by the caller */
    const struct vrmlint_extension *extensions;
    size_t extension_count;
    const char *const *unchecked; /* names of extensions in the file that were not checked */
    size_t unchecked_count;
    const struct vrmlint_skipped *skipped;
    size_t skipped_count;
    /*
     * The specifications that the file was judged by ("glTF 2.0", "VRM 1.0"); none if it wasn't judged, because it
     * couldn't be read. It is valid if it breaks no rule of class must, whatever was ignored or is in a baseline.
     * unjudged names what wasn't checked: extensions, parts of the file, rules that are off.
     */
    const char *const *specifications;
    size_t specification_count;
    bool valid;
    size_t broken_rules; /* number of rules of class must that it breaks; broken has their ids */
    const struct vrmlint_text *unjudged;
    size_t unjudged_count;
    const struct vrmlint_measure *figures; /* sizes of the file's contents: "triangles" */
    size_t figure_count;
    const struct vrmlint_finding *findings; /* by position in the JSON, then by rule id */
    size_t finding_count;
    const struct vrmlint_finding *each; /* the findings before vrmlint_report_fold(); NULL if not folded */
    size_t each_count;
    size_t known_findings; /* removed by a baseline; set by the caller that applies it, 0 otherwise */
    /* Findings removed because of their severity; set by the caller that removes them, 0 otherwise. */
    size_t hidden_findings;
    size_t counts[VRMLINT_ERROR + 1];   /* number of findings by severity */
    const struct vrmlint_curve *curves; /* by chain and motion; see vrmlint_policy_curves() */
    size_t curve_count;
    const struct vrmlint_film *films; /* of the first findings about motion; requested with the curves */
    size_t film_count;
    const struct vrmlint_ignored *ignored; /* the ignores that matched any finding, in the order of the policy */
    size_t ignored_count;
    size_t ignored_findings;               /* number of removed findings; several ignores may match one */
    const struct vrmlint_drawing *drawing; /* NULL if not requested or empty; see vrmlint_policy_drawing() */
    const struct vrmlint_palette *palette; /* data about materials; requested with the drawing */
    const struct vrmlint_card *card;       /* the avatar as its VRM extension describes it; as above */
    const struct vrmlint_fact *facts;      /* for vrmlint_diff_make(); requested with vrmlint_policy_facts(). Sorted */
    size_t fact_count;
    const char *const *broken;    /* ids of the rules of class must that the file breaks */
    const char *exporter_version; /* exporterVersion of VRM 0.x, which names the exporter too; NULL if absent */
};

/* Frees a report and all its contents; does nothing if report is NULL. */
void vrmlint_report_free(struct vrmlint_report *report);

/*
 * Folds findings of one rule that are of the same kind, or have the same cause, into one. The worst finding represents
 * them: its message and its member "more" give the number of other locations, up to VRMLINT_PLACES_MOST of which are in
 * related. Counts are of the folded findings; each keeps the original ones. Does nothing if the report is folded
 * already. Returns false, with the report unchanged, if memory runs out.
 */
#define VRMLINT_PLACES_MOST 100
bool vrmlint_report_fold(struct vrmlint_report *report);

/* Folds a copy of a report, which may have fewer findings. The copy then refers to data that lives as long as
 * report. */
bool vrmlint_report_fold_view(struct vrmlint_report *copy, struct vrmlint_report *report);

/* What to do about a finding in a tool in which avatars are made. */
enum { VRMLINT_STEPS_MOST = 3, VRMLINT_STEPS_SIZE = 1024 };
struct vrmlint_steps {
    const char *tool;              /* "blender", "unity", "vroid" */
    char text[VRMLINT_STEPS_SIZE]; /* the way to what must be changed, in panels, menus and fields as the tool shows
                                      them */
};

/*
 * Writes where tools show what a finding of a report is about, in a language: the tool that exported the file first.
 * steps has room for VRMLINT_STEPS_MOST. Returns their number; 0 if no tool shows it.
 */
size_t vrmlint_finding_steps(const struct vrmlint_report *report, const struct vrmlint_finding *finding,
                             enum vrmlint_language language, struct vrmlint_steps *steps);

/*
 * Frees the memory that the check needed and the report doesn't, above all the file's text. Meant for reports that are
 * kept. Takes ownership of report and returns it at a new address, or unchanged if memory runs out.
 */
struct vrmlint_report *vrmlint_report_compact(struct vrmlint_report *report);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
