/* Terminal output: links for terminals that support them, and the progress of a run. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/progress.h"
#include "report/print.h"

static void terminals_that_open_links(void **state)
{
    (void)state;
    static const struct {
        struct link_terminal terminal;
        bool known;
    } cases[] = {
        {{.term = NULL}, false},
        {{.term = "xterm-256color"}, false},
        {{.term = "xterm-kitty"}, true},
        {{.term = "xterm-kitty", .ci = "true"}, false},
        {{.term = "xterm-kitty", .ci = ""}, true},
        {{.term = "foot"}, true},
        {{.term = "dumb", .program = "vscode"}, false},
        {{.term = "xterm-256color", .program = "vscode"}, true},
        {{.term = "xterm-256color", .program = "iTerm.app"}, true},
        {{.term = "xterm-256color", .program = "Apple_Terminal"}, false},
        {{.term = "tmux-256color", .program = "iTerm.app"}, false},
        {{.term = "screen.xterm-256color", .vte_version = "7200"}, false},
        {{.term = "linux"}, false},
        {{.term = "xterm-256color", .vte_version = "7200"}, true},
        {{.term = "xterm-256color", .vte_version = "4803"}, false},
        {{.term = "xterm-256color", .vte_version = "5000"}, false},
        {{.term = "xterm-256color", .vte_version = "not a number"}, false},
        {{.term = "xterm-256color", .konsole_version = "220401"}, true},
        {{.term = "xterm-256color", .konsole_version = "180400"}, false},
        {{.windows = "4bf0b1c2"}, true},
        {{.windows = "4bf0b1c2", .ci = "1"}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (link_is_known(&cases[i].terminal) != cases[i].known) {
            fail_msg("case %zu: wanted %d", i, cases[i].known);
        }
    }
}

static void links(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    link_rule(out, false, vrmlint_rule_by_id("json/bom"));
    fputc(' ', out);
    link_rule(out, true, vrmlint_rule_by_id("json/bom"));
    fclose(out);
    assert_memory_equal(text, "json/bom \033]8;;https://", strlen("json/bom \033]8;;https://"));
    const char *end = "/rules.html#json/bom\033\\json/bom\033]8;;\033\\";
    assert_string_equal(text + strlen(text) - strlen(end), end);
    free(text);
}

static void progress(void **state)
{
    (void)state;
    static const struct {
        size_t done;
        size_t total;
        size_t findings;
        double seconds;
        const char *text;
    } cases[] = {
        {0, 10, 0, 5, "0 of 10 files, 0 findings"},
        {1, 10, 1, 2, "1 of 10 files, 1 finding, about 18 s left"},
        {10, 10, 4, 2, "10 of 10 files, 4 findings, about 0 s left"},
        {1, 100, 0, 1, "1 of 100 files, 0 findings, about 99 s left"},
        {1, 101, 0, 1, "1 of 101 files, 0 findings, about 2 min left"},
        {1000, 100000, 57, 60, "1000 of 100000 files, 57 findings, about 99 min left"},
        {1000, 100000, 57, 600, "1000 of 100000 files, 57 findings, about 16 h left"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[160];
        progress_text(text, sizeof text, VRMLINT_ENGLISH, cases[i].done, cases[i].total, cases[i].findings,
                      cases[i].seconds);
        assert_string_equal(text, cases[i].text);
    }
    char small[8];
    progress_text(small, sizeof small, VRMLINT_ENGLISH, 1, 10, 1, 2);
    assert_string_equal(small, "1 of 10");
}

TEST_PROGRAM(terminal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminals_that_open_links),
        cmocka_unit_test(links),
        cmocka_unit_test(progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
