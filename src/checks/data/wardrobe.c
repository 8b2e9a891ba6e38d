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

/* What the meshes of the scene follow. */
struct worn {
    bool regions[REGIONS];
    bool hips;     /* by itself, not what is below it */
    bool targets;  /* one has morph targets */
    bool is_known; /* all of it is known */
};

/* Adds what one mesh follows: through its skin, or as an object on a bone, such as a hat. */
static void add_mesh(const struct data *data, const struct humanoid *humanoid, size_t node, struct worn *worn)
{
    const struct scene *scene = data->check->avatar->scene;
    size_t index = scene->nodes[node].skin;
    const struct bound_skin *skin = index < data->skin_count && data->skins[index].used ? &data->skins[index] : NULL;
    size_t hips = humanoid->nodes[bone_by_name("hips")];
    for (size_t i = 0; i < REGIONS; i++) {
        for (size_t k = 0; k < 2; k++) {
            size_t bone = humanoid->nodes[bone_by_name(regions[i][k])];
            bool any = skin != NULL ? follows(data, skin, bone, true) : scene_is_above_or_same(scene, bone, node);
            worn->regions[i] = worn->regions[i] || any;
        }
    }
    worn->hips = worn->hips || (skin != NULL ? follows(data, skin, hips, false) : scene->nodes[node].parent == hips);
    bool targets = has_targets(data, scene->nodes[node].mesh);
    bool is_on_bone = index == SCENE_NONE && scene_is_above(scene, hips, node) && !targets;
    worn->targets = worn->targets || targets;
    worn->is_known = worn->is_known && (skin != NULL ? !follows_nothing(skin) : is_on_bone);
}

/*
 * Whether the file is a part: a whole skeleton, and a few meshes that follow at most one region of it, or several but
 * not the head, such as trousers and robes. What follows the hips alone may be a body, for simple ones follow nothing
 * else. So may a mesh on no bone.
 */
static bool is_part(const struct data *data)
{
    enum { MESHES = 8 };
    const struct avatar *avatar = data->check->avatar;
    const struct scene *scene = avatar->scene;
    const struct humanoid *humanoid = avatar_humanoid(avatar);
    struct worn worn = {.is_known = true};
    size_t count = 0;
    for (size_t i = 0; humanoid != NULL && i / 2 < REGIONS; i++) {
        if (!scene_usable(scene, humanoid->nodes[bone_by_name(regions[i / 2][i % 2])])) {
            return false;
        }
    }
    for (size_t i = 0; humanoid != NULL && i < scene->count && count <= MESHES; i++) {
        if (scene->nodes[i].mesh != SCENE_NONE && scene->nodes[i].in_default && count++ < MESHES) {
            add_mesh(data, humanoid, i, &worn);
        }
    }
    if (count == 0 || count > MESHES || !worn.is_known) {
        return false;
    }
    size_t followed = 0;
    for (size_t i = 0; i < REGIONS; i++) {
        followed += worn.regions[i];
    }
    bool is_clothing = !worn.regions[0] && followed > 0 && !worn.targets;
    return is_clothing || (!worn.hips && followed <= 1);
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
