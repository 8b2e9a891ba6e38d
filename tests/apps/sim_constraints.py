"""usage: sim_constraints.py VRMLINT EXTERNAL   Compares the engines with node constraints: EXTERNAL/sim/constraints/vectors
has the positions of tails in the real three-vrm, by the texts, and by UniVRM's own code. Most runs
must change without constraints. Exit status 77 without the data."""
import glob, json, os, subprocess, sys

ENGINES = (('three-vrm', 'parity.json', 1e-9), ('spec', 'spec.json', 1e-9), ('univrm', 'univrm.json', 1e-6))
ANIMATED = 1e-6  # metres: keyframes are in single precision

vrmlint, external = sys.argv[1:3]
folders = glob.glob(os.path.join(external, 'sim', 'constraints', 'vectors', '*')) if external else []
if not folders:
    print('skipped: no vectors of constraints')
    sys.exit(77)


def tracks_of(engine, folder, run, *more):
    """Returns the tails of each node's joints, in the order of the file."""
    pose = ['--animation', os.path.join(folder, 'cases', run['animation'])] if run.get('animation') else ['--pose', run['pose']]
    done = subprocess.run([vrmlint, 'simulate', '--engine', engine, '--motion', run['motion'], '--steps', str(run['steps']),
                           '--format', 'json', *pose, *more, os.path.join(folder, 'cases', run['file'])],
                          capture_output=True, text=True, check=True)
    tracks = {}
    for joint in json.loads(done.stdout)['joints']:
        tracks.setdefault(joint['node'], []).append(joint['tail'])
    return tracks


def distance(one, other):
    if isinstance(one, str) or isinstance(other, str):
        return 0 if one == other else float('inf')
    return abs(one - other)


def farthest(tracks, run):
    seen, worst = {}, 0
    for i, joint in enumerate(run['joints']):
        head = joint['head']
        number = seen[head] = seen.get(head, -1) + 1
        track = tracks[head][number]
        for frame in run['frames']:
            for axis in range(3):
                worst = max(worst, distance(track[frame['step'] - 1][axis], frame['node'][3 * i + axis]))
    return worst


bad = count = changed = 0
for folder in folders:
    for engine, name, tolerance in ENGINES:
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            runs = [run for run in json.load(file)['runs'] if run.get('gate') and run.get('reading') != 'pinned']
        for run in runs:
            tracks = tracks_of(engine, folder, run)
            worst = farthest(tracks, run)
            count += 1
            changed += tracks != tracks_of(engine, folder, run, '--no-constraints')
            if worst > (ANIMATED if run.get('animation') else tolerance):
                bad += 1
                print(engine, run['file'], run['pose'], run['motion'], 'off by %.1e m' % worst)
print('%d runs, %d off; constraints change %d' % (count, bad, changed))
sys.exit(bad > 0 or changed < count / 3)
