/* Checks light and shade, rim light and outline of toon materials. VRMC_materials_mtoon 1.0, Lighting, Rim Lighting,
 * Outline. */
#include "checks/mtoon/mtoon.h"
#include "ids/messages_mtoon.h"

#include <string.h>

#define DIGITS 3
#define OUTLINE_NONE 1e-9 /* a thinner outline is invisible */
#define OUTLINE_MAX 0.05  /* metres, or fraction of the screen's height: limit of editors */
#define SHADE_SEEN 0.01   /* a darker shade colour would hide a texture anyway */
#define BRIGHTER 0.2      /* of luminance; a shade colour brighter by less may be a style */

/* Whether all light is on one side of the border: from one shadingShiftFactor on everything is lit, or below another
 * one everything is shaded. */
enum shading { SHADING_VARIES, SHADING_LIT, SHADING_SHADED };
static enum shading toon_shading(const struct material *material)
{
    double shift = material->shift.value;
    double toony = material->toony.value;
    if (!toon_knows(&material->shift) || !toon_knows(&material->toony) || material->textures[SLOT_SHIFT].present) {
        return SHADING_VARIES;
    }
    return shift >= 2 - toony - MATERIAL_EPS   ? SHADING_LIT
           : shift <= toony - 2 + MATERIAL_EPS ? SHADING_SHADED
                                               : SHADING_VARIES;
}

static void check_shading(const struct toon *toon)
{
    const struct material *material = toon->material;
    double shift = material->shift.value;
    double toony = material->toony.value;
    enum shading shading = toon_shading(material);
    if (shading != SHADING_VARIES) {
        double limit = shading == SHADING_LIT ? 2 - toony : toony - 2;
        struct finding *finding = report(toon->check->findings,
                                         shading == SHADING_LIT ? MESSAGE_MTOON_SHADING_CONSTANT__LIT
                                                                : MESSAGE_MTOON_SHADING_CONSTANT__SHADED,
                                         toon_place(toon, TOON("shadingShiftFactor")),
                                         ARGUMENTS(toon_name(toon), NUMBER("shift", shift, 6),
                                                   NUMBER("toony", toony, 6), NUMBER("limit", limit, 6)));
        finding_measure(finding, "shadingShiftFactor", shift);
        finding_measure(finding, "shadingToonyFactor", toony);
    }
    if (material->toony.given && toony >= 1 - MATERIAL_EPS) {
        report(toon->check->findings, MESSAGE_MTOON_TOONY_ONE__DEFAULT, toon_place(toon, TOON("shadingToonyFactor")),
               ARGUMENTS(toon_name(toon), NUMBER("value", toony, 6)));
    }
}

static void check_shade_texture(const struct toon *toon)
{
    const struct material *material = toon->material;
    const double *shade = material->shade.rgb;
    bool seen = material->shade.given && (shade[0] > SHADE_SEEN || shade[1] > SHADE_SEEN || shade[2] > SHADE_SEEN);
    if (material_has(material, SLOT_BASE) && !material->textures[SLOT_SHADE].present && seen &&
        toon_shading(material) != SHADING_LIT) {
        struct finding *finding = report(toon->check->findings, MESSAGE_MTOON_SHADE_TEXTURE_MISSING__DEFAULT,
                                         toon_extension(toon), ARGUMENTS(toon_name(toon)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/shadeMultiplyTexture",
                        tree_written(toon->check->arena,
                                     tree_get(tree_get(material->json, "pbrMetallicRoughness"), "baseColorTexture")));
    }
}

bool toon_is_shade_brighter(const double lit[3], const double shade[3])
{
    static const double luminance[3] = {0.2126, 0.7152, 0.0722};
    double more = 0;
    for (size_t k = 0; k < 3; k++) {
        if (shade[k] < lit[k] - MATERIAL_EPS || shade[k] > 1 + MATERIAL_EPS || lit[k] < 0) {
            return false; /* another hue, or numbers that are reported elsewhere */
        }
        more += luminance[k] * (shade[k] - lit[k]);
    }
    return more > BRIGHTER;
}

static void check_shade_color(const struct toon *toon)
{
    const struct material *material = toon->material;
    const struct material_texture *base = &material->textures[SLOT_BASE];
    const struct material_texture *other = &material->textures[SLOT_SHADE];
    const double *lit = material->base;
    const double *shade = material->shade.rgb;
    bool is_alike =
        base->present == other->present && (!base->present || (base->given && base->texture == other->texture));
    if (is_alike && material->base_known && material->shade.given && toon_shading(material) != SHADING_LIT &&
        toon_is_shade_brighter(lit, shade)) {
        report(toon->check->findings, MESSAGE_MTOON_SHADE_BRIGHTER__DEFAULT, toon_place(toon, TOON("shadeColorFactor")),
               ARGUMENTS(toon_name(toon), VECTOR("shade", ((struct vec3){shade[0], shade[1], shade[2]}), DIGITS),
                         VECTOR("lit", ((struct vec3){lit[0], lit[1], lit[2]}), DIGITS)));
    }
}

static void check_rim(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (!material->rim.given || material_is_black(&material->rim)) {
        return;
    }
    if (material->fresnel.given && material->fresnel.value <= MATERIAL_EPS) {
        report(toon->check->findings, MESSAGE_MTOON_RIM_FRESNEL_ZERO__DEFAULT,
               toon_place(toon, TOON("parametricRimFresnelPowerFactor")),
               ARGUMENTS(toon_name(toon), NUMBER("value", material->fresnel.value, 6)));
    } else if (material->lift.given && fabs(material->lift.value) >= 1 - MATERIAL_EPS) {
        struct finding *finding = report(toon->check->findings,
                                         material->lift.value > 0 ? MESSAGE_MTOON_RIM_LIFT_EXTREME__ALL
                                                                  : MESSAGE_MTOON_RIM_LIFT_EXTREME__NOTHING,
                                         toon_place(toon, TOON("parametricRimLiftFactor")),
                                         ARGUMENTS(toon_name(toon), NUMBER("value", material->lift.value, 6)));
        finding_measure(finding, "parametricRimLiftFactor", material->lift.value);
    }
}

/* Checks an enabled outline. */
static void check_drawn_outline(const struct toon *toon)
{
    const struct material *material = toon->material;
    double width = material->outline_width.value;
    struct argument mode = TERM("mode", material->outline_mode);
    struct finding *finding = NULL;
    if (!material->outline_width.present) {
        finding = report(toon->check->findings, MESSAGE_MTOON_OUTLINE_WIDTH_ZERO__ABSENT, toon_extension(toon),
                         ARGUMENTS(toon_name(toon), mode));
    } else if (width <= OUTLINE_NONE) {
        finding = report(toon->check->findings, MESSAGE_MTOON_OUTLINE_WIDTH_ZERO__DEFAULT,
                         toon_place(toon, TOON("outlineWidthFactor")),
                         ARGUMENTS(toon_name(toon), mode, NUMBER("value", width, 6)));
    } else if (width > OUTLINE_MAX + MATERIAL_EPS) {
        bool world = strcmp(material->outline_mode, "worldCoordinates") == 0;
        finding = report(toon->check->findings,
                         world ? MESSAGE_MTOON_OUTLINE_WIDTH_LARGE__WORLD : MESSAGE_MTOON_OUTLINE_WIDTH_LARGE__SCREEN,
                         toon_place(toon, TOON("outlineWidthFactor")),
                         ARGUMENTS(toon_name(toon), argument_number("value", width, OUTLINE_MAX, UNIT_NONE, 6),
                                   NUMBER("limit", OUTLINE_MAX, 6), NUMBER("meant", width / 100, 6)));
        finding_measure(finding, "outlineWidthFactor", width);
        finding_measure(finding, "maximum", OUTLINE_MAX);
        finding_set_number(finding, "0", width / 100);
        return;
    }
    if (material->textures[SLOT_OUTLINE].present) { /* the mask shows that a width was intended */
        finding_fix(finding, VRMLINT_FIX_NONE);
    }
}

static void check_outline(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (material->outline_mode == NULL || !toon_knows(&material->outline_width)) {
        return;
    }
    if (strcmp(material->outline_mode, "none") != 0) {
        check_drawn_outline(toon);
    } else if (material->outline_width.value > OUTLINE_NONE) {
        report(toon->check->findings, MESSAGE_MTOON_OUTLINE_DISABLED__WIDTH,
               toon_place(toon, TOON("outlineWidthFactor")),
               ARGUMENTS(toon_name(toon), NUMBER("value", material->outline_width.value, 6)));
    } else if (material_has(material, SLOT_OUTLINE)) {
        report(toon->check->findings, MESSAGE_MTOON_OUTLINE_DISABLED__TEXTURE, toon_slot(toon, SLOT_OUTLINE),
               ARGUMENTS(toon_name(toon)));
    }
}

void toon_check_shading(const struct toon *toon)
{
    check_shading(toon);
    check_shade_texture(toon);
    check_shade_color(toon);
    check_rim(toon);
    check_outline(toon);
}
