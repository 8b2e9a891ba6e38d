// The slow work, outside the page's thread: reading, checking, fixing, simulating. Messages: {id, call, args} in, {id, result}
// or {id, error} out; also {program}, the compiled library, in both directions, and {files}, the files that needn't be
// requested. A file is {key, name, blob, near}; near has the files beside it that it refers to, by path.
import {open} from '../npm/core.js';
import {avatarOf, bonesOf, hipsOf, isAnimation, lackingOf, movedBy, placesOf, playedBy} from './animation.js';
import {bindsOf, expressionsOf, secondsOf} from './expressions.js';
import {alike, jsonOf, partsOf, referencesOf, shownOf, tried} from './numbers.js';

const KEPT = 3; // files whose bytes stay in memory
let program;
let inside = {}; // files that needn't be requested, by name

async function fetched(name) {
  if (inside[name] !== undefined) return inside[name];
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

async function compiled() {
  if (program === undefined) {
    program = await WebAssembly.compile(await fetched('library.wasm'));
    self.postMessage({program});
  }
  return program;
}

const library = open(compiled, fetched, globalThis.crypto);
const kept = new Map();

const read = async (blob) => new Uint8Array(await blob.arrayBuffer());

/** Returns the bytes of a file with other numbers applied, and of the files beside it. */
async function contentsOf({key, blob, near}, changes) {
  let contents = kept.get(key);
  if (contents === undefined) {
    contents = {bytes: await read(blob), beside: {}};
    for (const [path, other] of Object.entries(near)) contents.beside[path] = await read(other);
  }
  kept.delete(key);
  kept.set(key, contents); // the newest is the last
  for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
  return changes === undefined ? contents : {...contents, bytes: tried(contents.bytes, changes)};
}

const calls = {
  words: (language) => library.words(language),
  rules: (language) => library.rules({language}),
  budgets: (language) => library.budgets(language),
  symptoms: (language) => library.symptoms(language),
  references: async ({blob}) => referencesOf(jsonOf(await read(blob))),
  async check(file, changes, language) {
    const {bytes, beside} = await contentsOf(file, changes);
    return library.reports(bytes, {name: file.name, beside}, [language], true, changes === undefined); // graphs take time
  },
  /** one: the rule that is fixed, {rule, kind}; null: all that needs no decision. */
  async fix(file, changes, language, one) {
    const {bytes, beside} = await contentsOf(file, changes);
    return library.fix(bytes, {name: file.name, beside, language, ...(one === null ? {} : {classes: [one.kind], select: [one.rule]})});
  },
  /** animation: a file that is played instead of a pose; it may be the file itself. */
  async simulate(file, changes, options, animation) {
    const {bytes, beside} = await contentsOf(file, changes);
    const moves = animation === null ? undefined : (await contentsOf(animation)).bytes;
    const avatar = animation?.key === file.key ? avatarOf(bytes) : bytes;
    const names = moves === undefined ? [] : playedBy(jsonOf(moves)).map(([name]) => name);
    const limbs = names.length > 0 && movedBy(jsonOf(moves)).length === 0 ? undefined : moves; // the library rejects it
    const weights = names.length > 0 && options.steps > 0 ? await library.weights(moves, names, options) : [];
    return {...await library.simulate(avatar, {...options, beside, animation: limbs, pbd: 'from-file'}), weights};
  },
  /** Returns what an animation moves and the avatar lacks, and how long it takes. */
  async fit(file, animation) {
    const {animation: limbs} = await calls.simulate(file, undefined, {steps: 0}, animation);
    const {bytes} = await contentsOf(animation);
    const [avatar, own] = [jsonOf((await contentsOf(file)).bytes), jsonOf(bytes)];
    const facts = {scale: limbs?.scale ?? 1, seconds: Math.max(limbs?.seconds ?? 0, secondsOf(bytes))};
    if (animation.key === file.key) return {...facts, hips: bonesOf(own).hips, bones: [], expressions: []};
    return {...facts, hips: hipsOf(avatar), ...lackingOf(avatar, own)};
  },
  places: async (file, findings) => placesOf((await contentsOf(file)).bytes, findings),
  async diff(before, after, language) {
    const [old, now] = [await contentsOf(before), await contentsOf(after)];
    return library.diff(old.bytes, now.bytes, {language, oldBeside: old.beside, newBeside: now.beside});
  },
  alike: async (one, other) => alike(jsonOf(await read(one.blob)), jsonOf(await read(other.blob))),
  version: () => library.version(),
  /** Returns a copy to save. */
  bytes: async (file, changes) => (await contentsOf(file, changes)).bytes.slice(),
  /** Returns a copy to show, null if the file has no scene, and what expressions change in it. */
  async shown(file) {
    const {bytes, beside} = await contentsOf(file);
    return {bytes: shownOf(bytes), beside, expressions: expressionsOf(jsonOf(bytes))};
  },
  async parts(file) {
    const json = jsonOf((await contentsOf(file)).bytes);
    const {springs, size} = partsOf(json);
    return {springs, size: size === null ? null : {...size, binds: bindsOf(json)}, bones: isAnimation(json) ? Object.values(bonesOf(json)) : null};
  },
};

function buffers(result) {
  if (result instanceof Uint8Array) return [result.buffer];
  return Object.values(result ?? {}).filter((value) => value?.buffer instanceof ArrayBuffer).map((value) => value.buffer);
}

let turn = Promise.resolve();
self.addEventListener('message', ({data}) => {
  if (data.id === undefined) {
    program = data.program ?? program;
    inside = data.files ?? inside;
    return;
  }
  const {id, call, args} = data;
  turn = turn.then(async () => {
    try {
      const result = await calls[call](...args);
      self.postMessage({id, result}, buffers(result));
    } catch (error) {
      self.postMessage({id, error: error instanceof Error ? error.message : String(error)});
    }
  });
});
