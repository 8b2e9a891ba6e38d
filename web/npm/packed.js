// The library of packed texts: gzipped, as base64.
import {open, programOf} from './core.js';

/** textOf(name): the packed text of a file of dist/. */
export function openPacked(textOf) {
  const unpacked = async (name) => {
    const text = atob(await textOf(name));
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  };
  return open((wasm) => programOf(wasm, {
    ownBytes: () => unpacked('library.wasm'), read: (place) => fetch(place), compile: (bytes) => WebAssembly.compile(bytes),
  }), unpacked, globalThis.crypto);
}
