/* Checks meshes: the contents of their primitives, and whether materials and morph targets fit. */
#include <string.h>

#include "checks/absent.h"
#include "checks/gltf/core.h"
#include "ids/messages_gltf.h"
#include "ids/messages_image.h"
#include "ids/messages_mesh.h"

/* Checks materials, textures and images as defined by glTF and the Khronos extensions. */

/* ---- materials ---- */

static void check_glow(struct core *core, size_t index, const struct tree *json, struct argument name)
{
    const struct tree *extension = tree_extension(json, "KHR_materials_emissive_strength");
    const struct tree *factor = tree_get(json, "emissiveFactor");
    const struct materials *all = core->check->avatar->materials;
    struct vec3 colour = {0, 0, 0};
    double strength = 1;
    tree_number(tree_get(extension, "emissiveStrength"), &strength);
    bool is_bound =
        index < all->count && (all->items[index].bound & BOUND_EMISSION) != 0; /* an expression changes it */
    if (!tree_is_object(extension) || strength == 1 || is_bound || (factor != NULL && !tree_vec3(factor, &colour)) ||
        colour.x != 0 || colour.y != 0 || colour.z != 0) {
        return;
    }
    report(core->check->findings, MESSAGE_MATERIAL_EMISSIVE_STRENGTH_UNUSED__DEFAULT,
           place_of(PLACE_MATERIAL, index, 0, "extensions/KHR_materials_emissive_strength"),
           ARGUMENTS(name, NUMBER("strength", strength, 6)));
}

/* Whether `other` changes the material model that `alone` replaces. Unlit may have an emissive strength, because
 * MToon uses it, and the MToon specification recommends unlit as a fallback. */
static bool excludes_extension(const char *alone, const char *other)
{
    bool emits = strcmp(other, "KHR_materials_emissive_strength") == 0;
    return text_begins(other, "KHR_materials_") && strcmp(other, alone) != 0 &&
           !(emits && strcmp(alone, "KHR_materials_unlit") == 0);
}

static void check_conflicts(struct core *core, size_t index, const struct tree *json, struct argument name)
{
    static const struct {
        const char *name;
        const char *place;
    } alone[] = {{"KHR_materials_unlit", "extensions/KHR_materials_unlit"},
                 {"KHR_materials_pbrSpecularGlossiness", "extensions/KHR_materials_pbrSpecularGlossiness"}};
    const struct tree *extensions = tree_get(json, "extensions");
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
        if (tree_get(extensions, alone[i].name) == NULL) {
            continue;
        }
        for (void *at = tree_first(extensions); at != NULL; at = tree_next(extensions, at)) {
            const char *other = tree_key(at);
            if (excludes_extension(alone[i].name, other)) {
                report(core->check->findings, MESSAGE_MATERIAL_CONFLICTING_EXTENSIONS__DEFAULT,
                       place_of(PLACE_MATERIAL, index, 0, alone[i].place),
                       ARGUMENTS(name, TERM("extension", alone[i].name), TEXT("other", other)));
                break;
            }
        }
    }
}

/* Whether MASK would cut something out: the material's image has transparency, the cutoff is valid, and nothing else
 * determines how the material is drawn. */
static bool may_cut(const struct core *core, size_t index)
{
    const struct materials *materials = core->check->avatar->materials;
    const struct images *images = core->check->avatar->images;
    if (index >= materials->count || (index < materials->old_count && materials->olds[index].is_mtoon)) {
        return false;
    }
    const struct material *material = &materials->items[index];
    size_t image = material->is_object ? material_image(materials, material, SLOT_BASE) : MATERIALS_NONE;
    const struct image_header *header = image < images->count ? &images->items[image].header : NULL;
    bool has_alpha = header != NULL && header->status == IMAGE_WHOLE && header->alpha;
    double cutoff = material->cutoff.value;
    return has_alpha && material->cutoff.given && cutoff > 0 && cutoff <= 1 && material->base[3] >= cutoff;
}

void core_check_materials(struct core *core)
{
    const struct tree *materials = document_tree(core->document, "/materials");
    for (size_t i = 0; i < tree_length(materials); i++) {
        const struct tree *json = tree_at(materials, i);
        struct argument name = core_name(core, "material", PLACE_MATERIAL, i, 0);
        const struct tree *given = tree_get(json, "alphaMode");
        const char *mode = given == NULL ? "OPAQUE" : tree_text(given, NULL);
        /* an invalid mode may have been meant as MASK */
        bool unused = mode != NULL && (strcmp(mode, "OPAQUE") == 0 || strcmp(mode, "BLEND") == 0);
        if (tree_get(json, "alphaCutoff") != NULL && unused) {
            report(core->check->findings,
                   may_cut(core, i) ? MESSAGE_MATERIAL_ALPHA_CUTOFF_UNUSED__CUT
                                    : MESSAGE_MATERIAL_ALPHA_CUTOFF_UNUSED__DEFAULT,
                   place_of(PLACE_MATERIAL, i, 0, "alphaCutoff"), ARGUMENTS(name, TEXT("mode", mode)));
        }
        check_glow(core, i, json, name);
        check_conflicts(core, i, json, name);
        core_check_surface(core, i, json, name);
    }
}

/* ---- images and textures ---- */

/* Returns the media type of an image from the file, or from its bytes if the file defines none; NULL if it is
 * unknown, or if another finding reports the image. */
static const char *type_of(struct core *core, size_t index, const struct tree *image)
{
    const struct images *images = core->check->avatar->images;
    const struct image *seen = &images->items[index];
    if (seen->known && (!images->enabled[seen->header.format] || seen->header.status == IMAGE_UNRECOGNISED)) {
        return NULL;
    }
    const char *type = tree_text(tree_get(image, "mimeType"), NULL);
    const char *uri = tree_text(tree_get(image, "uri"), NULL);
    static const char data[] = "data:";
    if (type == NULL && uri != NULL && text_begins(uri, data)) {
        type = arena_copy(core->arena, uri + strlen(data), strcspn(uri + strlen(data), ";,"));
    }
    const char *right = seen->known ? image_media_type(seen->header.format) : NULL;
    if (type == NULL) {
        return right;
    }
    if (strcmp(type, "image/jpg") == 0) { /* reported as "did you mean image/jpeg?" */
        return NULL;
    }
    return right != NULL && strcmp(type, right) != 0 ? NULL : type;
}

/* types: one or two, then NULL */
static void check_source(struct core *core, size_t texture, const struct tree *index, const char *member,
                         const char *const *types)
{
    const struct tree *images = document_tree(core->document, "/images");
    size_t image;
    if (!tree_index(index, tree_length(images), &image)) {
        return;
    }
    const char *type = type_of(core, image, tree_at(images, image));
    bool known = type == NULL;
    struct argument wanted[2];
    size_t count = 0;
    for (; !known && types[count] != NULL; count++) {
        known = strcmp(type, types[count]) == 0;
        wanted[count] = TERM(NULL, types[count]);
    }
    if (!known && text_begins(type, "image/")) {
        report(core->check->findings, MESSAGE_IMAGE_TEXTURE_MEDIA_TYPE__DEFAULT,
               place_of(PLACE_TEXTURE, texture, 0, member),
               ARGUMENTS(core_name(core, "texture", PLACE_TEXTURE, texture, 0),
                         core_name(core, "image", PLACE_IMAGE, image, 0), TEXT("type", type),
                         argument_list("wanted", wanted, count, count, JOIN_OR)));
    }
}

void core_check_textures(struct core *core)
{
    static const char *const plain[] = {"image/png", "image/jpeg", NULL};
    static const char *const webp[] = {"image/webp", NULL};
    static const char *const ktx2[] = {"image/ktx2", NULL};
    const struct tree *textures = document_tree(core->document, "/textures");
    const struct tree *images = document_tree(core->document, "/images");
    for (size_t i = 0; i < tree_length(textures); i++) {
        const struct tree *json = tree_at(textures, i);
        check_source(core, i, tree_get(json, "source"), "source", plain);
        check_source(core, i, tree_get(tree_extension(json, "EXT_texture_webp"), "source"),
                     "extensions/EXT_texture_webp/source", webp);
        check_source(core, i, tree_get(tree_extension(json, "KHR_texture_basisu"), "source"),
                     "extensions/KHR_texture_basisu/source", ktx2);
    }
    for (size_t i = 0; i < tree_length(images); i++) {
        const struct tree *json = tree_at(images, i);
        const struct tree *view = tree_get(json, "bufferView");
        size_t index;
        if (view != NULL && tree_get(json, "mimeType") == NULL) {
            report(core->check->findings, MESSAGE_GLTF_NEEDS_PROPERTY__MIME_TYPE,
                   place_of(PLACE_IMAGE, i, 0, "bufferView"), ARGUMENTS(core_name(core, "image", PLACE_IMAGE, i, 0)));
        }
        if (tree_index(view, core->view_count, &index)) {
            core_use_view(core, index, USE_IMAGE, &(struct spot){"/images/#/bufferView", {i}, NULL});
        }
    }
}

/* ---- textures of a material ---- */

enum { SLOTS_MAX = 8 };

/* The sets of texture coordinates that a material uses. */
struct slots {
    bool read;
    size_t textures;              /* number of textures in the file; references without a valid index don't count */
    bool normal;                  /* it has a normal texture */
    uint64_t sets;                /* as bits */
    const char *names[SLOTS_MAX]; /* of textures */
    size_t set[SLOTS_MAX];
    size_t count;
    const char *tangents; /* an extension whose textures need tangents, or NULL */
};

static void add_texture(struct slots *slots, const char *name, const struct tree *info)
{
    static const char ending[] = "Texture";
    size_t length = strlen(name);
    double set = 0;
    size_t texture;
    /* matcaps are projected by the view direction, not by coordinates */
    if (length < strlen(ending) || strcmp(name + length - strlen(ending), ending) != 0 || !tree_is_object(info) ||
        !tree_index(tree_get(info, "index"), slots->textures, &texture) || strcmp(name, "matcapTexture") == 0) {
        return;
    }
    tree_number(tree_get(info, "texCoord"), &set);
    tree_number(tree_get(tree_extension(info, "KHR_texture_transform"), "texCoord"), &set);
    if (set < 0 || set != trunc(set) || set > 63) {
        return;
    }
    slots->sets |= (uint64_t)1 << (size_t)set;
    if (slots->count < SLOTS_MAX) {
        slots->names[slots->count] = name;
        slots->set[slots->count++] = (size_t)set;
    }
}

static void add_textures(struct slots *slots, const struct tree *object)
{
    for (void *i = tree_first(object); i != NULL; i = tree_next(object, i)) {
        add_texture(slots, tree_key(i), tree_value(i));
    }
}

static void read_slots(struct slots *slots, const struct tree *material)
{
    const struct tree *extensions = tree_get(material, "extensions");
    slots->read = true;
    slots->normal = tree_is_object(tree_get(material, "normalTexture"));
    const struct tree *coat = tree_get(extensions, "KHR_materials_clearcoat");
    const struct tree *stretch = tree_get(extensions, "KHR_materials_anisotropy");
    double strength = 0;
    tree_number(tree_get(stretch, "anisotropyStrength"), &strength);
    bool stretches = strength > 0 || tree_is_object(tree_get(stretch, "anisotropyTexture"));
    slots->tangents = stretches                                                  ? "KHR_materials_anisotropy"
                      : tree_is_object(tree_get(coat, "clearcoatNormalTexture")) ? "KHR_materials_clearcoat"
                                                                                 : NULL;
    add_textures(slots, material);
    add_textures(slots, tree_get(material, "pbrMetallicRoughness"));
    for (void *i = tree_first(extensions); i != NULL; i = tree_next(extensions, i)) {
        add_textures(slots, tree_value(i));
    }
}

/* ---- one primitive ---- */

struct primitive_part {
    struct core *core;
    size_t mesh;
    size_t primitive;
    const struct tree *json;
    struct argument name;
    struct attributes attributes;
};

static struct place primitive_place(const struct primitive_part *part, const char *member)
{
    return place_of(PLACE_PRIMITIVE, part->mesh, part->primitive, member);
}

static void check_material(const struct primitive_part *part, const struct slots *slots)
{
    struct findings *findings = part->core->check->findings;
    /* a gap, or missing attributes, are reported elsewhere */
    bool known = !part->attributes.gap && tree_count(tree_get(part->json, "attributes")) > 0;
    uint64_t missing = known ? slots->sets & ~part->attributes.texcoords : 0;
    struct argument names[SLOTS_MAX];
    size_t count = 0;
    size_t set = 0;
    for (size_t i = 0; i < slots->count; i++) {
        if ((missing >> slots->set[i] & 1) != 0) {
            names[count++] = the_member("", slots->names[i]);
            set = slots->set[i];
        }
    }
    if (missing != 0 && count > 0) {
        report(findings, MESSAGE_MESH_TEXCOORD_MISSING__DEFAULT, primitive_place(part, "material"),
               ARGUMENTS(part->name, COUNT("set", set), argument_list("textures", names, count, count, JOIN_AND)));
    }
    if (slots->tangents != NULL && !slots->normal && !part->attributes.tangent) {
        report(findings, MESSAGE_MESH_NO_TANGENT_SPACE__DEFAULT, primitive_place(part, "material"),
               ARGUMENTS(part->name, TERM("extension", slots->tangents)));
    }
    if (slots->normal && !(part->attributes.tangent && part->attributes.normal)) {
        report(findings, MESSAGE_MESH_TANGENTS_GENERATED__DEFAULT, primitive_place(part, "material"),
               ARGUMENTS(part->name));
    }
}

static void check_tangents(const struct primitive_part *part, const struct slots *slots)
{
    struct findings *findings = part->core->check->findings;
    if (!part->attributes.tangent) {
        return;
    }
    if (!part->attributes.normal) {
        report(findings, MESSAGE_MESH_TANGENT_WITHOUT_NORMAL__DEFAULT, primitive_place(part, "attributes/TANGENT"),
               ARGUMENTS(part->name));
    }
    if (slots == NULL || (!slots->normal && slots->tangents == NULL)) {
        report(findings, MESSAGE_MESH_TANGENTS_UNUSED__DEFAULT, primitive_place(part, "attributes/TANGENT"),
               ARGUMENTS(part->name));
    }
}

/* Whether a number of vertices makes whole points, lines or triangles. */
static bool count_fits_mode(size_t mode, double count)
{
    switch (mode) {
    case 1:
        return count >= 2 && fmod(count, 2) == 0;
    case 2:
    case 3:
        return count >= 2;
    case 4:
        return count >= 3 && fmod(count, 3) == 0;
    case 5:
    case 6:
        return count >= 3;
    default:
        return count > 0;
    }
}

static void check_mesh_indices(const struct primitive_part *part)
{
    static const enum message wants[] = {WORDS_MODE_POINTS,         WORDS_MODE_LINES,     WORDS_MODE_LINE_STRIPS,
                                         WORDS_MODE_LINE_STRIPS,    WORDS_MODE_TRIANGLES, WORDS_MODE_TRIANGLE_STRIPS,
                                         WORDS_MODE_TRIANGLE_STRIPS};
    struct core *core = part->core;
    const struct tree *indices = tree_get(part->json, "indices");
    struct spot spot = {"/meshes/#/primitives/#/indices", {part->mesh, part->primitive}, NULL};
    struct core_accessor *accessor = core_accessor(core, indices);
    double count = indices != NULL ? accessor == NULL ? -1 : accessor->count : part->attributes.vertices;
    if (accessor != NULL) {
        bool exchanged = part->attributes.exchange.found && part->attributes.exchange.second == NULL;
        if (exchanged) {
            core_refer_to(core, accessor);
            return;
        }
        if (!core_is_of_indices(accessor)) {
            size_t index = core_index(core, accessor);
            struct finding *finding =
                report(core->check->findings, MESSAGE_MESH_INDICES_FORMAT__DEFAULT, primitive_place(part, "indices"),
                       ARGUMENTS(part->name, COUNT("accessor", index), core_form(core, accessor)));
            finding_relate(finding, RELATED_MESH_INDICES_FORMAT__DEFAULT, place_of(PLACE_ACCESSOR, index, 0, NULL),
                           ARGUMENTS(COUNT("accessor", index)));
            core_refer_to(core, accessor);
            return;
        }
    }
    core_use_accessor(core, indices, USE_INDICES, &spot);
    size_t mode = 4;
    const struct tree *given = tree_get(part->json, "mode");
    if (count < 0 || (given != NULL && !tree_index(given, 7, &mode)) || count_fits_mode(mode, count)) {
        return;
    }
    struct finding *finding = report(
        core->check->findings, indices == NULL ? MESSAGE_MESH_COUNT_MODE__VERTICES : MESSAGE_MESH_COUNT_MODE__DEFAULT,
        primitive_place(part, NULL), ARGUMENTS(part->name, core_count("count", count), WORD("wanted", wants[mode])));
    absent_note_lack(core->check, finding, "indices");
}

static void check_primitive(struct primitive_part *part, struct slots *slots, size_t material_count,
                            const struct tree *materials)
{
    struct core *core = part->core;
    const struct tree *list = tree_get(part->json, "attributes");
    struct findings *findings = core->check->findings;
    size_t material;
    bool packed = tree_extension(part->json, "KHR_draco_mesh_compression") != NULL;
    part->attributes = core_check_attributes(core, part->mesh, part->primitive, part->json);
    struct slots *own = NULL;
    if (tree_index(tree_get(part->json, "material"), material_count, &material)) {
        own = &slots[material];
        if (!own->read) {
            own->textures = tree_count(document_tree(core->document, "/textures"));
            read_slots(own, tree_at(materials, material));
        }
        check_material(part, own);
    }
    bool any = tree_is_object(list) && tree_count(list) > 0;
    bool misspelt = part->attributes.misspelt; /* reported elsewhere */
    if (any && tree_get(list, "POSITION") == NULL && !misspelt) {
        bool refused = own != NULL && tree_get(part->json, "indices") == NULL &&
                       material_outline(part->core->check->avatar->materials, material) > 0;
        struct finding *finding =
            report(findings, refused ? MESSAGE_MESH_NO_POSITION__OUTLINED : MESSAGE_MESH_NO_POSITION__DEFAULT,
                   primitive_place(part, "attributes"), ARGUMENTS(part->name));
        if (part->core->is_vrm) {
            finding_severity(finding, VRMLINT_ERROR); /* UniVRM refuses it; so does three-vrm, with outlines */
        }
    }
    check_tangents(part, own);
    if (part->attributes.gap_finding != NULL) {
        /* the intended set numbers in materials and compressed data are unknown */
        if ((own != NULL && (own->sets & ~(uint64_t)1) != 0) || packed || tree_get(part->json, "targets") != NULL) {
            finding_fix(part->attributes.gap_finding, VRMLINT_FIX_NONE);
        } else {
            core_close_gaps(part->attributes.gap_finding, list);
        }
    }
    if (part->attributes.joints != part->attributes.weights && !part->attributes.gap && !misspelt) {
        report(findings, MESSAGE_SKIN_JOINTS_WITHOUT_WEIGHTS__DEFAULT, primitive_place(part, "attributes"),
               ARGUMENTS(part->name, COUNT("joints", part->attributes.joints),
                         COUNT("weights", part->attributes.weights)));
    }
    check_mesh_indices(part);
    if (packed) {
        size_t view;
        const struct tree *draco = tree_extension(part->json, "KHR_draco_mesh_compression");
        if (tree_index(tree_get(draco, "bufferView"), core->view_count, &view)) {
            core_use_view(core, view, USE_OTHER,
                          &(struct spot){"/meshes/#/primitives/#/extensions/KHR_draco_mesh_compression/bufferView",
                                         {part->mesh, part->primitive},
                                         NULL});
        }
    }
    struct core_mesh *mesh = &core->meshes[part->mesh];
    mesh->skinned = mesh->skinned || part->attributes.joints > 0;
    mesh->unclear = mesh->unclear || part->attributes.weights > 0 || misspelt || !any;
}

/* ---- one mesh ---- */

/* Adds an edit that adapts the number of weights to that of the targets: the first existing weights, then 0. */
static void set_weights(struct finding *finding, struct arena *arena, const struct tree *weights, size_t targets)
{
    struct buf list = BUF_INIT(arena);
    if (targets == 0) {
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        return;
    }
    for (size_t i = 0; i < targets; i++) {
        const struct tree *weight = tree_at(weights, i);
        buf_printf(&list, "%c%s", i == 0 ? '[' : ',', weight == NULL ? "0" : tree_written(arena, weight));
    }
    buf_str(&list, "]");
    finding_edit_at(finding, VRMLINT_EDIT_SET, "0", buf_text(&list));
}

static void check_weights(struct core *core, const struct tree *owner, struct place place, struct argument name,
                          const struct core_mesh *mesh)
{
    const struct tree *weights = tree_get(owner, "weights");
    if (tree_length(weights) > 0 && mesh->readable && !mesh->uneven && tree_count(weights) != mesh->targets) {
        struct finding *finding =
            report(core->check->findings, MESSAGE_MESH_WEIGHTS_COUNT__DEFAULT, place,
                   ARGUMENTS(name, COUNT("count", tree_count(weights)), COUNT("targets", mesh->targets)));
        finding_measure(finding, "weights", (double)tree_count(weights));
        finding_measure(finding, "targets", (double)mesh->targets);
        set_weights(finding, core->arena, weights, mesh->targets);
        if (mesh->targets == 0) {
            absent_note_targets(core->check, finding, (size_t)(mesh - core->meshes));
        }
    }
}

/* Whether neither the list nor any target is empty; empty ones are reported elsewhere. */
static bool is_sound(const struct tree *targets)
{
    bool sound = targets == NULL || tree_length(targets) > 0;
    for (size_t i = 0; sound && i < tree_count(targets); i++) {
        sound = tree_count(tree_at(targets, i)) > 0;
    }
    return sound;
}

static void check_mesh(struct core *core, size_t index, struct slots *slots, size_t material_count,
                       const struct tree *materials)
{
    struct core_mesh *mesh = &core->meshes[index];
    const struct tree *primitives = tree_get(mesh->json, "primitives");
    size_t count = tree_length(primitives);
    mesh->readable = count > 0;
    for (size_t i = 0; i < count; i++) {
        arena_pulse(core->arena);
        struct primitive_part part = {
            core, index, i, tree_at(primitives, i), core_name(core, "part", PLACE_PRIMITIVE, index, i), {0}};
        if (!tree_is_object(part.json)) {
            mesh->readable = false;
            continue;
        }
        const struct tree *list = tree_get(part.json, "targets");
        size_t targets = tree_length(list);
        mesh->uneven = mesh->uneven || !is_sound(list);
        if (i == 0) {
            mesh->targets = targets;
        } else if (targets != mesh->targets && is_sound(list)) {
            mesh->uneven = true;
            report(core->check->findings, MESSAGE_MESH_TARGET_COUNTS_DIFFER__DEFAULT, primitive_place(&part, NULL),
                   ARGUMENTS(part.name, COUNT("count", targets), COUNT("first", mesh->targets)));
        }
        check_primitive(&part, slots, material_count, materials);
    }
    struct argument name = core_name(core, "thing", PLACE_MESH, index, 0);
    check_weights(core, mesh->json, place_of(PLACE_MESH, index, 0, "weights"), name, mesh);
    if (tree_get(mesh->json, "weights") != NULL && mesh->nodes > 0 && mesh->weighted == mesh->nodes) {
        report(core->check->findings, MESSAGE_MESH_WEIGHTS_OVERRIDDEN__DEFAULT,
               place_of(PLACE_MESH, index, 0, "weights"), ARGUMENTS(argument_as("mesh", name)));
    }
}

void core_check_meshes(struct core *core)
{
    const struct tree *materials = document_tree(core->document, "/materials");
    size_t count = tree_length(materials);
    struct slots *slots = arena_array(core->arena, count, sizeof *slots);
    const struct scene *scene = core->check->avatar->scene;
    for (size_t i = 0; i < core->mesh_count; i++) {
        check_mesh(core, i, slots, count, materials);
    }
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh < core->mesh_count) {
            check_weights(core, scene->nodes[i].json, place_node(i, "weights"),
                          core_name(core, "thing", PLACE_NODE, i, 0), &core->meshes[scene->nodes[i].mesh]);
        }
    }
}
