/* Checks emission beyond 1: VRMC_materials_hdr_emissiveMultiplier 1.0 and KHR_materials_emissive_strength. */
#include "checks/mtoon/mtoon.h"
#include "checks/packaging/packaging.h"
#include "ids/messages_hdr.h"

#define STRENGTH_HIGH 100.0 /* exporters write an HDR colour's largest component, rarely over 20 */
#define SAME 1e-5

static bool is_black(const struct material *material)
{
    return material->emissive[0] <= MATERIAL_EPS && material->emissive[1] <= MATERIAL_EPS &&
           material->emissive[2] <= MATERIAL_EPS;
}

static bool strengths_agree(const struct material *material)
{
    double strength = material->strength.value;
    return fabs(material->multiplier.value - strength) <= SAME * (strength > 1 ? strength : 1);
}

/* Checks the archived extension, alone or beside its successor. */
static void check_archived(const struct toon *toon)
{
    const struct material *material = toon->material;
    bool both = material->emissive_strength != NULL;
    struct finding *finding;
    struct place place = toon_place(toon, "extensions/" HDR_NAME);
    if (both && material->multiplier.given && (material->strength.given || !material->strength.present) &&
        !strengths_agree(material)) {
        finding = report(toon->check->findings, MESSAGE_HDR_BOTH_EXTENSIONS__DEFAULT, place,
                         ARGUMENTS(toon_name(toon), NUMBER("value", material->multiplier.value, 6),
                                   NUMBER("strength", material->strength.value, 6)));
        finding_relate(finding, RELATED_HDR_BOTH_EXTENSIONS__DEFAULT, toon_place(toon, "extensions/" EMISSIVE_NAME),
                       NO_ARGUMENTS);
        finding_measure(finding, "emissiveMultiplier", material->multiplier.value);
        finding_measure(finding, "emissiveStrength", material->strength.value);
    } else if (both) {
        report(toon->check->findings, MESSAGE_HDR_ARCHIVED__BOTH, place, ARGUMENTS(toon_name(toon)));
    } else {
        finding = report(toon->check->findings, MESSAGE_HDR_ARCHIVED__DEFAULT, place,
                         ARGUMENTS(toon_name(toon), NUMBER("value", material->multiplier.value, 6)));
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", EMISSIVE_NAME);
        if (material->multiplier.present) {
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0/emissiveMultiplier", "emissiveStrength");
        }
        packaging_declare(finding, toon->check, "extensionsUsed", EMISSIVE_NAME);
        if (material->emissive_known && is_black(material)) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* without a colour, the new extension is a mistake too */
        }
    }
}

/* Checks the strength; if both extensions exist, KHR's value counts. */
static void check_strength(const struct toon *toon)
{
    const struct material *material = toon->material;
    bool khr = material->emissive_strength != NULL;
    const struct optional *strength = khr ? &material->strength : &material->multiplier;
    struct place place = toon_place(toon, khr ? "extensions/" EMISSIVE_NAME "/emissiveStrength"
                                              : "extensions/" HDR_NAME "/emissiveMultiplier");
    double value = strength->value;
    struct finding *finding = NULL;
    if (!strength->given || !material->emissive_known) {
        return;
    }
    if (is_black(material)) {
        if (fabs(value - 1) > MATERIAL_EPS && (material->bound & BOUND_EMISSION) == 0) {
            finding = report(toon->check->findings, MESSAGE_HDR_NO_EMISSIVE_FACTOR__DEFAULT, place,
                             ARGUMENTS(toon_name(toon), NUMBER("value", value, 6)));
            finding_edit(finding, VRMLINT_EDIT_SET, toon_place(toon, "emissiveFactor"), "[1,1,1]");
        }
    } else if (value <= MATERIAL_EPS) {
        finding = report(toon->check->findings, MESSAGE_HDR_STRENGTH_ZERO__DEFAULT, place,
                         ARGUMENTS(toon_name(toon), NUMBER("value", value, 6)));
    } else if (value > STRENGTH_HIGH) {
        finding = report(toon->check->findings, MESSAGE_HDR_STRENGTH_HIGH__DEFAULT, place,
                         ARGUMENTS(toon_name(toon), argument_number("value", value, STRENGTH_HIGH, UNIT_NONE, 6),
                                   NUMBER("limit", STRENGTH_HIGH, 3)));
    }
    finding_measure(finding, "strength", value);
}

static void check_idle(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (material->unlit && material->mtoon == NULL && material->emissive_known && !is_black(material)) {
        bool both = material->hdr != NULL && material->emissive_strength != NULL;
        const struct argument names[] = {TERM("", material->hdr != NULL ? HDR_NAME : EMISSIVE_NAME),
                                         TERM("", EMISSIVE_NAME)};
        size_t count = both ? 2 : 1;
        const char *first = material->hdr != NULL ? "extensions/" HDR_NAME : "extensions/" EMISSIVE_NAME;
        struct finding *finding =
            report(toon->check->findings, both ? MESSAGE_HDR_ON_UNLIT__BOTH : MESSAGE_HDR_ON_UNLIT__DEFAULT,
                   toon_place(toon, first),
                   ARGUMENTS(toon_name(toon), argument_list("extension", names, count, count, JOIN_AND)));
        if (both) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, toon_place(toon, "extensions/" EMISSIVE_NAME), NULL);
        }
    }
    if (material->emissive_strength != NULL && material->strength.value == 1 &&
        (material->strength.given || !material->strength.present)) {
        struct finding *finding =
            report(toon->check->findings, MESSAGE_HDR_STRENGTH_ONE__DEFAULT,
                   toon_place(toon, material->strength.given ? "extensions/" EMISSIVE_NAME "/emissiveStrength"
                                                             : "extensions/" EMISSIVE_NAME),
                   ARGUMENTS(toon_name(toon)));
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, material->strength.given ? "1" : "0", NULL);
    }
}

void check_emission(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    for (size_t i = 0; i < materials->count; i++) {
        struct toon toon = {check, materials, &materials->items[i], i};
        arena_pulse(check->arena);
        if (toon.material->hdr != NULL) {
            check_archived(&toon);
        }
        if (toon.material->hdr != NULL || toon.material->emissive_strength != NULL) {
            check_strength(&toon);
            check_idle(&toon);
        }
    }
}
