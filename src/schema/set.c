#include "schema/set.h"

#include <assert.h>
#include <string.h>

#include "schema/embedded.h"

const struct schema *schema_set_get(const struct schema_set *set, const char *name)
{
    (void)set;
    size_t i = 0;
    while (strcmp(embedded_schemas[i].name, name) != 0) {
        i++;
        assert(i < embedded_schema_count && "whoever asks knows which schemas there are");
    }
    return &embedded_schemas[i].schema;
}

struct schema_set {
    char nothing;
};

struct schema_set *schema_set_new(void)
{
    static struct schema_set set; /* nobody writes it */
    json_object_seed(0);          /* jansson's one global: from here on, threads only read it */
    return &set;
}

void schema_set_free(struct schema_set *set)
{
    (void)set;
}
