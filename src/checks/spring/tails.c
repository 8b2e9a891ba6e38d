/* The last joint of a chain: it only says where the last segment ends. Catalogue section 2.3. */
#include "checks/joint_map.h"
#include "checks/spring/places.h"

static const char *const parameters[] = {"hitRadius", "stiffness", "gravityPower", "gravityDir", "dragForce"};
#define PARAMETER_COUNT (sizeof parameters / sizeof *parameters)

/* The tail of a spring that has segments, NULL when the last element of its list isn't resolved. */
static const struct joint *tail_of(const struct spring *spring)
{
    if (spring_heads(spring) == 0 || spring->chain[spring->chain_count - 1] + 1 != spring->joint_count) {
        return NULL;
    }
    return spring_chain(spring, spring->chain_count - 1);
}

static bool differs(const struct optional *tail, const struct optional *before)
{
    return tail->given && tail->value != before->value;
}

/* Whether a tail says something else than the joint before it, as if it mattered. */
static bool tail_differs(const struct joint *tail, const struct joint *before)
{
    return differs(&tail->hit_radius, &before->hit_radius) || differs(&tail->stiffness, &before->stiffness) ||
           differs(&tail->gravity_power, &before->gravity_power) || differs(&tail->drag_force, &before->drag_force) ||
           (tail->gravity_dir_given && vec3_distance(tail->gravity_dir, before->gravity_dir) > 0);
}

static size_t parameter_count(const struct joint *joint)
{
    size_t count = 0;
    for (size_t i = 0; i < PARAMETER_COUNT; i++) {
        count += tree_get(joint->json, parameters[i]) != NULL;
    }
    return count;
}

/* Once a file: exporters write all five on every joint. */
static void check_parameters(struct check *check, const struct springs *springs)
{
    size_t tails = 0;
    size_t different = 0;
    struct place_list names = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    struct place_list different_names = PLACE_LIST_INIT(check->arena, FINDING_LIST_MAX);
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        const struct joint *tail = tail_of(spring);
        if (tail == NULL || parameter_count(tail) == 0) {
            continue;
        }
        tails++;
        const char *name = NULL;
        if (place_list_open(&names)) {
            name = arena_printf(check->arena, "%s of %s", name_node(check->avatar, tail->node),
                                place_spring_within(check, s));
        }
        place_list_add(&names, name);
        if (tail_differs(tail, spring_chain(spring, spring->chain_count - 2))) {
            different++;
            place_list_add(&different_names, place_list_open(&different_names) ? place_spring_within(check, s) : NULL);
        }
    }
    if (tails == 0) {
        return;
    }
    const char *remark = "";
    if (different > 0) {
        remark = arena_printf(check->arena, "; in %s they differ from those of the joint before, as if they mattered",
                              place_list_text(&different_names));
    }
    struct finding *finding = report_english(
        check->findings, RULE_SPRINGBONE_TAIL_PARAMETERS_IGNORED, SPRINGS_POINTER,
        "The last joint of %zu spring%s has parameters, which nothing reads (%s)%s: delete them, or add an end "
        "node as a new last joint if that bone should move",
        tails, tails == 1 ? "" : "s", place_list_text(&names), remark);
    finding_measure(finding, "springs", (double)tails);
    finding_measure(finding, "different", (double)different);
    for (size_t s = 0, related = 0; finding != NULL && s < springs->spring_count && related < PLACES_RELATED_MAX; s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        size_t count = tail == NULL ? 0 : parameter_count(tail);
        if (count > 0) {
            finding_relate_english(finding, pointer_joint(check, s, tail->place, NULL),
                                   "%zu parameter%s that nothing reads", count, count == 1 ? "" : "s");
            related++;
        }
    }
}

/* Per joint node: the nodes below it that follow it rigidly, because no joint of any spring stands in between. */
static size_t *count_followers(struct check *check, const struct joint_map *map)
{
    size_t *followers = arena_array(check->arena, check->avatar->scene->count, sizeof *followers);
    for (size_t i = 0; i < map->order_count; i++) {
        size_t node = map->order[i];
        size_t nearest = map->nearest[node];
        if (nearest != SCENE_NONE && nearest != node) {
            followers[nearest]++;
        }
    }
    return followers;
}

static void check_end(struct check *check, const struct spring *spring, const struct joint *tail,
                      const size_t *followers)
{
    const struct scene *scene = check->avatar->scene;
    const char *place = pointer_joint(check, spring->place, tail->place, "node");
    bool leaf = scene->children_begin[tail->node] == scene->children_begin[tail->node + 1];
    if (followers[tail->node] > 0) {
        size_t count = followers[tail->node];
        struct finding *finding =
            count == 1
                ? report_english(
                      check->findings, RULE_SPRINGBONE_CHAIN_ENDS_EARLY, place,
                      "%s: the chain ends here, but 1 more node lies below it, in no spring, and stays stiff "
                      "with it: add it as a joint if it should sway",
                      name_spring_joint(check->avatar, spring->place, tail->place))
                : report_english(check->findings, RULE_SPRINGBONE_CHAIN_ENDS_EARLY, place,
                                 "%s: the chain ends here, but %zu more nodes lie below it, in no spring, and stay "
                                 "stiff with it: add them as joints if they should sway",
                                 name_spring_joint(check->avatar, spring->place, tail->place), count);
        finding_measure(finding, "followers", (double)count);
    }
    if (leaf && scene->nodes[tail->node].skin_joint) {
        report_english(
            check->findings, RULE_SPRINGBONE_TAIL_NOT_LAST_SKINNED, place,
            "%s: the chain's last joint never turns, yet a skin binds to it, so that end of the mesh stays stiff: "
            "add an empty node below it as the new last joint",
            name_spring_joint(check->avatar, spring->place, tail->place));
    }
}

void check_spring_tails(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    if (springs->spring_count == 0) {
        return;
    }
    if (findings_want(check->findings, RULE_SPRINGBONE_TAIL_PARAMETERS_IGNORED)) {
        check_parameters(check, springs);
    }
    if (!findings_want(check->findings, RULE_SPRINGBONE_CHAIN_ENDS_EARLY) &&
        !findings_want(check->findings, RULE_SPRINGBONE_TAIL_NOT_LAST_SKINNED)) {
        return;
    }
    const size_t *followers = count_followers(check, joint_map_new(check->arena, check->avatar->scene, springs));
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        if (tail != NULL) {
            check_end(check, &springs->springs[s], tail, followers);
        }
    }
}
