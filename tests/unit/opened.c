#include "support.h"

#include <string.h>

#include "opened.h"

struct findings *findings;
struct document *document;
enum vrmlint_severity severities[RULE_LIMIT];

int open_nothing(void **state)
{
    document = NULL;
    return fresh_arena(state);
}

int close_document(void **state)
{
    document_close(document);
    return free_arena(state);
}

void read_bytes(const char *text, size_t size)
{
    for (size_t i = 0; i < rule_count(); i++) {
        severities[i] = VRMLINT_WARNING;
    }
    findings = findings_new(arena, severities, NULL);
    struct os_error error;
    struct bytes bytes = {.memory = (const unsigned char *)text, .size = size};
    document = document_open(arena, findings, "test.gltf", bytes, &error);
    assert_non_null(document);
}

void read_json(const char *text)
{
    read_bytes(text, strlen(text));
    assert_true(document->readable);
}

double number_at(const char *pointer)
{
    double number = -12345.0;
    assert_true(tree_number(document_tree(document, pointer), &number));
    return number;
}
