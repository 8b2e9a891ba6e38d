#!/usr/bin/env python3
"""Writes C files that include other C files, so that a compiler is started once for several of them.

    joined.py DEPFILE FOLDERS OUTPUT... -- FILE...

Each OUTPUT includes some of the FILEs. FOLDERS are where headers are, with colons between them; the FILEs are in the first.
Files in which a name has different meanings get different outputs. A file that includes windows.h, or that defines a macro
for the system's headers, gets an output of its own.
"""
import os
import re
import sys
from collections import Counter

COMMENT = re.compile(r'/\*.*?\*/', re.DOTALL)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
INCLUDE = re.compile(r'^#\s*include "(\S+\.h)"', re.MULTILINE)
ALONE = re.compile(r'^#\s*(?:include <windows\.h>|define _)', re.MULTILINE)
MACRO = re.compile(r'^#\s*define\s+(\w+)', re.MULTILINE)
UNDEFINED = re.compile(r'^#\s*undef\s+(\w+)', re.MULTILINE)
DIRECTIVE = re.compile(r'^#(?:.*\\\n)*.*$', re.MULTILINE)
FORWARD = re.compile(r'\b(?:struct|union|enum)\s+(\w+)\s*;')
TAG = re.compile(r'\b(?:struct|union|enum)\s+(\w+)\s*$')
FUNCTION = re.compile(r'\b(?!sizeof)([a-z]\w*)\s*\((?!\*)')
OBJECT = re.compile(r'\b(?!(?:struct|union|enum)\b)(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=|;|$)')
CONSTANT = re.compile(r'\b([A-Za-z_]\w*)\s*(?:=[^,]*)?(?:,|$)')


class Source:
    """A C file or header: what it defines and declares at file scope, its macros, and the headers that it includes."""

    def __init__(self, path):
        with open(path, encoding='utf-8') as file:
            code = COMMENT.sub('', file.read())
        self.headers = INCLUDE.findall(code)
        self.alone = ALONE.search(code) is not None
        self.macros = set(MACRO.findall(code)) - set(UNDEFINED.findall(code))
        self.size = len(code)
        self.names = set()
        self.opaque = set()  # tags that are declared, and may be defined elsewhere
        depth, head = 0, ''
        for part in re.findall(r'[{}]|[^{}]+', STRING.sub('""', DIRECTIVE.sub('', code))):
            if part == '{':
                depth += 1
            elif part == '}':
                depth -= 1
            elif depth == 0:
                self.opaque.update(FORWARD.findall(part))
                head = part = FORWARD.sub('', part)
                for names in (TAG, FUNCTION, OBJECT):
                    self.names.update(names.findall(part))
            elif depth == 1 and re.search(r'\benum\b[^;()=]*$', head):
                self.names.update(CONSTANT.findall(part))


class Headers:
    """The headers of some folders, each of which is read once."""

    def __init__(self, folders):
        self.folders = folders
        self.paths = set()
        self.sources = {}

    def header(self, name):
        """None for a generated header: no other file has its names."""
        if name not in self.sources:
            paths = [path for path in (os.path.join(folder, name) for folder in self.folders) if os.path.exists(path)]
            self.paths.update(paths[:1])
            self.sources[name] = Source(paths[0]) if paths else None
        return self.sources[name]

    def closure(self, source):
        """The names of all headers that a C file includes, itself or through others."""
        seen, left = set(), list(source.headers)
        while left:
            name = left.pop()
            if name not in seen and self.header(name) is not None:
                seen.add(name)
                left += self.header(name).headers
        return sorted(seen)

    def meanings(self, path, source):
        """The file that defines each name that a C file knows: one of its headers, or else the C file. Adds the opaque tags of the
        headers to those of the C file."""
        found = dict.fromkeys(source.names, path)
        for name in self.closure(source):
            found.update(dict.fromkeys(self.header(name).names | self.header(name).macros, name))
            source.opaque |= self.header(name).opaque
        return found


class Group:
    """Files that come into one output."""

    def __init__(self):
        self.lines = []
        self.meanings = {}
        self.private = set()  # names of one C file alone
        self.opaque = set()
        self.size = 0
        self.closed = False

    def takes(self, source, meanings):
        return (not self.closed and not (source.alone and self.lines) and source.macros.isdisjoint(self.meanings) and
                self.private.isdisjoint(source.opaque) and self.opaque.isdisjoint(source.names - source.opaque) and
                all(self.meanings.get(name, path) == path for name, path in meanings.items()))

    def add(self, name, source, meanings):
        self.lines += [f'#include "{name}"', *(f'#undef {macro}' for macro in sorted(source.macros))]
        self.meanings.update(meanings)
        self.private |= source.names - source.opaque
        self.opaque |= source.opaque
        self.size += source.size
        self.closed = source.alone


def write(path, text):
    """Writes a file, unless it is the same already: what isn't newer isn't compiled again."""
    try:
        with open(path, encoding='utf-8') as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, 'w', encoding='utf-8', newline='\n') as file:
        file.write(text)


def main():
    depfile, folders, *rest = sys.argv[1:]
    outputs, paths = rest[:rest.index('--')], rest[rest.index('--') + 1:]
    headers = Headers(folders.split(':'))
    groups = [Group() for _ in outputs]
    sources = {path: Source(path) for path in paths}
    meanings = {path: headers.meanings(path, source) for path, source in sources.items()}
    counts = Counter(item for found in meanings.values() for item in found.items())
    usual = {}
    for (name, _), count in counts.items():
        usual[name] = max(count, usual.get(name, 0))

    def order(path):
        """First what fits only into an empty group, then what has most names whose meaning differs in most files."""
        return not sources[path].alone, -sum(counts[item] < usual[item[0]] for item in meanings[path].items())

    fair = 1.1 * sum(source.size for source in sources.values()) / len(outputs)
    for path in sorted(paths, key=order):
        source, found = sources[path], meanings[path]
        fitting = [group for group in groups if group.takes(source, found)]
        if not fitting:
            sys.exit(f'joined.py: {path} fits into none of {len(outputs)} files')
        group = next((group for group in fitting if group.size + source.size <= fair), min(fitting, key=lambda group: group.size))
        group.add(os.path.relpath(path, headers.folders[0]).replace(os.sep, '/'), source, found)
    for output, group in zip(outputs, groups):
        write(output, ''.join(f'{line}\n' for line in group.lines) or 'typedef int nothing_to_include;\n')
    with open(depfile, 'w', encoding='utf-8') as file:
        file.write(f'{outputs[0]}: ' + ' '.join(path.replace(' ', '\\ ') for path in [*paths, *sorted(headers.paths)]) + '\n')


if __name__ == '__main__':
    main()
