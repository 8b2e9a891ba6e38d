#!/usr/bin/env python3
"""usage: embed.py OUTPUT DEPFILE SRC PO: writes a file of translations as C structures without pointers."""
import glob
import os
import sys

import texts


def plain(text):
    """Returns the bytes of a C string literal."""
    return text.encode('utf-8').decode('unicode_escape').encode('latin-1')


class Pool:
    """Strings, one after the other, each known by its offset; 0 for an empty string."""

    def __init__(self):
        self.bytes = bytearray(b'\0')
        self.known = {}

    def put(self, text):
        if text != '' and text not in self.known:
            self.known[text] = len(self.bytes)
            self.bytes.extend(plain(text) + b'\0')
        return self.known.get(text, 0)


def numbers(values):
    """Returns an initializer of a C array."""
    values = list(map(str, values))
    return '{\n%s}' % ',\n'.join(', '.join(values[at:at + 20]) for at in range(0, len(values), 20))


def piece(file, name, members, values):
    """Writes one table as one object: the web version keeps it in a file of its own."""
    file.write('static const struct {\n%s} %s = {\n%s};\n' % (
        ''.join('    %s;\n' % member for member in members), name, ',\n'.join(values)))


def characters(pool):
    """Returns the bytes of all strings, hidden from clang-tidy, which would take half a minute to check them."""
    values = numbers(byte - 256 if byte > 127 else byte for byte in pool.bytes)
    return '\n#ifdef __clang_analyzer__\n{0}\n#else\n%s\n#endif\n' % values


def main():
    output, depfile, src, po = sys.argv[1:]
    translated = texts.load(po)
    said, told = Pool(), Pool()
    rules, pairs = [], []
    numbers_of, limit = texts.numbered_messages(src)
    rows_left = [row for rows in numbers_of.values() for row in rows]
    messages = [0] * limit
    for context, english in texts.entries(src):
        text = translated.get(context, ('', ''))[1]
        kind = context.partition(' ')[0]
        if kind in ('message', 'related', 'shared', 'words'):
            number, (_, _, variant, _) = rows_left.pop(0)
            messages[number] = said.put(texts.labelled(src, variant, text, True) if kind == 'words' else text)
        elif kind == 'text' and text != '':
            pairs.append((plain(english), said.put(english), said.put(text)))
    for rule in texts.rules(src):
        for part in texts.PARTS:
            rules.append(told.put(texts.rule_translation(rule, part, translated)))
    pairs.sort()
    with open(output, 'w', encoding='utf-8') as file:
        file.write('/* Made by po/embed.py. */\n')
        file.write('enum { JA_PAIRS = %d };\n' % len(pairs))
        piece(file, 'ja_messages', ('char texts[%d]' % len(said.bytes), 'unsigned at[MESSAGE_LIMIT]',
                                    'struct { unsigned english; unsigned translated; } pairs[JA_PAIRS + 1]'),
              (characters(said), numbers(messages), '{\n%s{0, 0}}' % ''.join('{%d, %d},\n' % pair[1:] for pair in pairs)))
        piece(file, 'ja_rules', ('char texts[%d]' % len(told.bytes), 'unsigned at[%d * RULE_PARTS]' % (len(rules) // 3)),
              (characters(told), numbers(rules)))
    with open(depfile, 'w', encoding='utf-8') as file:
        sources = [po, os.path.join(src, texts.TABLES), os.path.join(src, 'tables', 'extensions.def'), *texts.paths(src)]
        sources += sorted(glob.glob(os.path.join(src, '**', '*.[ch]'), recursive=True))
        file.write('%s: %s\n' % (output, ' '.join(source.replace(' ', '\\ ') for source in sources)))


main()
