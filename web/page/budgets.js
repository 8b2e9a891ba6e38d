// "Can it be uploaded?" for the open file.
import {stampsOf} from '../report/stamps.js';
import {ask} from './ask.js';
import {$} from './elements.js';
import {shownReport, state, textsOf} from './state.js';

const budgets = {}; // a promise for each language, once requested

/** Lists the platforms for the shown report. */
export async function listBudgets() {
  const {language} = state;
  budgets[language] ??= ask('budgets', language);
  const list = await budgets[language].catch(() => null);
  if (list === null) delete budgets[language];
  if (list === null || state.base === null) return;
  const stamps = stampsOf(list, textsOf(shownReport()));
  $('platforms').hidden = stamps.length === 0;
  $('stamps').replaceChildren(...stamps);
}
