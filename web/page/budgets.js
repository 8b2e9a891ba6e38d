// "Can it be uploaded?" for the open file.
import {stampsOf} from '../report/stamps.js';
import {ask} from './ask.js';
import {$} from './elements.js';
import {shownReport, state, textsOf} from './state.js';

let budgets = null; // a promise, once requested

/** Lists the platforms for the shown report. */
export async function listBudgets() {
  budgets ??= ask('budgets');
  const list = await budgets.catch(() => null);
  if (list === null) budgets = null;
  if (list === null || state.base === null) return;
  const stamps = stampsOf(list, textsOf(shownReport()).figures);
  $('platforms').hidden = stamps.length === 0;
  $('stamps').replaceChildren(...stamps);
}
