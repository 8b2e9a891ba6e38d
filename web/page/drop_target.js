// Files and folders that the user drops on the page.

/** Returns all files below the dropped entries, [{path, file}]. */
export async function walk(entries) {
  const found = [];
  const pending = entries.map((entry) => ({entry, path: entry.name}));
  while (pending.length > 0 && found.length < 20000) {
    const {entry, path} = pending.shift();
    if (entry.isFile) {
      found.push({path, file: await new Promise((resolve, reject) => entry.file(resolve, reject))});
    } else {
      const reader = entry.createReader();
      for (;;) { // readEntries() returns at most 100 entries at a time
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) break;
        pending.push(...some.map((child) => ({entry: child, path: `${path}/${child.name}`})));
      }
    }
  }
  return found;
}
