// "Will it go up?": the figures of the file beside the budgets that platforms publish.
import {ask} from './ask.js';
import {$, make} from './elements.js';
import {own, shownReport, state, textsOf} from './state.js';

let budgets = null; // a promise, until they are there

const written = (figure, number) => (figure === 'file-bytes'
  ? `${(number / 1e6).toLocaleString(state.language, {maximumFractionDigits: 1})} MB` : number.toLocaleString(state.language));

/** A line for a platform: it fits, or what is above its limits, the worst first. */
function stampOf({name, source, date, limits}, figures) {
  const over = Object.entries(limits).filter(([figure, limit]) => figures[figure] > limit)
    .sort((a, b) => figures[b[0]] / b[1] - figures[a[0]] / a[1]);
  const item = make('li', undefined, {className: over.length === 0 ? 'fine' : 'warning'});
  const link = make('a', name, {href: source.startsWith('https://') ? source : '', title: date, rel: 'noreferrer', target: '_blank'});
  item.append(link.getAttribute('href') === '' ? make('span', name) : link,
    make('span', ` ${over.length === 0 ? own().fits : own().exceeds}`, {className: 'stamp'}));
  const parts = over.map(([figure, limit]) => own().above(own().figures[figure] ?? figure, written(figure, figures[figure]), written(figure, limit)));
  if (parts.length > 0) item.append(make('span', parts.join(state.language === 'ja' ? '、' : ', '), {className: 'quiet'}));
  return item;
}

/** Lists the platforms for the report that is shown. */
export async function listBudgets() {
  budgets ??= ask('budgets');
  const list = await budgets.catch(() => null);
  if (list === null) budgets = null;
  if (list === null || state.base === null) return;
  const {figures} = textsOf(shownReport());
  $('platforms').hidden = figures === undefined || !(figures.triangles > 0);
  if (!$('platforms').hidden) $('stamps').replaceChildren(...list.map((one) => stampOf(one, figures)));
}
