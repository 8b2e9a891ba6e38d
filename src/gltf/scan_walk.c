/* Walks through text that scan_text() has accepted. Checks bounds nevertheless, but not syntax. */
#include <string.h>

#include "base/utf8.h"
#include "gltf/scan.h"

size_t scan_space(const char *text, size_t size, size_t at)
{
    while (at < size && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
        at++;
    }
    return at;
}

size_t scan_string_end(const char *text, size_t size, size_t at)
{
    while (at < size) {
        const char *quote = memchr(text + at, '"', size - at);
        if (quote == NULL) {
            return size;
        }
        size_t end = (size_t)(quote - text);
        size_t slashes = end;
        while (slashes > at && text[slashes - 1] == '\\') {
            slashes--;
        }
        if ((end - slashes) % 2 == 0) {
            return end;
        }
        at = end + 1;
    }
    return size;
}

/* The classes of bytes for a walk that skips values. */
enum passing { PLAIN, QUOTE, OPENING, CLOSING, BETWEEN };

static const unsigned char passings[256] = {
    ['"'] = QUOTE,   ['{'] = OPENING, ['['] = OPENING,  ['}'] = CLOSING,  [']'] = CLOSING,
    [','] = BETWEEN, [' '] = BETWEEN, ['\n'] = BETWEEN, ['\r'] = BETWEEN, ['\t'] = BETWEEN,
};

static enum passing passing_of(char c)
{
    return (enum passing)passings[(unsigned char)c];
}

/* at is the offset of a number or word. */
static size_t skip_plain(const char *text, size_t size, size_t at)
{
    while (at < size && passing_of(text[at]) < CLOSING) {
        at++;
    }
    return at;
}

/* at is the offset of a bracket. */
static size_t skip_brackets(const char *text, size_t size, size_t at)
{
    size_t depth = 0;
    for (; at < size; at++) {
        enum passing kind = passing_of(text[at]);
        if (kind == PLAIN) {
            continue;
        }
        if (kind == QUOTE) {
            at = scan_string_end(text, size, at + 1);
        } else if (kind == OPENING) {
            depth++;
        } else if (kind == CLOSING && --depth == 0) {
            return at + 1;
        }
    }
    return size;
}

size_t scan_skip(const char *text, size_t size, size_t at)
{
    if (at < size && (text[at] == '{' || text[at] == '[')) {
        return skip_brackets(text, size, at);
    }
    if (at < size && text[at] == '"') {
        at = scan_string_end(text, size, at + 1);
        return at < size ? at + 1 : size;
    }
    return skip_plain(text, size, at);
}

/* at is the offset of a key or element. */
static void set_child(const char *text, size_t size, size_t at, struct scan_child *child)
{
    child->at = at;
    child->value = at;
    if (child->key.begin == 0) {
        return;
    }
    child->key.begin = at + 1;
    child->key.end = scan_string_end(text, size, at + 1);
    at = scan_space(text, size, child->key.end + 1);
    child->value = scan_space(text, size, at + 1);
}

bool scan_first(const char *text, size_t size, size_t at, struct scan_child *child, size_t *end)
{
    if (at >= size || (text[at] != '{' && text[at] != '[')) {
        *end = scan_skip(text, size, at);
        return false;
    }
    /* A key never begins at 0: that marks elements. */
    *child = (struct scan_child){.key.begin = text[at] == '{'};
    at = scan_space(text, size, at + 1);
    if (at >= size || text[at] == '}' || text[at] == ']') {
        *end = at < size ? at + 1 : size;
        return false;
    }
    set_child(text, size, at, child);
    return true;
}

bool scan_next(const char *text, size_t size, size_t behind, struct scan_child *child, size_t *end)
{
    size_t at = scan_space(text, size, behind);
    if (at >= size || text[at] != ',') {
        *end = at < size ? at + 1 : size;
        return false;
    }
    child->index++;
    set_child(text, size, scan_space(text, size, at + 1), child);
    return true;
}

static uint32_t decode_hex4(const char *digits)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t c = (unsigned char)digits[i];
        value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20U) - 'a' + 10);
    }
    return value;
}

/* Decodes the escape at text, of which left bytes remain. *used receives its length. */
static uint32_t decode_escape(const char *text, size_t left, size_t *used)
{
    static const char letters[] = "bfnrt";
    static const char meanings[] = "\b\f\n\r\t";
    *used = left < 2 ? left : 2;
    if (left < 2) {
        return '\\';
    }
    if (text[1] != 'u' || left < 6) {
        const char *found = text[1] != '\0' ? strchr(letters, text[1]) : NULL;
        return (unsigned char)(found != NULL ? meanings[found - letters] : text[1]);
    }
    *used = 6;
    uint32_t code = decode_hex4(text + 2);
    if (code >= 0xD800 && code <= 0xDBFF && left >= 12) {
        *used = 12;
        code = 0x10000 + ((code - 0xD800) << 10) + (decode_hex4(text + 8) - 0xDC00);
    }
    return code;
}

static size_t unescape_span(const char *text, struct span inside, char *out, uint32_t nul)
{
    size_t length = 0;
    for (size_t at = inside.begin; at < inside.end;) {
        const char *slash = memchr(text + at, '\\', inside.end - at);
        size_t plain = slash == NULL ? inside.end - at : (size_t)(slash - (text + at));
        memcpy(out + length, text + at, plain);
        length += plain;
        at += plain;
        if (slash != NULL) {
            size_t used;
            uint32_t code = decode_escape(slash, inside.end - at, &used);
            length += utf8_encode(code == 0 ? nul : code, out + length);
            at += used;
        }
    }
    return length;
}

size_t scan_unescape(const char *text, struct span inside, char *out)
{
    return unescape_span(text, inside, out, 0);
}

size_t scan_key_text(const char *text, struct span inside, char *out)
{
    return unescape_span(text, inside, out, 0xFFFD);
}

const char *scan_key(const char *text, struct span inside, struct buf *scratch, size_t *length)
{
    const char *plain = text + inside.begin;
    *length = inside.end - inside.begin;
    if (*length == 0 || memchr(plain, '\\', *length) == NULL) {
        return plain;
    }
    scratch->length = 0;
    buf_add(scratch, plain, *length);
    *length = scan_key_text(text, inside, scratch->text);
    return scratch->text;
}

char *scan_key_string(struct arena *arena, const char *text, struct span inside)
{
    char *key = arena_alloc(arena, inside.end - inside.begin + 1);
    key[scan_key_text(text, inside, key)] = '\0';
    return key;
}
