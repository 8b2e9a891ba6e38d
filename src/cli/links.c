#include "cli/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Whether the environment is that of a continuous-integration service. */
static bool links_in_service(void)
{
    static const char *const variables[] = {"CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "JENKINS_URL"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = os_environment(variables[i]);
        if (value != NULL && *value != '\0' && strcmp(value, "false") != 0 && strcmp(value, "0") != 0) {
            return true;
        }
    }
    return false;
}

/* Whether a real path is a folder, other than the root of a file system, or lies in it. */
static bool is_at_or_below(const char *path, const char *folder)
{
    return !text_ends(folder, "/") && text_is_within(path, folder);
}

/* Whether the folder in the first bytes of a path is the top of a repository. path has room for a longer name. */
static bool is_top(char *path, size_t length)
{
    static const char *const names[] = {"/.git", "/.hg", "/.svn"};
    struct os_error ignored;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        memcpy(path + length, names[i], strlen(names[i]) + 1);
        if (os_kind_of(path, &ignored) != OS_MISSING) {
            return true;
        }
    }
    return false;
}

/* Whether a folder, given by its real path, lies in the working folder or in a repository. */
static bool is_suspect(const char *folder)
{
    enum { ROOM = 8 };
    struct os_error ignored;
    char *here = os_true_path(".", &ignored);
    bool suspect = here != NULL && is_at_or_below(folder, here);
    size_t length = text_ends(folder, "/") ? 0 : strlen(folder);
    char *path = malloc(length + ROOM);
    while (path != NULL && !suspect && length > 0) {
        memcpy(path, folder, length + 1); /* is_top() replaces what follows */
        suspect = is_top(path, length);
        do {
            length--;
        } while (length > 0 && folder[length] != '/');
    }
    free(path);
    free(here);
    return suspect;
}

/* Whether a path is itself a link in such a folder. */
static bool is_suspect_link(char *path)
{
    struct os_error ignored;
    if (!os_is_link(path)) {
        return false;
    }
    size_t length = (size_t)(text_path_name(path) - path);
    char first = path[length];
    path[length] = '\0';
    char *folder = os_true_path(length == 0 ? "." : path, &ignored);
    path[length] = first;
    bool suspect = folder == NULL || is_suspect(folder);
    free(folder);
    return suspect;
}

bool links_allow(const char *path, size_t named, struct os_error *error)
{
    size_t from = links_in_service() ? 0 : named;
    size_t length = strlen(path);
    char *part = malloc(length + 1);
    bool allowed = part != NULL;
    for (size_t i = from + 1; allowed && i <= length; i++) {
        if ((i == length || text_separates_path(path[i])) && !text_separates_path(path[i - 1])) {
            memcpy(part, path, i);
            part[i] = '\0';
            allowed = !is_suspect_link(part);
        }
    }
    if (part == NULL) {
        *error = (struct os_error){OS_NO_MEMORY};
    } else if (!allowed) {
        *error = (struct os_error){
            N_("a link in the working folder or a repository leads there: remove the link, or choose another place")};
    }
    free(part);
    return allowed;
}
