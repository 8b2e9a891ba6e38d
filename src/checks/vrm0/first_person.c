/* Checks what only firstPerson of VRM 0.x has: curves of the gaze, angles beyond the maximum, and the bone of the
 * first-person view. Also checks meshes that several nodes share. */
#include <string.h>

#include "checks/avatar/names.h"
#include "checks/body/gaze.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0.h"
#include "ids/messages_vrm0_avatar.h"

#define LARGEST_INPUT 180.0 /* degrees */
#define STRAIGHT_TOLERANCE 1e-6

/* ---- the gaze ---- */

static void check_input(const struct gaze *gaze, const struct gaze_map *map)
{
    if (map->input.given && (map->input.value < 0 || map->input.value > LARGEST_INPUT)) {
        struct finding *finding = report(
            gaze->body.check->findings, MESSAGE_VRM0_LOOK_AT_INPUT_RANGE__DEFAULT,
            gaze_place(gaze, map->name, "xRange"),
            ARGUMENTS(TERM("map", map->name), argument_number("input", map->input.value, LARGEST_INPUT, UNIT_NONE, 6)));
        finding_measure(finding, "input", map->input.value);
    }
}

static bool is_straight(const struct tree *curve)
{
    static const double straight[] = {0, 0, 0, 1, 1, 1, 1, 0};
    bool same = tree_count(curve) == sizeof straight / sizeof *straight;
    for (size_t i = 0; same && i < tree_count(curve); i++) {
        double number;
        /* other values are reported elsewhere */
        same = !tree_number(tree_at(curve, i), &number) || fabs(number - straight[i]) <= STRAIGHT_TOLERANCE;
    }
    return same;
}

/* Whether UniVRM uses a map. Expressions have no inner direction. */
static bool is_used(const struct gaze *gaze, const struct gaze_map *map)
{
    const struct tree *type = tree_get(gaze->body.check->avatar->vrm0_avatar->first_person, "lookAtTypeName");
    const char *text = tree_text(type, NULL);
    return text == NULL || strcmp(text, "BlendShape") != 0 || strcmp(map->name, "lookAtHorizontalInner") != 0;
}

static void check_curve(const struct gaze *gaze, const struct gaze_map *map)
{
    struct findings *findings = gaze->body.check->findings;
    const struct tree *curve = tree_get(map->json, "curve");
    size_t count = tree_count(curve);
    struct argument name = TERM("map", map->name);
    struct place place = gaze_place(gaze, map->name, "curve");
    if (!tree_is_array(curve) || (count > 0 && !tree_is_number(tree_at(curve, 0)))) {
        return; /* keys of another form are reported elsewhere */
    }
    if (count == 0) {
        report(findings, MESSAGE_VRM0_LOOK_AT_CURVE_EMPTY__DEFAULT, place, ARGUMENTS(name));
    } else if (count % 4 != 0) {
        struct finding *finding = report(
            findings, is_used(gaze, map) ? MESSAGE_VRM0_ARRAY_LENGTH__CURVE : MESSAGE_VRM0_ARRAY_LENGTH__CURVE_UNUSED,
            place, ARGUMENTS(name, COUNT("count", count)));
        finding_measure(finding, "length", (double)count);
    } else if (!is_straight(curve)) {
        report(findings, MESSAGE_VRM0_LOOK_AT_CURVE_CUSTOM__DEFAULT, place, ARGUMENTS(name));
    }
}

void check_vrm0_gaze(struct check *check)
{
    struct gaze gaze;
    if (!check_gaze(&gaze, check, DIALECT_VRM0)) {
        return;
    }
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        check_input(&gaze, &gaze.maps[i]);
        check_curve(&gaze, &gaze.maps[i]);
    }
}

/* ---- the bone of the first-person view ---- */

static void check_bone(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct vrm0_avatar *vrm0 = avatar->vrm0_avatar;
    size_t node = scene_resolve(avatar->scene, tree_get(vrm0->first_person, "firstPersonBone"));
    size_t head = vrm0->nodes[bone_by_name("head")];
    if (node != SCENE_NONE && head != SCENE_NONE && node != head) {
        finding_set_number(report(check->findings, MESSAGE_VRM0_FIRST_PERSON_BONE_NOT_HEAD__DEFAULT,
                                  place_of(PLACE_VRM0_FIRST_PERSON, 0, 0, "firstPersonBone"),
                                  ARGUMENTS(the_node("node", avatar, node), the_node("head", avatar, head))),
                           "0", (double)head);
    }
}

/* ---- meshes ---- */

/* Reports meshes that several nodes share. Expressions and annotations refer to a mesh, so they can't distinguish the
 * nodes. */
static void check_shared(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    for (size_t i = 0; i < avatar->vrm0_avatar->mesh_count; i++) {
        const struct vrm0_mesh *mesh = &avatar->vrm0_avatar->meshes[i];
        if (mesh->shown_next == SCENE_NONE || !scene_usable(avatar->scene, mesh->shown_next)) {
            continue;
        }
        struct finding *finding =
            report(check->findings, MESSAGE_VRM0_SHARED_MESH__DEFAULT, place_node(mesh->shown_next, "mesh"),
                   ARGUMENTS(the_avatar_mesh("mesh", check, i), the_node("first", avatar, mesh->shown),
                             the_node("second", avatar, mesh->shown_next)));
        finding_relate(finding, RELATED_VRM0_SHARED_MESH__FIRST, place_node(mesh->shown, "mesh"), NO_ARGUMENTS);
    }
}

void check_vrm0_first_person(struct check *check)
{
    const struct vrm0_avatar *vrm0 = check->avatar->vrm0_avatar;
    if (vrm0->first_person != NULL) {
        check_bone(check);
    }
    check_shared(check);
}
