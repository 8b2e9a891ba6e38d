#!/usr/bin/env python3
"""Checks that the work that files cause is in proportion to their size: test_work.py COUNT_WORK.

Writes each shape of bench/hostile.py in two sizes, one about twice the other, and counts the work (work.h) of checking them and
of printing the report. Each kind of object (bench/kinds.py) is also fixed and simulated. It measures no time, so
the result doesn't depend on the machine.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hostile  # noqa: E402
import hostile_springs  # noqa: E402
import kinds  # noqa: E402

SMALL, LARGE = 4_000, 8_000
SHARING_SMALL, SHARING_LARGE = 100_000, 200_000  # the shared data must be larger than the objects that refer to it
# Work that grows with the square of the file until a budget stops it is compared at sizes at which the budget stops it.
SIZES = {'long_key': (96_000, 192_000), 'centers_beside': (24_000, 48_000), 'all_meet_all': (48_000, 96_000),
         'same_roots': (96_000, 192_000), 'moved_outside': (6_000, 12_000), 'all_hold_all': (16_000, 32_000),
         'held_number': (6_000, 12_000), 'skipping_apart': (8_000, 16_000), 'channels_of_many': (64_000, 128_000),
         'values_of_many': (64_000, 128_000), 'binds_beside_two_parents': (64_000, 128_000)}
GROWTH = 2.5
# Findings below a long key have pointers of the same length, until the report's text reaches its limit.
GROWTH_OF = {'long_keys': 3.5}
# Limits of work: a fixed amount, and an amount for each byte and each finding. A mistake can take two bytes, as in lists of
# numbers where lists are expected, and isn't a separate finding if others are like it. The counts differ by some thousand from
# run to run, because memory has other addresses.
FIXED, A_BYTE, A_FINDING = 4_000_000, 8_000, 50_000

# Lists of each kind of object: a fix of all elements takes as much work as a few checks, also if most of the fixes do harm.
# In smaller files, the parts that don't grow are too large a share.
KIND_SMALL, KIND_LARGE, KIND_GROWTH = 12_000, 24_000, 2.3
CHECKS_OF_FIX, STEPS_FIXED = 10, 60_000_000  # small files may be checked more often


def is_tried(name):
    """Whether a shape runs. Strings and lists take the code path of other wrong types, so they only run with VRMLINT_LONG."""
    return not name.endswith(('_text', '_list')) or 'VRMLINT_LONG' in os.environ


def write(folder, name, size):
    """Writes a shape, in its own folder because it may have files beside it; returns its path and size."""
    folder = os.path.join(folder, f'{name}-{size}')
    os.mkdir(folder)
    path = os.path.join(folder, f'{name}.gltf')
    text = json.dumps(hostile.SHAPES[name](size), separators=(',', ':'))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    if name in hostile.BESIDE:
        beside, make = hostile.BESIDE[name]
        with open(os.path.join(folder, beside), 'wb') as file:
            file.write(make(size))
    return path, len(text)


def count(program, paths, what='concise'):
    """Returns the work of each file, and its number of findings."""
    run = subprocess.run([program, what, *paths], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f'{paths[run.stdout.count(chr(10))]}: status {run.returncode}: {run.stderr}')
    rows = [[int(number) for number in line.split()] for line in run.stdout.splitlines()]
    return [(check + printing, findings) for check, printing, findings, _ in rows]


def judge(name, small_size, large_size, small, large):
    """Returns what is wrong with two counts, or None."""
    (small_work, _), (large_work, findings) = small, large
    growth = 2 * (large_work / small_work) / (large_size / small_size)
    bound = FIXED + A_BYTE * large_size + A_FINDING * findings
    print(f'{name:28} {large_size:7} bytes {findings:7} findings {large_work:12} work {growth:5.2f}')
    most = GROWTH_OF.get(name, GROWTH)
    if growth > most:
        return f'{name}: twice the file takes {growth:.2f} times the work (at most {most})'
    if large_work > bound:
        return f'{name}: {large_work} is more work than {bound} for {large_size} bytes and {findings} findings'
    return None


def write_kind(folder, name, size):
    path = os.path.join(folder, f'{name}-{size}.gltf')
    text = json.dumps(kinds.sized(name, size), separators=(',', ':'))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path, len(text)


def judge_kinds(program, names=tuple(kinds.KINDS)):
    """Checks, fixes and simulates lists of each kind of object. Returns what is wrong."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        files = {name: [write_kind(folder, name, size) for size in (KIND_SMALL, KIND_LARGE)]
                 for name in names}
        checks = {}
        for what in 'concise', '--fix', '--simulate':
            counts = count(program, [path for kind in files.values() for path, _ in kind], what)
            for name, (small, _), (large, _) in zip(files, counts[::2], counts[1::2]):
                growth = 2 * (large / small) / (files[name][1][1] / files[name][0][1])
                checks.setdefault(name, large)
                print(f'{name:20} {what:10} {files[name][1][1]:7} bytes {large:12} work {growth:5.2f}')
                if growth > KIND_GROWTH:
                    wrong.append(f'{name} ({what}): twice the file takes {growth:.2f} times the work (at most {KIND_GROWTH})')
                if what == '--fix' and large > CHECKS_OF_FIX * checks[name] + STEPS_FIXED:
                    wrong.append(f'{name}: fixing takes {large / checks[name]:.1f} times the work of a check')
    return wrong


def judge_shared(program, size=100_000):
    """Compares the work of moving chains that share colliders, in many bone groups and in one. Returns what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ('apart.gltf', 'one.gltf')]
        for path, apart in zip(paths, (True, False)):
            with open(path, 'w', encoding='utf-8') as file:
                json.dump(hostile_springs.groups_of_one(size, apart), file)
        (apart, _), (one, _) = count(program, paths, '--simulate')
    print(f'groups that share colliders: {apart} work in many bone groups, {one} in one')
    return [f'colliders that bone groups share take {apart / one:.1f} times the work'] if apart > 1.35 * one else []


def main():
    program, names = sys.argv[1], sys.argv[2:] or list(filter(is_tried, hostile.SHAPES))
    sharing = {shape.__name__ for shape in hostile.SHARING_SHAPES}
    files = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            sizes = (SHARING_SMALL, SHARING_LARGE) if name in sharing else SIZES.get(name, (SMALL, LARGE))
            files += [write(folder, name, size) for size in sizes]
        counts = count(program, [path for path, _ in files])
    sizes = [size for _, size in files]
    wrong = list(filter(None, map(judge, names, sizes[::2], sizes[1::2], counts[::2], counts[1::2])))
    wrong += [] if sys.argv[2:] else judge_kinds(program) + judge_shared(program)
    print('\n'.join(wrong))
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
