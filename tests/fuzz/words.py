#!/usr/bin/env python3
"""words.py OUT SCHEMA...: a header with what the schemas know: names of members, and strings that values may be.

The mutator of the fuzz targets puts them where they are or aren't expected.
"""
import json
import os
import sys


def collect(schema, words):
    """Walks with a stack: schemas are deep where they hold others."""
    stack = [schema]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
        elif isinstance(value, dict):
            properties = value.get('properties')
            words.update(properties if isinstance(properties, dict) else [])
            constants = value.get('enum', []) + [value.get('const')] if isinstance(value.get('enum', []), list) else []
            words.update(word for word in constants if isinstance(word, str))
            stack += value.values()


def main(out, *files):
    words = set()
    for path in files:
        words.add(os.path.basename(path).split('-')[0].removesuffix('.schema.json'))
        with open(path, encoding='utf-8') as file:
            collect(json.load(file), words)
    # as they stand in JSON; in C once more
    quoted = sorted(json.dumps(word) for word in words if 0 < len(word) < 60)
    with open(out, 'w', encoding='utf-8', newline='\n') as file:
        file.write('static const char *const words[] = {\n')
        file.writelines(f'    {json.dumps(word)},\n' for word in quoted)
        file.write('};\n')


main(*sys.argv[1:])
