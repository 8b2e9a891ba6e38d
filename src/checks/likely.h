/* Which bone or preset a name that is none was likely meant as. */
#ifndef VRMLINT_CHECKS_LIKELY_H
#define VRMLINT_CHECKS_LIKELY_H

#include <stddef.h>

/* The bone whose name is nearest; NULL when none is near. */
const char *likely_bone(const char *name);

/* The bone that other skeletons call so, or VRM in another letter case or with separators: "mixamorig:LeftArm",
 * "J_Bip_L_UpperArm", "upper_arm.L", "LeftUpperArm". NULL for other names. */
const char *bone_elsewhere(const char *name);

/* The preset of 1.0 that took the place of one of 0.x, in any case; NULL for other names. */
const char *preset_of_vrm0(const char *name);

/* The preset that a name of VRM 0.x, or one given by mistake, stands for; NULL for others. */
const char *renamed_preset(const char *name);

/* Of the first count presets (of vrma_presets) that whose name is nearest; NULL when none is near. */
const char *likely_preset(const char *name, size_t count);

#endif
