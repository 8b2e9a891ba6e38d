/* Two bones on one node. */
#ifndef VRMLINT_CHECKS_BODY_SHARED_NODES_H
#define VRMLINT_CHECKS_BODY_SHARED_NODES_H

#include "checks/body/body.h"

/* Returns which of two bones on one node belongs on another node. */
size_t body_wrong_of(const struct body *body, size_t one, size_t other);

/* Returns the node that was meant for a bone that shares another bone's node; SCENE_NONE if the file doesn't show it.
 * Searches all nodes. */
size_t body_meant_node(const struct body *body, size_t bone);

#endif
