/* Writes the input to a file for functions that read a path. The file is in a folder of this process and
 * is written again each time. */
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

/* Returns its path. Ends the run if the file can't be written. */
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
