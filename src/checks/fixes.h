/* Edits of the kinds that rules of several families attach to their findings. */
#ifndef VRMLINT_CHECKS_FIXES_H
#define VRMLINT_CHECKS_FIXES_H

#include "checks/checks.h"
#include "checks/namesakes.h"

/* Moves everything that the scene shows by metres along the axes of the world, by moving its top nodes. If an
 * animation moves one of them, the finding gets no fix instead. */
void fix_move_scene(struct finding *finding, const struct avatar *avatar, struct vec3 way);

/* Gives unique names to count nodes that share one name, except to the node at index `kept` among them. all: the
 * all_count nodes that have a name, sorted by named_sort(). */
void fix_node_names(struct finding *finding, const struct named *all, size_t all_count, const struct named *nodes,
                    size_t count, size_t kept);

/* Gives a node without a name the wanted one, or that with a number if another node has it. all: as above. */
void fix_name_node(struct finding *finding, size_t node, const char *wanted, const struct named *all, size_t count);

/* Gives unique names to the morph targets of a mesh whose names repeat earlier names of a list. Changes that list and
 * the other lists of names in the mesh and its primitives. */
void fix_target_names(struct finding *finding, size_t mesh, const struct tree *json, const struct tree *list);

/* Returns "rightHand" for "leftHand" and the reverse, in the arena; NULL for names of neither side. */
const char *fix_other_side(struct arena *arena, const char *bone);

/* Whether a bone belongs to the limb that begins with a pair of bones ("UpperArm", "UpperLeg", "Shoulder", "Eye"). */
bool fix_is_of_limb(const char *pair, const char *bone);

/* Whether a JSON file is complete in itself: no buffer and no image has a uri. */
bool fix_can_pack(struct document *document);

/* Removes the name at index `at` from extensionsUsed or extensionsRequired. Does nothing if `at` is SIZE_MAX. */
void fix_unlist(struct finding *finding, enum place_kind list, size_t at);

/* Whether a colour is written from 0 to 255: whole numbers, one of them brighter than any intended glow. */
bool fix_is_of_bytes(const double rgb[3]);

/* Drag forces below this hardly slow a bone: at 60 frames a second, it still has a sixth of its speed after a second.
 */
#define LITTLE_DRAG 0.03

/* Whether a dragForce above 1 is a percentage. 100 % isn't: no bone that should swing has that much. */
bool fix_is_drag_percent(double drag);

/* Returns the probably intended dragForce for one outside 0 to 1: without its sign, a percentage as a fraction, or
 * the usual one. Never returns one that another rule reports: with almost none a bone hardly comes to rest, and with 1
 * it never swings. */
double fix_drag(double drag);

/* Returns a number clamped to 0..most; a negative one loses its sign first. */
double fix_into(double value, double most);

#endif
