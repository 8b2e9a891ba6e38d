/* Whose a value is. */
#ifndef VRMLINT_VRM_ABOUT_H
#define VRMLINT_VRM_ABOUT_H

#include "finding/place.h"
#include "vrm/avatar.h"

/* The node that a place belongs to, usable or not: the node itself, or that of a joint, collider, bone or animation
 * channel; of a spring or a group, that of its first member. SCENE_NONE where there is none. */
size_t about_which_node(const struct avatar *avatar, const struct place *place);

/* The number of a spring among all springs and, behind them, all bone groups of VRM 0.x; SPRINGS_NONE for a place that
 * is in none. */
size_t about_which_spring(const struct avatar *avatar, const struct place *place);

/* Whether a place belongs to a node of that name, as the artist gave it: of a spring or group none counts. */
bool about_node(const struct avatar *avatar, const struct place *place, const char *name);

/* The same of a spring, by its name, or of a bone group of VRM 0.x, by its comment. */
bool about_spring(const struct avatar *avatar, const struct place *place, const char *name);

#endif
