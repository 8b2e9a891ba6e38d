/* Checks the extensions that a file lists, if they have no family of rules of their own. */
#include "tables/extensions.h"

#include <string.h>

#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/gltf/core.h"
#include "checks/namesakes.h"
#include "checks/packaging/packaging.h"
#include "checks/schema/misplaced.h"
#include "ids/messages_gltf.h"

struct listing {
    const struct tree *json;
    struct named *names; /* sorted */
    size_t count;
};

static struct listing read_listing(struct core *core, const char *pointer)
{
    struct listing listing = {.json = document_tree(core->document, pointer)};
    size_t count = tree_length(listing.json);
    listing.names = arena_array(core->arena, count, sizeof *listing.names);
    for (size_t i = 0; i < count; i++) {
        const char *name = tree_text(tree_at(listing.json, i), NULL);
        if (name != NULL) {
            listing.names[listing.count++] = (struct named){name, i};
        }
    }
    named_sort(core->arena, listing.names, listing.count);
    return listing;
}

/* Returns the first index of a name in the file's list, or CORE_NONE. */
static size_t find_listed(const struct listing *listing, const char *name)
{
    size_t at = named_find(listing->names, listing->count, name);
    return at < listing->count ? listing->names[at].index : CORE_NONE;
}

/* ---- the lists ---- */

static bool has_prefix(const char *name)
{
    size_t prefix = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    const char *rest = name + prefix + 1;
    return prefix > 0 && name[prefix] == '_' && *rest != '\0' &&
           rest[strspn(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static void check_names(struct core *core, const struct listing *used)
{
    for (size_t i = 0; i < used->count; i++) {
        const char *name = used->names[i].name;
        if (!has_prefix(name) && strcmp(name, "VRM") != 0 && !packaging_has_family(name)) {
            report(core->check->findings, MESSAGE_GLTF_EXTENSION_NAME__DEFAULT,
                   place_of(PLACE_USED, used->names[i].index, 0, NULL), ARGUMENTS(TEXT("name", name)));
        }
    }
}

/* Whether an extension appears anywhere in the file. */
static bool is_in_file(const struct core *core, const char *name)
{
    struct extension_cursor cursor = extension_cursor(core->document, extension_by_name(name));
    return extension_next(&cursor);
}

/* Whether the file has data that only a decoder can read. For Draco, only the list counts. */
static bool needs_decoder(const struct core *core, const char *name)
{
    return (strcmp(name, "EXT_meshopt_compression") == 0 || strcmp(name, "KHR_texture_basisu") == 0) &&
           is_in_file(core, name);
}

static void check_required(struct core *core, const struct listing *used, const struct listing *required)
{
    for (size_t i = 0; i < required->count; i++) {
        const char *name = required->names[i].name;
        if (packaging_has_family(name)) {
            continue;
        }
        if (find_listed(used, name) == CORE_NONE) {
            packaging_declare(report(core->check->findings, MESSAGE_GLTF_REQUIRED_NOT_USED__DEFAULT,
                                     place_of(PLACE_REQUIRED, required->names[i].index, 0, NULL),
                                     ARGUMENTS(TEXT("name", name))),
                              core->check, "extensionsUsed", name);
        } else if (core->is_avatar && packaging_blender_refuses(name) && !needs_decoder(core, name)) {
            report(core->check->findings, MESSAGE_GLTF_REQUIRED_UNSUPPORTED__DEFAULT,
                   place_of(PLACE_REQUIRED, required->names[i].index, 0, NULL), ARGUMENTS(TEXT("name", name)));
        }
    }
}

/* Whether it isn't an extension but a member of an extension that is beside it. Reports that. */
static bool is_of_extension(const struct core *core, const char *name)
{
    const char *place = pointer_key(core->check->arena, "/extensions", name);
    const char *home = misplaced_home(core->check, name);
    bool is_beside = home != NULL && document_tree(core->check->avatar->document, place) != NULL;
    if (is_beside) {
        misplaced_report(core->check, name, place, home);
    }
    return is_beside;
}

/* Whether the list contains the extension for which a wrong name was meant; the wrong name shouldn't be
 * listed then. */
static bool is_meant_as_listed(const struct listing *used, const char *name)
{
    enum extension_id id = extension_misspelt(name);
    id = id == EXTENSION_COUNT ? extension_nearly(name) : id;
    return id != EXTENSION_COUNT && find_listed(used, extension_table[id].name) != CORE_NONE;
}

/* Reports extensions that are in the file but not in the list. Extensions that vrmlint knows are reported with their
 * places. */
static void check_declared(struct core *core, const struct listing *used)
{
    const struct document *document = core->document;
    if (used->json != NULL && !tree_is_array(used->json)) {
        return;
    }
    for (size_t i = 0; i < document->name_count; i++) {
        const char *name = document->names[i];
        if (find_listed(used, name) == CORE_NONE && extension_by_name(name) == EXTENSION_COUNT &&
            !packaging_has_family(name) && !is_of_extension(core, name) && !is_meant_as_listed(used, name)) {
            struct finding *finding =
                report(core->check->findings,
                       used->json == NULL ? MESSAGE_GLTF_NOT_DECLARED__NO_LIST : MESSAGE_GLTF_NOT_DECLARED__DEFAULT,
                       used->json == NULL ? place_file() : place_at("/extensionsUsed"), ARGUMENTS(TEXT("name", name)));
            packaging_declare(finding, core->check, "extensionsUsed", name);
            absent_note(core->check, finding, ABSENT_LACKS, "/extensionsUsed");
        }
    }
}

/* ---- extensions that must be required ---- */

static bool has_bytes(const struct core *core, const struct tree *attributes)
{
    for (void *i = tree_first(attributes); i != NULL; i = tree_next(attributes, i)) {
        const struct core_accessor *accessor = core_accessor(core, tree_value(i));
        if (accessor != NULL && accessor->view == CORE_NONE) {
            return false;
        }
    }
    return true;
}

static bool needs_draco(const struct core *core)
{
    for (size_t m = 0; m < core->mesh_count; m++) {
        const struct tree *primitives = tree_get(core->meshes[m].json, "primitives");
        for (size_t p = 0; p < tree_length(primitives); p++) {
            const struct tree *primitive = tree_at(primitives, p);
            if (tree_extension(primitive, "KHR_draco_mesh_compression") != NULL &&
                !has_bytes(core, tree_get(primitive, "attributes"))) {
                return true;
            }
        }
    }
    return false;
}

static bool needs_meshopt(const struct core *core)
{
    for (size_t i = 0; i < core->buffer_count; i++) {
        const struct tree *buffer = tree_at(core->buffers, i);
        bool fallback = false;
        tree_flag(tree_get(tree_extension(buffer, "EXT_meshopt_compression"), "fallback"), &fallback);
        if (fallback && tree_get(buffer, "uri") == NULL) {
            return true;
        }
    }
    return false;
}

static bool needs_format(const struct core *core, const char *name)
{
    const struct tree *textures = document_tree(core->document, "/textures");
    size_t images = document_count(core->document, "images");
    size_t image;
    for (size_t i = 0; i < tree_length(textures); i++) {
        const struct tree *texture = tree_at(textures, i);
        if (tree_get(texture, "source") == NULL &&
            tree_index(tree_get(tree_extension(texture, name), "source"), images, &image)) {
            return true;
        }
    }
    return false;
}

/* Reports data that needs a decoder. Apps without one refuse a file that requires it. three.js needs the one for
 * Draco as soon as the file lists the extension. */
static void check_decoder(struct core *core, const struct listing *required, const char *name, size_t used)
{
    bool is_draco = strcmp(name, "KHR_draco_mesh_compression") == 0;
    bool is_texture = strcmp(name, "KHR_texture_basisu") == 0;
    size_t at = find_listed(required, name);
    bool is_required = at != CORE_NONE;
    if (!core->is_vrm || (!is_required && !is_draco) || (!is_draco && !needs_decoder(core, name))) {
        return;
    }
    report(core->check->findings,
           is_draco     ? is_required ? MESSAGE_GLTF_NEEDS_DECODER__DRACO : MESSAGE_GLTF_NEEDS_DECODER__DRACO_LISTED
           : is_texture ? MESSAGE_GLTF_NEEDS_DECODER__TEXTURES
                        : MESSAGE_GLTF_NEEDS_DECODER__MESHOPT,
           is_required ? place_of(PLACE_REQUIRED, at, 0, NULL) : place_of(PLACE_USED, used, 0, NULL),
           ARGUMENTS(TERM("extension", name)));
}

static void check_must(struct core *core, const struct listing *used, const struct listing *required)
{
    static const struct {
        const char *name;
        enum message message;
    } all[] = {
        {"KHR_mesh_quantization", MESSAGE_GLTF_MUST_BE_REQUIRED__DEFAULT},
        {"KHR_draco_mesh_compression", MESSAGE_GLTF_MUST_BE_REQUIRED__PACKED},
        {"EXT_meshopt_compression", MESSAGE_GLTF_MUST_BE_REQUIRED__PACKED},
        {"KHR_texture_basisu", MESSAGE_GLTF_MUST_BE_REQUIRED__PACKED_TEXTURE},
        {"EXT_texture_webp", MESSAGE_GLTF_MUST_BE_REQUIRED__TEXTURE},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t index = find_listed(used, all[i].name);
        if (index == CORE_NONE) {
            continue;
        }
        bool needed = i == 0   ? true
                      : i == 1 ? needs_draco(core)
                      : i == 2 ? needs_meshopt(core)
                               : needs_format(core, all[i].name);
        bool is_packed = i >= 1 && i <= 3;
        bool is_required = find_listed(required, all[i].name) != CORE_NONE;
        if (needed && !is_required) {
            struct finding *finding =
                report(core->check->findings, all[i].message, place_of(PLACE_USED, index, 0, NULL),
                       ARGUMENTS(TERM("extension", all[i].name)));
            if (is_packed) {
                finding_fix(finding, VRMLINT_FIX_NONE); /* apps without a decoder would refuse the file */
            } else {
                packaging_declare(finding, core->check, "extensionsRequired", all[i].name);
            }
        } else if (is_packed) {
            check_decoder(core, required, all[i].name, index);
        }
    }
}

void core_check_extensions(struct core *core)
{
    struct listing used = read_listing(core, "/extensionsUsed");
    struct listing required = read_listing(core, "/extensionsRequired");
    check_names(core, &used);
    check_required(core, &used, &required);
    check_declared(core, &used);
    check_must(core, &used, &required);
}
