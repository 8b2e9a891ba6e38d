#!/usr/bin/env python3
"""Lists how the rules differ from those of the last release, as Markdown: rule_changes.py PROGRAM [--release]

Compares src/message/released.txt with the rules that PROGRAM prints. --release writes the table of PROGRAM to that file
instead. That belongs in the commit from which a version is released, after the list is in CHANGELOG.md.
"""
import collections
import json
import os
import subprocess
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
sys.path.insert(0, os.path.join(TOP, 'src', 'ids'))
import history  # noqa: E402 (the path comes first)

HEAD = '''# The rules of the last release, {}: since which version, id, severity, on or opt-in, class of the fix.
# adopt/rule_changes.py --release writes this file when a version is released; nothing else changes it.
'''


def rules_of(program):
    """Returns what a program prints about its rules: the version, and a list of dictionaries."""
    done = subprocess.run([program, 'rules', '--format', 'json'], check=True, stdout=subprocess.PIPE)
    table = json.loads(done.stdout)
    return table['tool']['version'], table['rules']


def default(rule):
    return 'opt-in' if rule['opt_in'] else 'on'


def code(rule):
    return f'`{rule}`'


def listed(title, lines):
    return [f'**{title}**', '', *lines, ''] if lines else []


def changes(released, rules):
    """Returns the differences as lines of Markdown. released: as history.released() returns it."""
    added, renamed, changed, deprecated = collections.OrderedDict(), [], [], []
    left = dict(released)
    for rule in rules:
        names = [rule['rule'], *rule.get('formerly', '').split()]
        known = [name for name in names if name in left]
        if rule.get('deprecated'):
            deprecated.append(f'- {code(rule["rule"])}, since {rule["deprecated"]}')
        if not known:
            added.setdefault(rule['rule'].split('/')[0], []).append(rule)
            continue
        before = left.pop(known[0])
        if known[0] != rule['rule']:
            renamed.append(f'- {code(known[0])} is {code(rule["rule"])}; the old id stays valid')
        for what, old, new in (('severity', before.severity, rule['severity']), ('default', before.default, default(rule)),
                               ('fix', before.fix, rule['fix'])):
            if old != new:
                changed.append(f'- {code(rule["rule"])}: {what} {new}, was {old}')
    new = []
    for family, members in added.items():
        names = ', '.join(code(rule['rule'].split('/')[1]) + (' (opt-in)' if rule['opt_in'] else '') for rule in members)
        new.append(f'- {family}: {names}')
    lines = [*listed(f'New ({sum(map(len, added.values()))})', new), *listed('Renamed', renamed), *listed(f'Changed ({len(changed)})', changed),
             *listed('Deprecated', deprecated), *listed('Removed', [f'- {code(rule)}' for rule in left])]
    return lines[:-1] or ['No rule was added, changed or removed.']


def write(version, rules):
    with open(os.path.join(TOP, 'src', 'message', 'released.txt'), 'w', encoding='ascii') as file:
        file.write(HEAD.format(version))
        for rule in rules:
            file.write(f'{rule["since"]} {rule["rule"]} {rule["severity"]} {default(rule)} {rule["fix"]}\n')


def main():
    version, rules = rules_of(sys.argv[1])
    version = version.partition('-')[0]  # the list is made just before the changelog has the date
    released = history.released(os.path.join(TOP, 'src'))
    if sys.argv[2:] == ['--release']:
        write(version, rules)
    else:
        print('\n'.join(changes(released, rules)))


if __name__ == '__main__':
    main()
