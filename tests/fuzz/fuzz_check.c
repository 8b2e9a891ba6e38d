/*
 * Checks a whole file with all rules on. For every input: no crash, no error in reading, and every finding can
 * be printed: it has a pointer, a position inside the file, and a message in UTF-8 in each language. A second
 * run gives the same findings.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "gltf/document.h"
#include "gltf/positions.h"
#include "require.h"
#include "vrmlint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct vrmlint_policy *everything(void)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    require(policy != NULL);
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        require(vrmlint_policy_select(policy, rules[i].id, &refusal));
    }
    return policy;
}

static void require_sound(const struct vrmlint_finding *finding, size_t size)
{
    require(finding->severity > VRMLINT_OFF && finding->severity <= VRMLINT_ERROR);
    require(*finding->pointer == '\0' || *finding->pointer == '/');
    for (int language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char *text = vrmlint_text_in(&finding->message, (enum vrmlint_language)language);
        size_t length = strlen(text);
        require(length > 0 && utf8_valid(text, length) == length);
    }
    require(!finding->has_place || (finding->line >= 1 && finding->column >= 1 && finding->offset <= size));
    for (size_t i = 0; i < finding->related_count; i++) {
        require(*finding->related[i].pointer == '\0' || *finding->related[i].pointer == '/');
    }
}

/* Whether a pointer is inside the first of two values with the same key, which the second hides, so the
 * pointer can't be resolved. */
static bool is_hidden(const struct vrmlint_report *report, const char *pointer)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *other = &report->findings[i];
        size_t length = strlen(other->pointer);
        if (strcmp(other->rule->id, "json/duplicate-key") == 0 && strncmp(other->pointer, pointer, length) == 0 &&
            pointer[length] == '/') {
            return true;
        }
    }
    return false;
}

/* Requires that every pointer refers to a value of the document, or its parent does. */
static void require_pointers(const struct vrmlint_report *report, const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    require(arena != NULL);
    static const enum vrmlint_severity off[RULE_LIMIT];
    struct os_error error;
    struct document *document = document_open(arena, findings_new(arena, off, NULL), "fuzz.vrm",
                                              (struct bytes){.memory = data, .size = size}, &error);
    require(document != NULL);
    if (document->readable) {
        struct position *places = arena_array(arena, report->finding_count * 2, sizeof *places);
        for (size_t i = 0; i < report->finding_count; i++) {
            const char *pointer = report->findings[i].pointer;
            const char *last = strrchr(pointer, '/');
            places[2 * i].pointer = pointer;
            places[2 * i + 1].pointer = last == NULL ? "" : arena_copy(arena, pointer, (size_t)(last - pointer));
        }
        positions_find(arena, document->container.text, document->container.text_size, places,
                       report->finding_count * 2);
        for (size_t i = 0; i < report->finding_count; i++) {
            require(places[2 * i].found || places[2 * i + 1].found || is_hidden(report, report->findings[i].pointer));
        }
    }
    document_close(document);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct vrmlint_policy *policy;
    if (policy == NULL) {
        policy = everything();
        vrmlint_policy_drawing(policy, true);
        vrmlint_policy_languages(policy, (1U << VRMLINT_LANGUAGE_COUNT) - 1);
    }
    struct vrmlint_report *first = vrmlint_check_bytes(policy, "fuzz.vrm", data, size);
    struct vrmlint_report *second = vrmlint_check_bytes(policy, "fuzz.vrm", data, size);
    require(first != NULL && second != NULL && first->error == NULL);
    require(first->finding_count == second->finding_count);
    for (size_t i = 0; i < first->finding_count; i++) {
        const struct vrmlint_finding *a = &first->findings[i];
        const struct vrmlint_finding *b = &second->findings[i];
        require_sound(a, size);
        require(a->rule == b->rule && strcmp(a->pointer, b->pointer) == 0 &&
                strcmp(vrmlint_text_in(&a->message, VRMLINT_ENGLISH), vrmlint_text_in(&b->message, VRMLINT_ENGLISH)) ==
                    0);
        require(i == 0 || !a->has_place || first->findings[i - 1].offset <= a->offset ||
                !first->findings[i - 1].has_place);
    }
    for (size_t i = 0; first->drawing != NULL && i < first->drawing->mark_count; i++) {
        require(first->drawing->marks[i].finding < first->finding_count);
    }
    require_pointers(first, data, size);
    vrmlint_report_free(first);
    vrmlint_report_free(second);
    return 0;
}
