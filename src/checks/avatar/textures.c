#include "checks/avatar/textures.h"

size_t textures_of(const struct tree *material, struct texture_use uses[TEXTURE_USES_MAX])
{
    static const char pbr[] = "pbrMetallicRoughness";
    static const char mtoon[] = "extensions/VRMC_materials_mtoon";
    static const struct {
        const char *name;
        const char *holder;
    } known[TEXTURE_USES_MAX] = {
        {"baseColorTexture", pbr},
        {"metallicRoughnessTexture", pbr},
        {"normalTexture", ""},
        {"occlusionTexture", ""},
        {"emissiveTexture", ""},
        {"shadeMultiplyTexture", mtoon},
        {"shadingShiftTexture", mtoon},
        {"matcapTexture", mtoon},
        {"rimMultiplyTexture", mtoon},
        {"outlineWidthMultiplyTexture", mtoon},
        {"uvAnimationMaskTexture", mtoon},
    };
    size_t count = 0;
    for (size_t i = 0; i < TEXTURE_USES_MAX; i++) {
        const struct tree *holder = known[i].holder == pbr     ? tree_get(material, pbr)
                                    : known[i].holder == mtoon ? tree_extension(material, "VRMC_materials_mtoon")
                                                               : material;
        const struct tree *use = tree_get(holder, known[i].name);
        if (tree_is_object(use)) {
            uses[count++] = (struct texture_use){known[i].name, known[i].holder, use};
        }
    }
    return count;
}
