/* Guesses which bone or preset was meant by an unknown name. */
#ifndef VRMLINT_CHECKS_LIKELY_H
#define VRMLINT_CHECKS_LIKELY_H

#include <stddef.h>

/* Returns the bone with the most similar name, or NULL if none is similar. */
const char *likely_bone(const char *name);

/* Returns the bone that has this name in other skeletons, or in VRM with another letter case or with separators:
 * "mixamorig:LeftArm", "J_Bip_L_UpperArm", "upper_arm.L", "LeftUpperArm". Knows Mixamo, VRoid, Rigify, Unreal,
 * MikuMikuDance, Daz, Character Creator and Biped. NULL for other names. */
const char *bone_elsewhere(const char *name);

/* Returns the bone of VRM 1.0 that was called "intermediate" in thumbs of VRM 0.x, for such a name in the forms that
 * bone_elsewhere() knows: "thumb.intermediate.L". BONE_COUNT for other names. */
size_t bone_of_old_thumb(const char *name);

/* Returns the preset of VRM 1.0 that replaces a preset of VRM 0.x, in any letter case; NULL for other names. */
const char *preset_of_vrm0(const char *name);

/* Returns the preset for a name of VRM 0.x or for a usual mistake; NULL for other names. */
const char *renamed_preset(const char *name);

/* Returns the most similar name among the first count presets of vrma_presets, or NULL if none is similar. */
const char *likely_preset(const char *name, size_t count);

#endif
