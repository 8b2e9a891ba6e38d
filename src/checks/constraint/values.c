/* Checks single constraints that are valid by their schema and yet wrong or unusual: kinds of other versions, layouts
 * of drafts, values that disable the constraint. */
#include <string.h>

#include "checks/constraint/family.h"
#include "ids/messages_constraint.h"

#define VECTOR_ZERO 1e-6
#define VECTOR_UNIT_TOLERANCE 1e-3
#define PARALLEL_COSINE 0.9999 /* cosine of 0.81 degrees */

/* ---- kinds ---- */

static struct place kind_place(const struct constraint_family *family, const struct constraint *constraint,
                               const char *key)
{
    struct place place = constraint_place(constraint);
    place.member = arena_printf(family->arena, "%s%s/%s", place.member,
                                constraint->kinds == constraint->json ? "" : "/constraint", key);
    return place;
}

/* Returns the message for a foreign kind. Draft C has none: other kinds have other layouts. */
static enum message foreign_kind(const struct constraint *constraint)
{
    bool is_read = false; /* UniVRM reads another kind */
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_ROTATION; kind++) {
        is_read = is_read || tree_is_object(tree_get(constraint->kinds, constraint_kind_name(kind)));
    }
    return is_read                                ? MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__BESIDE
           : constraint->layout == LAYOUT_DRAFT_A ? MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__EARLY_DRAFT
           : constraint_is_draft(constraint)      ? MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__LATE_DRAFT
                                                  : MESSAGE_CONSTRAINT_KIND_NOT_IN_VERSION__RELEASED;
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
        report(family->check->findings, foreign_kind(constraint), kind_place(family, constraint, key),
               ARGUMENTS(the_constrained("node", family, constraint), TERM("kind", key)));
    }
}

/* Reports kinds in the extension object itself, as in the draft's tables but not in its example. */
static void check_flattened(const struct constraint_family *family, const struct constraint *constraint)
{
    struct argument kinds[CONSTRAINT_POSITION + 1];
    size_t count = 0;
    for (enum constraint_kind kind = CONSTRAINT_ROLL; kind <= CONSTRAINT_POSITION; kind++) {
        const char *key = constraint_kind_name(kind);
        if (constraint_has_kind(LAYOUT_DRAFT_A, kind) && tree_get(constraint->json, key) != NULL) {
            kinds[count++] = TERM("", key);
        }
    }
    bool draft = constraint->layout == LAYOUT_DRAFT_A || constraint->layout == LAYOUT_DRAFT_C;
    if (!draft || count == 0) {
        return;
    }
    const struct argument *arguments =
        ARGUMENTS(the_constrained("node", family, constraint), argument_list("kinds", kinds, count, count, JOIN_AND));
    struct finding *finding = report(family->check->findings,
                                     constraint->flattened ? MESSAGE_CONSTRAINT_DRAFT_FLATTENED__WRAP
                                                           : MESSAGE_CONSTRAINT_DRAFT_FLATTENED__TAKEN,
                                     constraint_place(constraint), arguments);
    if (constraint->flattened && count == 1) {
        const char *kind = constraint_kind_name(constraint->kind);
        const char *where = arena_printf(family->arena, "0/%s", kind);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, where, "constraint");
        finding_edit_at(finding, VRMLINT_EDIT_WRAP, where, kind);
    }
    if (!constraint->flattened || (count == 1 && constraint->kind == CONSTRAINT_UNKNOWN)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
    } else if (count > 1) {
        /* the schema detects several kinds only at their right place */
        report(family->check->findings, MESSAGE_CONSTRAINT_ONE_OF__FLATTENED, constraint_place(constraint), arguments);
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_first_key(const struct constraint_family *family, const struct constraint *constraint)
{
    void *first = constraint->kinds == constraint->json ? NULL : tree_first(constraint->kinds);
    if (first == NULL || constraint->kind == CONSTRAINT_UNKNOWN || !tree_is_general_key(tree_key(first))) {
        return;
    }
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_KIND_NOT_FIRST__DEFAULT,
               kind_place(family, constraint, tree_key(first)),
               ARGUMENTS(the_constrained("node", family, constraint), TERM("key", tree_key(first)),
                         TERM("kind", constraint_kind_name(constraint->kind))));
    finding_move(finding, "0", "0"); /* to the end */
}

/* ---- values ---- */

static void check_weight(const struct constraint_family *family, const struct constraint *constraint)
{
    if (!constraint->known || !constraint->weight_given || constraint->weight >= CONSTRAINT_WEIGHT_ZERO) {
        return;
    }
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_WEIGHT_ZERO__DEFAULT,
               constraint_body_place(family, constraint, "weight"),
               ARGUMENTS(the_constraint("constraint", family, constraint), NUMBER("weight", constraint->weight, 3)));
    finding_edit(finding, VRMLINT_EDIT_REMOVE, constraint_place(constraint), NULL);
    finding_measure(finding, "weight", constraint->weight);
}

static void check_axes(const struct constraint_family *family, const struct constraint *constraint)
{
    const struct constraint_axes *axes = &constraint->axes;
    if (!constraint->known || axes->count == 0) {
        return;
    }
    if (axes->following == 0) {
        finding_edit(report(family->check->findings, MESSAGE_CONSTRAINT_FREEZE_AXES_NONE__DEFAULT,
                            constraint_body_place(family, constraint, axes->key),
                            ARGUMENTS(the_constraint("constraint", family, constraint), TERM("property", axes->key))),
                     VRMLINT_EDIT_REMOVE, constraint_place(constraint), NULL);
    } else if (constraint->layout == LAYOUT_DRAFT_A && constraint->kind == CONSTRAINT_ROTATION &&
               axes->following == 2) {
        report(family->check->findings, MESSAGE_CONSTRAINT_FREEZE_AXES_TWO__DEFAULT,
               constraint_body_place(family, constraint, axes->key),
               ARGUMENTS(the_constraint("constraint", family, constraint)));
    }
}

static void check_spaces(const struct constraint_family *family, const struct constraint *constraint)
{
    if (constraint->space_ambiguous) {
        report(family->check->findings, MESSAGE_CONSTRAINT_DRAFT_SPACE_AMBIGUOUS__DEFAULT,
               constraint_body_place(family, constraint, NULL),
               ARGUMENTS(the_constraint("constraint", family, constraint)));
    }
}

/* ---- vectors of a draft aim ---- */

static void check_vector(const struct constraint_family *family, const struct constraint *constraint, const char *key,
                         const struct constraint_vector *vector)
{
    double length = vec3_length(vector->value);
    if (!vector->given || fabs(length - 1) <= VECTOR_UNIT_TOLERANCE) {
        return;
    }
    struct place place = constraint_body_place(family, constraint, key);
    struct argument title = the_constraint("constraint", family, constraint);
    struct finding *finding =
        length < VECTOR_ZERO ? report(family->check->findings, MESSAGE_CONSTRAINT_VECTOR_ZERO__DEFAULT, place,
                                      ARGUMENTS(title, TERM("property", key), NUMBER("length", length, 3),
                                                TERM("default", strcmp(key, "aimVector") == 0 ? "0 0 1" : "0 1 0")))
                             : report(family->check->findings, MESSAGE_CONSTRAINT_VECTOR_NOT_UNIT__DEFAULT, place,
                                      ARGUMENTS(title, TERM("property", key), NUMBER("length", length, 6)));
    if (length >= VECTOR_ZERO) {
        struct vec3 unit = vec3_scale(vector->value, 1 / length);
        finding_set_numbers(finding, "0", (const double[]){unit.x, unit.y, unit.z}, 3);
    }
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
    /* the defaults of both aren't parallel */
    struct finding *finding =
        report(family->check->findings,
               !aim->present  ? MESSAGE_CONSTRAINT_VECTORS_PARALLEL__DEFAULT_AIM
               : !up->present ? MESSAGE_CONSTRAINT_VECTORS_PARALLEL__DEFAULT_UP
                              : MESSAGE_CONSTRAINT_VECTORS_PARALLEL__DEFAULT,
               constraint_body_place(family, constraint, up->present ? "upVector" : "aimVector"),
               ARGUMENTS(the_constraint("constraint", family, constraint), VECTOR("aim", aim->value, 4),
                         VECTOR("up", up->value, 4), DEGREES("angle", angle, 3)));
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
