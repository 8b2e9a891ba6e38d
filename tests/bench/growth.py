#!/usr/bin/env python3
"""Measures how the time of a check grows with the file: growth.py PROGRAM [CASE...]

Makes hostile files and merely large ones in a temporary folder, checks each at half and at full size with every rule of the
family on, and prints the ratio of the processor times (fastest of three runs) and the peak memory. 2.0 is linear, 2.1 to 2.2 is
n log n at these sizes, 4.0 would be quadratic. The script asserts nothing: read the table.
"""
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile

from growth_content import (
    accessors, avatar_nodes, blend_binds, blend_shapes, bone_chain, buffers, color_binds, data_images,
    expressions, joints, listed_bones, material_properties, materials, mesh_nodes, meshes, named_expressions,
    overlapping_views, primitives, skins, targets)
from growth_motion import (
    aim_chain, colliders, colliders_on_chains, constraint_ring, files, findings, inside_colliders, joint_chain,
    many_animations, many_keys, nested_groups, nested_roots, one_large_group, same_springs, same_target,
    scaled_chains, scaled_roots, shared_keys, shared_path)

CASES = {f.__name__: (f, size) for f, size in (
    (files, 100000), (joint_chain, 100000), (colliders, 100000), (many_keys, 1000000), (findings, 1000000),
    (constraint_ring, 100000), (aim_chain, 100000), (shared_path, 20000),
    (one_large_group, 100000), (colliders_on_chains, 100000), (nested_roots, 100000),
    (inside_colliders, 4000), (same_springs, 100000), (scaled_chains, 100000), (scaled_roots, 100000),
    (nested_groups, 50000), (shared_keys, 100000), (same_target, 50000),
    (many_animations, 50000), (avatar_nodes, 100000), (bone_chain, 100000), (expressions, 1000),
    (color_binds, 100000),
    (materials, 100000), (data_images, 100000), (accessors, 100000), (overlapping_views, 100000), (buffers, 100000),
    (meshes, 100000), (primitives, 100000), (targets, 100000), (skins, 50000), (joints, 100000), (mesh_nodes, 100000),
    (listed_bones, 100000), (blend_shapes, 100000), (blend_binds, 100000), (material_properties, 50000),
    (named_expressions, 100000))}


def check(program, path, family):
    """Returns processor seconds and peak memory in MB of the fastest of three checks; only rules on motion are simulated."""
    still = [] if 'sim' in family else ['--no-simulation']
    best = None
    for _ in range(3):
        run = subprocess.Popen([program, '--no-config', *still, '--jobs', '1', '--select', family, '--format', 'ndjson', path],
                               stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(run.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f'{program} failed on {path}')
        seconds = usage.ru_utime + usage.ru_stime
        best = seconds if best is None else min(best, seconds)
    return best, usage.ru_maxrss / 1024


def write(path, case, n):
    """Writes a case, as a file or as a folder of copies; returns the size of one JSON in bytes, and the family."""
    document, family, copies = (*CASES[case][0](n), None)[:3]
    text = json.dumps(document, separators=(',', ':'))
    if copies is not None:
        os.mkdir(path)
    for i in range(1 if copies is None else copies):
        with open(path if copies is None else os.path.join(path, f'{i:06}.gltf'), 'w', encoding='utf-8') as file:
            file.write(text)
    return len(text), family


def table(program, names):
    print(f'{"case":22} {"n":>8} {"half s":>8} {"full s":>8} {"ratio":>6} {"MB of JSON":>11} {"peak MB":>8}')
    with tempfile.TemporaryDirectory() as folder:
        for name in names or CASES:
            size = CASES[name][1]
            seconds = []
            for n in (size // 2, size):
                path = os.path.join(folder, f'{name}-{n}.gltf')
                # in a new process: the memory of this process would count as memory of the processes that it starts
                with multiprocessing.get_context('spawn').Pool(1) as pool:
                    size_of_json, family = pool.apply(write, (path, name, n))
                spent, peak = check(program, path, family)
                seconds.append(spent)
            print(f'{name:22} {size:8} {seconds[0]:8.2f} {seconds[1]:8.2f} {seconds[1] / seconds[0]:6.2f} '
                  f'{size_of_json / 1e6:11.1f} {peak:8.0f}', flush=True)


if __name__ == '__main__':
    table(sys.argv[1], sys.argv[2:])
