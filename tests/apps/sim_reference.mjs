// Compares vrmlint simulate with independent programs, if node is installed:
//
//   node sim_reference.mjs PROGRAM FOLDER [PACKAGES [SEED [RIGS]]]
//
// FOLDER has ref.mjs and the files that it needs, parity.json and cases/. Every case runs with one motion and the engine spec,
// and must agree to 1e-9 of the larger of 1 and the number; then random rigs also run with the engine three-vrm. (Its univrm is
// older than the results of UniVRM's own code that sim_univrm.py compares with.) With VRMLINT_LONG=1 in the environment: every
// case with every motion, and many rigs.
//
// If PACKAGES or FOLDER has three and @pixiv/three-vrm-springbone in its node_modules (bench/simulation.py installs them), the
// engine three-vrm is compared with the real one too; in the long run also in all comparable runs of parity.json that have no
// numbers there.
//
// Some runs of the reference itself aren't stable with 1e-12 m of noise on every tail at every step. Such a run only has to
// stay finite if the reference does, and to keep the lengths of its bones.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, folder, packages, seedText, rigsText] = process.argv.slice(2);
if (!fs.existsSync(path.join(folder ?? '', 'ref.mjs'))) {
  console.log(`skipped: no ref.mjs in ${folder}`);
  process.exit(77);
}
const long = process.env.VRMLINT_LONG === '1';
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'vrmlint-sim-'));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));
const load = (name, from = folder) => import(pathToFileURL(path.resolve(from, name)));
const { Sim } = await load('ref.mjs');
const { MOTIONS } = await load('motion.mjs');
const { readGltfJson } = await load('gltf.mjs');
// modules search for packages in their own folder
async function loadOracle() {
  const modules = path.join(path.resolve(packages ?? ''), 'node_modules');
  if (!packages || !fs.existsSync(path.join(modules, 'three'))) { return load('build.mjs').catch(() => null); }
  for (const name of fs.readdirSync(folder).filter((n) => n.endsWith('.mjs'))) {
    fs.copyFileSync(path.join(folder, name), path.join(scratch, name));
  }
  fs.symlinkSync(modules, path.join(scratch, 'node_modules'));
  return load('build.mjs', scratch);
}
const oracle = await loadOracle();
const dt = 1 / 60;
const TOLERANCE = 1e-9;
const STEADY = 1e-7; // metres: the most that noise may change a run that is compared
console.warn = () => {};

// ---- random numbers, the same on every run ----
let state = Number(seedText ?? 20240607) >>> 0;
function random() { // mulberry32
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const between = (a, b) => a + (b - a) * random();
const chance = (p) => random() < p;
const pick = (list) => list[Math.floor(random() * list.length)];
const whole = (a, b) => Math.floor(between(a, b + 1));
const vector = (size) => [between(-size, size), between(-size, size), between(-size, size)];
function rotation() {
  const q = [between(-1, 1), between(-1, 1), between(-1, 1), between(0.2, 1)];
  const length = Math.hypot(...q);
  return q.map((x) => x / length);
}

// ---- rigs ----
function shape() {
  const body = { offset: vector(0.1), radius: between(0.01, 0.12) };
  if (chance(0.4)) { body.tail = vector(0.2); }
  return body.tail ? { capsule: body } : { sphere: body };
}
function extended() {
  if (chance(0.25)) { return { plane: { offset: vector(0.1), normal: [between(-0.3, 0.3), 1, between(-0.3, 0.3)] } }; }
  const own = shape();
  const body = own.sphere ?? own.capsule;
  if (chance(0.5)) { body.inside = true; body.radius = between(0.1, 0.3); }
  return own;
}
function collider(node) {
  const result = { node, shape: shape() };
  if (chance(0.3)) { result.extensions = { VRMC_springBone_extended_collider: { specVersion: '1.0', shape: extended() } }; }
  return result;
}
function parameters(limits) {
  const p = {};
  if (chance(0.9)) { p.stiffness = between(0.1, 3); }
  if (chance(0.8)) { p.dragForce = between(0.1, 0.9); }
  if (chance(0.6)) { p.gravityPower = between(0, 0.8); }
  if (chance(0.3)) { p.gravityDir = vector(1.5); }
  if (chance(0.7)) { p.hitRadius = between(0, 0.04); }
  if (limits && chance(0.3)) {
    const limit = pick([{ cone: { angle: between(0.2, 2) } }, { hinge: { angle: between(0.2, 2) } },
      { spherical: { pitch: between(0.2, 2), yaw: between(0.2, 1.4) } }]);
    if (chance(0.5)) { Object.values(limit)[0].rotation = rotation(); }
    p.extensions = { VRMC_springBone_limit: { specVersion: '1.0-draft', limit } };
  }
  return p;
}
function oddities(nodes) {
  for (const node of nodes) {
    if (chance(0.02)) { node.scale = pick([[-1, 1, 1], [1, 1, -1], [-0.5, -0.5, -0.5]]); }
    if (chance(0.02)) { node.translation = [0, 0, 0]; }
    if (chance(0.05) && !node.scale) {
      const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
      const [a, b, c] = node.translation ?? [0, 0, 0];
      node.matrix = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0, 2 * (x * y - w * z),
        1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0, 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
        0, a, b, c, 1];
      delete node.rotation;
      delete node.translation;
    }
  }
}
function nodeTree(sheared) {
  const nodes = [{ name: 'Root', children: [] }];
  const add = (parent, node) => {
    nodes.push(node);
    (nodes[parent].children ??= []).push(nodes.length - 1);
    return nodes.length - 1;
  };
  const body = [add(0, { name: 'Hips', translation: [0, 1, 0] })];
  for (let i = whole(0, 3); i > 0; i--) {
    const node = { translation: vector(0.3) };
    if (chance(0.6)) { node.rotation = rotation(); }
    if (chance(0.2)) { node.scale = sheared ? [between(0.7, 1.3), between(0.7, 1.3), 1] : Array(3).fill(between(0.5, 2)); }
    body.push(add(pick(body), node));
  }
  const chains = [];
  for (let i = whole(1, 4); i > 0; i--) {
    let at = chains.length > 0 && chance(0.25) ? pick(chains[0]) : pick(body);
    const chain = [];
    const along = vector(0.08);
    for (let k = whole(1, 6); k >= 0; k--) {
      const node = { translation: along.map((x) => x + between(-0.02, 0.02)) };
      if (chance(0.3)) { node.rotation = rotation(); }
      if (chance(0.05)) { node.scale = Array(3).fill(between(0.7, 1.4)); }
      chain.push(at = add(at, node));
    }
    chains.push(chain);
  }
  return { nodes, body, chains };
}
function rig10() {
  const sheared = chance(0.2); // limits below sheared nodes: ref.mjs lets them change the length of bones
  const { nodes, body, chains } = nodeTree(sheared);
  if (sheared) { oddities(nodes); }
  const extension = { specVersion: '1.0', springs: [] };
  const colliders = [{ node: 0, shape: { sphere: { offset: [0, -9, 0], radius: 0.1 } } }];
  for (let i = whole(0, 5); i > 0; i--) { colliders.push(collider(chance(0.15) ? pick(pick(chains)) : pick(body))); }
  extension.colliders = colliders;
  extension.colliderGroups = [0, 1].map(() => ({ colliders: colliders.map((_, k) => k).filter(() => chance(0.7)) }));
  if (chance(0.05)) { chains.push(pick(chains).slice(0, 2)); } // two springs with the same joints
  for (const chain of chains) {
    const sparse = chain.length > 3 && chance(0.15) ? chain.filter((_, i) => i % 2 === 0) : chain;
    const own = parameters(!sheared);
    const spring = { joints: sparse.map((node) => ({ node, ...(chance(0.7) ? own : parameters(!sheared)) })) };
    if (chance(0.25)) { spring.center = pick([0, ...body]); }
    if (chance(0.8)) { spring.colliderGroups = chance(0.2) ? [1, 0, 1] : [0]; }
    extension.springs.push(spring);
  }
  return { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes, extensions: { VRMC_springBone: extension } };
}
// Exporters write single precision. All engines except three-vrm normalize such rotations to unit quaternions.
function inSingle(json) {
  const written = structuredClone(json);
  const meant = structuredClone(json);
  json.nodes.forEach((node, i) => {
    if (node.rotation) {
      const q = node.rotation.map(Math.fround);
      const length = Math.hypot(...q);
      written.nodes[i].rotation = q;
      meant.nodes[i].rotation = q.map((x) => x / length);
    }
  });
  return [written, meant];
}
// three-vrm, and therefore ref.mjs, doesn't update a center unless springs depend on it for another reason; a collider on the
// root makes them depend on everything.
function followsCenters({ springs, colliderGroups }) {
  return springs.every((s) => s.center === undefined) ||
    springs.some((s) => (s.colliderGroups ?? []).some((g) => colliderGroups[g].colliders.includes(0)));
}
const xyz = ([x, y, z]) => ({ x, y, z });
function rig0x() {
  const { nodes, body, chains } = nodeTree(false);
  for (const node of nodes) { delete node.scale; }
  const group = (chain) => ({ stiffiness: between(0.2, 3), gravityPower: between(0, 0.5), gravityDir: xyz([0, -1, 0]),
    dragForce: between(0.2, 0.8), center: chance(0.2) ? pick([0, 1]) : -1, hitRadius: between(0.005, 0.03),
    bones: [chain[0]], colliderGroups: chance(0.7) ? [0] : [] });
  const secondaryAnimation = { boneGroups: chains.map(group), colliderGroups: [{ node: pick(body),
    colliders: [{ offset: xyz(vector(0.1)), radius: between(0.02, 0.1) }] }] };
  return { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes, extensions: { VRM: { secondaryAnimation } } };
}

// ---- running ----
// Returns a run: the motion of the root, and the length of every step in seconds.
function plan(motion, steps, step = dt, hitches = []) {
  const lengths = Array(steps).fill(step);
  for (const hitch of hitches) { lengths[hitch.step - 1] = hitch.dt; }
  let t = 0;
  const poses = lengths.map((length) => MOTIONS[motion](t += length));
  return { name: hitches.length > 0 ? `${motion} with a hitch` : motion, lengths, poses, step, hitches };
}
let runs = 0;
function simulate(file, engine, { poses, step, hitches }) {
  const root = path.join(scratch, `${runs++}.csv`); // sines differ in the last bit between libraries
  fs.writeFileSync(root, poses.map((pose) => pose.join(',') + '\n').join(''));
  const done = spawnSync(program, ['simulate', '--engine', engine, '--root', root, '--steps', String(poses.length), '--dt',
    String(step), ...hitches.flatMap((hitch) => ['--hitch', `${hitch.step}:${hitch.dt}`]), '--format', 'json', file],
  { encoding: 'utf8', maxBuffer: 1 << 30 });
  fs.unlinkSync(root);
  if (done.status !== 0) { throw new Error(`${file} ${engine}: exit ${done.status}: ${done.stderr}`); }
  return JSON.parse(done.stdout);
}
function reference(json, profile, { lengths, poses }, noise = 0) {
  const sim = new Sim(json, { profile });
  let seed = 12345;
  const shake = () => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return noise * (seed / 4294967296 * 2 - 1); };
  const tracks = sim.joints.map((j) => ({ rest: sim.nodeTail(j), tail: [], state: [] }));
  lengths.forEach((length, k) => {
    if (noise > 0) { for (const j of sim.joints) { for (let i = 0; i < 3; i++) { j.cur[i] += shake(); } } }
    sim.setRoot(poses[k]);
    sim.step(length);
    sim.joints.forEach((j, i) => { tracks[i].tail.push(sim.nodeTail(j)); tracks[i].state.push(sim.simTail(j).slice()); });
  });
  return tracks;
}
function realThreeVrm(json, { lengths, poses }) {
  const { manager, scene, info } = oracle.buildManager(json, {});
  const tracks = info.map(() => ({ tail: [], state: [] }));
  const place = (v) => [v.x, v.y, v.z];
  lengths.forEach((length, k) => {
    const p = poses[k];
    scene.position.set(p[0], p[1], p[2]);
    scene.quaternion.set(p[3], p[4], p[5], p[6]);
    manager.update(length);
    info.forEach(({ joint: j }, i) => {
      const tail = j._currentTail.clone();
      if (j.center) { tail.applyMatrix4(j.center.matrixWorld); }
      tracks[i].state.push(place(tail));
      const node = tail.clone();
      if (j.child) { node.setFromMatrixPosition(j.child.matrixWorld); } else { node.copy(j.initialLocalChildPosition).applyMatrix4(j.bone.matrixWorld); }
      tracks[i].tail.push(place(node));
    });
  });
  return tracks;
}

// ---- comparing ----
// Returns the largest difference, relative to the larger of 1 and the number; Infinity if only one of the two is finite.
function difference(wanted, got) {
  if (wanted.length !== got.length) { return Infinity; }
  let worst = 0;
  wanted.forEach((track, j) => {
    for (const name of ['tail', 'state']) {
      if (track[name].length !== got[j][name].length) { worst = Infinity; }
      track[name].forEach((want, k) => want.forEach((a, c) => {
        const b = Number(got[j][name][k][c]);
        if (Number.isFinite(a) !== Number.isFinite(b)) { worst = Infinity; } else if (Number.isFinite(a)) { worst = Math.max(worst, Math.abs(a - b) / Math.max(1, Math.abs(a))); }
      }));
    }
  });
  return worst;
}
const finite = (tracks) => tracks.every((t) => [...t.tail, ...t.state].every((p) => p.every((x) => Number.isFinite(Number(x)))));
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const isSheared = (json) => json.nodes.some(({ scale, matrix }) => matrix || (scale && new Set(scale).size > 1));
// Returns the largest change of a bone's length, for joints whose head is the tail of the previous joint in the chain.
function stretch(joints, wanted, tracks) {
  let worst = 0;
  for (let i = 1; i < joints.length; i++) {
    if (joints[i].spring !== joints[i - 1].spring || joints[i].joint !== joints[i - 1].joint + 1) { continue; }
    const length = distance(wanted[i].rest, wanted[i - 1].rest);
    tracks[i].tail.forEach((tail, k) => { worst = Math.max(worst, Math.abs(distance(tail, tracks[i - 1].tail[k]) - length)); });
  }
  return worst;
}
const profiles = { spec: 'spec', 'three-vrm': 'three' };
const tally = { runs: 0, unsteady: 0, real: 0, bad: 0, worst: 0 };
function judge(name, json, engine, run, got, wanted, tolerance = TOLERANCE) {
  const worst = difference(wanted, got.joints);
  tally.runs++;
  if (worst <= tolerance) { tally.worst = Math.max(tally.worst, worst); return; }
  const moved = difference(reference(json, profiles[engine], run), reference(json, profiles[engine], run, 1e-12));
  // chains that collide with themselves are updated from their ends: the reference stretches bones there, too
  const keep = !json.extensions.VRM && !isSheared(json) && engine !== 'three-vrm' && stretch(got.joints, wanted, wanted) < TOLERANCE;
  const stretched = keep ? stretch(got.joints, wanted, got.joints) : 0;
  if (moved > STEADY && (finite(got.joints) || !finite(wanted)) && !(stretched > TOLERANCE)) { tally.unsteady++; return; }
  tally.bad++;
  console.log(`${name} ${engine} ${run.name}: off by ${worst.toExponential(2)}, noise moves it by ${moved.toExponential(2)}, bones are stretched by ${stretched.toExponential(2)}`);
}

// ---- the cases ----
const motions = Object.keys(MOTIONS);
const cases = fs.readdirSync(path.join(folder, 'cases')).filter((name) => name.endsWith('.gltf'));
cases.forEach((name, number) => {
  const file = path.join(folder, 'cases', name);
  const json = readGltfJson(file);
  for (const motion of long ? motions : [motions[(3 * number) % 8]]) {
    const run = plan(motion, long ? 600 : json.nodes.length > 100 ? 40 : 200);
    judge(name, json, 'spec', run, simulate(file, 'spec', run), reference(json, profiles.spec, run));
  }
});
console.log(`${tally.runs} runs of cases`);
if (cases.length < 41 || tally.runs !== cases.length * (long ? 8 : 1)) { console.log('there should be more'); process.exit(1); }

// ---- runs without numbers in parity.json ----
if (long && oracle) {
  const parity = JSON.parse(fs.readFileSync(path.join(folder, 'parity.json'), 'utf8'));
  for (const { file: name, motion, dt: step, steps, hitch } of parity.runs.filter((run) => run.gate && !run.frames)) {
    const file = [path.join(folder, 'cases', name), path.join(folder, '..', 'corpus', name)].find((f) => fs.existsSync(f));
    if (!file) { continue; }
    const json = readGltfJson(file);
    const run = plan(motion, steps, step, hitch);
    tally.real++;
    judge(name, json, 'three-vrm', run, simulate(file, 'three-vrm', run), realThreeVrm(json, run), 1e-6);
  }
  console.log(`${tally.real} more runs of parity.json`);
}

// ---- random rigs ----
for (let i = 0; i < Number(rigsText ?? (long ? 300 : 15)); i++) {
  const is0x = i % 5 === 4;
  const exact = is0x ? rig0x() : rig10();
  const [written, meant] = chance(0.2) ? inSingle(exact) : [exact, exact];
  const file = path.join(scratch, 'rig.gltf');
  fs.writeFileSync(file, JSON.stringify(written));
  const run = plan(motions[i % 8], long ? 200 : 100, dt, chance(0.2) ? [{ step: 40, dt: 0.3 }] : []);
  for (const engine of Object.keys(profiles)) {
    if (engine !== 'three-vrm' && !is0x && !followsCenters(exact.extensions.VRMC_springBone)) { continue; }
    const json = engine === 'three-vrm' ? written : meant;
    const got = simulate(file, engine, run);
    judge(`rig ${i}`, json, engine, run, got, reference(json, profiles[engine], run));
    if (engine === 'three-vrm' && oracle) {
      tally.real++;
      judge(`rig ${i} (real)`, json, engine, run, got, realThreeVrm(json, run));
    }
  }
}
console.log(`${tally.runs} runs in all, ${tally.real} of them against the real three-vrm, ${tally.unsteady} too unsteady to compare; off by ${tally.worst.toExponential(2)} at most`);
process.exit(tally.bad > 0 ? 1 : 0);
