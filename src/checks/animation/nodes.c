/* The nodes of bones, expressions and gaze: their names, and their position in the scene. */
#include "checks/absent.h"
#include "checks/animation/names.h"
#include "checks/body/named_nodes.h"
#include "checks/fixes.h"
#include "checks/scales.h"
#include "ids/messages_animation.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_words.h"
#include "ids/rules.h"

/* Adds the node, if any, to the words of a thing. forms: the messages for nodes with and without a name. */
static struct argument the_thing_on(struct argument argument, const struct check *check, size_t node,
                                    const enum message forms[2])
{
    if (node != SCENE_NONE) {
        const char *name = check->avatar->scene->nodes[node].name;
        argument.as.said.words = forms[name == NULL];
        argument.as.said.index[0] = node;
        argument.as.said.names[1] = name;
    }
    return argument;
}

size_t animated_bone_node(const struct vrma *vrma, size_t bone)
{
    return bones[bone].class == BONE_EYE ? vrma->eyes[bone == bone_by_name("rightEye")] : vrma->nodes[bone];
}

struct argument the_animated_bone(const char *as, const struct check *check, size_t bone)
{
    static const enum message forms[] = {WORDS_BONE_ON, WORDS_BONE_ON_UNNAMED};
    return the_thing_on(the_thing(as, WORDS_BONE, 0, bones[bone].name), check,
                        animated_bone_node(check->avatar->vrma, bone), forms);
}

struct argument the_animated_expression(const char *as, const struct check *check, size_t expression)
{
    static const enum message preset[] = {WORDS_EXPRESSION_ON, WORDS_EXPRESSION_ON_UNNAMED};
    static const enum message custom[] = {WORDS_CUSTOM_EXPRESSION_ON, WORDS_CUSTOM_EXPRESSION_ON_UNNAMED};
    const struct vrma_expression *found = &check->avatar->vrma->expressions[expression];
    enum message bare = found->custom ? WORDS_CUSTOM_EXPRESSION : WORDS_EXPRESSION;
    return the_thing_on(the_thing(as, bare, 0, found->name), check, found->node, found->custom ? custom : preset);
}

struct argument the_animated_gaze(const char *as, const struct check *check)
{
    static const enum message forms[] = {WORDS_GAZE_ON, WORDS_GAZE_ON_UNNAMED};
    return the_thing_on(WORD(as, WORDS_GAZE), check, check->avatar->vrma->look_at.node, forms);
}

struct argument the_channel_alone(const char *as, const struct check *check, size_t channel)
{
    const struct channel *found = &check->avatar->animations->channels[channel];
    struct argument argument = the_animation(as, check->avatar, found->animation);
    argument.as.said.words = WORDS_CHANNEL_OF;
    argument.as.said.index[1] = found->index;
    return argument;
}

struct place animated_bone_place(const struct check *check, size_t bone, const char *property)
{
    return place_at(vrma_bone_pointer(check->avatar->vrma, check->arena, bone, property));
}

struct place animated_expression_place(const struct check *check, size_t expression, const char *property)
{
    return place_at(vrma_expression_pointer(check->avatar->vrma, check->arena, expression, property));
}

bool animation_plays(const struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    return animations->count > 0 && animations->channels[0].animation == 0;
}

bool animation_moves(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    size_t first = vrma->channels_begin[node];
    /* channels are sorted by animation */
    return first < vrma->channels_begin[node + 1] &&
           check->avatar->animations->channels[vrma->channels[first]].animation == 0;
}

/* The bones of a VRM animation: required and forbidden ones, and whether they are in the scene. */

/* Whether the file has an entry for a bone, valid or not. */
static bool is_mapped(const struct vrma *vrma, size_t bone)
{
    return tree_get(vrma->bones, bones[bone].name) != NULL;
}

static struct place node_place(const struct check *check, size_t bone)
{
    return animated_bone_place(check, bone, "node");
}

/* ---- required and forbidden bones ---- */

bool animation_moves_only_face(const struct check *check)
{
    const struct animations *animations = check->avatar->animations;
    bool face = false;
    for (size_t i = 0; i < animations->count; i++) {
        size_t node = animations->channels[i].node;
        enum vrma_role role = node == SCENE_NONE ? VRMA_ROLE_NONE : vrma_role(check->avatar->vrma, node);
        bool is_face = role == VRMA_ROLE_EXPRESSION || role == VRMA_ROLE_LOOK_AT;
        if (!is_face && !check_channel_is_still(check, i)) {
            return false;
        }
        face = face || is_face;
    }
    return face;
}

static bool is_missing(const struct vrma *vrma, size_t bone)
{
    return bones[bone].required && !is_mapped(vrma, bone);
}

/* Finds the nodes that are named like bones without an entry. Returns whether each required bone has one, and a bone
 * moves if anything does: else the animation may be meant for other nodes. face: only expressions or the gaze move. */
static bool name_bones(const struct check *check, bool face, size_t named[BONE_COUNT])
{
    const struct vrma *vrma = check->avatar->vrma;
    struct body body = {.check = check, .scene = check->avatar->scene, .dialect = DIALECT_ANIMATION};
    bool all = true;
    bool moved = face || !animation_plays(check);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        body.names[bone] = is_mapped(vrma, bone) ? bones[bone].name : NULL;
        body.nodes[bone] = vrma->nodes[bone];
    }
    body_named_nodes(&body, animation_moves, named);
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = named[bone] != SCENE_NONE ? named[bone] : vrma->nodes[bone];
        all = all && (!is_missing(vrma, bone) || named[bone] != SCENE_NONE);
        moved = moved || (node != SCENE_NONE && animation_moves(check, node));
    }
    return all && moved;
}

/* Maps the required bones. Of the others, those that move, with the bones that they need; all if no bone is mapped. */
static void map_bones(const struct check *check, struct finding *finding, const size_t named[BONE_COUNT])
{
    bool needed[BONE_COUNT] = {false};
    bool all = tree_count(check->avatar->vrma->bones) == 0;
    for (size_t bone = BONE_COUNT; bone-- > 0;) { /* children are after their parents */
        if (named[bone] == SCENE_NONE || bones[bone].class == BONE_EYE) {
            continue;
        }
        needed[bone] = needed[bone] || all || bones[bone].required || animation_moves(check, named[bone]);
        if (needed[bone] && bones[bone].needs_parent) {
            needed[bone_parent(bone)] = true;
        }
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (needed[bone] && named[bone] != SCENE_NONE) {
            finding_edit(finding, VRMLINT_EDIT_SET, animated_bone_place(check, bone, NULL),
                         arena_printf(check->arena, "{\"node\":%zu}", named[bone]));
        }
    }
}

bool animation_rotates_below_hips(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct animations *animations = check->avatar->animations;
    bool *first = arena_array(check->arena, vrma->node_count, sizeof *first);
    for (void *i = tree_first(vrma->bones); i != NULL; i = tree_next(vrma->bones, i)) {
        size_t node;
        bool below = false;
        for (size_t bone = bone_parent(bone_by_name(tree_key(i))); !below && bone != BONE_COUNT;
             bone = bone_parent(bone)) {
            const struct tree *above = tree_get(tree_get(vrma->bones, bones[bone].name), "node");
            below = above != NULL && !tree_is_null(above);
        }
        if (!below && tree_index(tree_get(tree_value(i), "node"), vrma->node_count, &node)) {
            first[node] = true;
        }
    }
    for (size_t i = 0; i < animations->count; i++) {
        const struct channel *channel = &animations->channels[i];
        size_t node = channel->node; /* or one whose place in the tree isn't known */
        bool is_node = node != SCENE_NONE ||
                       tree_index(tree_get(tree_get(channel->json, "target"), "node"), vrma->node_count, &node);
        if (channel->path == PATH_ROTATION && is_node && first[node]) {
            return true;
        }
    }
    return false;
}

static void check_required(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (vrma->bones == NULL) {
        return;
    }
    struct argument missing[BONE_COUNT];
    size_t count = 0;
    size_t last = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (is_missing(vrma, bone)) {
            last = bone;
            missing[count++] = TERM("", bones[bone].name);
        }
    }
    if (count == 0) {
        return;
    }
    bool draft = vrma->version == VRMA_DRAFT;
    size_t named[BONE_COUNT];
    bool face = animation_moves_only_face(check);
    bool are_named = name_bones(check, face, named);
    bool has_hips = is_mapped(vrma, bone_by_name("hips"));
    bool refused = !has_hips && animation_rotates_below_hips(check);
    struct finding *finding =
        report_taking(check->findings,
                      face && has_hips ? MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__FACE_AND_HIPS
                      : face           ? MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__FACE
                      : refused        ? MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__HIPS
                      : draft          ? MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__DRAFT
                                       : MESSAGE_ANIMATION_REQUIRED_BONE_MISSING__DEFAULT,
                      place_at(face || vrma->flat ? VRMA_POINTER "/humanoid" : VRMA_POINTER "/humanoid/humanBones"),
                      ARGUMENTS(COUNT("count", count), argument_list("bones", missing, count, count, JOIN_COMMA)));
    /* never by deleting the humanoid: only three-vrm reads an animation without one */
    finding_fix(finding, are_named ? VRMLINT_FIX_UNSAFE : VRMLINT_FIX_NONE);
    if (are_named) {
        map_bones(check, finding, named);
    }
    finding_measure(finding, "bones", (double)count);
    if (finding != NULL) {
        finding->loses_bone = !has_hips; /* UniVRM builds no skeleton without them */
    }
    if (count == 1) { /* a misspelt name can explain only one missing bone */
        absent_note_lack(check, finding, bones[last].name);
    }
    if (draft && !refused) {
        finding_severity(finding, VRMLINT_WARNING);
    }
}

static void check_eyes(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = animated_bone_node(vrma, bone);
        if (bones[bone].class != BONE_EYE || node == SCENE_NONE) {
            continue;
        }
        bool moved = vrma->channels_begin[node] < vrma->channels_begin[node + 1];
        bool is_bone = vrma->roles[node].bone != BONE_COUNT;
        /* channels that move it are reported elsewhere, unless it is unclear what they move; a node that is a bone
         * too is also reported elsewhere */
        if (!is_bone && (!moved || vrma->roles[node].reused)) {
            report(check->findings, MESSAGE_ANIMATION_EYE_BONE_DEFINED__DEFAULT, node_place(check, bone),
                   ARGUMENTS(the_animated_bone("bone", check, bone)));
        }
    }
}

/* ---- the scene ---- */

/* Returns the node of the next bone up that is in the scene; SCENE_NONE if none of the bones above is. */
static size_t parent_in_scene(const struct check *check, size_t bone)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    for (bone = bone_parent(bone); bone != BONE_COUNT; bone = bone_parent(bone)) {
        if (vrma->nodes[bone] != SCENE_NONE && scene->nodes[vrma->nodes[bone]].in_default) {
            return vrma->nodes[bone];
        }
    }
    return SCENE_NONE;
}

static void check_scene(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    const struct scene *scene = check->avatar->scene;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = vrma->nodes[bone];
        if (node == SCENE_NONE || scene->nodes[node].in_default) {
            continue;
        }
        size_t root = scene_topmost(scene, node);
        size_t parent = parent_in_scene(check, bone);
        struct finding *finding =
            report(check->findings,
                   parent == SCENE_NONE ? MESSAGE_ANIMATION_BONE_NOT_IN_SCENE__DEFAULT
                                        : MESSAGE_ANIMATION_BONE_NOT_IN_SCENE__BRANCH,
                   node_place(check, bone),
                   ARGUMENTS(the_animated_bone("bone", check, bone), the_node("root", check->avatar, root),
                             parent == SCENE_NONE ? argument_end() : the_node("parent", check->avatar, parent)));
        finding_relate(finding, RELATED_ANIMATION_BONE_NOT_IN_SCENE__DEFAULT, place_node(root, NULL), NO_ARGUMENTS);
    }
}

void check_animation_bones(struct check *check)
{
    check_required(check);
    check_eyes(check);
    check_scene(check);
}

/* Transforms in the skeleton of a VRM animation that apps don't expect: scales and matrices. */

#define TOLERANCE 1e-4
#define NODES_DIGITS 6 /* significant digits, in messages */
#define SHEAR_TOLERANCE 1e-5

static bool is_one(struct vec3 scale)
{
    return fabs(scale.x - 1) <= TOLERANCE && fabs(scale.y - 1) <= TOLERANCE && fabs(scale.z - 1) <= TOLERANCE;
}

static void check_scale(const struct check *check, size_t node)
{
    struct vec3 scale = check->avatar->scene->nodes[node].scale;
    double least = scale_smallest(scale);
    double most = scale_largest(scale);
    size_t bone = check->avatar->vrma->roles[node].bone;
    bool is_bone = bone != BONE_COUNT;
    struct argument who = is_bone ? the_animated_bone("bone", check, bone) : the_node("node", check->avatar, node);
    struct finding *finding = NULL;
    if (least <= 0 || most - least > TOLERANCE * most) {
        finding =
            report(check->findings,
                   is_bone ? MESSAGE_ANIMATION_REST_SCALE_INVALID__BONE : MESSAGE_ANIMATION_REST_SCALE_INVALID__ABOVE,
                   place_node(node, NULL),
                   ARGUMENTS(who, NUMBER("x", scale.x, NODES_DIGITS), NUMBER("y", scale.y, NODES_DIGITS),
                             NUMBER("z", scale.z, NODES_DIGITS)));
    } else if (!is_one(scale)) {
        finding =
            report(check->findings, is_bone ? MESSAGE_ANIMATION_REST_SCALE__BONE : MESSAGE_ANIMATION_REST_SCALE__ABOVE,
                   place_node(node, NULL), ARGUMENTS(who, argument_number("scale", most, 1, UNIT_NONE, NODES_DIGITS)));
    }
    finding_measure(finding, "smallestScale", least);
    finding_measure(finding, "largestScale", most);
}

/* Returns the rotation with these axes, which are orthogonal, of length 1 and right-handed. */
static struct quat rotation_of(struct vec3 x, struct vec3 y, struct vec3 z)
{
    /* four times the squares of w, x, y and z; dividing by the largest is safe */
    double squares[4] = {1 + x.x + y.y + z.z, 1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z, 1 - x.x - y.y + z.z};
    size_t most = 0;
    for (size_t i = 1; i < 4; i++) {
        most = squares[i] > squares[most] ? i : most;
    }
    struct quat q = most == 0   ? (struct quat){y.z - z.y, z.x - x.z, x.y - y.x, squares[0]}
                    : most == 1 ? (struct quat){squares[1], x.y + y.x, z.x + x.z, y.z - z.y}
                    : most == 2 ? (struct quat){x.y + y.x, squares[2], y.z + z.y, z.x - x.z}
                                : (struct quat){z.x + x.z, y.z + z.y, squares[3], x.y - y.x};
    return quat_normalise(q);
}

/* Adds edits that replace a matrix by translation, rotation and scale. For a sheared or flat matrix this is
 * impossible. */
static void take_apart(struct finding *finding, const struct mat34 *matrix)
{
    struct vec3 scale = mat34_scale(matrix);
    struct vec3 translation = mat34_translation(matrix);
    if (mat34_determinant(matrix) < 0) {
        scale.x = -scale.x;
    }
    struct vec3 x = vec3_scale(mat34_column(matrix, 0), 1 / scale.x);
    struct vec3 y = vec3_scale(mat34_column(matrix, 1), 1 / scale.y);
    struct vec3 z = vec3_scale(mat34_column(matrix, 2), 1 / scale.z);
    double shear = fabs(vec3_dot(x, y)) + fabs(vec3_dot(y, z)) + fabs(vec3_dot(z, x));
    if (!(shear < SHEAR_TOLERANCE)) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    struct quat q = rotation_of(x, y, z);
    finding_edit_at(finding, VRMLINT_EDIT_REMOVE, "0/matrix", NULL);
    finding_set_numbers(finding, "0/translation", (const double[]){translation.x, translation.y, translation.z}, 3);
    finding_set_numbers(finding, "0/rotation", (const double[]){q.x, q.y, q.z, q.w}, 4);
    finding_set_numbers(finding, "0/scale", (const double[]){scale.x, scale.y, scale.z}, 3);
}

static void check_matrix(const struct check *check, size_t node)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!check->avatar->scene->nodes[node].has_matrix) {
        return;
    }
    bool animated = vrma->channels_begin[node] < vrma->channels_begin[node + 1];
    struct finding *finding = report(
        check->findings,
        animated ? MESSAGE_ANIMATION_BONE_NODE_HAS_MATRIX__ANIMATED : MESSAGE_ANIMATION_BONE_NODE_HAS_MATRIX__STILL,
        place_node(node, NULL), ARGUMENTS(the_animated_bone("bone", check, vrma->roles[node].bone)));
    finding_severity(finding, animated ? VRMLINT_ERROR : VRMLINT_INFO);
    const struct mat34 local = scene_local(&check->avatar->scene->nodes[node]);
    take_apart(finding, &local);
}

void check_animation_scales(struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    for (size_t node = 0; node < vrma->node_count; node++) {
        bool is_bone = vrma->roles[node].bone != BONE_COUNT;
        if (is_bone || vrma->roles[node].above_bone) {
            check_scale(check, node);
        }
        if (is_bone) {
            check_matrix(check, node);
        }
    }
}

/* ---- names ---- */

/* Collects the named nodes that are bones, or above or below a bone; returns their number. */
static size_t collect_skeleton(const struct check *check, struct named *named)
{
    const struct scene *scene = check->avatar->scene;
    const struct vrma_node *roles = check->avatar->vrma->roles;
    bool *below = arena_array(check->arena, scene->count, sizeof *below);
    size_t count;
    const size_t *order = scene_order(check->arena, scene, &count);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        below[node] = parent != SCENE_NONE && (below[parent] || roles[parent].bone != BONE_COUNT);
        bool counts = below[node] || roles[node].above_bone || roles[node].bone != BONE_COUNT;
        if (counts && scene->nodes[node].name != NULL) {
            named[found++] = (struct named){scene->nodes[node].name, node};
        }
    }
    return found;
}

/* All named nodes, sorted. They are collected when the first finding wants edits. */
struct all_names {
    struct named *list;
    size_t count;
};

static void collect_all(const struct check *check, struct all_names *all)
{
    const struct scene *scene = check->avatar->scene;
    if (all->list != NULL) {
        return;
    }
    all->list = arena_array(check->arena, scene->count, sizeof *all->list);
    for (size_t i = 0; i < scene->count; i++) {
        if (scene->nodes[i].name != NULL) {
            all->list[all->count++] = (struct named){scene->nodes[i].name, i};
        }
    }
    named_sort(check->arena, all->list, all->count);
}

/* Reports count nodes of one name, in the order of the file, at the one at index, which keeps its name. */
static void report_namesakes(const struct check *check, struct all_names *all, const struct named *named, size_t count,
                             size_t index)
{
    size_t node = named[index].index;
    size_t bone = check->avatar->vrma->roles[node].bone;
    struct argument others[FINDING_LIST_MAX];
    size_t shown = 0;
    for (size_t i = 0; i < count && shown < FINDING_LIST_MAX; i++) {
        if (i != index) {
            others[shown++] = COUNT("", named[i].index);
        }
    }
    struct finding *finding = report(
        check->findings, MESSAGE_ANIMATION_DUPLICATE_NODE_NAME__DEFAULT, place_node(node, "name"),
        ARGUMENTS(bone != BONE_COUNT ? the_animated_bone("node", check, bone) : the_node("node", check->avatar, node),
                  COUNT("others", count - 1), argument_list("list", others, shown, count - 1, JOIN_COMMA)));
    finding_measure(finding, "nodes", (double)count);
    if (finding_wants_edits(finding)) {
        collect_all(check, all);
        fix_node_names(finding, all->list, all->count, named, count, index);
    }
    for (size_t i = 0; finding != NULL && i < count && i <= FINDING_RELATED_MAX; i++) {
        if (i != index) {
            finding_relate(finding, RELATED_ANIMATION_DUPLICATE_NODE_NAME__DEFAULT, place_node(named[i].index, "name"),
                           NO_ARGUMENTS);
        }
    }
}

/* Reports several nodes of one name at the bone, because apps search bones by name; at the second node if none is a
 * bone. */
static void check_namesakes(const struct check *check, struct all_names *all, const struct named *named, size_t count)
{
    size_t index = 0;
    while (index < count && check->avatar->vrma->roles[named[index].index].bone == BONE_COUNT) {
        index++;
    }
    if (count > 1) {
        report_namesakes(check, all, named, count, index < count ? index : 1);
    }
}

static void check_names(const struct check *check)
{
    if (!findings_want(check->findings, RULE_ANIMATION_DUPLICATE_NODE_NAME)) {
        return;
    }
    struct named *named = arena_array(check->arena, check->avatar->scene->count, sizeof *named);
    struct all_names all = {NULL, 0};
    size_t count = collect_skeleton(check, named);
    named_sort(check->arena, named, count);
    size_t end;
    for (size_t first = 0; first < count; first = end) {
        end = named_end(named, count, first);
        check_namesakes(check, &all, named + first, end - first);
    }
}

/* ---- scene ---- */

static void report_out(const struct check *check, size_t node, struct argument role, struct place place)
{
    struct finding *finding =
        report(check->findings, MESSAGE_ANIMATION_ROLE_NODE_NOT_IN_SCENE__DEFAULT, place,
               ARGUMENTS(role, the_node("root", check->avatar, scene_topmost(check->avatar->scene, node))));
    struct document *document = check->avatar->document;
    const struct tree *scenes = document_tree(document, "/scenes");
    size_t scene = 0;
    tree_index(document_tree(document, "/scene"), tree_count(scenes), &scene);
    bool is_root = check->avatar->scene->nodes[node].parent == SCENE_NONE;
    if (!is_root || !tree_is_array(tree_get(tree_at(scenes, scene), "nodes"))) {
        finding_fix(finding, VRMLINT_FIX_NONE);
        return;
    }
    finding_edit(finding, VRMLINT_EDIT_INSERT, place_at(arena_printf(check->arena, "/scenes/%zu/nodes/-", scene)),
                 arena_printf(check->arena, "%zu", node));
}

/* Whether a node is outside the scene. A node that is a bone too is reported as a bone. */
static bool is_out(const struct check *check, size_t node)
{
    return node != SCENE_NONE && !check->avatar->scene->nodes[node].in_default &&
           !check->avatar->vrma->roles[node].reused;
}

static void check_roles_in_scene(const struct check *check)
{
    const struct vrma *vrma = check->avatar->vrma;
    if (!findings_want(check->findings, RULE_ANIMATION_ROLE_NODE_NOT_IN_SCENE)) {
        return;
    }
    for (size_t i = 0; i < vrma->expression_count; i++) {
        size_t node = vrma->expressions[i].node;
        if (is_out(check, node)) {
            report_out(check, node, the_animated_expression("role", check, i),
                       animated_expression_place(check, i, "node"));
        }
    }
    if (is_out(check, vrma->look_at.node)) {
        report_out(check, vrma->look_at.node, the_animated_gaze("role", check),
                   place_of(PLACE_ANIMATED_LOOK_AT, 0, 0, "node"));
    }
}

/* Moves a root to the front: it and the roots before it are rewritten. */
static void move_first(const struct check *check, struct finding *finding, const struct tree *roots, size_t index)
{
    for (size_t i = 0; finding != NULL && i <= index; i++) {
        size_t node;
        if (!tree_index(tree_at(roots, i == 0 ? index : i - 1), check->avatar->scene->bound, &node)) {
            finding_fix(finding, VRMLINT_FIX_NONE);
            return;
        }
        finding_edit_at(finding, VRMLINT_EDIT_SET, arena_printf(check->arena, "1/%zu", i),
                        arena_printf(check->arena, "%zu", node));
    }
}

/* Reports a humanoid root that isn't the first root of the first scene. UniVRM keeps only that one. */
static void check_root(const struct check *check)
{
    const struct scene *scene = check->avatar->scene;
    size_t hips = check->avatar->vrma->nodes[bone_by_name("hips")];
    if (hips == SCENE_NONE) {
        return;
    }
    size_t root = scene_topmost(scene, hips);
    const struct tree *roots = tree_get(tree_at(document_tree(check->avatar->document, "/scenes"), 0), "nodes");
    size_t count = tree_length(roots);
    for (size_t i = 0; i < count; i++) {
        if (scene_resolve(scene, tree_at(roots, i)) != root) {
            continue;
        }
        if (i > 0) {
            struct finding *finding =
                report(check->findings, MESSAGE_ANIMATION_HUMANOID_ROOT_NOT_FIRST__DEFAULT,
                       place_of(PLACE_SCENE_NODE, 0, i, NULL),
                       ARGUMENTS(the_node("node", check->avatar, root), COUNT("number", i + 1), COUNT("count", count)));
            finding_measure(finding, "place", (double)i);
            move_first(check, finding, roots, i);
        }
        return;
    }
}

void check_animation_nodes(struct check *check)
{
    check_names(check);
    check_roles_in_scene(check);
    check_root(check);
}
