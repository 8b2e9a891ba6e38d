#include "vrm/instances.h"

#include <assert.h>
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "base/text.h"
#include "vrm/constraints.h"

/* ---- versions ---- */

const struct extension_version *extension_version(enum extension_id id, const struct tree *spec_version)
{
    size_t length;
    const char *text = tree_text(spec_version, &length);
    const struct extension_version *version = extension_table[id].versions;
    for (; text != NULL && version->text != NULL; version++) {
        if (strlen(version->text) == length && memcmp(version->text, text, length) == 0) {
            return version;
        }
    }
    return NULL;
}

/* Returns the name in the table of an instance's older layout; NULL: the newest. The layout of January 2022 can't be
 * distinguished from that of 2021, and is valid by its schema. */
static const char *older_layout(enum extension_id id, const struct tree *instance, const char *pointer)
{
    if (id == EXTENSION_LIGHTS || id == EXTENSION_VARIANTS) { /* the root has a list, other instances choose from it */
        return text_begins(pointer, "/extensions/") ? NULL : "part";
    }
    if (id == EXTENSION_MESHOPT) { /* the extension of a buffer only states that the buffer has no data */
        return text_begins(pointer, "/buffers/") ? "buffer" : NULL;
    }
    if (id != EXTENSION_CONSTRAINT) {
        return NULL;
    }
    switch (constraint_layout(instance)) {
    case LAYOUT_1_0:
    case LAYOUT_DRAFT_D:
        return NULL;
    case LAYOUT_DRAFT_C:
        return "C";
    case LAYOUT_DRAFT_A:
    case LAYOUT_DRAFT_B:
        break;
    }
    return "A";
}

const char *extension_schema(enum extension_id id, const struct tree *instance, const char *pointer)
{
    const struct extension_version *version = extension_version(id, tree_get(instance, "specVersion"));
    if (version == NULL) {
        version = &extension_table[id].versions[0];
    }
    const struct extension_layout *older = version->older;
    const char *name = older == NULL ? NULL : older_layout(id, instance, pointer);
    for (; name != NULL && older->name != NULL; older++) {
        if (strcmp(older->name, name) == 0) {
            return older->schema;
        }
    }
    return version->schema;
}

/* ---- instances ---- */

/* Whether the text has an "extensions" object with that name. If not, no tree has to be built. */
static bool is_named(const struct document *document, enum extension_id id)
{
    bool named = extension_table[id].is_member || document->extensions_left_out;
    for (size_t i = 0; i < document->extension_count && !named; i++) {
        named = strcmp(document->extensions[i].name, extension_table[id].name) == 0;
    }
    return named;
}

static struct extension_cursor cursor_everywhere(struct document *document, enum extension_id id)
{
    return (struct extension_cursor){.document = document, .places = extension_table[id].places};
}

struct extension_cursor extension_cursor(struct document *document, enum extension_id id)
{
    static const char *const nowhere[] = {NULL};
    struct extension_cursor cursor = cursor_everywhere(document, id);
    cursor.places = is_named(document, id) ? cursor.places : nowhere;
    return cursor;
}

/* Records a value of a wrong type on the way to instances. An absent value doesn't count. */
static void bar_wrong_type(struct extension_cursor *cursor, const struct tree *value,
                           bool like(const struct tree *value))
{
    cursor->is_barred = cursor->is_barred || (value != NULL && !like(value));
}

/* Whether a pattern continues with any element of a list ("/#") or with any member of an object. */
static bool is_open(const char *rest)
{
    return rest[0] == '/' && (rest[1] == '#' || rest[1] == '*');
}

/* Follows the rest of a pattern from a value, up to the next list or to an instance. Returns whether it is an
 * instance. */
static bool follow_pattern(struct extension_cursor *cursor, const struct tree *value, const char *rest)
{
    const char *token;
    size_t length;
    while (*rest != '\0' && !is_open(rest)) {
        pointer_next(&rest, &token, &length);
        char key[EXTENSION_POINTER_MAX];
        assert(length < sizeof key);
        memcpy(key, token, length);
        key[length] = '\0';
        bar_wrong_type(cursor, value, tree_is_object);
        value = tree_get(value, key);
    }
    cursor->value = value;
    if (*rest == '\0') {
        return value != NULL;
    }
    bool by_name = rest[1] == '*';
    bar_wrong_type(cursor, value, by_name ? tree_is_object : tree_is_array);
    if (by_name ? tree_is_object(value) : tree_is_array(value)) {
        assert(cursor->depth < EXTENSION_LISTS_MAX);
        cursor->lists[cursor->depth++] = (struct extension_list){
            .json = value, .member = by_name ? tree_first(value) : NULL, .rest = rest + strlen("/#")};
    }
    return false;
}

/* Records whether nothing is at a pointer because a value above it isn't an object. */
static void bar_above(struct extension_cursor *cursor, char *pointer)
{
    const struct tree *value = NULL;
    char *slash = strrchr(pointer, '/');
    while (value == NULL && slash != pointer) {
        *slash = '\0';
        slash = strrchr(pointer, '/');
        value = slash == pointer ? NULL : document_tree(cursor->document, pointer);
    }
    bar_wrong_type(cursor, value, tree_is_object);
    const char *member = pointer + 1; /* of the root: its tree may be large and isn't needed */
    cursor->is_barred = cursor->is_barred || (value == NULL && document_has(cursor->document, member) &&
                                              !document_has_object(cursor->document, member));
}

/* Goes to the first list of a pattern, or to its only instance. Returns whether it is an instance. */
static bool begin_pattern(struct extension_cursor *cursor, const char *place)
{
    size_t length = 0;
    while (place[length] != '\0' && !is_open(place + length)) {
        length++;
    }
    char pointer[EXTENSION_POINTER_MAX];
    assert(length < sizeof pointer);
    memcpy(pointer, place, length);
    pointer[length] = '\0';
    const struct tree *value = document_tree(cursor->document, pointer);
    if (value == NULL) {
        bar_above(cursor, pointer);
    }
    return follow_pattern(cursor, value, place + length);
}

/* Writes the pointer of the instance, from the pattern of its place. */
static void write_pointer(struct extension_cursor *cursor, const char *place)
{
    struct buf pointer = BUF_INIT(cursor->document->arena);
    bool has_keys = strstr(place, "/*") != NULL;
    size_t list = 0;
    size_t length = 0;
    for (; *place != '\0'; place++) {
        if (has_keys && *place == '*') {
            pointer_add_token(&pointer, cursor->lists[list].key, strlen(cursor->lists[list].key));
            list++;
        } else if (has_keys && *place == '#') {
            buf_printf(&pointer, "%zu", cursor->lists[list++].next - 1);
        } else if (has_keys) {
            buf_char(&pointer, *place);
        } else if (*place == '#') {
            length += (size_t)snprintf(cursor->room + length, sizeof cursor->room - length, "%zu",
                                       cursor->lists[list++].next - 1);
        } else {
            cursor->room[length++] = *place;
        }
        assert(length < sizeof cursor->room);
    }
    cursor->room[length] = '\0';
    cursor->pointer = has_keys ? buf_text(&pointer) : cursor->room;
}

/* Enters the next element of a list or member of an object. Returns false at the end. *is_instance: see
 * follow_pattern(). */
static bool enter_next(struct extension_cursor *cursor, struct extension_list *list, bool *is_instance)
{
    const struct tree *value = NULL;
    while (list->member != NULL && value == NULL) {
        list->key = tree_key(list->member);
        value = tree_is_general_key(list->key) ? NULL : tree_value(list->member);
        list->member = tree_next(list->json, list->member);
    }
    if (tree_is_array(list->json) && list->next < tree_count(list->json)) {
        value = tree_at(list->json, list->next++);
    }
    *is_instance = value != NULL && follow_pattern(cursor, value, list->rest);
    return value != NULL;
}

bool extension_next(struct extension_cursor *cursor)
{
    bool found = false;
    while (!found && (cursor->depth > 0 || *cursor->places != NULL)) {
        if (cursor->depth == 0) {
            found = begin_pattern(cursor, *cursor->places++);
        } else if (!enter_next(cursor, &cursor->lists[cursor->depth - 1], &found)) {
            cursor->depth--;
        }
    }
    if (found) {
        write_pointer(cursor, cursor->places[-1]);
    }
    return found;
}

bool extension_may_be_hidden(struct document *document, enum extension_id id)
{
    struct extension_cursor cursor = cursor_everywhere(document, id);
    while (extension_next(&cursor)) {
    }
    return cursor.is_barred;
}
