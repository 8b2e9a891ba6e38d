// Loads files with the real three-vrm, without a browser.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// The versions that are known; claims were made with three 0.180.0, and hold for the later one too.
export const VERSIONS = { three: '0.180.0', '@pixiv/three-vrm': '3.5.5', '@pixiv/three-vrm-animation': '3.5.5' };

const LATER = { three: '0.187.0' };

// Returns the packages of `modules`/node_modules, or null if one is missing or has another version.
export async function open(modules) {
  const at = (...parts) => path.resolve(modules, 'node_modules', ...parts);
  for (const [name, version] of Object.entries(VERSIONS)) {
    const about = at(name, 'package.json');
    if (!fs.existsSync(about) || ![version, LATER[name]].includes(JSON.parse(fs.readFileSync(about)).version)) { return null; }
  }
  const load = (...parts) => import(pathToFileURL(at(...parts)));
  globalThis.self = globalThis;
  const three = await load('three', 'build', 'three.module.js');
  // Load data URIs synchronously, so that a file is either loaded after a few turns of the event loop, or never.
  three.FileLoader.prototype.load = function loadNow(url, done, progress, failed) {
    const data = /^data:[^,]*;base64,(.*)$/s.exec(url);
    if (data === null) { failed(new Error(`not a data URI: ${url.slice(0, 40)}`)); return; }
    const bytes = Buffer.from(data[1], 'base64');
    done(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  };
  return {
    three,
    GLTFLoader: (await load('three', 'examples', 'jsm', 'loaders', 'GLTFLoader.js')).GLTFLoader,
    VRMLoaderPlugin: (await load('@pixiv', 'three-vrm', 'lib', 'three-vrm.module.js')).VRMLoaderPlugin,
    VRMAnimationLoaderPlugin:
      (await load('@pixiv', 'three-vrm-animation', 'lib', 'three-vrm-animation.module.js')).VRMAnimationLoaderPlugin,
  };
}

const TURNS = 20; // turns of the event loop; a file needs two or three

async function settle(start) {
  let state = null;
  (async () => start())().then((value) => { state = { value }; }, (error) => { state = { error: String(error?.message ?? error) }; });
  for (let turn = 0; state === null && turn < TURNS; turn += 1) {
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  return state ?? { error: 'never ends' };
}

const finite = (node) => node.quaternion.toArray().every(Number.isFinite) && node.position.toArray().every(Number.isFinite);

// Returns what three-vrm makes of a file: `refused` with the reason, or counts and tracks to compare with wanted(), the number
// of MToon materials, and whether the avatar has a gaze.
export async function loaded(packages, bytes, json, { textures = false } = {}) {
  const loader = new packages.GLTFLoader();
  // Decoding images needs a browser. Without textures, three-vrm doesn't even read their members.
  if (!textures) {
    loader.register(() => ({ name: 'no textures', loadTexture: () => Promise.resolve(new packages.three.Texture()) }));
  }
  packages.three.ImageLoader.prototype.load = (url, done) => done({ width: 1, height: 1 });
  loader.register((parser) => new packages.VRMLoaderPlugin(parser));
  loader.register((parser) => new packages.VRMAnimationLoaderPlugin(parser));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const { value: gltf, error } = await settle(() => loader.parseAsync(buffer, ''));
  if (error !== undefined) { return { refused: error }; }
  const nodes = (await settle(() => gltf.parser.getDependencies('node'))).value ?? [];
  const counts = { joints: 0, centers: 0, collisions: 0, roots: 0, constraints: 0, bones: 0, expressions: 0, meshes: 0, tracks: 0 };
  const springs = [...(gltf.userData.vrmSpringBoneManager?.joints ?? [])];
  const constraints = [...(gltf.userData.vrmNodeConstraintManager?.constraints ?? [])];
  try { // run one frame: some errors only show when something moves
    gltf.scene?.updateMatrixWorld(true);
    gltf.userData.vrmNodeConstraintManager?.update();
    gltf.userData.vrmSpringBoneManager?.update(1 / 60);
  } catch (thrown) {
    return { refused: `first frame: ${thrown.message}` };
  }
  if (json.extensions?.VRMC_springBone) {
    const sound = springs.filter((joint) => joint.child && finite(joint.bone));
    counts.joints = sound.length;
    counts.centers = sound.filter((joint) => joint.center).length;
    counts.collisions = sound.reduce((sum, joint) => sum + joint.colliderGroups.reduce((n, g) => n + g.colliders.length, 0), 0);
  } else {
    const moving = new Set(springs.map((joint) => joint.bone).filter(finite));
    const groups = json.extensions?.VRM?.secondaryAnimation?.boneGroups;
    for (const group of Array.isArray(groups) ? groups : []) {
      for (const bone of Array.isArray(group?.bones) ? group.bones : []) { counts.roots += moving.has(nodes[bone]) ? 1 : 0; }
    }
  }
  counts.constraints = constraints.filter((constraint) => finite(constraint.destination)).length;
  counts.bones = Object.keys(gltf.userData.vrmHumanoid?.humanBones ?? {}).length;
  counts.expressions = gltf.userData.vrmExpressionManager?.expressions.length ?? 0;
  gltf.scene?.traverse((object) => { counts.meshes += object.isMesh ? 1 : 0; });
  for (const { humanoidTracks: bones, expressionTracks: faces, lookAtTrack } of gltf.userData.vrmAnimations ?? []) {
    counts.tracks += [bones.rotation, bones.translation, faces.preset, faces.custom].reduce((sum, { size }) => sum + size, lookAtTrack ? 1 : 0);
  }
  const materials = (await settle(() => gltf.parser.getDependencies('material'))).value ?? [];
  const toon = materials.filter((material) => material.isMToonMaterial).length;
  const faces = gltf.userData.vrmExpressionManager?.expressions ?? [];
  const gaze = Boolean(gltf.userData.vrm?.lookAt);
  const shown = { meshes: counts.meshes, toon, gaze: Number(gaze), binds: faces.reduce((sum, { binds }) => sum + binds.length, 0),
    annotations: gltf.userData.vrm?.firstPerson?.meshAnnotations.length ?? 0 };
  return { counts, shown, toon, gaze, avatar: gltf.userData.vrm !== undefined,
    animations: gltf.userData.vrmAnimations !== undefined, track: await trackFinder(gltf, nodes, json) };
}

// Returns a function that describes what is wrong with a channel's track, or returns null: it must exist and be that channel's.
async function trackFinder(gltf, nodes, json) {
  const data = async (accessor) => (await settle(() => gltf.parser.getDependency('accessor', accessor))).value?.array;
  return async ({ animation: a, channel: c, kind, of }) => {
    const clip = gltf.userData.vrmAnimations?.[a];
    const track = clip && {
      rotation: clip.humanoidTracks.rotation.get(of), translation: clip.humanoidTracks.translation.get(of),
      expression: clip.expressionTracks.preset.get(of) ?? clip.expressionTracks.custom.get(of), lookAt: clip.lookAtTrack }[kind];
    const channel = json.animations?.[a]?.channels?.[c];
    const sampler = json.animations?.[a]?.samplers?.[channel?.sampler];
    if (!track) { return still(nodes[channel?.target?.node], channel?.target?.path, await data(sampler?.output)) ? 'still track lost' : 'track lost'; }
    const times = await data(sampler?.input);
    if (times === undefined || !same(track.times, times)) { return "another channel's track"; }
    if (kind === 'expression') { // three-vrm makes a new track from every third value
      const values = await data(sampler.output);
      const weights = values instanceof Float32Array ? values.filter((_, i) => i % 3 === 0) : track.values;
      return same(track.values, weights) ? null : "another channel's track";
    }
    const node = nodes[channel.target.node];
    const named = track.name.slice(0, track.name.lastIndexOf('.'));
    return [node?.name, node?.uuid].includes(named) ? null : "another channel's track";
  };
}

// Whether keyframes leave a node in its rest pose.
function still(node, path, values = []) {
  const rest = { rotation: node?.quaternion, translation: node?.position }[path]?.toArray();
  return rest !== undefined && values.length > 0 && values.every((value, i) => Math.abs(value - rest[i % rest.length]) < 1e-4);
}

const same = (a, b) => a.length === b.length && a.every((x, i) => Object.is(x, b[i]));
