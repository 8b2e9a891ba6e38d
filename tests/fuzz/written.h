/* Input as a file, for what reads by a path: one of this process, written anew each time. */
#ifndef VRMLINT_FUZZ_WRITTEN_H
#define VRMLINT_FUZZ_WRITTEN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char written_path[64];

static void written_remove(void)
{
    unlink(written_path);
}

/* Its path; all input fits into a file, or the run is over. */
static const char *written(const uint8_t *data, size_t size)
{
    if (*written_path == '\0') {
        snprintf(written_path, sizeof written_path, "/tmp/vrmlint-fuzz-%ld", (long)getpid());
        atexit(written_remove);
    }
    FILE *file = fopen(written_path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
    return written_path;
}

#endif
