"""
What looking at all data of a heavy avatar costs, beside leaving it out, and beside a program that only reads the file.

    data.py VRMLINT SUM_WORDS FOLDER [--rounds N]
"""
import argparse
import os
import subprocess
import sys


def cost(command, rounds):
    """Returns the least CPU time in milliseconds."""
    best = float('inf')
    for _ in range(rounds):
        with open(os.devnull, 'wb') as nowhere:
            process = subprocess.Popen(command, stdout=nowhere)
            _, status, used = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f'{command[0]} failed')
        best = min(best, used.ru_utime + used.ru_stime)
    return best * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.strip().split('\n', maxsplit=1)[0])
    parser.add_argument('vrmlint')
    parser.add_argument('sum_words')
    parser.add_argument('folder')
    parser.add_argument('--rounds', type=int, default=20)
    how = parser.parse_args()
    heavy = os.path.join(how.folder, 'heavy.vrm')
    subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), 'heavy.py'), heavy], check=True)
    check = [how.vrmlint, 'check', '--no-config', '--jobs', '1']
    words = cost([how.sum_words, heavy], how.rounds)
    without = cost([*check, '--no-data', heavy], how.rounds)
    whole = cost([*check, heavy], how.rounds)
    print(f'{os.path.getsize(heavy) / 1e6:.1f} MB: {words:.1f} ms to read and add up, {without:.1f} ms without data, '
          f'{whole:.1f} ms with it: {whole / (words + without):.2f} times the sum of both')


main()
