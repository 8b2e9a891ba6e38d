#include "sim/watch.h"

#include "sim/lanes_wide.h"
#include "sim/watch_frame.h"

size_t watch_room(size_t joints)
{
    return joints / 2 + STRAND_LEVELS_MAX + 2;
}

void watch_all(const struct sim *sim, struct watch *watches, size_t count, const struct watch_frame *frame)
{
#if defined LANES_WIDE_BEGIN
    if (sim->strands != NULL && sim->strands->wide) {
        watch_all_wide(sim, watches, count, frame);
        return;
    }
#endif
    look_all(sim, watches, count, frame);
}

/* Puts joints into watches of their own, by fours. */
static size_t gather_rest(const struct sim *sim, const size_t *order, size_t count, struct watch *watches,
                          size_t *place, size_t used)
{
    struct watch *watch = NULL;
    (void)sim;
    for (size_t i = 0; i < count; i++) {
        if (watch == NULL || watch->used == LANES) {
            watch = &watches[used++];
            *watch = (struct watch){.used = 0};
            for (size_t l = 0; l < LANES; l++) {
                watch->joints[l] = order[i];
            }
        }
        place[order[i]] = LANES * (used - 1) + watch->used;
        watch->joints[watch->used++] = order[i];
    }
    return used;
}

size_t watch_lay_out(const struct sim *sim, const size_t *joints, size_t count, struct watch *watches, size_t *place,
                     size_t *order)
{
    const struct strands *strands = sim->strands;
    size_t groups = strands == NULL ? 0 : strands->count;
    size_t used = 0;
    size_t rest = 0;
    for (size_t i = 0; i < count; i++) {
        place[joints[i]] = SIM_NONE;
        if (strands == NULL || strands->slot[joints[i]] == SIM_NONE) {
            order[rest++] = joints[i];
        }
    }
    if (strands != NULL) {
        for (size_t g = 0; g < groups; g++) {
            strands->groups[g].watched = 0;
        }
        for (size_t i = 0; i < count; i++) {
            size_t slot = strands->slot[joints[i]];
            if (slot != SIM_NONE) {
                strands->groups[slot / LANES].watched++;
            }
        }
    }
    /* parents before children, as groups are */
    for (size_t g = 0; g < groups; g++) {
        const struct strand_group *group = &strands->groups[g];
        if (group->watched != group->used) {
            continue;
        }
        struct watch *watch = &watches[used++];
        *watch = (struct watch){.group = group, .used = group->used};
        for (size_t l = 0; l < LANES; l++) {
            watch->joints[l] = sim->runs[group->run[l]].joint;
        }
        for (size_t l = 0; l < group->used; l++) {
            place[watch->joints[l]] = LANES * (used - 1) + l;
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t slot = strands == NULL ? SIM_NONE : strands->slot[joints[i]];
        if (slot != SIM_NONE && place[joints[i]] == SIM_NONE) {
            order[rest++] = joints[i];
        }
    }
    return gather_rest(sim, order, rest, watches, place, used);
}
