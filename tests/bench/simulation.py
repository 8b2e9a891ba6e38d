#!/usr/bin/env python3
"""Joint-steps per second of vrmlint's engines and of the real three-vrm, side by side: simulation.py PROGRAM [ROUNDS]

PROGRAM is bench_simulation. Makes rigs of 300 joints in 60 chains, runs both on each in turns, in one thread and one
run, and prints what each does per second (the best window of each round, the middle round of all) and the ratio with
its spread over the rounds. Where npm is, @pixiv/three-vrm-springbone is installed beside PROGRAM; without it vrmlint
runs alone. Nothing is asserted: read the table.
"""
import json
import math
import os
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile

PACKAGES = {'@pixiv/three-vrm-springbone': '3.5.5', 'three': '0.180.0',
            '@pixiv/three-vrm': '3.5.5', '@pixiv/three-vrm-animation': '3.5.5'}  # tests/apps/differential.mjs loads files with these
CHAINS, JOINTS = 60, 5
HAIR = 40  # chains on the head; the others are below the hips

ROOT, HIPS, CHEST, NECK, HEAD, ARM, LOWER_ARM, LEG = 0, 1, 2, 3, 4, (5, 7), (6, 8), (9, 10)


def single(x):
    """Returns a number as exporters write it: in single precision."""
    return struct.unpack('f', struct.pack('f', x))[0]


def body():
    def node(name, translation, children=()):
        return {'name': name, 'translation': translation, 'children': list(children)}
    return [node('root', [0, 0, 0], [1]), node('hips', [0, 0.9, 0], [2, 9, 10]), node('chest', [0, 0.3, 0], [3, 5, 7]),
            node('neck', [0, 0.2, 0], [4]), node('head', [0, 0.08, 0]),
            node('arm.L', [0.12, 0.15, 0], [6]), node('lower.L', [0.25, 0, 0]),
            node('arm.R', [-0.12, 0.15, 0], [8]), node('lower.R', [-0.25, 0, 0]),
            node('leg.L', [0.08, -0.05, 0]), node('leg.R', [-0.08, -0.05, 0])]


def sphere(node, x, y, z, radius):
    return {'node': node, 'shape': {'sphere': {'offset': [x, y, z], 'radius': radius}}}


def capsule(node, start, end, radius):
    return {'node': node, 'shape': {'capsule': {'offset': start, 'tail': end, 'radius': radius}}}


def collider_groups():
    """Returns 40 colliders, in one group per body part."""
    groups = {
        'head': [sphere(HEAD, 0, 0.08, 0, 0.09), sphere(HEAD, 0, 0.05, 0.03, 0.07), sphere(HEAD, 0.03, 0.03, 0.02, 0.06),
                 sphere(HEAD, -0.03, 0.03, 0.02, 0.06)],
        'neck': [capsule(NECK, [0, 0, 0], [0, 0.06, 0], 0.045), sphere(NECK, 0, 0.02, 0, 0.05)],
        'chest': [capsule(CHEST, [0.06, 0.12, 0], [-0.06, 0.12, 0], 0.08), sphere(CHEST, 0.05, 0.06, 0.05, 0.07),
                  sphere(CHEST, -0.05, 0.06, 0.05, 0.07), sphere(CHEST, 0, 0, 0, 0.09), sphere(CHEST, 0.1, 0.15, 0, 0.05),
                  sphere(CHEST, -0.1, 0.15, 0, 0.05)],
        'hips': [sphere(HIPS, 0, 0, 0, 0.1), sphere(HIPS, 0.05, -0.02, 0, 0.08), sphere(HIPS, -0.05, -0.02, 0, 0.08),
                 sphere(HIPS, 0, 0.05, 0, 0.09)],
    }
    for side, sign in enumerate((1, -1)):
        arm = [sphere(ARM[side], sign * 0.06 * i, 0, 0, 0.04) for i in range(4)]
        lower = [sphere(LOWER_ARM[side], sign * 0.07 * i, 0, 0, 0.035) for i in range(4)]
        groups['arm' + 'LR'[side]] = arm + lower
        groups['leg' + 'LR'[side]] = [capsule(LEG[side], [0, -0.1 * i, 0], [0, -0.1 * i - 0.1, 0], 0.07)
                                      for i in range(4)]
    return groups


def rig(colliders, turned=False):
    """colliders: 'none'; 'groups': each chain uses the groups around it; or 'all': every chain uses all groups."""
    nodes, springs = body(), []
    groups = collider_groups() if colliders != 'none' else {}
    around = [['head', 'neck', 'chest', 'armL', 'armR'], ['hips', 'legL', 'legR', 'armL', 'armR']]
    for chain in range(CHAINS):
        hair = chain < HAIR
        count = HAIR if hair else CHAINS - HAIR
        angle = 2 * math.pi * chain / count
        x, z = math.cos(angle), math.sin(angle)
        parent, joints = (HEAD if hair else HIPS), []
        for k in range(JOINTS + 1):
            out = 0.115 if hair else 0.14
            place = [out * x, 0.08 if hair else 0, out * z] if k == 0 else [0.012 * x, -0.06, 0.012 * z]
            node = {'name': f'c{chain}_{k}', 'translation': place, 'children': []}
            if turned:
                half = 0.05 + 0.01 * k
                node['rotation'] = [single(v) for v in (math.sin(half) * x, 0, math.sin(half) * z, math.cos(half))]
            nodes.append(node)
            nodes[parent]['children'].append(len(nodes) - 1)
            parent = len(nodes) - 1
            joints.append({'node': parent, 'stiffness': 0.8 + 0.02 * chain, 'dragForce': 0.4, 'hitRadius': 0.015,
                           'gravityPower': 0.1 if chain % 5 == 0 else 0, 'gravityDir': [0, -1, 0]})
        spring = {'joints': joints}
        if colliders != 'none':
            names = around[0 if hair else 1] if colliders == 'groups' else groups
            spring['colliderGroups'] = [list(groups).index(name) for name in names]
        springs.append(spring)
    for node in nodes:
        if not node['children']:
            del node['children']
    flat, lists = [], []
    for members in groups.values():
        lists.append({'colliders': list(range(len(flat), len(flat) + len(members)))})
        flat += members
    more = {'colliders': flat, 'colliderGroups': lists} if flat else {}
    return {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': nodes,
            'extensionsUsed': ['VRMC_springBone'],
            'extensions': {'VRMC_springBone': {'specVersion': '1.0', 'springs': springs, **more}}}


RIGS = [('no colliders', rig('none')), ('40 colliders, 28 around each chain', rig('groups')),
        ('40 colliders around every chain', rig('all')), ('no colliders, rotations in single precision', rig('none', True))]


def packages(folder):
    """Installs the peer once; returns None if that isn't possible."""
    if shutil.which('node') is None:
        return None
    where = os.path.join(folder, 'bench-packages')
    if not all(os.path.isdir(os.path.join(where, 'node_modules', name)) for name in PACKAGES):
        if shutil.which('npm') is None:
            return None
        os.makedirs(where, exist_ok=True)
        with open(os.path.join(where, 'package.json'), 'w') as out:
            json.dump({'private': True, 'dependencies': PACKAGES}, out)
        done = subprocess.run(['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'], cwd=where)
        if done.returncode != 0:
            return None
    return where


class Runner:
    """A program that measures for the time that it is given, each time it is asked."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, seconds):
        self.process.stdin.write(f'{seconds}\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f'{self.process.args[0]} ended')
        return float(line.split()[0])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def million(rates):
    return f'{statistics.median(rates) / 1e6:7.2f} M'


def compare(name, path, program, peer, rounds):
    ours = Runner(program, path, 'spec')
    theirs = Runner('node', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'simulation_peer.mjs'), path,
                    peer) if peer else None
    rates = ([], [])
    for _ in range(rounds):
        rates[0].append(ours.run(0.2))
        if theirs:
            rates[1].append(theirs.run(0.4))
    ours.close()
    if theirs is None:
        print(f'{name:46} {million(rates[0])}')
        return
    theirs.close()
    ratios = sorted(a / b for a, b in zip(*rates))
    print(f'{name:46} {million(rates[0])} {million(rates[1])} {statistics.median(ratios):7.1f}'
          f'   {ratios[0]:.1f} to {ratios[-1]:.1f}', flush=True)


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    peer = packages(os.path.dirname(program))
    if peer is None:
        print('no peer: node and npm are needed to install @pixiv/three-vrm-springbone')
    print(f'{CHAINS * JOINTS} joints in {CHAINS} chains; joint-steps per second, one thread')
    print(f'{"":46}   vrmlint {"three-vrm" if peer else ""}   ratio   spread')
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, file) in enumerate(RIGS):
            path = os.path.join(folder, f'{number}.gltf')
            with open(path, 'w') as out:
                json.dump(file, out)
            compare(name, path, program, peer, rounds)


if __name__ == '__main__':
    main()
