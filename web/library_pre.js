// Node 18 has no global crypto; the caller that starts the library passes one.
var crypto = Module['crypto'] || globalThis.crypto;
