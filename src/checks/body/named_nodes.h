/* Nodes that are named like bones without a node. */
#ifndef VRMLINT_CHECKS_BODY_NAMED_NODES_H
#define VRMLINT_CHECKS_BODY_NAMED_NODES_H

#include "checks/body/body.h"

/* Whether a node goes before others of the same name. */
typedef bool named_node_first(const struct check *check, size_t node);

/*
 * Writes for each bone without an entry the node of the scene that is named like it, in VRM or in a usual skeleton:
 * "Head", "mixamorig:Head", "J_Bip_C_Head". It must fit: no other such node does, it is no bone, it is below the
 * nearest bone above it, and above the bones that belong below it. first: may be NULL. A thumb has all three nodes or
 * none: with an "intermediate" joint they have the names of VRM 0.x. SCENE_NONE for other bones.
 */
void body_named_nodes(const struct body *body, named_node_first *first, size_t named[BONE_COUNT]);

/* Whether each required bone has such a node. */
bool body_are_named(const size_t named[BONE_COUNT]);

#endif
