// The files inside the page if it is one file (single.mjs): its worker, the WebAssembly, the texts.
const element = document.getElementById('inside');
const packed = element === null ? null : JSON.parse(element.textContent);

/** Returns the bytes of a file inside the page. The page must be one file. */
async function unpacked(name) {
  const bytes = Uint8Array.from(atob(packed[name]), (letter) => letter.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

/** The names of the files inside the page; empty if the page is a folder. */
export const inside = packed === null ? [] : Object.keys(packed);

/** Returns an address for a file, inside the page or beside it. */
export async function addressOf(name, type) {
  return packed === null ? name : URL.createObjectURL(new Blob([await unpacked(name)], {type}));
}

/** Returns the files inside the page, by the names under which a worker requests them. */
export async function filesInside() {
  const names = inside.filter((name) => name !== 'worker.js' && name !== 'licences.txt');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await unpacked(name)])));
}
