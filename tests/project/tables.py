#!/usr/bin/env python3
"""usage: tables.py SOURCE: checks what src/ids/generate.py makes of the tables: the order of tables and of rows has no effect but
the order in which rules, messages and symptoms are listed; and a row that is wrong is named by file and line."""
import os
import re
import runpy
import shutil
import sys
import tempfile

sys.path[:0] = [os.path.join(sys.argv[1], name) for name in ('po', os.path.join('src', 'ids'))]
import texts  # noqa: E402

# Tables in which each line stands alone, or follows the order of messages; the others must be the same in every order.
LISTS = ('rules_table.def', 'messages_table.def', 'symptoms_table.def', 'demands_table.def', 'edits_table.def')
TABLE = os.path.join('checks', 'hdr', 'hdr.def')
# A row at the end of a table, and what the generator says of it.
WRONG = (
    ('MESAGE(HDR_ARCHIVED, NEW, "x")', 'MESAGE is no kind of row'),
    ('MESSAGE(HDR_ARCHIVED, NEW)', 'MESSAGE has 2 arguments, and needs 3'),
    ('MESSAGE(HDR_NO_SUCH, NEW, "x")', 'MESSAGE: no rule is called HDR_NO_SUCH'),
    ('MESSAGE(HDR_ARCHIVED, DEFAULT, "x")', 'there is a second MESSAGE_HDR_ARCHIVED__DEFAULT'),
    ('MESSAGE(HDR_ARCHIVED, NEW, "x"', 'MESSAGE: the row is not closed'),
    ('MESSAGE(HDR_ARCHIVED, NEW, +)', 'MESSAGE: unexpected +)'),
    ('CAUSE(HDR_ARCHIVED, FILE, HDR_NO_SUCH)', 'CAUSE: no rule is called HDR_NO_SUCH'),
    ('MARK(NO_SUCH, FILE, UNUSED)', 'MARK: no rule is called NO_SUCH'),
    ('ASKS(HDR_ARCHIVED, NO_SUCH)', 'ASKS: no class is called NO_SUCH'),
    ('EDITS(MESSAGE_HDR_ARCHIVED__NO, REMOVE("0"))', 'EDITS: no message is called MESSAGE_HDR_ARCHIVED__NO'),
    ('CLAIM(HDR_ARCHIVED, ANY, NO_APP, LOADS, RUN)', 'CLAIM: no app is called NO_APP'),
    ('OVERRIDE(HDR_NO_SUCH, FIX(SAFE))', 'no row of a family makes a rule HDR_NO_SUCH'),
    ('FAMILY_RULES(NEW, "new", NEW, "a new thing", "New 1.0")', 'extensions.def has no extension NEW with a version'),
    ('SYMPTOM(HDR_ARCHIVED, NO_SUCH(1))', 'SYMPTOM: no symptom is called NO_SUCH'),
    ('RULE(HDR_NEW, "hdr/new", GRAVE, ON, NONE, "", "", "", "")', 'RULE: GRAVE is none of ERROR, WARNING, INFO'),
    ('RULE(HDR_ARCHIVED, "hdr/archived", INFO, ON, SAFE, "", "", "", "")', 'RULE: there is a second HDR_ARCHIVED'),
    ('EDITS(MESSAGE_HDR_ARCHIVED__DEFAULT, REMOVE)', 'EDITS: REMOVE has no arguments'),
    ('SYMPTOM(HDR_ARCHIVED, COLORS(often))', 'SYMPTOM: a rank is no number'),
    ('SHOW_HOW(HDR_NO_SUCH)', 'SHOW_HOW: no rule or shared message is called HDR_NO_SUCH'),
    ('SHOW_HOW(HDR_ARCHIVED, NO_SUCH)', 'SHOW_HOW: HDR_ARCHIVED has no message NO_SUCH'),
    ('NO_HOW(HDR_MISSING_PROPERTY, MISSING_PROPERTY__DEFAULT, MISSING_PROPERTY__DEFAULT)',
     'NO_HOW: there is a second row about MISSING_PROPERTY__DEFAULT of HDR_MISSING_PROPERTY'),
    ('MUST(HDR_NO_SUCH)', 'MUST: no rule is called HDR_NO_SUCH'),
    ('SHOULD(HDR_ARCHIVED(NO_SUCH))', 'SHOULD: HDR_ARCHIVED has no message NO_SUCH'),
    ('RULE(HDR_NEW, "hdr/new", INFO, ON, NONE, "", "", "", "", SMELL(1))', 'RULE: SMELL is no part of it'),
    ('OVERRIDE(HDR_NOT_DECLARED, MESSAGE(NEW))', 'MESSAGE has 2 arguments, and needs 3'),
    ('MESSAGE(HDR_ARCHIVED, NEW, "x", SHOW_HOW)', 'MESSAGE: SHOW_HOW is no part of it'),
    ('OVERRIDE(HDR_NOT_DECLARED, SYMPTOM(COLORS(often)))', 'SYMPTOM: a rank is no number'),
    ('OVERRIDE(HDR_NOT_DECLARED, ASKS)', 'ASKS has 1 arguments, and needs 2'),
    ('CLAIM(HDR_ARCHIVED, ANY, BLENDER(LOADS, RUN), NO_APP(LOADS, RUN))', 'CLAIM: no app is called NO_APP'),
    ('CLAIM(HDR_ARCHIVED, ANY, BLENDER(LOADS))', 'CLAIM has 4 arguments, and needs 5'),
    ('stray words', 'not a row: stray words'),
)
RECORD = 'RULE(HDR_NEW, "hdr/new", INFO, ON, SAFE, "", "", "", ""'
# Rows with parts, and the rows that they stand for.
PARTS = (
    (RECORD + ', PANEL(EXPORTER), SYMPTOM(COLORS(3), UPLOAD(4)), MARK(THING, MATERIAL), ASKS(TREE), SHOW_HOW)\n'
     'MESSAGE(HDR_NEW, NEW, "x", EDITS(REMOVE("0")), BARE)\nCLAIM(HDR_NEW, NEW, BLENDER(LOADS, RUN), UNIVRM(SOME(REFUSES), RUN))\n',
     RECORD + ')\nMESSAGE(HDR_NEW, NEW, "x")\nPANEL(EXPORTER, HDR_NEW)\nSYMPTOM(HDR_NEW, COLORS(3), UPLOAD(4))\n'
     'MARK(HDR_NEW, THING, MATERIAL)\nASKS(HDR_NEW, TREE)\nSHOW_HOW(HDR_NEW)\n'
     'EDITS(MESSAGE_HDR_NEW__NEW, REMOVE("0"))\nBARE(MESSAGE_HDR_NEW__NEW)\n'
     'CLAIM(HDR_NEW, NEW, BLENDER, LOADS, RUN)\nCLAIM(HDR_NEW, NEW, UNIVRM, SOME(REFUSES), RUN)\n'),
    (RECORD + ', PANEL(EXPORTER), MESSAGE(NEW, "x", LEFT_OPEN), RELATED(OTHER, "y"), CLAIM(ANY, BLENDER(LOADS, RUN), UNIVRM(LOADS, RUN)))\n',
     RECORD + ')\nPANEL(EXPORTER, HDR_NEW)\nMESSAGE(HDR_NEW, NEW, "x")\nLEFT_OPEN(MESSAGE_HDR_NEW__NEW)\nRELATED(HDR_NEW, OTHER, "y")\n'
     'CLAIM(HDR_NEW, ANY, BLENDER, LOADS, RUN)\nCLAIM(HDR_NEW, ANY, UNIVRM, LOADS, RUN)\n'),
    ('OVERRIDE(HDR_NOT_DECLARED, FIX(NONE), CAUSE(FILE, HDR_ARCHIVED))\n',
     'OVERRIDE(HDR_NOT_DECLARED, FIX(NONE))\nCAUSE(HDR_NOT_DECLARED, FILE, HDR_ARCHIVED)\n'),
)


def generate(source, folder):
    """Runs the generator over the tables in a folder. Returns (its error, {name: text} of what it makes). It runs in this process, and
    parses only tables with another text than before: most of them are the same in each run."""
    ids = os.path.join(folder, 'ids')
    shutil.rmtree(ids, ignore_errors=True)
    os.mkdir(ids)
    for function in vars(texts).values():
        if hasattr(function, 'cache_clear'):
            function.cache_clear()
    sys.argv = ['generate.py', ids, folder, os.path.join(source, 'po')]
    try:
        runpy.run_path(os.path.join(source, 'src', 'ids', 'generate.py'), run_name='__main__')
    except SystemExit as error:
        return str(error), {}
    made = {}
    for name in os.listdir(ids):
        with open(os.path.join(ids, name), encoding='utf-8') as file:
            made[name] = file.read()
    return '', made


def remember_tables():
    """Lets texts.parse() return the same rows for the same text."""
    parse = texts.parse
    parsed = {}

    def parse_once(path):
        if (path, texts.read(path)) not in parsed:
            parsed[path, texts.read(path)] = parse(path)
        return parsed[path, texts.read(path)]
    texts.parse = parse_once


def reverse(folder):
    """Reverses the list of tables, and the rows of each table."""
    for path in [*texts.paths(folder), os.path.join(folder, texts.TABLES)]:
        text = texts.read(path)
        starts = [row.start() for row in re.finditer(r'^[A-Z_]+\(', text, re.M)]
        rows = [text[at:end] for at, end in zip(starts, starts[1:] + [len(text)])]
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(row.strip() for row in reversed(rows)) + '\n')


def claims(made):
    """Returns {(rule, message): its claims} of a table of claims, which numbers them."""
    text = made['claims_table.def']
    rows = re.findall(r'^CLAIM\((.*)\)$', text, re.M)
    return {(rule, message): sorted(rows[int(at):int(at) + int(count)])
            for rule, message, at, count in re.findall(r'^CLAIMS\((\w+), (\S+), (\d+), (\d+)\)$', text, re.M)}


def check_order(source, folder, faults):
    error, before = generate(source, folder)
    reverse(folder)
    reversed_error, after = generate(source, folder)
    if error or reversed_error:
        faults.append('the generator fails: %s %s' % (error, reversed_error))
        return
    for name in sorted(before):
        if name == 'claims_table.def':
            same = claims(before) == claims(after)
        elif name in LISTS:
            same = sorted(before[name].splitlines()) == sorted(after[name].splitlines())
        else:
            same = not name.endswith('.def') or before[name] == after[name]
        if not same:
            faults.append('another order of the tables changes ' + name)


def check_wrong(source, folder, faults):
    path = os.path.join(folder, TABLE)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    line = text.count('\n') + 1
    for row, wanted in WRONG:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text + row + '\n')
        error, _ = generate(source, folder)
        if error != '%s:%d: %s' % (path, line, wanted):
            faults.append('%s\n  gives: %s' % (row, error.splitlines()[-1] if error else 'no error'))


def check_parts(source, folder, faults):
    path = os.path.join(folder, TABLE)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    for rows in PARTS:
        made = []
        for row in rows:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text + row)
            made.append(generate(source, folder))
        if made[0] != made[1] or made[0][0]:
            faults.append('%s\n  makes something else than the rows that it stands for: %s' % (rows[0], made[0][0]))


def main():
    source = sys.argv[1]
    remember_tables()
    faults = []
    for check in (lambda folder: check_wrong(source, folder, faults), lambda folder: check_parts(source, folder, faults),
                  lambda folder: check_order(source, folder, faults)):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(source, 'src'), folder, ignore=shutil.ignore_patterns('*.[ch]', '*.py'), dirs_exist_ok=True)
            check(folder)
    for fault in faults:
        print(fault)
    return len(faults) > 0


sys.exit(main())
