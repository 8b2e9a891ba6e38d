#include <math.h>
#include <stdint.h>
#include <string.h>

#include "report/escape.h"
#include "report/shown_json.h"

/* Writes the card of the avatar, and its materials, as JSON. */

enum {
    EXPRESSION_BUDGET = 16000, /* bytes of all names in the list of expressions */
    AUTHORS_MAX = 100,
    MATERIALS_MAX = 40,
    TEXTURES_MAX = 12,
};

static void print_named(FILE *out, const char *key, const char *name)
{
    if (name != NULL) {
        member_key(out, key, false);
        member_print_name(out, name);
    }
}

static void print_names(FILE *out, const char *key, const char *const *names, size_t count)
{
    member_key(out, key, false);
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", out);
        member_print_name(out, names[i]);
    }
    fputc(']', out);
}

/* ---- the card ---- */

static void print_terms(FILE *out, const struct vrmlint_card *card)
{
    static const char *const names[VRMLINT_TERMS] = {
        [VRMLINT_TERM_ACTING] = "acting",     [VRMLINT_TERM_VIOLENCE] = "violence",
        [VRMLINT_TERM_SEX] = "sex",           [VRMLINT_TERM_COMMERCE] = "commerce",
        [VRMLINT_TERM_POLITICS] = "politics", [VRMLINT_TERM_HATE] = "hate",
        [VRMLINT_TERM_CREDIT] = "credit",     [VRMLINT_TERM_PASSING_ON] = "passingOn",
        [VRMLINT_TERM_CHANGING] = "changing", [VRMLINT_TERM_LICENCE] = "licence",
        [VRMLINT_TERM_OTHER] = "other",       [VRMLINT_TERM_MORE] = "more",
    };
    bool first = true;
    fputs(", \"terms\": {", out);
    for (size_t i = 0; i < VRMLINT_TERMS; i++) {
        if (card->terms[i] != NULL) {
            member_key(out, names[i], first);
            member_print_name(out, card->terms[i]);
            first = false;
        }
    }
    fputc('}', out);
}

static size_t length_of(const char *name)
{
    return name == NULL ? 0 : strlen(name);
}

static size_t print_expression(FILE *out, const struct vrmlint_card_expression *expression)
{
    static const char *const kinds[] = {"morph", "colour", "texture", "node"};
    size_t length = length_of(expression->name);
    fputs("{\"name\": ", out);
    member_print_name(out, expression->name == NULL ? "" : expression->name);
    fprintf(out, "%s, \"more\": %zu, \"bound\": [", expression->custom ? ", \"custom\": true" : "", expression->more);
    for (size_t i = 0; i < expression->bound_count; i++) {
        const struct vrmlint_bound *bound = &expression->bound[i];
        fprintf(out, "%s{\"kind\": \"%s\", \"index\": %zu", i == 0 ? "" : ", ", kinds[bound->kind], bound->index);
        print_named(out, "what", bound->what);
        print_named(out, "of", bound->of);
        fputc('}', out);
        length += 30 + length_of(bound->what) + length_of(bound->of);
    }
    fputs("]}", out);
    return length;
}

static void print_expressions(FILE *out, const struct vrmlint_card *card)
{
    size_t used = 0;
    size_t shown = 0;
    fputs(", \"expressions\": [", out);
    for (; shown < card->expression_count && used < EXPRESSION_BUDGET; shown++) {
        fputs(shown == 0 ? "" : ", ", out);
        used += print_expression(out, &card->expressions[shown]);
    }
    fprintf(out, "], \"moreExpressions\": %zu", card->expression_count - shown + card->more_expressions);
}

void shown_print_card(FILE *out, const struct vrmlint_card *card, size_t picture_size)
{
    fprintf(out, "{\"is0x\": %s", card->is_0x ? "true" : "false");
    print_named(out, "title", card->title);
    print_named(out, "version", card->version);
    print_named(out, "contact", card->contact);
    print_names(out, "authors", card->authors, card->author_count < AUTHORS_MAX ? card->author_count : AUTHORS_MAX);
    print_terms(out, card);
    fprintf(out, ", \"bones\": %zu", card->bone_count);
    print_names(out, "missing", card->missing, card->missing_count);
    fprintf(out, ", \"missingNeeded\": %zu", card->missing_needed);
    print_expressions(out, card);
    if (card->picture != NULL && card->picture_size / 3 * 4 + 4 <= picture_size) {
        fprintf(out, ", \"picture\": {\"width\": %u, \"height\": %u, \"data\": \"data:%s;base64,", card->picture_width,
                card->picture_height, card->picture_type);
        escape_base64(out, card->picture, card->picture_size);
        fputs("\"}", out);
    }
    fputc('}', out);
}

/* ---- materials ---- */

static void print_swatch(FILE *out, const char *name, const struct vrmlint_swatch *swatch)
{
    if (swatch->there) {
        fprintf(out, ", \"%s\": \"#%02x%02x%02x\"", name, swatch->rgb[0], swatch->rgb[1], swatch->rgb[2]);
    }
}

static void print_texture(FILE *out, const struct vrmlint_shown_texture *texture)
{
    fprintf(out, "{\"image\": %zu, \"width\": %lu, \"height\": %lu, \"bytes\": %llu", texture->image,
            (unsigned long)texture->width, (unsigned long)texture->height, (unsigned long long)texture->bytes);
    print_named(out, "slot", texture->slot);
    print_named(out, "name", texture->name);
    print_named(out, "format", texture->format);
    fputc('}', out);
}

static void print_material(FILE *out, const struct vrmlint_painted *material)
{
    size_t shown = material->texture_count < TEXTURES_MAX ? material->texture_count : TEXTURES_MAX;
    fprintf(out, "{\"index\": %zu, \"bytes\": %llu", material->index, (unsigned long long)material->own_bytes);
    print_named(out, "name", material->name);
    print_named(out, "kind", material->kind);
    print_named(out, "alphaMode", material->alpha_mode);
    print_swatch(out, "base", &material->base);
    print_swatch(out, "shade", &material->shade);
    print_swatch(out, "rim", &material->rim);
    print_swatch(out, "outline", &material->outline);
    fprintf(out, ", \"moreTextures\": %zu, \"textures\": [", material->texture_count - shown);
    for (size_t i = 0; i < shown; i++) {
        fputs(i == 0 ? "" : ", ", out);
        print_texture(out, &material->textures[i]);
    }
    fputs("]}", out);
}

void shown_print_materials(FILE *out, const struct vrmlint_palette *palette)
{
    static const char *const spent[VRMLINT_SPENT_KINDS] = {
        [VRMLINT_SPENT_OTHER_IMAGES] = "otherImages",
        [VRMLINT_SPENT_MESHES] = "meshes",
        [VRMLINT_SPENT_MORPHS] = "morphs",
        [VRMLINT_SPENT_ANIMATIONS] = "animations",
        [VRMLINT_SPENT_JSON] = "json",
    };
    size_t shown = palette->material_count < MATERIALS_MAX ? palette->material_count : MATERIALS_MAX;
    uint64_t others = 0;
    for (size_t i = shown; i < palette->material_count; i++) {
        others += palette->materials[i].own_bytes;
    }
    fprintf(out, "{\"count\": %zu, \"otherMaterials\": %llu", palette->material_count, (unsigned long long)others);
    for (size_t i = 0; i < VRMLINT_SPENT_KINDS; i++) {
        fprintf(out, ", \"%s\": %llu", spent[i], (unsigned long long)palette->spent[i]);
    }
    fputs(", \"materials\": [", out);
    for (size_t i = 0; i < shown; i++) {
        fputs(i == 0 ? "" : ", ", out);
        print_material(out, &palette->materials[i]);
    }
    fputs("]}", out);
}

/*
 * Writes the drawing of an avatar as JSON. Coordinates are whole numbers in a unit of the drawing's own, which keeps
 * them short: "unit" is its length in metres. Bones are lines of points; a line continues while the next bone begins
 * where the last one ends.
 */

enum {
    MARKS_OF_FINDING = 6, /* positions per finding */
    RINGS_MAX = 6,
    MEMBERS_MAX = 12,
    FARTHEST = 1000000, /* a coordinate beyond this is written as this */
};

struct pen {
    FILE *out;
    double steps; /* per metre */
};

static void print_point(const struct pen *pen, const float place[3], const char *separator)
{
    for (int i = 0; i < 3; i++) {
        double value = fmin(fmax((double)place[i] * pen->steps, -FARTHEST), FARTHEST);
        fprintf(pen->out, "%s%ld", i == 0 ? separator : ",", lround(value));
    }
}

static void print_place(const struct pen *pen, const char *name, const float place[3])
{
    fprintf(pen->out, ", \"%s\": [", name);
    print_point(pen, place, "");
    fputc(']', pen->out);
}

/* Returns the largest extent of the bones, or of the colliders if there are no bones. */
static double size_of(const struct vrmlint_drawing *drawing)
{
    double size = 0;
    for (int axis = 0; axis < 3; axis++) {
        double least = INFINITY;
        double most = -INFINITY;
        for (size_t i = 0; i < drawing->bone_count; i++) {
            least = fmin(least, fminf(drawing->bones[i].from[axis], drawing->bones[i].to[axis]));
            most = fmax(most, fmaxf(drawing->bones[i].from[axis], drawing->bones[i].to[axis]));
        }
        for (size_t i = 0; drawing->bone_count == 0 && i < drawing->collider_count; i++) {
            least = fmin(least, drawing->colliders[i].at[axis]);
            most = fmax(most, drawing->colliders[i].at[axis]);
        }
        size = fmax(size, most - least);
    }
    return size > 1e-6 ? size : 1;
}

static bool is_same_point(const float a[3], const float b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* Writes the lines of the bones of one chain, or of the body, from begin on, at most *left bones. Returns the index
 * of the next bone; *more counts the bones that are left out. */
static size_t print_lines(const struct pen *pen, const struct vrmlint_drawing *drawing, size_t begin, size_t *left,
                          size_t *more)
{
    size_t chain = drawing->bones[begin].chain;
    const float *end = NULL;
    size_t i = begin;
    fputc('[', pen->out);
    for (; i < drawing->bone_count && drawing->bones[i].chain == chain; i++) {
        const struct vrmlint_drawn_bone *bone = &drawing->bones[i];
        if (*left == 0) {
            (*more)++;
            continue;
        }
        (*left)--;
        if (end == NULL || !is_same_point(end, bone->from)) {
            fputs(end == NULL ? "[" : "],[", pen->out);
            print_point(pen, bone->from, "");
        }
        print_point(pen, bone->to, ",");
        end = bone->to;
    }
    fputs(end == NULL ? "]" : "]]", pen->out);
    return i;
}

/* Writes the worst severity, unless a baseline knows findings: one of them may be the worst. */
static void print_worst(const struct pen *pen, const struct vrmlint_report *report, enum vrmlint_severity worst)
{
    if (worst != VRMLINT_OFF && report->known_findings == 0) {
        member_text(pen->out, "worst", vrmlint_severity_name(worst), false);
    }
}

static size_t end_of(const struct vrmlint_drawing *drawing, size_t begin)
{
    size_t end = begin;
    while (end < drawing->bone_count && drawing->bones[end].chain == drawing->bones[begin].chain) {
        end++;
    }
    return end;
}

/* Writes the chains with findings first, so that they are within the limit. */
static void print_chains(const struct pen *pen, enum vrmlint_language language, const struct vrmlint_report *report,
                         size_t left, size_t *more)
{
    const struct vrmlint_drawing *drawing = report->drawing;
    const char *separator = "";
    fputs(", \"chains\": [", pen->out);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t begin = 0, end; begin < drawing->bone_count; begin = end) {
            size_t index = drawing->bones[begin].chain;
            end = end_of(drawing, begin);
            if (index == SIZE_MAX || (drawing->chains[index].worst != VRMLINT_OFF) != (pass == 0)) {
                continue;
            }
            if (left == 0) {
                *more += end - begin;
                continue;
            }
            fprintf(pen->out, "%s{\"subject\": ", separator);
            member_print_name(pen->out, vrmlint_text_in(&drawing->chains[index].subject, language));
            print_worst(pen, report, drawing->chains[index].worst);
            fputs(", \"lines\": ", pen->out);
            print_lines(pen, drawing, begin, &left, more);
            fputc('}', pen->out);
            separator = ", ";
        }
    }
    fputc(']', pen->out);
}

static void print_joints(const struct pen *pen, const struct vrmlint_drawing *drawing)
{
    fputs(", \"joints\": [", pen->out);
    for (size_t i = 0; i < drawing->joint_count; i++) {
        fprintf(pen->out, "%s[\"%s\"", i == 0 ? "" : ",", drawing->joints[i].name);
        print_point(pen, drawing->joints[i].at, ",");
        fputs(drawing->joints[i].small ? ",1]" : "]", pen->out);
    }
    fputc(']', pen->out);
}

static void print_colliders(const struct pen *pen, const struct vrmlint_report *report, size_t left, size_t *more)
{
    static const char *const shapes[] = {"sphere", "capsule", "plane"};
    const struct vrmlint_drawing *drawing = report->drawing;
    const char *separator = "";
    fputs(", \"colliders\": [", pen->out);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < drawing->collider_count; i++) {
            const struct vrmlint_drawn_collider *collider = &drawing->colliders[i];
            if ((collider->worst != VRMLINT_OFF) != (pass == 0)) {
                continue;
            }
            if (left == 0) {
                (*more)++;
                continue;
            }
            left--;
            double radius = fmin((double)collider->radius * pen->steps, FARTHEST);
            fprintf(pen->out, "%s{\"shape\": \"%s\", \"radius\": %ld%s", separator, shapes[collider->shape],
                    lround(radius), collider->inside ? ", \"inside\": true" : "");
            print_worst(pen, report, collider->worst);
            print_place(pen, "at", collider->at);
            if (collider->shape == VRMLINT_CAPSULE) {
                print_place(pen, "to", collider->to);
            } else if (collider->shape == VRMLINT_PLANE) {
                fprintf(pen->out, ", \"normal\": [%.3f, %.3f, %.3f]", (double)collider->to[0], (double)collider->to[1],
                        (double)collider->to[2]);
            }
            fputc('}', pen->out);
            separator = ", ";
        }
    }
    fputc(']', pen->out);
}

static void print_limits(const struct pen *pen, const struct vrmlint_report *report, size_t left, size_t *more)
{
    const struct vrmlint_drawing *drawing = report->drawing;
    const char *separator = "";
    fputs(", \"limits\": [", pen->out);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < drawing->limit_count; i++) {
            const struct vrmlint_drawn_limit *limit = &drawing->limits[i];
            if ((limit->worst != VRMLINT_OFF) != (pass == 0)) {
                continue;
            }
            if (left == 0) {
                (*more)++;
                continue;
            }
            left--;
            fprintf(pen->out, "%s{\"flat\": %s", separator, limit->flat ? "true" : "false");
            print_worst(pen, report, limit->worst);
            print_place(pen, "at", limit->at);
            fputs(", \"border\": [", pen->out);
            for (int k = 0; k < VRMLINT_LIMIT_POINTS; k++) {
                print_point(pen, limit->border[k], k == 0 ? "" : ",");
            }
            fputs("]}", pen->out);
            separator = ", ";
        }
    }
    fputc(']', pen->out);
}

static void print_marks(const struct pen *pen, const struct vrmlint_drawing *drawing, const size_t *index_of,
                        size_t left)
{
    const char *separator = "";
    size_t of_finding = 0;
    fputs(", \"marks\": [", pen->out);
    for (size_t i = 0; i < drawing->mark_count; i++) {
        const struct vrmlint_drawn_mark *mark = &drawing->marks[i];
        of_finding = i > 0 && mark->finding == drawing->marks[i - 1].finding ? of_finding + 1 : 0;
        if (index_of[mark->finding] != SIZE_MAX && of_finding < MARKS_OF_FINDING && left > 0) {
            left--;
            fprintf(pen->out, "%s[%zu", separator, index_of[mark->finding]);
            print_point(pen, mark->at, ",");
            fputc(']', pen->out);
            separator = ",";
        }
    }
    fputc(']', pen->out);
}

static void print_ring(FILE *out, enum vrmlint_language language, const struct vrmlint_drawn_ring *ring, size_t finding)
{
    size_t shown = ring->member_count < MEMBERS_MAX ? ring->member_count : MEMBERS_MAX;
    fprintf(out, "{\"finding\": %zu, \"more\": %zu, \"members\": [", finding,
            ring->left_out + ring->member_count - shown);
    for (size_t i = 0; i < shown; i++) {
        fputs(i == 0 ? "[" : ", [", out);
        member_print_name(out, vrmlint_text_in(&ring->members[i].node, language));
        fputs(", ", out);
        member_print_name(out, vrmlint_text_in(&ring->members[i].source, language));
        fprintf(out, ", \"%s\"]", ring->members[i].how);
    }
    fputs("]}", out);
}

/* Writes the cycles, except those whose finding isn't listed because a baseline knows it. */
static void print_rings(FILE *out, enum vrmlint_language language, const struct vrmlint_drawing *drawing,
                        const size_t *index_of)
{
    size_t shown = 0;
    size_t more = 0;
    fputs(", \"rings\": [", out);
    for (size_t i = 0; i < drawing->ring_count; i++) {
        size_t finding = index_of[drawing->rings[i].finding];
        if (finding == SIZE_MAX) {
            continue;
        }
        if (shown == RINGS_MAX) {
            more++;
            continue;
        }
        fputs(shown++ == 0 ? "" : ", ", out);
        print_ring(out, language, &drawing->rings[i], finding);
    }
    fprintf(out, "], \"moreRings\": %zu", more);
}

void shown_print_drawing(FILE *out, enum vrmlint_language language, const struct vrmlint_report *report,
                         const size_t *index_of, const struct shown_limits *limits)
{
    const struct vrmlint_drawing *drawing = report->drawing;
    double size = size_of(drawing);
    struct pen pen = {out, limits->steps / size};
    size_t bones = 0;
    size_t colliders = 0;
    size_t more_limits = 0;
    fprintf(out, "{\"unit\": %.9g, \"facesBack\": %s, \"body\": ", size / limits->steps,
            drawing->faces_back ? "true" : "false");
    size_t left = limits->bones / 2;
    if (drawing->bone_count > 0 && drawing->bones[0].chain == SIZE_MAX) {
        print_lines(&pen, drawing, 0, &left, &bones);
    } else {
        fputs("[]", out);
    }
    print_chains(&pen, language, report, limits->bones, &bones);
    print_joints(&pen, drawing);
    print_colliders(&pen, report, limits->bones / 5, &colliders);
    print_limits(&pen, report, limits->bones / 20, &more_limits);
    print_marks(&pen, drawing, index_of, limits->bones / 2);
    print_rings(out, language, drawing, index_of);
    fprintf(out, ", \"more\": {\"bones\": %zu, \"colliders\": %zu, \"limits\": %zu}}", bones, colliders, more_limits);
}
