// Compares reports with the VRM add-on for Blender: files that it rejects or never ends need an error, lost content a warning:
//
//   node differential_blender.mjs PROGRAM FIXTURES EXTERNAL [--files N] [--seeds N] [--seed N] [--seconds N] [--keep FOLDER]
//
// Some files of FIXTURES and EXTERNAL/corpus that the add-on imports without errors in vrmlint's report get one random mistake
// each, and are imported again. Prints the differences, by cause; writes one file of each to FOLDER.
//
// EXTERNAL/apps/blender/import.py runs in Blender, a second for each file; skips (77) without one of the two, and without
// VRMLINT_LONG=1 or --files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closed, found, opened, packed } from './differential/files.mjs';
import { chosen, generator, mutate, places, prepared, takesBack } from './differential/mutations.mjs';

const LARGEST_SEED = 200000; // bytes
// The counts in a record of import.py.
const COUNTS = ['bones', 'springs', 'joints', 'joints_with_bone', 'colliders', 'collider_groups', 'custom', 'morph_binds', 'material_binds',
  'human_bones', 'vrm0_groups', 'vrm0_collider_groups', 'vrm0_colliders', 'vrm0_expressions', 'vrm0_binds', 'vrm0_human_bones', 'constraints', 'meshes'];

const positional = [];
const options = { files: process.env.VRMLINT_LONG === '1' ? 500 : 0, seeds: 100, seed: 20261126, seconds: 30, keep: null };
for (let i = 2; i < process.argv.length; i += 1) {
  const name = process.argv[i].slice(2);
  if (process.argv[i].startsWith('--') && name in options) { options[name] = process.argv[i += 1]; } else { positional.push(process.argv[i]); }
}
const [program, fixtures, external] = positional;
const script = path.join(external || '', 'apps', 'blender', 'import.py');

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

if (!external || !fs.existsSync(script)) { skip(`${script} doesn't exist`); }
if (Number(options.files) === 0) { skip('it takes ten minutes; VRMLINT_LONG=1 runs it'); }
if (spawnSync('blender', ['--background', '--python-exit-code', '1', '--python-expr', 'import numpy']).status !== 0) {
  skip('Blender is not installed, or its Python has no numpy');
}
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vrmlint-blender-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

// Returns the record of each path. Blender ends at a file that takes too long, and is started again for the files after it.
function imported(paths) {
  const records = new Map();
  const list = path.join(scratch, 'list');
  const out = path.join(scratch, 'out');
  for (let rest = paths; rest.length > 0; rest = paths.filter((at) => !records.has(at))) {
    fs.writeFileSync(list, `${rest.join('\n')}\n`);
    fs.rmSync(out, { force: true });
    const run = spawnSync('blender', ['--background', '--python', script, '--', list, out, String(options.seconds)], { maxBuffer: 2 ** 30 });
    const lines = fs.existsSync(out) ? fs.readFileSync(out, 'utf8').trim().split('\n').filter((line) => line !== '') : [];
    for (const line of lines) {
      const record = JSON.parse(line);
      records.set(record.file, record);
    }
    const stopped = rest.find((at) => !records.has(at));
    if (stopped !== undefined) { // Blender hung, or it crashed
      const hangs = run.stderr.toString().includes('Timeout');
      records.set(stopped, { file: stopped, error: hangs ? 'HANG' : `CRASH ${run.signal ?? run.status}` });
    }
  }
  return records;
}

// Returns the number of errors and warnings of each path.
function counts(paths) {
  const run = spawnSync(program, ['check', '--no-config', '--no-simulation', '--fail-on', 'never', '--format', 'ndjson', '--files-from', '-'],
    { input: paths.join('\n'), maxBuffer: 2 ** 30 });
  if (run.status !== 0) { throw new Error(`vrmlint: exit status ${run.status}: ${run.stderr}`); }
  const reports = run.stdout.toString().trim().split('\n').map((line) => JSON.parse(line)).filter((report) => report.path !== undefined);
  return new Map(reports.map((report) => [report.path, report.counts]));
}

const finished = (record) => record.error === undefined && record.result[0] === 'FINISHED';
// Returns why a file isn't imported, in words that similar files share; null if it is, or if a licence must be confirmed.
const refusal = ({ error }) => (error === undefined ? null
  : error.trim().split('\n').at(-1).replace(/'[^']*'/g, "''").replace(/\d+/g, '#').slice(-120));

const random = generator(Number(options.seed));
const paths = [fixtures, path.join(external, 'corpus')].flatMap((folder) => (fs.existsSync(folder) ? [...found(folder)] : []))
  .filter((at) => fs.statSync(at).size <= LARGEST_SEED && !path.basename(at).startsWith('fail-'));
const picked = new Map();
while (picked.size < Number(options.seeds) && paths.length > 0) {
  const [name] = paths.splice(Math.floor(random.random() * paths.length), 1);
  try {
    const bytes = fs.readFileSync(name);
    const file = opened(bytes);
    const whole = file.rest === null ? packed(file.json) : file;
    const { VRM, VRMC_vrm: vrm1 } = whole.json.extensions ?? {};
    if (VRM === undefined && vrm1 === undefined) { continue; }
    const copy = path.join(scratch, `seed${picked.size}.vrm`);
    fs.writeFileSync(copy, closed(whole));
    picked.set(copy, { label: `${path.basename(path.dirname(name))}/${path.basename(name)}`, file: whole, where: places(whole.json) });
  } catch { /* its JSON is broken */ }
}
const before = imported([...picked.keys()]);
const clean = counts([...picked.keys()]);
const differences = new Map();
const total = { files: 0, refused: 0, lost: 0, unreported: 0 };

function note(cause, from, at) {
  const group = differences.get(cause) ?? { cause, times: 0, from, bytes: fs.readFileSync(at) };
  group.times += 1;
  differences.set(cause, group);
  total.unreported += 1;
}

const seeds = [];
for (const [at, seed] of picked) {
  if (finished(before.get(at)) && clean.get(at).error === 0) {
    seeds.push({ ...seed, json: seed.file.json, record: before.get(at), counts: clean.get(at) });
  } else if (refusal(before.get(at)) !== null && clean.get(at).error === 0) {
    note(`no error: as it is: ${refusal(before.get(at))}`, seed.label, at);
  }
}

const all = prepared(seeds);
const batch = new Map();
while (batch.size < Number(options.files)) {
  const { file: { label, file, where, record, counts: had }, place } = chosen(all, random);
  const json = structuredClone(file.json);
  const made = mutate(json, where, random, { all, place });
  const at = path.join(scratch, `${batch.size}.vrm`);
  fs.writeFileSync(at, closed({ json, rest: file.rest }));
  const detail = ['rename', 'text', 'point'].includes(made.kind) ? '' : made.detail;
  batch.set(at, { label, mistake: `${made.place} ${made.kind} ${detail}`, asks: !takesBack(made), record, had });
}
const after = imported([...batch.keys()]);
const now = counts([...batch.keys()]);
for (const [at, { label, mistake, asks, record, had }] of batch) {
  const got = after.get(at);
  const why = refusal(got);
  total.files += 1;
  if (why !== null) {
    total.refused += 1;
    if (now.get(at).error === 0) { note(`no error: ${mistake}: ${why}`, label, at); }
  } else if (finished(got) && asks) {
    const lost = COUNTS.filter((what) => (got[what] ?? 0) < (record[what] ?? 0));
    if (lost.length > 0) {
      total.lost += 1;
      if (now.get(at).error === 0 && now.get(at).warning <= had.warning) { note(`no warning: ${mistake}: loses ${lost.join(', ')}`, label, at); }
    }
  }
}

console.log(`${seeds.length} seeds; ${total.files} files with a mistake, of which the add-on refuses ${total.refused} and loses something of `
  + `${total.lost}; vrmlint has nothing for ${total.unreported} of these`);
const groups = [...differences.values()].sort((a, b) => b.times - a.times);
groups.forEach((group, i) => {
  console.log(`${group.times} times: ${group.cause} (from ${group.from})`);
  if (options.keep !== null) {
    fs.mkdirSync(options.keep, { recursive: true });
    fs.writeFileSync(path.join(options.keep, `${String(i + 1).padStart(3, '0')}.vrm`), group.bytes);
  }
});
process.exitCode = groups.length > 0 ? 1 : 0;
