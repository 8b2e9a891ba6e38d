// All that takes time, away from the page: reading, checking, fixing, simulating. Messages: {id, call, args} in,
// {id, result} or {id, error} out. Files are known by the keys that the page gives them.
import {open} from '../npm/core.js';
import {tried} from './numbers.js';

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

const library = open(async () => WebAssembly.compile(await fetched('library.wasm')), fetched, globalThis.crypto);
const files = new Map();

async function bytesOf(key, changes) {
  const file = files.get(key);
  file.bytes ??= new Uint8Array(await file.blob.arrayBuffer());
  file.beside ??= Object.fromEntries(await Promise.all(Object.entries(file.near)
    .map(async ([path, blob]) => [path, new Uint8Array(await blob.arrayBuffer())])));
  return changes === undefined ? file.bytes : tried(file.bytes, changes);
}

const calls = {
  words: (language) => library.words(language),
  rules: (language) => library.rules({language}),
  add(key, name, blob, near) {
    files.set(key, {name, blob, near});
  },
  /** All but the newest few are read again when they are asked for. */
  forget(key) {
    Object.assign(files.get(key), {bytes: undefined, beside: undefined});
  },
  async check(key, changes, language) {
    const bytes = await bytesOf(key, changes);
    const {name, beside} = files.get(key);
    return library.reports(bytes, {name, beside}, [language], true);
  },
  async fix(key, changes, language) {
    const bytes = await bytesOf(key, changes);
    const {name, beside} = files.get(key);
    return library.fix(bytes, {name, beside, language});
  },
  async simulate(key, changes, options) {
    const bytes = await bytesOf(key, changes);
    return library.simulate(bytes, {...options, beside: files.get(key).beside, pbd: 'from-file'});
  },
  /** A copy to be shown or saved. */
  async bytes(key, changes) {
    const bytes = await bytesOf(key, changes);
    return changes === undefined ? bytes.slice() : bytes;
  },
  async near(key) {
    await bytesOf(key);
    return files.get(key).beside;
  },
};

function buffers(result) {
  return Object.values(result ?? {}).filter((value) => value?.buffer instanceof ArrayBuffer).map((value) => value.buffer);
}

let turn = Promise.resolve();
self.addEventListener('message', ({data: {id, call, args}}) => {
  turn = turn.then(async () => {
    try {
      const result = await calls[call](...args);
      self.postMessage({id, result}, result instanceof Uint8Array ? [result.buffer] : call === 'near' ? [] : buffers(result));
    } catch (error) {
      self.postMessage({id, error: error instanceof Error ? error.message : String(error)});
    }
  });
});
