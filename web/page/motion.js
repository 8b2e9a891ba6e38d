// The avatar in motion: computing it, and showing it.
import {ask, Stopped} from './ask.js';
import {$} from './elements.js';
import {own, state, tell} from './state.js';

const STEPS = 300;
const FPS = 60;

export function engines() {
  return [...$('engines').querySelectorAll('input:checked')].map((input) => input.value);
}

/** Computes how the springs move; of several calls only the last is shown. */
export async function move() {
  const {base} = state;
  const mine = (state.moving = {});
  const names = engines();
  tell(own().moving);
  try {
    const all = [];
    for (const engine of names) {
      all.push(await ask('simulate', base, state.changes,
        {engine, motion: $('motions').value, pose: $('poses').value, fps: FPS, steps: STEPS}));
      if (mine !== state.moving || base !== state.base) return false;
    }
    state.view.play(all);
    tell('');
    seek(state.step);
    return all.length > 0;
  } catch (error) {
    if (mine === state.moving && !(error instanceof Stopped)) tell(own().simTrouble(error.message), true);
    return false;
  }
}

export function seek(step) {
  state.step = step;
  $('time').value = String(step);
  $('time').setAttribute('aria-valuetext', own().seconds((step / FPS).toFixed(1)));
  $('seconds').textContent = own().seconds((step / FPS).toFixed(1));
  state.view.seek?.(step);
}

export function pressed(playing) {
  state.playing = playing;
  $('play').setAttribute('aria-pressed', String(playing));
  $('play').textContent = playing ? own().pause : own().play;
}

export async function play() {
  if (state.view.trajectories?.length !== engines().length && !(await move())) return;
  pressed(true);
  let last = performance.now();
  let time = state.step;
  const frame = (now) => {
    if (!state.playing) return;
    time = (time + ((now - last) * FPS) / 1000) % STEPS;
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
}
