/* The parts of a report besides findings, each made by a file of its own, and what is added to the complete findings.
 * Their results are in the arena, including names. Private to the library. */
#ifndef VRMLINT_RUN_PARTS_H
#define VRMLINT_RUN_PARTS_H

#include "run/policy.h"
#include "vrm/avatar.h"
#include "vrmlint.h"

/* Returns the summary card of the avatar: who made it, what others may do with it, its bones and expressions, its
 * thumbnail. NULL if the file is not an avatar. Its size is bounded, whatever the file contains. */
const struct vrmlint_card *card_make(struct arena *arena, const struct avatar *avatar);

/* Returns the materials, and what the file's bytes are used for, made from the views; NULL if there are no
 * materials. */
const struct vrmlint_palette *palette_make(struct arena *arena, const struct avatar *avatar);

/* Returns what the avatar consists of, as short strings by which two versions of it can be compared, sorted by kind,
 * object and property. *count receives their number. Bounded by the size of the file. */
const struct vrmlint_fact *facts_make(struct arena *arena, const struct avatar *avatar, size_t *count);

/* Adds the fingerprints of a file's findings, which are in their final order: see struct vrmlint_finding. avatar is
 * NULL if the file can't be read that far. */
void fingerprints_add(struct arena *arena, const struct avatar *avatar, struct vrmlint_finding *findings, size_t count);

/* Adds to the skipped parts the families of rules that are off as a whole though the file has what they check. The
 * report has its extensions and figures already. Rules that are opt-in don't count. */
void switched_off_report(const struct vrmlint_policy *policy, struct document *document,
                         const struct vrmlint_report *report, struct findings *findings);

/* Judges a file by the specifications: sets the members of the report about that. The report has its extensions
 * already, and no finding is hidden yet. */
void validity_judge(struct arena *arena, const struct vrmlint_policy *policy, struct findings *findings,
                    struct vrmlint_report *report);

/* Returns the drawing of a file whose findings are final; NULL if there is nothing to draw. It is in the arena,
 * except for strings that the views own. Takes time linear in the file and in the findings. */
const struct vrmlint_drawing *drawing_make(struct arena *arena, const struct avatar *avatar,
                                           const struct vrmlint_report *report, unsigned languages);

/* ---- the parts ---- */

#endif
