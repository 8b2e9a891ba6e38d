#include "base/glob.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"

/* A range of text. */
struct glob_piece {
    const char *at;
    const char *end;
};

/* Takes one character off a piece that isn't empty. A byte that isn't UTF-8 gets a number beyond all characters. */
static uint32_t next_character(struct glob_piece *piece)
{
    uint32_t code = 0;
    size_t step = utf8_sequence(piece->at, (size_t)(piece->end - piece->at), &code);
    if (step == 0) {
        code = 0x110000U + (unsigned char)*piece->at;
        step = 1;
    }
    piece->at += step;
    return code;
}

/* Takes one character off a pattern, without its backslash. */
static uint32_t next_literal(struct glob_piece *pattern)
{
    if (*pattern->at == '\\' && pattern->at + 1 < pattern->end) {
        pattern->at++;
    }
    return next_character(pattern);
}

/* Returns the end of a class, after its ]. inside begins after the [. Returns NULL if the class has no ]: the [ is a
 * literal then. */
static const char *class_end(struct glob_piece inside)
{
    if (inside.at < inside.end && (*inside.at == '!' || *inside.at == '^')) {
        inside.at++;
    }
    bool first = true;
    while (inside.at < inside.end) {
        if (*inside.at == ']' && !first) {
            return inside.at + 1;
        }
        first = false;
        next_literal(&inside);
    }
    return NULL;
}

/* inside is the text between the brackets. */
static bool class_holds(struct glob_piece inside, uint32_t code)
{
    bool negated = *inside.at == '!' || *inside.at == '^';
    bool holds = false;
    inside.at += negated ? 1 : 0;
    while (inside.at < inside.end) {
        uint32_t low = next_literal(&inside);
        uint32_t high = low;
        if (inside.at + 1 < inside.end && *inside.at == '-') {
            inside.at++;
            high = next_literal(&inside);
        }
        holds = holds || (code >= low && code <= high);
    }
    return holds != negated;
}

/* Matches one character; takes it off both sides. Neither side is empty, and the pattern doesn't begin with *. */
static bool match_character(struct glob_piece *pattern, struct glob_piece *text)
{
    uint32_t code = next_character(text);
    if (*pattern->at == '?') {
        pattern->at++;
        return true;
    }
    const char *end = *pattern->at == '[' ? class_end((struct glob_piece){pattern->at + 1, pattern->end}) : NULL;
    if (end != NULL) {
        struct glob_piece inside = {pattern->at + 1, end - 1};
        pattern->at = end;
        return class_holds(inside, code);
    }
    return next_literal(pattern) == code;
}

/* Matches a name against a segment of the pattern. After a mismatch, only the last * takes one more character: the
 * earlier ones needn't. */
static bool name_fits(struct glob_piece pattern, struct glob_piece name)
{
    struct glob_piece retry_pattern = {NULL, NULL};
    struct glob_piece retry_name = {NULL, NULL};
    while (name.at < name.end) {
        if (pattern.at < pattern.end && *pattern.at == '*') {
            pattern.at++;
            retry_pattern = pattern;
            retry_name = name;
        } else if (pattern.at == pattern.end || !match_character(&pattern, &name)) {
            if (retry_pattern.at == NULL) {
                return false;
            }
            next_character(&retry_name);
            name = retry_name;
            pattern = retry_pattern;
        }
    }
    while (pattern.at < pattern.end && *pattern.at == '*') {
        pattern.at++;
    }
    return pattern.at == pattern.end;
}

/* Returns the segment that starts at text. *next receives the start of the next one, or the text's end. */
static struct glob_piece segment_at(const char *text, const char **next)
{
    const char *end = text + strcspn(text, "/");
    *next = *end == '/' ? end + 1 : end;
    return (struct glob_piece){text, end};
}

static bool is_any_depth(struct glob_piece piece)
{
    return piece.end - piece.at == 2 && piece.at[0] == '*' && piece.at[1] == '*';
}

static bool is_anchored(const char *pattern)
{
    const char *slash = strchr(pattern, '/');
    return slash != NULL && slash[1] != '\0';
}

bool glob_matches(const char *pattern, const char *path)
{
    size_t length = strlen(pattern);
    bool below = length > 0 && pattern[length - 1] == '/'; /* only a folder above the path may match */
    const char *retry_pattern = is_anchored(pattern) ? NULL : pattern;
    const char *retry_path = path;
    pattern += *pattern == '/' ? 1 : 0;
    while (*pattern != '\0') {
        const char *pattern_next;
        const char *path_next;
        struct glob_piece wanted = segment_at(pattern, &pattern_next);
        if (is_any_depth(wanted)) {
            pattern = pattern_next;
            retry_pattern = pattern;
            retry_path = path;
            below = below || *pattern == '\0';
            continue;
        }
        if (*path == '\0') {
            return false;
        }
        if (name_fits(wanted, segment_at(path, &path_next))) {
            pattern = pattern_next;
            path = path_next;
            continue;
        }
        if (retry_pattern == NULL || *retry_path == '\0') {
            return false;
        }
        segment_at(retry_path, &retry_path);
        path = retry_path;
        pattern = retry_pattern;
    }
    /* The path has matched so far. The first match leaves the longest rest, so no other match needs to be tried. */
    return !below || *path != '\0';
}

bool glob_is_whole(const char *pattern)
{
    while (*pattern != '\0') {
        struct glob_piece piece = segment_at(pattern, &pattern);
        while (piece.at < piece.end) {
            if (*piece.at == '[') {
                piece.at = class_end((struct glob_piece){piece.at + 1, piece.end});
                if (piece.at == NULL) {
                    return false;
                }
            } else {
                next_literal(&piece);
            }
        }
    }
    return true;
}

bool glob_takes_folder(const char *pattern, const char *folder)
{
    enum { PATH_SIZE = 4096 };
    char below[PATH_SIZE];
    size_t length = strlen(folder);
    size_t end = strlen(pattern);
    bool of_content = end > 0 && (pattern[end - 1] == '/' || (end > 2 && strcmp(pattern + end - 3, "/**") == 0));
    if (!of_content || length + 3 > sizeof below) { /* the content is tested file by file */
        return glob_matches(pattern, folder);
    }
    memcpy(below, folder, length); /* NOLINT(bugprone-not-null-terminated-result): the next line does it */
    memcpy(below + length, "/-", 3);
    return glob_matches(pattern, below);
}
