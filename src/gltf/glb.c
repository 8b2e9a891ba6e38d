#include "gltf/glb.h"

#include <string.h>

enum {
    HEADER = 12,
    CHUNK_HEADER = 8,
    SMALLEST = HEADER + CHUNK_HEADER,
    CHUNKS_MAX = 1000, /* as many as anybody could want; the rest isn't looked at */
};

#define TYPE_JSON 0x4E4F534AU
#define TYPE_BIN 0x004E4942U

/* A walk over the chunks of one file. */
struct walk {
    struct bytes *bytes;
    struct arena *arena;
    struct findings *findings;
    struct container *out;
    struct os_error *error;
    uint64_t declared; /* the header's length */
    uint64_t limit; /* where chunks must end: declared, or the file's end where that comes first or declared is off */
    bool cut;       /* the header promises more than there is */
    unsigned index; /* of the chunk */
    bool has_json;
    uint64_t json_length;
};

static uint32_t little32(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

#define TELL(walk, rule, ...) finding_no_place(report_english((walk)->findings, rule, "", __VA_ARGS__))

/* "JSON", or the number of a type that has no letters. */
static const char *type_name(struct arena *arena, uint32_t type)
{
    char letters[5] = {0};
    for (int i = 0; i < 4; i++) {
        unsigned c = type >> 8 * i & 0xFFU;
        if (c == 0 && i == 3) {
            break;
        }
        if (c < 0x20 || c > 0x7E || c == '\'') {
            return arena_printf(arena, "0x%08x", (unsigned)type);
        }
        letters[i] = (char)c;
    }
    return arena_printf(arena, "'%s'", letters);
}

static unsigned long long ull(uint64_t value)
{
    return value;
}

/* "1 byte", "12 bytes". */
static const char *bytes_text(struct arena *arena, uint64_t count)
{
    return arena_printf(arena, "%llu byte%s", ull(count), count == 1 ? "" : "s");
}

static bool read_text(struct bytes *bytes, struct arena *arena, uint64_t offset, uint64_t size, struct container *out,
                      struct findings *findings, struct os_error *error)
{
    const unsigned char *text = bytes_read(bytes, arena, offset, (size_t)size, error);
    if (text == NULL) {
        return false;
    }
    bool bom = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    out->text = (const char *)text + (bom ? 3 : 0);
    out->text_size = (size_t)size - (bom ? 3 : 0);
    out->text_offset = offset + (bom ? 3 : 0);
    if (bom) {
        finding_at(
            report_english(findings, RULE_JSON_BOM, "",
                           "The JSON starts with a byte-order mark (3 bytes that no editor shows), which glTF forbids: "
                           "save it as UTF-8 without BOM, or export it again"),
            0);
    }
    return true;
}

static void json_chunk(struct walk *walk, uint64_t offset, uint32_t length)
{
    if (walk->has_json) {
        TELL(walk, RULE_CONTAINER_DUPLICATE_CHUNK,
             "Chunk %u of the file is a second JSON chunk, and apps read only the first: export the file again",
             walk->index);
        return;
    }
    walk->has_json = true;
    walk->json_length = length;
    walk->out->text_offset = offset;
    if (walk->index > 0) {
        TELL(walk, RULE_CONTAINER_JSON_NOT_FIRST,
             "The JSON chunk is chunk %u of the file, and apps look for it in chunk 0 alone: export the file again",
             walk->index);
    }
}

static void bin_chunk(struct walk *walk, uint64_t offset, uint32_t length)
{
    if (walk->out->has_bin) {
        TELL(walk, RULE_CONTAINER_DUPLICATE_CHUNK,
             "Chunk %u of the file is a second BIN chunk, and apps read only the first: export the file again",
             walk->index);
        return;
    }
    walk->out->has_bin = true;
    walk->out->bin_offset = offset;
    walk->out->bin_length = length;
    /* As the very first chunk it stands where the JSON belongs: that is said of the JSON. */
    if (walk->index > 1) {
        TELL(walk, RULE_CONTAINER_BIN_NOT_SECOND,
             "The BIN chunk is chunk %u of the file, and apps look for it in chunk 1 alone, right behind the JSON: "
             "export the file again",
             walk->index);
    }
}

/* The file or the header's length ends amid a chunk. */
static void cut_off(struct walk *walk, const char *what, uint64_t at, uint64_t need)
{
    uint64_t size = walk->bytes->size;
    if (walk->limit < size) {
        TELL(
            walk, RULE_CONTAINER_LENGTH_MISMATCH,
            "The header says that the file is %s long, but %s at byte %llu reaches to byte %llu: export the file again",
            bytes_text(walk->arena, walk->declared), what, ull(at), ull(need));
    } else if (walk->declared > size) {
        TELL(walk, RULE_CONTAINER_TRUNCATED,
             "The file was cut off after %llu of %llu bytes, amid %s at byte %llu: download or export it again",
             ull(size), ull(need > walk->declared ? need : walk->declared), what, ull(at));
    } else if (walk->declared >= SMALLEST) {
        TELL(walk, RULE_CONTAINER_LENGTH_MISMATCH,
             "The file ends at byte %llu, but %s at byte %llu reaches to byte %llu: download or export it again",
             ull(size), what, ull(at), ull(need));
    } /* else the header's length is nonsense, and was said to be */
    walk->out->is_damaged = true;
}

/* One chunk at offset at, which is below the limit. *next receives where the next one begins; the limit at the last. */
static bool chunk(struct walk *walk, uint64_t at, uint64_t *next)
{
    *next = walk->limit;
    if (walk->limit - at < CHUNK_HEADER) {
        cut_off(walk, "the header of a chunk", at, at + CHUNK_HEADER);
        return true;
    }
    const unsigned char *header = bytes_read(walk->bytes, walk->arena, at, CHUNK_HEADER, walk->error);
    if (header == NULL) {
        return false;
    }
    uint32_t length = little32(header);
    uint32_t type = little32(header + 4);
    uint64_t data = at + CHUNK_HEADER;
    if (length > walk->limit - data) {
        cut_off(walk,
                type == TYPE_JSON  ? "the JSON chunk"
                : type == TYPE_BIN ? "the BIN chunk"
                                   : "a chunk",
                at, data + length);
    } else {
        *next = data + length;
    }
    if (length % 4 != 0) {
        TELL(walk, RULE_CONTAINER_UNALIGNED_CHUNK,
             "Chunk %u of the file (%s, at byte %llu) is %s long, which isn't a multiple of 4: it must be "
             "padded, "
             "JSON with spaces, all else with zeros; export the file again",
             walk->index, type_name(walk->arena, type), ull(at), bytes_text(walk->arena, length));
    }
    if (type == TYPE_JSON) {
        json_chunk(walk, data, length);
    } else if (type == TYPE_BIN) {
        bin_chunk(walk, data, length);
    } else {
        TELL(walk, RULE_CONTAINER_UNKNOWN_CHUNK,
             "Chunk %u of the file (at byte %llu) is of the unknown type %s: apps ignore it; export the file "
             "without it",
             walk->index, ull(at), type_name(walk->arena, type));
    }
    return true;
}

/* What the header's length alone tells. Sets the walk's limit. */
static void check_length(struct walk *walk)
{
    uint64_t size = walk->bytes->size;
    walk->limit = size;
    if (walk->declared < SMALLEST) {
        TELL(walk, RULE_CONTAINER_LENGTH_MISMATCH,
             "The header says that the file is %s long (it has %llu), and no GLB is shorter than %d: export the file "
             "again",
             bytes_text(walk->arena, walk->declared), ull(size), SMALLEST);
        walk->out->is_damaged = true;
    } else if (walk->declared < size) {
        walk->limit = walk->declared;
    }
}

static bool walk_chunks(struct walk *walk)
{
    uint64_t at = HEADER;
    while (at < walk->limit) {
        if (walk->index == CHUNKS_MAX) {
            findings_skip_english(walk->findings, "chunks of the GLB after the first 1,000", "no file needs so many");
            return true;
        }
        if (!chunk(walk, at, &at)) {
            return false;
        }
        walk->index++;
    }
    if (walk->declared > walk->bytes->size && !walk->out->is_damaged) {
        TELL(walk, RULE_CONTAINER_LENGTH_MISMATCH,
             "The header says that the file is %llu bytes long, but it has %llu: download or export it again",
             ull(walk->declared), ull(walk->bytes->size));
        walk->out->is_damaged = true;
    }
    if (walk->limit < walk->bytes->size && !walk->out->is_damaged) {
        uint64_t more = walk->bytes->size - walk->limit;
        struct finding *finding = report_english(
            walk->findings, RULE_CONTAINER_TRAILING_DATA, "",
            "The file goes on for %s after byte %llu, where it ends by its own header: apps ignore that; export "
            "it again to be rid of it",
            bytes_text(walk->arena, more), ull(walk->limit));
        finding_no_place(finding);
        finding_measure(finding, "bytes", (double)more);
    }
    return true;
}

static bool find_json(struct walk *walk)
{
    struct container *out = walk->out;
    uint64_t offset = out->text_offset;
    out->text_offset = 0;
    if (!walk->has_json) {
        if (!walk->out->is_damaged) {
            TELL(walk, RULE_CONTAINER_MISSING_JSON,
                 "The file has no JSON chunk, so there is no avatar in it: export the file again");
        }
        return true;
    }
    if (walk->json_length == 0) {
        TELL(walk, RULE_CONTAINER_EMPTY,
             "The JSON chunk is empty, so there is no avatar in the file: export the file again");
        return true;
    }
    if (offset + walk->json_length > walk->bytes->size) {
        return true; /* cut off, and said so */
    }
    return read_text(walk->bytes, walk->arena, offset, walk->json_length, out, walk->findings, walk->error);
}

static void tell_short(struct walk *walk)
{
    TELL(walk, RULE_CONTAINER_TRUNCATED,
         "The file was cut off after %s, within the first %d, which every GLB has: download or export it again",
         bytes_text(walk->arena, walk->bytes->size), SMALLEST);
}

static bool read_glb(struct walk *walk)
{
    uint64_t size = walk->bytes->size;
    const unsigned char *header =
        bytes_read(walk->bytes, walk->arena, 0, size < SMALLEST ? (size_t)size : SMALLEST, walk->error);
    if (header == NULL) {
        return false;
    }
    if (size >= 8 && little32(header + 4) != 2) {
        TELL(walk, RULE_CONTAINER_BAD_VERSION,
             "The file says that it is GLB version %lu, and only version 2 is known: export it as glTF 2.0",
             (unsigned long)little32(header + 4));
        return true;
    }
    walk->declared = size >= HEADER ? little32(header + 8) : 0;
    if (size < HEADER || (size < SMALLEST && walk->declared >= SMALLEST)) {
        tell_short(walk);
        return true;
    }
    check_length(walk);
    if (size < SMALLEST) {
        return true;
    }
    return walk_chunks(walk) && find_json(walk);
}

/* What files are that get avatars' names by mistake, by their first bytes. */
static const char *other_kind(const unsigned char *first, size_t size)
{
    static const struct {
        const char *magic;
        size_t length;
        const char *what;
    } kinds[] = {
        {"PK\3\4", 4, "a ZIP archive: unpack it, the avatar may be inside"},
        {"\x1F\x8B", 2, "a gzip archive: unpack it, the avatar may be inside"},
        {"7z\xBC\xAF", 4, "a 7z archive: unpack it, the avatar may be inside"},
        {"Rar!", 4, "a RAR archive: unpack it, the avatar may be inside"},
        {"\x89PNG", 4, "a picture: choose the file of the avatar itself"},
        {"\xFF\xD8\xFF", 3, "a picture: choose the file of the avatar itself"},
        {"<", 1, "a web page or XML, as a download that failed leaves behind: download the file again"},
        {"version https://git-lfs", 23, "a placeholder of Git LFS: fetch the real file with git lfs pull"},
        {"Kaydara FBX", 11, "an FBX model: convert it to VRM"},
        {"; FBX", 5, "an FBX model: convert it to VRM"},
        {"PMX ", 4, "a model of MikuMikuDance: convert it to VRM"},
        {"Pmd", 3, "a model of MikuMikuDance: convert it to VRM"},
        {"BLENDER", 7, "a Blender project: export the avatar from it as VRM"},
        {"UnityFS", 7, "a bundle of Unity: export the avatar from Unity as VRM"},
        {"\xFF\xFE", 2, "text in UTF-16, and glTF must be UTF-8: save it again in that encoding"},
        {"\xFE\xFF", 2, "text in UTF-16, and glTF must be UTF-8: save it again in that encoding"},
        {"\0{\0", 3, "text in UTF-16, and glTF must be UTF-8: save it again in that encoding"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (size >= kinds[i].length && memcmp(first, kinds[i].magic, kinds[i].length) == 0) {
            return kinds[i].what;
        }
    }
    return NULL;
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* JSON text that isn't in a container, or something else altogether. */
static bool read_plain(struct walk *walk)
{
    struct bytes *bytes = walk->bytes;
    const unsigned char *first;
    size_t peek = 0;
    size_t at;
    do {
        /* All of it only when the beginning is nothing but white space. */
        peek = peek == 0 && bytes->size > 4096 ? 4096 : (size_t)bytes->size;
        first = bytes_read(bytes, walk->arena, 0, peek, walk->error);
        if (first == NULL) {
            return false;
        }
        at = peek >= 3 && memcmp(first, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
        while (at < peek && is_space(first[at])) {
            at++;
        }
    } while (at == peek && peek < bytes->size);
    if (at < bytes->size && (first[at] == '{' || first[at] == '[')) {
        return read_text(bytes, walk->arena, 0, bytes->size, walk->out, walk->findings, walk->error);
    }
    if (bytes->size < 4 && memcmp(first, "glTF", (size_t)bytes->size) == 0) {
        tell_short(walk);
        return true;
    }
    size_t left = (size_t)(bytes->size - at < 64 ? bytes->size - at : 64);
    const char *kind = other_kind(first + at, left);
    if (kind != NULL) {
        TELL(walk, RULE_CONTAINER_BAD_MAGIC, "The file is no avatar but %s", kind);
    } else if (at == bytes->size) {
        TELL(walk, RULE_CONTAINER_BAD_MAGIC, "The file holds nothing but white space: export or download it again");
    } else {
        TELL(walk, RULE_CONTAINER_BAD_MAGIC,
             "The file is no avatar, or badly damaged: it begins neither with the letters glTF, as GLB and VRM do, nor "
             "with a brace, as JSON does; export or download it again");
    }
    return true;
}

bool container_read(struct bytes *bytes, struct arena *arena, struct findings *findings, struct container *out,
                    struct os_error *error)
{
    *out = (struct container){.text = NULL};
    struct walk walk = {.bytes = bytes, .arena = arena, .findings = findings, .out = out, .error = error};
    if (bytes->size == 0) {
        TELL(&walk, RULE_CONTAINER_EMPTY, "The file is empty (0 bytes): export or download it again");
        return true;
    }
    const unsigned char *magic = bytes_read(bytes, arena, 0, bytes->size < 4 ? (size_t)bytes->size : 4, error);
    if (magic == NULL) {
        return false;
    }
    out->is_glb = bytes->size >= 4 && memcmp(magic, "glTF", 4) == 0;
    return out->is_glb ? read_glb(&walk) : read_plain(&walk);
}
