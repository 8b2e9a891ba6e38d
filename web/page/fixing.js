// Fixing a file, all that can be fixed or one rule: the fixed version is shown, and can be saved or undone.
import {say} from '../report/text.js';
import {ask, Stopped} from './ask.js';
import {$, make, save, unsave} from './elements.js';
import {checked, countsOf} from './files.js';
import {own, shownReport, state, tell, textsOf} from './state.js';

const EXCERPT = 2000; // characters of a change that are shown
const CLASSES = {safe: 'FIX_NEED_NOT_LOOK', repair: 'FIX_DETERMINED', unsafe: 'FIX_LOOK_AFTERWARDS'};
const LISTED = 200; // fixes that are listed
let rebase; // shows another version of the file
let versions = 0; // number of fixed versions so far: each has its own key, under which the worker keeps its bytes

/** Sets the function that shows another version of the file: rebase(version, changes). */
export function onRebase(call) {
  rebase = call;
}

const changesOf = ({changes = []}) => changes.map(({before, after}) => make('pre', null, before !== '' && make('del', null, before.slice(0, EXCERPT)),
  after !== '' && make('ins', null, after.slice(0, EXCERPT))));

/** Makes a list of fixes, each with a remark. */
function listOf(fixes, remarkOf) {
  return make('ul', null, fixes.slice(0, LISTED).map((one) => make('li', null, make('span', null, one.message), make('span', 'quiet', ` (${remarkOf(one)})`),
    changesOf(one))), fixes.length > LISTED && make('li', null, say('AND_MORE_COUNT', {count: fixes.length - LISTED})));
}

const countOf = (steps) => steps.reduce((sum, {fixed}) => sum + fixed.length, 0);

/** Offers to save the shown version if it isn't the file itself. bytes: its content, if it is known. */
export async function offerAvatar(bytes = null) {
  const {base, entry, changes} = state;
  if (base === entry && changes === undefined) {
    unsave($('save-avatar'));
    return;
  }
  const content = bytes ?? await ask('bytes', base, changes);
  if (base === state.base && changes === state.changes) save($('save-avatar'), entry.path, content, changes === undefined ? '.fixed' : '.tried');
}

/** Shows what can be fixed, what was fixed, and what can be undone. */
export function describeFixes() {
  const {steps} = state;
  const fixed = steps.flatMap((step) => step.fixed);
  $('fix').hidden = !textsOf(shownReport()).findings.some(({fixable, fix: kind}) => fixable && kind !== 'unsafe');
  $('undo-fix').hidden = steps.length === 0;
  if (steps.length === 0) {
    $('fixed').replaceChildren();
    return;
  }
  const last = steps.at(-1);
  $('undo-fix').textContent = own().undoFix(last.fixed.length, fixed.length - last.fixed.length);
  $('fixed').replaceChildren(make('details', null, make('summary', null, own().fixed(fixed.length)), listOf(fixed, (one) => say(CLASSES[one.fix])),
    last.left.length > 0 && [make('h4', null, own().left), listOf(last.left, (one) => one.why)]));
}

/** Shows what a fix of a rule would change. */
async function preview(details, finding) {
  const {base, changes} = state;
  const {fixed, left} = await ask('fix', base, changes, state.language, {rule: finding.rule, kind: finding.fix});
  if (base !== state.base || changes !== state.changes) return;
  const mine = fixed.filter(({pointer}) => pointer === finding.pointer);
  const shown = mine.length > 0 ? mine : fixed;
  details.append(...(shown.length > 0 ? shown.slice(0, LISTED).flatMap(changesOf) : [make('p', null, own().noFix(left[0]?.why ?? say('FIX_NOTHING')))]));
}

/** Makes the button of a finding that fixes it, with what it would change. A fix is of all findings of a rule. */
export function fixButton(finding, findings) {
  const count = findings.filter(({rule, fixable}) => fixable && rule === finding.rule).reduce((sum, {more = 0}) => sum + 1 + more, 0);
  const button = make('button', {type: 'button', class: 'second'}, count > 1 ? own().fixThese(count) : own().fixThis);
  button.addEventListener('click', () => fix({rule: finding.rule, kind: finding.fix}));
  const details = make('details', null, make('summary', null, own().change));
  details.addEventListener('toggle', () => preview(details, finding).catch(() => {}), {once: true});
  return make('div', 'fixing', button, ' ', make('span', 'fix', own().fixes[finding.fix]), details);
}

/** Moves the focus, which a pressed button that is gone has lost, to the button that undoes it or does it again. */
function keepFocus() {
  if (document.activeElement === document.body) ($('undo-fix').hidden ? $('fix') : $('undo-fix')).focus({preventScroll: true});
}

/** Fixes the shown version: what needs no decision, or one rule, {rule, kind}. */
export async function fix(one = null) {
  const {base, changes} = state;
  tell(own().fixing);
  $('fix').disabled = true;
  try {
    const {fixed, left, bytes} = await ask('fix', base, changes, state.language, one);
    if (base !== state.base || changes !== state.changes) return;
    if (bytes === null) {
      tell(left.length > 0 ? own().noFix(left[0].why) : say('FIX_NOTHING'), left.length > 0);
      return;
    }
    versions += 1;
    const version = {...base, key: `${base.key}, fixed ${versions}`, blob: new Blob([bytes]), report: null, item: undefined};
    await checked(version);
    if (base !== state.base || changes !== state.changes) return;
    state.steps.push({base, changes, fixed, left});
    await rebase(version);
    tell(own().fixed(fixed.length));
    keepFocus();
  } catch (error) {
    if (base === state.base && !(error instanceof Stopped)) tell(own().failed(error.message), true);
  } finally {
    $('fix').disabled = false;
  }
}

/** Shows the version before the last fix, and says what is left. */
export async function undoFix() {
  const {base, changes} = state.steps.pop();
  await rebase(base, changes);
  tell(own().undone(countOf(state.steps), countsOf(textsOf(shownReport()).counts)));
  keepFocus();
}
