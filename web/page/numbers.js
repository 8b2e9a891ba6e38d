// The numbers of springs in a file, to be read and tried: the same four in both generations of VRM.

const MEMBERS = {
  stiffness: {one: 'stiffness', zero: 'stiffiness', standard: 1}, // VRM 0.x writes it like that
  drag: {one: 'dragForce', zero: 'dragForce', standard: 0.5},
  gravity: {one: 'gravityPower', zero: 'gravityPower', standard: 0},
  radius: {one: 'hitRadius', zero: 'hitRadius', standard: 0},
};
export const numbers = Object.keys(MEMBERS);
const GLB = 0x46546C67;

/** Where the JSON of a file is. */
function textOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 20 && view.getUint32(0, true) === GLB) return {from: 20, to: 20 + view.getUint32(12, true), glb: true};
  return {from: 0, to: bytes.length, glb: false};
}

/** The JSON of a file; null where it can't be read. */
export function jsonOf(bytes) {
  try {
    const {from, to} = textOf(bytes);
    const json = JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)));
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

const listOf = (value) => (Array.isArray(value) ? value.filter((element) => element !== null && typeof element === 'object') : []);

/** The springs, or bone groups: what they are called, and who holds their numbers. */
function springsOf(json) {
  const one = json?.extensions?.VRMC_springBone?.springs;
  if (Array.isArray(one)) {
    return one.map((spring) => ({name: spring?.name, holders: listOf(spring?.joints), key: 'one'}));
  }
  const zero = json?.extensions?.VRM?.secondaryAnimation?.boneGroups;
  return Array.isArray(zero) ? zero.map((group) => ({name: group?.comment, holders: listOf([group]), key: 'zero'})) : [];
}

/** Of each spring its name, and its numbers as its first joint has them. */
export function springNumbers(json) {
  return springsOf(json).map(({name, holders, key}) => ({
    name: typeof name === 'string' ? name : '',
    values: Object.fromEntries(numbers.map((number) => {
      const value = holders[0]?.[MEMBERS[number][key]];
      return [number, typeof value === 'number' ? value : MEMBERS[number].standard];
    })),
  }));
}

/** The file with other numbers, {spring: {stiffness: 1}}, for all joints of these springs. */
export function tried(bytes, changes) {
  const json = jsonOf(bytes);
  const springs = springsOf(json);
  for (const [index, values] of Object.entries(changes)) {
    for (const [number, value] of Object.entries(values)) {
      for (const holder of springs[index]?.holders ?? []) holder[MEMBERS[number][springs[index].key]] = value;
    }
  }
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
