#!/usr/bin/env python3
"""Interrupts vrmlint fix at many more moments than the test suite does:
VRMLINT=build/src/vrmlint VRMLINT_MOMENTS_PROGRAM=build/tests/moments VRMLINT_SOURCE=. tests/cli/interrupts.py [ROUNDS]

By default 200 rounds of each signal and kind, which takes minutes.
"""
import os
import sys

os.environ['VRMLINT_INTERRUPTS'] = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1].isdigit() else '200'
for name in ('VRMLINT', 'VRMLINT_MOMENTS_PROGRAM', 'VRMLINT_SOURCE'):
    os.environ[name] = os.path.abspath(os.environ[name])
os.chdir(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.getcwd())
sys.argv[1:] = sys.argv[1:] or ['Interrupts.test_every_moment', 'Interrupts.test_twice', 'Interrupts.test_any_time']
import unittest  # pylint: disable=wrong-import-position

unittest.main('test_interrupts', verbosity=2)
