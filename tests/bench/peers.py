#!/usr/bin/env python3
"""How fast vrmlint is beside other programs that people know: `meson compile -C build bench`, or by hand

    peers.py BUILD_FOLDER [--corpus FOLDER] [--rounds N] [--no-growth] [--no-simulation]

Makes its own inputs (inputs.py), installs the npm packages it compares with into the build folder where npm is, and runs
vrmlint and each peer in turn, round by round, on the same files. A ratio is that of a round, peer over vrmlint: the
middle one of all rounds and the middle half of them, by the clock and by the processors. Nothing is asserted: read the table. What grows with
what is in growth.py, what the simulation does per second in simulation.py; both are run too.

On a machine that does other things meanwhile, go by the processors: long processes wait for their turn more often than
short ones, which makes peers look slower by the clock than they are.
"""
import argparse
import json
import os
import platform
import shutil
import statistics
import struct
import subprocess
import sys

import inputs

PACKAGES = {'gltf-validator': '2.0.0-dev.3.10', 'ajv': '8.20.0', '@sourcemeta/jsonschema': '16.11.0'}
HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = 'VRMC_springBone-1.0'


def install(folder):
    """Returns the folder with the npm packages, or None after printing why."""
    if shutil.which('node') is None:
        print('no node: the programs from npm are left out')
        return None
    where = os.path.join(folder, 'bench-peers')
    if not all(os.path.isdir(os.path.join(where, 'node_modules', name)) for name in PACKAGES):
        if shutil.which('npm') is None:
            print('no npm: the programs from it are left out')
            return None
        os.makedirs(where, exist_ok=True)
        with open(os.path.join(where, 'package.json'), 'w', encoding='utf-8') as out:
            json.dump({'private': True, 'dependencies': PACKAGES}, out)
        done = subprocess.run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'], cwd=where, check=False)
        if done.returncode != 0:
            print('npm could not install them: the programs from npm are left out')
            return None
    return where


def spread(ratios):
    """Returns the median and the middle half as text."""
    ratios = sorted(ratios)
    ratio, low, high = statistics.median(ratios), ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
    digits = 2 if ratio < 10 else 0
    return f'{ratio:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})'


class Bench:
    def __init__(self, build, rounds):
        self.rounds = rounds
        self.folder = os.path.join(build, 'bench-inputs')
        self.vrmlint = os.path.join(build, 'src', 'vrmlint')
        self.tools = os.path.join(build, 'tests')
        os.makedirs(self.folder, exist_ok=True)

    def tool(self, name):
        return os.path.join(self.tools, name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def in_turn(self, commands, rounds):
        """Returns for each command: (milliseconds of each round, by the clock and by the processors; peak memory in kB)."""
        flat = [word for command in commands for word in ['--', *command]][1:]
        done = subprocess.run([self.tool('side_by_side'), str(rounds), *flat], check=True, capture_output=True, text=True)
        results = []
        for command, line in zip(commands, done.stdout.splitlines()):
            status, peak, *numbers = line.split()
            if status not in ('0', '1'):
                sys.exit(f'{command} ended with {status}')
            results.append(([float(n) for n in numbers[::2]], [float(n) for n in numbers[1::2]], int(peak)))
        return results

    def row(self, case, peer, ours, theirs, wanted, turned=False):
        """ours and theirs: milliseconds of each round, by the clock and optionally by the processors. turned: ours / theirs,
        smaller is better."""
        cells = [case, f'{statistics.median(ours[0]):.3g} ms', peer, f'{statistics.median(theirs[0]):.3g} ms']
        for a, b in zip(ours, theirs):
            cells.append(spread([x / y if turned else y / x for x, y in zip(a, b)]))
        cells += [''] * (6 - len(cells)) + [wanted]
        print('| ' + ' | '.join(cells) + ' |', flush=True)

    def compare(self, case, ours, peers, rounds=None):
        """peers: (name, command, wanted ratio, whether the ratio is ours / theirs instead of theirs / ours)."""
        results = self.in_turn([ours] + [command for _, command, _, _ in peers], rounds or self.rounds)
        for (name, _, wanted, turned), theirs in zip(peers, results[1:]):
            self.row(case, name, results[0][:2], theirs[:2], wanted, turned)


def check(bench, *paths):
    return [bench.vrmlint, 'check', '--no-config', '--no-simulation', '--jobs', '1', '--format', 'ndjson', *paths]


def whole_processes(bench, node, corpus):
    gltf = ['node', os.path.join(HERE, 'peer_gltf.js')]
    small, heavy = bench.path('small.vrm'), bench.path('heavy.vrm')
    bench.compare('`--version`', [bench.vrmlint, '--version'],
                  [('an empty program with jansson', [bench.tool('empty')], 'at most 1.3', True)], 20 * bench.rounds)
    if node:
        bench.compare('8 kB of JSON, a process', check(bench, small),
                      [('gltf-validator', gltf + [small], 'at least 80', False),
                       ('`node -e 0`', ['node', '-e', '0'], 'at least 60', False)])
        bench.compare('33 MB, 2.2 MB of JSON, a process', check(bench, heavy),
                      [('gltf-validator', gltf + [heavy], 'at least 20', False)])
    bench.compare('33 MB, 2.2 MB of JSON, a process', check(bench, heavy),
                  [('a plain `json_loadb()`', [bench.tool('load_plain'), heavy], 'at most 0.5', True)])
    if node:
        library = bench.path('library')
        bench.compare('200 made-up avatars in one process', check(bench, library),
                      [('gltf-validator', gltf + [library], 'at least 15', False)], max(3, bench.rounds // 4))
        if corpus:
            bench.compare('a folder of real avatars in one process', check(bench, corpus),
                          [('gltf-validator', gltf + [corpus], 'at least 15', False)], max(3, bench.rounds // 4))


def hot_loop(command):
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    return done.stdout.split()


def schemas(bench, node):
    """Validates the springBone of the heavy file with the project's schema, which every program can read unchanged."""
    schema = os.path.join(HERE, '..', '..', 'schema', SCHEMA + '.schema.json')
    instance, rig = bench.path('spring.json'), bench.path('rig.gltf')
    if node is None:
        return
    system = 'windows' if os.name == 'nt' else sys.platform.split('-')[0]
    machine = {'amd64': 'x86_64', 'aarch64': 'arm64'}.get(platform.machine().lower(), platform.machine().lower())
    blaze = os.path.join(node, 'node_modules', '@sourcemeta', 'jsonschema', 'build', 'github-releases',
                         f'jsonschema-{system}-{machine}')
    if os.path.exists(blaze):
        for name, options, wanted in (('@sourcemeta/jsonschema, exhaustive', [], 'at least 3'),
                                      ('@sourcemeta/jsonschema `--fast`', ['--fast'], 'at least 1')):
            ours, theirs = [], []
            for _ in range(max(5, bench.rounds // 2)):
                words = hot_loop([blaze, 'validate', schema, instance, '--benchmark', '--loop', '500', *options])
                theirs.append(float(words[words.index('PASS') + 1]) / 1000)
                ours.append(float(hot_loop([bench.tool('hot_schema'), SCHEMA, instance, '500'])[1]) / 1000)
            bench.row('300 joints against the schema, hot', name, [ours], [theirs], wanted)
    bench.compare('300 joints, a process (vrmlint runs every rule)', check(bench, rig),
                  [('ajv', ['node', os.path.join(HERE, 'peer_ajv.js'), schema, instance], 'at least 40', False)])


def memory_row(bench, name):
    path = bench.path(name)
    with open(path, 'rb') as file:
        head = file.read(20)
    size = struct.unpack('<I', head[12:16])[0] if head[:4] == b'glTF' else os.path.getsize(path)
    peak = bench.in_turn([check(bench, path)], 3)[0][2]
    print(f'| {name} | {os.path.getsize(path) / 1e6:.2f} MB | {size / 1e6:.3f} MB | {peak * 1024 / 1e6:.1f} MB '
          f'| {4 + 12 * size / 1e6:.1f} MB |', flush=True)


def memory(bench):
    """Compares peak memory with the bound: for a normal BIN chunk, for a very large one, which is a hole in the file, and for
    files with almost only nodes, joints, colliders, groups, channels, or findings."""
    print('\n| Peak memory | file | JSON chunk | peak | 4 MB + 12 x JSON |\n|---|---|---|---|---|')
    with open(bench.path('heavy.vrm'), 'rb') as file:
        whole = file.read()
    json_size = struct.unpack('<I', whole[12:16])[0]
    at = 20 + json_size
    more = 1000 * 1000 * 1000
    with open(bench.path('huge.vrm'), 'wb') as file:
        # data after the end of buffer 0 is only a warning
        file.write(whole[:8] + struct.pack('<I', at + 8 + more) + whole[12:at])
        file.write(struct.pack('<II', more, 0x004E4942))
        file.truncate(at + 8 + more)
    for name in ('small.vrm', 'heavy.vrm', 'huge.vrm', 'rig.gltf'):
        memory_row(bench, name)
    os.remove(bench.path('huge.vrm'))
    for name in inputs.write_worst(bench.folder):
        memory_row(bench, name)


def profile(bench):
    print('\nWhere the time of one file goes, without start-up:')
    for name in ('small.vrm', 'heavy.vrm'):
        print(f'\n{name}', flush=True)
        subprocess.run([bench.tool('profile'), bench.path(name)], check=True)


def make_inputs(bench):
    sizes = inputs.write(bench.folder)
    inputs.write_library(bench.path('library'), 200)
    with open(bench.path('heavy.vrm'), 'rb') as file:
        document = json.loads(file.read(20 + sizes['heavy'])[20:])
    with open(bench.path('spring.json'), 'w', encoding='utf-8') as file:
        json.dump(document['extensions']['VRMC_springBone'], file, separators=(',', ':'))
    rig = {key: document[key] for key in ('asset', 'scene', 'scenes', 'nodes', 'extensions')}
    rig['extensionsUsed'] = list(rig['extensions'])
    for node in rig['nodes']:
        node.pop('mesh', None)
        node.pop('skin', None)
    with open(bench.path('rig.gltf'), 'w', encoding='utf-8') as file:
        json.dump(rig, file, separators=(',', ':'))


def processor():
    try:
        with open('/proc/cpuinfo', encoding='utf-8') as file:
            name = next(line.split(':')[1].strip() for line in file if line.startswith('model name'))
    except (OSError, StopIteration):
        name = platform.processor() or platform.machine()
    return f'{name}, {os.cpu_count()} cores'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build')
    parser.add_argument('--corpus', help='a folder of real avatars')
    parser.add_argument('--rounds', type=int, default=21)
    parser.add_argument('--no-growth', action='store_true')
    parser.add_argument('--no-simulation', action='store_true')
    how = parser.parse_args()
    bench = Bench(os.path.abspath(how.build), how.rounds)
    node = install(os.path.abspath(how.build))
    if node:
        os.environ['NODE_PATH'] = os.path.join(node, 'node_modules')
    make_inputs(bench)
    print(f'{processor()}; the middle of {bench.rounds} rounds or more\n')
    print('| Case | vrmlint | beside | takes | ratio (middle half) | by the processors | wanted |\n|---|---|---|---|---|---|---|')
    whole_processes(bench, node, how.corpus)
    schemas(bench, node)
    memory(bench)
    profile(bench)
    if not how.no_simulation:
        print('\nThe simulation:\n', flush=True)
        subprocess.run([sys.executable, os.path.join(HERE, 'simulation.py'), bench.tool('bench_simulation')], check=False)
    if not how.no_growth:
        print('\nGrowth:\n', flush=True)
        subprocess.run([sys.executable, os.path.join(HERE, 'growth.py'), bench.vrmlint], check=False)


if __name__ == '__main__':
    main()
