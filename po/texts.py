"""Reads the texts to translate from the tables that hold them, and reads files in gettext's format."""
import collections
import functools
import glob
import os
import re

BLOCK = 64  # of message numbers
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
SPACE = re.compile(r'[\s,]*')
WORD = re.compile(r'\w+')
PART = re.compile(r'\s*"((?:[^"\\]|\\.)*)"')
TABLES = os.path.join('message', 'tables.def')  # lists all tables
PARTS = ('summary', 'why', 'how')  # the texts of a rule that are translated
# The kinds of rows of these tables, and how many arguments each has at least; message/tables.def describes them.
KINDS = {'RULE': 9, 'FAMILY_RULES': 5, 'OVERRIDE': 2, 'SHARED_RULE': 8, 'MESSAGE': 3, 'RELATED': 3, 'SHARED': 3, 'WORDS': 2,
         'EDITS': 2, 'LEFT_OPEN': 1, 'CAUSE': 3, 'RAISED': 3, 'MARK': 3, 'RAISE': 3, 'ASKS': 2, 'UNCOVERS': 2, 'CLAIM': 5,
         'SAME_CLAIM': 2, 'NO_CLAIM': 4, 'WORDS_CLAIM': 2, 'MOTION': 3, 'SYMPTOM': 2, 'ANCHOR': 2, 'UNUSED': 2, 'DOUBTS': 2, 'READS': 2, 'CULPRIT': 2,
         'MUST': 1, 'SHOULD': 1, 'ADVICE': 1, 'SYMPTOM_NAME': 2, 'SHOW_HOW': 1, 'NO_HOW': 2, 'TWINS': 2, 'NAMES': 1, 'COUNTS_AS': 2, 'BARE': 1, 'APP': 4,
         'SOURCE': 3, 'DOCUMENT': 3, 'TEXT': 2, 'SAME': 2, 'LABEL': 3, 'SAME_LABEL': 2, 'STEPS': 3, 'PANEL': 2}
# Rows that the row of a rule or message may have as parts at its end, without the name of the rule or message that they begin with,
# and from which argument on: RULE(NAME, ..., "specification", SYMPTOM(STIFF(7)), SHOW_HOW), MESSAGE(NAME, VARIANT, "...", LEFT_OPEN).
RULE_PARTS = ('MESSAGE', 'RELATED', 'PANEL', 'SYMPTOM', 'SHOW_HOW', 'NO_HOW', 'ASKS', 'MARK', 'CAUSE', 'RAISE', 'RAISED', 'UNCOVERS', 'ANCHOR',
              'UNUSED', 'DOUBTS', 'READS', 'CULPRIT', 'CLAIM', 'NO_CLAIM', 'MOTION')
MESSAGE_PARTS = ('EDITS', 'LEFT_OPEN', 'BARE', 'TWINS', 'COUNTS_AS')
PARTED = {'RULE': (RULE_PARTS, 9), 'OVERRIDE': (RULE_PARTS, 1), 'MESSAGE': (MESSAGE_PARTS, 3), 'RELATED': (MESSAGE_PARTS, 3),
          'SHARED': (MESSAGE_PARTS, 3)}
# Tables of texts that the program doesn't contain, in this folder; what contains them.
SURFACES = ('unity',)
# The kinds of rows whose arguments are macros, from which argument on; and those that have a number there.
MACROS = {'FAMILY_RULES': 5, 'OVERRIDE': 1, 'EDITS': 1, 'SYMPTOM': 1}
RANKED = {'CULPRIT': 1}

Row = collections.namedtuple('Row', 'kind arguments path line')


def fail(path, line, what):
    raise SystemExit('%s:%d: %s' % (path, line, what))


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
    """Returns C source without its comments; strings and the numbers of lines are kept."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|/\*.*?\*/',
                  lambda m: m.group(0) if m.group(0)[0] == '"' else ' ' + '\n' * m.group(0).count('\n'), text, flags=re.S)


@functools.lru_cache(maxsize=None)
def read(path):
    """Returns a C file without comments."""
    with open(path, encoding='utf-8') as file:
        return without_comments(file.read().replace('\\\n', '\n'))


def paths(src):
    """Returns the paths of all tables, in the order in which message/tables.def lists them."""
    return [os.path.join(src, name) for name in re.findall(r'^TABLE\("(.*?)"\)', read(os.path.join(src, TABLES)), re.M)]


def arguments(text, at):
    """Returns the arguments of the macro whose parenthesis opens before an offset, adjacent strings joined; and its end.

    An argument is a string without its quotes, a word, or (word, [arguments]) if it is a macro itself. Raises ValueError at
    anything else."""
    found = []
    while True:
        at = SPACE.match(text, at).end()
        if text[at:at + 1] == ')':
            return found, at + 1
        if text[at:at + 1] == '"' and STRING.match(text, at):
            value, at = strings_at(text, at)
        else:
            word = WORD.match(text, at)
            if word is None:
                raise ValueError('the row is not closed' if at >= len(text) else 'unexpected %s' % text[at:at + 20].split('\n')[0])
            value, at = word.group(0), word.end()
            if text[at:at + 1] == '(':
                inner, at = arguments(text, at + 1)
                value = (value, inner)
        found.append(value)


def check_between(path, text, at, end):
    """Fails if there is anything between two rows."""
    stray = text[at:end].strip()
    if stray:
        fail(path, text.count('\n', 0, text.index(stray, at)) + 1, 'not a row: %s' % stray.split('\n')[0])


def check_values(kind, values, path, line):
    """Fails if an argument of a row must be a macro or a number, and isn't."""
    for value in values[MACROS.get(kind, len(values)):]:
        if isinstance(value, str) or value[1] == []:
            fail(path, line, '%s: %s has no arguments' % (kind, value if isinstance(value, str) else value[0]))
    ranks = values[RANKED[kind]:] if kind in RANKED else [rank for _, ranks in values[1:] for rank in ranks] if kind == 'SYMPTOM' else []
    for rank in ranks:
        if not isinstance(rank, str) or not rank.isdigit():
            fail(path, line, '%s: a rank is no number' % kind)


def split_parts(kind, values, path, line):
    """Returns a row without its parts, and the parts as rows, as (kind, arguments); of claims about several apps or rules, one each."""
    if kind == 'SAME_CLAIM' and not isinstance(values[0], str):
        rules = [(value, ['ANY']) if isinstance(value, str) else value for value in values[1:]]
        return [('CLAIM', [rule, variant, values[0][0], *values[0][1]]) for rule, variants in rules for variant in variants]
    if kind == 'CLAIM' and len(values) > 2 and not isinstance(values[2], str):
        return [(kind, values[:2] + ([value] if isinstance(value, str) else [value[0], *value[1]])) for value in values[2:]]
    parts, begin = PARTED.get(kind, ((), len(values)))
    own, made = list(values[:begin]), []
    for value in values[begin:]:
        part, of = (value, []) if isinstance(value, str) else value
        if part not in parts:
            own.append(value)
        elif kind in ('MESSAGE', 'RELATED', 'SHARED'):
            made.append((part, ['%s_%s__%s' % (kind, *values[:2])] + of))
        else:
            made.append((part, of + values[:1] if part == 'PANEL' else values[:1] + of))
    if len(own) > begin and kind != 'OVERRIDE':
        fail(path, line, '%s: %s is no part of it' % (kind, own[begin] if isinstance(own[begin], str) else own[begin][0]))
    rows = [(kind, own)] if len(own) > 1 or kind != 'OVERRIDE' else []
    return rows + [row for part, of in made for row in split_parts(part, of, path, line)]


def parse(path):
    """Returns the rows of a table, in order."""
    found = []
    text = read(path)
    end = 0
    for start in re.finditer(r'^[ \t]*(\w+)\(', text, re.M):
        if start.start() < end:
            continue
        line = text.count('\n', 0, start.start(1)) + 1
        check_between(path, text, end, start.start())
        try:
            values, end = arguments(text, start.end())
        except ValueError as error:
            fail(path, line, '%s: %s' % (start.group(1), error))
        for kind, own in split_parts(start.group(1), values, path, line):
            least = KINDS.get(kind)
            if least is None:
                fail(path, line, '%s is no kind of row' % kind)
            if len(own) < least:
                fail(path, line, '%s has %d arguments, and needs %d' % (kind, len(own), least))
            check_values(kind, own, path, line)
            found.append(Row(kind, own, path, line))
    check_between(path, text, end, len(text))
    return found


@functools.lru_cache(maxsize=None)
def all_rows(src):
    """Returns the rows of all tables, in order."""
    return [row for path in paths(src) for row in parse(path)]


def rows_of(src, *kinds):
    """Returns the rows of some kinds, in order."""
    return [row for row in all_rows(src) if row.kind in kinds]


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
    return [row.arguments for row in rows_of(src, 'SHARED_RULE')]


def family_of_row(row):
    """Returns (name, id, extension's id in code, thing, specification, {option: arguments}) of a family's row."""
    return (*row.arguments[:5], dict(row.arguments[5:]))


def families(src):
    """Returns family_of_row() of each family whose rules a row makes, in order."""
    return [family_of_row(row) for row in rows_of(src, 'FAMILY_RULES')]


def descriptor(src, extension):
    """Returns (name, newest version) of an extension by its id in code."""
    text = read(os.path.join(src, 'tables', 'extensions.def'))
    row = re.search(r'^EXTENSION\(\s*%s, "(.*?)".*?(?:RELEASED|PRERELEASE)\("(.*?)"' % extension, text, re.M | re.S)
    return row and row.groups()


def family_words(src, row):
    """Returns {placeholder: (English, key of its translation or None)}: the family's words in the texts of shared rules."""
    family = family_of_row(row)
    _, rule, extension, thing, spec, options = family
    if descriptor(src, extension) is None:
        fail(row.path, row.line, 'extensions.def has no extension %s with a version' % extension)
    name, version = descriptor(src, extension)
    said = {variant: english for kind, _, variant, english in messages(src) if kind == 'WORDS'}
    words = {'thing': (thing, 'family %s thing' % rule), 'spec': (spec, None), 'version': (version, None),
             'extension': (options['NAME'][0], 'family %s name' % rule) if 'NAME' in options else (name, None)}
    for hole in ('where', 'undeclared', 'unread', 'unversioned'):
        variant = '%s_%s' % (extension, hole.upper())
        if variant not in said:
            fail(row.path, row.line, 'messages/extensions.def has no WORDS(%s, ...)' % variant)
        words[hole] = (said[variant], 'words ' + variant.lower().replace('_', '-'))
    return words


def family_rules(src, row, overrides):
    """Yields the rules that a family's row makes, in order. overrides: {name: [(part, [text])]} for rules that differ."""
    name, rule, _, _, _, options = family_of_row(row)
    without = options.get('WITHOUT', [''])[0].split()
    unknown = set(without) - {shared for shared, *_ in shared_rules(src)}
    if unknown:
        fail(row.path, row.line, 'WITHOUT: no shared rule is called %s' % ', '.join(sorted(unknown)))
    words = family_words(src, row)
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
    rows = rows_of(src, 'RULE', 'FAMILY_RULES', 'OVERRIDE')
    lines = {row.arguments[0]: row for row in rows if row.kind == 'OVERRIDE'}
    overrides = {name: row.arguments[1:] for name, row in lines.items()}
    for row in rows:
        if row.kind == 'FAMILY_RULES':
            yield from family_rules(src, row, overrides)
        elif row.kind == 'RULE':
            record = row.arguments
            yield Rule(record[0], record[1:], {part: 'rule %s %s' % (record[1], part) for part in PARTS}, {})
    for name in overrides:
        fail(lines[name].path, lines[name].line, 'no row of a family makes a rule %s' % name)


def rule_translation(rule, part, translated):
    """Returns the translation of a part of a rule, '' if it has none; the family's words are filled into shared texts."""
    context = rule.contexts[part]
    text = translated.get(context, ('', ''))[1]
    if not context.startswith('shared-rule '):
        return text
    words = {hole: translated.get(key, ('', ''))[1] if key else english for hole, (english, key) in rule.filling.items()}
    return filled(text, words)


def message_of(row):
    """Returns (kind, rule or shared name or None, variant, English) of a row of a message. Steps are words, with labels in braces."""
    if row.kind == 'STEPS':
        return ('WORDS', None, 'STEPS_%s_%s' % tuple(row.arguments[:2]), row.arguments[2])
    return (row.kind, None, *row.arguments[:2]) if row.kind == 'WORDS' else (row.kind, *row.arguments[:3])


@functools.lru_cache(maxsize=None)
def labels(src):
    """Returns {(tool, English): Japanese} of what the tools call their panels, menus and fields."""
    found = {}
    for row in rows_of(src, 'LABEL', 'SAME_LABEL'):
        tool, *names = row.arguments
        for english, japanese in [names] if row.kind == 'LABEL' else [(name, name) for name in names]:
            if found.setdefault((tool, english), japanese) != japanese or len(names) != len(set(names)) and row.kind != 'LABEL':
                fail(row.path, row.line, '%s: %s calls two things %s' % (row.kind, tool, english))
    return found


@functools.lru_cache(maxsize=None)
def tools_of_steps(src):
    """Returns {variant of steps: the row}: the tool whose labels are in the braces of these words."""
    return {message_of(row)[2]: row for row in rows_of(src, 'STEPS')}


def labelled(src, variant, text, japanese):
    """Returns the text of words in a language; in that of steps, the tool's labels replace their English names in braces."""
    row = tools_of_steps(src).get(variant)
    if row is None:
        return text
    tool = row.arguments[1].split('_')[0]

    def label(hole):
        if (tool, hole.group(1)) not in labels(src):
            fail(row.path, row.line, 'STEPS: %s has no LABEL "%s"' % (tool, hole.group(1)))
        return labels(src)[tool, hole.group(1)] if japanese else hole.group(1)
    return re.sub(r'\{([^{}]*)\}', label, text)


@functools.lru_cache(maxsize=None)
def messages_by_table(src):
    """Returns {name of a table: [message_of() of its rows]}, in order."""
    found = {os.path.splitext(os.path.basename(path))[0]: [] for path in paths(src)}
    for row in rows_of(src, 'MESSAGE', 'RELATED', 'SHARED', 'WORDS', 'STEPS'):
        found[os.path.splitext(os.path.basename(row.path))[0]].append(message_of(row))
    return found


def messages(src):
    """Returns message_of() of the rows of all tables, in order."""
    return [message for found in messages_by_table(src).values() for message in found]


def numbered_messages(src):
    """Returns ({table: [(number, message)]}, limit): the number of each message, and the first number that no message can have.

    The numbers of a table begin at a multiple of BLOCK and leave room for more: a new row changes no number of another table."""
    numbers = {}
    begin = 0
    for table, found in messages_by_table(src).items():
        numbers[table] = [(begin + i, message) for i, message in enumerate(found)]
        begin += -(-(len(found) + BLOCK // 4) // BLOCK) * BLOCK if found else 0
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
    for surface in SURFACES:
        for row in parse(surface_table(surface)):
            if row.kind == 'TEXT':
                yield surface_context(surface, row.arguments[0]), row.arguments[1]


def surface_table(surface):
    """Returns the path of a table of SURFACES."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), surface + '.def')


def surface_context(surface, name):
    return '%s %s' % (surface, name.lower().replace('_', '-'))


def surface_texts(src, po, surface):
    """Yields (name, English, translation) of the texts in a table of SURFACES, in order."""
    english = dict(entries(src))
    translated = load(po)
    for row in parse(surface_table(surface)):
        name, text = row.arguments
        context = surface_context(surface, name) if row.kind == 'TEXT' else text
        if context not in english:
            fail(row.path, row.line, 'no text has the context %s' % context)
        yield name, english[context], translated.get(context, ('', ''))[1]


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
    """Returns {kind: [arguments]} of the rows about apps, in order."""
    found = {}
    for row in rows_of(src, 'APP', 'SOURCE', 'CLAIM', 'NO_CLAIM', 'WORDS_CLAIM', 'MOTION', 'DOCUMENT'):
        found.setdefault(row.kind, []).append(row.arguments)
    return found


def claims_about(rows, rule, variant):
    """Returns the claims that apply to a message of a rule: of each app its own, otherwise those for any message of the rule."""
    own = [row for row in rows if row[0] == rule]
    special = [row for row in own if row[1] == variant and variant != 'ANY']
    return special + [row for row in own if row[1] == 'ANY' and row[2] not in {row[2] for row in special}]
