// The library with packed texts: gzip in base64.
import {open, programOf} from './core.js';

export function unpacked(packed) {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** textOf(name): returns the packed text of a file of dist/. */
export function openPacked(textOf) {
  const fetched = async (name) => unpacked(await textOf(name));
  return open((wasm) => programOf(wasm, {
    ownBytes: () => fetched('library.wasm'), read: (place) => fetch(place), compile: (bytes) => WebAssembly.compile(bytes),
  }), fetched, globalThis.crypto);
}
