import {check, diff, engines, init, type Report} from 'vrmlint';
import {inWorker} from 'vrmlint/client';

export async function use(bytes: Uint8Array): Promise<Report> {
  await init({wasm: 'library.wasm'});
  const working = inWorker(() => ({postMessage() {}, terminate() {}}));
  await working.check(bytes, {signal: {aborted: false, reason: undefined, throwIfAborted() {}}});
  const {changes} = await diff(bytes, bytes, {language: 'ja', oldBeside: {'a.bin': bytes}});
  const [kind]: string[] = changes.map(({kind, message}) => `${kind}: ${message}`);
  if (kind !== undefined) await working.diff(bytes, bytes);
  // @ts-expect-error: there is no such engine
  const wrong: 'unity' = engines[0];
  return check(bytes, {language: 'ja', externalResourceFunction: async (uri) => (uri === 'a.bin' ? bytes : null)});
}
