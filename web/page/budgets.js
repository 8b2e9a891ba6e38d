// "Can it be uploaded?" of the file that is open.
import {stampsOf} from '../report/stamps.js';
import {ask} from './ask.js';
import {$} from './elements.js';
import {shownReport, state, textsOf} from './state.js';

let budgets = null; // a promise, until they are there

/** Lists the platforms for the report that is shown. */
export async function listBudgets() {
  budgets ??= ask('budgets');
  const list = await budgets.catch(() => null);
  if (list === null) budgets = null;
  if (list === null || state.base === null) return;
  const stamps = stampsOf(list, textsOf(shownReport()).figures);
  $('platforms').hidden = stamps.length === 0;
  $('stamps').replaceChildren(...stamps);
}
