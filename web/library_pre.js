// Node 18 has no crypto of its own that everybody sees; who starts the library brings one.
var crypto = Module['crypto'] || globalThis.crypto;
