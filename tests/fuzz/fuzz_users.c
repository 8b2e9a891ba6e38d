/*
 * A user's schema followed by a value for it, as JSON: does what `check --schema NAME=FILE` does, in both drafts. The
 * schema is refused with a line in each language, or accepted. Then its findings can be printed, are the same in a
 * second run, and are within the value.
 */
#include <jansson.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "require.h"
#include "vrmlint.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_text(const char *text)
{
    size_t length = strlen(text);
    require(length > 0 && utf8_valid(text, length) == length);
}

static void require_sound(const struct vrmlint_finding *finding)
{
    for (int language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        require_text(vrmlint_text_in(&finding->message, (enum vrmlint_language)language));
    }
    require(strncmp(finding->rule->id, "schema/", 7) != 0 ||
            strncmp(finding->pointer, "/extensions/EXT_of_a_user", 25) == 0);
}

static void judge(const struct vrmlint_policy *policy, const char *file, size_t size)
{
    struct vrmlint_report *first = vrmlint_check_bytes(policy, "fuzz.gltf", file, size);
    struct vrmlint_report *second = vrmlint_check_bytes(policy, "fuzz.gltf", file, size);
    require(first != NULL && second != NULL && first->error == NULL && second->error == NULL);
    require(first->finding_count == second->finding_count);
    for (size_t i = 0; i < first->finding_count; i++) {
        require_sound(&first->findings[i]);
        require(strcmp(first->findings[i].pointer, second->findings[i].pointer) == 0);
    }
    vrmlint_report_free(first);
    vrmlint_report_free(second);
}

static void bind_and_judge(const char *schema, size_t schema_size, const char *file, size_t size)
{
    struct vrmlint_policy *policy = vrmlint_policy_new();
    require(policy != NULL);
    vrmlint_policy_simulation(policy, false);
    vrmlint_policy_languages(policy, (1U << VRMLINT_LANGUAGE_COUNT) - 1);
    const char *path = written((const uint8_t *)schema, schema_size);
    bool taken = false;
    for (int language = 0; language < VRMLINT_LANGUAGE_COUNT && !taken; language++) {
        struct vrmlint_refusal refusal = {.language = (enum vrmlint_language)language};
        taken = vrmlint_policy_schema(policy, "EXT_of_a_user", path, &refusal);
        require(taken || language == 0 || *refusal.text != '\0');
        if (!taken) {
            require_text(refusal.text);
            require(strchr(refusal.text, '\n') == NULL);
        }
    }
    if (taken) {
        judge(policy, file, size);
    }
    vrmlint_policy_free(policy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char head[] = "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"EXT_of_a_user\"],"
                               "\"extensions\":{\"EXT_of_a_user\":";
    static const char draft4[] = "{\"$schema\":\"http://json-schema.org/draft-04/schema#\",";
    const char *text = (const char *)data;
    json_error_t error;
    json_t *json = json_loadb(text, size, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, &error);
    if (json == NULL) {
        return 0;
    }
    json_decref(json);
    size_t end = (size_t)error.position;
    struct arena *arena = arena_new();
    require(arena != NULL);
    struct buf file = BUF_INIT(arena);
    struct buf schema = BUF_INIT(arena);
    buf_str(&file, head);
    buf_add(&file, text + end, size - end);
    buf_str(&file, "}}");
    bind_and_judge(text, end, file.text, file.length);
    const char *brace = memchr(text, '{', end);
    if (brace != NULL && memmem(text, end, "$schema", 7) == NULL && (size_t)(brace - text) + 2 < end) {
        buf_str(&schema, draft4);
        buf_add(&schema, brace + 1, end - (size_t)(brace + 1 - text));
        bind_and_judge(schema.text, schema.length, file.text, file.length);
    }
    arena_free(arena);
    return 0;
}
