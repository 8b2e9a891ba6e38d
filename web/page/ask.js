// Calls to the worker, by name. Each call returns a promise. After the worker is terminated, the next call starts another.
import {addressOf, filesInside, inside} from './inside.js';

const script = await addressOf('worker.js', 'text/javascript');
const files = inside.length === 0 ? undefined : await filesInside();
const waiting = new Map();
let worker = null;
let program; // compiled once, and sent to each later worker
let calls = 0;
let onBusy = () => {};

/** The error that calls reject with when they are stopped. */
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

/** Returns the parts of an argument that the worker needs: a file goes without its report and its entry in the list. */
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

/** Terminates the worker if any call is waiting, and rejects those calls. */
export function stopWork() {
  if (waiting.size > 0) end(new Stopped());
}

/** Sets the function that is called with true when work begins, and with false when no work is left. */
export function watchWork(call) {
  onBusy = call;
}
