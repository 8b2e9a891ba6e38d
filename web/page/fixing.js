// Fixing a file: the fixed version is shown, and can be saved or undone.
import {say} from '../report/text.js';
import {ask, Stopped} from './ask.js';
import {$, make, save, unsave} from './elements.js';
import {checked} from './files.js';
import {own, shownReport, state, tell, textsOf} from './state.js';

const EXCERPT = 2000; // characters of a change that are shown
const CLASSES = {safe: 'FIX_NEED_NOT_LOOK', repair: 'FIX_DETERMINED', unsafe: 'FIX_LOOK_AFTERWARDS'};
const LISTED = 200; // fixes that are listed
let versions = 0; // number of fixed versions so far: each has its own key, under which the worker keeps its bytes

/** Makes a list of fixes, each with a remark. */
function listOf(fixes, remarkOf) {
  return make('ul', null, fixes.slice(0, LISTED).map((one) => make('li', null, make('span', null, one.message), make('span', 'quiet', ` (${remarkOf(one)})`),
    (one.changes ?? []).map(({before, after}) => make('pre', null, before !== '' && make('del', null, before.slice(0, EXCERPT)),
      after !== '' && make('ins', null, after.slice(0, EXCERPT)))))),
  fixes.length > LISTED && make('li', null, say('AND_MORE_COUNT', {count: fixes.length - LISTED})));
}

const chosen = () => [...$('risky').querySelectorAll('input:checked')].map(({value}) => value);

/** Lists the rules whose fixes the user has to check: such a fix is made only if it is chosen. */
export function listRisky() {
  const rules = new Map();
  for (const {rule, fix: kind, fixable, message} of textsOf(shownReport()).findings) {
    if (kind !== 'unsafe' || !fixable) continue;
    if (!rules.has(rule)) rules.set(rule, {first: message, more: 0});
    else rules.get(rule).more += 1;
  }
  $('fixing').hidden = !textsOf(shownReport()).findings.some(({fixable}) => fixable) && $('fixed').childElementCount === 0;
  const before = chosen();
  $('risky').hidden = rules.size === 0;
  $('risky').replaceChildren(make('legend', null, own().risky), ...[...rules].map(([rule, {first, more}]) => make('label', null,
    make('input', {type: 'checkbox', value: rule, checked: before.includes(rule)}), ` ${first}`,
    more > 0 && make('span', 'quiet', ` (${say('AND_MORE_COUNT', {count: more})})`))));
}

/** Fixes the shown version; rebase shows the fixed one. */
export async function fix(rebase) {
  const {base, changes} = state;
  tell(own().fixing);
  $('fix').disabled = true;
  try {
    const {fixed, left, bytes} = await ask('fix', base, changes, state.language, chosen());
    if (base !== state.base || changes !== state.changes) return;
    const result = fixed.length === 0 ? say('FIX_NOTHING') : own().fixed(fixed.length);
    $('fixed').replaceChildren(make('p', null, result), listOf(fixed, (one) => say(CLASSES[one.fix])));
    if (left.length > 0) $('fixed').append(make('h4', null, own().left), listOf(left, (one) => one.why));
    if (bytes !== null) {
      versions += 1;
      const version = {...base, key: `${base.key}, fixed ${versions}`, blob: new Blob([bytes]), report: null, item: undefined};
      await checked(version);
      if (base !== state.base || changes !== state.changes) return;
      save($('save-fixed'), base.path, bytes, '.fixed');
      $('undo-fix').hidden = false;
      await rebase(version);
    }
    tell(result);
  } catch (error) {
    if (base === state.base && !(error instanceof Stopped)) tell(own().failed(error.message), true);
  } finally {
    $('fix').disabled = false;
  }
}

/** Shows the file again as it was dropped. */
export async function undoFix(rebase) {
  unsave($('save-fixed'));
  $('undo-fix').hidden = true;
  $('fixed').replaceChildren();
  await rebase(state.entry);
}
