"""The texts of the program that are translated, read from the tables that hold them, and files of gettext's format."""
import glob
import os
import re

BLOCK = 64  # of message numbers
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
PART = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')


def strings_at(text, at):
    """The string literal that begins at a place of C, its adjacent parts joined, escapes as they stand."""
    joined = []
    while True:
        part = PART.match(text, at)
        if part is None:
            return ''.join(joined), at
        joined.append(part.group(1))
        at = part.end()


def without_comments(text):
    """C without its comments; strings stay."""
    return re.sub(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/', lambda m: m.group(0) if m.group(0)[0] == '"' else ' ', text, flags=re.S)


def read(path):
    with open(path, encoding='utf-8') as file:
        return without_comments(file.read().replace('\\\n', '\n'))


def tables(src, table):
    """(name of the file, its text) of each file that a table of the program consists of, in order."""
    for include in re.findall(r'^#include "(.*?)"', read(os.path.join(src, table)), re.M):
        yield os.path.splitext(os.path.basename(include))[0], read(os.path.join(src, include))


def rules(src):
    """(name, id, summary, why, how) of every rule, in order."""
    for _, text in tables(src, 'rules.def'):
        for line in re.finditer(r'^RULE\((\w+),', text, re.M):
            texts = []
            at = line.end()
            while len(texts) < 4:
                string = STRING.search(text, at)
                value, at = strings_at(text, string.start())
                texts.append(value)
            yield line.group(1), texts[0], texts[1], texts[2], texts[3]


def rows(text):
    """(kind, rule or shared name or None, variant, English) of every row of a file of messages, in order."""
    for line in re.finditer(r'^(MESSAGE|RELATED|SHARED|WORDS)\((?:(\w+),\s*)?(\w+),', text, re.M):
        english, _ = strings_at(text, line.end())
        yield line.group(1), line.group(2), line.group(3), english


def messages(src):
    """The rows of all files of messages, in order."""
    for _, text in tables(src, 'messages.def'):
        yield from rows(text)


def numbered_messages(src):
    """({file: [(number, row)]}, limit): the number of each message, and the first that none can have.

    The numbers of a file begin at a multiple of BLOCK, and leave room for more, so that a new row changes no number of
    another file."""
    numbers = {}
    begin = 0
    for file, text in tables(src, 'messages.def'):
        numbers[file] = [(begin + i, row) for i, row in enumerate(rows(text))]
        begin += -(-(len(numbers[file]) + BLOCK // 4) // BLOCK) * BLOCK
    return numbers, begin


def marked(src):
    """Texts marked by N_(...), in the order of files and lines."""
    seen = set()
    for path in sorted(glob.glob(os.path.join(src, '**', '*.[ch]'), recursive=True)):
        text = read(path)
        for mark in re.finditer(r'\bN_\(\s*(?=")', text):
            english, _ = strings_at(text, mark.end())
            if english not in seen:
                seen.add(english)
                yield english


def entries(src):
    """(context, English) of all that is to be translated, in order. The context is the key of a translation."""
    ids = {name: rule for name, rule, *_ in rules(src)}
    for kind, owner, variant, english in messages(src):
        variant = variant.lower().replace('_', '-')
        if kind == 'WORDS':
            yield 'words ' + variant, english
        elif kind == 'SHARED':
            yield 'shared %s %s' % (owner.lower().replace('_', '-'), variant), english
        else:
            yield '%s %s %s' % (kind.lower(), ids[owner], variant), english
    for _, rule, summary, why, how in rules(src):
        for part, english in (('summary', summary), ('why', why), ('how', how)):
            yield 'rule %s %s' % (rule, part), english
    for english in marked(src):
        yield 'text ' + english, english


def load(path):
    """{context: (English, translation)} of a file of gettext's format; escapes as they stand."""
    found = {}
    with open(path, encoding='utf-8') as file:
        blocks = re.split(r'\n\s*\n', file.read())
    for block in blocks:
        fields = {}
        field = None
        for line in block.split('\n'):
            start = re.match(r'(msgctxt|msgid|msgstr)\s+"(.*)"\s*$', line)
            more = re.match(r'"(.*)"\s*$', line)
            if start:
                field = start.group(1)
                fields[field] = start.group(2)
            elif more and field:
                fields[field] += more.group(1)
        if 'msgctxt' in fields:
            found[fields['msgctxt']] = (fields.get('msgid', ''), fields.get('msgstr', ''))
    return found
