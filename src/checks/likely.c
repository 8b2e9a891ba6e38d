#include "checks/likely.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "tables/extensions.h"
#include "vrm/vrma.h"

/* A name and its replacement. */
struct renamed {
    const char *name;
    const char *preset;
};

static const char *find_renamed(const struct renamed *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (extension_same_but_case(name, names[i].name)) {
            return names[i].preset;
        }
    }
    return NULL;
}

/* Returns the length of a word if a name begins with it in any letter case, or 0. */
static size_t word_length(const char *name, const char *word)
{
    size_t length = ascii_alike(name, word, SIZE_MAX);
    return word[length] == '\0' ? length : 0;
}

static bool is_separator(char c)
{
    return c == '_' || c == '-' || c == '.' || c == ' ' || c == ':';
}

/* Returns the side that a single letter at an end of a name denotes, or NULL. */
static const char *side_of(char letter, char separator)
{
    char side = is_separator(separator) ? ascii_lower(letter) : ' ';
    return side == 'l' ? "left" : side == 'r' ? "right" : NULL;
}

/* Returns the side that a name begins with, as a letter or as in MikuMikuDance, or NULL. */
static const char *first_side(const char *name, size_t *length)
{
    bool is_left = strncmp(name, "左", 3) == 0;
    *length = is_left || strncmp(name, "右", 3) == 0 ? 3 : 2;
    return *length == 2 && name[0] != '\0' ? side_of(name[0], name[1])
           : *length == 2                  ? NULL
           : is_left                       ? "left"
                                           : "right";
}

/* Writes a name in the word order of VRM and without separators: "leftUpperArm" for "J_Bip_L_UpperArm" and
 * "UpperArm.L". Omits the prefixes of Mixamo ("mixamorig:", "mixamorig1:") and VRoid. */
static void write_plain(char *plain, size_t size, const char *name)
{
    static const char *const prefixes[] = {"mixamorig", "J_Bip_C_", "J_Bip_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) {
            name += strlen(prefixes[i]);
            break;
        }
    }
    while (ascii_is_digit(*name) || is_separator(*name)) {
        name++;
    }
    size_t length = strlen(name);
    size_t letters;
    const char *side = first_side(name, &letters);
    if (side != NULL) {
        name += letters;
        length -= letters;
    } else if (length > 2) {
        side = side_of(name[length - 1], name[length - 2]);
        length -= side == NULL ? 0 : 2;
    }
    size_t at = side == NULL ? 0 : strlen(side);
    memcpy(plain, side == NULL ? "" : side, at);
    for (size_t i = 0; i < length && at + 1 < size; i++) {
        plain[at] = name[i];
        at += !is_separator(name[i]);
    }
    plain[at] = '\0';
}

/* Returns the bone for a name of another skeleton without prefixes and separators; NULL for other names. */
static const char *limb_elsewhere(const char *name)
{
    static const struct renamed middle[] = {
        {"spine1", "chest"}, {"spine2", "upperChest"}, {"pelvis", "hips"}, {"センター", "hips"},
        {"上半身", "spine"}, {"上半身2", "chest"},     {"首", "neck"},     {"頭", "head"}};
    static const struct renamed sides[] = {
        {"arm", "UpperArm"},      {"foreArm", "LowerArm"}, {"elbow", "LowerArm"}, {"wrist", "Hand"},
        {"upLeg", "UpperLeg"},    {"thigh", "UpperLeg"},   {"leg", "LowerLeg"},   {"calf", "LowerLeg"},
        {"shin", "LowerLeg"},     {"knee", "LowerLeg"},    {"ankle", "Foot"},     {"toeBase", "Toes"},
        {"clavicle", "Shoulder"}, {"toe", "Toes"},         {"肩", "Shoulder"},    {"腕", "UpperArm"},
        {"ひじ", "LowerArm"},     {"手首", "Hand"},        {"足", "UpperLeg"},    {"ひざ", "LowerLeg"},
        {"足首", "Foot"},         {"つま先", "Toes"}};
    static const char *const left_and_right[] = {"left", "right"};
    for (size_t i = 0; i < 2; i++) {
        size_t length = word_length(name, left_and_right[i]);
        const char *bone = length == 0 ? NULL : find_renamed(sides, sizeof sides / sizeof *sides, name + length);
        for (size_t k = 0; bone != NULL && k < BONE_COUNT; k++) {
            const char *full = bones[k].name;
            if (strncmp(full, left_and_right[i], length) == 0 && strcmp(full + length, bone) == 0) {
                return full;
            }
        }
    }
    return find_renamed(middle, sizeof middle / sizeof *middle, name);
}

/* Returns the bone for the name of a finger joint: "LeftHandPinky2", "leftIndex1". NULL for other names. */
static const char *finger_elsewhere(const char *name)
{
    static const struct renamed fingers[] = {{"Thumb", "Thumb"}, {"Index", "Index"},  {"Middle", "Middle"},
                                             {"Ring", "Ring"},   {"Pinky", "Little"}, {"Little", "Little"}};
    static const char *const joints[2][3] = {{"Proximal", "Intermediate", "Distal"},
                                             {"Metacarpal", "Proximal", "Distal"}};
    size_t left = word_length(name, "left");
    const char *finger = name + (left > 0 ? left : word_length(name, "right"));
    if (finger == name) {
        return NULL;
    }
    finger += word_length(finger, "hand");
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++) {
        size_t length = word_length(finger, fingers[i].name);
        if (length == 0 || finger[length] < '1' || finger[length] > '3' || finger[length + 1] != '\0') {
            continue;
        }
        char bone[32];
        snprintf(bone, sizeof bone, "%s%s%s", left > 0 ? "left" : "right", fingers[i].preset,
                 joints[i == 0][finger[length] - '1']);
        return bones[bone_by_name(bone)].name;
    }
    return NULL;
}

const char *bone_elsewhere(const char *name)
{
    char plain[64];
    write_plain(plain, sizeof plain, name);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (extension_same_but_case(plain, bones[bone].name)) {
            return bones[bone].name;
        }
    }
    const char *finger = finger_elsewhere(plain);
    return finger != NULL ? finger : limb_elsewhere(plain);
}

size_t bone_of_old_thumb(const char *name)
{
    char plain[64];
    write_plain(plain, sizeof plain, name);
    return extension_same_but_case(plain, "leftThumbIntermediate")    ? bone_by_name("leftThumbProximal")
           : extension_same_but_case(plain, "rightThumbIntermediate") ? bone_by_name("rightThumbProximal")
                                                                      : BONE_COUNT;
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
    return find_renamed(names, sizeof names / sizeof *names, name);
}

const char *renamed_preset(const char *name)
{
    static const struct renamed mistakes[] = {{"leftBlink", "blinkLeft"},  {"rightBlink", "blinkRight"},
                                              {"winkLeft", "blinkLeft"},   {"leftWink", "blinkLeft"},
                                              {"winkRight", "blinkRight"}, {"rightWink", "blinkRight"}};
    const char *preset = preset_of_vrm0(name);
    return preset != NULL ? preset : find_renamed(mistakes, sizeof mistakes / sizeof *mistakes, name);
}

const char *likely_preset(const char *name, size_t count)
{
    struct nearest nearest = nearest_to(name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        nearest_offer(&nearest, vrma_presets[i]);
    }
    return nearest.best.text;
}
