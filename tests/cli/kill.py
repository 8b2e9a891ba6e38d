#!/usr/bin/env python3
"""Kills cached, sharded runs at random moments: VRMLINT=build/src/vrmlint VRMLINT_SOURCE=. tests/cli/kill.py [ROUNDS]

Each round kills two shards that share a cache with SIGKILL, starts them again with the files that they left behind, and
compares the merged report with that of one plain run. The test suite does four rounds; this does 50 by default.
"""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_scale import kill_and_resume  # pylint: disable=wrong-import-position


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        killed = kill_and_resume(unittest.TestCase(), folder, write, rounds, 300)
    print(f'{rounds} rounds, {killed} of {2 * rounds} runs killed on their way; every report was right')


main()
