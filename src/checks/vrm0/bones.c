/* VRM 0.x: checks the entries of the humanoid. */
#include <string.h>

#include "base/nearest.h"
#include "checks/absent.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"

/* ---- entries ---- */

/* Entries with an unknown bone, each of which may be meant as a missing one; at most as many as there are bones. */
struct strangers {
    size_t count;
    size_t entries[BONE_COUNT];
    size_t meant[BONE_COUNT]; /* the bone with the most similar name; BONE_COUNT if none is similar, or TAKEN */
};

enum { TAKEN = BONE_COUNT + 1 };

static size_t bone_meant(const char *name)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        nearest_offer(&nearest, vrm0_bone_name(bone));
    }
    return nearest.best.text == NULL ? BONE_COUNT : vrm0_bone_by_name(nearest.best.text);
}

static void find_strangers(const struct vrm0_avatar *vrm0, struct strangers *strangers)
{
    strangers->count = 0;
    for (size_t i = 0; i < vrm0->entry_count && strangers->count < BONE_COUNT; i++) {
        if (vrm0->entry_bone[i] == BONE_COUNT) {
            const char *name = tree_text(tree_get(tree_at(vrm0->human_bones, i), "bone"), NULL);
            strangers->entries[strangers->count] = i;
            strangers->meant[strangers->count++] = name == NULL ? BONE_COUNT : bone_meant(name);
        }
    }
}

/* Relates the entry that was meant as a bone: the first one with a similar name. If there is none and any entry may
 * be it, the first one whose name is similar to no bone. */
static void relate_stranger(struct finding *finding, struct strangers *strangers, size_t bone, bool any)
{
    size_t at = 0;
    while (at < strangers->count && strangers->meant[at] != bone) {
        at++;
    }
    for (size_t i = 0; any && at == strangers->count && i < strangers->count; i++) {
        at = strangers->meant[i] == BONE_COUNT ? i : at;
    }
    if (at < strangers->count) {
        strangers->meant[at] = TAKEN;
        finding_relate(finding, RELATED_VRM0_REQUIRED_BONE_MISSING__DEFAULT,
                       place_of(PLACE_VRM0_BONE, strangers->entries[at], 0, NULL), NO_ARGUMENTS);
    }
}

/* Whether a bone is required by 0.x although apps don't need it. */
static bool is_optional(size_t bone)
{
    return strcmp(bones[bone].name, "chest") == 0 || strcmp(bones[bone].name, "neck") == 0;
}

static bool is_missing(const struct vrm0_avatar *vrm0, size_t bone)
{
    return (bones[bone].required || is_optional(bone)) && vrm0->entries[bone] == SCENE_NONE;
}

static void report_missing(const struct check *check, size_t bone, struct strangers *strangers, bool any)
{
    bool also = is_optional(bone);
    struct finding *finding =
        report(check->findings,
               also ? MESSAGE_VRM0_REQUIRED_BONE_MISSING__BY_THE_TEXT : MESSAGE_VRM0_REQUIRED_BONE_MISSING__DEFAULT,
               place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"), ARGUMENTS(TERM("bone", vrm0_bone_name(bone))));
    if (also) {
        finding_severity(finding, VRMLINT_WARNING);
    }
    relate_stranger(finding, strangers, bone, any);
}

static void check_required(const struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    struct strangers strangers;
    size_t missing = 0;
    find_strangers(vrm0, &strangers);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        missing += is_missing(vrm0, bone);
    }
    if (tree_count(vrm0->human_bones) == strangers.count) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_REQUIRED_BONE_MISSING__ALL,
                                         place_of(PLACE_VRM0_HUMANOID, 0, 0, "humanBones"), NO_ARGUMENTS);
        relate_stranger(finding, &strangers, strangers.count == 0 ? BONE_COUNT : strangers.meant[0], true);
        return;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (is_missing(vrm0, bone)) {
            report_missing(check, bone, &strangers, missing <= strangers.count);
        }
    }
}

static void check_repeats(const struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    for (size_t i = 0; i < vrm0->entry_count; i++) {
        size_t bone = vrm0->entry_bone[i];
        if (bone == BONE_COUNT || vrm0->entries[bone] == i) {
            continue;
        }
        struct finding *finding = report(
            check->findings, MESSAGE_VRM0_BONE_DUPLICATE__DEFAULT, place_of(PLACE_VRM0_BONE, i, 0, "bone"),
            ARGUMENTS(TERM("bone", vrm0_bone_name(bone)), COUNT("first", vrm0->entries[bone]), COUNT("second", i)));
        finding_relate(finding, RELATED_VRM0_BONE_DUPLICATE__FIRST,
                       place_of(PLACE_VRM0_BONE, vrm0->entries[bone], 0, "bone"), NO_ARGUMENTS);
    }
}

/* ---- */

static bool is_there(struct check *check)
{
    struct findings *findings = check->findings;
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const struct tree *list = tree_get(vrm0->humanoid, "humanBones");
    if (vrm0->humanoid == NULL && tree_get(vrm0->json, "humanoid") == NULL) {
        absent_note(check, report(findings, MESSAGE_VRM0_NO_HUMANOID__DEFAULT, place_at(VRM0_ROOT), NO_ARGUMENTS),
                    ABSENT_LACKS, VRM0_ROOT "/humanoid");
    } else if (vrm0->humanoid != NULL && list == NULL) {
        struct place place = place_of(PLACE_VRM0_HUMANOID, 0, 0, NULL);
        absent_note(check, report(findings, MESSAGE_VRM0_NO_HUMANOID__NO_BONES, place, NO_ARGUMENTS), ABSENT_LACKS,
                    VRM0_ROOT "/humanoid/humanBones");
    }
    return vrm0->human_bones != NULL;
}

void check_vrm0_bones(struct check *check)
{
    if (is_there(check)) {
        check_required(check);
        check_repeats(check);
    }
}
