/*
 * Random sane avatars of VRM 1.0, with every optional member present or absent at random: none of them may have an
 * error or a warning. Infos are allowed, because they are about legal values.
 */
#include "avatar_files.h"

#include <stdlib.h>
#include <string.h>

enum { AVATARS = 5000, MESHES_MAX = 3, TARGETS = 6, MATERIALS = 4 };

/* ---- random numbers ---- */

static uint64_t state_of_chance;

static unsigned chance(unsigned below)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (unsigned)(state_of_chance >> 33) % below;
}

static bool maybe(void)
{
    return chance(2) == 0;
}

/* Returns a random number from 0 to 1. */
static double share(void)
{
    return (1 + chance(1000)) / 1000.0;
}

static const char *one_of(const char *const *words, unsigned count)
{
    return words[chance(count)];
}
#define ONE_OF(...)                                                                                                    \
    one_of((const char *const[]){__VA_ARGS__}, (unsigned)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Adds members that every object may have. */
static void extra(json_t *object)
{
    if (chance(8) == 0) {
        json_object_set_new(object, "extras", maybe() ? json_object() : json_string("whatever"));
    }
    if (chance(8) == 0) {
        json_object_set_new(object, "extensions", json_object());
    }
}

/* ---- bodies ---- */

struct part {
    const char *bone;
    const char *parent; /* nearest mapped ancestor, by the table of VRMC_vrm */
    double at[3];       /* position in the world, metres */
    bool required;
};

#define FINGER(side, name, x, z)                                                                                       \
    {side name "Proximal", side "Hand", {(x)*0.72, 1.4, (z)}, false},                                                  \
        {side name "Intermediate", side name "Proximal", {(x)*0.76, 1.4, (z)}, false},                                 \
    {                                                                                                                  \
        side name "Distal", side name "Intermediate", {(x)*0.79, 1.4, (z)}, false                                      \
    }
#define SIDE(side, x)                                                                                                  \
    {side "UpperLeg", "hips", {(x)*0.09, 0.9, 0}, true}, {side "LowerLeg", side "UpperLeg", {(x)*0.09, 0.5, 0}, true}, \
        {side "Foot", side "LowerLeg", {(x)*0.09, 0.1, 0}, true},                                                      \
        {side "Toes", side "Foot", {(x)*0.09, 0.02, 0.1}, false},                                                      \
        {side "Shoulder", "upperChest", {(x)*0.05, 1.38, 0}, false},                                                   \
        {side "UpperArm", side "Shoulder", {(x)*0.15, 1.4, 0}, true},                                                  \
        {side "LowerArm", side "UpperArm", {(x)*0.4, 1.4, 0}, true},                                                   \
        {side "Hand", side "LowerArm", {(x)*0.63, 1.4, 0}, true},                                                      \
        {side "ThumbMetacarpal", side "Hand", {(x)*0.65, 1.4, 0.02}, false},                                           \
        {side "ThumbProximal", side "ThumbMetacarpal", {(x)*0.68, 1.4, 0.05}, false},                                  \
        {side "ThumbDistal", side "ThumbProximal", {(x)*0.7, 1.4, 0.07}, false}, FINGER(side, "Index", x, 0.03),       \
        FINGER(side, "Middle", x, 0.01), FINGER(side, "Ring", x, -0.01), FINGER(side, "Little", x, -0.03)

static const struct part parts[] = {
    {"hips", NULL, {0, 0.95, 0}, true},
    {"spine", "hips", {0, 1.05, 0}, true},
    {"chest", "spine", {0, 1.15, 0}, false},
    {"upperChest", "chest", {0, 1.25, 0}, false},
    {"neck", "upperChest", {0, 1.45, 0}, false},
    {"head", "neck", {0, 1.52, 0}, true},
    {"leftEye", "head", {0.03, 1.58, 0.08}, false},
    {"rightEye", "head", {-0.03, 1.58, 0.08}, false},
    {"jaw", "head", {0, 1.54, 0.04}, false},
    SIDE("left", 1),
    SIDE("right", -1),
};
enum { PARTS = sizeof parts / sizeof parts[0] };

static size_t part_named(const char *name)
{
    size_t i = 0;
    while (strcmp(parts[i].bone, name) != 0) {
        i++;
    }
    return i;
}

static bool needs_parent(const char *bone)
{
    return strcmp(bone, "upperChest") == 0 || strstr(bone, "Intermediate") != NULL || strstr(bone, "Distal") != NULL ||
           strstr(bone, "ThumbProximal") != NULL;
}

/* Adds random bones, each with a node below its nearest mapped ancestor. Sets there[i] if bone i is present. */
static void add_body(json_t *document, bool *there)
{
    size_t nodes[PARTS];
    double size = 0.5 + share();
    bool eyes = maybe();
    for (size_t i = 0; i < PARTS; i++) {
        const struct part *part = &parts[i];
        bool is_eye = strstr(part->bone, "Eye") != NULL;
        there[i] = part->required || (is_eye ? eyes : maybe());
        size_t above = part->parent == NULL ? PARTS : part_named(part->parent);
        there[i] = there[i] && (!needs_parent(part->bone) || there[above]);
        if (!there[i]) {
            continue;
        }
        while (above != PARTS && !there[above]) {
            above = part_named(parts[above].parent);
        }
        double from[3] = {0, 0, 0};
        size_t parent = 0;
        if (above != PARTS) {
            memcpy(from, parts[above].at, sizeof from);
            parent = nodes[above];
        }
        if (chance(6) == 0) { /* a node between bones that isn't a bone */
            parent = avatar_add(document, NULL, parent, 0, 0, 0);
        }
        nodes[i] = avatar_add(document, part->bone, parent, size * (part->at[0] - from[0]),
                              size * (part->at[1] - from[1]), size * (part->at[2] - from[2]));
    }
}

/* ---- meshes ---- */

static void add_materials(json_t *document)
{
    json_t *materials = json_array();
    for (int i = 0; i < MATERIALS; i++) {
        json_t *material = json_pack("{s:o}", "name", json_sprintf("M%d", i));
        if (i > 0) {
            json_t *kind = i == 3 ? json_pack("{s:s,s:[fff],s:f,s:f}", "specVersion", "1.0", "shadeColorFactor", 0.8,
                                              0.7, 0.7, "shadingShiftFactor", 0.0, "shadingToonyFactor", 0.9)
                                  : json_object();
            json_object_set_new(material, "extensions",
                                json_pack("{s:o}", i == 3 ? "VRMC_materials_mtoon" : "KHR_materials_unlit", kind));
        }
        json_array_append_new(materials, material);
    }
    json_object_set_new(document, "materials", materials);
    json_t *used = json_object_get(document, "extensionsUsed");
    json_array_append_new(used, json_string("VRMC_materials_mtoon"));
    json_array_append_new(used, json_string("KHR_materials_unlit"));
}

static json_t *new_mesh(unsigned number)
{
    json_t *primitives = json_array();
    json_t *names = json_array();
    for (int i = 0; i < TARGETS; i++) {
        json_array_append_new(names, json_sprintf("shape %d", i));
    }
    for (int material = 0; material < MATERIALS; material++) {
        json_t *targets = json_array();
        for (int i = 0; i < TARGETS; i++) {
            json_array_append_new(targets, json_pack("{s:i}", "POSITION", 1));
        }
        json_array_append_new(primitives, json_pack("{s:{s:i}, s:i, s:o}", "attributes", "POSITION", 0, "material",
                                                    material, "targets", targets));
    }
    json_t *mesh = json_pack("{s:o, s:o}", "name", json_sprintf("Mesh%u", number), "primitives", primitives);
    if (maybe()) {
        json_object_set_new(mesh, "extras", json_pack("{s:O}", "targetNames", names));
    }
    json_decref(names);
    return mesh;
}

/* Adds nodes with meshes. Returns how many, and their indices. */
static unsigned add_meshes(json_t *document, size_t *nodes)
{
    unsigned count = 1 + chance(MESHES_MAX);
    json_t *meshes = json_array();
    for (unsigned i = 0; i < count; i++) {
        nodes[i] = avatar_add(document, NULL, 0, 0, 0, 0);
        json_object_set_new(json_array_get(json_object_get(document, "nodes"), nodes[i]), "mesh",
                            json_integer((json_int_t)i));
        json_array_append_new(meshes, new_mesh(i));
    }
    json_object_set_new(document, "meshes", meshes);
    avatar_change(
        document,
        "/accessors [{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[0,0,0]},{'bufferView':0,"
        "'componentType':5126,'count':3,'type':'VEC3','min':[0,0.5,0],'max':[0,0.5,0]}]\n"
        "/bufferViews [{'buffer':0,'byteLength':36}]\n"
        "/buffers "
        "[{'byteLength':36,'uri':'data:application/"
        "octet-stream;base64,AAAAAAAAAD8AAAAAAAAAAAAAAD8AAAAAAAAAAAAAAD8AAAAA'}]");
    return count;
}

/* ---- expressions ---- */

static json_t *new_colors(void)
{
    static const char *const types[] = {"color",       "emissionColor", "shadeColor",
                                        "matcapColor", "rimColor",      "outlineColor"};
    json_t *binds = json_array();
    unsigned material = chance(MATERIALS);
    unsigned most = material == 3 ? 6 : material == 0 ? 2 : 1;
    for (unsigned i = 0; i < most; i++) {
        if (i == 0 || maybe()) {
            json_t *bind = json_pack("{s:i, s:s, s:[ffff]}", "material", (int)material, "type", types[i], "targetValue",
                                     share(), share(), share(), share());
            extra(bind);
            json_array_append_new(binds, bind);
        }
    }
    return binds;
}

static json_t *new_textures(void)
{
    json_t *bind = json_pack("{s:i}", "material", (int)chance(MATERIALS));
    if (maybe()) {
        json_object_set_new(bind, "scale", json_pack("[ff]", share(), share()));
    }
    if (maybe()) {
        json_object_set_new(bind, "offset", json_pack("[ff]", share(), share()));
    }
    extra(bind);
    return json_pack("[o]", bind);
}

/* Returns an expression. kind: index of the override that it must not set because it belongs to that kind itself; 3:
 * none. moves: it must have morph target binds. */
static json_t *new_expression(const size_t *meshes, unsigned mesh_count, unsigned kind, unsigned shape, bool moves)
{
    static const char *const overrides[] = {"overrideBlink", "overrideLookAt", "overrideMouth"};
    json_t *expression = json_object();
    if (moves || maybe()) {
        json_t *binds = json_array();
        for (unsigned i = 0; i < mesh_count; i++) {
            json_array_append_new(binds, json_pack("{s:i, s:i, s:f}", "node", (int)meshes[i], "index", (int)shape,
                                                   "weight", 0.02 + 0.98 * share()));
        }
        extra(json_array_get(binds, 0));
        json_object_set_new(expression, "morphTargetBinds", binds);
    }
    if (maybe()) {
        json_object_set_new(expression, "materialColorBinds", new_colors());
    }
    if (maybe()) {
        json_object_set_new(expression, "textureTransformBinds", new_textures());
    }
    if (maybe()) {
        json_object_set_new(expression, "isBinary", json_boolean(maybe()));
    }
    for (unsigned i = 0; i < 3; i++) {
        if (maybe()) {
            json_object_set_new(expression, overrides[i],
                                json_string(i == kind ? "none" : ONE_OF("none", "block", "blend")));
        }
    }
    extra(expression);
    return expression;
}

static void add_expressions(json_t *vrm, const size_t *meshes, unsigned mesh_count, bool by_expressions)
{
    static const struct {
        const char *name;
        unsigned kind;
    } presets[] = {{"happy", 3},    {"angry", 3},     {"sad", 3},        {"relaxed", 3}, {"surprised", 3},
                   {"aa", 2},       {"ih", 2},        {"ou", 2},         {"ee", 2},      {"oh", 2},
                   {"blink", 0},    {"blinkLeft", 0}, {"blinkRight", 0}, {"lookUp", 1},  {"lookDown", 1},
                   {"lookLeft", 1}, {"lookRight", 1}, {"neutral", 3}};
    json_t *expressions = json_object();
    json_t *list = json_object();
    for (unsigned i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        bool looks = presets[i].kind == 1 && by_expressions;
        if (looks || maybe()) {
            json_object_set_new(list, presets[i].name,
                                new_expression(meshes, mesh_count, presets[i].kind, i % TARGETS, looks));
        }
    }
    if (by_expressions || maybe()) {
        extra(list);
        json_object_set(expressions, "preset", list);
    }
    json_decref(list);
    if (maybe()) {
        json_t *custom = json_object();
        for (unsigned i = chance(4); i > 0; i--) {
            json_object_set_new(custom, ONE_OF("wink", "\xE7\xAC\x91\xE9\xA1\x94", "a/b~c", "Joy", "CHEER", "0"),
                                new_expression(meshes, mesh_count, 3, chance(TARGETS), false));
        }
        json_object_set_new(expressions, "custom", custom);
    }
    extra(expressions);
    json_object_set_new(vrm, "expressions", expressions);
}

/* ---- the rest ---- */

static void add_gaze(json_t *vrm, bool by_expressions)
{
    static const char *const maps[] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter", "rangeMapVerticalDown",
                                       "rangeMapVerticalUp"};
    json_t *gaze = json_object();
    for (unsigned i = 0; i < 4; i++) {
        if (maybe()) {
            json_t *map = json_pack("{s:f, s:f}", "inputMaxValue", 180 * share(), "outputScale",
                                    share() * (by_expressions ? 1 : 90));
            extra(map);
            json_object_set_new(gaze, maps[i], map);
        }
    }
    if (by_expressions || maybe()) {
        json_object_set_new(gaze, "type", json_string(by_expressions ? "expression" : "bone"));
    }
    if (maybe()) {
        json_object_set_new(gaze, "offsetFromHeadBone", json_pack("[fff]", 0.0, 0.1 * share(), 0.1 * share()));
    }
    extra(gaze);
    json_object_set_new(vrm, "lookAt", gaze);
}

/* Adds annotations. The first mesh, the body, is always visible. Expressions of the face move all meshes. */
static void add_first_person(json_t *vrm, const size_t *meshes, unsigned mesh_count)
{
    json_t *first_person = json_object();
    json_t *list = json_array();
    for (unsigned i = 0; i < mesh_count; i++) {
        if (maybe()) {
            const char *type = i == 0 ? "auto" : ONE_OF("auto", "thirdPersonOnly", "firstPersonOnly");
            json_t *entry = json_pack("{s:i, s:s}", "node", (int)meshes[i], "type", type);
            extra(entry);
            json_array_append_new(list, entry);
        }
    }
    if (json_array_size(list) > 0) {
        json_object_set(first_person, "meshAnnotations", list);
    }
    json_decref(list);
    extra(first_person);
    json_object_set_new(vrm, "firstPerson", first_person);
}

static void add_meta(json_t *document, json_t *vrm)
{
    static const char *const texts[] = {"version", "copyrightInformation", "contactInformation", "thirdPartyLicenses"};
    static const char *const flags[] = {"allowExcessivelyViolentUsage", "allowExcessivelySexualUsage",
                                        "allowPoliticalOrReligiousUsage", "allowAntisocialOrHateUsage",
                                        "allowRedistribution"};
    json_t *meta = json_object_get(vrm, "meta");
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (maybe()) {
            json_object_set_new(meta, texts[i],
                                json_string(ONE_OF("", "1.0", "\xE4\xBD\x9C\xE8\x80\x85", "undefined")));
        }
    }
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (maybe()) {
            json_object_set_new(meta, flags[i], json_boolean(maybe()));
        }
    }
    if (maybe()) {
        json_object_set_new(meta, "references", json_pack("[ss]", "https://example.com/", ""));
        json_array_append_new(json_object_get(meta, "authors"), json_string("Somebody"));
        json_object_set_new(meta, "otherLicenseUrl", json_string(ONE_OF("", "https://example.com/license")));
    }
    if (maybe()) {
        json_object_set_new(meta, "avatarPermission",
                            json_string(ONE_OF("onlyAuthor", "onlySeparatelyLicensedPerson", "everyone")));
        json_object_set_new(meta, "commercialUsage",
                            json_string(ONE_OF("personalNonProfit", "personalProfit", "corporation")));
    }
    if (maybe()) {
        json_object_set_new(meta, "creditNotation", json_string(ONE_OF("required", "unnecessary")));
        json_object_set_new(meta, "modification",
                            json_string(ONE_OF("prohibited", "allowModification", "allowModificationRedistribution")));
    }
    if (maybe()) {
        avatar_change(document,
                      "/images [{'uri':'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4"
                      "2mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==','mimeType':'image/png'}]\n@/meta/thumbnailImage 0");
    }
    extra(meta);
}

static json_t *make_avatar(void)
{
    json_t *document = avatar_new(false);
    json_object_set_new(document, "nodes", json_pack("[{s:s}]", "name", "Root"));
    avatar_change(document, "@/humanoid/humanBones {}");
    json_t *vrm = json_object_get(json_object_get(document, "extensions"), "VRMC_vrm");
    bool there[PARTS];
    size_t meshes[MESHES_MAX];
    add_body(document, there);
    add_materials(document);
    unsigned count = add_meshes(document, meshes);
    add_meta(document, vrm);
    bool by_expressions = maybe();
    bool has_gaze = maybe();
    /* three-vrm creates no gaze without expressions */
    if (has_gaze || maybe()) {
        add_expressions(vrm, meshes, count, has_gaze && by_expressions);
    }
    if (has_gaze) {
        add_gaze(vrm, by_expressions);
    }
    if (maybe()) {
        add_first_person(vrm, meshes, count);
    }
    extra(json_object_get(vrm, "humanoid"));
    extra(vrm);
    return document;
}

static void nothing_but_advice(void **state)
{
    (void)state;
    size_t count = trials(AVATARS);
    size_t infos = 0;
    state_of_chance = 20261122;
    for (size_t i = 0; i < count; i++) {
        char *text = avatar_text(make_avatar());
        struct vrmlint_report *report = lint_text("default", text);
        for (size_t k = 0; k < report->finding_count; k++) {
            const struct vrmlint_finding *finding = &report->findings[k];
            infos += finding->severity == VRMLINT_INFO;
            if (finding->severity != VRMLINT_INFO) {
                fail_msg("avatar %zu: %s at %s: %s\n%s", i, finding->rule->id, finding->pointer,
                         ENGLISH(finding->message), text);
            }
        }
        vrmlint_report_free(report);
        free(text);
    }
    print_message("%zu avatars, %zu infos\n", count, infos);
    assert_true(infos > 0);
}

TEST_PROGRAM(random_avatars)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_but_advice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
