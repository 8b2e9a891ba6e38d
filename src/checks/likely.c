#include "checks/likely.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "tables/extensions.h"
#include "vrm/vrma.h"

/* A name and what it stands for. */
struct renamed {
    const char *name;
    const char *preset;
};

static const char *look_up(const struct renamed *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (extension_same_but_case(name, names[i].name)) {
            return names[i].preset;
        }
    }
    return NULL;
}

/* Returns the number of letters of "left" or "right" that a name begins with. */
static size_t side_length(const char *name, const char *side)
{
    size_t length = ascii_alike(name, side, SIZE_MAX);
    return side[length] == '\0' ? length : 0;
}

const char *bone_elsewhere(const char *name)
{
    static const struct renamed middle[] = {{"spine1", "chest"}, {"spine2", "upperChest"}, {"pelvis", "hips"}};
    static const struct renamed sides[] = {{"arm", "UpperArm"},     {"foreArm", "LowerArm"}, {"elbow", "LowerArm"},
                                           {"wrist", "Hand"},       {"upLeg", "UpperLeg"},   {"thigh", "UpperLeg"},
                                           {"leg", "LowerLeg"},     {"calf", "LowerLeg"},    {"shin", "LowerLeg"},
                                           {"knee", "LowerLeg"},    {"ankle", "Foot"},       {"toeBase", "Toes"},
                                           {"clavicle", "Shoulder"}};
    static const char *const left_and_right[] = {"left", "right"};
    for (size_t i = 0; i < 2; i++) {
        size_t length = side_length(name, left_and_right[i]);
        const char *bone = length == 0 ? NULL : look_up(sides, sizeof sides / sizeof *sides, name + length);
        for (size_t k = 0; bone != NULL && k < BONE_COUNT; k++) {
            const char *full = bones[k].name;
            if (strncmp(full, left_and_right[i], length) == 0 && strcmp(full + length, bone) == 0) {
                return full;
            }
        }
    }
    return look_up(middle, sizeof middle / sizeof *middle, name);
}

/* Returns the bone of a finger's joint: "LeftHandPinky2". NULL for other names. */
static const char *finger_of_mixamo(const char *name)
{
    static const struct renamed fingers[] = {
        {"Thumb", "Thumb"}, {"Index", "Index"}, {"Middle", "Middle"}, {"Ring", "Ring"}, {"Pinky", "Little"}};
    static const char *const joints[2][3] = {{"Proximal", "Intermediate", "Distal"},
                                             {"Metacarpal", "Proximal", "Distal"}};
    bool left = strncmp(name, "LeftHand", 8) == 0;
    const char *finger = name + (left ? 8 : 9);
    if (!left && strncmp(name, "RightHand", 9) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++) {
        size_t length = strlen(fingers[i].name);
        if (strncmp(finger, fingers[i].name, length) != 0 || finger[length] < '1' || finger[length] > '3' ||
            finger[length + 1] != '\0') {
            continue;
        }
        char bone[32];
        snprintf(bone, sizeof bone, "%s%s%s", left ? "left" : "right", fingers[i].preset,
                 joints[i == 0][finger[length] - '1']);
        return bones[bone_by_name(bone)].name;
    }
    return NULL;
}

const char *bone_of_mixamo(const char *name)
{
    static const char prefix[] = "mixamorig"; /* "mixamorig:Hips", "mixamorig1:Hips", "mixamorigHips" */
    if (strncmp(name, prefix, strlen(prefix)) != 0) {
        return NULL;
    }
    name += strlen(prefix);
    while (ascii_is_digit(*name) || *name == ':' || *name == '_') {
        name++;
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (extension_same_but_case(name, bones[bone].name)) {
            return bones[bone].name;
        }
    }
    const char *finger = finger_of_mixamo(name);
    return finger != NULL ? finger : bone_elsewhere(name);
}

const char *likely_bone(const char *name)
{
    const char *known = bone_elsewhere(name);
    if (known != NULL) {
        return known;
    }
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < BONE_COUNT; i++) {
        nearest_offer(&nearest, bones[i].name);
    }
    return nearest.best.text;
}

const char *preset_of_vrm0(const char *name)
{
    static const struct renamed names[] = {{"joy", "happy"},
                                           {"sorrow", "sad"},
                                           {"fun", "relaxed"},
                                           {"a", "aa"},
                                           {"i", "ih"},
                                           {"u", "ou"},
                                           {"e", "ee"},
                                           {"o", "oh"},
                                           {"blink_l", "blinkLeft"},
                                           {"blink_r", "blinkRight"}};
    return look_up(names, sizeof names / sizeof *names, name);
}

const char *renamed_preset(const char *name)
{
    static const struct renamed mistakes[] = {{"leftBlink", "blinkLeft"},  {"rightBlink", "blinkRight"},
                                              {"winkLeft", "blinkLeft"},   {"leftWink", "blinkLeft"},
                                              {"winkRight", "blinkRight"}, {"rightWink", "blinkRight"}};
    const char *preset = preset_of_vrm0(name);
    return preset != NULL ? preset : look_up(mistakes, sizeof mistakes / sizeof *mistakes, name);
}

const char *likely_preset(const char *name, size_t count)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, vrma_presets[i]);
    }
    return nearest.best.text;
}
