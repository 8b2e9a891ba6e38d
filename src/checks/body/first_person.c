/* Checks the view of an avatar's wearer, and that of others: annotations of nodes in VRM 1.0, of meshes in VRM 0.x. */
#include "checks/absent.h"
#include "checks/avatar/names.h"
#include "checks/body/body.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_vrm_face.h"
#include "tables/extensions.h"

#define NONE SIZE_MAX

struct annotations {
    struct check *check;
    enum dialect dialect;
    const struct tree *list;
    size_t owner_count; /* nodes or meshes */
    size_t *first;      /* per owner: its first annotation, or NONE */
};

static struct place list_place(const struct annotations *annotations)
{
    return annotations->dialect == DIALECT_VRM1 ? place_at(VRM1_POINTER "/firstPerson/meshAnnotations")
                                                : place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, "meshAnnotations");
}

static struct place owner_place(const struct annotations *annotations, size_t index)
{
    return annotations->dialect == DIALECT_VRM1
               ? place_at(arena_printf(annotations->check->arena, VRM1_POINTER "/firstPerson/meshAnnotations/%zu/node",
                                       index))
               : place_of(PLACE_VRM0_ANNOTATION, index, 0, "mesh");
}

/* Whether an app shows a node with a mesh, or a mesh. */
static bool is_shown(const struct annotations *annotations, size_t owner)
{
    const struct avatar *avatar = annotations->check->avatar;
    if (annotations->dialect == DIALECT_VRM0) {
        return avatar->vrm0_avatar->meshes[owner].shown != SCENE_NONE;
    }
    const struct scene_node *node = &avatar->scene->nodes[owner];
    return node->mesh != SCENE_NONE && node->in_default;
}

/* Returns the audience in an owner's first annotation. Letter case matters only in VRM 1.0. */
static enum vrm1_audience audience_of(const struct annotations *annotations, size_t owner)
{
    size_t index = annotations->first[owner];
    if (index == NONE) {
        return AUDIENCE_AUTO;
    }
    if (annotations->dialect == DIALECT_VRM1) {
        return annotations->check->avatar->vrm1->annotations[index].audience;
    }
    const char *flag = tree_text(tree_get(tree_at(annotations->list, index), "firstPersonFlag"), NULL);
    return flag == NULL                                       ? AUDIENCE_AUTO
           : extension_same_but_case(flag, "ThirdPersonOnly") ? AUDIENCE_THIRD
           : extension_same_but_case(flag, "FirstPersonOnly") ? AUDIENCE_FIRST
           : extension_same_but_case(flag, "Both")            ? AUDIENCE_BOTH
                                                              : AUDIENCE_UNKNOWN;
}

/* ---- one annotation ---- */

/* Returns the node of an annotation of VRM 1.0, or NONE. Reports nodes without a mesh or outside the scene. */
static size_t annotated_node(const struct annotations *annotations, size_t index)
{
    const struct avatar *avatar = annotations->check->avatar;
    size_t node = avatar->vrm1->annotations[index].node;
    if (node != SCENE_NONE && body_is_left_out(annotations->check, node)) {
        report(annotations->check->findings, MESSAGE_VRM_NODE_NOT_IN_SCENE__ANNOTATION, owner_place(annotations, index),
               ARGUMENTS(COUNT("index", index), the_node("node", avatar, node)));
    } else if (node != SCENE_NONE && scene_lacks_mesh(&avatar->scene->nodes[node])) {
        report(annotations->check->findings, MESSAGE_VRM_ANNOTATION_NO_MESH__DEFAULT, owner_place(annotations, index),
               ARGUMENTS(COUNT("index", index), the_node("node", avatar, node)));
    }
    return node;
}

/* Returns the mesh of an annotation of VRM 0.x, or NONE. Reports a missing mesh, and one that no node uses. */
static size_t mesh_of(const struct annotations *annotations, size_t index)
{
    struct check *check = annotations->check;
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    const struct tree *value = tree_get(tree_at(annotations->list, index), "mesh");
    struct place place = owner_place(annotations, index);
    double number;
    size_t mesh;
    if (!document_has_list(check->avatar->document, "meshes") || !tree_number(value, &number) ||
        number != floor(number) || fabs(number) >= TREE_OVERFLOW) {
        return NONE;
    }
    if (!tree_index(value, vrm0->mesh_count, &mesh)) {
        struct finding *finding = report_twin(
            check->findings, DIALECT_VRM0,
            vrm0->mesh_count == 0 ? MESSAGE_VRM0_ANNOTATION_MESH_MISSING__NONE
                                  : MESSAGE_VRM0_ANNOTATION_MESH_MISSING__BEYOND,
            place, ARGUMENTS(COUNT("annotation", index), NUMBER("mesh", number, 15), COUNT("count", vrm0->mesh_count)));
        if (number == -1) {
            finding_severity(finding, VRMLINT_INFO); /* exporters write it for a mesh that they left out */
        }
        finding_measure(finding, "mesh", number);
        absent_lead(check, finding, "/meshes", number, vrm0->mesh_count);
        return NONE;
    }
    if (vrm0->meshes[mesh].node == SCENE_NONE && !check->avatar->scene->looks_lost) {
        struct finding *finding = report(check->findings, MESSAGE_VRM0_ANNOTATION_MESH_MISSING__UNUSED, place,
                                         ARGUMENTS(COUNT("annotation", index), the_avatar_mesh("mesh", check, mesh)));
        if (check->avatar->scene->count == 0) {
            absent_note(check, finding, ABSENT_LEFT, "/nodes");
        }
    }
    return mesh;
}

static void report_twice(const struct annotations *annotations, size_t index, size_t owner)
{
    size_t first = annotations->first[owner];
    struct argument name = annotations->dialect == DIALECT_VRM1 ? the_node("node", annotations->check->avatar, owner)
                                                                : the_avatar_mesh("mesh", annotations->check, owner);
    struct finding *finding =
        report_twin(annotations->check->findings, annotations->dialect, MESSAGE_VRM_ANNOTATION_DUPLICATE__DEFAULT,
                    owner_place(annotations, index), ARGUMENTS(name, COUNT("first", first), COUNT("index", index)));
    relate_twin(finding, annotations->dialect, RELATED_VRM_ANNOTATION_DUPLICATE__DEFAULT,
                owner_place(annotations, first), NO_ARGUMENTS);
}

static void read_annotations(struct annotations *annotations)
{
    annotations->first = arena_array(annotations->check->arena, annotations->owner_count, sizeof *annotations->first);
    for (size_t owner = 0; owner < annotations->owner_count; owner++) {
        annotations->first[owner] = NONE;
    }
    for (size_t i = 0; i < tree_count(annotations->list); i++) {
        size_t owner = annotations->dialect == DIALECT_VRM1 ? annotated_node(annotations, i) : mesh_of(annotations, i);
        if (owner != NONE && annotations->first[owner] == NONE) {
            annotations->first[owner] = i;
        } else if (owner != NONE) {
            report_twice(annotations, i, owner);
        }
    }
}

/* ---- all annotations ---- */

/* Whether an expression is a preset that moves the mouth or the eyelids. */
static bool is_of_face(const struct avatar *avatar, bool is_new, size_t expression)
{
    if (is_new) {
        const struct vrm1_expression *of = &avatar->vrm1->expressions[expression];
        return !of->custom && (of->kind == VRM1_BLINK || of->kind == VRM1_MOUTH);
    }
    enum vrm0_preset preset = avatar->vrm0_avatar->expressions[expression].preset;
    return (preset >= VRM0_A && preset <= VRM0_BLINK) || preset == VRM0_BLINK_LEFT || preset == VRM0_BLINK_RIGHT;
}

/* Whether an expression moves the mesh of an owner. of_face: only presets of mouth or eyelids count. */
static bool has_expression(const struct annotations *annotations, size_t owner, bool of_face)
{
    const struct avatar *avatar = annotations->check->avatar;
    bool is_new = annotations->dialect == DIALECT_VRM1;
    size_t count = is_new ? avatar->vrm1->expression_count : avatar->vrm0_avatar->expression_count;
    for (size_t e = 0; e < count; e++) {
        const struct tree *binds = is_new ? tree_get(avatar->vrm1->expressions[e].json, "morphTargetBinds")
                                          : tree_get(avatar->vrm0_avatar->expressions[e].json, "binds");
        size_t moved;
        for (size_t b = 0; b < tree_count(binds) && (!of_face || is_of_face(avatar, is_new, e)); b++) {
            if (tree_index(tree_get(tree_at(binds, b), is_new ? "node" : "mesh"), annotations->owner_count, &moved) &&
                moved == owner) {
                return true;
            }
        }
    }
    return false;
}

/* Reports a face that only the wearer sees. An avatar may have a second one for others. */
static void check_face(const struct annotations *annotations)
{
    size_t face = NONE;
    size_t others = 0;
    for (size_t owner = 0; owner < annotations->owner_count; owner++) {
        if (is_shown(annotations, owner) && has_expression(annotations, owner, false)) {
            bool is_hidden = audience_of(annotations, owner) == AUDIENCE_FIRST;
            face = is_hidden && face == NONE ? owner : face;
            others += !is_hidden;
        }
    }
    if (face != NONE && others == 0) {
        report_twin(annotations->check->findings, annotations->dialect, MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__FACE,
                    list_place(annotations),
                    ARGUMENTS(annotations->dialect == DIALECT_VRM1
                                  ? the_node("mesh", annotations->check->avatar, face)
                                  : the_avatar_mesh("mesh", annotations->check, face)));
    }
}

/* Whether a mesh of an owner has morph targets. */
static bool has_targets(const struct annotations *annotations, size_t owner)
{
    const struct avatar *avatar = annotations->check->avatar;
    size_t mesh = annotations->dialect == DIALECT_VRM1 ? avatar->scene->nodes[owner].mesh : owner;
    return mesh < avatar->surfaces->mesh_count && avatar->surfaces->meshes[mesh].targets > 0;
}

/* Reports faces that the wearer sees from inside, because they aren't hidden from the camera in the head. */
static void check_inside(const struct annotations *annotations)
{
    struct check *check = annotations->check;
    bool is_new = annotations->dialect == DIALECT_VRM1;
    for (size_t owner = 0; owner < annotations->owner_count; owner++) {
        if (annotations->first[owner] == NONE || audience_of(annotations, owner) != AUDIENCE_BOTH ||
            !is_shown(annotations, owner) || !has_targets(annotations, owner) ||
            !has_expression(annotations, owner, true)) {
            continue;
        }
        struct finding *finding = report_twin(
            check->findings, annotations->dialect, MESSAGE_VRM_FIRST_PERSON_FACE_INSIDE__DEFAULT,
            owner_place(annotations, annotations->first[owner]),
            ARGUMENTS(is_new ? the_node("mesh", check->avatar, owner) : the_avatar_mesh("mesh", check, owner)));
        finding_edit_at(finding, VRMLINT_EDIT_SET, is_new ? "1/type" : "1/firstPersonFlag",
                        is_new ? "\"auto\"" : "\"Auto\"");
    }
}

static void check_hidden(const struct annotations *annotations)
{
    bool is_new = annotations->dialect == DIALECT_VRM1;
    size_t shown = 0;
    size_t third = 0;
    size_t first = 0;
    for (size_t owner = 0; owner < annotations->owner_count; owner++) {
        if (is_shown(annotations, owner)) {
            enum vrm1_audience audience = audience_of(annotations, owner);
            shown++;
            third += audience == AUDIENCE_THIRD;
            first += audience == AUDIENCE_FIRST;
        }
    }
    if (shown == 0 || (third < shown && first < shown)) {
        if (first > 0) {
            check_face(annotations);
        }
        return;
    }
    struct finding *finding = report_twin(annotations->check->findings, annotations->dialect,
                                          third < shown ? MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__FIRST
                                          : shown > 1   ? MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__THIRD
                                                        : MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__THIRD_ONE,
                                          list_place(annotations), ARGUMENTS(COUNT("count", shown)));
    finding_measure(finding, "meshes", (double)shown);
    for (size_t owner = 0; finding_wants_edits(finding) && owner < annotations->owner_count; owner++) {
        if (is_shown(annotations, owner)) {
            finding_edit_at(finding, VRMLINT_EDIT_SET,
                            arena_printf(annotations->check->arena, is_new ? "0/%zu/type" : "0/%zu/firstPersonFlag",
                                         annotations->first[owner]),
                            is_new ? "\"auto\"" : "\"Auto\"");
        }
    }
}

/* Reports nodes of VRM 1.0 without an annotation if others have one. Apps handle them differently. */
static void check_unannotated(const struct annotations *annotations)
{
    const struct check *check = annotations->check;
    size_t count = 0;
    size_t node_of_first = SCENE_NONE;
    for (size_t node = 0; node < annotations->owner_count; node++) {
        if (is_shown(annotations, node) && annotations->first[node] == NONE) {
            node_of_first = count++ == 0 ? node : node_of_first;
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_VRM_FIRST_PERSON_UNANNOTATED__DEFAULT, list_place(annotations),
               ARGUMENTS(COUNT("count", count), the_node("node", check->avatar, node_of_first)));
    finding_measure(finding, "count", (double)count);
    size_t related = 0;
    bool wanted = finding_wants_edits(finding);
    for (size_t node = 0;
         finding != NULL && node < annotations->owner_count && (wanted || related < FINDING_RELATED_MAX); node++) {
        if (is_shown(annotations, node) && annotations->first[node] == NONE) {
            finding_edit_at(finding, VRMLINT_EDIT_INSERT, "0/-",
                            arena_printf(check->arena, "{\"node\":%zu,\"type\":\"auto\"}", node));
            finding_relate(finding, RELATED_VRM_FIRST_PERSON_UNANNOTATED__DEFAULT, place_node(node, NULL),
                           ARGUMENTS(the_node("node", check->avatar, node)));
            related++;
        }
    }
}

void check_body_first_person(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    for (enum dialect dialect = DIALECT_VRM1; dialect <= DIALECT_VRM0; dialect++) {
        bool is_new = dialect == DIALECT_VRM1;
        const struct tree *holder = is_new ? avatar->vrm1->first_person : avatar->vrm0_avatar->first_person;
        struct annotations annotations = {
            .check = check,
            .dialect = dialect,
            .list = tree_get(holder, "meshAnnotations"),
            .owner_count = is_new ? avatar->scene->count : avatar->vrm0_avatar->mesh_count,
        };
        if (!tree_is_array(annotations.list) || tree_count(annotations.list) == 0) {
            continue;
        }
        read_annotations(&annotations);
        check_hidden(&annotations);
        check_inside(&annotations);
        if (is_new) {
            check_unannotated(&annotations);
        }
    }
}
