#!/usr/bin/env python3
"""Writes a reproducible zip of a folder: pack.py FOLDER OUTPUT.zip SECONDS. SECONDS since 1970 is the time of all entries.
Names are UTF-8 and marked as such. pack.py --tar INPUT.tar OUTPUT.tar SECONDS rewrites a tar in the same way."""
import os
import sys
import tarfile
import time
import zipfile


def write(output, files, seconds):
    """Writes a zip of files, {name: bytes}, in the order of their names."""
    with zipfile.ZipFile(output, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, time.gmtime(max(seconds, 315532800))[:6])  # zip can't store earlier times
            entry.create_system = 3
            entry.external_attr = (0o755 if name.endswith(('.exe', '/vrmlint')) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])


def rewrite_tar(path, output, seconds):
    """Writes the entries of a tar sorted by name, without owners' names and all with one time."""
    with tarfile.open(path) as old, tarfile.open(output, 'w', format=tarfile.USTAR_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            entry = tarfile.TarInfo(member.name)
            entry.type, entry.size, entry.mode, entry.mtime = member.type, member.size, 0o755 if member.isdir() else 0o644, seconds
            new.addfile(entry, old.extractfile(member) if member.isfile() else None)


def main():
    if sys.argv[1] == '--tar':
        rewrite_tar(*sys.argv[2:4], int(sys.argv[4]))
        return
    folder, output, seconds = sys.argv[1:]
    files = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            with open(path, 'rb') as file:
                inside = os.path.join(os.path.basename(folder), os.path.relpath(path, folder))
                files[inside.replace(os.sep, '/')] = file.read()
    write(output, files, int(seconds))


if __name__ == '__main__':
    main()
