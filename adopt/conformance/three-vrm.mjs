// The results of three-vrm on the conformance kit: node three-vrm.mjs KIT > results.json
// KIT is what `vrmlint conformance write KIT` writes. Needs three and @pixiv/three-vrm from npm, in the folder where it is run
// or above this file.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.cwd(), 'package.json'));
const described = (name) => {
  let folder = path.dirname(require.resolve(name));
  while (!fs.existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return { folder, ...JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) };
};
// Modules, not their CommonJS twins: all of them must share one three.
const find = (name, file) => {
  const { folder, exports } = described(name);
  return import(pathToFileURL(path.join(folder, file ?? exports['.'].import)).href);
};
globalThis.self ??= globalThis; // GLTFLoader expects a browser
const THREE = await find('three');
const { GLTFLoader } = await find('three', 'examples/jsm/loaders/GLTFLoader.js');
const VRM = await find('@pixiv/three-vrm');

const kit = process.argv[2];
const read = (name) => JSON.parse(fs.readFileSync(path.join(kit, name), 'utf8'));

async function load(model) {
  const loader = new GLTFLoader();
  loader.register((parser) => new VRM.VRMSpringBoneLoaderPlugin(parser));
  loader.register((parser) => new VRM.VRMNodeConstraintLoaderPlugin(parser));
  const gltf = await loader.parseAsync(fs.readFileSync(path.join(kit, model), 'utf8'), '');
  const nodes = await gltf.parser.getDependencies('node');
  gltf.scene.updateMatrixWorld(true);
  gltf.userData.vrmSpringBoneManager?.setInitState();
  gltf.userData.vrmSpringBoneManager?.reset();
  return { gltf, nodes };
}

async function run(vector) {
  const { gltf, nodes } = await load(vector.model);
  const { vrmSpringBoneManager: springs, vrmNodeConstraintManager: constraints } = gltf.userData;
  const result = { id: vector.id, times: [], joints: vector.expected.map(({ node, offset, rotations }) => (
    { node, ...(offset && { offset }), [rotations ? 'rotations' : 'positions']: [] })) };
  let now = 0;
  for (const frame of vector.frames) {
    for (const { node, translation, rotation } of frame.set ?? []) {
      if (translation) nodes[node].position.fromArray(translation);
      if (rotation) nodes[node].quaternion.fromArray(rotation);
    }
    for (let i = 0; i < (frame.repeat ?? 1); i++) {
      constraints?.update(); // as VRM.update() does
      springs?.update(frame.dt);
      gltf.scene.updateMatrixWorld(); // as the renderer does
      now += frame.dt;
      result.times.push(now);
      for (const joint of result.joints) {
        const node = nodes[joint.node];
        joint.rotations?.push(node.quaternion.toArray());
        joint.positions?.push(new THREE.Vector3().fromArray(joint.offset ?? [0, 0, 0])
          .applyMatrix4(node.matrixWorld).toArray());
      }
    }
  }
  return result;
}

console.warn = () => {};
const results = [];
for (const id of read('kit.json').vectors) results.push(await run(read(`${id}.json`)));
const text = JSON.stringify({
  kit: read('kit.json').version, runtime: { name: 'three-vrm', version: described('@pixiv/three-vrm').version }, results,
}, (key, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value));
process.stdout.write(text.replaceAll('{"id"', '\n{"id"') + '\n');
