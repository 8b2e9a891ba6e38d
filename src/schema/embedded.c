#include "schema/embedded.h"

#include <assert.h>
#include <string.h>

const struct schema *embedded_schema(const char *name)
{
    size_t i = 0;
    while (strcmp(embedded_schemas[i].name, name) != 0) {
        i++;
        assert(i < embedded_schema_count && "whoever asks knows which schemas there are");
    }
    return &embedded_schemas[i].schema;
}
