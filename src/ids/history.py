"""The history of the table of rules: the rules of the last release, and former ids of rules."""
import collections
import os
import re
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
sys.path.insert(0, os.path.join(TOP, 'po'))
import texts  # noqa: E402 (the path comes first)

Released = collections.namedtuple('Released', 'since severity default fix')
Life = collections.namedtuple('Life', 'since deprecated formerly')
VERSION = re.compile(r'(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)')


def version():
    """Returns the version of the sources."""
    with open(os.path.join(TOP, 'VERSION'), encoding='ascii') as file:
        text = file.read().strip()
    if not VERSION.fullmatch(text):
        raise SystemExit('VERSION must be three numbers, not ' + text)
    return text


def released(src):
    """Returns {id: Released} of the rules of the last release, in the order of its table."""
    found = {}
    with open(os.path.join(src, 'message', 'released.txt'), encoding='ascii') as file:
        for line in file:
            if not line.startswith('#'):
                since, rule, *rest = line.split()
                found[rule] = Released(since, *rest)
    return found


def lives(src, rules):
    """Returns {name: Life} of each rule of the table."""
    path = os.path.join(src, 'message', 'lifecycle.def')
    formerly = {rule.name: [] for rule in rules}
    deprecated = dict.fromkeys(formerly, '')
    text = texts.read(path)
    for line in re.finditer(r'^(RENAMED|DEPRECATED)\(', text, re.M):
        name, value = texts.arguments(text, line.end())[0]
        if name not in formerly:
            raise SystemExit('%s names a rule that does not exist: %s' % (path, name))
        if line.group(1) == 'RENAMED':
            formerly[name].append(value)
        else:
            deprecated[name] = value
    before = released(src)
    ids = {rule.id for rule in rules}
    taken = ids.intersection(old for olds in formerly.values() for old in olds)
    if taken:
        raise SystemExit('%s: ids of other rules: %s' % (path, ', '.join(sorted(taken))))
    return {rule.name: Life(next((before[known].since for known in (rule.id, *formerly[rule.name]) if known in before), version()),
                            deprecated[rule.name], formerly[rule.name]) for rule in rules}
