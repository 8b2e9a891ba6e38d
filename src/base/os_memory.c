/* Streams that write to memory. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
/* windows.h must come first */
#include <fcntl.h>
#include <io.h>
#endif
#include <stdlib.h>

#include "base/os_parts.h"

#ifdef _WIN32

enum { TRIES = 16 };

/* Opens a file that is deleted when it is closed, in the user's folder for temporary files. tmpfile() would use a
 * folder where only administrators may write. */
FILE *os_memory_open(struct os_memory *memory)
{
    char folder[1024];
    HANDLE handle = INVALID_HANDLE_VALUE;
    *memory = (struct os_memory){0};
    bool named = os_temporary_folder(folder, sizeof folder);
    for (int i = 0; named && handle == INVALID_HANDLE_VALUE && i < TRIES; i++) {
        char path[sizeof folder + 32];
        snprintf(path, sizeof path, "%svrmlint-%016llx.tmp", folder, (unsigned long long)os_random());
        WCHAR *wide = os_widen(path, L"");
        handle = wide == NULL ? INVALID_HANDLE_VALUE
                              : CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_NEW,
                                            FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
        free(wide);
    }
    int descriptor = handle == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY);
    if (descriptor >= 0) {
        memory->stream = _fdopen(descriptor, "w+b");
        if (memory->stream == NULL) {
            _close(descriptor);
        }
    } else if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return memory->stream;
}

bool os_memory_close(struct os_memory *memory)
{
    FILE *stream = memory->stream;
    long size = fflush(stream) == 0 && !ferror(stream) ? ftell(stream) : -1;
    memory->stream = NULL;
    memory->text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (memory->text != NULL) {
        rewind(stream);
        memory->size = fread(memory->text, 1, (size_t)size, stream);
        memory->text[memory->size] = '\0'; /* as open_memstream() does */
    }
    fclose(stream);
    return memory->text != NULL && memory->size == (size_t)size;
}

#else

FILE *os_memory_open(struct os_memory *memory)
{
    *memory = (struct os_memory){0};
    memory->stream = open_memstream(&memory->text, &memory->size);
    return memory->stream;
}

bool os_memory_close(struct os_memory *memory)
{
    bool ok = ferror(memory->stream) == 0;
    ok = fclose(memory->stream) == 0 && ok;
    memory->stream = NULL;
    return ok && memory->text != NULL;
}

#endif
