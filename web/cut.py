#!/usr/bin/env python3
"""usage: cut.py WASM MAP FOLDER NAME=SYMBOL...

Takes constant tables out of the data of a WebAssembly module, in place, by the linker's map of it: each goes to FOLDER/NAME,
and the section "texts" of the module then says, in JSON, where in its memory it wants them: {NAME: [address, size]}. Until
they are there, they read as zeros."""
import json
import os
import re
import sys

CUSTOM, DATA, DATA_COUNT = 0, 11, 12
CONST, END = 0x41, 0x0b
GAP = 4096


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, signed=False):
        """A number in LEB128."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def more(self):
        return self.at < len(self.data)


def number(value):
    out = bytearray()
    while True:
        byte = value & 127
        value >>= 7
        if (value == 0 and byte < 64) or (value == -1 and byte >= 64):  # right signed, and unsigned
            out.append(byte)
            return bytes(out)
        out.append(byte | 128)


def sections(wasm):
    reader = Reader(wasm)
    assert reader.take(8) == b'\0asm\1\0\0\0', 'not WebAssembly'
    while reader.more():
        kind = reader.take(1)[0]
        yield kind, reader.take(reader.number())


def segments(data):
    """(address, bytes) of each active segment."""
    reader = Reader(data)
    for _ in range(reader.number()):
        assert reader.number() == 0 and reader.take(1)[0] == CONST, 'only segments at a fixed place are known'
        address = reader.number(signed=True)
        assert reader.take(1)[0] == END
        yield address, reader.take(reader.number())


def without(pieces, begin, end):
    """The segments without what lies between two addresses."""
    for address, data in pieces:
        for start, stop in ((address, min(begin, address + len(data))), (max(end, address), address + len(data))):
            if start < stop:
                yield start, data[start - address:stop - address]


def between(pieces, begin, end):
    """What lies between two addresses; what no segment has is zero."""
    out = bytearray(end - begin)
    for address, data in pieces:
        start, stop = max(begin, address), min(end, address + len(data))
        if start < stop:
            out[start - begin:stop - begin] = data[start - address:stop - address]
    return bytes(out)


def joined(pieces):
    """The segments with small gaps between them filled: zeros are compressed to nothing, places aren't."""
    out = []
    for address, data in sorted(pieces):
        gap = address - out[-1][0] - len(out[-1][1]) if out else GAP
        if gap < GAP:
            out[-1][1].extend(bytes(gap) + data)
        else:
            out.append((address, bytearray(data)))
    return out


def place_of(symbol, linked):
    """(address, size) of a constant, by the linker's map."""
    found = re.findall(r'^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +\S*:\(\.rodata\.%s\)$' % re.escape(symbol), linked, re.M)
    assert len(found) == 1, '%s is in the map %d times' % (symbol, len(found))
    return int(found[0][0], 16), int(found[0][1], 16)


def main():
    path, linked, folder, *wanted = sys.argv[1:]
    with open(path, 'rb') as file:
        parts = list(sections(file.read()))
    with open(linked, encoding='utf-8') as file:
        linked = file.read()
    pieces = [piece for kind, data in parts if kind == DATA for piece in segments(data)]
    places = {}
    for name, symbol in (pair.split('=') for pair in wanted):
        address, size = place_of(symbol, linked)
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(between(pieces, address, address + size))
        pieces = list(without(pieces, address, address + size))
        places[name] = [address, size]
    pieces = joined(pieces)
    data = number(len(pieces)) + b''.join(
        b'\0' + bytes([CONST]) + number(address) + bytes([END]) + number(len(piece)) + piece for address, piece in pieces)
    changed = {DATA: data, DATA_COUNT: number(len(pieces))}
    parts = [(kind, changed.get(kind, old)) for kind, old in parts]
    parts.append((CUSTOM, b'\5texts' + json.dumps(places, separators=(',', ':')).encode()))
    with open(path, 'wb') as file:
        file.write(b'\0asm\1\0\0\0' + b''.join(bytes([kind]) + number(len(part)) + part for kind, part in parts))


main()
