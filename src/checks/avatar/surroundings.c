/* Checks the glTF around an avatar: what VRM doesn't use, and defaults that not every app supports. */

#include "base/pointer.h"
#include "checks/avatar/names.h"
#include "gltf/expect.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm_face.h"
#include "ids/rules.h"

#define ROTATION_LEAST 1e-6
#define SURROUNDINGS_DIGITS 4

/* ---- lists that VRM doesn't use ---- */

/* Adds edits that remove all cameras, and the nodes' references to them. */
static void remove_cameras(const struct check *check, struct finding *finding)
{
    const struct scene *scene = check->avatar->scene;
    bool wanted = finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
    for (size_t node = 0; wanted && node < scene->count; node++) {
        if (tree_get(scene->nodes[node].json, "camera") != NULL) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_node(node, "camera"), NULL);
        }
    }
}

static void check_unused(const struct check *check)
{
    struct document *document = check->avatar->document;
    size_t animations = document_count(document, "animations");
    size_t cameras = document_count(document, "cameras");
    if (animations > 0 && !check->avatar->vrma->present) {
        report(check->findings, MESSAGE_VRM_ANIMATIONS_UNUSED__DEFAULT, place_at("/animations"),
               ARGUMENTS(COUNT("count", animations)));
    }
    if (cameras > 0) {
        remove_cameras(check, report(check->findings, MESSAGE_VRM_CAMERAS_UNUSED__DEFAULT, place_at("/cameras"),
                                     ARGUMENTS(COUNT("count", cameras))));
    }
}

/* ---- texture transforms ---- */

static struct place surroundings_transform_place(const struct check *check, size_t material, enum texture_slot slot,
                                                 const char *member)
{
    return place_of(
        PLACE_MATERIAL, material, 0,
        arena_printf(check->arena, "%s/extensions/" TRANSFORM_NAME "/%s", material_slots[slot].pointer, member));
}

static void check_transform(const struct check *check, size_t material, enum texture_slot slot)
{
    const struct material_texture *texture = &check->avatar->materials->items[material].textures[slot];
    const struct tree *transform = texture->transform;
    double rotation = 0;
    tree_number(tree_get(transform, "rotation"), &rotation);
    if (fabs(rotation) > ROTATION_LEAST && fabs(rotation) <= EXPECT_NUMBER_MAX) {
        struct finding *finding = report(check->findings, MESSAGE_VRM_TEXTURE_TRANSFORM_ROTATION__DEFAULT,
                                         surroundings_transform_place(check, material, slot, "rotation"),
                                         ARGUMENTS(the_avatar_material("material", check, material),
                                                   DEGREES("angle", rotation, SURROUNDINGS_DIGITS)));
        finding_measure(finding, "angle", rotation);
    }
    size_t set;
    size_t own = 0;
    const struct tree *given = tree_get(texture->json, "texCoord");
    bool known = given == NULL || tree_index(given, SIZE_MAX, &own);
    if (known && tree_index(tree_get(transform, "texCoord"), SIZE_MAX, &set) && set != own) {
        struct finding *finding =
            report(check->findings, MESSAGE_VRM_TEXTURE_TRANSFORM_TEXCOORD__DEFAULT,
                   surroundings_transform_place(check, material, slot, "texCoord"),
                   ARGUMENTS(the_avatar_material("material", check, material), COUNT("set", set), COUNT("own", own)));
        finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0", NULL);
        finding_set_number(finding, "3/texCoord", (double)set);
    }
}

static void check_transforms(const struct check *check)
{
    for (size_t material = 0; material < check->avatar->materials->count; material++) {
        for (enum texture_slot slot = 0; slot < SLOT_COUNT; slot++) {
            check_transform(check, material, slot);
        }
    }
}

/* ---- tangents ---- */

static bool has_tangents(const struct tree *primitive)
{
    const struct tree *targets = tree_get(primitive, "targets");
    size_t count = tree_length(targets);
    bool found = tree_get(tree_get(primitive, "attributes"), "TANGENT") != NULL;
    for (size_t i = 0; !found && i < count; i++) {
        found = tree_get(tree_at(targets, i), "TANGENT") != NULL;
    }
    return found;
}

static void remove_tangents(struct finding *finding, struct arena *arena, size_t mesh, size_t at,
                            const struct tree *primitive)
{
    const struct tree *targets = tree_get(primitive, "targets");
    if (!finding_wants_edits(finding)) {
        return;
    }
    if (tree_get(tree_get(primitive, "attributes"), "TANGENT") != NULL) {
        finding_edit(finding, VRMLINT_EDIT_REMOVE,
                     place_of(PLACE_MESH, mesh, 0, arena_printf(arena, "primitives/%zu/attributes/TANGENT", at)), NULL);
    }
    for (size_t i = 0; i < tree_length(targets); i++) {
        if (tree_get(tree_at(targets, i), "TANGENT") != NULL) {
            const char *member = arena_printf(arena, "primitives/%zu/targets/%zu/TANGENT", at, i);
            finding_edit(finding, VRMLINT_EDIT_REMOVE, place_of(PLACE_MESH, mesh, 0, member), NULL);
        }
    }
}

static void check_tangents(const struct check *check)
{
    const struct surfaces *surfaces = check->avatar->surfaces;
    struct finding *finding = NULL;
    size_t total = 0;
    /* the first pass counts, because the message contains the number */
    for (int pass = 0; pass < 2; pass++) {
        size_t count = 0;
        for (size_t mesh = 0; mesh < surfaces->mesh_count; mesh++) {
            const struct tree *primitives = tree_get(surfaces->meshes[mesh].json, "primitives");
            for (size_t i = 0; i < tree_length(primitives); i++) {
                if (!has_tangents(tree_at(primitives, i))) {
                    continue;
                }
                struct place place = place_of(PLACE_MESH, mesh, 0, arena_printf(check->arena, "primitives/%zu", i));
                if (pass == 1 && count == 0) {
                    finding = report(check->findings, MESSAGE_VRM_TANGENTS_PRESENT__DEFAULT, place,
                                     ARGUMENTS(COUNT("count", total), the_avatar_mesh("mesh", check, mesh)));
                } else if (pass == 1 && count <= FINDING_RELATED_MAX) {
                    finding_relate(finding, RELATED_VRM_TANGENTS_PRESENT__DEFAULT, place,
                                   ARGUMENTS(the_avatar_mesh("mesh", check, mesh)));
                }
                if (pass == 1) {
                    remove_tangents(finding, check->arena, mesh, i, tree_at(primitives, i));
                }
                count++;
            }
        }
        total = count;
    }
    finding_measure(finding, "count", (double)total);
}

/* ---- defaults ---- */

/* Omitted members: they are counted in a first pass and reported in a second. */
struct omissions {
    const struct check *check;
    struct finding *finding;
    size_t total; /* 0 during the first pass */
    size_t count;
};

/* An omitted member, and its default as JSON and as text. */
struct omitted_member {
    const char *member;
    const char *value;
    const char *text;
};

static void write_default(struct omissions *omissions, struct place place, const struct omitted_member *what)
{
    struct arena *arena = omissions->check->arena;
    struct buf pointer = BUF_INIT(arena);
    if (finding_wants_edits(omissions->finding)) {
        place_write(&pointer, &place);
        finding_edit(omissions->finding, VRMLINT_EDIT_SET,
                     place_at(pointer_key(arena, buf_text(&pointer), what->member)), what->value);
    }
}

static void report_omission(struct omissions *omissions, struct argument subject, struct place place,
                            const struct omitted_member *what)
{
    const char *member = what->member;
    struct findings *findings = omissions->check->findings;
    size_t number = omissions->count++;
    if (omissions->total == 0) {
        return;
    }
    if (number > 0) {
        if (number <= FINDING_RELATED_MAX) {
            finding_relate(omissions->finding, RELATED_VRM_DEFAULTS_RELIED_ON__DEFAULT, place,
                           ARGUMENTS(subject, TERM("member", member)));
        }
    } else if (omissions->total == 1) {
        omissions->finding = report(findings, MESSAGE_VRM_DEFAULTS_RELIED_ON__DEFAULT, place,
                                    ARGUMENTS(subject, TERM("member", member), TERM("value", what->text)));
    } else {
        omissions->finding = report(
            findings, MESSAGE_VRM_DEFAULTS_RELIED_ON__SEVERAL, place,
            ARGUMENTS(subject, TERM("member", member), TERM("value", what->text), COUNT("more", omissions->total - 1)));
    }
    write_default(omissions, place, what);
}

static void omit_of_expression(struct omissions *omissions, size_t place)
{
    const struct check *check = omissions->check;
    const struct tree *json = check->avatar->vrm1->expressions[place].json;
    const struct tree *binds = tree_get(json, "textureTransformBinds");
    if (tree_get(json, "isBinary") == NULL) {
        report_omission(omissions, the_avatar_expression("subject", check, place),
                        avatar_expression_place(check, place, NULL),
                        &(struct omitted_member){"isBinary", "false", "\"isBinary\": false"});
    }
    for (size_t i = 0; i < tree_length(binds); i++) {
        struct argument subject = the_bind("subject", check, WORDS_TEXTURE_BIND, place, i);
        struct place at = bind_place(check, place, "textureTransformBinds", i, NULL);
        if (tree_get(tree_at(binds, i), "scale") == NULL) {
            report_omission(omissions, subject, at, &(struct omitted_member){"scale", "[1,1]", "\"scale\": [1, 1]"});
        }
        if (tree_get(tree_at(binds, i), "offset") == NULL) {
            report_omission(omissions, subject, at, &(struct omitted_member){"offset", "[0,0]", "\"offset\": [0, 0]"});
        }
    }
}

static void omit_all(struct omissions *omissions)
{
    const struct vrm1 *vrm1 = omissions->check->avatar->vrm1;
    const struct tree *expressions = vrm1->expressions_json;
    omissions->count = 0;
    if (vrm1->meta != NULL && tree_get(vrm1->meta, "modification") == NULL) {
        report_omission(omissions, TERM("subject", "meta"), place_at(VRM1_POINTER "/meta"),
                        &(struct omitted_member){"modification", "\"prohibited\"", "\"modification\": \"prohibited\""});
    }
    if (tree_get(expressions, "custom") != NULL && tree_get(expressions, "preset") == NULL) {
        report_omission(omissions, TERM("subject", "expressions"), place_at(VRM1_POINTER "/expressions"),
                        &(struct omitted_member){"preset", "{}", "\"preset\": {}"});
    }
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        omit_of_expression(omissions, i);
    }
}

static void check_defaults(const struct check *check)
{
    struct omissions omissions = {.check = check};
    omit_all(&omissions);
    omissions.total = omissions.count;
    if (omissions.total > 0) {
        omit_all(&omissions);
        finding_measure(omissions.finding, "count", (double)omissions.total);
    }
}

void check_avatar_surroundings(struct check *check)
{
    check_unused(check);
    check_transforms(check);
    if (findings_want(check->findings, RULE_VRM_TANGENTS_PRESENT)) {
        check_tangents(check);
    }
    if (findings_want(check->findings, RULE_VRM_DEFAULTS_RELIED_ON)) {
        check_defaults(check);
    }
}
