#include "checks/body/body.h"

#include "base/json_value.h"
#include "checks/animation/names.h"
#include "checks/fixes.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_animation.h"
#include "ids/messages_words.h"

static const char *name_in(const struct avatar *avatar, enum dialect dialect, size_t bone)
{
    switch (dialect) {
    case DIALECT_VRM1:
        return avatar->humanoid->keys[bone];
    case DIALECT_VRM0:
        return avatar->vrm0_avatar->entries[bone] == SCENE_NONE ? NULL : vrm0_bone_name(bone);
    case DIALECT_ANIMATION:
        return tree_get(avatar->vrma->bones, bones[bone].name) == NULL ? NULL : bones[bone].name;
    case DIALECTS:
        break;
    }
    return NULL;
}

static size_t node_in(const struct avatar *avatar, enum dialect dialect, size_t bone)
{
    return dialect == DIALECT_VRM1   ? avatar->humanoid->nodes[bone]
           : dialect == DIALECT_VRM0 ? avatar->vrm0_avatar->nodes[bone]
                                     : animated_bone_node(avatar->vrma, bone);
}

bool body_read(struct body *body, const struct check *check, enum dialect dialect)
{
    const struct avatar *avatar = check->avatar;
    bool present = dialect == DIALECT_VRM1   ? avatar->humanoid->present
                   : dialect == DIALECT_VRM0 ? avatar->vrm0_avatar->human_bones != NULL
                                             : avatar->vrma->present;
    body->check = check;
    body->scene = avatar->scene;
    body->dialect = dialect;
    body->left = dialect == DIALECT_VRM0 ? -1 : 1;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        body->names[bone] = present ? name_in(avatar, dialect, bone) : NULL;
        body->nodes[bone] = present ? node_in(avatar, dialect, bone) : SCENE_NONE;
    }
    return present;
}

bool body_is_left_out(const struct check *check, size_t node)
{
    const struct avatar *avatar = check->avatar;
    size_t hips = avatar->humanoid->nodes[bone_by_name("hips")];
    return !avatar->scene->nodes[node].in_default && hips != SCENE_NONE && avatar->scene->nodes[hips].in_default;
}

size_t body_node(const struct body *body, const char *bone)
{
    return body->nodes[bone_by_name(bone)];
}

struct vec3 body_position(const struct body *body, size_t bone)
{
    return scene_position(body->scene, body->nodes[bone]);
}

double body_height(const struct body *body)
{
    static const char *const feet[] = {"leftFoot", "rightFoot"};
    size_t head = body_node(body, "head");
    double height = NAN;
    for (size_t i = 0; head != SCENE_NONE && i < 2; i++) {
        size_t foot = body_node(body, feet[i]);
        if (foot != SCENE_NONE) {
            height = fmax(height, vec3_distance(scene_position(body->scene, head), scene_position(body->scene, foot)));
        }
    }
    return height;
}

bool body_is_floor(const struct body *body, size_t node, struct vec3 center, double radius)
{
    static const double near = 0.1; /* of the body's height: how far the top may be from the ground */
    size_t hips = body_node(body, "hips");
    return hips != SCENE_NONE && !scene_is_above(body->scene, hips, node) &&
           fabs(center.y + radius) <= near * body_height(body);
}

size_t body_parent(const struct body *body, size_t bone)
{
    do {
        bone = bone_parent(bone);
    } while (bone != BONE_COUNT && body->names[bone] == NULL);
    return bone;
}

struct argument body_bone(const char *as, const struct body *body, size_t bone)
{
    size_t node = body->nodes[bone];
    if (body->dialect == DIALECT_VRM0) {
        return TERM(as, vrm0_bone_name(bone));
    }
    struct argument argument =
        the_thing(as, WORDS_BONE, 0, body->names[bone] == NULL ? bones[bone].name : body->names[bone]);
    if (node != SCENE_NONE) {
        const char *name = body->scene->nodes[node].name;
        argument.as.said.words = name == NULL ? WORDS_BONE_ON_UNNAMED : WORDS_BONE_ON;
        argument.as.said.index[0] = node;
        argument.as.said.names[1] = name;
    }
    return argument;
}

struct argument body_name(const char *as, const struct body *body, size_t bone)
{
    return body->dialect == DIALECT_VRM0 ? TERM(as, vrm0_bone_name(bone))
                                         : TEXT(as, body->names[bone] == NULL ? bones[bone].name : body->names[bone]);
}

struct place body_entry(const struct body *body, size_t bone, const char *member)
{
    const char *key = body->names[bone];
    return body->dialect == DIALECT_VRM1
               ? place_of(PLACE_BONE, 0, 0,
                          member == NULL ? key : arena_printf(body->check->arena, "%s/%s", key, member))
           : body->dialect == DIALECT_VRM0
               ? place_of(PLACE_VRM0_BONE, body->check->avatar->vrm0_avatar->entries[bone], 0, member)
               : animated_bone_place(body->check, bone, member);
}

struct place body_list(const struct body *body)
{
    return body->dialect == DIALECT_VRM1     ? place_of(PLACE_BONE, 0, 0, NULL)
           : body->dialect == DIALECT_VRM0   ? place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones")
           : body->check->avatar->vrma->flat ? place_at(VRMA_POINTER "/humanoid")
                                             : place_at(VRMA_POINTER "/humanoid/humanBones");
}

void body_exchange(const struct body *body, struct finding *finding, const char *limb)
{
    struct arena *arena = body->check->arena;
    for (size_t bone = 0; finding_wants_edits(finding) && bone < BONE_COUNT; bone++) {
        const char *name = body->names[bone];
        if (name == NULL || !fix_is_of_limb(limb, name)) {
            continue;
        }
        const char *other = fix_other_side(arena, name);
        if (body->dialect == DIALECT_VRM0) {
            finding_edit(finding, VRMLINT_EDIT_SET, body_entry(body, bone, "bone"), json_text(arena, other));
        } else {
            finding_edit(finding, VRMLINT_EDIT_RENAME, body_entry(body, bone, NULL), other);
        }
    }
}

struct finding *body_report(const struct body *body, enum message message, struct place place,
                            const struct argument *arguments)
{
    return report_twin(body->check->findings, body->dialect, message, place, arguments);
}

void body_relate(const struct body *body, struct finding *finding, enum message message, struct place place,
                 size_t bone)
{
    relate_twin(finding, body->dialect, message, place, ARGUMENTS(body_bone("bone", body, bone)));
}

void body_blame(const struct body *body, struct finding *finding, enum message message, struct place place, size_t bone)
{
    blame_twin(finding, body->dialect, message, place, ARGUMENTS(body_bone("bone", body, bone)));
}
