/* What a report holds besides findings, each part made by a file of its own, and what is added to findings once all
 * are there. What they make lives in the arena, names too. Private to the library. */
#ifndef VRMLINT_RUN_PARTS_H
#define VRMLINT_RUN_PARTS_H

#include "run/policy.h"
#include "vrm/avatar.h"
#include "vrmlint.h"

/* The avatar itself: who made it, what others may do with it, its bones and expressions, its thumbnail. NULL where the
 * file is no avatar. Bounded, whatever the file holds. */
const struct vrmlint_card *card_make(struct arena *arena, const struct avatar *avatar);

/* Materials, and what the file's bytes are spent on, made from the views. NULL where there are no materials. */
const struct vrmlint_palette *palette_make(struct arena *arena, const struct avatar *avatar);

/* What the avatar consists of, as short texts that two versions of it can be compared by: by kind, by object, and by
 * what they say of it. *count receives their number. Bounded by the size of the file. */
const struct vrmlint_fact *facts_make(struct arena *arena, const struct avatar *avatar, size_t *count);

/* Fills in what the findings of a file, which are in their final order, are known by from one run to the next: see
 * struct vrmlint_finding. avatar is NULL for a file that can't be read as far as that. */
void fingerprints_add(struct arena *arena, const struct avatar *avatar, struct vrmlint_finding *findings, size_t count);

/*
 * Says among what was skipped which families of rules are off as a whole, though the file holds what they are about.
 * The report has its extensions and figures already. Rules that are off until somebody asks for them aren't missed.
 */
void switched_off_report(const struct vrmlint_policy *policy, struct document *document,
                         const struct vrmlint_report *report, struct findings *findings);

#endif
