#include "gltf/glb_write.h"

#include <string.h>

#include "gltf/little.h"

enum { HEADER = 12, CHUNK_HEADER = 8, ALIGNMENT = 4 };

static void write_little32(char *at, uint64_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (char)(value >> 8 * i & 0xFFU);
    }
}

static void pad_chunk(struct buf *out, size_t begin, char with)
{
    while ((out->length - begin) % ALIGNMENT != 0) {
        buf_char(out, with);
    }
}

/* Writes the JSON chunk. White space at the end of the text counts as padding and is dropped. */
static void print_text(struct buf *out, const unsigned char *header, const char *mark, size_t mark_size,
                       const char *text, size_t size)
{
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\0')) {
        size--;
    }
    size_t begin = out->length;
    buf_add(out, (const char *)header, CHUNK_HEADER);
    buf_add(out, mark, mark_size);
    buf_add(out, text, size);
    pad_chunk(out, begin, ' ');
    write_little32(out->text + begin, out->length - begin - CHUNK_HEADER);
}

/* Writes a GLB of JSON and an empty BIN chunk: UniVRM refuses a GLB with one chunk. */
static bool pack_json(struct buf *out, const char *text, size_t size)
{
    static const unsigned char header[] = {'g', 'l', 'T', 'F', 2, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char chunk[] = {0, 0, 0, 0, 'J', 'S', 'O', 'N'};
    static const char bin[] = {0, 0, 0, 0, 'B', 'I', 'N', 0};
    buf_add(out, (const char *)header, sizeof header);
    print_text(out, chunk, "", 0, text, size);
    buf_add(out, bin, sizeof bin);
    write_little32(out->text + 8, out->length);
    return out->length <= UINT32_MAX;
}

/* Corrects the type of the chunk at begin if corrects is set: it may be nearly right. */
static void write_type(struct buf *out, size_t begin, bool corrects, const char *type)
{
    if (corrects && out->length >= begin + CHUNK_HEADER) {
        memcpy(out->text + begin + 4, type, 4);
    }
}

bool container_write(struct buf *out, const unsigned char *file, size_t size, const struct container *container,
                     const char *text, size_t text_size, enum container_form form)
{
    static const char bom[] = "\xEF\xBB\xBF";
    uint64_t offset = container->text_offset;
    bool rebuilds = form != CONTAINER_KEPT;
    bool marked = offset >= 3 && memcmp(file + offset - 3, bom, 3) == 0;
    size_t mark_size = marked && !rebuilds ? 3 : 0;
    if (!container->is_glb && form == CONTAINER_PACKED) {
        return pack_json(out, text, text_size);
    }
    if (!container->is_glb) {
        buf_add(out, bom, mark_size);
        buf_add(out, text, text_size);
        return true;
    }
    if (container->is_damaged || size < HEADER) {
        return false;
    }
    uint64_t declared = little32(file + 8);
    size_t end = declared < size ? (size_t)declared : size;
    size_t at = HEADER;
    buf_add(out, (const char *)file, HEADER);
    while (at + CHUNK_HEADER <= end) {
        uint64_t length = little32(file + at);
        size_t data = at + CHUNK_HEADER;
        if (length > end - data) {
            return false;
        }
        if (offset >= data && offset < data + length) {
            size_t begin = out->length;
            print_text(out, file + at, bom, mark_size, text, text_size);
            write_type(out, begin, rebuilds, "JSON");
        } else {
            size_t begin = out->length;
            buf_add(out, (const char *)file + at, CHUNK_HEADER + (size_t)length);
            if (rebuilds) {
                pad_chunk(out, begin, '\0');
                write_little32(out->text + begin, out->length - begin - CHUNK_HEADER);
                write_type(out, begin, container->has_bin && container->bin_offset == data, "BIN");
            }
        }
        at = data + (size_t)length;
    }
    write_little32(out->text + 8, out->length);
    if (!rebuilds) {
        buf_add(out, (const char *)file + at, size - at);
    }
    return out->length <= UINT32_MAX;
}
