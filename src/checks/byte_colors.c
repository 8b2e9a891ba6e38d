#include "checks/byte_colors.h"

#include <string.h>

#include "base/json_value.h"
#include "checks/causes/follow.h"

#define MOST 255.0
#define BRIGHTEST 16.0   /* for colours that are meant to glow */
#define LEAST_BESIDE 2.0 /* a colour that is only slightly too bright has less */

/* The degrees to which a colour is evidently written from 0 to 255. */
enum byte_sign { SIGN_NONE, SIGN_WEAK /* only if others are clear */, SIGN_CLEAR };

static enum byte_sign sign_of(enum byte_color kind, const double *numbers, size_t count)
{
    double largest = 0;
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] < 0 || numbers[i] > MOST) {
            return SIGN_NONE;
        }
        largest = i < 3 ? fmax(largest, numbers[i]) : largest;
        whole = whole && (i == 3 || numbers[i] == trunc(numbers[i]));
    }
    double weak = count > 3 ? fmax(largest, numbers[3]) : largest;
    if (largest > (kind == BYTE_COLOR_LIGHT ? BRIGHTEST_LIGHT : BRIGHTEST) && (whole || kind == BYTE_COLOR_PLAIN)) {
        return SIGN_CLEAR;
    }
    return weak >= LEAST_BESIDE && kind != BYTE_COLOR_LIGHT ? SIGN_WEAK : SIGN_NONE;
}

struct signs {
    size_t clear;
    size_t weak;
};

static void add_sign(struct signs *signs, enum byte_color kind, const struct tree *value, size_t count)
{
    double numbers[4];
    enum byte_sign sign = tree_numbers(value, numbers, count) ? sign_of(kind, numbers, count) : SIGN_NONE;
    signs->clear += sign == SIGN_CLEAR;
    signs->weak += sign == SIGN_WEAK;
}

static void add_materials(struct signs *signs, const struct tree *list)
{
    static const char *const factors[] = {"shadeColorFactor", "matcapFactor", "parametricRimColorFactor",
                                          "outlineColorFactor"};
    for (size_t i = 0; i < tree_length(list); i++) {
        const struct tree *material = tree_at(list, i);
        const struct tree *mtoon = tree_extension(material, MTOON_NAME);
        add_sign(signs, BYTE_COLOR_PLAIN, tree_get(tree_get(material, "pbrMetallicRoughness"), "baseColorFactor"), 4);
        add_sign(signs, BYTE_COLOR_GLOW, tree_get(material, "emissiveFactor"), 3);
        for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
            add_sign(signs, BYTE_COLOR_PLAIN, tree_get(mtoon, factors[k]), 3);
        }
    }
}

static void add_properties(struct signs *signs, const struct tree *list)
{
    static const char *const plain[] = {"_Color", "_ShadeColor", "_OutlineColor"};
    static const char *const lights[] = {"_EmissionColor", "_RimColor"};
    for (size_t i = 0; i < tree_length(list); i++) {
        const struct tree *vectors = tree_get(tree_at(list, i), "vectorProperties");
        for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
            add_sign(signs, BYTE_COLOR_PLAIN, tree_get(vectors, plain[k]), 4);
        }
        for (size_t k = 0; k < sizeof lights / sizeof *lights; k++) {
            add_sign(signs, BYTE_COLOR_LIGHT, tree_get(vectors, lights[k]), 4);
        }
    }
}

size_t byte_colors_count(struct check *check)
{
    if (!check->byte_colors_read) {
        struct signs signs = {0, 0};
        add_materials(&signs, document_tree(check->avatar->document, "/materials"));
        add_properties(&signs, document_tree(check->avatar->document, MATERIALS0_POINTER));
        check->byte_colors_read = true;
        check->byte_colors_found = signs.clear > 0 ? signs.clear + signs.weak : 0;
    }
    return check->byte_colors_found;
}

bool byte_color_is(struct check *check, enum byte_color kind, const double *numbers, size_t count)
{
    enum byte_sign sign = sign_of(kind, numbers, count);
    return sign == SIGN_CLEAR || (sign == SIGN_WEAK && byte_colors_count(check) > 0);
}

static void edit_noted_color(struct finding *finding, const struct noted_color *noted)
{
    double numbers[4];
    struct json_value value;
    for (size_t k = 0; k < noted->count; k++) {
        numbers[k] = k < 3 || noted->numbers[k] > 1 ? noted->numbers[k] / MOST : noted->numbers[k];
    }
    finding_edit(finding, VRMLINT_EDIT_SET, place_at(noted->pointer), json_numbers(&value, numbers, noted->count));
}

void byte_color_note(struct check *check, struct finding *finding, const char *pointer, const double *numbers,
                     size_t count)
{
    if (finding == NULL || finding->counted) {
        return;
    }
    struct noted_color *noted = ARENA_ADD(check->arena, check->byte_colors, check->byte_color_count);
    *noted = (struct noted_color){.finding = finding, .pointer = pointer, .count = count};
    memcpy(noted->numbers, numbers, count * sizeof *numbers);
    edit_noted_color(finding, noted);
}

void byte_colors_apply(struct check *check)
{
    struct finding *head = NULL;
    for (size_t i = 0; i < check->byte_color_count; i++) {
        struct finding *finding = check->byte_colors[i].finding;
        if (finding->cause == NULL && (head == NULL || finding->severity > head->severity)) {
            head = finding;
        }
    }
    for (size_t i = 0; i < check->byte_color_count; i++) {
        const struct noted_color *noted = &check->byte_colors[i];
        bool is_same = i > 0 && strcmp(noted->pointer, check->byte_colors[i - 1].pointer) == 0;
        bool follows = noted->finding != head && cause_follow(check, noted->finding, head, false);
        if (follows && !is_same) {
            edit_noted_color(head, noted);
        }
    }
}
