/* The table of rules is well-formed. test_fixtures.c tests that every rule is reported. */
#include "support.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vrmlint.h"

static const char *const names[] = {
#define RULE(name, ...) "RULE_" #name,
#include "ids/rules_table.def"
};

/* Whether two ids are of one family. */
static bool same_family(const char *id, const char *other)
{
    size_t length = strcspn(id, "/") + 1;
    return strncmp(id, other, length) == 0;
}

static bool is_id(const char *id)
{
    const char *name = strchr(id, '/');
    if (name == NULL || name[1] == '\0') {
        return false;
    }
    for (const char *c = id; *c != '\0'; c++) {
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-' && c != name) {
            return false;
        }
    }
    return true;
}

/* Whether a text is one or more sentences: a capital letter first, a full stop last. */
static bool is_sentence(const char *text)
{
    size_t length = strlen(text);
    return length > 10 && !islower((unsigned char)text[0]) && text[length - 1] == '.';
}

static void lines_are_well_formed(void **state)
{
    (void)state;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        const struct vrmlint_rule *rule = &rules[i];
        print_message("%s\n", rule->id);
        assert_true(is_id(rule->id));
        assert_ptr_equal(vrmlint_rule_by_id(rule->id), rule);
        for (size_t k = 0; i > 0 && !same_family(rule->id, rules[i - 1].id) && k < i; k++) {
            assert_false(same_family(rule->id, rules[k].id)); /* the rules of a family are listed together */
        }
        assert_true(rule->severity > VRMLINT_OFF && rule->severity <= VRMLINT_ERROR);
        assert_true(strlen(rule->summary) > 10 && rule->summary[strlen(rule->summary) - 1] != '.');
        assert_true(is_sentence(rule->why));
        assert_true(is_sentence(rule->how));
        assert_non_null(rule->spec);
    }
    assert_null(vrmlint_rule_by_id("springbone/no-such-rule"));
    assert_null(vrmlint_rule_by_id("springbone"));
}

/* The name of a rule in the code is its id in capitals, so that each can be found from the other. */
static void names_follow_ids(void **state)
{
    (void)state;
    size_t count;
    const struct vrmlint_rule *rules = vrmlint_rules(&count);
    for (size_t i = 0; i < count; i++) {
        char name[200];
        snprintf(name, sizeof name, "RULE_%s", rules[i].id);
        for (char *c = name; *c != '\0'; c++) {
            *c = isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
        }
        assert_string_equal(name, names[i]);
    }
}

TEST_PROGRAM(rules)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_well_formed),
        cmocka_unit_test(names_follow_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
