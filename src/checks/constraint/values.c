/*
 * What a single constraint says that is right by its schema and yet wrong, or odd: kinds of other versions, layouts of
 * drafts, values that switch it off. Catalogue section 1.7.
 */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/constraint/family.h"

#define VECTOR_ZERO 1e-6
#define VECTOR_UNIT_TOLERANCE 1e-3
#define PARALLEL_COSINE 0.9999 /* of 0.81 degrees */

/* ---- kinds ---- */

static const char *kind_pointer(const struct constraint_family *family, const struct constraint *constraint,
                                const char *key)
{
    return arena_printf(family->arena, "%s%s/%s", constraint_pointer(family, constraint),
                        constraint->kinds == constraint->json ? "" : "/constraint", key);
}

static const char *node_title(const struct constraint_family *family, const struct constraint *constraint)
{
    const char *node = arena_printf(family->arena, "/nodes/%zu", constraint->destination);
    return name_pointer(family->avatar, node, false);
}

/* "a position, a rotation or an aim": the kinds of a layout. */
static const char *kinds_text(enum constraint_layout layout)
{
    switch (layout) {
    case LAYOUT_1_0:
    case LAYOUT_DRAFT_D:
        return "a roll, an aim or a rotation";
    case LAYOUT_DRAFT_A:
        return "a position, a rotation or an aim";
    case LAYOUT_DRAFT_B:
    case LAYOUT_DRAFT_C:
        break;
    }
    return "a rotation";
}

static const char *version_text(const struct constraint *constraint)
{
    bool draft = constraint->version != NULL && strcmp(constraint->version, "1.0-draft") == 0;
    return draft ? "this draft" : "version 1.0";
}

static void check_foreign_kinds(const struct constraint_family *family, const struct constraint *constraint)
{
    if (constraint->kinds == constraint->json && !constraint->flattened) {
        return;
    }
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_POSITION; kind++) {
        const char *key = constraint_kind_name(kind);
        if (constraint_has_kind(constraint->layout, kind) || tree_get(constraint->kinds, key) == NULL) {
            continue;
        }
        report_english(
            family->check->findings, RULE_CONSTRAINT_KIND_NOT_IN_VERSION, kind_pointer(family, constraint, key),
            "%s has a %s constraint, but in %s a constraint is %s, and UniVRM refuses the avatar: replace it by one "
            "of these, or delete it",
            node_title(family, constraint), key, version_text(constraint), kinds_text(constraint->layout));
    }
}

/* Kinds in the extension object itself, as the tables of the draft, but not its example, have them. */
static void check_flattened(const struct constraint_family *family, const struct constraint *constraint)
{
    struct buf list = BUF_INIT(family->arena);
    size_t count = 0;
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_POSITION; kind++) {
        const char *key = constraint_kind_name(kind);
        if (constraint_has_kind(LAYOUT_DRAFT_A, kind) && tree_get(constraint->json, key) != NULL) {
            buf_printf(&list, "%s%s", count++ == 0 ? "" : " and ", key);
        }
    }
    bool draft = constraint->layout == LAYOUT_DRAFT_A || constraint->layout == LAYOUT_DRAFT_C;
    if (!draft || count == 0) {
        return;
    }
    struct finding *finding =
        report_english(family->check->findings, RULE_CONSTRAINT_DRAFT_FLATTENED, constraint_pointer(family, constraint),
                       "%s: VRMC_node_constraint holds %s directly, where no app looks: %s",
                       node_title(family, constraint), buf_text(&list),
                       constraint->flattened ? "wrap it in \"constraint\": {...}"
                                             : "delete it, for there is a \"constraint\" too, or exchange the two");
    if (!constraint->flattened) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (count > 1) {
        /* the schema looks for several kinds only where they belong */
        report_english(
            family->check->findings, RULE_CONSTRAINT_ONE_OF, constraint_pointer(family, constraint),
            "%s: the constraint is %s at once, of which apps take different ones: leave the one that was meant",
            node_title(family, constraint), buf_text(&list));
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_first_key(const struct constraint_family *family, const struct constraint *constraint)
{
    void *first = constraint->kinds == constraint->json ? NULL : tree_first(constraint->kinds);
    if (first == NULL || constraint->kind == CONSTRAINT_UNKNOWN || !tree_is_general_key(tree_key(first))) {
        return;
    }
    report_english(
        family->check->findings, RULE_CONSTRAINT_KIND_NOT_FIRST, kind_pointer(family, constraint, tree_key(first)),
        "%s: in the constraint %s stands before %s, and godot-vrm takes the first entry for the kind: put %s first",
        node_title(family, constraint), tree_key(first), constraint_kind_name(constraint->kind),
        constraint_kind_name(constraint->kind));
}

/* ---- values ---- */

static void check_weight(const struct constraint_family *family, const struct constraint *constraint)
{
    if (!constraint->known || !constraint->weight_given || constraint->weight >= CONSTRAINT_WEIGHT_ZERO) {
        return;
    }
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_WEIGHT_ZERO, constraint_body_pointer(family, constraint, "weight"),
        "%s has the weight %.3g, so that it holds the node in its rest pose, whatever its source does: raise "
        "the weight, or delete the constraint",
        constraint_title(family, constraint), constraint->weight);
    finding_measure(finding, "weight", constraint->weight);
}

static void check_axes(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct constraint_axes *axes = &constraint->axes;
    if (!constraint->known || axes->count == 0) {
        return;
    }
    if (axes->following == 0) {
        report_english(
            family->check->findings, RULE_CONSTRAINT_FREEZE_AXES_NONE,
            constraint_body_pointer(family, constraint, axes->key),
            "%s has only false in %s, so that it follows its source about no axis and does nothing: write true for "
            "the axes to follow, or delete the constraint",
            constraint_title(family, constraint), axes->key);
    } else if (constraint->layout == LAYOUT_DRAFT_A && constraint->kind == CONSTRAINT_ROTATION &&
               axes->following == 2) {
        report_english(
            family->check->findings, RULE_CONSTRAINT_FREEZE_AXES_TWO,
            constraint_body_pointer(family, constraint, axes->key),
            "%s follows its source about two axes of three, for which there is no rule that apps could share: "
            "follow one axis or all three",
            constraint_title(family, constraint));
    }
}

static void check_spaces(const struct constraint_family *family, const struct constraint *constraint)
{
    if (constraint->space_ambiguous) {
        report_english(
            family->check->findings, RULE_CONSTRAINT_DRAFT_SPACE_AMBIGUOUS,
            constraint_body_pointer(family, constraint, NULL),
            "%s doesn't say in which space it works: by the draft of 2021 in the whole model, as it is checked here, "
            "by the one that followed against the parents: write sourceSpace and destinationSpace",
            constraint_title(family, constraint));
    }
}

/* ---- directions of a draft aim ---- */

static void check_vector(const struct constraint_family *family, const struct constraint *constraint, const char *key,
                         const struct constraint_vector *vector)
{
    double length = vec3_length(vector->value);
    if (!vector->given || fabs(length - 1) <= VECTOR_UNIT_TOLERANCE) {
        return;
    }
    const char *pointer = constraint_body_pointer(family, constraint, key);
    struct finding *finding =
        length < VECTOR_ZERO
            ? report_english(
                  family->check->findings, RULE_CONSTRAINT_VECTOR_ZERO, pointer,
                  "%s has an %s of length %.3g, which points nowhere and makes the rotation undefined: write the "
                  "direction that was meant, or leave it out for %s",
                  constraint_title(family, constraint), key, length, strcmp(key, "aimVector") == 0 ? "0 0 1" : "0 1 0")
            : report_english(
                  family->check->findings, RULE_CONSTRAINT_VECTOR_NOT_UNIT, pointer,
                  "%s has an %s of length %.6g, a direction should have length 1: divide its numbers by that",
                  constraint_title(family, constraint), key, length);
    finding_measure(finding, "length", length);
}

static bool is_wrong(const struct constraint_vector *vector)
{
    return (vector->present && !vector->given) || vec3_length(vector->value) < VECTOR_ZERO;
}

static void check_vectors(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct constraint_vector *aim = &constraint->aim_vector;
    const struct constraint_vector *up = &constraint->up_vector;
    if (constraint->layout != LAYOUT_DRAFT_A || constraint->kind != CONSTRAINT_AIM) {
        return;
    }
    check_vector(family, constraint, "aimVector", aim);
    check_vector(family, constraint, "upVector", up);
    if (is_wrong(aim) || is_wrong(up)) {
        return;
    }
    double cosine = vec3_dot(aim->value, up->value) / (vec3_length(aim->value) * vec3_length(up->value));
    if (fabs(cosine) <= PARALLEL_COSINE) {
        return;
    }
    double angle = vec3_angle(aim->value, up->value);
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_VECTORS_PARALLEL,
        constraint_body_pointer(family, constraint, up->present ? "upVector" : "aimVector"),
        "%s has an aimVector of %.4g %.4g %.4g%s and an upVector of %.4g %.4g %.4g%s, which lie on one line "
        "(%.3g degrees), so that the rotation is undefined: choose an upVector across the aimVector",
        constraint_title(family, constraint), aim->value.x, aim->value.y, aim->value.z,
        aim->present ? "" : " (the default)", up->value.x, up->value.y, up->value.z,
        up->present ? "" : " (the default)", angle_degrees(angle));
    finding_measure(finding, "angle", angle);
}

void constraint_values(const struct constraint_family *family)
{
    for (size_t i = 0; i < family->count; i++) {
        const struct constraint *constraint = &family->items[i];
        check_foreign_kinds(family, constraint);
        check_flattened(family, constraint);
        check_first_key(family, constraint);
        check_weight(family, constraint);
        check_axes(family, constraint);
        check_spaces(family, constraint);
        check_vectors(family, constraint);
    }
}
