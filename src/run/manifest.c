/* The program and settings of a run, as recorded in its report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/blake2b.h"
#include "base/os.h"
#include "build_id.h"
#include "run/policy.h"
#include "vrmlint.h"

enum {
    BUILD_DIGITS = 16, /* enough to distinguish builds of one version */
    HASH_DIGITS = 32,
};

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Hashes the different keys of a list, which it sorts, and one more string. */
static void hash_keys(char out[40], char (*keys)[VRMLINT_KEY_SIZE], size_t count, const char *more)
{
    struct blake2b hash;
    char text[BLAKE2B_TEXT];
    if (count > 1) {
        qsort(keys, count, sizeof *keys, by_text);
    }
    blake2b_start(&hash);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(keys[i], keys[i - 1]) != 0) {
            blake2b_add_text(&hash, keys[i]);
        }
    }
    blake2b_add_text(&hash, more);
    blake2b_end_text(&hash, text);
    snprintf(out, 40, "%.*s", HASH_DIGITS, text);
}

bool vrmlint_manifest_make(struct vrmlint_manifest *manifest, const struct vrmlint_policy *const *policies,
                           size_t count, const char *baseline)
{
    size_t changes = 0; /* an upper bound: neighbours share their policies */
    for (size_t i = 0; i < count; i++) {
        changes += i == 0 || policies[i] != policies[i - 1];
    }
    char(*settings)[VRMLINT_KEY_SIZE] = calloc(changes + 1, sizeof *settings);
    char(*rules)[VRMLINT_KEY_SIZE] = calloc(changes + 1, sizeof *rules);
    bool ok = settings != NULL && rules != NULL;
    changes = 0;
    for (size_t i = 0; ok && i < count; i++) {
        if (i == 0 || policies[i] != policies[i - 1]) {
            policy_settings_key(policies[i], settings[changes]);
            policy_rules_key(policies[i], rules[changes++]);
        }
    }
    *manifest = (struct vrmlint_manifest){0};
    if (ok) {
        snprintf(manifest->version, sizeof manifest->version, "%s", vrmlint_version());
        snprintf(manifest->build, sizeof manifest->build, "%.*s", BUILD_DIGITS, build_id);
        hash_keys(manifest->settings, settings, changes, baseline == NULL ? "" : baseline);
        hash_keys(manifest->rules, rules, changes, "");
        os_today(manifest->date);
    }
    free(settings);
    free(rules);
    return ok;
}

/* The members that two runs must share. */
enum { SHARED = 4 };
struct shared_paths {
    const char *name;
    char *text;
};

static void list_shared(struct vrmlint_manifest *manifest, struct shared_paths shared[SHARED])
{
    shared[0] = (struct shared_paths){"version", manifest->version};
    shared[1] = (struct shared_paths){"build", manifest->build};
    shared[2] = (struct shared_paths){"settings", manifest->settings};
    shared[3] = (struct shared_paths){"rules", manifest->rules};
}

const char *vrmlint_manifest_differs(const struct vrmlint_manifest *a, const struct vrmlint_manifest *b)
{
    struct vrmlint_manifest first = *a;
    struct vrmlint_manifest second = *b;
    struct shared_paths ours[SHARED];
    struct shared_paths theirs[SHARED];
    list_shared(&first, ours);
    list_shared(&second, theirs);
    for (size_t i = 0; i < SHARED; i++) {
        if (strcmp(ours[i].text, theirs[i].text) != 0) {
            return ours[i].name;
        }
    }
    return NULL;
}

void vrmlint_manifest_join(struct vrmlint_manifest *manifest, const struct vrmlint_manifest *other)
{
    struct vrmlint_manifest second = *other;
    struct shared_paths ours[SHARED];
    struct shared_paths theirs[SHARED];
    list_shared(manifest, ours);
    list_shared(&second, theirs);
    for (size_t i = 0; i < SHARED; i++) {
        if (strcmp(ours[i].text, theirs[i].text) != 0) {
            *ours[i].text = '\0';
        }
    }
    if (strcmp(other->date, manifest->date) < 0) {
        memcpy(manifest->date, other->date, sizeof manifest->date);
    }
}
