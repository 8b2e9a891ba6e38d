/* Renumbers indices that no schema here describes: in VRM 0.x, in animated pointers, and in other extensions. */
#include <string.h>

#include "base/pointer.h"
#include "base/text.h"
#include "checks/gltf/walk.h"
#include "run/numbering.h"
#include "tables/extensions.h"

#define OLD "/extensions/VRM/"

/* ---- VRM 0.x ---- */

/* Members of VRM 0.x whose schema doesn't define what they refer to, in the elements of a list. */
static const struct {
    const char *holder; /* the list, */
    const char *member; /* and the member of each element */
    enum numbered list;
} olds[] = {
    {OLD "secondaryAnimation/boneGroups", "center", NUMBERED_NODES},
    {OLD "secondaryAnimation/boneGroups", "bones", NUMBERED_NODES},
    {OLD "secondaryAnimation/boneGroups", "colliderGroups", NUMBERED_OLD_GROUPS},
    {OLD "secondaryAnimation/colliderGroups", "node", NUMBERED_NODES},
    {OLD "firstPerson/meshAnnotations", "mesh", NUMBERED_MESHES},
};

static void number_old(struct numbering *numbering)
{
    struct arena *arena = numbering->edits->arena;
    for (size_t i = 0; i < sizeof olds / sizeof *olds; i++) {
        const struct tree *holder =
            numbering->gone[olds[i].list].count == 0 ? NULL : document_tree(numbering->document, olds[i].holder);
        for (size_t k = 0; tree_is_array(holder) && k < tree_count(holder); k++) {
            const struct tree *value = tree_get(tree_at(holder, k), olds[i].member);
            const char *pointer = arena_printf(arena, "%s/%zu/%s", olds[i].holder, k, olds[i].member);
            numbering_count(numbering, olds[i].list, pointer, value);
            for (size_t v = 0; tree_is_array(value) && v < tree_count(value); v++) {
                numbering_count(numbering, olds[i].list, arena_printf(arena, "%s/%zu", pointer, v), tree_at(value, v));
            }
        }
    }
}

/* Removes the entries of removed materials in VRM 0.x's list of materials, which has the same order. */
void numbering_partners(struct numbering *numbering)
{
    const struct gone *gone = &numbering->gone[NUMBERED_MATERIALS];
    const struct tree *partners =
        gone->count == 0 ? NULL : document_tree(numbering->document, OLD "materialProperties");
    for (size_t i = 0; tree_is_array(partners) && i < gone->count; i++) {
        if (gone->elements[i].index < tree_count(partners)) {
            edits_add(numbering->edits, VRMLINT_EDIT_REMOVE,
                      arena_printf(numbering->edits->arena, OLD "materialProperties/%zu", gone->elements[i].index),
                      NULL);
        }
    }
}

/* ---- pointers ---- */

/* Renumbers the pointer that a channel of KHR_animation_pointer animates. */
static void number_animated(struct numbering *numbering, const char *place, const char *animated)
{
    for (enum numbered i = 0; i < NUMBERED_COUNT; i++) {
        size_t index[4];
        const char *rest;
        if (numbering->gone[i].count > 0 && pointer_match(animated, numbered_pattern(i), index, &rest)) {
            numbering_refer(numbering, &(struct reference){i, index[0], place, rest});
        }
    }
}

static void number_pointers(struct numbering *numbering)
{
    const struct tree *animations = document_tree(numbering->document, "/animations");
    for (size_t a = 0; a < tree_count(animations); a++) {
        const struct tree *channels = tree_get(tree_at(animations, a), "channels");
        for (size_t c = 0; tree_is_array(channels) && c < tree_count(channels); c++) {
            const struct tree *target = tree_get(tree_at(channels, c), "target");
            const char *animated =
                tree_text(tree_get(tree_extension(target, "KHR_animation_pointer"), "pointer"), NULL);
            if (animated != NULL) {
                number_animated(numbering,
                                arena_printf(numbering->edits->arena,
                                             "/animations/%zu/channels/%zu/target/extensions/KHR_animation_pointer/"
                                             "pointer",
                                             a, c),
                                animated);
            }
        }
    }
}

/* ---- other extensions ---- */

/* Members of extensions without a schema here that refer to lists. */
static const struct {
    const char *extension;
    const char *key;    /* NULL: any member */
    const char *holder; /* the object that contains it; NULL: any */
    enum numbered list;
} foreign[] = {
    {"EXT_mesh_gpu_instancing", NULL, "attributes", NUMBERED_ACCESSORS},
    {"EXT_texture_avif", "source", NULL, NUMBERED_IMAGES},
    {"MSFT_texture_dds", "source", NULL, NUMBERED_IMAGES},
};

/* Returns the name of the innermost extension that a pointer leads into, and its length; NULL if none. */
static const char *extension_around(const char *pointer, size_t *length)
{
    static const char holder[] = "/extensions/";
    const char *name = NULL;
    for (const char *at = pointer; (at = strstr(at, holder)) != NULL;) {
        at += strlen(holder);
        name = at;
        at--; /* the slash may begin another match */
    }
    *length = name == NULL ? 0 : strcspn(name, "/");
    return name;
}

static bool is_named(const char *name, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(name, wanted, length) == 0;
}

static bool is_ours(const char *name, size_t length)
{
    for (enum extension_id id = 0; id < EXTENSION_COUNT; id++) {
        if (is_named(name, length, extension_table[id].name)) {
            return true;
        }
    }
    return false;
}

/* Renumbers a number in an extension without a schema here: in an unknown extension, any number may be an index. */
static void number_foreign(struct numbering *numbering, const struct walk *walk, const char *pointer)
{
    size_t length;
    const char *name = extension_around(pointer, &length);
    size_t index;
    if (name == NULL || is_ours(name, length) || !tree_index(walk->value, SIZE_MAX, &index)) {
        return;
    }
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        if (is_named(name, length, foreign[i].extension)) {
            if ((foreign[i].key == NULL || strcmp(walk->key, foreign[i].key) == 0) &&
                (foreign[i].holder == NULL || strcmp(walk->holder, foreign[i].holder) == 0)) {
                numbering_count(numbering, foreign[i].list, pointer, walk->value);
            }
            return;
        }
    }
    if (strcmp(walk->key, "index") == 0 && text_ends(walk->holder, "Texture")) {
        numbering_count(numbering, NUMBERED_TEXTURES, pointer, walk->value);
        return;
    }
    for (enum numbered i = 0; !text_begins(name, "KHR_") && i < NUMBERED_COUNT; i++) {
        const struct gone *gone = &numbering->gone[i];
        numbering->fits = numbering->fits && (gone->count == 0 || index < gone->elements[0].index);
    }
}

static void number_foreigners(struct numbering *numbering)
{
    struct document *document = numbering->document;
    struct arena *arena = numbering->edits->arena;
    struct arena *room = arena_open(arena);
    struct walk *walk = arena_bare(room, sizeof *walk);
    for (size_t i = 0; i < document_members(document); i++) {
        const char *name = document_member(document, i, room);
        const char *pointer = pointer_key(room, "", name);
        walk_begin(walk, room, document_tree(document, pointer), pointer, name);
        while (walk_next(walk)) {
            arena_pulse(arena);
            if (walk->in_extension && tree_is_number(walk->value)) {
                number_foreign(numbering, walk, walk_pointer(walk));
            }
        }
    }
    arena_close(room);
}

void numbering_unschemed(struct numbering *numbering)
{
    bool core = false;
    for (enum numbered i = 0; i < NUMBERED_COUNT; i++) {
        core = core || (numbering->gone[i].count > 0 && i != NUMBERED_COLLIDERS && i != NUMBERED_COLLIDER_GROUPS &&
                        i != NUMBERED_OLD_GROUPS);
    }
    number_old(numbering);
    number_pointers(numbering);
    if (core) {
        number_foreigners(numbering);
    }
}
