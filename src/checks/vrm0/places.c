#include "checks/vrm0/places.h"

#include "base/ascii.h"

/* Names of groups begin with a capital. */
static const char *within(const struct check *check, const char *name)
{
    return arena_printf(check->arena, "%c%s", ascii_lower(name[0]), name + 1);
}

const char *vrm0_group_within(const struct check *check, size_t group)
{
    return within(check, name_bone_group(check->avatar, group));
}

const char *vrm0_collider_group_within(const struct check *check, size_t group)
{
    return within(check, name_vrm0_collider_group(check->avatar, group));
}

const char *vrm0_collider_name(const struct check *check, size_t group, size_t collider)
{
    return arena_printf(check->arena, "%s, collider %zu", name_vrm0_collider_group(check->avatar, group), collider);
}

const char *vrm0_and_more(const struct check *check, size_t count, const char *one, const char *several)
{
    return count == 1 ? "" : arena_printf(check->arena, " and %zu more %s", count - 1, count == 2 ? one : several);
}
