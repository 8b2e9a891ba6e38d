/* Edits of the kinds that rules of several families attach to their findings. */
#ifndef VRMLINT_CHECKS_FIXES_H
#define VRMLINT_CHECKS_FIXES_H

#include "checks/checks.h"
#include "checks/namesakes.h"

/*
 * Moves all that the scene shows, by metres along the axes of the world: the nodes at its top. Where that can't be
 * said, because an animation moves one of them, the finding is of class none.
 */
void fix_move_scene(struct finding *finding, const struct avatar *avatar, struct vec3 way);

/* Gives names of their own to count nodes of one name, but for the place `kept` among them. all: the nodes with a name,
 * all_count of them, as named_sort() leaves them. */
void fix_node_names(struct finding *finding, const struct named *all, size_t all_count, const struct named *nodes,
                    size_t count, size_t kept);

/* Gives names of their own to the morph targets of a mesh whose names in a list stand there before: in that list, and
 * in the others that the mesh and its primitives have beside it. */
void fix_target_names(struct finding *finding, size_t mesh, const struct tree *json, const struct tree *list);

/* "rightHand" of "leftHand" and the reverse, in the arena; NULL for names that are of neither side. */
const char *fix_other_side(struct arena *arena, const char *bone);

/* The bones that belong to a limb by the pair that begins it ("UpperArm", "UpperLeg", "Shoulder", "Eye"). */
bool fix_is_of_limb(const char *pair, const char *bone);

/* Whether JSON text is all of a file: no buffer and no image says where its bytes are. */
bool fix_can_pack(struct document *document);

/* Removes a name from extensionsUsed or extensionsRequired, where it stands there at all: at is SIZE_MAX else. */
void fix_unlist(struct finding *finding, enum place_kind list, size_t at);

/* Whether a colour is written from 0 to 255: whole numbers, one of them brighter than any glow that may be meant. */
bool fix_is_of_bytes(const double rgb[3]);

/* Whether a dragForce above 1 is a percentage. */
bool fix_is_drag_percent(double drag);

/* The dragForce that was meant by one outside 0 to 1: without its sign, or as a share instead of a percentage. A bone
 * without any drag hardly comes to rest, so 0 is no choice. */
double fix_drag(double drag);

/* A number brought into a range: one below 0, where that is the range's begin, by its sign alone. */
double fix_into(double value, double most);

#endif
