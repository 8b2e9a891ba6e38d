/* Parts for wardrobes: character creators keep a hat or a necklace as an avatar with a whole skeleton, and put it on
 * another avatar. What such a file lacks of a face and of meta data is meant so. */
#include "checks/data/data.h"
#include "ids/rules.h"

/* A body follows bones of several of these regions; each is two bones, with what is below them. */
static const char *const regions[][2] = {
    {"head", "head"}, {"leftHand", "rightHand"}, {"leftUpperLeg", "rightUpperLeg"}};
enum { REGIONS = 3 };

/* Rules whose findings are only infos for a part. */
static bool is_meant_so(enum rule rule)
{
    static const enum rule rules[] = {
        RULE_VRM0_META_EMPTY,
        RULE_MESH_TARGET_EMPTY,
        RULE_VRM0_LOOK_AT_EXPRESSION_MISSING,
        RULE_VRM_LOOK_AT_EXPRESSION_MISSING,
        RULE_VRM_LOOK_AT_WITHOUT_EXPRESSIONS,
        RULE_VRM_META_AUTHOR_BLANK,
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i] == rule) {
            return true;
        }
    }
    return false;
}

/* Returns the only node with a mesh in the scene, if it has a skin with data; SCENE_NONE otherwise. */
static size_t only_mesh(const struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t node = SCENE_NONE;
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh != SCENE_NONE && scene->nodes[i].in_default) {
            node = i;
            count++;
        }
    }
    size_t skin = count == 1 ? scene->nodes[node].skin : SCENE_NONE;
    return skin < data->skin_count && data->skins[skin].used ? node : SCENE_NONE;
}

/* Whether a vertex of a skin follows a bone, or with_descendants what is below it. */
static bool follows(const struct data *data, const struct bound_skin *skin, size_t bone, bool with_descendants)
{
    const struct scene *scene = data->check->avatar->scene;
    for (size_t i = 0; i < skin->count; i++) {
        size_t joint = skin->weighted[i] != 0 ? skin->joints[i] : SCENE_NONE;
        if (joint != SCENE_NONE &&
            (joint == bone || (with_descendants && scene_is_above_or_same(scene, bone, joint)))) {
            return true;
        }
    }
    return false;
}

/* Whether a vertex of a skin follows a joint that doesn't exist: what it should follow isn't known. */
static bool follows_nothing(const struct bound_skin *skin)
{
    for (size_t i = 0; i < skin->count; i++) {
        if (skin->weighted[i] != 0 && skin->joints[i] == SCENE_NONE) {
            return true;
        }
    }
    return false;
}

/* Whether a mesh has morph targets, as a face has. */
static bool has_targets(const struct data *data, size_t mesh)
{
    const struct primitives *primitives = data->primitives;
    bool any = mesh >= primitives->mesh_count;
    size_t end = any ? 0 : primitives->meshes[mesh].first + primitives->meshes[mesh].count;
    for (size_t i = any ? 0 : primitives->meshes[mesh].first; i < end; i++) {
        any = any || primitives->items[i].target_count > 0;
    }
    return any;
}

/*
 * Whether the file is a part: a whole skeleton, and one mesh that follows at most one region of it, or several but not
 * the head, such as trousers and robes. What follows the hips alone may be a body, for simple ones follow nothing else.
 */
static bool is_part(const struct data *data)
{
    const struct avatar *avatar = data->check->avatar;
    const struct humanoid *humanoid = avatar->humanoid->present ? avatar->humanoid : avatar->vrm0->humanoid;
    size_t node = humanoid == NULL ? SCENE_NONE : only_mesh(data);
    if (node == SCENE_NONE) {
        return false;
    }
    const struct bound_skin *skin = &data->skins[avatar->scene->nodes[node].skin];
    size_t followed = 0;
    bool head = false;
    for (size_t i = 0; i < REGIONS; i++) {
        size_t first = humanoid->nodes[bone_by_name(regions[i][0])];
        size_t second = humanoid->nodes[bone_by_name(regions[i][1])];
        if (!scene_usable(avatar->scene, first) || !scene_usable(avatar->scene, second)) {
            return false;
        }
        bool any = follows(data, skin, first, true) || follows(data, skin, second, true);
        followed += any;
        head = head || (any && i == 0);
    }
    if (follows_nothing(skin)) {
        return false;
    }
    bool hips = follows(data, skin, humanoid->nodes[bone_by_name("hips")], false);
    bool is_clothing = !head && followed > 0 && !has_targets(data, avatar->scene->nodes[node].mesh);
    return is_clothing || (!hips && followed <= 1);
}

void data_check_wardrobe(struct data *data)
{
    if (!is_part(data)) {
        return;
    }
    for (struct finding *finding = findings_first(data->check->findings); finding != NULL; finding = finding->next) {
        if (is_meant_so(finding->rule)) {
            finding_severity(finding, VRMLINT_INFO);
        }
    }
}
