/* Names in extensionsUsed and extensionsRequired that become others. */
#include <stdio.h>
#include <string.h>

#include "base/json_value.h"
#include "checks/packaging/packaging.h"

void packaging_rename(struct finding *finding, const char *list, const json_t *names, const char *from,
                          const char *to)
{
    size_t count = tree_is_array(names) ? tree_count(names) : 0;
    bool there = false;
    for (size_t i = 0; i < count; i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        there = there || (name != NULL && strcmp(name, to) == 0);
    }
    for (size_t i = 0; i < count; i++) {
        const char *name = tree_text(tree_at(names, i), NULL);
        if (name != NULL && strcmp(name, from) == 0) {
            char member[32];
            snprintf(member, sizeof member, "%s/%zu", list, i);
            finding_edit(finding, there ? VRMLINT_EDIT_REMOVE : VRMLINT_EDIT_SET, place_of(PLACE_FILE, 0, 0, member),
                         there ? NULL : json_word(&(struct json_value){""}, to));
            there = true;
        }
    }
}
