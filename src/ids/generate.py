#!/usr/bin/env python3
"""usage: generate.py FOLDER SRC PO: writes the ids of rules and messages as headers into FOLDER.

A header is written only if it changes. Ids depend only on the names of the rows, not on their texts, and the ids of a file of
messages depend on that file alone: after a new wording only the tables are compiled, after a new row only its file's users."""
import os
import sys


def write(folder, name, comment, lines):
    guard = 'VRMLINT_IDS_%s_H' % name.upper()
    text = '/* %s Made by src/ids/generate.py. */\n#ifndef %s\n#define %s\n\n%s\n#endif\n' % (
        comment, guard, guard, ''.join(line + '\n' for line in lines))
    path = os.path.join(folder, name + '.h')
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            if file.read() == text:
                return
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def message_name(row):
    kind, owner, variant, _ = row
    return '%s_%s' % (kind, variant) if kind == 'WORDS' else '%s_%s__%s' % (kind, owner, variant)


def define(name, kind, number):
    return '#define %s ((enum %s)%d)' % (name, kind, number)


def write_rules(folder, rules, lives):
    """Writes the table of rules for rules.c, including the rules that families' rows make. lives: from history.lives()."""
    lines = ['/* Every rule. Made by src/ids/generate.py. */\n']
    for rule in rules:
        texts = ', '.join('"%s"' % text for text in (*rule.texts.values(), rule.spec))
        life = lives[rule.name]
        lines.append('RULE(%s, "%s", %s, %s, %s, %s, "%s", "%s", "%s")\n' % (
            rule.name, rule.id, rule.severity, rule.default, rule.fix, texts, life.since, life.deprecated, ' '.join(life.formerly)))
    with open(os.path.join(folder, 'rules_table.def'), 'w', encoding='utf-8') as file:
        file.writelines(lines)


def named(word):
    """Returns (name, whether only some do) of an effect or evidence: REFUSES, SOME(REFUSES), READ(SOURCE)."""
    return (word, False) if isinstance(word, str) else (word[1][0], True)


def write_claims(folder, texts, src, rules):
    """Writes the table of claims for claims.c, grouped by message, so that the claims of a message are found without a search."""
    table = texts.claims(src)
    rows = table['CLAIM']
    variants = {}
    for rule, variant, *_ in rows:
        variants.setdefault(rule, {'ANY': None})[variant] = None
    apps = {row[0]: number for number, row in enumerate(table['APP'])}
    numbers = {rule.name: number for number, rule in enumerate(rules)}
    unknown = set(variants) - set(numbers)
    if unknown:
        raise SystemExit('claims about unknown rules: ' + ', '.join(sorted(unknown)))
    lines = ['/* What apps do. Made by src/ids/generate.py. */\n']
    lines += ['APP(%s, "%s", "%s")\n' % tuple(row[:3]) for row in table['APP']]
    lines += ['SOURCE(%s, "%s")\n' % (row[0], row[2]) for row in table['SOURCE']]
    groups = []
    at = 0
    for rule in sorted(variants, key=numbers.get):
        for variant in sorted(variants[rule], key=lambda name: (name == 'ANY', name)):
            about = sorted(texts.claims_about(rows, rule, variant), key=lambda row: apps[row[2]])
            for _, _, app, effect, evidence in about:
                effect, some = named(effect)
                lines.append('CLAIM(%s, %s, %d, %s)\n' % (app, effect, some, named(evidence)[0]))
            name = 'NULL' if variant == 'ANY' else '"%s"' % variant
            assert len(about) <= 16, "VRMLINT_CLAIMS_MOST is too small for " + rule
            groups.append('CLAIMS(%s, %s, %d, %d)\n' % (rule, name, at, len(about)))
            at += len(about)
    with open(os.path.join(folder, 'claims_table.def'), 'w', encoding='utf-8') as file:
        file.writelines(lines + groups)


def main():
    folder, src, po = sys.argv[1:]
    sys.path.insert(0, po)
    import history
    import texts  # po/ already has functions that read the tables
    rules = list(texts.rules(src))
    write(folder, 'rules', 'Rules.',
          [define('RULE_' + rule.name, 'rule', number) for number, rule in enumerate(rules)])
    write_rules(folder, rules, history.lives(src, rules))
    write_claims(folder, texts, src, rules)
    numbers, limit = texts.numbered_messages(src)
    for table, rows in numbers.items():
        write(folder, 'messages_' + table, 'Messages of messages/%s.def.' % table,
              [define(message_name(row), 'message', number) for number, row in rows])
    write(folder, 'limits', 'Numbers of messages end here.', ['#define MESSAGE_LIMIT %d' % limit])
    write(folder, 'all', 'All ids.', ['#include "ids/rules.h"'] + ['#include "ids/messages_%s.h"' % table for table in numbers])


main()
