/* What editors call members of spring bones, materials, expressions, the gaze and the licence. All other members keep
 * their names in the file. */
#include <string.h>

#include "base/compiler.h"
#include "ids/messages_words.h"
#include "message/member_names.h"

static const struct {
    const char *member;
    const char *label; /* English; translated where it is printed */
} member_labels[] = {
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
    {"baseColorFactor", N_("base colour")},
    {"baseColorTexture", N_("base texture")},
    {"normalTexture", N_("normal map")},
    {"emissiveTexture", N_("emission texture")},
    {"occlusionTexture", N_("occlusion texture")},
    {"metallicRoughnessTexture", N_("metallic-roughness texture")},
    {"shadingShiftTexture", N_("shading shift texture")},
    {"rimMultiplyTexture", N_("rim texture")},
    {"matcapTexture", N_("matcap texture")},
    {"outlineWidthMultiplyTexture", N_("outline width texture")},
    {"uvAnimationMaskTexture", N_("UV animation mask")},
    {"anisotropyTexture", N_("anisotropy texture")},
    {"emissiveFactor", N_("emission colour")},
    {"emissiveStrength", N_("emission strength")},
    /* nodes and channels */
    {"translation", N_("translation")},
    {"rotation", N_("rotation")},
    {"weights", N_("weights")},
    {"node", N_("node")},
    {"bone", N_("bone")},
    {"material", N_("material")},
    {"texCoord", N_("UV set")},
    {"name", N_("name")},
    {"version", N_("version")},
    /* spring bones */
    {"stiffness", N_("stiffness")},
    {"stiffiness", N_("stiffness")},
    {"gravityPower", N_("gravity power")},
    {"gravityDir", N_("gravity direction")},
    {"dragForce", N_("drag force")},
    {"hitRadius", N_("hit radius")},
    {"colliderGroups", N_("list of collider groups")},
    /* constraints */
    {"rollAxis", N_("roll axis")},
    {"aimAxis", N_("aim axis")},
    {"freezeAxes", N_("axis list")},
    {"sourceSpace", N_("source space")},
    /* expressions */
    {"overrideBlink", N_("Override Blink")},
    {"overrideLookAt", N_("Override Look At")},
    {"overrideMouth", N_("Override Mouth")},
    {"isBinary", N_("Is Binary")},
    {"morphTargetBinds[]", N_("morph target bind")},
    {"nodeTransformBinds[]", N_("node transform bind")},
    {"presetName", N_("preset")},
    /* the humanoid and the view of the wearer */
    {"humanBones", N_("list of bones")},
    {"firstPersonBone", N_("first-person bone")},
    {"firstPersonFlag", N_("first-person flag")},
    {"meshAnnotations", N_("list of mesh annotations")},
    {"lookAtTypeName", N_("gaze type")},
    {"thumbnailImage", N_("thumbnail")},
    /* the licence */
    {"avatarPermission", N_("avatar permission")},
    {"commercialUsage", N_("commercial usage")},
    {"allowRedistribution", N_("redistribution")},
    {"allowExcessivelyViolentUsage", N_("violent usage")},
    {"allowExcessivelySexualUsage", N_("sexual usage")},
    {"allowPoliticalOrReligiousUsage", N_("political or religious usage")},
    {"allowAntisocialOrHateUsage", N_("antisocial or hate usage")},
    {"creditNotation", N_("credit notation")},
    {"allowedUserName", N_("allowed user")},
    {"commercialUssageName", N_("commercial usage")},
    {"violentUssageName", N_("violent usage")},
    {"sexualUssageName", N_("sexual usage")},
    {"otherPermissionUrl", N_("permission URL")},
    {"otherLicenseUrl", N_("other license URL")},
    /* the gaze; other places than these are at fault */
    {"rangeMapHorizontalInner", N_("Horizontal Inner")},
    {"rangeMapHorizontalOuter", N_("Horizontal Outer")},
    {"rangeMapVerticalDown", N_("Vertical Down")},
    {"rangeMapVerticalUp", N_("Vertical Up")},
    {"lookAtHorizontalInner", N_("Horizontal Inner")},
    {"lookAtHorizontalOuter", N_("Horizontal Outer")},
    {"lookAtVerticalDown", N_("Vertical Down")},
    {"lookAtVerticalUp", N_("Vertical Up")},
    {"yRange", N_("output (yRange)")},
    {"inputMaxValue", N_("input")},
    {"outputScale", N_("output (outputScale)")},
    /* VRM 0.x, where several findings are about a component of these */
    {"_MainTex", N_("lit texture (_MainTex)")},
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

/* Returns what editors call the member whose name ends after length bytes, or NULL. */
static const char *label_of(const char *member, size_t length)
{
    for (size_t i = 0; i < sizeof member_labels / sizeof *member_labels; i++) {
        if (strncmp(member_labels[i].member, member, length) == 0 && member_labels[i].member[length] == '\0') {
            return member_labels[i].label;
        }
    }
    return NULL;
}

struct argument the_member(const char *as, const char *member)
{
    const char *label = label_of(member, strlen(member));
    return label != NULL ? MARKED(as, label) : TERM(as, member);
}

/* Names a member below a labelled one, or an entry of it. at: after the name of the labelled one. */
static struct argument member_below(struct arena *arena, const char *label, bool labels_entry, const char *at)
{
    struct argument member = MARKED("member", label);
    if (*at == '[') {
        size_t digits = strcspn(at + 1, "]");
        member = argument_words(arena, "member", labels_entry ? WORDS_MEMBER_NUMBERED : WORDS_MEMBER_ENTRY,
                                ARGUMENTS(member, TERM("index", arena_copy(arena, at + 1, digits))));
        at += strcspn(at, ".");
    }
    if (*at == '.') {
        const char *last = strrchr(at, '.') + 1;
        const char *inner = label_of(last, strlen(last));
        bool is_plain = inner != NULL && strchr(inner, '(') == NULL;
        member = argument_words(arena, "member", WORDS_MEMBER_OF,
                                ARGUMENTS(is_plain ? MARKED("inner", inner) : TERM("inner", last), member));
    }
    return member;
}

struct argument the_member_in_file(struct arena *arena, const char *as, const char *path)
{
    for (const char *at = path; *at != '\0';) {
        size_t length = strcspn(at, ".[");
        const char *entry = at[length] == '[' ? arena_printf(arena, "%.*s[]", (int)length, at) : NULL;
        const char *label = entry != NULL ? label_of(entry, strlen(entry)) : NULL;
        bool labels_entry = label != NULL;
        label = labels_entry ? label : label_of(at, length);
        if (label != NULL && (strncmp(label, at, length) != 0 || label[length] != '\0')) {
            return strchr(label, '(') != NULL
                       ? MARKED(as, label)
                       : argument_words(
                             arena, as, WORDS_MEMBER_IN_FILE,
                             ARGUMENTS(member_below(arena, label, labels_entry, at + length), TERM("path", path)));
        }
        at += length;
        at += strcspn(at, "."); /* past the index */
        at += *at == '.';
    }
    return TERM(as, path);
}
