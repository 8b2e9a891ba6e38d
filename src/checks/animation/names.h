/* What the checks on VRM animations call bones, expressions and channels, and where findings about them stand. */
#ifndef VRMLINT_CHECKS_ANIMATION_NAMES_H
#define VRMLINT_CHECKS_ANIMATION_NAMES_H

#include "checks/checks.h"

/* A bone of the animation, by place in bones[]: "bone 'leftHand' on 'L_Hand' (node 8)"; where it isn't mapped to a node
 * that is there, without the node. Eyes too. */
struct argument the_animated_bone(const char *as, const struct check *check, size_t bone);

/* "expression 'happy' on 'Smile' (node 15)", "custom expression 'wink' on ...". */
struct argument the_animated_expression(const char *as, const struct check *check, size_t expression);

/* "the gaze (lookAt) on 'Gaze' (node 16)". */
struct argument the_animated_gaze(const char *as, const struct check *check);

/* The node of a bone, by place in bones[], be it an eye; SCENE_NONE where it isn't mapped to one that is there. */
size_t animated_bone_node(const struct vrma *vrma, size_t bone);

/* Where a bone (by place in bones[]) and an expression stand in the extension, or a property of theirs ("node"; NULL:
 * all of it). The pointer lives in the arena. */
struct place animated_bone_place(const struct check *check, size_t bone, const char *property);
struct place animated_expression_place(const struct check *check, size_t expression, const char *property);

/* ---- English texts of the same, for messages that are still put together ---- */

/* "bone 'leftHand' on 'L_Hand' (node 8)", by place in bones[]; where it isn't mapped to a node that is there, without
 * the node. Eyes too. Everything here lives in the arena. */
const char *animation_bone(const struct check *check, size_t bone);

/* "expression 'happy' on 'Smile' (node 15)", "custom expression 'wink' on ...". */
const char *animation_expression(const struct check *check, size_t expression);

/* The gaze: "the gaze (lookAt) on 'Gaze' (node 16)". */
const char *animation_gaze(const struct check *check);

/* "animation 0 'Wave'". */
const char *animation_title(const struct check *check, size_t animation);

/* "channel 3 of animation 0 'Wave'", by place in animations.channels. */
const char *animation_channel(const struct check *check, size_t channel);

/* A text of these for the beginning of a sentence: with a capital letter. */
const char *animation_capital(const struct check *check, const char *text);

/* "/nodes/3". */
const char *animation_node_pointer(const struct check *check, size_t node);

/* What a channel does to its node: "moves", "turns", "scales", "morphs" or "animates". */
const char *animation_verb(enum channel_path path);

/* Whether the first animation moves anything, which is the one that apps play. */
bool animation_plays(const struct check *check);

/* Whether a channel of the first animation moves a node. */
bool animation_moves(const struct check *check, size_t node);

#endif
