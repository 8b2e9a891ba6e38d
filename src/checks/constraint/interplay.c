/*
 * Checks what else moves, holds or shows the nodes of constraints: humanoid bones, springs, eyes, other constraints,
 * the scene.
 *
 * The order in a frame is: humanoid pose, gaze, constraints, spring bones.
 */
#include <string.h>

#include "checks/constraint/family.h"
#include "ids/messages_constraint.h"

enum { ROTATES, TRANSLATES, CHANNEL_KINDS };

struct interplay {
    const struct constraint_family *family;
    const struct scene *scene;
    const struct humanoid *humanoid;
    bool *moves;    /* per node: a humanoid bone, a head of a spring, or animated in this file */
    size_t *mover;  /* per node: the nearest node at or above it that moves or is constrained */
    bool *is_head;  /* per node: the head of a spring */
    size_t *swings; /* per node: the nearest head of a spring at or above it */
    size_t *limb;   /* per node: the nearest node at or above it with a bone */
    /* per node, indexed by CHANNEL_KINDS: the first channel that rotates it and the first that translates it, or
     * SIZE_MAX */
    size_t (*channels)[CHANNEL_KINDS];
};

/* ---- moving nodes ---- */

/* Marks nodes that expressions move. */
static void mark_bound(struct interplay *interplay)
{
    const struct vrm1 *vrm1 = interplay->family->avatar->vrm1;
    for (size_t i = 0; i < vrm1->expression_count; i++) {
        const struct tree *binds = vrm1->expressions[i].node_transforms;
        for (size_t k = 0; binds != NULL && k < tree_count(binds); k++) {
            size_t node = scene_resolve(interplay->scene, tree_get(tree_at(binds, k), "node"));
            if (node != SCENE_NONE) {
                interplay->moves[node] = true;
            }
        }
    }
}

static void mark_movers(struct interplay *interplay)
{
    const struct avatar *avatar = interplay->family->avatar;
    for (size_t node = 0; node < interplay->scene->count; node++) {
        interplay->moves[node] = interplay->is_head[node];
    }
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (interplay->humanoid->nodes[bone] != SCENE_NONE) {
            interplay->moves[interplay->humanoid->nodes[bone]] = true;
        }
    }
    for (size_t i = 0; i < avatar->animations->count; i++) {
        const struct channel *channel = &avatar->animations->channels[i];
        if (channel->node != SCENE_NONE && channel->path != PATH_OTHER && channel->path != PATH_WEIGHTS) {
            interplay->moves[channel->node] = true;
        }
    }
}

static void mark_channels(struct interplay *interplay)
{
    const struct animations *animations = interplay->family->avatar->animations;
    interplay->channels = arena_array(interplay->family->arena, interplay->scene->count, sizeof *interplay->channels);
    for (size_t node = 0; node < interplay->scene->count; node++) {
        interplay->channels[node][ROTATES] = interplay->channels[node][TRANSLATES] = SIZE_MAX;
    }
    for (size_t i = animations->count; i-- > 0;) {
        const struct channel *channel = &animations->channels[i];
        bool rotates = channel->path == PATH_ROTATION;
        if (channel->node != SCENE_NONE && (rotates || channel->path == PATH_TRANSLATION)) {
            interplay->channels[channel->node][rotates ? ROTATES : TRANSLATES] = i;
        }
    }
}

static struct interplay read_interplay(const struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    struct interplay interplay = {
        .family = family,
        .scene = scene,
        .humanoid = family->avatar->humanoid,
        .moves = arena_array(family->arena, scene->count, sizeof *interplay.moves),
        .is_head = springs_heads(family->arena, family->avatar->springs, scene->count),
    };
    mark_movers(&interplay);
    mark_bound(&interplay);
    mark_channels(&interplay);
    bool *moved = arena_array(family->arena, scene->count, sizeof *moved);
    bool *is_bone = arena_array(family->arena, scene->count, sizeof *is_bone);
    for (size_t node = 0; node < scene->count; node++) {
        moved[node] = interplay.moves[node] || scene->nodes[node].constrained;
        is_bone[node] = humanoid_bone(interplay.humanoid, node) != BONE_COUNT;
    }
    interplay.mover = scene_nearest(family->arena, scene, moved);
    interplay.swings = scene_nearest(family->arena, scene, interplay.is_head);
    interplay.limb = scene_nearest(family->arena, scene, is_bone);
    return interplay;
}

/* Whether what moves a node moves the other one differently. */
static bool moves_apart(const struct interplay *interplay, size_t mover, size_t other)
{
    return mover != SCENE_NONE && !scene_is_above_or_same(interplay->scene, mover, other);
}

/* ---- sources ---- */

static bool source_moves(const struct interplay *interplay, const struct constraint *constraint)
{
    size_t source = constraint->source;
    size_t destination = constraint->destination;
    if (interplay->moves[source] || interplay->scene->nodes[source].constrained) {
        return true;
    }
    if (constraint->kind != CONSTRAINT_AIM) {
        return constraint->source_space != SPACE_LOCAL && interplay->mover[source] != SCENE_NONE;
    }
    /* the destination's own constraint doesn't count */
    size_t parent = interplay->scene->nodes[destination].parent;
    size_t above = parent == SCENE_NONE ? SCENE_NONE : interplay->mover[parent];
    size_t mover = interplay->moves[destination] ? destination : above;
    return moves_apart(interplay, interplay->mover[source], destination) || moves_apart(interplay, mover, source);
}

static void check_static(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    bool at_parent = constraint->kind == CONSTRAINT_AIM && constraint->layout != LAYOUT_DRAFT_A &&
                     constraint->source == interplay->scene->nodes[constraint->destination].parent;
    if (!interplay->humanoid->present || at_parent || source_moves(interplay, constraint)) {
        return;
    }
    report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_STATIC__DEFAULT,
           constraint_body_place(family, constraint, "source"),
           ARGUMENTS(the_constraint("constraint", family, constraint),
                     the_node("source", family->avatar, constraint->source)));
}

/* Returns the head of a spring that moves what a constraint reads, or SCENE_NONE. */
static size_t swinging_source(const struct interplay *interplay, const struct constraint *constraint)
{
    size_t source = constraint->source;
    if (constraint->source_space == SPACE_LOCAL) {
        return interplay->is_head[source] ? source : SCENE_NONE;
    }
    size_t head = interplay->swings[source];
    bool together = constraint->kind == CONSTRAINT_AIM && !moves_apart(interplay, head, constraint->destination);
    return together && head != source ? SCENE_NONE : head;
}

static void check_swinging(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t head = swinging_source(interplay, constraint);
    if (head == SCENE_NONE) {
        return;
    }
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument source = the_node("source", family->avatar, constraint->source);
    struct argument joint = the_node("joint", family->avatar, head);
    struct place place = constraint_body_place(family, constraint, "source");
    struct finding *finding = report_taking(family->check->findings,
                                            head == constraint->source ? MESSAGE_CONSTRAINT_SOURCE_SPRING_JOINT__ITSELF
                                                                       : MESSAGE_CONSTRAINT_SOURCE_SPRING_JOINT__BELOW,
                                            place, ARGUMENTS(title, source, joint));
    finding_relate(finding, RELATED_CONSTRAINT_SOURCE_SPRING_JOINT__DEFAULT, place_node(head, NULL), ARGUMENTS(joint));
}

static void check_eye(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t bone = humanoid_bone(interplay->humanoid, constraint->source);
    if (bone == BONE_COUNT || bones[bone].class != BONE_EYE) {
        return;
    }
    report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_EYE_BONE__DEFAULT,
           constraint_body_place(family, constraint, "source"),
           ARGUMENTS(the_constraint("constraint", family, constraint),
                     the_node("source", family->avatar, constraint->source), TERM("bone", bones[bone].name)));
}

/* Returns the bone of the other side, or BONE_COUNT for a bone in the middle. */
static size_t mirrored_bone(const struct interplay *interplay, size_t bone)
{
    static const char left[] = "left";
    static const char right[] = "right";
    if (bone == BONE_COUNT) {
        return BONE_COUNT;
    }
    const char *name = bones[bone].name;
    bool is_left = strncmp(name, left, strlen(left)) == 0;
    bool is_right = strncmp(name, right, strlen(right)) == 0;
    return !is_left && !is_right ? BONE_COUNT
                                 : bone_by_name(arena_printf(interplay->family->arena, "%s%s", is_left ? right : left,
                                                             name + strlen(is_left ? left : right)));
}

/* Reports a helper of an arm or leg that copies the rotation of the other side: the chain was mirrored without its
 * source. */
static void check_side(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t bone = humanoid_bone(interplay->humanoid, interplay->limb[constraint->destination]);
    size_t source = humanoid_bone(interplay->humanoid, interplay->limb[constraint->source]);
    bool copies = constraint->kind == CONSTRAINT_ROLL || constraint->kind == CONSTRAINT_ROTATION;
    size_t own = mirrored_bone(interplay, source);
    size_t other = mirrored_bone(interplay, bone);
    bool is_helper = humanoid_bone(interplay->humanoid, constraint->destination) == BONE_COUNT;
    if (!copies || !is_helper || own == BONE_COUNT || other == BONE_COUNT ||
        bones[bone].name[0] == bones[source].name[0]) {
        return;
    }
    const size_t *nodes = interplay->humanoid->nodes;
    size_t meant = nodes[source] == constraint->source ? nodes[own] : SCENE_NONE;
    /* on the same limb, and not moved by the constraint */
    bool is_free = meant != SCENE_NONE && meant != constraint->destination &&
                   !scene_is_above(interplay->scene, constraint->destination, meant) &&
                   (scene_is_above_or_same(interplay->scene, meant, nodes[bone]) ||
                    scene_is_above_or_same(interplay->scene, nodes[bone], meant));
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument node = the_node("source", family->avatar, constraint->source);
    struct argument name = TERM("bone", bones[bone].name);
    struct place place = constraint_body_place(family, constraint, "source");
    if (is_free) {
        report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_OTHER_SIDE__DEFAULT, place,
               ARGUMENTS(title, name, node, the_node("first", family->avatar, meant)));
    } else {
        report(family->check->findings, MESSAGE_CONSTRAINT_SOURCE_OTHER_SIDE__ELSEWHERE, place,
               ARGUMENTS(title, name, node));
    }
}

/* Reports a constraint that reads another one which UniVRM runs later. */
static void check_order(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *nodes = interplay->scene->nodes;
    /* of all constraints above the source, the nearest runs last; those above the destination run before it */
    size_t item =
        constraint->source_space == SPACE_MODEL ? family->nearest[constraint->source] : family->on[constraint->source];
    if (item == SCENE_NONE) {
        return;
    }
    size_t other = family->items[item].destination;
    if (nodes[constraint->destination].enter >= nodes[other].enter) {
        return;
    }
    struct argument title = the_constraint("constraint", family, constraint);
    struct argument source = the_node("source", family->avatar, constraint->source);
    struct argument node = the_node("node", family->avatar, other);
    struct place place = constraint_body_place(family, constraint, "source");
    struct finding *finding = report_taking(family->check->findings,
                                            other == constraint->source ? MESSAGE_CONSTRAINT_EVALUATION_ORDER__ITSELF
                                                                        : MESSAGE_CONSTRAINT_EVALUATION_ORDER__BELOW,
                                            place, ARGUMENTS(title, source, node));
    finding_relate(finding, RELATED_CONSTRAINT_EVALUATION_ORDER__DEFAULT, constraint_place(&family->items[item]),
                   ARGUMENTS(node));
}

/* ---- destinations ---- */

static struct place bone_place(const struct constraint_family *family, size_t bone)
{
    return place_of(PLACE_BONE, 0, 0, arena_printf(family->arena, "%s/node", bones[bone].name));
}

static void check_bone(const struct interplay *interplay, const struct constraint *constraint, size_t bone)
{
    const struct constraint_family *family = interplay->family;
    struct argument name = TERM("bone", bones[bone].name);
    struct finding *finding =
        report(family->check->findings, MESSAGE_CONSTRAINT_DESTINATION_HUMANOID_BONE__DEFAULT,
               constraint_place(constraint), ARGUMENTS(the_constraint("constraint", family, constraint), name));
    finding_relate(finding, RELATED_CONSTRAINT_DESTINATION_HUMANOID_BONE__DEFAULT, bone_place(family, bone),
                   ARGUMENTS(name));
}

/* Reports humanoid bones that the constraint carries along. */
static void check_bones_below(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t carried[BONE_COUNT];
    struct argument names[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (scene_is_above(interplay->scene, constraint->destination, interplay->humanoid->nodes[bone])) {
            names[count] = TERM("bone", bones[bone].name);
            carried[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    size_t named = count < FINDING_LIST_MAX ? count : FINDING_LIST_MAX;
    struct finding *finding = report(family->check->findings, MESSAGE_CONSTRAINT_DESTINATION_ABOVE_HUMANOID__DEFAULT,
                                     constraint_place(constraint),
                                     ARGUMENTS(the_constraint("constraint", family, constraint), COUNT("count", count),
                                               argument_list("bones", names, named, count, JOIN_COMMA)));
    finding_measure(finding, "bones", (double)count);
    /* only those that are named, because each node of a long chain may carry the whole body */
    for (size_t i = 0; finding != NULL && i < named; i++) {
        finding_relate(finding, RELATED_CONSTRAINT_DESTINATION_ABOVE_HUMANOID__DEFAULT, bone_place(family, carried[i]),
                       ARGUMENTS(names[i]));
    }
}

/* Reports a channel whose effect the constraint overwrites. */
static void check_animated(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    bool moves = constraint->kind == CONSTRAINT_POSITION;
    size_t index = interplay->channels[constraint->destination][moves ? TRANSLATES : ROTATES];
    if (index == SIZE_MAX || constraint->kind == CONSTRAINT_UNKNOWN) {
        return;
    }
    const struct channel *channel = &family->avatar->animations->channels[index];
    struct argument animation = the_animation("animation", family->avatar, channel->animation);
    struct finding *finding = report(
        family->check->findings,
        moves ? MESSAGE_CONSTRAINT_DESTINATION_ANIMATED__MOVED : MESSAGE_CONSTRAINT_DESTINATION_ANIMATED__ROTATED,
        constraint_place(constraint), ARGUMENTS(the_constraint("constraint", family, constraint), animation));
    finding_relate(finding, RELATED_CONSTRAINT_DESTINATION_ANIMATED__DEFAULT, channel->place,
                   ARGUMENTS(COUNT("channel", channel->index), animation));
}

static void check_destination(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *node = &interplay->scene->nodes[constraint->destination];
    size_t bone = humanoid_bone(interplay->humanoid, constraint->destination);
    if (bone != BONE_COUNT) {
        check_bone(interplay, constraint, bone);
    } else {
        check_bones_below(interplay, constraint);
        check_animated(interplay, constraint);
    }
    if (node->skin != SCENE_NONE) {
        report(family->check->findings, MESSAGE_CONSTRAINT_DESTINATION_SKINNED_MESH__DEFAULT,
               constraint_place(constraint), ARGUMENTS(the_constraint("constraint", family, constraint)));
    }
}

/* ---- the scene ---- */

static void check_in_scene(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *nodes = interplay->scene->nodes;
    bool shown = nodes[constraint->destination].in_default;
    bool source_shown = constraint->source == SCENE_NONE || nodes[constraint->source].in_default;
    if (!nodes[constraint->destination].usable) {
        return; /* its position in the hierarchy is unknown, which is reported elsewhere */
    }
    if (!shown) {
        report(family->check->findings, MESSAGE_CONSTRAINT_NODE_NOT_IN_SCENE__DESTINATION, constraint_place(constraint),
               ARGUMENTS(the_constraint("constraint", family, constraint)));
    } else if (!source_shown) {
        report(family->check->findings, MESSAGE_CONSTRAINT_NODE_NOT_IN_SCENE__SOURCE,
               constraint_body_place(family, constraint, "source"),
               ARGUMENTS(the_constraint("constraint", family, constraint),
                         the_node("source", family->avatar, constraint->source)));
    }
}

/* ---- the file ---- */

static bool has_place(const struct document *document, const char *pointer)
{
    for (size_t i = 0; i < document->extension_count; i++) {
        if (strcmp(document->extensions[i].pointer, pointer) == 0) {
            return true;
        }
    }
    return false;
}

static void check_file(const struct constraint_family *family)
{
    const struct document *document = family->avatar->document;
    if (has_place(document, "/extensions/VRMC_vrm")) {
        return;
    }
    bool old = has_place(document, "/extensions/VRM");
    struct finding *finding = report(family->check->findings,
                                     old ? MESSAGE_CONSTRAINT_WITH_VRM0__DEFAULT : MESSAGE_CONSTRAINT_NO_VRM__DEFAULT,
                                     constraint_place(&family->items[0]), ARGUMENTS(COUNT("count", family->count)));
    if (old) {
        finding_relate(finding, RELATED_CONSTRAINT_WITH_VRM0__DEFAULT, place_of(PLACE_EXTENSION, 0, 0, "VRM"),
                       NO_ARGUMENTS);
    }
    finding_measure(finding, "constraints", (double)family->count);
}

void constraint_interplay(const struct constraint_family *family)
{
    const struct interplay interplay = read_interplay(family);
    for (size_t i = 0; i < family->count; i++) {
        const struct constraint *constraint = &family->items[i];
        if (family->on[constraint->destination] == i) {
            /* a source in a ring or the like must be changed anyway */
            if (!family->condemned[i]) {
                check_static(&interplay, constraint);
                check_order(&interplay, constraint);
            }
            check_swinging(&interplay, constraint);
            check_eye(&interplay, constraint);
            check_side(&interplay, constraint);
        }
        if (constraint->known) {
            check_destination(&interplay, constraint);
            check_in_scene(&interplay, constraint);
        }
    }
    check_file(family);
}
