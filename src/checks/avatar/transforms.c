/* Checks nodes that expressions move: VRMC_vrm_expressions_node_transform. UniVRM sets a node to its rest pose plus
 * the bind: the translation is added, the rotation is applied after the node's own, the scale replaces the node's. */
#include "base/json_value.h"
#include "base/sort.h"
#include "checks/avatar/names.h"
#include "checks/body/body.h"
#include "checks/scales.h"
#include "gltf/expect.h"
#include "ids/messages_node_transform.h"
#include "ids/messages_vrm.h"

/* Checks the scales of an avatar's nodes: at and above bones they must be even and positive, elsewhere they should
 * be. */

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

#define BINDS "extensions/VRMC_vrm_expressions_node_transform/nodeTransformBinds"
#define UNIT_TOLERANCE 0.00769 /* tolerance of a rotation's length, as for node rotations */
#define ZERO_LENGTH 1e-6       /* a rotation below this length can't be normalised */
#define SAME_TOLERANCE 1e-6    /* of each number; smaller changes are invisible */
#define NOT_MOVED SIZE_MAX
#define SHARED_NODE (SIZE_MAX - 1)

/* A bind with well-typed numbers; missing ones have the value without an effect. */
struct transform_bind {
    size_t node;  /* SCENE_NONE if unresolved */
    size_t index; /* in its list */
    size_t expression;
    struct vec3 translation;
    struct quat rotation;
    struct vec3 scale;
    bool has_rotation;
    bool has_scale;
    bool is_clear; /* no member is ill-typed or unknown; these are reported elsewhere */
};

/* The other movers of the avatar's nodes, per node. */
struct node_movers {
    struct check *check;
    struct body body;
    size_t *tops;       /* the topmost ancestor of each node */
    size_t *bone_below; /* a bone of the humanoid at or below it, or BONE_COUNT */
    struct joint_at {
        size_t spring; /* SPRINGS_NONE if there is none */
        size_t joint;
    } * joints;      /* that rotate it */
    size_t mirrored; /* number of binds that UniVRM mirrors */
    struct transform_bind first_mirrored;
    size_t *first_mover; /* per node: the first expression that moves it, NOT_MOVED, or SHARED_NODE */
    size_t shared;       /* number of nodes that several expressions move */
    struct transform_bind first_shared;
    size_t shared_with; /* the other expression */
};

static bool are_close(struct vec3 a, struct vec3 b)
{
    return fabs(a.x - b.x) <= SAME_TOLERANCE && fabs(a.y - b.y) <= SAME_TOLERANCE && fabs(a.z - b.z) <= SAME_TOLERANCE;
}

/* Whether a rotation of any length rotates anything. */
static bool quat_rotates(struct quat q)
{
    return fabs(q.x) > SAME_TOLERANCE || fabs(q.y) > SAME_TOLERANCE || fabs(q.z) > SAME_TOLERANCE;
}

static struct argument the_transform(const struct node_movers *movers, const struct transform_bind *bind)
{
    return the_bind("bind", movers->check, WORDS_NODE_TRANSFORM_BIND, bind->expression, bind->index);
}

static struct argument the_moved(const struct node_movers *movers, const struct transform_bind *bind)
{
    return the_node("node", movers->check->avatar, bind->node);
}

static struct place transform_place(const struct node_movers *movers, const struct transform_bind *bind,
                                    const char *member)
{
    return bind_place(movers->check, bind->expression, BINDS, bind->index, member);
}

/* ---- what else moves the nodes ---- */

/* Finds bones at or below each node, except the jaw. Each walk up ends at a visited node. */
static void read_bones(struct node_movers *movers, const struct scene *scene)
{
    body_read(&movers->body, movers->check, DIALECT_VRM1);
    for (size_t i = 0; i < scene->count; i++) {
        movers->bone_below[i] = BONE_COUNT;
    }
    size_t jaw = bone_by_name("jaw");
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = bone != jaw ? movers->body.nodes[bone] : SCENE_NONE;
        while (node != SCENE_NONE && movers->bone_below[node] == BONE_COUNT) {
            movers->bone_below[node] = bone;
            node = scene->nodes[node].parent;
        }
    }
}

static void read_joints(struct node_movers *movers, const struct scene *scene, const struct springs *springs)
{
    for (size_t i = 0; i < scene->count; i++) {
        movers->joints[i].spring = SPRINGS_NONE;
    }
    for (size_t s = 0; s < springs->spring_count; s++) {
        const struct spring *spring = &springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            const struct joint *joint = spring_chain(spring, i);
            if (movers->joints[joint->node].spring == SPRINGS_NONE) {
                movers->joints[joint->node] = (struct joint_at){s, joint->index};
            }
        }
    }
}

/* ---- one bind ---- */

/* Reads the four numbers of a rotation of any length. */
static bool read_rotation(const struct tree *value, struct quat *out)
{
    return tree_quat(value, out) && fabs(out->x) <= 1 && fabs(out->y) <= 1 && fabs(out->z) <= 1 && fabs(out->w) <= 1;
}

/* Whether all members of a bind are known and well-typed. */
static bool is_clear(const struct tree *json)
{
    static const char *const names[] = {"node", "translation", "rotation", "scale", "extensions", "extras"};
    size_t known = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        known += tree_get(json, names[i]) != NULL;
    }
    struct vec3 v;
    struct quat q;
    const struct tree *translation = tree_get(json, "translation");
    const struct tree *rotation = tree_get(json, "rotation");
    const struct tree *scale = tree_get(json, "scale");
    return known == tree_count(json) && (translation == NULL || expect_vec3(translation, &v)) &&
           (rotation == NULL || read_rotation(rotation, &q)) && (scale == NULL || expect_vec3(scale, &v));
}

static struct transform_bind read_bind(const struct check *check, size_t expression, size_t index,
                                       const struct tree *json)
{
    const struct scene *scene = check->avatar->scene;
    struct transform_bind bind = {
        .expression = expression, .index = index, .is_clear = is_clear(json), .rotation = QUAT_IDENTITY};
    bind.node = scene_resolve(scene, tree_get(json, "node"));
    if (!expect_vec3(tree_get(json, "translation"), &bind.translation)) {
        bind.translation = (struct vec3){0, 0, 0};
    }
    bind.has_rotation = read_rotation(tree_get(json, "rotation"), &bind.rotation);
    if (!bind.has_rotation) {
        bind.rotation = QUAT_IDENTITY;
    }
    bind.has_scale = expect_vec3(tree_get(json, "scale"), &bind.scale);
    if (!bind.has_scale && bind.node != SCENE_NONE) {
        bind.scale = scene->nodes[bind.node].scale;
    }
    return bind;
}

static void check_rotation(const struct node_movers *movers, const struct transform_bind *bind)
{
    double length = quat_length(bind->rotation);
    struct findings *findings = movers->check->findings;
    struct place place = transform_place(movers, bind, "rotation");
    struct finding *finding = NULL;
    if (!bind->has_rotation || fabs(length - 1) <= UNIT_TOLERANCE) {
        return;
    }
    if (length < ZERO_LENGTH) {
        finding = report(findings, MESSAGE_NODE_TRANSFORM_ROTATION_NOT_UNIT__ZERO, place,
                         ARGUMENTS(the_transform(movers, bind)));
        finding_edit(finding, VRMLINT_EDIT_REMOVE, place, NULL);
    } else {
        struct quat unit = quat_normalise(bind->rotation);
        const struct argument numbers[] = {NUMBER(NULL, unit.x, DIGITS), NUMBER(NULL, unit.y, DIGITS),
                                           NUMBER(NULL, unit.z, DIGITS), NUMBER(NULL, unit.w, DIGITS)};
        finding = report(findings, MESSAGE_NODE_TRANSFORM_ROTATION_NOT_UNIT__DEFAULT, place,
                         ARGUMENTS(the_transform(movers, bind), NUMBER("length", length, 4),
                                   argument_list("unit", numbers, 4, 4, JOIN_SPACE)));
        finding_edit(finding, VRMLINT_EDIT_SET, place,
                     json_numbers(&(struct json_value){""}, (const double[]){unit.x, unit.y, unit.z, unit.w}, 4));
    }
    finding_measure(finding, "length", length);
}

static void check_scale(const struct node_movers *movers, const struct transform_bind *bind)
{
    struct findings *findings = movers->check->findings;
    struct vec3 scale = bind->scale;
    struct place place = transform_place(movers, bind, "scale");
    if (!bind->has_scale || (scale.x != 0 && scale.y != 0 && scale.z != 0)) {
        return;
    }
    if (scale.x == 0 && scale.y == 0 && scale.z == 0) {
        finding_edit(report(findings, MESSAGE_NODE_TRANSFORM_SCALE_ZERO__DEFAULT, place,
                            ARGUMENTS(the_transform(movers, bind), the_moved(movers, bind))),
                     VRMLINT_EDIT_REMOVE, place, NULL);
    } else {
        finding_fix(
            report(findings, MESSAGE_NODE_TRANSFORM_SCALE_ZERO__FLAT, place,
                   ARGUMENTS(the_transform(movers, bind), VECTOR("scale", scale, DIGITS), the_moved(movers, bind))),
            VRMLINT_FIX_NONE);
    }
}

static void check_node(const struct node_movers *movers, const struct transform_bind *bind)
{
    struct check *check = movers->check;
    const struct scene *scene = check->avatar->scene;
    size_t bone = movers->bone_below[bind->node];
    struct place place = transform_place(movers, bind, "node");
    if (!scene->nodes[bind->node].in_default) {
        report(check->findings, MESSAGE_NODE_TRANSFORM_NODE_NOT_IN_SCENE__DEFAULT, place,
               ARGUMENTS(the_transform(movers, bind), the_moved(movers, bind),
                         the_node("root", check->avatar, movers->tops[bind->node])));
    }
    if (bone == BONE_COUNT) {
        return;
    }
    struct argument name = body_bone("bone", &movers->body, bone);
    report_taking(check->findings,
                  movers->body.nodes[bone] == bind->node ? MESSAGE_NODE_TRANSFORM_HUMANOID_BONE__DEFAULT
                                                         : MESSAGE_NODE_TRANSFORM_HUMANOID_BONE__ABOVE,
                  place, ARGUMENTS(the_transform(movers, bind), the_moved(movers, bind), name));
}

/* Reports rotations that springs or constraints overwrite, because they run after the expressions. */
static void check_overwritten(const struct node_movers *movers, const struct transform_bind *bind)
{
    struct check *check = movers->check;
    struct joint_at at = movers->joints[bind->node];
    struct place place = transform_place(movers, bind, "rotation");
    if (!quat_rotates(bind->rotation)) {
        return;
    }
    if (at.spring != SPRINGS_NONE) {
        struct finding *finding = report(check->findings, MESSAGE_NODE_TRANSFORM_OVERWRITTEN__JOINT, place,
                                         ARGUMENTS(the_transform(movers, bind), the_moved(movers, bind),
                                                   the_spring_joint("joint", check->avatar, at.spring, at.joint)));
        finding_relate(finding, RELATED_NODE_TRANSFORM_OVERWRITTEN__DEFAULT, place_joint(at.spring, at.joint, NULL),
                       NO_ARGUMENTS);
    } else if (check->avatar->scene->nodes[bind->node].constrained) {
        struct finding *finding = report(check->findings, MESSAGE_NODE_TRANSFORM_OVERWRITTEN__CONSTRAINT, place,
                                         ARGUMENTS(the_transform(movers, bind), the_moved(movers, bind)));
        finding_relate(finding, RELATED_NODE_TRANSFORM_OVERWRITTEN__DEFAULT,
                       place_node(bind->node, "extensions/VRMC_node_constraint"), NO_ARGUMENTS);
    }
}

/* Counts binds that UniVRM mirrors: it reverses X when it exports, but not when it imports. */
static void count_mirrored(struct node_movers *movers, const struct transform_bind *bind)
{
    struct quat q = bind->rotation;
    if (fabs(bind->translation.x) > SAME_TOLERANCE || fabs(q.y) > SAME_TOLERANCE || fabs(q.z) > SAME_TOLERANCE) {
        if (movers->mirrored == 0) {
            movers->first_mirrored = *bind;
        }
        movers->mirrored++;
    }
}

static void check_bind(struct node_movers *movers, const struct transform_bind *bind)
{
    check_rotation(movers, bind);
    count_mirrored(movers, bind);
    if (bind->node == SCENE_NONE) {
        return;
    }
    check_scale(movers, bind);
    check_node(movers, bind);
    check_overwritten(movers, bind);
    if (bind->is_clear && are_close(bind->translation, (struct vec3){0, 0, 0}) && !quat_rotates(bind->rotation) &&
        are_close(bind->scale, movers->check->avatar->scene->nodes[bind->node].scale)) {
        report(movers->check->findings, MESSAGE_NODE_TRANSFORM_NO_EFFECT__DEFAULT, transform_place(movers, bind, NULL),
               ARGUMENTS(the_transform(movers, bind), the_moved(movers, bind)));
    }
}

/* ---- the binds of one expression ---- */

static void report_repeated_transform(const struct node_movers *movers, const struct transform_bind *first,
                                      const struct transform_bind *again)
{
    struct finding *finding = report(
        movers->check->findings, MESSAGE_NODE_TRANSFORM_DUPLICATE_NODE__DEFAULT, transform_place(movers, again, "node"),
        ARGUMENTS(the_transform(movers, again), the_moved(movers, again), COUNT("first", first->index)));
    finding_relate(finding, RELATED_NODE_TRANSFORM_DUPLICATE_NODE__DEFAULT, transform_place(movers, first, NULL),
                   NO_ARGUMENTS);
}

/* Counts nodes that several expressions move. UniVRM sets the node anew for each expression. */
static void count_shared(struct node_movers *movers, const struct transform_bind *bind)
{
    size_t *mover = &movers->first_mover[bind->node];
    if (*mover == NOT_MOVED) {
        *mover = bind->expression;
    } else if (*mover != SHARED_NODE && *mover != bind->expression) {
        if (movers->shared == 0) {
            movers->first_shared = *bind;
            movers->shared_with = *mover;
        }
        movers->shared++;
        *mover = SHARED_NODE;
    }
}

static void check_transform_list(struct node_movers *movers, size_t expression, const struct tree *list)
{
    struct arena *room = arena_open(movers->check->arena);
    struct transform_bind *binds = arena_array(room, tree_count(list), sizeof *binds);
    size_t count = 0;
    for (size_t i = 0; i < tree_count(list); i++) {
        struct transform_bind bind = read_bind(movers->check, expression, i, tree_at(list, i));
        check_bind(movers, &bind);
        if (bind.node != SCENE_NONE) {
            count_shared(movers, &bind);
            binds[count++] = bind;
        }
    }
    sort_array(room, binds, count, sizeof *binds, sort_by_two);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (binds[i].node == binds[first].node) {
            report_repeated_transform(movers, &binds[first], &binds[i]);
        } else {
            first = i;
        }
    }
    arena_close(room);
}

static void report_in_univrm(const struct node_movers *movers)
{
    struct check *check = movers->check;
    if (movers->mirrored > 0) {
        report(check->findings, MESSAGE_NODE_TRANSFORM_MIRRORED_BY_UNIVRM__DEFAULT,
               transform_place(movers, &movers->first_mirrored, NULL),
               ARGUMENTS(COUNT("count", movers->mirrored), the_transform(movers, &movers->first_mirrored)));
    }
    if (movers->shared > 0) {
        struct finding *finding =
            report(check->findings, MESSAGE_NODE_TRANSFORM_SHARED_NODE__DEFAULT,
                   transform_place(movers, &movers->first_shared, "node"),
                   ARGUMENTS(COUNT("count", movers->shared), the_moved(movers, &movers->first_shared),
                             the_transform(movers, &movers->first_shared),
                             the_avatar_expression("other", check, movers->shared_with)));
        finding_relate(finding, RELATED_NODE_TRANSFORM_SHARED_NODE__DEFAULT,
                       avatar_expression_place(check, movers->shared_with, BINDS), NO_ARGUMENTS);
    }
}

/* Reads what else moves the nodes, when the first list of binds is found. */
static void read_movers(struct node_movers *movers)
{
    struct check *check = movers->check;
    const struct scene *scene = check->avatar->scene;
    movers->bone_below = arena_array(check->arena, scene->count, sizeof *movers->bone_below);
    movers->joints = arena_array(check->arena, scene->count, sizeof *movers->joints);
    movers->first_mover = arena_array(check->arena, scene->count, sizeof *movers->first_mover);
    movers->tops = scene_tops(check->arena, scene);
    for (size_t i = 0; i < scene->count; i++) {
        movers->first_mover[i] = NOT_MOVED;
    }
    read_bones(movers, scene);
    read_joints(movers, scene, check->avatar->springs);
}

void check_avatar_transforms(struct check *check)
{
    const struct vrm1 *vrm1 = check->avatar->vrm1;
    struct node_movers movers = {.check = check};
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        const struct tree *list = vrm1->expressions[i].node_transforms;
        if (list == NULL) {
            continue;
        }
        if (movers.joints == NULL) {
            read_movers(&movers);
        }
        arena_pulse(check->arena);
        check_transform_list(&movers, i, list);
    }
    report_in_univrm(&movers);
}
