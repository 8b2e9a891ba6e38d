/* The limits on time and memory of commands that don't check models: on reading a report or results, and on a
 * simulation. */
#ifndef VRMLINT_CLI_LIMITS_H
#define VRMLINT_CLI_LIMITS_H

#include <stdint.h>

#include "base/arena.h"
#include "cli/options.h"

/* The first member of the settings of a command that has OPTIONS_LIMITS. */
struct work_limits {
    double timeout;  /* seconds; 0: none */
    uint64_t memory; /* bytes; 0: in proportion to the file */
    double deadline; /* by os_clock(); 0: none */
};

/* Read the values of --timeout and --max-memory. The context is the struct work_limits. */
bool limits_read_timeout(void *context, const char *argument, struct vrmlint_refusal *refusal);
bool limits_read_memory(void *context, const char *argument, struct vrmlint_refusal *refusal);

#define OPTIONS_LIMITS(memory_help)                                                                                    \
    CALL_OPTION("max-memory", "BYTES", limits_read_memory, memory_help),                                               \
        CALL_OPTION("timeout", "SECONDS", limits_read_timeout, N_("stop if it takes longer (default: no limit)"))

/* Starts the clock unless it runs, and limits the work of an outermost arena on a file of size bytes. What the arena
 * holds already doesn't count. The limits must live until limits_lift(), or as long as the arena. */
void limits_hold(struct work_limits *limits, struct arena *arena, uint64_t size);
void limits_lift(struct arena *arena);

/* Calls work with a new arena, limited as by limits_hold(), which is freed after the call. Returns 0, or why the work
 * ended early: what it made outside of the arena must be in the context by then. */
int limits_run(struct work_limits *limits, uint64_t size, void (*work)(struct arena *arena, void *context),
               void *context);

/* Jumps to the arena's guard if it is late, or if parsing a JSON text may take more memory than the arena has left, for
 * parsers whose memory it doesn't count. Each value and member is announced by a character, which may also be part of
 * a string. */
void limits_ask(struct arena *arena, const char *text, size_t size);

/* Reports why the arena's work ended, an enum arena_end, as run_error() does; exhausted: why, if memory ran out. */
enum status limits_error(enum vrmlint_language language, const char *path, int end, const char *exhausted);

#endif
