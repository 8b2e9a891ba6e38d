/* Whether a file is valid: which specifications it was judged by, how many of their rules it breaks, and what wasn't
 * checked. */
#include <string.h>

#include "run/parts.h"
#include "tables/extensions.h"

/* The extensions that VRM 1.0 consists of. */
static const enum extension_id of_vrm1[] = {EXTENSION_VRM1, EXTENSION_SPRINGBONE, EXTENSION_CONSTRAINT,
                                            EXTENSION_MTOON};

/* Returns the version of an extension of the file that it is judged by: one that doesn't exist counts as the newest. */
static const char *version_of(enum extension_id id, const char *written)
{
    const struct extension_version *versions = extension_table[id].versions;
    for (const struct extension_version *version = versions; version->schema != NULL; version++) {
        if (strcmp(version->text, written) == 0) {
            return version->text;
        }
    }
    return versions->text;
}

static bool is_of_vrm1(enum extension_id id)
{
    bool found = false;
    for (size_t i = 0; i < sizeof of_vrm1 / sizeof *of_vrm1; i++) {
        found = found || of_vrm1[i] == id;
    }
    return found;
}

/* Returns the specification of an extension, NULL for what another one stands for. */
static const char *specification_of(struct arena *arena, const struct vrmlint_extension *extension, bool in_vrm1)
{
    enum extension_id id = extension_by_name(extension->name);
    if (id == EXTENSION_COUNT || extension_table[id].is_general || strncmp(extension->name, "VRM", 3) != 0) {
        return NULL; /* extensions of glTF are a part of it here */
    }
    const char *version = version_of(id, extension->version);
    if (id == EXTENSION_VRM) {
        return "VRM 0.x";
    }
    if (id == EXTENSION_VRM1 || id == EXTENSION_ANIMATION) {
        return arena_printf(arena, "%s %s", id == EXTENSION_VRM1 ? "VRM" : "VRM animation", version);
    }
    if (in_vrm1 && is_of_vrm1(id) && strcmp(version, "1.0") == 0) {
        return NULL;
    }
    return *version == '\0' ? extension->name : arena_printf(arena, "%s %s", extension->name, version);
}

static bool has_extension(const struct vrmlint_report *report, enum extension_id id)
{
    for (size_t i = 0; i < report->extension_count; i++) {
        if (strcmp(report->extensions[i].name, extension_table[id].name) == 0) {
            return true;
        }
    }
    return false;
}

static void list_specifications(struct arena *arena, struct vrmlint_report *report)
{
    const char **list = arena_array(arena, report->extension_count + 1, sizeof *list);
    size_t count = 0;
    bool in_vrm1 = has_extension(report, EXTENSION_VRM1);
    list[count++] = "glTF 2.0";
    for (int avatars = 1; avatars >= 0; avatars--) { /* that of the avatar or animation first */
        for (size_t i = 0; i < report->extension_count; i++) {
            enum extension_id id = extension_by_name(report->extensions[i].name);
            bool is_avatar = id == EXTENSION_VRM1 || id == EXTENSION_VRM || id == EXTENSION_ANIMATION;
            const char *name =
                is_avatar == (avatars == 1) ? specification_of(arena, &report->extensions[i], in_vrm1) : NULL;
            if (name != NULL) {
                list[count++] = name;
            }
        }
    }
    report->specifications = list;
    report->specification_count = count;
}

/* Whether an extension has rules of the family, as a whole or for a part of it. */
static bool has_rules_of(const struct extension *extension, const char *family, size_t length)
{
    bool found = strlen(extension->family) == length && memcmp(extension->family, family, length) == 0;
    for (const struct extension_part *part = extension->parts; part != NULL && part->pattern != NULL; part++) {
        found = found || (strlen(part->family) == length && memcmp(part->family, family, length) == 0);
    }
    return found && !extension->is_general;
}

/* Whether the file may contain what a family checks: for families of VRM's extensions, one of these. */
static bool may_apply(const struct vrmlint_report *report, const char *family, size_t length)
{
    bool is_of_extension = false;
    for (int id = 0; id < EXTENSION_COUNT; id++) {
        bool is_vrm = extension_table[id].name != NULL && strncmp(extension_table[id].name, "VRM", 3) == 0;
        if (is_vrm && has_rules_of(&extension_table[id], family, length)) {
            if (has_extension(report, (enum extension_id)id)) {
                return true;
            }
            is_of_extension = true;
        }
    }
    return !is_of_extension;
}

/* Adds the rules of class must that are off, as families if all of these rules are off. first is the first rule of a
 * family; returns the first one of the next family. */
static size_t add_family_to_validity(struct arena *arena, const struct vrmlint_policy *policy,
                                     struct vrmlint_report *report, struct vrmlint_text *list, size_t first)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    size_t length = strcspn(rules[first].id, "/");
    size_t on = 0;
    size_t off = 0;
    size_t end = first;
    for (; end < count && strncmp(rules[end].id, rules[first].id, length + 1) == 0; end++) {
        bool must = vrmlint_rule_class(&rules[end], NULL) == VRMLINT_MUST;
        on += must && policy->severities[end] != VRMLINT_OFF;
        off += must && policy->severities[end] == VRMLINT_OFF;
    }
    if (off == 0 || !may_apply(report, rules[first].id, length)) {
        return end;
    }
    for (size_t i = first; i < end; i++) {
        bool must = vrmlint_rule_class(&rules[i], NULL) == VRMLINT_MUST;
        if (must && policy->severities[i] == VRMLINT_OFF) {
            size_t name = on == 0 ? length : strlen(rules[i].id);
            list[report->unjudged_count++].in[VRMLINT_ENGLISH] = arena_copy(arena, rules[i].id, name);
            i = on == 0 ? end : i;
        }
    }
    return end;
}

/* Whether a rule of class must is off. Nearly every run has them all. */
static bool is_any_off(const struct vrmlint_policy *policy)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool any = false;
    for (size_t i = 0; i < count && !any; i++) {
        any = policy->severities[i] == VRMLINT_OFF && vrmlint_rule_class(&rules[i], NULL) == VRMLINT_MUST;
    }
    return any;
}

static void list_unjudged(struct arena *arena, const struct vrmlint_policy *policy, const struct findings *findings,
                          struct vrmlint_report *report)
{
    size_t off_total = is_any_off(policy) ? rule_count() : 0; /* rules to look at */
    size_t skipped_count;
    const struct vrmlint_skipped *skipped = findings_skipped(findings, &skipped_count);
    struct vrmlint_text *list = arena_array(arena, report->unchecked_count + skipped_count + off_total, sizeof *list);
    for (size_t i = 0; i < report->unchecked_count; i++) {
        list[report->unjudged_count++].in[VRMLINT_ENGLISH] = report->unchecked[i];
    }
    for (size_t i = 0; i < skipped_count; i++) {
        if (!findings_skipped_motion(findings, i)) {
            list[report->unjudged_count++] = skipped[i].what;
        }
    }
    for (size_t i = 0; i < off_total;) {
        i = add_family_to_validity(arena, policy, report, list, i);
    }
    report->unjudged = list;
}

void validity_judge(struct arena *arena, const struct vrmlint_policy *policy, struct findings *findings,
                    struct vrmlint_report *report)
{
    list_specifications(arena, report);
    report->broken_rules = findings_broken(findings, arena, &report->broken);
    report->valid = report->broken_rules == 0;
    list_unjudged(arena, policy, findings, report);
}
