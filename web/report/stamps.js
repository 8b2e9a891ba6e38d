// "Can it be uploaded?": an avatar compared with what platforms publish: whether its loader takes the file, and its ranks.
import {make, say} from './text.js';

const numberOf = (number, most) => number.toLocaleString(document.documentElement.lang, {maximumFractionDigits: most});
const valueOf = (figure, number) => (figure === 'file-bytes' ? `${numberOf(number / 1e6, 1)} MB` : numberOf(number, 0));
const figureOf = (figure) => say(`FIGURE_${figure.toUpperCase().replaceAll('-', '_')}`);

/** Returns the version of VRM that a file has: "1.0", "0.x", or null if it isn't an avatar. */
const generationOf = ({extensions = {}}) => ('VRMC_vrm' in extensions ? '1.0' : 'VRM' in extensions ? '0.x' : null);

/** Returns what becomes of a file in a loader: "refuses"; "may-refuse"; "errors" if the file has errors of which nothing is known; or "fine". */
export function outcomeOf({verdicts, counts = {}}, loader) {
  const known = (verdicts ?? []).filter(({app, verdict}) => verdict !== 'unknown' && (loader === '' || app === loader));
  const refused = known.filter(({verdict}) => ['refuses', 'no-avatar', 'hangs'].includes(verdict));
  if (known.length > 0 && (loader === '' ? refused.length === known.length : refused.length > 0)) return 'refuses';
  if (known.some(({verdict}) => verdict === 'may-refuse')) return 'may-refuse';
  return known.length === 0 && counts.error > 0 ? 'errors' : 'fine';
}

/** Returns the limits that figures exceed, the worst first. */
const exceeded = (limits, figures) => Object.entries(limits).filter(([figure, limit]) => figures[figure] > limit)
  .sort((a, b) => figures[b[0]] / b[1] - figures[a[0]] / a[1])
  .map(([figure, limit]) => say('PAGE_ABOVE', {figure: figureOf(figure), value: valueOf(figure, figures[figure]), limit: valueOf(figure, limit)}));

/** Returns the class, the stamp and the reasons of a platform: its ranks, the best first. */
function judged(ranks, report, generation) {
  const {loader, generations, limits} = ranks[0];
  if (!generations.split(', ').includes(generation)) return ['over', say('PAGE_NOT_TAKEN', {generations}), []];
  const outcome = outcomeOf(report, loader);
  if (outcome === 'refuses' || outcome === 'may-refuse') {
    return ['over', say(outcome === 'refuses' ? 'PAGE_REFUSED' : 'PAGE_MAY_REFUSE', {loader: loader === '' ? 'UniVRM' : loader}), []];
  }
  if (outcome === 'errors') return ['over', say('PAGE_HAS_ERRORS'), []];
  const over = ranks.map((one) => exceeded(one.limits, report.figures));
  const best = over.findIndex((list) => list.length === 0);
  if (best < 0) return ['over', say(ranks.length > 1 ? 'PAGE_BEYOND_ALL' : 'PAGE_EXCEEDS'), over.at(-1)];
  if (Object.keys(limits).length === 0) return ['fine', say('PAGE_NO_LIMITS'), []];
  return ['fine', ranks[best].rank === '' ? say('PAGE_FITS') : ranks[best].rank, best === 0 ? [] : over[best - 1]];
}

/** Makes a line for a platform. */
function stampOf(ranks, report, generation) {
  const [kind, stamp, reasons] = judged(ranks, report, generation);
  const {platform, source, date, requirements, note} = ranks[0];
  const link = make('a', {href: source, title: date, rel: 'noreferrer', target: '_blank'}, platform);
  const more = [requirements, note].filter((text) => text !== '').join(' ');
  const notes = more !== '' && kind === 'fine' ? [more] : [];
  return make('li', kind, link, make('span', 'stamp', stamp), ' ', ...(reasons.length > 0 ? [reasons.join(say('COMMA')), ...notes] : notes).map((text) => make('span', 'at', text)));
}

/** Makes a line for each platform; an empty list if the file isn't an avatar, or shows nothing. */
export function stampsOf(budgets, report) {
  const generation = generationOf(report);
  if (generation === null || !(report.figures?.triangles > 0)) return [];
  const takes = ({generations}) => generations.split(', ').includes(generation);
  const platforms = [...new Set(budgets.map(({platform}) => platform))].map((name) => budgets.filter(({platform}) => platform === name));
  // a platform with other limits for the other version of VRM has a line only for these
  return platforms.filter(([one]) => takes(one) || !budgets.some((other) => other.source === one.source && takes(other)))
    .map((ranks) => stampOf(ranks, report, generation));
}

/** Makes the part of a report with the lines for platforms; null if there are none. */
export function stampsPart(budgets, report) {
  const stamps = stampsOf(budgets, report);
  return stamps.length === 0 ? null : make('details', 'platforms', make('summary', null, say('PAGE_PLATFORMS')),
    make('p', 'at', say('PAGE_PLATFORMS_TEXT')), make('ul', 'stamps', stamps));
}
