/*
 * JSON of our own as jansson's values: schemas, which the engine compiles. What a file says is read as trees instead
 * (gltf/tree.h).
 */
#ifndef VRMLINT_GLTF_JSON_H
#define VRMLINT_GLTF_JSON_H

#include <jansson.h>

#include "gltf/tree.h"

/*
 * Builds jansson's values of a span of the text, which scan_text() has accepted, in *value. Integers beyond 64 bits
 * come out as real numbers, a NUL in a key as U+FFFD; of equal keys the last one counts. The caller owns what is in
 * *value from the first moment on, even where memory ends on the way and the arena's guard takes over: it is released
 * with jansson_release().
 */
void jansson_load(struct arena *arena, const char *text, struct span span, json_t **value);
void jansson_release(json_t *value);

/* The same value as a tree, in the arena. It must not be nested more than SCAN_DEPTH_MAX deep. */
const struct tree *jansson_tree(struct arena *arena, const json_t *value);

#endif
