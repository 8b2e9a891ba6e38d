#!/usr/bin/env python3
"""Draws the icon of the program for Windows: icon.py ICON.svg ICON.ico

The drawing is that of the web page. Supports what it consists of: a rounded rectangle, curves (M, c, s) and circles, on a square."""
import re
import struct
import sys
import xml.etree.ElementTree
import zlib

SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
STEPS = 16  # straight lines for each curve


def color(text):
    digits = text.lstrip('#')
    digits = ''.join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return tuple(int(digits[i:i + 2], 16) for i in (0, 2, 4))


def points(path):
    """Returns the points of a path's curves."""
    found, control = [], None
    for command, text in re.findall(r'([Mcs])([^A-Za-z]*)', path):
        n = [float(number) for number in re.findall(r'-?[0-9.]+', text)]
        if command == 'M':
            found.append((n[0], n[1]))
            continue
        x, y = found[-1]
        first = (x + n[0], y + n[1]) if command == 'c' else (2 * x - control[0], 2 * y - control[1])
        control, end = [(x + n[i], y + n[i + 1]) for i in range(len(n) - 4, len(n), 2)]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
            found.append(tuple(sum(weight * point[axis] for weight, point in zip(weights, ((x, y), first, control, end)))
                               for axis in (0, 1)))
    return found


def distance_to_line(x, y, begin, end):
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    t = max(0.0, min(1.0, ((x - begin[0]) * dx + (y - begin[1]) * dy) / (dx * dx + dy * dy)))
    return ((x - begin[0] - t * dx) ** 2 + (y - begin[1] - t * dy) ** 2) ** 0.5


def shapes(svg):
    """Returns the side of the square, and for each shape its color and how far outside of it a point is."""
    root = xml.etree.ElementTree.parse(svg).getroot()
    found = []
    for element in root:
        get = element.get
        if element.tag.endswith('rect'):
            half, radius = (float(get('width')) / 2, float(get('height')) / 2), float(get('rx'))

            def outside(x, y, half=half, radius=radius):
                dx, dy = (max(abs(value - size) - size + radius, 0.0) for value, size in zip((x, y), half))
                return (dx * dx + dy * dy) ** 0.5 - radius
            found.append((color(get('fill')), outside))
        elif element.tag.endswith('circle'):
            cx, cy, radius = (float(get(name)) for name in ('cx', 'cy', 'r'))
            found.append((color(get('fill')), lambda x, y, cx=cx, cy=cy, radius=radius: ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 - radius))
        else:
            line, width = points(get('d')), float(get('stroke-width'))
            found.append((color(get('stroke')), lambda x, y, line=line, width=width:
                          min(distance_to_line(x, y, begin, end) for begin, end in zip(line, line[1:])) - width / 2))
    return float(root.get('viewBox').split()[2]), found


def draw(svg, size):
    """Returns the rows of pixels (red, green, blue, alpha), from the top."""
    side, drawn = shapes(svg)
    rows = []
    for row in range(size):
        rows.append([])
        for column in range(size):
            pixel = (0.0, 0.0, 0.0, 0.0)
            for shade, outside in drawn:
                cover = max(0.0, min(1.0, 0.5 - outside((column + 0.5) * side / size, (row + 0.5) * side / size) * size / side))
                alpha = cover + pixel[3] * (1 - cover)
                if alpha > 0:
                    pixel = tuple((new * cover + old * pixel[3] * (1 - cover)) / alpha for new, old in zip(shade, pixel)) + (alpha,)
            rows[-1].append(tuple(round(value) for value in pixel[:3]) + (round(pixel[3] * 255),))
    return rows


def bitmap(rows):
    """Returns an image as icons have it: from the bottom up, then a mask that says the same as the alpha values."""
    size = len(rows)
    data = b''.join(struct.pack('4B', blue, green, red, alpha) for row in reversed(rows) for red, green, blue, alpha in row)
    mask = b''
    for row in reversed(rows):
        bits = ''.join('0' if pixel[3] > 127 else '1' for pixel in row).ljust((size + 31) // 32 * 32, '0')
        mask += int(bits, 2).to_bytes(len(bits) // 8, 'big')
    return struct.pack('<IiiHHIIiiII', 40, size, 2 * size, 1, 32, 0, len(data) + len(mask), 0, 0, 0, 0) + data + mask


def png(rows):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    data = b''.join(b'\0' + bytes(value for pixel in row for value in pixel) for row in rows)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', len(rows), len(rows), 8, 6, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(data, 9)) + chunk(b'IEND', b''))


def main():
    svg, output = sys.argv[1:]
    images = [(size, (png if size > 64 else bitmap)(draw(svg, size))) for size in SIZES]
    offset = 6 + 16 * len(images)
    with open(output, 'wb') as file:
        file.write(struct.pack('<HHH', 0, 1, len(images)))
        for size, data in images:
            file.write(struct.pack('<BBBBHHII', size % 256, size % 256, 0, 0, 1, 32, len(data), offset))
            offset += len(data)
        for _, data in images:
            file.write(data)


if __name__ == '__main__':
    main()
