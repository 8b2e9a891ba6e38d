#include "checks/vrm0/places.h"

const char *vrm0_and_more(const struct check *check, size_t count, const char *one, const char *several)
{
    return count == 1 ? "" : arena_printf(check->arena, " and %zu more %s", count - 1, count == 2 ? one : several);
}
