// The worker's side of client.js. Messages: {id, call, args} in, {id, result} or {id, error} out.

const buffersOf = (result) => Object.values(result ?? {}).filter((value) => value?.buffer instanceof ArrayBuffer).map((value) => value.buffer);

export async function serve(library, {id, call, args}, post) {
  try {
    const result = await library[call](...args);
    post({id, result}, buffersOf(result));
  } catch (error) {
    post({id, error: error instanceof Error ? error : new Error(String(error))}, []);
  }
}
