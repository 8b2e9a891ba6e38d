#include "checks/spring/places.h"

const char *pointer_spring(const struct check *check, size_t spring, const char *key)
{
    return spring_pointer(check->arena, &check->avatar->springs->springs[spring], key);
}

const char *pointer_joint(const struct check *check, size_t spring, size_t joint, const char *key)
{
    const struct spring *of = &check->avatar->springs->springs[spring];
    return joint_pointer(check->arena, of, &of->joints[joint], key);
}

const char *place_spring_within(const struct check *check, size_t spring)
{
    const char *name = name_spring(check->avatar, spring);
    return arena_printf(check->arena, "%c%s", name[0] == 'S' ? 's' : name[0], name + 1);
}

bool place_list_open(const struct place_list *list)
{
    return list->count < list->most;
}

void place_list_add(struct place_list *list, const char *item)
{
    if (place_list_open(list)) {
        if (list->count > 0) {
            buf_str(&list->text, ", ");
        }
        buf_str(&list->text, item);
    }
    list->count++;
}

const char *place_list_text(struct place_list *list)
{
    if (list->count > list->most) {
        buf_printf(&list->text, " and %zu more", list->count - list->most);
    }
    return buf_text(&list->text);
}
