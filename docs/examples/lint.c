/*
 * Checks files and prints their findings: lint FILE...
 *
 *     cc -o lint lint.c $(pkg-config --cflags --libs vrmlint)
 *
 * Exit status: 0 if no file has an error, 1 if a file has one, 2 for a wrong setting, 3 if a file can't be read.
 */
#include <stdio.h>
#include <vrmlint.h>

/* Prints a string from a file. Replaces control characters, which a terminal could interpret. */
static void print_safely(const char *text)
{
    for (; *text != '\0'; text++) {
        putchar((unsigned char)*text < 0x20 || *text == 0x7F ? '?' : *text);
    }
}

static int lint(const struct vrmlint_policy *policy, const char *path)
{
    struct vrmlint_report *report = vrmlint_check_path(policy, path);
    int status = 3;
    if (report == NULL) {
        fputs("not enough memory\n", stderr);
    } else if (report->error != NULL) {
        fprintf(stderr, "%s: %s\n", path, report->error);
    } else {
        for (size_t i = 0; i < report->finding_count; i++) {
            const struct vrmlint_finding *finding = &report->findings[i];
            printf("%s %s: ", vrmlint_severity_name(finding->severity), finding->rule->id);
            print_safely(vrmlint_text_in(&finding->message, VRMLINT_ENGLISH));
            putchar('\n');
        }
        status = vrmlint_policy_fails(policy, report) ? 1 : 0;
    }
    vrmlint_report_free(report);
    return status;
}

int main(int count, char **arguments)
{
    struct vrmlint_refusal refusal = {.language = VRMLINT_ENGLISH};
    struct vrmlint_policy *policy = vrmlint_policy_new();
    int worst = 0;
    if (policy == NULL) {
        return 3;
    }
    vrmlint_policy_timeout(policy, 60); /* files come from strangers */
    if (!vrmlint_policy_ignore(policy, "gltf/unused-object", &refusal)) {
        fprintf(stderr, "%s\n", refusal.text);
        worst = 2;
    }
    for (int i = 1; i < count && worst < 2; i++) {
        int status = lint(policy, arguments[i]);
        worst = status > worst ? status : worst;
    }
    vrmlint_policy_free(policy);
    return worst;
}
