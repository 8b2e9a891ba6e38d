#include "gltf/scan.h"

#include <string.h>

#include "base/pointer.h"
#include "base/utf8.h"
#include "gltf/scan_keys.h"
#include "ids/messages_file.h"

static const unsigned char *pass_digits(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (unsigned)*p - '0' < 10) {
        p++;
    }
    return p;
}

const unsigned char *scan_number(const unsigned char *p, const unsigned char *end, enum message *error, bool *is_whole)
{
    p += *p == '-';
    const unsigned char *digits = p;
    *is_whole = true;
    p = pass_digits(p, end);
    if (p == digits) {
        *error = WORDS_JSON_DIGIT_EXPECTED;
        return p;
    }
    if (*digits == '0' && p - digits > 1) {
        *error = WORDS_JSON_NEEDLESS_ZERO;
        return digits;
    }
    if (p < end && *p == '.') {
        const unsigned char *fraction = ++p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == fraction) {
            *error = WORDS_JSON_FRACTION_EXPECTED;
            return p;
        }
    }
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        p += p < end && (*p == '+' || *p == '-');
        const unsigned char *exponent = p;
        *is_whole = false;
        p = pass_digits(p, end);
        if (p == exponent) {
            *error = WORDS_JSON_EXPONENT_EXPECTED;
            return p;
        }
    }
    return p;
}

/* An open array or object. */
struct scan_frame {
    struct span key; /* of the current member */
    size_t index;    /* of the current element */
    struct scan_keys_group keys;
    bool is_object;
    bool key_escaped;
    bool is_extensions; /* this is the value of "extensions" */
    bool in_extras;     /* this is the value of "extras" or below it */
};

/* Bytes of text between two calls of the observer: some tens of microseconds. */
enum { ASK_GAP = 32 * 1024 };

struct scan_position {
    struct arena *arena;
    const char *text;
    const unsigned char *begin;
    const unsigned char *end;
    const unsigned char *ask_at; /* the observer is called from here on */
    const struct scan_events *events;
    struct scan_result result;
    struct scan_keys keys;
    struct buf *scratch; /* two: for pointers, and for keys in them */
    bool escaped;        /* the last string has an escape */
    bool between;        /* not in a value: at a key, or after a value */
    size_t member_value; /* offset of the value of the root's current member */
    size_t member_count; /* number of children of that value, once it is closed */
    size_t depth;
    struct scan_frame frames[SCAN_DEPTH_MAX];
};

#define BYTES_OF(c) ((c)*UINT64_C(0x0101010101010101))
#define HIGH_BITS UINT64_C(0x8080808080808080)

static uint64_t load8(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static size_t offset_of(const struct scan_position *s, const unsigned char *p)
{
    return (size_t)(p - s->begin);
}

/* Calls the observer. Doesn't return if the observer ends the work. */
static void ask_observer(struct scan_position *s, const unsigned char *p)
{
    s->ask_at = s->end - p > ASK_GAP ? p + ASK_GAP : s->end;
    arena_ask(s->arena);
}

/* Records an error. Always returns NULL. */
static const unsigned char *fail_scan(struct scan_position *s, enum scan_status status, const unsigned char *p,
                                      enum message error)
{
    s->result.status = status;
    s->result.offset = offset_of(s, p);
    s->result.error = error;
    return NULL;
}

/* Fails at a byte that isn't allowed here. Invalid UTF-8 is reported as such, as that error is more specific. */
static const unsigned char *refuse_byte(struct scan_position *s, const unsigned char *p, enum message error)
{
    if (p == s->end) {
        return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_ENDS);
    }
    size_t left = (size_t)(s->end - p);
    if (*p >= 0x80 && utf8_sequence((const char *)p, left, NULL) == 0) {
        return fail_scan(s, SCAN_INVALID_UTF8, p, WORDS_JSON_NOT_UTF8);
    }
    if (*p == '\0') {
        error = WORDS_JSON_ZERO_BYTE;
    } else if (*p == '/' && left > 1 && (p[1] == '/' || p[1] == '*')) {
        error = WORDS_JSON_COMMENT;
    } else if (*p == '\'') {
        error = WORDS_JSON_SINGLE_QUOTES;
    }
    return fail_scan(s, SCAN_SYNTAX, p, error);
}

static const unsigned char *pass_space(const unsigned char *p, const unsigned char *end)
{
    while (p < end && *p <= ' ') {
        while (end - p >= 8 && load8(p) == BYTES_OF(' ')) {
            p += 8;
        }
        if (p == end || (*p != ' ' && *p != '\n' && *p != '\r' && *p != '\t')) {
            break;
        }
        p++;
    }
    return p;
}

/* Returns the value of four hexadecimal digits, or -1. */
static int32_t read_hex4(const unsigned char *p)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        unsigned c = p[i];
        unsigned letter = (c | 0x20U) - 'a';
        if (c - '0' < 10) {
            value = value * 16 + (int32_t)(c - '0');
        } else if (letter < 6) {
            value = value * 16 + (int32_t)letter + 10;
        } else {
            return -1;
        }
    }
    return value;
}

/* p is at the backslash of \u. Returns the end of the escape, or of the surrogate pair. */
static const unsigned char *pass_unicode(struct scan_position *s, const unsigned char *p)
{
    int32_t code = s->end - p >= 6 ? read_hex4(p + 2) : -1;
    if (code < 0) {
        return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_HEXADECIMAL_EXPECTED);
    }
    if (code < 0xD800 || code > 0xDFFF) {
        return p + 6;
    }
    if (code > 0xDBFF || s->end - p < 12 || p[6] != '\\' || p[7] != 'u') {
        return fail_scan(s, SCAN_INVALID_UTF8, p, WORDS_JSON_HALF_A_CHARACTER);
    }
    int32_t second = read_hex4(p + 8);
    if (second < 0) {
        return fail_scan(s, SCAN_SYNTAX, p + 6, WORDS_JSON_HEXADECIMAL_EXPECTED);
    }
    return second >= 0xDC00 && second <= 0xDFFF ? p + 12
                                                : fail_scan(s, SCAN_INVALID_UTF8, p, WORDS_JSON_HALF_A_CHARACTER);
}

static const unsigned char *pass_escape(struct scan_position *s, const unsigned char *p)
{
    s->escaped = true;
    if (s->end - p < 2) {
        return refuse_byte(s, s->end, WORDS_JSON_ENDS);
    }
    switch (p[1]) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        return p + 2;
    case 'u':
        return pass_unicode(s, p);
    default:
        return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_NO_SUCH_ESCAPE);
    }
}

/* Passes one or more characters beyond ASCII. */
static const unsigned char *pass_wide(struct scan_position *s, const unsigned char *p)
{
    do {
        /* Kana, hangul and most ideographs: three bytes that need no table. */
        if (s->end - p >= 3 && *p >= 0xE1 && *p <= 0xEC && (p[1] & 0xC0) == 0x80 && (p[2] & 0xC0) == 0x80) {
            p += 3;
            continue;
        }
        size_t length = utf8_sequence((const char *)p, (size_t)(s->end - p), NULL);
        if (length == 0) {
            return fail_scan(s, SCAN_INVALID_UTF8, p, WORDS_JSON_NOT_UTF8);
        }
        p += length;
    } while (p < s->end && *p >= 0x80);
    return p;
}

/* Skips plain characters. Returns the first quote, backslash, control character or byte beyond ASCII, or the end. */
static const unsigned char *pass_plain(const unsigned char *p, const unsigned char *end)
{
    while (end - p >= 8) {
        uint64_t word = load8(p);
        uint64_t quote = word ^ BYTES_OF('"');
        uint64_t slash = word ^ BYTES_OF('\\');
        uint64_t special = ((quote - BYTES_OF(1)) | (slash - BYTES_OF(1)) | (word - BYTES_OF(0x20)) | word) & HIGH_BITS;
        if (special != 0) {
            /* Borrows run upwards only, so the lowest bit is correct. */
            return p + __builtin_ctzll(special) / 8;
        }
        p += 8;
    }
    while (p < end && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\') {
        p++;
    }
    return p;
}

/* p is after the opening quote. Returns the closing one. */
static const unsigned char *pass_string(struct scan_position *s, const unsigned char *p)
{
    s->escaped = false;
    for (;;) {
        p = pass_plain(p, s->end);
        if (p == s->end) {
            return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_ENDS_IN_STRING);
        }
        if (*p == '"') {
            return p;
        }
        if (*p == '\\') {
            if (p >= s->ask_at) {
                ask_observer(s, p);
            }
            p = pass_escape(s, p);
        } else if (*p >= 0x80) {
            p = pass_wide(s, p);
        } else {
            return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_CONTROL_CHARACTER);
        }
        if (p == NULL) {
            return NULL;
        }
    }
}

static const unsigned char *pass_number(struct scan_position *s, const unsigned char *p)
{
    enum message error = MESSAGE_NONE;
    bool is_whole;
    p = scan_number(p, s->end, &error, &is_whole);
    if (error != MESSAGE_NONE && p < s->end && (*p == 'I' || *p == 'i' || *p == 'N')) {
        error = WORDS_JSON_NO_SUCH_NUMBER;
    }
    return error == MESSAGE_NONE ? p : refuse_byte(s, p, error);
}

static const unsigned char *pass_word(struct scan_position *s, const unsigned char *p, const char *word)
{
    size_t length = strlen(word);
    size_t left = (size_t)(s->end - p);
    if (left < length || memcmp(p, word, length) != 0) {
        if (left < length && memcmp(p, word, left) == 0) {
            return refuse_byte(s, s->end, WORDS_JSON_ENDS);
        }
        return refuse_byte(s, p, WORDS_JSON_VALUE_EXPECTED);
    }
    return p + length;
}

static const unsigned char *pass_scalar(struct scan_position *s, const unsigned char *p)
{
    switch (p < s->end ? *p : 0) {
    case '"':
        p = pass_string(s, p + 1);
        return p == NULL ? NULL : p + 1;
    case 't':
        return pass_word(s, p, "true");
    case 'f':
        return pass_word(s, p, "false");
    case 'n':
        return pass_word(s, p, "null");
    case ']':
    case '}':
        return fail_scan(s, SCAN_SYNTAX, p,
                         s->depth > 0 && !s->frames[s->depth - 1].is_object ? WORDS_JSON_COMMA_BEFORE_END
                                                                            : WORDS_JSON_VALUE_EXPECTED_BEFORE_END);
    case 'N':
    case 'I':
    case 'i':
        return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_NO_SUCH_NUMBER);
    case '+':
    case '.':
        return fail_scan(s, SCAN_SYNTAX, p, WORDS_JSON_NUMBER_BEGINS_BADLY);
    default:
        if (p < s->end && (*p == '-' || (unsigned)*p - '0' < 10)) {
            return pass_number(s, p);
        }
        return refuse_byte(s, p, WORDS_JSON_VALUE_EXPECTED);
    }
}

static bool key_is(const struct scan_position *s, const struct scan_frame *frame, const char *name, size_t length)
{
    size_t raw = frame->key.end - frame->key.begin;
    if (!frame->key_escaped) {
        return raw == length && memcmp(s->text + frame->key.begin, name, length) == 0;
    }
    char decoded[64]; /* an escape takes at most 6 bytes per ASCII character */
    return raw <= 6 * length && raw <= sizeof decoded && scan_unescape(s->text, frame->key, decoded) == length &&
           memcmp(decoded, name, length) == 0;
}

/* p is at a bracket. Returns the position after it. */
static const unsigned char *open_frame(struct scan_position *s, const unsigned char *p)
{
    if (s->depth == SCAN_DEPTH_MAX) {
        return fail_scan(s, SCAN_TOO_DEEP, p, WORDS_JSON_DEEP);
    }
    struct scan_frame *frame = &s->frames[s->depth];
    frame->is_object = *p == '{';
    frame->index = 0;
    frame->is_extensions = false;
    frame->in_extras = false;
    frame->keys = scan_keys_open(&s->keys);
    if (s->depth > 0) {
        const struct scan_frame *up = frame - 1;
        frame->in_extras = up->in_extras || (up->is_object && key_is(s, up, "extras", 6));
        frame->is_extensions =
            frame->is_object && up->is_object && !frame->in_extras && key_is(s, up, "extensions", 10);
    }
    s->depth++;
    return p + 1;
}

/* p is where a key must begin. Returns the first byte of its value. */
static const unsigned char *pass_key(struct scan_position *s, const unsigned char *p)
{
    s->between = true;
    if (p == s->end || *p != '"') {
        return refuse_byte(s, p, p < s->end && *p == '}' ? WORDS_JSON_COMMA_BEFORE_BRACE : WORDS_JSON_KEY_EXPECTED);
    }
    struct scan_frame *frame = &s->frames[s->depth - 1];
    const unsigned char *begin = p + 1;
    p = pass_string(s, begin);
    if (p == NULL) {
        return NULL;
    }
    frame->key = (struct span){offset_of(s, begin), offset_of(s, p)};
    frame->key_escaped = s->escaped;
    p = pass_space(p + 1, s->end);
    if (p == s->end || *p != ':') {
        return refuse_byte(s, p, WORDS_JSON_COLON_EXPECTED);
    }
    p = pass_space(p + 1, s->end);
    s->between = false;
    const struct scan_key *first = scan_keys_add(&s->keys, &frame->keys, frame->key, frame->key_escaped);
    if (first != NULL) {
        if (s->events->duplicate != NULL) {
            s->events->duplicate(s->events->context, s, first->span.begin - 1, frame->key.begin - 1, offset_of(s, p));
        }
    } else if (frame->is_extensions && s->events->extension != NULL) {
        s->events->extension(s->events->context, s, frame->key, offset_of(s, p));
    }
    if (s->depth == 1) {
        s->member_value = offset_of(s, p);
        s->member_count = 0;
    }
    return p;
}

/* p is after a value. Closes arrays and objects that end there and goes on to the next value. s->depth is 0 at the
 * end. */
static const unsigned char *pass_to_next(struct scan_position *s, const unsigned char *p)
{
    while (s->depth > 0) {
        struct scan_frame *frame = &s->frames[s->depth - 1];
        if (s->depth == 1 && frame->is_object && s->events->member != NULL) {
            s->events->member(s->events->context, frame->key, (struct span){s->member_value, offset_of(s, p)},
                              s->member_count);
        }
        p = pass_space(p, s->end);
        if (p < s->end && *p == ',') {
            frame->index++;
            p = pass_space(p + 1, s->end);
            return frame->is_object ? pass_key(s, p) : p;
        }
        if (p == s->end || *p != (frame->is_object ? '}' : ']')) {
            s->between = true;
            return refuse_byte(
                s, p, frame->is_object ? WORDS_JSON_COMMA_OR_BRACE_EXPECTED : WORDS_JSON_COMMA_OR_BRACKET_EXPECTED);
        }
        scan_keys_close(&s->keys, &frame->keys);
        s->member_count = frame->index + 1; /* the last one is that of the root's member */
        s->depth--;
        p++;
    }
    return p;
}

/* p is at the first byte of the whole value. Returns the position after it, or NULL. */
static const unsigned char *pass_value(struct scan_position *s, const unsigned char *p)
{
    do {
        if (p >= s->ask_at) {
            ask_observer(s, p);
        }
        if (p < s->end && (*p == '{' || *p == '[')) {
            p = open_frame(s, p);
            if (p == NULL) {
                return NULL;
            }
            struct scan_frame *frame = &s->frames[s->depth - 1];
            p = pass_space(p, s->end);
            if (p == s->end || *p != (frame->is_object ? '}' : ']')) {
                p = frame->is_object ? pass_key(s, p) : p;
                continue;
            }
            s->member_count = 0;
            s->depth--;
            p++;
        } else {
            p = pass_scalar(s, p);
        }
        if (p != NULL) {
            p = pass_to_next(s, p);
        }
    } while (p != NULL && s->depth > 0);
    return p;
}

struct argument scan_error(const char *name, const struct scan_result *result)
{
    static const struct argument braces[] = {
        {.name = "open", .kind = ARGUMENT_TERM, .as.term = "{"},
        {.name = "close", .kind = ARGUMENT_TERM, .as.term = "}"},
        {.name = NULL},
    };
    return CLAUSE(name, result->error, braces);
}

struct scan_result scan_text(struct arena *arena, const char *text, size_t size, uint64_t seed,
                             const struct scan_events *events)
{
    static const struct scan_events none;
    struct buf scratch[2] = {BUF_INIT(arena), BUF_INIT(arena)};
    struct scan_position s;
    memset(&s, 0, offsetof(struct scan_position, frames)); /* frames are initialized when they are opened */
    s.arena = arena;
    s.text = text;
    s.begin = (const unsigned char *)text;
    s.end = s.begin + size;
    s.ask_at = size > ASK_GAP ? s.begin + ASK_GAP : s.end;
    s.events = events != NULL ? events : &none;
    s.result.pointer = "";
    s.scratch = scratch;
    scan_keys_start(&s.keys, arena, text, size, seed);
    const unsigned char *p = pass_space(s.begin, s.end);
    s.result.root.begin = offset_of(&s, p);
    if (p < s.end) {
        s.result.root_kind = (char)*p;
    }
    p = pass_value(&s, p);
    if (p != NULL) {
        s.result.root.end = offset_of(&s, p);
        p = pass_space(p, s.end);
        if (p < s.end) {
            refuse_byte(&s, p, WORDS_JSON_HAS_ENDED);
        }
    } else {
        s.depth -= s.between && s.depth > 0;
        const char *pointer = scan_pointer(&s, arena, SCAN_POINTER_MAX);
        s.result.pointer = pointer != NULL ? pointer : "";
    }
    return s.result;
}

char *scan_pointer(const struct scan_position *position, struct arena *arena, size_t most)
{
    struct buf *buf = position->scratch;
    buf->length = 0;
    for (size_t i = 0; i < position->depth; i++) {
        const struct scan_frame *frame = &position->frames[i];
        size_t length = frame->key.end - frame->key.begin;
        if (!frame->is_object) {
            pointer_add_index(buf, frame->index);
        } else if (length / 6 > most) {
            return NULL; /* no escape is that long */
        } else if (!frame->key_escaped) {
            pointer_add_key(buf, position->text + frame->key.begin, length);
        } else {
            struct buf *key = &position->scratch[1];
            key->length = 0;
            buf_add(key, position->text + frame->key.begin, length);
            pointer_add_key(buf, key->text, scan_key_text(position->text, frame->key, key->text));
        }
        if (buf->length > most) {
            return NULL;
        }
    }
    return arena_copy(arena, buf_text(buf), buf->length);
}
