/*
 * Collecting what was found in one file. Readers and checks add findings here; nothing is printed.
 */
#ifndef VRMLINT_FINDING_H
#define VRMLINT_FINDING_H

#include "finding/place.h"
#include "message/message.h"

struct findings;
struct finding; /* a finding in the making; NULL stands for one that nobody wants */

/* The most that a message says of a list before "and n more". */
#define FINDING_LIST_MAX 20

/* The most places that one finding relates; its message and its data still give the whole count. */
#define FINDING_RELATED_MAX 1000

/* The most that a report shows of them, unless it is asked for all. */
#define FINDING_RELATED_SHOWN 32

/* severities: what each rule is worth, RULE_LIMIT of them, VRMLINT_OFF for rules that are off; borrowed. own: those
 * that the user set, which override what a check says (VRMLINT_OFF: none); may be NULL. */
struct findings *findings_new(struct arena *arena, const enum vrmlint_severity *severities,
                              const enum vrmlint_severity *own);

/* Findings of a run that nobody wants any of: all rules are off. */
struct findings *findings_none(struct arena *arena);

/* Whether a rule is on: to skip work that only it needs. */
bool findings_want(const struct findings *findings, enum rule rule);

/*
 * A rule that is on may still hold back a part that healthy files trip: that part is for those who selected the rule by
 * its id or its family, not by "default". findings_set_named() says which these are, RULE_LIMIT flags, borrowed; until
 * then none are.
 */
void findings_set_named(struct findings *findings, const bool *named);
bool findings_named(const struct findings *findings, enum rule rule);

/* The languages that messages come in: a set of bits 1 << language. English alone until it is set. */
void findings_set_languages(struct findings *findings, unsigned languages);
unsigned findings_languages(const struct findings *findings);

/*
 * The most findings of one rule that are kept in full, 0 for any number; exempt: rules of which all are kept,
 * RULE_LIMIT flags, borrowed. What is reported beyond is counted alone: report() then returns a finding that takes
 * everything and keeps nothing but its severity. The same goes for what is reported once the texts of the kept ones
 * come to FINDINGS_TEXT_MAX bytes, but for the first of each rule: a file can hold one name that a million findings
 * show.
 */
#define FINDINGS_TEXT_MAX ((size_t)8 << 20)
void findings_set_most(struct findings *findings, size_t most, const bool *exempt);

/* Whether findings bring what fills the places of their sentences. They don't until it is set. */
void findings_set_arguments(struct findings *findings, bool wanted);

/* Whether findings bring the edits that fix them. They don't until it is set. */
void findings_set_edits(struct findings *findings, bool wanted);
bool findings_want_edits(const struct findings *findings);

/*
 * Adds a finding of the rule that the message belongs to. Arguments (ARGUMENTS(...), or NO_ARGUMENTS) and what they and
 * the place borrow need only last until the call returns. Returns NULL when the rule is off; the functions below take
 * NULL and do nothing.
 */
struct finding *report(struct findings *findings, enum message message, struct place place,
                       const struct argument *arguments);

/* The same with those of the arguments that the message has places for, of at most ARGUMENTS_MOST: for messages of one
 * judgement that don't all name the same. */
#define ARGUMENTS_MOST 16
struct finding *report_taking(struct findings *findings, enum message message, struct place place,
                              const struct argument *arguments);

/* The same with a message that rules share (SHARED of the table): which of them it is, is said beside it. */
struct finding *report_shared(struct findings *findings, enum rule rule, enum message message, struct place place,
                              const struct argument *arguments);

/* Another place that the message names. */
void finding_relate(struct finding *finding, enum message message, struct place place,
                    const struct argument *arguments);

/* The same of what is to blame, which comes before all others. */
void finding_blame(struct finding *finding, enum message message, struct place place, const struct argument *arguments);

/* Another place, with a text of its own. */
void finding_relate_text(struct finding *finding, const struct place *place, struct vrmlint_text text);

/* Counts a finding of a rule at a place as a consequence of this one. */
void finding_follow(struct finding *finding, enum rule rule, const struct place *place);

/* Relates a finding of a rule at a place that this one rests on. */
void finding_rest_on(struct finding *finding, enum rule rule, const struct place *place);

/* Says something else in place of what it said. */
void finding_reword(struct finding *finding, enum message message, const struct argument *arguments);

/* A measured number. name is a static string. */
void finding_measure(struct finding *finding, const char *name, double value);

/* Another severity, or fix class, than the table's; the user's own --severity still wins over it. */
void finding_severity(struct finding *finding, enum vrmlint_severity severity);
void finding_fix(struct finding *finding, enum vrmlint_fix fix);

/*
 * A change that fixes it, one of those that do so together (see struct vrmlint_edit): of a finding with a fix class.
 * value, which is copied, is JSON as base/json_value.h makes it, or a plain name; of a move the pointer. False when
 * nobody wants edits.
 */
bool finding_edit(struct finding *finding, enum vrmlint_edit_kind kind, struct place place, const char *value);

/* Notes that some change fixes a finding, and whether anybody wants to know which: to skip the work of finding out. */
bool finding_wants_edits(struct finding *finding);

/*
 * The same at a place beside the finding's own, whose pointer `where` gives as a relative one: a number says how many
 * tokens go from its end, and what follows is added: "0" is the place itself, "1/center" what stands beside it.
 */
bool finding_edit_at(struct finding *finding, enum vrmlint_edit_kind kind, const char *where, const char *value);

/* The same of a number, and of count numbers in a list. */
void finding_set_number(struct finding *finding, const char *where, double value);
void finding_set_numbers(struct finding *finding, const char *where, const double *values, size_t count);

/* A move, with both places relative. */
void finding_move(struct finding *finding, const char *from, const char *to);

/* The place, where the reader knows it: a byte offset in the JSON text. Otherwise it is looked up by the pointer. */
void finding_at(struct finding *finding, size_t text_offset);

/* A finding about the container, which has no place at all. */
void finding_no_place(struct finding *finding);

/* Something that could not be checked; what: words that the arguments fill. Equal entries are kept once. */
void findings_skip(struct findings *findings, enum message what, const struct argument *arguments, enum message why);
/* The same for a reason whose places arguments fill. */
void findings_skip_because(struct findings *findings, enum message what, const struct argument *arguments,
                           enum message why, const struct argument *why_arguments);

/* Words in all languages of the findings, in the arena. */
struct vrmlint_text findings_words(struct findings *findings, enum message words, const struct argument *arguments);

/* ---- for those who finish a report ---- */

/* The memory that all of a finding lies in. */
struct arena *findings_arena(const struct findings *findings);

/* Does what edits.def says of the finding's message. */
void finding_edit_as_listed(struct finding *finding);

/* What fixes a finding. */
struct finding_edits {
    struct vrmlint_edit *list; /* room for a power of two */
    size_t count;
};

/* Small, because there may be a million of them: what only reports have of it is added once all is found. */
struct finding {
    struct findings *owner;
    struct finding *next;  /* in the order of their making */
    struct finding *cause; /* what it follows from; NULL: nothing known */
    const char *pointer;
    struct place place;
    struct vrmlint_text text;        /* what the message says */
    struct vrmlint_related *related; /* room for a power of two */
    struct vrmlint_measure *data;    /* the same */
    struct finding_edits *edits;     /* NULL: none */
    const struct vrmlint_text *arguments;
    struct vrmlint_text who; /* these and the next two as in struct vrmlint_finding */
    uint64_t kind;
    double badness;
    size_t text_offset;     /* where its position is known */
    unsigned beyond;        /* findings of its kind that are only counted */
    unsigned consequences;  /* findings that follow from it */
    unsigned related_count; /* these and the next ones as in struct vrmlint_finding */
    unsigned named_count;
    unsigned data_count;
    unsigned argument_count;
    enum rule rule : 16;
    enum message message : 16; /* MESSAGE_NONE: none of the table */
    enum vrmlint_severity severity : 8;
    enum vrmlint_fix fix : 8;
    enum { POSITION_BY_POINTER, POSITION_KNOWN, POSITION_NONE } position : 6;
    bool counted : 1; /* it is beyond those that are kept: nothing but its severity matters */
    bool blames : 1;  /* the first of the related places is to blame */
    bool fixable : 1; /* it has edits, whether somebody wants them or not */
};

/* Lines of the table of rules: of a rule, and of a finding's. */
const struct vrmlint_rule *rule_line(enum rule rule);
const struct vrmlint_rule *finding_rule(const struct finding *finding);

/* Whether an earlier version called a rule so: length bytes of id. */
bool rule_was_called(const struct vrmlint_rule *rule, const char *id, size_t length);

/* Returns the id with which a rule was released first; *length receives its length. */
const char *rule_first_id(const struct vrmlint_rule *rule, size_t *length);

/* How many were reported and not dropped since. */
size_t findings_count(const struct findings *findings);

/* Drops every finding that stays() doesn't want. */
void findings_keep(struct findings *findings, bool (*stays)(void *context, const struct finding *finding),
                   void *context);
struct finding *findings_first(const struct findings *findings);
const struct vrmlint_skipped *findings_skipped(const struct findings *findings, size_t *count);

/*
 * The findings as reports have them: an array in the order of their making, without subjects and fingerprints, and
 * without lines and columns. Where the position is known, has_place is set, and offset that in the text; where it has
 * to be looked up by the pointer, excerpt is NULL.
 */
struct vrmlint_finding *findings_list(struct findings *findings);

/* Forgets the findings themselves, and gives back their memory; skipped entries stay. */
void findings_forget(struct findings *findings);

/*
 * What is listed says of those that were counted alone: they are added to the counts, by severity, and the last finding
 * of each rule has their number in its data. Of a rule of which none is listed, all follow from something else, and so,
 * as far as anybody looked, do the rest.
 */
#define FINDINGS_MORE "more"
void findings_report_more(struct findings *findings, struct vrmlint_finding *list, size_t count, size_t *counts);

/* Leaves FINDING_RELATED_SHOWN related places to each, and says in the data how many more there are. */
#define FINDINGS_MORE_RELATED "moreRelated"
void findings_cut_related(struct arena *arena, struct vrmlint_finding *list, size_t count);

/* Sorts them by place (those without one first), then rule id, pointer, message, and numbers them. */
void findings_sort(struct arena *arena, struct vrmlint_finding *list, size_t count);

#endif
