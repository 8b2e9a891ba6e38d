/* Checks the scales of an avatar's nodes: at and above bones they must be even and positive, elsewhere they should
 * be. */
#include "checks/scales.h"
#include "ids/messages_vrm.h"

#define DIGITS 6 /* significant digits, in messages */
#define SHOWN 3  /* maximum number of bones in a message */

/* Returns, per node, whether it is the node of a bone or above one. Each node is visited once. */
static bool *find_line(const struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    bool *line = arena_array(check->arena, scene->count, sizeof *line);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        for (size_t node = check->avatar->humanoid->nodes[bone]; node != SCENE_NONE && !line[node];
             node = scene->nodes[node].parent) {
            line[node] = true;
        }
    }
    return line;
}

static void report_bones(const struct check *check, size_t node)
{
    const struct humanoid *humanoid = check->avatar->humanoid;
    struct vec3 scale = check->avatar->scene->nodes[node].scale;
    struct argument names[SHOWN];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (humanoid->nodes[bone] != SCENE_NONE &&
            scene_is_above_or_same(check->avatar->scene, node, humanoid->nodes[bone])) {
            if (count < SHOWN) {
                names[count] = TERM("", humanoid->keys[bone]);
            }
            count++;
        }
    }
    struct finding *finding = report(
        check->findings,
        scale_smallest(scale) <= 0 ? MESSAGE_VRM_BONE_SCALE_INVALID__NEGATIVE : MESSAGE_VRM_BONE_SCALE_INVALID__UNEVEN,
        scale_place(check->avatar->scene, node),
        ARGUMENTS(the_node("node", check->avatar, node), VECTOR("scale", scale, DIGITS), COUNT("count", count),
                  argument_list("bones", names, SHOWN, count, JOIN_COMMA)));
    finding_measure(finding, "smallestScale", scale_smallest(scale));
    finding_measure(finding, "largestScale", scale_largest(scale));
    finding_measure(finding, "bones", (double)count);
}

/* Excludes joints of springs and their parents, which have their own rules. */
static void exclude_joints(const struct check *check, bool *line)
{
    const struct springs *springs = check->avatar->springs;
    const struct scene *scene = check->avatar->scene;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring->chain_count; i++) {
            size_t node = spring_chain(spring, i)->node;
            line[node] = true;
            if (scene->nodes[node].parent != SCENE_NONE) {
                line[scene->nodes[node].parent] = true;
            }
        }
    }
}

static void check_others(const struct check *check, const bool *line)
{
    const struct scene *scene = check->avatar->scene;
    size_t count = 0;
    size_t first = SCENE_NONE;
    for (size_t node = 0; node < scene->count; node++) {
        const struct scene_node *found = &scene->nodes[node];
        if (!line[node] && found->usable && found->in_default && scale_is_invalid(found->scale)) {
            first = count++ == 0 ? node : first;
        }
    }
    if (count == 0) {
        return;
    }
    struct argument name = the_node("node", check->avatar, first);
    struct argument scale = VECTOR("scale", scene->nodes[first].scale, DIGITS);
    struct place place = scale_place(scene, first);
    struct finding *finding = report_taking(
        check->findings, count == 1 ? MESSAGE_VRM_NODE_SCALE_INVALID__DEFAULT : MESSAGE_VRM_NODE_SCALE_INVALID__SEVERAL,
        place, ARGUMENTS(name, scale, COUNT("more", count - 1)));
    finding_measure(finding, "count", (double)count);
    size_t related = 0;
    for (size_t node = first + 1; finding != NULL && node < scene->count && related < FINDING_RELATED_MAX; node++) {
        const struct scene_node *found = &scene->nodes[node];
        if (!line[node] && found->usable && found->in_default && scale_is_invalid(found->scale)) {
            finding_relate(finding, RELATED_VRM_NODE_SCALE_INVALID__DEFAULT, scale_place(scene, node),
                           ARGUMENTS(the_node("node", check->avatar, node)));
            related++;
        }
    }
}

void check_avatar_scales(struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    bool *line = find_line(check);
    for (size_t node = 0; node < scene->count; node++) {
        if (line[node] && scale_is_invalid(scene->nodes[node].scale)) {
            report_bones(check, node);
        }
    }
    exclude_joints(check, line);
    check_others(check, line);
}
