// One mistake in a glTF JSON, at random but the same for the same seed.
import { withPoint } from './files.mjs';

export function generator(seed) { // mulberry32
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const pick = (from) => from[Math.floor(random() * from.length)];
  return { random, pick };
}

// Left alone: what nobody reads.
const UNCHECKED = [/\/extras(\/|$)/];
const pointer = (keys) => keys.map((key) => `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
const open = (keys) => !UNCHECKED.some((pattern) => pattern.test(pointer(keys)));

const MAPS = ['humanBones', 'preset', 'custom'];

// What in a JSON can be changed: for each place in the schema, "/nodes/#/name", the keys that lead to all that are there.
export function places(json) {
  const result = new Map();
  const visit = (value, keys, pattern) => {
    for (const [name, inside] of Object.entries(value)) {
      const list = Array.isArray(value);
      const at = [...keys, list ? Number(name) : name];
      if (!open(at)) { continue; }
      const place = `${pattern}/${list ? '#' : MAPS.includes(keys.at(-1)) ? '*' : name}`;
      if (!result.has(place)) { result.set(place, []); }
      result.get(place).push(at);
      if (typeof inside === 'object' && inside !== null) { visit(inside, at, place); }
    }
  };
  visit(json, [], '');
  return result;
}

const swapped = (text, at) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);

// As people mistype.
function misspelt(text, { random, pick }) {
  const at = Math.floor(random() * text.length);
  const all = [
    text[0] === text[0].toUpperCase() ? text[0].toLowerCase() + text.slice(1) : text[0].toUpperCase() + text.slice(1),
    text.toUpperCase(), text.toLowerCase(), text.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
    text.slice(0, at) + text.slice(at + 1), text.slice(0, at) + text[at] + text.slice(at), // twice
   
    at + 1 < text.length ? swapped(text, at) : `${text}s`, text.endsWith('s') ? text.slice(0, -1) : `${text}s`,
    ` ${text}`, `${text} `,
  ].filter((one) => one !== text);
  return pick(all);
}

const KINDS = ['retype', 'index', 'number', 'remove', 'rename', 'text', 'null', 'empty', 'duplicate'];
// With what parsers of typed languages are strict about.
export const FOR_PARSERS = [...KINDS, 'point', 'member', 'append'];

// What becomes of `value`, as [detail, new value], or null where this kind of mistake can't be made here.
function changed(kind, value, random) {
  const { pick } = random;
  const container = typeof value === 'object' && value !== null;
  if (kind === 'retype') {
    const other = pick([['text', 'text'], ['as text', String(value)], ['0', 0], ['1', 1], ['-1', -1], ['1.5', 1.5], ['true', true],
      ['false', false], ['{}', {}], ['[]', []], ['in a list', [value]], ['in an object', { value }], ['list of null', [null]],
      ['1e300', 1e300]]);
    const type = (x) => (Array.isArray(x) ? 'list' : typeof x);
    return type(other[1]) === type(value) ? null : other;
  }
  if (kind === 'index' && Number.isInteger(value)) {
    return pick([['far', 999999], ['-1', -1], ['float', value + 0.5], ['next', value + 1], ['previous', value - 1], ['0', 0],
      ['huge', 1e300], ['1e10', 10000000000], ['as text', String(value)]]);
  }
  if (kind === 'number' && typeof value === 'number') {
    return pick([['0', 0], ['negative', -value - 1], ['1e300', 1e300], ['-1e300', -1e300], ['tiny', 1e-300], ['times 1000', value * 1000]]);
  }
  if (kind === 'text' && typeof value === 'string' && value !== '') { return ['misspelt', misspelt(value, random)]; }
  if (kind === 'null') { return ['', null]; }
  if (kind === 'point' && Number.isInteger(value)) { return [`${value}.0`, withPoint(value)]; }
  if (kind === 'member' && container && !Array.isArray(value)) {
    const [name, is] = pick([['extras', {}], ['extras', null], ['extensions', {}], ['name', 'text'], ['foo', 1], ['', 1]]);
    return name in value ? null : [`{"${name}": ${JSON.stringify(is)}}`, { ...value, [name]: is }];
  }
  if (kind === 'append' && Array.isArray(value) && value.length > 0) {
    const [name, is] = pick([['copy', structuredClone(value.at(-1))], ['null', null], ['{}', {}], ['0', 0], ['empty text', '']]);
    return [name, [...value, is]];
  }
  if (kind === 'empty' && (container ? Object.keys(value).length > 0 : typeof value === 'string' && value !== '')) {
    return ['', Array.isArray(value) ? [] : container ? {} : ''];
  }
  return null;
}

function renamed(parent, key, random) {
  if (Array.isArray(parent) || key === '') { return null; }
  const name = misspelt(key, random);
  if (name in parent) { return null; }
  const entries = Object.entries(parent);
  for (const [old] of entries) { delete parent[old]; }
  for (const [old, value] of entries) { parent[old === key ? name : old] = value; } // order is kept
  return name;
}

// Makes one mistake in `json`, whose places() are `where`, each place as likely as the others. { place, keys, kind, detail }.
export function mutate(json, where, random, kinds = KINDS) {
  for (;;) {
    const place = random.pick([...where.keys()]);
    const keys = random.pick(where.get(place));
    const key = keys.at(-1);
    const parent = keys.slice(0, -1).reduce((value, step) => value[step], json);
    const kind = random.pick(kinds);
    if (kind === 'remove') {
      if (Array.isArray(parent)) { parent.splice(key, 1); } else { delete parent[key]; }
      return { place, keys, kind, detail: '' };
    }
    if (kind === 'rename') {
      const name = renamed(parent, key, random);
      if (name !== null) { return { place, keys, kind, detail: name }; }
    } else if (kind === 'duplicate') {
      if (Array.isArray(parent)) {
        parent.splice(key, 0, structuredClone(parent[key]));
        return { place, keys, kind, detail: '' };
      }
    } else {
      const now = changed(kind, parent[key], random);
      if (now !== null && JSON.stringify(now[1]) !== JSON.stringify(parent[key])) {
        [, parent[key]] = now;
        return { place, keys, kind, detail: now[0] };
      }
    }
  }
}

const PRESETS = new Set(['happy', 'angry', 'sad', 'relaxed', 'surprised', 'neutral', 'aa', 'ih', 'ou', 'ee', 'oh', 'blink',
  'blinkLeft', 'blinkRight', 'lookUp', 'lookDown', 'lookLeft', 'lookRight']);

// Mistakes after which the file no longer asks for what was there. The others leave it asking: a member with a wrong name
// is still meant, unless any name will do: that of a custom expression, or of a preset that there is none of.
export function takesBack({ kind, keys }) {
  return ['remove', 'empty', 'duplicate', 'index', 'number'].includes(kind) || (kind === 'rename' && (keys.at(-2) === 'custom'
    || (keys.at(-2) === 'preset' && !PRESETS.has(keys.at(-1)))));
}
