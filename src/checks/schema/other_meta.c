/* Meta data with the names of the other generation. All of them are reported once. */
#include <string.h>

#include "base/among.h"
#include "base/pointer.h"
#include "checks/absent.h"
#include "checks/schema/labels.h"
#include "checks/schema/reports.h"
#include "ids/messages_vrm.h"
#include "ids/messages_vrm0.h"

static const char *const old_names[] = {"title",
                                        "author",
                                        "reference",
                                        "texture",
                                        "allowedUserName",
                                        "violentUssageName",
                                        "sexualUssageName",
                                        "commercialUssageName",
                                        "licenseName",
                                        "otherPermissionUrl",
                                        NULL};
static const char *const new_names[] = {"name",
                                        "authors",
                                        "references",
                                        "thumbnailImage",
                                        "licenseUrl",
                                        "avatarPermission",
                                        "allowExcessivelyViolentUsage",
                                        "allowExcessivelySexualUsage",
                                        "commercialUsage",
                                        "allowPoliticalOrReligiousUsage",
                                        "allowAntisocialOrHateUsage",
                                        "creditNotation",
                                        "allowRedistribution",
                                        "modification",
                                        "copyrightInformation",
                                        "thirdPartyLicenses",
                                        NULL};
static const char *const new_needed[] = {"name", "authors", "licenseUrl", NULL};
static const char *const old_needed[] = {"title", "author", NULL};

/* The meta data names of the other generation. */
static const struct generation {
    enum extension_id extension;
    enum message message;
    const char *const *names;  /* that only the other generation has */
    const char *const *needed; /* required in this generation; the first two are the title and the author */
} generations[] = {
    {EXTENSION_VRM1, MESSAGE_VRM_UNKNOWN_PROPERTY__OLD_META, old_names, new_needed},
    {EXTENSION_VRM, MESSAGE_VRM0_UNKNOWN_PROPERTY__NEW_META, new_names, old_needed},
};

enum { NAMES_LEAST = 3, NAMES_LEAST_ALONE = 2 }; /* fewer may be leftovers or separate mistakes */

static const struct generation *generation_of(enum extension_id extension)
{
    return extension == generations[0].extension   ? &generations[0]
           : extension == generations[1].extension ? &generations[1]
                                                   : NULL;
}

static bool is_one_of(const char *const *names, const char *name)
{
    while (*names != NULL && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL;
}

/* Returns how many of the names an object has, and the first ones as arguments. */
static size_t find_names(const char *const *wanted, const struct tree *meta, struct argument names[FINDING_LIST_MAX])
{
    size_t count = 0;
    for (; *wanted != NULL; wanted++) {
        if (tree_get(meta, *wanted) != NULL) {
            if (count < FINDING_LIST_MAX) {
                names[count] = TERM("name", *wanted);
            }
            count++;
        }
    }
    return count;
}

bool fault_is_other_meta(const struct fault *fault)
{
    struct argument names[FINDING_LIST_MAX];
    const struct generation *generation = generation_of(fault->instance->extension);
    if (generation == NULL || fault->kind != KIND_UNKNOWN_PROPERTY ||
        fault->parent != tree_get(fault->instance->value, "meta") || !is_one_of(generation->names, fault->key)) {
        return false;
    }
    bool is_alone = tree_get(fault->parent, generation->needed[0]) == NULL &&
                    tree_get(fault->parent, generation->needed[1]) == NULL;
    size_t least = is_alone ? NAMES_LEAST_ALONE : NAMES_LEAST;
    return find_names(generation->names, fault->parent, names) >= least;
}

void fault_report_other_meta(const struct fault *fault)
{
    struct check *check = fault->instance->check;
    const struct generation *generation = generation_of(fault->instance->extension);
    if (fault->instance->meta_reported) {
        return;
    }
    fault->instance->meta_reported = true;
    struct argument names[FINDING_LIST_MAX];
    size_t count = find_names(generation->names, fault->parent, names);
    size_t shown = count < FINDING_LIST_MAX ? count : FINDING_LIST_MAX;
    struct finding *finding =
        report(check->findings, generation->message, place_at(fault_outer(fault)),
               ARGUMENTS(COUNT("count", count), argument_list("names", names, shown, count, JOIN_AND)));
    finding_measure(finding, "count", (double)count);
    for (size_t i = 0; finding != NULL && !finding->counted && generation->needed[i] != NULL; i++) {
        if (tree_get(fault->parent, generation->needed[i]) == NULL) {
            if (fault->instance->extension == EXTENSION_VRM1) {
                finding_severity(finding, VRMLINT_ERROR);
            }
            absent_note(check, finding, ABSENT_NAME,
                        pointer_key(check->arena, fault_outer(fault), generation->needed[i]));
        }
    }
}
