/* Every system call of the program. Only base/os*.c include system headers. Paths are UTF-8. */
#ifndef VRMLINT_BASE_OS_H
#define VRMLINT_BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/compiler.h"

/* The reason of a failure: one line, terminated, without a full stop ("No such file or directory"). */
struct os_error {
    char text[160];
};

/* The error text if memory runs out. */
#define OS_NO_MEMORY "not enough memory"
bool os_lacks_memory(const struct os_error *error);

/* Whether the reason is that nothing is there, rather than that it can't be looked at. */
bool os_lacks_file(const struct os_error *error);

/* An open file to read from. A pipe or standard input is read into memory first, up to its end or a limit. */
struct os_file;

/* Opens a file. The path "-" is standard input. Returns NULL and *error if it can't be opened or is a folder. */
struct os_file *os_open(const char *path, struct os_error *error);
void os_close(struct os_file *file);

/* Opens the file that a relative path names from a folder, if it is an ordinary file beneath the folder after all
 * symbolic links are resolved. Anything else is neither opened nor read. */
struct os_file *os_open_beneath(const char *folder, const char *relative, struct os_error *error);

/* Limits on how long opening may wait, and on how much it reads. */
struct os_limits {
    uint64_t most; /* bytes of a stream; one more is read, to detect a longer one; 0: no limit */
    /* Called while a stream is being read. Returns true if the bytes so far suffice, and the total size that they
     * declare. Nothing more is read then, as if the file ended there. May be NULL. */
    bool (*enough)(const unsigned char *bytes, size_t size, uint64_t *whole);
    double deadline;             /* on os_clock(), for a stream that doesn't arrive; 0: none */
    bool (*stop)(void *context); /* called while waiting; true gives up; may be NULL */
    void *context;
};

/* The same as os_open() within limits. *late receives whether the deadline has passed. */
struct os_file *os_open_within(const char *path, const struct os_limits *limits, bool *late, struct os_error *error);

/* Whether a stream has more bytes than were read. */
bool os_is_cut(const struct os_file *file);

/* Returns the size in bytes when the file was opened. */
uint64_t os_size(const struct os_file *file);

/* Reads up to size bytes from offset into buffer. *got receives how many were read: fewer only at the end of the
 * file, also if the file has shrunk meanwhile. Returns false and *error if reading fails. */
bool os_read(struct os_file *file, uint64_t offset, void *buffer, size_t size, size_t *got, struct os_error *error);

/* The characters between the names of a path. */
#ifdef _WIN32
#define OS_SLASHES "/\\"
#else
#define OS_SLASHES "/"
#endif

enum os_kind { OS_MISSING, OS_FILE, OS_FOLDER };

/* Returns what a path is, after following symbolic links. Pipes and devices count as files. */
enum os_kind os_kind_of(const char *path, struct os_error *error);

/* The identity of a file or folder, the same for every path to it. */
struct os_identity {
    uint64_t device;
    uint64_t inode;
};
bool os_identify(const char *path, struct os_identity *identity);

/* Returns the absolute path with all links resolved and / between folders. NULL and *error if nothing is there. The
 * caller frees it. */
char *os_true_path(const char *path, struct os_error *error);

/* Calls each with the name of every entry of a folder except . and .., in no order. Returns false and *error if the
 * folder can't be read. */
bool os_list(const char *folder, void (*each)(void *context, const char *name), void *context, struct os_error *error);

/* Prints today's date in UTC, "2026-11-26", or that of SOURCE_DATE_EPOCH if it is set, for reproducible runs. */
enum { OS_DATE = 11 };
void os_today(char date[OS_DATE]);

/* Prints the date in UTC of a number of seconds since 1970. Times before 1970 or after 9999 give 1970-01-01. */
void os_date(int64_t seconds, char date[OS_DATE]);

/* Returns seconds since some moment in the past, for measuring durations. Never goes back. */
double os_clock(void);

/*
 * After os_catch_interrupts(), the first request to end the program (Ctrl-C, or the signal that a batch system sends)
 * only makes os_interrupted() true, in every thread. A second request ends the program as usual. os_end_interrupted()
 * ends the program as the first request would have done; without a request it does nothing. os_catch_interrupts() may
 * be called again.
 */
void os_catch_interrupts(void);
bool os_interrupted(void);
void os_end_interrupted(void);

/* Between these two calls, requests to end the program wait until os_release_interrupts(). To be called in the thread
 * that called os_catch_interrupts(); threads of os_thread_start() don't receive such requests. */
void os_hold_interrupts(void);
void os_release_interrupts(void);

/* Returns an environment variable, or NULL. */
const char *os_environment(const char *name);

/* Whether standard output (1) or standard error (2) is a terminal that supports escape sequences. */
bool os_is_terminal(int descriptor);

/* Returns the columns of the terminal on a descriptor; 0 if it isn't a terminal. */
int os_columns(int descriptor);

/* Returns 64 random bits that nobody can guess, for hashing. */
uint64_t os_random(void);

/* Flushes a stream. Returns false and *error if not everything could be written. */
bool os_flush(FILE *stream, struct os_error *error);

/* Opens a file for writing and empties it. Returns NULL and *error on failure. */
FILE *os_create(const char *path, struct os_error *error);

/* The same for a file that doesn't exist yet, not even as a link. Never writes to a file that someone else has made. */
FILE *os_create_new(const char *path, struct os_error *error);

/* Opens a file for appending. */
FILE *os_append(const char *path, struct os_error *error);

/* Whether a path is itself a symbolic link. */
bool os_is_link(const char *path);

/* Writes the target of a symbolic link, as the link contains it, to target, a buffer of size bytes. Returns false if
 * the path is no link, if the target doesn't fit, or on Windows, which doesn't report it. */
bool os_link_target(const char *path, char *target, size_t size);

/* Whether a path, after following links, is an ordinary file: no folder, pipe or device. */
bool os_is_regular(const char *path);

/* Renames a finished file, replacing a file that has the name already. Returns false and *error on failure. */
bool os_replace(const char *from, const char *to, struct os_error *error);

/*
 * Replaces the content of a path in two steps. os_draft_new() writes the content to a temporary file beside the path
 * and to the disk; os_draft_commit() gives that file the path's name. The path has either the old content or the new
 * one, even after a crash. On failure both functions return NULL or false and *error, and remove the temporary file.
 *
 * A replaced file keeps its owner, group, permissions, access control list and extended attributes. The functions
 * fail, and leave the file as it is, if one of these can't be kept, if the file has further hard links, if it may not
 * be written to, or if it isn't an ordinary file. A new file gets no permissions that source lacks; NULL: no source.
 * If the path is a symbolic link, the link itself is replaced: see os_true_path(). The temporary file is never
 * readable by more users than the path.
 */
struct os_draft;
struct os_draft *os_draft_new(const char *path, const char *source, const void *bytes, size_t size,
                              struct os_error *error);
bool os_draft_commit(struct os_draft *draft, struct os_error *error); /* frees the draft */

/* Removes the temporary file and frees the draft, which may be NULL. */
void os_draft_discard(struct os_draft *draft);

/* Writes a name for a temporary file beside a path: PATH, eight hexadecimal digits and .tmp. False if it doesn't
 * fit. */
bool os_temporary_name(const char *path, char *name, size_t size);

/* Whether a file's name has this form. *length receives the length of the original name. */
bool os_is_temporary_name(const char *name, size_t *length);

/*
 * Whether another user has put the file at a path, or the target of a link there, into a folder where everybody may
 * write, such as /tmp. Such a file may make us write, or believe, what its owner wants. False if the path is missing.
 */
bool os_is_planted(const char *path);

/* Whether everybody may write to a folder. */
bool os_is_open_to_all(const char *folder);

/* Makes a folder, not open to all, unless it exists. Its parent must exist. Returns false and *error on failure. */
bool os_make_folder(const char *path, struct os_error *error);

/* Returns a text by a format and arguments, which the caller frees; NULL if memory runs out. */
char *os_text(const char *format, ...) PRINTF_LIKE(1, 2);

/* A stream that writes to memory. os_memory_open() returns NULL on failure. os_memory_close() sets text, which is
 * null-terminated and which the caller frees, and size, without the null; it returns false if text is incomplete. */
struct os_memory {
    FILE *stream;
    char *text;
    size_t size;
};
FILE *os_memory_open(struct os_memory *memory);
bool os_memory_close(struct os_memory *memory);

/* Measures the size of an ordinary file, and when it was last written, in nanoseconds since 1970. Returns false if that
 * fails. */
bool os_measure(const char *path, uint64_t *size, int64_t *modified);

/* Returns when a file was last written, moved or given other attributes, in seconds since 1970; on Windows, when it
 * was last written. Returns false if that is unknown. */
bool os_changed(const char *path, int64_t *seconds);

/* Sets the time of the last write of a file to now, if possible. */
void os_touch(const char *path);

/* Returns the time in nanoseconds since 1970. */
int64_t os_now(void);

/* Return the id of this process, and whether a process with an id runs on this machine (true if that is unknown). */
unsigned long os_process(void);
bool os_is_running(unsigned long process);

/* Whether writing failed because the other end of a pipe is closed. */
bool os_is_broken_pipe(const struct os_error *error);

/* Ends the program silently, as other programs end that write to such a pipe. Returns if the system has no such way. */
void os_end_piped(void);

/* Removes a file if possible. */
void os_remove(const char *path);

/* The state of the console before the program started. Used only on Windows. */
struct os_console {
    unsigned long modes[2]; /* of standard output and standard error; 0: not changed */
    unsigned code_page;     /* 0: not changed */
};

/*
 * Must be called first in main(). On Windows it provides UTF-8 arguments and binary streams, and a console that takes
 * UTF-8 and escape sequences. Elsewhere, writing to a closed pipe becomes an ordinary error instead of the end of the
 * program. os_finish() restores the console.
 */
void os_start(int *argc, char ***argv, struct os_console *console);
void os_finish(const struct os_console *console);

/* Writes the user's language on Windows ("ja-JP") to text. Returns false elsewhere: the environment has it there. */
bool os_language(char *text, size_t size);

/* Whether the console was opened only for this program and closes with it, for example after a double click or after
 * files were dropped onto the program. Always false on systems other than Windows. */
bool os_owns_console(void);

/* Waits for Enter. */
void os_wait_for_key(void);

/* Opens a file with the user's program for such files. Returns false and *error on failure and on systems other than
 * Windows. */
bool os_show(const char *path, struct os_error *error);

/*
 * Writes the path of a program to path: the first one with this name in folders, a list as in PATH. Ignores folders
 * that aren't absolute, such as "." and the empty one: an avatar's folder may contain a program with a known name.
 * Returns false if there is none.
 */
bool os_find_program(const char *folders, const char *name, char *path, size_t size);

/*
 * Runs a program, found in PATH by os_find_program(), with its arguments, a list ended by NULL, and waits until it
 * exits. It reads the file input (NULL: nothing), and writes its output to a new file and its errors to standard error
 * (NULL: both are discarded). Returns its exit status, or -1 and *error if it can't be started.
 */
int os_run(const char *const *arguments, const char *input, const char *output, struct os_error *error);

/* Makes a symbolic link. Returns false on failure, and always on Windows. */
bool os_make_link(const char *target, const char *path);

/* Makes a new folder in the system's folder for temporary files and writes its path to path. Returns false and *error
 * on failure. */
bool os_make_scratch(char *path, size_t size, struct os_error *error);

/* Removes a folder with its content, down to deepest levels of folders. Doesn't follow links. */
void os_remove_tree(const char *folder, unsigned deepest);

/* Writes the folder for temporary files to text, with a slash at its end. Returns false if the system names none. */
bool os_temporary_folder(char *text, size_t size);

/* Writes the folder of the program's file to text, with a slash at its end. Returns false on systems other than
 * Windows. */
bool os_program_folder(char *text, size_t size);

#endif
