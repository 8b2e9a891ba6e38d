/* Rules of toon materials: shared by their files. */
#ifndef VRMLINT_CHECKS_MTOON_MTOON_H
#define VRMLINT_CHECKS_MTOON_MTOON_H

#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/checks.h"
#include "ids/messages_words.h"

/* A larger offset of a texture is in pixels. */
#define TEXTURE_OFFSET_FARTHEST 50.0

/* A material that is checked. */
struct toon {
    struct check *check;
    const struct materials *materials;
    const struct material *material;
    size_t index;
};

/* Returns its name, as the argument "material". */
static inline struct argument toon_name(const struct toon *toon)
{
    return the_thing("material", WORDS_MATERIAL, toon->index, toon->material->name);
}

/* Returns a place in the material; member: NULL for the whole material. In its extension:
 * TOON("outlineWidthFactor"). */
#define TOON(member) "extensions/" MTOON_NAME "/" member
static inline struct place toon_place(const struct toon *toon, const char *member)
{
    return place_of(PLACE_MATERIAL, toon->index, 0, member);
}

/* Returns the place of the extension object. */
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
    return the_member(as, material_slots[slot].key);
}

static inline struct argument toon_mode(const struct toon *toon)
{
    static const char *const modes[] = {"OPAQUE", "MASK", "BLEND"};
    return TERM("mode", modes[toon->material->mode]);
}

/* Whether a number is reliable: well-typed and in its range, or missing. */
static inline bool toon_knows(const struct optional *number)
{
    return number->given || !number->present;
}

static inline bool toon_knows_color(const struct material_color *color)
{
    return color->given || !color->present;
}

/* Whether a texture is reliable: resolved, or missing. */
static inline bool toon_knows_slot(const struct toon *toon, enum texture_slot slot)
{
    return toon->material->textures[slot].given || !toon->material->textures[slot].present;
}

/* Relates a further slot to the finding at the first slot. Returns whether there is a finding. */
static inline bool toon_related(struct finding *first, enum message message, const struct toon *toon,
                                enum texture_slot slot)
{
    finding_relate(first, message, toon_slot(toon, slot), NO_ARGUMENTS);
    return first != NULL;
}

void toon_check_textures(const struct toon *toon);

/* Whether a shade colour is clearly brighter than the lit one, and darker in no component. */
bool toon_is_shade_brighter(const double lit[3], const double shade[3]);

/* VRM 0.x: one entry of materialProperties, and the material with the same index. */
struct old_toon {
    struct check *check;
    const struct materials *materials;
    const struct material0 *old;
    const struct material *partner; /* NULL if there is none */
    size_t index;
};

static inline struct argument old_name(const struct old_toon *toon)
{
    const char *name = toon->old->name;
    return the_thing("material", WORDS_MATERIAL, toon->index,
                     (name == NULL || *name == '\0') && toon->partner != NULL ? toon->partner->name : name);
}

/* Returns a place in the entry: "floatProperties/_ZWrite"; NULL: the whole entry. */
static inline struct place old_place(const struct old_toon *toon, const char *map, const char *key)
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

/* Adds edits that remove the enabled keywords that begin with `start`. */
void old_drop_keywords(struct finding *finding, const struct old_toon *toon, const char *start);

/* Returns the name of a blend mode in the shader's editor; mode is 0 to 3. */
const char *old_mode_name(int mode);

/* Returns _BlendMode, 0 by default; -1 if it is invalid. */
int old_mode(const struct old_toon *toon);

/* Reports textures of materialProperties that a glTF tool has left behind when it renumbered all textures. Returns
 * whether it did: then most materials show other images in VRM apps than in glTF. */
bool toon_check_moved(struct check *check);

/* Adds edits that change the transparency of a glTF material, and remove what it has only with another one. */
void toon_set_alpha_mode(struct finding *finding, const struct material *material, size_t index, enum alpha_mode mode);

#endif
