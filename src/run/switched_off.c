#include "run/parts.h"

#include <string.h>

#include "gltf/json.h"
#include "ids/messages_skipped.h"
#include "tables/extensions.h"

/* A family of rules, and what a file must contain for them to check anything: a member or a figure. */
struct subject {
    const char *family;
    const char *member; /* of the document, not empty; "": any file */
    enum figure figure; /* above 0; FIGURE_COUNT: none */
};

/* Families that are only about extensions are in the table of extensions. */
static const struct subject subjects[] = {
    {"json", "", FIGURE_COUNT},
    {"gltf", "", FIGURE_COUNT},
    {"buffer", "/buffers", FIGURE_COUNT},
    {"accessor", "/accessors", FIGURE_COUNT},
    {"mesh", "/meshes", FIGURE_COUNT},
    {"skin", "/skins", FIGURE_COUNT},
    {"animation", "/animations", FIGURE_COUNT},
    {"material", "/materials", FIGURE_COUNT},
    {"texture", "/textures", FIGURE_COUNT},
    {"image", "/images", FIGURE_COUNT},
    {"collider", NULL, FIGURE_COLLIDERS},
    {"sim", NULL, FIGURE_SPRINGS},
};
enum { SUBJECT_COUNT = sizeof subjects / sizeof *subjects };

static bool is_of(const char *rule, const char *family)
{
    size_t length = strlen(family);
    return strncmp(rule, family, length) == 0 && rule[length] == '/';
}

static bool is_off(const struct vrmlint_policy *policy, const char *family)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (is_of(rules[i].id, family)) {
            if (policy->severities[i] != VRMLINT_OFF) {
                return false;
            }
            any = any || !rules[i].opt_in;
        }
    }
    return any;
}

/* Whether all rules of the default set are on. Nearly every run has them all, and skips the rest. */
static bool has_all_rules(const struct vrmlint_policy *policy)
{
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        if (policy->severities[i] == VRMLINT_OFF && !rules[i].opt_in) {
            return false;
        }
    }
    return true;
}

static bool holds_subject(struct document *document, const struct vrmlint_report *report, const struct subject *subject)
{
    if (subject->member != NULL) {
        return *subject->member == '\0' || tree_count(document_tree(document, subject->member)) > 0;
    }
    return report->figure_count == FIGURE_COUNT && report->figures[subject->figure].value > 0;
}

static void add_new_family(struct argument *families, size_t *count, const char *family)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(families[i].as.term, family) == 0) {
            return;
        }
    }
    families[(*count)++] = TERM(NULL, family);
}

void switched_off_report(const struct vrmlint_policy *policy, struct document *document,
                         const struct vrmlint_report *report, struct findings *findings)
{
    struct argument families[EXTENSION_COUNT + SUBJECT_COUNT];
    size_t count = 0;
    bool all = has_all_rules(policy);
    if (all && !policy->no_simulation) {
        return;
    }
    for (size_t i = 0; i < report->extension_count && !all; i++) {
        enum extension_id id = extension_by_name(report->extensions[i].name);
        if (id != EXTENSION_COUNT && is_off(policy, extension_table[id].family)) {
            add_new_family(families, &count, extension_table[id].family);
        }
    }
    for (size_t i = 0; i < SUBJECT_COUNT; i++) {
        bool off = (policy->no_simulation && subjects[i].figure == FIGURE_SPRINGS) ||
                   (!all && is_off(policy, subjects[i].family));
        if (off && holds_subject(document, report, &subjects[i])) {
            add_new_family(families, &count, subjects[i].family);
        }
    }
    if (count > 0) {
        findings_skip(findings, WORDS_SKIPPED_FAMILIES,
                      ARGUMENTS(argument_list("families", families, count, count, JOIN_COMMA)),
                      WORDS_BECAUSE_SWITCHED_OFF);
    }
}
