// Makes one random mistake in a glTF JSON; the same seed gives the same mistakes.
import { again, withPoint } from './files.mjs';

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

// Not changed, because no program reads it. Loaders read extras as an object, and the names of morph targets in them.
const UNCHECKED = [/\/extras\/(?!targetNames(\/|$))/];
const pointer = (keys) => keys.map((key) => `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
const open = (keys) => !UNCHECKED.some((pattern) => pattern.test(pointer(keys)));

const MAPS = ['humanBones', 'preset', 'custom'];

// Returns what can be changed in a JSON: for each place in the schema, such as "/nodes/#/name", the keys to its instances.
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

// Returns a text with a typing error.
function misspelt(text, { random, pick }) {
  const at = Math.floor(random() * text.length);
  const all = [
    text[0] === text[0].toUpperCase() ? text[0].toLowerCase() + text.slice(1) : text[0].toUpperCase() + text.slice(1),
    text.toUpperCase(), text.toLowerCase(), text.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
    text.slice(0, at) + text.slice(at + 1), text.slice(0, at) + text[at] + text.slice(at), // a letter twice
   
    at + 1 < text.length ? swapped(text, at) : `${text}s`, text.endsWith('s') ? text.slice(0, -1) : `${text}s`,
    ` ${text}`, `${text} `,
  ].filter((one) => one !== text);
  return pick(all);
}

// The kinds of mistakes, including those that parsers in typed languages reject.
const KINDS = ['retype', 'index', 'number', 'remove', 'rename', 'text', 'null', 'empty', 'duplicate', 'point', 'member', 'append', 'graft',
  'twice'];

// Returns a changed `value`, as [detail, new value], or null if this kind of mistake isn't possible here.
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
      ['huge', 1e300], ['1e10', 10000000000], ['-2', -2], ['2^31', 2147483648], ['2^32', 4294967296], ['2^64', 18446744073709552000],
      ['as text', String(value)]]);
  }
  if (kind === 'number' && typeof value === 'number') {
    return pick([['0', 0], ['negative', -value - 1], ['1e300', 1e300], ['-1e300', -1e300], ['tiny', 1e-300], ['times 1000', value * 1000],
      ['1e39', 1e39], ['as text', String(value)], ['halved', value / 2]]);
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
  for (const [old, value] of entries) { parent[old === key ? name : old] = value; } // keeps the order
  return name;
}

const SMALL = 2000; // characters of a grafted value
const CHOICE = 50; // values per place

// Returns the members at each place, for 'graft': { pattern of an object: [[pattern of a member, [[name, value], ...]], ...] }
function grafts(files) {
  const all = new Map();
  for (const { json, where } of files) {
    for (const [pattern, list] of where) {
      const above = pattern.slice(0, pattern.lastIndexOf('/'));
      if (pattern.endsWith('/#')) { continue; }
      if (!all.has(above)) { all.set(above, new Map()); }
      const inside = all.get(above);
      if (!inside.has(pattern)) { inside.set(pattern, new Map()); }
      const values = inside.get(pattern);
      for (const keys of list.slice(0, 3)) {
        const value = keys.reduce((of, step) => of[step], json);
        const text = JSON.stringify([keys.at(-1), value]);
        if (values.size < CHOICE && text.length <= SMALL) { values.set(text, [keys.at(-1), value]); }
      }
    }
  }
  return new Map([...all].map(([above, inside]) => [above, [...inside].map(([pattern, values]) => [pattern, [...values.values()]])
    .filter(([, values]) => values.length > 0)]));
}

// Returns the data that mutate() needs about the files it starts from, each { json, where }.
export function prepared(files) {
  const having = new Map(); // pattern to the files in which it occurs
  for (const file of files) {
    for (const pattern of file.where.keys()) {
      if (!having.has(pattern)) { having.set(pattern, []); }
      having.get(pattern).push(file);
    }
  }
  return { files, having, grafts: grafts(files), patterns: [...having.keys()] };
}

// Returns a file to start from, and a place in it or null. Either all files are equally likely, or all places are.
export function chosen({ files, having, patterns }, random) {
  if (random.random() < 0.5) {
    const place = random.pick(patterns);
    return { file: random.pick(having.get(place)), place };
  }
  const file = random.pick(files);
  return { file, place: null };
}

// Makes one mistake in `json`, at `place` or, without one, anywhere. `where` is places(json), `all` is prepared() from the
// files whose members are grafted. Returns { place, keys, kind, detail }.
export function mutate(json, where, random, { all = null, place = null } = {}) {
  for (;;) {
    const pattern = place ?? random.pick([...where.keys()]);
    const keys = random.pick(where.get(pattern));
    const parent = keys.slice(0, -1).reduce((value, step) => value[step], json);
    const kind = random.pick(KINDS);
    const detail = made(kind, parent, keys.at(-1), random, all?.grafts.get(pattern.slice(0, pattern.lastIndexOf('/'))));
    if (detail !== null) { return { place: pattern, keys, kind, detail }; }
  }
}

// Changes the member `key` of `parent`. Returns a description, or null if this kind of mistake can't be made there.
function made(kind, parent, key, random, members = []) {
  const list = Array.isArray(parent);
  if (kind === 'remove') {
    if (list) { parent.splice(key, 1); } else { delete parent[key]; }
    return '';
  }
  if (kind === 'rename') { return renamed(parent, key, random); }
  if (kind === 'duplicate') {
    if (!list) { return null; }
    parent.splice(key, 0, structuredClone(parent[key]));
    return '';
  }
  if (kind === 'graft') { // a member that other files have there
    if (list || members.length === 0) { return null; }
    const [name, value] = random.pick(random.pick(members)[1]);
    if (name in parent) { return null; }
    parent[name] = structuredClone(value);
    return `${name}: ${JSON.stringify(value).slice(0, 60)}`;
  }
  if (kind === 'twice') { // the same member again, with another value
    const now = list || random.random() < 0.8 ? null : changed(random.pick(['retype', 'index', 'null']), parent[key], random);
    if (now === null) { return null; }
    [, parent[again(key)]] = now;
    return now[0];
  }
  const now = changed(kind, parent[key], random);
  if (now === null || JSON.stringify(now[1]) === JSON.stringify(parent[key])) { return null; }
  [, parent[key]] = now;
  return now[0];
}

const PRESETS = new Set(['happy', 'angry', 'sad', 'relaxed', 'surprised', 'neutral', 'aa', 'ih', 'ou', 'ee', 'oh', 'blink',
  'blinkLeft', 'blinkRight', 'lookUp', 'lookDown', 'lookLeft', 'lookRight']);

// Whether the file no longer asks for a thing after this mistake. After the other mistakes it still does: a misspelt member is
// still intended, unless its name is free: that of a custom expression, or of an unknown preset.
export function takesBack({ kind, keys }) {
  return ['remove', 'empty', 'duplicate', 'index', 'number', 'graft', 'twice'].includes(kind) || (kind === 'rename' && (keys.at(-2) === 'custom'
    || (keys.at(-2) === 'preset' && !PRESETS.has(keys.at(-1)))));
}
