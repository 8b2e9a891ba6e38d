#include "report/link.h"

#include <stdlib.h>
#include <string.h>

/* Ids consist of lower-case letters, digits, hyphens and one slash, which a URL doesn't need to escape. */
void link_rule(FILE *out, bool on, const struct vrmlint_rule *rule)
{
    if (on) {
        fprintf(out, "\033]8;;" VRMLINT_DOCS_URL "/rules.html#%s\033\\%s\033]8;;\033\\", rule->id, rule->id);
    } else {
        fputs(rule->id, out);
    }
}

static bool is_set(const char *variable)
{
    return variable != NULL && *variable != '\0';
}

/* Whether a variable begins with one of some words; the list ends with NULL. */
static bool begins_with_any(const char *variable, const char *const *words)
{
    for (size_t i = 0; is_set(variable) && words[i] != NULL; i++) {
        if (strncmp(variable, words[i], strlen(words[i])) == 0) {
            return true;
        }
    }
    return false;
}

bool link_is_known(const struct link_terminal *terminal)
{
    /* inside another terminal: that one is unknown */
    static const char *const never[] = {"dumb", "screen", "tmux", "linux", NULL};
    static const char *const terms[] = {"xterm-kitty", "xterm-ghostty", "foot", "alacritty",
                                        "contour",     "wezterm",       NULL};
    static const char *const programs[] = {"iTerm.app", "WezTerm", "vscode", "ghostty", "rio", NULL};
    if (is_set(terminal->ci) || begins_with_any(terminal->term, never)) {
        return false;
    }
    /* VTE (GNOME's terminal and others) supports links safely since 0.50.1, Konsole since 20.12 */
    bool vte = is_set(terminal->vte_version) && strtol(terminal->vte_version, NULL, 10) > 5000;
    bool konsole = is_set(terminal->konsole_version) && strtol(terminal->konsole_version, NULL, 10) >= 201200;
    return vte || konsole || is_set(terminal->windows) || begins_with_any(terminal->term, terms) ||
           begins_with_any(terminal->program, programs);
}
