/* The bones that nodes of other programs' skeletons are named after. */
#include "support.h"

#include <string.h>

#include "checks/likely.h"
#include "vrm/humanoid.h"

struct named_bone {
    const char *name;
    const char *bone; /* NULL: none */
};

static void expect_all(const struct named_bone *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *bone = bone_elsewhere(names[i].name);
        if (bone == NULL || names[i].bone == NULL ? bone != names[i].bone : strcmp(bone, names[i].bone) != 0) {
            fail_msg("%s is %s", names[i].name, bone == NULL ? "no bone" : bone);
        }
    }
}

#define EXPECT(...)                                                                                                    \
    do {                                                                                                               \
        static const struct named_bone names[] = {__VA_ARGS__};                                                        \
        expect_all(names, sizeof names / sizeof *names);                                                               \
    } while (0)

static void rigs(void **state)
{
    (void)state;
    /* Mixamo, with its number, and after an import that drops the colon */
    EXPECT({"mixamorig:Hips", "hips"}, {"mixamorig:Spine", "spine"}, {"mixamorig:Spine1", "chest"},
           {"mixamorig:Spine2", "upperChest"}, {"mixamorig:LeftArm", "leftUpperArm"},
           {"mixamorig1:RightForeArm", "rightLowerArm"}, {"mixamorigLeftUpLeg", "leftUpperLeg"},
           {"mixamorig_LeftToeBase", "leftToes"}, {"mixamorig:LeftHand", "leftHand"},
           {"mixamorig:LeftHandThumb1", "leftThumbMetacarpal"}, {"mixamorig:LeftHandThumb2", "leftThumbProximal"},
           {"mixamorig12:RightHandPinky3", "rightLittleDistal"}, {"mixamorig:LeftHandThumb4", NULL},
           {"mixamorig:HeadTop_End", NULL});
    /* Rigify: what deforms, what it is made from, and the metarig */
    EXPECT({"DEF-spine", "hips"}, {"DEF-spine.001", "spine"}, {"DEF-spine003", "upperChest"}, {"ORG-spine.006", "head"},
           {"DEF-spine.005", NULL}, {"DEF-upper_arm.L", "leftUpperArm"}, {"DEF-upper_arm.L.001", NULL},
           {"ORG-forearm.R", "rightLowerArm"}, {"DEF-thumb.01.L", "leftThumbMetacarpal"},
           {"thumb.03.R", "rightThumbDistal"}, {"f_index.01.L", "leftIndexProximal"},
           {"DEF-f_pinky.02.R", "rightLittleIntermediate"}, {"thigh.L", "leftUpperLeg"},
           {"DEF-shin.R", "rightLowerLeg"}, {"DEF-toe.L", "leftToes"}, {"MCH-thumb.01.L", NULL},
           {"DEF-palm.01.L", NULL}, {"DEF-breast.L", NULL});
    /* Unreal */
    EXPECT({"pelvis", "hips"}, {"spine_01", "spine"}, {"neck_01", "neck"}, {"clavicle_l", "leftShoulder"},
           {"upperarm_r", "rightUpperArm"}, {"lowerarm_l", "leftLowerArm"}, {"calf_r", "rightLowerLeg"},
           {"ball_l", "leftToes"}, {"thumb_01_l", "leftThumbMetacarpal"}, {"index_02_r", "rightIndexIntermediate"},
           {"pinky_03_l", "leftLittleDistal"}, {"index_metacarpal_l", NULL}, {"upperarm_twist_01_l", NULL},
           {"ik_hand_l", NULL});
    /* VRoid */
    EXPECT({"J_Bip_C_Hips", "hips"}, {"J_Bip_C_UpperChest", "upperChest"}, {"J_Bip_L_Thumb1", "leftThumbMetacarpal"},
           {"J_Bip_R_Little3", "rightLittleDistal"}, {"J_Sec_L_Bust1", NULL});
}

static void more_rigs(void **state)
{
    (void)state;
    /* MikuMikuDance: thumbs are counted from 0 */
    EXPECT({"センター", "hips"}, {"上半身", "spine"}, {"上半身２", "chest"}, {"左肩", "leftShoulder"},
           {"右ひじ", "rightLowerArm"}, {"左足", "leftUpperLeg"}, {"右足首", "rightFoot"}, {"左目", "leftEye"},
           {"左親指０", "leftThumbMetacarpal"}, {"左親指1", "leftThumbProximal"}, {"右親指２", "rightThumbDistal"},
           {"左人指１", "leftIndexProximal"}, {"右中指２", "rightMiddleIntermediate"}, {"左薬指３", "leftRingDistal"},
           {"右小指3", "rightLittleDistal"}, {"左親指３", NULL}, {"左人指０", NULL}, {"左腕捩", NULL},
           {"左足ＩＫ", NULL});
    /* Daz */
    EXPECT({"hip", "hips"}, {"abdomenLower", "spine"}, {"chestUpper", "upperChest"}, {"lShldrBend", "leftUpperArm"},
           {"rForearmBend", "rightLowerArm"}, {"lThumb1", "leftThumbMetacarpal"}, {"rMid2", "rightMiddleIntermediate"},
           {"lThighBend", "leftUpperLeg"}, {"lCollar", "leftShoulder"}, {"l_upperarm", "leftUpperArm"},
           {"r_pinky3", "rightLittleDistal"}, {"lThighTwist", NULL}, {"root", NULL}, {"ribbon", NULL});
    /* Character Creator */
    EXPECT({"CC_Base_Hip", "hips"}, {"CC_Base_Waist", "spine"}, {"CC_Base_Spine01", "chest"},
           {"CC_Base_NeckTwist01", "neck"}, {"CC_Base_Head", "head"}, {"CC_Base_L_Upperarm", "leftUpperArm"},
           {"CC_Base_R_Calf", "rightLowerLeg"}, {"CC_Base_L_ToeBase", "leftToes"},
           {"CC_Base_L_Thumb1", "leftThumbMetacarpal"}, {"CC_Base_R_Mid3", "rightMiddleDistal"},
           {"CC_Base_L_Eye", "leftEye"}, {"CC_Base_L_CalfTwist01", NULL}, {"CC_Base_NeckTwist02", NULL});
    /* Biped, also of Source */
    EXPECT({"Bip01 Pelvis", "hips"}, {"Bip001 L UpperArm", "leftUpperArm"}, {"Bip001 R Thigh", "rightUpperLeg"},
           {"Bip01 L Finger0", "leftThumbMetacarpal"}, {"Bip01 L Finger02", "leftThumbDistal"},
           {"Bip001 R Finger1", "rightIndexProximal"}, {"Bip001 R Finger42", "rightLittleDistal"},
           {"Bip001 R Finger43", NULL}, {"ValveBiped.Bip01_L_Forearm", "leftLowerArm"});
    /* sides in full, and fingers with the hand and the joint */
    EXPECT({"Upper Arm_Left", "leftUpperArm"}, {"hand.right", "rightHand"}, {"Left_Hand", "leftHand"},
           {"LeftHandIndexProximal", "leftIndexProximal"}, {"RightHandPinkyDistal", "rightLittleDistal"},
           {"LeftHandThumbProximal", "leftThumbProximal"}, {"LeftHandThumbMetacarpal", "leftThumbMetacarpal"},
           {"LeftPinkyIntermediate", "leftLittleIntermediate"}, {"Bright", NULL}, {"left", NULL}, {"l", NULL},
           {"", NULL}, {"DEF-", NULL}, {"Hair_L", NULL}, {"LeftHand_end", NULL});
}

static void old_thumbs(void **state)
{
    (void)state;
    size_t left = bone_by_name("leftThumbProximal");
    assert_int_equal(bone_of_old_thumb("thumb.intermediate.L"), left);
    assert_int_equal(bone_of_old_thumb("LeftHandThumbIntermediate"), left);
    assert_int_equal(bone_of_old_thumb("Right Thumb Intermediate"), bone_by_name("rightThumbProximal"));
    assert_int_equal(bone_of_old_thumb("LeftHandThumbProximal"), BONE_COUNT);
    assert_int_equal(bone_of_old_thumb("LeftHandIndexIntermediate"), BONE_COUNT);
}

TEST_PROGRAM(likely)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rigs), cmocka_unit_test(more_rigs),
                                       cmocka_unit_test(old_thumbs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
