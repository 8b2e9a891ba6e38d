/* The materials of a file: colours as swatches, transparency, textures by size; and a bar of what its bytes are. */
#include "ids/messages_report.h"
#include "ids/messages_words.h"
#include "report/html.h"

enum {
    MATERIALS_MAX = 40,
    TEXTURES_MAX = 12,
    PARTS_MAX = 12, /* materials that have a part of the bar of their own */
    BAR = 1000,     /* width of the bar, units */
    COLOURS = 12,   /* that parts take in turn: p0 to p11 in page.css */
};

static void put_megabytes(struct buf *page, enum vrmlint_language language, uint64_t bytes)
{
    html_say(page, language, WORDS_PAGE_MEGABYTES, ARGUMENTS(NUMBER("megabytes", (double)bytes / 1e6, 2)));
}

/* ---- materials ---- */

static void put_swatch(struct buf *page, enum vrmlint_language language, enum message name,
                       const struct vrmlint_swatch *swatch)
{
    if (!swatch->there) {
        return;
    }
    buf_printf(page,
               "<li><svg class=\"swatch\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><rect "
               "width=\"20\" height=\"20\" fill=\"#%02x%02x%02x\"/></svg> ",
               swatch->rgb[0], swatch->rgb[1], swatch->rgb[2]);
    html_say(page, language, name, NO_ARGUMENTS);
    buf_printf(page, " <code>#%02x%02x%02x</code></li>", swatch->rgb[0], swatch->rgb[1], swatch->rgb[2]);
}

static void put_texture(struct buf *page, enum vrmlint_language language, const struct vrmlint_shown_texture *texture)
{
    buf_str(page, "<tr><td><code>");
    html_put(page, texture->slot, HTML_NAME_MAX);
    buf_str(page, "</code></td><td>");
    if (texture->name != NULL) {
        html_put_name(page, texture->name);
    } else {
        html_say(page, language, WORDS_PAGE_IMAGE, ARGUMENTS(COUNT("index", texture->image)));
    }
    buf_str(page, "</td><td>");
    if (texture->width > 0) {
        buf_printf(page, "%lu&nbsp;\xC3\x97&nbsp;%lu", (unsigned long)texture->width, (unsigned long)texture->height);
    }
    buf_printf(page, "</td><td>%s</td><td class=\"n\">", texture->format == NULL ? "" : texture->format);
    if (texture->bytes > 0) {
        put_megabytes(page, language, texture->bytes);
    }
    buf_str(page, "</td></tr>\n");
}

static void put_textures(struct buf *page, enum vrmlint_language language, const struct vrmlint_painted *material)
{
    if (material->texture_count == 0) {
        html_say_in(page, language, "p class=\"at\"", WORDS_PAGE_NO_TEXTURES, NO_ARGUMENTS);
        return;
    }
    buf_str(page, "<table><tbody>\n");
    for (size_t i = 0; i < material->texture_count && i < TEXTURES_MAX; i++) {
        put_texture(page, language, &material->textures[i]);
    }
    buf_str(page, "</tbody></table>");
    if (material->texture_count > TEXTURES_MAX) {
        html_say_in(page, language, "p class=\"at\"", WORDS_AND_MORE_COUNT,
                    ARGUMENTS(COUNT("count", material->texture_count - TEXTURES_MAX)));
    }
}

static void put_name(struct buf *page, enum vrmlint_language language, const struct vrmlint_painted *material)
{
    if (material->name != NULL) {
        html_put_name(page, material->name);
    } else {
        html_say(page, language, WORDS_PAGE_MATERIAL, ARGUMENTS(COUNT("index", material->index)));
    }
}

static void put_material(struct buf *page, enum vrmlint_language language, const struct vrmlint_painted *material)
{
    buf_str(page, "<li class=\"material\"><p><strong>");
    put_name(page, language, material);
    buf_printf(page, "</strong> <span class=\"at\">%s, %s</span></p><ul class=\"swatches\">", material->kind,
               material->alpha_mode);
    put_swatch(page, language, WORDS_PAGE_BASE_COLOUR, &material->base);
    put_swatch(page, language, WORDS_PAGE_SHADE_COLOUR, &material->shade);
    put_swatch(page, language, WORDS_PAGE_RIM_COLOUR, &material->rim);
    put_swatch(page, language, WORDS_PAGE_OUTLINE_COLOUR, &material->outline);
    buf_str(page, "</ul>");
    put_textures(page, language, material);
    buf_str(page, "</li>\n");
}

/* ---- bytes ---- */

/* A part of the bar: what it is called, and how many bytes. */
struct part {
    const struct vrmlint_painted *material; /* or NULL */
    enum message name;
    uint64_t bytes;
};

static void add_part(struct part *parts, size_t *count, const struct part *part)
{
    if (part->bytes > 0) {
        parts[(*count)++] = *part;
    }
}

static size_t list_parts(const struct vrmlint_palette *palette, struct part parts[PARTS_MAX + 1 + VRMLINT_SPENT_KINDS])
{
    static const enum message names[VRMLINT_SPENT_KINDS] = {
        [VRMLINT_SPENT_OTHER_IMAGES] = WORDS_PAGE_OTHER_IMAGES,
        [VRMLINT_SPENT_MESHES] = WORDS_PAGE_MESHES,
        [VRMLINT_SPENT_MORPHS] = WORDS_PAGE_MORPHS,
        [VRMLINT_SPENT_ANIMATIONS] = WORDS_PAGE_ANIMATIONS,
        [VRMLINT_SPENT_JSON] = WORDS_PAGE_JSON,
    };
    struct part rest = {NULL, WORDS_PAGE_OTHER_MATERIALS, 0};
    size_t count = 0;
    for (size_t i = 0; i < palette->material_count; i++) {
        const struct vrmlint_painted *material = &palette->materials[i];
        if (count < PARTS_MAX) {
            add_part(parts, &count, &(struct part){material, WORDS_ALONE, material->own_bytes});
        } else {
            rest.bytes += material->own_bytes;
        }
    }
    add_part(parts, &count, &rest);
    for (size_t i = 0; i < VRMLINT_SPENT_KINDS; i++) {
        add_part(parts, &count, &(struct part){NULL, names[i], palette->spent[i]});
    }
    return count;
}

static void put_legend(struct buf *page, enum vrmlint_language language, const struct part *part, size_t colour)
{
    buf_printf(page,
               "<li><svg class=\"swatch\" viewBox=\"0 0 20 20\" width=\"14\" height=\"14\" aria-hidden=\"true\"><rect "
               "class=\"p%zu\" width=\"20\" height=\"20\"/></svg> ",
               colour);
    if (part->material != NULL) {
        html_say(page, language, WORDS_PAGE_TEXTURES_OF, NO_ARGUMENTS);
        buf_char(page, ' ');
        put_name(page, language, part->material);
    } else {
        html_say(page, language, part->name, NO_ARGUMENTS);
    }
    buf_str(page, ": ");
    put_megabytes(page, language, part->bytes);
    buf_str(page, "</li>\n");
}

static void put_bar(struct buf *page, enum vrmlint_language language, const struct vrmlint_palette *palette)
{
    struct part parts[PARTS_MAX + 1 + VRMLINT_SPENT_KINDS];
    size_t count = list_parts(palette, parts);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (double)parts[i].bytes;
    }
    if (sum == 0) {
        return;
    }
    html_say_in(page, language, "h3", WORDS_PAGE_BYTES, NO_ARGUMENTS);
    buf_printf(page, "<svg class=\"bytes\" viewBox=\"0 0 %d 24\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
               (int)BAR);
    double at = 0;
    for (size_t i = 0; i < count; i++) {
        double width = (double)parts[i].bytes / sum * BAR;
        buf_printf(page, "<rect class=\"p%zu\" x=\"%.1f\" width=\"%.1f\" height=\"24\"/>", i % COLOURS, at, width);
        at += width;
    }
    buf_str(page, "</svg><ul class=\"legend\">\n");
    for (size_t i = 0; i < count; i++) {
        put_legend(page, language, &parts[i], i % COLOURS);
    }
    buf_str(page, "</ul>\n");
}

void html_put_materials(struct buf *page, enum vrmlint_language language, const struct vrmlint_report *report)
{
    const struct vrmlint_palette *palette = report->palette;
    if (palette == NULL) {
        return;
    }
    buf_str(page, "<details class=\"materials\">");
    html_say_in(page, language, "summary", WORDS_PAGE_MATERIALS, ARGUMENTS(COUNT("count", palette->material_count)));
    put_bar(page, language, palette);
    buf_str(page, "<ul class=\"palette\">\n");
    for (size_t i = 0; i < palette->material_count && i < MATERIALS_MAX; i++) {
        put_material(page, language, &palette->materials[i]);
    }
    buf_str(page, "</ul>");
    if (palette->material_count > MATERIALS_MAX) {
        html_say_in(page, language, "p class=\"at\"", WORDS_AND_MORE_COUNT,
                    ARGUMENTS(COUNT("count", palette->material_count - MATERIALS_MAX)));
    }
    buf_str(page, "</details>\n");
}
