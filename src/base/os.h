/* Every system call of the program: base/os*.c alone include system headers. Paths are UTF-8. */
#ifndef VRMLINT_BASE_OS_H
#define VRMLINT_BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/compiler.h"

/* Why something failed: one line, terminated, without a full stop ("No such file or directory"). */
struct os_error {
    char text[160];
};

/* What is said where memory doesn't suffice. */
#define OS_NO_MEMORY "not enough memory"
bool os_lacks_memory(const struct os_error *error);

/* An open file to read from; a pipe or standard input is read first, to its end or as far as is enough. */
struct os_file;

/* path "-" is standard input. NULL and *error when it can't be opened or is a folder. */
struct os_file *os_open(const char *path, struct os_error *error);
void os_close(struct os_file *file);

/*
 * Opens the file that a relative path names from a folder, if both ends are what they seem: an ordinary file that lies
 * beneath the folder after all symbolic links are resolved. Anything else is not opened, let alone read.
 */
struct os_file *os_open_beneath(const char *folder, const char *relative, struct os_error *error);

/* How long, and for how much, opening may wait. */
struct os_limits {
    uint64_t most;     /* bytes of a stream, of which only one more is read, to tell that there are more; 0: no limit */
    bool partial;      /* what came before the deadline is all that is wanted: being late is no failure */
    const void *first; /* bytes of standard input that have been read already; NULL: none */
    size_t first_size;
    /* Asked of a stream that is still coming: true if what has come is enough, and the size that it says it has. More
     * isn't read then, as if the file ended there. May be NULL. */
    bool (*enough)(const unsigned char *bytes, size_t size, uint64_t *whole);
    double deadline;             /* on os_clock(), for a stream that keeps one waiting; 0: none */
    bool (*stop)(void *context); /* asked while waiting: true gives up; may be NULL */
    void *context;
};

/* The same as os_open() within limits. *late receives whether it failed because the deadline has passed. */
struct os_file *os_open_within(const char *path, const struct os_limits *limits, bool *late, struct os_error *error);

/* Whether this is a stream that is longer than it was read. */
bool os_is_cut(const struct os_file *file);

/* Size in bytes, as it was when the file was opened. */
uint64_t os_size(const struct os_file *file);

/*
 * Reads up to size bytes from offset into buffer; *got receives how many there were (fewer only at the end of the
 * file, also when the file has shrunk since). False and *error when reading fails.
 */
bool os_read(struct os_file *file, uint64_t offset, void *buffer, size_t size, size_t *got, struct os_error *error);

enum os_kind { OS_MISSING, OS_FILE, OS_FOLDER };

/* What a path is, symbolic links followed; pipes and devices count as files. */
enum os_kind os_kind_of(const char *path, struct os_error *error);

/* An identity of a file or folder, the same for every path that leads to it. */
struct os_identity {
    uint64_t device;
    uint64_t inode;
};
bool os_identify(const char *path, struct os_identity *identity);

/* Where a path really leads: from the top, all links resolved, / between folders. NULL and *error where it leads
 * nowhere. The caller frees it. */
char *os_true_path(const char *path, struct os_error *error);

/*
 * Calls each with the name of every entry of a folder but . and .., in no order. False and *error when the folder
 * can't be read.
 */
bool os_list(const char *folder, void (*each)(void *context, const char *name), void *context, struct os_error *error);

/* Today's date in UTC, "2026-11-26"; that of SOURCE_DATE_EPOCH where it is set, for runs that must repeat. */
enum { OS_DATE = 11 };
void os_today(char date[OS_DATE]);

/* The date in UTC of a number of seconds since 1970; those before it, and after the year 9999, are the first day. */
void os_date(int64_t seconds, char date[OS_DATE]);

/* Seconds since some moment in the past, for measuring how long something takes: never goes back. */
double os_clock(void);

/*
 * From the call of os_catch_interrupts() on, the first request to end the program (Ctrl-C, or the signal with which
 * batch systems announce the end) only makes os_interrupted() true, in every thread; a second one ends it as ever.
 * os_end_interrupted() then ends it the way that was asked for. It does nothing when nothing was.
 */
void os_catch_interrupts(void);
bool os_interrupted(void);
void os_end_interrupted(void);

/* Between these two, no request ends the program: it waits until os_release_interrupts(). For the thread that called
 * os_catch_interrupts(); the threads of os_thread_start() don't take such requests. */
void os_hold_interrupts(void);
void os_release_interrupts(void);

/* An environment variable, or NULL. */
const char *os_environment(const char *name);

/* Whether standard output (1) or standard error (2) is a terminal, one that knows escape sequences. */
bool os_is_terminal(int descriptor);

/* Columns of the terminal on a descriptor, 0 when it isn't one. */
int os_columns(int descriptor);

/* 64 bits that nobody can guess, for hashing. */
uint64_t os_random(void);

/* Flushes a stream and says whether everything reached it; *error says why not. */
bool os_flush(FILE *stream, struct os_error *error);

/* Opens a file for writing, emptied. NULL and *error on failure. */
FILE *os_create(const char *path, struct os_error *error);

/* The same for a file that isn't there yet, not even as a link: what somebody else has put there is not written to. */
FILE *os_create_new(const char *path, struct os_error *error);

/* The same to write behind what is there. */
FILE *os_append(const char *path, struct os_error *error);

/* Whether a path is itself a symbolic link. */
bool os_is_link(const char *path);

/*
 * Where a symbolic link leads, as it is written there, to target, a text of fewer than size bytes. False when the path
 * is no link, the text doesn't fit, or the system doesn't tell (Windows).
 */
bool os_link_target(const char *path, char *target, size_t size);

/* Whether a path, links followed, is an ordinary file: no folder, pipe or device. */
bool os_is_regular(const char *path);

/* Gives a finished file its name, in place of one that has it already. False and *error on failure. */
bool os_replace(const char *from, const char *to, struct os_error *error);

/*
 * A new content for a path, in two steps. os_draft_new() writes all of it to a temporary file beside the path and to
 * the disk; os_draft_commit() gives that file the path's name. Whatever happens, the path has the old content or the
 * new one. Both return NULL or false and *error on failure, and the temporary file is removed.
 *
 * A file that is replaced keeps its owner, group, permissions, access control list and extended attributes. It is left
 * as it is, which is a failure, if one of them can't be kept, if it has further hard links, if it may not be written
 * to, and if it isn't an ordinary file. A new file gets no permissions that source lacks; NULL: no such file. A
 * symbolic link is replaced itself: see os_true_path(). The temporary file is never readable for more users than the
 * path.
 */
struct os_draft;
struct os_draft *os_draft_new(const char *path, const char *source, const void *bytes, size_t size,
                              struct os_error *error);
bool os_draft_commit(struct os_draft *draft, struct os_error *error); /* frees the draft */

/* Removes the temporary file and frees the draft, which may be NULL. */
void os_draft_discard(struct os_draft *draft);

/* A name for a temporary file beside a path: PATH, eight hexadecimal digits and .tmp. False if it doesn't fit. */
bool os_temporary_name(const char *path, char *name, size_t size);

/* Whether a file's name is such a name; *length receives the length of the name that it was made from. */
bool os_is_temporary_name(const char *name, size_t *length);

/*
 * Whether somebody else has put what stands at a path, a link itself or what it leads to, where everybody may put
 * things, as in /tmp: it may be meant to have us write, or believe, what its owner wants. False where there is nothing.
 */
bool os_is_planted(const char *path);

/* Whether everybody may write to a folder. */
bool os_is_open_to_all(const char *folder);

/* Makes a folder, not open to all, if it isn't there already; its parent must be. False and *error on failure. */
bool os_make_folder(const char *path, struct os_error *error);

/*
 * A stream that writes to memory. NULL when there can't be one. Closing it gives what was written in text, which the
 * caller frees, with its size; false when not all of it is there.
 */
struct os_memory {
    FILE *stream;
    char *text;
    size_t size;
};
FILE *os_memory_open(struct os_memory *memory);
bool os_memory_close(struct os_memory *memory);

/* How large an ordinary file is, and when it was written last, in nanoseconds of the system's own count. False where it
 * can't be told. */
bool os_measure(const char *path, uint64_t *size, int64_t *modified);

/* When a file was written, moved to its place or given other attributes last, in seconds since 1970. On Windows, when
 * it was written last. False if that isn't known. */
bool os_changed(const char *path, int64_t *seconds);

/* Has a file look as if it were written now, if it can be. */
void os_touch(const char *path);

/* Nanoseconds by the same count as os_measure(). */
int64_t os_now(void);

/* The number of this process, and whether one of a number runs on this machine; true where it can't be told. */
unsigned long os_process(void);
bool os_is_running(unsigned long process);

/* Whether writing failed because nobody reads any more at the other end of a pipe. */
bool os_is_broken_pipe(const struct os_error *error);

/* Ends the program as other programs end that write to such a pipe, without a word. Returns where there is no such way.
 */
void os_end_piped(void);

/* Removes a file, if it can be. */
void os_remove(const char *path);

/* How the console was before us; nothing but on Windows. */
struct os_console {
    unsigned long modes[2]; /* of standard output and standard error; 0: not changed */
    unsigned code_page;     /* 0: not changed */
};

/*
 * Call first in main(): UTF-8 arguments and binary streams on Windows, and a console that takes UTF-8 and escape
 * sequences; elsewhere, writing to a pipe that nobody reads any more becomes an error like any other, instead of the
 * end of the program. os_finish() gives the console back as it was.
 */
void os_start(int *argc, char ***argv, struct os_console *console);
void os_finish(const struct os_console *console);

/* The language that Windows speaks with the user ("ja-JP"), to text; false elsewhere, where the environment says so. */
bool os_language(char *text, size_t size);

/* Whether the console was opened for this program alone and goes with it, as when it was started by a double click or
 * by files that were dropped onto it. False but on Windows. */
bool os_owns_console(void);

/* Waits for Enter. */
void os_wait_for_key(void);

/* Opens a file with the program that the user has for such files. False and *error on failure, and but on Windows. */
bool os_show(const char *path, struct os_error *error);

/*
 * Runs a program, found in PATH, with its arguments, ended by NULL, and waits for its end. silent: what it prints is
 * dropped; otherwise it shares standard output and standard error. Returns its exit status; -1 and *error if it can't
 * be started.
 */
int os_run(const char *const *arguments, bool silent, struct os_error *error);

/* Makes a folder of our own where the system keeps temporary files; its path to path. False and *error on failure. */
bool os_make_scratch(char *path, size_t size, struct os_error *error);

/* Removes a folder with all that is in it, down to so many folders within each other; links aren't followed. */
void os_remove_tree(const char *folder, unsigned deepest);

/* A folder for files that needn't be kept, with a slash at its end, to text; false where the system names none. */
bool os_temporary_folder(char *text, size_t size);

#endif
