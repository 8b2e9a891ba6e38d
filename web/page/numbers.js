// What the page reads and changes in the JSON of a file: the numbers of springs, the same four in both versions of VRM, and the
// data for showing the file.
import {jsonOf, listOf, textOf} from '../npm/files.js';

export {jsonOf, referencesOf} from '../npm/files.js';

const MEMBERS = {
  stiffness: {one: 'stiffness', zero: 'stiffiness', standard: 1}, // VRM 0.x spells it this way
  drag: {one: 'dragForce', zero: 'dragForce', standard: 0.5},
  gravity: {one: 'gravityPower', zero: 'gravityPower', standard: 0},
  radius: {one: 'hitRadius', zero: 'hitRadius', standard: 0},
};
export const numbers = Object.keys(MEMBERS);

/** Returns the springs, or bone groups: their names, the objects that hold their numbers, and how many joints these move. */
function springsOf(json) {
  const one = json?.extensions?.VRMC_springBone?.springs;
  if (Array.isArray(one)) {
    return one.map((spring) => ({name: spring?.name, holders: listOf(spring?.joints), key: 'one', joints: listOf(spring?.joints).length}));
  }
  const zero = json?.extensions?.VRM?.secondaryAnimation?.boneGroups;
  if (!Array.isArray(zero)) return [];
  const sizes = new Map();
  return zero.map((group) => ({name: group?.comment, holders: listOf([group]), key: 'zero',
    joints: listed(group?.bones).reduce((sum, bone) => sum + nodesBelow(json, bone, sizes), 0)}));
}

/** Returns the number of nodes of a branch. sizes: those of the branches that are known. */
function nodesBelow(json, root, sizes) {
  if (sizes.has(root)) return sizes.get(root);
  const seen = new Set();
  const pending = [root];
  while (pending.length > 0) {
    const index = pending.pop();
    if (seen.has(index) || elementOf(json.nodes, index) === NOTHING) continue;
    seen.add(index);
    for (const child of listed(elementOf(json.nodes, index).children)) pending.push(child);
  }
  sizes.set(root, seen.size);
  return seen.size;
}

/** Returns each spring's name, the number of its joints, and its numbers as its first joint has them. */
export function springNumbers(json) {
  return springsOf(json).map(({name, holders, key, joints}) => ({
    name: typeof name === 'string' ? name : '',
    joints,
    values: Object.fromEntries(numbers.map((number) => {
      const value = holders[0]?.[MEMBERS[number][key]];
      return [number, typeof value === 'number' ? value : MEMBERS[number].standard];
    })),
  }));
}

/** Returns the file with other numbers, {spring: {stiffness: 1}}, in all joints of these springs. */
export function tried(bytes, changes) {
  const json = jsonOf(bytes);
  const springs = springsOf(json);
  for (const [index, values] of Object.entries(changes)) {
    for (const [number, value] of Object.entries(values)) {
      for (const holder of springs[index]?.holders ?? []) holder[MEMBERS[number][springs[index].key]] = value;
    }
  }
  return withJson(bytes, json);
}

/** Returns the file with its JSON replaced. */
export function withJson(bytes, json) {
  const {from, to, glb} = textOf(bytes);
  const text = new TextEncoder().encode(JSON.stringify(json));
  if (!glb) return text;
  const size = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(from + size + bytes.length - to);
  out.set(bytes.subarray(0, from));
  out.fill(0x20, from, from + size);
  out.set(text, from);
  out.set(bytes.subarray(to), from + size);
  const view = new DataView(out.buffer);
  view.setUint32(8, out.length, true);
  view.setUint32(12, size, true);
  return out;
}

// ---- two versions of an avatar ----

/** Returns the title of an avatar, and the names of its nodes, meshes, materials and images. */
function identityOf(json) {
  const {VRMC_vrm: one, VRM: zero} = object(json?.extensions);
  const title = object(object(one).meta).name ?? object(object(zero).meta).title;
  const names = ['nodes', 'meshes', 'materials', 'images'].flatMap((part) => listOf(json?.[part]).map(({name}) => `${part} ${name}`));
  return {title: typeof title === 'string' ? title.trim() : '', names: new Set(names)};
}

/** Whether two files are likely to be versions of one avatar: they have the same title, if any, and most names in common. */
export function alike(one, other) {
  const [a, b] = [one, other].map(identityOf);
  const common = [...a.names].filter((name) => b.names.has(name)).length;
  const share = common / Math.max(a.names.size, b.names.size, 1);
  return a.title !== b.title ? false : share > (a.title === '' ? 0.9 : 0.5);
}

// ---- showing a file ----

const NOTHING = Object.freeze({});
export const object = (value) => (value !== null && typeof value === 'object' ? value : NOTHING);
export const listed = (value) => (Array.isArray(value) ? value : []);
/** Returns an element of a list, by its index in the file. */
export const elementOf = (list, index) => object(listed(list)[index]);
const count = (value) => (Number.isFinite(value) && value > 0 ? value : 0);

/** Returns how many vertices a primitive draws, and how many its morph targets have. */
function verticesOf(json, primitive) {
  const countOf = (index) => count(object(json.accessors)[index]?.count);
  const vertices = countOf(object(object(primitive).attributes).POSITION);
  return {drawn: Math.max(vertices, countOf(object(primitive).indices)), morphed: vertices * listOf(object(primitive).targets).length};
}

/** Returns the size of the drawing: nodes, levels, draw calls, vertices, morph vertices; tree: whether the scene is a tree. */
function sizeOf(json) {
  const size = {tree: true, nodes: 0, levels: 0, draws: 0, vertices: 0, morphs: 0};
  const nodes = listOf(json.nodes).length === json.nodes?.length ? json.nodes : [];
  const meshes = new Map();
  const pending = listed(object(json.scenes)[json.scene ?? 0]?.nodes).map((index) => [index, 1]);
  const seen = new Set();
  while (pending.length > 0) {
    const [index, level] = pending.pop();
    if (nodes[index] === undefined || seen.has(index)) {
      size.tree = false;
      break;
    }
    seen.add(index);
    size.nodes += 1;
    size.levels = Math.max(size.levels, level);
    const {mesh, children} = nodes[index];
    if (mesh !== undefined && !meshes.has(mesh)) {
      const primitives = listed(object(object(json.meshes)[mesh]).primitives).map((primitive) => verticesOf(json, primitive));
      meshes.set(mesh, {draws: primitives.length, vertices: primitives.reduce((sum, {drawn}) => sum + drawn, 0)});
      size.morphs += primitives.reduce((sum, {morphed}) => sum + morphed, 0);
    }
    size.draws += meshes.get(mesh)?.draws ?? 0;
    size.vertices += meshes.get(mesh)?.vertices ?? 0;
    for (const child of listed(children)) pending.push([child, level + 1]);
  }
  return size;
}

/** Returns what the page needs to know about a file before it shows it. */
export function partsOf(json) {
  return {springs: springNumbers(json), size: json === null ? null : sizeOf(json)};
}

/** Returns a reduced file for the loader: one scene, without animations, cameras, lights and extensionsRequired. */
export function shownOf(bytes) {
  const json = jsonOf(bytes);
  const scene = object(json?.scenes)[json?.scene ?? 0];
  if (scene === undefined) return null;
  delete json.animations;
  for (const node of listOf(json.nodes)) {
    delete node.camera;
    delete object(node.extensions).KHR_lights_punctual;
  }
  return withJson(bytes, {...json, extensionsRequired: undefined, scenes: [scene], scene: 0});
}
