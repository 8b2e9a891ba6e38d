/* An entry of materialProperties in VRM 0.x: where its members are, and what fixes its keywords. */
#include <string.h>

#include "base/buf.h"
#include "base/pointer.h"
#include "checks/mtoon/mtoon.h"

struct place old_place(const struct old_toon *toon, const char *map, const char *key)
{
    struct buf buf = BUF_INIT(toon->check->arena);
    buf_printf(&buf, MATERIALS0_POINTER "/%zu", toon->index);
    if (map != NULL) {
        buf_printf(&buf, "/%s", map);
    }
    if (key != NULL) {
        pointer_add_key(&buf, key, strlen(key));
    }
    return place_at(buf_text(&buf));
}

void old_drop_keywords(struct finding *finding, const struct old_toon *toon, const char *start)
{
    for (void *at = tree_first(toon->old->keywords); at != NULL; at = tree_next(toon->old->keywords, at)) {
        bool on = false;
        tree_flag(tree_value(at), &on);
        if (on && strncmp(tree_key(at), start, strlen(start)) == 0) {
            finding_edit(finding, VRMLINT_EDIT_REMOVE, old_place(toon, "keywordMap", tree_key(at)), NULL);
        }
    }
}
