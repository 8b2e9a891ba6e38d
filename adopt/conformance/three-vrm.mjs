// The results of three-vrm on the conformance kit: node three-vrm.mjs KIT > results.json
// KIT is what `vrmlint conformance write KIT` writes. Needs three, @pixiv/three-vrm and @pixiv/three-vrm-animation from npm, in
// the folder where it is run or above this file.
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
globalThis.ProgressEvent ??= class extends Event {};
const THREE = await find('three');
const { GLTFLoader } = await find('three', 'examples/jsm/loaders/GLTFLoader.js');
const VRM = await find('@pixiv/three-vrm');
const VRMA = await find('@pixiv/three-vrm-animation');

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

// A VRM animation on an avatar, as the example of three-vrm-animation plays it.
async function play(vector) {
  const result = { id: vector.id, times: [], joints: [] };
  const parse = (plugin, file) => {
    const loader = new GLTFLoader();
    loader.register((parser) => new plugin(parser));
    return loader.parseAsync(fs.readFileSync(path.join(kit, file), 'utf8'), '');
  };
  const gltf = await parse(VRM.VRMLoaderPlugin, vector.model);
  const nodes = await gltf.parser.getDependencies('node');
  const { vrm } = gltf.userData;
  const animated = await parse(VRMA.VRMAnimationLoaderPlugin, vector.animation).catch((error) => error);
  if (animated instanceof Error) return { ...result, error: animated.message }; // it refuses the file
  const proxy = new VRMA.VRMLookAtQuaternionProxy(vrm.lookAt);
  proxy.name = 'lookAtQuaternionProxy';
  vrm.scene.add(proxy);
  const mixer = new THREE.AnimationMixer(vrm.scene);
  const action = mixer.clipAction(VRMA.createVRMAnimationClip(animated.userData.vrmAnimations[0], vrm));
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  action.play();
  result.joints = vector.expected.map(({ node, expression, rotations, positions, weights }) => (
    { node, expression, [rotations ? 'rotations' : positions ? 'positions' : weights ? 'weights' : 'angles']: [] }));
  let now = 0;
  for (const frame of vector.frames) {
    for (let i = 0; i < (frame.repeat ?? 1); i++) {
      mixer.update(frame.dt);
      vrm.update(frame.dt);
      vrm.scene.updateMatrixWorld();
      now += frame.dt;
      result.times.push(now);
      for (const joint of result.joints) {
        joint.rotations?.push(nodes[joint.node].quaternion.toArray());
        joint.positions?.push(nodes[joint.node].getWorldPosition(new THREE.Vector3()).toArray());
        joint.weights?.push(vrm.expressionManager.getValue(joint.expression));
        joint.angles?.push([vrm.lookAt.yaw, vrm.lookAt.pitch]);
      }
    }
  }
  return result;
}

async function run(vector) {
  if (vector.animation) return play(vector);
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
