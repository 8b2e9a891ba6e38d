/* Checks the extensions that a file lists, if they have no family of rules of their own. */
#include <stdlib.h>
#include <string.h>

#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/gltf/core.h"
#include "checks/namesakes.h"
#include "checks/packaging/packaging.h"
#include "checks/schema/misplaced.h"
#include "ids/messages_gltf.h"
#include "ids/messages_image.h"
#include "ids/messages_mesh.h"
#include "message/claims.h"
#include "message/member_names.h"
#include "tables/extensions.h"
#include "vrm/instances.h"

/* Checks Khronos extensions that are rare in VRM files, beyond what their schemas can check. */

/* Returns the name of the element that carries an instance: "node 3 'Lamp'", "mesh 0 'Body', part 1". */
static struct argument the_owner(const struct core *core, const char *as, const char *pointer)
{
    struct place place = place_at(pointer);
    return the_place(as, core->check->avatar, &place, false);
}

static bool is_at_root(const char *pointer)
{
    return text_begins(pointer, "/extensions/");
}

/* Reports a missing list at the root from which nodes and primitives choose. */
static void check_root(const struct core *core, const struct extension_cursor *cursor, const char *name,
                       const char *member, enum message message)
{
    const struct tree *extensions = document_tree(core->document, "/extensions");
    if (tree_get(extensions, name) == NULL) {
        report(core->check->findings, message, place_at(arena_printf(core->arena, "%s%s", cursor->pointer, member)),
               ARGUMENTS(the_owner(core, "carrier", cursor->pointer)));
    }
}

/* ---- lights ---- */

static void check_angles(const struct core *core, size_t index, const struct tree *spot, struct argument name)
{
    double inner = 0;
    double outer = 0.7853981633974483; /* pi / 4, the default of the extension */
    const struct tree *given = tree_get(spot, "innerConeAngle");
    const struct tree *end = tree_get(spot, "outerConeAngle");
    bool known = (given == NULL || tree_number(given, &inner)) && (end == NULL || tree_number(end, &outer));
    if (!tree_is_object(spot) || !known || inner < outer) {
        return;
    }
    struct finding *finding =
        report(core->check->findings, MESSAGE_GLTF_LIGHT_SPOT_ANGLES__DEFAULT, place_of(PLACE_LIGHT, index, 0, "spot"),
               ARGUMENTS(name, NUMBER("inner", inner, 6), NUMBER("outer", outer, 6)));
    finding_measure(finding, "innerConeAngle", inner);
    finding_measure(finding, "outerConeAngle", outer);
}

static void check_light(const struct core *core, size_t index, const struct tree *light)
{
    struct findings *findings = core->check->findings;
    struct argument name = core_name(core, "light", PLACE_LIGHT, index, 0);
    const char *type = tree_text(tree_get(light, "type"), NULL);
    const struct tree *spot = tree_get(light, "spot");
    if (type != NULL && strcmp(type, "spot") == 0) {
        if (spot == NULL) {
            report(findings, MESSAGE_GLTF_MISSING_PROPERTY__LIGHT, place_of(PLACE_LIGHT, index, 0, NULL),
                   ARGUMENTS(name));
        }
        check_angles(core, index, spot, name);
    } else if (type != NULL && spot != NULL) {
        report(findings, MESSAGE_MATERIAL_PROPERTY_UNUSED__SPOT, place_of(PLACE_LIGHT, index, 0, "spot"),
               ARGUMENTS(name, TEXT("type", type)));
    }
    if (type != NULL && strcmp(type, "directional") == 0 && tree_get(light, "range") != NULL) {
        report(findings, MESSAGE_MATERIAL_PROPERTY_UNUSED__RANGE, place_of(PLACE_LIGHT, index, 0, "range"),
               ARGUMENTS(name));
    }
}

static void check_lights(struct core *core)
{
    struct extension_cursor cursor = extension_cursor(core->document, EXTENSION_LIGHTS);
    while (extension_next(&cursor)) {
        if (!is_at_root(cursor.pointer)) {
            check_root(core, &cursor, "KHR_lights_punctual", "", MESSAGE_GLTF_NEEDS_PROPERTY__LIGHTS);
            continue;
        }
        const struct tree *lights = tree_get(cursor.value, "lights");
        for (size_t i = 0; i < tree_length(lights); i++) {
            check_light(core, i, tree_at(lights, i));
        }
    }
}

/* ---- variants ---- */

/* The last use of a variant. */
struct met {
    size_t primitive; /* counted from 1 over all primitives with variants */
    size_t mapping;
};

static void check_mapping(struct core *core, const struct extension_cursor *cursor, size_t mapping,
                          const struct tree *list, size_t primitive, struct met *met, size_t count)
{
    for (size_t i = 0; i < tree_length(list); i++) {
        size_t variant;
        if (!tree_index(tree_at(list, i), count, &variant)) {
            continue;
        }
        if (met[variant].primitive != primitive) {
            met[variant] = (struct met){primitive, mapping};
            continue;
        }
        struct place place =
            place_at(arena_printf(core->arena, "%s/mappings/%zu/variants/%zu", cursor->pointer, mapping, i));
        struct argument part = the_owner(core, "part", cursor->pointer);
        report_taking(
            core->check->findings,
            met[variant].mapping == mapping ? MESSAGE_MESH_VARIANT_TWICE__SAME : MESSAGE_MESH_VARIANT_TWICE__DEFAULT,
            place,
            ARGUMENTS(part, COUNT("variant", variant), COUNT("first", met[variant].mapping), COUNT("second", mapping)));
    }
}

static void check_variants(struct core *core)
{
    const struct tree *root = document_tree(core->document, "/extensions/KHR_materials_variants");
    const struct tree *all = tree_get(root, "variants");
    size_t count = tree_length(all);
    struct met *met = arena_array(core->arena, count, sizeof *met);
    struct extension_cursor cursor = extension_cursor(core->document, EXTENSION_VARIANTS);
    for (size_t primitive = 1; extension_next(&cursor); primitive++) {
        if (is_at_root(cursor.pointer)) {
            continue;
        }
        const struct tree *mappings = tree_get(cursor.value, "mappings");
        bool any = tree_length(mappings) > 0;
        check_root(core, &cursor, "KHR_materials_variants", any ? "/mappings/0" : "",
                   MESSAGE_GLTF_NEEDS_PROPERTY__VARIANTS);
        for (size_t i = 0; i < tree_length(mappings); i++) {
            check_mapping(core, &cursor, i, tree_get(tree_at(mappings, i), "variants"), primitive, met, count);
        }
    }
}

/* ---- pointers ---- */

/* Whether a string is a JSON pointer (RFC 6901, section 3): empty, or with a slash before each token; "~" is valid
 * only in "~0" and "~1". */
static bool is_pointer(const char *text)
{
    if (*text != '\0' && *text != '/') {
        return false;
    }
    for (const char *at = strchr(text, '~'); at != NULL; at = strchr(at + 1, '~')) {
        if (at[1] != '0' && at[1] != '1') {
            return false;
        }
    }
    return true;
}

static void check_pointers(struct core *core)
{
    struct extension_cursor cursor = extension_cursor(core->document, EXTENSION_POINTER);
    while (extension_next(&cursor)) {
        const char *text = tree_text(tree_get(cursor.value, "pointer"), NULL);
        if (text != NULL && !is_pointer(text)) {
            report(core->check->findings,
                   *text == '/' ? MESSAGE_GLTF_PATTERN_MISMATCH__ESCAPE : MESSAGE_GLTF_PATTERN_MISMATCH__DEFAULT,
                   place_at(arena_printf(core->arena, "%s/pointer", cursor.pointer)),
                   ARGUMENTS(the_owner(core, "channel", cursor.pointer), TEXT("pointer", text)));
        }
    }
}

void core_check_khronos(struct core *core)
{
    check_lights(core);
    check_variants(core);
    check_pointers(core);
}

/* ---- materials ---- */

/* Reads the set of texture coordinates of a texture; returns false if it is unknown. */
static bool read_set(const struct tree *info, double *set)
{
    *set = 0;
    const struct tree *given = tree_get(info, "texCoord");
    const struct tree *other = tree_get(tree_extension(info, "KHR_texture_transform"), "texCoord");
    return tree_is_object(info) && (given == NULL || tree_number(given, set)) &&
           (other == NULL || tree_number(other, set));
}

/* Reports textures with another set of coordinates than the normal texture. The tangents fit the normal
 * texture only. */
static void check_sets(const struct core *core, size_t index, const struct tree *material, struct argument name)
{
    static const struct {
        const char *extension;
        const char *texture;
        const char *place;
    } bound[] = {
        {"KHR_materials_anisotropy", "anisotropyTexture", "extensions/KHR_materials_anisotropy/anisotropyTexture"},
        {"KHR_materials_clearcoat", "clearcoatNormalTexture",
         "extensions/KHR_materials_clearcoat/clearcoatNormalTexture"}};
    double normal;
    double set;
    if (!read_set(tree_get(material, "normalTexture"), &normal)) {
        return;
    }
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        if (read_set(tree_get(tree_extension(material, bound[i].extension), bound[i].texture), &set) && set != normal) {
            report(core->check->findings, MESSAGE_MATERIAL_TEXCOORDS_DIFFER__DEFAULT,
                   place_of(PLACE_MATERIAL, index, 0, bound[i].place),
                   ARGUMENTS(name, the_member("texture", bound[i].texture), core_count("set", set),
                             core_count("normal", normal)));
        }
    }
}

static void check_partners(const struct core *core, size_t index, const struct tree *material, struct argument name)
{
    static const struct {
        const char *extension;
        const char *place;
        const char *partners[2];
        enum message message;
    } all[] = {{"KHR_materials_dispersion",
                "extensions/KHR_materials_dispersion",
                {"KHR_materials_volume", NULL},
                MESSAGE_MATERIAL_EXTENSION_WITHOUT_PARTNER__DISPERSION},
               {"KHR_materials_volume",
                "extensions/KHR_materials_volume",
                {"KHR_materials_transmission", "KHR_materials_diffuse_transmission"},
                MESSAGE_MATERIAL_EXTENSION_WITHOUT_PARTNER__VOLUME}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bool found = false;
        for (size_t k = 0; k < 2 && all[i].partners[k] != NULL; k++) {
            found = found || tree_extension(material, all[i].partners[k]) != NULL;
        }
        if (tree_extension(material, all[i].extension) != NULL && !found) {
            report(core->check->findings, all[i].message, place_of(PLACE_MATERIAL, index, 0, all[i].place),
                   ARGUMENTS(name));
        }
    }
}

static void check_volume(const struct core *core, size_t index, const struct tree *material, struct argument name)
{
    bool both = false;
    double thickness = 0;
    tree_flag(tree_get(material, "doubleSided"), &both);
    tree_number(tree_get(tree_extension(material, "KHR_materials_volume"), "thicknessFactor"), &thickness);
    if (both && thickness > 0) {
        report(core->check->findings, MESSAGE_MATERIAL_VOLUME_DOUBLE_SIDED__DEFAULT,
               place_of(PLACE_MATERIAL, index, 0, "extensions/KHR_materials_volume"),
               ARGUMENTS(name, NUMBER("thickness", thickness, 6)));
    }
}

/* Checks the film thickness of iridescence, which the texture interpolates between minimum and maximum. */
static void check_film(const struct core *core, size_t index, const struct tree *material, struct argument name)
{
    const struct tree *film = tree_extension(material, "KHR_materials_iridescence");
    const struct tree *least = tree_get(film, "iridescenceThicknessMinimum");
    const struct tree *most = tree_get(film, "iridescenceThicknessMaximum");
    const struct tree *texture = tree_get(film, "iridescenceThicknessTexture");
    double low = 100; /* the extension's defaults, in nanometres */
    double high = 400;
    if (least != NULL && texture == NULL) {
        report(core->check->findings, MESSAGE_MATERIAL_PROPERTY_UNUSED__MINIMUM,
               place_of(PLACE_MATERIAL, index, 0, "extensions/KHR_materials_iridescence/iridescenceThicknessMinimum"),
               ARGUMENTS(name));
    }
    if (tree_is_object(texture) && (least == NULL || tree_number(least, &low)) &&
        (most == NULL || tree_number(most, &high)) && low == high) {
        report(core->check->findings, MESSAGE_MATERIAL_PROPERTY_UNUSED__THICKNESS,
               place_of(PLACE_MATERIAL, index, 0, "extensions/KHR_materials_iridescence/iridescenceThicknessTexture"),
               ARGUMENTS(name, NUMBER("thickness", low, 6)));
    }
}

/* Checks the index of refraction. Below 1 only 0 is valid; it imitates older materials. */
static void check_refraction(const struct core *core, size_t index, const struct tree *material, struct argument name)
{
    double ior = 1;
    if (tree_number(tree_get(tree_extension(material, "KHR_materials_ior"), "ior"), &ior) && ior > 0 && ior < 1) {
        struct finding *finding = report(core->check->findings, MESSAGE_GLTF_VALUE_OUT_OF_RANGE__IOR,
                                         place_of(PLACE_MATERIAL, index, 0, "extensions/KHR_materials_ior/ior"),
                                         ARGUMENTS(name, NUMBER("ior", ior, 6)));
        finding_measure(finding, "value", ior);
    }
}

void core_check_surface(const struct core *core, size_t index, const struct tree *material, struct argument name)
{
    if (tree_get(material, "extensions") != NULL) {
        check_sets(core, index, material, name);
        check_partners(core, index, material, name);
        check_volume(core, index, material, name);
        check_film(core, index, material, name);
        check_refraction(core, index, material, name);
    }
}

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

/* Reports an extension that Blender refuses. One that compresses data does nothing if no object has it, and three-vrm
 * and UniVRM load such files, but others may be about all data without being in any object. */
static void report_unsupported(const struct core *core, const char *name, size_t index)
{
    const struct document *document = core->document;
    bool compresses = packaging_compresses(name);
    bool is_idle =
        compresses && (document->carried_count == 0 || bsearch(&name, document->carried, document->carried_count,
                                                               sizeof *document->carried, text_compare) == NULL);
    struct finding *finding = report(core->check->findings,
                                     compresses && !is_idle ? MESSAGE_GLTF_REQUIRED_UNSUPPORTED__PACKED
                                                            : MESSAGE_GLTF_REQUIRED_UNSUPPORTED__DEFAULT,
                                     place_of(PLACE_REQUIRED, index, 0, NULL), ARGUMENTS(TEXT("name", name)));
    if (finding != NULL && is_idle) {
        finding->in_three_vrm = finding->in_univrm = EFFECT_LOADS + 1;
    }
}

static void check_required(struct core *core, const struct listing *used, const struct listing *required)
{
    for (size_t i = 0; i < required->count; i++) {
        const char *name = required->names[i].name;
        if (packaging_has_family(name)) {
            continue;
        }
        if (find_listed(used, name) == CORE_NONE) {
            packaging_declare(report(core->check->findings,
                                     packaging_univrm_refuses(name) ? MESSAGE_GLTF_REQUIRED_NOT_USED__REFUSED
                                                                    : MESSAGE_GLTF_REQUIRED_NOT_USED__DEFAULT,
                                     place_of(PLACE_REQUIRED, required->names[i].index, 0, NULL),
                                     ARGUMENTS(TEXT("name", name))),
                              core->check, "extensionsUsed", name);
        } else if (core->is_avatar && packaging_blender_refuses(name) && !needs_decoder(core, name)) {
            report_unsupported(core, name, required->names[i].index);
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
