/* Checks an entry of materialProperties in VRM 0.x: the places of its members, and the numbers, colours and names of
 * MToon. */
#include <string.h>

#include "base/among.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/byte_colors.h"
#include "checks/fixes.h"
#include "checks/mtoon/mtoon.h"
#include "ids/messages_mtoon.h"

#define EPS_V0 1e-4

/* ---- numbers ---- */

/* Enumerations: from 0 to last. */
static const struct {
    const char *name;
    int last;
} choices[] = {{"_BlendMode", 3}, {"_CullMode", 2}, {"_OutlineWidthMode", 2}, {"_OutlineColorMode", 1}};

static const struct {
    const char *name;
    double least;
    double most;
} sliders[] = {
    {"_Cutoff", 0, 1},
    {"_ShadeToony", 0, 1},
    {"_ReceiveShadowRate", 0, 1},
    {"_ShadingGradeRate", 0, 1},
    {"_LightColorAttenuation", 0, 1},
    {"_IndirectLightIntensity", 0, 1},
    {"_RimLightingMix", 0, 1},
    {"_OutlineLightingMix", 0, 1},
    {"_ShadeShift", -1, 1},
    {"_RimFresnelPower", 0, 100},
};

static void check_choices(const struct old_toon *toon)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        double value;
        if (!material0_float(toon->old, choices[i].name, &value) ||
            (value >= 0 && value <= choices[i].last && value == floor(value))) {
            continue;
        }
        struct argument allowed[4];
        for (int k = 0; k <= choices[i].last; k++) {
            allowed[k] = NUMBER(NULL, k, 1);
        }
        size_t count = (size_t)choices[i].last + 1;
        struct finding *finding =
            report(toon->check->findings, MESSAGE_MTOON_UNKNOWN_VALUE__OLD,
                   old_place(toon, "floatProperties", choices[i].name),
                   ARGUMENTS(old_name(toon), TERM("name", choices[i].name), NUMBER("value", value, 4),
                             argument_list("allowed", allowed, count, count, JOIN_AND)));
        finding_measure(finding, "value", value);
    }
}

static void report_slider(const struct old_toon *toon, const char *name, double value, double least, double most)
{
    struct finding *finding =
        report(toon->check->findings, MESSAGE_MTOON_V0_VALUE_RANGE__DEFAULT, old_place(toon, "floatProperties", name),
               ARGUMENTS(old_name(toon), TERM("name", name),
                         argument_number("value", value, value < least ? least : most, UNIT_NONE, 6),
                         NUMBER("minimum", least, 4), NUMBER("maximum", most, 4)));
    finding_measure(finding, "value", value);
    finding_measure(finding, "minimum", least);
    finding_measure(finding, "maximum", most);
    finding_set_number(finding, "0", value < least ? least : most);
}

static void check_sliders(const struct old_toon *toon)
{
    double value;
    for (size_t i = 0; i < sizeof sliders / sizeof *sliders; i++) {
        if (material0_float(toon->old, sliders[i].name, &value) &&
            (value < sliders[i].least - EPS_V0 || value > sliders[i].most + EPS_V0)) {
            report_slider(toon, sliders[i].name, value, sliders[i].least, sliders[i].most);
        }
    }
    double mode = 0;
    material0_float(toon->old, "_OutlineWidthMode", &mode);
    if (mode != 0 && material0_float(toon->old, "_OutlineWidth", &value) &&
        (value > 1 + EPS_V0 || (value > 1e-9 && value < 0.01 - EPS_V0))) {
        report_slider(toon, "_OutlineWidth", value, 0.01, 1); /* centimetres; widths in metres are too thin to see */
    }
    /* only if it has an effect; Blender writes 0.5 everywhere */
    if (material0_float(toon->old, "_OutlineScaledMaxDistance", &value) && mode == 2 &&
        (value < 1 - EPS_V0 || value > 10 + EPS_V0)) {
        report_slider(toon, "_OutlineScaledMaxDistance", value, 1, 10);
    }
}

/* ---- colours ---- */

static const struct {
    const char *name;
    bool is_light; /* may exceed 1 */
} colors[] = {
    {"_Color", false}, {"_ShadeColor", false}, {"_EmissionColor", true}, {"_RimColor", true}, {"_OutlineColor", false},
};

static void check_colors(const struct old_toon *toon)
{
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        double rgba[4];
        if (!tree_numbers(tree_get(toon->old->vectors, colors[i].name), rgba, 4)) {
            continue;
        }
        bool of_bytes = byte_color_is(toon->check, colors[i].is_light ? BYTE_COLOR_LIGHT : BYTE_COLOR_PLAIN, rgba, 4);
        size_t all = of_bytes ? byte_colors_count(toon->check) : 0;
        for (size_t k = 0; k < 4; k++) {
            bool below = rgba[k] < -EPS_V0;
            if (!below && ((colors[i].is_light && !of_bytes) || rgba[k] <= 1 + EPS_V0)) {
                continue;
            }
            const char *member = arena_printf(toon->check->arena, "vectorProperties/%s/%zu", colors[i].name, k);
            struct finding *finding =
                report_taking(toon->check->findings,
                              all > 1              ? MESSAGE_MTOON_V0_VALUE_RANGE__SEVERAL_OF_255
                              : of_bytes           ? MESSAGE_MTOON_V0_VALUE_RANGE__OF_255
                              : colors[i].is_light ? MESSAGE_MTOON_V0_VALUE_RANGE__NEGATIVE
                                                   : MESSAGE_MTOON_V0_VALUE_RANGE__COLOR,
                              old_place(toon, member, NULL),
                              ARGUMENTS(old_name(toon), TERM("name", colors[i].name),
                                        argument_number("value", rgba[k], below ? 0 : 1, UNIT_NONE, 6),
                                        COUNT("more", all - (all > 0))));
            finding_measure(finding, "value", rgba[k]);
            if (of_bytes) {
                byte_color_note(toon->check, finding,
                                arena_printf(toon->check->arena, MATERIALS0_POINTER "/%zu/vectorProperties/%s",
                                             toon->index, colors[i].name),
                                rgba, 4);
                break;
            }
            for (; k < 4; k++) { /* the other components too */
                if (rgba[k] < -EPS_V0 || (!colors[i].is_light && rgba[k] > 1 + EPS_V0)) {
                    finding_set_number(finding, arena_printf(toon->check->arena, "1/%zu", k), rgba[k] < 0 ? 0 : 1);
                }
            }
        }
    }
}

/* Checks offset and scale of textures. In materialValues of expressions the scale comes first. */
static void check_scales(const struct old_toon *toon)
{
    for (void *at = tree_first(toon->old->textures); at != NULL; at = tree_next(toon->old->textures, at)) {
        const char *name = tree_key(at);
        double numbers[4];
        if (!tree_numbers(tree_get(toon->old->vectors, name), numbers, 4)) {
            continue;
        }
        if (fmax(fabs(numbers[0]), fabs(numbers[1])) > TEXTURE_OFFSET_FARTHEST) {
            struct argument offset[] = {NUMBER(NULL, numbers[0], 4), NUMBER(NULL, numbers[1], 4)};
            finding_fix(report(toon->check->findings, MESSAGE_MTOON_V0_VALUE_RANGE__OFFSET,
                               old_place(toon, "vectorProperties", name),
                               ARGUMENTS(old_name(toon), TEXT("name", name),
                                         argument_list("offset", offset, 2, 2, JOIN_SPACE))),
                        VRMLINT_FIX_NONE);
        }
        if (fabs(numbers[2]) > EPS_V0 || fabs(numbers[3]) > EPS_V0) {
            continue;
        }
        struct finding *finding =
            report(toon->check->findings, MESSAGE_MTOON_V0_VALUE_RANGE__SCALE,
                   old_place(toon, "vectorProperties", name), ARGUMENTS(old_name(toon), TEXT("name", name)));
        finding_set_number(finding, "0/2", 1);
        finding_set_number(finding, "0/3", 1);
    }
}

/* ---- names ---- */

static const char *const entry_names[] = {
    "name",       "shader", "renderQueue", "floatProperties", "vectorProperties", "textureProperties",
    "keywordMap", "tagMap", "extensions",  "extras"};
static const char *const float_names[] = {
    "_BlendMode",
    "_CullMode",
    "_OutlineWidthMode",
    "_OutlineColorMode",
    "_Cutoff",
    "_ShadeToony",
    "_ReceiveShadowRate",
    "_ShadingGradeRate",
    "_RimLightingMix",
    "_RimLift",
    "_LightColorAttenuation",
    "_IndirectLightIntensity",
    "_ShadeShift",
    "_RimFresnelPower",
    "_OutlineLightingMix",
    "_OutlineWidth",
    "_UvAnimScrollX",
    "_UvAnimScrollY",
    "_OutlineScaledMaxDistance",
    "_BumpScale",
    "_UvAnimRotation",
    "_MToonVersion",
    "_DebugMode",
    "_OutlineCullMode",
    "_SrcBlend",
    "_DstBlend",
    "_ZWrite",
    "_AlphaToMask",
};
static const char *const vector_names[] = {"_Color", "_ShadeColor", "_EmissionColor", "_RimColor", "_OutlineColor"};
static const char *const texture_names[] = {
    "_MainTex",     "_ShadeTexture", "_BumpMap",   "_ReceiveShadowTexture", "_ShadingGradeTexture",
    "_EmissionMap", "_RimTexture",   "_SphereAdd", "_OutlineWidthTexture",  "_UvAnimMaskTexture",
};
static const char *const keyword_names[] = {
    "_NORMALMAP",
    "_ALPHATEST_ON",
    "_ALPHABLEND_ON",
    "_ALPHAPREMULTIPLY_ON",
    "MTOON_OUTLINE_WIDTH_WORLD",
    "MTOON_OUTLINE_WIDTH_SCREEN",
    "MTOON_OUTLINE_COLOR_FIXED",
    "MTOON_OUTLINE_COLOR_MIXED",
    "MTOON_DEBUG_NORMAL",
    "MTOON_DEBUG_LITSHADERATE",
};

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

/* Returns the name that an object lacks and that is similar to one of its own, or NULL. */
static const char *lacked_name(const struct tree *object, const char *name, const char *const *names, size_t count)
{
    enum { FAR = 2 };
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        if (tree_get(object, names[i]) == NULL) {
            nearest_offer(&nearest, names[i]);
        }
    }
    return nearest.distance <= FAR ? nearest.best.text : NULL;
}

/* Reports names in a map that are similar to one that it lacks. Names without similarity may belong to another
 * shader. */
static void check_names(const struct old_toon *toon, const struct tree *map, const char *called,
                        const char *const *names, size_t count)
{
    for (void *at = tree_first(map); at != NULL; at = tree_next(map, at)) {
        const char *name = tree_key(at);
        const char *meant = is_among(name, names, count) ? NULL : lacked_name(map, name, names, count);
        if (meant != NULL) {
            struct finding *finding =
                report(toon->check->findings, MESSAGE_MTOON_UNKNOWN_PROPERTY__OLD, old_place(toon, called, name),
                       ARGUMENTS(old_name(toon), TERM("map", called), TEXT("name", name), TERM("meant", meant)));
            finding_fix(finding, VRMLINT_FIX_SAFE);
            finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", meant);
        }
    }
}

static void report_member(const struct old_toon *toon, const char *name)
{
    const char *meant = lacked_name(toon->old->json, name, entry_names, COUNT_OF(entry_names));
    struct finding *finding =
        report(toon->check->findings,
               meant == NULL ? MESSAGE_MTOON_UNKNOWN_PROPERTY__OLD_ENTRY : MESSAGE_MTOON_UNKNOWN_PROPERTY__OLD_MEANT,
               old_place(toon, NULL, name),
               ARGUMENTS(old_name(toon), TEXT("name", name), meant == NULL ? argument_end() : TERM("meant", meant)));
    if (meant != NULL) {
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        finding_edit_at(finding, VRMLINT_EDIT_RENAME, "0", meant);
        absent_note(toon->check, finding, ABSENT_NAME,
                    arena_printf(toon->check->arena, MATERIALS0_POINTER "/%zu/%s", toon->index, meant));
    }
}

static void check_members(const struct old_toon *toon)
{
    for (void *at = tree_first(toon->old->json); at != NULL; at = tree_next(toon->old->json, at)) {
        if (!IS_AMONG(tree_key(at), entry_names)) {
            report_member(toon, tree_key(at));
        }
    }
    static const char *const maps[] = {"floatProperties", "vectorProperties", "textureProperties", "keywordMap"};
    struct argument missing[COUNT_OF(maps)];
    const char *keys[COUNT_OF(maps)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        if (tree_get(toon->old->json, maps[i]) == NULL) {
            keys[count] = maps[i];
            missing[count++] = TERM(NULL, maps[i]);
        }
    }
    if (count > 0) {
        struct finding *finding =
            report(toon->check->findings, MESSAGE_MTOON_MISSING_PROPERTY__OLD, old_place(toon, NULL, NULL),
                   ARGUMENTS(old_name(toon), argument_list("names", missing, count, count, JOIN_NOR)));
        finding_severity(finding, VRMLINT_WARNING);
        finding_fix(finding, VRMLINT_FIX_REPAIR);
        for (size_t i = 0; i < count; i++) {
            finding_edit(finding, VRMLINT_EDIT_SET, old_place(toon, keys[i], NULL), "{}");
        }
        if (count == 1) {
            absent_note_lack(toon->check, finding, keys[0]);
        }
    }
}

/* Checks the lengths of vectors. Vectors of textures are their offset and scale; UniVRM reads them only for textures
 * in the entry. It reads the entries of all shaders except glTF's. */
void old_check_lengths(const struct old_toon *toon)
{
    for (void *at = tree_first(toon->old->vectors); at != NULL; at = tree_next(toon->old->vectors, at)) {
        const struct tree *value = tree_value(at);
        if (!tree_is_array(value) || tree_count(value) == 4) {
            continue;
        }
        bool is_read = tree_count(value) < 4 && toon->partner != NULL &&
                       (!IS_AMONG(tree_key(at), texture_names) || tree_get(toon->old->textures, tree_key(at)) != NULL);
        if (!is_read && !toon->old->is_mtoon) {
            continue;
        }
        struct finding *finding = report(
            toon->check->findings, is_read ? MESSAGE_MTOON_ARRAY_LENGTH__OLD_SHORT : MESSAGE_MTOON_ARRAY_LENGTH__OLD,
            old_place(toon, "vectorProperties", tree_key(at)),
            ARGUMENTS(old_name(toon), TEXT("name", tree_key(at)), COUNT("count", tree_count(value))));
        finding_measure(finding, "length", (double)tree_count(value));
        finding_measure(finding, "expected", 4);
    }
}

void old_check_values(const struct old_toon *toon)
{
    const struct material0 *old = toon->old;
    check_members(toon);
    check_names(toon, old->floats, "floatProperties", float_names, COUNT_OF(float_names));
    check_names(toon, old->vectors, "vectorProperties", vector_names, COUNT_OF(vector_names));
    check_names(toon, old->textures, "textureProperties", texture_names, COUNT_OF(texture_names));
    check_names(toon, old->keywords, "keywordMap", keyword_names, COUNT_OF(keyword_names));
    old_check_lengths(toon);
    check_choices(toon);
    check_sliders(toon);
    check_colors(toon);
    check_scales(toon);
}

/* ---- the entry ---- */

struct place old_place(const struct old_toon *toon, const char *map, const char *key)
{
    struct buf buf = BUF_INIT(toon->check->arena);
    buf_printf(&buf, MATERIALS0_POINTER "/%zu", toon->index);
    if (map != NULL) {
        buf_printf(&buf, "/%s", map);
    }
    if (key != NULL) {
        pointer_add_key(&buf, key, strlen(key));
    }
    return place_at(buf_text(&buf));
}

void old_drop_keywords(struct finding *finding, const struct old_toon *toon, const char *start)
{
    for (void *at = tree_first(toon->old->keywords); at != NULL; at = tree_next(toon->old->keywords, at)) {
        bool on = false;
        tree_flag(tree_value(at), &on);
        if (on && strncmp(tree_key(at), start, strlen(start)) == 0) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, old_place(toon, "keywordMap", tree_key(at)), NULL);
        }
    }
}
