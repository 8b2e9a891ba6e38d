/* Finds out which findings are about data that three-vrm doesn't read: it loads the file, whatever is wrong there.
 * Those about bytes are in gltf/unread.c. */
#include "checks/unread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/among.h"
#include "base/ascii.h"
#include "base/text.h"
#include "checks/animation/names.h"
#include "checks/checks.h"
#include "checks/namesakes.h"
#include "ids/messages_shared.h"
#include "ids/rules.h"
#include "message/claims.h"
#include "vrm/avatar.h"

/* What three-vrm reads of a file. */
struct three_reads {
    struct arena *arena;
    const struct avatar *avatar;
    const struct materials *materials;
    bool *images;        /* per image: a texture of a material shows it */
    bool *views;         /* per sampler of textures: a texture of a material uses it */
    bool *samplers;      /* per sampler of all animations: a channel with a node uses it */
    size_t *tracks;      /* per animation: three.js makes a track for each channel with a node */
    bool *stops;         /* per animation: three-vrm stops, because a channel that means something gets no track */
    bool *joints;        /* per node: a skin lists it as a joint */
    bool textures;       /* materials have textures */
    bool skins;          /* nodes have skins */
    bool is_vrm1;        /* extensionsUsed lists VRMC_vrm */
    bool is_vrma;        /* and VRMC_vrm_animation, of a version that it knows */
    struct named *names; /* of materials, sorted; NULL until the first finding that needs them */
    size_t name_count;
};

/* Whether the extension of an animation maps a node with a role. */
static bool is_mapped(enum vrma_role role)
{
    return role < VRMA_ROLE_ABOVE_HIPS;
}

static bool is_listed(struct document *document, const char *extension)
{
    const struct tree *list = document_tree(document, "/extensionsUsed");
    bool found = false;
    for (size_t i = 0; i < tree_length(list) && !found; i++) {
        const char *name = tree_text(tree_at(list, i), NULL);
        found = name != NULL && strcmp(name, extension) == 0;
    }
    return found;
}

/* Whether three-vrm reads the extension of an animation: it skips versions that it doesn't know, and assumes 1.0 if
 * there is none. */
static bool three_reads_animation(struct document *document)
{
    static const char *const versions[] = {"1.0", "1.0-draft"};
    const struct tree *json = document_tree(document, VRMA_POINTER);
    const struct tree *version = tree_get(json, "specVersion");
    const char *text = tree_text(version, NULL);
    bool is_known = version == NULL || tree_is_null(version) || (text != NULL && IS_AMONG(text, versions));
    return json != NULL && is_known && is_listed(document, "VRMC_vrm_animation");
}

/* Returns which nodes are joints of skins, as JavaScript takes the values for indices. */
static bool *joints_of_skins(const struct check *check)
{
    size_t count = check->avatar->scene->count;
    bool *found = arena_array(check->arena, count, sizeof *found);
    const struct tree *skins = document_tree(check->avatar->document, "/skins");
    for (size_t i = 0; i < tree_length(skins); i++) {
        const struct tree *joints = tree_get(tree_at(skins, i), "joints");
        size_t node;
        for (size_t k = 0; k < tree_length(joints); k++) {
            if (tree_index_of_javascript(tree_at(joints, k), count, &node)) {
                found[node] = true;
            }
        }
    }
    return found;
}

static struct three_reads three_reads_of(const struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct materials *materials = avatar->materials;
    const struct animations *animations = avatar->animations;
    struct three_reads reads = {.arena = check->arena,
                                .avatar = avatar,
                                .is_vrm1 = is_listed(avatar->document, "VRMC_vrm"),
                                .is_vrma = three_reads_animation(avatar->document),
                                .materials = materials,
                                .images = arena_array(check->arena, materials->image_count, sizeof *reads.images),
                                .samplers =
                                    arena_array(check->arena, animations->sampler_count, sizeof *reads.samplers)};
    size_t parts = animations->animation_count;
    reads.tracks = arena_array(check->arena, parts, sizeof *reads.tracks);
    reads.stops = arena_array(check->arena, parts, sizeof *reads.stops);
    reads.joints = joints_of_skins(check);
    reads.views = arena_array(check->arena, materials->sampler_count, sizeof *reads.views);
    for (size_t i = 0; i < materials->texture_count; i++) {
        const struct tree *sampler = tree_get(materials->textures[i].json, "sampler");
        const size_t images[] = {materials->textures[i].image, materials->textures[i].source};
        size_t view;
        if (materials->textures[i].of_material && tree_index_of_javascript(sampler, materials->sampler_count, &view)) {
            reads.views[view] = true;
        }
        for (size_t k = 0; k < 2 && materials->textures[i].of_material; k++) {
            if (images[k] < materials->image_count) {
                reads.images[images[k]] = true;
            }
        }
    }
    for (size_t i = 0; i < materials->count; i++) {
        for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
            reads.textures = reads.textures || materials->items[i].textures[slot].present;
        }
    }
    for (size_t i = 0; i < materials->old_count; i++) {
        reads.textures = reads.textures || tree_count(materials->olds[i].textures) > 0;
    }
    for (size_t i = 0; i < animations->count; i++) {
        const struct channel *channel = &animations->channels[i];
        bool has_node = tree_get(tree_get(channel->json, "target"), "node") != NULL;
        reads.tracks[channel->animation] += has_node;
        if (channel->sampler < animations->sampler_count && has_node) {
            reads.samplers[channel->sampler] = true;
        }
    }
    for (size_t i = 0; i < animations->count && reads.is_vrma; i++) {
        const struct channel *channel = &animations->channels[i];
        enum vrma_role role = vrma_role(avatar->vrma, channel->node);
        bool means = is_mapped(role) && role != VRMA_ROLE_LOOK_AT; /* the gaze may do without a track */
        reads.stops[channel->animation] |= means && channel->index >= reads.tracks[channel->animation];
    }
    for (size_t i = 0; i < avatar->scene->count; i++) {
        reads.skins = reads.skins || tree_get(avatar->scene->nodes[i].json, "skin") != NULL;
    }
    return reads;
}

enum three_material { THREE_LIT = 0, THREE_MTOON_0 = 1, THREE_UNLIT_0 = 2, THREE_UNLIT = 4 };

/* Returns how three-vrm makes a material: it replaces members of those with shaders of VRM 0.x. */
static enum three_material kind_of_material(const struct materials *materials, size_t index)
{
    const char *shader = index < materials->old_count ? materials->olds[index].shader : NULL;
    const struct material *material = &materials->items[index];
    return shader != NULL && strcmp(shader, "VRM/MToon") == 0       ? THREE_MTOON_0
           : shader != NULL && strncmp(shader, "VRM/Unlit", 9) == 0 ? THREE_UNLIT_0
           : material->unlit && material->mtoon == NULL             ? THREE_UNLIT
                                                                    : THREE_LIT;
}

bool three_makes_unlit(const struct materials *materials)
{
    bool found = false;
    for (size_t i = 0; i < materials->count && !found; i++) {
        found = materials->material_used[i] && kind_of_material(materials, i) == THREE_UNLIT;
    }
    return found;
}

static bool reads_of_material(const struct materials *materials, size_t index, const char *member)
{
    static const struct {
        const char *name;
        unsigned unread; /* a set of enum three_material */
    } members[] = {
        {"normalTexture", THREE_MTOON_0 | THREE_UNLIT},
        {"emissiveTexture", THREE_MTOON_0 | THREE_UNLIT},
        {"emissiveFactor", THREE_MTOON_0 | THREE_UNLIT},
        {"occlusionTexture", THREE_UNLIT},
        {"pbrMetallicRoughness/metallicRoughnessTexture", THREE_UNLIT},
        {"pbrMetallicRoughness", THREE_MTOON_0 | THREE_UNLIT_0},
        {"alphaMode", THREE_MTOON_0 | THREE_UNLIT_0},
        {"alphaCutoff", THREE_MTOON_0 | THREE_UNLIT_0},
        {"extensions", THREE_MTOON_0 | THREE_UNLIT_0},
        {"extensions/VRMC_materials_hdr_emissiveMultiplier", THREE_UNLIT},
        {"extensions/KHR_materials_emissive_strength", THREE_UNLIT},
        {"doubleSided", THREE_MTOON_0},
    };
    bool reads = materials->material_used[index];
    for (size_t i = 0; i < sizeof members / sizeof *members && reads; i++) {
        reads =
            (members[i].unread & kind_of_material(materials, index)) == 0 || !text_is_within(member, members[i].name);
    }
    return reads;
}

/* Whether three-vrm reads the shape of a collider: not if the extension has another, or if the node is missing. */
static bool reads_shape(const struct springs *springs, const struct finding *finding)
{
    const char *of = strstr(finding->absent != NULL ? finding->absent : finding->pointer, "/colliders/");
    size_t i = finding->place.index[0];
    if (of == NULL || i >= springs->collider_count || strstr(of, "/extensions/") != NULL ||
        strstr(of, "/shape") == NULL) {
        return true;
    }
    const struct collider *collider = &springs->colliders[i];
    const struct tree *extended = tree_get(tree_get(collider->json, "extensions"), "VRMC_springBone_extended_collider");
    bool is_extended = collider->effective != &collider->base && tree_reports(extended, "specVersion", "1.0");
    return collider->node != SPRINGS_NONE && !is_extended;
}

/* Whether the file has a material of a name. */
static bool has_material(struct three_reads *reads, const char *name)
{
    const struct tree *materials = document_tree(reads->avatar->document, "/materials");
    if (reads->names == NULL) {
        reads->names = arena_array(reads->arena, tree_length(materials) + 1, sizeof *reads->names);
        for (size_t i = 0; i < tree_length(materials); i++) {
            const char *own = tree_text(tree_get(tree_at(materials, i), "name"), NULL);
            if (own != NULL) {
                reads->names[reads->name_count++] = (struct named){own, i};
            }
        }
        named_sort(reads->arena, reads->names, reads->name_count);
    }
    return named_find(reads->names, reads->name_count, name) < reads->name_count;
}

/* Whether three-vrm reads the value of a material of an expression: it looks for the materials of that name first. */
static bool reads_value(struct three_reads *reads, const struct finding *finding)
{
    size_t at[2];
    if (strstr(finding->pointer, "/targetValue") == NULL ||
        !place_within(finding->pointer, PLACE_VRM0_EXPRESSION, "materialValues", at, NULL)) {
        return true;
    }
    const char *of = strstr(finding->pointer, "/materialValues/") + strlen("/materialValues/");
    const struct tree *groups =
        document_tree(reads->avatar->document, "/extensions/VRM/blendShapeMaster/blendShapeGroups");
    const struct tree *value = tree_at(tree_get(tree_at(groups, at[0]), "materialValues"), strtoul(of, NULL, 10));
    const char *name = tree_text(tree_get(value, "materialName"), NULL);
    return name != NULL && has_material(reads, name);
}

/* Returns what three-vrm does because of a channel, or EFFECTS. A channel without a node gets no track, and those after
 * it get others'; one of a node that means nothing may have any path. */
static enum effect effect_of_channel(const struct three_reads *reads, const struct finding *finding)
{
    const struct animations *animations = reads->avatar->animations;
    size_t i = finding->place.index[0];
    size_t k = finding->place.index[1];
    const char *member = finding->place.member;
    if (member == NULL || i >= animations->animation_count || k >= animations->parts[i].channel_count ||
        strncmp(member, "target", strlen("target")) != 0) {
        return EFFECTS;
    }
    const struct channel *channel = &animations->channels[animations->parts[i].channels + k];
    const struct tree *target = tree_get(channel->json, "target");
    if (target == NULL || tree_is_null(target)) {
        return EFFECTS;
    }
    if (tree_get(target, "node") == NULL) {
        return reads->stops[i] ? EFFECT_REFUSES : EFFECT_LOADS;
    }
    bool means = channel->node == SCENE_NONE || is_mapped(vrma_role(reads->avatar->vrma, channel->node));
    /* that such a node moves is lost, but what its path is matters to nothing */
    bool lacks_path = finding->absent != NULL && text_ends(finding->absent, "/target/path");
    bool is_of_path = (lacks_path || text_is_within(member, "target/path")) &&
                      finding->rule != RULE_ANIMATION_INTERMEDIATE_NODE_ANIMATED;
    return is_of_path && (!means || !reads->is_vrma)                ? EFFECT_LOADS
           : is_of_path && finding->rule == RULE_GLTF_UNKNOWN_VALUE ? EFFECT_REFUSES
                                                                    : EFFECTS;
}

/* Whether three-vrm reads what a finding is about. */
static bool is_read(const struct three_reads *reads, const struct finding *finding)
{
    static const char textures[] = "textureProperties/";
    const struct animations *animations = reads->avatar->animations;
    const struct materials *materials = reads->materials;
    size_t i = finding->place.index[0];
    size_t k = finding->place.index[1];
    const char *member = finding->place.member;
    switch (finding->place.kind) {
    case PLACE_MATERIAL:
        return i >= materials->count || member == NULL || reads_of_material(materials, i, member);
    case PLACE_SAMPLER:
        return i >= animations->animation_count || k >= animations->parts[i].sampler_count ||
               reads->samplers[animations->parts[i].samplers + k];
    case PLACE_TEXTURE:
        return i >= materials->texture_count || materials->textures[i].of_material;
    case PLACE_TEXTURE_SAMPLER:
        return i >= materials->sampler_count || reads->views[i];
    case PLACE_IMAGE:
        return i >= materials->image_count || reads->images[i];
    case PLACE_SKIN:
        return reads->skins || member == NULL || strncmp(member, "joints", 6) == 0;
    case PLACE_VRM0_MATERIAL:
        return i >= materials->old_count || member == NULL ||
               (i < materials->count &&
                (strncmp(member, textures, sizeof textures - 1) != 0 ||
                 (materials->material_used[i] && material0_reads(&materials->olds[i], member + sizeof textures - 1))));
    case PLACE_COLLIDER:
        return reads_shape(reads->avatar->springs, finding);
    case PLACE_FILE:
        member =
            finding->absent != NULL ? finding->absent + (*finding->absent == '/') : member; /* another name of it */
        if (member != NULL && strcmp(member, "skins") == 0) { /* it reads their joints in any case */
            const struct tree *skins = document_tree(reads->avatar->document, "/skins");
            return reads->skins || tree_is_array(skins) || tree_is_string(skins);
        }
        return reads->textures || member == NULL || (strcmp(member, "textures") != 0 && strcmp(member, "images") != 0);
    default:
        return true;
    }
}

/* Whether a finding is about the file of a buffer that nothing plays or shows. */
static bool is_of_unplayed(const struct three_reads *reads, const struct finding *finding)
{
    return finding->rule == RULE_BUFFER_NOT_FOUND && reads->avatar->animations->animation_count == 0 &&
           document_count(reads->avatar->document, "meshes") == 0;
}

/* Returns what three-vrm does because extensionsUsed is wrong, or EFFECTS if it refuses such a list. */
static enum effect effect_of_list(const struct avatar *avatar)
{
    static const struct {
        const char *name;
        enum effect effect;
    } extensions[] = {
        {"VRMC_vrm", EFFECT_DROPS_AVATAR},
        {"VRMC_vrm_animation", EFFECT_DROPS_ANIMATION},
        {"VRMC_springBone", EFFECT_DROPS_SPRINGS},
        {"VRM", EFFECT_DROPS_SPRINGS},
    };
    struct document *document = avatar->document;
    const struct tree *list = document_tree(document, "/extensionsUsed");
    if (list != NULL && !tree_is_array(list) && !tree_is_null(list)) {
        return EFFECTS;
    }
    if (three_makes_unlit(avatar->materials) && !is_listed(document, "KHR_materials_unlit")) {
        return EFFECT_REFUSES;
    }
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        /* of a file with avatars of both versions, it loads the other one, which needn't be listed */
        bool is_other = i == 0 && document_tree(document, "/extensions/VRM/humanoid") != NULL;
        const struct tree *json = tree_get(document_tree(document, "/extensions"), extensions[i].name);
        bool is_still = strcmp(extensions[i].name, "VRM") == 0 &&
                        tree_length(tree_get(tree_get(json, "secondaryAnimation"), "boneGroups")) == 0;
        if (json != NULL && !is_other && !is_still && !is_listed(document, extensions[i].name)) {
            return extensions[i].effect;
        }
    }
    bool constrained = avatar->constraints->count > 0 && !is_listed(document, "VRMC_node_constraint");
    return constrained ? EFFECT_DROPS_CONSTRAINTS : EFFECT_DIFFERS;
}

/* Whether a finding is about the lack of a list of extensions, or a value in it of another type. */
static bool is_of_list(const struct finding *finding)
{
    static const char list[] = "/extensionsUsed";
    const char *of = finding->absent != NULL ? finding->absent : finding->pointer;
    return (finding->rule == RULE_GLTF_WRONG_TYPE || finding->rule == RULE_GLTF_UNKNOWN_PROPERTY) &&
           strncmp(of, list, sizeof list - 1) == 0;
}

/* Whether JavaScript takes a value for true. */
static bool is_true_in_javascript(const struct tree *value)
{
    bool flag;
    double number;
    const char *text = tree_text(value, NULL);
    return value != NULL && !tree_is_null(value) && (!tree_flag(value, &flag) || flag) &&
           (!tree_number(value, &number) || number != 0) && (text == NULL || *text != '\0');
}

/* Whether three-vrm stops because an eye that turns has no parent, as the node above it can't be read. */
static bool lacks_parent_of_eye(const struct avatar *avatar)
{
    static const char *const eyes[] = {"leftEye", "rightEye"};
    bool lacks = false;
    for (size_t i = 0; i < 2 && avatar->humanoid->look_at == LOOK_AT_BONE; i++) {
        const struct tree *entry = tree_get(avatar->humanoid->bones, eyes[i]);
        size_t node = scene_node_at(avatar->scene, tree_get(entry, "node"));
        lacks = lacks || (node != SCENE_NONE && avatar->scene->nodes[node].parent == SCENE_NONE &&
                          !avatar->scene->nodes[node].listed);
    }
    return lacks;
}

/* Returns what three-vrm does because of a node that isn't an object, or has an infinite number; or EFFECTS. */
static enum effect effect_of_node(const struct three_reads *reads, const struct finding *finding)
{
    const struct avatar *avatar = reads->avatar;
    static const char *const members[] = {"translation/", "rotation/", "scale/", "matrix/"};
    const char *member = finding->place.member;
    bool is_infinite = finding->rule == RULE_GLTF_NOT_FINITE && member != NULL;
    bool is_moved = false;
    size_t gaze = scene_node_at(avatar->scene, tree_get(tree_get(avatar->vrma->json, "lookAt"), "node"));
    for (size_t i = 0; is_infinite && i < sizeof members / sizeof *members; i++) {
        is_moved = is_moved || text_begins(member, members[i]);
    }
    if (is_moved) {
        return gaze != finding->place.index[0] ? EFFECT_DIFFERS : EFFECTS;
    }
    /* it marks joints, and JavaScript can't mark a number, a string or a boolean */
    size_t node = finding->place.index[0];
    bool is_marked =
        node < avatar->scene->count && reads->joints[node] && !tree_is_array(avatar->scene->nodes[node].json);
    bool stops = member == NULL && finding->rule == RULE_GLTF_WRONG_TYPE && (is_marked || lacks_parent_of_eye(avatar));
    return stops ? EFFECT_REFUSES : EFFECTS;
}

/* Whether three-vrm looks for something in the scene. three.js itself loads files without one. */
static bool needs_scene(struct document *document)
{
    const struct tree *version = document_tree(document, VRM1_POINTER "/specVersion");
    const char *text = tree_text(version, NULL);
    bool is_avatar =
        text != NULL && (strcmp(text, "1.0") == 0 || strcmp(text, "1.0-beta") == 0) && is_listed(document, "VRMC_vrm");
    return is_avatar || document_tree(document, "/extensions/VRM/humanoid") != NULL || three_reads_animation(document);
}

/* Whether three.js refuses an accessor because its bufferView, which only JavaScript takes for an index, is too short.
 * It makes a list of the elements, with whole strides between them. */
static bool is_view_short(struct document *document, const struct finding *finding)
{
    static const struct {
        const char *name;
        double count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    const struct tree *views = document_tree(document, "/bufferViews");
    const struct tree *accessor = tree_at(document_tree(document, "/accessors"), finding->place.index[0]);
    double type = 0;
    double count = 0;
    double offset = 0;
    double stride = 0;
    double length;
    size_t index;
    size_t bytes = 0;
    if (finding->rule != RULE_GLTF_WRONG_TYPE ||
        !tree_index_of_javascript(tree_get(accessor, "bufferView"), tree_length(views), &index) ||
        !tree_number(tree_get(tree_at(views, index), "byteLength"), &length) ||
        !tree_number(tree_get(accessor, "componentType"), &type) || !tree_number(tree_get(accessor, "count"), &count)) {
        return false;
    }
    tree_number(tree_get(accessor, "byteOffset"), &offset);
    tree_number(tree_get(tree_at(views, index), "byteStride"), &stride);
    bytes = type >= COMPONENT_BYTE && type <= COMPONENT_FLOAT ? component_size((enum component)type) : 0;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (tree_reports(accessor, "type", types[i].name)) {
            double size = types[i].count * (double)bytes;
            bool is_strided = stride > 0 && stride != size;
            double begin = is_strided ? floor(offset / stride) * stride : offset;
            return begin + count * (is_strided ? stride : size) > length;
        }
    }
    return false;
}

/* Returns what three.js does because of the number of the scene, the version of glTF, an infinite count or a short
 * bufferView, or EFFECTS. It takes what isn't true for scene 0, and compares the version's first character with 2. */
static enum effect effect_of_start(struct document *document, const struct finding *finding)
{
    const struct tree *scene = document_tree(document, "/scene");
    const struct tree *version = document_tree(document, "/asset/version");
    const char *text = tree_text(version, NULL);
    const char *member = finding->place.member;
    size_t index;
    if (finding->place.kind == PLACE_ACCESSOR && member != NULL && finding->in_three_vrm != EFFECT_LOADS + 1 &&
        ((finding->rule == RULE_GLTF_NOT_FINITE && strcmp(member, "count") == 0) ||
         (strcmp(member, "bufferView") == 0 && is_view_short(document, finding)))) {
        return EFFECT_REFUSES;
    }
    if (strcmp(finding->pointer, "/scene") == 0 && scene != NULL) {
        return !is_true_in_javascript(scene)                                                 ? EFFECT_DIFFERS
               : tree_index_of_javascript(scene, document_count(document, "scenes"), &index) ? EFFECTS
               : needs_scene(document)                                                       ? EFFECT_REFUSES
                                                                                             : EFFECT_DIFFERS;
    }
    if (strcmp(finding->pointer, "/asset/version") != 0 || version == NULL || tree_length(version) > 0) {
        return EFFECTS;
    }
    bool is_old = text != NULL && *text != '\0' && strchr("01 \t\r\n", *text) != NULL;
    return tree_is_null(version) || is_old ? EFFECT_REFUSES : EFFECT_LOADS;
}

/* Returns what three-vrm does because of a joint of a spring that has no node, or EFFECTS. It makes a joint of each two
 * successive entries: it needs the node of the first, and does without that of the second. */
static enum effect effect_of_joint(const struct three_reads *reads, const struct finding *finding)
{
    const char *member = finding->place.member;
    const struct tree *springs = document_tree(reads->avatar->document, "/extensions/VRMC_springBone/springs");
    const struct tree *joints = tree_get(tree_at(springs, finding->place.index[0]), "joints");
    size_t k = finding->place.index[1];
    const struct tree *joint = tree_at(joints, k);
    const struct tree *node = tree_get(joint, "node");
    size_t index;
    if ((member != NULL && strcmp(member, "node") != 0) || joint == NULL ||
        tree_index_of_javascript(node, reads->avatar->scene->count, &index)) {
        return EFFECTS;
    }
    bool is_first = is_true_in_javascript(joint) && k + 1 < tree_length(joints);
    bool is_null = tree_is_null(joint) && k > 0 && is_true_in_javascript(tree_at(joints, k - 1));
    return is_first || is_null ? EFFECT_REFUSES : EFFECT_DROPS_SPRINGS;
}

/* Whether three-vrm stops because the hips of an animation have no node. */
static bool needs_hips(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct tree *hips = tree_get(vrma->bones, "hips");
    const struct tree *node = tree_get(hips, "node");
    return three_reads_animation(check->avatar->document) && hips != NULL && (node == NULL || tree_is_null(node)) &&
           animation_rotates_below_hips(check);
}

/* Whether three-vrm reads what a finding in the extension of VRM 0.x is about: of bones only their names and nodes, and
 * nothing of which VRM 1.0 has its own in the same file. */
static bool reads_old(const struct three_reads *reads, const struct finding *finding)
{
    static const char *const parts[][2] = {{"humanoid", "/humanoid"},
                                           {"meta", "/meta"},
                                           {"blendShapeMaster", "/expressions"},
                                           {"firstPerson", "/firstPerson"}};
    static const char *const of_bone[] = {"/bone", "/node"};
    static const char old[] = "/extensions/VRM/";
    const char *part = finding->pointer + sizeof old - 1;
    if (strncmp(finding->pointer, old, sizeof old - 1) != 0) {
        return true;
    }
    const struct tree *vrm = document_tree(reads->avatar->document, VRM1_POINTER);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && reads->is_vrm1; i++) {
        if (text_is_within(part, parts[i][0]) && tree_get(vrm, parts[i][1] + 1) != NULL) {
            return false;
        }
    }
    if (!text_begins(part, "humanoid/") || finding->rule != RULE_VRM0_WRONG_TYPE) {
        return true;
    }
    const char *member = strrchr(part, '/');
    return strcmp(member, "/humanBones") == 0 || ascii_is_digit(member[1]) || IS_AMONG(member, of_bone);
}

/* Returns the source of the constraint that a finding is about, if no other check follows it: an index that isn't a
 * number, or one of several kinds of which three-vrm takes the first. */
static const struct tree *odd_source(const struct tree *value, enum rule rule)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    const struct tree *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && rule == RULE_CONSTRAINT_ONE_OF && kind == NULL; i++) {
        kind = tree_get(value, kinds[i]);
    }
    return kind != NULL ? tree_get(kind, "source") : value;
}

/* Whether three-vrm follows a loop that no other check sees, because it takes text for the index that it contains. */
static bool is_hidden_loop(const struct avatar *avatar, const struct finding *finding)
{
    const struct scene *scene = avatar->scene;
    size_t at[2];
    size_t other;
    bool is_child =
        finding->rule == RULE_GLTF_WRONG_TYPE && place_within(finding->pointer, PLACE_NODE, "children", at, NULL);
    bool is_source = (finding->rule == RULE_CONSTRAINT_ONE_OF ||
                      (finding->rule == RULE_CONSTRAINT_WRONG_TYPE && strstr(finding->pointer, "/source") != NULL)) &&
                     place_within(finding->pointer, PLACE_NODE, "extensions/VRMC_node_constraint", at, NULL);
    if ((!is_child && !is_source) || at[0] >= scene->count) {
        return false;
    }
    const struct tree *index = odd_source(document_tree(avatar->document, finding->pointer), finding->rule);
    double number;
    bool may_lead = !is_child || !tree_number(index, &number); /* a number instead of the list lists nothing */
    return may_lead && tree_index_of_javascript(index, scene->count, &other) &&
           (is_child ? scene_is_above_or_same(scene, other, at[0]) : scene_is_above_or_same(scene, at[0], other));
}

/* Whether a finding is about what three-vrm does because of the extension of an animation, but not about its version.
 * It skips all of an extension whose version it doesn't know. */
static bool is_of_animation(const struct finding *finding)
{
    static const char version[] = VRMA_POINTER "/specVersion";
    const char *of = finding->absent != NULL ? finding->absent : finding->pointer;
    return finding->rule == RULE_ANIMATION_CHANNEL_SHIFTS_TRACKS ||
           (text_begins(of, VRMA_POINTER "/") && strcmp(of, version) != 0 &&
            finding->rule != RULE_ANIMATION_UNKNOWN_PROPERTY);
}

void check_unread(struct check *check)
{
    bool skips_animation = !three_reads_animation(check->avatar->document);
    bool stops_at_hips = needs_hips(check);
    struct three_reads reads = three_reads_of(check);
    enum effect of_list = effect_of_list(check->avatar);
    for (struct finding *f = findings_first(check->findings); f != NULL; f = f->next) {
        enum effect effect = f->place.kind == PLACE_CHANNEL ? effect_of_channel(&reads, f)
                             : f->place.kind == PLACE_JOINT ? effect_of_joint(&reads, f)
                             : f->place.kind == PLACE_NODE  ? effect_of_node(&reads, f)
                                                            : effect_of_start(check->avatar->document, f);
        if (stops_at_hips && text_is_within(f->pointer, VRMA_POINTER "/humanoid/humanBones/hips")) {
            effect = EFFECT_REFUSES;
        }
        if (effect != EFFECTS) {
            f->in_three_vrm = effect + 1;
        } else if ((skips_animation && is_of_animation(f)) || !is_read(&reads, f) || is_of_unplayed(&reads, f) ||
                   !reads_old(&reads, f) || !reads_value(&reads, f)) {
            f->in_three_vrm = EFFECT_LOADS + 1;
        } else if (is_of_list(f) && of_list != EFFECTS) {
            f->in_three_vrm = of_list + 1;
        } else if (f->rule == RULE_VRM_NOT_DECLARED &&
                   document_tree(check->avatar->document, "/extensions/VRM/humanoid") == NULL) {
            f->in_three_vrm = EFFECT_DROPS_AVATAR + 1; /* what there is of VRM 0.x is no avatar */
        } else if (f->message == SHARED_NOT_DECLARED__UNLIT && f->rule == RULE_MTOON_NOT_DECLARED) {
            f->in_three_vrm = (three_makes_unlit(check->avatar->materials) &&
                                       !is_listed(check->avatar->document, "KHR_materials_unlit")
                                   ? EFFECT_REFUSES
                                   : EFFECT_DIFFERS) +
                              1;
        } else if ((f->message == SHARED_WRONG_TYPE__BY_NAME && f->rule == RULE_ANIMATION_WRONG_TYPE &&
                    strstr(f->pointer, "/humanBones") != NULL) || /* it finds no hips */
                   is_hidden_loop(check->avatar, f)) {
            f->in_three_vrm = EFFECT_REFUSES + 1;
        }
    }
}
