/* Checks MToon of VRM 0.x: keywords, order and sides of the entries of materialProperties, and whether they fit
 * glTF's own materials. VRM 0.x, vrm.material; the shader VRM/MToon. */
#include <string.h>

#include "base/json_value.h"
#include "base/sort.h"
#include "checks/mtoon/mtoon.h"
#include "checks/texture/texture.h"
#include "ids/messages_mtoon.h"

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

static void check_depth(const struct old_toon *toon, int mode)
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

static void check_queue(const struct old_toon *toon, int mode)
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

static int compare_queues(const void *left, const void *right)
{
    double a = ((const struct queue *)left)->value;
    double b = ((const struct queue *)right)->value;
    return (a > b) - (a < b);
}

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
    sort_array(room, queues, count, sizeof *queues, compare_queues);
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

static void check_sides(const struct old_toon *toon)
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

static void check_shade_texture(const struct old_toon *toon)
{
    size_t texture = material0_texture(toon->materials, toon->old, "_MainTex");
    if (texture != MATERIALS_NONE && tree_get(toon->old->textures, "_ShadeTexture") == NULL) {
        finding_edit(report(toon->check->findings, MESSAGE_MTOON_SHADE_TEXTURE_MISSING__OLD,
                            old_place(toon, NULL, NULL), ARGUMENTS(old_name(toon))),
                     VRMLINT_EDIT_SET, old_place(toon, "textureProperties", "_ShadeTexture"),
                     arena_printf(toon->check->arena, "%zu", texture));
    }
}

static void check_shade_color(const struct old_toon *toon)
{
    double lit[4];
    double shade[4];
    if (tree_numbers(tree_get(toon->old->vectors, "_Color"), lit, 4) &&
        tree_numbers(tree_get(toon->old->vectors, "_ShadeColor"), shade, 4) &&
        material0_texture(toon->materials, toon->old, "_MainTex") ==
            material0_texture(toon->materials, toon->old, "_ShadeTexture") &&
        toon_is_shade_brighter(lit, shade)) {
        report(toon->check->findings, MESSAGE_MTOON_SHADE_BRIGHTER__OLD,
               old_place(toon, "vectorProperties", "_ShadeColor"),
               ARGUMENTS(old_name(toon), VECTOR("shade", ((struct vec3){shade[0], shade[1], shade[2]}), 3),
                         VECTOR("lit", ((struct vec3){lit[0], lit[1], lit[2]}), 3)));
    }
}

static void check_visible(const struct old_toon *toon, int mode)
{
    double cutoff;
    double rgba[4];
    if (mode == BLEND_CUTOUT && material0_float(toon->old, "_Cutoff", &cutoff) && fabs(cutoff) <= MATERIAL_EPS) {
        report(toon->check->findings, MESSAGE_MTOON_CUTOFF_ZERO__OLD, old_place(toon, "floatProperties", "_Cutoff"),
               ARGUMENTS(old_name(toon), TERM("name", "_Cutoff"), NUMBER("value", cutoff, 4),
                         TERM("mode", modes[BLEND_CUTOUT].name), TERM("other", modes[BLEND_OPAQUE].name)));
    }
    if (mode >= BLEND_TRANSPARENT && (toon->old->bound & BOUND_COLOR) == 0 &&
        tree_numbers(tree_get(toon->old->vectors, "_Color"), rgba, 4) && fabs(rgba[3]) <= MATERIAL_EPS) {
        report(toon->check->findings, MESSAGE_MTOON_INVISIBLE__OLD, old_place(toon, "vectorProperties", "_Color"),
               ARGUMENTS(old_name(toon), NUMBER("alpha", rgba[3], 4)));
    }
}

static void check_outline(const struct old_toon *toon)
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
            check_depth(&toon, mode);
        }
        check_queue(&toon, mode);
        check_mode(&toon, mode);
        check_sides(&toon);
        check_pictures(&toon);
        check_shade_texture(&toon);
        check_shade_color(&toon);
        check_visible(&toon, mode);
        check_outline(&toon);
    }
    check_queues(check, BLEND_TRANSPARENT);
    check_queues(check, BLEND_ZWRITE);
}
