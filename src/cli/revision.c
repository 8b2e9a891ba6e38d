#include "cli/revision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "base/whole.h"
#include "ids/messages_diff.h"
#include "report/where.h"
#include "run/inputs.h"

enum {
    DEEPEST = 200, /* depth of nested folders */
    ARGUMENTS_MOST = 8 /* of a command of git */,
    HEADER = 160,     /* bytes before an object that git prints, at most */
    LINK_MOST = 4096, /* bytes of a link's target */
    POINTER_MOST = 512 /* bytes of a placeholder of Git LFS */,
    COPIED = 64 * 1024 /* bytes at once */
};
#define BATCH_MOST (UINT64_C(256) * 1024 * 1024) /* bytes that git prints at once */

/* A file of the revision. */
struct blob {
    const char *id; /* of its object */
    const char *path;
    uint64_t size;
    bool is_link;
    const char *target; /* of a link, once it was read */
};

struct revision_reading {
    const struct command *command;
    struct arena *arena;
    const char *folder; /* the temporary one */
    const char *files;
    const char *lfs; /* the folder with the files of Git LFS */
    struct blob *blobs;
    size_t count;
    struct revision *revision;
};

/* ---- git ---- */

/* Runs git, which prints to a file in the temporary folder. Returns its exit status, or -1 and *error. */
static int run_git(const char *const *arguments, const char *input, const char *output, struct os_error *error)
{
    /* A folder of avatars may be a repository that somebody else has prepared, so nothing that its settings name may
     * run: neither as a repository that isn't in a folder .git, nor to fetch objects that it lacks. */
    static const char *const safe[] = {"git", "--no-pager",
                                       "-c",  "safe.bareRepository=explicit",
                                       "-c",  "core.fsmonitor=false",
                                       "-c",  "protocol.allow=never",
                                       "-c",  "protocol.file.allow=never",
                                       "-c",  "protocol.git.allow=never",
                                       "-c",  "protocol.ssh.allow=never",
                                       "-c",  "protocol.http.allow=never",
                                       "-c",  "protocol.https.allow=never",
                                       "-c",  "protocol.ext.allow=never"};
    enum { SAFE = sizeof safe / sizeof *safe };
    const char *whole[SAFE + ARGUMENTS_MOST] = {NULL};
    memcpy(whole, safe, sizeof safe);
    for (size_t i = 0; arguments[i] != NULL && i + 1 < ARGUMENTS_MOST; i++) {
        whole[SAFE + i] = arguments[i];
    }
    return os_run(whole, input, output, error);
}

static enum status reading_error(const struct revision_reading *reading, const char *path, const char *why)
{
    return run_error(reading->command->language, path, why);
}

/* Runs git and returns what it prints; NULL and *status on failure. */
static char *ask_git(const struct revision_reading *reading, const char *const *arguments, enum status *status)
{
    struct os_error error;
    size_t size;
    const char *output = arena_printf(reading->arena, "%s/answer", reading->folder);
    int code = run_git(arguments, NULL, output, &error);
    char *text = code == 0 ? whole_read(reading->arena, output, SIZE_MAX, &size, &error) : NULL;
    if (text == NULL) {
        *status = code > 0 ? STATUS_FAILED : reading_error(reading, "git", error.text); /* git has reported why */
    }
    return text;
}

/* ---- the list of files ---- */

/* Normalizes a path, in place. Returns false if it isn't below the working folder, where git can find it. */
static bool normalize_path(char *path)
{
    char *end = path;
    if (where_is_absolute(path) || strcmp(path, "-") == 0) {
        return false;
    }
    for (const char *at = path; *at != '\0';) {
        size_t length = strcspn(at, OS_SLASHES);
        if (length == 2 && memcmp(at, "..", 2) == 0) {
            return false;
        }
        if (length > 0 && !(length == 1 && *at == '.')) {
            if (end > path) {
                *end++ = '/';
            }
            memmove(end, at, length);
            end += length;
        }
        at += length;
        at += *at == '\0' ? 0 : 1;
    }
    if (end == path) {
        *end++ = '.';
    }
    *end = '\0';
    return true;
}

/* Whether a path is a folder, or lies in it. */
static bool lies_below(const char *path, const char *folder, size_t length)
{
    return length == 0 || (strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0'));
}

/* Whether a file may be read: it is one of the paths, or below one, and named like a model; or it may be part of one.
 */
static bool may_be_read(const char *path, bool link, int count, char **paths)
{
    bool part = inputs_names_part(path);
    for (int i = 0; i < count; i++) {
        const char *slash = strrchr(paths[i], '/');
        size_t length = strcmp(paths[i], ".") == 0 ? 0 : strlen(paths[i]);
        bool below = lies_below(path, paths[i], length);
        bool beside = part && lies_below(path, paths[i], slash == NULL ? 0 : (size_t)(slash - paths[i]));
        if (beside || (below && (part || link || path[length] == '\0' || inputs_names_checked(path)))) {
            return true;
        }
    }
    return false;
}

/* Whether every name of a path is one that a file may have in the temporary folder. A repository may be made to contain
 * others. */
static bool is_safe(const char *path)
{
    for (const char *at = path;; at++) {
        size_t length = strcspn(at, OS_SLASHES);
        bool dots = length <= 2 && strspn(at, ".") >= length;
        if (dots || (OS_SLASHES[1] != '\0' && memchr(at, ':', length) != NULL)) {
            return false;
        }
        at += length;
        if (*at == '\0') {
            return true;
        }
    }
}

static void add_submodule(struct revision_reading *reading, const char *path)
{
    struct revision *revision = reading->revision;
    *ARENA_ADD(reading->arena, revision->submodules, revision->submodule_count) = path;
}

/* Reads what git ls-tree prints about a file: "100644 blob ID SIZE\tPATH", or "160000 commit ID -\tPATH". */
static void read_revision_line(struct revision_reading *reading, char *line, int count, char **paths)
{
    char *path = strchr(line, '\t');
    char *id = line + strcspn(line, " ") + 6;
    bool link = strncmp(line, "120000 blob ", 12) == 0;
    if (path != NULL && strncmp(line, "160000 ", 7) == 0) {
        add_submodule(reading, path + 1);
        return;
    }
    if (path == NULL || (!link && strncmp(line, "100", 3) != 0) || strncmp(id - 6, " blob ", 6) != 0) {
        return;
    }
    *path++ = '\0';
    char *end = id + strcspn(id, " ");
    if (*end == '\0' || !is_safe(path) || !may_be_read(path, link, count, paths)) {
        return;
    }
    *end++ = '\0';
    *ARENA_ADD(reading->arena, reading->blobs, reading->count) =
        (struct blob){id, path, strtoull(end, NULL, 10), link, NULL};
}

static enum status list_files(struct revision_reading *reading, const char *commit, int count, char **paths)
{
    enum status status = STATUS_FINE;
    const char *const arguments[] = {"ls-tree", "-r", "-z", "-l", commit, NULL};
    char *text = ask_git(reading, arguments, &status);
    while (text != NULL && *text != '\0') {
        char *next = text + strlen(text) + 1;
        read_revision_line(reading, text, count, paths);
        text = next;
    }
    return status;
}

/* ---- their content ---- */

/* Makes the folders of a file in the temporary folder, and returns its path; NULL and *error on failure. */
static const char *make_folders(const struct revision_reading *reading, const char *path, struct os_error *error)
{
    char *whole = arena_printf(reading->arena, "%s/%s", reading->files, path);
    for (char *at = whole + strlen(reading->files) + 1; (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        bool made = os_make_folder(whole, error);
        *at = '/';
        if (!made) {
            return NULL;
        }
    }
    return whole;
}

/* Copies size bytes of a file from an offset, to the end if there are fewer. */
static bool copy_bytes(struct os_file *from, uint64_t offset, uint64_t size, FILE *to, struct os_error *error)
{
    unsigned char *bytes = malloc(COPIED);
    size_t got = 1;
    bool fine = bytes != NULL;
    while (fine && size > 0 && got > 0) {
        size_t wanted = size < COPIED ? (size_t)size : COPIED;
        fine = os_read(from, offset, bytes, wanted, &got, error) && fwrite(bytes, 1, got, to) == got;
        offset += got;
        size -= got;
    }
    free(bytes);
    return fine;
}

/* Returns the file that a placeholder of Git LFS stands for ("oid sha256:ID", "size N"), if the repository has it;
 * otherwise NULL. */
static const char *find_lfs(const struct revision_reading *reading, const char *pointer)
{
    const char *id = text_begins(pointer, "version https://git-lfs") ? strstr(pointer, "\noid sha256:") : NULL;
    const char *size = strstr(pointer, "\nsize ");
    if (id == NULL || size == NULL || strspn(id + 12, "0123456789abcdef") != 64) {
        return NULL;
    }
    id += 12;
    uint64_t found;
    int64_t ignored;
    const char *path = arena_printf(reading->arena, "%s/%.2s/%.2s/%.64s", reading->lfs, id, id + 2, id);
    return os_measure(path, &found, &ignored) && found == strtoull(size + 6, NULL, 10) ? path : NULL;
}

/* Writes a file of the revision, which is in what git has printed at an offset. */
static bool write_revision_file(const struct revision_reading *reading, struct os_file *printed, uint64_t offset,
                                struct blob *blob, struct os_error *error)
{
    char head[POINTER_MOST + 1];
    size_t got = 0;
    size_t most = blob->size < POINTER_MOST ? (size_t)blob->size : 0;
    if (blob->is_link && blob->size < LINK_MOST) {
        char *target = arena_alloc(reading->arena, (size_t)blob->size + 1);
        blob->target = target;
        return os_read(printed, offset, target, (size_t)blob->size, &got, error);
    }
    if (!os_read(printed, offset, head, most, &got, error)) {
        return false;
    }
    head[got] = '\0';
    const char *lfs = find_lfs(reading, head);
    struct os_file *stored = lfs == NULL ? NULL : os_open(lfs, error);
    const char *path = make_folders(reading, blob->path, error);
    FILE *file = path == NULL ? NULL : os_create_new(path, error);
    bool fine = file != NULL && (stored == NULL ? copy_bytes(printed, offset, blob->size, file, error)
                                                : copy_bytes(stored, 0, os_size(stored), file, error));
    fine = fine && os_flush(file, error);
    if (file != NULL) {
        fclose(file);
    }
    if (stored != NULL) {
        os_close(stored);
    }
    return fine;
}

/* Writes the files from begin to end, whose objects git has printed one after the other, each as "ID blob SIZE", a
 * line break, its bytes and a line break. */
static enum status write_files(const struct revision_reading *reading, const char *answer, size_t begin, size_t end)
{
    struct os_error error = {""};
    struct os_file *printed = os_open(answer, &error);
    uint64_t offset = 0;
    enum status status = printed == NULL ? reading_error(reading, answer, error.text) : STATUS_FINE;
    for (size_t i = begin; i < end && status == STATUS_FINE && !os_interrupted(); i++) {
        struct blob *blob = &reading->blobs[i];
        char header[HEADER];
        char wanted[HEADER];
        size_t got = 0;
        int length = snprintf(wanted, sizeof wanted, "%.100s blob %llu\n", blob->id, (unsigned long long)blob->size);
        bool read = os_read(printed, offset, header, (size_t)length, &got, &error);
        if (!read || got != (size_t)length || memcmp(header, wanted, got) != 0) {
            status = reading_error(reading, blob->path, read ? N_("git lacks its content here: fetch it") : error.text);
        } else if (!write_revision_file(reading, printed, offset + got, blob, &error)) {
            status = reading_error(reading, blob->path, error.text);
        }
        offset += got + blob->size + 1;
    }
    if (printed != NULL) {
        os_close(printed);
    }
    return status;
}

/* Lets git print the files from begin to end, and writes them. */
static enum status read_batch(const struct revision_reading *reading, size_t begin, size_t end)
{
    struct os_error error;
    const char *request = arena_printf(reading->arena, "%s/request", reading->folder);
    const char *answer = arena_printf(reading->arena, "%s/answer", reading->folder);
    FILE *file = os_create(request, &error);
    for (size_t i = begin; file != NULL && i < end; i++) {
        fprintf(file, "%s\n", reading->blobs[i].id);
    }
    bool fine = file != NULL && os_flush(file, &error);
    if (file != NULL) {
        fclose(file);
    }
    if (!fine) {
        return reading_error(reading, request, error.text);
    }
    const char *const arguments[] = {"cat-file", "--batch", "--buffer", NULL};
    int code = run_git(arguments, request, answer, &error);
    if (code < 0) {
        return reading_error(reading, "git", error.text);
    }
    enum status status = write_files(reading, answer, begin, end);
    return status == STATUS_FINE && code > 0 ? STATUS_FAILED : status; /* git has reported why */
}

/* Makes the links, after all files: nothing is written through them. Leaves out those that could lead out of the
 * folder: a target may begin with "..", once for each folder above the link, but doesn't contain it later. */
static void make_links(const struct revision_reading *reading)
{
    for (size_t i = 0; i < reading->count; i++) {
        const char *rest = reading->blobs[i].target;
        const char *above = reading->blobs[i].path;
        while (rest != NULL && strncmp(rest, "../", 3) == 0 && (above = strchr(above, '/')) != NULL) {
            above++;
            rest += 3;
        }
        struct os_error ignored;
        if (rest != NULL && *rest != '/' && strncmp(rest, "..", 2) != 0 && strstr(rest, "/..") == NULL) {
            const char *path = make_folders(reading, reading->blobs[i].path, &ignored);
            if (path != NULL) {
                os_make_link(reading->blobs[i].target, path);
            }
        }
    }
}

/* ---- the revision ---- */

/* Finds the folder in which Git LFS keeps its files. */
static enum status find_lfs_folder(struct revision_reading *reading)
{
    enum status status = STATUS_FINE;
    const char *const arguments[] = {"rev-parse", "--git-common-dir", NULL};
    char *folder = ask_git(reading, arguments, &status);
    if (folder != NULL) {
        folder[strcspn(folder, "\r\n")] = '\0';
        reading->lfs = arena_printf(reading->arena, "%s/lfs/objects", folder);
    }
    return status;
}

static enum status read_files(struct revision_reading *reading)
{
    enum status status = STATUS_FINE;
    for (size_t begin = 0, end = 0; begin < reading->count && status == STATUS_FINE && !os_interrupted(); begin = end) {
        uint64_t size = 0;
        do {
            size += reading->blobs[end++].size;
        } while (end < reading->count && size + reading->blobs[end].size <= BATCH_MOST);
        status = read_batch(reading, begin, end);
    }
    return status;
}

/* Returns the first line of what git prints; NULL if it fails. It fails in silence: its errors are discarded where its
 * output is, so it is asked twice. */
static const char *ask_quietly(const struct revision_reading *reading, const char *const *arguments)
{
    struct os_error error;
    size_t size;
    const char *output = arena_printf(reading->arena, "%s/answer", reading->folder);
    bool answered = run_git(arguments, NULL, NULL, &error) == 0 && run_git(arguments, NULL, output, &error) == 0;
    char *text = answered ? whole_read(reading->arena, output, SIZE_MAX, &size, &error) : NULL;
    if (text != NULL) {
        text[strcspn(text, "\r\n")] = '\0';
    }
    return text;
}

/* Returns the id of the commit of a revision, or of the remote branch of that name: a checkout for CI has no branches
 * of its own. NULL if there is neither. */
static const char *find_commit(const struct revision_reading *reading, const char *name)
{
    static const char *const places[] = {"", "refs/remotes/origin/"};
    const char *commit = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && commit == NULL && *name != '-'; i++) {
        const char *whole = arena_printf(reading->arena, "%s%s^{commit}", places[i], name);
        const char *const arguments[] = {"rev-parse", "--verify", "--quiet", whole, NULL};
        commit = ask_quietly(reading, arguments);
    }
    return commit;
}

/* Finds the commit where a revision and HEAD, or both revisions of A...B, part, so that only what was changed since
 * then differs, not what others have changed in the revision meanwhile. NULL and *status if there is none. */
static const char *find_base(const struct revision_reading *reading, const char *name, enum status *status)
{
    const char *dots = strstr(name, "...");
    const char *left = dots == NULL ? name : arena_copy(reading->arena, name, (size_t)(dots - name));
    const char *right = dots == NULL ? "" : dots + 3;
    const char *sides[] = {*left == '\0' ? "HEAD" : left, *right == '\0' ? "HEAD" : right};
    const char *arguments[] = {"merge-base", NULL, NULL, NULL};
    const char *unknown = *left == '\0' && *right == '\0' ? name : NULL; /* "..." names none */
    for (size_t i = 0; i < 2 && unknown == NULL; i++) {
        arguments[i + 1] = find_commit(reading, sides[i]);
        unknown = arguments[i + 1] == NULL ? sides[i] : NULL;
    }
    const char *base = unknown == NULL ? ask_quietly(reading, arguments) : NULL;
    if (base == NULL) {
        static const char *const is_shallow[] = {"rev-parse", "--is-shallow-repository", NULL};
        const char *shallow = ask_quietly(reading, is_shallow);
        bool lacks_some = shallow != NULL && strcmp(shallow, "true") == 0;
        const char *missing = unknown != NULL ? unknown : name;
        *status = lacks_some
                      ? usage_error(reading->command, WORDS_DIFF_SHALLOW,
                                    ARGUMENTS(TERM("name", missing), TERM("github", "fetch-depth: 0"),
                                              TERM("gitlab", "GIT_DEPTH: 0"), TERM("command", "git fetch --unshallow")))
                      : usage_error(reading->command, unknown != NULL ? WORDS_DIFF_NO_REVISION : WORDS_DIFF_NO_BASE,
                                    ARGUMENTS(TERM("name", missing)));
    }
    return base;
}

enum status revision_open(struct revision *revision, const struct command *command, struct arena *arena,
                          const char *name, int count, char **paths)
{
    struct os_error error;
    for (int i = 0; i < count; i++) {
        if (!normalize_path(paths[i])) {
            return usage_error(command, WORDS_DIFF_SINCE_NEEDS, ARGUMENTS(TERM("path", paths[i])));
        }
    }
    const char *const version[] = {"--version", NULL};
    if (run_git(version, NULL, NULL, &error) < 0) {
        return run_error(command->language, "git", error.text);
    }
    os_catch_interrupts(); /* otherwise the folder would stay behind */
    if (!os_make_scratch(revision->folder, sizeof revision->folder, &error)) {
        *revision->folder = '\0';
        return run_error(command->language, "vrmlint", error.text);
    }
    struct revision_reading reading = {
        .command = command, .arena = arena, .folder = revision->folder, .revision = revision};
    revision->files = reading.files = arena_printf(arena, "%s/files", revision->folder);
    if (!os_make_folder(reading.files, &error)) {
        return run_error(command->language, reading.files, error.text);
    }
    enum status status = STATUS_FINE;
    const char *commit = find_base(&reading, name, &status);
    status = commit == NULL ? status : find_lfs_folder(&reading);
    status = status == STATUS_FINE ? list_files(&reading, commit, count, paths) : status;
    status = status == STATUS_FINE ? read_files(&reading) : status;
    make_links(&reading);
    return os_interrupted() ? STATUS_FAILED : status;
}

void revision_close(struct revision *revision)
{
    if (*revision->folder != '\0') {
        os_remove_tree(revision->folder, DEEPEST);
    }
}
