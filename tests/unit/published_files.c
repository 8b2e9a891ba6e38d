#include "published_files.h"

#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "json_trees.h"
#include "schema/embedded.h"
#include "schema_bench.h"
#include "support.h"

const json_t *published_document(const struct published *all, const char *name)
{
    for (size_t i = 0; i < all->document_count; i++) {
        if (strcmp(all->documents[i].name, name) == 0) {
            return all->documents[i].json;
        }
    }
    return NULL;
}

struct folder {
    struct published *all;
    const char *path;
};

static void add_document(struct published *all, const char *name, json_t *json)
{
    assert_true(all->document_count < sizeof all->documents / sizeof *all->documents);
    all->documents[all->document_count++] = (struct schema_document){name, json};
}

static void load_file(void *context, const char *name)
{
    const struct folder *folder = context;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error);
    if (json == NULL) {
        fail_msg("%s: %s", path, error.text);
    }
    add_document(folder->all, arena_copy(folder->all->arena, name, strlen(name)), json);
}

struct schema *published_compile(struct published *all, const char *name)
{
    const char *error = "it isn't there";
    const json_t *json = published_document(all, name);
    struct schema *schema =
        json == NULL ? NULL
                     : schema_compile(all->arena, json, SCHEMA_2020_12, all->documents, all->document_count, &error);
    if (schema == NULL) {
        fail_msg("%s: %s", name, error);
    }
    return schema;
}

void published_load(struct published *all, const char *folder)
{
    *all = (struct published){.arena = arena_new()};
    assert_non_null(all->arena);
    for (size_t i = 0; i < embedded_schema_count; i++) {
        add_document(all, embedded_schemas[i].name, own_schema(embedded_schemas[i].name));
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", needed_path(PUBLISHED_FOLDER), folder);
    struct os_error error;
    if (!os_list(path, load_file, &(struct folder){all, path}, &error)) {
        fail_msg("%s: %s", path, error.text);
    }
    add_document(all, "glTFid.schema.json", json_pack("{s:s, s:i}", "type", "integer", "minimum", 0));
    add_document(all, "glTFProperty.schema.json", json_pack("{s:s}", "type", "object"));
    add_document(all, "glTFChildOfRootProperty.schema.json",
                 json_pack("{s:s, s:{s:{s:s}}}", "type", "object", "properties", "name", "type", "string"));
    add_document(all, "textureInfo.schema.json",
                 json_pack("{s:s, s:{s:{s:s}, s:{s:s, s:i}}, s:[s]}", "type", "object", "properties", "index", "$ref",
                           "glTFid.schema.json", "texCoord", "type", "integer", "minimum", 0, "required", "index"));
}

void published_free(struct published *all)
{
    for (size_t i = 0; i < all->document_count; i++) {
        json_decref((json_t *)(uintptr_t)all->documents[i].json);
    }
    arena_free(all->arena);
}
