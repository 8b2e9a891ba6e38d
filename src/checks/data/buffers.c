/* Reports buffers whose bytes are missing, or some of them. The BIN chunk has its own rules. */
#include <string.h>

#include "checks/data/data.h"
#include "ids/messages_animation_tracks.h"
#include "ids/messages_buffer.h"

/* Whether a uri is relative by its form; buffer/uri-not-relative reports others. */
static bool is_relative(const char *uri)
{
    size_t scheme = strcspn(uri, ":/?#");
    return uri[scheme] != ':' && uri[0] != '/' && strpbrk(uri, "?#") == NULL;
}

static void check_missing(const struct data *data, size_t index, const struct buffer *buffer)
{
    const struct buffers *buffers = data->sweep->accessors->buffers;
    const char *uri = tree_text(tree_get(tree_at(buffers->json, index), "uri"), NULL);
    enum message why = buffer->why.as.said.words;
    /* for VRM animations, animation/data-unreachable reports it */
    if (uri == NULL || !is_relative(uri) || data->check->avatar->vrma->present ||
        (why != WORDS_BUFFER_FILE_UNREADABLE && why != WORDS_BUFFER_ELSEWHERE)) {
        return;
    }
    report(data->check->findings, MESSAGE_BUFFER_NOT_FOUND__DEFAULT, place_of(PLACE_BUFFER, index, 0, "uri"),
           ARGUMENTS(buffer->why));
}

void data_check_buffers(struct data *data)
{
    struct buffers *buffers = data->sweep->accessors->buffers;
    for (size_t i = 0; i < buffers->count; i++) {
        const struct buffer *buffer = buffers_get(buffers, i);
        if (buffer->state == BUFFER_MISSING) {
            check_missing(data, i, buffer);
        }
        if ((buffer->state == BUFFER_URI || buffer->state == BUFFER_FILE) && buffer->size < buffer->length) {
            struct finding *finding =
                report(data->check->findings, MESSAGE_BUFFER_TOO_SHORT__DEFAULT, place_of(PLACE_BUFFER, i, 0, NULL),
                       ARGUMENTS(COUNT("buffer", i), COUNT("size", buffer->size), COUNT("length", buffer->length)));
            finding_measure(finding, "bytes", (double)buffer->size);
            finding_measure(finding, "limit", (double)buffer->length);
        }
    }
}
