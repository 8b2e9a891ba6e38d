#!/usr/bin/env python3
"""Turns schema files into the C file that defines embedded_schemas (src/schema/embedded.h).

Usage: embed.py OUTPUT.c INPUT.schema.json...
Each schema becomes what the program compiles when a file needs it: the same schema, but whole in itself, with the
definitions of other files that it leads to and nothing that it doesn't lead to, without descriptions, and laid out as
src/schema/flat.h says. Texts become arrays of numbers, because compilers need not take string literals of more than
4095 bytes.
"""

import json
import os
import sys

SUFFIX = ".schema.json"
ANNOTATIONS = {"title", "description", "default", "examples", "$comment"}
LISTS = {"allOf", "anyOf", "oneOf", "prefixItems"}
SINGLES = {"items", "additionalProperties", "propertyNames", "not"}


def distinct(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name occurs twice among " + ", ".join(names))
    return dict(pairs)


def read(path):
    """A schema file: ASCII JSON with distinct names, so that nothing can go wrong at run time."""
    with open(path, encoding="ascii") as file:
        return json.load(file, object_pairs_hook=distinct)


class Bundle:
    """A schema and all that it leads to, as one document. What $ref names becomes a definition of its own."""

    def __init__(self, documents, name):
        self.documents = documents
        self.names = {}  # (document, pointer) -> the definition's name
        whole = self.bare(documents[name], name, True)
        definitions = {}
        while len(definitions) < len(self.names):
            key = list(self.names)[len(definitions)]
            definitions[self.names[key]] = self.bare(self.find(*key), key[0], key[1] == "")
        self.json = {**whole, **({"$defs": definitions} if definitions else {})}

    def find(self, document, pointer):
        at = self.documents[document]
        for token in pointer.split("/")[1:]:
            at = at[token.replace("~1", "/").replace("~0", "~")]
        return at

    def bare(self, schema, document, is_top):
        """A schema of a document, without annotations, with references that lead into the bundle."""
        if not isinstance(schema, dict):
            return schema
        out = {}
        for key, value in schema.items():
            if key == "$ref":
                name, _, pointer = value.partition("#")
                place = (name or document, pointer)
                self.names.setdefault(place, "%d" % len(self.names))
                out[key] = "#/$defs/" + self.names[place]
            elif key == "properties":
                out[key] = {name: self.bare(inner, document, False) for name, inner in value.items()}
            elif key in LISTS:
                out[key] = [self.bare(inner, document, False) for inner in value]
            elif key in SINGLES:
                out[key] = self.bare(value, document, False)
            elif key == "x-hints":
                if any("\0" in text for hint in value.items() for text in hint):
                    raise ValueError("a hint holds a NUL")
                out[key] = "\0".join(text for hint in value.items() for text in hint)
            elif key not in ANNOTATIONS and key != "$defs" and not (is_top and key == "$schema"):
                out[key] = value
        return out


class Flat:
    """A schema that is whole in itself, as src/schema/flat.h lays it out: each value before what it holds, $ref the
    place of what it leads to; texts in one array behind."""

    def __init__(self, schema):
        self.rows = []
        self.texts = bytearray(1)  # so that no name begins at 0
        self.places = {}  # of texts
        self.references = {}  # row -> pointer
        self.targets = {}  # pointer -> row
        self.add(schema, (0, 0), "#")
        for at, pointer in self.references.items():
            self.rows[at][0], self.rows[at][-1] = "INTEGER", ".integer = %d" % self.targets[pointer]

    def text(self, text):
        """Where a text begins, which stands there once, and its size."""
        if text not in self.places:
            self.places[text] = len(self.texts)
            self.texts += text.encode("ascii") + b"\0"
        return self.places[text], len(text)

    def add(self, value, key, pointer):
        at = len(self.rows)
        self.rows.append(None)
        self.targets[pointer] = at
        kind, text, number = "NULL", (0, 0), ".integer = 0"
        if isinstance(value, (dict, list)):
            is_object = isinstance(value, dict)
            kind, text = "OBJECT" if is_object else "ARRAY", (0, len(value))
            for name, inner in value.items() if is_object else enumerate(value):
                self.add(inner, self.text(name) if is_object else (0, 0), "%s/%s" % (pointer, name))
        elif isinstance(value, str) and pointer.endswith("/$ref"):
            self.references[at] = value
        elif isinstance(value, str):
            kind, text = "STRING", self.text(value)
        elif isinstance(value, bool):
            kind = str(value).upper()
        elif isinstance(value, int):
            kind, number = "INTEGER", ".integer = %d" % value
        elif isinstance(value, float):
            kind, number = "REAL", ".real = %r" % value
        self.rows[at] = [kind, len(self.rows) - at, *key, *text, number]

    def arrays(self, index):
        values = "".join("    {JSON_%s, %d, %d, %d, %d, %d, {%s}},\n" % tuple(row) for row in self.rows)
        lines = [self.texts[at:at + 24] for at in range(0, len(self.texts), 24)]
        texts = "".join("    " + " ".join("%d," % byte for byte in line) + "\n" for line in lines)
        return ("static const struct flat_value values_%d[] = {\n%s};\n\nstatic const char texts_%d[] = {\n%s};\n\n"
                % (index, values, index, texts))


def main(output, inputs):
    documents = {}
    for path in inputs:
        name = os.path.basename(path)
        if not name.endswith(SUFFIX):
            sys.exit("%s: not named *%s" % (path, SUFFIX))
        try:
            documents[name[:-len(SUFFIX)]] = read(path)
        except ValueError as error:
            sys.exit("%s: %s" % (path, error))
    names = sorted(documents)
    with open(output, "w", encoding="ascii", newline="\n") as out:
        out.write('/* Made by schema/embed.py out of the files in schema/. */\n#include "schema/embedded.h"\n\n')
        for index, name in enumerate(names):
            out.write(Flat(Bundle(documents, name).json).arrays(index))
        out.write("const struct embedded_schema embedded_schemas[] = {\n")
        for index, name in enumerate(names):
            out.write('    {"%s", {values_%d, texts_%d}},\n' % (name, index, index))
        out.write("};\nconst size_t embedded_schema_count = %d;\n" % len(names))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
