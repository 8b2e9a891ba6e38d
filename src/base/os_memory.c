/* Streams that write to memory. */
#include <stdlib.h>

#include "base/os.h"

#ifdef _WIN32

FILE *os_memory_open(struct os_memory *memory)
{
    *memory = (struct os_memory){.stream = tmpfile()};
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
