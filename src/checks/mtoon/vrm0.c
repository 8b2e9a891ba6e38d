/* Checks MToon of VRM 0.x: keywords, order and sides of the entries of materialProperties, and whether they fit
 * glTF's own materials. VRM 0.x, vrm.material; the shader VRM/MToon. */
#include <string.h>

#include "base/among.h"
#include "base/json_value.h"
#include "base/nearest.h"
#include "base/sort.h"
#include "checks/absent.h"
#include "checks/byte_colors.h"
#include "checks/mtoon/mtoon.h"
#include "checks/texture/texture.h"
#include "ids/messages_mtoon.h"

/* Checks an entry of materialProperties in VRM 0.x: the places of its members, and the numbers, colours and names of
 * MToon. */

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
                   ARGUMENTS(old_name(toon), the_member("name", choices[i].name), NUMBER("value", value, 4),
                             argument_list("allowed", allowed, count, count, JOIN_AND)));
        finding_measure(finding, "value", value);
    }
}

static void report_slider(const struct old_toon *toon, const char *name, double value, double least, double most)
{
    struct finding *finding =
        report(toon->check->findings, MESSAGE_MTOON_V0_VALUE_RANGE__DEFAULT, old_place(toon, "floatProperties", name),
               ARGUMENTS(old_name(toon), the_member("name", name),
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
            bool bright = colors[i].is_light && k < 3 && rgba[k] > BRIGHTEST_LIGHT;
            if (!below && ((colors[i].is_light && !of_bytes && !bright) || rgba[k] <= 1 + EPS_V0)) {
                continue;
            }
            const char *member = arena_printf(toon->check->arena, "vectorProperties/%s/%zu", colors[i].name, k);
            struct finding *finding =
                report_taking(toon->check->findings,
                              all > 1              ? MESSAGE_MTOON_V0_VALUE_RANGE__SEVERAL_OF_255
                              : of_bytes           ? MESSAGE_MTOON_V0_VALUE_RANGE__OF_255
                              : bright             ? MESSAGE_MTOON_V0_VALUE_RANGE__BRIGHT
                              : colors[i].is_light ? MESSAGE_MTOON_V0_VALUE_RANGE__NEGATIVE
                                                   : MESSAGE_MTOON_V0_VALUE_RANGE__COLOR,
                              old_place(toon, member, NULL),
                              ARGUMENTS(old_name(toon), the_member("name", colors[i].name),
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
            if (bright) {
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
                       ARGUMENTS(old_name(toon), TERM("map", called), TEXT("name", name), TEXT("meant", meant)));
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
               ARGUMENTS(old_name(toon), TEXT("name", name), meant == NULL ? argument_end() : TEXT("meant", meant)));
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
                   ARGUMENTS(old_name(toon), argument_list("names", missing, count, count, JOIN_AND)));
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
/* Checks the number of components of vectors in an entry of any shader. */
static void old_check_lengths(const struct old_toon *toon)
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

/* Checks numbers, colours and names of one entry. */
static void old_check_values(const struct old_toon *toon)
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

void old_drop_keywords(struct finding *finding, const struct old_toon *toon, const char *start)
{
    for (void *at = tree_first(toon->old->keywords); at != NULL; at = tree_next(toon->old->keywords, at)) {
        bool on = false;
        tree_flag(tree_value(at), &on);
        if (on && text_begins(tree_key(at), start)) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, old_place(toon, "keywordMap", tree_key(at)), NULL);
        }
    }
}

enum { BLEND_OPAQUE, BLEND_CUTOUT, BLEND_TRANSPARENT, BLEND_ZWRITE, BLEND_MODES };

enum { QUEUES_MAX = 10 /* number of steps of the order that apps preserve */, QUEUE_BORDER = 2500 };

/* The shader's values for each mode: the range of its queue, and alphaMode. */
static const struct {
    const char *name;
    int first;
    int last;
    enum alpha_mode alpha;
} modes[BLEND_MODES] = {
    {"Opaque", 2000, 2000, MODE_OPAQUE},
    {"Cutout", 2450, 2450, MODE_MASK},
    {"Transparent", 2951, 3000, MODE_BLEND},
    {"TransparentWithZWrite", 2501, 2550, MODE_BLEND},
};

const char *old_mode_name(int mode)
{
    return modes[mode].name;
}

int old_mode(const struct old_toon *toon)
{
    double value = 0;
    if (tree_get(toon->old->floats, "_BlendMode") != NULL && !material0_float(toon->old, "_BlendMode", &value)) {
        return -1;
    }
    return toon->old->floats != NULL && value >= 0 && value < BLEND_MODES && value == floor(value) ? (int)value : -1;
}

/* ---- keywords ---- */

enum { KEYWORDS = 5 };

struct keywords {
    struct argument wanted[KEYWORDS];
    struct argument found[KEYWORDS];
    size_t wanted_count;
    size_t found_count;
    bool differ;
    const char *lacking[KEYWORDS]; /* that must be enabled */
    const char *excess[KEYWORDS];  /* that must not be enabled */
    size_t lacking_count;
    size_t excess_count;
};

static void compare_keyword(struct keywords *keywords, const struct old_toon *toon, const char *name, bool wanted)
{
    bool found = false;
    tree_flag(tree_get(toon->old->keywords, name), &found);
    keywords->differ = keywords->differ || found != wanted;
    if (wanted && !found) {
        keywords->lacking[keywords->lacking_count++] = name;
    } else if (found && !wanted) {
        keywords->excess[keywords->excess_count++] = name;
    }
    if (wanted) {
        keywords->wanted[keywords->wanted_count++] = TERM(NULL, name);
    }
    if (found) {
        keywords->found[keywords->found_count++] = TERM(NULL, name);
    }
}

static struct argument the_keywords(const char *as, const struct argument *list, size_t count)
{
    return count == 0 ? WORD(as, WORDS_NO_KEYWORDS) : argument_list(as, list, count, count, JOIN_AND);
}

/* Reports all keywords in one finding; returns false if those of transparency don't fit. */
static bool check_keywords(const struct old_toon *toon, int mode)
{
    struct keywords keywords = {.differ = false};
    double outline;
    if (toon->old->keywords == NULL) {
        return true;
    }
    if (mode >= 0) {
        compare_keyword(&keywords, toon, "_ALPHATEST_ON", mode == BLEND_CUTOUT);
        compare_keyword(&keywords, toon, "_ALPHABLEND_ON", mode >= BLEND_TRANSPARENT);
    }
    bool alpha_fits = !keywords.differ;
    if (material0_float(toon->old, "_OutlineWidthMode", &outline)) {
        compare_keyword(&keywords, toon, "MTOON_OUTLINE_WIDTH_WORLD", outline == 1);
        compare_keyword(&keywords, toon, "MTOON_OUTLINE_WIDTH_SCREEN", outline == 2);
    }
    size_t bumps; /* invalid indices are reported elsewhere */
    if (tree_index(tree_get(toon->old->textures, "_BumpMap"), toon->check->avatar->materials->texture_count, &bumps)) {
        compare_keyword(&keywords, toon, "_NORMALMAP", true);
    }
    if (keywords.differ) {
        struct finding *finding = report(
            toon->check->findings, MESSAGE_MTOON_V0_KEYWORD_MISMATCH__DEFAULT, old_place(toon, "keywordMap", NULL),
            ARGUMENTS(old_name(toon), the_keywords("wanted", keywords.wanted, keywords.wanted_count),
                      the_keywords("found", keywords.found, keywords.found_count)));
        for (size_t i = 0; i < keywords.lacking_count; i++) {
            finding_edit(finding, VRMLINT_EDIT_SET, old_place(toon, "keywordMap", keywords.lacking[i]), "true");
        }
        for (size_t i = 0; i < keywords.excess_count; i++) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, old_place(toon, "keywordMap", keywords.excess[i]), NULL);
        }
    }
    return alpha_fits;
}

/* ---- depth and order ---- */

static void check_vrm0_depth(const struct old_toon *toon, int mode)
{
    double value;
    bool wants = mode == BLEND_ZWRITE;
    if (mode < BLEND_TRANSPARENT || !material0_float(toon->old, "_ZWrite", &value) || (value == 1) == wants) {
        return;
    }
    struct finding *finding = report(
        toon->check->findings, MESSAGE_MTOON_V0_ZWRITE_MISMATCH__DEFAULT, old_place(toon, "floatProperties", "_ZWrite"),
        ARGUMENTS(old_name(toon), TERM("mode", modes[wants ? BLEND_ZWRITE : BLEND_TRANSPARENT].name),
                  NUMBER("value", value, 4), NUMBER("right", wants ? 1 : 0, 1)));
    finding_measure(finding, "_ZWrite", value);
    finding_set_number(finding, "0", wants ? 1 : 0);
}

static void check_vrm0_queue(const struct old_toon *toon, int mode)
{
    const struct optional *queue = &toon->old->queue;
    if (mode < 0 || !queue->given) {
        return;
    }
    double value = queue->value;
    bool solid = mode < BLEND_TRANSPARENT;
    if ((value >= modes[mode].first && value <= modes[mode].last) || (solid && value == -1)) {
        return;
    }
    double drawn = value == -1 ? modes[BLEND_OPAQUE].first : value;
    struct place place = old_place(toon, "renderQueue", NULL);
    struct argument name = TERM("mode", modes[mode].name);
    struct argument first = NUMBER("first", modes[mode].first, 4);
    struct finding *finding = report_taking(
        toon->check->findings,
        solid ? MESSAGE_MTOON_V0_RENDER_QUEUE_RANGE__ONE : MESSAGE_MTOON_V0_RENDER_QUEUE_RANGE__RANGE, place,
        ARGUMENTS(old_name(toon), NUMBER("value", value, 6), name, first, NUMBER("last", modes[mode].last, 4)));
    if (solid == (drawn <= QUEUE_BORDER)) {
        finding_severity(finding, VRMLINT_INFO);
    }
    finding_set_number(finding, "0", value < modes[mode].first ? modes[mode].first : modes[mode].last);
    finding_measure(finding, "renderQueue", value);
    finding_measure(finding, "minimum", modes[mode].first);
    finding_measure(finding, "maximum", modes[mode].last);
}

/* The renderQueue of one entry. */
struct queue {
    double value;
    size_t entry;
};

/* Distributes the different numbers evenly over the steps that apps preserve, in the same order. */
static void spread_queues(struct finding *finding, struct check *check, const struct queue *queues, size_t count,
                          size_t different, int mode)
{
    double first = mode == BLEND_TRANSPARENT ? modes[mode].last - QUEUES_MAX + 1 : modes[mode].first;
    size_t rank = 0;
    for (size_t i = 0; i < count; i++) {
        rank += i > 0 && queues[i].value != queues[i - 1].value;
        size_t step = rank * QUEUES_MAX / different; /* integer division */
        double value = first + (double)step;
        if (value != queues[i].value) {
            struct old_toon toon = {.check = check, .index = queues[i].entry};
            finding_edit(finding, VRMLINT_EDIT_SET, old_place(&toon, "renderQueue", NULL),
                         json_number(&(struct json_value){""}, value));
        }
    }
}

/* Checks the order of all materials of a transparent mode. */
static void check_queues(struct check *check, int mode)
{
    const struct materials *materials = check->avatar->materials;
    struct arena *room = arena_open(check->arena);
    struct queue *queues = arena_array(room, materials->old_count, sizeof *queues);
    size_t count = 0;
    for (size_t i = 0; i < materials->old_count; i++) {
        struct old_toon toon = {check, materials, &materials->olds[i], NULL, i};
        if (toon.old->is_mtoon && toon.old->queue.given && old_mode(&toon) == mode) {
            queues[count++] = (struct queue){toon.old->queue.value, i};
        }
    }
    sort_array(room, queues, count, sizeof *queues, sort_by_double);
    size_t different = count > 0;
    for (size_t i = 1; i < count; i++) {
        different += queues[i].value != queues[i - 1].value;
    }
    if (different > QUEUES_MAX) {
        struct finding *finding =
            report(check->findings, MESSAGE_MTOON_V0_TOO_MANY_QUEUES__DEFAULT, place_at(MATERIALS0_POINTER),
                   ARGUMENTS(TERM("mode", modes[mode].name), COUNT("count", different), COUNT("limit", QUEUES_MAX)));
        finding_measure(finding, "count", (double)different);
        finding_measure(finding, "maximum", QUEUES_MAX);
        spread_queues(finding, check, queues, count, different, mode);
    }
    arena_close(room);
}

/* ---- the partner in glTF ---- */

void toon_set_alpha_mode(struct finding *finding, const struct material *material, size_t index, enum alpha_mode mode)
{
    static const char *const names[] = {"\"OPAQUE\"", "\"MASK\"", "\"BLEND\""};
    finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_MATERIAL, index, 0, "alphaMode"), names[mode]);
    if (mode != MODE_MASK && tree_get(material->json, "alphaCutoff") != NULL) { /* it isn't allowed there */
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_MATERIAL, index, 0, "alphaCutoff"), NULL);
    }
    static const char *const order[] = {TOON("transparentWithZWrite"), TOON("renderQueueOffsetNumber")};
    bool stops = material->mode == MODE_BLEND && mode != MODE_BLEND;
    for (size_t i = 0; stops && i < sizeof order / sizeof *order; i++) {
        if (tree_get(material->mtoon, order[i] + sizeof TOON("") - 1) != NULL) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_MATERIAL, index, 0, order[i]), NULL);
        }
    }
}

static void check_mode(const struct old_toon *toon, int mode)
{
    static const char *const names[] = {"OPAQUE", "MASK", "BLEND"};
    if (mode >= 0 && toon->partner != NULL && toon->partner->is_object && toon->partner->mode != modes[mode].alpha) {
        struct finding *finding =
            report(toon->check->findings,
                   modes[mode].alpha != MODE_MASK && tree_get(toon->partner->json, "alphaCutoff") != NULL
                       ? MESSAGE_MTOON_V0_ALPHA_MODE_MISMATCH__CUTOFF
                       : MESSAGE_MTOON_V0_ALPHA_MODE_MISMATCH__DEFAULT,
                   old_place(toon, NULL, NULL),
                   ARGUMENTS(old_name(toon), TERM("mode", modes[mode].name), TERM("found", names[toon->partner->mode]),
                             TERM("right", names[modes[mode].alpha])));
        toon_set_alpha_mode(finding, toon->partner, toon->index, modes[mode].alpha);
    }
}

static void check_vrm0_sides(const struct old_toon *toon)
{
    double cull;
    struct place place = old_place(toon, "floatProperties", "_CullMode");
    if (!material0_float(toon->old, "_CullMode", &cull)) {
        return;
    }
    if (cull == 1) {
        struct finding *finding = report(toon->check->findings, MESSAGE_MTOON_V0_CULL_FRONT__DEFAULT, place,
                                         ARGUMENTS(old_name(toon), NUMBER("value", cull, 1)));
        bool both = toon->partner != NULL && toon->partner->is_object && toon->partner->double_sided;
        finding_set_number(finding, "0", both ? 0 : 2);
    } else if ((cull == 0 || cull == 2) && toon->partner != NULL && toon->partner->is_object &&
               toon->partner->double_sided != (cull == 0)) {
        struct finding *finding =
            report(toon->check->findings,
                   cull == 0 ? MESSAGE_MTOON_V0_CULL_MISMATCH__DOUBLE : MESSAGE_MTOON_V0_CULL_MISMATCH__SINGLE, place,
                   ARGUMENTS(old_name(toon), NUMBER("value", cull, 1)));
        finding_edit(finding, VRMLINT_EDIT_SET, place_of(PLACE_MATERIAL, toon->index, 0, "doubleSided"),
                     cull == 0 ? "true" : "false");
    }
}

static void check_pictures(const struct old_toon *toon)
{
    size_t texture = material0_texture(toon->materials, toon->old, "_MainTex");
    size_t image = texture == MATERIALS_NONE ? MATERIALS_NONE : toon->materials->textures[texture].image;
    if (image == MATERIALS_NONE || toon->partner == NULL) {
        return;
    }
    size_t other = material_image(toon->materials, toon->partner, SLOT_BASE);
    if (other != MATERIALS_NONE && other != image) {
        struct finding *finding = report(
            toon->check->findings, MESSAGE_MTOON_V0_BASE_TEXTURE_MISMATCH__DEFAULT,
            old_place(toon, "textureProperties", "_MainTex"),
            ARGUMENTS(old_name(toon), the_image("image", toon->check, image), the_image("other", toon->check, other)));
        finding_relate(finding, RELATED_MTOON_V0_BASE_TEXTURE_MISMATCH__DEFAULT,
                       place_of(PLACE_MATERIAL, toon->index, 0, material_slots[SLOT_BASE].pointer), NO_ARGUMENTS);
        finding_edit(finding, VRMLINT_EDIT_SET,
                     place_of(PLACE_MATERIAL, toon->index, 0,
                              arena_printf(toon->check->arena, "%s/index", material_slots[SLOT_BASE].pointer)),
                     arena_printf(toon->check->arena, "%zu", texture));
    }
}

/* ---- rules of 1.0 that apply to 0.x too ---- */

/* Whether the shade colour is brighter than the lit one. */
static bool has_brighter_shade(const struct old_toon *toon, double lit[4], double shade[4])
{
    return tree_numbers(tree_get(toon->old->vectors, "_Color"), lit, 4) &&
           tree_numbers(tree_get(toon->old->vectors, "_ShadeColor"), shade, 4) && toon_is_shade_brighter(lit, shade);
}

static void check_vrm0_shade_texture(const struct old_toon *toon)
{
    double lit[4];
    double shade[4];
    size_t texture = material0_texture(toon->materials, toon->old, "_MainTex");
    if (texture == MATERIALS_NONE || tree_get(toon->old->textures, "_ShadeTexture") != NULL) {
        return;
    }
    if (has_brighter_shade(toon, lit, shade)) { /* with the same texture, the shaded side would be the brighter one */
        report(toon->check->findings, MESSAGE_MTOON_SHADE_TEXTURE_MISSING__OLD_BRIGHTER, old_place(toon, NULL, NULL),
               ARGUMENTS(old_name(toon)));
        return;
    }
    finding_edit(report(toon->check->findings, MESSAGE_MTOON_SHADE_TEXTURE_MISSING__OLD, old_place(toon, NULL, NULL),
                        ARGUMENTS(old_name(toon))),
                 VRMLINT_EDIT_SET, old_place(toon, "textureProperties", "_ShadeTexture"),
                 arena_printf(toon->check->arena, "%zu", texture));
}

static void check_vrm0_shade_color(const struct old_toon *toon)
{
    double lit[4];
    double shade[4];
    if (material0_texture(toon->materials, toon->old, "_MainTex") ==
            material0_texture(toon->materials, toon->old, "_ShadeTexture") &&
        has_brighter_shade(toon, lit, shade)) {
        report(toon->check->findings, MESSAGE_MTOON_SHADE_BRIGHTER__OLD,
               old_place(toon, "vectorProperties", "_ShadeColor"),
               ARGUMENTS(old_name(toon), VECTOR("shade", ((struct vec3){shade[0], shade[1], shade[2]}), 3),
                         VECTOR("lit", ((struct vec3){lit[0], lit[1], lit[2]}), 3)));
    }
}

static void check_vrm0_visible(const struct old_toon *toon, int mode)
{
    double cutoff;
    double rgba[4];
    if (mode == BLEND_CUTOUT && material0_float(toon->old, "_Cutoff", &cutoff) && fabs(cutoff) <= MATERIAL_EPS) {
        report(toon->check->findings, MESSAGE_MTOON_CUTOFF_ZERO__OLD, old_place(toon, "floatProperties", "_Cutoff"),
               ARGUMENTS(old_name(toon), the_member("name", "_Cutoff"), NUMBER("value", cutoff, 4),
                         TERM("mode", modes[BLEND_CUTOUT].name), TERM("other", modes[BLEND_OPAQUE].name)));
    }
    if (mode >= BLEND_TRANSPARENT && (toon->old->bound & BOUND_COLOR) == 0 &&
        tree_numbers(tree_get(toon->old->vectors, "_Color"), rgba, 4) && fabs(rgba[3]) <= MATERIAL_EPS) {
        report(toon->check->findings, MESSAGE_MTOON_INVISIBLE__OLD, old_place(toon, "vectorProperties", "_Color"),
               ARGUMENTS(old_name(toon), NUMBER("alpha", rgba[3], 4)));
    }
}

static void check_vrm0_outline(const struct old_toon *toon)
{
    double mode;
    double width;
    if (material0_float(toon->old, "_OutlineWidthMode", &mode) && mode != 0 &&
        material0_float(toon->old, "_OutlineWidth", &width) && width <= 1e-9) {
        struct finding *finding = report(toon->check->findings, MESSAGE_MTOON_OUTLINE_WIDTH_ZERO__OLD,
                                         old_place(toon, "floatProperties", "_OutlineWidth"),
                                         ARGUMENTS(old_name(toon), NUMBER("mode", mode, 1), NUMBER("value", width, 4)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, "1/_OutlineWidthMode", "0");
        old_drop_keywords(finding, toon, "MTOON_OUTLINE_WIDTH_");
    }
}

void check_mtoon_vrm0(struct check *check)
{
    const struct materials *materials = check->avatar->materials;
    bool moved = toon_check_moved(check);
    for (size_t i = 0; i < materials->old_count; i++) {
        struct old_toon toon = {check, materials, &materials->olds[i],
                                i < materials->count ? &materials->items[i] : NULL, i};
        arena_pulse(check->arena);
        if (!toon.old->is_mtoon) {
            if (toon.old->shader != NULL && strcmp(toon.old->shader, "VRM_USE_GLTFSHADER") != 0) {
                old_check_lengths(&toon);
            }
            continue;
        }
        int mode = old_mode(&toon);
        old_check_values(&toon);
        if (check_keywords(&toon, mode)) {
            check_vrm0_depth(&toon, mode);
        }
        check_vrm0_queue(&toon, mode);
        check_mode(&toon, mode);
        check_vrm0_sides(&toon);
        if (!moved) {
            check_pictures(&toon);
        }
        check_vrm0_shade_texture(&toon);
        check_vrm0_shade_color(&toon);
        check_vrm0_visible(&toon, mode);
        check_vrm0_outline(&toon);
    }
    check_queues(check, BLEND_TRANSPARENT);
    check_queues(check, BLEND_ZWRITE);
}
