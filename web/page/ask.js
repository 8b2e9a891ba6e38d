// The worker, asked by name: each call is answered by a promise.
const worker = new Worker('worker.js', {type: 'module'});
const waiting = new Map();
let calls = 0;

worker.addEventListener('message', ({data: {id, result, error}}) => {
  const {resolve, reject} = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) resolve(result);
  else reject(new Error(error));
});

export function ask(call, ...args) {
  return new Promise((resolve, reject) => {
    calls += 1;
    waiting.set(calls, {resolve, reject});
    worker.postMessage({id: calls, call, args});
  });
}
