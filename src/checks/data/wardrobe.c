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

/* Returns the skin of the only node with a mesh in the scene; SIZE_MAX if there are others, or it has none. */
static size_t only_skin(const struct data *data)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t skin = SIZE_MAX;
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].mesh != SCENE_NONE && scene->nodes[i].in_default) {
            skin = scene->nodes[i].skin;
            count++;
        }
    }
    return count == 1 && skin < data->skin_count && data->skins[skin].used ? skin : SIZE_MAX;
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

/* Whether the file is a part: a whole skeleton, and one mesh that follows at most one region of it. What follows the
 * hips may be a body: simple ones follow nothing else. */
static bool is_part(const struct data *data)
{
    const struct avatar *avatar = data->check->avatar;
    const struct humanoid *humanoid = avatar->humanoid->present ? avatar->humanoid : avatar->vrm0->humanoid;
    size_t index = humanoid == NULL ? SIZE_MAX : only_skin(data);
    if (index == SIZE_MAX) {
        return false;
    }
    const struct bound_skin *skin = &data->skins[index];
    if (follows_nothing(skin) || follows(data, skin, humanoid->nodes[bone_by_name("hips")], false)) {
        return false;
    }
    size_t followed = 0;
    for (size_t i = 0; i < REGIONS; i++) {
        size_t first = humanoid->nodes[bone_by_name(regions[i][0])];
        size_t second = humanoid->nodes[bone_by_name(regions[i][1])];
        if (!scene_usable(avatar->scene, first) || !scene_usable(avatar->scene, second)) {
            return false;
        }
        followed += follows(data, skin, first, true) || follows(data, skin, second, true);
    }
    return followed <= 1;
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
