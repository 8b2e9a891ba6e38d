#include "gltf/document.h"

#include <string.h>

#include "base/among.h"
#include "base/os.h"
#include "base/pointer.h"
#include "base/sort.h"
#include "base/text.h"
#include "gltf/positions.h"
#include "gltf/scan_keys.h"
#include "ids/messages_file.h"
#include "ids/messages_skipped.h"
#include "ids/rules.h"
#include "tables/extensions.h"

/* The root object's members: their positions in the text and their requested trees. */
struct known_member {
    const char *name; /* not terminated */
    size_t length;
    struct span value;
    size_t children;            /* elements of an array, members of an object */
    const struct tree *tree;    /* the whole value; NULL until requested */
    struct members *below;      /* an object's own members, once something among them is searched for */
    struct members_part *parts; /* trees of values below, as long as there are few */
    size_t walks;               /* how often the text was walked for something below */
};

struct members {
    struct arena *arena;
    const char *text;
    size_t size;
    struct span root;
    struct known_member *list; /* sorted by name after members_sort() */
    size_t count;
    size_t capacity;
    struct span *values; /* the values of all members, in the order of the text */
    size_t value_count;
    struct arena *trees;      /* memory of the trees; NULL until needed */
    struct tree_pool *pool;   /* of all trees */
    const struct tree *whole; /* the whole document, if requested */
};

/* A duplicate key of an object. */
struct duplicate {
    const char *pointer;
    size_t first;  /* the earlier key */
    size_t second; /* the later key */
    size_t value;  /* the later value */
};

/*
 * Up to so many values below one member are searched for in its text, each from the member's beginning. Then its
 * whole tree is built, so that requesting all of them stays linear. The tree of a member of few bytes is built at
 * once.
 */
enum { WALKS_MAX = 32, FEW_BYTES = 4096 };

struct members_part {
    const char *pointer; /* below the member: begins with a slash */
    size_t length;
    const struct tree *tree;
    struct members_part *next;
};

/* Adds a member of the root object. Must not be called after members_sort(). */
static void members_add(struct members *members, struct span key, struct span value, size_t children)
{
    *ARENA_ADD(members->arena, members->values, members->value_count) = value;
    struct known_member *member = ARENA_PUSH(members->arena, members->list, members->count, members->capacity);
    *member = (struct known_member){.value = value, .children = children};
    struct buf decoded = BUF_INIT(members->arena);
    member->name = scan_key(members->text, key, &decoded, &member->length);
}

static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t common = a_length < b_length ? a_length : b_length;
    int order = common > 0 ? memcmp(a, b, common) : 0;
    return sort_then(order, a_length, b_length);
}

static int compare_members(const void *left, const void *right)
{
    const struct known_member *a = left;
    const struct known_member *b = right;
    return sort_then(compare_names(a->name, a->length, b->name, b->length), a->value.begin, b->value.begin);
}

/* Sorts the members for searching. The last of equal names is kept. */
static void members_sort(struct members *members)
{
    sort_array(members->arena, members->list, members->count, sizeof *members->list, compare_members);
    size_t kept = 0;
    for (size_t i = 0; i < members->count; i++) {
        const struct known_member *member = &members->list[i];
        if (kept > 0 && compare_names(members->list[kept - 1].name, members->list[kept - 1].length, member->name,
                                      member->length) == 0) {
            kept--;
        }
        members->list[kept++] = *member;
    }
    members->count = kept;
}

/* Returns a member by its name, or NULL. */
static const struct known_member *members_find(const struct members *members, const char *name, size_t length)
{
    const struct known_member *list = members->list;
    size_t at;
    SORT_SEARCH(at, 0, members->count, compare_names(name, length, list[at].name, list[at].length) > 0);
    bool found = at < members->count && compare_names(name, length, list[at].name, list[at].length) == 0;
    return found ? &list[at] : NULL;
}

/* Returns the decoded token, terminated. */
static const char *token_text(struct members *members, const char *token, size_t length, char *buffer, size_t size,
                              size_t *decoded)
{
    char *out = length < size ? buffer : arena_alloc(members->arena, length + 1);
    size_t at = 0;
    for (const char *end = token + length; token < end;) {
        out[at++] = pointer_char(&token, end);
    }
    out[at] = '\0';
    *decoded = at;
    return out;
}

/* Takes the first token off a pointer and returns its member, or NULL. */
static struct known_member *take_member(struct members *members, const char **pointer)
{
    const char *token;
    size_t length;
    if (!pointer_next(pointer, &token, &length)) {
        return NULL;
    }
    char buffer[256];
    const char *name = token_text(members, token, length, buffer, sizeof buffer, &length);
    const struct known_member *member = members_find(members, name, length);
    return member == NULL ? NULL : &members->list[member - members->list];
}

/* Lists an object's members, so that several searches in it don't walk through the others each time. */
static void list_below(struct members *members, struct known_member *member)
{
    struct members *below = arena_alloc(members->arena, sizeof *below);
    below->arena = members->arena;
    below->text = members->text;
    below->size = member->value.end;
    size_t behind;
    struct scan_child child;
    for (bool more = scan_first(below->text, below->size, member->value.begin, &child, &behind); more;
         more = scan_next(below->text, below->size, behind, &child, &behind)) {
        behind = scan_skip(below->text, below->size, child.value);
        members_add(below, child.key, (struct span){child.value, behind}, 0);
    }
    members_sort(below);
    member->below = below;
}

/* Finds the value in the text that a pointer leads to from a member. */
static bool locate_value(struct members *members, struct known_member *member, const char *rest, struct span *value)
{
    if (members->text[member->value.begin] == '{' && *rest != '\0') {
        if (member->below == NULL) {
            list_below(members, member);
        }
        member = take_member(member->below, &rest);
        if (member == NULL) {
            return false;
        }
    }
    struct position place = {.pointer = rest};
    size_t begin = member->value.begin;
    positions_locate(members->arena, members->text + begin, member->value.end - begin, &place, 1);
    *value = (struct span){begin + place.value.begin, begin + place.value.end};
    return place.found;
}

/* Finds the span of the value at a pointer in the text. Returns false if it is absent. Walks through the whole
 * member. */
static bool members_locate(struct members *members, const char *pointer, struct span *value)
{
    struct known_member *member = take_member(members, &pointer);
    return member != NULL && locate_value(members, member, pointer, value);
}

/* Returns the value that a pointer leads to from a tree, or NULL. */
static const struct tree *resolve_pointer(struct members *members, const struct tree *value, const char *pointer)
{
    const char *token;
    size_t length;
    while (value != NULL && pointer_next(&pointer, &token, &length)) {
        size_t index;
        if (tree_is_array(value)) {
            value = pointer_token_index(token, length, &index) ? tree_at(value, index) : NULL;
        } else {
            char buffer[256];
            value = tree_get(value, token_text(members, token, length, buffer, sizeof buffer, &length));
        }
    }
    return value;
}

/* Returns the tree of a value below the member that contains the pointer's target; *rest receives the pointer from
 * there. */
static const struct tree *find_part(const struct known_member *member, const char *pointer, const char **rest)
{
    for (const struct members_part *part = member->parts; part != NULL; part = part->next) {
        if (strncmp(pointer, part->pointer, part->length) == 0 &&
            (pointer[part->length] == '\0' || pointer[part->length] == '/')) {
            *rest = pointer + part->length;
            return part->tree;
        }
    }
    return NULL;
}

static const struct tree *load_value(struct members *members, struct span value)
{
    if (members->trees == NULL) {
        members->trees = arena_open(members->arena);
        members->pool = tree_pool_new(members->trees);
    }
    return tree_load(members->pool, members->text, value);
}

/* See document_tree(). */
static const struct tree *members_tree(struct members *members, const char *pointer)
{
    if (*pointer == '\0' && members->whole == NULL) {
        members->whole = load_value(members, members->root);
    }
    if (members->whole != NULL) {
        return resolve_pointer(members, members->whole, pointer);
    }
    const char *rest = pointer;
    struct known_member *member = take_member(members, &rest);
    if (member == NULL) {
        return NULL;
    }
    if (member->tree == NULL && *rest != '\0') {
        const char *below;
        const struct tree *part = find_part(member, rest, &below);
        if (part != NULL) {
            return resolve_pointer(members, part, below);
        }
        if (member->walks < WALKS_MAX && member->value.end - member->value.begin > FEW_BYTES) {
            struct span value;
            member->walks++;
            if (!locate_value(members, member, rest, &value)) {
                return NULL;
            }
            struct members_part *added = arena_alloc(members->arena, sizeof *added);
            added->length = strlen(rest);
            added->pointer = arena_copy(members->arena, rest, added->length);
            added->next = member->parts;
            member->parts = added;
            added->tree = load_value(members, value);
            return added->tree;
        }
    }
    if (member->tree == NULL) {
        member->tree = load_value(members, member->value);
    }
    return resolve_pointer(members, member->tree, rest);
}

/* Frees all trees. */
static void members_release(struct members *members)
{
    members->count = 0;
    members->whole = NULL;
    if (members->trees != NULL) {
        arena_close(members->trees);
        members->trees = NULL;
    }
}

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
    return BEGINS_AMONG(rest, maps);
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
        /* UniVRM reads NaN as a number, raw tabs in strings, and nothing after the JSON; zeros are no text
         * but a part of the file that was lost */
        bool is_number = scan->error == WORDS_JSON_NO_SUCH_NUMBER;
        bool is_zeroed = scan->offset < container->text_size && container->text[scan->offset] == '\0';
        bool is_read =
            scan->error == WORDS_JSON_HAS_ENDED || (scan->error == WORDS_JSON_CONTROL_CHARACTER && !is_zeroed);
        finding = report(document->findings,
                         is_number ? MESSAGE_JSON_SYNTAX__NO_NUMBER
                         : is_read ? MESSAGE_JSON_SYNTAX__READ
                                   : MESSAGE_JSON_SYNTAX__DEFAULT,
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
    struct container *container = &document->container;
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
        container->short_bin = finding;
        container->bin_present = container->has_bin ? container->bin_length : 0;
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
    *ARENA_PUSH(arena, inner->places, inner->place_count, inner->place_capacity) =
        (struct extension_place){name, pointer};
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
    *ARENA_ADD(inner->out.arena, inner->duplicates, inner->duplicate_count) =
        (struct duplicate){pointer, first, second, value};
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

/* Returns the names so far, in byte order. */
static const char **sorted_names(struct inner *inner, size_t *out)
{
    struct arena *arena = inner->out.arena;
    size_t count = inner->names.count < NAMES_MAX ? inner->names.count : NAMES_MAX;
    const char **names = arena_array(arena, count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        names[i] = scan_key_string(arena, inner->out.container.text, inner->names.stack[i].span);
    }
    sort_array(arena, names, count, sizeof *names, text_compare);
    *out = count;
    return names;
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

static void read_document_text(struct inner *inner)
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
    document->carried = sorted_names(inner, &document->carried_count);
    add_used_names(inner);
    document->names = sorted_names(inner, &document->name_count);
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
        read_document_text(inner_of(document));
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
