#!/usr/bin/env python3
"""Measures the cost of small hostile files: bounds.py [--size BYTES] [--formats LIST] [--compositions N] PROGRAM [SHAPE...]

Checks each shape of hostile.py, ten megabytes by default, in each format, and prints the processor seconds, the memory and the
bytes of report. More than 10 seconds, 300 MB of memory or 50 MB of report are marked, and then the exit status is 1.
--compositions N adds N files of several shapes each.
"""
import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile

import hostile

SECONDS, MEMORY, REPORT = 10, 300, 50
GIVEN_UP = 30  # processor seconds: the limit of a run


def write(path, name, size):
    """Writes a file; returns the names of its shapes. Shapes only estimate their size."""
    asked = size
    for _ in range(4):
        what, document = hostile.composition(name, asked) if isinstance(name, int) else (name, hostile.SHAPES[name](asked))
        text = json.dumps(document, separators=(',', ':'))  # dump() is ten times as slow
        if 0.95 * size <= len(text) <= size:
            break
        asked = int(asked * 0.98 * size / len(text))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    if name in hostile.BESIDE:
        beside, make = hostile.BESIDE[name]
        with open(os.path.join(os.path.dirname(path), beside), 'wb') as file:
            file.write(make(size))
    return what


def run(program, path, form, output):
    limit = lambda: (resource.setrlimit(resource.RLIMIT_CPU, (GIVEN_UP, GIVEN_UP)),
                     resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30)),
                     resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 30, 2 << 30)))
    with open(output, 'wb') as out:
        process = subprocess.Popen([program, '--no-config', '--jobs', '1', '--format', form, path], stdout=out,
                                   stderr=subprocess.PIPE, preexec_fn=limit)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    process.stderr.close()
    status = os.waitstatus_to_exitcode(status)
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.path.getsize(output) / 1e6, said


def measure(program, path, forms, folder):
    """Returns the maximum of each measurement over the formats, and errors."""
    worst = [0, 0, 0]
    where = ['', '', '']
    wrong = []
    for form in forms:
        status, *figures, said = run(program, path, form, os.path.join(folder, 'report'))
        for i, figure in enumerate(figures):
            if figure > worst[i]:
                worst[i], where[i] = figure, form
        if status not in (0, 1):
            wrong.append(f'{form}: status {status} {said[:100]!r}')
            break
    return worst, where, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--size', type=int, default=10_000_000)
    parser.add_argument('--formats', default='text,concise,json,ndjson,sarif,junit,github,gitlab,html')
    parser.add_argument('--compositions', type=int, default=0)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('program')
    parser.add_argument('shapes', nargs='*')
    args = parser.parse_args()
    names = args.shapes or ([] if args.compositions else list(hostile.SHAPES))
    names += range(args.first, args.first + args.compositions)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            path = os.path.join(folder, 'hostile.gltf')
            # in a new process: the memory of this process would count as memory of the processes that it starts
            with multiprocessing.get_context('spawn').Pool(1) as pool:
                label = pool.apply(write, (path, name, args.size))
            worst, where, wrong = measure(args.program, path, args.formats.split(','), folder)
            over = [worst[i] > limit for i, limit in enumerate((SECONDS, MEMORY, REPORT))]
            marks = ' '.join(('!' if over[i] else ' ') + f'{worst[i]:8.2f} {unit:4}{where[i]:8}'
                             for i, unit in enumerate(('s', 'MB', 'MB')))
            bad += any(over) or bool(wrong)
            print(f'{label if isinstance(name, str) else f"{name}: {label}":28} {os.path.getsize(path) / 1e6:6.1f} MB {marks} '
                  f'{" ".join(wrong)}', flush=True)
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
