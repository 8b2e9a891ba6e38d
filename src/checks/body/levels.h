/* Bones that are mapped to the node of the next bone along their limb. */
#ifndef VRMLINT_CHECKS_BODY_LEVELS_H
#define VRMLINT_CHECKS_BODY_LEVELS_H

#include "checks/body/body.h"

/* Returns the parent or child of the bone's node that has the bone's name; SCENE_NONE if the bone isn't mapped one
 * level off. */
size_t body_intended_node(const struct body *body, size_t bone);

#endif
