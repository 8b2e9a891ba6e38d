/* The functions that libFuzzer calls: mutations that keep structure, and libFuzzer's own for the rest. */
#include "mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t most, unsigned seed);

static size_t as_bytes(uint8_t *data, size_t size, size_t most, uint64_t *random)
{
    (void)random;
    return LLVMFuzzerMutate(data, size, most);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return mutate(data, size, most, seed, as_bytes);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t most, unsigned seed)
{
    return mutate_cross(a, a_size, b, b_size, out, most, seed);
}
