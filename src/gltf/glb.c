#include "gltf/glb.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "gltf/bytes.h"
#include "gltf/little.h"
#include "ids/messages_file.h"
#include "ids/messages_skipped.h"

enum glb_text {
    GLB_TEXT_NONE,
    GLB_TEXT_LINES,   /* each LF became CR LF */
    GLB_TEXT_UNIX,    /* CR LF became LF, or all CRs are missing; or only the last few bytes are missing */
    GLB_TEXT_UTF_8,   /* bytes that aren't UTF-8 became the replacement character */
    GLB_TEXT_LATIN_1, /* each byte from 80 on became two of UTF-8 */
};

enum {
    HEADER = 12,
    PIECE = 4096,
    LEAST_LINES = 2,     /* LFs, if the file's length is exactly right without their CRs */
    LEAST_ODD = 8,       /* LFs outside of text: by chance, 1 of 256 follows a CR */
    LEAST_REPLACED = 16, /* replacement characters: names may have a few */
    LEAST_CONTROLS = 16, /* control characters from 80 to 9F, which names don't contain */
};

struct counts {
    uint64_t lines;     /* LFs that follow a CR */
    uint64_t odd_lines; /* those outside of text */
    uint64_t bare;      /* LFs that don't follow a CR */
    uint64_t odd_bare;
    uint64_t returns;  /* CRs */
    uint64_t replaced; /* replacement characters */
    uint64_t controls; /* control characters from 80 to 9F, encoded in UTF-8 */
    bool is_utf8;
    unsigned missing; /* bytes until the end of the current UTF-8 character */
    unsigned before[2];
    unsigned char header[HEADER + 1]; /* with LF in place of CR LF: an LF replaces a CR at its end */
    size_t header_size;
};

/* Counts a byte as part of UTF-8 text. */
static void count_utf8(struct counts *counts, unsigned c)
{
    if (counts->missing > 0) {
        counts->is_utf8 = counts->is_utf8 && (c & 0xC0U) == 0x80;
        counts->missing--;
    } else if (c >= 0x80) {
        counts->is_utf8 = counts->is_utf8 && c >= 0xC2 && c <= 0xF4;
        counts->missing = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    }
}

static void count_byte(struct counts *counts, unsigned char c)
{
    bool is_line = c == '\n' && counts->before[0] == '\r';
    bool is_bare = c == '\n' && !is_line;
    unsigned last = counts->before[is_line];
    bool is_odd = last < ' ' || last > '~';
    counts->lines += is_line;
    counts->odd_lines += is_line && is_odd;
    counts->bare += is_bare;
    counts->odd_bare += is_bare && is_odd;
    counts->returns += c == '\r';
    counts->replaced += c == 0xBD && counts->before[0] == 0xBF && counts->before[1] == 0xEF;
    counts->controls += c >= 0x80 && c <= 0x9F && counts->before[0] == 0xC2;
    counts->header_size -= is_line && counts->header_size > 0 && counts->header_size <= HEADER;
    if (counts->header_size <= HEADER) {
        counts->header[counts->header_size++] = c;
    }
    count_utf8(counts, c);
    counts->before[1] = counts->before[0];
    counts->before[0] = c;
}

/* Whether CRs are missing from a file: as many as would belong to CR LF, or all CRs. A file that lost as few bytes at
 * its end looks the same. */
static bool lacks_returns(const struct counts *counts, uint64_t size, uint64_t declared)
{
    if (declared <= size || counts->lines > 0 || counts->odd_bare < LEAST_ODD) {
        return false;
    }
    uint64_t missing = declared - size;
    return missing <= 2 + counts->odd_bare / 64 || (counts->returns == 0 && missing <= size / 64);
}

static enum glb_text damage_of(const struct counts *counts, uint64_t size, uint64_t declared, uint64_t *count)
{
    bool is_exact = counts->lines >= LEAST_LINES && counts->header_size >= HEADER &&
                    size - counts->lines == little32(counts->header + 8);
    *count = counts->lines;
    if (counts->bare == 0 && (is_exact || counts->odd_lines >= LEAST_ODD)) {
        return GLB_TEXT_LINES;
    }
    if (lacks_returns(counts, size, declared)) {
        *count = declared - size;
        return GLB_TEXT_UNIX;
    }
    *count = counts->replaced;
    return !counts->is_utf8                     ? GLB_TEXT_NONE
           : counts->replaced >= LEAST_REPLACED ? GLB_TEXT_UTF_8
           : counts->controls >= LEAST_CONTROLS ? GLB_TEXT_LATIN_1
                                                : GLB_TEXT_NONE;
}

/*
 * Returns how a GLB of 12 bytes or more, whose lengths contradict each other, was damaged. *count receives how many
 * positions were changed. Returns GLB_TEXT_NONE if reading fails, too. declared: the length in the header. Reads the
 * whole file, a piece at a time.
 */
static enum glb_text glb_text_damage(struct bytes *bytes, uint64_t declared, uint64_t *count)
{
    struct counts counts = {.is_utf8 = true};
    for (uint64_t at = 0; at < bytes->size; at += PIECE) {
        unsigned char scratch[PIECE];
        struct os_error error = {0};
        size_t size = bytes->size - at < PIECE ? (size_t)(bytes->size - at) : PIECE;
        const unsigned char *piece = bytes_peek(bytes, at, size, scratch, &error);
        if (piece == NULL) {
            return GLB_TEXT_NONE;
        }
        for (size_t i = 0; i < size; i++) {
            count_byte(&counts, piece[i]);
        }
    }
    return damage_of(&counts, bytes->size, declared, count);
}

enum {
    CHUNK_HEADER = 8,
    SMALLEST = HEADER + CHUNK_HEADER,
    TYPE_TEXT = 11,
    CHUNKS_MAX = 1000,   /* more than any file needs; later chunks are ignored */
    EDITED_MOST = 65536, /* maximum of bytes by which an edit changes the JSON */
};

#define TYPE_JSON 0x4E4F534AU
#define TYPE_BIN 0x004E4942U

/* A walk over the chunks of a file. */
struct chunk_walk {
    struct bytes *bytes;
    struct arena *arena;
    struct findings *findings;
    struct container *out;
    struct os_error *error;
    uint64_t declared; /* the length in the header */
    /* End of the chunks: declared, or the file's end if that comes first or if declared is wrong. */
    uint64_t limit;
    bool is_edited; /* the JSON chunk states a wrong length */
    unsigned index; /* of the chunk */
    bool has_json;
    uint64_t json_length;
};

static struct finding *report_chunk(const struct chunk_walk *walk, enum message message,
                                    const struct argument *arguments)
{
    struct finding *finding = report_taking(walk->findings, message, place_file(), arguments);
    finding_no_place(finding);
    return finding;
}

static struct argument chunk_index_of(const struct chunk_walk *walk)
{
    return COUNT("index", walk->index);
}

/* Returns "JSON" or the like, or a number if the type isn't made of letters. letters has room for TYPE_TEXT bytes. */
static struct argument the_type(uint32_t type, char *letters)
{
    size_t length = 0;
    for (int i = 0; i < 4; i++) {
        unsigned c = type >> 8 * i & 0xFFU;
        if (c == 0 && i == 3) {
            break;
        }
        if (c < 0x20 || c > 0x7E || c == '\'') {
            snprintf(letters, TYPE_TEXT, "0x%08x", (unsigned)type);
            return TERM("type", letters);
        }
        letters[length++] = (char)c;
    }
    letters[length] = '\0';
    return TEXT("type", letters);
}

static bool read_text(struct bytes *bytes, struct arena *arena, uint64_t offset, uint64_t size, struct container *out,
                      struct findings *findings, struct os_error *error)
{
    const unsigned char *text = bytes_read(bytes, arena, offset, size, error);
    if (text == NULL) {
        return false;
    }
    size_t mark = utf8_mark(text, size);
    out->text = (const char *)text + mark;
    out->text_size = (size_t)size - mark;
    out->text_offset = offset + mark;
    if (mark > 0) {
        struct finding *finding = report(findings, MESSAGE_JSON_BOM__DEFAULT, place_file(), NO_ARGUMENTS);
        finding_at(finding, 0);
        finding_edit(finding, VRMLINT_EDIT_REBUILD, place_file(), NULL);
    }
    return true;
}

static void json_chunk(struct chunk_walk *walk, uint64_t offset, uint32_t length)
{
    if (walk->has_json) {
        report_chunk(walk, MESSAGE_CONTAINER_DUPLICATE_CHUNK__JSON, ARGUMENTS(chunk_index_of(walk)));
        return;
    }
    walk->has_json = true;
    walk->json_length = length;
    walk->out->text_offset = offset;
    if (walk->index > 0) {
        report_chunk(walk, MESSAGE_CONTAINER_JSON_NOT_FIRST__DEFAULT, ARGUMENTS(chunk_index_of(walk)));
    }
}

static void bin_chunk(struct chunk_walk *walk, uint64_t offset, uint32_t length)
{
    if (walk->out->has_bin) {
        report_chunk(walk, MESSAGE_CONTAINER_DUPLICATE_CHUNK__BIN, ARGUMENTS(chunk_index_of(walk)));
        return;
    }
    walk->out->has_bin = true;
    walk->out->bin_offset = offset;
    walk->out->bin_length = length;
    /* A BIN chunk that is the very first is reported as a missing JSON chunk. */
    if (walk->index > 1) {
        report_chunk(walk, MESSAGE_CONTAINER_BIN_NOT_SECOND__DEFAULT, ARGUMENTS(chunk_index_of(walk)));
    }
}

/* Reports that the file, or the length in the header, ends within a chunk. */
static void cut_off(struct chunk_walk *walk, enum message what, uint64_t at, uint64_t need)
{
    uint64_t size = walk->bytes->size;
    /* apps don't notice a chunk that is too short, but miss the data that it lacks */
    bool is_data = what == WORDS_BIN_CHUNK || what == WORDS_SOME_CHUNK;
    struct finding *finding = NULL;
    struct argument chunk = WORD("what", what);
    struct argument begin = COUNT("at", at);
    if (walk->limit < size) {
        report_chunk(walk, MESSAGE_CONTAINER_LENGTH_MISMATCH__CHUNK,
                     ARGUMENTS(COUNT("declared", walk->declared), chunk, begin, COUNT("end", need)));
    } else if (walk->declared > size) {
        finding = report_chunk(walk, is_data ? MESSAGE_CONTAINER_TRUNCATED__DATA : MESSAGE_CONTAINER_TRUNCATED__DEFAULT,
                               ARGUMENTS(COUNT("size", size),
                                         COUNT("whole", need > walk->declared ? need : walk->declared), chunk, begin));
    } else if (walk->declared >= SMALLEST) {
        finding = report_chunk(
            walk, is_data ? MESSAGE_CONTAINER_LENGTH_MISMATCH__DATA : MESSAGE_CONTAINER_LENGTH_MISMATCH__END,
            ARGUMENTS(COUNT("size", size), chunk, begin, COUNT("end", need)));
    } /* else the length in the header is nonsense, which was reported */
    if (is_data && finding != NULL) {
        walk->out->short_bin = finding;
        walk->out->bin_present = size - at - CHUNK_HEADER;
    }
    walk->out->is_damaged = true;
}

/* Whether the bytes from offset at to the end of the file are complete chunks. False if they can't be read. */
static bool is_whole_chunks(const struct chunk_walk *walk, uint64_t at)
{
    struct os_error error = {0};
    for (int i = 0; i < CHUNKS_MAX && at + CHUNK_HEADER <= walk->bytes->size; i++) {
        const unsigned char *header = bytes_read(walk->bytes, walk->arena, at, CHUNK_HEADER, &error);
        if (header == NULL) {
            return false;
        }
        at += CHUNK_HEADER + (uint64_t)little32(header);
    }
    return at == walk->bytes->size;
}

/* Whether a BIN chunk begins at these bytes, offset at in the file, and ends at the file's end or up to 3 bytes
 * before it. */
static bool is_last_bin(const struct chunk_walk *walk, const unsigned char *bytes, uint64_t at)
{
    uint64_t end = at + CHUNK_HEADER + little32(bytes);
    return little32(bytes + 4) == TYPE_BIN && end <= walk->bytes->size && walk->bytes->size - end < 4;
}

/*
 * Returns the real length of a JSON chunk whose text begins at offset data. If the text was edited without its
 * length, no BIN chunk follows where the text should end, but one begins nearby and reaches to the file's end:
 * reports that.
 */
static uint32_t edited_length(struct chunk_walk *walk, uint64_t data, uint32_t length)
{
    uint64_t end = data + length;
    uint64_t begin = end - data > EDITED_MOST ? end - EDITED_MOST : data;
    uint64_t until = end + EDITED_MOST < walk->bytes->size ? end + EDITED_MOST : walk->bytes->size;
    struct os_error error = {0};
    const unsigned char *near = end == walk->limit || begin >= until || is_whole_chunks(walk, end)
                                    ? NULL
                                    : bytes_read(walk->bytes, walk->arena, begin, until - begin, &error);
    bool is_bin = near != NULL && end + CHUNK_HEADER <= until && little32(near + (end - begin) + 4) == TYPE_BIN;
    for (uint64_t at = begin + 1; near != NULL && !is_bin && at + CHUNK_HEADER <= until; at++) {
        if (is_last_bin(walk, near + (at - begin), at)) {
            report_chunk(walk, MESSAGE_CONTAINER_LENGTH_MISMATCH__EDITED,
                         ARGUMENTS(COUNT("stated", length), COUNT("length", at - data)));
            walk->is_edited = true;
            walk->limit = walk->declared = walk->bytes->size;
            return (uint32_t)(at - data);
        }
    }
    return length;
}

/*
 * Returns the intended type of a chunk with a wrong type: its letters in another case, with a space for the zero
 * byte, or in reverse order, or the number 1 that early writers gave the BIN chunk. Chunks after the first two may
 * have types of extensions, so their type is returned as it is.
 */
static uint32_t meant_type(const struct chunk_walk *walk, uint32_t type)
{
    static const uint32_t types[] = {TYPE_JSON, TYPE_BIN};
    if (walk->index >= sizeof types / sizeof *types || type == TYPE_JSON || type == TYPE_BIN) {
        return type;
    }
    uint32_t reversed = type >> 24 | (type >> 8 & 0xFF00U) | (type << 8 & 0xFF0000U) | type << 24;
    /* bit 5 of a byte is the case of a letter, and the only bit of a space */
    bool by_letters = (type & 0xDFDFDFDFU) == types[walk->index];
    return by_letters || reversed == types[walk->index] || (type == 1 && walk->index == 1) ? types[walk->index] : type;
}

/* Reads a chunk at offset at, which is below the limit. *next receives the offset of the next chunk, or the limit. */
static bool read_chunk(struct chunk_walk *walk, uint64_t at, uint64_t *next)
{
    *next = walk->limit;
    if (walk->limit - at < CHUNK_HEADER) {
        cut_off(walk, WORDS_CHUNK_HEADER, at, at + CHUNK_HEADER);
        return true;
    }
    const unsigned char *header = bytes_read(walk->bytes, walk->arena, at, CHUNK_HEADER, walk->error);
    if (header == NULL) {
        return false;
    }
    uint32_t length = little32(header);
    uint32_t written = little32(header + 4);
    uint32_t type = meant_type(walk, written);
    uint64_t data = at + CHUNK_HEADER;
    char letters[TYPE_TEXT];
    if (type != written) {
        struct finding *finding = report_chunk(
            walk, type == TYPE_JSON ? MESSAGE_CONTAINER_UNKNOWN_CHUNK__JSON : MESSAGE_CONTAINER_UNKNOWN_CHUNK__BIN,
            ARGUMENTS(chunk_index_of(walk), COUNT("at", at), the_type(written, letters)));
        finding_severity(finding, VRMLINT_ERROR);
        finding_edit(finding, VRMLINT_EDIT_REBUILD, place_file(), NULL);
    }
    if (type == TYPE_JSON && walk->index == 0) {
        length = edited_length(walk, data, length);
    }
    if (length > walk->limit - data) {
        cut_off(walk,
                type == TYPE_JSON  ? WORDS_JSON_CHUNK
                : type == TYPE_BIN ? WORDS_BIN_CHUNK
                                   : WORDS_SOME_CHUNK,
                at, data + length);
    } else {
        *next = data + length;
    }
    if (length % 4 != 0 && !walk->is_edited) {
        finding_edit(report_chunk(walk, MESSAGE_CONTAINER_UNALIGNED_CHUNK__DEFAULT,
                                  ARGUMENTS(chunk_index_of(walk), the_type(type, letters), COUNT("at", at),
                                            COUNT("length", length))),
                     VRMLINT_EDIT_REBUILD, place_file(), NULL);
    }
    if (type == TYPE_JSON) {
        json_chunk(walk, data, length);
    } else if (type == TYPE_BIN) {
        bin_chunk(walk, data, length);
    } else {
        finding_fix(report_chunk(walk, MESSAGE_CONTAINER_UNKNOWN_CHUNK__DEFAULT,
                                 ARGUMENTS(chunk_index_of(walk), COUNT("at", at), the_type(type, letters))),
                    VRMLINT_FIX_NONE);
    }
    return true;
}

/* Checks the length in the header by itself. Sets the walk's limit. */
static void check_length(struct chunk_walk *walk)
{
    uint64_t size = walk->bytes->size;
    walk->limit = size;
    if (walk->declared < SMALLEST) {
        report_chunk(walk, MESSAGE_CONTAINER_LENGTH_MISMATCH__TOO_SMALL,
                     ARGUMENTS(COUNT("declared", walk->declared), COUNT("size", size), COUNT("least", SMALLEST)));
        walk->out->is_damaged = true;
    } else if (walk->declared < size) {
        walk->limit = walk->declared;
    }
}

static bool walk_chunks(struct chunk_walk *walk)
{
    uint64_t at = HEADER;
    while (at < walk->limit) {
        if (walk->index == CHUNKS_MAX) {
            findings_skip(walk->findings, WORDS_SKIPPED_CHUNKS, NO_ARGUMENTS, WORDS_BECAUSE_NO_FILE_NEEDS_IT);
            return true;
        }
        if (!read_chunk(walk, at, &at)) {
            return false;
        }
        walk->index++;
    }
    if (walk->declared > walk->bytes->size && !walk->out->is_damaged) {
        report_chunk(walk, MESSAGE_CONTAINER_LENGTH_MISMATCH__DEFAULT,
                     ARGUMENTS(COUNT("declared", walk->declared), COUNT("size", walk->bytes->size)));
        walk->out->is_damaged = true;
    }
    if (walk->limit < walk->bytes->size && !walk->out->is_damaged) {
        uint64_t more = walk->bytes->size - walk->limit;
        bool partial = !is_whole_chunks(walk, walk->limit);
        struct finding *finding =
            report(walk->findings,
                   partial ? MESSAGE_CONTAINER_TRAILING_DATA__PARTIAL : MESSAGE_CONTAINER_TRAILING_DATA__DEFAULT,
                   place_file(), ARGUMENTS(COUNT("more", more), COUNT("end", walk->limit)));
        walk->out->partial_trailing = partial ? finding : NULL;
        finding_no_place(finding);
        finding_measure(finding, "bytes", (double)more);
        finding_edit(finding, VRMLINT_EDIT_REBUILD, place_file(), NULL);
    }
    return true;
}

static bool find_json(struct chunk_walk *walk)
{
    struct container *out = walk->out;
    uint64_t offset = out->text_offset;
    out->text_offset = 0;
    if (!walk->has_json) {
        if (!walk->out->is_damaged) {
            report_chunk(walk, MESSAGE_CONTAINER_MISSING_JSON__DEFAULT, NO_ARGUMENTS);
        }
        return true;
    }
    if (walk->json_length == 0) {
        report_chunk(walk, MESSAGE_CONTAINER_EMPTY__CHUNK, NO_ARGUMENTS);
        return true;
    }
    if (offset + walk->json_length > walk->bytes->size) {
        return true; /* truncated, which was reported */
    }
    return read_text(walk->bytes, walk->arena, offset, walk->json_length, out, walk->findings, walk->error);
}

/* Reports a file that was damaged by treating it as text. All contradictions between its lengths follow from that. */
static bool is_text_damage(struct chunk_walk *walk)
{
    uint64_t count = 0;
    if (walk->declared == walk->bytes->size && is_whole_chunks(walk, HEADER)) {
        return false;
    }
    static const enum message said[] = {
        [GLB_TEXT_LINES] = MESSAGE_CONTAINER_LENGTH_MISMATCH__LINE_ENDS,
        [GLB_TEXT_UNIX] = MESSAGE_CONTAINER_TRUNCATED__UNIX,
        [GLB_TEXT_UTF_8] = MESSAGE_CONTAINER_LENGTH_MISMATCH__UTF_8,
        [GLB_TEXT_LATIN_1] = MESSAGE_CONTAINER_LENGTH_MISMATCH__LATIN_1,
    };
    enum glb_text damage = glb_text_damage(walk->bytes, walk->declared, &count);
    if (damage != GLB_TEXT_NONE) {
        report_chunk(walk, said[damage], ARGUMENTS(COUNT("count", count), COUNT("whole", walk->declared)));
        walk->out->is_damaged = true;
    }
    return damage != GLB_TEXT_NONE;
}

static void report_short(struct chunk_walk *walk)
{
    report_chunk(walk, MESSAGE_CONTAINER_TRUNCATED__SHORT,
                 ARGUMENTS(COUNT("size", walk->bytes->size), COUNT("least", SMALLEST)));
}

static bool read_glb(struct chunk_walk *walk)
{
    uint64_t size = walk->bytes->size;
    const unsigned char *header =
        bytes_read(walk->bytes, walk->arena, 0, size < SMALLEST ? size : SMALLEST, walk->error);
    if (header == NULL) {
        return false;
    }
    if (size >= 8 && little32(header + 4) != 2) {
        report_chunk(walk,
                     little32(header + 4) > 2 ? MESSAGE_CONTAINER_BAD_VERSION__ABOVE
                                              : MESSAGE_CONTAINER_BAD_VERSION__DEFAULT,
                     ARGUMENTS(COUNT("version", little32(header + 4))));
        return true;
    }
    walk->declared = size >= HEADER ? little32(header + 8) : 0;
    if (size < HEADER || (size < SMALLEST && walk->declared >= SMALLEST)) {
        report_short(walk);
        return true;
    }
    if (is_text_damage(walk)) {
        return true;
    }
    check_length(walk);
    if (size < SMALLEST) {
        return true;
    }
    return walk_chunks(walk) && find_json(walk);
}

enum { MAGIC_PEEK = 512, TAR_MAGIC = 257 /* its offset */ };

/* Returns the message for other file formats that get avatars' names by mistake, by their first bytes; MESSAGE_NONE
 * if the format is unknown. */
static enum message other_kind(const unsigned char *first, size_t size)
{
    static const struct {
        const char *magic;
        size_t length;
        enum message said;
    } kinds[] = {
        {"PK\3\4", 4, MESSAGE_CONTAINER_BAD_MAGIC__ZIP},
        {"\x1F\x8B", 2, MESSAGE_CONTAINER_BAD_MAGIC__GZIP},
        {"7z\xBC\xAF", 4, MESSAGE_CONTAINER_BAD_MAGIC__SEVEN_ZIP},
        {"Rar!", 4, MESSAGE_CONTAINER_BAD_MAGIC__RAR},
        {"\x89PNG", 4, MESSAGE_CONTAINER_BAD_MAGIC__PICTURE},
        {"\xFF\xD8\xFF", 3, MESSAGE_CONTAINER_BAD_MAGIC__PICTURE},
        {"<", 1, MESSAGE_CONTAINER_BAD_MAGIC__WEB_PAGE},
        {"Z2xURg", 6, MESSAGE_CONTAINER_BAD_MAGIC__BASE64},
        {"data:", 5, MESSAGE_CONTAINER_BAD_MAGIC__BASE64},
        {"version https://git-lfs", 23, MESSAGE_CONTAINER_BAD_MAGIC__GIT_LFS},
        {"Kaydara FBX", 11, MESSAGE_CONTAINER_BAD_MAGIC__FBX},
        {"; FBX", 5, MESSAGE_CONTAINER_BAD_MAGIC__FBX},
        {"PMX ", 4, MESSAGE_CONTAINER_BAD_MAGIC__MMD},
        {"Pmd", 3, MESSAGE_CONTAINER_BAD_MAGIC__MMD},
        {"BLENDER", 7, MESSAGE_CONTAINER_BAD_MAGIC__BLENDER},
        {"UnityFS", 7, MESSAGE_CONTAINER_BAD_MAGIC__UNITY},
        {"\xFF\xFE", 2, MESSAGE_CONTAINER_BAD_MAGIC__UTF_16},
        {"\xFE\xFF", 2, MESSAGE_CONTAINER_BAD_MAGIC__UTF_16},
        {"\0{\0", 3, MESSAGE_CONTAINER_BAD_MAGIC__UTF_16},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (size >= kinds[i].length && memcmp(first, kinds[i].magic, kinds[i].length) == 0) {
            return kinds[i].said;
        }
    }
    bool tar = size >= TAR_MAGIC + 5 && memcmp(first + TAR_MAGIC, "ustar", 5) == 0;
    return tar ? MESSAGE_CONTAINER_BAD_MAGIC__TAR : MESSAGE_NONE;
}

/* Returns the offset of a GLB of version 2 after other bytes; 0 if none is found. */
static uint64_t find_glb(const unsigned char *bytes, uint64_t size)
{
    for (uint64_t at = 1; at + 8 <= size; at++) {
        if (memcmp(bytes + at, "glTF\2\0\0\0", 8) == 0) {
            return at;
        }
    }
    return 0;
}

static bool is_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Reads JSON text without a container, or reports a file of another kind. */
static bool read_plain(struct chunk_walk *walk)
{
    struct bytes *bytes = walk->bytes;
    const unsigned char *first;
    uint64_t peek = 0;
    size_t at;
    do {
        /* The whole file is read only if its beginning is nothing but white space. */
        peek = peek == 0 && bytes->size > 4096 ? 4096 : bytes->size;
        first = bytes_read(bytes, walk->arena, 0, peek, walk->error);
        if (first == NULL) {
            return false;
        }
        at = utf8_mark(first, peek);
        while (at < peek && is_space(first[at])) {
            at++;
        }
    } while (at == peek && peek < bytes->size);
    if (at < bytes->size && (first[at] == '{' || first[at] == '[')) {
        return read_text(bytes, walk->arena, 0, bytes->size, walk->out, walk->findings, walk->error);
    }
    if (bytes->size < 4 && memcmp(first, "glTF", (size_t)bytes->size) == 0) {
        report_short(walk);
        return true;
    }
    size_t left = (size_t)(peek - at < MAGIC_PEEK ? peek - at : MAGIC_PEEK);
    enum message kind = other_kind(first + at, left);
    uint64_t begin = find_glb(first, peek);
    report_chunk(walk,
                 kind != MESSAGE_NONE ? kind
                 : begin > 0          ? MESSAGE_CONTAINER_BAD_MAGIC__BEFORE
                 : at == bytes->size  ? MESSAGE_CONTAINER_BAD_MAGIC__WHITE_SPACE
                                      : MESSAGE_CONTAINER_BAD_MAGIC__DEFAULT,
                 ARGUMENTS(COUNT("count", begin)));
    return true;
}

bool container_read(struct bytes *bytes, struct arena *arena, struct findings *findings, struct container *out,
                    struct os_error *error)
{
    *out = (struct container){.text = NULL};
    struct chunk_walk walk = {.bytes = bytes, .arena = arena, .findings = findings, .out = out, .error = error};
    if (bytes->size == 0) {
        report_chunk(&walk, MESSAGE_CONTAINER_EMPTY__DEFAULT, NO_ARGUMENTS);
        return true;
    }
    const unsigned char *magic = bytes_read(bytes, arena, 0, bytes->size < 4 ? bytes->size : 4, error);
    if (magic == NULL) {
        return false;
    }
    out->is_glb = bytes->size >= 4 && memcmp(magic, "glTF", 4) == 0;
    return out->is_glb ? read_glb(&walk) : read_plain(&walk);
}

enum { ALIGNMENT = 4 };

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
    uint64_t offset = container->text_offset;
    bool rebuilds = form != CONTAINER_KEPT;
    size_t mark_size = offset >= 3 && !rebuilds ? utf8_mark(file + offset - 3, 3) : 0;
    const char *mark = (const char *)file + offset - mark_size;
    if (!container->is_glb && form == CONTAINER_PACKED) {
        return pack_json(out, text, text_size);
    }
    if (!container->is_glb) {
        buf_add(out, mark, mark_size);
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
            print_text(out, file + at, mark, mark_size, text, text_size);
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
