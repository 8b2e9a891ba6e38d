#!/usr/bin/env python3
"""Tests the package for Unity: unity.py VRMLINT SOURCE EXTERNAL. Compiles it with Mono's compiler against types that stand in for
those of Unity and UniVRM (tests/apps/unity), and runs its logic: findings of real files, programs that misbehave, damaged files,
exports. Real avatars come from EXTERNAL/corpus; without it, the fixtures have to do. Skips the parts that need Mono without it.
VRMLINT_LONG: all of them, and 2,000 damaged files instead of 200. VRMLINT_UNITY_RUN: a command that runs the compiled tests, such
as wine with another runtime; nothing is built then, and programs that misbehave are left out, because they are shell scripts."""
import glob
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

program, source, external = sys.argv[1:]
source = os.path.abspath(source)
sys.path.insert(0, os.path.join(source, 'adopt'))
import version as versions  # noqa: E402 (its folder is known only now)

PACKAGE = os.path.join(source, 'adopt', 'unity')
LONG = bool(os.environ.get('VRMLINT_LONG'))

# Each answers --version like vrmlint, and misbehaves in a check. hangs writes its process to a file, to show that it ends.
FAKES = {
    'hangs': 'echo $$ >"$0.pid"; exec sleep 1000',
    'hangs_in_child': 'sleep 1000 & wait',
    'crashes': 'echo "{\\"tool\\": {"; kill -SEGV $$',
    'half': '"$VRMLINT" "$@" | head -c 700',
    'other_json': 'cat >/dev/null; echo "[1, 2]"',
    'deep': 'head -c 100000 /dev/zero | tr "\\0" "["',
    'says': 'echo "vrmlint: out of order" >&2; exit 2',
    # every second run ends in the middle of its report, however fast the program is
    'killed': 'n=$(cat "$0.runs" 2>/dev/null || echo 0); echo $((n + 1)) >"$0.runs"\n'
              'if [ $((n % 2)) = 0 ]; then "$VRMLINT" "$@" | head -c $((n * 17)); kill -KILL $$; fi\n'
              'exec timeout -s KILL 0.0$(($$ % 90 + 10)) "$VRMLINT" "$@"',
    'unmarked': 'exec "$VRMLINT" "$@"',
}
BEFORE = {'other': 'echo "1.2.3"', 'old': 'echo "vrmlint 0.9.0"', 'hangs_at_version': 'exec sleep 1000'}


def write_program(path, text, mode=0o755):
    with open(path, 'w', encoding='utf-8') as file:
        file.write('#!/bin/sh\n' + text + '\n')
    os.chmod(path, mode)


def make_fakes(folder):
    for name, text in FAKES.items():
        write_program(os.path.join(folder, name), f'[ "$1" != --version ] || {{ echo "vrmlint 1.0.0"; exit; }}\n{text}', 0o644 if name == 'unmarked' else 0o755)
    for name, text in BEFORE.items():
        write_program(os.path.join(folder, name), text)
    write_program(os.path.join(folder, 'vrmlint'), 'echo planted')
    os.mkdir(os.path.join(folder, 'folder'))
    bundled = os.path.join(folder, 'Programs~', 'linux-x86_64')
    os.makedirs(bundled)
    write_program(os.path.join(bundled, 'vrmlint'), FAKES['unmarked'])


def real_files():
    """Returns files for the tests, one with many mistakes first."""
    mistakes = os.path.join(source, 'fixtures', 'whole', 'mistakes.vrm')
    found = sorted(glob.glob(os.path.join(external, 'corpus', '*.vr*')))
    if len(found) < 50:
        print('skipped: no real avatars here; the fixtures are tested instead')
        found = sorted(glob.glob(os.path.join(source, 'fixtures', '*', '*', '*.vrm'))
                       + glob.glob(os.path.join(source, 'fixtures', '*', '*', 'fail-*.gltf')))[::4]
    return [mistakes] + [os.path.abspath(path) for path in (found if LONG else found[::max(1, len(found) // 60)])]


def check_package():
    """The parts that need no Mono: generated files, names, sizes."""
    done = subprocess.run([sys.executable, os.path.join(source, 'adopt', 'unity_package.py'), 'generate', '--check'], check=False)
    assert done.returncode == 0, 'run adopt/unity_package.py generate'
    guids = []
    for path in glob.glob(os.path.join(PACKAGE, '**', '*.meta'), recursive=True):
        with open(path, encoding='utf-8') as file:
            guids += re.findall(r'(?m)^guid: ([0-9a-f]{32})$', file.read())
        assert os.path.exists(path[:-len('.meta')]), path
    assert len(set(guids)) == len(guids) == len(glob.glob(os.path.join(PACKAGE, '**', '*.meta'), recursive=True)), 'one GUID for each file'
    with open(os.path.join(PACKAGE, 'package.json'), encoding='utf-8') as file, open(os.path.join(source, 'VERSION'), encoding='utf-8') as version:
        assert json.load(file)['version'] == version.read().strip()
    with open(os.path.join(PACKAGE, 'LICENSE.md'), 'rb') as file, open(os.path.join(source, 'LICENSE'), 'rb') as licence:
        assert file.read() == licence.read()
    for path in glob.glob(os.path.join(PACKAGE, '**', '*.asmdef'), recursive=True):
        with open(path, encoding='utf-8') as file:
            parts = json.load(file)
        assert parts['name'] + '.asmdef' == os.path.basename(path) and parts['includePlatforms'] == ['Editor'], path
    lines = 0
    for path in glob.glob(os.path.join(PACKAGE, '**', '*.cs'), recursive=True):
        with open(path, encoding='utf-8') as file:
            lines += len(file.readlines())
    assert lines <= 2000, f'{lines} lines of C#'


def check_packing(folder):
    """The tarball, the zip and the listing: complete, the same bytes each time, programs that can be run."""
    made = []
    for number in ('1', '2'):
        out, programs = os.path.join(folder, number), os.path.join(folder, 'programs' + number)
        os.makedirs(out)
        os.makedirs(programs)
        for name in ('vrmlint', 'LICENSE.txt', 'Rules.html'):
            write_program(os.path.join(programs, name), name, 0o700 if number == '1' else 0o600)
        subprocess.run([sys.executable, os.path.join(source, 'adopt', 'unity_package.py'), 'pack', out, 'https://example.org/v1', '1700000000',
                        'linux-x86_64=' + programs], check=True)
        made.append({})
        for name in os.listdir(out):
            with open(os.path.join(out, name), 'rb') as file:
                made[-1][name] = file.read()
    assert made[0] == made[1] and len(made[0]) == 3, sorted(made[0])
    with open(os.path.join(PACKAGE, 'package.json'), encoding='utf-8') as file:
        package = {**json.load(file), 'version': versions.spelled('npm')}
    base = f'vrmlint-{package["version"]}-unity'
    listed = json.loads(made[0]['vrmlint-vpm.json'])['packages'][package['name']]['versions'][package['version']]
    assert {**listed, **package} == listed and listed['url'] == f'https://example.org/v1/{base}-vcc.zip', listed
    assert listed['zipSHA256'] == hashlib.sha256(made[0][base + '-vcc.zip']).hexdigest()
    with tarfile.open(os.path.join(folder, '1', base + '.tgz')) as tarball, zipfile.ZipFile(os.path.join(folder, '1', base + '-vcc.zip')) as archive:
        packed = {entry.name[len('package/'):]: entry.mode for entry in tarball}
        assert packed == {entry.filename: entry.external_attr >> 16 for entry in archive.infolist()}
    assert packed['Programs~/linux-x86_64/vrmlint'] == 0o755 and packed['Programs~/linux-x86_64/LICENSE.txt'] == 0o644
    assert 'package.json' in packed and not any(name.endswith('.html') for name in packed)
    folders = {os.path.dirname(name) for name in packed} - {''}
    lacking = [name for name in {*packed, *folders} if '~' not in name and not name.endswith('.meta') and name + '.meta' not in packed]
    assert not lacking, f'Unity ignores what has no .meta file: {lacking}'


def main():
    check_package()
    with tempfile.TemporaryDirectory(prefix='vrmlint-unity-') as folder:
        check_packing(os.path.join(folder, 'packed'))
        run = shlex.split(os.environ.get('VRMLINT_UNITY_RUN', ''))
        sections = ['window', 'export', 'damaged'] if run else ['window', 'export', 'damaged', 'programs']
        if not run:
            if not (shutil.which('mcs') and shutil.which('mono')):
                print('skipped: no mono and mcs here (mono-runtime, mono-mcs), so that the package is not compiled')
                return 77
            built = os.path.join(folder, 'built')
            subprocess.run([os.path.join(source, 'tests', 'apps', 'unity_build.sh'), PACKAGE, built], check=True)
            run = ['mono', os.path.join(built, 'EditorTest.exe')]
        fakes = os.path.join(folder, 'fakes')
        os.mkdir(fakes)
        make_fakes(fakes)
        files = real_files()
        env = dict(os.environ, VRMLINT=os.path.abspath(program), TMPDIR=folder, LC_ALL='C.UTF-8')
        held = True
        for section in sections:
            given = files[:8] if section == 'programs' else ['2000' if LONG else '200', *files] if section == 'damaged' else files
            with open(os.path.join(folder, 'output'), 'w+b') as output:  # wine's own processes keep a pipe open
                done = subprocess.run([*run, section, os.path.abspath(program), fakes, *given], env=env, check=False,
                                      cwd=folder, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=280)
                output.seek(0)
                text = output.read().decode('utf-8', 'replace')
            print(f'-- {section}\n{text}')
            held = held and done.returncode == 0 and 'all of it held' in text
        return 0 if held else 1


sys.exit(main())
