/* Shared by the checks on VRMC_node_constraint: validity, places and names. */
#include "checks/constraint/family.h"
#include "ids/messages_constraint.h"
#include "ids/messages_words.h"

#include <string.h>

bool constraint_is_sound(const struct constraint_family *family, const struct constraint *constraint)
{
    return constraint->known && constraint->source != SCENE_NONE && constraint->source != constraint->destination &&
           scene_usable(family->scene, constraint->destination);
}

bool constraint_is_draft(const struct constraint *constraint)
{
    return constraint->version != NULL && strcmp(constraint->version, "1.0-draft") == 0;
}

#define EXTENSION "extensions/VRMC_node_constraint"

struct place constraint_place(const struct constraint *constraint)
{
    return place_node(constraint->destination, EXTENSION);
}

struct place constraint_body_place(const struct constraint_family *family, const struct constraint *constraint,
                                   const char *property)
{
    return place_node(constraint->destination,
                      arena_printf(family->arena, EXTENSION "%s/%s%s%s", constraint->flattened ? "" : "/constraint",
                                   constraint_kind_name(constraint->kind), property == NULL ? "" : "/",
                                   property == NULL ? "" : property));
}

static struct argument about_node(const char *as, const struct constraint_family *family, enum message words,
                                  const struct constraint *constraint)
{
    return the_thing(as, words, constraint->destination, family->scene->nodes[constraint->destination].name);
}

struct argument the_constrained(const char *as, const struct constraint_family *family,
                                const struct constraint *constraint)
{
    return about_node(as, family, WORDS_NODE_HEADING, constraint);
}

struct argument the_constraint(const char *as, const struct constraint_family *family,
                               const struct constraint *constraint)
{
    static const enum message words[] = {
        [CONSTRAINT_UNKNOWN] = WORDS_CONSTRAINT,           [CONSTRAINT_ROLL] = WORDS_ROLL_CONSTRAINT,
        [CONSTRAINT_AIM] = WORDS_AIM_CONSTRAINT,           [CONSTRAINT_ROTATION] = WORDS_ROTATION_CONSTRAINT,
        [CONSTRAINT_POSITION] = WORDS_POSITION_CONSTRAINT,
    };
    return about_node(as, family, words[constraint->kind], constraint);
}
