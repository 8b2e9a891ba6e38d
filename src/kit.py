#!/usr/bin/env python3
"""Packs the conformance kit into a C array: kit.py OUTPUT.c DEPFILE FOLDER

The files of fixtures/conformance, each as its name, its size in decimal digits, a line feed and its bytes, are compressed by
repeating earlier bytes. The data is a sequence of: a count of literal bytes, these bytes, the length of a repeat, and the
distance back to its beginning. Numbers have seven bits per byte, the lowest first; the highest bit is set if more bytes follow.
"""

import os
import sys

LEAST = 6  # bytes: shorter repeats cost more than their two numbers
TRIED = 24  # earlier occurrences that are compared


def number(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return out


def longest(data, at, places):
    """Returns the length and the position of the longest earlier repeat of the bytes at an offset."""
    best, where = 0, 0
    limit = len(data)
    for start in places:
        if at + best < limit and data[start + best] != data[at + best]:
            continue
        length = LEAST
        step = 64
        while at + length + step <= limit and data[start + length:start + length + step] == data[at + length:at + length + step]:
            length += step
        while at + length < limit and data[start + length] == data[at + length]:
            length += 1
        if length > best:
            best, where = length, start
    return best, where


def pack(data):
    out = bytearray()
    places = {}
    at = plain = 0
    while at < len(data):
        key = data[at:at + LEAST]
        length, where = longest(data, at, places.get(key, ())) if len(key) == LEAST else (0, 0)
        step = max(1, length)
        if length >= LEAST:
            out += number(at - plain) + data[plain:at] + number(length) + number(at - where)
            plain = at + length
        for k in range(at, min(at + step, len(data) - LEAST)):
            known = places.setdefault(data[k:k + LEAST], [])
            known.insert(0, k)
            del known[TRIED:]
        at += step
    return out + number(len(data) - plain) + data[plain:]


def main(output, depfile, folder):
    names = []
    for base, folders, files in os.walk(folder):
        folders.sort()
        names += [os.path.relpath(os.path.join(base, name), folder).replace(os.sep, "/") for name in files]
    data = bytearray()
    for name in sorted(names):
        with open(os.path.join(folder, name), "rb") as file:
            text = file.read()
        data += b"%s\n%d\n" % (name.encode(), len(text)) + text
    packed = pack(bytes(data))
    with open(output, "w", encoding="ascii", newline="\n") as out:
        out.write('/* Made by src/kit.py. */\n#include "cli/kit_data.h"\n\nconst size_t kit_size = %d;\n'
                  "const unsigned char kit_packed[] = {\n" % len(data))
        for at in range(0, len(packed), 24):
            out.write("    " + "".join("%d," % byte for byte in packed[at:at + 24]) + "\n")
        out.write("};\n")
    with open(depfile, "w", encoding="utf-8") as out:
        out.write("%s: %s\n" % (output, " ".join(os.path.join(folder, name).replace(" ", "\\ ") for name in sorted(names))))


if __name__ == "__main__":
    main(*sys.argv[1:])
