// Compares the speed of the package with gltf-validator: node speed.mjs FOLDER CORPUS, where FOLDER has both in its
// node_modules. Both check the same 50 files of CORPUS, which are read beforehand:
//   once, in new processes: loading the package and checking. The median of several processes.
//   repeatedly in one process, until everything is optimized: the best round.
// vrmlint runs with all checks, and without the simulation, which gltf-validator doesn't have.
import {spawnSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const PROCESSES = 9;
const ROUNDS = 24;
const [folder, corpus] = process.argv.slice(2, 4).map((name) => path.resolve(name));
const {resolve} = createRequire(path.join(folder, 'package.json'));
const files = readdirSync(corpus, {recursive: true}).filter((name) => /\.(vrm|vrma|glb)$/.test(name)).sort().slice(0, 50)
  .map((name) => new Uint8Array(readFileSync(path.join(corpus, name))));

const load = (name) => import(pathToFileURL(resolve(name)));
const kinds = { // each loads its package, and returns the function that checks a file
  'gltf-validator': async () => {
    const {default: validator} = await load('gltf-validator');
    return (file) => validator.validateBytes(file, {maxIssues: 0}).catch(() => null);
  },
  'vrmlint': async () => (await load('vrmlint')).check,
  'vrmlint, no simulation': async () => {
    const {check} = await load('vrmlint');
    return (file) => check(file, {simulation: false});
  },
};

/** Returns the milliseconds that a function takes: elapsed time and processor time. */
async function timed(run) {
  const [clock, {user, system}] = [performance.now(), process.cpuUsage()];
  await run();
  const used = process.cpuUsage({user, system});
  return {clock: performance.now() - clock, processor: (used.user + used.system) / 1000};
}

async function checkAll(check) {
  for (const file of files) await check(file);
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

function tell(name, what, took, other) {
  console.log(`${name.padEnd(24)} ${took.toFixed(0).padStart(6)} ms ${what}, ${(other / took).toFixed(1)} times as fast`);
}

/** Takes turns, so that other load on the machine affects all alike. */
function cold() {
  console.log(`${files.length} files in a new process, without what Node itself takes to begin:`);
  const took = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let i = 0; i < PROCESSES; i++) {
    for (const name of Object.keys(kinds)) {
      const {stdout} = spawnSync(process.execPath, [fileURLToPath(import.meta.url), folder, corpus, name]);
      took[name].push(JSON.parse(stdout));
    }
  }
  for (const of of ['processor', 'clock']) {
    const middle = (name) => median(took[name].map((one) => one[of]));
    for (const name of Object.keys(kinds)) tell(name, of === 'clock' ? 'by the clock' : 'of processor time', middle(name), middle('gltf-validator'));
  }
}

async function hot() {
  console.log(`${files.length} files, the best of ${ROUNDS} rounds in one process:`);
  const checks = [];
  for (const [name, begin] of Object.entries(kinds)) checks.push({name, check: await begin(), best: Infinity});
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of checks) one.best = Math.min(one.best, (await timed(() => checkAll(one.check))).processor);
  }
  for (const {name, best} of checks) tell(name, 'of processor time', best, checks[0].best);
}

if (process.argv[4] !== undefined) {
  console.log(JSON.stringify(await timed(async () => checkAll(await kinds[process.argv[4]]()))));
} else {
  cold();
  await hot();
}
