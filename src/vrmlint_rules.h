/*
 * vrmlint - the rules, how severe they are, and the languages that texts come in. A part of vrmlint.h, which includes
 * it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef VRMLINT_RULES_H
#define VRMLINT_RULES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Ordered: a higher value is worse. VRMLINT_OFF never appears in a finding. */
enum vrmlint_severity { VRMLINT_OFF, VRMLINT_INFO, VRMLINT_WARNING, VRMLINT_ERROR };

/* Whether a finding could be fixed by a tool, and at what risk. */
enum vrmlint_fix {
    VRMLINT_FIX_NONE,   /* needs the artist */
    VRMLINT_FIX_SAFE,   /* changes nothing in a runtime that follows the specification */
    VRMLINT_FIX_REPAIR, /* invalid becomes valid in a determined way */
    VRMLINT_FIX_UNSAFE, /* possible, but somebody must look */
};

/* The languages that reports come in. */
enum vrmlint_language { VRMLINT_ENGLISH, VRMLINT_JAPANESE, VRMLINT_LANGUAGE_COUNT };

/* A text in each language that the policy asks for, NULL in the others. UTF-8. */
struct vrmlint_text {
    const char *in[VRMLINT_LANGUAGE_COUNT];
};

/* The text in a language, or in whichever there is; "" where there is none. */
const char *vrmlint_text_in(const struct vrmlint_text *text, enum vrmlint_language language);

/* "en", "ja". */
const char *vrmlint_language_name(enum vrmlint_language language);

/* One line of the rule table. All strings are static, UTF-8, never NULL. */
struct vrmlint_rule {
    const char *id; /* "family/name" */
    enum vrmlint_severity severity;
    bool opt_in; /* off until selected by id or family */
    enum vrmlint_fix fix;
    const char *summary; /* what is wrong, in a short clause without a full stop */
    const char *why;     /* what the specification says and what apps do, in sentences */
    const char *how;     /* what to do about it, as an imperative sentence */
    const char *spec;    /* specification and section, "" where there is none */
};

/* All rules in the order of the table. The array is static; *count receives its length. */
const struct vrmlint_rule *vrmlint_rules(size_t *count);

/* The rule with that id, or NULL. */
const struct vrmlint_rule *vrmlint_rule_by_id(const char *id);

/* A part of a rule's line in a language; in English where that language has none. Static. */
enum vrmlint_rule_part { VRMLINT_SUMMARY, VRMLINT_WHY, VRMLINT_HOW };
const char *vrmlint_rule_text(const struct vrmlint_rule *rule, enum vrmlint_rule_part part,
                              enum vrmlint_language language);

/* Program version, "major.minor.patch". */
const char *vrmlint_version(void);

/* "error", "warning", "info" or "off"; and "safe", "repair", "unsafe" or "none". */
const char *vrmlint_severity_name(enum vrmlint_severity severity);
const char *vrmlint_fix_name(enum vrmlint_fix fix);

#ifdef __cplusplus
}
#endif

#endif
