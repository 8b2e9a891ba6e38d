/* What a place belongs to: its node, spring, material. */
#ifndef VRMLINT_VRM_ABOUT_H
#define VRMLINT_VRM_ABOUT_H

#include "finding/place.h"
#include "vrm/avatar.h"

/* Returns the node that a place belongs to, usable or not: the node itself, or that of a joint, collider, bone or
 * animation channel. For a spring or a group it is the node of the first member. SCENE_NONE if there is none. */
size_t about_which_node(const struct avatar *avatar, const struct place *place);

/* Returns the number of the spring of a place, among all springs followed by all bone groups of VRM 0.x; SPRINGS_NONE
 * if the place is in none. */
size_t about_which_spring(const struct avatar *avatar, const struct place *place);

/* Kinds of things with names that a place may belong to. */
enum about_kind {
    ABOUT_NODE,
    ABOUT_SPRING,
    ABOUT_BONE,
    ABOUT_EXPRESSION,
    ABOUT_MATERIAL,
    ABOUT_TEXTURE,
    ABOUT_MESH,
    ABOUT_KINDS
};

/*
 * Whether a place belongs to a thing with that name: a node, but not a spring or group that it is the first of; a
 * spring, or a bone group of VRM 0.x by its comment; a bone of the humanoid, also by its node; an expression by its key
 * or, in VRM 0.x, by presetName or name; a material, also its properties in VRM 0.x; a texture or image, by its own
 * name or the image's; a mesh, also by its primitives.
 */
bool about_named(const struct avatar *avatar, const struct place *place, enum about_kind kind, const char *name);

#endif
