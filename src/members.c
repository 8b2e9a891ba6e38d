#include "members.h"

#include <stdint.h>
#include <string.h>

/* New members must be described here too. */
_Static_assert(sizeof(void *) != 8 || sizeof(struct vrmlint_report) == 47 * sizeof(void *),
               "vrmlint_report has changed");
_Static_assert(sizeof(void *) != 8 || sizeof(struct vrmlint_finding) == 41 * sizeof(void *),
               "vrmlint_finding has changed");

#define END                                                                                                            \
    {                                                                                                                  \
        .ends = true                                                                                                   \
    }
#define PLAIN(type, field, key, kind, when)                                                                            \
    {                                                                                                                  \
        key, MEMBER_##kind, MEMBER_##when, .offset = offsetof(struct type, field)                                      \
    }
#define TEXT_OR(type, field, key, kind, missing)                                                                       \
    {                                                                                                                  \
        key, MEMBER_##kind, MEMBER_ALWAYS, missing, .offset = offsetof(struct type, field)                             \
    }
#define LIST(type, field, number, key, kind, when, members)                                                            \
    {                                                                                                                  \
        key, MEMBER_##kind, MEMBER_##when, .offset = offsetof(struct type, field),                                     \
                                           .count = offsetof(struct type, number),                                     \
                                           .size = sizeof *((struct type *)0)->field, .of = (members)                  \
    }

/* ---- findings ---- */

static const struct report_member of_related[] = {
    PLAIN(vrmlint_related, pointer, "pointer", TEXT, ALWAYS),
    PLAIN(vrmlint_related, message, "message", WORDS, ALWAYS),
    END,
};

static const struct report_member of_measure[] = {
    PLAIN(vrmlint_measure, name, NULL, TEXT, ALWAYS),
    PLAIN(vrmlint_measure, value, NULL, NUMBER, ALWAYS),
    END,
};

static const struct report_member of_edit[] = {
    PLAIN(vrmlint_edit, pointer, NULL, TEXT, COPIED),
    PLAIN(vrmlint_edit, value, NULL, TEXT, COPIED),
    END,
};

static const struct report_member of_replacement[] = {
    PLAIN(vrmlint_replacement, offset, "offset", BYTES, ALWAYS),
    PLAIN(vrmlint_replacement, length, "length", BYTES, ALWAYS),
    PLAIN(vrmlint_replacement, line, "line", COUNT, ALWAYS),
    PLAIN(vrmlint_replacement, column, "column", COUNT, ALWAYS),
    PLAIN(vrmlint_replacement, end_line, "endLine", COUNT, ALWAYS),
    PLAIN(vrmlint_replacement, end_column, "endColumn", COUNT, ALWAYS),
    PLAIN(vrmlint_replacement, text, "text", TEXT, ALWAYS),
    END,
};

static const struct report_member of_place[] = {
    PLAIN(vrmlint_finding, line, "line", COUNT, ALWAYS),
    PLAIN(vrmlint_finding, column, "column", COUNT, ALWAYS),
    PLAIN(vrmlint_finding, offset, "offset", BYTES, ALWAYS),
    PLAIN(vrmlint_finding, length, "length", BYTES, SET),
    END,
};

static const struct report_member of_argument[] = {{NULL, MEMBER_WORDS, MEMBER_ALWAYS, .offset = 0}, END};

static const struct report_member of_consequences[] = {
    PLAIN(vrmlint_finding, consequences, "count", COUNT, SET),
    LIST(vrmlint_finding, hidden, hidden_count, "findings", LIST, SET, members_of_finding),
    END,
};

const struct report_member members_of_finding[] = {
    PLAIN(vrmlint_finding, rule, "rule", RULE, ALWAYS),
    PLAIN(vrmlint_finding, severity, "severity", SEVERITY, ALWAYS),
    {"class", MEMBER_CLASS, MEMBER_ALWAYS, .offset = 0},
    PLAIN(vrmlint_finding, message, "message", WORDS, ALWAYS),
    PLAIN(vrmlint_finding, pointer, "pointer", TEXT, ALWAYS),
    {NULL, MEMBER_IF, MEMBER_ALWAYS, .offset = offsetof(struct vrmlint_finding, has_place), .of = of_place},
    PLAIN(vrmlint_finding, fix, "fix", FIX, ALWAYS),
    PLAIN(vrmlint_finding, more, "more", COUNT, SET),
    LIST(vrmlint_finding, related, related_count, "related", LIST, ALWAYS, of_related),
    {"consequences", MEMBER_GROUP, MEMBER_SET, .of = of_consequences},
    PLAIN(vrmlint_finding, fixable, "fixable", FLAG, SET),
    PLAIN(vrmlint_finding, named_count, "named", COUNT, CACHED),
    PLAIN(vrmlint_finding, blames, "blames", FLAG, CACHED),
    LIST(vrmlint_finding, data, data_count, "data", MAP, ALWAYS, of_measure),
    LIST(vrmlint_finding, edits, edit_count, NULL, LIST, COPIED, of_edit),
    LIST(vrmlint_finding, replacements, replacement_count, "replacements", LIST, MERGED, of_replacement),
    TEXT_OR(vrmlint_finding, subject, "subject", WORDS, "The file"),
    TEXT_OR(vrmlint_finding, excerpt, "excerpt", TEXT, ""),
    TEXT_OR(vrmlint_finding, fingerprint, "fingerprint", TEXT, ""),
    PLAIN(vrmlint_finding, variant, "variant", TEXT, SET),
    PLAIN(vrmlint_finding, absent, "absent", TEXT, SET),
    PLAIN(vrmlint_finding, loses_bone, "losesBone", FLAG, SET),
    PLAIN(vrmlint_finding, in_three_vrm, "inThreeVrm", TEXT, SET),
    PLAIN(vrmlint_finding, in_univrm, "inUniVrm", TEXT, SET),
    LIST(vrmlint_finding, arguments, argument_count, "arguments", LIST, KNOWN, of_argument),
    PLAIN(vrmlint_finding, number, "number", COUNT, CACHED),
    PLAIN(vrmlint_finding, who, "who", WORDS, CACHED),
    PLAIN(vrmlint_finding, kind, "kind", BYTES, CACHED),
    PLAIN(vrmlint_finding, badness, "badness", NUMBER, CACHED),
    PLAIN(vrmlint_finding, beyond, "beyond", COUNT, CACHED),
    END,
};

static const struct report_member of_followers[] = {
    PLAIN(vrmlint_finding, consequences, "count", COUNT, SET),
    END,
};

/* Members that formats with one entry per place use. The others are those of the finding that represents it. */
static const struct report_member of_each[] = {
    PLAIN(vrmlint_finding, rule, "rule", RULE, SET),
    PLAIN(vrmlint_finding, severity, "severity", SEVERITY, ALWAYS),
    PLAIN(vrmlint_finding, message, "message", WORDS, ALWAYS),
    PLAIN(vrmlint_finding, pointer, "pointer", TEXT, ALWAYS),
    {NULL, MEMBER_IF, MEMBER_ALWAYS, .offset = offsetof(struct vrmlint_finding, has_place), .of = of_place},
    LIST(vrmlint_finding, related, related_count, "related", LIST, MERGED, of_related),
    LIST(vrmlint_finding, data, data_count, "data", MAP, MERGED, of_measure),
    LIST(vrmlint_finding, replacements, replacement_count, "replacements", LIST, MERGED, of_replacement),
    {"consequences", MEMBER_GROUP, MEMBER_SET, .of = of_followers},
    PLAIN(vrmlint_finding, fingerprint, "fingerprint", TEXT, ALWAYS),
    PLAIN(vrmlint_finding, variant, "variant", TEXT, SET),
    LIST(vrmlint_finding, arguments, argument_count, "arguments", LIST, KNOWN, of_argument),
    END,
};

const struct report_member member_each = LIST(vrmlint_report, each, each_count, "each", LIST, MERGED, of_each);

/* ---- pictures ---- */

static const struct report_member of_curve[] = {
    PLAIN(vrmlint_curve, subject, NULL, WORDS, COPIED),
    LIST(vrmlint_curve, degrees, count, NULL, LIST, COPIED, NULL),
    END,
};

static const struct report_member of_film[] = {
    PLAIN(vrmlint_film, subject, NULL, WORDS, COPIED),
    PLAIN(vrmlint_film, parameter, NULL, TEXT, COPIED),
    LIST(vrmlint_film, modelled, bone_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_film, frames, frame_bone_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_film, fixed, fixed_bone_count, NULL, LIST, COPIED, NULL),
    END,
};

static const struct report_member of_name[] = {{NULL, MEMBER_TEXT, MEMBER_ALWAYS, .offset = 0}, END};

static const struct report_member of_bound[] = {
    PLAIN(vrmlint_bound, what, NULL, TEXT, COPIED),
    PLAIN(vrmlint_bound, of, NULL, TEXT, COPIED),
    END,
};

static const struct report_member of_expression[] = {
    PLAIN(vrmlint_card_expression, name, NULL, TEXT, COPIED),
    LIST(vrmlint_card_expression, bound, bound_count, NULL, LIST, COPIED, of_bound),
    END,
};

static const struct report_member of_terms[] = {
#define TERM_AT(term) PLAIN(vrmlint_card, terms[VRMLINT_TERM_##term], NULL, TEXT, COPIED)
    TERM_AT(ACTING),
    TERM_AT(VIOLENCE),
    TERM_AT(SEX),
    TERM_AT(COMMERCE),
    TERM_AT(POLITICS),
    TERM_AT(HATE),
    TERM_AT(CREDIT),
    TERM_AT(PASSING_ON),
    TERM_AT(CHANGING),
    TERM_AT(LICENCE),
    TERM_AT(OTHER),
    TERM_AT(MORE),
#undef TERM_AT
    END,
};

_Static_assert(sizeof of_terms / sizeof *of_terms == VRMLINT_TERMS + 1, "a term isn't described");

static const struct report_member of_card[] = {
    PLAIN(vrmlint_card, title, NULL, TEXT, COPIED),
    PLAIN(vrmlint_card, version, NULL, TEXT, COPIED),
    LIST(vrmlint_card, authors, author_count, NULL, LIST, COPIED, of_name),
    PLAIN(vrmlint_card, contact, NULL, TEXT, COPIED),
    {NULL, MEMBER_GROUP, MEMBER_COPIED, .of = of_terms},
    LIST(vrmlint_card, missing, missing_count, NULL, LIST, COPIED, of_name),
    LIST(vrmlint_card, expressions, expression_count, NULL, LIST, COPIED, of_expression),
    PLAIN(vrmlint_card, picture_type, NULL, TEXT, COPIED),
    LIST(vrmlint_card, picture, picture_size, NULL, LIST, COPIED, NULL),
    END,
};

static const struct report_member of_chain[] = {PLAIN(vrmlint_drawn_chain, subject, NULL, WORDS, COPIED), END};

static const struct report_member of_ring_member[] = {
    PLAIN(vrmlint_ring_member, node, NULL, WORDS, COPIED),
    PLAIN(vrmlint_ring_member, source, NULL, WORDS, COPIED),
    PLAIN(vrmlint_ring_member, how, NULL, TEXT, COPIED),
    END,
};

static const struct report_member of_ring[] = {
    LIST(vrmlint_drawn_ring, members, member_count, NULL, LIST, COPIED, of_ring_member),
    END,
};

static const struct report_member of_shown_texture[] = {
    PLAIN(vrmlint_shown_texture, slot, NULL, TEXT, COPIED),
    PLAIN(vrmlint_shown_texture, name, NULL, TEXT, COPIED),
    PLAIN(vrmlint_shown_texture, format, NULL, TEXT, COPIED),
    END,
};

static const struct report_member of_painted[] = {
    PLAIN(vrmlint_painted, name, NULL, TEXT, COPIED),
    PLAIN(vrmlint_painted, kind, NULL, TEXT, COPIED),
    PLAIN(vrmlint_painted, alpha_mode, NULL, TEXT, COPIED),
    LIST(vrmlint_painted, textures, texture_count, NULL, LIST, COPIED, of_shown_texture),
    END,
};

static const struct report_member of_palette[] = {
    LIST(vrmlint_palette, materials, material_count, NULL, LIST, COPIED, of_painted),
    END,
};

static const struct report_member of_drawing[] = {
    LIST(vrmlint_drawing, bones, bone_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_drawing, joints, joint_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_drawing, chains, chain_count, NULL, LIST, COPIED, of_chain),
    LIST(vrmlint_drawing, colliders, collider_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_drawing, limits, limit_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_drawing, marks, mark_count, NULL, LIST, COPIED, NULL),
    LIST(vrmlint_drawing, rings, ring_count, NULL, LIST, COPIED, of_ring),
    END,
};

static const struct report_member of_fact[] = {
    PLAIN(vrmlint_fact, of, NULL, TEXT, COPIED),
    PLAIN(vrmlint_fact, what, NULL, TEXT, COPIED),
    PLAIN(vrmlint_fact, value, NULL, TEXT, COPIED),
    END,
};

/* ---- the report ---- */

static const struct report_member of_extension[] = {
    PLAIN(vrmlint_extension, name, NULL, TEXT, ALWAYS),
    PLAIN(vrmlint_extension, version, NULL, TEXT, ALWAYS),
    END,
};

static const struct report_member of_unchecked[] = {{NULL, MEMBER_TEXT, MEMBER_ALWAYS, .offset = 0}, END};

static const struct report_member of_skipped[] = {
    PLAIN(vrmlint_skipped, what, "what", WORDS, ALWAYS),
    PLAIN(vrmlint_skipped, why, "why", WORDS, ALWAYS),
    END,
};

/* The first member decides whether there is any: a file without specifications wasn't judged. */
static const struct report_member of_valid[] = {
    LIST(vrmlint_report, specifications, specification_count, "specifications", LIST, SET, of_unchecked),
    PLAIN(vrmlint_report, valid, "valid", FLAG, ALWAYS),
    LIST(vrmlint_report, broken, broken_rules, "broken", LIST, SET, of_unchecked),
    PLAIN(vrmlint_report, broken_rules, "rules", COUNT, ALWAYS),
    LIST(vrmlint_report, unjudged, unjudged_count, "unchecked", LIST, ALWAYS, of_argument),
    END,
};

static const struct report_member of_ignored[] = {
    PLAIN(vrmlint_ignored, rule, "rule", TEXT, ALWAYS),
    PLAIN(vrmlint_ignored, reason, "reason", TEXT, ALWAYS),
    PLAIN(vrmlint_ignored, config, "config", TEXT, ALWAYS),
    PLAIN(vrmlint_ignored, line, "line", COUNT, ALWAYS),
    PLAIN(vrmlint_ignored, column, "column", COUNT, ALWAYS),
    PLAIN(vrmlint_ignored, count, "count", COUNT, ALWAYS),
    END,
};

static const struct report_member of_counts[] = {
    PLAIN(vrmlint_report, counts[VRMLINT_ERROR], "error", COUNT, ALWAYS),
    PLAIN(vrmlint_report, counts[VRMLINT_WARNING], "warning", COUNT, ALWAYS),
    PLAIN(vrmlint_report, counts[VRMLINT_INFO], "info", COUNT, ALWAYS),
    PLAIN(vrmlint_report, ignored_findings, "ignored", COUNT, SET),
    PLAIN(vrmlint_report, known_findings, "known", COUNT, SET),
    PLAIN(vrmlint_report, hidden_findings, "hidden", COUNT, SET),
    END,
};

const struct report_member members_of_report[] = {
    PLAIN(vrmlint_report, path, "path", PATH, ALWAYS),
    PLAIN(vrmlint_report, error, NULL, TEXT, COPIED), /* written among the skipped checks */
    PLAIN(vrmlint_report, generator, "generator", TEXT, SET),
    PLAIN(vrmlint_report, exporter_version, "exporterVersion", TEXT, SET),
    PLAIN(vrmlint_report, size, "size", BYTES, SET),
    PLAIN(vrmlint_report, hash, "hash", TEXT, SET),
    PLAIN(vrmlint_report, glb, "glb", FLAG, SET),
    LIST(vrmlint_report, extensions, extension_count, "extensions", MAP, ALWAYS, of_extension),
    LIST(vrmlint_report, unchecked, unchecked_count, "unchecked", LIST, ALWAYS, of_unchecked),
    LIST(vrmlint_report, skipped, skipped_count, "skipped", LIST, ALWAYS, of_skipped),
    {"valid", MEMBER_GROUP, MEMBER_SET, .of = of_valid},
    LIST(vrmlint_report, ignored, ignored_count, "ignored", LIST, SET, of_ignored),
    {"counts", MEMBER_GROUP, MEMBER_ALWAYS, .of = of_counts},
    LIST(vrmlint_report, figures, figure_count, "figures", MAP, SET, of_measure),
    LIST(vrmlint_report, curves, curve_count, NULL, LIST, COPIED, of_curve),
    LIST(vrmlint_report, films, film_count, NULL, LIST, COPIED, of_film),
    {NULL, MEMBER_LIST, MEMBER_COPIED, .offset = offsetof(struct vrmlint_report, drawing), .count = SIZE_MAX,
     .size = sizeof(struct vrmlint_drawing), .of = of_drawing},
    {NULL, MEMBER_LIST, MEMBER_COPIED, .offset = offsetof(struct vrmlint_report, palette), .count = SIZE_MAX,
     .size = sizeof(struct vrmlint_palette), .of = of_palette},
    {NULL, MEMBER_LIST, MEMBER_COPIED, .offset = offsetof(struct vrmlint_report, card), .count = SIZE_MAX,
     .size = sizeof(struct vrmlint_card), .of = of_card},
    LIST(vrmlint_report, facts, fact_count, NULL, LIST, COPIED, of_fact),
    LIST(vrmlint_report, findings, finding_count, "findings", LIST, ALWAYS, members_of_finding),
    LIST(vrmlint_report, each, each_count, NULL, LIST, COPIED, members_of_finding),
    END,
};

const void *member_elements(const struct report_member *member, const void *in, size_t *count)
{
    const void *elements; /* pointers to all these structs have the same representation, but different types */
    memcpy(&elements, (const char *)in + member->offset, sizeof elements);
    *count = elements != NULL;
    if (member->count != SIZE_MAX) {
        memcpy(count, (const char *)in + member->count, sizeof *count);
    }
    return elements;
}
