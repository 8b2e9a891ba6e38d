#!/usr/bin/env python3
"""Turns the style and the script of the HTML report into the C file that defines them (src/report/html.h).

Usage: embed.py OUTPUT.c page.css page.js
Each comes with its hash as Content-Security-Policy writes it: a browser runs nothing else in the page. Texts become
arrays of numbers, because compilers need not take string literals of more than 4095 bytes.
"""

import base64
import hashlib
import sys


def array(name, text):
    rows = [text[at:at + 24] for at in range(0, len(text), 24)]
    body = "".join("    " + " ".join("%d," % byte for byte in row) + "\n" for row in rows)
    return "const char %s[] = {\n%s    0,\n};\n" % (name, body)


def main(output, style, script):
    with open(output, "w", encoding="ascii", newline="\n") as out:
        out.write('/* Made by src/report/embed.py. */\n#include "report/html.h"\n\n')
        for name, path in (("html_style", style), ("html_script", script)):
            with open(path, "rb") as file:
                text = file.read()
            if not text.isascii() or b"\0" in text or b"\r" in text or b"</" in text or b"<!" in text:
                sys.exit("%s: must be ASCII without </, <! and carriage returns, to stand in a page" % path)
            digest = base64.b64encode(hashlib.sha256(text).digest()).decode("ascii")
            out.write(array(name, text))
            out.write('const char %s_hash[] = "sha256-%s";\n' % (name, digest))


if __name__ == "__main__":
    main(*sys.argv[1:])
