/*
 * What the wearer of an avatar sees of it, and what others see.
 */
#include "checks/avatar/names.h"
#include "ids/messages_vrm.h"

static struct place annotation_place(const struct check *check, size_t index)
{
    return place_at(arena_printf(check->arena, VRM1_POINTER "/firstPerson/meshAnnotations/%zu/node", index));
}

static struct place list_place(void)
{
    return place_at(VRM1_POINTER "/firstPerson/meshAnnotations");
}

static bool is_shown(const struct scene *scene, size_t node)
{
    return scene->nodes[node].mesh != SCENE_NONE && scene->nodes[node].in_default;
}

/* Per node, the first annotation that names it, or VRM1_NONE; reports later ones, and those without a mesh. */
static size_t *check_annotations(const struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    const struct scene *scene = check->avatar->scene;
    size_t *first = arena_array(check->arena, scene->count, sizeof *first);
    for (size_t node = 0; node < scene->count; node++) {
        first[node] = VRM1_NONE;
    }
    for (size_t i = 0; i < vrm1->annotation_count; i++) {
        size_t node = vrm1->annotations[i].node;
        if (node == SCENE_NONE) {
            continue;
        }
        if (first[node] == VRM1_NONE) {
            first[node] = i;
        } else {
            struct finding *finding = report(
                check->findings, MESSAGE_VRM_ANNOTATION_DUPLICATE__DEFAULT, annotation_place(check, i),
                ARGUMENTS(COUNT("index", i), the_node("node", check->avatar, node), COUNT("first", first[node])));
            finding_relate(finding, RELATED_VRM_ANNOTATION_DUPLICATE__DEFAULT, annotation_place(check, first[node]),
                           NO_ARGUMENTS);
        }
        if (scene_lacks_mesh(&scene->nodes[node])) {
            report(check->findings, MESSAGE_VRM_ANNOTATION_NO_MESH__DEFAULT, annotation_place(check, i),
                   ARGUMENTS(COUNT("index", i), the_node("node", check->avatar, node)));
        }
    }
    return first;
}

/* Shows every mesh to both, each but for what is its own: the wearer's head. */
static void show_all(const struct check *check, struct finding *finding, const size_t *first)
{
    const struct scene *scene = check->avatar->scene;
    bool wanted = finding_wants_edits(finding);
    for (size_t node = 0; wanted && node < scene->count; node++) {
        if (is_shown(scene, node) && first[node] != VRM1_NONE) {
            finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(check->arena, "0/%zu/type", first[node]),
                            "\"auto\"");
        }
    }
}

static void check_hidden(const struct check *check, const size_t *first)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    const struct scene *scene = check->avatar->scene;
    size_t count = 0;
    size_t third = 0;
    size_t first_person = 0;
    for (size_t node = 0; node < scene->count; node++) {
        if (is_shown(scene, node)) {
            enum vrm1_audience audience =
                first[node] == VRM1_NONE ? AUDIENCE_AUTO : vrm1->annotations[first[node]].audience;
            count++;
            third += audience == AUDIENCE_THIRD;
            first_person += audience == AUDIENCE_FIRST;
        }
    }
    if (count > 0 && third == count) {
        show_all(check,
                 report(check->findings,
                        count == 1 ? MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__THIRD_ONE
                                   : MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__THIRD,
                        list_place(), count == 1 ? NO_ARGUMENTS : ARGUMENTS(COUNT("count", count))),
                 first);
    } else if (count > 0 && first_person == count) {
        show_all(check, report(check->findings, MESSAGE_VRM_FIRST_PERSON_ALL_HIDDEN__FIRST, list_place(), NO_ARGUMENTS),
                 first);
    }
}

static void check_unannotated(const struct check *check, const size_t *first)
{
    const struct scene *scene = check->avatar->scene;
    size_t count = 0;
    size_t node_of_first = SCENE_NONE;
    for (size_t node = 0; node < scene->count; node++) {
        if (is_shown(scene, node) && first[node] == VRM1_NONE) {
            node_of_first = count++ == 0 ? node : node_of_first;
        }
    }
    if (count == 0) {
        return;
    }
    struct finding *finding = report(check->findings, MESSAGE_VRM_FIRST_PERSON_UNANNOTATED__DEFAULT, list_place(),
                                     ARGUMENTS(COUNT("count", count), the_node("node", check->avatar, node_of_first)));
    finding_measure(finding, "count", (double)count);
    size_t related = 0;
    bool wanted = finding_wants_edits(finding);
    for (size_t node = 0; finding != NULL && node < scene->count && (wanted || related < FINDING_RELATED_MAX); node++) {
        if (is_shown(scene, node) && first[node] == VRM1_NONE) {
            finding_edit_at(finding, VRMLINT_EDIT_INSERT, "0/-",
                            arena_printf(check->arena, "{\"node\":%zu,\"type\":\"auto\"}", node));
            finding_relate(finding, RELATED_VRM_FIRST_PERSON_UNANNOTATED__DEFAULT, place_node(node, NULL),
                           ARGUMENTS(the_node("node", check->avatar, node)));
            related++;
        }
    }
}

void check_avatar_first_person(struct check *check)
{
    if (!check->avatar->vrm1->present || check->avatar->vrm1->annotation_count == 0) {
        return;
    }
    const size_t *first = check_annotations(check);
    check_hidden(check, first);
    check_unannotated(check, first);
}
