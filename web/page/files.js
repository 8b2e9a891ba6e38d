// The dropped files: checked in order, and listed.
import {pathOf} from '../npm/files.js';
import {ask, Stopped, stopWork} from './ask.js';
import {$, make} from './elements.js';
import {own, state, tell, textsOf} from './state.js';

const KNOWN = /\.(vrm|vrma|glb|gltf)$/i;
const ANIMATIONS = 50; // animations that can be chosen
const REPORTS = 30; // if there are more files, only the open one keeps its report
let keys = 0;
let run = {};

const isAnimation = ({path}) => /\.vrma$/i.test(path);
/** Returns the two dropped versions of an avatar, the older one first; null unless there are exactly two. */
function pairOf(entries) {
  if (entries.length !== 2) return null;
  const [before, after] = [...entries].sort((a, b) => a.blob.lastModified - b.blob.lastModified);
  return {before, after};
}

export const worst = (counts) => ['error', 'warning', 'info'].find((name) => counts[name] > 0) ?? 'fine';

/** Returns the numbers of findings in words. */
export function countsOf(counts) {
  const parts = ['error', 'warning', 'info'].filter((name) => counts[name] > 0).map((name) => own().counts[name](counts[name]));
  return parts.length === 0 ? own().nothing : parts.join(state.language === 'ja' ? '、' : ', ');
}

/** Adds to a .gltf the dropped files that it refers to, which the worker needs. */
async function withNear(entry, beside) {
  if (!/\.gltf$/i.test(entry.path)) return;
  const folder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1);
  for (const uri of await ask('references', entry)) {
    const name = pathOf(uri);
    const file = name === null ? undefined : beside.get(folder + name);
    if (file !== undefined) entry.near[name] = file;
  }
}

export async function checked(entry) {
  entry.report ??= await ask('check', entry, undefined, state.language);
  entry.counts = textsOf(entry.report).counts;
  return entry.report;
}

/** Whether anything in a file could be checked. */
export const isReadable = ({report}) => report !== null && Object.keys(textsOf(report).figures ?? {}).length > 0;

/** Returns the version to open. If one of the two can't be read, they aren't compared. */
function newest({before, after}) {
  if (isReadable(before) && isReadable(after)) return after;
  state.pair = null;
  return isReadable(before) ? before : after;
}

/** Checks the dropped files. open shows a file; forget clears everything about the previous files. */
export async function take(found, open, forget) {
  stopWork();
  const mine = (run = {});
  forget();
  const models = found.filter(({path}) => KNOWN.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  state.entries = models.map(({path, file}) => ({key: keys++, path, name: path, blob: file, near: {}, report: null, counts: null, error: null}));
  state.previous = state.avatar;
  state.pair = pairOf(state.entries.filter((entry) => !isAnimation(entry)));
  state.animations = state.entries.filter(isAnimation).slice(0, ANIMATIONS);
  listEntries();
  if (models.length === 0) {
    tell(own().noFiles, true);
    return;
  }
  tell(own().checking(models.length));
  const beside = new Map(found.map(({path, file}) => [path, file]));
  let done = 0;
  for (const entry of state.entries) {
    try {
      await withNear(entry, beside);
      await checked(entry);
    } catch (error) {
      if (error instanceof Stopped && mine === run) tell(own().stopped(done, models.length), true);
      if (error instanceof Stopped || mine !== run) return;
      entry.error = error.message;
    }
    if (mine !== run) return;
    done += 1;
    if (models.length > 1) tell(own().checkingOf(done, models.length));
    listEntry(entry, open);
    const waits = (isAnimation(entry) || state.pair !== null)
      && state.entries.some((other) => !isAnimation(other) && other.counts === null && other.error === null);
    if (state.entry === null && !waits && (entry.report !== null || models.length === 1)) open(state.pair === null ? entry : newest(state.pair));
    else if (models.length > REPORTS && entry !== state.entry) entry.report = null;
  }
  const refused = state.entries.filter(({error}) => error !== null);
  if (models.length === 1 && refused.length === 1) tell(own().failed(refused[0].error), true);
  else tell(own().done(models.length));
}

/** Adds a previously open file to the list. */
export function addEntry(entry, open) {
  state.entries.push(entry);
  listEntry(entry, open);
  $('list').hidden = false;
}

export function listEntries() {
  $('list').hidden = state.entries.length < 2;
  $('entries').replaceChildren();
}

/** Adds a file to the list. */
function listEntry(entry, open) {
  const button = make('button', {type: 'button', class: 'entry', disabled: entry.counts === null}, make('span', 'name', entry.path), make('span'));
  button.addEventListener('click', async () => {
    await open(entry);
    $('report-head').focus();
  });
  entry.item = make('li', null, button);
  describeEntry(entry);
  $('entries').append(entry.item);
}

/** Writes a file's counts or error into the list. */
export function describeEntry(entry) {
  if (entry.item === undefined) return;
  const button = entry.item.firstChild;
  const counts = button.lastChild;
  counts.className = `counts ${entry.counts === null ? 'error' : worst(entry.counts)}`;
  counts.textContent = entry.counts === null ? entry.error : countsOf(entry.counts);
  button.setAttribute('aria-current', String(entry === state.entry));
}
