/* The lines of a drawing: the body, and the chains that swing. */
#include "run/drawing.h"

#include <math.h>

/* Larger coordinates would draw nothing visible, and overflow computations with them. */
#define FARTHEST 1e9

bool drawing_place(float out[3], struct vec3 place)
{
    const double numbers[3] = {place.x, place.y, place.z};
    for (int i = 0; i < 3; i++) {
        if (!(fabs(numbers[i]) < FARTHEST)) {
            return false;
        }
        out[i] = (float)numbers[i];
    }
    return true;
}

static void add_bone(struct drawing_plan *plan, struct vec3 from, struct vec3 to, size_t chain)
{
    struct vrmlint_drawn_bone bone = {.chain = chain};
    if (!drawing_place(bone.from, from) || !drawing_place(bone.to, to)) {
        return;
    }
    plan->bones = arena_grow(plan->arena, plan->bones, plan->out.bone_count, &plan->bone_capacity, sizeof *plan->bones);
    plan->bones[plan->out.bone_count++] = bone;
}

static void add_line(struct drawing_plan *plan, size_t from, size_t to, size_t chain)
{
    const struct scene *scene = plan->avatar->scene;
    add_bone(plan, scene_position(scene, from), scene_position(scene, to), chain);
}

/* ---- chains ---- */

static void add_springs(struct drawing_plan *plan)
{
    const struct springs *springs = plan->avatar->springs;
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        plan->chains[plan->out.chain_count].subject =
            name_text(plan->avatar, plan->languages, the_spring("thing", plan->avatar, s));
        for (size_t i = 0; i < spring_heads(spring); i++) {
            add_line(plan, spring_chain(spring, i)->node, spring_chain(spring, i + 1)->node, plan->out.chain_count);
        }
        plan->out.chain_count++;
    }
}

/* Adds all descendants of a root, which sway, and the virtual tails at the ends. */
static void add_root(struct drawing_plan *plan, const struct vrm0_root *root)
{
    const struct scene *scene = plan->avatar->scene;
    for (size_t i = root->begin; i < root->end; i++) {
        size_t node = plan->avatar->vrm0->nodes[i];
        if (node != root->node) {
            add_line(plan, scene->nodes[node].parent, node, plan->out.chain_count);
        }
        if (vrm0_first_child(scene, node) == SCENE_NONE) {
            struct vec3 tail = mat34_point(&scene->nodes[node].world, vrm0_tail(scene, node));
            add_bone(plan, scene_position(scene, node), tail, plan->out.chain_count);
        }
    }
}

static void add_bone_groups(struct drawing_plan *plan)
{
    const struct vrm0 *vrm0 = plan->avatar->vrm0;
    for (size_t g = 0; g < vrm0->group_count; g++) {
        const struct vrm0_group *group = &vrm0->groups[g];
        plan->chains[plan->out.chain_count].subject =
            name_text(plan->avatar, plan->languages, the_bone_group("thing", plan->avatar, g));
        for (size_t r = 0; r < group->root_count; r++) {
            if (vrm0_is_outermost(vrm0, &group->roots[r])) {
                add_root(plan, &group->roots[r]);
            }
        }
        plan->out.chain_count++;
    }
}

void drawing_chains(struct drawing_plan *plan)
{
    plan->chains = arena_array(plan->arena, plan->avatar->springs->spring_count + plan->avatar->vrm0->group_count,
                               sizeof *plan->chains);
    add_springs(plan);
    add_bone_groups(plan);
}

/* ---- the body ---- */

/* Adds a bone of the humanoid, with its name. */
static void name_bone(struct drawing_plan *plan, size_t bone, size_t node)
{
    struct vrmlint_drawn_joint joint = {.name = bones[bone].name, .small = bones[bone].class == BONE_SMALL};
    if (drawing_place(joint.at, scene_position(plan->avatar->scene, node))) {
        plan->joints[plan->out.joint_count++] = joint;
    }
}

/* Marks the nodes that are bones of the body. Returns false if the file has no bones. */
static bool mark_bones(struct drawing_plan *plan, bool *marks)
{
    const struct avatar *avatar = plan->avatar;
    const struct humanoid *humanoid = avatar->humanoid->present ? avatar->humanoid
                                      : avatar->vrm0->humanoid != NULL && avatar->vrm0->humanoid->present
                                          ? avatar->vrm0->humanoid
                                          : NULL;
    const size_t *nodes = humanoid != NULL ? humanoid->nodes : avatar->vrma->has_humanoid ? avatar->vrma->nodes : NULL;
    bool any = false;
    plan->joints = arena_array(plan->arena, BONE_COUNT, sizeof *plan->joints);
    for (size_t i = 0; nodes != NULL && i < BONE_COUNT; i++) {
        if (scene_usable(avatar->scene, nodes[i])) {
            name_bone(plan, i, nodes[i]);
            marks[nodes[i]] = true;
            any = true;
        }
    }
    return any;
}

static void mark_avatar_node(const struct avatar *avatar, bool *marks, size_t node)
{
    if (scene_usable(avatar->scene, node)) {
        marks[node] = true;
    }
}

/* Marks, in a file without bones, the nodes that carry something drawn, and all their ancestors. */
static void mark_carriers(const struct avatar *avatar, bool *marks, const size_t *order, size_t count)
{
    for (size_t i = 0; i < avatar->springs->spring_count; i++) {
        mark_avatar_node(avatar, marks, avatar->springs->springs[i].root);
    }
    for (size_t i = 0; i < avatar->springs->collider_count; i++) {
        mark_avatar_node(avatar, marks, avatar->springs->colliders[i].node);
    }
    for (size_t i = 0; i < avatar->constraints->count; i++) {
        mark_avatar_node(avatar, marks, avatar->constraints->items[i].destination);
        mark_avatar_node(avatar, marks, avatar->constraints->items[i].source);
    }
    for (size_t i = 0; i < avatar->vrm0->root_count; i++) {
        mark_avatar_node(avatar, marks, avatar->vrm0->roots[i].node);
    }
    for (size_t i = count; i-- > 0;) {
        if (marks[order[i]]) {
            mark_avatar_node(avatar, marks, avatar->scene->nodes[order[i]].parent);
        }
    }
}

/* Draws a line from each marked node to its nearest marked ancestor. */
void drawing_body(struct drawing_plan *plan)
{
    const struct scene *scene = plan->avatar->scene;
    size_t count;
    const size_t *order = scene_order(plan->arena, scene, &count);
    bool *marks = arena_array(plan->arena, scene->count, sizeof *marks);
    size_t *above = arena_array(plan->arena, scene->count, sizeof *above);
    if (!mark_bones(plan, marks)) {
        mark_carriers(plan->avatar, marks, order, count);
    }
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        above[node] = parent == SCENE_NONE ? SCENE_NONE : marks[parent] ? parent : above[parent];
        if (marks[node] && above[node] != SCENE_NONE) {
            add_line(plan, above[node], node, SCENE_NONE);
        }
    }
}
