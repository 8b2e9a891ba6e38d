// "Can it be uploaded?": the figures of an avatar compared with the budgets that platforms publish.
import {make, say} from './text.js';

const numberOf = (number, most) => number.toLocaleString(document.documentElement.lang, {maximumFractionDigits: most});
const valueOf = (figure, number) => (figure === 'file-bytes' ? `${numberOf(number / 1e6, 1)} MB` : numberOf(number, 0));
const figureOf = (figure) => say(`FIGURE_${figure.toUpperCase().replaceAll('-', '_')}`);

/** Makes a line for a platform: that the avatar fits, or which limits it exceeds, the worst first. */
function stampOf({name, source, date, limits}, figures) {
  const over = Object.entries(limits).filter(([figure, limit]) => figures[figure] > limit)
    .sort((a, b) => figures[b[0]] / b[1] - figures[a[0]] / a[1])
    .map(([figure, limit]) => say('PAGE_ABOVE', {figure: figureOf(figure), value: valueOf(figure, figures[figure]), limit: valueOf(figure, limit)}));
  const link = /^https:/.test(source) ? make('a', {href: source, title: date === '' ? undefined : date, rel: 'noreferrer', target: '_blank'}, name)
    : make('span', null, name);
  return make('li', over.length === 0 ? 'fine' : 'over', link, make('span', 'stamp', say(over.length === 0 ? 'PAGE_FITS' : 'PAGE_EXCEEDS')),
    over.length > 0 && make('span', 'at', over.join(say('COMMA'))));
}

/** Makes a line for each budget; an empty list if the file has no triangles. */
export const stampsOf = (budgets, figures) => (figures?.triangles > 0 ? budgets.map((one) => stampOf(one, figures)) : []);

/** Makes the part of a report with the lines for budgets; null if there are none. */
export function stampsPart(budgets, figures) {
  const stamps = stampsOf(budgets, figures);
  return stamps.length === 0 ? null : make('details', 'platforms', make('summary', null, say('PAGE_PLATFORMS')),
    make('p', 'at', say('PAGE_PLATFORMS_TEXT')), make('ul', 'stamps', stamps));
}
