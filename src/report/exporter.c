#include "report/exporter.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

/* Earlier names of exporters. */
static const struct {
    const char *before;
    const char *now;
} renamed[] = {
    {"saturday06_blender_vrm_exporter_experimental", "VRM Add-on for Blender"},
};

static bool is_separator(char c)
{
    return c == ' ' || c == '-' || c == '_' || c == '/' || c == '(';
}

/* Returns the length of a version at the beginning of a text; 0 if it is missing. Digits without a dot, or a letter
 * before them, are a version only at the end of the text: in "3dsmax 2021 v1.5", 2021 isn't one. */
static size_t version_length(const char *text, bool lettered)
{
    size_t length = strspn(text, "0123456789.");
    while (length > 0 && text[length - 1] == '.') {
        length--;
    }
    bool ends = text[length] == '\0' || strchr(" ,;)+-_/", text[length]) != NULL;
    bool whole = lettered || memchr(text, '.', length) != NULL || text[length] == '\0';
    return length > 0 && ascii_is_digit(*text) && ends && whole ? length : 0;
}

struct exporter_name exporter_split(const char *generator)
{
    struct exporter_name name = {generator, strlen(generator), ""};
    for (const char *at = generator; *at != '\0'; at++) {
        bool lettered = strchr("vVr", at[1]) != NULL && at[1] != '\0';
        size_t length = is_separator(*at) ? version_length(at + 1 + lettered, lettered) : 0;
        if (length > 0 && length < EXPORTER_VERSION && at > generator) {
            memcpy(name.version, at + 1 + lettered, length);
            name.length = (size_t)(at - generator);
            break;
        }
    }
    while (name.length > 0 && is_separator(generator[name.length - 1])) {
        name.length--;
    }
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (strlen(renamed[i].before) == name.length && memcmp(renamed[i].before, generator, name.length) == 0) {
            name.text = renamed[i].now;
            name.length = strlen(name.text);
        }
    }
    return name;
}

/* Compares the numbers at the beginning of two texts, of any length, and moves after them. */
static int compare_numbers(const char **a, const char **b)
{
    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    size_t left = strspn(*a, "0123456789");
    size_t right = strspn(*b, "0123456789");
    int order = left != right ? (left > right) - (left < right) : memcmp(*a, *b, left);
    *a += left;
    *b += right;
    return order;
}

int exporter_compare_versions(const char *a, const char *b)
{
    const char *left = a;
    const char *right = b;
    while (*left != '\0' && *right != '\0') {
        int order = compare_numbers(&left, &right);
        if (order != 0) {
            return order;
        }
        left += *left == '.';
        right += *right == '.';
    }
    int order = (*left != '\0') - (*right != '\0');
    return order != 0 ? order : strcmp(a, b);
}
