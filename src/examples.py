#!/usr/bin/env python3
"""Extracts the examples of `vrmlint explain` from the fixtures: examples.py OUTPUT DEPFILE SOURCE

For every fixtures/FAMILY/RULE with a failing file, OUTPUT (a C table) gets the JSON around the first place in its .expect file,
and the same place of the passing twin. If both look alike there, the place where they differ is shown as well. Shared rules
without fixtures get an example from family_cases.py. A container is shown as an annotated dump of its headers.
"""
import gc
import json
import os
import re
import struct
import sys

import family_cases
import texts  # found by family_cases

WIDTH = 76
LINES = 25
LITERAL = 4000  # C guarantees only 4095 bytes per string
SUFFIXES = ('.gltf', '.glb', '.vrm', '.vrma')


class Object(list):
    """Members as (key, value), in order; a key may occur twice."""


class Number(str):
    """A number as it was written in the file."""


def note(name, filling=None):
    """Returns words that aren't from the file: explain prints WORDS_EXAMPLE_name of the messages in its language."""
    return '\ue000' + name + ('' if filling is None else f':{filling}') + '\ue001'


# ---- reading ----

def json_text(data):
    """Returns the JSON text of a file: its JSON chunk if it is a GLB."""
    if data[:4] == b'glTF' and len(data) >= 20:
        length = struct.unpack('<I', data[12:16])[0]
        data = data[20:20 + length]
    return data.decode('utf-8', errors='backslashreplace')


def parse(text):
    return json.loads(text, object_pairs_hook=Object, parse_int=Number, parse_float=Number, parse_constant=Number)


def child(value, token):
    """Returns the member or element that a token of a pointer names; None if it doesn't exist."""
    if isinstance(value, Object):
        found = [v for k, v in value if k == token]
        return found[-1] if found else None
    if isinstance(value, list) and token.isdigit() and int(token) < len(value):
        return value[int(token)]
    return None


def split(pointer):
    return [t.replace('~1', '/').replace('~0', '~') for t in pointer.split('/')[1:]]


def existing(root, tokens):
    """Returns the part of a path that exists."""
    value = root
    for i, token in enumerate(tokens):
        value = child(value, token)
        if value is None:
            return tokens[:i]
    return tokens


def difference(a, b):
    """Returns the path of the first place where two values differ, or None."""
    if isinstance(a, Object) and isinstance(b, Object):
        for key in [k for k, _ in a] + [k for k, _ in b]:
            inner = difference(child(a, key), child(b, key))
            if inner is not None:
                return [key] + inner
    elif isinstance(a, list) and isinstance(b, list) and not isinstance(a, Object) and not isinstance(b, Object):
        for i, (x, y) in enumerate(zip(a, b)):
            inner = difference(x, y)
            if inner is not None:
                return [str(i)] + inner
        return None if len(a) == len(b) else [str(min(len(a), len(b)))]
    return None if a == b and type(a) is type(b) else []


def at(root, tokens):
    """Returns the value at a path, or None."""
    for token in tokens:
        root = child(root, token)
    return root


def first_difference(root, twin, tokens):
    """Returns the path of the first place where two files differ: below the given path if they differ there."""
    a, b = at(root, tokens), at(twin, tokens)
    inner = difference(a, b) if a is not None and b is not None else None
    return tokens + inner if inner is not None else difference(root, twin)


# ---- showing JSON ----

quoted = json.encoder.encode_basestring  # as json.dumps writes a string, without its type checks


def columns(text):
    """Returns the width of a text on the page: a note is a little longer than its name."""
    return len(text) + 2 * text.count('\ue000')


def compact(value, known={}):
    """Returns a value in one line. known caches lists and objects by id and keeps them alive: each ancestor asks again."""
    if not isinstance(value, list):
        return str(value) if isinstance(value, Number) else quoted(value) if isinstance(value, str) else json.dumps(value)
    if id(value) not in known:
        text = '{' + ', '.join([quoted(k) + ': ' + compact(v) for k, v in value]) + '}' if isinstance(value, Object) else \
            '[' + ', '.join(map(compact, value)) + ']'
        known[id(value)] = text, value
    return known[id(value)][0]


def brief(value, room):
    """Returns a value in one line, shortened to fit if possible; dots replace what is left out."""
    text = compact(value)
    if columns(text) <= room:
        return text
    if not isinstance(value, list):
        return text[:max(room - 4, 8)] + '..."'
    is_object = isinstance(value, Object)
    left, right = '{}' if is_object else '[]'
    inner = [label + brief(v, max(room // 3, 24)) if is_object else compact(v) for label, _, v in pairs(value)]
    if is_object and columns(', '.join(inner)) + 2 <= room:
        return left + ', '.join(inner) + right
    for count in range(len(inner) - 1, 0, -1):
        rest = '...' if is_object else note('MORE', len(inner) - count)
        text = left + ', '.join(inner[:count] + [rest]) + right
        if columns(text) <= room:
            return text
    return left + '...' + right if is_object else '[' + note('IN_ALL', len(value)) + ']'


def pairs(value):
    """Returns (label, token, child) of every member or element."""
    if isinstance(value, Object):
        return [(quoted(k) + ': ', k, v) for k, v in value]
    return [('', str(i), v) for i, v in enumerate(value)]


def window(count, focus, most):
    """Returns the range of the neighbours that are shown, at most `most` of count."""
    first = max(0, min(focus - most // 2, count - most))
    return range(first, min(count, first + most))


def show(value, focus, label, indent, most):
    """Returns the lines of a value: the target of the path focus is expanded, every other value gets one line."""
    pad = ' ' * indent
    room = WIDTH - indent - len(label)
    if focus is None or not isinstance(value, list) or (len(compact(value)) <= room and indent > 0) or not value:
        return [pad + label + brief(value, room)]
    children = pairs(value)
    focused = [i for i, (_, token, _) in enumerate(children) if focus and token == focus[0]]
    shown = window(len(children), focused[-1] if focused else 0, most)
    lines = [pad + label + ('{' if isinstance(value, Object) else '[')]
    if shown.start > 0:
        lines.append(pad + '  ...')
    for i in shown:
        inner = show(children[i][2], focus[1:] if i in focused else None, children[i][0], indent + 2, most)
        inner[-1] += ',' if i + 1 < len(children) else ''
        lines += inner
    if shown.stop < len(children):
        lines.append(pad + '  ...')
    lines.append(pad + ('}' if isinstance(value, Object) else ']'))
    return lines


def excerpt(root, tokens, most=14):
    """Returns the lines around a place: up to four levels, as many as fit in `most` lines."""
    best = None
    for levels in range(1, 5):
        start = tokens[:max(0, len(tokens) - levels)]
        value = root
        for token in start:
            value = child(value, token)
        lines = show(value, tokens[len(start):], '', 0, 7)
        if best is not None and len(lines) > most:
            break
        where = ''.join('/' + t.replace('~', '~0').replace('/', '~1') for t in start)
        best = ([where + ':'] if where else []) + lines
        if not start:
            break
    return best


def tree(root):
    """Returns the nodes of a file as an indented tree, for places that can only be understood with it."""
    nodes = child(root, 'nodes')
    if not isinstance(nodes, list):
        return []
    below = [[int(c) for c in child(n, 'children') or [] if str(c).isdigit()] for n in nodes]
    roots = [i for i in range(len(nodes)) if not any(i in children for children in below)]
    todo = [(i, 0) for i in reversed(roots)]
    lines, seen = [note('NODES')], set()
    while todo:
        i, depth = todo.pop()
        if i < len(nodes) and i not in seen:
            seen.add(i)
            name = child(nodes[i], 'name')
            lines.append('  ' * depth + f'  {i}' + (f' {name}' if isinstance(name, str) else ''))
            todo += [(c, depth + 1) for c in reversed(below[i])]
    return lines


def names_nodes(tokens):
    """Whether a place contains indices of nodes."""
    return any(t in ('node', 'center', 'source', 'children', 'joints', 'springs') for t in tokens)


# ---- showing other content ----

def raw(text, twin):
    """Returns the lines of a text around the first difference from its twin."""
    lines = text.rstrip('\n').split('\n')
    others = (twin or '').split('\n')
    differing = [i for i, line in enumerate(lines) if i >= len(others) or line != others[i]]
    shown = window(len(lines), differing[0] if differing else 0, 12)
    most = WIDTH - 16
    short = [lines[i] if len(lines[i]) <= WIDTH else lines[i][:most] + note('MORE', len(lines[i]) - most) for i in shown]
    return (['...'] if shown.start > 0 else []) + short + (['...'] if shown.stop < len(lines) else [])


def dump_line(data, at, meaning):
    piece = data[at:at + 4]
    return f'{at:08x}  {piece.hex(" "):<11}  {meaning}'


def container(data):
    """Returns the headers of a GLB, word by word."""
    if data[:4] != b'glTF':
        text = ''.join(chr(b) if 32 <= b < 127 else '.' for b in data[:16])
        return [f'00000000  {data[:16].hex(" ")}  {text}'.rstrip() if data else note('EMPTY')]
    lines = [dump_line(data, 0, note('MAGIC', 'glTF'))]
    for at, name in ((4, 'VERSION'), (8, 'LENGTH')):
        if len(data) >= at + 4:
            lines.append(dump_line(data, at, note(name, struct.unpack_from('<I', data, at)[0])))
    at = 12
    for number in range(4):
        if at + 8 > len(data):
            break
        length = struct.unpack_from('<I', data, at)[0]
        kind = ''.join(chr(b) if 32 <= b < 127 else f'\\{b}' for b in data[at + 4:at + 8])
        lines.append(dump_line(data, at, note('CHUNK_LENGTH', f'{number}:{length}')))
        lines.append(dump_line(data, at + 4, note('CHUNK_TYPE', f'{number}:{kind}')))
        lines.append(f'{at + 8:08x}  ...')
        at += 8 + length
    return lines + [f'{len(data):08x}  ' + note('END')]


# ---- one rule ----

def fixtures(folder, prefix):
    return [n for n in sorted(os.listdir(folder)) if n.startswith(prefix) and n.endswith(SUFFIXES)]


def first_pointer(path, rule):
    """Returns the pointer of the first finding of a rule in an .expect file; None if it has none."""
    try:
        with open(path, encoding='utf-8') as file:
            for line in file:
                words = line.rstrip('\n').split(' ', 3)
                if len(words) == 4 and words[1] == rule and line[0] not in '# ':
                    return words[3]
    except FileNotFoundError:
        pass
    return None


def pick(folder, rule):
    """Returns the failing fixture to show, its pointer, and its passing twin (or None)."""
    passing = fixtures(folder, 'pass-')
    for name in fixtures(folder, 'fail-'):
        pointer = first_pointer(os.path.join(folder, os.path.splitext(name)[0] + '.expect'), rule)
        if pointer is not None:
            case = os.path.splitext(name)[0][len('fail-'):]
            same = [n for n in passing if os.path.splitext(n)[0][len('pass-'):] == case]
            return name, pointer, (same + passing + [None])[0]
    return None


def read(folder, name):
    with open(os.path.join(folder, name), 'rb') as file:
        return file.read()


def middle(text, other):
    """Returns the part of a long string around the point where it begins to differ from another."""
    if not isinstance(text, str) or not isinstance(other, str):
        return []
    first = len(os.path.commonprefix([text, other]))
    start = max(0, first - WIDTH // 2)
    return ['', f'"...{text[start:start + WIDTH - 8]}..."']


def as_json(data, pointer, other):
    """Returns excerpts of two files as a pair of lists of lines, or None if either isn't JSON."""
    try:
        root = parse(json_text(data))
        twin = parse(json_text(other)) if other is not None else None
    except (ValueError, RecursionError, struct.error):
        return None
    tokens = existing(root, split(pointer))
    fails = excerpt(root, tokens)
    passes = excerpt(twin, existing(twin, tokens)) if twin is not None else []
    place = first_difference(root, twin, tokens) if twin is not None else None
    visible = cut(fails) != cut(passes) and shows(fails, root, place or []) and shows(passes, twin, place or [])
    if place is not None and not visible:
        fails = excerpt(root, tokens, 8) + [''] + excerpt(root, existing(root, place))
        passes = excerpt(twin, existing(twin, tokens), 8) + [''] + excerpt(twin, existing(twin, place))
        if place[:len(tokens)] == tokens or cut(fails) == cut(passes):
            fails, passes = excerpt(root, existing(root, place)), excerpt(twin, existing(twin, place))
        if cut(fails) == cut(passes):
            a, b = at(root, place), at(twin, place)
            fails, passes = fails + middle(a, b), passes + middle(b, a)
    if names_nodes(tokens) and max(len(fails) + len(tree(root)), len(passes) + len(tree(twin))) < LINES:
        fails += [''] + tree(root)
        passes += [''] + tree(twin) if twin is not None else []
    return fails, passes


def shows(lines, root, place):
    """Whether the value at a path is visible in an excerpt, or doesn't exist."""
    while place and place[-1].isdigit() and not isinstance(at(root, place), list):
        place = place[:-1]  # an index means nothing without its neighbours
    value = at(root, place)
    if value is None or not place:
        return value is None
    return (json.dumps(place[-1]) + ': ' if not place[-1].isdigit() else '') + compact(value) in '\n'.join(lines)


def cut(lines):
    return lines[:LINES - 1] + ['...'] if len(lines) > LINES else lines


def example(folder, rule):
    """Returns the failing and the passing example; the latter is empty if both would look the same."""
    both = examples_of(folder, rule)
    if both is not None and cut(both[0]) == cut(both[1]):  # the same JSON: one of them is a GLB
        name, _, twin = pick(folder, rule)
        both = tuple(container(read(folder, n)) + [''] + lines for n, lines in zip((name, twin), both))
    return None if both is None else (both[0], both[1] if cut(both[0]) != cut(both[1]) else [])


def examples_of(folder, rule):
    picked = pick(folder, rule)
    if picked is None:
        return None
    name, pointer, twin = picked
    data = read(folder, name)
    other = read(folder, twin) if twin is not None else None
    if rule.startswith('container/'):
        both = container(data), container(other) if other is not None else []
        if both[0] == both[1]:  # the container itself is valid, but its JSON isn't
            inner = as_json(data, pointer, other)
            both = both if inner is None else tuple(a + [''] + b for a, b in zip(both, inner))
        return both
    both = None if rule.startswith('json/') and rule != 'json/duplicate-key' else as_json(data, pointer, other)
    if both is None:
        text, twin_text = json_text(data), json_text(other) if other is not None else None
        both = raw(text, twin_text), raw(twin_text, text) if other is not None else []
    return both


# ---- writing ----

UNUSUAL = re.compile(r'[^ -~]|["\\?]')  # in a C string


def literal(lines):
    """Returns lines as C string literals. Control characters and bytes beyond ASCII are escaped; notes are enclosed in the
    bytes 1 and 2."""
    bounds = {'\ue000': '\x01', '\ue001': '\x02'}
    lines = cut(lines)
    out = []
    size = 0
    for line in lines:
        shown = line if line.isprintable() else ''.join(bounds[c] if c in bounds else c if c.isprintable() else f'\\u{ord(c):04x}' for c in line)
        data = (shown + '\n').encode('utf-8')
        size += len(data)
        if size > LITERAL:
            break
        text = UNUSUAL.sub(lambda match: f'\\{ord(match[0]):03o}', data.decode('latin-1'))
        out.append(f'        "{text}"')
    return '\n'.join(out) if out else '        ""'


def shared_examples(source):
    """Yields (rule, failing example, passing example) of the shared rules of each family that has an example."""
    for family in texts.families(os.path.join(source, 'src')):
        document = family_cases.example(source, family[1])
        seen = set()
        for shared, text, pointer in family_cases.cases(source, family, document) if document is not None else ():
            both = as_json(text.encode('utf-8'), pointer, family_cases.written(document).encode('utf-8'))
            if shared not in seen and both is not None:
                seen.add(shared)
                yield f'{family[1]}/{shared}', literal(both[0]), literal(both[1])


FOUND = re.compile(r'(?:also )?(error|warning|info) (\S+/\S+) fix=(none|safe|repair|unsafe) ')
SEVERITIES = {'info': 'VRMLINT_INFO', 'warning': 'VRMLINT_WARNING', 'error': 'VRMLINT_ERROR'}
FIXES = {'none': 'VRMLINT_FIX_NONE', 'safe': 'VRMLINT_FIX_SAFE', 'repair': 'VRMLINT_FIX_REPAIR', 'unsafe': 'VRMLINT_FIX_UNSAFE'}


def found(paths):
    """Returns the severities and fix classes of each rule's findings in the fixtures."""
    facts = {}
    for path in paths:
        if path.endswith('.expect'):
            with open(path, encoding='utf-8') as file:
                for line in file:
                    match = FOUND.match(line)
                    if match:
                        severities, fixes = facts.setdefault(match.group(2), (set(), set()))
                        severities.add(match.group(1))
                        fixes.add(match.group(3))
    return facts


def flags(names, values):
    return ' | '.join(f'1U << {values[name]}' for name in values if name in names) or '0'


def main():
    output, depfile, source = sys.argv[1:]
    root = os.path.join(source, 'fixtures')
    seen = [root] if os.path.isdir(root) else []
    table = []
    for family in sorted(os.listdir(root)) if seen else []:
        if not os.path.isdir(os.path.join(root, family)) or family == 'whole':
            continue
        seen.append(os.path.join(root, family))
        for rule in sorted(os.listdir(os.path.join(root, family))):
            folder = os.path.join(root, family, rule)
            if not os.path.isdir(folder):
                continue
            seen.append(folder)
            seen += [os.path.join(folder, n) for n in sorted(os.listdir(folder))]
            both = example(folder, f'{family}/{rule}')
            if both is not None:
                table.append((f'{family}/{rule}', literal(both[0]), literal(both[1])))
    known = {rule for rule, _, _ in table}
    table += [row for row in shared_examples(source) if row[0] not in known]
    seen += texts.paths(os.path.join(source, 'src'))
    for folder in ('src', os.path.join('src', 'tables'), 'schema'):
        seen += [os.path.join(source, folder, n) for n in sorted(os.listdir(os.path.join(source, folder)))
                 if n.endswith(('.def', '.schema.json', 'family_cases.py'))]
    with open(output, 'w', encoding='ascii') as file:
        file.write('/* Made by examples.py from the fixtures. */\n#include <stddef.h>\n\n#include "cli/examples.h"\n#include "vrmlint.h"\n\n')
        file.write('const struct example examples[] = {\n')
        facts = found(seen)
        for rule, fails, passes in table:
            severities, fixes = facts.get(rule, (set(), set()))
            file.write(f'    {{"{rule}",\n{fails},\n{passes},\n     {flags(severities, SEVERITIES)}, {flags(fixes, FIXES)}}},\n')
        file.write('    {NULL, NULL, NULL, 0, 0},\n};\n')
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(output.replace(' ', '\\ ') + ':' + ''.join(' \\\n ' + s.replace(' ', '\\ ') for s in seen) + '\n')


gc.disable()  # the script makes no reference cycles, and searching for them takes a third of the time
main()
