// How chains swing in the simulation: graphs, and animated clips ("films") of what findings report.
import {linkTo, make, nameOf, paragraph, say} from './text.js';

const WIDTH = 240; // of a graph
const HEIGHT = 100;
const LEFT = 34; // of the plot, after the scale of degrees
const TOP = 8;
const BOTTOM = 80;
const RIGHT = WIDTH - 4;

const wordOfMotion = (motion) => {
  const name = `MOTION_${motion.toUpperCase().replaceAll('-', '_')}`;
  return say(name) === name ? say('MOTION_OTHER') : say(name);
};

// ---- graphs ----

/** Returns the path of samples; a value that isn't finite interrupts the line. */
function lineOf(samples, down) {
  const across = (i) => LEFT + Math.round((i / Math.max(samples.length - 1, 1)) * (RIGHT - LEFT));
  let path = '';
  samples.forEach((value, i) => {
    if (value !== null) path += `${i === 0 || samples[i - 1] === null ? 'M' : 'L'}${across(i)} ${down(value)}`;
  });
  return path;
}

function graph({motion, peak, threshold, time, over, samples}) {
  const most = Math.max(peak ?? Math.max(0, ...samples), threshold ?? 0);
  const scale = [5, 10, 20, 30, 45, 60, 90, 120].find((step) => most <= step) ?? 180;
  const down = (degrees) => Math.round(BOTTOM - Math.min(Math.max(degrees / scale, 0), 1) * (BOTTOM - TOP));
  const reach = peak === undefined ? say('PAGE_RUNS_AWAY') : say('PAGE_UP_TO', {degrees: Math.round(peak)});
  const limit = threshold === undefined ? '' : `${say('COMMA')}${say('PAGE_THRESHOLD', {degrees: Math.round(threshold)})}`;
  return make('li', over ? 'over' : null,
    make('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, 'aria-hidden': 'true'},
      make('path', {class: 'axis', d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}`}),
      make('text', {x: LEFT - 5, y: TOP + 8}, `${scale}\u00B0`), make('text', {x: LEFT - 5, y: BOTTOM}, '0\u00B0'),
      make('text', {x: RIGHT, y: BOTTOM + 16}, time),
      threshold !== undefined && make('path', {class: 'threshold', d: `M${LEFT} ${down(threshold)}H${RIGHT}`}),
      make('path', {class: 'line', d: lineOf(samples, down)})),
    make('p', null, `${wordOfMotion(motion)}: ${reach}${limit}`));
}

/** Returns the number of the finding on each chain's motion; 0 for none. */
const numbersOf = (chains, context) => chains.map(({subject}) => context.numberOf(context.findings
  .findIndex((finding) => finding.rule.startsWith('sim/') && finding.subject === subject)));

/** Makes the graphs of the chains that findings speak of, without those of motions in which they swing well: a list for each. */
export function spokenCurves({chains} = {chains: []}, context) {
  const numbers = numbersOf(chains, context);
  return chains.filter((_, index) => numbers[index] > 0).map(({subject, curves}) => {
    const bad = curves.filter(({over}) => over);
    return make('div', null, nameOf(subject), make('ul', 'graphs', (bad.length > 0 ? bad : curves).map(graph)));
  });
}

/** Makes the graphs of all chains: first those that a motion rule reports, then those above a threshold. */
export function curvesPart({chains, more}, context) {
  const numbers = numbersOf(chains, context);
  const rank = (index) => (numbers[index] > 0 ? 0 : chains[index].curves.some(({over}) => over) ? 1 : 2);
  const order = chains.map((_, index) => index).sort((a, b) => rank(a) - rank(b) || a - b);
  return make('details', 'more', make('summary', null, say('PAGE_CURVES')), paragraph('at', 'PAGE_ABOUT_CURVES'),
    order.map((index) => [make('h3', null, nameOf(chains[index].subject)), numbers[index] > 0 && linkTo(context, numbers[index]),
      make('ul', 'graphs', chains[index].curves.map(graph))]).flat(),
    more > 0 && paragraph('at', chains.length > 0 ? 'PAGE_FULL_OF_MORE_CHAINS' : 'PAGE_FULL_OF_CHAINS', {count: more}));
}

// ---- films ----

const FILM_MARGIN = 14;
const LEAST = 110; // a film is at least that wide

function picture({modelled, motion, seconds, frames: own, fixed = []}, frames) {
  const all = [...modelled, ...own, ...fixed].flatMap((frame) => frame.map((value, i) => [value, i % 2]));
  const most = (axis) => Math.max(...all.filter(([, which]) => which === axis).map(([value]) => value));
  const width = Math.max(most(0) + 2 * FILM_MARGIN, LEAST);
  const height = most(1) + 2 * FILM_MARGIN;
  const spare = Math.floor((width - 2 * FILM_MARGIN - most(0)) / 2);
  const step = (value, i) => (i % 2 === 0 ? `${i === 0 ? 'M' : 'L'}${value + FILM_MARGIN + spare}` : ` ${value + FILM_MARGIN}`);
  const path = (frame) => frame.map(step).join('');
  const [home] = modelled;
  const away = (frame) => Math.hypot(frame.at(-2) - home.at(-2), frame.at(-1) - home.at(-1));
  // the frame in which the end is farthest from its modelled position; the last frame if the chain only settles
  const worst = motion === 'settle' ? frames.at(-1) : frames.reduce((least, frame) => (away(frame) > away(least) ? frame : least), frames.at(-1));
  return make('svg', {viewBox: `0 0 ${width} ${height}`, width: Math.round(width * 0.8), height: Math.round(height * 0.8), 'aria-hidden': 'true'},
    make('path', {class: 'was', d: path(home)}), make('path', {class: 'is', d: path(worst)}),
    make('path', {class: 'moves', d: path(frames[0])}, make('animate', {attributeName: 'd', dur: `${(seconds * frames.length).toFixed(2)}s`,
      repeatCount: 'indefinite', values: frames.map(path).join(';')})));
}

/** Makes the chain of a finding in motion, as it is and with the value that the finding suggests; a click pauses it. */
export function filmFigure(film) {
  const figure = make('figure', 'film', make('div', null,
    make('div', null, picture(film, film.frames), make('p', null, say('PAGE_FILM_AS_IT_IS'))),
    film.fixed !== undefined && make('div', 'better', picture(film, film.fixed), make('p', null, film.with))),
  make('figcaption', null, say(film.side ? 'PAGE_FILM_SIDE' : 'PAGE_FILM_FRONT', {motion: wordOfMotion(film.motion)})));
  // Chromium doesn't start animations of elements that scripts insert
  setTimeout(() => figure.querySelectorAll('svg').forEach((svg) => svg.setCurrentTime(0.01)), 50);
  figure.addEventListener('click', () => figure.querySelectorAll('svg').forEach((svg) => {
    if (svg.animationsPaused()) svg.unpauseAnimations();
    else svg.pauseAnimations();
  }));
  return figure;
}
