// The avatar from the front and from the side, in SVG: bones, chains, colliders, limits and the positions of findings. Also
// cycles of constraints as graphs.
import {clean, letterOf, linkTo, make, paragraph, say, sentence} from './text.js';

const SIZE = 1000; // size of the largest extent of the drawing
const MARGIN = 40;
const NAME = 30; // above the drawing, for the name of the view
const BADGES = 90; // on the right, for the numbers of findings
const NARROWEST = 260;
const FARTHEST = 3 * SIZE;
const BADGES_MOST = 22;
const RINGS_MOST = 44; // findings whose places are marked
const ROW = 42; // from one badge to the next
const RADIUS = 19; // of a badge
const RING = 11; // radius of the mark of a place
const PLANE = 0.18; // half the side of the square of a plane, as a share of the avatar's size

const pointsOf = (flat) => Array.from({length: flat.length / 3}, (_, i) => flat.slice(3 * i, 3 * i + 3));
const linesOf = (lines) => lines.map(pointsOf);

class Extent {
  least = [Infinity, Infinity, Infinity];
  most = [-Infinity, -Infinity, -Infinity];

  add(place, room = 0, body = this) {
    for (let i = 0; i < 3; i++) { // at most room beyond the body: a giant collider must not shrink the avatar to a dot
      this.least[i] = Math.min(this.least[i], body === this ? place[i] : Math.max(place[i], body.least[i] - room));
      this.most[i] = Math.max(this.most[i], body === this ? place[i] : Math.min(place[i], body.most[i] + room));
    }
  }

  size() {
    return Math.max(...this.most.map((value, i) => value - this.least[i]), 0) || 1;
  }
}

function extentOf(drawing) {
  const body = new Extent();
  const bones = [...linesOf(drawing.body), ...drawing.chains.flatMap(({lines}) => linesOf(lines))].flat();
  (bones.length > 0 ? bones : drawing.colliders.map(({at}) => at)).forEach((place) => body.add(place));
  const extent = new Extent();
  Object.assign(extent, {least: [...body.least], most: [...body.most]});
  const size = body.size();
  for (const {at, to, radius} of drawing.colliders) {
    for (const end of [at, to ?? at]) for (const sign of [1, -1]) extent.add(end.map((value) => value + sign * radius), size * 0.1, body);
  }
  for (const {border} of drawing.limits) pointsOf(border).forEach((place) => extent.add(place, size * 0.25, body));
  for (const [, ...place] of drawing.marks) extent.add(place, size * 0.4, body);
  return extent;
}

/** Returns a view: its axis to the right, and a function that maps positions of the drawing into it. */
function viewOf(extent, across, turn, name) {
  const scale = SIZE / extent.size();
  const wide = (extent.most[across] - extent.least[across]) * scale;
  const high = (extent.most[1] - extent.least[1]) * scale;
  const spare = Math.max(NARROWEST - wide - 2 * MARGIN, 0);
  const low = Math.max(NARROWEST - high - 2 * MARGIN, 0);
  const left = (turn > 0 ? extent.least[across] : -extent.most[across]) - (MARGIN + spare / 2) / scale;
  const top = extent.most[1] + (NAME + MARGIN + low / 2) / scale;
  const whole = (value) => Math.round(Math.min(Math.max(value, -FARTHEST), 2 * FARTHEST));
  return {
    name, across, scale,
    width: Math.floor(wide + spare + 2 * MARGIN) + BADGES,
    height: Math.floor(high + low + 2 * MARGIN) + NAME,
    at: (place) => [whole((turn * place[across] - left) * scale), whole((top - place[1]) * scale)],
  };
}

/** Returns the front view and the side view of a drawing. */
export function viewsOf(drawing) {
  const extent = extentOf(drawing);
  const turn = drawing.facesBack ? -1 : 1; // seen from +Z, the avatar's left is on the right
  return [viewOf(extent, 0, turn, 'PAGE_FRONT'), viewOf(extent, 2, turn, 'PAGE_SIDE')];
}

export const pathOf = (view, lines) => linesOf(lines).map((line) => `M${line.map((place) => view.at(place).join(' ')).join('L')}`).join('');

const circle = ([x, y], r) => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

function capsule([ax, ay], [bx, by], r) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1) return circle([ax, ay], r);
  const x = Math.round((-(by - ay) / length) * r);
  const y = Math.round(((bx - ax) / length) * r);
  return `M${ax + x} ${ay + y}A${r} ${r} 0 0 1 ${ax - x} ${ay - y}L${bx - x} ${by - y}A${r} ${r} 0 0 1 ${bx + x} ${by + y}z`;
}

const cross = (a, b) => [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);

/** Returns the square of a plane, and its normal, which points to the free side. */
function plane(view, {at, normal}) {
  const half = (PLANE * SIZE) / view.scale;
  const axis = [0, 0, 0];
  axis[normal.map(Math.abs).indexOf(Math.min(...normal.map(Math.abs)))] = 1;
  const side = cross(normal, axis);
  const u = side.map((value) => value / (Math.hypot(...side) || 1));
  const v = cross(normal, u);
  const corner = ([a, b]) => view.at(at.map((value, i) => value + half * (a * u[i] + b * v[i]))).join(' ');
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join('L');
  return `M${corners}zM${view.at(at).join(' ')}L${view.at(at.map((value, i) => value + (normal[i] * half) / 2)).join(' ')}`;
}

function colliderPath(view, collider) {
  const radius = Math.max(Math.round(Math.min(collider.radius * view.scale, 2 * FARTHEST)), 2);
  return collider.shape === 'plane' ? plane(view, collider)
    : collider.shape === 'capsule' ? capsule(view.at(collider.at), view.at(collider.to), radius) : circle(view.at(collider.at), radius);
}

const side = (a, b, [x, y]) => Math.sign((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]));

function limitPath(view, {at, border, flat}) {
  const tip = view.at(at);
  const points = pointsOf(border).map(view.at);
  const outline = points.map((point) => point.join(' ')).join('L');
  if (flat) return `M${tip.join(' ')}L${outline}z`;
  const isOutermost = (point) => new Set(points.map((other) => side(tip, point, other)).filter((sign) => sign !== 0)).size === 1;
  return `M${outline}z${points.filter(isOutermost).map((point) => `M${tip.join(' ')}L${point.join(' ')}`).join('')}`;
}

// ---- marks ----

/** Puts badges in rows beside the drawing, each as near to its mark as the others allow. */
function stack(badges, height) {
  badges.sort((a, b) => a.at[1] - b.at[1] || a.number - b.number);
  let least = RADIUS + 2;
  for (const badge of badges) {
    badge.row = Math.max(badge.at[1], least);
    least = badge.row + ROW;
  }
  let most = height - RADIUS - 2;
  for (const badge of [...badges].reverse()) {
    badge.row = Math.min(badge.row, most);
    most = badge.row - ROW;
  }
}

/** Exchanges the rows of badges whose lines cross, until none do: each exchange makes the lines shorter. */
function uncross(badges, x) {
  const crosses = (a, b) => side(a.at, [x, a.row], b.at) * side(a.at, [x, a.row], [x, b.row]) < 0
    && side(b.at, [x, b.row], a.at) * side(b.at, [x, b.row], [x, a.row]) < 0;
  for (let pass = 0, any = true; pass < 200 && any; pass++) {
    any = false;
    badges.forEach((a, i) => badges.slice(i + 1).forEach((b) => {
      if (!crosses(a, b)) return;
      [a.row, b.row] = [b.row, a.row];
      any = true;
    }));
  }
}

/** Draws marks at the positions of findings, the first mark of each with a badge that links to it; returns how many have none. */
function addMarks(svg, view, drawing, context) {
  const at = (place) => {
    const limits = [view.width - 4 * RADIUS, view.height - RING - 2];
    return view.at(place).map((value, i) => Math.min(Math.max(value, RING + 2), limits[i]));
  };
  const badges = new Map();
  for (const [finding, ...place] of drawing.marks) {
    const number = context.numberOf(finding);
    const kind = letterOf(context.findings[finding].severity);
    if (number === 0) continue;
    if (!badges.has(number)) badges.set(number, {number, kind, at: at(place)});
    if (number <= RINGS_MOST) {
      const [cx, cy] = at(place);
      svg.append(make('circle', {class: `r ${kind}`, cx, cy, r: RING}));
    }
  }
  const shown = [...badges.values()].sort((a, b) => a.number - b.number).slice(0, BADGES_MOST);
  const x = view.width - RADIUS - 2;
  stack(shown, view.height);
  uncross(shown, x - RADIUS);
  for (const badge of shown.sort((a, b) => a.row - b.row)) {
    const label = say('PAGE_FINDING', {number: badge.number});
    const link = document.createElementNS('http://www.w3.org/2000/svg', 'a');
    const attributes = {class: `m ${badge.kind}`, href: `#${context.id}f${badge.number}`, 'aria-label': label};
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    link.append(make('path', {d: `M${badge.at.join(' ')}L${x - RADIUS} ${badge.row}`}), make('circle', {cx: x, cy: badge.row, r: RADIUS}),
      make('text', {x, y: badge.row + 8}, String(badge.number)));
    svg.append(link);
  }
  return badges.size - shown.length;
}

// ---- the figure ----

function viewElement(view, drawing, context) {
  const marked = (worst) => (['error', 'warning'].includes(worst) ? ` ${letterOf(worst)}` : '');
  const dot = (place) => `M${view.at(place).join(' ')}h0`;
  const svg = make('svg', {class: 'view', viewBox: `0 0 ${view.width} ${view.height}`, width: Math.floor(view.width * 0.4),
    height: Math.floor(view.height * 0.4), role: 'group', 'aria-label': say(view.name)});
  for (const collider of drawing.colliders) {
    svg.append(make('path', {class: `c${collider.inside ? ' in' : ''}${marked(collider.worst)}`, d: colliderPath(view, collider)}));
  }
  if (drawing.body.length > 0) svg.append(make('path', {class: 'b', d: pathOf(view, drawing.body)}));
  for (const limit of drawing.limits) svg.append(make('path', {class: `l${marked(limit.worst)}`, d: limitPath(view, limit)}));
  for (const {subject, worst, lines} of drawing.chains) {
    svg.append(make('g', `k${marked(worst)}`, make('path', {d: pathOf(view, lines)}, make('title', null, clean(subject))),
      make('path', {class: 'd', d: linesOf(lines).flatMap((line) => line.slice(0, -1)).slice(0, 60).map(dot).join('')})));
  }
  for (const [name, x, y, z, small] of drawing.joints) {
    if (view.across === 0 || !small) svg.append(make('path', {class: 'h', d: dot([x, y, z])}, make('title', null, name)));
  }
  const left = addMarks(svg, view, drawing, context);
  svg.append(make('text', {class: 'name', x: 8, y: 30}, say(view.name)));
  return [svg, left];
}

/** Makes the figure of a drawing; null if there is nothing to draw. */
export function drawingFigure(drawing, context) {
  const there = {BONES: drawing.body.length + drawing.chains.length, NAMED: drawing.joints.length, CHAINS: drawing.chains.length,
    COLLIDERS: drawing.colliders.filter(({inside}) => !inside).length, INSIDE_COLLIDERS: drawing.colliders.filter(({inside}) => inside).length,
    LIMITS: drawing.limits.length, FINDINGS: drawing.marks.length};
  if (there.BONES + drawing.colliders.length === 0) return null;
  const styles = {BONES: 'b', NAMED: 'h', CHAINS: 'k', COLLIDERS: 'c', INSIDE_COLLIDERS: 'c in', LIMITS: 'l', FINDINGS: 'm'};
  const views = viewsOf(drawing).map((view) => viewElement(view, drawing, context));
  const more = {...drawing.more, findings: views[0][1]};
  return make('figure', 'drawing', make('div', 'views', views.map(([svg]) => svg)), make('figcaption', null,
    make('ul', 'key', Object.keys(there).filter((name) => there[name] > 0).map((name) => make('li', styles[name], say(`PAGE_KEY_${name}`)))),
    ['bones', 'colliders', 'limits', 'findings'].filter((name) => more[name] > 0)
      .map((name) => paragraph('at', `PAGE_MORE_${name.toUpperCase()}`, {count: more[name]}))));
}

/** Makes a small picture of an avatar: its thumbnail, otherwise its skeleton; null if it has neither. */
export function pictureOf({card, drawing}) {
  const picture = card?.picture;
  if (picture !== undefined) {
    return make('img', {class: 'thumb', alt: '', width: picture.width, height: picture.height, decoding: 'async', src: picture.data});
  }
  if (drawing === undefined || drawing.body.length + drawing.chains.length === 0) return null;
  const [view] = viewsOf(drawing);
  return make('svg', {class: 'thumb', viewBox: `0 0 ${view.width} ${view.height}`, width: 64, height: 64, 'aria-hidden': 'true'},
    make('path', {class: 'b', d: pathOf(view, drawing.body)}), make('path', {class: 'k', d: pathOf(view, drawing.chains.flatMap(({lines}) => lines))}));
}

// ---- cycles of constraints ----

const LABEL = 230; // room for a name
const EDGE = 56; // above and below the circle
const DOT = 9;
const HEAD = 15; // length of an arrow's head
const round = (...numbers) => numbers.map((value) => Math.round(value)).join(' ');

/** Draws a curved arrow, so that two arrows between the same nodes don't cover each other. */
function arrow([ax, ay], [bx, by]) {
  const mx = (ax + bx) / 2 - (by - ay) / 5;
  const my = (ay + by) / 2 + (bx - ax) / 5;
  const length = Math.hypot(bx - mx, by - my);
  const [x, y] = [(bx - mx) / length, (by - my) / length];
  const [tx, ty] = [bx - x * (DOT + 3), by - y * (DOT + 3)];
  const [nx, ny] = [tx - x * HEAD, ty - y * HEAD];
  return [make('path', {class: 'arrow', d: `M${round(ax, ay)}Q${round(mx, my, nx, ny)}`}), make('path', {class: 'head',
    d: `M${round(tx, ty)}L${round(nx - (y * HEAD) / 2, ny + (x * HEAD) / 2)}L${round(nx + (y * HEAD) / 2, ny - (x * HEAD) / 2)}z`})];
}

const loop = ([x, y]) => [make('path', {class: 'arrow', d: `M${round(x - DOT, y)}C${round(x - 90, y + 90, x + 90, y + 90, x + DOT + 4, y + HEAD)}`}),
  make('path', {class: 'head', d: `M${round(x + DOT - 2, y + DOT)}l16 8l-12 9z`})];

function ringGraph({members, more}) {
  const labels = members.map(([node]) => clean(/'[^']*'|\u300C[^\u300D]*\u300D/.exec(node)?.[0] ?? node, 18));
  if (more > 0) labels.push(say('AND_MORE_COUNT', {count: more}));
  const count = labels.length;
  const radius = count === 1 ? 40 : 55 + 11 * count;
  const [width, height] = [2 * (radius + LABEL), 2 * (radius + EDGE)];
  const way = (i) => (2 * Math.PI * i) / count - Math.PI / 2;
  const spots = labels.map((_, i) => [width / 2 + radius * Math.cos(way(i)), height / 2 + radius * Math.sin(way(i))]);
  return make('svg', {class: 'ring', viewBox: `0 0 ${width} ${height}`, width: Math.round(width * 0.8), height: Math.round(height * 0.8), role: 'img',
    'aria-label': say('PAGE_RING_OF', {count: members.length + more})},
  spots.flatMap((spot, i) => (count === 1 ? loop(spot) : arrow(spots[(i + 1) % count], spot))),
  spots.flatMap(([cx, cy], i) => {
    const [x, y] = [Math.cos(way(i)), Math.sin(way(i))];
    const anchor = Math.abs(x) < 0.01 ? 'middle' : x < 0 ? 'end' : 'start';
    const beside = x < -0.01 ? -14 : x > 0.01 ? 14 : 0;
    return [make('circle', {cx: Math.round(cx), cy: Math.round(cy), r: DOT}),
      make('text', {x: Math.round(cx + 10 * x + beside), y: Math.round(cy + 30 * y + 7), 'text-anchor': anchor}, labels[i])];
  }));
}

/** Makes the figures of constraints that form a cycle. */
export function ringFigures(drawing, context) {
  const figures = drawing.rings.map((ring) => make('figure', 'circle', ringGraph(ring), make('figcaption', null, paragraph(null, 'PAGE_RING'),
    context.numberOf(ring.finding) > 0 && linkTo(context, context.numberOf(ring.finding)),
    make('ul', null, ring.members.map(([node, source, how]) => make('li', null, sentence(how === 'below'
      ? say('PAGE_HANGS_BELOW', {node: clean(node), source: clean(source)})
      : say('PAGE_FOLLOWS', {node: clean(node), source: clean(source), how: say(`PAGE_BY_${how.toUpperCase()}`)})))),
    ring.more > 0 && make('li', null, say('AND_MORE_COUNT', {count: ring.more}))))));
  return drawing.moreRings > 0 ? [...figures, paragraph('at', 'PAGE_MORE_RINGS', {count: drawing.moreRings})] : figures;
}
