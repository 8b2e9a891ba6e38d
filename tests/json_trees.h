/* Values that tests make with jansson, as trees. */
#ifndef VRMLINT_TESTS_JSON_TREES_H
#define VRMLINT_TESTS_JSON_TREES_H

#include <jansson.h>

#include "gltf/json.h"
#include "schema/schema.h"

/* Of any depth; it lives in the arena. */
const struct tree *tree_of_json(struct arena *arena, const json_t *json);

/* schema_evaluate() of it. Failures' values are gone afterwards. */
bool evaluate_json(const struct schema *schema, const json_t *json, const struct schema_evaluation *how);

#endif
