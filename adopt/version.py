#!/usr/bin/env python3
"""Prints the version of this tree as a packager spells it: version.py [plain|npm|python|debian]

VERSION has the version that this tree is, or leads to. It is a release if the heading of that version in CHANGELOG.md has a
date, as in "## 1.0.0 (2026-12-01)". Otherwise the version is a development version with the commit: 1.0.0-dev+COMMIT.
version.py release prints the version, and fails if the tree isn't a release.
"""
import os
import re
import subprocess
import sys

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
COMMIT_DIGITS = 12
SPELLINGS = {'plain': ('-dev', '+'), 'npm': ('-dev.0', '+'), 'python': ('.dev0', '+'), 'debian': ('~dev', '+')}


def read(name):
    with open(os.path.join(TOP, name), encoding='utf-8') as file:
        return file.read()


def is_release(version, changes):
    """Whether the heading of a version in the text of CHANGELOG.md has a date."""
    heading = re.search(rf'^## {re.escape(version)}(?![0-9.]).*$', changes, re.MULTILINE)
    return heading is not None and re.search(r'\b\d{4}-\d\d-\d\d\b', heading.group()) is not None


def commit():
    """Returns the start of the commit; '' if it isn't known."""
    name = os.environ.get('VRMLINT_COMMIT')
    if name is None:
        try:
            name = subprocess.run(['git', '-C', TOP, 'rev-parse', 'HEAD'], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            name = ''
    return name[:COMMIT_DIGITS]


def spelled(how):
    """Returns the version in a spelling."""
    version = read('VERSION').strip()
    if is_release(version, read('CHANGELOG.md')):
        return version
    dev, plus = SPELLINGS[how]
    name = commit()
    return version + dev + (plus + name if name else '')


def main():
    how = sys.argv[1] if len(sys.argv) > 1 else 'plain'
    if how == 'release':
        version = read('VERSION').strip()
        if not is_release(version, read('CHANGELOG.md')):
            print(f'CHANGELOG.md has no date for version {version}: write "## {version} (YYYY-MM-DD)"', file=sys.stderr)
            return 1
        print(version)
        return 0
    if how not in SPELLINGS:
        print(__doc__, file=sys.stderr)
        return 2
    print(spelled(how))
    return 0


if __name__ == '__main__':
    sys.exit(main())
