#!/usr/bin/env python3
"""Begins a rule, an extension or a format: writes its rows, its files and its registrations, so that all of it compiles.

    tests/new.py rule FAMILY/NAME         tests/new.py rule springbone/root-swings
    tests/new.py extension NAME FAMILY    tests/new.py extension VRMC_wind wind
    tests/new.py format NAME              tests/new.py format csv

CONTRIBUTING.md describes what the sentences and the code in these files have to become. Nothing that exists is replaced.
"""
import json
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MODEL = {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'name': 'Hips'}]}

RULE_ROWS = '''
RULE({row}, "{id}", WARNING, ON, NONE,
     "a node is called Wrong",
     "State what happens in apps.",
     "State what to change.",
     "The specification and its section", PANEL(OBJECTS),
     MESSAGE(DEFAULT, "{{node}} is called Wrong: choose another name"))
'''

RULE_CODE = '''/* Reports nodes that are called Wrong. */
#include <string.h>

#include "checks/checks.h"
#include "ids/messages_{table}.h"
#include "vrm/names.h"

void check_{function}(struct check *check)
{{
    const struct scene *scene = check->avatar->scene;
    for (size_t i = 0; i < scene->count; i++) {{
        if (scene->nodes[i].name != NULL && strcmp(scene->nodes[i].name, "Wrong") == 0) {{
            report(check->findings, MESSAGE_{row}__DEFAULT, place_node(i, "name"),
                   ARGUMENTS(the_node("node", check->avatar, i)));
        }}
    }}
}}
'''

FORMAT_CODE = '''/* The format {name}. */
#include "report/formats.h"
#include "report/print.h"

static void {name}_file(struct reporter *reporter, const struct vrmlint_report *report)
{{
    for (size_t i = 0; i < report->finding_count; i++) {{
        fprintf(reporter->out, "%s\\n", vrmlint_text_in(&report->findings[i].message, reporter->options.language));
    }}
}}

const struct report_format report_{name} = {{
    .name = "{name}",
    .summary = "state what it is for",
    .file = {name}_file,
}};
'''

DESCRIPTOR = '''
EXTENSION(
    {row}, "{name}", "{family}",
    PLACES("/extensions/{name}"),
    VERSIONS(RELEASED("1.0", "{name}-1.0")),
    SAID({row}))
'''

EXTENSION_WORDS = '''
WORDS({row}_WHERE, "in the extensions of the file")
WORDS({row}_WHAT, "{family}")
WORDS({row}_UNDECLARED, "state what apps do if extensionsUsed lacks it")
WORDS({row}_UNREAD, "state what happens if apps don't find it")
WORDS({row}_UNVERSIONED, "state what apps do without a version")
'''

FAMILY_ROWS = '''/* State what the rules of {name} are about. */

FAMILY_RULES({row}, "{family}", {row}, "{name}", "{name} 1.0",
             WITHOUT("spec-version-prerelease empty-array array-length one-of unknown-value value-out-of-range index-not-integer "
                     "index-written-as-float negative-index unresolved-index"))

OVERRIDE({row}_WRONG_TYPE,
         WHY("State what apps do with values of another type."))
'''
# The shared rules that report errors, on which no app decides as long as none reads the extension.
SHARED_ERRORS = ('not-declared', 'required-but-absent', 'wrong-location', 'spec-version-missing', 'spec-version-unknown', 'wrong-type',
                 'missing-property', 'not-finite')


def read(path):
    with open(os.path.join(TOP, path), encoding='utf-8') as file:
        return file.read()


def write(path, text):
    path = os.path.join(TOP, path)
    if os.path.exists(path):
        sys.exit(f'{path} exists already')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    print('wrote', os.path.relpath(path, TOP))


def change(path, pattern, replacement):
    """Replaces the last match of a pattern; the replacement may refer to groups."""
    text = read(path)
    found = list(re.finditer(pattern, text, re.M | re.S))
    if not found:
        sys.exit(f'{path}: nothing matches {pattern}, after which something was to be inserted')
    last = found[-1]
    text = text[:last.start()] + last.expand(replacement) + text[last.end():]
    with open(os.path.join(TOP, path), 'w', encoding='utf-8') as file:
        file.write(text)
    if path.endswith(('.c', '.h')) and shutil.which('clang-format'):
        subprocess.run(['clang-format', '-i', os.path.join(TOP, path)], check=True)
    print('changed', path)


def append(path, text):
    with open(os.path.join(TOP, path), 'a', encoding='utf-8') as file:
        file.write(text)
    print('changed', path)


def table_of(family):
    """Returns the path of the table that has the last rule of a family, or of the one that is called like it."""
    found = None
    for folder, _, names in sorted(os.walk(os.path.join(TOP, 'src', 'checks'))):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), TOP)
            if name.endswith('.def') and re.search(rf'^(?:RULE\(\w+, "{family}/|FAMILY_RULES\(\w+, "{family}")', read(path), re.M):
                found = path
                if name == f'{family}.def':
                    return path
    if found is None:
        sys.exit(f'no table of src/checks has rules of the family {family}')
    return found


def new_rule(identifier):
    if not re.fullmatch('[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*', identifier):
        sys.exit(f'{identifier} is not FAMILY/NAME in lower-case letters, digits and hyphens')
    family, name = identifier.split('/')
    table = table_of(family)
    if f'"{identifier}"' in read(table):
        sys.exit(f'{identifier} exists already, in {table}')
    words = {'id': identifier, 'row': re.sub('[/-]', '_', identifier).upper(), 'function': re.sub('[/-]', '_', identifier),
             'table': os.path.basename(table).removesuffix('.def')}
    source = os.path.join(os.path.dirname(table), name.replace('-', '_') + '.c')
    write(source, RULE_CODE.format(**words))
    append(table, RULE_ROWS.format(**words))
    # the simulation runs last
    change('src/checks/families.def', r'^/\* last:', rf'FAMILY(check_{words["function"]}, ALWAYS)\n\g<0>')
    listed = os.path.relpath(source, 'src')
    change('src/meson.build', rf"^  '{os.path.dirname(listed)}/[^\n]*\.c',\n", rf"\g<0>  '{listed}',\n")
    for kind, node in (('fail', 'Wrong'), ('pass', 'Right')):
        model = {**MODEL, 'nodes': [{'name': node}]}
        write(f'fixtures/{identifier}/{kind}-example.gltf', json.dumps(model, indent=2) + '\n')
    return 'fixtures rules claims languages_command readme'


def new_format(name):
    if not re.fullmatch('[a-z][a-z0-9]*', name):
        sys.exit(f'{name} is not a name of lower-case letters and digits')
    write(f'src/report/{name}.c', FORMAT_CODE.format(name=name))
    change('src/report/formats.h', r'^extern const struct report_format report_gitlab;\n',
           rf'\g<0>extern const struct report_format report_{name};\n')
    change('src/report/report.c', r'&report_html,', rf'&report_html, &report_{name},')
    change('src/meson.build', r"^  'report/[^\n]*\.c',\n", rf"\g<0>  'report/{name}.c',\n")
    return 'documents_command report'


def new_extension(name, family):
    if not re.fullmatch(r'[A-Z]+_\w+', name) or not re.fullmatch('[a-z0-9]+(-[a-z0-9]+)*', family):
        sys.exit(f'{name} {family} is not the name of an extension, as VRMC_wind, and that of its family, as wind')
    row = re.sub('-', '_', family).upper()
    words = {'name': name, 'family': family, 'row': row}
    folder = re.sub('-', '_', family)
    write(f'src/checks/{folder}/{folder}.def', FAMILY_ROWS.format(**words))
    append('src/tables/extensions.def', DESCRIPTOR.format(**words))
    append('src/message/messages/extensions.def', EXTENSION_WORDS.format(**words))
    schema = {'$schema': 'https://json-schema.org/draft/2020-12/schema', 'title': family, 'description': f'{name} 1.0',
              'type': 'object', 'required': ['specVersion', 'strength'],
              'properties': {'specVersion': {'description': 'the version', 'type': 'string', 'const': '1.0'},
                             'strength': {'description': 'state what it is', 'type': 'number', 'x-finite': 3.4028235e+38},
                             'extensions': {'description': 'whatever other extensions keep here', 'type': 'object'},
                             'extras': {'description': 'whatever an application keeps here'}},
              'additionalProperties': False, 'x-severity': {'additionalProperties': 'warning'}}
    write(f'schema/{name}-1.0.schema.json', json.dumps(schema, indent=2) + '\n')
    listed = r'(?<=^schema_names = \[\n).*?(?=^\])'
    names = re.search(listed, read('schema/meson.build'), re.M | re.S).group().splitlines(keepends=True)
    change('schema/meson.build', listed, ''.join(sorted([*names, f"  '{name}-1.0',\n"], key=lambda line: line.strip())))
    change('src/message/tables.def', r'^TABLE\("checks/[^\n]*\n', rf'\g<0>TABLE("checks/{folder}/{folder}.def")\n')
    example = {**MODEL, 'extensionsUsed': [name], 'extensions': {name: {'specVersion': '1.0', 'strength': 0.5}}}
    write(f'fixtures/{family}/example.gltf', json.dumps(example, indent=2) + '\n')
    change('tests/project/update_docs.py', r"(?<=^    'sim': )[^\n]*\n", rf"\g<0>    '{family}': 'state what they look at',\n")
    rules = ', '.join(f'"{family}/{rule}"' for rule in SHARED_ERRORS)
    change('tests/apps/differential/undecided.json', r'\n\]\n', rf',\n  {{"why": "No app reads {name}.", "rules": [\n    {rules}\n  ]}}\g<0>')
    return 'families_command extensions rules schemas_own fixtures claims languages_command readme'


def main():
    kinds = {'rule': (new_rule, 1), 'format': (new_format, 1), 'extension': (new_extension, 2)}
    if len(sys.argv) < 2 or sys.argv[1] not in kinds or len(sys.argv) != 2 + kinds[sys.argv[1]][1]:
        sys.exit(__doc__)
    tests = kinds[sys.argv[1]][0](*sys.argv[2:])
    print(f'Replace the sentences in these files. Then these tests report what is missing: tests/run.sh {tests}')


main()
