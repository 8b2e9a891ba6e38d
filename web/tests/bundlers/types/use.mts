import {check, engines, init, type Report} from 'vrmlint';
import {inWorker} from 'vrmlint/client';

export async function use(bytes: Uint8Array): Promise<Report> {
  await init({wasm: 'library.wasm'});
  const working = inWorker(() => ({postMessage() {}, terminate() {}}));
  await working.check(bytes, {signal: {aborted: false, reason: undefined, throwIfAborted() {}}});
  // @ts-expect-error: there is no such engine
  const wrong: 'unity' = engines[0];
  return check(bytes, {language: 'ja', externalResourceFunction: async (uri) => (uri === 'a.bin' ? bytes : null)});
}
