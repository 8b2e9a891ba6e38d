/* Input as a file, for what reads by a path: one of this process in a folder of its own, written anew each time. */
#ifndef VRMLINT_FUZZ_WRITTEN_H
#define VRMLINT_FUZZ_WRITTEN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char written_folder[64];
static char written_path[80];

static void written_remove(void)
{
    unlink(written_path);
    rmdir(written_folder);
}

/* Its path; all input fits into a file, or the run is over. */
static const char *written(const uint8_t *data, size_t size)
{
    if (*written_path == '\0') {
        snprintf(written_folder, sizeof written_folder, "/tmp/vrmlint-fuzz-%ld", (long)getpid());
        snprintf(written_path, sizeof written_path, "%s/input", written_folder);
        mkdir(written_folder, 0700);
        atexit(written_remove);
    }
    FILE *file = fopen(written_path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
    return written_path;
}

#endif
