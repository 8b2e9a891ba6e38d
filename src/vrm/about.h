/* Which node or spring a place belongs to. */
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

/* Whether a place belongs to a node with that name. False for springs and groups. */
bool about_node(const struct avatar *avatar, const struct place *place, const char *name);

/* The same for a spring, by its name, or for a bone group of VRM 0.x, by its comment. */
bool about_spring(const struct avatar *avatar, const struct place *place, const char *name);

#endif
