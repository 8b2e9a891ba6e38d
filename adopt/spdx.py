#!/usr/bin/env python3
"""Lists the contents of a release with licences and checksums, as SPDX 2.3: spdx.py WORK RELEASE SECONDS COMMIT writes
vrmlint-VERSION.spdx.json to RELEASE. WORK: the folder in which adopt/release.sh built the pieces, which has the versions of
their contents."""
import glob
import hashlib
import json
import os
import re
import sys
import time

import version as spelling

work, release, seconds, commit = sys.argv[1:]
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
LIBRARIES = {'jansson': 'MIT', 'utf8proc': 'MIT AND Unicode-DFS-2016'}
PACKAGES = {'three': 'MIT', '@pixiv/three-vrm': 'MIT'}


def read(*path):
    with open(os.path.join(*path), encoding='utf-8') as file:
        return file.read()


def identifier(kind, name):
    return f'SPDXRef-{kind}-' + re.sub(r'[^A-Za-z0-9.]+', '-', name)


def package(name, version, licence, purpose='LIBRARY'):
    return {'name': name, 'SPDXID': identifier('Package', name), 'versionInfo': version, 'licenseConcluded': licence,
            'licenseDeclared': licence, 'copyrightText': 'NOASSERTION', 'downloadLocation': 'NOASSERTION', 'filesAnalyzed': False,
            'primaryPackagePurpose': purpose}


def contained():
    """Returns (name, version, licence) of the libraries in the pieces that were built."""
    found = {}
    for path in glob.glob(os.path.join(work, '*', 'source', '*-*')):
        name, _, version = os.path.basename(path).rpartition('-')
        if name in LIBRARIES and os.path.isdir(path):
            found[name] = (version, LIBRARIES[name])
    for name, licence in PACKAGES.items():
        path = os.path.join(work, 'web', 'packages', 'node_modules', name, 'package.json')
        if os.path.exists(path):
            found[name] = (json.loads(read(path))['version'], licence)
    return found


def main():
    version = spelling.spelled('plain')
    created = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(int(seconds)))
    packages = [package('vrmlint', version, 'MIT', 'APPLICATION')]
    packages += [package(name, *rest) for name, rest in sorted(contained().items())]
    files = []
    output = f'vrmlint-{version}.spdx.json'
    for name in sorted(os.listdir(release)):
        if name != output:
            with open(os.path.join(release, name), 'rb') as file:
                data = file.read()
            files.append({'fileName': './' + name, 'SPDXID': identifier('File', name), 'licenseConcluded': 'NOASSERTION',
                          'copyrightText': 'NOASSERTION', 'checksums': [
                              {'algorithm': 'SHA1', 'checksumValue': hashlib.sha1(data).hexdigest()},
                              {'algorithm': 'SHA256', 'checksumValue': hashlib.sha256(data).hexdigest()}]})
    main_package = packages[0]['SPDXID']
    relations = [('SPDXRef-DOCUMENT', 'DESCRIBES', main_package)]
    relations += [(main_package, 'CONTAINS', entry['SPDXID']) for entry in packages[1:]]
    relations += [(main_package, 'GENERATES', entry['SPDXID']) for entry in files]
    document = {
        'spdxVersion': 'SPDX-2.3', 'dataLicense': 'CC0-1.0', 'SPDXID': 'SPDXRef-DOCUMENT', 'name': f'vrmlint-{version}',
        'documentNamespace': f'https://vrmlint.github.io/vrmlint/spdx/{version}-{commit}',
        'creationInfo': {'created': created, 'creators': ['Tool: adopt/spdx.py']}, 'packages': packages, 'files': files,
        'relationships': [{'spdxElementId': a, 'relationshipType': kind, 'relatedSpdxElement': b} for a, kind, b in relations]}
    with open(os.path.join(release, output), 'w', encoding='utf-8') as file:
        json.dump(document, file, indent=1)
        file.write('\n')


main()
