// The page: what is dropped goes to the worker, what comes back is shown.
import {ask} from './ask.js';
import {walk} from './dropped.js';
import {$, make, options} from './elements.js';
import {fix} from './fixing.js';
import {engines, move, play, pressed, seek, stop} from './motion.js';
import {jsonOf, springNumbers} from './numbers.js';
import {own, said, state, tell, textsOf} from './state.js';
import {compare, tellSliders, tellSprings, tryNumbers} from './trying.js';

const KNOWN = /\.(vrm|vrma|glb|gltf)$/i;
const MOTIONS = ['walk', 'step', 'turn', 'nod', 'shake-stop', 'teleport-far', 'none', 'shake', 'bob', 'spin', 'bow'];
const POSES = ['arms-down', 'as-modelled', 'step-left', 'step-right', 'sit', 'arms-crossed', 'head-turn', 'head-nod'];
const SHOWN = 500; // findings that are listed at once

// ---- words ----

async function speak(language) {
  state.language = language;
  document.documentElement.lang = language;
  state.said[language] ??= await ask('words', language);
  if (state.language !== language) return;
  document.title = `vrmlint - ${own().title}`;
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = own()[element.dataset.word];
  for (const element of document.querySelectorAll('[data-said]')) element.textContent = said()[element.dataset.said];
  for (const button of document.querySelectorAll('[data-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.language === language));
  }
  options($('motions'), MOTIONS, (name) => own().motions[name] ?? said()[name]);
  options($('poses'), POSES, (name) => own().poses[name]);
  state.view?.setLabel(own().stage);
  $('play').textContent = state.playing ? own().pause : own().play;
  listEntries();
  if (state.entry !== null) await tellAgain(state.entry);
  for (const entry of state.entries) await tellAgain(entry);
}

/** A report that was made in another language. */
async function tellAgain(entry) {
  const {language} = state;
  if (entry.report !== null && entry.report.texts[language] === undefined) {
    const again = await ask('check', entry.key, undefined, language).catch(() => null); // the file may have gone since
    Object.assign(entry.report.texts, again?.texts);
    if (language !== state.language) return;
    listEntries();
  }
  if (entry !== state.entry) return;
  if (entry.report !== null) tellReport();
  if (state.tried && state.tried.texts[language] === undefined) await tryNumbers();
}

function rulesIn(language) {
  state.rules[language] ??= ask('rules', language).then((rules) => new Map(rules.map((rule) => [rule.id, rule])));
  return state.rules[language];
}

// ---- files ----

const worst = (report) => (report.counts.error > 0 ? 'error' : report.counts.warning > 0 ? 'warning' : report.counts.info > 0 ? 'info' : 'fine');

async function take(found) {
  const models = found.filter(({path}) => KNOWN.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  if (models.length === 0) {
    tell(own().noFiles, true);
    return;
  }
  stop();
  const run = (state.run = {});
  state.entries = models.map(({path, file}, index) => ({key: `${index}`, path, file, report: null, trouble: null}));
  state.entry = null;
  $('report').hidden = true;
  tell(own().checking(models.length));
  listEntries();
  for (const entry of state.entries) {
    const folder = entry.path.includes('/') ? entry.path.slice(0, entry.path.lastIndexOf('/') + 1) : '';
    const near = {};
    if (/\.gltf$/i.test(entry.path)) {
      for (const {path, file} of found) if (path.startsWith(folder) && path !== entry.path) near[path.slice(folder.length)] = file;
    }
    await ask('add', entry.key, entry.path, entry.file, near);
    try {
      entry.report = await ask('check', entry.key, undefined, state.language);
    } catch (error) {
      entry.trouble = error.message;
    }
    if (run !== state.run) return;
    listEntries();
    if (state.entry === null && (entry.report !== null || models.length === 1)) open(entry);
    else if (models.length > 20) ask('forget', entry.key);
  }
  tell(own().done(models.length));
}

function listEntries() {
  $('list').hidden = state.entries.length < 2;
  $('entries').replaceChildren(...state.entries.map((entry) => {
    const item = make('li');
    const report = entry.report ? textsOf(entry.report) : undefined;
    const button = make('button', undefined, {type: 'button', className: 'entry'});
    button.append(make('span', entry.path, {className: 'name'}));
    if (report !== undefined) {
      button.append(make('span', countsOf(report), {className: `counts ${worst(report)}`}));
      button.setAttribute('aria-current', String(entry === state.entry));
      button.addEventListener('click', () => {
        open(entry);
        $('report-head').focus();
      });
    } else {
      button.disabled = true;
      if (entry.trouble !== null) button.append(make('span', entry.trouble, {className: 'counts error'}));
    }
    item.append(button);
    return item;
  }));
}

function countsOf({counts}) {
  const parts = [['error', 'countError'], ['warning', 'countWarning'], ['info', 'countInfo']]
    .filter(([name]) => counts[name] > 0).map(([name, word]) => `${counts[name]} ${said()[word]}`);
  return parts.length === 0 ? said().meansFine : parts.join(state.language === 'ja' ? '、' : ', ');
}

// ---- one file ----

function report() {
  return textsOf(state.entry.report);
}

async function open(entry) {
  stop();
  Object.assign(state, {entry, chosen: null, changes: undefined, tried: null, step: 0});
  listEntries();
  $('fixed').replaceChildren();
  $('save-fixed').hidden = true;
  if (entry.report === null) {
    tell(own().trouble(entry.trouble), true);
    return;
  }
  $('report').hidden = false;
  tellReport();
  const shown = await show(entry);
  if (entry === state.entry) state.shown = shown;
}

function meaning(file) {
  const {error, warning, info} = file.counts;
  return error > 0 ? said().meansFix : warning > 0 ? said().meansLook : info > 0 ? said().meansAdvice
    : Object.keys(file.extensions).length === 0 ? said().meansNothing : said().meansFine;
}

function tellReport() {
  const file = report();
  $('report-head').textContent = file.path;
  $('verdict').textContent = `${meaning(file)} ${countsOf(file) === said().meansFine ? '' : countsOf(file)}`;
  $('verdict').className = worst(file);
  const about = [];
  if (file.generator) about.push(`${said().exportedBy}: ${file.generator}`);
  const extensions = Object.entries(file.extensions).map(([name, version]) => `${name} ${version}`.trim());
  if (extensions.length > 0) about.push(`${said().checked}: ${extensions.join(state.language === 'ja' ? '、' : ', ')}`);
  if (file.unchecked.length > 0) about.push(`${said().notChecked}: ${file.unchecked.join(state.language === 'ja' ? '、' : ', ')}`);
  for (const {what, why} of file.skipped) about.push(`${said().skipped}: ${what}: ${why}`);
  $('about').replaceChildren(...about.flatMap((line, index) => (index === 0 ? [line] : [make('br'), line])));
  listFindings(file);
  if (state.tried) compare();
  tellSprings();
}

function listFindings(file) {
  const groups = new Map();
  file.findings.slice(0, SHOWN).forEach((finding, index) => {
    const subject = finding.subject ?? '';
    if (!groups.has(subject)) groups.set(subject, []);
    groups.get(subject).push([finding, index]);
  });
  $('groups').replaceChildren(...[...groups].map(([subject, members]) => {
    const group = make('section');
    const list = make('ol');
    list.append(...members.map(([finding, index]) => findingItem(finding, index)));
    group.append(make('h4', subject), list);
    return group;
  }));
  if (file.findings.length === 0) $('groups').append(make('p', own().nothing));
  if (file.findings.length > SHOWN) $('groups').append(make('p', `… ${file.findings.length - SHOWN}`));
}

function findingItem(finding, index) {
  const item = make('li', undefined, {className: finding.severity});
  const button = make('button', undefined, {type: 'button', className: 'finding', id: `finding-${index}`});
  button.setAttribute('aria-current', String(index === state.chosen));
  button.append(make('span', said()[finding.severity], {className: 'severity'}), make('span', finding.message));
  button.addEventListener('click', () => choose(index, false));
  const more = make('details');
  more.append(make('summary', said().whyAndWhere), make('p', `${own().rule}: ${finding.rule}`));
  if (finding.pointer !== '') more.append(make('code', finding.pointer));
  more.addEventListener('toggle', () => explain(more, finding), {once: true});
  item.append(button, more);
  return item;
}

/** What apps do with the file, as a table. */
function appsTable(apps) {
  const table = make('table', undefined, {className: 'apps'});
  const row = (tag, texts) => {
    const made = make('tr');
    made.append(...texts.map((text) => make(tag, text)));
    return made;
  };
  table.append(row('th', [said().app, said().version, said().effect, said().known]));
  for (const {app, version, effect, some, source} of apps) {
    table.append(row('td', [app, version, said()[some ? `some ${effect}` : effect] ?? effect, source ?? said().run]));
  }
  return table;
}

/** What is said of all rules is fetched when somebody asks for the first. */
async function explain(more, finding) {
  const {language} = state;
  const rule = (await rulesIn(language)).get(finding.rule);
  const [summary, name] = more.children;
  summary.after(make('p', rule.why), make('p', `${state.said[language].whatToDo}: ${rule.how}`));
  if (finding.apps !== undefined) name.before(appsTable(finding.apps));
  if (rule.spec !== '') name.append(` (${rule.spec})`);
}

function choose(index, focus) {
  state.chosen = index;
  for (const button of document.querySelectorAll('.finding')) {
    button.setAttribute('aria-current', String(button.id === `finding-${index}`));
  }
  if (focus) {
    $(`finding-${index}`)?.focus();
    $(`finding-${index}`)?.scrollIntoView({block: 'nearest'});
  }
  if (state.view !== null && state.view.flyTo !== undefined) {
    if (state.view.trajectories?.length > 0) stop();
    state.view.flyTo(index);
  }
}

// ---- the avatar ----

async function theView() {
  if (state.view === null) {
    const {View} = await import('./view.js');
    try {
      state.view ??= new View($('stage'), own().stage, (finding) => choose(finding, true));
    } catch {
      state.view = {}; // no WebGL
      $('stage').replaceChildren(make('p', own().noView));
    }
  }
  return state.view;
}

async function show(entry) {
  const bytes = await ask('bytes', entry.key);
  if (entry !== state.entry) return false;
  state.json = jsonOf(bytes);
  state.springs = springNumbers(state.json);
  tellSprings();
  const view = await theView();
  if (view.show === undefined) return false;
  const beside = await ask('near', entry.key);
  if (entry !== state.entry) return false;
  const whole = await view.show(bytes, beside);
  if (entry !== state.entry) return false;
  const {drawing} = entry.report;
  const something = view.mark(drawing, textsOf(entry.report).findings);
  view.frame(drawing?.facesBack ?? false);
  $('key').textContent = whole ? [said().chains, said().colliders, said().limits].join(' · ')
    : something ? own().notShown : own().nothingDrawn;
  $('motion').hidden = state.springs.length === 0 || !something;
  return whole;
}

// ---- what is done by hand ----

for (const button of document.querySelectorAll('[data-language]')) {
  button.addEventListener('click', () => speak(button.dataset.language));
}
for (const [button, input] of [['choose-files', 'files'], ['choose-folder', 'folder']]) {
  $(button).addEventListener('click', () => $(input).click());
  $(input).addEventListener('change', () => {
    take([...$(input).files].map((file) => ({path: file.webkitRelativePath || file.name, file})));
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
  take(entries.length > 0 ? await walk(entries).catch(() => files) : files);
});
$('play').addEventListener('click', () => (state.playing ? pressed(false) : play()));
$('time').addEventListener('input', async () => {
  pressed(false);
  const step = Number($('time').value);
  state.step = step;
  if (state.view.trajectories?.length > 0 || (await move())) seek(step);
});
for (const id of ['motions', 'poses', 'engines']) {
  $(id).addEventListener('change', () => (engines().length === 0 ? stop() : move()));
}
$('springs').addEventListener('change', tellSliders);
$('reset').addEventListener('click', () => {
  state.changes = undefined;
  tellSliders();
  tryNumbers();
});
$('fix').addEventListener('click', fix);

tell(own().loading);
speak(state.language).then(() => tell(own().ready), (error) => tell(own().trouble(error.message), true));
if ('serviceWorker' in navigator) navigator.serviceWorker.register('service.js').catch(() => {}); // not from a file
