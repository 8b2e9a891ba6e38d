/* VRM 0.x: checks for nodes of the skeleton that are rotated or scaled at rest, which its T-pose doesn't allow. */
#include "checks/scales.h"
#include "checks/vrm0/avatar.h"
#include "ids/messages_vrm0_avatar.h"
#include "ids/messages_words.h"

#define LEAST_ROTATION 0.5 /* degrees */
#define LEAST_LENGTH 1e-6  /* metres; a shorter axis has no direction */

/* Returns the rotation of a node's own axes, radians. */
static double rotation_of(const struct scene_node *node)
{
    if (!node->has_matrix) {
        double length = sqrt(node->rotation.x * node->rotation.x + node->rotation.y * node->rotation.y +
                             node->rotation.z * node->rotation.z);
        return 2 * atan2(length, fabs(node->rotation.w));
    }
    double most = 0;
    struct vec3 scale = node->scale;
    struct vec3 axes[] = {{scale.x < 0 ? -1 : 1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t i = 0; i < 3; i++) {
        struct vec3 column = mat34_column(node->matrix, (int)i);
        most = vec3_length(column) > LEAST_LENGTH ? fmax(most, vec3_angle(column, axes[i])) : most;
    }
    return most;
}

struct odd_nodes {
    size_t worst; /* the first of the worst ones */
    double badness;
    size_t count;
    size_t listed;
    size_t nodes[FINDING_RELATED_MAX + 1]; /* the worst one may not be among them */
};

static void add_odd(struct odd_nodes *odd, size_t node, double badness)
{
    if (odd->count++ == 0 || badness > odd->badness) {
        odd->worst = node;
        odd->badness = badness;
    }
    if (odd->listed <= FINDING_RELATED_MAX) {
        odd->nodes[odd->listed++] = node;
    }
}

static void relate_odd(const struct check *check, const struct odd_nodes *odd, struct finding *finding,
                       const char *otherwise)
{
    finding_measure(finding, "count", (double)odd->count);
    for (size_t i = 0, related = 0; i < odd->listed && related < FINDING_RELATED_MAX && finding != NULL; i++) {
        size_t node = odd->nodes[i];
        if (node == odd->worst) {
            continue;
        }
        related++;
        finding_relate(finding, WORDS_ALONE,
                       place_node(node, check->avatar->scene->nodes[node].has_matrix ? "matrix" : otherwise),
                       ARGUMENTS(the_node("thing", check->avatar, node)));
    }
}

static void report_rotated(const struct check *check, const struct odd_nodes *odd)
{
    const struct scene_node *node = &check->avatar->scene->nodes[odd->worst];
    struct place place = place_node(odd->worst, node->has_matrix ? "matrix" : "rotation");
    struct argument name = the_node("node", check->avatar, odd->worst);
    struct argument angle = argument_number("angle", angle_degrees(rotation_of(node)), LEAST_ROTATION, UNIT_DEGREES, 3);
    struct finding *finding = report_taking(
        check->findings, odd->count == 1 ? MESSAGE_VRM0_BONE_ROTATED__ONE : MESSAGE_VRM0_BONE_ROTATED__SEVERAL, place,
        ARGUMENTS(name, angle, COUNT("more", odd->count - 1)));
    finding_measure(finding, "angle", rotation_of(node));
    relate_odd(check, odd, finding, "rotation");
}

static void report_scaled(const struct check *check, const struct odd_nodes *odd)
{
    struct place place = scale_place(check->avatar->scene, odd->worst);
    struct argument name = the_node("node", check->avatar, odd->worst);
    struct argument scale = VECTOR("scale", check->avatar->scene->nodes[odd->worst].scale, 4);
    struct finding *finding = report_taking(
        check->findings, odd->count == 1 ? MESSAGE_VRM0_BONE_SCALED__ONE : MESSAGE_VRM0_BONE_SCALED__SEVERAL, place,
        ARGUMENTS(name, scale, COUNT("more", odd->count - 1)));
    relate_odd(check, odd, finding, "scale");
}

void check_vrm0_transforms(const struct check *check, size_t turned_by)
{
    const struct scene *scene = check->avatar->scene;
    struct arena *room = arena_open(check->arena);
    bool *line = arena_array(room, scene->count, sizeof *line); /* the nodes of bones and their ancestors */
    struct odd_nodes *rotated = arena_alloc(room, sizeof *rotated);
    struct odd_nodes *scaled = arena_alloc(room, sizeof *scaled);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        for (size_t node = check->avatar->vrm0_avatar->nodes[bone]; node != SCENE_NONE && !line[node];
             node = scene->nodes[node].parent) {
            line[node] = true;
        }
    }
    for (size_t node = 0; node < scene->count; node++) {
        if (line[node] && node != turned_by && rotation_of(&scene->nodes[node]) > angle_radians(LEAST_ROTATION)) {
            add_odd(rotated, node, rotation_of(&scene->nodes[node]));
        }
        if (line[node] && scale_is_other(scene->nodes[node].scale)) {
            /* the first one, because scales are inherited */
            add_odd(scaled, node, 0);
        }
    }
    if (rotated->count > 0) {
        report_rotated(check, rotated);
    }
    if (scaled->count > 0) {
        report_scaled(check, scaled);
    }
    arena_close(room);
}
