// What the page reads of expressions: what they do to the meshes of an avatar, and how strong an animation makes them.
import {jsonOf, listOf} from '../npm/files.js';
import {floatsOf, playedBy, samplerOf} from './animation.js';
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

/** The value of a channel, the first of its components, at each step. */
function valuesOf(bytes, json, channel, steps, fps) {
  const {input, output, interpolation} = samplerOf(json, channel);
  const time = floatsOf(bytes, json, input, 1);
  const read = floatsOf(bytes, json, output, 3);
  const cubic = interpolation === 'CUBICSPLINE';
  const value = cubic ? (key) => read(3 * key + 1) : read;
  let key = 0;
  return Float32Array.from({length: steps}, (_, step) => {
    const now = step / fps;
    while (time(key + 1) <= now) key += 1;
    const length = time(key + 1) - time(key);
    const part = (now - time(key)) / length;
    if (interpolation === 'STEP' || !(part >= 0)) return value(key); // before the first key, and after the last
    if (!cubic) return value(key) + part * (value(key + 1) - value(key));
    const [square, cube] = [part ** 2, part ** 3];
    return (2 * cube - 3 * square + 1) * value(key) + (cube - 2 * square + part) * length * read(3 * key + 2)
      + (3 * square - 2 * cube) * value(key + 1) + (cube - square) * length * read(3 * key + 3);
  });
}

/** How strong an animation makes expressions at each step. */
export function weightsOf(bytes, steps, fps) {
  const json = jsonOf(bytes);
  return playedBy(json).map(([name, channel]) => ({name, values: valuesOf(bytes, json, channel, steps, fps)}));
}

/** When the last key of an expression is, in seconds. */
export function secondsOf(bytes) {
  const json = jsonOf(bytes);
  return playedBy(json).reduce((last, [, channel]) => {
    const {input} = samplerOf(json, channel);
    return Math.max(last, floatsOf(bytes, json, input, 1)(elementOf(json.accessors, input).count - 1) || 0);
  }, 0);
}
