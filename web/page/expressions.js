// What the page reads of expressions: what they do to the meshes of an avatar, and how long an animation moves them.
import {jsonOf, listOf} from '../npm/files.js';
import { playedBy, samplerOf, timesOf} from './animation.js';
import {elementOf, listed, object} from './numbers.js';

const PRESETS = {joy: 'happy', sorrow: 'sad', fun: 'relaxed', a: 'aa', i: 'ih', u: 'ou', e: 'ee', o: 'oh', blink_l: 'blinkLeft', blink_r: 'blinkRight',
  lookup: 'lookUp', lookdown: 'lookDown', lookleft: 'lookLeft', lookright: 'lookRight'}; // VRM 0.x names them otherwise
const number = (value, standard) => (Number.isFinite(value) ? value : standard);

/** Those of an avatar: {name, binary, overrides, binds}; a bind has the nodes whose meshes it changes, the morph target and its weight. */
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

/** What moving the expressions of an avatar takes: how many there are, and how many drawn meshes their binds change. */
export function bindsOf(json) {
  const drawn = new Map(); // by lists of nodes, which many binds of VRM 0.x share
  const drawnBy = (nodes) => {
    if (!drawn.has(nodes)) {
      drawn.set(nodes, nodes.reduce((sum, node) => sum + listOf(elementOf(json.meshes, elementOf(json.nodes, node).mesh).primitives).length, 0));
    }
    return drawn.get(nodes);
  };
  return expressionsOf(json).reduce((sum, {binds}) => sum + binds.reduce((own, {nodes}) => own + drawnBy(nodes), 1), 0);
}

/** When the last key of an expression is, in seconds. */
export function secondsOf(bytes) {
  const json = jsonOf(bytes);
  return playedBy(json).reduce((last, [, channel]) => {
    const {input} = samplerOf(json, channel);
    return Math.max(last, timesOf(bytes, json, input)(elementOf(json.accessors, input).count - 1) || 0);
  }, 0);
}
