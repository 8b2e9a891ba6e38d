// The page: passes dropped files to the worker, and shows the reports.
import {aboutParts, appLines} from '../report/file.js';
import {printAs} from '../report/paper.js';
import {say, setWords} from '../report/text.js';
import {ask, stopWork, Stopped, watchWork} from './ask.js';
import {express, listExpressions, mark, sayLegend, show} from './avatar.js';
import {listBudgets} from './budgets.js';
import {walk} from './drop_target.js';
import {$, make, options, unsave} from './elements.js';
import {addEntry, checked, countsOf, describeEntry, isReadable, sayTotals, take} from './files.js';
import {choose, contextOfShown, forgetFilters, howOf, listFindings} from './findings.js';
import {describeFixes, fix, offerAvatar, onRebase, undoFix} from './fixing.js';
import './clip.js';
import {compareVersions, forgetOther, inOrder, otherOf} from './compare.js';
import {givenFiles} from './given.js';
import {addressOf} from './inside.js';
import {animation, listMotions, markTimes, move, play, pressed, sayFit, sayTime, seek, stop} from './motion.js';
import {saveReport} from './handing.js';
import {forgetState, own, shownReport, state, tell, textsOf} from './state.js';
import {listSymptoms} from './symptoms.js';
import {compare, listSliders, listSprings, stopTrying, tryNumbers} from './trying.js';

const still = () => globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
const POSES = ['arms-down', 'as-modelled', 'step-left', 'step-right', 'sit', 'arms-crossed', 'head-turn', 'head-nod'];

// ---- words ----

/** Returns the words of a language, even if a new file stops the work in between. */
async function wordsIn(language) {
  for (;;) {
    try {
      return await ask('words', language);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
  }
}

async function speak(language) {
  state.language = language;
  document.documentElement.lang = language;
  state.said[language] ??= await wordsIn(language);
  if (state.language !== language) return;
  setWords(state.said[language]);
  document.title = `vrmlint - ${own().title}`;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = own()[element.dataset.word];
  for (const element of document.querySelectorAll('[data-said]')) element.textContent = say(element.dataset.said);
  for (const button of document.querySelectorAll('[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
  listMotions();
  options($('poses'), POSES, (name) => own().poses[name]);
  listExpressions();
  state.view?.setLabel?.(own().stage);
  pressed(state.playing);
  sayLegend();
  sayTime();
  $('help').href = new URL(own().helpAt, $('help').href);
  await listSymptoms();
  state.entries.forEach(describeEntry);
  sayTotals();
  await translate();
}

/** Checks the open file again if its reports lack the page's language. */
async function translate() {
  const {language, base} = state;
  if (base === null || base.report === null) return;
  for (const [report, changes] of [[base.report, undefined], [state.tried, state.changes], [state.entry.report, undefined]]) {
    if (report === null || report.texts[language] !== undefined) continue;
    const file = report === state.entry.report ? state.entry : base;
    const again = await ask('check', file, changes, language).catch(() => null); // the file may have been deleted since
    Object.assign(report.texts, again?.texts);
    if (language !== state.language || base !== state.base) return;
  }
  describe();
}

// ---- the open file ----

/** Clears everything about the open file. */
function forget() {
  stop();
  stopTrying();
  forgetFilters();
  const {entry} = state;
  forgetState();
  if (entry !== null) describeEntry(entry);
  for (const link of ['save-avatar', 'save-clip']) unsave($(link));
  for (const list of ['groups', 'severities', 'fixed', 'before', 'after', 'sliders', 'springs', 'about', 'legend', 'stamps', 'marks', 'fit', 'expressions', 'loads']) {
    $(list).replaceChildren();
  }
  for (const part of ['report', 'compared', 'trying', 'motion', 'fix', 'undo-fix', 'to-name', 'to-all', 'instead', 'platforms', 'fit', 'play-on', 'faces']) $(part).hidden = true;
  for (const text of ['verdict', 'report-head', 'key', 'instead']) $(text).textContent = '-';
  $('fix').disabled = false;
  $('time').value = '0';
  state.view?.clear?.();
  forgetOther();
}

/** Opens a file. moving: an animation to play on it. */
async function open(entry, moving = state.animations.length === 1 ? state.animations[0] : null) {
  forget();
  Object.assign(state, {entry, base: entry});
  describeEntry(entry);
  try {
    if (entry.error === null) await checked(entry);
    if (entry !== state.entry) return;
    if (entry.error !== null) {
      tell(own().failed(entry.error), true);
      return;
    }
    $('report').hidden = false;
    listMotions();
    $('motions').value = moving === null ? 'walk' : `animation-${moving.key}`;
    await translate();
    await show();
    if (entry !== state.entry) return;
    if (state.view.show === undefined) describe(); // the drawing of reports is used instead
    await compareVersions();
    if (entry === state.entry) await startAnimation();
  } catch (error) {
    if (entry === state.entry && !(error instanceof Stopped)) tell(own().failed(error.message), true);
  }
}

/** Plays the chosen animation after a file is opened, unless the user prefers reduced motion. */
async function startAnimation() {
  const {base} = state;
  if (state.bones === null) {
    if (isReadable(base)) state.avatar = base;
    if (animation() === null) return;
  }
  if (animation() !== null) $('moves').open = true;
  describeMoving();
  if ($('motion').hidden || !(await move()) || base !== state.base) return;
  describeMoving();
  if (!still()) await play();
}

/** Shows what is known about the animation. */
function describeMoving() {
  if (state.bones !== null && state.fit !== null) markTimes(state.places, textsOf(state.base.report).findings, choose);
  $('play-on').hidden = state.bones === null || state.avatar === null;
  if (!$('play-on').hidden) $('play-on').textContent = own().playOn(state.avatar.path.split('/').at(-1));
  sayFit();
}

/** Shows another version of the file, with other numbers if there are some. */
async function rebase(base, changes) {
  stop();
  stopTrying();
  Object.assign(state, {base, changes: undefined, tried: null, chosen: null});
  $('compared').hidden = true;
  await translate();
  await show();
  if (base !== state.base) return;
  state.changes = changes;
  listSliders();
  if (changes === undefined) await offerAvatar();
  else await tryNumbers();
}

/** Shows the report of the current version. */
function describe() {
  const file = textsOf(shownReport());
  const {shown} = file;
  $('report-head').textContent = state.entry.path;
  const garbage = !isReadable(state.entry);
  $('verdict').replaceChildren(make('strong', null, garbage ? own().notAvatar : shown.verdict), ` ${garbage ? own().notAvatarMeaning : shown.meaning}`);
  $('loads').replaceChildren(...(garbage ? [] : appLines(shown)));
  $('apps').hidden = $('loads').childElementCount === 0;
  $('verdict').className = `verdict ${garbage ? 't' : shown.state}`;
  $('instead').hidden = shownReport() === state.entry.report;
  $('instead').textContent = `${state.tried !== null ? own().shownTried : own().shownFixed} ${countsOf(state.entry.counts)}`;
  const [pictures, parts] = aboutParts(file, shown, contextOfShown(), state.view !== null && state.view.show === undefined);
  $('about').replaceChildren(...pictures, ...parts);
  listFindings();
  listBudgets();
  describeFixes();
  if (state.tried !== null) compare();
  else $('compared').hidden = true;
  listSprings();
  describeMoving();
  if (state.other !== null) compareVersions();
}

/** Shows the file with the tried numbers. */
function showTried() {
  state.chosen = null;
  describe();
  mark();
}

// ---- input ----

const takeAll = (found) => take(found, open, forget).catch((error) => tell(own().failed(error.message), true));

for (const button of document.querySelectorAll('[data-language]')) {
  button.addEventListener('click', () => speak(button.dataset.language));
}
for (const [button, input] of [['choose-files', 'files'], ['choose-folder', 'folder']]) {
  $(button).addEventListener('click', () => $(input).click());
  $(input).addEventListener('change', () => {
    takeAll([...$(input).files].map((file) => ({path: file.webkitRelativePath || file.name, file})));
    $(input).value = '';
  });
}
for (const name of ['dragenter', 'dragover']) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    $('drop').classList.add('over');
  });
}
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) $('drop').classList.remove('over');
});
document.addEventListener('drop', async (event) => {
  event.preventDefault();
  $('drop').classList.remove('over');
  const items = [...(event.dataTransfer?.items ?? [])].filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry);
  const files = [...(event.dataTransfer?.files ?? [])].map((file) => ({path: file.name, file}));
  takeAll(entries.length > 0 ? await walk(entries).catch(() => files) : files);
});
$('stop').addEventListener('click', () => {
  tell(own().stoppedWork, true);
  pressed(false);
  stopWork();
});
let showing;
let hiding;
watchWork((busy) => {
  clearTimeout(hiding);
  if (busy) showing ??= setTimeout(() => { $('stop').hidden = false; }, 300); // most work ends before this
  else {
    hiding = setTimeout(() => { // more work may follow at once
      clearTimeout(showing);
      showing = undefined;
      $('stop').hidden = true;
    }, 100);
  }
});
$('play').addEventListener('click', () => (state.playing ? pressed(false) : play()));
$('time').addEventListener('input', async () => {
  pressed(false);
  const step = Number($('time').value);
  state.step = step;
  if (state.view.trajectories?.length > 0 || (await move())) seek(step);
});
for (const id of ['motions', 'poses', 'engines']) {
  $(id).addEventListener('change', move);
}
$('expressions').addEventListener('change', express);
$('play-on').addEventListener('click', async () => {
  const {avatar, base} = state;
  if (!state.entries.includes(avatar)) addEntry(avatar, open);
  await open(avatar, base);
  $('play').focus();
});
$('compare-with').addEventListener('click', async () => {
  const {entry} = state;
  const other = otherOf(entry);
  if (!state.entries.includes(other)) addEntry(other, open);
  state.pair = inOrder(other, entry);
  await open(entry);
  $('report-head').focus();
});
$('springs').addEventListener('change', listSliders);
$('sliders').addEventListener('tried', showTried);
$('reset').addEventListener('click', () => {
  state.changes = undefined;
  listSliders();
  tryNumbers();
});
$('fix').addEventListener('click', () => fix());
$('undo-fix').addEventListener('click', undoFix);
onRebase(rebase);
$('save-report').addEventListener('click', saveReport);
printAs(() => {
  const lineOf = ({report, readable}) => (report === null ? {state: 'n', verdict: '', meaning: ''}
    : readable ? textsOf(report).shown : {state: 't', verdict: own().notAvatar, meaning: own().notAvatarMeaning});
  const linesOf = (entry, report) => ({path: entry.path, line: {...lineOf({...entry, report}), ...(report === null && {verdict: countsOf(entry.counts)})},
    data: report === null ? null : {report: {...textsOf(report), path: entry.path}, shown: textsOf(report).shown}});
  const several = state.entries.filter(({counts}) => counts !== null);
  const files = several.length > 1 ? several.map((entry) => linesOf(entry, entry === state.entry ? shownReport() : entry.report))
    : state.base?.report ? [linesOf(state.entry, shownReport())] : [];
  return {files, howOf, head: several.length > 1 ? make('h1', null, $('totals').textContent) : null};
});
const wide = globalThis.matchMedia('(min-width: 62.5rem)');
const unfold = () => document.querySelectorAll('details.wide').forEach((part) => { part.open = wide.matches; });
wide.addEventListener('change', unfold);
unfold();

tell(own().loading);
speak(state.language).then(async () => {
  tell(own().ready);
  const given = await givenFiles();
  if (given.length > 0) await takeAll(given);
}).catch((error) => tell(own().failed(error.message), true));
ask('version').then((version) => { $('version').textContent = `vrmlint ${version}`; }, () => {});
$('licences').href = await addressOf('licences.txt', 'text/plain;charset=utf-8');
if ('serviceWorker' in navigator) navigator.serviceWorker.register('service.js').catch(() => {}); // fails on file: pages
