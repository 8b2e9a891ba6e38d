#include "vrm/materials.h"

#define MTOON_BELOW "extensions/" MTOON_NAME "/"

const struct material_slot material_slots[SLOT_COUNT] = {
    [SLOT_BASE] = {"pbrMetallicRoughness/baseColorTexture", "baseColorTexture", false},
    [SLOT_NORMAL] = {"normalTexture", "normalTexture", true},
    [SLOT_EMISSIVE] = {"emissiveTexture", "emissiveTexture", false},
    [SLOT_SHADE] = {MTOON_BELOW "shadeMultiplyTexture", "shadeMultiplyTexture", false},
    [SLOT_SHIFT] = {MTOON_BELOW "shadingShiftTexture", "shadingShiftTexture", true},
    [SLOT_RIM] = {MTOON_BELOW "rimMultiplyTexture", "rimMultiplyTexture", false},
    [SLOT_OUTLINE] = {MTOON_BELOW "outlineWidthMultiplyTexture", "outlineWidthMultiplyTexture", true},
    [SLOT_MASK] = {MTOON_BELOW "uvAnimationMaskTexture", "uvAnimationMaskTexture", true},
    [SLOT_MATCAP] = {MTOON_BELOW "matcapTexture", "matcapTexture", false},
    [SLOT_METALLIC] = {"pbrMetallicRoughness/metallicRoughnessTexture", "metallicRoughnessTexture", true},
    [SLOT_OCCLUSION] = {"occlusionTexture", "occlusionTexture", true},
};
