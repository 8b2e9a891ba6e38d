/* Names and places of the parts of an avatar. */
#ifndef VRMLINT_CHECKS_AVATAR_NAMES_H
#define VRMLINT_CHECKS_AVATAR_NAMES_H

#include "checks/checks.h"

/* Returns the name of an expression by its index in struct vrm1: "expression 'happy'", "custom expression 'wink'". */
struct argument the_avatar_expression(const char *as, const struct check *check, size_t expression);

/* Returns its place, or that of a member ("overrideBlink", "morphTargetBinds/2/node"). */
struct place avatar_expression_place(const struct check *check, size_t expression, const char *member);

/* Returns the name of a bind. words: WORDS_MORPH_BIND and so on. */
struct argument the_bind(const char *as, const struct check *check, enum message words, size_t expression,
                         size_t index);

/* Returns the place of a bind. list: "morphTargetBinds" and so on; member may be NULL. */
struct place bind_place(const struct check *check, size_t expression, const char *list, size_t index,
                        const char *member);

/* Return "mesh 0 'Face'" or "material 2 'Skin'", by index in a list at the root. */
struct argument the_avatar_mesh(const char *as, const struct check *check, size_t mesh);
struct argument the_avatar_material(const char *as, const struct check *check, size_t material);

#endif
