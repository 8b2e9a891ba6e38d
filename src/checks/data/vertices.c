/* Checks normals, tangents, colours and texture coordinates of vertices. */
#include "checks/data/data.h"

#include "base/sort.h"
#include "ids/messages_mesh.h"
#include "ids/messages_words.h"
#include "message/claims.h"

#define DIGITS 4
#define WHITE 0.999        /* a smaller colour is visible */
#define BLACK 0.001        /* a larger colour is visible */
#define LENGTH 0.1         /* outlines are as wide as normals are long; smaller differences don't show */
#define TILES 50.0         /* repetitions of a texture; more are unrealistic on a body */
#define POINT 1e-6         /* coordinates that differ by less show the same pixel */
#define LEAST_COLLAPSED 16 /* vertices; fewer may be a marker or a test */
#define PALETTE 16         /* pixels; smaller images may be palettes */

enum vertex_kind { KIND_NORMAL, KIND_TANGENT, KIND_COLOR, KIND_TEXCOORD, KINDS };

/* A member of a primitive, sorted by accessor. Members that share one are reported once. */
struct attribute_member {
    size_t accessor;
    size_t primitive;
};

/* ---- normals and tangents ---- */

static struct finding *report_directions(const struct data *data, size_t primitive, bool tangent,
                                         const struct sweep_directions *bad, uint64_t total)
{
    struct argument part = the_part("part", data, primitive);
    struct argument count = COUNT("count", bad->bad);
    struct argument all = COUNT("total", total);
    struct argument first = COUNT("first", bad->first);
    struct place place = data_place(data, primitive, tangent ? "attributes/TANGENT" : "attributes/NORMAL");
    if (bad->zero == bad->bad) {
        return report(data->check->findings,
                      tangent ? MESSAGE_MESH_DIRECTION_NOT_UNIT__ZERO_TANGENTS
                              : MESSAGE_MESH_DIRECTION_NOT_UNIT__ZERO_NORMALS,
                      place, ARGUMENTS(part, count, all, first));
    }
    struct finding *finding =
        report(data->check->findings,
               tangent ? MESSAGE_MESH_DIRECTION_NOT_UNIT__TANGENTS : MESSAGE_MESH_DIRECTION_NOT_UNIT__NORMALS, place,
               ARGUMENTS(part, count, all, first, argument_number("worst", bad->worst, 1, UNIT_NONE, DIGITS)));
    size_t material = data->primitives->items[primitive].material;
    bool has_outline = !tangent && material_outline(data->check->avatar->materials, material) > 0;
    if (bad->zero == 0) {
        finding_severity(finding, VRMLINT_INFO); /* shaders normalise them */
    }
    if (finding != NULL && (bad->zero > 0 || (has_outline && fabs(bad->worst - 1) > LENGTH))) {
        finding->in_three_vrm = EFFECT_DIFFERS + 1;
    }
    return finding;
}

static void check_directions(const struct data *data, size_t primitive, bool tangent, const size_t *others,
                             size_t other_count)
{
    const struct primitive *of = &data->primitives->items[primitive];
    size_t index = tangent ? of->tangent : of->normal;
    const struct accessor *accessor = data_vector(data, index, tangent ? 4 : 3);
    const char *member = tangent ? "attributes/TANGENT" : "attributes/NORMAL";
    if (accessor == NULL || data_facts(data, index)->directions == NULL) {
        return;
    }
    const struct sweep_directions *bad = data_facts(data, index)->directions;
    if (bad->bad > 0) {
        struct finding *finding = report_directions(data, primitive, tangent, bad, accessor->base.count);
        data_measure(finding, bad->bad, accessor->base.count, bad->first);
        finding_measure(finding, "zero", (double)bad->zero);
        finding_measure(finding, "worst", bad->worst);
        finding_measure(finding, "limit", SWEEP_UNIT_TOLERANCE);
        data_relate(data, finding, others, other_count, member);
    }
    if (tangent && bad->signs > 0) {
        struct finding *finding =
            report(data->check->findings, MESSAGE_MESH_TANGENT_SIGN__DEFAULT, data_place(data, primitive, member),
                   ARGUMENTS(the_part("part", data, primitive), COUNT("count", bad->signs),
                             COUNT("total", accessor->base.count), COUNT("first", bad->first_sign),
                             argument_number("value", bad->sign, bad->sign < 0 ? -1 : 1, UNIT_NONE, DIGITS)));
        data_measure(finding, bad->signs, accessor->base.count, bad->first_sign);
        data_relate(data, finding, others, other_count, member);
    }
}

/* ---- colours ---- */

static const struct tree *material_of(const struct data *data, const struct primitive *primitive)
{
    return primitive->material == PRIMITIVES_NONE
               ? NULL
               : tree_at(document_tree(data->check->avatar->document, "/materials"), primitive->material);
}

/* Elements of an accessor that have a number outside of a range. */
struct astray {
    size_t count;
    uint64_t first;
    double worst; /* the number that is furthest from the middle of the range */
};

/* Finds them; returns false if the accessor can't be read. */
static bool find_astray(const struct data *data, size_t index, double low, double high, struct astray *out)
{
    const struct elements *form = &accessors_get(data->sweep->accessors, index)->base;
    double middle = (low + high) / 2;
    struct sweep_walk walk;
    struct sweep_window window;
    *out = (struct astray){.worst = middle};
    if (!sweep_begin(&walk, data->sweep, index, 0, 0)) {
        return false;
    }
    while (sweep_next(&walk, &window)) {
        for (size_t i = 0; i < window.count; i++) {
            double numbers[4];
            bool is_astray = false;
            elements_decode(form, window.bytes + i * window.stride, 1, numbers);
            for (size_t k = 0; k < form->components; k++) {
                is_astray = is_astray || numbers[k] < low || numbers[k] > high;
                out->worst = fabs(numbers[k] - middle) > fabs(out->worst - middle) ? numbers[k] : out->worst;
            }
            out->first = is_astray && out->count == 0 ? window.first + i : out->first;
            out->count += is_astray;
        }
    }
    return true;
}

/* Reports colours outside of 0 to 1. */
static void report_range(const struct data *data, size_t primitive, size_t index, const size_t *others,
                         size_t other_count)
{
    uint64_t total = accessors_get(data->sweep->accessors, index)->base.count;
    struct astray astray;
    if (!find_astray(data, index, 0, 1, &astray)) {
        return;
    }
    struct finding *finding =
        report(data->check->findings, MESSAGE_MESH_COLOR_OUT_OF_RANGE__DEFAULT,
               data_place(data, primitive, "attributes/COLOR_0"),
               ARGUMENTS(the_part("part", data, primitive), COUNT("count", astray.count), COUNT("total", total),
                         COUNT("first", astray.first),
                         argument_number("worst", astray.worst, astray.worst < 0 ? 0 : 1, UNIT_NONE, DIGITS)));
    data_measure(finding, astray.count, total, astray.first);
    finding_measure(finding, "worst", astray.worst);
    data_relate(data, finding, others, other_count, "attributes/COLOR_0");
}

static const struct accessor *colors_of(const struct data *data, size_t index)
{
    const struct accessor *accessor = data_accessor(data, index, 4);
    return accessor == NULL ? data_accessor(data, index, 3) : accessor;
}

static void check_range(const struct data *data, size_t primitive, const size_t *others, size_t other_count)
{
    size_t index = data->primitives->items[primitive].color;
    const struct accessor *accessor = colors_of(data, index);
    if (accessor == NULL || accessor->base.component != COMPONENT_FLOAT) {
        return;
    }
    const struct sweep_facts *facts = data_facts(data, index);
    for (size_t k = 0; k < accessor->base.components; k++) {
        if (facts->low[k] < 0 || facts->high[k] > 1) {
            report_range(data, primitive, index, others, other_count);
            return;
        }
    }
}

/* Whether the material of a primitive ignores vertex colours: MToon of both generations does. */
static bool leaves_colors(const struct data *data, size_t primitive)
{
    const struct materials *materials = data->check->avatar->materials;
    size_t material = data->primitives->items[primitive].material;
    return (material < materials->count && materials->items[material].mtoon != NULL) ||
           (material < materials->old_count && materials->olds[material].is_mtoon);
}

/* Reports vertex colours that are black everywhere: a layer that was added but never painted. */
static void check_black(const struct data *data, size_t primitive, const size_t *others, size_t other_count)
{
    size_t index = data->primitives->items[primitive].color;
    const struct accessor *accessor = colors_of(data, index);
    for (size_t k = 0; accessor != NULL && k < 3; k++) {
        accessor = sweep_value(&accessor->base, data_facts(data, index)->high[k]) > BLACK ||
                           data_facts(data, index)->low[k] < 0
                       ? NULL
                       : accessor;
    }
    if (accessor == NULL || leaves_colors(data, primitive)) {
        return;
    }
    struct finding *finding = report(
        data->check->findings, MESSAGE_MESH_COLORS_BLACK__DEFAULT, data_place(data, primitive, "attributes/COLOR_0"),
        ARGUMENTS(the_part("part", data, primitive), COUNT("total", accessor->base.count)));
    data_relate(data, finding, others, other_count, "attributes/COLOR_0");
}

/* Reports vertex colours that MToon ignores. */
static void check_ignored(const struct data *data, size_t primitive)
{
    const struct primitive *of = &data->primitives->items[primitive];
    const struct accessor *accessor = colors_of(data, of->color);
    if (accessor == NULL || tree_extension(material_of(data, of), "VRMC_materials_mtoon") == NULL) {
        return;
    }
    for (size_t k = 0; k < accessor->base.components; k++) {
        double least = sweep_value(&accessor->base, data_facts(data, of->color)->low[k]);
        if (least < WHITE) {
            struct finding *finding =
                report(data->check->findings, MESSAGE_MESH_COLORS_IGNORED__DEFAULT,
                       data_place(data, primitive, "attributes/COLOR_0"),
                       ARGUMENTS(the_part("part", data, primitive),
                                 the_thing("material", WORDS_MATERIAL, of->material,
                                           tree_text(tree_get(material_of(data, of), "name"), NULL)),
                                 argument_number("least", least, 1, UNIT_NONE, DIGITS)));
            finding_measure(finding, "least", least);
            return;
        }
    }
}

/* ---- texture coordinates ---- */

/* Whether the coordinates of a primitive's base texture are used unscaled; they may be moved or rotated. */
static bool has_plain_texture(const struct data *data, size_t primitive)
{
    const struct materials *materials = data->check->avatar->materials;
    size_t material = data->primitives->items[primitive].material;
    const struct material_texture *base =
        material < materials->count ? &materials->items[material].textures[SLOT_BASE] : NULL;
    bool is_scaled = base != NULL && base->transform != NULL &&
                     (!base->transform_known || base->scale[0] != 1 || base->scale[1] != 1);
    return base != NULL && base->given && base->coord == 0 && !is_scaled;
}

/* Reports coordinates that are too large for any tiling: they are in pixels or in another unit. */
static void check_far_values(const struct data *data, size_t primitive, const size_t *others, size_t other_count)
{
    size_t index = data->primitives->items[primitive].texcoord;
    const struct accessor *accessor = data_accessor(data, index, 2);
    struct astray astray;
    const struct sweep_facts *facts = data_facts(data, index);
    if (accessor == NULL || accessor->base.component != COMPONENT_FLOAT || !has_plain_texture(data, primitive) ||
        fmax(fmax(facts->high[0], facts->high[1]), -fmin(facts->low[0], facts->low[1])) <= TILES ||
        !find_astray(data, index, -1, 1, &astray)) {
        return;
    }
    if (astray.count < accessor->base.count / 2 + 1) {
        return; /* a few wrong ones aren't caused by the unit */
    }
    struct finding *finding =
        report(data->check->findings, MESSAGE_MESH_TEXCOORDS_ASTRAY__DEFAULT,
               data_place(data, primitive, "attributes/TEXCOORD_0"),
               ARGUMENTS(the_part("part", data, primitive), COUNT("count", astray.count),
                         COUNT("total", accessor->base.count), NUMBER("worst", astray.worst, DIGITS)));
    data_measure(finding, astray.count, accessor->base.count, astray.first);
    finding_measure(finding, "worst", astray.worst);
    finding_measure(finding, "limit", TILES);
    data_relate(data, finding, others, other_count, "attributes/TEXCOORD_0");
}

/* The part of a texture that its primitives show. */
struct shown_part {
    double low[2];
    double high[2];
    double vertices;
    size_t first;   /* the first primitive */
    bool is_spread; /* more than a point, or unknown */
};

static void add_shown(const struct data *data, size_t primitive, struct shown_part *shown)
{
    size_t index = data->primitives->items[primitive].texcoord;
    const struct accessor *accessor = data_accessor(data, index, 2);
    if (accessor == NULL || accessor->base.component != COMPONENT_FLOAT || !has_plain_texture(data, primitive)) {
        shown->is_spread = true;
        return;
    }
    const struct sweep_facts *facts = data_facts(data, index);
    for (size_t k = 0; k < 2; k++) {
        shown->low[k] = shown->vertices > 0 ? fmin(shown->low[k], facts->low[k]) : facts->low[k];
        shown->high[k] = shown->vertices > 0 ? fmax(shown->high[k], facts->high[k]) : facts->high[k];
        shown->is_spread = shown->is_spread || !(shown->high[k] - shown->low[k] <= POINT);
    }
    shown->first = shown->vertices > 0 ? shown->first : primitive;
    shown->vertices += (double)accessor->base.count;
}

/* Reports textures of which all primitives show the same point: the coordinates were lost. Small images may be
 * palettes. */
static void check_collapsed(const struct data *data)
{
    const struct check *check = data->check;
    const struct materials *materials = check->avatar->materials;
    struct shown_part *all = arena_array(check->arena, materials->texture_count, sizeof *all);
    for (size_t i = 0; i < data->primitives->count; i++) {
        size_t material = data->primitives->items[i].material;
        const struct material_texture *base =
            material < materials->count ? &materials->items[material].textures[SLOT_BASE] : NULL;
        if (base != NULL && base->given) {
            add_shown(data, i, &all[base->texture]);
        }
    }
    for (size_t i = 0; i < materials->texture_count; i++) {
        size_t image = materials->textures[i].image;
        const struct image_header *header =
            image < check->avatar->images->count && check->avatar->images->items[image].header.status == IMAGE_WHOLE
                ? &check->avatar->images->items[image].header
                : NULL;
        if (all[i].is_spread || all[i].vertices < LEAST_COLLAPSED || header == NULL || header->width <= PALETTE ||
            header->height <= PALETTE) {
            continue;
        }
        struct argument point[] = {NUMBER(NULL, all[i].low[0], DIGITS), NUMBER(NULL, all[i].low[1], DIGITS)};
        size_t first = all[i].first;
        struct place material = place_of(PLACE_MATERIAL, data->primitives->items[first].material, 0, NULL);
        report(check->findings, MESSAGE_MESH_TEXCOORDS_ASTRAY__POINT, data_place(data, first, "attributes/TEXCOORD_0"),
               ARGUMENTS(the_part("part", data, first), argument_list("point", point, 2, 2, JOIN_SPACE),
                         the_place("material", check->avatar, &material, false)));
    }
}

/* ---- */

static size_t vertex_member_of(const struct primitive *primitive, enum vertex_kind kind)
{
    const size_t members[KINDS] = {primitive->normal, primitive->tangent, primitive->color, primitive->texcoord};
    return members[kind];
}

static void check_kind(const struct data *data, enum vertex_kind kind, struct attribute_member *named, size_t *others)
{
    size_t count = 0;
    for (size_t i = 0; i < data->primitives->count; i++) {
        size_t accessor = vertex_member_of(&data->primitives->items[i], kind);
        if (accessor != PRIMITIVES_NONE) {
            named[count++] = (struct attribute_member){accessor, i};
        }
    }
    sort_array(data->check->arena, named, count, sizeof *named, sort_by_two);
    for (size_t i = 0, next; i < count; i = next) {
        size_t other_count = 0;
        for (next = i + 1; next < count && named[next].accessor == named[i].accessor; next++) {
            others[other_count++] = named[next].primitive;
        }
        if (kind == KIND_COLOR) {
            check_range(data, named[i].primitive, others, other_count);
            check_black(data, named[i].primitive, others, other_count);
        } else if (kind == KIND_TEXCOORD) {
            check_far_values(data, named[i].primitive, others, other_count);
        } else {
            check_directions(data, named[i].primitive, kind == KIND_TANGENT, others, other_count);
        }
    }
}

void data_check_vertices(struct data *data)
{
    struct attribute_member *named = arena_array(data->check->arena, data->primitives->count, sizeof *named);
    size_t *others = arena_array(data->check->arena, data->primitives->count, sizeof *others);
    for (enum vertex_kind kind = 0; kind < KINDS; kind++) {
        check_kind(data, kind, named, others);
    }
    check_collapsed(data);
    for (size_t i = 0; i < data->primitives->count; i++) {
        if (data->primitives->items[i].color != PRIMITIVES_NONE) {
            check_ignored(data, i);
        }
    }
}
