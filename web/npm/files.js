// The files of a call: its bytes, the files beside it, and how those are loaded.
const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const VIEWS = [Object.getPrototypeOf(Uint8Array.prototype), DataView.prototype]
  .map((prototype) => ['buffer', 'byteOffset', 'byteLength'].map((name) => getter(prototype, name)));
const sizeOfBuffer = getter(ArrayBuffer.prototype, 'byteLength');

/** Returns the bytes of an argument. It reads the real buffer, not properties that a proxy, subclass or look-alike defines. */
export function asBytes(value, what) {
  for (const [buffer, offset, length] of VIEWS) {
    try {
      return new Uint8Array(buffer.call(value), offset.call(value), length.call(value));
    } catch {
      // not of this kind
    }
  }
  try {
    sizeOfBuffer.call(value);
    return new Uint8Array(value);
  } catch {
    throw new TypeError(`${what} must be a Uint8Array or an ArrayBuffer`);
  }
}

/** Returns the parts of a path below a folder. */
function partsOf(path) {
  const parts = path.replace(/\\/g, '/').split('/').filter((part) => part !== '' && part !== '.');
  const fault = parts.length === 0 ? 'is empty' : parts.includes('..') ? "leads out of the file's folder"
    : path.includes('\0') ? 'has a NUL' : null;
  if (fault !== null) throw new TypeError(`beside: the path ${JSON.stringify(path)} ${fault}`);
  return parts;
}

/** Returns the files beside a file as a tree of maps. Every error in the paths is thrown here, before any work is done. */
export function treeOf(beside) {
  const tree = new Map();
  for (const [path, bytes] of Object.entries(beside ?? {})) {
    if (!plant(tree, partsOf(path), asBytes(bytes, `beside: ${JSON.stringify(path)}`))) {
      throw new TypeError(`beside: the path ${JSON.stringify(path)} is a file and a folder, or there twice`);
    }
  }
  return tree;
}

// ---- loading the files beside one ----

const AT_ONCE = 8; // concurrent requests to a loader
const GLB = 0x46546C67;

/** Returns where the JSON of a file is. */
export function textOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 20 && view.getUint32(0, true) === GLB) return {from: 20, to: 20 + view.getUint32(12, true), glb: true};
  return {from: 0, to: bytes.length, glb: false};
}

/** Returns the JSON of a file; null if it can't be read. */
export function jsonOf(bytes) {
  try {
    const {from, to} = textOf(bytes);
    const json = JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)));
    return typeof json === 'object' ? json : null;
  } catch {
    return null;
  }
}

export const listOf = (value) => (Array.isArray(value) ? value.filter((element) => element !== null && typeof element === 'object') : []);

/** Returns the URIs of the files that a file refers to. */
export function referencesOf(json) {
  const uris = [...listOf(json?.buffers), ...listOf(json?.images)].map(({uri}) => uri);
  return [...new Set(uris.filter((uri) => typeof uri === 'string' && !/^data:/i.test(uri)))];
}

/**
 * Returns the path of a URI below the folder of its file, the same for all URIs that lead to one file; null if it leads elsewhere,
 * which the report reports.
 */
export function pathOf(uri) {
  try {
    const path = decodeURIComponent(uri);
    const parts = path.split('/');
    const own = parts.filter((part) => part !== '.');
    const leadsAway = own.length === 0 || parts.at(-1) === '.' || own.some((part) => part === '' || part === '..');
    return leadsAway || /[\0\\:*?"<>|#]/.test(path) ? null : own.join('/');
  } catch {
    return null;
  }
}

/** Adds a file to a tree of maps. Returns false if there is one already, or if a file is needed as a folder. */
function plant(tree, parts, content) {
  let folder = tree;
  for (const part of parts.slice(0, -1)) {
    if (!folder.has(part)) folder.set(part, new Map());
    folder = folder.get(part);
    if (!(folder instanceof Map)) return false;
  }
  if (folder.has(parts.at(-1))) return false;
  folder.set(parts.at(-1), content);
  return true;
}

/** Returns a promise that settles as the given one does, or rejects as soon as the signal is aborted. */
export function unlessAborted(promise, signal) {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, {once: true});
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}

export function asSignal(signal) {
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') throw new TypeError('signal must be an AbortSignal');
  signal?.throwIfAborted();
  return signal;
}

/**
 * Returns the options with the files that externalResourceFunction loads added to beside. Failed loads stay missing, and so does a
 * file whose path an earlier one needs as a folder, or the other way round.
 */
export async function withLoaded(bytes, {externalResourceFunction: load, ...options}) {
  if (load === undefined) return options;
  if (typeof load !== 'function') throw new TypeError('externalResourceFunction must be a function');
  const tree = treeOf(options.beside);
  const wanted = new Map(); // by path: the first URI that leads there
  for (const uri of referencesOf(jsonOf(asBytes(bytes, 'the file')))) {
    const path = pathOf(uri);
    if (path !== null && !wanted.has(path) && plant(tree, path.split('/'), null)) wanted.set(path, uri);
  }
  if (wanted.size === 0) return options;
  const loads = new Map();
  const turns = wanted.entries();
  const next = async () => {
    for (const [path, uri] of turns) {
      options.signal?.throwIfAborted();
      const loaded = await Promise.resolve(uri).then(load).catch(() => null);
      if (loaded !== null && loaded !== undefined) loads.set(path, asBytes(loaded, `what externalResourceFunction loads for ${JSON.stringify(uri)}`));
    }
  };
  await unlessAborted(Promise.all(Array.from({length: AT_ONCE}, next)), options.signal);
  // entries, because assigning to the property __proto__ would not add a file
  return {...options, beside: Object.fromEntries([...Object.entries(options.beside ?? {}), ...loads])};
}
