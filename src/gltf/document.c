#include "gltf/document.h"

#include <string.h>

#include "base/os.h"
#include "base/pointer.h"
#include "base/sort.h"
#include "base/text.h"
#include "gltf/members.h"
#include "gltf/scan_keys.h"
#include "ids/messages_file.h"
#include "ids/messages_skipped.h"
#include "ids/rules.h"
#include "tables/extensions.h"

/* Reports errors in the text of a document and in its BIN chunk. */

/* Returns the key whose opening quote is at an offset. */
static struct argument the_key(const struct document *document, size_t offset)
{
    const struct container *container = &document->container;
    struct span key = {offset + 1, scan_string_end(container->text, container->text_size, offset + 1)};
    return TEXT("key", scan_key_string(document->arena, container->text, key));
}

/* Whether UniVRM adds the key to a dictionary, which throws an exception for a duplicate key. It reads the numbers of
 * a VRM 0.x shader this way. */
static bool is_of_dictionary(const char *pointer)
{
    static const char *const maps[] = {"/floatProperties/", "/vectorProperties/", "/textureProperties/", "/keywordMap/",
                                       "/tagMap/"};
    size_t indices[1];
    const char *rest;
    if (!pointer_match(pointer, "/extensions/VRM/materialProperties/#", indices, &rest)) {
        return false;
    }
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        if (strncmp(rest, maps[i], strlen(maps[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Messages give line and column of the earlier keys; all are computed in one pass. */
static void document_report_duplicates(struct document *document, const struct duplicate *duplicates, size_t count)
{
    struct arena *arena = document->arena;
    const struct container *container = &document->container;
    struct position *places = arena_array(arena, count, sizeof *places);
    for (size_t i = 0; i < count; i++) {
        places[i].value.begin = duplicates[i].first;
    }
    positions_number(arena, container->text, container->text_size, places, count);
    for (size_t i = 0; i < count; i++) {
        const struct duplicate *duplicate = &duplicates[i];
        struct argument key = the_key(document, duplicate->second);
        struct argument line = COUNT("line", places[i].line);
        struct argument column = COUNT("column", places[i].column);
        bool is_refused = is_of_dictionary(duplicate->pointer);
        struct finding *finding = report(
            document->findings, is_refused ? MESSAGE_JSON_DUPLICATE_KEY__REFUSED : MESSAGE_JSON_DUPLICATE_KEY__DEFAULT,
            place_at(duplicate->pointer), ARGUMENTS(key, line, column));
        if (is_refused) {
            finding_severity(finding, VRMLINT_ERROR);
        }
        finding_at(finding, duplicate->value);
        uint64_t byte = container->text_offset + duplicate->first;
        finding_relate(finding, RELATED_JSON_DUPLICATE_KEY__DEFAULT, place_at(duplicate->pointer),
                       ARGUMENTS(key, line, column, COUNT("byte", byte)));
    }
}

/* Whether only zero bytes follow the value, as some exporters pad the JSON chunk. */
static bool is_zero_padded(const struct container *container, size_t at)
{
    while (at < container->text_size && container->text[at] == '\0') {
        at++;
    }
    return at == container->text_size;
}

/* Reports why the text is no JSON. Returns true if it can be read nevertheless. */
static bool document_report_error(struct document *document)
{
    struct container *container = &document->container;
    const struct scan_result *scan = &document->scan;
    struct argument byte = COUNT("byte", container->text_offset + scan->offset);
    bool padded = false;
    struct finding *finding = NULL;
    if (scan->status == SCAN_INVALID_UTF8) {
        finding = report(document->findings, MESSAGE_JSON_INVALID_UTF8__DEFAULT, place_at(scan->pointer),
                         ARGUMENTS(byte, scan_error("error", scan)));
    } else if (scan->status == SCAN_TOO_DEEP) {
        finding = report(document->findings, MESSAGE_JSON_TOO_DEEP__DEFAULT, place_at(scan->pointer),
                         ARGUMENTS(byte, COUNT("most", SCAN_DEPTH_MAX)));
    } else if (scan->root.end > 0 && is_zero_padded(container, scan->offset)) {
        padded = true;
        finding = report(document->findings, MESSAGE_JSON_SYNTAX__PADDED, place_file(),
                         ARGUMENTS(COUNT("zeros", container->text_size - scan->offset), byte));
    } else {
        bool is_read_by_some = scan->error == WORDS_JSON_NO_SUCH_NUMBER; /* UniVRM reads NaN as a number */
        finding =
            report(document->findings, is_read_by_some ? MESSAGE_JSON_SYNTAX__NO_NUMBER : MESSAGE_JSON_SYNTAX__DEFAULT,
                   place_at(scan->pointer), ARGUMENTS(byte, scan_error("error", scan)));
    }
    finding_at(finding, scan->offset);
    if (padded) {
        container->text_size = scan->offset;
    }
    return padded;
}

/* Reports if the buffer in the BIN chunk doesn't fit. */
static void document_report_bin(struct document *document, struct members *members)
{
    const struct container *container = &document->container;
    struct span value;
    if (!container->is_glb || container->is_damaged || !members_locate(members, "/buffers/0", &value) ||
        members_locate(members, "/buffers/0/uri", &value)) {
        return;
    }
    double need = 0.0;
    bool known = tree_number(members_tree(members, "/buffers/0/byteLength"), &need) && need > 0.0;
    double have = container->has_bin ? (double)container->bin_length : 0.0;
    if (!known) {
        return;
    }
    const struct argument *arguments = ARGUMENTS(NUMBER("chunk", have, 16), NUMBER("buffer", need, 16));
    struct finding *finding = NULL;
    if (have < need) {
        finding = report(document->findings, MESSAGE_CONTAINER_BIN_TOO_SMALL__DEFAULT,
                         place_of(PLACE_BUFFER, 0, 0, "byteLength"), arguments);
    } else if (have > need + 3.0) {
        finding = report(document->findings, MESSAGE_CONTAINER_BIN_TOO_LARGE__DEFAULT,
                         place_of(PLACE_BUFFER, 0, 0, "byteLength"), arguments);
    }
    finding_no_place(finding);
    finding_measure(finding, "chunk", have);
    finding_measure(finding, "buffer", need);
}

/* Limits on names of extensions and on duplicate keys that are recorded for a file. */
enum { NAMES_MAX = 100000, DUPLICATES_MAX = 100000 };

/* Bytes that their pointers may take beyond four times the text. They suffice for all pointers in a file of any size
 * unless it nests long keys deeply. */
enum { POINTERS_SPARE = 16 << 20 };

/* The private part of a document. */
struct inner {
    struct document out; /* first, so that a pointer to one converts to the other */
    struct members members;
    struct extension_place *places;
    size_t place_count;
    size_t place_capacity;
    struct duplicate *duplicates;
    size_t duplicate_count;
    size_t duplicate_capacity;
    bool repeats; /* some object has a duplicate key */
    size_t duplicates_left_out;
    size_t places_left_out;
    struct scan_keys names; /* decoded after the scan */
    struct scan_keys_group names_group;
    uint64_t pointer_bytes; /* bytes left for pointers, as keys can be long and nested */
};

static struct inner *inner_of(struct document *document)
{
    return (struct inner *)document;
}

/* ---- events of the scanner ---- */

static void on_member(void *context, struct span key, struct span value, size_t count)
{
    struct inner *inner = context;
    members_add(&inner->members, key, value, count);
}

/* Returns the pointer of a position; NULL if it is too long, or if all pointers together take too many bytes. */
static const char *afford_pointer(struct inner *inner, const struct scan_position *position)
{
    if (inner->pointer_bytes == 0) {
        return NULL;
    }
    const char *pointer = scan_pointer(position, inner->out.arena, SCAN_POINTER_MAX);
    size_t cost = pointer != NULL ? strlen(pointer) + 1 : SCAN_POINTER_MAX;
    inner->pointer_bytes -= cost < inner->pointer_bytes ? cost : inner->pointer_bytes;
    return pointer;
}

static bool is_escaped(const struct inner *inner, struct span name)
{
    return name.end > name.begin && memchr(inner->out.container.text + name.begin, '\\', name.end - name.begin) != NULL;
}

static void add_name(struct inner *inner, struct span name, bool escaped)
{
    if (inner->names.count <= NAMES_MAX) { /* one more shows that there are too many */
        scan_keys_add(&inner->names, &inner->names_group, name, escaped);
    }
}

/* Whether a name, not terminated, is one of those in document->wanted. */
static bool is_wanted(const struct inner *inner, const char *name, size_t length)
{
    for (const char *const *at = inner->out.wanted; at != NULL && *at != NULL; at++) {
        if (strlen(*at) == length && memcmp(*at, name, length) == 0) {
            return true;
        }
    }
    return false;
}

static void on_extension(void *context, const struct scan_position *position, struct span key, size_t value)
{
    (void)value;
    struct inner *inner = context;
    const char *text = inner->out.container.text;
    bool escaped = is_escaped(inner, key);
    add_name(inner, key, escaped);
    size_t length = key.end - key.begin;
    if (!escaped && !extension_is_of_interest(text + key.begin, length) &&
        !is_wanted(inner, text + key.begin, length)) {
        return;
    }
    struct arena *arena = inner->out.arena;
    const char *name = scan_key_string(arena, text, key);
    if (!extension_is_of_interest(name, strlen(name)) && !is_wanted(inner, name, strlen(name))) {
        return;
    }
    const char *pointer = afford_pointer(inner, position);
    if (pointer == NULL) {
        inner->places_left_out++;
        return;
    }
    inner->places = arena_grow(arena, inner->places, inner->place_count, &inner->place_capacity, sizeof *inner->places);
    inner->places[inner->place_count++] = (struct extension_place){name, pointer};
}

static void on_duplicate(void *context, const struct scan_position *position, size_t first, size_t second, size_t value)
{
    struct inner *inner = context;
    const char *pointer = NULL;
    inner->repeats = true;
    if (!findings_want(inner->out.findings, RULE_JSON_DUPLICATE_KEY)) {
        return;
    }
    if (inner->duplicate_count < DUPLICATES_MAX) {
        pointer = afford_pointer(inner, position);
    }
    if (pointer == NULL) {
        inner->duplicates_left_out++;
        return;
    }
    inner->duplicates = arena_grow(inner->out.arena, inner->duplicates, inner->duplicate_count,
                                   &inner->duplicate_capacity, sizeof *inner->duplicates);
    inner->duplicates[inner->duplicate_count++] = (struct duplicate){pointer, first, second, value};
}

/* ---- extensions and names ---- */

struct sorted_place {
    struct extension_place *place;
};

static int compare_places(const void *left, const void *right)
{
    const struct extension_place *a = ((const struct sorted_place *)left)->place;
    const struct extension_place *b = ((const struct sorted_place *)right)->place;
    return sort_then(strcmp(a->pointer, b->pointer), (uintptr_t)a, (uintptr_t)b);
}

/* Removes extensions in objects that a duplicate key hides: their pointers lead to the last such object only. */
static void drop_repeated_places(struct inner *inner)
{
    size_t count = inner->place_count;
    struct sorted_place *sorted = arena_array(inner->out.arena, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        sorted[i].place = &inner->places[i];
    }
    sort_array(inner->out.arena, sorted, count, sizeof *sorted, compare_places);
    const char *previous = NULL;
    for (size_t i = 0; i < count; i++) {
        if (previous != NULL && strcmp(previous, sorted[i].place->pointer) == 0) {
            sorted[i].place->pointer = NULL;
        } else {
            previous = sorted[i].place->pointer;
        }
    }
    inner->place_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (inner->places[i].pointer != NULL) {
            inner->places[inner->place_count++] = inner->places[i];
        }
    }
}

static void add_used_names(struct inner *inner)
{
    const char *text = inner->out.container.text;
    size_t size = inner->out.container.text_size;
    struct span list;
    if (!members_locate(&inner->members, "/extensionsUsed", &list) || text[list.begin] != '[') {
        return;
    }
    size_t behind;
    struct scan_child child;
    for (bool more = scan_first(text, size, list.begin, &child, &behind); more && inner->names.count <= NAMES_MAX;
         more = scan_next(text, size, behind, &child, &behind)) {
        behind = scan_skip(text, size, child.value);
        if (text[child.value] == '"') {
            struct span name = {child.value + 1, behind - 1};
            add_name(inner, name, is_escaped(inner, name));
        }
    }
}

static void sort_names(struct inner *inner)
{
    struct arena *arena = inner->out.arena;
    size_t count = inner->names.count < NAMES_MAX ? inner->names.count : NAMES_MAX;
    const char **names = arena_array(arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = scan_key_string(arena, inner->out.container.text, inner->names.stack[i].span);
    }
    sort_array(arena, names, count, sizeof *names, text_compare);
    inner->out.names = names;
    inner->out.name_count = count;
}

/* ---- opening ---- */

static void report_left_out(struct inner *inner)
{
    struct document *document = &inner->out;
    if (inner->duplicates_left_out > 0) {
        findings_skip(document->findings, WORDS_SKIPPED_KEYS,
                      ARGUMENTS(COUNT("left", inner->duplicates_left_out),
                                COUNT("count", inner->duplicates_left_out + inner->duplicate_count)),
                      WORDS_BECAUSE_TOO_MANY_KEYS);
    }
    if (inner->places_left_out > 0) {
        findings_skip(document->findings, WORDS_SKIPPED_PLACES, ARGUMENTS(COUNT("count", inner->places_left_out)),
                      WORDS_BECAUSE_LONG_POINTERS);
    }
    if (inner->names.count > NAMES_MAX) {
        findings_skip(document->findings, WORDS_SKIPPED_NAMES, NO_ARGUMENTS, WORDS_BECAUSE_NO_AVATAR_HAS_IT);
    }
}

static void read_text(struct inner *inner)
{
    struct document *document = &inner->out;
    const struct container *container = &document->container;
    struct arena *arena = document->arena;
    uint64_t seed = os_random();
    inner->pointer_bytes = UINT64_C(4) * container->text_size + POINTERS_SPARE;
    inner->members.text = container->text;
    inner->members.size = container->text_size;
    scan_keys_start(&inner->names, arena, container->text, container->text_size, seed);
    inner->names_group = scan_keys_open(&inner->names);
    struct scan_events events = {
        .context = inner, .member = on_member, .extension = on_extension, .duplicate = on_duplicate};
    document->scan = scan_text(arena, container->text, container->text_size, seed, &events);
    if (document->scan.status != SCAN_OK && !document_report_error(document)) {
        return;
    }
    if (document->scan.root_kind != '{') {
        char first[2] = {document->scan.root_kind};
        finding_at(report(document->findings, MESSAGE_JSON_NOT_OBJECT__DEFAULT, place_file(),
                          ARGUMENTS(TERM("first", first), TERM("brace", "{"))),
                   document->scan.root.begin);
        return;
    }
    document->readable = true;
    inner->members.root = document->scan.root;
    members_sort(&inner->members);
    document_report_duplicates(document, inner->duplicates, inner->duplicate_count);
    if (inner->repeats) {
        drop_repeated_places(inner);
    }
    add_used_names(inner);
    sort_names(inner);
    report_left_out(inner);
    document->extensions = inner->places;
    document->extension_count = inner->place_count;
    document->extensions_left_out = inner->places_left_out > 0;
    document_report_bin(document, &inner->members);
}

struct document *document_new(struct arena *arena, struct findings *findings, const char *path, struct bytes bytes)
{
    struct inner *inner = arena_alloc(arena, sizeof *inner);
    struct document *document = &inner->out;
    document->arena = arena;
    document->findings = findings;
    document->path = path;
    document->bytes = bytes;
    inner->members.arena = arena;
    return document;
}

bool document_read(struct document *document, struct os_error *error)
{
    if (!container_read(&document->bytes, document->arena, document->findings, &document->container, error)) {
        return false;
    }
    if (document->container.text != NULL) {
        read_text(inner_of(document));
    }
    return true;
}

struct document *document_open(struct arena *arena, struct findings *findings, const char *path, struct bytes bytes,
                               struct os_error *error)
{
    struct document *document = document_new(arena, findings, path, bytes);
    return document_read(document, error) ? document : NULL;
}

struct arena *document_words(struct document *document)
{
    if (document->words == NULL) {
        document->words = arena_open(document->arena);
    }
    return document->words;
}

void document_forget_words(struct document *document)
{
    if (document->words != NULL) {
        arena_close(document->words);
        document->words = NULL;
    }
}

void document_close(struct document *document)
{
    if (document != NULL) {
        os_close(document->companion);
        os_close(document->picture);
        document->companion = NULL;
        document->picture = NULL;
        members_release(&inner_of(document)->members);
    }
}

/* ---- asking ---- */

const struct tree *document_tree(struct document *document, const char *pointer)
{
    return document->readable ? members_tree(&inner_of(document)->members, pointer) : NULL;
}

void document_positions(const struct document *document, struct position *places, size_t count)
{
    const struct members *members = &((const struct inner *)document)->members;
    places_find_fast(document->arena, members->text, members->size, members->values, members->value_count, places,
                     count);
}

/* Returns a member of the root, or NULL. *first receives the first byte of its value; '\0' if it is absent. */
static const struct known_member *find_root_member(const struct document *document, const char *member, char *first)
{
    const struct members *members = &((const struct inner *)document)->members;
    const struct known_member *found = document->readable ? members_find(members, member, strlen(member)) : NULL;
    *first = found == NULL ? '\0' : members->text[found->value.begin];
    return found;
}

size_t document_count(const struct document *document, const char *member)
{
    char first;
    const struct known_member *found = find_root_member(document, member, &first);
    return first == '[' ? found->children : 0;
}

bool document_has_list(const struct document *document, const char *member)
{
    char first;
    return find_root_member(document, member, &first) == NULL || first == '[';
}

bool document_has(const struct document *document, const char *member)
{
    char first;
    return find_root_member(document, member, &first) != NULL;
}

bool document_has_object(const struct document *document, const char *member)
{
    char first;
    find_root_member(document, member, &first);
    return first == '{';
}

size_t document_members(const struct document *document)
{
    return document->readable ? ((const struct inner *)document)->members.count : 0;
}

const char *document_member(const struct document *document, size_t number, struct arena *arena)
{
    const struct known_member *member = &((const struct inner *)document)->members.list[number];
    return arena_copy(arena, member->name, member->length);
}
