#include "report/print.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/among.h"
#include "base/text.h"
#include "base/utf8.h"
#include "ids/messages_report.h"
#include "ids/messages_skipped.h"
#include "message/translations.h"
#include "report/escape.h"

void paint(FILE *out, bool on, enum paint color)
{
    static const char *const codes[] = {
        [PAINT_PLAIN] = "\033[0m",    [PAINT_BOLD] = "\033[1m",      [PAINT_DIM] = "\033[2m",
        [PAINT_RED] = "\033[1;31m",   [PAINT_YELLOW] = "\033[1;33m", [PAINT_BLUE] = "\033[1;34m",
        [PAINT_GREEN] = "\033[1;32m",
    };
    if (on) {
        fputs(codes[color], out);
    }
}

enum paint paint_of(enum vrmlint_severity severity)
{
    static const enum paint colors[] = {PAINT_GREEN, PAINT_BLUE, PAINT_YELLOW, PAINT_RED};
    return colors[severity];
}

size_t wrap_width(int columns)
{
    if (columns <= 0) {
        return WRAP_DEFAULT;
    }
    return columns < WRAP_LEAST ? WRAP_LEAST : columns > WRAP_MOST ? WRAP_MOST : (size_t)columns;
}

/* Whether a character is of writing without spaces: kana, ideographs and the signs between them. */
static bool is_spaceless(uint32_t code)
{
    return (code >= 0x2E80 && code <= 0x9FFF) || (code >= 0xF900 && code <= 0xFAFF) ||
           (code >= 0xFE30 && code <= 0xFE4F) || (code >= 0xFF00 && code <= 0xFFEF) ||
           (code >= 0x20000 && code <= 0x3FFFF);
}

/* Whether a character is katakana: foreign words aren't broken, nor separated from a number after them, as in "node
 * 26". */
static bool is_katakana(uint32_t code)
{
    return (code >= 0x30A1 && code <= 0x30FA) || (code >= 0x30FC && code <= 0x30FE) ||
           (code >= 0xFF66 && code <= 0xFF9F);
}

static bool is_one_of(const char *characters, const char *text, size_t length)
{
    for (const char *at = characters; *at != '\0'; at += utf8_sequence(at, strlen(at), NULL)) {
        if (strncmp(at, text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Characters that a line must not begin with, and those that it must not end with: JIS X 4051, in the strict form. */
static const char closing[] = "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】…‥〜％"
                              "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%'\"";
static const char opening[] = "‘“（〔［｛〈《「『【([{";

/* Whether a line may be broken between two characters; the second begins at text. */
static bool may_break_line(const char *before, size_t before_length, const char *text, size_t length)
{
    uint32_t first = (unsigned char)*before;
    uint32_t second = (unsigned char)*text;
    utf8_sequence(before, before_length, &first);
    utf8_sequence(text, length, &second);
    bool counts = *before >= '0' && *before <= '9'; /* a number stays with what it counts */
    bool word = is_katakana(first) && (is_katakana(second) || (*text >= '0' && *text <= '9'));
    return (is_spaceless(first) || is_spaceless(second)) && !counts && !word &&
           !is_one_of(opening, before, before_length) && !is_one_of(closing, text, length);
}

size_t wrap_unbroken(const char *text)
{
    size_t whole = strcspn(text, " ");
    size_t before = 0;
    for (size_t at = 0; at < whole;) {
        if ((unsigned char)text[at] < 0x80 && (at == 0 || (unsigned char)text[at - 1] < 0x80)) {
            before = 1; /* most of most texts: such characters aren't parted */
            at++;
            continue;
        }
        size_t step = utf8_sequence(text + at, whole - at, NULL);
        step = step == 0 ? 1 : step;
        if (before > 0 && may_break_line(text + at - before, before, text + at, step)) {
            return at;
        }
        at += step;
        before = step;
    }
    return whole;
}

void wrap(FILE *out, const char *text, size_t column, size_t indent, size_t width)
{
    bool first = true;
    bool space = false;
    while (*text != '\0') {
        size_t length = wrap_unbroken(text);
        size_t columns = escape_terminal(NULL, text, length);
        if (!first && column + space + columns > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (space) {
            fputc(' ', out);
            column++;
        }
        escape_terminal(out, text, length);
        column += columns;
        first = false;
        space = text[length] == ' ';
        text += length + space;
    }
}

void wrap_cut(FILE *out, const char *text, size_t width)
{
    size_t length = strlen(text);
    if (escape_terminal(NULL, text, length) <= width) {
        escape_terminal(out, text, length);
        return;
    }
    size_t column = 3;
    size_t at = 0;
    while (at < length) {
        size_t step = utf8_sequence(text + at, length - at, NULL);
        step = step == 0 ? 1 : step;
        column += escape_terminal(NULL, text + at, step);
        if (column > width) {
            break;
        }
        at += step;
    }
    escape_terminal(out, text, at);
    fputs("...", out);
}

/* Ids consist of lower-case letters, digits, hyphens and one slash, which a URL doesn't need to escape. */
void link_rule(FILE *out, bool on, const struct vrmlint_rule *rule)
{
    if (on) {
        fprintf(out, "\033]8;;" VRMLINT_DOCS_URL "/rules.html#%s\033\\%s\033]8;;\033\\", rule->id, rule->id);
    } else {
        fputs(rule->id, out);
    }
}

static bool is_set(const char *variable)
{
    return variable != NULL && *variable != '\0';
}

/* Whether a variable begins with one of some words; the list ends with NULL. */
static bool begins_with_any(const char *variable, const char *const *words)
{
    for (size_t i = 0; is_set(variable) && words[i] != NULL; i++) {
        if (text_begins(variable, words[i])) {
            return true;
        }
    }
    return false;
}

bool link_is_known(const struct link_terminal *terminal)
{
    /* inside another terminal: that one is unknown */
    static const char *const never[] = {"dumb", "screen", "tmux", "linux", NULL};
    static const char *const terms[] = {"xterm-kitty", "xterm-ghostty", "foot", "alacritty",
                                        "contour",     "wezterm",       NULL};
    static const char *const programs[] = {"iTerm.app", "WezTerm", "vscode", "ghostty", "rio", NULL};
    if (is_set(terminal->ci) || begins_with_any(terminal->term, never)) {
        return false;
    }
    /* VTE (GNOME's terminal and others) supports links safely since 0.50.1, Konsole since 20.12 */
    bool vte = is_set(terminal->vte_version) && strtol(terminal->vte_version, NULL, 10) > 5000;
    bool konsole = is_set(terminal->konsole_version) && strtol(terminal->konsole_version, NULL, 10) >= 201200;
    return vte || konsole || is_set(terminal->windows) || begins_with_any(terminal->term, terms) ||
           begins_with_any(terminal->program, programs);
}

const char *words_text(struct words_room *room, enum vrmlint_language language, enum message words,
                       const struct argument *arguments)
{
    struct buf buf = BUF_OVER(room->text);
#ifndef NDEBUG
    char error[512];
    assert(message_fits(words, arguments, error, sizeof error));
#endif
    room->text[0] = '\0';
    message_print(&buf, language, words, arguments);
    return room->text;
}

const char *words_outline(struct words_room *room, enum vrmlint_language language, enum message message, bool numbered)
{
    struct buf buf = BUF_OVER(room->text);
    *room->text = '\0';
    message_print_outline(&buf, language, message, numbered);
    return room->text;
}

size_t print_words(FILE *out, enum vrmlint_language language, enum message words, const struct argument *arguments)
{
    struct words_room room;
    room.text[0] = '\0';
    const char *text = words_text(&room, language, words, arguments);
    return escape_text(out, text);
}

enum message words_of_severity(enum vrmlint_severity severity)
{
    static const enum message words[] = {WORDS_SEVERITY_OFF, WORDS_SEVERITY_INFO, WORDS_SEVERITY_WARNING,
                                         WORDS_SEVERITY_ERROR};
    return words[severity];
}

enum message words_of_findings(enum vrmlint_severity severity)
{
    static const enum message words[] = {WORDS_FINDINGS, WORDS_INFOS, WORDS_WARNINGS, WORDS_ERRORS};
    return words[severity];
}

enum message words_of_class(enum vrmlint_class class_of_rule)
{
    static const enum message words[] = {WORDS_CLASS_ADVICE, WORDS_CLASS_SHOULD, WORDS_CLASS_MUST};
    return words[class_of_rule];
}

bool words_contain_advice(const struct vrmlint_finding *finding)
{
    enum rule rule = rule_number(finding->rule);
    enum message message = message_named(rule, finding->variant);
    return message != MESSAGE_NONE && !message_shows_how(message, rule);
}

const char *words_of_member(const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    const char *pointer = finding->pointer;
    const char *message = vrmlint_text_in(&finding->message, language);
    enum { LONGEST = 40 };
    const char *name = strrchr(pointer, '/');
    if (name == NULL || strspn(name + 1, "0123456789") == strlen(name + 1) || strlen(name + 1) > LONGEST ||
        strchr(name, '~') != NULL || strstr(message, name + 1) != NULL) {
        return NULL;
    }
    static const char extensions[] = "/extensions";
    size_t before = (size_t)(name - pointer);
    bool is_extension = before >= sizeof extensions - 1 &&
                        memcmp(name - (sizeof extensions - 1), extensions, sizeof extensions - 1) == 0;
    return is_extension ? NULL : name + 1;
}

const char *words_of_error(enum vrmlint_language language, const struct vrmlint_report *report)
{
    return translation_of_text(language, report->error);
}

/* Returns which of the report's specifications a rule is of: extensions of Khronos and the container count as glTF,
 * which is the first; what is of no other one is of the avatar's or animation's, which is the second. */
static size_t specification_of(const struct vrmlint_report *report, const struct vrmlint_rule *rule)
{
    static const char *const of_gltf[] = {"glTF", "KHR_", "EXT_", "RFC", "ITU-T"};
    if (BEGINS_AMONG(rule->spec, of_gltf)) {
        return 0;
    }
    size_t length = strcspn(rule->spec, " ");
    for (size_t i = 1; i < report->specification_count; i++) {
        const char *name = report->specifications[i];
        if (strncmp(name, rule->spec, length) == 0 && (name[length] == ' ' || name[length] == '\0')) {
            return i;
        }
    }
    return report->specification_count > 1;
}

/* Whether a finding of the report states that the file breaks a rule of class must. */
static bool is_shown(const struct vrmlint_report *report, const char *rule)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        if (strcmp(finding->rule->id, rule) == 0 &&
            vrmlint_rule_class(finding->rule, finding->variant) == VRMLINT_MUST) {
            return true;
        }
    }
    return false;
}

enum { PARTS_MOST = 4 }; /* names in the line about validity */

/* Sets which of the first `most` specifications of a report are broken. Writes the rules that no shown finding states,
 * up to PARTS_MOST of them, and returns how many there are: findings may follow from others, or be hidden. */
static size_t sort_broken(const struct vrmlint_report *report, size_t most, bool *broken, struct argument *hidden)
{
    size_t count = 0;
    for (size_t i = 0; report->broken != NULL && i < report->broken_rules; i++) {
        const struct vrmlint_rule *rule = vrmlint_rule_by_id(report->broken[i]);
        size_t of = rule == NULL ? most : specification_of(report, rule);
        if (of < most) {
            broken[of] = true;
        }
        if (!is_shown(report, report->broken[i])) {
            if (count < PARTS_MOST) {
                hidden[count] = TERM("", report->broken[i]);
            }
            count++;
        }
    }
    if (report->broken == NULL && !report->valid) { /* of an older version: the avatar's, or glTF */
        broken[most > 1] = true;
    }
    return count;
}

const char *words_of_validity(struct words_room *room, enum vrmlint_language language,
                              const struct vrmlint_report *report)
{
    enum { SPECIFICATIONS_MOST = 16 };
    bool broken[SPECIFICATIONS_MOST] = {false};
    struct argument names[SPECIFICATIONS_MOST];
    size_t count = 0;
    size_t most = report->specification_count < SPECIFICATIONS_MOST ? report->specification_count : SPECIFICATIONS_MOST;
    if (most == 0) {
        return "";
    }
    struct argument hidden[PARTS_MOST];
    size_t hidden_count = sort_broken(report, most, broken, hidden);
    for (size_t i = 1; i <= most; i++) { /* glTF last */
        if (report->valid || broken[i % most]) {
            names[count++] = TERM("", report->specifications[i % most]);
        }
    }
    struct argument specifications = argument_list("specifications", names, count, count, JOIN_COMMA);
    if (hidden_count > 0) {
        size_t listed = hidden_count < PARTS_MOST ? hidden_count : PARTS_MOST;
        return words_text(room, language, WORDS_NOT_VALID_HIDDEN,
                          ARGUMENTS(specifications, COUNT("count", report->broken_rules),
                                    argument_list("rules", hidden, listed, hidden_count, JOIN_COMMA)));
    }
    if (!report->valid) {
        return words_text(room, language, WORDS_NOT_VALID,
                          ARGUMENTS(specifications, COUNT("count", report->broken_rules)));
    }
    struct argument parts[PARTS_MOST];
    size_t shown = report->unjudged_count < PARTS_MOST ? report->unjudged_count : PARTS_MOST;
    for (size_t i = 0; i < shown; i++) {
        parts[i] = TERM("", words_of_skipped(language, &report->unjudged[i]));
    }
    return shown == 0 ? words_text(room, language, WORDS_VALID, ARGUMENTS(specifications))
                      : words_text(room, language, WORDS_VALID_AS_CHECKED,
                                   ARGUMENTS(specifications,
                                             argument_list("what", parts, shown, report->unjudged_count, JOIN_COMMA)));
}

const char *words_of_invalidity(struct words_room *room, enum vrmlint_language language,
                                const struct vrmlint_report *report)
{
    bool is_told = report->finding_count > 0 || report->fails_invalid;
    return report->error != NULL || report->valid || !is_told ? "" : words_of_validity(room, language, report);
}

void print_of_file(FILE *out, const char *path, const char *line)
{
    if (*line != '\0') {
        escape_text(out, path);
        fputs(": ", out);
        escape_text(out, line);
        fputc('\n', out);
    }
}

const char *words_of_skipped(enum vrmlint_language language, const struct vrmlint_text *text)
{
    static const enum message words[] = {
#define WORDS(name, english) WORDS_##name,
#include "message/messages/skipped.def"
#undef WORDS
    };
    const char *recorded = vrmlint_text_in(text, language);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (unsigned other = 0; other < VRMLINT_LANGUAGE_COUNT; other++) {
            const char *template = message_template(words[i], (enum vrmlint_language)other);
            const char *said = message_template(words[i], language);
            if (template != NULL && said != NULL && strcmp(template, recorded) == 0) {
                return said;
            }
        }
    }
    return recorded;
}

const char *words_of_path(struct words_room *room, enum vrmlint_language language, const char *path)
{
    return strcmp(path, "-") == 0 ? words_text(room, language, WORDS_STANDARD_INPUT, NO_ARGUMENTS) : path;
}

const char *words_of_command(const struct vrmlint_finding *finding, enum vrmlint_language language)
{
    for (size_t i = finding->related_count; i-- > 0;) {
        const char *text = vrmlint_text_in(&finding->related[i].message, language);
        if (text_begins(text, "vrmlint simulate ")) {
            return text;
        }
    }
    return NULL;
}
