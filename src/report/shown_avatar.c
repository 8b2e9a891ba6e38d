/* Writes the card of the avatar, and its materials, as JSON. */
#include <string.h>

#include "report/escape.h"
#include "report/member.h"
#include "report/shown_json.h"

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

/* Writes bytes in base64: RFC 4648, section 4. */
static void write_base64(FILE *out, const unsigned char *bytes, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[4 * 256] = "";
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? (unsigned)bytes[i + 2] : 0);
        line[used++] = letters[bits >> 18];
        line[used++] = letters[bits >> 12 & 63U];
        line[used++] = left > 1 ? letters[bits >> 6 & 63U] : '=';
        line[used++] = left > 2 ? letters[bits & 63U] : '=';
        if (used == sizeof line) {
            fwrite(line, 1, used, out);
            used = 0;
        }
    }
    fwrite(line, 1, used, out);
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
        write_base64(out, card->picture, card->picture_size);
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
