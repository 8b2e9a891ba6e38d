#!/usr/bin/env python3
"""usage: generate.py FOLDER SRC PO: writes the ids of rules and messages as headers into FOLDER.

It also writes a table of each kind of row for C, with the rows of all families, and reports rows that are wrong by file and line.
A file is written only if it changes. Ids depend only on the names of the rows, not on their texts, and the ids of a table's
messages depend on that table alone: after a new wording only the tables are compiled, after a new row only its table's users."""
import collections
import os
import re
import sys

SEVERITIES = ('ERROR', 'WARNING', 'INFO')
CLASSES = ('ADVICE', 'SHOULD', 'MUST')
TOOLS = ('BLENDER_1', 'BLENDER_0', 'UNITY_1', 'UNITY_0', 'VROID')
WITHOUT_STEPS = ('EXPORTER', 'NOTHING')  # panels of what no tool shows: the exporter writes it; it isn't in the file


def write_file(path, text):
    """Writes a file, unless it has this text already: then nothing that includes it is compiled again."""
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            if file.read() == text:
                return
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def write(folder, name, comment, lines):
    guard = 'VRMLINT_IDS_%s_H' % name.upper()
    write_file(os.path.join(folder, name + '.h'), '/* %s Made by src/ids/generate.py. */\n#ifndef %s\n#define %s\n\n%s\n#endif\n' % (
        comment, guard, guard, ''.join(line + '\n' for line in lines)))


def write_table(folder, name, lines):
    """Writes a table of rows for C. Who includes it defines the kinds of rows that it wants; none is defined after it."""
    kinds = sorted({line.partition('(')[0] for line in lines})
    before = ['#ifndef %s\n#define %s(...)\n#endif' % (kind, kind) for kind in kinds]
    write_file(os.path.join(folder, name + '_table.def'), '/* Made by src/ids/generate.py. */\n' + ''.join(
        line + '\n' for line in before + lines + ['#undef ' + kind for kind in kinds]))


def message_name(row):
    kind, owner, variant, _ = row
    return '%s_%s' % (kind, variant) if kind == 'WORDS' else '%s_%s__%s' % (kind, owner, variant)


def define(name, kind, number):
    return '#define %s ((enum %s)%d)' % (name, kind, number)


def write_rules(folder, rules, lives):
    """Writes the table of rules for rules.c, including the rules that families' rows make. lives: from history.lives()."""
    lines = []
    for rule in rules:
        texts = ', '.join('"%s"' % text for text in (*rule.texts.values(), rule.spec))
        life = lives[rule.name]
        lines.append('RULE(%s, "%s", %s, %s, %s, %s, "%s", "%s", "%s")' % (
            rule.name, rule.id, rule.severity, rule.default, rule.fix, texts, life.since, life.deprecated, ' '.join(life.formerly)))
    write_table(folder, 'rules', lines)


class Names:
    """The names that rows may refer to."""

    def __init__(self, texts, src, rules):
        self.texts = texts
        self.numbers = {rule.name: number for number, rule in enumerate(rules)}
        self.ids = {rule.name: rule.id for rule in rules}
        self.severities = {rule.name: rule.severity for rule in rules}
        self.shared = {}
        ids = {rule.id: rule.name for rule in rules}
        for shared, *_ in texts.shared_rules(src):
            of_families = ['%s/%s' % (family[1], shared) for family in texts.families(src)]
            self.shared[shared.upper().replace('-', '_')] = [ids[known] for known in of_families if known in ids]

    def rules(self, row, name):
        """Returns the rules of a name: of a shared rule, those of all families."""
        if name not in self.numbers and name not in self.shared:
            self.texts.fail(row.path, row.line, '%s: no rule is called %s' % (row.kind, name))
        return [name] if name in self.numbers else self.shared[name]

    def sorted(self, rows):
        """Returns rows without doubles, by the severities and ids of the rules that they begin with: the order of the tables has
        no effect, and worse findings are causes first."""
        return sorted(set(rows), key=lambda row: (SEVERITIES.index(self.severities[row[0]]), self.ids[row[0]], row))


def write_messages(folder, texts, src):
    """Writes the table of messages, in the order of their numbers."""
    lines = []
    for kind, owner, variant, english in texts.messages(src):
        english = texts.labelled(src, variant, english, False) if kind == 'WORDS' else english
        lines.append('%s(%s%s, "%s")' % (kind, '' if owner is None else owner + ', ', variant, english))
    write_table(folder, 'messages', lines)


def write_kinds(folder, texts, src):
    """Writes the tables of what makes findings the same kind of finding, and of messages that say the same."""
    lines = []
    for row in texts.rows_of(src, 'NAMES', 'BARE', 'COUNTS_AS'):
        if row.kind == 'COUNTS_AS':
            lines += ['COUNTS_AS(%s, %s)' % (message, row.arguments[0]) for message in row.arguments[1:]]
        else:
            lines += ['%s(%s)' % (row.kind, ('WORDS_' if row.kind == 'NAMES' else '') + message) for message in row.arguments]
    write_table(folder, 'kinds', sorted(lines))
    twins = sorted(row.arguments + ['MESSAGE_NONE'] * (3 - len(row.arguments)) for row in texts.rows_of(src, 'TWINS'))
    write_table(folder, 'twins', ['TWINS(%s)' % ', '.join(row) for row in twins])


def check_rules(texts, src):
    """Checks the words of records, and that no rule is there twice."""
    seen = set()
    for row in texts.rows_of(src, 'RULE', 'SHARED_RULE'):
        severity, default, fix = row.arguments[2:5] if row.kind == 'RULE' else row.arguments[1:4]
        for word, words in ((severity, SEVERITIES), (default, ('ON', 'OPT_IN')), (fix, ('NONE', 'SAFE', 'REPAIR', 'UNSAFE'))):
            if word not in words:
                texts.fail(row.path, row.line, '%s: %s is none of %s' % (row.kind, word, ', '.join(words)))
        if row.arguments[0] in seen:
            texts.fail(row.path, row.line, '%s: there is a second %s' % (row.kind, row.arguments[0]))
        seen.add(row.arguments[0])


def check_messages(texts, src, names):
    """Checks that the rules of messages exist, and that no message is there twice."""
    seen = set()
    for row in texts.rows_of(src, 'MESSAGE', 'RELATED', 'SHARED', 'WORDS', 'STEPS'):
        message = message_name(texts.message_of(row))
        if row.kind in ('MESSAGE', 'RELATED') and row.arguments[0] not in names.numbers:
            texts.fail(row.path, row.line, '%s: no rule is called %s' % (row.kind, row.arguments[0]))
        if message in seen:
            texts.fail(row.path, row.line, 'there is a second %s' % message)
        seen.add(message)
    for row in texts.rows_of(src, 'EDITS', 'LEFT_OPEN', 'COUNTS_AS', 'BARE', 'TWINS'):
        for message in row.arguments[:1] if row.kind == 'EDITS' else row.arguments:
            if message not in seen:
                texts.fail(row.path, row.line, '%s: no message is called %s' % (row.kind, message))
    for row in texts.rows_of(src, 'NAMES'):
        for words in row.arguments:
            if 'WORDS_' + words not in seen:
                texts.fail(row.path, row.line, 'NAMES: no words are called %s' % words)


def write_how(folder, texts, src, names):
    """Writes the table of messages below which reports show what the rule says to do: first those of one rule of several."""
    own, shared = {}, {}
    for message in texts.messages(src):
        kind, owner, variant, _ = message
        if kind == 'MESSAGE':
            own.setdefault(owner, {})[variant] = message_name(message)
        elif kind == 'SHARED':
            shared.setdefault(owner, {})[variant] = message_name(message)
    of_rules, of_all = {}, {}
    for row in texts.rows_of(src, 'SHOW_HOW', 'NO_HOW'):
        name, *variants = row.arguments
        found = {}
        if name in names.numbers:
            for owner, messages in shared.items():
                if re.search('[/-]%s$' % owner.lower().replace('_', '-'), names.ids[name]):
                    found.update(('%s__%s' % (owner, variant), message) for variant, message in messages.items())
            found.update(own.get(name, {}))
        elif name in shared:
            found = shared[name]
        else:
            texts.fail(row.path, row.line, '%s: no rule or shared message is called %s' % (row.kind, name))
        for variant in variants or found:
            if variant not in found:
                texts.fail(row.path, row.line, '%s: %s has no message %s' % (row.kind, name, variant))
            rule = 'RULE_' + name if found[variant].startswith('SHARED_') and name in names.numbers else 'RULE_NONE'
            group = of_all if rule == 'RULE_NONE' else of_rules
            if (rule, found[variant]) in group:
                texts.fail(row.path, row.line, '%s: there is a second row about %s of %s' % (row.kind, variant, name))
            group[rule, found[variant]] = row.kind == 'SHOW_HOW'
    write_table(folder, 'how', ['HOW(%s, %s, %s)' % (*key, str(shown).lower())
                                for group in (of_rules, of_all) for key, shown in sorted(group.items())])


def write_edits(folder, texts, src, numbers):
    """Writes the table of edits in the order of messages, a line for each step. numbers: of the messages."""
    order = {message_name(row): number for rows in numbers.values() for number, row in rows}
    lines = []
    for row in texts.rows_of(src, 'EDITS', 'LEFT_OPEN'):
        if row.kind == 'LEFT_OPEN':
            lines += [(order[message], 'LEFT_OPEN(%s)' % message) for message in row.arguments]
        for step, (where, *value) in row.arguments[1:] if row.kind == 'EDITS' else ():
            quoted = '"%s"' % value[0] if value else 'NULL'
            lines.append((order[row.arguments[0]], 'EDIT(%s, %s, "%s", %s)' % (row.arguments[0], step, where, quoted)))
    write_table(folder, 'edits', [line for _, line in sorted(lines, key=lambda line: line[0])])


def write_pairs(folder, texts, src, names):
    """Writes the tables of what follows from what, and of what fixes uncover, each line about two rules or a rule and a class."""
    causes, marks, asks, uncovered = [], [], [], []
    classes = set(re.findall(r'^CLASS\((\w+)\)', texts.read(os.path.join(src, 'checks', 'classes.def')), re.M))
    for row in texts.rows_of(src, 'CAUSE', 'RAISED', 'MARK', 'RAISE', 'ASKS', 'UNCOVERS'):
        name, *others = row.arguments
        for other in {'ASKS': others, 'MARK': others[1:], 'RAISE': others[1:]}.get(row.kind, ()):
            if other not in classes:
                texts.fail(row.path, row.line, '%s: no class is called %s' % (row.kind, other))
        for rule in names.rules(row, name):
            if row.kind == 'ASKS':
                asks += [(rule, other) for other in others]
            elif row.kind == 'UNCOVERS':
                uncovered += [(rule, other) for note in others for other in names.rules(row, note)]
            elif row.kind in ('MARK', 'RAISE'):
                marks += [(rule, others[0], other, row.kind == 'RAISE') for other in others[1:]]
            else:
                causes += [(rule, others[0], other, row.kind == 'RAISED') for name in others[1:] for other in names.rules(row, name)]
    lines = ['CAUSE(%s, %s, %s, %d)' % row for row in names.sorted(causes)]
    lines += ['MARK(%s, %s, %s, %d)' % row for row in names.sorted(marks)]
    lines += ['ASKS(%s, %s)' % row for row in names.sorted(asks)]
    # Rules that make unusable what several rules ask for come first: they are the broader causes.
    askers = collections.Counter(asked for _, asked in asks)
    marking = {rule for rule, _, marked, _ in marks if askers[marked] > 1}
    lines += ['FOLLOWED(%s)' % row for row in names.sorted((rule,) for rule in marking)]
    lines += ['FOLLOWED(%s)' % row for row in names.sorted((row[0],) for row in causes + marks if row[0] not in marking)]
    write_table(folder, 'follow', lines)
    write_table(folder, 'uncovered', ['UNCOVERS(%s, %s)' % row for row in names.sorted(uncovered)])


def write_single(folder, texts, src, names, rules):
    """Writes the tables of rows that say one thing of a rule."""
    for table, kinds in (('anchors', ['ANCHOR']), ('unused', ['UNUSED', 'DOUBTS']), ('reads', ['READS'])):
        lines = []
        for kind in kinds:
            found = [(name, row.arguments[1]) for row in texts.rows_of(src, kind) for name in names.rules(row, row.arguments[0])]
            lines += ['%s(%s, %s)' % (kind, *row) for row in names.sorted(found)]
        write_table(folder, table, lines)
    ranked = sorted((int(row.arguments[1]), name) for row in texts.rows_of(src, 'CULPRIT') for name in names.rules(row, row.arguments[0]))
    write_table(folder, 'culprits', ['CULPRIT(%s)' % name for _, name in ranked])
    families = {rule.id.partition('/')[0] for rule in rules}
    causes = {row.arguments[0]: [] for row in texts.rows_of(src, 'SYMPTOM_NAME')}
    for row in texts.rows_of(src, 'SYMPTOM'):
        ids = row.arguments[:1] if row.arguments[0] in families else [names.ids[name] for name in names.rules(row, row.arguments[0])]
        for symptom, (rank,) in row.arguments[1:]:
            if symptom not in causes:
                texts.fail(row.path, row.line, 'SYMPTOM: no symptom is called %s' % symptom)
            causes[symptom] += [(int(rank), cause) for cause in ids]
    ordered = {symptom: ' '.join(cause for _, cause in sorted(found)) for symptom, found in causes.items()}
    write_table(folder, 'symptoms', ['SYMPTOM(%s, "%s", "%s")' % (*row.arguments, ordered[row.arguments[0]])
                                     for row in texts.rows_of(src, 'SYMPTOM_NAME')])


def write_classes(folder, texts, src, names, rules):
    """Writes the table of classes: those of rules, then those of variants that differ from their rule."""
    variants = {}
    for row in texts.rows_of(src, 'MESSAGE', 'SHARED'):
        variants.setdefault(row.kind == 'MESSAGE' and row.arguments[0], set()).add(
            row.arguments[1] if row.kind == 'MESSAGE' else '%s__%s' % (row.arguments[0], row.arguments[1]))
    classes, own, differing = {}, set(), {}
    for row in texts.rows_of(src, *CLASSES):
        for argument in row.arguments:
            name, of = (argument, None) if isinstance(argument, str) else argument
            for variant in of or ():
                if variant not in variants[False] and variant not in variants.get(name, ()):
                    texts.fail(row.path, row.line, '%s: %s has no message %s' % (row.kind, name, variant))
            is_own = name in names.numbers
            for rule in names.rules(row, name):
                if of is None and (is_own or rule not in own):
                    if is_own and rule in own:
                        texts.fail(row.path, row.line, '%s: %s has a class already' % (row.kind, rule))
                    classes[rule] = row.kind
                    own |= {rule} if is_own else set()
                for variant in of or ():
                    if is_own or (rule, variant) not in differing:
                        differing[rule, variant] = row.kind
    lines = ['CLASS(%s, %s)' % (rule.name, classes[rule.name]) for rule in rules if rule.name in classes]
    for (rule, variant), kind in sorted(differing.items(), key=lambda item: (names.numbers[item[0][0]], item[0][1])):
        if kind != classes.get(rule, 'ADVICE'):
            lines.append('CLASS_OF(%s, "%s", %s)' % (rule, variant, kind))
    write_table(folder, 'demands', lines)


def write_panels(folder, texts, src, names, rules):
    """Writes the table of panels with the steps to them in each tool, and of the panels of each rule: those for a part of a pointer
    first."""
    steps = {}
    for row in texts.rows_of(src, 'STEPS'):
        if row.arguments[1] not in TOOLS:
            texts.fail(row.path, row.line, 'STEPS: %s is none of %s' % (row.arguments[1], ', '.join(TOOLS)))
        steps.setdefault(row.arguments[0], {})[row.arguments[1]] = 'WORDS_' + texts.message_of(row)[2]
    lines = []
    for panel, of in sorted(steps.items()):
        words = [of.get(tool) or of.get(tool.replace('_0', '_1'), 'MESSAGE_NONE') for tool in TOOLS]
        lines.append('PANEL(%s, %s)' % (panel, ', '.join(words)))
    whole, own, parts = {}, set(), []
    for row in texts.rows_of(src, 'PANEL'):
        panel, *about = row.arguments
        if panel not in steps and panel not in WITHOUT_STEPS:
            texts.fail(row.path, row.line, 'PANEL: no STEPS(%s, ...)' % panel)
        for argument in about:
            name, of = (argument, None) if isinstance(argument, str) else argument
            for rule in names.rules(row, name):
                if of is not None:
                    parts += [(rule, part, panel) for part in of]
                elif name in names.numbers or rule not in own:
                    if name in names.numbers and rule in own:
                        texts.fail(row.path, row.line, 'PANEL: %s has a panel already' % rule)
                    whole[rule] = panel
                    own |= {rule} if name in names.numbers else set()
    for rule in rules:
        if rule.name not in whole:
            raise SystemExit('%s has no row PANEL(panel, %s) in the table of its family: message/panels.def lists the panels' % (
                rule.id, rule.name))
    lines += ['PANEL_OF_PART(%s, "%s", %s)' % row for row in sorted(parts, key=lambda row: (names.ids[row[0]], row[1:]))]
    lines += ['PANEL_OF(%s, %s)' % (rule.name, whole[rule.name]) for rule in sorted(rules, key=lambda rule: rule.id)]
    write_table(folder, 'panels', lines)


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
    for row in texts.rows_of(src, 'CLAIM', 'NO_CLAIM', 'MOTION'):
        if row.arguments[0] not in numbers and row.arguments[0] != 'WORDS':
            texts.fail(row.path, row.line, '%s: no rule is called %s' % (row.kind, row.arguments[0]))
        if row.kind == 'CLAIM' and row.arguments[2] not in apps:
            texts.fail(row.path, row.line, 'CLAIM: no app is called %s' % row.arguments[2])
    lines = ['APP(%s, "%s", "%s")' % tuple(row[:3]) for row in table['APP']]
    lines += ['SOURCE(%s, "%s")' % (row[0], row[2]) for row in table['SOURCE']]
    groups = []
    sets = []  # of claims; messages with the same claims share a set
    for rule in sorted(variants, key=numbers.get):
        about = {}
        for variant in variants[rule]:
            own = sorted(texts.claims_about(rows, rule, variant), key=lambda row: apps[row[2]])
            about[variant] = ['CLAIM(%s, %s, %d, %s)' % (app, *named(effect), named(evidence)[0]) for _, _, app, effect, evidence in own]
            assert len(own) <= 16, "VRMLINT_CLAIMS_MOST is too small for " + rule
        for variant, own in sorted(about.items(), key=lambda item: (item[0] == 'ANY', item[0])):
            if own != about['ANY'] or variant == 'ANY':
                sets += [own] if own not in sets else []
                groups.append((rule, 'NULL' if variant == 'ANY' else '"%s"' % variant, own))
    firsts = [sum(map(len, sets[:i])) for i in range(len(sets))]
    lines += [line for own in sets for line in own]
    groups = ['CLAIMS(%s, %s, %d, %d)' % (rule, variant, firsts[sets.index(own)], len(own)) for rule, variant, own in groups if own]
    write_table(folder, 'claims', lines + groups)


def main():
    folder, src, po = sys.argv[1:]
    sys.path.insert(0, po)
    import history
    import texts  # po/ already has functions that read the tables
    check_rules(texts, src)
    rules = list(texts.rules(src))
    write(folder, 'rules', 'Rules.',
          [define('RULE_' + rule.name, 'rule', number) for number, rule in enumerate(rules)])
    write_rules(folder, rules, history.lives(src, rules))
    write_claims(folder, texts, src, rules)
    names = Names(texts, src, rules)
    check_messages(texts, src, names)
    write_messages(folder, texts, src)
    write_kinds(folder, texts, src)
    write_how(folder, texts, src, names)
    numbers, limit = texts.numbered_messages(src)
    write_edits(folder, texts, src, numbers)
    write_pairs(folder, texts, src, names)
    write_single(folder, texts, src, names, rules)
    write_classes(folder, texts, src, names, rules)
    write_panels(folder, texts, src, names, rules)
    for table, rows in numbers.items():
        write(folder, 'messages_' + table, 'Messages of %s.def.' % table,
              [define(message_name(row), 'message', number) for number, row in rows])
    write(folder, 'limits', 'Numbers of messages end here.', ['#define MESSAGE_LIMIT %d' % limit])
    write(folder, 'all', 'All ids.', ['#include "ids/rules.h"'] + ['#include "ids/messages_%s.h"' % table for table in numbers])


main()
