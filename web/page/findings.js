// The findings of the file that is open: grouped, filtered, searched, explained.
import {ask} from './ask.js';
import {stop} from './motion.js';
import {$, make} from './elements.js';
import {own, said, shownReport, state, textsOf} from './state.js';
import {ranked} from './symptoms.js';

const OPEN = 60; // up to so many findings, all groups are open
const LISTED = 100; // findings that a group lists before it is asked for the rest
const SEVERITIES = ['error', 'warning', 'info'];
const hidden = new Set(); // severities

function rulesIn(language) {
  state.rules[language] ??= ask('rules', language).then((rules) => new Map(rules.map((rule) => [rule.id, rule])));
  return state.rules[language];
}

const findings = () => textsOf(shownReport()).findings;

/** The findings that the filters let through, as [finding, index]. */
function wanted() {
  const words = $('search').value.trim().toLocaleLowerCase();
  const has = ({message, rule, subject, pointer}) => [message, rule, subject ?? '', pointer].some((text) => text.toLocaleLowerCase().includes(words));
  return findings().map((finding, index) => [finding, index]).filter(([finding]) => !hidden.has(finding.severity) && (words === '' || has(finding)));
}

export function listFindings() {
  const all = findings();
  const shown = wanted();
  listFilters(all);
  $('filtered').textContent = shown.length === all.length ? '' : own().filtered(shown.length, all.length);
  const [first, rest] = ranked(shown);
  const worstOf = ([, members]) => members.reduce((least, [finding]) => Math.min(least, SEVERITIES.indexOf(finding.severity)), SEVERITIES.length);
  const subjects = bySubject(rest).map((group) => [group, worstOf(group)]).sort((a, b) => a[1] - b[1]).map(([group]) => group);
  const groups = [...(first.length > 0 ? [[own().underSymptom(first.length), first]] : []), ...subjects];
  $('groups').replaceChildren(...groups.map(([subject, members]) => groupOf(subject, members, shown.length <= OPEN || members === first)));
  if (all.length === 0) $('groups').append(make('p', own().nothing));
}

function bySubject(list) {
  const groups = new Map();
  for (const one of list) {
    const subject = one[0].subject ?? '';
    if (!groups.has(subject)) groups.set(subject, []);
    groups.get(subject).push(one);
  }
  return [...groups];
}

/** Buttons that hide and show severities: as many as the file has. */
function listFilters(all) {
  const there = SEVERITIES.filter((severity) => all.some((finding) => finding.severity === severity));
  $('filters').hidden = all.length < 2;
  $('severities').replaceChildren(...there.map((severity) => {
    const count = all.filter((finding) => finding.severity === severity).length;
    const button = make('button', own().counts[severity](count), {type: 'button', className: `second ${severity}`, id: `filter-${severity}`});
    button.setAttribute('aria-pressed', String(!hidden.has(severity)));
    button.addEventListener('click', () => {
      if (!hidden.delete(severity)) hidden.add(severity);
      listFindings();
      $(button.id).focus();
    });
    return button;
  }));
}

/** A group, filled when it is opened. */
function groupOf(subject, members, opened) {
  const group = make('details', undefined, {className: 'group', open: opened});
  const head = make('summary', subject === '' ? own().whole : subject);
  head.append(make('span', ` ${members.length}`, {className: 'quiet'}));
  const list = make('ol');
  group.append(head, list);
  const fill = (from, to) => list.append(...members.slice(from, to).map(([finding, index]) => findingItem(finding, index)));
  const begin = () => {
    if (list.childElementCount > 0) return;
    fill(0, LISTED);
    if (members.length > LISTED) {
      const more = make('button', own().more(members.length - LISTED), {type: 'button', className: 'second'});
      more.addEventListener('click', () => {
        more.remove();
        fill(LISTED);
      });
      group.append(more);
    }
  };
  if (opened) begin();
  else group.addEventListener('toggle', begin, {once: true});
  group.reveal = (index) => {
    const at = members.findIndex((one) => one[1] === index);
    if (at < 0) return;
    group.open = true;
    begin();
    if (at >= LISTED) group.querySelector(':scope > button')?.click();
  };
  return group;
}

function findingItem(finding, index) {
  const item = make('li', undefined, {className: finding.severity});
  const button = make('button', undefined, {type: 'button', className: 'finding', id: `finding-${index}`});
  button.setAttribute('aria-current', String(index === state.chosen));
  button.append(make('span', said()[finding.severity], {className: 'severity'}), make('span', finding.message));
  button.addEventListener('click', () => choose(index, false));
  const more = make('details', undefined, {className: 'more'});
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

/** Adds the texts of a rule, which are fetched when the first rule is asked for. */
async function explain(more, finding) {
  const {language} = state;
  const rule = (await rulesIn(language)).get(finding.rule);
  const [summary, name] = more.children;
  summary.after(make('p', rule.why), make('p', `${state.said[language].whatToDo}: ${rule.how}`));
  if (finding.apps !== undefined) name.before(appsTable(finding.apps));
  if (rule.spec !== '') name.append(` (${rule.spec})`);
}

/** Chooses a finding: the avatar is flown to it. */
export function choose(index, focus) {
  state.chosen = index;
  for (const button of document.querySelectorAll('.finding')) button.setAttribute('aria-current', String(button.id === `finding-${index}`));
  if (focus) {
    for (const group of $('groups').children) group.reveal?.(index);
    $(`finding-${index}`)?.focus();
    $(`finding-${index}`)?.scrollIntoView({block: 'nearest'});
  }
  if (state.view?.flyTo === undefined) return;
  if (state.view.trajectories?.length > 0) stop();
  if (state.view.flyTo(index) && !focus) $('stage').scrollIntoView({block: 'nearest'}); // on a phone it is above the list
}

for (const [id, event] of [['search', 'input'], ['symptoms', 'change']]) {
  $(id).addEventListener(event, () => state.base !== null && listFindings());
}
