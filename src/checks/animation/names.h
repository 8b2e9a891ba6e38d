/* What the checks on VRM animations call bones, expressions and channels, and where findings about them stand. */
#ifndef VRMLINT_CHECKS_ANIMATION_NAMES_H
#define VRMLINT_CHECKS_ANIMATION_NAMES_H

#include "checks/checks.h"

/* A bone of the animation, by index in bones[]: "bone 'leftHand' on 'L_Hand' (node 8)"; where it isn't mapped to a node
 * that is there, without the node. Eyes too. */
struct argument the_animated_bone(const char *as, const struct check *check, size_t bone);

/* "expression 'happy' on 'Smile' (node 15)", "custom expression 'wink' on ...". */
struct argument the_animated_expression(const char *as, const struct check *check, size_t expression);

/* "the gaze (lookAt) on 'Gaze' (node 16)". */
struct argument the_animated_gaze(const char *as, const struct check *check);

/* The node of a bone, by index in bones[], be it an eye; SCENE_NONE where it isn't mapped to one that is there. */
size_t animated_bone_node(const struct vrma *vrma, size_t bone);

/* "channel 3 of animation 0 'Wave'", by index in animations.channels, without what it moves. */
struct argument the_channel_alone(const char *as, const struct check *check, size_t channel);

/* Where a bone (by index in bones[]) and an expression stand in the extension, or a property of theirs ("node"; NULL:
 * all of it). The pointer lives in the arena. */
struct place animated_bone_place(const struct check *check, size_t bone, const char *property);
struct place animated_expression_place(const struct check *check, size_t expression, const char *property);

/* Whether the first animation moves anything, which is the one that apps play. */
bool animation_plays(const struct check *check);

/* Whether a channel of the first animation moves a node. */
bool animation_moves(const struct check *check, size_t node);

#endif
