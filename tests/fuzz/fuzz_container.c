/*
 * Any bytes as a file. For every input: everything that is found is within the bytes, the scanner accepts the texts
 * that jansson accepts, and pointers refer to trees.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/pointer.h"
#include "gltf/document.h"
#include "json_trees.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_container(const struct container *container, const uint8_t *data, size_t size)
{
    if (container->text != NULL) {
        require(container->text_offset <= size && container->text_size <= size - container->text_offset);
        require((const uint8_t *)container->text == data + container->text_offset);
    }
    if (container->has_bin) {
        require(container->is_glb && container->bin_offset <= size);
        require(container->is_damaged || container->bin_length <= size - container->bin_offset);
    }
}

/* Compares the scanner with jansson. Known differences: jansson refuses numbers that overflow and a NUL in a key or
 * string, and overlooks a NUL byte after a number or literal. */
static void check_scan(const struct document *document, json_t **tree)
{
    const struct scan_result *scan = &document->scan;
    const struct container *container = &document->container;
    size_t end = scan->status == SCAN_OK ? scan->root.end : container->text_size;
    *tree = json_loadb(container->text, end, JSON_DECODE_ANY, NULL);
    require(scan->offset <= container->text_size && scan->root.begin <= container->text_size);
    if (scan->status == SCAN_OK) {
        require(scan->root.begin < scan->root.end && scan->root.end <= container->text_size);
        require(scan->error == 0);
        require(scan_skip(container->text, container->text_size, scan->root.begin) == scan->root.end);
    } else {
        require(scan->error != 0 && scan->pointer != NULL);
        /* after the value there were only zero bytes, and the text now ends before them */
        require(*tree == NULL || scan->root.end > 0 || scan->status == SCAN_TOO_DEEP ||
                memchr(container->text, '\0', end) != NULL);
    }
}

static void check_findings(const struct findings *findings, const struct container *container)
{
    for (const struct finding *f = findings_first(findings); f != NULL; f = f->next) {
        require(f->position != POSITION_KNOWN || (container->text != NULL && f->text_offset <= container->text_size));
        require(*f->pointer == '\0' || *f->pointer == '/');
        /* a name may contain anything; it is escaped when it is written */
        require(strlen(vrmlint_text_in(&f->text, VRMLINT_ENGLISH)) > 20);
    }
}

/* Requires that every extension's pointer, or its parent's, refers to a tree. */
static void check_extensions(struct document *document)
{
    for (size_t i = 0; i < document->extension_count; i++) {
        const struct extension_place *place = &document->extensions[i];
        require(i == 0 || strcmp(place->pointer, place[-1].pointer) != 0);
        if (document_tree(document, place->pointer) == NULL) {
            /* hidden by a later key: one of its ancestors must still exist */
            char *parent = arena_copy(document->arena, place->pointer, strlen(place->pointer));
            *strrchr(parent, '/') = '\0';
            while (*parent != '\0' && document_tree(document, parent) == NULL) {
                *strrchr(parent, '/') = '\0';
            }
            require(findings_count(document->findings) > 0);
        }
    }
    for (size_t i = 1; i < document->name_count; i++) {
        require(strcmp(document->names[i - 1], document->names[i]) <= 0);
    }
}

static void check_members(struct document *document, json_t *tree)
{
    require(json_is_object(tree));
    const char *key;
    json_t *value;
    json_object_foreach(tree, key, value)
    {
        char *pointer = pointer_key(document->arena, "", key);
        require(tree_equal(tree_of_json(document->arena, value), document_tree(document, pointer)));
        require(document_has(document, key));
        require(document_count(document, key) == json_array_size(value));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static enum vrmlint_severity severities[RULE_LIMIT];
    for (size_t i = 0; i < rule_count(); i++) {
        severities[i] = VRMLINT_ERROR;
    }
    struct arena *arena = arena_new();
    require(arena != NULL);
    struct findings *findings = findings_new(arena, severities, NULL);
    struct os_error error;
    const unsigned char nothing = 0;
    struct bytes bytes = {.memory = size == 0 ? &nothing : data, .size = size};
    struct document *document = document_open(arena, findings, "fuzz", bytes, &error);
    require(document != NULL);
    check_container(&document->container, bytes.memory, size);
    check_findings(findings, &document->container);
    json_t *tree = NULL;
    if (document->container.text != NULL) {
        check_scan(document, &tree);
    }
    require(document->readable || findings_count(findings) > 0);
    if (document->readable) {
        check_extensions(document);
        if (tree != NULL && document->scan.status == SCAN_OK) {
            check_members(document, tree);
        }
        require(document_tree(document, "") != NULL);
    }
    json_decref(tree);
    document_close(document);
    arena_free(arena);
    return 0;
}
