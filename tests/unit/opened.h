/* A document made from a text, for tests of the reader: cmocka_unit_test_setup_teardown(test,
 * open_nothing, close_document). */
#ifndef VRMLINT_TESTS_OPENED_H
#define VRMLINT_TESTS_OPENED_H

#include "fresh_arena.h"
#include "gltf/document.h"

/* The findings and the document of the running test. */
extern struct findings *findings;
extern struct document *document;
extern enum vrmlint_severity severities[RULE_LIMIT]; /* all VRMLINT_WARNING after read_bytes() */

int open_nothing(void **state);
int close_document(void **state);

/* Opens bytes as "test.gltf"; they are borrowed. */
void read_bytes(const char *text, size_t size);

/* The same for a JSON text. Fails the test unless it is readable. */
void read_json(const char *text);

/* Returns the number at a pointer; fails the test if there is no number. */
double number_at(const char *pointer);

#endif
