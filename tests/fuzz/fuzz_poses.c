/* Poses of the root in CSV: refused with an error that names a line, or read, and then finite. */
#include <math.h>
#include <setjmp.h>

#include "cli/poses.h"
#include "written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct arena *arena = arena_new();
    struct vrmlint_pose *poses = NULL;
    size_t count = 0;
    jmp_buf guard;
    if (arena == NULL) {
        abort();
    }
    if (setjmp(guard) == 0) {
        arena_guard(arena, &guard);
        enum poses_result result = poses_read(arena, written(data, size), &poses, &count, &refusal);
        if (result == POSES_READ ? count == 0 : *refusal.text == '\0') {
            abort();
        }
        for (size_t i = 0; result == POSES_READ && i < count; i++) {
            if (!isfinite(poses[i].position[0]) || !isfinite(poses[i].rotation[3])) {
                abort();
            }
        }
    }
    arena_free(arena);
    return 0;
}
