import type {check, diff, fix, rules, simulate, version, Wasm} from './index.js';

/** What is used of a worker, of a browser or of Node. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

export interface InWorker {
  check: typeof check;
  diff: typeof diff;
  fix: typeof fix;
  simulate: typeof simulate;
  rules: typeof rules;
  version: typeof version;
  /** Ends the worker, and rejects what waits for it. */
  close(): void;
}

/**
 * The functions of vrmlint, done one by one by a worker that start() makes of the module vrmlint/worker. A call that is aborted
 * while it is done ends its worker; the next call starts another.
 * wasm: see init(); a worker can be sent a path, a URL as text, bytes or a compiled module.
 */
export function inWorker(start: () => WorkerLike, options?: {wasm?: Wasm}): InWorker;

export {engines, motions, poses} from './index.js';
