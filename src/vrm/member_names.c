/* What editors call the members of MToon materials and of the gaze. Their names in the file stay for all other members.
 */
#include <string.h>

#include "base/compiler.h"
#include "vrm/names.h"

struct argument the_member(const char *as, const char *member)
{
    static const struct {
        const char *member;
        const char *label; /* English; translated where it is printed */
    } labels[] = {
        /* VRM 1.0, whose reports show the name in the file beside the rule */
        {"renderQueueOffsetNumber", N_("render queue offset")},
        {"shadeColorFactor", N_("shade colour")},
        {"shadeMultiplyTexture", N_("shade texture")},
        {"shadingShiftFactor", N_("shading shift")},
        {"shadingToonyFactor", N_("shading toony")},
        {"giEqualizationFactor", N_("GI equalization")},
        {"matcapFactor", N_("matcap colour")},
        {"parametricRimColorFactor", N_("rim colour")},
        {"parametricRimFresnelPowerFactor", N_("rim Fresnel power")},
        {"parametricRimLiftFactor", N_("rim lift")},
        {"rimLightingMixFactor", N_("rim lighting mix")},
        {"outlineWidthMode", N_("outline mode")},
        {"outlineWidthFactor", N_("outline width")},
        {"outlineColorFactor", N_("outline colour")},
        {"outlineLightingMixFactor", N_("outline lighting mix")},
        {"uvAnimationScrollXSpeedFactor", N_("UV scroll speed X")},
        {"uvAnimationScrollYSpeedFactor", N_("UV scroll speed Y")},
        {"uvAnimationRotationSpeedFactor", N_("UV rotation speed")},
        /* the gaze; other places than these are at fault */
        {"yRange", N_("output (yRange)")},
        {"outputScale", N_("output (outputScale)")},
        /* VRM 0.x, where several findings are about a component of these */
        {"_Color", N_("lit colour (_Color)")},
        {"_ShadeColor", N_("shade colour (_ShadeColor)")},
        {"_EmissionColor", N_("emission (_EmissionColor)")},
        {"_RimColor", N_("rim colour (_RimColor)")},
        {"_OutlineColor", N_("outline colour (_OutlineColor)")},
        {"_OutlineWidth", N_("outline width (_OutlineWidth)")},
        {"_OutlineWidthMode", N_("outline mode (_OutlineWidthMode)")},
        {"_OutlineColorMode", N_("outline colour mode (_OutlineColorMode)")},
        {"_OutlineLightingMix", N_("outline lighting mix (_OutlineLightingMix)")},
        {"_OutlineScaledMaxDistance", N_("outline scaled max distance (_OutlineScaledMaxDistance)")},
        {"_Cutoff", N_("cutoff (_Cutoff)")},
        {"_CullMode", N_("cull mode (_CullMode)")},
        {"_BlendMode", N_("rendering type (_BlendMode)")},
        {"_BumpScale", N_("normal scale (_BumpScale)")},
        {"_ShadeShift", N_("shading shift (_ShadeShift)")},
        {"_ShadeToony", N_("shading toony (_ShadeToony)")},
        {"_RimFresnelPower", N_("rim Fresnel power (_RimFresnelPower)")},
        {"_RimLift", N_("rim lift (_RimLift)")},
        {"_RimLightingMix", N_("rim lighting mix (_RimLightingMix)")},
        {"_LightColorAttenuation", N_("light colour attenuation (_LightColorAttenuation)")},
        {"_IndirectLightIntensity", N_("GI intensity (_IndirectLightIntensity)")},
        {"_ReceiveShadowRate", N_("shadow receive (_ReceiveShadowRate)")},
        {"_ShadingGradeRate", N_("lit and shade mixing (_ShadingGradeRate)")},
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (strcmp(labels[i].member, member) == 0) {
            return MARKED(as, labels[i].label);
        }
    }
    return TERM(as, member);
}
