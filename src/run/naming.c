#include "run/naming.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "finding/finding.h"
#include "ids/messages_command.h"
#include "ids/messages_refusals.h"

enum { NAME_SHOWN = 256 /* bytes of an unknown name, including its NUL */ };

static size_t family_length(const struct vrmlint_rule *rule)
{
    return strcspn(rule->id, "/");
}

bool naming_is(const struct naming_entry *entry, const char *text, size_t length)
{
    return entry->length == length && memcmp(entry->text, text, length) == 0;
}

enum naming naming_of(const struct naming_entry *entry, const struct vrmlint_rule *rule)
{
    if (naming_is(entry, rule->id, strlen(rule->id)) || rule_was_called(rule, entry->text, entry->length)) {
        return NAMED_BY_ID;
    }
    bool as_default = !rule->opt_in && naming_is(entry, NAMING_DEFAULT, strlen(NAMING_DEFAULT));
    return as_default || naming_is(entry, rule->id, family_length(rule)) ? NAMED_WITH_OTHERS : NOT_NAMED;
}

bool naming_fits(const char *name, const struct vrmlint_rule *rule)
{
    const struct naming_entry whole = {name, strlen(name)};
    return naming_of(&whole, rule) != NOT_NAMED;
}

bool naming_is_known(const struct naming_entry *entry)
{
    for (size_t i = 0; i < rule_count(); i++) {
        if (naming_of(entry, rule_line((enum rule)i)) != NOT_NAMED) {
            return true;
        }
    }
    return false;
}

void naming_complain(const struct naming_entry *entry, bool with_default, struct vrmlint_refusal *refusal)
{
    if (entry->length == 0) {
        refusal_print(refusal, WORDS_EMPTY_RULE, NO_ARGUMENTS);
        return;
    }
    struct nearest nearest = nearest_to(entry->text, entry->length);
    if (with_default) {
        nearest_offer(&nearest, NAMING_DEFAULT);
    }
    for (size_t i = 0; i < rule_count(); i++) {
        const char *id = rule_line((enum rule)i)->id;
        size_t length = family_length(rule_line((enum rule)i));
        struct nearest_text family = {id, length};
        struct nearest_text whole = {id, strlen(id)};
        struct nearest_text name = {id + length + 1, whole.length - length - 1};
        nearest_offer_as(&nearest, family, family);
        nearest_offer_as(&nearest, whole, whole);
        nearest_offer_as(&nearest, name, whole);
    }
    char name[NAME_SHOWN];
    char meant[NAME_SHOWN];
    snprintf(name, sizeof name, "%.*s", (int)entry->length, entry->text);
    if (nearest.best.text == NULL) {
        refusal_print(refusal, WORDS_NO_RULE, ARGUMENTS(TERM("name", name)));
    } else {
        snprintf(meant, sizeof meant, "%.*s", (int)nearest.best.length, nearest.best.text);
        refusal_print(refusal, WORDS_NO_RULE_MEANT, ARGUMENTS(TERM("name", name), TERM("meant", meant)));
    }
}

bool naming_knows(const char *name, struct vrmlint_refusal *refusal)
{
    const struct naming_entry whole = {name, strlen(name)};
    bool known = strcmp(name, NAMING_DEFAULT) != 0 && naming_is_known(&whole);
    if (!known) {
        naming_complain(&whole, false, refusal);
    }
    return known;
}

bool naming_next(const char **at, struct naming_entry *entry)
{
    if (*at == NULL) {
        return false;
    }
    const char *text = *at + strspn(*at, " ");
    size_t length = strcspn(text, ",");
    *at = text[length] == ',' ? text + length + 1 : NULL;
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    *entry = (struct naming_entry){text, length};
    return true;
}
