#!/usr/bin/env python3
"""Writes the style and the script of the HTML report as the C file that defines them (src/report/html.h).

Usage: embed.py OUTPUT.c report.css MODULE.js...
The modules become one script: each follows the modules that it imports, and all names are unique. Comments on lines of their
own and indentation are removed, and the script is compressed to keep pages small: LOADER adds it to the page. The script
includes the part of the style after the line WITH_SCRIPTS, which a page without scripts doesn't need. Style and scripts have
hashes in the form of Content-Security-Policy: browsers run nothing else in the page. Texts become arrays of numbers, because
compilers need not accept string literals of more than 4095 bytes.
"""

import base64
import gzip
import hashlib
import json
import re
import sys


WITH_SCRIPTS = "/* ---- with scripts ---- */"
LOADER = """(async()=>{
const bytes=Uint8Array.from(atob(document.getElementById("packed").textContent),(letter)=>letter.charCodeAt(0));
const script=document.createElement("script");
script.textContent=await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
document.body.append(script);
})();
"""


def array(name, text):
    rows = [text[at:at + 24] for at in range(0, len(text), 24)]
    body = "".join("    " + " ".join("%d," % byte for byte in row) + "\n" for row in rows)
    return "const char %s[] = {\n%s    0,\n};\n" % (name, body)


def short(text):
    """Returns a text without comments on lines of their own, indentation and empty lines."""
    lines = (line.strip() for line in re.sub(r"^\s*/\*.*?\*/\s*$", "", text, flags=re.M | re.S).split("\n"))
    return "\n".join(line for line in lines if line != "" and not line.startswith("//")) + "\n"


def joined(modules):
    text = "".join(re.sub(r"^import [^;]*;$", "", module, flags=re.M) for module in modules)
    names = re.findall(r"^(?:export )?(?:async )?(?:const|let|class|function) (\w+)", text, flags=re.M)
    if len(set(names)) < len(names):
        sys.exit("two modules declare " + ", ".join(sorted(name for name in set(names) if names.count(name) > 1)))
    return '"use strict";{\n' + short(re.sub(r"^export ", "", text, flags=re.M)) + "}\n"


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def main(output, style, *modules):
    style, more = (re.sub(r"(?<=[:;,{}]) +| +(?=[{}])", "", short(part).replace("\n", " ")) for part in read(style).split(WITH_SCRIPTS))
    script = joined(["const sheet = new CSSStyleSheet();\nsheet.replaceSync(%s);\ndocument.adoptedStyleSheets = [sheet];\n" % json.dumps(more),
                     *map(read, modules)])
    packed = base64.b64encode(gzip.compress(script.encode("ascii"), 9, mtime=0)).decode("ascii")
    with open(output, "w", encoding="ascii", newline="\n") as out:
        out.write('/* Made by src/report/embed.py. */\n#include "report/html.h"\n\n')
        for name, text in (("style", style), ("loader", LOADER), ("packed", packed)):
            if re.search("</|<!|[\0\r]", text):
                sys.exit("the %s must not have </, <! and carriage returns, since it is within a page" % name)
            out.write(array("html_" + name, text.encode("ascii")))
        for name, text in (("style", style), ("loader", LOADER), ("script", script)):
            digest = base64.b64encode(hashlib.sha256(text.encode("ascii")).digest()).decode("ascii")
            out.write('const char html_%s_hash[] = "sha256-%s";\n' % (name, digest))


if __name__ == "__main__":
    main(*sys.argv[1:])
