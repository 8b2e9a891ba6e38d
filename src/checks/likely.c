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

/* Returns the side that a name begins with, or NULL: as a letter, "L_Arm", as in Daz, "lThumb1", or as in
 * MikuMikuDance. Sets the length of what denotes it. */
static const char *first_side(const char *name, size_t *length)
{
    bool is_left = strncmp(name, "左", 3) == 0;
    *length = is_left || strncmp(name, "右", 3) == 0 ? 3 : 2;
    if (*length == 3) {
        return is_left ? "left" : "right";
    }
    if ((name[0] == 'l' || name[0] == 'r') && name[1] >= 'A' && name[1] <= 'Z') {
        *length = 1;
        return name[0] == 'l' ? "left" : "right";
    }
    return name[0] == '\0' ? NULL : side_of(name[0], name[1]);
}

/* Returns the side that a name ends with, or NULL: "Arm.L" or "arm_left". Sets the length of what denotes it. */
static const char *last_side(const char *name, size_t length, size_t *taken)
{
    static const char *const words[] = {"left", "right"};
    for (size_t i = 0; i < 2; i++) {
        *taken = strlen(words[i]) + 1;
        if (length > *taken && is_separator(name[length - *taken]) &&
            word_length(name + length - *taken + 1, words[i]) > 0) {
            return words[i];
        }
    }
    *taken = 2;
    return length > 2 ? side_of(name[length - 1], name[length - 2]) : NULL;
}

/* Returns a name without what other programs write before it: "mixamorig:", "mixamorig1:", "J_Bip_C_", "DEF-". */
static const char *skip_prefixes(const char *name)
{
    static const char *const prefixes[] = {"mixamorig", "J_Bip_C_",    "J_Bip_", "DEF-",
                                           "ORG-",      "ValveBiped.", "Bip0",   "CC_Base_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], length) == 0) {
            name += length;
            i = prefixes[i][length - 1] == '.' ? i : sizeof prefixes / sizeof *prefixes; /* "ValveBiped.Bip01" */
        }
    }
    while (ascii_is_digit(*name) || is_separator(*name)) {
        name++;
    }
    return name;
}

/* Writes a name in the word order of VRM and without prefixes and separators: "leftUpperArm" for "J_Bip_L_UpperArm" and
 * "UpperArm.L". Omits the hand of fingers: "leftThumb1" for "LeftHandThumb1". */
static void write_plain(char *plain, size_t size, const char *name)
{
    name = skip_prefixes(name);
    size_t length = strlen(name);
    size_t letters;
    const char *side = first_side(name, &letters);
    if (side != NULL) {
        name += letters;
        length -= letters;
    } else {
        side = last_side(name, length, &letters);
        length -= side == NULL ? 0 : letters;
    }
    size_t at = side == NULL ? 0 : strlen(side);
    memcpy(plain, side == NULL ? "" : side, at);
    for (size_t i = 0; i < length && at + 1 < size; i++) {
        plain[at] = name[i];
        at += !is_separator(name[i]);
    }
    plain[at] = '\0';
    size_t begin = word_length(plain, "left") > 0 ? 4 : word_length(plain, "right");
    size_t hand = begin == 0 ? 0 : word_length(plain + begin, "hand");
    if (hand > 0 && plain[begin + hand] != '\0') {
        memmove(plain + begin, plain + begin + hand, at + 1 - begin - hand);
    }
}

/* Returns the bone of the trunk for a name that means another one than in most skeletons: Rigify's "DEF-spine" is the
 * hips. NULL for other names. */
static const char *trunk_elsewhere(const char *name)
{
    static const struct renamed trunk[] = {{"defspine", "hips"},         {"defspine001", "spine"},
                                           {"defspine002", "chest"},     {"defspine003", "upperChest"},
                                           {"defspine004", "neck"},      {"defspine006", "head"},
                                           {"ccbasehip", "hips"},        {"ccbasewaist", "spine"},
                                           {"ccbasespine01", "chest"},   {"ccbasespine02", "upperChest"},
                                           {"ccbasenecktwist01", "neck"}};
    char plain[24];
    size_t at = 0;
    for (size_t i = 0; name[i] != '\0' && at + 1 < sizeof plain; i++) {
        plain[at] = name[i];
        at += !is_separator(name[i]);
    }
    plain[at] = '\0';
    if (word_length(name, "ORG-") > 0) {
        memcpy(plain, "def", 3);
    }
    return find_renamed(trunk, sizeof trunk / sizeof *trunk, plain);
}

/* Returns the bone for a name of another skeleton without prefixes and separators; NULL for other names. */
static const char *limb_elsewhere(const char *name)
{
    static const struct renamed middle[] = {
        {"spine1", "chest"},     {"spine2", "upperChest"},     {"pelvis", "hips"},    {"hip", "hips"},
        {"spine01", "spine"},    {"neck01", "neck"},           {"abdomen", "spine"},  {"abdomenLower", "spine"},
        {"chestLower", "chest"}, {"chestUpper", "upperChest"}, {"neckLower", "neck"}, {"センター", "hips"},
        {"上半身", "spine"},     {"上半身2", "chest"},         {"上半身２", "chest"}, {"首", "neck"},
        {"頭", "head"}};
    static const struct renamed sides[] = {{"arm", "UpperArm"},
                                           {"foreArm", "LowerArm"},
                                           {"elbow", "LowerArm"},
                                           {"wrist", "Hand"},
                                           {"upLeg", "UpperLeg"},
                                           {"thigh", "UpperLeg"},
                                           {"leg", "LowerLeg"},
                                           {"calf", "LowerLeg"},
                                           {"shin", "LowerLeg"},
                                           {"knee", "LowerLeg"},
                                           {"ankle", "Foot"},
                                           {"toeBase", "Toes"},
                                           {"clavicle", "Shoulder"},
                                           {"toe", "Toes"},
                                           {"ball", "Toes"},
                                           {"collar", "Shoulder"},
                                           {"shldr", "UpperArm"},
                                           {"shldrBend", "UpperArm"},
                                           {"foreArmBend", "LowerArm"},
                                           {"thighBend", "UpperLeg"},
                                           {"肩", "Shoulder"},
                                           {"腕", "UpperArm"},
                                           {"ひじ", "LowerArm"},
                                           {"手首", "Hand"},
                                           {"足", "UpperLeg"},
                                           {"ひざ", "LowerLeg"},
                                           {"足首", "Foot"},
                                           {"つま先", "Toes"},
                                           {"目", "Eye"}};
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

/* Returns the number that a text consists of, -1 if it doesn't: "1", "01", or "１" as in MikuMikuDance. */
static int joint_number(const char *text)
{
    text += text[0] == '0' && text[1] != '\0';
    bool wide = text[0] == '\xef' && text[1] == '\xbc' && text[2] >= '\x90' && text[2] <= '\x99';
    bool plain = ascii_is_digit(text[0]) && text[1] == '\0';
    return wide && text[3] == '\0' ? text[2] - '\x90' : plain ? text[0] - '0' : -1;
}

/* Returns the bone for the name of a finger joint without the hand: "LeftPinky2", "leftIndex1". NULL for other names.
 */
static const char *finger_elsewhere(const char *name)
{
    static const struct {
        const char *name;
        const char *bone;
        int first; /* number of the first joint */
    } fingers[] = {{"Thumb", "Thumb", 1},    {"Index", "Index", 1},  {"Middle", "Middle", 1},  {"Mid", "Middle", 1},
                   {"Ring", "Ring", 1},      {"Pinky", "Little", 1}, {"Little", "Little", 1},  {"fIndex", "Index", 1},
                   {"fMiddle", "Middle", 1}, {"fRing", "Ring", 1},   {"fPinky", "Little", 1},  {"親指", "Thumb", 0},
                   {"人指", "Index", 1},     {"人差指", "Index", 1}, {"人差し指", "Index", 1}, {"中指", "Middle", 1},
                   {"薬指", "Ring", 1},      {"小指", "Little", 1},  {"Finger0", "Thumb", 0},  {"Finger1", "Index", 0},
                   {"Finger2", "Middle", 0}, {"Finger3", "Ring", 0}, {"Finger4", "Little", 0}};
    static const char *const joints[2][3] = {{"Proximal", "Intermediate", "Distal"},
                                             {"Metacarpal", "Proximal", "Distal"}};
    size_t left = word_length(name, "left");
    const char *finger = name + (left > 0 ? left : word_length(name, "right"));
    for (size_t i = 0; finger > name && i < sizeof fingers / sizeof *fingers; i++) {
        size_t length = word_length(finger, fingers[i].name);
        const char *rest = finger + length;
        bool is_thumb = strcmp(fingers[i].bone, "Thumb") == 0;
        bool is_biped = word_length(fingers[i].name, "Finger") > 0; /* its first joint has no number */
        int number = is_biped && *rest == '\0' ? 0 : joint_number(rest);
        int joint = length == 0 || number < 0 ? -1 : number - fingers[i].first;
        for (int k = 0; length > 0 && !is_thumb && k < 3; k++) {
            joint = extension_same_but_case(rest, joints[0][k]) ? k : joint;
        }
        if (joint >= 0 && joint < 3) {
            char bone[32];
            snprintf(bone, sizeof bone, "%s%s%s", left > 0 ? "left" : "right", fingers[i].bone,
                     joints[is_thumb][joint]);
            return bones[bone_by_name(bone)].name;
        }
    }
    return NULL;
}

const char *bone_elsewhere(const char *name)
{
    char plain[64];
    const char *trunk = trunk_elsewhere(name);
    if (trunk != NULL) {
        return trunk;
    }
    write_plain(plain, sizeof plain, name);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (ascii_lower(*plain) == *bones[bone].name && extension_same_but_case(plain, bones[bone].name)) {
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
    return nearest.tied ? NULL : nearest.best.text;
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
    return nearest.tied ? NULL : nearest.best.text;
}
