#include "vrm/humanoid.h"

#include <string.h>

#define FREE false
#define REQUIRED true
#define NEEDS_PARENT true

/* The humanoid bones of VRMC_vrm 1.0: name, parent, whether it is required, whether it needs its parent, class. */
#define FINGER(side, finger, root)                                                                                     \
    {side finger "Proximal", root, FREE, FREE, BONE_SMALL},                                                            \
        {side finger "Intermediate", side finger "Proximal", FREE, NEEDS_PARENT, BONE_SMALL},                          \
    {                                                                                                                  \
        side finger "Distal", side finger "Intermediate", FREE, NEEDS_PARENT, BONE_SMALL                               \
    }

#define SIDE(side)                                                                                                     \
    {side "UpperLeg", "hips", REQUIRED, FREE, BONE_BODY},                                                              \
        {side "LowerLeg", side "UpperLeg", REQUIRED, FREE, BONE_BODY},                                                 \
        {side "Foot", side "LowerLeg", REQUIRED, FREE, BONE_BODY}, {side "Toes", side "Foot", FREE, FREE, BONE_SMALL}, \
        {side "Shoulder", "upperChest", FREE, FREE, BONE_BODY},                                                        \
        {side "UpperArm", side "Shoulder", REQUIRED, FREE, BONE_BODY},                                                 \
        {side "LowerArm", side "UpperArm", REQUIRED, FREE, BONE_BODY},                                                 \
        {side "Hand", side "LowerArm", REQUIRED, FREE, BONE_BODY},                                                     \
        {side "ThumbMetacarpal", side "Hand", FREE, FREE, BONE_SMALL},                                                 \
        {side "ThumbProximal", side "ThumbMetacarpal", FREE, NEEDS_PARENT, BONE_SMALL},                                \
        {side "ThumbDistal", side "ThumbProximal", FREE, NEEDS_PARENT, BONE_SMALL},                                    \
        FINGER(side, "Index", side "Hand"), FINGER(side, "Middle", side "Hand"), FINGER(side, "Ring", side "Hand"),    \
        FINGER(side, "Little", side "Hand")

const struct bone bones[BONE_COUNT] = {
    {"hips", NULL, REQUIRED, FREE, BONE_BODY},
    {"spine", "hips", REQUIRED, FREE, BONE_BODY},
    {"chest", "spine", FREE, FREE, BONE_BODY},
    {"upperChest", "chest", FREE, NEEDS_PARENT, BONE_BODY},
    {"neck", "upperChest", FREE, FREE, BONE_BODY},
    {"head", "neck", REQUIRED, FREE, BONE_BODY},
    {"leftEye", "head", FREE, FREE, BONE_EYE},
    {"rightEye", "head", FREE, FREE, BONE_EYE},
    {"jaw", "head", FREE, FREE, BONE_SMALL},
    SIDE("left"),
    SIDE("right"),
};

/* The first bones with a side, except for the eyes. */
enum { LEFT = 9, RIGHT = 32 };

size_t bone_mirrored(size_t bone)
{
    return bone >= LEFT && bone < RIGHT ? bone + (RIGHT - LEFT) : bone;
}

/* Called for every frame of a pose. It begins at the bones of the name's side, if the name has one, and compares the
 * first letter after "left" or "right" first. All bones that begin with l or r have a side. */
size_t bone_by_name(const char *name)
{
    size_t side = strncmp(name, "left", 4) == 0 ? 4 : strncmp(name, "right", 5) == 0 ? 5 : 0;
    size_t first = side == 4 ? LEFT : side == 5 ? RIGHT : 0;
    for (size_t k = 0; k < BONE_COUNT; k++) {
        size_t i = first + k < BONE_COUNT ? first + k : first + k - BONE_COUNT;
        if (bones[i].name[0] == name[0] && bones[i].name[side] == name[side] && strcmp(bones[i].name, name) == 0) {
            return i;
        }
    }
    return BONE_COUNT;
}

bool humanoid_has_hips(const struct scene *scene, const size_t *nodes)
{
    static const char *const carried[] = {"spine", "leftUpperLeg", "rightUpperLeg"};
    size_t hips = nodes[bone_by_name("hips")];
    size_t elsewhere = 0;
    for (size_t i = 0; i < sizeof carried / sizeof *carried; i++) {
        size_t node = nodes[bone_by_name(carried[i])];
        elsewhere += node != SCENE_NONE && node != hips && !scene_is_above(scene, hips, node);
    }
    return scene_usable(scene, hips) && elsewhere < 2;
}

#define OLD_LEFT_THUMB "leftThumbIntermediate"
#define OLD_RIGHT_THUMB "rightThumbIntermediate"

bool humanoid_is_nested(const struct tree *entry)
{
    size_t bone = 0;
    while (bone < BONE_COUNT && tree_get(entry, bones[bone].name) == NULL) {
        bone++;
    }
    return bone < BONE_COUNT;
}

bool bone_is_old_thumb(const char *name)
{
    return strcmp(name, OLD_LEFT_THUMB) == 0 || strcmp(name, OLD_RIGHT_THUMB) == 0;
}

/* Returns the key of a bone in a list. If the list has old thumbs, which three-vrm detects by their middle bone, it
 * is the key of the joint before. */
static const char *key_of(const struct tree *list, size_t bone)
{
    static const struct {
        const char *old;
        const char *now;
        const char *was;
    } thumbs[] = {
        {OLD_LEFT_THUMB, "leftThumbMetacarpal", "leftThumbProximal"},
        {OLD_LEFT_THUMB, "leftThumbProximal", "leftThumbIntermediate"},
        {OLD_RIGHT_THUMB, "rightThumbMetacarpal", "rightThumbProximal"},
        {OLD_RIGHT_THUMB, "rightThumbProximal", "rightThumbIntermediate"},
    };
    const char *key = bones[bone].name;
    for (size_t i = 0; i < sizeof thumbs / sizeof thumbs[0]; i++) {
        if (strcmp(thumbs[i].now, key) == 0 && tree_get(list, thumbs[i].old) != NULL) {
            return thumbs[i].was;
        }
    }
    return key;
}

static void read_bones(struct humanoid *humanoid, struct arena *arena, const struct scene *scene,
                       const struct tree *list)
{
    humanoid->bone_of = arena_array(arena, scene->count, sizeof *humanoid->bone_of);
    for (size_t i = 0; i < scene->count; i++) {
        humanoid->bone_of[i] = BONE_COUNT;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        const char *key = key_of(list, bone);
        const struct tree *entry = tree_get(list, key);
        size_t node = scene_resolve(scene, tree_get(entry, "node"));
        humanoid->keys[bone] = entry == NULL ? NULL : key;
        humanoid->nodes[bone] = node;
        if (node != SCENE_NONE && humanoid->bone_of[node] == BONE_COUNT) {
            humanoid->bone_of[node] = bone;
        }
    }
}

struct humanoid *humanoid_read(struct document *document, const struct scene *scene)
{
    struct humanoid *humanoid = arena_alloc(document->arena, sizeof *humanoid);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        humanoid->nodes[bone] = SCENE_NONE;
    }
    const struct tree *body = document_tree(document, "/extensions/VRMC_vrm/humanoid");
    humanoid->present = tree_is_object(body);
    if (humanoid->present) {
        humanoid->bones = tree_object(body, "humanBones");
        read_bones(humanoid, document->arena, scene, tree_get(body, "humanBones"));
    }
    const struct tree *look_at = document_tree(document, "/extensions/VRMC_vrm/lookAt");
    /* three-vrm rotates the bones unless the type is expression */
    if ((tree_is_object(look_at) && tree_get(look_at, "type") == NULL) || tree_reports(look_at, "type", "bone")) {
        humanoid->look_at = LOOK_AT_BONE;
    } else if (tree_reports(look_at, "type", "expression")) {
        humanoid->look_at = LOOK_AT_EXPRESSION;
    }
    return humanoid;
}

size_t humanoid_bone(const struct humanoid *humanoid, size_t node)
{
    return humanoid->bone_of == NULL || node == SCENE_NONE ? BONE_COUNT : humanoid->bone_of[node];
}
