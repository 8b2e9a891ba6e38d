/* All views of one file, read once and shared by every check. */
#ifndef VRMLINT_VRM_AVATAR_H
#define VRMLINT_VRM_AVATAR_H

#include "vrm/animation.h"
#include "vrm/constraints.h"
#include "vrm/humanoid.h"
#include "vrm/springs.h"
#include "vrm/vrm0.h"
#include "vrm/vrma.h"

struct avatar {
    struct document *document;
    const struct scene *scene;
    const struct springs *springs;
    const struct humanoid *humanoid;
    const struct constraints *constraints;
    const struct animations *animations;
    const struct vrm0 *vrm0;
    const struct vrma *vrma;
};

/* Reads all views of a readable document; the scene's own faults are reported on the way. */
struct avatar *avatar_read(struct document *document);

/*
 * Names as the artist knows them, for messages; in the arena, long ones shortened to 60 code points.
 *   node:     'Hair_01' (node 12)        or node 12 (unnamed)
 *   spring:   Spring 0 'Hair'            or Spring 0 (unnamed)
 *   joint:    joint 2 'Hair_03'          by the node's name
 *   collider: collider 1 on 'Head'
 *   group:    collider group 0 'Body'
 * and of VRM 0.x
 *   bone group:     Bone group 0 'Hair'
 *   root:           Bone group 0 'Hair', root 'Hair_01' (node 12)
 *   collider group: Collider group 0 on 'Head'
 */
const char *name_node(const struct avatar *avatar, size_t node);
const char *name_spring(const struct avatar *avatar, size_t spring);
const char *name_joint(const struct avatar *avatar, size_t spring, size_t joint);
const char *name_collider(const struct avatar *avatar, size_t collider);
const char *name_group(const struct avatar *avatar, size_t group);
const char *name_bone_group(const struct avatar *avatar, size_t group);
const char *name_root(const struct avatar *avatar, const struct vrm0_root *root);
const char *name_vrm0_collider_group(const struct avatar *avatar, size_t group);

/* "Spring 0 'Hair', joint 2 'Hair_03'": the long form that most messages begin with. */
const char *name_spring_joint(const struct avatar *avatar, size_t spring, size_t joint);

/* "Animation 0 'Walk', channel 3 (rotation of bone head)", by its place in animations.channels: the bone, expression or
 * gaze that it moves in a VRM animation, otherwise the node. */
const char *name_channel(const struct avatar *avatar, size_t channel);

/*
 * What a pointer is about, by the same names: "Spring 0 'Hair', joint 2 'Hair_03'" for
 * /extensions/VRMC_springBone/springs/0/joints/2/stiffness, "Node 4 'Hips'", "The file". With group set, the shorter
 * form to group findings under: "Spring 0 'Hair'".
 */
const char *name_pointer(const struct avatar *avatar, const char *pointer, bool group);

/* The shorter form, for many findings one after the other: those of one element share a text. Begins empty. */
struct name_memo {
    const void *place; /* the kind of element; NULL: none is remembered */
    size_t index;
    const char *name;
};
const char *name_subject(const struct avatar *avatar, const char *pointer, struct name_memo *memo);

/* A text from the file made fit for a message: quoted, shortened. */
const char *name_quote(struct arena *arena, const char *text);

#endif
