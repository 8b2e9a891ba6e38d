#!/usr/bin/env python3
"""usage: embed.py OUTPUT DEPFILE SRC PO: writes a file of translations as arrays of C, without pointers."""
import glob
import os
import sys
import textwrap

import texts


def plain(text):
    """The bytes that a literal of C means."""
    return text.encode('utf-8').decode('unicode_escape').encode('latin-1')


def numbers(file, declaration, values):
    """An array of C."""
    file.write('static const %s = {\n%s};\n' % (declaration, textwrap.fill(', '.join(map(str, values)), 116)))


def main():
    output, depfile, src, po = sys.argv[1:]
    translated = texts.load(po)
    pool = bytearray(b'\0')
    known = {}

    def put(text):
        """Where a text stands in the pool; 0 for none."""
        if text != '' and text not in known:
            known[text] = len(pool)
            pool.extend(plain(text) + b'\0')
        return known.get(text, 0)

    messages, rules, pairs = [], [], []
    for context, english in texts.entries(src):
        text = translated.get(context, ('', ''))[1]
        kind = context.partition(' ')[0]
        if kind == 'rule':
            rules.append(put(text))
        elif kind != 'text':
            messages.append(put(text))
        elif text != '':
            pairs.append((plain(english), put(english), put(text)))
    pairs.sort()
    with open(output, 'w', encoding='utf-8') as file:
        file.write('/* Made by po/embed.py. */\n')
        numbers(file, 'char ja_texts[]', (byte - 256 if byte > 127 else byte for byte in pool))
        numbers(file, 'unsigned ja_messages[MESSAGE_COUNT]', messages)
        numbers(file, 'unsigned ja_rules[RULE_COUNT * RULE_PARTS]', rules)
        file.write('enum { JA_PAIRS = %d };\n' % len(pairs))
        file.write('static const struct { unsigned english; unsigned translated; } ja_pairs[] = {\n%s{0, 0}};\n'
                   % ''.join('{%d, %d},\n' % pair[1:] for pair in pairs))
    with open(depfile, 'w', encoding='utf-8') as file:
        sources = [po, os.path.join(src, 'rules.def'), os.path.join(src, 'messages.def')]
        sources += sorted(glob.glob(os.path.join(src, 'messages', '*.def')))
        sources += sorted(glob.glob(os.path.join(src, '**', '*.[ch]'), recursive=True))
        file.write('%s: %s\n' % (output, ' '.join(source.replace(' ', '\\ ') for source in sources)))


main()
