/* Checks what expressions bind: colours and textures of materials. */
#include <string.h>

#include "base/sort.h"
#include "checks/avatar/names.h"
#include "checks/fixes.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm_face.h"

#define COLORS "materialColorBinds"
#define TEXTURES "textureTransformBinds"
#define COLOR_TOLERANCE 1e-4
#define OFFSET_TOLERANCE 1e-6
#define COLORS_DIGITS 6
#define BYTE_MOST 255.0

enum color { COLOR_BASE, COLOR_EMISSION, COLOR_SHADE, COLOR_MATCAP, COLOR_RIM, COLOR_OUTLINE, COLORS_KNOWN };

static const struct {
    const char *name;
    const char *factor; /* of the material, or of its MToon extension */
    double absent[4];   /* value of a missing one; shadeColorFactor has no default here */
} colors[COLORS_KNOWN] = {
    [COLOR_BASE] = {"color", "baseColorFactor", {1, 1, 1, 1}},
    [COLOR_EMISSION] = {"emissionColor", "emissiveFactor", {0, 0, 0, 0}},
    [COLOR_SHADE] = {"shadeColor", "shadeColorFactor", {0, 0, 0, 0}},
    [COLOR_MATCAP] = {"matcapColor", "matcapFactor", {1, 1, 1, 0}},
    [COLOR_RIM] = {"rimColor", "parametricRimColorFactor", {0, 0, 0, 0}},
    [COLOR_OUTLINE] = {"outlineColor", "outlineColorFactor", {0, 0, 0, 0}},
};

/* A bind with an existing material. */
struct color_bind {
    size_t material;
    size_t color; /* COLORS_KNOWN: not a known one */
    size_t place;
    size_t expression;
    const struct tree *json;
};

static size_t color_of(const struct tree *type)
{
    const char *word = tree_text(type, NULL);
    size_t color = 0;
    while (word != NULL && color < COLORS_KNOWN && strcmp(word, colors[color].name) != 0) {
        color++;
    }
    return word == NULL ? COLORS_KNOWN : color;
}

static const struct surface_material *material_of(const struct check *check, const struct color_bind *bind)
{
    return &check->avatar->surfaces->materials[bind->material];
}

static bool report_unused(const struct check *check, const struct color_bind *bind, enum message words,
                          const char *list)
{
    if (material_of(check, bind)->used) {
        return false;
    }
    report(check->findings, MESSAGE_VRM_BIND_NO_EFFECT__UNUSED,
           bind_place(check, bind->expression, list, bind->place, NULL),
           ARGUMENTS(the_bind("bind", check, words, bind->expression, bind->place),
                     the_avatar_material("material", check, bind->material)));
    return true;
}

/* ---- colours ---- */

static bool check_type(const struct check *check, const struct color_bind *bind)
{
    enum material_kind kind = material_of(check, bind)->kind;
    bool for_mtoon = bind->color >= COLOR_SHADE && kind != MATERIAL_MTOON;
    if (!for_mtoon && !(bind->color == COLOR_EMISSION && kind == MATERIAL_UNLIT)) {
        return true;
    }
    report(check->findings, for_mtoon ? MESSAGE_VRM_COLOR_TYPE_UNUSED__MTOON : MESSAGE_VRM_COLOR_TYPE_UNUSED__UNLIT,
           bind_place(check, bind->expression, COLORS, bind->place, "type"),
           ARGUMENTS(the_bind("bind", check, WORDS_COLOR_BIND, bind->expression, bind->place),
                     TEXT("type", colors[bind->color].name), the_avatar_material("material", check, bind->material)));
    return false;
}

/* Adds an edit that puts the components of a colour into their range. Whole numbers up to 255 are divided by 255 if
 * one of them is above 1. */
static void write_range(struct finding *finding, const double *value, size_t count, bool emits)
{
    double right[4] = {value[0], value[1], value[2], value[3]};
    bool bytes = !emits;
    for (size_t i = 0; i < 3; i++) {
        bytes = bytes && value[i] >= 0 && value[i] <= BYTE_MOST && value[i] == trunc(value[i]);
    }
    for (size_t i = 0; i < count; i++) {
        bool counted = bytes && (i < 3 || value[i] > 1);
        right[i] = fmax(counted ? value[i] / BYTE_MOST : value[i], 0);
        right[i] = emits ? right[i] : fmin(right[i], 1);
    }
    finding_set_numbers(finding, "0", right, 4);
}

static void check_range(const struct check *check, const struct color_bind *bind, const double *value)
{
    size_t count = bind->color == COLOR_BASE ? 4 : 3;
    bool emits = bind->color == COLOR_EMISSION;
    bool out = false;
    struct argument items[4];
    for (size_t i = 0; i < count; i++) {
        out = out || value[i] < 0 || (value[i] > 1 && !emits);
        items[i] = NUMBER(NULL, value[i], COLORS_DIGITS);
    }
    if (out) {
        struct finding *finding = report(
            check->findings, emits ? MESSAGE_VRM_COLOR_OUT_OF_RANGE__EMISSION : MESSAGE_VRM_COLOR_OUT_OF_RANGE__DEFAULT,
            bind_place(check, bind->expression, COLORS, bind->place, "targetValue"),
            ARGUMENTS(the_bind("bind", check, WORDS_COLOR_BIND, bind->expression, bind->place),
                      TEXT("type", colors[bind->color].name), argument_list("color", items, count, count, JOIN_SPACE)));
        if (!emits && (fix_is_of_bytes(value) || fmax(value[0], fmax(value[1], value[2])) > BYTE_MOST)) {
            finding_severity(finding, VRMLINT_WARNING);
        }
        write_range(finding, value, count, emits);
    }
}

/* Reads the material's own colour; returns false if it is unknown. */
static bool own_color(const struct surface_material *material, size_t color, double *out)
{
    const struct tree *holder = color == COLOR_BASE       ? tree_get(material->json, "pbrMetallicRoughness")
                                : color == COLOR_EMISSION ? material->json
                                                          : tree_extension(material->json, "VRMC_materials_mtoon");
    const struct tree *value = tree_get(holder, colors[color].factor);
    memcpy(out, colors[color].absent, sizeof colors[color].absent);
    if (color == COLOR_EMISSION && tree_extension(material->json, "KHR_materials_emissive_strength") != NULL) {
        return false;
    }
    return value == NULL ? color != COLOR_SHADE : tree_numbers(value, out, color == COLOR_BASE ? 4 : 3);
}

static void check_color(const struct check *check, const struct color_bind *bind)
{
    double value[4];
    double own[4];
    bool given = tree_numbers(tree_get(bind->json, "targetValue"), value, 4);
    if (bind->color == COLORS_KNOWN || !check_type(check, bind)) {
        return;
    }
    if (given) {
        check_range(check, bind, value);
    }
    if (report_unused(check, bind, WORDS_COLOR_BIND, COLORS) || !given ||
        !own_color(material_of(check, bind), bind->color, own)) {
        return;
    }
    for (size_t i = 0; i < (bind->color == COLOR_BASE ? 4 : 3); i++) {
        if (fabs(value[i] - own[i]) > COLOR_TOLERANCE) {
            return;
        }
    }
    report(check->findings, MESSAGE_VRM_BIND_NO_EFFECT__COLOR,
           bind_place(check, bind->expression, COLORS, bind->place, NULL),
           ARGUMENTS(the_bind("bind", check, WORDS_COLOR_BIND, bind->expression, bind->place),
                     TEXT("type", colors[bind->color].name), the_avatar_material("material", check, bind->material)));
}

/* ---- textures ---- */

/* Reads two numbers, or their default if they are missing; returns false if they are something else. */
static bool pair_of(const struct tree *value, double absent, double *out)
{
    out[0] = out[1] = absent;
    return value == NULL || tree_numbers(value, out, 2);
}

static bool is_pair(const double *pair, double value)
{
    return fabs(pair[0] - value) <= OFFSET_TOLERANCE && fabs(pair[1] - value) <= OFFSET_TOLERANCE;
}

static void check_texture(const struct check *check, const struct color_bind *bind)
{
    const struct material_texture *textures = check->avatar->materials->items[bind->material].textures;
    bool moves = false; /* it has a texture that binds move; they don't move the matcap */
    bool transformed = false;
    double scale[2];
    double offset[2];
    for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
        moves = moves || (textures[slot].json != NULL && slot != SLOT_MATCAP);
        transformed = transformed || tree_extension(textures[slot].json, TRANSFORM_NAME) != NULL;
    }
    if (!pair_of(tree_get(bind->json, "scale"), 1, scale) || !pair_of(tree_get(bind->json, "offset"), 0, offset) ||
        report_unused(check, bind, WORDS_TEXTURE_BIND, TEXTURES)) {
        return;
    }
    if (is_pair(scale, 0)) {
        finding_edit_at(report(check->findings, MESSAGE_VRM_TEXTURE_COLLAPSES__DEFAULT,
                               bind_place(check, bind->expression, TEXTURES, bind->place, "scale"),
                               ARGUMENTS(the_bind("bind", check, WORDS_TEXTURE_BIND, bind->expression, bind->place),
                                         the_avatar_material("material", check, bind->material))),
                        VRMLINT_EDIT_SET, "0", "[1,1]");
    }
    bool still = is_pair(scale, 1) && is_pair(offset, 0) && !transformed;
    if (!moves || still) {
        report(check->findings, moves ? MESSAGE_VRM_BIND_NO_EFFECT__TEXTURE : MESSAGE_VRM_BIND_NO_EFFECT__NO_TEXTURE,
               bind_place(check, bind->expression, TEXTURES, bind->place, NULL),
               ARGUMENTS(the_bind("bind", check, WORDS_TEXTURE_BIND, bind->expression, bind->place),
                         the_avatar_material("material", check, bind->material)));
    }
}

/* ---- the binds of one expression ---- */

static void report_twice(const struct check *check, const struct color_bind *first, const struct color_bind *again,
                         bool of_color)
{
    const char *list = of_color ? COLORS : TEXTURES;
    struct argument bind =
        the_bind("bind", check, of_color ? WORDS_COLOR_BIND : WORDS_TEXTURE_BIND, again->expression, again->place);
    struct argument material = the_avatar_material("material", check, again->material);
    struct argument earlier = COUNT("first", first->place);
    struct place place = bind_place(check, again->expression, list, again->place, NULL);
    struct finding *finding = report_taking(
        check->findings, of_color ? MESSAGE_VRM_DUPLICATE_BIND__COLOR : MESSAGE_VRM_DUPLICATE_BIND__TEXTURE, place,
        ARGUMENTS(bind, material, earlier, TEXT("type", colors[again->color].name)));
    finding_relate(finding, RELATED_VRM_DUPLICATE_BIND__DEFAULT,
                   bind_place(check, first->expression, list, first->place, NULL), NO_ARGUMENTS);
}

static void check_list(const struct check *check, size_t expression, bool of_color)
{
    const struct tree *list = tree_get(check->avatar->vrm1->expressions[expression].json, of_color ? COLORS : TEXTURES);
    size_t all = tree_length(list);
    if (all == 0) {
        return;
    }
    struct arena *room = arena_open(check->arena);
    struct color_bind *binds = arena_array(room, all, sizeof *binds);
    size_t count = 0;
    for (size_t i = 0; i < all; i++) {
        struct color_bind bind = {.expression = expression, .place = i, .json = tree_at(list, i)};
        bind.color = of_color ? color_of(tree_get(bind.json, "type")) : 0;
        if (tree_index(tree_get(bind.json, "material"), check->avatar->surfaces->material_count, &bind.material)) {
            if (of_color) {
                check_color(check, &bind);
            } else {
                check_texture(check, &bind);
            }
            binds[count] = bind;
            count += bind.color != COLORS_KNOWN;
        }
    }
    sort_array(room, binds, count, sizeof *binds, sort_by_three);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (binds[i].material == binds[first].material && binds[i].color == binds[first].color) {
            report_twice(check, &binds[first], &binds[i], of_color);
        } else {
            first = i;
        }
    }
    arena_close(room);
}

void check_avatar_colors(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    for (size_t i = 0; vrm1->present && i < vrm1->expression_count; i++) {
        if (vrm1->expressions[i].binds > 0) {
            arena_pulse(check->arena);
            check_list(check, i, true);
            check_list(check, i, false);
        }
    }
}
