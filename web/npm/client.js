// The functions of the library, run by a worker: the caller isn't blocked, and can stop a call that takes too long.
import {asBytes, asSignal, withLoaded} from './files.js';
import {calls, engines, motions, poses} from './names.js';

/** Registers handlers for the messages and errors of a worker, in a browser or in Node. */
function listen(worker, heard, failed) {
  if (typeof worker.on === 'function') {
    worker.on('message', heard);
    worker.on('messageerror', failed);
    worker.on('error', failed);
    worker.on('exit', () => failed(new Error('the worker ended')));
  } else {
    worker.addEventListener('message', ({data}) => heard(data));
    worker.addEventListener('messageerror', () => failed(new Error("the worker's answer can't be read")));
    worker.addEventListener('error', (event) => failed(new Error(event.message || "the worker can't be loaded")));
  }
}

/** Returns the arguments of a call on a file in a form that can be sent to a worker. */
async function sendable(bytes, options = {}) {
  const own = asBytes(bytes, 'the file');
  const {signal: _, ...rest} = await withLoaded(own, options);
  if (rest.animation !== undefined) rest.animation = asBytes(rest.animation, 'the animation');
  if (rest.beside !== undefined) {
    rest.beside = Object.fromEntries(Object.entries(rest.beside).map(([path, other]) => [path, asBytes(other, `beside: ${JSON.stringify(path)}`)]));
  }
  return [own, rest];
}

/**
 * Returns the functions of the library, run one at a time by a worker that start() creates from the module vrmlint/worker.
 * Aborting a call while it runs terminates the worker; the next call starts another. wasm: see init().
 */
export function inWorker(start, {wasm} = {}) {
  const queue = []; // waiting calls; the first one may be with the worker
  let worker = null;
  let sent = null;
  let ids = 0;

  const stop = () => {
    worker?.terminate();
    worker = null;
    sent = null;
  };
  const settle = (job, how, value) => {
    queue.splice(queue.indexOf(job), 1);
    job.signal?.removeEventListener('abort', job.abort);
    if (sent === job) sent = null;
    if (sent === null) worker?.unref?.(); // in Node: the process may exit now
    job[how](value);
  };
  const next = () => {
    while (sent === null && queue.length > 0) {
      const [job] = queue;
      sent = job;
      try {
        if (worker === null) begin();
        worker.ref?.();
        worker.postMessage({id: job.id, call: job.call, args: job.args});
      } catch (error) {
        settle(job, 'reject', error);
      }
    }
  };
  const begin = () => {
    const mine = start();
    worker = mine;
    listen(mine, ({id, result, error}) => {
      if (worker !== mine || sent?.id !== id) return;
      if (error === undefined) settle(sent, 'resolve', result);
      else settle(sent, 'reject', error);
      next();
    }, (error) => {
      if (worker !== mine) return;
      const job = sent;
      stop();
      if (job !== null) settle(job, 'reject', error);
      next();
    });
    if (wasm !== undefined) mine.postMessage({call: 'init', args: [{wasm}]});
  };
  const call = (name) => async (...args) => {
    const two = name === 'diff';
    const signal = asSignal(args[two ? 2 : 1]?.signal);
    const ready = name === 'rules' || name === 'version' ? args : !two ? await sendable(...args)
      : [(await sendable(args[0]))[0], ...(await sendable(...args.slice(1)))];
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const job = {id: ++ids, call: name, args: ready, resolve, reject, signal};
      job.abort = () => {
        if (sent === job) stop();
        settle(job, 'reject', signal.reason);
        next();
      };
      signal?.addEventListener('abort', job.abort, {once: true});
      queue.push(job);
      next();
    });
  };
  return {
    ...Object.fromEntries(calls.map((name) => [name, call(name)])),
    /** Terminates the worker, and rejects the calls that wait for it. */
    close() {
      stop();
      for (const job of [...queue]) settle(job, 'reject', new Error('the worker was closed'));
    },
  };
}

export {engines, motions, poses};
