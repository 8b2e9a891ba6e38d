#!/usr/bin/env python3
"""Makes docs/report.png, the picture of a report that README.md shows: picture.py PROGRAM. Needs Chromium.

The page is the report of the program on fixtures/whole/mistakes.vrm, captured in a window of a fixed size. The picture is saved
with 256 colors at most.
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
WIDTH, HEIGHT = 960, 760
BYTES_MOST = 150_000


def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def rows(png):
    """Returns (width, channels, rows) of an 8-bit PNG without interlacing."""
    at, data, width, channels = 8, b'', 0, 0
    while at < len(png):
        size, kind = struct.unpack('>I4s', png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b'IHDR':
            width, _, depth, color, _, _, interlaced = struct.unpack('>IIBBBBB', body)
            assert depth == 8 and color in (2, 6) and interlaced == 0
            channels = 3 if color == 2 else 4
        data += body if kind == b'IDAT' else b''
        at += size + 12
    data = zlib.decompress(data)
    stride, before, found = width * channels, bytearray(width * channels), []
    for start in range(0, len(data), stride + 1):
        how, row = data[start], bytearray(data[start + 1:start + 1 + stride])
        for i in range(stride if how else 0):
            left = row[i - channels] if i >= channels else 0
            corner = before[i - channels] if i >= channels else 0
            guess = left + before[i] - corner
            paeth = min((left, before[i], corner), key=lambda value: abs(guess - value))
            row[i] = (row[i] + (0, left, before[i], (left + before[i]) // 2, paeth)[how]) & 255
        found.append(bytes(row))
        before = row
    return width, channels, found


def with_palette(png):
    """Returns the picture with at most 256 colors: rare colors become the nearest of the frequent ones."""
    width, channels, lines = rows(png)
    pixels = [[line[i:i + 3] for i in range(0, len(line), channels)] for line in lines]
    counts = {}
    for line in pixels:
        for pixel in line:
            counts[pixel] = counts.get(pixel, 0) + 1
    palette = sorted(counts, key=lambda pixel: (-counts[pixel], pixel))[:256]
    index = {pixel: number for number, pixel in enumerate(palette)}
    for pixel in counts:
        if pixel not in index:
            index[pixel] = min(range(len(palette)), key=lambda number: sum((a - b) ** 2 for a, b in zip(pixel, palette[number])))
    data = b''.join(b'\0' + bytes(index[pixel] for pixel in line) for line in pixels)
    head = struct.pack('>IIBBBBB', width, len(lines), 8, 3, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'PLTE', b''.join(palette)) + chunk(b'IDAT', zlib.compress(data, 9)) + chunk(b'IEND', b'')


def main():
    program = os.path.abspath(sys.argv[1])
    chromium = next(filter(None, map(shutil.which, ('chromium', 'chromium-browser', 'google-chrome'))), None)
    if chromium is None:
        sys.exit('picture.py: there is no Chromium')
    with tempfile.TemporaryDirectory() as folder:
        page, picture = os.path.join(folder, 'page.html'), os.path.join(folder, 'page.png')
        done = subprocess.run([program, '--no-config', '--format', 'html=' + page, 'fixtures/whole/mistakes.vrm'], cwd=TOP, check=False,
                              env={**os.environ, 'LC_ALL': 'C'})
        assert done.returncode == 1
        subprocess.run([chromium, '--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', f'--window-size={WIDTH},{HEIGHT}',
                        '--user-data-dir=' + os.path.join(folder, 'profile'), '--screenshot=' + picture, 'file://' + page], check=True,
                       stderr=subprocess.DEVNULL)
        with open(picture, 'rb') as file:
            small = with_palette(file.read())
    assert len(small) < BYTES_MOST, len(small)
    with open(os.path.join(TOP, 'docs', 'report.png'), 'wb') as file:
        file.write(small)
    print(f'docs/report.png: {len(small)} bytes')


main()
