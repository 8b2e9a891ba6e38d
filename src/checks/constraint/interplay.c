/*
 * Constraints and what else moves, holds or shows the same nodes: humanoid bones, springs, eyes, other constraints, the
 * scene. Catalogue section 1.7.
 *
 * In a frame the humanoid pose comes first, then the gaze, constraints, and spring bones.
 */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/constraint/family.h"

struct interplay {
    const struct constraint_family *family;
    const struct scene *scene;
    const struct humanoid *humanoid;
    bool *moves;    /* per node: a humanoid bone, a head of a spring, or animated in this file */
    size_t *mover;  /* per node: the nearest that moves or is constrained, itself included */
    bool *is_head;  /* per node: the head of a spring */
    size_t *swings; /* per node: the nearest head of a spring, itself included */
};

/* ---- what moves ---- */

static void mark_movers(struct interplay *interplay)
{
    const struct avatar *avatar = interplay->family->avatar;
    for (size_t s = 0; s < avatar->springs->spring_count; s++) {
        const struct spring *spring = &avatar->springs->springs[s];
        for (size_t i = 0; i < spring_heads(spring); i++) {
            size_t node = spring_chain(spring, i)->node;
            interplay->is_head[node] = true;
            interplay->moves[node] = true;
        }
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

static struct interplay read_interplay(const struct constraint_family *family)
{
    const struct scene *scene = family->scene;
    struct interplay interplay = {
        .family = family,
        .scene = scene,
        .humanoid = family->avatar->humanoid,
        .moves = arena_array(family->arena, scene->count, sizeof *interplay.moves),
        .mover = arena_array(family->arena, scene->count, sizeof *interplay.mover),
        .is_head = arena_array(family->arena, scene->count, sizeof *interplay.is_head),
        .swings = arena_array(family->arena, scene->count, sizeof *interplay.swings),
    };
    mark_movers(&interplay);
    size_t count;
    const size_t *order = scene_order(family->arena, scene, &count);
    for (size_t i = 0; i < count; i++) {
        size_t node = order[i];
        size_t parent = scene->nodes[node].parent;
        bool moved = interplay.moves[node] || scene->nodes[node].constrained;
        interplay.mover[node] = moved ? node : parent == SCENE_NONE ? SCENE_NONE : interplay.mover[parent];
        interplay.swings[node] = interplay.is_head[node] ? node
                                 : parent == SCENE_NONE  ? SCENE_NONE
                                                         : interplay.swings[parent];
    }
    return interplay;
}

/* Whether what moves a node doesn't move the other along with it. */
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
    /* of the destination its own constraint doesn't count */
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
    report_english(
        family->check->findings, RULE_CONSTRAINT_SOURCE_STATIC, constraint_body_pointer(family, constraint, "source"),
        "%s follows %s, which nothing in this file moves (it is no humanoid bone, spring joint or node with a "
        "constraint), so that the constraint does nothing: choose a source that moves, or delete the constraint",
        constraint_title(family, constraint), name_node(family->avatar, constraint->source));
}

/* The head of a spring that moves what a constraint reads; SCENE_NONE when there is none. */
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
    struct arena *arena = family->arena;
    const char *source = name_node(family->avatar, constraint->source);
    const char *which = head == constraint->source ? arena_printf(arena, "%s, a spring joint", source)
                                                   : arena_printf(arena, "%s, which hangs from the spring joint %s",
                                                                  source, name_node(family->avatar, head));
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_SOURCE_SPRING_JOINT,
        constraint_body_pointer(family, constraint, "source"),
        "%s follows %s; springs move after constraints, so that the node lags by a frame or doesn't follow at "
        "all: choose a source that doesn't sway",
        constraint_title(family, constraint), which);
    finding_relate_english(finding, arena_printf(arena, "/nodes/%zu", head), "the spring joint %s",
                           name_node(family->avatar, head));
}

static void check_eye(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t bone = humanoid_bone(interplay->humanoid, constraint->source);
    if (bone == BONE_COUNT || bones[bone].class != BONE_EYE) {
        return;
    }
    report_english(
        family->check->findings, RULE_CONSTRAINT_SOURCE_EYE_BONE, constraint_body_pointer(family, constraint, "source"),
        "%s follows %s, the humanoid bone %s; UniVRM moves the eyes after constraints, so that the node stays behind "
        "the gaze there: try it in UniVRM, or move the node by the expressions of the gaze",
        constraint_title(family, constraint), name_node(family->avatar, constraint->source), bones[bone].name);
}

/* Whether another constraint that this one reads comes later in the order in which UniVRM runs them. */
static void check_order(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *nodes = interplay->scene->nodes;
    /* of all those above the source the nearest comes last; what is above the destination comes before it */
    size_t item =
        constraint->source_space == SPACE_MODEL ? family->nearest[constraint->source] : family->on[constraint->source];
    if (item == SCENE_NONE) {
        return;
    }
    size_t other = family->items[item].destination;
    if (nodes[constraint->destination].enter >= nodes[other].enter) {
        return;
    }
    const char *source = name_node(family->avatar, constraint->source);
    const char *which = other == constraint->source
                            ? arena_printf(family->arena, "%s, which has a constraint too", source)
                            : arena_printf(family->arena, "%s below %s, which has a constraint too", source,
                                           name_node(family->avatar, other));
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_EVALUATION_ORDER,
        constraint_body_pointer(family, constraint, "source"),
        "%s follows %s and comes later in the hierarchy, so that UniVRM shows this node one frame late: put this "
        "node behind it in the hierarchy, or follow what that one follows",
        constraint_title(family, constraint), which);
    finding_relate_english(finding, constraint_pointer(family, &family->items[item]), "the constraint on %s",
                           name_node(family->avatar, other));
}

/* ---- destinations ---- */

static const char *bone_pointer(const struct constraint_family *family, size_t bone)
{
    return arena_printf(family->arena, "/extensions/VRMC_vrm/humanoid/humanBones/%s/node", bones[bone].name);
}

static void check_bone(const struct interplay *interplay, const struct constraint *constraint, size_t bone)
{
    const struct constraint_family *family = interplay->family;
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_DESTINATION_HUMANOID_BONE, constraint_pointer(family, constraint),
        "%s moves the humanoid bone %s, and overwrites in every frame what animation and tracking do to it: move "
        "the constraint to a bone of its own that isn't part of the humanoid",
        constraint_title(family, constraint), bones[bone].name);
    finding_relate_english(finding, bone_pointer(family, bone), "humanoid bone %s", bones[bone].name);
}

/* Humanoid bones that are carried along. */
static void check_bones_below(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    size_t carried[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        if (scene_is_above(interplay->scene, constraint->destination, interplay->humanoid->nodes[bone])) {
            carried[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    struct buf list = BUF_INIT(family->arena);
    for (size_t i = 0; i < count && i < FINDING_LIST_MAX; i++) {
        buf_printf(&list, "%s%s", i == 0 ? "" : ", ", bones[carried[i]].name);
    }
    if (count > FINDING_LIST_MAX) {
        buf_printf(&list, " and %zu more", count - FINDING_LIST_MAX);
    }
    struct finding *finding = report_english(
        family->check->findings, RULE_CONSTRAINT_DESTINATION_ABOVE_HUMANOID, constraint_pointer(family, constraint),
        "%s moves a node above the humanoid %s %s, and so the posed body along with it: put the constraint on a "
        "node that carries no humanoid bones",
        constraint_title(family, constraint), count == 1 ? "bone" : "bones", buf_text(&list));
    finding_measure(finding, "bones", (double)count);
    /* no more than are named: a long chain of nodes may carry the whole body at every link */
    for (size_t i = 0; finding != NULL && i < count && i < FINDING_LIST_MAX; i++) {
        finding_relate_english(finding, bone_pointer(family, carried[i]), "humanoid bone %s", bones[carried[i]].name);
    }
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
    }
    if (node->skin != SCENE_NONE) {
        report_english(
            family->check->findings, RULE_CONSTRAINT_DESTINATION_SKINNED_MESH, constraint_pointer(family, constraint),
            "%s moves a node with a skin, and a skinned mesh follows the bones of its skin alone, not its own node: "
            "put the constraint on a bone",
            constraint_title(family, constraint));
    }
}

/* ---- the scene ---- */

static void check_in_scene(const struct interplay *interplay, const struct constraint *constraint)
{
    const struct constraint_family *family = interplay->family;
    const struct scene_node *nodes = interplay->scene->nodes;
    bool shown = nodes[constraint->destination].in_default;
    bool source_shown = constraint->source == SCENE_NONE || nodes[constraint->source].in_default;
    if (!shown) {
        report_english(
            family->check->findings, RULE_CONSTRAINT_NODE_NOT_IN_SCENE, constraint_pointer(family, constraint),
            "%s moves a node that isn't part of the scene, so that it isn't seen and its place is undefined: add the "
            "node to the scene, or delete the constraint",
            constraint_title(family, constraint));
    } else if (!source_shown) {
        report_english(
            family->check->findings, RULE_CONSTRAINT_NODE_NOT_IN_SCENE,
            constraint_body_pointer(family, constraint, "source"),
            "%s follows %s, which isn't part of the scene, so that its place is undefined: add that node to the "
            "scene, or choose another source",
            constraint_title(family, constraint), name_node(family->avatar, constraint->source));
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
    const char *pointer = constraint_pointer(family, &family->items[0]);
    const char *nodes = family->count == 1 ? "1 node has a constraint"
                                           : arena_printf(family->arena, "%zu nodes have constraints", family->count);
    struct finding *finding;
    if (has_place(document, "/extensions/VRM")) {
        finding = report_english(
            family->check->findings, RULE_CONSTRAINT_WITH_VRM0, pointer,
            "%s, but the avatar is of VRM 0.x, whose loaders know no constraints: export it as VRM 1.0, or "
            "delete the constraints",
            nodes);
        finding_relate_english(finding, "/extensions/VRM", "the avatar of VRM 0.x");
    } else {
        finding =
            report_english(family->check->findings, RULE_CONSTRAINT_NO_VRM, pointer,
                           "%s, but the file is no VRM avatar (it has no VRMC_vrm), so that UniVRM doesn't read them: "
                           "export it as VRM 1.0 if it should be one",
                           nodes);
    }
    finding_measure(finding, "constraints", (double)family->count);
}

void constraint_interplay(const struct constraint_family *family)
{
    const struct interplay interplay = read_interplay(family);
    for (size_t i = 0; i < family->count; i++) {
        const struct constraint *constraint = &family->items[i];
        if (family->on[constraint->destination] == i) {
            /* where a ring or the like has condemned the source, it has to be changed anyway */
            if (!family->condemned[i]) {
                check_static(&interplay, constraint);
                check_order(&interplay, constraint);
            }
            check_swinging(&interplay, constraint);
            check_eye(&interplay, constraint);
        }
        if (constraint->known) {
            check_destination(&interplay, constraint);
            check_in_scene(&interplay, constraint);
        }
    }
    check_file(family);
}
