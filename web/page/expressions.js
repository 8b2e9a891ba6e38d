// What the page reads from expressions: how they change an avatar's meshes, and how long an animation plays them.
import {jsonOf, listOf} from '../npm/files.js';
import { playedBy, samplerOf, timesOf} from './animation.js';
import {elementOf, listed, object} from './numbers.js';

const PRESETS = {joy: 'happy', sorrow: 'sad', fun: 'relaxed', a: 'aa', i: 'ih', u: 'ou', e: 'ee', o: 'oh', blink_l: 'blinkLeft', blink_r: 'blinkRight',
  lookup: 'lookUp', lookdown: 'lookDown', lookleft: 'lookLeft', lookright: 'lookRight'}; // VRM 0.x uses other names
const number = (value, standard) => (Number.isFinite(value) ? value : standard);

/** Returns an avatar's expressions: {name, binary, overrides, binds}; a bind has nodes, a morph target index and a weight. */
export function expressionsOf(json) {
  const {VRMC_vrm: one, VRM: zero} = object(json?.extensions);
  if (one !== undefined) {
    const {preset, custom} = object(object(one).expressions);
    return [preset, custom].flatMap((list) => Object.entries(object(list))).map(([name, value]) => {
      const {isBinary, overrideBlink: blink, overrideLookAt: lookAt, overrideMouth: mouth, morphTargetBinds} = object(value);
      return {name, binary: isBinary === true, overrides: {blink, lookAt, mouth},
        binds: listOf(morphTargetBinds).map(({node, index, weight}) => ({nodes: [node], index, weight: number(weight, 1)}))};
    });
  }
  const users = new Map();
  listed(json?.nodes).map(object).forEach(({mesh}, node) => {
    if (!users.has(mesh)) users.set(mesh, []);
    users.get(mesh).push(node);
  });
  return listOf(object(object(zero).blendShapeMaster).blendShapeGroups).map(({presetName, name, isBinary, binds}) => ({
    name: presetName === undefined || presetName === 'unknown' ? String(name) : PRESETS[String(presetName).toLowerCase()] ?? String(presetName),
    binary: isBinary === true, overrides: {},
    binds: listOf(binds).map(({mesh, index, weight}) => ({nodes: mesh === undefined ? [] : users.get(mesh) ?? [], index, weight: number(weight, 100) / 100})),
  }));
}

/** Returns the cost of moving an avatar's expressions: their number plus the number of drawn meshes that their binds change. */
export function bindsOf(json) {
  const drawn = new Map(); // keyed by lists of nodes, which many binds of VRM 0.x share
  const drawnBy = (nodes) => {
    if (!drawn.has(nodes)) {
      drawn.set(nodes, nodes.reduce((sum, node) => sum + listOf(elementOf(json.meshes, elementOf(json.nodes, node).mesh).primitives).length, 0));
    }
    return drawn.get(nodes);
  };
  return expressionsOf(json).reduce((sum, {binds}) => sum + binds.reduce((own, {nodes}) => own + drawnBy(nodes), 1), 0);
}

/** Returns the time of the last key of any expression, in seconds. */
export function secondsOf(bytes) {
  const json = jsonOf(bytes);
  return playedBy(json).reduce((last, [, channel]) => {
    const {input} = samplerOf(json, channel);
    return Math.max(last, timesOf(bytes, json, input)(elementOf(json.accessors, input).count - 1) || 0);
  }, 0);
}
