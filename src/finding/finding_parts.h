/* What findings are collected in: shared by those who collect them, relate places to them and list them. */
#ifndef VRMLINT_FINDING_PARTS_H
#define VRMLINT_FINDING_PARTS_H

#include "finding/finding.h"

/* Findings come in runs that speak of the same few places: their pointers are made once. */
enum { KEPT_PLACES = 16 };

struct kept_place {
    struct place place;
    const char *pointer;      /* NULL: none yet */
    struct vrmlint_text text; /* what was last said of it, as a place that is related */
};

/* Findings lie in pieces of which each is twice as large as the one before: large ones can be given back. */
enum { FIRST_PIECE = 8, PIECES = 40 };

/* The first of each kind of finding that is kept. */
struct kinds {
    struct finding **slots;
    size_t size; /* 0, or a power of two */
    size_t count;
    uint64_t seed;
};

struct findings {
    struct arena *arena;
    const enum vrmlint_severity *severities;
    const enum vrmlint_severity *own;
    const bool *named;
    unsigned languages;
    bool arguments;  /* findings bring them */
    bool edits;      /* and these */
    struct buf room; /* to make texts in */
    struct kept_place kept[KEPT_PLACES];
    struct finding *first;
    struct finding **end;
    size_t count;
    size_t most;        /* of one rule that are kept; 0: any number */
    const bool *exempt; /* rules of which all are */
    size_t text_size;   /* about how many bytes the texts of those have that are kept */
    size_t kept_of[RULE_LIMIT];
    size_t (*beyond)[VRMLINT_ERROR + 1]; /* by rule and severity: those that are only counted; NULL: none */
    struct finding spare;                /* the last of those */
    struct kinds kinds;                  /* empty unless most is set */
    struct finding *pieces[PIECES];
    size_t piece_count;
    size_t room_left; /* findings that fit into the last piece */
    struct vrmlint_skipped *skipped;
    size_t skipped_count;
    size_t skipped_capacity;
};

/* A place that lasts as long as the findings, where its member was borrowed, and its pointer. */
struct kept_place *findings_keep_place(struct findings *findings, const struct place *place);

/* Whether what is said of a finding is kept: somebody wants it, and it isn't only counted. */
bool finding_is_kept(const struct finding *finding);

/* Room for one more, in arrays that mostly stay short: there may be a million of them. */
void *finding_grow(struct arena *arena, void *array, size_t count, size_t size);

/* Counts what is kept to the size of all texts. */
void findings_note_sizes(struct findings *findings, const char *pointer, const struct vrmlint_text *text);

/* Counts the last finding that is not kept, whose severity is known by now. */
void findings_count_spare(struct findings *findings);

/* Notes the kind of a finding that is kept. */
void findings_note_kind(struct findings *findings, struct finding *finding);

/* Returns a finding that is kept, of the same rule, kind and severity; NULL if there is none. */
struct finding *findings_of_kind(const struct findings *findings, const struct finding *finding);

#endif
