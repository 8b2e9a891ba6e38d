/* Kinds of places, for telling causes apart. */
#ifndef VRMLINT_CHECKS_PLACE_SORTS_H
#define VRMLINT_CHECKS_PLACE_SORTS_H

#include "finding/place.h"

/* Whether a place is a link between nodes or from a scene to a node, or a misspelt one. */
bool place_links_nodes(const struct place *place);

/* Whether a place is a member that positions a node, or a misspelt one. */
bool place_moves_node(const struct place *place);

#endif
