/* The table of rules, for the library. */
#include <string.h>

#include "finding/finding.h"
#include "ids/rules.h"
#include "message/translations.h"

/* The texts of all rules in one object: the web build keeps it in a separate file. */
struct rule_texts {
#define RULE(name, id, severity, opt_in, fix, summary, why, how, spec, since, deprecated, formerly)                    \
    char name##_SUMMARY[sizeof(summary)];                                                                              \
    char name##_WHY[sizeof(why)];                                                                                      \
    char name##_HOW[sizeof(how)];
#include "ids/rules_table.def"
};

static const struct rule_texts rules_en = {
#define RULE(name, id, severity, opt_in, fix, summary, why, how, spec, since, deprecated, formerly) summary, why, how,
#include "ids/rules_table.def"
};

static const struct vrmlint_rule table[] = {
#define ON false
#define OPT_IN true
#define RULE(name, id, severity, opt_in, fix, summary, why, how, spec, since, deprecated, formerly)                    \
    {id,                                                                                                               \
     VRMLINT_##severity,                                                                                               \
     opt_in,                                                                                                           \
     VRMLINT_FIX_##fix,                                                                                                \
     rules_en.name##_SUMMARY,                                                                                          \
     rules_en.name##_WHY,                                                                                              \
     rules_en.name##_HOW,                                                                                              \
     spec,                                                                                                             \
     since,                                                                                                            \
     deprecated,                                                                                                       \
     formerly},
#include "ids/rules_table.def"
#undef ON
#undef OPT_IN
};

_Static_assert(sizeof table / sizeof *table <= RULE_LIMIT, "arrays with an element for each rule have RULE_LIMIT");

size_t rule_count(void)
{
    return sizeof table / sizeof *table;
}

enum rule rule_number(const struct vrmlint_rule *rule)
{
    return (enum rule)(rule - table);
}

enum vrmlint_class vrmlint_rule_class(const struct vrmlint_rule *rule, const char *variant)
{
    static const unsigned char classes[RULE_LIMIT] = {
#define CLASS(rule, name) [RULE_##rule] = VRMLINT_##name,
#include "ids/demands_table.def"
    };
    static const struct {
        unsigned short rule;
        unsigned char name;
        const char *variant;
    } differing[] = {
#define CLASS_OF(rule, variant, name) {RULE_##rule, VRMLINT_##name, variant},
#include "ids/demands_table.def"
    };
    enum rule number = rule_number(rule);
    for (size_t i = 0; variant != NULL && i < sizeof differing / sizeof *differing; i++) {
        if (differing[i].rule == number && strcmp(differing[i].variant, variant) == 0) {
            return (enum vrmlint_class)differing[i].name;
        }
    }
    return (enum vrmlint_class)classes[number];
}

const struct vrmlint_rule *vrmlint_rules(size_t *count)
{
    *count = rule_count();
    return table;
}

const struct vrmlint_rule *vrmlint_rule_by_id(const char *id)
{
    for (size_t i = 0; i < rule_count(); i++) {
        if (strcmp(table[i].id, id) == 0) {
            return &table[i];
        }
    }
    for (size_t i = 0; i < rule_count(); i++) {
        if (rule_was_called(&table[i], id, strlen(id))) {
            return &table[i];
        }
    }
    return NULL;
}

bool rule_was_called(const struct vrmlint_rule *rule, const char *id, size_t length)
{
    const char *old = rule->formerly;
    while (*old != '\0') {
        size_t whole = strcspn(old, " ");
        if (whole == length && memcmp(old, id, length) == 0) {
            return true;
        }
        old += whole + (old[whole] == ' ');
    }
    return false;
}

const char *rule_first_id(const struct vrmlint_rule *rule, size_t *length)
{
    const char *first = *rule->formerly == '\0' ? rule->id : rule->formerly;
    *length = strcspn(first, " ");
    return first;
}

const char *vrmlint_rule_text(const struct vrmlint_rule *rule, enum vrmlint_rule_part part,
                              enum vrmlint_language language)
{
    const char *const english[] = {rule->summary, rule->why, rule->how};
    const char *other = translation_of_rule(language, rule_number(rule), (enum rule_part)part);
    return other == NULL ? english[part] : other;
}

const char *vrmlint_severity_name(enum vrmlint_severity severity)
{
    static const char *const names[] = {"off", "info", "warning", "error"};
    return names[severity];
}

const char *vrmlint_fix_name(enum vrmlint_fix fix)
{
    static const char *const names[] = {"none", "safe", "repair", "unsafe"};
    return names[fix];
}

const char *vrmlint_class_name(enum vrmlint_class class_of_rule)
{
    static const char *const names[] = {"advice", "should", "must"};
    return names[class_of_rule];
}

const struct vrmlint_rule *rule_line(enum rule rule)
{
    return &table[rule];
}

const struct vrmlint_rule *finding_rule(const struct finding *finding)
{
    return &table[finding->rule];
}
