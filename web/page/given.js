// The files that the program for Windows appends to the page in one file (src/cli/page.c), so that they are shown at once: script
// elements that browsers don't run, with the file's name and a part of its bytes in base64 each. Parts of one file are consecutive,
// and data-part counts them from 0.

/** Returns the appended files, [{path, file}], and removes their text from the page. */
export async function givenFiles() {
  const files = [];
  for (const element of document.querySelectorAll('script[type="application/octet-stream"]')) {
    const part = await (await fetch(`data:application/octet-stream;base64,${element.textContent}`)).blob();
    if (element.dataset.part === '0') files.push({path: element.dataset.path, parts: []});
    files.at(-1).parts.push(part);
    element.remove();
  }
  return files.map(({path, parts}) => ({path, file: new File(parts, path.split('/').at(-1))}));
}
