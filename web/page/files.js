// The dropped files: checked in order, and listed.
import {pathOf} from '../npm/files.js';
import {clean} from '../report/text.js';
import {ask, Stopped, stopWork} from './ask.js';
import {inOrder} from './compare.js';
import {$, make} from './elements.js';
import {own, state, tell, textsOf} from './state.js';

const KNOWN = /\.(vrm|vrma|glb|gltf)$/i;
const ANIMATIONS = 50; // animations that can be chosen
const GARBAGE = /^(container|json)\//; // families of what keeps a file from being read
const REPORTS = 30; // if there are more files, only the open one keeps its report
const FEW = 3; // avatars: if there are more, the worst is opened when all are checked
const TOLD = 5; // files after which the totals are said again
const RANKS = ['garbage', 'error', 'warning', 'info', 'fine'];
let keys = 0;
let run = {};
let listed = []; // the entries in the list, in its order

export const isAnimation = ({path}) => /\.vrma$/i.test(path);

export const worst = (counts) => ['error', 'warning', 'info'].find((name) => counts[name] > 0) ?? 'fine';

/** Returns the numbers of findings in words. */
export function countsOf(counts) {
  const parts = ['error', 'warning', 'info'].filter((name) => counts[name] > 0).map((name) => own().counts[name](counts[name]));
  return parts.length === 0 ? own().nothing : parts.join(state.language === 'ja' ? '、' : ', ');
}

/** Adds to a .gltf the dropped files that it refers to, which the worker needs, and the names of those that weren't dropped. */
async function withNear(entry, beside) {
  if (!/\.gltf$/i.test(entry.path)) return;
  const folder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1);
  for (const uri of await ask('references', entry)) {
    const name = pathOf(uri);
    const file = name === null ? undefined : beside.get(folder + name);
    if (file !== undefined) entry.near[name] = file;
    else if (name !== null && !entry.lacks.includes(name)) entry.lacks.push(name);
  }
}

export async function checked(entry) {
  entry.report ??= await ask('check', entry, undefined, state.language);
  const file = textsOf(entry.report);
  entry.counts = file.counts;
  entry.readable = Object.keys(file.figures ?? {}).length > 0 || !file.findings.some(({rule}) => GARBAGE.test(rule));
  return entry.report;
}

/** Whether anything in a file could be checked: if not, it isn't an avatar, or is damaged. */
export const isReadable = ({readable}) => readable === true;

/** Returns two versions of one avatar, the older one first; null unless there are exactly two avatars, and alike enough. */
async function pairOf(avatars) {
  if (avatars.length !== 2) return null;
  const alike = await ask('alike', ...avatars).catch((error) => {
    if (error instanceof Stopped) throw error;
    return false;
  });
  return alike ? inOrder(...avatars) : null;
}

/** Returns what to open now, if nothing is open yet; null if more files are awaited. left: whether some aren't checked yet. */
function firstToOpen(entry, left) {
  const avatars = state.entries.filter((one) => !isAnimation(one));
  if (state.pair !== null) return left ? null : state.pair.after;
  if (avatars.length > FEW) return left ? null : listed.find((one) => isReadable(one) && !isAnimation(one)) ?? avatars[0];
  const awaited = left && avatars.some((one) => one.counts === null && one.error === null);
  if (isReadable(entry) && !(isAnimation(entry) && awaited)) return entry;
  return left ? null : state.entries.find((one) => one.report !== null) ?? (state.entries.length === 1 ? state.entries[0] : null);
}

/** Returns the files to check: those with the name of an avatar or animation; if there are none, the few that the user chose by hand,
 * because the report says what they are instead. */
function modelsOf(found) {
  const known = found.filter(({path}) => KNOWN.test(path));
  const byHand = found.length <= FEW && found.every(({path}) => !path.includes('/'));
  return known.length === 0 && byHand ? found : known;
}

/** Checks the dropped files. open shows a file; forget clears everything about the previous files. */
export async function take(found, open, forget) {
  stopWork();
  const mine = (run = {});
  forget();
  const models = modelsOf(found).sort((a, b) => (a.path < b.path ? -1 : 1));
  state.entries = models.map(({path, file}) => ({key: keys++, path, name: path, blob: file, near: {}, lacks: [], report: null, counts: null, error: null}));
  state.previous = state.avatar;
  state.pair = null;
  state.animations = state.entries.filter(isAnimation).slice(0, ANIMATIONS);
  listEntries();
  if (models.length === 0) {
    tell(own().noFiles, true);
    return;
  }
  tell(own().checking(models.length));
  try {
    const pair = await pairOf(state.entries.filter((entry) => !isAnimation(entry)));
    if (mine !== run) return;
    state.pair = pair;
  } catch {
    return; // stopped
  }
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
    if (done === models.length || done % TOLD === 0) sayTotals();
    const chosen = state.entry === null ? firstToOpen(entry, done < models.length) : null;
    if (chosen !== null) open(chosen);
    else if (models.length > REPORTS && entry !== state.entry) entry.report = null;
  }
  const refused = state.entries.filter(({error}) => error !== null);
  if (models.length === 1 && refused.length === 1) tell(own().failed(refused[0].error), true);
  else if (models.length === 1 && state.entries[0].lacks.length > 0) tell(own().lacks(clean(state.entries[0].lacks.slice(0, FEW).join(', '), 200)), true);
  else tell(own().done(models.length));
}

/** Adds a previously open file to the list. */
export function addEntry(entry, open) {
  state.entries.push(entry);
  listEntry(entry, open);
  sayTotals();
  $('list').hidden = false;
}

export function listEntries() {
  $('list').hidden = state.entries.length < 2;
  $('entries').replaceChildren();
  listed = [];
  $('totals').textContent = '-';
  document.body.classList.toggle('working', state.entries.length > 0);
}

/** Returns what a file is counted as: garbage, or its worst severity. */
const kindOf = ({counts, readable}) => (counts === null || !readable ? 'garbage' : worst(counts));

const compare = (a, b) => RANKS.indexOf(kindOf(a)) - RANKS.indexOf(kindOf(b))
  || ['error', 'warning', 'info'].reduce((by, name) => by || (b.counts?.[name] ?? 0) - (a.counts?.[name] ?? 0), 0) || a.key - b.key;

/** Says how many files there are of each kind, and which to open first. */
export function sayTotals() {
  const parts = RANKS.map((kind) => [kind, listed.filter((entry) => kindOf(entry) === kind).length]).filter(([, count]) => count > 0)
    .map(([kind, count]) => own().totalOf[kind](count));
  const first = listed.find((entry) => isReadable(entry) && worst(entry.counts) !== 'fine');
  $('totals').textContent = listed.length === 0 ? '-'
    : own().totals(listed.length, parts.join(state.language === 'ja' ? '、' : ', '), first === undefined || listed.length < 3 ? null : clean(first.path));
}

/** Adds a file to the list, the worst first. */
function listEntry(entry, open) {
  const button = make('button', {type: 'button', class: 'entry', disabled: entry.counts === null}, make('span', 'name', entry.path), make('span'));
  button.addEventListener('click', async () => {
    await open(entry);
    $('report-head').focus();
  });
  entry.item = make('li', null, button);
  describeEntry(entry);
  let [from, to] = [0, listed.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(listed[middle], entry) <= 0) from = middle + 1;
    else to = middle;
  }
  $('entries').insertBefore(entry.item, listed[from]?.item ?? null);
  listed.splice(from, 0, entry);
}

/** Writes a file's counts or error into the list. */
export function describeEntry(entry) {
  if (entry.item === undefined) return;
  const button = entry.item.firstChild;
  const counts = button.lastChild;
  const kind = kindOf(entry);
  counts.className = `counts ${kind === 'garbage' ? 'error' : kind}`;
  counts.textContent = entry.counts === null ? entry.error : kind === 'garbage' ? own().notAvatar : countsOf(entry.counts);
  button.setAttribute('aria-current', String(entry === state.entry));
}
