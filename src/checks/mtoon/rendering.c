/* Checks how toon materials are drawn: order, depth, transparency. VRMC_materials_mtoon 1.0, Rendering. */
#include "checks/mtoon/mtoon.h"
#include "checks/packaging/packaging.h"
#include "ids/messages_mtoon.h"

#define BYTE_MAX 255.0

/* Checks renderQueueOffsetNumber against the range of the mode. */
static void check_queue(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (!material->queue.given) {
        return;
    }
    const struct tree *json = tree_get(material->mtoon, "renderQueueOffsetNumber");
    double value = material->queue.value;
    bool blends = material->mode == MODE_BLEND;
    double least = blends && !material->zwrite ? -9 : 0;
    double most = blends && material->zwrite ? 9 : 0;
    struct place place = toon_place(toon, TOON("renderQueueOffsetNumber"));
    if (tree_is_real(json) || (value >= least && value <= most)) {
        return;
    }
    struct finding *finding;
    if (blends) {
        finding =
            report(toon->check->findings, MESSAGE_MTOON_RENDER_QUEUE_MODE__BLEND, place,
                   ARGUMENTS(toon_name(toon), NUMBER("value", value, 2), NUMBER("minimum", least, 2),
                             NUMBER("maximum", most, 2),
                             WORD("depth", material->zwrite ? WORDS_QUEUE_WITH_DEPTH : WORDS_QUEUE_WITHOUT_DEPTH)));
        finding_set_number(finding, "0", value < least ? least : most);
    } else {
        finding = report(toon->check->findings, MESSAGE_MTOON_RENDER_QUEUE_MODE__OPAQUE, place,
                         ARGUMENTS(toon_name(toon), NUMBER("value", value, 2), toon_mode(toon)));
        finding_fix(finding, VRMLINT_FIX_SAFE);
    }
    finding_measure(finding, "value", value);
    finding_measure(finding, "minimum", least);
    finding_measure(finding, "maximum", most);
}

static void check_depth(const struct toon *toon)
{
    if (toon->material->zwrite && toon->material->mode != MODE_BLEND) {
        report(toon->check->findings, MESSAGE_MTOON_ZWRITE_NOT_BLEND__DEFAULT,
               toon_place(toon, TOON("transparentWithZWrite")), ARGUMENTS(toon_name(toon), toon_mode(toon)));
    }
}

/* Checks the cutoff; returns false if it makes the effect of alpha unknown. */
static bool check_cutoff(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (material->mode != MODE_MASK || !toon_knows(&material->cutoff)) {
        return false;
    }
    double value = material->cutoff.value;
    bool above = value > 1;
    if (above || value <= MATERIAL_EPS) {
        struct finding *finding = report(
            toon->check->findings, above ? MESSAGE_MTOON_CUTOFF_ABOVE_ONE__DEFAULT : MESSAGE_MTOON_CUTOFF_ZERO__DEFAULT,
            toon_place(toon, "alphaCutoff"),
            ARGUMENTS(toon_name(toon), argument_number("value", value, above ? 1 : NAN, UNIT_NONE, 6)));
        finding_measure(finding, "alphaCutoff", value);
        if (value >= 2 && value <= BYTE_MAX) { /* then it was certainly meant for 0 to 255 */
            finding_set_number(finding, "0", value / BYTE_MAX);
        } else if (above) {
            finding_fix(finding, VRMLINT_FIX_NONE);
        }
    }
    return !above;
}

static void check_visible(const struct toon *toon, bool cutoff_known)
{
    const struct material *material = toon->material;
    double alpha = material->base[3];
    struct place place = toon_place(toon, "pbrMetallicRoughness/baseColorFactor");
    struct finding *finding = NULL;
    if (!material->base_known || !material->base_present || (material->bound & BOUND_COLOR) != 0) {
        return;
    }
    if (material->mode == MODE_BLEND && alpha <= MATERIAL_EPS) {
        finding = report(toon->check->findings, MESSAGE_MTOON_INVISIBLE__BLEND, place,
                         ARGUMENTS(toon_name(toon), NUMBER("alpha", alpha, 6)));
    } else if (material->mode == MODE_MASK && cutoff_known && alpha < material->cutoff.value) {
        finding =
            report(toon->check->findings, MESSAGE_MTOON_INVISIBLE__MASK, place,
                   ARGUMENTS(toon_name(toon), argument_number("alpha", alpha, material->cutoff.value, UNIT_NONE, 6),
                             NUMBER("cutoff", material->cutoff.value, 6)));
    }
    finding_measure(finding, "alpha", alpha);
}

void toon_check_rendering(const struct toon *toon)
{
    check_queue(toon);
    check_depth(toon);
    check_visible(toon, check_cutoff(toon));
    if (tree_extension(toon->material->json, UNLIT_NAME) == NULL) {
        struct finding *finding = report(toon->check->findings, MESSAGE_MTOON_NO_UNLIT_FALLBACK__DEFAULT,
                                         toon_extension(toon), ARGUMENTS(toon_name(toon)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "1/" UNLIT_NAME, "{}");
        packaging_declare(finding, toon->check, "extensionsUsed", UNLIT_NAME);
    }
}
