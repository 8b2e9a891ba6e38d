/*
 * vrmlint - the rules, their severities, and the languages of texts. A part of vrmlint.h, which includes it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_RULES_H
#define VRMLINT_RULES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __GNUC__
#pragma GCC visibility push(default) /* the shared library exports what is declared here */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Severities in ascending order. VRMLINT_OFF never appears in a finding. */
enum vrmlint_severity { VRMLINT_OFF, VRMLINT_INFO, VRMLINT_WARNING, VRMLINT_ERROR };

/* Whether a tool can fix a finding, and at what risk. */
enum vrmlint_fix {
    VRMLINT_FIX_NONE,   /* no automatic fix; the artist must change the file */
    VRMLINT_FIX_SAFE,   /* moves nothing and changes nothing visible, in any app */
    VRMLINT_FIX_REPAIR, /* has only one possible result; what apps ignored or read differently may move */
    VRMLINT_FIX_UNSAFE, /* a fix exists, but the user must review it */
};

/* What the specifications say about what a rule reports, in ascending order. The severity is about what apps do. */
enum vrmlint_class {
    VRMLINT_ADVICE, /* no specification forbids it */
    VRMLINT_SHOULD, /* it isn't as a specification recommends (SHOULD) */
    VRMLINT_MUST,   /* it isn't as a specification or its published schema requires (MUST): the file is invalid */
};

/* Languages of reports. */
enum vrmlint_language { VRMLINT_ENGLISH, VRMLINT_JAPANESE, VRMLINT_LANGUAGE_COUNT };

/* A text in each language that the policy requests, NULL in the others. UTF-8. */
struct vrmlint_text {
    const char *in[VRMLINT_LANGUAGE_COUNT];
};

/* Returns the text in a language, or in any language that it has; "" if it has none. */
const char *vrmlint_text_in(const struct vrmlint_text *text, enum vrmlint_language language);

/* Returns the code of a language: "en", "ja". */
const char *vrmlint_language_name(enum vrmlint_language language);

/* One row of the rule table. All strings are static, UTF-8, never NULL. */
struct vrmlint_rule {
    const char *id; /* "family/name" */
    enum vrmlint_severity severity;
    bool opt_in; /* off unless selected by id or family */
    enum vrmlint_fix fix;
    const char *summary;    /* the problem, as a short clause without a full stop */
    const char *why;        /* what the specification requires and what apps do, in sentences */
    const char *how;        /* how to fix it, as an imperative sentence */
    const char *spec;       /* specification and section; "" if there is none */
    const char *since;      /* the version that added the rule, "major.minor.patch" */
    const char *deprecated; /* the version that deprecated it, which still reports it; "" if it isn't deprecated */
    /* Ids that it had in earlier versions, the first one first, with a space between two; "" if none. */
    const char *formerly;
};

/* Returns all rules in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_rule *vrmlint_rules(size_t *count);

/* Returns the rule that has the given id, or had it in an earlier version, or NULL. */
const struct vrmlint_rule *vrmlint_rule_by_id(const char *id);

/* Returns the class of the findings of a rule that have a variant; NULL: that of most findings of the rule. */
enum vrmlint_class vrmlint_rule_class(const struct vrmlint_rule *rule, const char *variant);

/* Returns one text of a rule in a language, or in English if there is no translation. Static. */
enum vrmlint_rule_part { VRMLINT_SUMMARY, VRMLINT_WHY, VRMLINT_HOW };
const char *vrmlint_rule_text(const struct vrmlint_rule *rule, enum vrmlint_rule_part part,
                              enum vrmlint_language language);

/* What an app does with a file that a rule reports. All strings are static, UTF-8. */
struct vrmlint_claim {
    const char *app;
    const char *version; /* the version that was run or read */
    const char *effect;  /* "refuses", "drops-springs", "loads" and the like */
    bool some;           /* it applies only to some of these files */
    const char *source;  /* NULL if a test runs the app; otherwise the file in its repository that was read */
};

/* Writes what apps do with files that have a finding of a rule to claims, which has room for VRMLINT_CLAIMS_MOST, and
 * returns their number. variant is that of the finding; NULL for what applies to most findings of the rule. */
#define VRMLINT_CLAIMS_MOST 16
size_t vrmlint_rule_claims(const struct vrmlint_rule *rule, const char *variant, struct vrmlint_claim *claims);

/* A symptom that users see, and what can cause it. All strings are static, UTF-8, never NULL. */
struct vrmlint_symptom {
    const char *name;  /* "shakes" */
    const char *rules; /* ids and families, the likeliest first, with a space between two */
};

/* Returns all symptoms in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_symptom *vrmlint_symptoms(size_t *count);

/* Returns one text of a symptom in a language, or in English if there is no translation. Static. */
enum vrmlint_symptom_part {
    VRMLINT_SYMPTOM,       /* the symptom as a clause without a full stop */
    VRMLINT_SYMPTOM_CHECK, /* what to check if no finding explains it, in sentences */
};
const char *vrmlint_symptom_text(const struct vrmlint_symptom *symptom, enum vrmlint_symptom_part part,
                                 enum vrmlint_language language);

/*
 * Returns how many words of a text describe the symptom, in any language; the endings of words don't count ("shaking"
 * is like "shakes"), and Japanese counts by pairs of characters.
 */
size_t vrmlint_symptom_likeness(const struct vrmlint_symptom *symptom, const char *text);

/* Returns the version of the library, "major.minor.patch"; between releases that of the next one. Static. */
const char *vrmlint_version(void);

/*
 * Returns the version as reports give it: that of vrmlint_version() if the library is a release, otherwise with "-dev"
 * and, if it is known, "+" and vrmlint_commit(): "1.0.0-dev+0123456789ab". Static.
 */
const char *vrmlint_full_version(void);

/* Returns the start of the commit that the library was built from, in hexadecimal; "" if it isn't known. Static. */
const char *vrmlint_commit(void);

/* Return the names "error", "warning", "info" or "off"; "safe", "repair", "unsafe" or "none"; "must", "should" or
 * "advice". */
const char *vrmlint_severity_name(enum vrmlint_severity severity);
const char *vrmlint_fix_name(enum vrmlint_fix fix);
const char *vrmlint_class_name(enum vrmlint_class class_of_rule);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
