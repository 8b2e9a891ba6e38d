// What the page reads from a VRM animation: which bones it moves, how it fits an avatar, and where and when its findings are.
import {jsonOf, listOf, textOf} from '../npm/files.js';
import {expressionsOf} from './expressions.js';
import {elementOf, listed, object, withJson} from './numbers.js';

const BONES = 100; // more than a humanoid has
const EXPRESSIONS = 500; // if there are more, none is played
const THUMBS = {Proximal: 'Metacarpal', Intermediate: 'Proximal'}; // VRM 0.x uses other names

export const partsOf = (json) => object(object(json?.extensions).VRMC_vrm_animation);
export const isAnimation = (json) => json?.extensions?.VRMC_vrm_animation !== undefined && json.extensions.VRMC_vrm === undefined;

/** Returns the nodes of its bones, by bone name. */
export const bonesOf = (json) => Object.fromEntries(Object.entries(object(object(partsOf(json).humanoid).humanBones)).slice(0, BONES)
  .map(([name, bone]) => [name, object(bone).node]).filter(([, node]) => Number.isInteger(node)));

/** Makes an avatar from an animation's own skeleton, to play the animation on. */
export function avatarOf(bytes) {
  const json = jsonOf(bytes);
  const {animations: _, extensions, ...rest} = json;
  return withJson(bytes, {...rest, extensionsUsed: ['VRMC_vrm'], extensionsRequired: undefined,
    extensions: {VRMC_vrm: {specVersion: '1.0', humanoid: object(extensions.VRMC_vrm_animation).humanoid}}});
}

export const channelsOf = (json) => listed(elementOf(json?.animations, 0).channels).map(object);
export const samplerOf = (json, channel) => elementOf(elementOf(json?.animations, 0).samplers, object(channel).sampler);
export const nodeOf = (channel) => object(object(channel).target).node;

/** Returns the names of an avatar's bones. */
function boneNamesOf(json) {
  const {VRMC_vrm: one, VRM: zero} = object(json?.extensions);
  if (one !== undefined) return Object.keys(object(object(object(one).humanoid).humanBones));
  return listOf(object(object(zero).humanoid).humanBones).map((bone) => String(object(bone).bone)
    .replace(/(?<=Thumb)(Proximal|Intermediate)$/, (part) => THUMBS[part]));
}

/** Returns the node of an avatar's hips. */
export function hipsOf(json) {
  const {VRMC_vrm: one, VRM: zero} = object(json?.extensions);
  if (one !== undefined) return object(object(object(object(one).humanoid).humanBones).hips).node;
  return listOf(object(object(zero).humanoid).humanBones).find(({bone}) => bone === 'hips')?.node;
}

/** Returns the names of the bones that an animation moves. */
export function movedBy(json) {
  const moved = new Set(channelsOf(json).map(nodeOf));
  return Object.entries(bonesOf(json)).filter(([, node]) => moved.has(node)).map(([name]) => name);
}

/** Returns the expressions that an animation plays, [name, channel]. A weight is the x of a node's translation. */
export function playedBy(json) {
  const {preset, custom} = object(partsOf(json).expressions);
  const channels = new Map(channelsOf(json).filter(({target}) => object(target).path === 'translation').map((channel) => [nodeOf(channel), channel]));
  const played = [preset, custom].flatMap((list) => Object.entries(object(list))).map(([name, one]) => [name, channels.get(object(one).node)])
    .filter(([, channel]) => channel !== undefined);
  return played.length > EXPRESSIONS ? [] : played;
}

/** Returns the bones and expressions that an animation moves and an avatar lacks. */
export function lackingOf(avatar, animation) {
  const [bones, expressions] = [boneNamesOf(avatar), expressionsOf(avatar).map(({name}) => name)].map((names) => new Set(names));
  return {
    bones: movedBy(animation).filter((name) => !bones.has(name)),
    expressions: playedBy(animation).map(([name]) => name).filter((name) => !expressions.has(name)),
  };
}

/** Returns a function that reads a time accessor in the file's own bytes: the seconds of a key, NaN if not available. */
export function timesOf(bytes, json, index) {
  const accessor = elementOf(json.accessors, index);
  const view = elementOf(json.bufferViews, accessor.bufferView);
  const {to, glb} = textOf(bytes);
  const from = to + 8 + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (key) => {
    const at = from + key * (view.byteStride ?? 4);
    const known = glb && view.buffer === 0 && accessor.componentType === 5126 && key < accessor.count && at >= to && at + 4 <= bytes.length;
    return known ? data.getFloat32(at, true) : NaN;
  };
}

/** Returns where and when findings are: {finding, node, seconds} for findings on a bone or on a key of the first animation. */
export function placesOf(bytes, findings) {
  const json = jsonOf(bytes);
  const bones = bonesOf(json);
  const channels = channelsOf(json);
  return findings.map(({pointer, data}, finding) => {
    const [first, second, third, fourth, fifth] = pointer.split('/').slice(1);
    const own = first === 'animations' && second === '0';
    const channel = !own ? undefined : third === 'channels' ? channels[fourth]
      : third === 'samplers' ? channels.find(({sampler}) => sampler === Number(fourth)) : undefined;
    const node = first === 'nodes' ? Number(second) : fourth === 'humanBones' ? bones[fifth] : nodeOf(channel);
    const key = data.first ?? data.key;
    const {input} = samplerOf(json, channel);
    const seconds = !own ? NaN : typeof data.time === 'number' ? data.time : typeof key === 'number' ? timesOf(bytes, json, input)(key) : NaN;
    return {finding, node: node ?? null, seconds: Number.isNaN(seconds) ? null : seconds};
  }).filter(({node, seconds}) => node !== null || seconds !== null);
}
