#!/usr/bin/env python3
"""Keeps what README.md shows of the program current: update_docs.py PROGRAM README [--check]

Between <!-- NAME begin --> and <!-- NAME end --> stands what the program prints. --check only compares, and fails when
something isn't current; `meson compile -C build update-docs` brings it up to date.
"""
import os
import subprocess
import sys

# section: (arguments, whether it is shown as it looks in a terminal)
SECTIONS = {
    'output': (['--color', 'never', 'fixtures/whole/mistakes.vrm'], True),
    'explain': (['explain', 'springbone/center-not-ancestor'], True),
    'rules': (['rules', '--format', 'markdown'], False),
}


def printed(program, readme, arguments, fenced):
    """What the program prints, run where the README lies. Findings (1) are no failure here."""
    # not through a terminal, so that the width is always the same
    run = subprocess.run([os.path.abspath(program), *arguments], cwd=os.path.dirname(os.path.abspath(readme)),
                         stdout=subprocess.PIPE, check=False)
    if run.returncode > 1:
        sys.exit(f'{program} {" ".join(arguments)}: exit status {run.returncode}')
    text = run.stdout.decode('utf-8').strip('\n')
    return f'```text\n$ vrmlint {" ".join(a for a in arguments if a not in ("--color", "never"))}\n{text}\n```' \
        if fenced else text


def main():
    program, readme = sys.argv[1:3]
    with open(readme, encoding='utf-8') as file:
        text = file.read()
    current = text
    for name, (arguments, fenced) in SECTIONS.items():
        begin, end = f'<!-- {name} begin -->', f'<!-- {name} end -->'
        if current.count(begin) != 1 or current.count(end) != 1 or current.index(begin) > current.index(end):
            sys.exit(f'{readme} needs one {begin} and one {end} behind it')
        head, rest = current.split(begin)
        tail = rest.split(end)[1]
        current = f'{head}{begin}\n{printed(program, readme, arguments, fenced)}\n{end}{tail}'
    if '--check' not in sys.argv:
        with open(readme, 'w', encoding='utf-8') as file:
            file.write(current)
    elif current != text:
        sys.exit(f'{readme} does not show what the program prints now: meson compile -C build update-docs')


main()
