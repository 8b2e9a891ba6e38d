/* Growing arrays made by malloc(). */
#ifndef VRMLINT_BASE_GROW_H
#define VRMLINT_BASE_GROW_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more element of size bytes in an array of count elements. array is the address of the pointer to
 * it. Returns false and changes nothing if memory runs out. */
static inline bool grow_by_one(void *array, size_t count, size_t *capacity, size_t size)
{
    void *old;
    if (count < *capacity) {
        return true;
    }
    memcpy(&old, array, sizeof old);
    size_t room = *capacity == 0 ? 16 : 2 * *capacity;
    void *larger = realloc(old, room * size);
    if (larger != NULL) {
        memcpy(array, &larger, sizeof larger);
        *capacity = room;
    }
    return larger != NULL;
}

#endif
