#!/usr/bin/env python3
"""words.py OUT SCHEMA...: writes a header with the words of the schemas: names of members, and possible string values.

The mutator of the fuzz targets inserts them at expected and unexpected places.
"""
import json
import os
import sys


def collect(schema, words):
    """Walks a schema with a stack, because schemas are nested deeply."""
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
    # quoted for JSON; they are escaped for C below
    quoted = sorted(json.dumps(word) for word in words if 0 < len(word) < 60)
    with open(out, 'w', encoding='utf-8', newline='\n') as file:
        file.write('static const char *const words[] = {\n')
        file.writelines(f'    {json.dumps(word)},\n' for word in quoted)
        file.write('};\n')


main(*sys.argv[1:])
