#!/usr/bin/env python3
"""usage: update.py [--check] [PART.po...]

Brings po/ja.po up to date: every text of the tables, with the translation that it has, or that a part has. Texts stay where
they are in the file; a new one follows the text that it follows in the tables. A text that has changed since it was translated stays as it was, with its translation, until a part has both anew.
--check changes nothing, and fails when something is missing, changed or left over."""
import os
import sys

import texts

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ja\\n"\n'


def in_order(wanted, known):
    """Returns the wanted texts, those that are known first in their order, each followed by the new ones after it."""
    english = dict(wanted)
    after = {}
    last = None
    for context in english:
        if context in known:
            last = context
        else:
            after.setdefault(last, []).append(context)
    order = after.get(None, []) + [new for old in known if old in english for new in (old, *after.get(old, ()))]
    return [(context, english[context]) for context in order]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    src = os.path.join(os.path.dirname(here), 'src')
    po = os.path.join(here, 'ja.po')
    check = '--check' in sys.argv
    unknown = [argument for argument in sys.argv[1:] if argument.startswith('-') and argument != '--check']
    if unknown:
        asked = unknown in (['--help'], ['-h'])
        print(__doc__, file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    known = texts.load(po) if os.path.exists(po) else {}
    for part in sys.argv[1:]:
        if part != '--check':
            known.update({key: value for key, value in texts.load(part).items() if value[1] != ''})
    lines = [HEADER]
    faults = []
    wanted = list(texts.entries(src))
    for context, english in in_order(wanted, known):
        was, translation = known.get(context, (english, ''))
        if translation == '':
            faults.append('not translated: ' + context)
        elif was != english:
            faults.append('has changed: ' + context)
        lines.append('msgctxt "%s"\nmsgid "%s"\nmsgstr "%s"\n'
                     % (context, was if translation else english, translation))
    contexts = {context for context, _ in wanted}
    faults += ['left over: ' + context for context in known if context not in contexts]
    for fault in faults:
        print(fault)
    if check:
        return len(faults) > 0
    with open(po, 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines))
    return 0


sys.exit(main())
