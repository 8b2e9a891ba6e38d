/* Rules of toon materials: what their files share. */
#ifndef VRMLINT_CHECKS_MTOON_MTOON_H
#define VRMLINT_CHECKS_MTOON_MTOON_H

#include "checks/checks.h"
#include "ids/messages_words.h"

/* An offset of a texture that leads farther counts in pixels. */
#define TEXTURE_OFFSET_FARTHEST 50.0

/* A material that rules look at. */
struct toon {
    struct check *check;
    const struct materials *materials;
    const struct material *material;
    size_t index;
};

/* Its name, for the place "material" of a message. */
static inline struct argument toon_name(const struct toon *toon)
{
    return the_thing("material", WORDS_MATERIAL, toon->index, toon->material->name);
}

/* A place below the material, NULL for all of it; below its extension: TOON("outlineWidthFactor"). */
#define TOON(member) "extensions/" MTOON_NAME "/" member
static inline struct place toon_place(const struct toon *toon, const char *member)
{
    return place_of(PLACE_MATERIAL, toon->index, 0, member);
}

/* The extension object. */
static inline struct place toon_extension(const struct toon *toon)
{
    return toon_place(toon, "extensions/" MTOON_NAME);
}

static inline struct place toon_slot(const struct toon *toon, enum texture_slot slot)
{
    return toon_place(toon, material_slots[slot].pointer);
}

static inline struct argument toon_slot_name(const char *as, enum texture_slot slot)
{
    return TERM(as, material_slots[slot].key);
}

static inline struct argument toon_mode(const struct toon *toon)
{
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    return TERM("mode", modes[toon->material->mode]);
}

/* Whether a number can be relied on: it is well-typed and in its range, or absent. */
static inline bool toon_knows(const struct optional *number)
{
    return number->given || !number->present;
}

static inline bool toon_knows_color(const struct material_color *color)
{
    return color->given || !color->present;
}

/* Whether a texture is what it seems: resolved, or absent. */
static inline bool toon_knows_slot(const struct toon *toon, enum texture_slot slot)
{
    return toon->material->textures[slot].given || !toon->material->textures[slot].present;
}

/* A texture rule reports at the first slot, and relates the others. */
static inline bool toon_related(struct finding *first, enum message message, const struct toon *toon,
                                enum texture_slot slot)
{
    finding_relate(first, message, toon_slot(toon, slot), NO_ARGUMENTS);
    return first != NULL;
}

/* The themes, each of one material with MToon. */
void toon_check_rendering(const struct toon *toon);
void toon_check_defaults(const struct toon *toon);
void toon_check_shading(const struct toon *toon);
void toon_check_motion(const struct toon *toon);
void toon_check_textures(const struct toon *toon);

/* Whether a shade colour is clearly brighter than the lit one, in no component darker. */
bool toon_is_shade_brighter(const double lit[3], const double shade[3]);

/* VRM 0.x: one entry of materialProperties, and the material of its place. */
struct old_toon {
    struct check *check;
    const struct materials *materials;
    const struct material0 *old;
    const struct material *partner; /* NULL where there is none */
    size_t index;
};

static inline struct argument old_name(const struct old_toon *toon)
{
    const char *name = toon->old->name;
    return the_thing("material", WORDS_MATERIAL, toon->index,
                     (name == NULL || *name == '\0') && toon->partner != NULL ? toon->partner->name : name);
}

/* Below the entry: "floatProperties/_ZWrite"; NULL: all of it. */
struct place old_place(const struct old_toon *toon, const char *map, const char *key);

/* Fixes a finding with: those keywords that begin so go, where they are on. */
void old_drop_keywords(struct finding *finding, const struct old_toon *toon, const char *start);

/* What a blend mode is called in the shader's editor; mode is 0 to 3. */
const char *old_mode_name(int mode);

/* _BlendMode, 0 by default; -1 where it is none. */
int old_mode(const struct old_toon *toon);

/* Fixes a finding with: another transparency of a glTF material. */
void toon_set_alpha_mode(struct finding *finding, const struct material *material, size_t index, enum alpha_mode mode);

/* Numbers, colours and names of one entry. */
void old_check_values(const struct old_toon *toon);

/* Vectors of an entry of any shader: how many numbers they have. */
void old_check_lengths(const struct old_toon *toon);

#endif
