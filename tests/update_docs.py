#!/usr/bin/env python3
"""Keeps what the documents show of the program current: update_docs.py PROGRAM README [--check]

In README.md, between <!-- NAME begin --> and <!-- NAME end --> stands what the program prints. Beside it, docs/rules/ has a
page for every rule and README.md as their index. --check only compares, and fails when something isn't current;
`meson compile -C build update-docs` brings all of it up to date.
"""
import json
import os
import subprocess
import sys

# section: (arguments, whether it is shown as it looks in a terminal)
SECTIONS = {
    'output': (['--color', 'never', 'fixtures/whole/mistakes.vrm'], True),
    'explain': (['explain', 'springbone/center-not-ancestor'], True),
    'rules': (['rules', '--format', 'markdown'], False),
}


def output(program, folder, arguments):
    """What the program prints, run in a folder. Findings (1) are no failure here."""
    # not through a terminal, so that the width is always the same
    run = subprocess.run([program, *arguments], cwd=folder, stdout=subprocess.PIPE, check=False)
    if run.returncode > 1:
        sys.exit(f'{program} {" ".join(arguments)}: exit status {run.returncode}')
    return run.stdout.decode('utf-8')


def section(program, folder, arguments, fenced):
    text = output(program, folder, arguments).strip('\n')
    return f'```text\n$ vrmlint {" ".join(a for a in arguments if a not in ("--color", "never"))}\n{text}\n```' \
        if fenced else text


def readme_page(program, readme):
    """README.md with its sections as they should be."""
    with open(readme, encoding='utf-8') as file:
        text = file.read()
    for name, (arguments, fenced) in SECTIONS.items():
        begin, end = f'<!-- {name} begin -->', f'<!-- {name} end -->'
        if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
            sys.exit(f'{readme} needs one {begin} and one {end} behind it')
        head, rest = text.split(begin)
        tail = rest.split(end)[1]
        text = f'{head}{begin}\n{section(program, os.path.dirname(readme), arguments, fenced)}\n{end}{tail}'
    return text


def rule_pages(program, folder):
    """A page for each rule, and their index, by path."""
    rules = json.loads(output(program, folder, ['rules', '--format', 'json']))['rules']
    pages = {}
    index = ['# The rules', '', 'Each page says what a rule means, why, and what to do; `vrmlint explain RULE` says the same.']
    family = None
    for rule in rules:
        if rule['rule'].split('/')[0] != family:
            family = rule['rule'].split('/')[0]
            index += ['', f'## {family}', '']
        index.append(f'- [{rule["rule"]}]({rule["rule"]}.md) ({rule["severity"]}): {rule["summary"]}')
        path = os.path.join(folder, 'docs', 'rules', *rule['rule'].split('/')) + '.md'
        pages[path] = output(program, folder, ['explain', '--format', 'markdown', rule['rule']])
    pages[os.path.join(folder, 'docs', 'rules', 'README.md')] = '\n'.join(index) + '\n'
    return pages


def is_current(path, text):
    try:
        with open(path, encoding='utf-8') as file:
            return file.read() == text
    except FileNotFoundError:
        return False


def main():
    program, readme = (os.path.abspath(path) for path in sys.argv[1:3])
    folder = os.path.dirname(readme)
    pages = {readme: readme_page(program, readme), **rule_pages(program, folder)}
    there = [os.path.join(root, name) for root, _, names in os.walk(os.path.join(folder, 'docs', 'rules'))
             for name in names]
    stale = [path for path, text in pages.items() if not is_current(path, text)]
    left = [path for path in there if path not in pages]
    if '--check' in sys.argv and (stale or left):
        names = ', '.join(os.path.relpath(path, folder) for path in (stale + left)[:5])
        sys.exit(f'{len(stale + left)} documents do not show what the program says now ({names}): '
                 'meson compile -C build update-docs')
    for path in stale:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(pages[path])
    for path in left:
        os.remove(path)


main()
