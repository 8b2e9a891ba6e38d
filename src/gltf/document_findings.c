/* Reports errors in the text of a document and in its BIN chunk. */
#include <string.h>

#include "base/pointer.h"
#include "gltf/members.h"
#include "ids/messages_file.h"

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
void document_report_duplicates(struct document *document, const struct duplicate *duplicates, size_t count)
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

bool document_report_error(struct document *document)
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

void document_report_bin(struct document *document, struct members *members)
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
