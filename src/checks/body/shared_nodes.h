/* Two bones on one node. */
#ifndef VRMLINT_CHECKS_BODY_SHARED_NODES_H
#define VRMLINT_CHECKS_BODY_SHARED_NODES_H

#include "checks/body/body.h"

/* Of two bones on one node, the one that belongs on another. */
size_t body_wrong_of(const struct body *body, size_t one, size_t other);

/* The node that a bone was meant for which shares that of another one; SCENE_NONE if the file doesn't show it. Looks
 * through all nodes. */
size_t body_meant_node(const struct body *body, size_t bone);

#endif
