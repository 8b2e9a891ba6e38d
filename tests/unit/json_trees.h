/* Values made with jansson, converted to trees. */
#ifndef VRMLINT_TESTS_JSON_TREES_H
#define VRMLINT_TESTS_JSON_TREES_H

#include <jansson.h>

#include "gltf/json.h"
#include "schema/schema.h"

/* Converts a value of any depth. The tree is in the arena. */
const struct tree *tree_of_json(struct arena *arena, const json_t *json);

/* Calls schema_evaluate() on the value. The values in failures are invalid afterwards. */
bool evaluate_json(const struct schema *schema, const json_t *json, const struct schema_evaluation *how);

#endif
