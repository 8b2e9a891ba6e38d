/* Whose a value is, by the names that artists gave. */
#ifndef VRMLINT_VRM_ABOUT_H
#define VRMLINT_VRM_ABOUT_H

#include "vrm/avatar.h"

/*
 * Whether the value at a pointer belongs to a node of that name: to the node itself, to a joint, collider, bone or
 * animation channel that names it as its own, and whatever lies below these.
 */
bool about_node(const struct avatar *avatar, const char *pointer, const char *name);

/* The same of a spring, by its name, or of a bone group of VRM 0.x, by its comment. */
bool about_spring(const struct avatar *avatar, const char *pointer, const char *name);

#endif
