#!/usr/bin/env python3
"""The program for Windows, run by wine: that it finds what the program for Linux finds, what is only on Windows, and the
command-line tests that make sense there. tests/windows_wine.sh runs this with VRMLINT (vrmlint.exe), VRMLINT_NATIVE (the
program to compare with), VRMLINT_WRAP (wine) and VRMLINT_SOURCE in the environment, and VRMLINT_EXTERNAL where there is
data.
"""
import importlib
import json
import os
import signal
import subprocess
import sys
import unittest

SOURCE = os.environ['VRMLINT_SOURCE']
sys.path.insert(0, os.path.join(SOURCE, 'tests', 'cli'))

from test_cli import Case, FAILS, NOTHING, PROGRAM, WARNS  # noqa: E402 (the path comes first)

MODULES = ['baseline', 'ci_formats', 'cli', 'completions', 'config', 'daily', 'fix', 'html', 'languages', 'mended', 'simulate']
SKIPPED = {}
SECONDS = 15  # for one test


class Late(Exception):
    pass


def bounded(test):
    """The same test, failed when it hangs."""
    def late(*_):
        raise Late(f'no end after {SECONDS} s')

    run = getattr(test, test._testMethodName)

    def within():
        signal.signal(signal.SIGALRM, late)
        signal.alarm(SECONDS)
        try:
            run()
        finally:
            signal.alarm(0)
    setattr(test, test._testMethodName, within)
    return test


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def commands():
    for name in MODULES:
        module = importlib.import_module(f'test_{name}')
        yield from each(unittest.defaultTestLoader.loadTestsFromModule(module))


if __name__ == '__main__':
    chosen = unittest.TestSuite()
    for test in commands():
        if len(sys.argv) < 2 or any(word in test.id() for word in sys.argv[1:]):
            chosen.addTest(bounded(test))
    sys.exit(0 if unittest.TextTestRunner(verbosity=2).run(chosen).wasSuccessful() else 1)
