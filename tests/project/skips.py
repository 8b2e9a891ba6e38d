#!/usr/bin/env python3
"""Summarizes a run of the tests: skips.py BUILD prints one count, and for what was skipped the package or data that runs it."""
import collections
import json
import os
import re
import sys

DATA = 'data that can\'t be had outside; with them: VRMLINT_EXTERNAL=FOLDER tests/run.sh'
# A part of the reason that a test prints, and what is missing. The first one that matches counts.
REMEDIES = [
    (r'external test data|real avatars|no packages|no clones of the tools|-Dexternal|no published schemas|recorded outcomes|no vectors|ref\.mjs|modules|ajv|jest-sarif|kubernetes-models|s3rver|duckdb|'
     r'VRM add-on|\.sh_needs|fixtures of apps', DATA),
    (r'VRMLINT_LONG', 'time: VRMLINT_LONG=1 tests/run.sh NAME'),
    (r'valgrind', 'a run without valgrind'),
    (r'\bgit\b', 'apt install git'),
    (r'wine', 'apt install wine64 (and gcc-mingw-w64-x86-64)'),
    (r'mingw', 'apt install gcc-mingw-w64-x86-64'),
    (r'mono and mcs', 'apt install mono-runtime mono-mcs'),
    (r'numpy', 'apt install python3-numpy'),
    (r'Japanese', 'a Blender with translations'),
    (r'Blender', 'apt install blender'),
    (r'Chromium', 'apt install chromium'),
    (r'abidiff', 'apt install abigail-tools'),
    (r'bsdtar', 'apt install libarchive-tools'),
    (r'xmllint', 'apt install libxml2-utils'),
    (r'module yaml', 'apt install python3-yaml'),
    (r'GNU parallel', 'apt install parallel'),
    (r'Slurm', 'apt install slurmd slurmctld munge'),
    (r'strace', 'apt install strace'),
    (r'rclone', 'apt install rclone'),
    (r'buildah', 'apt install buildah'),
    (r'curl', 'apt install curl'),
    (r'pre-commit', 'apt install pre-commit'),
    (r'bash', 'apt install bash'),
    (r'\bnm\b|readelf', 'apt install binutils'),
    (r'SARIF_MULTITOOL', 'SARIF_MULTITOOL=PROGRAM, Microsoft\'s validator'),
    (r'\bnode\b', 'apt install nodejs'),
    (r'emcc|emscripten|page|\.wasm', 'apt install emscripten, and web/build.sh'),
    (r'utf8proc', 'apt install libutf8proc-dev'),
    (r'pcre2|regular expressions', 'apt install libpcre2-dev'),
    (r'terminal', 'a system with pseudo terminals'),
    (r'/dev/full|/dev/shm|file name|no shell|nothing preloaded|preload', 'another system or C library'),
    (r'only root|chattr', 'root'),
    (r'root may read', 'a user other than root'),
    (r'needs more memory', 'more memory'),
    (r'setfacl', 'apt install acl'),
    (r'setfattr', 'apt install attr'),
    (r'meson or python3', 'apt install meson python3'),
    (r'nothing makes the program crash|nothing interrupts|moments|program alone|sanitised programs|only the commit of a release|renamed rule|list of documents|debugging information|ninja has no dependencies', 'nothing: another state of the sources or the build'),
]
OTHERS = 'what the reason names'


def remedy(reason):
    return next((what for pattern, what in REMEDIES if re.search(pattern, reason)), OTHERS)


def skipped(log):
    """Yields (test, reason) for each skipped test, and each skipped part of one."""
    test = ''
    for line in log:
        named = re.match(r'test: +(.*)', line)
        reason = re.match(r'skipped: (.*)|.* \.\.\. skipped (.*)', line)
        if named:
            test = named.group(1).split(' / ')[-1].strip()
        elif reason:
            yield test, (reason.group(1) or reason.group(2)).strip('\'" ')


def summary(build):
    """Returns the lines to print."""
    logs = os.path.join(build, 'meson-logs')
    results = collections.Counter()
    with open(os.path.join(logs, 'testlog.json'), encoding='utf-8') as file:
        for line in file:
            results[json.loads(line)['result']] += 1
    with open(os.path.join(logs, 'testlog.txt'), encoding='utf-8', errors='replace') as file:
        reasons = list(dict.fromkeys(skipped(file)))
    passed = results['OK'] + results['EXPECTEDFAIL']
    failed = sum(results.values()) - passed - results['SKIP']
    lines = [f'{sum(results.values())} tests: {passed} passed, {failed} failed, {results["SKIP"]} skipped; '
             f'{len(reasons)} skips in whole or in part']
    missing = collections.defaultdict(list)
    for test, reason in reasons:
        missing[remedy(reason)].append(test if remedy(reason) != OTHERS else f'{test} ({reason})')
    for what, tests in sorted(missing.items()):
        lines.append(f'  {what}: {", ".join(dict.fromkeys(tests))}')
    return lines


if __name__ == '__main__':
    try:
        print('\n'.join(summary(sys.argv[1])))
    except FileNotFoundError:
        print('no test ran')
