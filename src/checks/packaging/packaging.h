/* The halves of check_packaging(). */
#ifndef VRMLINT_CHECKS_PACKAGING_PACKAGING_H
#define VRMLINT_CHECKS_PACKAGING_PACKAGING_H

#include "checks/checks.h"
#include "vrm/instances.h"

/* extensionsUsed or extensionsRequired. */
struct packaging_list {
    const struct tree *json;
    size_t at[EXTENSION_COUNT];            /* where the extension's name stands; SIZE_MAX: nowhere */
    const char *misspelt[EXTENSION_COUNT]; /* a name there that was probably meant to be the extension's; or NULL */
};

/* What is known of a file on the way. */
struct packaging {
    struct check *check;
    struct document *document;
    size_t in_place[EXTENSION_COUNT]; /* instances where they belong */
    size_t astray[EXTENSION_COUNT];   /* under their own name, elsewhere */
    size_t misnamed[EXTENSION_COUNT]; /* under a name that is nearly theirs, anywhere */
    bool lost[EXTENSION_COUNT];       /* nothing but such a name stands where it belongs */
    const char *avatar;               /* where VRMC_vrm or VRM is, or NULL */
    struct packaging_list used;
    struct packaging_list required;
};

/* A rule of packaging; RULE_NONE where the extension is of glTF at large, whose own rules say it. */
enum rule packaging_rule(enum extension_id id, const char *name);

/* What stands where, from the document's places of extensions; then, in what was counted, what is wrong with each. */
void packaging_count_places(struct packaging *packaging);
void packaging_check_places(struct packaging *packaging);

/* specVersion of every instance of every extension, and the list of what was checked. */
void packaging_versions(struct check *check);

/* Returns what comes of an instance whose version an app doesn't find (missing) or doesn't know. */
enum message packaging_unversioned(const struct check *check, enum extension_id id, const char *pointer, bool missing);

/* Has a name of extensionsUsed or extensionsRequired become another with a finding, or go where that is listed too. */
void packaging_rename(struct finding *finding, const char *list, const struct tree *names, const char *from,
                      const char *to);

/* Has a name come into extensionsUsed or extensionsRequired with a finding, where it isn't there. */
void packaging_declare(struct finding *finding, const struct check *check, const char *list, const char *name);

/* Whether rules of a family of its own judge an extension of this name, or report it as misspelt. */
bool packaging_has_family(const char *name);

/* Whether Blender, of any version that the VRM add-on supports, refuses a file that requires an extension of this name.
 */
bool packaging_blender_refuses(const char *name);

#endif
