/* What the parts of an avatar are called, and where they stand. */
#ifndef VRMLINT_CHECKS_AVATAR_NAMES_H
#define VRMLINT_CHECKS_AVATAR_NAMES_H

#include "checks/checks.h"

/* An expression, by its place in the view: "expression 'happy'", "custom expression 'wink'". */
struct argument the_avatar_expression(const char *as, const struct check *check, size_t expression);

/* Where it stands, or a member of it ("overrideBlink", "morphTargetBinds/2/node"). */
struct place avatar_expression_place(const struct check *check, size_t expression, const char *member);

/* A bind: words are WORDS_MORPH_BIND and so on. */
struct argument the_bind(const char *as, const struct check *check, enum message words, size_t expression,
                         size_t index);

/* Where it stands: list is "morphTargetBinds" and so on, member may be NULL. */
struct place bind_place(const struct check *check, size_t expression, const char *list, size_t index,
                        const char *member);

/* "mesh 0 'Face'", "material 2 'Skin'": by a list at the root. */
struct argument the_avatar_mesh(const char *as, const struct check *check, size_t mesh);
struct argument the_avatar_material(const char *as, const struct check *check, size_t material);

#endif
