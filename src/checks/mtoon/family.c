/* Checks the toon materials of VRM 1.0, one by one and together. */
#include <math.h>
#include <string.h>

#include "checks/absent.h"
#include "checks/mtoon/mtoon.h"
#include "checks/packaging/packaging.h"
#include "checks/twins.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/* Reports what toon materials omit, if apps have different defaults for it. */

enum { NAMES_MAX = 5 };

/* Names of members with the specification's defaults. */
struct omitted {
    const char *keys[NAMES_MAX];
    double numbers[NAMES_MAX];
    struct argument names[NAMES_MAX];
    struct argument values[NAMES_MAX];
    size_t count;
};

static void add_omitted_number(struct omitted *omitted, const struct optional *number, const char *name)
{
    if (!number->present) {
        omitted->keys[omitted->count] = name;
        omitted->numbers[omitted->count] = number->value;
        omitted->names[omitted->count] = the_member(NULL, name);
        omitted->values[omitted->count++] = NUMBER(NULL, number->value, 3);
    }
}

static void check_numbers(const struct toon *toon)
{
    const struct material *material = toon->material;
    bool rim = material->rim.given && !material_is_black(&material->rim);
    struct omitted omitted = {.count = 0};
    add_omitted_number(&omitted, &material->shift, "shadingShiftFactor");
    add_omitted_number(&omitted, &material->toony, "shadingToonyFactor");
    if (rim) {
        add_omitted_number(&omitted, &material->fresnel, "parametricRimFresnelPowerFactor");
        add_omitted_number(&omitted, &material->lift, "parametricRimLiftFactor");
    }
    if (rim || material_has(material, SLOT_MATCAP)) {
        add_omitted_number(&omitted, &material->rim_mix, "rimLightingMixFactor");
    }
    if (omitted.count > 0) {
        struct finding *finding = report(
            toon->check->findings, MESSAGE_MTOON_DEFAULT_OMITTED__DEFAULT, toon_extension(toon),
            ARGUMENTS(toon_name(toon), argument_list("names", omitted.names, omitted.count, omitted.count, JOIN_AND),
                      argument_list("values", omitted.values, omitted.count, omitted.count, JOIN_COMMA)));
        finding_measure(finding, "count", (double)omitted.count);
        for (size_t i = 0; i < omitted.count; i++) {
            finding_set_number(finding, arena_printf(toon->check->arena, "0/%s", omitted.keys[i]), omitted.numbers[i]);
        }
    }
}

static void toon_check_defaults(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (!material->shade.present) {
        static const double white[] = {1, 1, 1};
        struct finding *finding = report(toon->check->findings, MESSAGE_MTOON_SHADE_COLOR_OMITTED__DEFAULT,
                                         toon_extension(toon), ARGUMENTS(toon_name(toon)));
        absent_note_lack(toon->check, finding, "shadeColorFactor");
        if (material->base_known && toon_is_shade_brighter(material->base, white)) {
            finding_fix(finding, VRMLINT_FIX_NONE); /* white would be brighter than the lit side */
        }
    }
    if (material_has(material, SLOT_MATCAP) && !material->matcap.present) {
        absent_note_lack(toon->check,
                         report(toon->check->findings, MESSAGE_MTOON_MATCAP_FACTOR_OMITTED__DEFAULT,
                                toon_extension(toon), ARGUMENTS(toon_name(toon))),
                         "matcapFactor");
    }
    check_numbers(toon);
}

/* Checks animated textures of toon materials. VRMC_materials_mtoon 1.0, UV Animation. */

enum { CLAMP_TO_EDGE = 33071 };

#define FASTEST_SCROLL 30.0 /* textures per second: half a texture per frame at 60 frames per second */
#define FASTEST_TURN 40.0   /* radians per second: more than six rotations per second */

/* The textures that the animation moves. */
static const enum texture_slot moving[] = {SLOT_BASE, SLOT_NORMAL, SLOT_EMISSIVE, SLOT_SHADE, SLOT_RIM, SLOT_OUTLINE};

static const struct tree *sampler_of(const struct toon *toon, enum texture_slot slot, size_t *index)
{
    const struct material_texture *texture = &toon->material->textures[slot];
    *index = texture->given ? toon->materials->textures[texture->texture].sampler : MATERIALS_NONE;
    return *index == MATERIALS_NONE ? NULL : tree_at(toon->materials->samplers, *index);
}

static bool sampler_clamps(const struct tree *sampler, const char *key)
{
    double wrap;
    return tree_number(tree_get(sampler, key), &wrap) && wrap == CLAMP_TO_EDGE;
}

static void check_scroll(const struct toon *toon, size_t axis)
{
    static const char *const wraps[] = {"wrapS", "wrapT"};
    static const char *const axes[] = {"U", "V"};
    const struct optional *speed = &toon->material->scroll[axis];
    struct finding *finding = NULL;
    static const char repeat[] = "10497";
    if (!speed->given || fabs(speed->value) <= MATERIAL_EPS) {
        return;
    }
    if (fabs(speed->value) >= FASTEST_SCROLL) {
        static const char *const factors[] = {TOON("uvAnimationScrollXSpeedFactor"),
                                              TOON("uvAnimationScrollYSpeedFactor")};
        finding_measure(report(toon->check->findings, MESSAGE_MTOON_UV_ANIMATION_FAST__SCROLL,
                               toon_place(toon, factors[axis]),
                               ARGUMENTS(toon_name(toon), the_member("name", factors[axis] + sizeof TOON("") - 1),
                                         argument_number("speed", speed->value, FASTEST_SCROLL, UNIT_NONE, 6))),
                        "speed", speed->value);
    }
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++) {
        size_t index;
        const struct tree *sampler = sampler_of(toon, moving[i], &index);
        if (!sampler_clamps(sampler, wraps[axis])) {
            continue;
        }
        struct place wrap = place_at(arena_printf(toon->check->arena, "/samplers/%zu/%s", index, wraps[axis]));
        if (finding != NULL) {
            toon_related(finding, RELATED_MTOON_UV_ANIMATION_CLAMP__OTHER, toon, moving[i]);
            finding_edit(finding, VRMLINT_EDIT_SET, wrap, repeat);
            continue;
        }
        finding = report(toon->check->findings, MESSAGE_MTOON_UV_ANIMATION_CLAMP__DEFAULT, toon_slot(toon, moving[i]),
                         ARGUMENTS(toon_name(toon), toon_slot_name("slot", moving[i]), TERM("axis", axes[axis]),
                                   NUMBER("speed", speed->value, 3), TERM("wrap", wraps[axis])));
        finding_relate(finding, RELATED_MTOON_UV_ANIMATION_CLAMP__SAMPLER,
                       place_at(arena_printf(toon->check->arena, "/samplers/%zu", index)), NO_ARGUMENTS);
        finding_measure(finding, "speed", speed->value);
        finding_edit(finding, VRMLINT_EDIT_SET, wrap, repeat);
    }
}

/* Checks the rotation speed. It is in radians per second; values meant as degrees or rotations cause flicker. */
static void check_turn(const struct toon *toon)
{
    const struct optional *turn = &toon->material->turn;
    if (!turn->given || !(fabs(turn->value) > FASTEST_TURN)) {
        return;
    }
    struct finding *finding =
        report(toon->check->findings, MESSAGE_MTOON_UV_ANIMATION_FAST__DEFAULT,
               toon_place(toon, "extensions/" MTOON_NAME "/uvAnimationRotationSpeedFactor"),
               ARGUMENTS(toon_name(toon), argument_number("speed", turn->value, FASTEST_TURN, UNIT_NONE, 6),
                         NUMBER("turns", fabs(turn->value) / (2 * ANGLE_PI), 3),
                         NUMBER("meant", angle_radians(turn->value), 4)));
    finding_measure(finding, "speed", turn->value);
}

static void toon_check_motion(const struct toon *toon)
{
    const struct material *material = toon->material;
    check_scroll(toon, 0);
    check_scroll(toon, 1);
    check_turn(toon);
    const struct optional *const speeds[] = {&material->scroll[0], &material->scroll[1], &material->turn};
    bool still = true;
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        still = still && toon_knows(speeds[i]) && speeds[i]->value == 0;
    }
    if (still && material_has(material, SLOT_MASK)) {
        report(toon->check->findings, MESSAGE_MTOON_UV_MASK_UNUSED__DEFAULT, toon_slot(toon, SLOT_MASK),
               ARGUMENTS(toon_name(toon)));
    }
}

/* Checks how toon materials are drawn: order, depth, transparency. VRMC_materials_mtoon 1.0, Rendering. */

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

/* The groups of checks, each for one material with MToon. */
static void toon_check_rendering(const struct toon *toon)
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

/* Checks light and shade, rim light and outline of toon materials. VRMC_materials_mtoon 1.0, Lighting, Rim Lighting,
 * Outline. */

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

static void check_shade_texture(const struct toon *toon)
{
    const struct material *material = toon->material;
    const double *shade = material->shade.rgb;
    bool seen = material->shade.given && (shade[0] > SHADE_SEEN || shade[1] > SHADE_SEEN || shade[2] > SHADE_SEEN);
    if (material_has(material, SLOT_BASE) && !material->textures[SLOT_SHADE].present && seen &&
        toon_shading(material) != SHADING_LIT) {
        /* with the same texture, the shaded side would be the brighter one */
        bool brighter = material->base_known && toon_is_shade_brighter(material->base, shade);
        struct finding *finding = report(toon->check->findings,
                                         brighter ? MESSAGE_MTOON_SHADE_TEXTURE_MISSING__BRIGHTER
                                                  : MESSAGE_MTOON_SHADE_TEXTURE_MISSING__DEFAULT,
                                         toon_extension(toon), ARGUMENTS(toon_name(toon)));
        if (brighter) {
            return;
        }
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/shadeMultiplyTexture",
                        tree_written(toon->check->arena,
                                     tree_get(tree_get(material->json, "pbrMetallicRoughness"), "baseColorTexture")));
    }
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
        double meant = fmin(width / 100, OUTLINE_MAX);
        finding = report(toon->check->findings,
                         meant == OUTLINE_MAX ? MESSAGE_MTOON_OUTLINE_WIDTH_LARGE__HUGE
                         : world              ? MESSAGE_MTOON_OUTLINE_WIDTH_LARGE__WORLD
                                              : MESSAGE_MTOON_OUTLINE_WIDTH_LARGE__SCREEN,
                         toon_place(toon, TOON("outlineWidthFactor")),
                         ARGUMENTS(toon_name(toon), argument_number("value", width, OUTLINE_MAX, UNIT_NONE, 6),
                                   NUMBER("limit", OUTLINE_MAX, 6), NUMBER("meant", meant, 6)));
        finding_measure(finding, "outlineWidthFactor", width);
        finding_measure(finding, "maximum", OUTLINE_MAX);
        finding_set_number(finding, "0", meant);
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

static void toon_check_shading(const struct toon *toon)
{
    check_shading(toon);
    check_shade_texture(toon);
    check_shade_color(toon);
    check_rim(toon);
    check_outline(toon);
}

/* Reports outlines on meshes without normals, at each primitive. */
static void check_normals(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    for (size_t i = 0; i < materials->primitive_count; i++) {
        const struct painted *primitive = &materials->primitives[i];
        const struct material *material = &materials->items[primitive->material];
        bool drawn = material_outline(materials, primitive->material) > MATERIAL_EPS;
        arena_pulse(check->arena);
        if (!drawn || !tree_is_object(primitive->attributes) || tree_get(primitive->attributes, "NORMAL") != NULL) {
            continue;
        }
        const char *member = arena_printf(check->arena, "primitives/%zu/attributes", primitive->place);
        struct place place = place_of(PLACE_MESH, primitive->mesh, 0, member);
        struct toon toon = {check, materials, material, primitive->material};
        report(check->findings, MESSAGE_MTOON_OUTLINE_WITHOUT_NORMALS__DEFAULT, place,
               ARGUMENTS(the_place("mesh", check->avatar, &place, false), COUNT("primitive", primitive->place),
                         toon_name(&toon)));
    }
}

static void check_sides(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    bool all = materials->count >= 2;
    bool toon = false;
    for (size_t i = 0; i < materials->count; i++) {
        all = all && materials->items[i].double_sided;
        toon = toon || materials->items[i].mtoon != NULL;
    }
    if (all && toon) {
        struct finding *finding = report(check->findings, MESSAGE_MTOON_ALL_DOUBLE_SIDED__DEFAULT,
                                         place_at("/materials"), ARGUMENTS(COUNT("count", materials->count)));
        finding_measure(finding, "materials", (double)materials->count);
    }
}

static void check_twins(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    if (!findings_want(check->findings, RULE_MTOON_IDENTICAL_MATERIALS)) {
        return;
    }
    size_t count;
    const struct twin *twins = twins_find(check->arena, document_tree(check->avatar->document, "/materials"), &count);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (!twins_same(twins, i)) {
            first = i;
            continue;
        }
        struct toon toon = {check, materials, &materials->items[twins[i].index], twins[i].index};
        if (toon.material->mtoon == NULL) {
            continue;
        }
        size_t other = twins[first].index;
        struct finding *finding = report(
            check->findings, MESSAGE_MTOON_IDENTICAL_MATERIALS__DEFAULT, toon_place(&toon, NULL),
            ARGUMENTS(toon_name(&toon), the_thing("other", WORDS_MATERIAL, other, materials->items[other].name)));
        finding_relate(finding, RELATED_MTOON_IDENTICAL_MATERIALS__DEFAULT, place_of(PLACE_MATERIAL, other, 0, NULL),
                       NO_ARGUMENTS);
        if (toon.material->bound == 0 && materials->old_count == 0 &&
            materials->items[other].bound == 0) { /* no expression distinguishes them */
            finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", arena_printf(check->arena, "%zu", other));
        } else {
            finding_fix(finding, VRMLINT_FIX_NONE);
        }
    }
}

void check_mtoon(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    bool old = tree_is_object(document_tree(check->avatar->document, "/extensions/VRM"));
    bool mixed = false;
    for (size_t i = 0; i < materials->count; i++) {
        struct toon toon = {check, materials, &materials->items[i], i};
        arena_pulse(check->arena);
        if (toon.material->mtoon == NULL) {
            continue;
        }
        if (old && !mixed) {
            struct finding *finding = report(check->findings, MESSAGE_MTOON_MIXED_GENERATIONS__DEFAULT,
                                             toon_extension(&toon), ARGUMENTS(toon_name(&toon)));
            finding_relate(finding, RELATED_MTOON_MIXED_GENERATIONS__DEFAULT, place_at("/extensions/VRM"),
                           NO_ARGUMENTS);
            mixed = true;
        }
        toon_check_rendering(&toon);
        toon_check_defaults(&toon);
        toon_check_shading(&toon);
        toon_check_motion(&toon);
        toon_check_textures(&toon);
    }
    check_normals(check);
    check_sides(check);
    check_twins(check);
}
