/* Checks animated textures of toon materials. VRMC_materials_mtoon 1.0, UV Animation. */
#include "checks/mtoon/mtoon.h"
#include "ids/messages_mtoon.h"

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
                               ARGUMENTS(toon_name(toon), TERM("name", factors[axis] + sizeof TOON("") - 1),
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

void toon_check_motion(const struct toon *toon)
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
