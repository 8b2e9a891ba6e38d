// What the page has inside where it is one file (single.mjs): its worker, the WebAssembly, the texts.
const element = document.getElementById('inside');
const packed = element === null ? null : JSON.parse(element.textContent);

/** The bytes of a file that is inside; null if the page is a folder. */
async function unpacked(name) {
  const bytes = Uint8Array.from(atob(packed[name]), (letter) => letter.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}

/** Names of files that are inside: none if the page is a folder. */
export const inside = packed === null ? [] : Object.keys(packed);

/** An address of a file, wherever it is. */
export async function addressOf(name, type) {
  return packed === null ? name : URL.createObjectURL(new Blob([await unpacked(name)], {type}));
}

/** The files that are inside, by their names, as a worker asks for them. */
export async function filesInside() {
  const names = inside.filter((name) => name !== 'worker.js' && name !== 'licences.txt');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await unpacked(name)])));
}
