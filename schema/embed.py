#!/usr/bin/env python3
"""Turns schema files into the C file that defines embedded_schemas (src/schema/embedded.h).

Usage: embed.py OUTPUT.c INPUT.schema.json...
Texts become arrays of numbers, because compilers need not take string literals of more than 4095 bytes.
"""

import json
import os
import sys

SUFFIX = ".schema.json"


def distinct(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name occurs twice among " + ", ".join(names))
    return dict(pairs)


def read(path):
    """The text of a schema file: ASCII JSON with distinct names, so that nothing can go wrong at run time."""
    with open(path, "rb") as file:
        text = file.read()
    json.loads(text.decode("ascii"), object_pairs_hook=distinct)
    return text


def array(index, text):
    rows = [text[at:at + 24] for at in range(0, len(text), 24)]
    body = "".join("    " + " ".join("%d," % byte for byte in row) + "\n" for row in rows)
    return "static const char text_%d[] = {\n%s    0,\n};\n" % (index, body)


def main(output, inputs):
    schemas = {}
    for path in inputs:
        name = os.path.basename(path)
        if not name.endswith(SUFFIX):
            sys.exit("%s: not named *%s" % (path, SUFFIX))
        try:
            schemas[name[:-len(SUFFIX)]] = read(path)
        except ValueError as error:
            sys.exit("%s: %s" % (path, error))
    names = sorted(schemas)
    with open(output, "w", encoding="ascii", newline="\n") as out:
        out.write('/* Made by schema/embed.py out of the files in schema/. */\n#include "schema/embedded.h"\n\n')
        for index, name in enumerate(names):
            out.write(array(index, schemas[name]) + "\n")
        out.write("const struct embedded_schema embedded_schemas[] = {\n")
        for index, name in enumerate(names):
            out.write('    {"%s", text_%d, sizeof text_%d - 1},\n' % (name, index, index))
        out.write("};\nconst size_t embedded_schema_count = %d;\n" % len(names))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
