// The worker, called by name: each call is answered by a promise. The worker can be ended at any time; the next call starts another.
import {addressOf, filesInside, inside} from './inside.js';

const script = await addressOf('worker.js', 'text/javascript');
const files = inside.length === 0 ? undefined : await filesInside();
const waiting = new Map();
let worker = null;
let program; // compiled once, and handed to each later worker
let calls = 0;
let onBusy = () => {};

/** The error of calls that were ended. */
export class Stopped extends Error {}

function settle(id) {
  const call = waiting.get(id);
  waiting.delete(id);
  if (waiting.size === 0) onBusy(false);
  return call;
}

function started() {
  const made = new Worker(script, {type: files === undefined ? 'module' : 'classic'});
  made.addEventListener('message', ({data}) => {
    if (data.program !== undefined) program = data.program;
    if (made !== worker || !waiting.has(data.id)) return;
    const {resolve, reject} = settle(data.id);
    if (data.error === undefined) resolve(data.result);
    else reject(new Error(data.error));
  });
  made.addEventListener('error', (event) => {
    if (made === worker) end(new Error(event.message ?? 'worker.js'));
  });
  if (files !== undefined) made.postMessage({files});
  if (program !== undefined) made.postMessage({program});
  return made;
}

function end(error) {
  worker?.terminate();
  worker = null;
  for (const id of [...waiting.keys()]) settle(id).reject(error);
}

/** What the worker needs of an argument: of a file neither its report nor its place in the list. */
function needed(argument) {
  if (!(argument?.blob instanceof Blob)) return argument;
  const {key, name, blob, near} = argument;
  return {key, name, blob, near};
}

export function ask(call, ...args) {
  worker ??= started();
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, {resolve, reject});
    onBusy(true);
    worker.postMessage({id: calls, call, args: args.map(needed)});
  });
}

/** Ends everything that the worker does. */
export function stopWork() {
  if (waiting.size > 0) end(new Stopped());
}

/** Calls a function with true when work begins, and with false when none is left. */
export function watchWork(call) {
  onBusy = call;
}
