/*
 * A configuration file and, after its first NUL, a path. For every input: the configuration is refused with
 * one line that gives the position, or it is read. Then every block can be matched with the path, and a
 * policy can be made from it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "vrmlint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void follow(const struct vrmlint_config *config, const char *path)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    size_t count = vrmlint_config_block_count(config);
    bool *blocks = calloc(count + 1, sizeof *blocks);
    struct vrmlint_policy *policy = vrmlint_policy_new();
    require(blocks != NULL && policy != NULL);
    for (size_t i = 0; i < count; i++) {
        blocks[i] = vrmlint_config_block_holds(config, i, path);
    }
    require(vrmlint_policy_configure(policy, config, blocks, &refusal));
    vrmlint_policy_free(policy);
    free(blocks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size == 0 ? NULL : memchr(data, 0, size);
    size_t length = nul == NULL ? size : (size_t)(nul - data);
    size_t rest = nul == NULL ? 0 : size - length - 1;
    char *path = calloc(rest + 1, 1);
    require(path != NULL);
    if (rest > 0) {
        memcpy(path, nul + 1, rest); /* ends at its own first NUL */
    }
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_config *config = vrmlint_config_from_bytes("c", data, length, &refusal);
    if (config == NULL) {
        require(strncmp(refusal.text, "c:", 2) == 0 && strlen(refusal.text) > 8);
    } else {
        follow(config, path);
        vrmlint_config_free(config);
    }
    free(path);
    return 0;
}
