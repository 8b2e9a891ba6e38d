#include "run/baseline.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/blake2b.h"
#include "base/buf.h"
#include "base/os.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/text_map.h"
#include "base/utf8.h"
#include "base/whole.h"
#include "ids/messages_refusals.h"
#include "message/looked_for.h"
#include "message/message.h"

struct baseline_paths {
    struct arena *arena;
    const char *file;   /* path of the baseline */
    const char *folder; /* true path of the folder that paths start from; NULL until it is needed */
    /* the folder of the previous path, as it was named, and its true path: neighbours share it */
    const char *last_named;
    const char *last;
    struct buf key; /* of the previous path */
};

/* Returns the length of a path's folder, including the slash. */
static size_t folder_length(const char *path)
{
    return (size_t)(text_path_name(path) - path);
}

/* Returns the true path of the folder that a path's first bytes name; those bytes if it can't be resolved. */
static const char *true_folder(const struct baseline_paths *paths, const char *path, size_t length)
{
    const char *named = length == 0 ? "." : arena_copy(paths->arena, path, length);
    const char *found = whole_true_path(paths->arena, named);
    return found == NULL ? named : found;
}

/* Returns the length that two paths of folders have in common, in whole names. Either path may end there. */
static size_t common_length_of_names(const char *a, const char *b)
{
    size_t common = 0;
    size_t i = 0;
    for (; a[i] != '\0' && a[i] == b[i]; i++) {
        common = text_separates_path(a[i]) ? i + 1 : common;
    }
    bool a_ends = a[i] == '\0' || text_separates_path(a[i]);
    bool b_ends = b[i] == '\0' || text_separates_path(b[i]);
    return i > 0 && a_ends && b_ends ? i : common;
}

/* Appends the relative path from one folder to another, with slashes and one at the end; "" for the same folder. */
static void print_way(struct buf *buf, const char *from, const char *to)
{
    size_t common = common_length_of_names(from, to);
    if (common == 0) {
        buf_str(buf, to); /* on another drive */
        buf_char(buf, '/');
        return;
    }
    bool within = false;
    for (const char *at = from + common; *at != '\0'; at++) {
        if (!text_separates_path(*at) && !within) {
            buf_str(buf, "../");
        }
        within = !text_separates_path(*at);
    }
    const char *rest = to + common;
    rest += text_separates_path(*rest) ? 1 : 0;
    buf_str(buf, rest);
    if (*rest != '\0') {
        buf_char(buf, '/');
    }
}

/* Returns the path of a file as the baseline writes it; valid until the next call. */
static const char *baseline_path_key(struct baseline_paths *paths, const char *path)
{
    struct buf *key = &paths->key;
    size_t length = folder_length(path);
    key->length = 0;
    if (strcmp(path, "-") == 0) {
        buf_str(key, path);
        return buf_text(key);
    }
    if (paths->folder == NULL) {
        paths->folder = true_folder(paths, paths->file, folder_length(paths->file));
    }
    if (paths->last == NULL || strlen(paths->last_named) != length || memcmp(paths->last_named, path, length) != 0) {
        paths->last_named = arena_copy(paths->arena, path, length);
        paths->last = true_folder(paths, path, length);
    }
    print_way(key, paths->folder, paths->last);
    buf_str(key, path + length);
    for (size_t i = 0; i < key->length; i++) {
        key->text[i] = (char)(text_separates_path(key->text[i]) ? '/' : key->text[i]);
    }
    return buf_text(key);
}

/* Returns the path of a file from the working folder, in the arena. */
static const char *baseline_path_from_here(const struct baseline_paths *paths, const char *path)
{
    bool rooted = text_separates_path(path[0]) || strcmp(path, "-") == 0;
    return rooted ? path : arena_printf(paths->arena, "%.*s%s", (int)folder_length(paths->file), paths->file, path);
}

/* Whether the file that a path of the baseline refers to no longer exists. */
static bool baseline_path_is_gone(const struct baseline_paths *paths, const char *path)
{
    struct os_error why;
    return strcmp(path, "-") != 0 && os_kind_of(baseline_path_from_here(paths, path), &why) == OS_MISSING &&
           os_lacks_file(&why);
}

/* Writes a message on one line. Control characters and bytes that aren't UTF-8 become "?". */
static void baseline_print_message(FILE *out, const char *message)
{
    size_t length = strlen(message);
    for (size_t at = 0; at < length;) {
        size_t step = utf8_sequence(message + at, length - at, NULL);
        unsigned char c = (unsigned char)message[at];
        if (step == 0 || c < 0x20 || c == 0x7F) {
            fputc('?', out);
            step = 1;
        } else {
            fwrite(message + at, 1, step, out);
        }
        at += step;
    }
}

#define FIRST_LINE "# vrmlint baseline 1"
#define CONTENT "# content " /* followed by the hash of the file above; older versions read it as a comment */

enum { FINGERPRINT_DIGITS = 16 };

/* A line that names a known finding. */
struct known_finding {
    struct known_finding *next; /* of the same file */
    const char *rule;
    const char *text; /* the whole line */
    size_t line;
    bool found;
    bool looked_for; /* the run would have reported the finding */
};

struct baseline_file {
    struct baseline_file *next;
    const char *path;
    const char *hash;                /* of its content; NULL: not known */
    struct baseline_file *same_hash; /* another file of the same content */
    struct known_finding *first;     /* in the order of the lines */
    struct known_finding **end;
    bool checked;
    bool folded; /* some of its lines stand for several findings */
};

/* In baselines of older versions, one line may stand for several findings of its rule. */
struct folded {
    size_t more; /* findings without a line of their own */
    size_t found;
    size_t turn; /* number of the report that `found` counts in */
};

/* The lines of a file that are to be written. */
struct added {
    const char *path;
    const char *text;
    size_t number; /* in the order in which they were added */
};

struct baseline {
    struct arena *arena;
    const char *file;
    struct os_file *open; /* while the file is read; otherwise NULL */
    struct baseline_paths paths;
    struct text_map files;
    struct text_map contents; /* files by hash */
    struct text_map findings; /* by path, a line feed, and fingerprint */
    struct text_map folded;   /* by path, a line feed, and rule */
    struct baseline_file *first_file;
    struct baseline_file **end;
    size_t turn; /* counts the reports that it was applied to */
    struct vrmlint_finding *kept;
    size_t kept_capacity;
    bool is_one; /* the file that was read begins as a baseline does */
    struct added *added;
    size_t added_count;
};

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

/* Writes a path on a line of its own. Bytes that could end the line or be mistaken for something else become \x0A. */
static void print_path(FILE *out, const char *path)
{
    size_t length = strlen(path);
    for (size_t at = 0; at < length;) {
        unsigned char c = (unsigned char)path[at];
        size_t step = utf8_sequence(path + at, length - at, NULL);
        if (step == 0 || c < 0x20 || c == 0x7F || c == '\\' || (at == 0 && strchr(" #<=>", c) != NULL)) {
            fprintf(out, "\\x%02X", c);
            at++;
        } else {
            fwrite(path + at, 1, step, out);
            at += step;
        }
    }
}

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

static const char *finding_key(struct arena *arena, const char *path, const char *fingerprint)
{
    return arena_printf(arena, "%s\n%s", path, fingerprint);
}

static struct baseline_file *file_of(struct baseline *baseline, const char *path)
{
    struct baseline_file *file = text_map_get(&baseline->files, path);
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
static void note_folded(struct baseline *baseline, struct baseline_file *file, const char *rule, const char *line,
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
        const char *key = finding_key(baseline->arena, file->path, known == NULL ? rule : known->id);
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
static bool take_known(struct baseline *baseline, struct baseline_file *file, const char *line, size_t length,
                       size_t number)
{
    size_t first = strcspn(line, " ");
    if (file == NULL || first >= length || !is_fingerprint(line, first)) {
        return false;
    }
    size_t second = strcspn(line + first + 1, " \n");
    second = first + 1 + second > length ? length - first - 1 : second;
    const char *key = finding_key(baseline->arena, file->path, arena_copy(baseline->arena, line, first));
    if (text_map_get(&baseline->findings, key) == NULL) {
        struct known_finding *known = arena_alloc(baseline->arena, sizeof *known);
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
static void take_content(struct baseline *baseline, struct baseline_file *file, const char *hash, size_t length)
{
    if (file != NULL && file->hash == NULL && length == BLAKE2B_TEXT - 1) {
        file->hash = arena_copy(baseline->arena, hash, length);
        file->same_hash = text_map_get(&baseline->contents, file->hash);
        text_map_set(&baseline->contents, file->hash, file);
    }
}

/* Reads the text of a baseline. Returns false, with the reason in refusal, if it isn't one. */
static bool take_baseline_text(struct baseline *baseline, const char *text, struct vrmlint_refusal *refusal)
{
    struct baseline_file *file = NULL;
    if (!text_begins(text, FIRST_LINE)) {
        refusal_print(refusal, WORDS_BASELINE_NONE, ARGUMENTS(TERM("first", FIRST_LINE)));
        return refusal_because(refusal, arena_printf(baseline->arena, "%s:1", baseline->file), refusal->text);
    }
    baseline->is_one = true;
    for (size_t number = 1; *text != '\0'; number++) {
        size_t whole = strcspn(text, "\n");
        size_t length = whole > 0 && text[whole - 1] == '\r' ? whole - 1 : whole;
        bool good = true;
        if (text_begins(text, CONTENT)) {
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
        good = text != NULL && take_baseline_text(baseline, text, refusal);
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

/* Marks the lines whose findings the run would have reported. A rule that no longer exists counts as run, so that its
 * lines are reported as stale. */
static void note_missing(struct baseline *baseline, struct baseline_file *file, const struct vrmlint_policy *policy,
                         bool simulated, const struct vrmlint_report *report)
{
    struct looked_side side;
    file->checked = true;
    if (is_cut_short(report)) {
        return;
    }
    looked_for_begin(&side, baseline->arena, report, NULL);
    for (struct known_finding *known = file->first; known != NULL; known = known->next) {
        const struct vrmlint_rule *rule = vrmlint_rule_by_id(known->rule);
        bool off = rule != NULL && vrmlint_policy_effective(policy, rule) == VRMLINT_OFF;
        const struct vrmlint_finding missing = {.rule = rule};
        bool read = rule == NULL || looked_for(&side, &missing) == LOOKED_FOR;
        known->looked_for = read && !off && (simulated || !text_begins(known->rule, "sim/"));
    }
}

/* Returns a key, valid until the next one is made. */
static const char *make_key(struct baseline *baseline, const struct baseline_file *file, const char *what)
{
    struct buf *key = &baseline->paths.key;
    key->length = 0;
    buf_str(key, file->path);
    buf_char(key, '\n');
    buf_str(key, what);
    return buf_text(key);
}

/* Whether a finding without a line of its own is one of those that a folded line stands for; counts it if so. */
static bool is_folded(struct baseline *baseline, const struct baseline_file *file,
                      const struct vrmlint_finding *finding)
{
    if (!file->folded) {
        return false;
    }
    struct folded *folded = text_map_get(&baseline->folded, make_key(baseline, file, finding->rule->id));
    if (folded == NULL) {
        return false;
    }
    folded->found = folded->turn == baseline->turn ? folded->found : 0;
    folded->turn = baseline->turn;
    return folded->found++ < folded->more;
}

/* Returns the file of a report: by its path, or by its content if the file that had this content no longer exists. */
static struct baseline_file *find_file(struct baseline *baseline, const struct vrmlint_report *report)
{
    struct baseline_file *file = text_map_get(&baseline->files, baseline_path_key(&baseline->paths, report->path));
    if (file == NULL && report->hash != NULL) {
        file = text_map_get(&baseline->contents, report->hash);
        while (file != NULL && !baseline_path_is_gone(&baseline->paths, file->path)) {
            file = file->same_hash;
        }
    }
    return file;
}

/* Whether a line of a file stands for a finding; marks the line as found. */
static bool is_known(struct baseline *baseline, const struct baseline_file *file, const struct vrmlint_finding *finding)
{
    struct known_finding *known = text_map_get(&baseline->findings, make_key(baseline, file, finding->fingerprint));
    if (known != NULL) {
        known->found = true;
    }
    return known != NULL;
}

static void apply_baseline(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                           struct vrmlint_report *report)
{
    struct baseline_file *file = find_file(baseline, report);
    if (file == NULL || report->error != NULL) {
        return;
    }
    size_t most = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        most += 1 + report->findings[i].hidden_count;
    }
    while (baseline->kept_capacity < most) {
        baseline->kept = arena_grow(baseline->arena, baseline->kept, baseline->kept_capacity, &baseline->kept_capacity,
                                    sizeof *baseline->kept);
    }
    size_t kept = 0;
    size_t counts[VRMLINT_ERROR + 1] = {0};
    baseline->turn++;
    report->known_findings = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        bool known = is_known(baseline, file, finding) || is_folded(baseline, file, finding);
        report->known_findings += known;
        baseline->kept[kept] = *finding;
        kept += !known;
        counts[finding->severity] += !known;
        for (size_t k = 0; k < finding->hidden_count; k++) { /* an error doesn't disappear with an accepted finding */
            bool is_new = !is_known(baseline, file, &finding->hidden[k]) && known;
            is_new = is_new && finding->hidden[k].severity == VRMLINT_ERROR;
            baseline->kept[kept] = finding->hidden[k];
            kept += is_new;
            counts[VRMLINT_ERROR] += is_new;
        }
    }
    if (policy != NULL) {
        note_missing(baseline, file, policy, simulated, report);
    }
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

/* Whether a file wasn't checked because it is gone: a folder that should contain it was checked. */
static bool is_gone(const struct baseline *baseline, const struct baseline_file *file, baseline_checked_fn *checked,
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
        for (const struct baseline_file *file = baseline->first_file; file != NULL; file = file->next) {
            bool gone = is_gone(baseline, file, checked, context);
            for (const struct known_finding *known = file->first; known != NULL; known = known->next) {
                if (gone || (known->looked_for && !known->found)) {
                    each(context, known->line, file->path, known->rule);
                }
            }
        }
    }
    arena_guard(baseline->arena, NULL);
}

/* ---- writing ---- */

bool baseline_is_one(const struct baseline *baseline)
{
    return baseline->is_one;
}

/* Writes a line for each finding, and for each that follows from it. */
static void write_lines(FILE *out, const struct vrmlint_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "  %s %s  ", findings[i].fingerprint, findings[i].rule->id);
        baseline_print_message(out, vrmlint_text_in(&findings[i].message, VRMLINT_ENGLISH));
        fputc('\n', out);
        write_lines(out, findings[i].hidden, findings[i].hidden_count);
    }
}

/* Prints the findings of a file, and the old lines that remain. */
static void print_lines(FILE *out, const struct baseline_file *file, const struct vrmlint_report *report)
{
    if (report != NULL) {
        write_lines(out, report->findings, report->finding_count);
    }
    for (const struct known_finding *known = file == NULL ? NULL : file->first; known != NULL; known = known->next) {
        if (!known->found && !known->looked_for) {
            fprintf(out, "  %s\n", known->text);
        }
    }
}

/* Adds the lines of a file. report: NULL if it wasn't checked. Returns false if memory runs out. */
static bool add_lines(struct baseline *baseline, const char *path, const struct baseline_file *file,
                      const struct vrmlint_report *report)
{
    struct os_memory memory;
    FILE *out = os_memory_open(&memory);
    if (out == NULL) {
        return false;
    }
    const char *hash = report != NULL ? report->hash : file != NULL ? file->hash : NULL;
    print_path(out, path);
    fputc('\n', out);
    if (hash != NULL) {
        fprintf(out, CONTENT "%s\n", hash);
    }
    long head = ftell(out);
    print_lines(out, file, report);
    bool empty = ftell(out) == head;
    bool good = os_memory_close(&memory);
    jmp_buf guard;
    if (good && !empty && setjmp(guard) == 0) {
        arena_guard(baseline->arena, &guard);
        struct added added = {arena_copy(baseline->arena, path, strlen(path)),
                              arena_copy(baseline->arena, memory.text, memory.size), baseline->added_count};
        *ARENA_ADD(baseline->arena, baseline->added, baseline->added_count) = added;
    } else {
        good = good && empty;
    }
    arena_guard(baseline->arena, NULL);
    free(memory.text);
    return good;
}

bool baseline_add(struct baseline *baseline, const struct vrmlint_policy *policy, bool simulated,
                  const struct vrmlint_report *report)
{
    const char *volatile path = NULL;
    struct baseline_file *volatile file = NULL;
    jmp_buf guard;
    if (report->error != NULL) {
        return true; /* its old lines remain, as those of files that aren't checked */
    }
    if (setjmp(guard) == 0) {
        arena_guard(baseline->arena, &guard);
        file = find_file(baseline, report);
        for (size_t i = 0; file != NULL && i < report->finding_count; i++) {
            const struct vrmlint_finding *finding = &report->findings[i];
            is_known(baseline, file, finding);
            for (size_t k = 0; k < finding->hidden_count; k++) {
                is_known(baseline, file, &finding->hidden[k]);
            }
        }
        if (file != NULL) {
            note_missing(baseline, file, policy, simulated, report);
        }
        const char *key = baseline_path_key(&baseline->paths, report->path);
        path = arena_copy(baseline->arena, key, strlen(key));
    }
    arena_guard(baseline->arena, NULL);
    return path != NULL && add_lines(baseline, path, file, report);
}

static int by_path(const void *left, const void *right)
{
    const struct added *a = left;
    const struct added *b = right;
    int order = strcmp(a->path, b->path);
    return order != 0 ? order : sort_order(a->number, b->number);
}

static void write_head(FILE *out)
{
    fputs(FIRST_LINE ": findings that are known and accepted, by file. Lines may be removed by hand. The text after a\n"
                     "# rule is the message of its finding, and is ignored.\n",
          out);
}

/* Writes a file of the baseline that was read, without lines whose findings no longer exist; nothing if none is left.
 */
static void write_rest(FILE *out, const struct baseline_file *file)
{
    bool any = false;
    for (const struct known_finding *known = file->first; known != NULL; known = known->next) {
        if (known->looked_for && !known->found) {
            continue;
        }
        if (!any) {
            print_path(out, file->path);
            fputc('\n', out);
            fputs(file->hash == NULL ? "" : CONTENT, out);
            fputs(file->hash == NULL ? "" : file->hash, out);
            fputs(file->hash == NULL ? "" : "\n", out);
        }
        any = true;
        fprintf(out, "  %s\n", known->text);
    }
}

bool baseline_prune(struct baseline *baseline, FILE *out, baseline_checked_fn *checked, void *context)
{
    jmp_buf guard;
    volatile bool good = false;
    if (setjmp(guard) == 0) {
        arena_guard(baseline->arena, &guard);
        write_head(out);
        for (const struct baseline_file *file = baseline->first_file; file != NULL; file = file->next) {
            if (!is_gone(baseline, file, checked, context)) {
                write_rest(out, file);
            }
        }
        good = true;
    }
    arena_guard(baseline->arena, NULL);
    return good;
}

bool baseline_write(struct baseline *baseline, FILE *out, baseline_checked_fn *checked, void *context)
{
    for (const struct baseline_file *file = baseline->first_file; file != NULL; file = file->next) {
        if (!file->checked && !is_gone(baseline, file, checked, context) &&
            !add_lines(baseline, file->path, file, NULL)) {
            return false;
        }
    }
    sort_in_place(baseline->added, baseline->added_count, sizeof *baseline->added, by_path);
    write_head(out);
    for (size_t i = 0; i < baseline->added_count; i++) {
        fputs(baseline->added[i].text, out);
    }
    return true;
}
