/* Checks the toon materials of VRM 1.0, one by one and together. */
#include <string.h>

#include "checks/mtoon/mtoon.h"
#include "checks/twins.h"
#include "ids/messages_mtoon.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/* Whether a material of VRM 1.0 has a visible outline. */
static bool draws_outline(const struct material *material)
{
    return material->mtoon != NULL && material->outline_mode != NULL && strcmp(material->outline_mode, "none") != 0 &&
           material->outline_width.given && material->outline_width.value > MATERIAL_EPS;
}

/* Whether the material's entry in VRM 0.x has one. */
static bool draws_old_outline(const struct materials *materials, size_t index)
{
    const struct material0 *old = index < materials->old_count ? &materials->olds[index] : NULL;
    double mode = 0;
    double width = 0;
    return old != NULL && old->is_mtoon && material0_float(old, "_OutlineWidthMode", &mode) && mode > 0 &&
           material0_float(old, "_OutlineWidth", &width) && width > MATERIAL_EPS;
}

/* Reports outlines on meshes without normals, at each primitive. */
static void check_normals(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    for (size_t i = 0; i < materials->primitive_count; i++) {
        const struct painted *primitive = &materials->primitives[i];
        const struct material *material = &materials->items[primitive->material];
        bool drawn = draws_outline(material) || draws_old_outline(materials, primitive->material);
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
