/* The parts of check_packaging(). */
#ifndef VRMLINT_CHECKS_PACKAGING_PACKAGING_H
#define VRMLINT_CHECKS_PACKAGING_PACKAGING_H

#include "checks/checks.h"
#include "vrm/instances.h"

/* extensionsUsed or extensionsRequired. */
struct packaging_list {
    const struct tree *json;
    size_t at[EXTENSION_COUNT];            /* index of the extension's name; SIZE_MAX: not listed */
    const char *misspelt[EXTENSION_COUNT]; /* a listed name that was probably meant as the extension's; or NULL */
};

/* The facts about a file during the check. */
struct packaging {
    struct check *check;
    struct document *document;
    size_t in_place[EXTENSION_COUNT];    /* number of instances in valid places */
    size_t astray[EXTENSION_COUNT];      /* number of instances under the right name in wrong places */
    size_t misnamed[EXTENSION_COUNT];    /* number of instances under a similar name, anywhere */
    bool lost[EXTENSION_COUNT];          /* its place contains only such a misspelt name */
    const char *extras[EXTENSION_COUNT]; /* pointer of what is only in extras, where no app reads it; or NULL */
    const char *avatar;                  /* pointer of VRMC_vrm or VRM, or NULL */
    struct packaging_list used;
    struct packaging_list required;
};

/* Returns a rule of packaging; RULE_NONE if the extension is a general one of glTF, which has its own rules. */
enum rule packaging_rule(enum extension_id id, const char *name);

/* Count the places of extensions in the document; then report mistakes in the counted ones. */
void packaging_count_places(struct packaging *packaging);
void packaging_check_places(struct packaging *packaging);

/* Checks the specVersion of every instance of every extension, and fills the list of what was checked. */
void packaging_versions(struct check *check);

/* Returns the effect of an instance whose version is missing or unknown to an app. */
enum message packaging_unversioned(const struct check *check, enum extension_id id, const char *pointer, bool missing);

/* Adds edits that rename an extension in extensionsUsed or extensionsRequired, or remove the old name if the new one
 * is listed too. */
void packaging_rename(struct finding *finding, const char *list, const struct tree *names, const char *from,
                      const char *to);

/* Adds an edit that lists a name in extensionsUsed or extensionsRequired, if it is missing there. */
void packaging_declare(struct finding *finding, const struct check *check, const char *list, const char *name);

/* Whether a family of rules checks an extension of this name, or reports it as misspelt. */
bool packaging_has_family(const char *name);

/* Whether an extension of the registry compresses data, so that nothing reads it without a decoder. */
bool packaging_compresses(const char *name);

/* Whether UniVRM refuses a file that requires an extension of this name, even if nothing uses it. */
bool packaging_univrm_refuses(const char *name);

/* Whether some version of Blender that the VRM add-on supports refuses a file that requires an extension of this
 * name. */
bool packaging_blender_refuses(const char *name);

#endif
