// Prints what the real three-vrm does with files, for claims.py:
//
//   node claims_three.mjs PACKAGES < LIST
//
// Prints a JSON line for each path of LIST: { path, refused } with the reason, or { path, lost, warned, vrm }: the effects by which
// it lost something that the file asks for, whether it wrote a warning, and whether it made an avatar or an animation. PACKAGES has three and three-vrm in its
// node_modules. Skips (77) without them.
import fs from 'node:fs';
import { opened } from './differential/files.mjs';
import { loaded, open, VERSIONS } from './differential/loader.mjs';
import { isAvatar, wanted } from './differential/wanted.mjs';

const packages = await open(process.argv[2]);
if (packages === null) {
  console.log(`${process.argv[2]} has no ${Object.entries(VERSIONS).map((entry) => entry.join(' ')).join(', ')}`);
  process.exit(77);
}
const print = console.log;
let warnings = 0;
for (const name of ['log', 'info', 'debug']) { console[name] = () => {}; }
for (const name of ['warn', 'error']) { console[name] = () => { warnings += 1; }; }
process.on('unhandledRejection', () => {}); // promises that three abandons when another one fails

const EFFECTS = { joints: 'springs', centers: 'springs', roots: 'springs', collisions: 'colliders', constraints: 'constraints',
  bones: 'bones', expressions: 'expressions' };
const list = (x) => (Array.isArray(x) ? x : []);

// Returns how many meshes three makes from the nodes of the shown scene: one per primitive with triangles. Reads at most 1,000 nodes.
function meshesOf({ scene, scenes, nodes, meshes }) {
  let count = 0;
  const open = [...list(list(scenes)[scene ?? 0]?.nodes)];
  for (let i = 0; i < open.length && i < 1000; i += 1) {
    const node = list(nodes)[open[i]];
    count += list(list(meshes)[node?.mesh]?.primitives).filter((primitive) => (primitive?.mode ?? 4) >= 4).length;
    open.push(...list(node?.children));
  }
  return count;
}

// Shaders of VRM 0.x other than MToon.
const GLTF_SHADERS = /^(VRM_USE_GLTFSHADER|Standard|UniGLTF\/UniUnlit|VRM\/Unlit.*)$/;

const toonOf = ({ materials, extensions }) => Math.max(
  list(materials).filter((material) => material?.extensions?.VRMC_materials_mtoon).length,
  list(extensions?.VRM?.materialProperties).slice(0, list(materials).length).filter((of) => !GLTF_SHADERS.test(of?.shader)).length);

// Returns the effects by which the app lost something of a file.
async function lostOf(json, result) {
  const { counts, tracks } = wanted(json);
  const lost = Object.keys(EFFECTS).filter((what) => result.counts[what] < counts[what]).map((what) => EFFECTS[what]);
  for (const track of tracks) { if (await result.track(track) !== null) { lost.push('animation'); } }
  if (json.extensions?.VRMC_vrm_animation && list(json.animations).length === 0) { lost.push('animation'); }
  if (isAvatar(json) && !result.avatar) { lost.push('avatar'); }
  if (result.counts.meshes < meshesOf(json)) { lost.push('mesh'); }
  if (result.toon < toonOf(json)) { lost.push('material'); }
  if (json.extensions?.VRMC_vrm?.lookAt && result.avatar && !result.gaze) { lost.push('gaze'); }
  return [...new Set(lost)].map((what) => `drops-${what}`);
}

for (const path of fs.readFileSync(0, 'utf8').split('\n').filter((line) => line !== '')) {
  const bytes = fs.readFileSync(path);
  let json;
  try { ({ json } = opened(bytes)); } catch { json = {}; }
  warnings = 0;
  const result = await loaded(packages, bytes, json, { textures: true });
  const line = result.refused === undefined ? { lost: await lostOf(json, result), warned: warnings > 0, vrm: result.avatar || result.animations } : { refused: result.refused };
  print(JSON.stringify({ path, ...line }));
}
