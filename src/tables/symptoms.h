/* Symptoms that users see, and the rules that can explain them: symptoms.def has the table. */
#ifndef VRMLINT_SYMPTOMS_H
#define VRMLINT_SYMPTOMS_H

#include <stdbool.h>
#include <stddef.h>

#include "message/message.h"

struct symptom {
    const char *name;    /* "shakes" */
    const char *rules;   /* ids and families, the likeliest first, with a space between two */
    enum message words;  /* the symptom as a sentence */
    enum message check;  /* what to check if nothing was found */
    enum message search; /* words to find it by */
};

/* Returns all symptoms. The array is static; *count receives its length. */
const struct symptom *symptoms_all(size_t *count);

/* Returns the position of a rule among those of a symptom, from 0; SIZE_MAX if it isn't one of them. */
size_t symptom_rank(const struct symptom *symptom, const char *rule);

/*
 * Returns how many words of a text the symptom has in its own texts, in any language; a word in Japanese counts by its
 * pairs of characters. "shaking" is like "shake": endings don't count.
 */
size_t symptom_likeness(const struct symptom *symptom, const char *text);

#endif
