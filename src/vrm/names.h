/*
 * The names of things in messages, as artists know them. Each function returns the argument for a placeholder named
 * as, and borrows names from the file. In English:
 *   node:       'Hair_01' (node 12)        or node 12 (unnamed)
 *   spring:     spring 0 'Hair'            or spring 0 (unnamed)
 *   joint:      joint 2 'Hair_03'          by the node's name; alone, or after its spring
 *   collider:   collider 1 on 'Head'
 *   group:      collider group 0 'Body'
 *   channel:    animation 0 'Walk', channel 3 (rotation of bone head)
 * and for VRM 0.x
 *   bone group: bone group 0 'Hair'
 *   root:       bone group 0 'Hair', root 'Hair_01' (node 12)
 *   group:      collider group 0 on 'Head'
 *   collider:   collider 1 of collider group 0 on 'Head'
 */
#ifndef VRMLINT_VRM_NAMES_H
#define VRMLINT_VRM_NAMES_H

#include "finding/place.h"
#include "gltf/accessor.h"
#include "message/member_names.h"
#include "message/message.h"
#include "vrm/avatar.h"

/* Names the format of an accessor: "VEC4 of normalised shorts". type and component must be valid in glTF. */
struct argument the_form(const char *as, const struct avatar *avatar, const char *type, enum component component,
                         bool normalized);

struct argument the_node(const char *as, const struct avatar *avatar, size_t node);
struct argument the_spring(const char *as, const struct avatar *avatar, size_t spring);
struct argument the_joint(const char *as, const struct avatar *avatar, size_t spring, size_t joint);
struct argument the_spring_joint(const char *as, const struct avatar *avatar, size_t spring, size_t joint);
struct argument the_collider(const char *as, const struct avatar *avatar, size_t collider);
struct argument the_group(const char *as, const struct avatar *avatar, size_t group);
struct argument the_bone_group(const char *as, const struct avatar *avatar, size_t group);
struct argument the_root(const char *as, const struct avatar *avatar, const struct vrm0_root *root);

/* Names a bone of a bone group by its node: "bone group 0 'Hair', bone 'Hair_03' (node 7)". */
struct argument the_group_bone(const char *as, const struct avatar *avatar, size_t group, size_t node);
struct argument the_vrm0_group(const char *as, const struct avatar *avatar, size_t group);
struct argument the_vrm0_collider(const char *as, const struct avatar *avatar, size_t group, size_t collider);
struct argument the_animation(const char *as, const struct avatar *avatar, size_t animation);
struct argument the_sampler(const char *as, const struct avatar *avatar, size_t animation, size_t sampler);

/* Names the list that a root must be added to: the children of parent, or the nodes of the scene for SCENE_NONE. */
struct argument the_nodes_of(const char *as, const struct avatar *avatar, size_t parent);

/* Names a channel, by its index in animations.channels, with the bone, expression or gaze that it moves in a VRM
 * animation, otherwise with its node. Takes memory from the file's arena. */
struct argument the_channel(const char *as, const struct avatar *avatar, size_t channel);

/* Return the element of the first index of a place, and the value of its second index in a list of that element; or
 * NULL, also for springs of VRM 0.x that VRM 1.0 replaces. */
const struct tree *place_element(const struct avatar *avatar, const struct place *place);
const struct tree *place_inner(const struct avatar *avatar, const struct place *place, const char *list);

/* Names the thing of a place: the joint, node, collider; "the file". group: the shorter name of what findings are
 * grouped by, such as the joint's spring. Takes memory from the file's arena. */
struct argument the_place(const char *as, const struct avatar *avatar, const struct place *place, bool group);

/* ---- text ---- */

/* The heading of the last place: consecutive findings about the same thing share it. Initialize with zeros. */
struct name_memo {
    enum place_kind kind;
    size_t index;
    bool known;
    struct vrmlint_text text;
};
struct vrmlint_text name_heading(const struct avatar *avatar, unsigned languages, const struct place *place,
                                 struct name_memo *memo);

/* Returns an argument as independent text, with a capital. In the file's arena. */
struct vrmlint_text name_text(const struct avatar *avatar, unsigned languages, struct argument argument);

#endif
