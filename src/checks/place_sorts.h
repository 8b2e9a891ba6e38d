/* Sorts of places that causes are told apart by. */
#ifndef VRMLINT_CHECKS_PLACE_SORTS_H
#define VRMLINT_CHECKS_PLACE_SORTS_H

#include "finding/place.h"

/* Whether a place links nodes to each other or to a scene, or has a name that is nearly that. */
bool place_links_nodes(const struct place *place);

/* Whether a place is what says where a node is, or has a name that is nearly that. */
bool place_moves_node(const struct place *place);

#endif
