#!/usr/bin/env python3
"""A zip of a folder, the same bytes each time: pack.py FOLDER OUTPUT.zip SECONDS, of which all that is in it is, since 1970.
Names are UTF-8, and say so."""
import os
import sys
import time
import zipfile

folder, output, seconds = sys.argv[1:]
paths = sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)
with zipfile.ZipFile(output, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in paths:
        name = os.path.join(os.path.basename(folder), os.path.relpath(path, folder)).replace(os.sep, '/')
        entry = zipfile.ZipInfo(name, time.gmtime(max(int(seconds), 315532800))[:6])  # zip begins in 1980
        entry.create_system = 3
        entry.external_attr = (0o755 if name.endswith('.exe') else 0o644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        with open(path, 'rb') as file:
            archive.writestr(entry, file.read())
