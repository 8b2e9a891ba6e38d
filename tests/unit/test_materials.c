/* Rules of materials: cases with and without findings, on both sides of every threshold. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 8192 };

#define X "/materials/0/extensions/VRMC_materials_mtoon"
#define KNOWN "\"shadeColorFactor\": [0, 0, 0], "

/* A 4 by 4 PNG with alpha, one without, and a JPEG. */
#define PNG_ALPHA                                                                                                      \
    "data:image/"                                                                                                      \
    "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAYAAACp8Z5+AAAAEUlEQVR4nGNoQAMNDAwM6GIAZNgEAelmvJYAAAAASUVORK5CYII="
#define TEXTURES                                                                                                       \
    "\"images\": [{\"uri\": \"" PNG_ALPHA "\"}], \"samplers\": [{\"wrapS\": 33071}, {\"wrapT\": 33071}, {\"wrapS\": "  \
    "33071, \"wrapT\": 33071}, {\"wrapS\": 33648}], \"textures\": [{\"source\": 0}, {\"source\": 0, \"sampler\": 0}, " \
    "{\"source\": 0, \"sampler\": 1}, {\"source\": 0, \"sampler\": 2}, {\"source\": 0, \"sampler\": 3}], "
#define MESH(attributes)                                                                                               \
    "\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0" attributes "}, \"material\": 0}]}], "
#define BASE(index) "\"pbrMetallicRoughness\": {\"baseColorTexture\": {\"index\": " index "}}, "
#define BLEND(alpha) "\"alphaMode\": \"BLEND\", \"pbrMetallicRoughness\": {\"baseColorFactor\": [1, 1, 1, " alpha "]}, "
#define SHIFTED(offset, scale)                                                                                         \
    "\"extensions\": {\"KHR_texture_transform\": {\"offset\": [" offset "], \"scale\": [" scale "]}}"

/* Writes a file with one material: core members of glTF, and members of MToon after the version. */
static void build(char *text, const char *mesh, const char *core, const char *toon, const char *root)
{
    int size =
        snprintf(text, TEXT_SIZE,
                 "{\"asset\": {\"version\": \"2.0\"}, \"extensionsUsed\": [\"VRMC_materials_mtoon\"], %s" TEXTURES
                 "\"materials\": [{\"name\": \"Face\", %s\"extensions\": {\"VRMC_materials_mtoon\": {%s}}}]%s}",
                 mesh, core, toon, root);
    assert_true(size > 0 && size < TEXT_SIZE);
}

struct toon_case {
    const char *rule;
    const char *core;
    const char *toon; /* after the version */
    enum vrmlint_severity severity;
    const char *at; /* NULL: no finding */
};

#define SILENT VRMLINT_OFF, NULL
#define W VRMLINT_WARNING
#define E VRMLINT_ERROR
#define I VRMLINT_INFO
#define QUEUE(number) "\"renderQueueOffsetNumber\": " number
#define WITH_DEPTH "\"transparentWithZWrite\": true, "
#define OUTLINE(mode, width) "\"outlineWidthMode\": \"" mode "\", \"outlineWidthFactor\": " width
#define SLOT(name, index) "\"" name "\": {\"index\": " index "}"

static const struct toon_case toons[] = {
    /* order */
    {"render-queue-mode", BLEND("0.5"), WITH_DEPTH QUEUE("-3"), W, X "/renderQueueOffsetNumber"},
    {"render-queue-mode", BLEND("0.5"), WITH_DEPTH QUEUE("0"), SILENT},
    {"render-queue-mode", BLEND("0.5"), WITH_DEPTH QUEUE("9"), SILENT},
    {"render-queue-mode", BLEND("0.5"), QUEUE("4"), W, X "/renderQueueOffsetNumber"},
    {"render-queue-mode", BLEND("0.5"), QUEUE("-9"), SILENT},
    {"render-queue-mode", BLEND("0.5"), QUEUE("0"), SILENT},
    {"render-queue-mode", "", QUEUE("1"), W, X "/renderQueueOffsetNumber"},
    {"render-queue-mode", "", QUEUE("10"), SILENT},
    {"value-out-of-range", "", QUEUE("10"), E, X "/renderQueueOffsetNumber"},
    {"index-written-as-float", "", QUEUE("2.0"), W, X "/renderQueueOffsetNumber"},
    {"render-queue-mode", "", QUEUE("2.0"), SILENT},
    {"wrong-type", "", QUEUE("2.0"), SILENT},
    {"wrong-type", "", QUEUE("1.5"), E, X "/renderQueueOffsetNumber"},
    {"render-queue-mode", "", QUEUE("1.5"), SILENT},
    /* colours */
    {"value-out-of-range", "", "\"shadeColorFactor\": [1.0000002, 0, 1]", SILENT},
    {"value-out-of-range", "", "\"shadeColorFactor\": [1.2, 0, 0]", E, X "/shadeColorFactor/0"},
    {"value-out-of-range", "", "\"shadeColorFactor\": [-1e-9, 0, 0]", SILENT},
    {"array-length", "", "\"shadeColorFactor\": [1, 1, 1, 1]", E, X "/shadeColorFactor"},
    {"wrong-type", "", "\"shadeColorFactor\": \"#fff\"", E, X "/shadeColorFactor"},
    {"wrong-type", "", "\"shadeColorFactor\": [null, 0, 0]", E, X "/shadeColorFactor/0"},
    {"wrong-type", "", "\"shadeColorFactor\": null", E, X "/shadeColorFactor"},
    {"not-finite", "", "\"shadingShiftFactor\": 1e39", E, X "/shadingShiftFactor"},
    {"not-finite", "", "\"shadingShiftFactor\": 1e400", E, X "/shadingShiftFactor"},
    /* words and names */
    {"unknown-value", "", "\"outlineWidthMode\": \"WorldCoordinates\"", E, X "/outlineWidthMode"},
    {"unknown-property", "", "\"shadeMultiplyTexture\": {\"index\": 0, \"scale\": 2}", W,
     X "/shadeMultiplyTexture/scale"},
    {"unknown-property", "", "\"shadingShiftTexture\": {\"index\": 0, \"scale\": 2}", SILENT},
    {"missing-property", "", "\"matcapTexture\": {\"texCoord\": 0}", E, X "/matcapTexture"},
    {"unresolved-index", "", SLOT("matcapTexture", "5"), E, X "/matcapTexture/index"},
    {"negative-index", "", SLOT("matcapTexture", "-1"), E, X "/matcapTexture/index"},
    /* shading */
    {"shading-constant", "", "\"shadingShiftFactor\": 1, \"shadingToonyFactor\": 0.9", SILENT},
    {"shading-constant", "", "\"shadingShiftFactor\": 1, \"shadingToonyFactor\": 1", I, X "/shadingShiftFactor"},
    {"shading-constant", "", "\"shadingShiftFactor\": -1, \"shadingToonyFactor\": 1", I, X "/shadingShiftFactor"},
    {"shading-constant", "", "\"shadingShiftFactor\": 1, \"shadingToonyFactor\": 1, " SLOT("shadingShiftTexture", "0"),
     SILENT},
    {"toony-one", "", "\"shadingToonyFactor\": 0.999", SILENT},
    {"toony-one", "", "\"shadingToonyFactor\": 1", I, X "/shadingToonyFactor"},
    {"shade-texture-missing", BASE("0"), "\"shadeColorFactor\": [0.7, 0.5, 0.5]", I, X},
    {"shade-texture-missing", BASE("0"), "\"shadeColorFactor\": [0, 0, 0]", SILENT},
    {"shade-texture-missing", "", "\"shadeColorFactor\": [0.7, 0.5, 0.5]", SILENT},
    {"shade-texture-missing", BASE("0"), "\"giEqualizationFactor\": 0.9", SILENT},
    {"shade-color-omitted", BASE("0"), "\"giEqualizationFactor\": 0.9", W, X},
    {"shade-color-omitted", "", "\"shadeColorFactor\": \"#fff\"", SILENT},
    /* matcap and rim */
    {"matcap-factor-omitted", "", SLOT("matcapTexture", "0"), W, X},
    {"matcap-factor-omitted", "", "\"giEqualizationFactor\": 0.9", SILENT},
    {"rim-fresnel-zero", "", "\"parametricRimColorFactor\": [1, 0, 0], \"parametricRimFresnelPowerFactor\": 0", I,
     X "/parametricRimFresnelPowerFactor"},
    {"rim-fresnel-zero", "", "\"parametricRimFresnelPowerFactor\": 0", SILENT},
    {"rim-lift-extreme", "",
     "\"parametricRimColorFactor\": [1, 0, 0], \"parametricRimFresnelPowerFactor\": 0, \"parametricRimLiftFactor\": 1",
     SILENT},
    {"rim-lift-extreme", "", "\"parametricRimColorFactor\": [1, 0, 0], \"parametricRimLiftFactor\": -1", I,
     X "/parametricRimLiftFactor"},
    {"rim-lift-extreme", "", "\"parametricRimColorFactor\": [1, 0, 0], \"parametricRimLiftFactor\": 0.99", SILENT},
    /* outline */
    {"outline-width-zero", "", OUTLINE("worldCoordinates", "0"), I, X "/outlineWidthFactor"},
    {"outline-width-zero", "", "\"outlineWidthMode\": \"worldCoordinates\"", I, X},
    {"outline-disabled", "", OUTLINE("worldCoordinates", "0"), SILENT},
    {"outline-disabled", "", OUTLINE("none", "0.002"), I, X "/outlineWidthFactor"},
    {"outline-disabled", "", "\"outlineWidthFactor\": 0.002", I, X "/outlineWidthFactor"},
    {"outline-disabled", "", "\"giEqualizationFactor\": 0.9", SILENT},
    {"outline-width-large", "", OUTLINE("worldCoordinates", "0.08"), W, X "/outlineWidthFactor"},
    {"outline-width-large", "", OUTLINE("worldCoordinates", "0.05"), SILENT},
    {"outline-without-normals", "", OUTLINE("none", "0.002"), SILENT},
    {"outline-without-normals", "", OUTLINE("worldCoordinates", "0.002"), W, "/meshes/0/primitives/0/attributes"},
    /* animated textures */
    {"uv-animation-clamp", BASE("1"), "\"uvAnimationScrollXSpeedFactor\": 0.1", W,
     "/materials/0/pbrMetallicRoughness/baseColorTexture"},
    {"uv-animation-clamp", BASE("2"), "\"uvAnimationScrollXSpeedFactor\": 0.1", SILENT},
    {"uv-animation-clamp", BASE("3"), "\"uvAnimationRotationSpeedFactor\": 1", SILENT},
    {"uv-animation-clamp", BASE("4"), "\"uvAnimationScrollXSpeedFactor\": 0.1", SILENT},
    {"uv-mask-unused", "", SLOT("uvAnimationMaskTexture", "0"), I, X "/uvAnimationMaskTexture"},
    {"uv-mask-unused", "", SLOT("uvAnimationMaskTexture", "0") ", \"uvAnimationRotationSpeedFactor\": 1", SILENT},
    /* transforms */
    {"texture-transforms-differ",
     "\"pbrMetallicRoughness\": {\"baseColorTexture\": {\"index\": 0, " SHIFTED("0.25, 0", "0.5, 0.5") "}}, ",
     "\"shadeMultiplyTexture\": {\"index\": 0, " SHIFTED("0.25, 0", "0.5, 0.5") "}", SILENT},
    {"texture-transforms-differ", BASE("0"), "\"shadeMultiplyTexture\": {\"index\": 0, " SHIFTED("0, 0", "4, 4") "}", W,
     X "/shadeMultiplyTexture"},
    {"texture-transforms-differ", BASE("0"),
     "\"outlineWidthMultiplyTexture\": {\"index\": 0, " SHIFTED("0, 0", "4, 4") "}", SILENT},
    {"transform-not-portable", BASE("0"),
     "\"outlineWidthMultiplyTexture\": {\"index\": 0, " SHIFTED("0, 0", "4, 4") "}", I,
     X "/outlineWidthMultiplyTexture/extensions/KHR_texture_transform"},
    /* a texture used for colours and for data */
    {"color-and-data-texture", BASE("0"), SLOT("outlineWidthMultiplyTexture", "0"), W,
     X "/outlineWidthMultiplyTexture"},
    {"color-and-data-texture", "",
     SLOT("shadingShiftTexture", "0") ", " SLOT("outlineWidthMultiplyTexture", "0") ", " SLOT("uvAnimationMaskTexture",
                                                                                              "0"),
     SILENT},
    /* transparency */
    {"cutoff-above-one", "\"alphaMode\": \"MASK\", \"alphaCutoff\": 128, ", KNOWN "\"matcapFactor\": [1, 1, 1]", W,
     "/materials/0/alphaCutoff"},
    {"cutoff-above-one", "\"alphaMode\": \"MASK\", \"alphaCutoff\": 1, ", KNOWN "\"matcapFactor\": [1, 1, 1]", SILENT},
    {"cutoff-zero", "\"alphaMode\": \"MASK\", \"alphaCutoff\": 0, ", KNOWN "\"matcapFactor\": [1, 1, 1]", I,
     "/materials/0/alphaCutoff"},
    {"invisible", BLEND("0"), KNOWN "\"matcapFactor\": [1, 1, 1]", I,
     "/materials/0/pbrMetallicRoughness/baseColorFactor"},
    {"invisible", BLEND("0.1"), KNOWN "\"matcapFactor\": [1, 1, 1]", SILENT},
};

static void expect_one(const char *family, const char *rule, const char *text, enum vrmlint_severity severity,
                       const char *at, size_t related)
{
    char id[80];
    snprintf(id, sizeof id, "%s/%s", family, rule);
    struct vrmlint_report *report = lint_text(id, text);
    if (report->finding_count != (at != NULL)) {
        fail_msg("%s: %zu findings\n%s", id, report->finding_count, text);
    }
    if (at != NULL) {
        print_message("%s: %s\n", id, ENGLISH(report->findings[0].message));
        assert_string_equal(report->findings[0].pointer, at);
        assert_int_equal(report->findings[0].severity, severity);
        assert_true(report->findings[0].related_count >= related);
    }
    vrmlint_report_free(report);
}

static void toon_materials(void **state)
{
    (void)state;
    char text[TEXT_SIZE];
    char toon[TEXT_SIZE];
    for (size_t i = 0; i < sizeof toons / sizeof *toons; i++) {
        snprintf(toon, sizeof toon, "\"specVersion\": \"1.0\", %s", toons[i].toon);
        build(text, MESH(""), toons[i].core, toon, "");
        expect_one("mtoon", toons[i].rule, text, toons[i].severity, toons[i].at, 0);
    }
}

static void versions(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        const char *toon;
        enum vrmlint_severity severity;
        const char *at;
    } cases[] = {
        {"spec-version-missing", "\"giEqualizationFactor\": 1", E, X},
        {"spec-version-unknown", "\"specVersion\": \"1.0-draft\"", E, X "/specVersion"},
        {"spec-version-unknown", "\"specVersion\": \"1.0 \"", E, X "/specVersion"},
        {"spec-version-unknown", "\"specVersion\": 1", SILENT},
        {"wrong-type", "\"specVersion\": 1", E, X "/specVersion"},
        {"missing-property", "\"giEqualizationFactor\": 1", SILENT},
        {"spec-version-prerelease", "\"specVersion\": \"1.0-beta\", \"shadingToonyFactor\": 1.4", W, X "/specVersion"},
        {"value-out-of-range", "\"specVersion\": \"1.0-beta\", \"shadingToonyFactor\": 1.4", W,
         X "/shadingToonyFactor"},
        {"value-out-of-range", "\"specVersion\": \"1.0-beta\", \"renderQueueOffsetNumber\": 10", E,
         X "/renderQueueOffsetNumber"},
        {"value-out-of-range", "\"specVersion\": \"1.0\", \"shadingToonyFactor\": 1.4", E, X "/shadingToonyFactor"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_SIZE];
        build(text, "", "", cases[i].toon, "");
        expect_one("mtoon", cases[i].rule, text, cases[i].severity, cases[i].at, 0);
    }
}

static void coordinates(void **state)
{
    (void)state;
    char text[TEXT_SIZE];
#define SHADE_AT(set) "\"specVersion\": \"1.0\", \"shadeMultiplyTexture\": {\"index\": 0, \"texCoord\": " set "}"
    build(text, MESH(", \"TEXCOORD_0\": 1, \"TEXCOORD_1\": 2"), "", SHADE_AT("1"), "");
    expect_one("mtoon", "tex-coord-ignored", text, W, X "/shadeMultiplyTexture/texCoord", 0);
    build(text, MESH(", \"TEXCOORD_0\": 1"), "", SHADE_AT("1"), "");
    expect_one("mtoon", "tex-coord-ignored", text, SILENT, 0);
    build(text, MESH(", \"TEXCOORD_0\": 1, \"TEXCOORD_1\": 2"), "", SHADE_AT("0"), "");
    expect_one("mtoon", "tex-coord-ignored", text, SILENT, 0);
    build(text, MESH(", \"TEXCOORD_0\": 1, \"TEXCOORD_1\": 2"), "",
          "\"specVersion\": \"1.0\", \"matcapTexture\": {\"index\": 0, \"texCoord\": 1}", "");
    expect_one("mtoon", "tex-coord-ignored", text, SILENT, 0);
}

#define DRIVES(type)                                                                                                   \
    ", \"extensions\": {\"VRMC_vrm\": {\"expressions\": {\"preset\": {\"happy\": {\"materialColorBinds\": [{"          \
    "\"material\": 0, \"type\": \"" type "\", \"targetValue\": [1, 1, 1, 1]}]}}}}}"

static void what_expressions_drive(void **state)
{
    (void)state;
    char text[TEXT_SIZE];
    static const char plain[] = "\"specVersion\": \"1.0\"";
    build(text, MESH(""), BLEND("1"), plain, "");
    expect_one("texture", "alpha-mode-without-alpha", text, W, "/materials/0/alphaMode", 0);
    build(text, MESH(""), BLEND("1"), plain, DRIVES("color"));
    expect_one("texture", "alpha-mode-without-alpha", text, SILENT, 0);
    build(text, MESH(""), BLEND("1"), plain, DRIVES("shadeColor"));
    expect_one("texture", "alpha-mode-without-alpha", text, W, "/materials/0/alphaMode", 0);
    build(text, MESH(""), BLEND("0"), plain, DRIVES("color"));
    expect_one("mtoon", "invisible", text, SILENT, 0);
    build(text, MESH(""), "\"emissiveTexture\": {\"index\": 0}, ", plain, "");
    expect_one("mtoon", "texture-no-effect", text, I, "/materials/0/emissiveTexture", 0);
    build(text, MESH(""), "\"emissiveTexture\": {\"index\": 0}, ", plain, DRIVES("emissionColor"));
    expect_one("mtoon", "texture-no-effect", text, SILENT, 0);
    build(text, MESH(""), BLEND("0"), plain,
          ", \"animations\": [{\"channels\": [{\"target\": {\"extensions\": {\"KHR_animation_pointer\": {\"pointer\": "
          "\"/materials/0/pbrMetallicRoughness/baseColorFactor\"}}}}]}]");
    expect_one("mtoon", "invisible", text, SILENT, 0);
}

/* ---- emission ---- */

static void emission(void **state)
{
    (void)state;
#define HDR "\"VRMC_materials_hdr_emissiveMultiplier\": {\"emissiveMultiplier\": "
#define KHR "\"KHR_materials_emissive_strength\": {\"emissiveStrength\": "
#define AT "/materials/0/extensions/"
    static const struct {
        const char *rule;
        const char *factor;
        const char *extensions;
        enum vrmlint_severity severity;
        const char *at;
    } cases[] = {
        {"no-emissive-factor", "0, 0, 0", KHR "1}", SILENT},
        {"no-emissive-factor", "0, 0, 0", KHR "3}", W, AT "KHR_materials_emissive_strength/emissiveStrength"},
        {"no-emissive-factor", "1, 0, 0", KHR "3}", SILENT},
        {"both-extensions", "1, 1, 1", HDR "3}, " KHR "3}", SILENT},
        {"both-extensions", "1, 1, 1", HDR "3}, " KHR "3.00001}", SILENT},
        {"both-extensions", "1, 1, 1", HDR "3}, " KHR "3.001}", W, AT "VRMC_materials_hdr_emissiveMultiplier"},
        {"archived", "1, 1, 1", HDR "3}, " KHR "3}", I, AT "VRMC_materials_hdr_emissiveMultiplier"},
        {"strength-zero", "1, 1, 1", KHR "0}", I, AT "KHR_materials_emissive_strength/emissiveStrength"},
        {"strength-zero", "0, 0, 0", KHR "0}", SILENT},
        {"strength-high", "1, 1, 1", KHR "101}", I, AT "KHR_materials_emissive_strength/emissiveStrength"},
        {"strength-high", "1, 1, 1", KHR "100}", SILENT},
        {"strength-one", "1, 1, 1", KHR "1}", I, AT "KHR_materials_emissive_strength/emissiveStrength"},
        {"on-unlit", "1, 1, 1", KHR "3}, \"KHR_materials_unlit\": {}", I, AT "KHR_materials_emissive_strength"},
        {"wrong-type", "1, 1, 1", "\"KHR_materials_emissive_strength\": 3", E, AT "KHR_materials_emissive_strength"},
        {"value-out-of-range", "1, 1, 1", HDR "-1}", E, AT "VRMC_materials_hdr_emissiveMultiplier/emissiveMultiplier"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_SIZE];
        snprintf(
            text, sizeof text,
            "{\"asset\": {\"version\": \"2.0\"}, \"materials\": [{\"emissiveFactor\": [%s], \"extensions\": {%s}}]}",
            cases[i].factor, cases[i].extensions);
        expect_one("hdr", cases[i].rule, text, cases[i].severity, cases[i].at, 0);
    }
}

/* ---- VRM 0.x ---- */

#define Z "/extensions/VRM/materialProperties/0"
#define FLOATS(floats) "\"floatProperties\": {" floats "}"
#define KEYWORDS(keywords) "\"keywordMap\": {" keywords "}"

static void old_materials(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        const char *members;
        enum vrmlint_severity severity;
        const char *at;
    } cases[] = {
        {"v0-keyword-mismatch", FLOATS("\"_BlendMode\": 0") ", " KEYWORDS("\"_ALPHABLEND_ON\": false"), SILENT},
        {"v0-keyword-mismatch", FLOATS("\"_BlendMode\": 0") ", " KEYWORDS("\"_ALPHABLEND_ON\": true"), W,
         Z "/keywordMap"},
        {"v0-keyword-mismatch", FLOATS("\"_BlendMode\": 1") ", " KEYWORDS(""), W, Z "/keywordMap"},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 0") ", \"renderQueue\": -1", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 0") ", \"renderQueue\": 2000", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 1") ", \"renderQueue\": 2450", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 2") ", \"renderQueue\": 2951", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 2") ", \"renderQueue\": 3000", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 3") ", \"renderQueue\": 2501", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 3") ", \"renderQueue\": 2550", SILENT},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 0") ", \"renderQueue\": 2010", I, Z "/renderQueue"},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 0") ", \"renderQueue\": 3000", W, Z "/renderQueue"},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 2") ", \"renderQueue\": 2000", W, Z "/renderQueue"},
        {"v0-value-range", "\"vectorProperties\": {\"_EmissionColor\": [4, 3, 2, 1]}", SILENT},
        {"v0-value-range", "\"vectorProperties\": {\"_Color\": [4, 3, 2, 1]}", W, Z "/vectorProperties/_Color/0"},
        {"v0-value-range", FLOATS("\"_OutlineWidth\": 2, \"_OutlineWidthMode\": 0"), SILENT},
        {"v0-value-range", FLOATS("\"_OutlineWidth\": 2, \"_OutlineWidthMode\": 1"), W,
         Z "/floatProperties/_OutlineWidth"},
        {"v0-value-range", FLOATS("\"_Cutoff\": 1.00005"), SILENT},
        {"unknown-value", FLOATS("\"_BlendMode\": 1.5"), E, Z "/floatProperties/_BlendMode"},
        {"v0-render-queue-range", FLOATS("\"_BlendMode\": 4") ", \"renderQueue\": 3000", SILENT},
        {"unknown-property", FLOATS("\"_VendorGloss\": 1"), SILENT},
        {"unknown-property", FLOATS("\"_ShadeTony\": 1"), W, Z "/floatProperties/_ShadeTony"},
        {"v0-zwrite-mismatch", FLOATS("\"_BlendMode\": 2, \"_ZWrite\": 1") ", " KEYWORDS("\"_ALPHABLEND_ON\": true"), W,
         Z "/floatProperties/_ZWrite"},
        {"v0-zwrite-mismatch", FLOATS("\"_BlendMode\": 2, \"_ZWrite\": 1") ", " KEYWORDS(""), SILENT},
        {"v0-cull-front", FLOATS("\"_CullMode\": 1"), W, Z "/floatProperties/_CullMode"},
        {"v0-cull-mismatch", FLOATS("\"_CullMode\": 0"), I, Z "/floatProperties/_CullMode"},
        {"v0-alpha-mode-mismatch", FLOATS("\"_BlendMode\": 2"), I, Z},
        {"array-length", "\"vectorProperties\": {\"_Color\": [1, 1, 1]}", E, Z "/vectorProperties/_Color"},
    };
    char text[TEXT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text,
                 "{\"asset\": {\"version\": \"2.0\"}, \"materials\": [{\"name\": \"Hair\"}], \"extensions\": {\"VRM\": "
                 "{\"materialProperties\": [{\"name\": \"Hair\", \"shader\": \"VRM/MToon\", %s}]}}}",
                 cases[i].members);
        expect_one("mtoon", cases[i].rule, text, cases[i].severity, cases[i].at, 0);
    }
    /* other shaders use other numbers */
    expect_one("mtoon", "unknown-value",
               "{\"asset\": {\"version\": \"2.0\"}, \"extensions\": {\"VRM\": {\"materialProperties\": [{\"shader\": "
               "\"Standard\", \"floatProperties\": {\"_BlendMode\": 9}}]}}}",
               SILENT, 0);
}

/* ---- hostile files ---- */

/* As many materials as a large file holds, all equal and with the same image. */
static void many_materials_take_no_longer_than_they_should(void **state)
{
    (void)state;
    size_t count = hostile_size(100000);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "{\"asset\": {\"version\": \"2.0\"}, \"images\": [");
    for (size_t i = 0; i < count / 10; i++) {
        fprintf(out, "%s{\"uri\": \"data:,x\"}", i == 0 ? "" : ",");
    }
    fprintf(out, "], \"textures\": [");
    for (size_t i = 0; i < count / 10; i++) {
        fprintf(out, "%s{\"source\": %zu}", i == 0 ? "" : ",", i);
    }
    fprintf(out, "], \"materials\": [");
    for (size_t i = 0; i < count; i++) {
        fprintf(
            out,
            "%s{\"name\": \"M\", \"normalTexture\": {\"index\": %zu}, \"extensions\": {\"VRMC_materials_mtoon\": {}}}",
            i == 0 ? "" : ",", i % (count / 10));
    }
    fprintf(out, "], \"extensions\": {\"VRM\": {\"blendShapeMaster\": {\"blendShapeGroups\": [{\"materialValues\": [");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "%s{\"materialName\": \"M\", \"propertyName\": \"_Color\"}", i == 0 ? "" : ",");
    }
    fprintf(out, "]}]}}}}");
    fclose(out);
    struct vrmlint_report *report = lint_text("mtoon,texture,hdr", text);
    assert_true(report->finding_count > 0);
    vrmlint_report_free(report);
    free(text);
}

TEST_PROGRAM(materials)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toon_materials),
        cmocka_unit_test(versions),
        cmocka_unit_test(coordinates),
        cmocka_unit_test(what_expressions_drive),
        cmocka_unit_test(emission),
        cmocka_unit_test(old_materials),
        cmocka_unit_test(many_materials_take_no_longer_than_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
