// The avatar in motion: computing and showing it.
import {say} from '../report/text.js';
import {ask, Stopped} from './ask.js';
import {$, make, options} from './elements.js';
import {own, state, tell} from './state.js';

const STEPS = 300; // steps of a motion that isn't an animation
const FPS = 60;
const LONGEST = 3600; // limit of the steps of an animation; NUMBERS limits the numbers that they contain
const NUMBERS = 2e7;
const MOTIONS = ['walk', 'step', 'turn', 'nod', 'shake-stop', 'teleport-far', 'none', 'shake', 'bob', 'spin', 'bow'];
const MOTION_WORDS = {none: 'SETTLE', step: 'STEP', 'shake-stop': 'SHAKE', walk: 'WALK', turn: 'TURN', nod: 'NOD', 'teleport-far': 'TELEPORT'};

const chosen = () => (state.springs.length === 0 ? [] : [...$('engines').querySelectorAll('input:checked')].map((input) => input.value));
/** Returns the engines to compute. One moves the avatar even if no engine is chosen to be drawn. */
const engines = () => (chosen().length === 0 ? ['spec'] : chosen());

/** Returns the file of the chosen animation; null if a motion is chosen. */
export function animation() {
  return state.bones !== null ? state.base : state.animations.find(({key}) => `animation-${key}` === $('motions').value) ?? null;
}

/** Lists the motions that can be chosen: those of the check, and the dropped animations. */
export function listMotions() {
  const files = new Map(state.animations.map((file) => [`animation-${file.key}`, file]));
  options($('motions'), [...files.keys(), ...MOTIONS],
    (name) => (files.has(name) ? own().animation(files.get(name).path.split('/').at(-1)) : own().motions[name] ?? say(`MOTION_${MOTION_WORDS[name]}`)));
}

const steps = () => Number($('time').max) + 1;

/** Shows what in an animation doesn't fit the avatar. */
export function sayFit() {
  const fit = animation() === null ? null : state.fit;
  $('fit').hidden = fit === null;
  $('fit').replaceChildren(...(fit === null ? [] : own().fit(fit, steps() / FPS, state.bones !== null).map((text) => make('li', null, text))));
}

/** Computes how the springs move; if it is called again meanwhile, only the last call's result is shown. */
export async function move() {
  const {base} = state;
  const mine = (state.moving = {});
  const names = engines();
  const lines = chosen().length > 0;
  const file = animation();
  $('poses').disabled = file !== null;
  tell(own().moving);
  try {
    const fit = file === null ? null : await ask('fit', base, file);
    if (mine !== state.moving || base !== state.base) return false;
    state.fit = fit;
    const numbers = 20 * (state.joints + 100);
    $('time').max = String((fit === null ? STEPS : Math.max(2, Math.min(Math.ceil(fit.seconds * FPS) + 1, LONGEST, Math.floor(NUMBERS / numbers)))) - 1);
    const how = {motion: file === null ? $('motions').value : 'none', pose: $('poses').value, fps: FPS, steps: steps()};
    const all = [];
    for (const engine of names) {
      all.push(await ask('simulate', base, state.changes, {...how, engine}, file));
      if (mine !== state.moving || base !== state.base) return false;
    }
    const other = state.other === null ? [] : [await ask('simulate', state.other, undefined, {...how, engine: names[0]}, file)];
    if (mine !== state.moving || base !== state.base) return false;
    state.view.play(all, fit?.hips, lines);
    if (other.length > 0) state.twin?.play(other, undefined, lines);
    tell('');
    sayFit();
    seek(Math.min(state.step, steps() - 1));
    return true;
  } catch (error) {
    if (mine === state.moving && !(error instanceof Stopped)) tell((file === null ? own().simFailed : own().playFailed)(error.message), true);
    return false;
  }
}

export function sayTime() {
  const time = own().seconds((state.step / FPS).toFixed(1));
  $('time').setAttribute('aria-valuetext', time);
  $('seconds').textContent = time;
}

export function seek(step) {
  state.step = step;
  $('time').value = String(step);
  sayTime();
  state.view.seek?.(step);
  if (state.other !== null) state.twin?.seek(step);
}

/** Shows the marks of findings on the time line: {finding, seconds}. choose is called when one is pressed. */
export function markTimes(places, findings, choose) {
  const end = Number($('time').max) / FPS;
  $('marks').replaceChildren(...places.filter(({seconds}) => seconds !== null && seconds >= 0 && seconds <= end).map(({finding, seconds}) => {
    const {severity, message} = findings[finding];
    const label = `${own().seconds(seconds.toFixed(1))}${own().colon}${message}`;
    const button = make('button', {type: 'button', class: severity, title: message, 'aria-label': label});
    button.style.left = `${(100 * seconds) / Math.max(end, 1 / FPS)}%`;
    button.addEventListener('click', () => {
      pressed(false);
      seek(Math.round(seconds * FPS));
      choose(finding, true);
    });
    return button;
  }));
}

export function pressed(playing) {
  state.playing = playing;
  $('play').setAttribute('aria-pressed', String(playing));
  $('play').textContent = playing ? own().pause : own().play;
}

/** Plays in a loop from the current step. onStep is called with each step, onEnd when playback is paused. */
export async function play(onStep = () => {}, onEnd = () => {}) {
  const {base} = state;
  if ((state.view.trajectories?.length !== engines().length && !(await move())) || base !== state.base) {
    onEnd();
    return;
  }
  pressed(true);
  let last = null;
  let time = state.step;
  const mine = (state.run = {});
  const frame = (now) => {
    if (!state.playing || mine !== state.run) {
      onEnd();
      return;
    }
    // start at the first frame: its time may be before this call, and no step is before the first
    time += ((now - (last ?? now)) * FPS) / 1000;
    onStep(time);
    time %= steps();
    last = now;
    seek(Math.floor(time));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

export function stop() {
  state.moving = {};
  pressed(false);
  state.view?.stop?.();
  state.twin?.stop();
}
