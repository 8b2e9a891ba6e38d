#!/usr/bin/env python3
"""Makes the package for Unity in adopt/unity.

unity_package.py generate [--check] writes what is generated in the folder: a .meta file for each file and folder, without which
Unity ignores them in an installed package, and the texts of po/unity.def in both languages. --check only compares.
unity_package.py pack OUTPUT URL SECONDS SYSTEM=FOLDER... writes to OUTPUT the tarball for Unity's Package Manager, the zip for VCC
and ALCOM, and the listing that they read, which states where the zip is to be had: below URL. SYSTEM is a name such as
windows-x86_64, FOLDER has its program and the licences of that."""
import gzip
import hashlib
import io
import json
import os
import re
import sys
import tarfile
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
PACKAGE = os.path.join(HERE, 'unity')
sys.path[:0] = [HERE, os.path.join(TOP, 'po')]
import pack  # noqa: E402 (the path comes first)
import texts  # noqa: E402
import version  # noqa: E402

TABLE = 'Editor/Core/TextTable.cs'
LISTING = 'https://github.com/vrmlint/vrmlint/releases/latest/download/vrmlint-vpm.json'
IMPORTERS = {  # a kind of file that is missing here needs the importer that Unity gives it
    '.cs': 'MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n'
           '  icon: {instanceID: 0}\n',
    '.asmdef': 'AssemblyDefinitionImporter:\n  externalObjects: {}\n', '.json': 'PackageManifestImporter:\n  externalObjects: {}\n',
    '.md': 'TextScriptImporter:\n  externalObjects: {}\n', None: 'DefaultImporter:\n  externalObjects: {}\n'}


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def manifest():
    return json.loads(read(os.path.join(PACKAGE, 'package.json')))


def is_imported(path):
    """Whether Unity imports a path of the package: it leaves out names that begin with a dot or end in ~."""
    return not any(part.startswith('.') or part.endswith('~') for part in path.split('/'))


def paths():
    """Returns {path in the package: whether it is a folder}, without .meta files."""
    found = {}
    for folder, folders, names in os.walk(PACKAGE):
        inside = os.path.relpath(folder, PACKAGE).replace(os.sep, '/')
        for name in folders + names:
            path = name if inside == '.' else f'{inside}/{name}'
            if is_imported(path) and not path.endswith('.meta'):
                found[path] = name in folders
    return found


def meta(path, is_folder):
    """Returns the .meta file of a path. The GUID follows from the path, so it is the same in each version."""
    guid = hashlib.md5(f'{manifest()["name"]}/{path}'.encode()).hexdigest()
    importer = IMPORTERS[None if is_folder else os.path.splitext(path)[1]]
    folder = 'folderAsset: yes\n' if is_folder else ''
    return f'fileFormatVersion: 2\nguid: {guid}\n{folder}{importer}  userData: \n  assetBundleName: \n  assetBundleVariant: \n'


def table():
    """Returns the C# file with all texts of the package."""
    found = list(texts.surface_texts(os.path.join(TOP, 'src'), os.path.join(TOP, 'po', 'ja.po'), 'unity'))
    names = textwrap.fill(', '.join(''.join(word.capitalize() for word in name.split('_')) for name, *_ in found), 150,
                          initial_indent=' ' * 8, subsequent_indent=' ' * 8)
    rows = ''.join(f'            {{ "{english}", "{japanese}" }},\n' for _, english, japanese in found)
    return ('// Made by adopt/unity_package.py from po/unity.def and po/ja.po.\nnamespace Vrmlint {\n    public enum Text {\n'
            f'{names},\n    }}\n\n    public static partial class Texts {{\n        static readonly string[,] table = {{\n'
            f'{rows}        }};\n    }}\n}}\n')


def generate(check):
    """Writes the generated files, and removes .meta files of what no longer exists. Returns whether something was out of date."""
    wanted = {TABLE: table()}
    wanted.update({path + '.meta': meta(path, is_folder) for path, is_folder in {**paths(), TABLE: False}.items()})
    wrong = []
    for path, text in wanted.items():
        full = os.path.join(PACKAGE, path)
        if not os.path.exists(full) or read(full).decode() != text:
            wrong.append(path)
            if not check:
                with open(full, 'w', encoding='utf-8', newline='\n') as file:
                    file.write(text)
    for folder, _, names in os.walk(PACKAGE):
        for name in names:
            full = os.path.join(folder, name)
            path = os.path.relpath(full, PACKAGE).replace(os.sep, '/')
            if path.endswith('.meta') and path not in wanted:
                wrong.append(path)
                if not check:
                    os.remove(full)
    for path in wrong if check else ():
        print(f'adopt/unity/{path} is out of date: run adopt/unity_package.py generate')
    return bool(wrong)


def content(programs):
    """Returns {path: bytes} of the package with programs, {system: folder}."""
    found = {}
    for folder, _, names in os.walk(PACKAGE):
        for name in names:
            full = os.path.join(folder, name)
            found[os.path.relpath(full, PACKAGE).replace(os.sep, '/')] = read(full)
    for system, folder in programs.items():
        for name in os.listdir(folder):
            if re.fullmatch(r'vrmlint(\.exe)?|LICENSE.*', name):
                found[f'Programs~/{system}/{name}'] = read(os.path.join(folder, name))
    return found


def write_tarball(path, files, seconds):
    """Writes files as npm packs them: below package/."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode='w', format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo('package/' + name)
            entry.size, entry.mtime, entry.mode = len(files[name]), seconds, 0o755 if name.endswith(('.exe', '/vrmlint')) else 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    with open(path, 'wb') as file:
        file.write(gzip.compress(made.getvalue(), 9, mtime=0))


def pack_all(output, url, seconds, programs):
    package = {**manifest(), 'version': version.spelled('npm')}
    name = f'vrmlint-{package["version"]}-unity'
    files = content(programs)
    files['package.json'] = (json.dumps(package, indent=2, ensure_ascii=False) + '\n').encode()
    write_tarball(os.path.join(output, name + '.tgz'), files, seconds)
    archive = os.path.join(output, name + '-vcc.zip')
    pack.write(archive, files, seconds)
    listed = {**package, 'url': f'{url}/{os.path.basename(archive)}', 'zipSHA256': hashlib.sha256(read(archive)).hexdigest()}
    listing = {'name': 'vrmlint', 'id': package['name'] + '.listing', 'url': LISTING, 'author': 'vrmlint',
               'packages': {package['name']: {'versions': {package['version']: listed}}}}
    with open(os.path.join(output, 'vrmlint-vpm.json'), 'w', encoding='utf-8', newline='\n') as file:
        file.write(json.dumps(listing, indent=2, ensure_ascii=False) + '\n')


def main():
    if sys.argv[1:2] == ['generate']:
        return generate('--check' in sys.argv) and '--check' in sys.argv
    if sys.argv[1:2] != ['pack'] or len(sys.argv) < 5:
        print(__doc__, file=sys.stderr)
        return 2
    output, url, seconds, *given = sys.argv[2:]
    pack_all(output, url, int(seconds), dict(one.split('=', 1) for one in given))
    return 0


if __name__ == '__main__':
    sys.exit(main())
