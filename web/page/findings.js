// The findings of the open file: grouped, filtered, searched.
import {contextOf, groupOf, groupsOf, partOf, partOptions} from '../report/findings.js';
import {ask} from './ask.js';
import {move, play, stop} from './motion.js';
import {$, make, options} from './elements.js';
import {fixButton} from './fixing.js';
import {own, shownReport, state, textsOf} from './state.js';
import {ranked} from './symptoms.js';

const OPEN = 60; // up to this many findings, all groups are open
const SEVERITIES = ['error', 'warning', 'info'];
const hidden = new Set(); // severities
let context = null; // of the shown report
let known = new Map(); // the texts of rules that were loaded last

/** Returns the texts of a rule in the page's language. */
export async function ruleOf(id) {
  const {language} = state;
  state.rules[language] ??= ask('rules', language).then((rules) => new Map(rules.map((rule) => [rule.id, rule])));
  known = await state.rules[language];
  return known.get(id);
}

/** Returns what to do about a rule's findings, as far as its texts are loaded. */
export const howOf = (id) => known.get(id)?.how ?? '';

/** Returns what other parts of the page need from the shown report. */
export function contextOfShown() {
  const file = textsOf(shownReport());
  if (context?.findings !== file.findings) {
    context = {...contextOf('a1', file, file.shown, ruleOf), choose: (index) => choose(index, false), see: seeButton,
      fix: (finding) => fixButton(finding, file.findings)};
  }
  context.chosen = state.chosen;
  return context;
}

/** Makes a button that plays the motion that the given vrmlint simulate command would compute. */
function seeButton(command) {
  const valueOf = (option, standard) => new RegExp(` --${option} ([\\w-]+)`).exec(command)?.[1] ?? standard;
  const button = make('button', {type: 'button', class: 'second'}, own().see);
  button.addEventListener('click', async () => {
    stop();
    $('moves').open = true;
    $('motions').value = valueOf('motion', 'none');
    $('poses').value = valueOf('pose', 'as-modelled');
    for (const input of $('engines').querySelectorAll('input')) input.checked ||= input.value === valueOf('engine', 'spec');
    state.step = 0;
    $('stage').scrollIntoView({block: 'nearest'});
    if (await move()) await play();
  });
  return button;
}

/** Returns the findings that pass the filters, as [finding, index], in order. */
function wanted({findings, order}) {
  const words = $('search').value.trim().toLocaleLowerCase();
  const has = ({message, rule, subject, pointer}) => [message, rule, subject, pointer].some((text) => text.toLocaleLowerCase().includes(words));
  const part = $('parts').value;
  return order.map((index) => [findings[index], index]).filter(([finding]) => !hidden.has(finding.severity) && (words === '' || has(finding))
    && (part === '' || partOf(finding) === part));
}

/** Resets the filters: all findings are shown again. */
export function forgetFilters() {
  hidden.clear();
  $('search').value = '';
  $('symptoms').value = '';
  $('parts').replaceChildren();
}

export function listFindings() {
  const shownContext = contextOfShown();
  const all = shownContext.findings;
  listFilters(all);
  const shown = wanted(shownContext);
  $('filtered').textContent = shown.length === all.length ? '' : own().filtered(shown.length, all.length);
  const [first, rest] = ranked(shown).map((list) => list.map(([, index]) => index));
  const how = {open: shown.length <= OPEN, more: own().more};
  $('groups').replaceChildren(...(first.length > 0 ? [groupOf(own().underSymptom(first.length), first, shownContext, {...how, open: true})] : []),
    ...groupsOf(rest, shownContext, how));
  if (all.length === 0) $('groups').append(make('p', null, own().nothing));
}

/** Makes buttons that hide and show the severities that occur, and a choice of a part of the avatar if there are several. */
function listFilters(all) {
  const there = SEVERITIES.filter((severity) => all.some((finding) => finding.severity === severity));
  $('filters').hidden = all.length < 2;
  const parts = new Map(partOptions(all));
  options($('parts'), [...parts.keys()], (part) => parts.get(part));
  $('parts').parentElement.hidden = parts.size < 3;
  $('severities').replaceChildren(...there.map((severity) => {
    const count = all.filter((finding) => finding.severity === severity).length;
    const button = make('button', {type: 'button', class: `second ${severity}`, id: `filter-${severity}`, 'aria-pressed': String(!hidden.has(severity))},
      own().counts[severity](count));
    button.addEventListener('click', () => {
      if (!hidden.delete(severity)) hidden.add(severity);
      listFindings();
      $(button.id).focus();
    });
    return button;
  }));
}

/** Chooses a finding: the camera flies to it. */
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

for (const [id, event] of [['search', 'input'], ['parts', 'change'], ['symptoms', 'change']]) {
  $(id).addEventListener(event, () => state.base !== null && listFindings());
}
$('report').addEventListener('click', (event) => { // links in graphs and drawings lead to findings
  const number = /^#a1f(\d+)$/.exec(event.target.closest('a')?.getAttribute('href') ?? '')?.[1];
  if (number === undefined) return;
  event.preventDefault();
  choose(context.order[number - 1], true);
});
