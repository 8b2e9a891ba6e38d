/* Checks the last joint of a chain, which only defines the end of the last segment. */
#include "checks/checks.h"
#include "checks/joint_map.h"
#include "ids/messages_springbone.h"
#include "ids/rules.h"

static const char *const parameters[] = {"hitRadius", "stiffness", "gravityPower", "gravityDir", "dragForce"};
#define PARAMETER_COUNT (sizeof parameters / sizeof *parameters)

/* Returns the tail of a spring that has segments; NULL if the last element of its list isn't resolved. */
static const struct joint *tail_of(const struct spring *spring)
{
    if (spring_heads(spring) == 0 || spring->chain[spring->chain_count - 1] + 1 != spring->joint_count) {
        return NULL;
    }
    return spring_chain(spring, spring->chain_count - 1);
}

static bool tail_value_differs(const struct optional *tail, const struct optional *before)
{
    return tail->given && tail->value != before->value;
}

/* Whether a tail has other parameters than the joint before it, as if they mattered. */
static bool tail_is_unequal(const struct joint *tail, const struct joint *before)
{
    return tail_value_differs(&tail->says->hit_radius, &before->says->hit_radius) ||
           tail_value_differs(&tail->says->stiffness, &before->says->stiffness) ||
           tail_value_differs(&tail->says->gravity_power, &before->says->gravity_power) ||
           tail_value_differs(&tail->says->drag_force, &before->says->drag_force) ||
           (tail->says->gravity_dir_given && vec3_distance(tail->says->gravity_dir, before->says->gravity_dir) > 0);
}

static size_t parameter_count(const struct joint *joint)
{
    size_t count = 0;
    for (size_t i = 0; i < PARAMETER_COUNT; i++) {
        count += tree_get(joint->json, parameters[i]) != NULL;
    }
    return count;
}

/* Names in a list; those beyond its capacity are only counted. */
struct names {
    size_t count;
    struct argument items[FINDING_LIST_MAX];
};

static struct argument names_list(const char *as, const struct names *names)
{
    return argument_list(as, names->items, FINDING_LIST_MAX, names->count, JOIN_COMMA);
}

static void leave_out_parameters(struct finding *finding, const struct springs *springs)
{
    for (size_t s = 0; finding != NULL && s < springs->spring_count; s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        for (size_t i = 0; tail != NULL && i < PARAMETER_COUNT; i++) {
            if (tree_get(tail->json, parameters[i]) != NULL) {
                finding_edit(finding, VRMLINT_EDIT_REMOVE, place_joint(s, tail->index, parameters[i]), NULL);
            }
        }
    }
}

/* Reports parameters of tails once per file, because exporters write all five on every joint. */
static void check_parameters(struct check *check, const struct springs *springs)
{
    struct names tails = {0};
    struct names different = {0};
    struct argument named[FINDING_LIST_MAX][3];
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        const struct joint *tail = tail_of(spring);
        if (tail == NULL || parameter_count(tail) == 0) {
            continue;
        }
        if (tails.count < FINDING_LIST_MAX) {
            struct argument *inner = named[tails.count];
            inner[0] = the_node("node", check->avatar, tail->node);
            inner[1] = the_spring("spring", check->avatar, s);
            inner[2] = (struct argument){.name = NULL};
            tails.items[tails.count] = CLAUSE("tail", WORDS_NODE_OF_SPRING, inner);
        }
        tails.count++;
        if (tail_is_unequal(tail, spring_chain(spring, spring->chain_count - 2))) {
            if (different.count < FINDING_LIST_MAX) {
                different.items[different.count] = the_spring("spring", check->avatar, s);
            }
            different.count++;
        }
    }
    if (tails.count == 0) {
        return;
    }
    struct argument count = COUNT("count", tails.count);
    struct argument list = names_list("tails", &tails);
    struct finding *finding =
        report_taking(check->findings,
                      different.count == 0 ? MESSAGE_SPRINGBONE_TAIL_PARAMETERS_IGNORED__SAME
                                           : MESSAGE_SPRINGBONE_TAIL_PARAMETERS_IGNORED__DIFFERENT,
                      place_at(SPRINGS_POINTER), ARGUMENTS(count, list, names_list("different", &different)));
    finding_measure(finding, "springs", (double)tails.count);
    finding_measure(finding, "different", (double)different.count);
    leave_out_parameters(finding, springs);
    for (size_t s = 0, related = 0; finding != NULL && s < springs->spring_count && related < FINDING_RELATED_MAX;
         s++) {
        const struct joint *tail = tail_of(&springs->springs[s]);
        size_t parameter = tail == NULL ? 0 : parameter_count(tail);
        if (parameter > 0) {
            finding_relate(finding, RELATED_SPRINGBONE_TAIL_PARAMETERS_IGNORED__DEFAULT,
                           place_joint(s, tail->index, NULL), ARGUMENTS(COUNT("count", parameter)));
            related++;
        }
    }
}

/* Counts, per joint node, the nodes below it that follow it rigidly, because no joint of any spring is between. */
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
    struct place place = place_joint(spring->index, tail->index, "node");
    struct argument name = the_spring_joint("joint", check->avatar, spring->index, tail->index);
    bool leaf = scene->children_begin[tail->node] == scene->children_begin[tail->node + 1];
    size_t count = followers[tail->node];
    if (count > 0) {
        struct finding *finding = report(check->findings, MESSAGE_SPRINGBONE_CHAIN_ENDS_EARLY__DEFAULT, place,
                                         ARGUMENTS(name, COUNT("count", count)));
        finding_measure(finding, "followers", (double)count);
    }
    if (leaf && scene->nodes[tail->node].skin_joint) {
        report(check->findings, MESSAGE_SPRINGBONE_TAIL_NOT_LAST_SKINNED__DEFAULT, place, ARGUMENTS(name));
    }
}

void check_spring_tails(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
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
