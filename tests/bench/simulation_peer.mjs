// Runs the real three-vrm on the rigs of simulation.py. For each line on standard input, a number of seconds, it prints the
// joint-steps per second in the best and in the median window, as bench_simulation.c does.
//
//   node simulation_peer.mjs FILE PACKAGES     PACKAGES: the folder whose node_modules hold three and three-vrm
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';

const [file, packages] = process.argv.slice(2);
const load = (...parts) => import(pathToFileURL(path.join(path.resolve(packages), 'node_modules', ...parts)));
const THREE = await load('three', 'build', 'three.module.js'); // three-vrm imports the same module
const springbone = await load('@pixiv', 'three-vrm-springbone', 'lib', 'three-vrm-springbone.module.js');

const vector = (numbers) => new THREE.Vector3().fromArray(numbers);

function addNodes(json) {
  const nodes = json.nodes.map((from) => {
    const node = new THREE.Object3D();
    if (from.translation) { node.position.fromArray(from.translation); }
    if (from.rotation) { node.quaternion.fromArray(from.rotation); }
    return node;
  });
  json.nodes.forEach((from, i) => (from.children ?? []).forEach((child) => nodes[i].add(nodes[child])));
  return nodes;
}

function addCollider(nodes, { node, shape: { sphere, capsule } }) {
  const shape = sphere
    ? new springbone.VRMSpringBoneColliderShapeSphere({ offset: vector(sphere.offset), radius: sphere.radius })
    : new springbone.VRMSpringBoneColliderShapeCapsule({ offset: vector(capsule.offset), tail: vector(capsule.tail), radius: capsule.radius });
  const collider = new springbone.VRMSpringBoneCollider(shape);
  nodes[node].add(collider);
  return collider;
}

function build(json) {
  const nodes = addNodes(json);
  const scene = new THREE.Group();
  json.scenes[0].nodes.forEach((node) => scene.add(nodes[node]));
  scene.updateMatrixWorld(true);
  const { springs, colliders = [], colliderGroups = [] } = json.extensions.VRMC_springBone;
  const shapes = colliders.map((collider) => addCollider(nodes, collider));
  const groups = colliderGroups.map((group) => ({ colliders: group.colliders.map((i) => shapes[i]) }));
  const manager = new springbone.VRMSpringBoneManager();
  let joints = 0;
  for (const spring of springs) {
    const reach = (spring.colliderGroups ?? []).map((i) => groups[i]);
    for (let i = 0; i + 1 < spring.joints.length; i++) {
      const { node, gravityDir, ...settings } = spring.joints[i];
      manager.addJoint(new springbone.VRMSpringBoneJoint(nodes[node], nodes[spring.joints[i + 1].node],
        { ...settings, gravityDir: vector(gravityDir) }, reach));
      joints++;
    }
  }
  manager.setInitState();
  return { manager, scene, joints };
}

const { manager, scene, joints } = build(JSON.parse(fs.readFileSync(file, 'utf8')));
let time = 0;
function run(steps) {
  for (let i = 0; i < steps; i++) {
    time += 1 / 60;
    scene.position.x = 0.05 * Math.sin(2 * Math.PI * 3 * time);
    manager.update(1 / 60);
  }
}
run(2000); // until everything is compiled by the JIT
for await (const line of readline.createInterface({ input: process.stdin })) {
  const steps = Math.floor(20000 / joints) + 20;
  const rates = [];
  const begin = performance.now();
  while (performance.now() - begin < Number(line) * 1e3) {
    const start = performance.now();
    run(steps);
    rates.push(steps * joints / (performance.now() - start) * 1e3);
  }
  rates.sort((a, b) => a - b);
  console.log(`${Math.round(rates.at(-1))} ${Math.round(rates[rates.length >> 1])}`);
}
