/* What apps do with a file that a rule reports: lookups in the table of the rows CLAIM. */
#ifndef VRMLINT_CLAIMS_H
#define VRMLINT_CLAIMS_H

#include "message/message.h"
#include "message/outcomes.h"

/* Names of effects in reports are these in lower case, with hyphens. A test of claims.py checks those marked with *. */
enum effect {
    EFFECT_REFUSES,           /* * loading stops with an error */
    EFFECT_HANGS,             /* * loading never ends */
    EFFECT_DROPS_AVATAR,      /* * a plain model is loaded */
    EFFECT_DROPS_SPRINGS,     /* * fewer springs, joints or centers than the file has */
    EFFECT_DROPS_COLLIDERS,   /* * fewer pairs of joints and colliders */
    EFFECT_DROPS_LIMIT,       /* a limit has no effect */
    EFFECT_DROPS_CONSTRAINTS, /* * fewer constraints */
    EFFECT_DROPS_BONES,       /* * fewer bones of the humanoid */
    EFFECT_DROPS_EXPRESSIONS, /* * fewer expressions */
    EFFECT_DROPS_GAZE,        /* * lookAt has no effect */
    EFFECT_DROPS_ANIMATION,   /* * a channel has no track, or another's */
    EFFECT_DROPS_MESH,        /* * fewer meshes */
    EFFECT_DROPS_MATERIAL,    /* * fewer MToon materials */
    EFFECT_DROPS_IMAGE,       /* a texture is missing or white */
    EFFECT_DIFFERS,           /* it loads, with another value or behaviour than the specification or other apps have */
    EFFECT_WARNS,             /* * it loads, and a warning is printed */
    EFFECT_LOADS,             /* * it loads, and nothing is lost */
    EFFECT_WRITES,            /* its exporter makes such files */
    EFFECT_BLOCKS_EXPORT,     /* its exporter warns or refuses */
    EFFECTS
};

/* Return the name of an effect in reports, and the words for it. */
const char *effect_name(enum effect effect);
enum message effect_words(enum effect effect);

/* Returns the effect of a name in reports, or EFFECTS if there is none: a report that was read back may have any. */
enum effect effect_by_name(const char *name);

/*
 * Writes what apps do with a file that has a finding to claims, which has room for VRMLINT_CLAIMS_MOST, and returns
 * their number. That is more precise than what the rule's message states alone: the apps were run for the place of the
 * finding, and some apps don't read everything in every kind of file.
 */
size_t claims_of_finding(const struct outcome_context *context, const struct vrmlint_finding *finding,
                         struct vrmlint_claim *claims);

/* Returns the sentence of an effect: "drops constraints". */
enum message claim_words(const struct vrmlint_claim *claim);

#endif
