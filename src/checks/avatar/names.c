#include "checks/avatar/names.h"

#include "base/pointer.h"
#include "ids/messages_animation.h"
#include "ids/messages_words.h"

struct argument the_avatar_expression(const char *as, const struct check *check, size_t expression)
{
    const struct vrm1_expression *found = &check->avatar->vrm1->expressions[expression];
    return the_thing(as, found->custom ? WORDS_CUSTOM_EXPRESSION : WORDS_EXPRESSION, 0, found->name);
}

struct place avatar_expression_place(const struct check *check, size_t expression, const char *member)
{
    const struct vrm1_expression *found = &check->avatar->vrm1->expressions[expression];
    const char *path = pointer_key(check->arena, "", found->name) + 1;
    return place_of(found->custom ? PLACE_CUSTOM : PLACE_PRESET, 0, 0,
                    member == NULL ? path : arena_printf(check->arena, "%s/%s", path, member));
}

struct argument the_bind(const char *as, const struct check *check, enum message words, size_t expression, size_t index)
{
    return the_thing(as, words, index, check->avatar->vrm1->expressions[expression].name);
}

struct place bind_place(const struct check *check, size_t expression, const char *list, size_t index,
                        const char *member)
{
    return avatar_expression_place(check, expression,
                                   member == NULL ? arena_printf(check->arena, "%s/%zu", list, index)
                                                  : arena_printf(check->arena, "%s/%zu/%s", list, index, member));
}

struct argument the_avatar_mesh(const char *as, const struct check *check, size_t mesh)
{
    const struct tree *json = check->avatar->surfaces->meshes[mesh].json;
    return the_thing(as, WORDS_MESH, mesh, tree_text(tree_get(json, "name"), NULL));
}

struct argument the_avatar_material(const char *as, const struct check *check, size_t material)
{
    const struct tree *json = check->avatar->surfaces->materials[material].json;
    return the_thing(as, WORDS_MATERIAL, material, tree_text(tree_get(json, "name"), NULL));
}
