/* Checks the required bones of VRM 1.0. */
#include "base/pointer.h"
#include "checks/absent.h"
#include "ids/messages_vrm.h"

void check_avatar_bones(struct check *check)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    if (tree_count(humanoid->bones) == 0) {
        report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__ALL, place_of(PLACE_BONE, 0, 0, NULL), NO_ARGUMENTS);
        return;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (bones[bone].required && humanoid->keys[bone] == NULL) {
            struct finding *finding =
                report(check->findings, MESSAGE_VRM_REQUIRED_BONE_MISSING__DEFAULT, place_of(PLACE_BONE, 0, 0, NULL),
                       ARGUMENTS(TEXT("bone", bones[bone].name)));
            absent_note(check, finding, ABSENT_LACKS,
                        pointer_key(check->arena, VRM1_POINTER "/humanoid/humanBones", bones[bone].name));
        }
    }
}
