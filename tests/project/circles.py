#!/usr/bin/env python3
"""Checks that no two files of the program call each other, directly or through other files: each file only uses files of lower
layers, also within its folder. circles.py ARCHIVE... reads the defined and undefined symbols of each object. Skips with a
message without nm."""
import re
import shutil
import subprocess
import sys

# Cycles that are allowed, and why.
ALLOWED = {
    # The fix of a finding is checked like any file, once, and without requesting fixes.
    frozenset({'run_fix_alone', 'run_lint'}),
}


def read(archives):
    """Returns which file defines each name, and which names each file uses from other files."""
    defines, takes = {}, {}
    for archive in archives:
        told = subprocess.run(['nm', '-A', '-g', archive], check=True, stdout=subprocess.PIPE, text=True).stdout
        for line in told.splitlines():
            entry = re.fullmatch(r'.*?([^/:]+)\.c\.o: *[0-9a-fA-F]* ([A-Za-z]) (\S+)', line)
            if entry is None:
                continue
            file, kind, name = entry.groups()
            if kind in 'Uw':
                takes.setdefault(file, set()).add(name)
            else:
                defines[name] = file
    return defines, takes


def circles(calls):
    """Returns groups of files that all reach each other: Tarjan's strongly connected components, without recursion."""
    number, low, stack, found = {}, {}, [], []
    for root in sorted(calls):
        walk = [] if root in number else [(root, iter(sorted(calls[root])))]
        if walk:
            number[root] = low[root] = len(number)
            stack.append(root)
        while walk:
            file, others = walk[-1]
            for other in others:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    walk.append((other, iter(sorted(calls.get(other, ())))))
                    break
                if other in stack:
                    low[file] = min(low[file], number[other])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[file])
                if low[file] == number[file]:
                    at = stack.index(file)
                    found.append(stack[at:])
                    del stack[at:]
    return [frozenset(group) for group in found if len(group) > 1]


def main(archives):
    if not shutil.which('nm'):
        print('skipped: no nm')
        return 77
    assert circles({'a': {'b'}, 'b': {'c'}, 'c': {'b', 'd'}, 'd': set()}) == [frozenset('bc')], 'it finds none'
    defines, takes = read(archives)
    if len(takes) < 100:
        print('skipped: nm sees no objects in', *archives)
        return 77
    calls = {file: {defines[name] for name in names if name in defines} - {file} for file, names in takes.items()}
    bad = [group for group in circles(calls) if group not in ALLOWED]
    for group in bad:
        print('FAIL: these files call each other; let what both need sink into one below, or who begins rise above:')
        for file in sorted(group):
            for other in sorted(calls[file] & group):
                names = sorted(name for name in takes[file] if defines.get(name) == other)
                print(f'  {file}.c takes from {other}.c:', ', '.join(names))
    stale = ALLOWED - set(circles(calls))
    for group in stale:
        print('FAIL: no circle any more, so not to be allowed:', *sorted(group))
    print(len(calls), 'files')
    return 1 if bad or stale else 0


sys.exit(main(sys.argv[1:]))
