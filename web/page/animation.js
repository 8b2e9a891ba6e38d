// What the page reads in a VRM animation: whose bones it moves, how it fits an avatar, and when and where its findings are.
import {jsonOf, listOf, textOf} from '../npm/files.js';
import {expressionsOf} from './expressions.js';
import {withJson} from './numbers.js';

export const object = (value) => (value !== null && typeof value === 'object' ? value : {});
const BONES = 100; // more than a humanoid has
const THUMBS = {Proximal: 'Metacarpal', Intermediate: 'Proximal'}; // VRM 0.x names them otherwise

export const partsOf = (json) => object(object(json?.extensions).VRMC_vrm_animation);
export const isAnimation = (json) => json?.extensions?.VRMC_vrm_animation !== undefined && json.extensions.VRMC_vrm === undefined;

/** The nodes of its bones, by their names. */
export const bonesOf = (json) => Object.fromEntries(Object.entries(object(object(partsOf(json).humanoid).humanBones)).slice(0, BONES)
  .map(([name, bone]) => [name, object(bone).node]).filter(([, node]) => Number.isInteger(node)));

/** Makes an avatar of an animation's own skeleton, to play it on. */
export function avatarOf(bytes) {
  const json = jsonOf(bytes);
  const {animations: _, extensions, ...rest} = json;
  return withJson(bytes, {...rest, extensionsUsed: ['VRMC_vrm'], extensionsRequired: undefined,
    extensions: {VRMC_vrm: {specVersion: '1.0', humanoid: object(extensions.VRMC_vrm_animation).humanoid}}});
}

export const channelsOf = (json) => listOf(object(listOf(json?.animations)[0]).channels);
export const nodeOf = (channel) => object(object(channel).target).node;

/** The names of an avatar's bones. */
function boneNamesOf(json) {
  const {VRMC_vrm: one, VRM: zero} = object(json?.extensions);
  if (one !== undefined) return Object.keys(object(object(object(one).humanoid).humanBones));
  return listOf(object(object(zero).humanoid).humanBones).map((bone) => String(object(bone).bone)
    .replace(/(?<=Thumb)(Proximal|Intermediate)$/, (part) => THUMBS[part]));
}

/** The node of an avatar's hips. */
export function hipsOf(json) {
  const {VRMC_vrm: one, VRM: zero} = object(json?.extensions);
  if (one !== undefined) return object(object(object(object(one).humanoid).humanBones).hips).node;
  return listOf(object(object(zero).humanoid).humanBones).find(({bone}) => bone === 'hips')?.node;
}

/** What an animation moves and an avatar lacks. */
export function lackingOf(avatar, animation) {
  const moved = new Set(channelsOf(animation).map(nodeOf));
  const [bones, expressions] = [boneNamesOf(avatar), expressionsOf(avatar).map(({name}) => name)].map((names) => new Set(names));
  const {preset, custom} = object(partsOf(animation).expressions);
  const played = [preset, custom].flatMap((list) => Object.entries(object(list))).filter(([, one]) => moved.has(object(one).node)).map(([name]) => name);
  return {
    bones: Object.entries(bonesOf(animation)).filter(([name, node]) => moved.has(node) && !bones.has(name)).map(([name]) => name),
    expressions: played.filter((name) => !expressions.has(name)),
  };
}

/** Reads an accessor in the file's own bytes: a function that returns the first number of an element, or NaN if it isn't there. */
export function floatsOf(bytes, json, index, components) {
  const accessor = object(listOf(json.accessors)[index]);
  const view = object(listOf(json.bufferViews)[accessor.bufferView]);
  const {to, glb} = textOf(bytes);
  const from = to + 8 + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (element) => {
    const at = from + element * (view.byteStride ?? 4 * components);
    const known = glb && view.buffer === 0 && accessor.componentType === 5126 && element < accessor.count && at >= to && at + 4 <= bytes.length;
    return known ? data.getFloat32(at, true) : NaN;
  };
}

/** Where and when findings are: {finding, node, seconds} of those that are about a bone, or about a key of the first animation. */
export function placesOf(bytes, findings) {
  const json = jsonOf(bytes);
  const bones = bonesOf(json);
  const channels = channelsOf(json);
  return findings.map(({pointer, data}, finding) => {
    const [first, second, third, fourth, fifth] = pointer.split('/').slice(1);
    const own = first === 'animations' && second === '0';
    const channel = !own ? undefined : third === 'channels' ? channels[fourth]
      : third === 'samplers' ? channels.find((one) => object(one).sampler === Number(fourth)) : undefined;
    const node = first === 'nodes' ? Number(second) : fourth === 'humanBones' ? bones[fifth] : nodeOf(channel);
    const key = data.first ?? data.key;
    const sampler = object(listOf(object(listOf(json?.animations)[0]).samplers)[object(channel).sampler]);
    const seconds = !own ? NaN : typeof data.time === 'number' ? data.time : typeof key === 'number' ? floatsOf(bytes, json, sampler.input, 1)(key) : NaN;
    return {finding, node: node ?? null, seconds: Number.isNaN(seconds) ? null : seconds};
  }).filter(({node, seconds}) => node !== null || seconds !== null);
}
