/* Collects the findings of a file. Readers and checks add findings here; nothing is printed. */
#ifndef VRMLINT_FINDING_H
#define VRMLINT_FINDING_H

#include "finding/place.h"
#include "message/message.h"

struct findings;
struct finding; /* a finding under construction; NULL: its rule is off */

/* The maximum of list items in a message before "and n more". */
#define FINDING_LIST_MAX 20

/* The maximum of related places of a finding. Its message and its data give the whole count nevertheless. */
#define FINDING_RELATED_MAX 1000

/* The maximum that a report shows of them, unless all are requested. */
#define FINDING_RELATED_SHOWN 32

/*
 * Returns new findings. severities: the severity of each rule, RULE_LIMIT of them, VRMLINT_OFF if it is off;
 * borrowed. own: those set by the user, which override the severity that a check sets (VRMLINT_OFF: none); may be
 * NULL.
 */
struct findings *findings_new(struct arena *arena, const enum vrmlint_severity *severities,
                              const enum vrmlint_severity *own);

/* Returns findings for a run whose findings aren't needed: all rules are off. */
struct findings *findings_none(struct arena *arena);

/* Whether a rule is on: to skip work that only it needs. */
bool findings_want(const struct findings *findings, enum rule rule);

/* Returns the severity that a finding of a rule gets, VRMLINT_OFF if the rule is off. */
enum vrmlint_severity findings_severity(const struct findings *findings, enum rule rule);

/*
 * A rule may have a part that healthy files violate. That part is only for users who selected the rule by its id or
 * family, not by "default". findings_set_named() sets these rules, RULE_LIMIT flags, borrowed; until then there are
 * none.
 */
void findings_set_named(struct findings *findings, const bool *named);
bool findings_named(const struct findings *findings, enum rule rule);

/*
 * Adds rules that the user ignores, to find what follows from them: severities has the severity of each rule that runs,
 * RULE_LIMIT of them, borrowed. Findings of rules that were off until then are muted.
 */
void findings_add_muted(struct findings *findings, const enum vrmlint_severity *severities);

/* Sets whether findings that follow from others are kept, for lists. Off by default: they are only counted. */
void findings_keep_consequences(struct findings *findings, bool wanted);

/* Sets the languages of messages: a set of bits 1 << language. English only by default. */
void findings_set_languages(struct findings *findings, unsigned languages);
unsigned findings_languages(const struct findings *findings);

/*
 * Sets how many findings of a rule are kept in full, 0 for any number. exempt: rules of which all are kept,
 * RULE_LIMIT flags, borrowed. Further findings are only counted: report() returns a finding that ignores everything
 * but its severity. When the texts of the kept findings reach FINDINGS_TEXT_MAX bytes, further findings are only
 * counted too, except for the first one of each rule: a file may have one long name that a million findings show.
 */
#define FINDINGS_TEXT_MAX ((size_t)8 << 20)
void findings_set_most(struct findings *findings, size_t most, const bool *exempt);

/* Sets whether findings include the arguments of their sentences. Off by default. */
void findings_set_arguments(struct findings *findings, bool wanted);

/* Sets whether findings include the edits that fix them. Off by default. */
void findings_set_edits(struct findings *findings, bool wanted);
bool findings_want_edits(const struct findings *findings);

/*
 * Adds a finding of the message's rule. Arguments (ARGUMENTS(...), or NO_ARGUMENTS), and what they and the place
 * borrow, must be valid only during the call. Returns NULL if the rule is off; the functions below accept NULL and do
 * nothing.
 */
struct finding *report(struct findings *findings, enum message message, struct place place,
                       const struct argument *arguments);

/* The same, but uses only those arguments that the message has placeholders for, of at most ARGUMENTS_MOST: for
 * several messages that are called with the same arguments. */
#define ARGUMENTS_MOST 16
struct finding *report_taking(struct findings *findings, enum message message, struct place place,
                              const struct argument *arguments);

/* The same with a message that several rules share (SHARED in the table), for a given rule. */
struct finding *report_shared(struct findings *findings, enum rule rule, enum message message, struct place place,
                              const struct argument *arguments);

/* Adds another place that the message names. */
void finding_relate(struct finding *finding, enum message message, struct place place,
                    const struct argument *arguments);

/* The same for the cause, which precedes all other places. */
void finding_blame(struct finding *finding, enum message message, struct place place, const struct argument *arguments);

/* Adds another place with a text. */
void finding_relate_text(struct finding *finding, const struct place *place, struct vrmlint_text text);

/* Counts a finding of a rule at a place as a consequence of this one. */
void finding_follow(struct finding *finding, enum rule rule, const struct place *place);

/* The same for what a rule would report at the place of this finding, if that isn't reported at all. */
void finding_follow_silenced(struct finding *finding, enum rule rule);

/* Adds a related place: that of a finding of a rule that this finding is based on. */
void finding_rest_on(struct finding *finding, enum rule rule, const struct place *place);

/* Replaces the message. */
void finding_reword(struct finding *finding, enum message message, const struct argument *arguments);

/* Adds a measured value. name is a static string. */
void finding_measure(struct finding *finding, const char *name, double value);

/* Set another severity or fix class than the table's. The user's own --severity overrides it. */
void finding_severity(struct finding *finding, enum vrmlint_severity severity);
void finding_fix(struct finding *finding, enum vrmlint_fix fix);

/*
 * Adds an edit that fixes the finding, together with its other edits (see struct vrmlint_edit), if it has a fix
 * class. value, which is copied, is JSON as base/json_value.h makes it, a plain name, or for a move the pointer.
 * Returns false if edits aren't needed.
 */
bool finding_edit(struct finding *finding, enum vrmlint_edit_kind kind, struct place place, const char *value);

/* Records that a finding has a fix, and returns whether its edits are needed: to skip the work of computing them. */
bool finding_wants_edits(struct finding *finding);

/* The same at a place relative to the finding's own. where is a relative pointer: a number of tokens to remove from
 * the end, followed by tokens to add: "0" is the place itself, "1/center" a sibling. */
bool finding_edit_at(struct finding *finding, enum vrmlint_edit_kind kind, const char *where, const char *value);

/* The same with a number, and with a list of count numbers. */
void finding_set_number(struct finding *finding, const char *where, double value);
void finding_set_numbers(struct finding *finding, const char *where, const double *values, size_t count);

/* A move between two relative pointers. */
void finding_move(struct finding *finding, const char *from, const char *to);

/* Adds the edits of a finding that follows from this one: a fix makes both. Neither may be NULL. */
void finding_take_edits(struct finding *finding, const struct finding *other);

/* Sets the position, if the reader knows it, as an offset in the JSON text. Otherwise it is found by the pointer. */
void finding_at(struct finding *finding, size_t text_offset);

/* For a finding about the container, which has no position. */
void finding_no_place(struct finding *finding);

/* Records a check that couldn't be done. what: words with placeholders for the arguments. Equal entries are kept
 * once. */
void findings_skip(struct findings *findings, enum message what, const struct argument *arguments, enum message why);
/* The same for a reason with placeholders for arguments. */
void findings_skip_because(struct findings *findings, enum message what, const struct argument *arguments,
                           enum message why, const struct argument *why_arguments);

/* Returns words in all languages of the findings, in the arena. */
struct vrmlint_text findings_words(struct findings *findings, enum message words, const struct argument *arguments);

/* ---- for making reports ---- */

/* Returns the arena of all findings. */
struct arena *findings_arena(const struct findings *findings);

/* The edits that fix a finding. */
struct finding_edits {
    struct vrmlint_edit *list; /* capacity is a power of two */
    size_t count;
};

/* Small, because there may be a million findings: data that only reports have is added later. */
struct finding {
    struct findings *owner;
    struct finding *next;  /* in the order of creation */
    struct finding *cause; /* the finding that it follows from; NULL: unknown */
    const char *pointer;
    const char *absent; /* as in struct vrmlint_finding */
    struct place place;
    struct vrmlint_text text;        /* the message */
    struct vrmlint_related *related; /* capacity is a power of two */
    struct vrmlint_measure *data;    /* the same */
    struct finding_edits *edits;     /* NULL: no edits */
    const struct vrmlint_text *arguments;
    struct vrmlint_text who; /* this and the next two as in struct vrmlint_finding */
    uint64_t kind;
    double badness;
    size_t text_offset;     /* if its position is known */
    unsigned beyond;        /* findings of its kind that are only counted */
    unsigned consequences;  /* findings that follow from it */
    unsigned related_count; /* this and the next ones as in struct vrmlint_finding */
    unsigned named_count;
    unsigned data_count;
    unsigned argument_count;
    unsigned index; /* in the list for the report */
    enum rule rule : 16;
    enum message message : 16; /* MESSAGE_NONE: not in the table */
    enum vrmlint_severity severity : 8;
    enum vrmlint_fix fix : 8;
    enum { POSITION_BY_POINTER, POSITION_KNOWN, POSITION_NONE } position : 5;
    bool counted : 1;          /* one that is only counted: nothing but its severity matters */
    bool blames : 1;           /* the first related place is the cause */
    bool fixable : 1;          /* has edits, whether they are needed or not */
    bool raises : 1;           /* its cause becomes as severe as it is */
    bool loses_bone : 1;       /* as in struct vrmlint_finding */
    unsigned in_three_vrm : 8; /* the same: an enum effect + 1, or 0 */
    unsigned in_univrm : 8;
    bool muted : 1; /* the user ignores it: it isn't reported, but findings that follow from it aren't either */
};

/* Return the rows of a rule, and of a finding's rule, in the table. */
const struct vrmlint_rule *rule_line(enum rule rule);
const struct vrmlint_rule *finding_rule(const struct finding *finding);

/* Whether an earlier version used this id for a rule. id has length bytes. */
bool rule_was_called(const struct vrmlint_rule *rule, const char *id, size_t length);

/* Returns the id with which a rule was released first; *length receives its length. */
const char *rule_first_id(const struct vrmlint_rule *rule, size_t *length);

/* Returns how many findings were reported and not removed since. */
size_t findings_count(const struct findings *findings);

/* Removes every finding for which stays() returns false. */
void findings_keep(struct findings *findings, bool (*stays)(void *context, const struct finding *finding),
                   void *context);
struct finding *findings_first(const struct findings *findings);

/* Writes the ids of the rules of class must of which there is a finding, including findings that follow from others, to
 * *ids, an array in the arena. Returns their number. */
size_t findings_broken(struct findings *findings, struct arena *arena, const char *const **ids);

/* Removes the findings that follow from others, which are listed with their causes if they are kept; and the findings
 * of rules that the user ignores, with everything that follows from them. */
void findings_hide(struct findings *findings);

const struct vrmlint_skipped *findings_skipped(const struct findings *findings, size_t *count);

/* Whether such a part is about motion, which no specification judges. */
bool findings_skipped_motion(const struct findings *findings, size_t index);

/*
 * Returns the findings for a report: an array in the order of creation, without subjects, fingerprints, lines and
 * columns. If a position is known, has_place is set, and offset is an offset in the text. If it must be found by the
 * pointer, excerpt is NULL. The kept consequences are at the end of the array, adjacent for each cause, which refers to
 * them. *total receives the number of elements, and places[i] the place of each.
 */
struct vrmlint_finding *findings_list(struct findings *findings, size_t *total, const struct place ***places);

/* Frees the findings themselves; skipped entries stay. */
void findings_forget(struct findings *findings);

/*
 * Adds findings that were only counted: to the counts, by severity, and as a number in the data of each rule's last
 * finding. Exception: if no finding of a rule is listed, all of them follow from others; the rest probably do too,
 * and isn't counted.
 */
#define FINDINGS_MORE "more"
void findings_report_more(struct findings *findings, struct vrmlint_finding *list, size_t count, size_t *counts);

/* Keeps FINDING_RELATED_SHOWN related places of each finding, and adds the number of the others to its data. */
#define FINDINGS_MORE_RELATED "moreRelated"
void findings_cut_related(struct arena *arena, struct vrmlint_finding *list, size_t count);

/* Sorts findings by position (those without one first), then rule id, pointer and message; and numbers them. */
void findings_sort(struct arena *arena, struct vrmlint_finding *list, size_t count);

/* Sorts the consequences of each finding in the same way, and numbers them after all findings. */
void findings_sort_consequences(struct arena *arena, struct vrmlint_finding *list, size_t count);

#endif
