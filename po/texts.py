"""Reads the texts to translate from the tables that hold them, and reads files in gettext's format."""
import functools
import glob
import os
import re

BLOCK = 64  # of message numbers
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
PART = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')


ROW = re.compile(r'^(\w+)\(', re.M)


def strings_at(text, at):
    """Returns the string literal at an offset of C source, its adjacent parts joined, with escapes unchanged."""
    joined = []
    while True:
        part = PART.match(text, at)
        if part is None:
            return ''.join(joined), at
        joined.append(part.group(1))
        at = part.end()


def without_comments(text):
    """Returns C source without its comments; strings are kept."""
    return re.sub(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/', lambda m: m.group(0) if m.group(0)[0] == '"' else ' ', text, flags=re.S)


@functools.lru_cache(maxsize=None)
def read(path):
    """Returns a C file without comments."""
    with open(path, encoding='utf-8') as file:
        return without_comments(file.read().replace('\\\n', '\n'))


def tables(src, table):
    """Yields (name of the file, its text) of each file that a table of the program includes, in order."""
    for include in re.findall(r'^#include "(.*?)"', read(os.path.join(src, table)), re.M):
        yield os.path.splitext(os.path.basename(include))[0], read(os.path.join(src, include))


PARTS = ('summary', 'why', 'how')  # the texts of a rule that are translated
RECORD = re.compile(r'^(RULE|FAMILY_RULES|OVERRIDE)\(', re.M)


def arguments(text, at):
    """Returns the arguments of the macro whose parenthesis opens before an offset, adjacent strings joined; and its end.

    An argument is a string without its quotes, a word, or (word, [arguments]) if it is a macro itself."""
    found = []
    while True:
        at = re.compile(r'[\s,]*').match(text, at).end()
        if text[at] == ')':
            return found, at + 1
        if text[at] == '"':
            value, at = strings_at(text, at)
        else:
            word = re.compile(r'\w+').match(text, at)
            value, at = word.group(0), word.end()
            if text[at] == '(':
                inner, at = arguments(text, at + 1)
                value = (value, inner)
        found.append(value)


def records(text):
    """Yields (macro, arguments) of every record of a file of rules, in order."""
    for line in RECORD.finditer(text):
        yield line.group(1), arguments(text, line.end())[0]


class Rule:
    """A record of the table of rules; shared rules get one for each family's row.

    contexts has, for each of PARTS, the key of its translation. filling has, for shared rules, the family's words that replace
    the texts' {placeholders}: {placeholder: (English, key)}."""

    def __init__(self, name, record, contexts, filling):
        self.name = name
        self.id, self.severity, self.default, self.fix = record[:4]
        self.texts = dict(zip(PARTS, record[4:7]))
        self.spec = record[7]
        self.contexts = contexts
        self.filling = filling


def filled(text, words):
    """Returns a text with its {placeholders} replaced by words."""
    return re.sub(r'\{(\w+)\}', lambda hole: words[hole.group(1)], text)


def shared_rules(src):
    """Returns (id without family, severity, default, fix, summary, why, how, specification) of each shared rule, in order."""
    text = read(os.path.join(src, 'message', 'rules', 'shared.def'))
    return [arguments(text, line.end())[0] for line in re.finditer(r'^SHARED_RULE\(', text, re.M)]


def families(src):
    """Returns [(name, id, extension's id in code, thing, specification, {option: arguments})] of the families, in order."""
    found = []
    for _, text in tables(src, 'message/rules.def'):
        for macro, row in records(text):
            if macro == 'FAMILY_RULES':
                found.append((*row[:5], dict(row[5:])))
    return found


def descriptor(src, extension):
    """Returns (name, newest version) of an extension by its id in code."""
    text = read(os.path.join(src, 'tables', 'extensions.def'))
    row = re.search(r'^EXTENSION\(\s*%s, "(.*?)".*?(?:RELEASED|PRERELEASE)\("(.*?)"' % extension, text, re.M | re.S)
    return row.group(1), row.group(2)


def family_words(src, family):
    """Returns {placeholder: (English, key of its translation or None)}: the family's words in the texts of shared rules."""
    _, rule, extension, thing, spec, options = family
    name, version = descriptor(src, extension)
    said = {variant: english for kind, _, variant, english in messages(src) if kind == 'WORDS'}
    words = {'thing': (thing, 'family %s thing' % rule), 'spec': (spec, None), 'version': (version, None),
             'extension': (options['NAME'][0], 'family %s name' % rule) if 'NAME' in options else (name, None)}
    for hole in ('where', 'undeclared', 'unread', 'unversioned'):
        variant = '%s_%s' % (extension, hole.upper())
        words[hole] = (said[variant], 'words ' + variant.lower().replace('_', '-'))
    return words


def family_rules(src, family, overrides):
    """Yields the rules that a family's row makes, in order. overrides: {name: [(part, [text])]} for rules that differ."""
    name, rule, _, _, _, options = family
    without = options.get('WITHOUT', [''])[0].split()
    words = family_words(src, family)
    english = {hole: word for hole, (word, _) in words.items()}
    for shared, *record in shared_rules(src):
        if shared in without:
            continue
        own = '%s_%s' % (name, shared.upper().replace('-', '_'))
        differs = {part.lower(): value[0] for part, value in overrides.pop(own, [])}
        severity = differs.get('severity', record[0])
        fix = differs.get('fix', record[2])
        made = [differs.get(part, filled(text, english)) for part, text in zip(PARTS + ('spec',), record[3:])]
        contexts = {part: ('rule %s/%s %s' % (rule, shared, part) if part in differs else
                           'shared-rule %s %s' % (shared, part)) for part in PARTS}
        yield Rule(own, ['%s/%s' % (rule, shared), severity, record[1], fix, *made], contexts, words)


def rules(src):
    """Yields every rule, in order: those of the tables, and those that the rows of families make."""
    for _, text in tables(src, 'message/rules.def'):
        found = list(records(text))
        overrides = {row[0]: row[1:] for macro, row in found if macro == 'OVERRIDE'}
        for macro, row in found:
            if macro == 'FAMILY_RULES':
                yield from family_rules(src, (*row[:5], dict(row[5:])), overrides)
            elif macro == 'RULE':
                yield Rule(row[0], row[1:], {part: 'rule %s %s' % (row[1], part) for part in PARTS}, {})
        if overrides:
            raise SystemExit('no rule of a family is overridden by ' + ', '.join(overrides))


def rule_translation(rule, part, translated):
    """Returns the translation of a part of a rule, '' if it has none; the family's words are filled into shared texts."""
    context = rule.contexts[part]
    text = translated.get(context, ('', ''))[1]
    if not context.startswith('shared-rule '):
        return text
    words = {hole: translated.get(key, ('', ''))[1] if key else english for hole, (english, key) in rule.filling.items()}
    return filled(text, words)


def rows(text):
    """Yields (kind, rule or shared name or None, variant, English) of every row of a file of messages, in order."""
    for line in re.finditer(r'^(MESSAGE|RELATED|SHARED|WORDS)\((?:(\w+),\s*)?(\w+),', text, re.M):
        english, _ = strings_at(text, line.end())
        yield line.group(1), line.group(2), line.group(3), english


@functools.lru_cache(maxsize=None)
def messages(src):
    """Returns the rows of all files of messages, in order."""
    return [row for _, text in tables(src, 'message/messages.def') for row in rows(text)]


def numbered_messages(src):
    """Returns ({file: [(number, row)]}, limit): the number of each message, and the first number that no message can have.

    The numbers of a file begin at a multiple of BLOCK and leave room for more: a new row changes no number of another file."""
    numbers = {}
    begin = 0
    for file, text in tables(src, 'message/messages.def'):
        numbers[file] = [(begin + i, row) for i, row in enumerate(rows(text))]
        begin += -(-(len(numbers[file]) + BLOCK // 4) // BLOCK) * BLOCK
    return numbers, begin


def marked(src):
    """Yields the texts marked by N_(...), in the order of files and lines."""
    seen = set()
    for path in sorted(glob.glob(os.path.join(src, '**', '*.[ch]'), recursive=True)):
        text = read(path)
        for mark in re.finditer(r'\bN_\(\s*(?=")', text):
            english, _ = strings_at(text, mark.end())
            if english not in seen:
                seen.add(english)
                yield english


def entries(src):
    """Yields (context, English) of all texts to translate, in order. The context is the key of the translation."""
    table = list(rules(src))
    ids = {rule.name: rule.id for rule in table}
    for kind, owner, variant, english in messages(src):
        variant = variant.lower().replace('_', '-')
        if kind == 'WORDS':
            yield 'words ' + variant, english
        elif kind == 'SHARED':
            yield 'shared %s %s' % (owner.lower().replace('_', '-'), variant), english
        else:
            yield '%s %s %s' % (kind.lower(), ids[owner], variant), english
    for rule in table:
        for part in PARTS:
            if rule.contexts[part].startswith('rule '):
                yield rule.contexts[part], rule.texts[part]
    for shared, *record in shared_rules(src):
        for part, english in zip(PARTS, record[3:]):
            yield 'shared-rule %s %s' % (shared, part), english
    for _, family, _, thing, _, options in families(src):
        yield 'family %s thing' % family, thing
        if 'NAME' in options:
            yield 'family %s name' % family, options['NAME'][0]
    for english in marked(src):
        yield 'text ' + english, english


def load(path):
    """Returns {context: (English, translation)} of a file in gettext's format, with escapes unchanged."""
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


def claims(src):
    """Returns {macro: [arguments]} of the rows of the table of claims, in order."""
    found = {}
    for _, text in tables(src, 'message/claims.def'):
        for line in ROW.finditer(text):
            found.setdefault(line.group(1), []).append(arguments(text, line.end())[0])
    return found


def claims_about(rows, rule, variant):
    """Returns the claims that apply to a message of a rule: its own, otherwise those for any message of the rule."""
    own = [row for row in rows if row[0] == rule]
    return [row for row in own if row[1] == variant] or [row for row in own if row[1] == 'ANY']
