#include "run/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/blake2b.h"
#include "base/buf.h"
#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/text_map.h"
#include "base/utf8.h"
#include "ids/messages_refusals.h"
#include "message/looked_for.h"
#include "message/message.h"
#include "run/baseline_parts.h"

enum { FINGERPRINT_DIGITS = 16 };

struct baseline *baseline_new(const char *file)
{
    struct arena *arena;
    struct baseline *baseline = arena_new_object(sizeof *baseline, &arena);
    if (baseline == NULL) {
        return NULL;
    }
    const struct text_map empty = {.arena = arena, .seed = os_random()};
    baseline->arena = arena;
    baseline->file = file;
    baseline->paths = (struct baseline_paths){.arena = arena, .file = file, .key = BUF_INIT(arena)};
    baseline->files = empty;
    baseline->contents = empty;
    baseline->findings = empty;
    baseline->folded = empty;
    baseline->end = &baseline->first_file;
    return baseline;
}

void baseline_free(struct baseline *baseline)
{
    if (baseline != NULL) {
        arena_free(baseline->arena);
    }
}

const char *baseline_file(const struct baseline *baseline)
{
    return baseline->file;
}

/* ---- lines ---- */

/* Returns the path of a line, in the arena; NULL if an escape in it is invalid or stands for NUL. */
static const char *take_path(struct arena *arena, const char *line, size_t length)
{
    struct buf path = BUF_INIT(arena);
    for (size_t at = 0; at < length; at++) {
        char c = line[at];
        if (c == '\\') {
            int byte = ascii_escaped(line + at, length - at, "\\x");
            if (byte <= 0) {
                return NULL;
            }
            c = (char)byte;
            at += 3;
        }
        buf_char(&path, c);
    }
    return strlen(buf_text(&path)) == path.length ? buf_text(&path) : NULL;
}

static bool is_fingerprint(const char *text, size_t length)
{
    size_t digits = strspn(text, "0123456789abcdef");
    return digits == FINGERPRINT_DIGITS && length > digits + 1 && text[digits] == ':' &&
           strspn(text + digits + 1, "0123456789") == length - digits - 1;
}

const char *baseline_finding_key(struct arena *arena, const char *path, const char *fingerprint)
{
    return arena_printf(arena, "%s\n%s", path, fingerprint);
}

static struct known_file *file_of(struct baseline *baseline, const char *path)
{
    struct known_file *file = text_map_get(&baseline->files, path);
    if (file == NULL) {
        file = arena_alloc(baseline->arena, sizeof *file);
        file->path = path;
        file->end = &file->first;
        *baseline->end = file;
        baseline->end = &file->next;
        text_map_set(&baseline->files, path, file);
    }
    return file;
}

/* Notes how many more findings of its rule a line stands for: "...; the same holds of 47 more places". */
static void note_folded(struct baseline *baseline, struct known_file *file, const char *rule, const char *line,
                        size_t length)
{
    static const char one[] = "; the same holds of one more place";
    static const char before[] = "; the same holds of ";
    static const char after[] = " more places";
    size_t more = 0;
    if (length > strlen(one) && memcmp(line + length - strlen(one), one, strlen(one)) == 0) {
        more = 1;
    } else if (length > strlen(after) && memcmp(line + length - strlen(after), after, strlen(after)) == 0) {
        const char *end = line + length - strlen(after);
        const char *digits = end;
        while (digits > line && ascii_is_digit(digits[-1])) {
            digits--;
        }
        bool fits = end - digits < 10 && (size_t)(digits - line) > strlen(before) &&
                    memcmp(digits - strlen(before), before, strlen(before)) == 0;
        for (; fits && digits < end; digits++) {
            more = more * 10 + (size_t)(*digits - '0');
        }
    }
    if (more > 0) {
        const struct vrmlint_rule *known = vrmlint_rule_by_id(rule); /* the rule may have another id now */
        const char *key = baseline_finding_key(baseline->arena, file->path, known == NULL ? rule : known->id);
        struct folded *folded = text_map_get(&baseline->folded, key);
        if (folded == NULL) {
            folded = arena_alloc(baseline->arena, sizeof *folded);
            text_map_set(&baseline->folded, key, folded);
        }
        folded->more += more;
        file->folded = true;
    }
}

/* Reads "  0123456789abcdef:1 family/name  message", passed without its two leading spaces. Returns false if it is
 * malformed. */
static bool take_known(struct baseline *baseline, struct known_file *file, const char *line, size_t length,
                       size_t number)
{
    size_t first = strcspn(line, " ");
    if (file == NULL || first >= length || !is_fingerprint(line, first)) {
        return false;
    }
    size_t second = strcspn(line + first + 1, " \n");
    second = first + 1 + second > length ? length - first - 1 : second;
    const char *fingerprint = arena_copy(baseline->arena, line, first);
    const char *key = baseline_finding_key(baseline->arena, file->path, fingerprint);
    if (text_map_get(&baseline->findings, key) == NULL) {
        struct known *known = arena_alloc(baseline->arena, sizeof *known);
        known->fingerprint = fingerprint;
        known->rule = arena_copy(baseline->arena, line + first + 1, second);
        known->text = arena_copy(baseline->arena, line, length);
        known->line = number;
        *file->end = known;
        file->end = &known->next;
        text_map_set(&baseline->findings, key, known);
        note_folded(baseline, file, known->rule, line, length);
    }
    return true;
}

/* Stores the content hash of a file. */
static void take_content(struct baseline *baseline, struct known_file *file, const char *hash, size_t length)
{
    if (file != NULL && file->hash == NULL && length == BLAKE2B_TEXT - 1) {
        file->hash = arena_copy(baseline->arena, hash, length);
        file->same_hash = text_map_get(&baseline->contents, file->hash);
        text_map_set(&baseline->contents, file->hash, file);
    }
}

/* Reads the text of a baseline. Returns false, with the reason in refusal, if it isn't one. */
static bool take_text(struct baseline *baseline, const char *text, struct vrmlint_refusal *refusal)
{
    struct known_file *file = NULL;
    if (strncmp(text, FIRST_LINE, strlen(FIRST_LINE)) != 0) {
        refusal_print(refusal, WORDS_BASELINE_NONE, ARGUMENTS(TERM("first", FIRST_LINE)));
        return refusal_because(refusal, arena_printf(baseline->arena, "%s:1", baseline->file), refusal->text);
    }
    baseline->is_one = true;
    for (size_t number = 1; *text != '\0'; number++) {
        size_t whole = strcspn(text, "\n");
        size_t length = whole > 0 && text[whole - 1] == '\r' ? whole - 1 : whole;
        bool good = true;
        if (strncmp(text, CONTENT, strlen(CONTENT)) == 0) {
            take_content(baseline, file, text + strlen(CONTENT), length - strlen(CONTENT));
        } else if (length > 1 && text[0] == ' ' && text[1] == ' ') {
            good = take_known(baseline, file, text + 2, length - 2, number);
        } else if (length > 0 && *text != '#') {
            const char *path = strchr(" <=>", *text) != NULL ? NULL : take_path(baseline->arena, text, length);
            good = path != NULL;
            file = good ? file_of(baseline, path) : NULL;
        }
        if (!good) {
            refusal_print(refusal, WORDS_BASELINE_LINE, NO_ARGUMENTS);
            return refusal_because(refusal, arena_printf(baseline->arena, "%s:%zu", baseline->file, number),
                                   refusal->text);
        }
        text += whole + (text[whole] == '\n');
    }
    return true;
}

/* Returns the whole file, NUL-terminated, in the arena; NULL, with the reason in refusal, if it can't be read. */
static const char *load_baseline(struct baseline *baseline, struct vrmlint_refusal *refusal)
{
    struct os_error why;
    struct os_file *file = os_open(baseline->file, &why);
    if (file == NULL) {
        bool no_memory = strcmp(why.text, OS_NO_MEMORY) == 0; /* don't advise the user to write a baseline then */
        refusal_print(refusal, WORDS_BASELINE_UNREADABLE, ARGUMENTS(MARKED("why", why.text)));
        refusal_because(refusal, baseline->file, no_memory ? why.text : refusal->text);
        return NULL;
    }
    size_t got = 0;
    baseline->open = file;
    size_t room = arena_bytes(baseline->arena, os_size(file) + 1, 1);
    char *text = arena_alloc(baseline->arena, room);
    bool good = os_read(file, 0, text, room - 1, &got, &why);
    if (!good || memchr(text, '\0', got) != NULL) {
        refusal_print(refusal, WORDS_BASELINE_NO_TEXT, NO_ARGUMENTS);
        refusal_because(refusal, baseline->file, good ? refusal->text : why.text);
        return NULL;
    }
    return text;
}

bool baseline_read(struct baseline *baseline, struct vrmlint_refusal *refusal)
{
    jmp_buf guard;
    volatile bool good = false;
    if (setjmp(guard) != 0) {
        refusal_because(refusal, baseline->file, "not enough memory");
    } else {
        arena_guard(baseline->arena, &guard);
        const char *text = load_baseline(baseline, refusal);
        good = text != NULL && take_text(baseline, text, refusal);
    }
    arena_guard(baseline->arena, NULL);
    if (baseline->open != NULL) {
        os_close(baseline->open);
        baseline->open = NULL;
    }
    return good;
}

/* ---- use ---- */

/* Whether a file was so broken, or took so long, that most of it wasn't checked. */
static bool is_cut_short(const struct vrmlint_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_rule *rule = report->findings[i].rule;
        if (text_begins(rule->id, "file/") ||
            (rule->severity == VRMLINT_ERROR &&
             (text_begins(rule->id, "json/") || text_begins(rule->id, "container/")))) {
            return true;
        }
    }
    return false;
}

void baseline_note_missing(struct baseline *baseline, struct known_file *file, const struct vrmlint_policy *policy,
                           bool simulated, const struct vrmlint_report *report)
{
    struct looked_side side;
    file->checked = true;
    if (is_cut_short(report)) {
        return;
    }
    looked_for_begin(&side, baseline->arena, report, NULL);
    for (struct known *known = file->first; known != NULL; known = known->next) {
        const struct vrmlint_rule *rule = vrmlint_rule_by_id(known->rule);
        bool off = rule != NULL && vrmlint_policy_effective(policy, rule) == VRMLINT_OFF;
        const struct vrmlint_finding missing = {.rule = rule};
        bool read = rule == NULL || looked_for(&side, &missing) == LOOKED_FOR;
        known->looked_for = read && !off && (simulated || !text_begins(known->rule, "sim/"));
    }
}

/* Whether a finding without a line of its own is one of those that a folded line stands for; counts it if so. */
static bool is_folded(struct baseline *baseline, const struct known_file *file, const struct vrmlint_finding *finding,
                      struct buf *key)
{
    if (!file->folded) {
        return false;
    }
    key->length = 0;
    buf_str(key, file->path);
    buf_char(key, '\n');
    buf_str(key, finding->rule->id);
    struct folded *folded = text_map_get(&baseline->folded, buf_text(key));
    if (folded == NULL) {
        return false;
    }
    folded->found = folded->turn == baseline->turn ? folded->found : 0;
    folded->turn = baseline->turn;
    return folded->found++ < folded->more;
}

struct known_file *baseline_find_file(struct baseline *baseline, const struct vrmlint_report *report)
{
    struct known_file *file = text_map_get(&baseline->files, baseline_path_key(&baseline->paths, report->path));
    if (file == NULL && report->hash != NULL) {
        file = text_map_get(&baseline->contents, report->hash);
        while (file != NULL && !baseline_path_is_gone(&baseline->paths, file->path)) {
            file = file->same_hash;
        }
    }
    return file;
}

static void apply_baseline(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                           struct vrmlint_report *report)
{
    struct known_file *file = baseline_find_file(baseline, report);
    if (file == NULL || report->error != NULL) {
        return;
    }
    while (baseline->kept_capacity < report->finding_count) {
        baseline->kept = arena_grow(baseline->arena, baseline->kept, baseline->kept_capacity, &baseline->kept_capacity,
                                    sizeof *baseline->kept);
    }
    size_t kept = 0;
    size_t counts[VRMLINT_ERROR + 1] = {0};
    baseline->turn++;
    struct buf key = BUF_INIT(baseline->arena);
    for (size_t i = 0; i < report->finding_count; i++) {
        key.length = 0;
        buf_str(&key, file->path);
        buf_char(&key, '\n');
        buf_str(&key, report->findings[i].fingerprint);
        struct known *known = text_map_get(&baseline->findings, buf_text(&key));
        if (known != NULL) {
            known->found = true;
        } else if (!is_folded(baseline, file, &report->findings[i], &key)) {
            counts[report->findings[i].severity]++;
            baseline->kept[kept++] = report->findings[i];
        }
    }
    if (policy != NULL) {
        baseline_note_missing(baseline, file, policy, simulated, report);
    }
    report->known_findings = report->finding_count - kept;
    report->findings = baseline->kept;
    report->finding_count = kept;
    memcpy(report->counts, counts, sizeof counts);
}

bool baseline_apply(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                    struct vrmlint_report *report)
{
    jmp_buf guard;
    volatile bool good = false;
    if (setjmp(guard) == 0) {
        arena_guard(baseline->arena, &guard);
        apply_baseline(baseline, policy, simulated, report);
        good = true;
    }
    arena_guard(baseline->arena, NULL);
    return good;
}

bool baseline_is_gone(const struct baseline *baseline, const struct known_file *file, baseline_checked_fn *checked,
                      void *context)
{
    return !file->checked && baseline_path_is_gone(&baseline->paths, file->path) &&
           checked(context, baseline_path_from_here(&baseline->paths, file->path));
}

void baseline_stale(struct baseline *baseline, baseline_checked_fn *checked,
                    void (*each)(void *context, size_t line, const char *path, const char *rule), void *context)
{
    jmp_buf guard;
    if (setjmp(guard) == 0) {
        arena_guard(baseline->arena, &guard);
        for (const struct known_file *file = baseline->first_file; file != NULL; file = file->next) {
            bool gone = baseline_is_gone(baseline, file, checked, context);
            for (const struct known *known = file->first; known != NULL; known = known->next) {
                if (gone || (known->looked_for && !known->found)) {
                    each(context, known->line, file->path, known->rule);
                }
            }
        }
    }
    arena_guard(baseline->arena, NULL);
}
