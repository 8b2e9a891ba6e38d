/*
 * Checks what else controls the nodes of spring bones: humanoid bones, constraints and animations; and collider
 * groups that a spring lists twice.
 *
 * Springs are last in a frame (after animation, look-at, expressions and constraints), and start from the rest pose.
 * Other movements of a joint are lost.
 */
#include "checks/checks.h"
#include "checks/repeats.h"
#include "ids/messages_springbone.h"
#include "ids/messages_springbone_motion.h"

/* The animation channels that move a node: heads of two lists that continue in movers.next. */
struct moved {
    size_t rotation; /* index in channels, or SCENE_NONE */
    size_t rotation_count;
    size_t shift; /* translation or scale */
    size_t shift_count;
};

struct movers {
    struct moved *nodes; /* per node; NULL if nothing is animated */
    size_t *next;        /* per channel */
    size_t *above;       /* per node: the nearest node at or above it that is shifted; NULL if none is */
};

struct interplay {
    struct check *check;
    const struct avatar *avatar;
    bool *is_head;              /* per node: it is the head of some spring; NULL without a humanoid */
    struct last_listed *listed; /* per collider group */
    struct movers movers;
};

/* ---- humanoid bones ---- */

static enum vrmlint_severity bone_severity(const struct humanoid *humanoid, size_t bone)
{
    switch (bones[bone].class) {
    case BONE_BODY:
        return VRMLINT_WARNING;
    case BONE_EYE:
        return humanoid->look_at == LOOK_AT_BONE ? VRMLINT_WARNING : VRMLINT_INFO;
    case BONE_SMALL:
        break;
    }
    return VRMLINT_INFO;
}

static struct place bone_place(struct check *check, size_t bone)
{
    return place_of(PLACE_BONE, 0, 0, arena_printf(check->arena, "%s/node", bones[bone].name));
}

static void check_humanoid_head(const struct interplay *interplay, const struct spring *spring,
                                const struct joint *joint)
{
    struct check *check = interplay->check;
    size_t bone = humanoid_bone(interplay->avatar->humanoid, joint->node);
    if (bone == BONE_COUNT) {
        return;
    }
    enum vrmlint_severity severity = bone_severity(interplay->avatar->humanoid, bone);
    struct argument name = TERM("bone", bones[bone].name);
    struct finding *finding =
        report(check->findings,
               severity == VRMLINT_WARNING   ? MESSAGE_SPRINGBONE_JOINT_IS_HUMANOID__TRACKED
               : bone == bone_by_name("jaw") ? MESSAGE_SPRINGBONE_JOINT_IS_HUMANOID__JAW
                                             : MESSAGE_SPRINGBONE_JOINT_IS_HUMANOID__SMALL,
               place_joint(spring->index, joint->index, "node"),
               ARGUMENTS(the_spring_joint("joint", interplay->avatar, spring->index, joint->index), name));
    finding_severity(finding, severity);
    finding_relate(finding, RELATED_SPRINGBONE_JOINT_IS_HUMANOID__DEFAULT, bone_place(check, bone), ARGUMENTS(name));
}

/* Whether a node is below a moving joint. In an unbroken chain, everything below a joint is below the first one. */
static bool is_shaken(const struct scene *scene, const struct spring *spring, size_t node)
{
    for (size_t i = 0; i < spring_heads(spring); i++) {
        bool below_previous = i > 0 && spring_chain(spring, i - 1)->relation == PAIR_CHAIN;
        if (!below_previous && scene_is_above(scene, spring_chain(spring, i)->node, node)) {
            return true;
        }
    }
    return false;
}

/* Reports bones that a spring carries along. Bones that are heads themselves are reported elsewhere. */
static void check_humanoid_below(const struct interplay *interplay, const struct spring *spring)
{
    struct check *check = interplay->check;
    const struct humanoid *humanoid = interplay->avatar->humanoid;
    size_t shaken[BONE_COUNT];
    struct argument names[BONE_COUNT];
    size_t count = 0;
    for (size_t bone = 0; bone < BONE_COUNT; bone++) {
        size_t node = humanoid->nodes[bone];
        if (node != SCENE_NONE && !interplay->is_head[node] && is_shaken(interplay->avatar->scene, spring, node)) {
            names[count] = TERM("bone", bones[bone].name);
            shaken[count++] = bone;
        }
    }
    if (count == 0) {
        return;
    }
    bool is_jaw = count == 1 && shaken[0] == bone_by_name("jaw");
    struct argument of = the_spring("spring", interplay->avatar, spring->index);
    struct finding *finding =
        is_jaw
            ? report(check->findings, MESSAGE_SPRINGBONE_HUMANOID_UNDER_SPRING__JAW, place_spring(spring->index, NULL),
                     ARGUMENTS(of, the_node("node", interplay->avatar, humanoid->nodes[shaken[0]])))
            : report(check->findings, MESSAGE_SPRINGBONE_HUMANOID_UNDER_SPRING__DEFAULT,
                     place_spring(spring->index, NULL),
                     ARGUMENTS(of, COUNT("count", count),
                               argument_list("bones", names, FINDING_LIST_MAX, count, JOIN_AND)));
    if (is_jaw) {
        finding_severity(finding, VRMLINT_INFO); /* apps hardly ever move the jaw */
    }
    finding_measure(finding, "bones", (double)count);
    for (size_t i = 0; i < count; i++) {
        finding_relate(finding, RELATED_SPRINGBONE_HUMANOID_UNDER_SPRING__DEFAULT, bone_place(check, shaken[i]),
                       ARGUMENTS(names[i]));
    }
}

/* ---- constraints ---- */

static void check_constraint(const struct interplay *interplay, const struct spring *spring, const struct joint *joint)
{
    struct check *check = interplay->check;
    if (!interplay->avatar->scene->nodes[joint->node].constrained) {
        return;
    }
    const struct constraint *constraint = constraints_find(interplay->avatar->constraints, joint->node);
    enum constraint_kind kind = constraint == NULL ? CONSTRAINT_UNKNOWN : constraint->kind;
    struct place place = place_joint(spring->index, joint->index, "node");
    struct argument name = the_spring_joint("joint", interplay->avatar, spring->index, joint->index);
    struct finding *finding =
        report_taking(check->findings,
                      kind == CONSTRAINT_UNKNOWN ? MESSAGE_SPRINGBONE_JOINT_HAS_CONSTRAINT__UNKNOWN
                                                 : MESSAGE_SPRINGBONE_JOINT_HAS_CONSTRAINT__KNOWN,
                      place, ARGUMENTS(name, TERM("kind", constraint_kind_name(kind))));
    finding_relate(finding, RELATED_SPRINGBONE_JOINT_HAS_CONSTRAINT__DEFAULT,
                   place_node(joint->node, "extensions/VRMC_node_constraint"),
                   ARGUMENTS(the_node("node", interplay->avatar, joint->node)));
}

/* ---- animations ---- */

/* Sorts the channels by the node that they move. */
static void read_movers(struct interplay *interplay)
{
    const struct animations *animations = interplay->avatar->animations;
    const struct scene *scene = interplay->avatar->scene;
    struct arena *arena = interplay->check->arena;
    struct movers *movers = &interplay->movers;
    if (animations->count == 0) {
        return;
    }
    movers->nodes = arena_array(arena, scene->count, sizeof *movers->nodes);
    movers->next = arena_array(arena, animations->count, sizeof *movers->next);
    for (size_t n = 0; n < scene->count; n++) {
        movers->nodes[n] = (struct moved){.rotation = SCENE_NONE, .shift = SCENE_NONE};
    }
    bool any_shift = false;
    bool *shifted = arena_array(arena, scene->count, sizeof *shifted);
    for (size_t c = animations->count; c-- > 0;) {
        const struct channel *channel = &animations->channels[c];
        if (channel->node == SCENE_NONE) {
            continue;
        }
        struct moved *moved = &movers->nodes[channel->node];
        if (channel->path == PATH_ROTATION) {
            movers->next[c] = moved->rotation;
            moved->rotation = c;
            moved->rotation_count++;
        } else if (channel->path == PATH_TRANSLATION || channel->path == PATH_SCALE) {
            movers->next[c] = moved->shift;
            moved->shift = c;
            moved->shift_count++;
            any_shift = shifted[channel->node] = true;
        }
    }
    if (any_shift) {
        movers->above = scene_nearest(arena, scene, shifted);
    }
}

/* Relates the channels of a list, up to a limit, because one node may be in many springs. */
static void relate_channels(const struct interplay *interplay, struct finding *finding, size_t channel)
{
    for (size_t i = 0; finding != NULL && channel != SCENE_NONE && i < FINDING_LIST_MAX; i++) {
        const struct channel *shown = &interplay->avatar->animations->channels[channel];
        finding_relate(
            finding, RELATED_SPRINGBONE_JOINT_ANIMATED__DEFAULT, shown->place,
            ARGUMENTS(COUNT("channel", shown->index), the_animation("animation", interplay->avatar, shown->animation)));
        channel = interplay->movers.next[channel];
    }
}

/* Returns words for the animation of a channel and the number of further channels in its list. inner: memory for
 * their arguments. */
static struct argument name_channels(const struct interplay *interplay, size_t channel, size_t count,
                                     struct argument inner[3])
{
    size_t animation = interplay->avatar->animations->channels[channel].animation;
    inner[0] = the_animation("animation", interplay->avatar, animation);
    inner[1] = COUNT("count", count - 1);
    inner[2] = (struct argument){.name = NULL};
    return count == 1 ? inner[0] : CLAUSE("animation", WORDS_ANIMATION_CHANNELS, inner);
}

static void report_rotation(const struct interplay *interplay, const struct spring *spring, const struct joint *joint)
{
    const struct moved *moved = &interplay->movers.nodes[joint->node];
    struct argument inner[3];
    struct finding *finding =
        report(interplay->check->findings, MESSAGE_SPRINGBONE_JOINT_ANIMATED__ROTATED,
               place_joint(spring->index, joint->index, "node"),
               ARGUMENTS(the_spring_joint("joint", interplay->avatar, spring->index, joint->index),
                         name_channels(interplay, moved->rotation, moved->rotation_count, inner)));
    relate_channels(interplay, finding, moved->rotation);
    relate_channels(interplay, finding, moved->shift);
}

/* Reports a shifted node. node: the joint's own, or one that the chain skips above the joint. */
static void report_shift(const struct interplay *interplay, const struct spring *spring, const struct joint *joint,
                         size_t node)
{
    struct findings *findings = interplay->check->findings;
    const struct moved *moved = &interplay->movers.nodes[node];
    bool scales = interplay->avatar->animations->channels[moved->shift].path == PATH_SCALE;
    struct place place = place_joint(spring->index, joint->index, "node");
    struct argument inner[3];
    struct argument name = the_spring_joint("joint", interplay->avatar, spring->index, joint->index);
    struct argument animation = name_channels(interplay, moved->shift, moved->shift_count, inner);
    struct finding *finding =
        node == joint->node
            ? report(findings,
                     scales ? MESSAGE_SPRINGBONE_JOINT_ANIMATED__SCALED : MESSAGE_SPRINGBONE_JOINT_ANIMATED__MOVED,
                     place, ARGUMENTS(name, animation))
            : report(findings,
                     scales ? MESSAGE_SPRINGBONE_JOINT_ANIMATED__SKIPPED_SCALED
                            : MESSAGE_SPRINGBONE_JOINT_ANIMATED__SKIPPED_MOVED,
                     place, ARGUMENTS(name, animation, the_node("node", interplay->avatar, node)));
    finding_severity(finding, VRMLINT_INFO);
    relate_channels(interplay, finding, moved->shift);
}

/* Checks a joint, and the nodes that the chain skips between the previous joint and it. */
static void check_animated(const struct interplay *interplay, const struct spring *spring, size_t i)
{
    const struct movers *movers = &interplay->movers;
    const struct joint *joint = spring_chain(spring, i);
    const struct moved *moved = &movers->nodes[joint->node];
    if (i < spring_heads(spring) && moved->rotation_count > 0) {
        report_rotation(interplay, spring, joint);
    } else if (moved->shift_count > 0) {
        report_shift(interplay, spring, joint, joint->node);
    }
    const struct joint *previous = i == 0 ? NULL : spring_chain(spring, i - 1);
    if (previous == NULL || movers->above == NULL || previous->relation != PAIR_CHAIN || previous->skipped == 0) {
        return;
    }
    const struct scene *scene = interplay->avatar->scene;
    size_t node = movers->above[scene->nodes[joint->node].parent];
    if (node != SCENE_NONE && scene_is_above(scene, previous->node, node)) {
        report_shift(interplay, spring, joint, node);
    }
}

/* ---- collider groups ---- */

static const struct repeats_rule repeated_groups = {PLACE_SPRING_GROUP,
                                                    {"spring", the_spring},
                                                    {"group", the_group},
                                                    MESSAGE_SPRINGBONE_DUPLICATE_COLLIDER_GROUP__DEFAULT,
                                                    RELATED_SPRINGBONE_DUPLICATE_COLLIDER_GROUP__DEFAULT,
                                                    MESSAGE_SPRINGBONE_DUPLICATE_COLLIDER_GROUP__MORE};

static void check_spring(const struct interplay *interplay, const struct spring *spring)
{
    const struct humanoid *humanoid = interplay->avatar->humanoid;
    repeats_check(interplay->check, &repeated_groups, spring->index, tree_get(spring->json, "colliderGroups"),
                  interplay->listed, interplay->avatar->springs->group_count);
    for (size_t i = 0; i < spring_heads(spring); i++) {
        if (humanoid->present) {
            check_humanoid_head(interplay, spring, spring_chain(spring, i));
        }
        check_constraint(interplay, spring, spring_chain(spring, i));
    }
    if (humanoid->present) {
        check_humanoid_below(interplay, spring);
    }
    /* A spring without heads moves nothing, so it is skipped. */
    for (size_t i = 0; spring_heads(spring) > 0 && interplay->movers.nodes != NULL && i < spring->chain_count; i++) {
        check_animated(interplay, spring, i);
    }
}

void check_spring_interplay(struct check *check)
{
    const struct avatar *avatar = check->avatar;
    const struct springs *springs = avatar->springs;
    struct interplay interplay = {
        .check = check,
        .avatar = avatar,
        .is_head = avatar->humanoid->present ? springs_heads(check->arena, springs, avatar->scene->count) : NULL,
        .listed = arena_array(check->arena, springs->group_count, sizeof(struct last_listed)),
    };
    read_movers(&interplay);
    for (size_t s = 0; s < springs->spring_count; s++) {
        check_spring(&interplay, &springs->springs[s]);
    }
}
