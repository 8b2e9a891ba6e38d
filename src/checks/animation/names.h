/* Names of bones, expressions and channels in the checks of VRM animations, and the places of findings about them. */
#ifndef VRMLINT_CHECKS_ANIMATION_NAMES_H
#define VRMLINT_CHECKS_ANIMATION_NAMES_H

#include "checks/checks.h"

/* Returns words for a bone, by index in bones[]: "bone 'leftHand' on 'L_Hand' (node 8)", without the node if it isn't
 * mapped to an existing one. Eyes are allowed too. */
struct argument the_animated_bone(const char *as, const struct check *check, size_t bone);

/* Returns "expression 'happy' on 'Smile' (node 15)" or "custom expression 'wink' on ...". */
struct argument the_animated_expression(const char *as, const struct check *check, size_t expression);

/* Returns "the gaze (lookAt) on 'Gaze' (node 16)". */
struct argument the_animated_gaze(const char *as, const struct check *check);

/* Returns the node of a bone or an eye, by index in bones[]; SCENE_NONE if it isn't mapped to an existing one. */
size_t animated_bone_node(const struct vrma *vrma, size_t bone);

/* Returns "channel 3 of animation 0 'Wave'", by index in animations.channels, without what it moves. */
struct argument the_channel_alone(const char *as, const struct check *check, size_t channel);

/* Return the place of a bone (by index in bones[]) or an expression in the extension, or of a property ("node"; NULL:
 * the whole entry). The pointer is in the arena. */
struct place animated_bone_place(const struct check *check, size_t bone, const char *property);
struct place animated_expression_place(const struct check *check, size_t expression, const char *property);

/* Whether the first animation, which is the one that apps play, moves anything. */
bool animation_plays(const struct check *check);

/* Whether no channel moves a node of the skeleton, and one moves an expression or the gaze. */
bool animation_moves_only_face(const struct check *check);

/* Whether a channel of the first animation moves a node. */
bool animation_moves(const struct check *check, size_t node);

/* Whether a node below the hips rotates that an entry maps, without a mapped bone between: three-vrm stops with an
 * error if the hips aren't mapped. Entries that aren't bones count too. */
bool animation_rotates_below_hips(const struct check *check);

#endif
