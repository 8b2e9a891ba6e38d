#!/usr/bin/env python3
"""Updates the output of the program in the documents: update_docs.py PROGRAM README [--check]

docs/usage.md has the program's output between <!-- output begin --> and <!-- output end -->, and
docs/first-ten-minutes-artist.ja.md has the same in Japanese. README.md and README.ja.md have the number of rules between the marks
of "rules".
docs/rules.md has a table of the families and the rules of each. CHANGELOG.md lists how the rules differ from those of the last
release.
--check only compares, and fails if something isn't up to date; `meson compile -C build update-docs` updates everything.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'adopt'))
import rule_changes  # noqa: E402 (the path comes first)

EXAMPLE = ['--color', 'never', 'fixtures/whole/mistakes.vrm']

# The page for Japanese artists shows one finding.
JAPANESE = ['--lang', 'ja', '--color', 'never', '--select', 'springbone/value-out-of-range',
            'fixtures/whole/mistakes.vrm']

# What the rules of a family check, for people who select families.
FAMILIES = {
    'file': 'limits on size, time and memory of the run',
    'container': 'the GLB around a model: its header, chunks and lengths',
    'json': 'the text in it: syntax, encoding, duplicate keys',
    'gltf': 'what glTF and the extensions of Khronos require: members, types, indices, nodes, scenes',
    'buffer': 'the bytes of a file: buffers, their uris, and the views into them',
    'accessor': 'numbers in the binary data: where they are, and how accessors describe them',
    'mesh': 'vertices, faces and morph targets: their attributes, their counts, what textures need of them',
    'skin': 'skins: inverse bind matrices, joints, and the nodes of skinned meshes',
    'image': 'images: where they are, and their formats',
    'material': 'surfaces as glTF and the extensions of Khronos describe them',
    'springbone': 'chains of hair and clothes: their joints, their order, parameters, centers',
    'collider': 'colliders of chains: shapes, groups, positions, and joints inside them',
    'limit': 'how far joints may rotate',
    'constraint': 'bones that follow other bones: cycles, axes, weights',
    'animation': 'VRM animations: bones, keyframes, expressions, the gaze',
    'vrm0': 'avatars of VRM 0.x: bones, chains and colliders, expressions, the gaze, first person, the licence',
    'vrm': 'avatars of VRM 1.0: bones, the pose and the size of the body, expressions, the gaze, first person, the licence',
    'node-transform': 'nodes that expressions of VRM 1.0 move (VRMC_vrm_expressions_node_transform)',
    'mtoon': 'toon materials of VRM 1.0 and 0.x: order, shading, rim, outline, and the defaults of apps',
    'hdr': 'emission beyond 1',
    'texture': 'textures, images and samplers: impossible transparency, duplicate or unused data, memory',
    'budget': 'limits on the avatar, set by settings',
    'schema': 'extensions that vrmlint does not know, by schemas of your own (`vrmlint check --schema NAME=FILE`)',
    'sim': 'chains in motion: those that never rest, fold up, stay inside a collider, or move differently from app to app',
}


def output(program, folder, arguments):
    """Returns the program's output in a folder. Findings (status 1) aren't a failure here."""
    # not through a terminal, so that the width is always the same
    run = subprocess.run([program, *arguments], cwd=folder, stdout=subprocess.PIPE, check=False,
                         env={**os.environ, 'LC_ALL': 'C'})
    if run.returncode > 1:
        sys.exit(f'{program} {" ".join(arguments)}: exit status {run.returncode}')
    return run.stdout.decode('utf-8')


def example(program, folder):
    """Returns the program's output for a file, as it appears in a terminal."""
    shown = ' '.join(argument for argument in EXAMPLE if argument not in ('--color', 'never'))
    return f'```text\n$ vrmlint {shown}\n{output(program, folder, EXAMPLE).strip(chr(10))}\n```'


def by_family(rules):
    """Returns the rules of each family, in the order of the table."""
    families = {}
    for rule in rules:
        families.setdefault(rule['rule'].split('/')[0], []).append(rule)
    if list(families) != list(FAMILIES):
        sys.exit(f'the families are {", ".join(families)}: FAMILIES in {__file__} must say what each looks at')
    return families


def family_table(rules):
    lines = ['| family | rules | off by default | what they look at |', '|---|---|---|---|']
    for family, members in by_family(rules).items():
        off = sum(rule['opt_in'] for rule in members)
        lines.append(f'| [{family}](#{family}) | {len(members)} | {off or ""} | {FAMILIES[family]} |')
    return lines


def with_sections(path, sections):
    """Returns the text of a document with its sections up to date."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    for name, section in sections.items():
        begin, end = f'<!-- {name} begin -->', f'<!-- {name} end -->'
        if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
            sys.exit(f'{path} needs one {begin} and one {end} behind it')
        head, rest = text.split(begin)
        tail = rest.split(end)[1]
        text = f'{head}{begin}\n{section}\n{end}{tail}'
    return text


def cell(text):
    """Returns text for a table: characters that would end the cell or be Markdown or HTML are escaped."""
    return re.sub(r'([|<>*_`\\\[\]])', r'\\\1', text)


def rule_table(rules):
    """Returns a line for each rule, with an anchor that reports and terminals lead to."""
    lines = ['| rule | severity | class | what is wrong |', '|---|---|---|---|']
    for rule in rules:
        off = ', off by default' if rule['opt_in'] else ''
        lines.append(f'| <a id="{rule["rule"]}"></a>`{rule["rule"]}` | {rule["severity"]}{off} | {rule["class"]} | {cell(rule["summary"])} |')
    return lines


def rule_list(rules):
    """Returns the page that lists the rules."""
    lines = ['# The rules', '',
             'The severity follows what apps do, the class what the specifications say: must, should or advice.',
             '`vrmlint explain RULE` prints why a rule matters, what each app does, what to do, and an example. The archives of a',
             'release have the same for all rules in `Rules.html`. Rules that are off by default run when they, or their family, are',
             'selected.', '', *family_table(rules)]
    for family, members in by_family(rules).items():
        lines += ['', f'## {family}', '', f'{FAMILIES[family][0].upper()}{FAMILIES[family][1:]}.', '', *rule_table(members)]
    return '\n'.join(lines) + '\n'


def counts(rules):
    """Returns how many rules there are, and what the specifications say of errors and other findings."""
    def number(severity, kind):
        return sum(rule['severity'] == severity and rule['class'] == kind for rule in rules)

    errors = sum(rule['severity'] == 'error' for rule in rules)
    return (f'There are {len(rules)} rules in {len(by_family(rules))} families; [docs/rules.md](docs/rules.md) lists them.\n'
            f'Of the {errors} rules that report errors, {number("error", "must")} are of class must, {number("error", "should")} of class should, and '
            f'{number("error", "advice")} of class advice:\napps refuse what no specification forbids. '
            f'{number("warning", "must") + number("info", "must")} warnings and infos are of class must: apps read what a specification forbids.')


def counts_in_japanese(rules):
    """Returns the same in Japanese. The numbers are those of counts()."""
    number = iter(re.findall(r'\d+', counts(rules)))
    rules_all, families, errors, must, should, advice, others = number
    return (f'{families}の分類に{rules_all}個のルールがあります。一覧は[docs/rules.md](docs/rules.md)にあります。'
            f'エラーになる{errors}個のルールのうち、クラスが`must`のものは{must}個、`should`は{should}個、`advice`は{advice}個です。'
            f'`advice`は、どの仕様も禁じていないのにアプリが拒否するものです。'
            f'警告と情報のうち{others}個は`must`です。仕様が禁じていても、アプリは読み込みます。')


def is_current(path, text):
    try:
        with open(path, encoding='utf-8') as file:
            found = file.read()
            # the line breaks of Japanese depend on whether the program was built with data about the widths of characters
            return ''.join(found.split()) == ''.join(text.split()) if path.endswith('.ja.md') else found == text
    except FileNotFoundError:
        return False


def main():
    program, readme = (os.path.abspath(path) for path in sys.argv[1:3])
    folder = os.path.dirname(readme)
    rules = json.loads(output(program, folder, ['rules', '--format', 'json']))['rules']
    usage = os.path.join(folder, 'docs', 'usage.md')
    japanese = os.path.join(folder, 'README.ja.md')
    pages = {readme: with_sections(readme, {'rules': counts(rules)}), japanese: with_sections(japanese, {'rules': counts_in_japanese(rules)}),
             usage: with_sections(usage, {'output': example(program, folder)}),
             os.path.join(folder, 'docs', 'rules.md'): rule_list(rules)}
    artists = os.path.join(folder, 'docs', 'first-ten-minutes-artist.ja.md')
    shown = output(program, folder, JAPANESE).strip('\n')
    pages[artists] = with_sections(artists, {'output': f'```text\n{shown}\n```'})
    changelog = os.path.join(folder, 'CHANGELOG.md')
    released = rule_changes.history.released(os.path.join(folder, 'src'))
    pages[changelog] = with_sections(changelog, {'rules': '\n'.join(rule_changes.changes(released, rules))})
    stale = [path for path, text in pages.items() if not is_current(path, text)]
    if '--check' in sys.argv and stale:
        names = ', '.join(os.path.relpath(path, folder) for path in stale[:5])
        sys.exit(f'{len(stale)} documents do not show what the program says now ({names}): '
                 'meson compile -C build update-docs')
    for path in stale:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(pages[path])


main()
