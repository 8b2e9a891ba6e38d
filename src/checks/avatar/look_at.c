/* Checks what lookAt of VRM 1.0 omits. */
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/body/gaze.h"
#include "ids/messages_vrm_face.h"

#define OFFSET_USUAL 0.06 /* metres above the head bone, if the file defines nothing */
#define OFFSET_STEP 1e-6  /* metres; written numbers are multiples of it */

/* ---- range maps ---- */

static void check_complete(struct check *check, const struct gaze *gaze, const struct gaze_map *map)
{
    if (!tree_is_object(map->json) || (map->input.present && map->output.present)) {
        return;
    }
    struct argument names[2];
    struct argument values[2];
    size_t count = 0;
    const char *scale = gaze->by_expressions ? "1" : "10";
    if (!map->input.present) {
        names[count] = TERM("", "inputMaxValue");
        values[count++] = TERM("", "\"inputMaxValue\": 90");
    }
    if (!map->output.present) {
        names[count] = TERM("", "outputScale");
        values[count++] = TERM("", gaze->by_expressions ? "\"outputScale\": 1" : "\"outputScale\": 10");
    }
    struct finding *finding = report(
        gaze->body.check->findings, MESSAGE_VRM_LOOK_AT_RANGE_INCOMPLETE__DEFAULT, gaze_place(gaze, map->name, NULL),
        ARGUMENTS(TERM("map", map->name), argument_list("names", names, count, count, JOIN_NOR),
                  argument_list("values", values, count, count, JOIN_COMMA)));
    for (size_t i = 0; i < count; i++) {
        absent_note_lack(check, finding, names[i].as.term);
    }
    if (!map->input.present) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/inputMaxValue", "90");
    }
    if (!map->output.present) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, "0/outputScale", scale);
    }
}

/* Reports omitted maps. The fix writes the maps as three-vrm reads them. */
static void check_omitted(struct check *check, const struct gaze *gaze)
{
    const char *map =
        gaze->by_expressions ? "{\"inputMaxValue\":90,\"outputScale\":1}" : "{\"inputMaxValue\":90,\"outputScale\":10}";
    struct argument omitted[GAZE_MAPS];
    size_t count = 0;
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        if (gaze->maps[i].used && gaze->maps[i].json == NULL) {
            omitted[count++] = TERM("", gaze->maps[i].name);
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding =
        report(check->findings, MESSAGE_VRM_LOOK_AT_MAP_OMITTED__DEFAULT, gaze_place(gaze, NULL, NULL),
               ARGUMENTS(COUNT("count", count), argument_list("maps", omitted, count, count, JOIN_AND)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 0; finding != NULL && i < count; i++) {
        finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(check->arena, "0/%s", omitted[i].as.term), map);
        absent_note_lack(check, finding, omitted[i].as.term);
    }
}

/* ---- the start of the gaze ---- */

/* Adds an edit with the offset: half way between the eyes, in the head's axes, or 6 cm up as in three-vrm and UniVRM
 * if the eyes are unknown. */
static void write_offset(const struct gaze *gaze, struct finding *finding)
{
    const struct body *body = &gaze->body;
    size_t head = body_node(body, "head");
    size_t left = body_node(body, "leftEye");
    size_t right = body_node(body, "rightEye");
    double offset[3] = {0, OFFSET_USUAL, 0};
    struct mat34 inverse;
    if (head != SCENE_NONE && left != SCENE_NONE && right != SCENE_NONE &&
        mat34_inverse(&body->scene->nodes[head].world, &inverse)) {
        struct vec3 eyes =
            vec3_scale(vec3_add(scene_position(body->scene, left), scene_position(body->scene, right)), 0.5);
        struct vec3 way = mat34_point(&inverse, eyes);
        double length = vec3_length(way);
        if (length > 0 && length <= gaze_farthest(body)) {
            offset[0] = round(way.x / OFFSET_STEP) * OFFSET_STEP + 0.0;
            offset[1] = round(way.y / OFFSET_STEP) * OFFSET_STEP + 0.0;
            offset[2] = round(way.z / OFFSET_STEP) * OFFSET_STEP + 0.0;
        }
    }
    finding_set_numbers(finding, "0/offsetFromHeadBone", offset, 3);
}

void check_avatar_look_at(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    struct gaze gaze;
    if (!check_gaze(&gaze, check, DIALECT_VRM1)) {
        return;
    }
    struct place place = gaze_place(&gaze, NULL, NULL);
    for (size_t i = 0; i < GAZE_MAPS; i++) {
        check_complete(check, &gaze, &gaze.maps[i]);
    }
    check_omitted(check, &gaze);
    if (!vrm1->has_type) {
        report(check->findings, MESSAGE_VRM_LOOK_AT_TYPE_OMITTED__DEFAULT, place, NO_ARGUMENTS);
    }
    if (!vrm1->offset_present) {
        write_offset(&gaze, report(check->findings, MESSAGE_VRM_LOOK_AT_OFFSET_OMITTED__DEFAULT, place, NO_ARGUMENTS));
    }
    if (tree_get(vrm1->json, "expressions") == NULL) {
        struct finding *finding = report(check->findings, MESSAGE_VRM_LOOK_AT_WITHOUT_EXPRESSIONS__DEFAULT, place,
                                         ARGUMENTS(TERM("object", "{}")));
        absent_note(check, finding, ABSENT_LACKS, VRM1_POINTER "/expressions");
    }
}
