/*
 * Runs a target without libFuzzer: drive_NAME [RUNS] FILE|FOLDER...: first each file unchanged, then RUNS mutations
 * of them in turn, always the same ones. VRMLINT_DRIVE_SEED changes the mutations. VRMLINT_DRIVE_KEEP names a file to
 * which each input is written before it is tried, so that the last one remains after a crash.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 65536, SEEDS_MOST = 8192 };

struct seed {
    uint8_t *bytes;
    size_t size;
};

static struct seed seeds[SEEDS_MOST];
static size_t seed_count;

static void require(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "%s can't be used\n", what);
        exit(2);
    }
}

static void add_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(size + 1);
    require(file != NULL && bytes != NULL && seed_count < SEEDS_MOST, path);
    size = fread(bytes, 1, size, file);
    fclose(file);
    seeds[seed_count++] = (struct seed){bytes, size};
}

static void add(const char *path)
{
    struct stat about;
    require(stat(path, &about) == 0, path);
    if (!S_ISDIR(about.st_mode)) {
        add_file(path, (size_t)about.st_size);
        return;
    }
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    require(count >= 0, path);
    for (int i = 0; i < count; i++) {
        char within[4096];
        int length = snprintf(within, sizeof within, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && length < (int)sizeof within && stat(within, &about) == 0 &&
            S_ISREG(about.st_mode) && about.st_size <= MOST) {
            add_file(within, (size_t)about.st_size);
        }
        free(entries[i]);
    }
    free(entries);
}

/* Runs an input in memory of exactly its size, so that sanitizers detect reading a byte too many. */
static void run(const uint8_t *bytes, size_t size)
{
    const char *keep = getenv("VRMLINT_DRIVE_KEEP");
    uint8_t *input = malloc(size);
    require(input != NULL || size == 0, "memory");
    if (keep != NULL) {
        FILE *file = fopen(keep, "wb");
        require(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, keep);
    }
    if (size > 0) {
        memcpy(input, bytes, size);
    }
    LLVMFuzzerTestOneInput(input, size);
    free(input);
}

static size_t mutated(uint8_t *out, unsigned long n, uint64_t random)
{
    static uint8_t crossed[MOST];
    const struct seed *from = &seeds[n % seed_count];
    const struct seed *other = &seeds[random / 7 % seed_count];
    size_t size = from->size < MOST ? from->size : MOST;
    memcpy(out, from->bytes, size);
    if (STRUCTURED && random % 8 == 0) {
        size_t cross = mutate_cross(out, size, other->bytes, other->size, crossed, MOST, random);
        memcpy(out, crossed, cross);
        size = cross > 0 ? cross : size;
    }
    for (uint64_t times = 1 + random / 3 % 4; times > 0; times--) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t plain = random;
        size = STRUCTURED ? mutate(out, size, MOST, random, mutate_plainly) : mutate_plainly(out, size, MOST, &plain);
    }
    return size;
}

int main(int count, char **arguments)
{
    static uint8_t input[MOST];
    int first = count > 1 && arguments[1][strspn(arguments[1], "0123456789")] == '\0' ? 2 : 1;
    unsigned long runs = first == 2 ? strtoul(arguments[1], NULL, 10) : 0;
    const char *seed = getenv("VRMLINT_DRIVE_SEED");
    uint64_t random = seed == NULL ? 1 : strtoull(seed, NULL, 10);
    for (int i = first; i < count; i++) {
        add(arguments[i]);
    }
    require(seed_count > 0, "no seeds: this");
    for (size_t i = 0; i < seed_count; i++) {
        run(seeds[i].bytes, seeds[i].size);
    }
    for (unsigned long n = 0; n < runs; n++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        run(input, mutated(input, n, random >> 20));
    }
    printf("%zu seeds, %lu mutations\n", seed_count, runs);
    for (size_t i = 0; i < seed_count; i++) {
        free(seeds[i].bytes);
    }
    return 0;
}
