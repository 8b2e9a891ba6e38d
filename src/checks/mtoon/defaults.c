/* Reports what toon materials omit, if apps have different defaults for it. */
#include "checks/absent.h"
#include "checks/mtoon/mtoon.h"
#include "ids/messages_mtoon.h"

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
        omitted->names[omitted->count] = TERM(NULL, name);
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

void toon_check_defaults(const struct toon *toon)
{
    const struct material *material = toon->material;
    if (!material->shade.present) {
        absent_note_lack(toon->check,
                         report(toon->check->findings, MESSAGE_MTOON_SHADE_COLOR_OMITTED__DEFAULT, toon_extension(toon),
                                ARGUMENTS(toon_name(toon))),
                         "shadeColorFactor");
    }
    if (material_has(material, SLOT_MATCAP) && !material->matcap.present) {
        absent_note_lack(toon->check,
                         report(toon->check->findings, MESSAGE_MTOON_MATCAP_FACTOR_OMITTED__DEFAULT,
                                toon_extension(toon), ARGUMENTS(toon_name(toon))),
                         "matcapFactor");
    }
    check_numbers(toon);
}
