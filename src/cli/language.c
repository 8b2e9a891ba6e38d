#include "cli/language.h"

#include <string.h>

#include "base/os.h"

#define OPTION "--lang"

/* Returns the language of a locale, such as "ja_JP.UTF-8" or "ja-JP"; English if there is no other. */
static enum vrmlint_language language_of_locale(const char *locale)
{
    size_t length = strcspn(locale, "_-.@");
    for (unsigned language = 0; language < VRMLINT_LANGUAGE_COUNT; language++) {
        const char *name = vrmlint_language_name((enum vrmlint_language)language);
        if (strlen(name) == length && memcmp(name, locale, length) == 0) {
            return (enum vrmlint_language)language;
        }
    }
    return VRMLINT_ENGLISH;
}

enum vrmlint_language language_of_user(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = os_environment(variables[i]);
        if (locale != NULL && *locale != '\0') {
            return language_of_locale(locale);
        }
    }
    char name[32];
    return os_language(name, sizeof name) ? language_of_locale(name) : VRMLINT_ENGLISH;
}

int language_words(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[0], OPTION) == 0) {
        return 2;
    }
    return argc > 0 && strncmp(argv[0], OPTION "=", strlen(OPTION "=")) == 0 ? 1 : 0;
}

bool language_asked(int argc, char **argv, enum vrmlint_language *language)
{
    bool found = false;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name = NULL;
        if (strcmp(argv[i], OPTION) == 0 && i + 1 < argc) {
            name = argv[++i];
        } else if (strncmp(argv[i], OPTION "=", strlen(OPTION "=")) == 0) {
            name = argv[i] + strlen(OPTION "=");
        }
        for (unsigned known = 0; name != NULL && known < VRMLINT_LANGUAGE_COUNT; known++) {
            if (strcmp(name, vrmlint_language_name((enum vrmlint_language)known)) == 0) {
                *language = (enum vrmlint_language)known;
                found = true;
            }
        }
    }
    return found;
}
