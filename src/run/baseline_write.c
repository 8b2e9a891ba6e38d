/* Writes baselines. */
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "run/baseline_parts.h"

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

bool baseline_is_one(const struct baseline *baseline)
{
    return baseline->is_one;
}

/* Writes a message on one line. Control characters and bytes that aren't UTF-8 become "?". */
static void print_message_key(FILE *out, const char *message)
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

/* Prints the findings of a file, and the old lines that remain. */
static void print_lines(FILE *out, const struct known_file *file, const struct vrmlint_report *report)
{
    for (size_t i = 0; report != NULL && i < report->finding_count; i++) {
        const struct vrmlint_finding *finding = &report->findings[i];
        fprintf(out, "  %s %s  ", finding->fingerprint, finding->rule->id);
        print_message_key(out, vrmlint_text_in(&finding->message, VRMLINT_ENGLISH));
        fputc('\n', out);
    }
    for (const struct known *known = file == NULL ? NULL : file->first; known != NULL; known = known->next) {
        if (!known->found && !known->looked_for) {
            fprintf(out, "  %s\n", known->text);
        }
    }
}

/* Adds the lines of a file. report: NULL if it wasn't checked. Returns false if memory runs out. */
static bool add_lines(struct baseline *baseline, const char *path, const struct known_file *file,
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
        baseline->added = arena_grow(baseline->arena, baseline->added, baseline->added_count, &baseline->added_capacity,
                                     sizeof *baseline->added);
        baseline->added[baseline->added_count] =
            (struct added){arena_copy(baseline->arena, path, strlen(path)),
                           arena_copy(baseline->arena, memory.text, memory.size), baseline->added_count};
        baseline->added_count++;
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
    struct known_file *volatile file = NULL;
    jmp_buf guard;
    if (report->error != NULL) {
        return true; /* its old lines remain, as those of files that aren't checked */
    }
    if (setjmp(guard) == 0) {
        arena_guard(baseline->arena, &guard);
        file = baseline_find_file(baseline, report);
        for (size_t i = 0; file != NULL && i < report->finding_count; i++) {
            struct known *known =
                text_map_get(&baseline->findings,
                             baseline_finding_key(baseline->arena, file->path, report->findings[i].fingerprint));
            if (known != NULL) {
                known->found = true;
            }
        }
        if (file != NULL) {
            baseline_note_missing(baseline, file, policy, simulated, report);
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

bool baseline_write(struct baseline *baseline, FILE *out, baseline_checked_fn *checked, void *context)
{
    for (const struct known_file *file = baseline->first_file; file != NULL; file = file->next) {
        if (!file->checked && !baseline_is_gone(baseline, file, checked, context) &&
            !add_lines(baseline, file->path, file, NULL)) {
            return false;
        }
    }
    if (baseline->added_count > 1) {
        qsort(baseline->added, baseline->added_count, sizeof *baseline->added, by_path);
    }
    fputs(FIRST_LINE ": findings that are known and accepted, by file. Lines may be removed by hand. The text after a\n"
                     "# rule is the message of its finding, and is ignored.\n",
          out);
    for (size_t i = 0; i < baseline->added_count; i++) {
        fputs(baseline->added[i].text, out);
    }
    return true;
}
