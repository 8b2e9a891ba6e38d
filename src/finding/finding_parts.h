/* The data of struct findings. Private to the files that collect findings, relate places to them and list them. */
#ifndef VRMLINT_FINDING_PARTS_H
#define VRMLINT_FINDING_PARTS_H

#include "finding/finding.h"

/* Consecutive findings often have the same few places. Their pointers are made once. */
enum { KEPT_PLACES = 16 };

struct kept_place {
    struct place place;
    const char *pointer;      /* NULL: unused */
    struct vrmlint_text text; /* the last text about it as a related place */
};

/* Findings are in pieces, each twice as large as the one before, since large pieces can be freed. */
enum { FIRST_PIECE = 8, PIECES = 40 };

/* The first kept finding of each kind. */
struct kinds {
    struct finding **slots;
    size_t size; /* 0, or a power of two */
    size_t count;
    uint64_t seed;
};

#ifdef VRMLINT_CHECK_MESSAGES
enum { MESSAGES_FIT = 64 };
#endif

struct findings {
    struct arena *arena;
    const enum vrmlint_severity *severities;
    const enum vrmlint_severity *own;
    const enum vrmlint_severity *reported; /* before findings_add_muted(); NULL: not called */
    const bool *named;
    unsigned languages;
    bool arguments;  /* findings include them */
    bool edits;      /* findings include them */
    struct buf room; /* for making texts */
#ifdef VRMLINT_CHECK_MESSAGES
    uint64_t fits[MESSAGES_FIT]; /* hashes of messages with the names of arguments that fit them */
#endif
    struct kept_place kept[KEPT_PLACES];
    struct finding *first;
    struct finding **end;
    size_t count;
    struct finding *hidden; /* findings that follow from others, if they are kept */
    struct finding **hidden_end;
    size_t hidden_count;
    bool keeps_consequences;
    size_t most;        /* findings of a rule that are kept; 0: any number */
    const bool *exempt; /* rules of which all are kept */
    size_t text_size;   /* approximate bytes of the texts of kept findings */
    size_t kept_of[RULE_LIMIT];
    bool broken[RULE_LIMIT];             /* rules of class must of findings that are only counted */
    size_t (*beyond)[VRMLINT_ERROR + 1]; /* findings that are only counted, by rule and severity; NULL: none */
    struct finding spare;                /* the last of these findings */
    struct kinds kinds;                  /* empty if most is 0 */
    struct finding *pieces[PIECES];
    size_t piece_count;
    size_t room_left; /* findings that fit into the last piece */
    struct vrmlint_skipped *skipped;
    size_t skipped_count;
    bool *skipped_motion; /* for each of these: it is about motion, which no specification judges */
};

/* Returns a place, with a copy of its member if it was borrowed, and its pointer. Valid as long as the findings. */
struct kept_place *findings_keep_place(struct findings *findings, const struct place *place);

/* Whether data of a finding is kept: it isn't NULL and isn't only counted. */
bool finding_is_kept(const struct finding *finding);

/* Makes room for one more element. For arrays that are usually short, as there may be a million of them. */
void *finding_grow(struct arena *arena, void *array, size_t count, size_t size);

/* Adds a finding to those that follow from others, if they are kept. */
void findings_hide_one(struct findings *findings, struct finding *finding);

/* Adds the bytes of a finding's texts to the total. */
void findings_note_sizes(struct findings *findings, const char *pointer, const struct vrmlint_text *text);

#endif
