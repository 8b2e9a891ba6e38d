/* Reports branches that no spring moves beside one that sways: springbone/branch-not-listed and
 * vrm0/branch-not-listed. */

#include "base/ascii.h"
#include "checks/checks.h"
#include "ids/messages_springbone.h"
#include "ids/messages_vrm0.h"
#include "ids/rules.h"

/* The least number of joints of skins in a branch that is a strand, and not an ornament with its end. */
enum { JOINTS_LEAST = 2 };

/* The least number of letters at the beginning that similar names share. */
enum { PREFIX_LEAST = 3 };

struct branches {
    const struct check *check;
    const struct scene *scene;
    const struct humanoid *humanoid;
    bool *sways;    /* per node: it is a joint of a spring, or at or below a root of a bone group */
    size_t *taken;  /* sums in pre-order, one entry more than there are nodes: nodes that sway or that something else
                       moves */
    size_t *joints; /* the same: joints of skins */
    bool has_skins;
};

/* A branch that doesn't sway, and the branch beside it that does. */
struct stiff {
    size_t branch;
    size_t beside;
};

static size_t sum_of(const struct branches *branches, const size_t *sums, size_t node)
{
    const struct scene_node *at = &branches->scene->nodes[node];
    return sums[at->leave] - sums[at->enter];
}

static void sum_up(struct branches *branches)
{
    const struct scene *scene = branches->scene;
    struct arena *arena = branches->check->arena;
    branches->taken = arena_array(arena, scene->count + 1, sizeof *branches->taken);
    branches->joints = arena_array(arena, scene->count + 1, sizeof *branches->joints);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_node *node = &scene->nodes[i];
        if (node->usable) {
            branches->taken[node->enter + 1] =
                branches->sways[i] || node->constrained || humanoid_bone(branches->humanoid, i) != BONE_COUNT;
            branches->joints[node->enter + 1] = node->skinned;
            branches->has_skins = branches->has_skins || node->skinned;
        }
    }
    for (size_t i = 0; i < scene->count; i++) {
        branches->taken[i + 1] += branches->taken[i];
        branches->joints[i + 1] += branches->joints[i];
    }
}

/* Whether the names of two nodes begin with the same letters, as "Hair_1" and "Hair_2", but not "Hair"
 * and "Ribbon". */
static bool are_alike(const char *one, const char *other)
{
    size_t i = 0;
    size_t letters = 0;
    while (one != NULL && other != NULL && one[i] != '\0' && ascii_lower(one[i]) == ascii_lower(other[i])) {
        letters += ascii_is_letter(one[i]) || (unsigned char)one[i] > 0x7F;
        i++;
    }
    return letters >= PREFIX_LEAST;
}

/* Whether a stiff branch was likely meant to sway like the one beside it. */
static bool is_likely(const struct branches *branches, size_t node, const struct stiff *stiff)
{
    const struct scene_node *nodes = branches->scene->nodes;
    const struct scene_node *branch = &nodes[stiff->branch];
    return are_alike(branch->name, nodes[stiff->beside].name) ||
           (branches->sways[node] && branch->leave - branch->enter > JOINTS_LEAST);
}

/* Whether nothing moves a branch that is long enough to be a strand. */
static bool is_stiff(const struct branches *branches, size_t node)
{
    const struct scene_node *at = &branches->scene->nodes[node];
    return at->usable && at->in_default && at->leave - at->enter >= JOINTS_LEAST &&
           sum_of(branches, branches->taken, node) == 0 &&
           (!branches->has_skins || sum_of(branches, branches->joints, node) >= JOINTS_LEAST);
}

/* Returns the first child of a node that sways, or SCENE_NONE. */
static size_t swaying_child(const struct branches *branches, size_t node)
{
    const struct scene *scene = branches->scene;
    for (size_t i = scene->children_begin[node]; i < scene->children_begin[node + 1]; i++) {
        size_t child = scene->children[i];
        if (scene->nodes[child].usable && branches->sways[child]) {
            return child;
        }
    }
    return SCENE_NONE;
}

/* Finds the stiff branches at all nodes that aren't bones of the body; returns their number, and at most count in
 * list. */
static size_t find_stiff(const struct branches *branches, struct stiff *list, size_t count)
{
    const struct scene *scene = branches->scene;
    size_t found = 0;
    for (size_t node = 0; node < scene->count; node++) {
        bool branches_off = scene->children_begin[node + 1] - scene->children_begin[node] > 1;
        size_t beside =
            scene->nodes[node].usable && branches_off && humanoid_bone(branches->humanoid, node) == BONE_COUNT
                ? swaying_child(branches, node)
                : SCENE_NONE;
        for (size_t i = scene->children_begin[node]; beside != SCENE_NONE && i < scene->children_begin[node + 1]; i++) {
            struct stiff stiff = {scene->children[i], beside};
            if (is_stiff(branches, stiff.branch) && is_likely(branches, node, &stiff)) {
                if (found < count) {
                    list[found] = stiff;
                }
                found++;
            }
        }
    }
    return found;
}

static void report_stiff(struct branches *branches, enum message message, enum message related)
{
    const struct check *check = branches->check;
    struct stiff list[FINDING_LIST_MAX];
    struct argument names[FINDING_LIST_MAX];
    sum_up(branches);
    size_t count = find_stiff(branches, list, FINDING_LIST_MAX);
    if (count == 0) {
        return;
    }
    for (size_t i = 0; i < count && i < FINDING_LIST_MAX; i++) {
        names[i] = the_node("", check->avatar, list[i].branch);
    }
    struct finding *finding =
        report(check->findings, message, place_node(list[0].branch, NULL),
               ARGUMENTS(argument_list("branches", names, FINDING_LIST_MAX, count, JOIN_AND), COUNT("count", count),
                         the_node("beside", check->avatar, list[0].beside)));
    finding_measure(finding, "branches", (double)count);
    for (size_t i = 0; i < count && i < FINDING_LIST_MAX; i++) {
        finding_relate(finding, related, place_node(list[i].beside, NULL),
                       ARGUMENTS(the_node("beside", check->avatar, list[i].beside),
                                 the_node("branch", check->avatar, list[i].branch)));
    }
}

static void check_springs(const struct check *check, const struct springs *springs)
{
    struct branches branches = {.check = check, .scene = check->avatar->scene, .humanoid = check->avatar->humanoid};
    branches.sways = arena_array(check->arena, branches.scene->count, sizeof *branches.sways);
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        if (spring->chain_count != spring->joint_count) {
            return; /* an unresolved joint may be on the branch */
        }
        for (size_t i = 0; i < spring->chain_count; i++) {
            branches.sways[spring_chain(spring, i)->node] = true;
        }
    }
    report_stiff(&branches, MESSAGE_SPRINGBONE_BRANCH_NOT_LISTED__DEFAULT,
                 RELATED_SPRINGBONE_BRANCH_NOT_LISTED__DEFAULT);
}

static void check_groups(const struct check *check, const struct vrm0 *vrm0)
{
    struct branches branches = {.check = check, .scene = check->avatar->scene, .humanoid = vrm0->humanoid};
    branches.sways = arena_array(check->arena, branches.scene->count, sizeof *branches.sways);
    for (size_t i = 0; i < vrm0->root_count; i++) {
        if (vrm0->roots[i].node == SCENE_NONE) {
            return; /* an unresolved root may be on the branch */
        }
    }
    for (size_t node = 0; node < branches.scene->count; node++) {
        branches.sways[node] = vrm0->moved_by[node] != SCENE_NONE;
    }
    report_stiff(&branches, MESSAGE_VRM0_BRANCH_NOT_LISTED__DEFAULT, RELATED_VRM0_BRANCH_NOT_LISTED__DEFAULT);
}

void check_spring_branches(struct check *check)
{
    const struct springs *springs = check->avatar->springs;
    const struct vrm0 *vrm0 = check->avatar->vrm0;
    if (springs->spring_count > 0 && findings_want(check->findings, RULE_SPRINGBONE_BRANCH_NOT_LISTED)) {
        check_springs(check, springs);
    }
    if (vrm0->root_count > 0 && findings_want(check->findings, RULE_VRM0_BRANCH_NOT_LISTED)) {
        check_groups(check, vrm0);
    }
}
