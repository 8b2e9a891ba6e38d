// Gives the command Node's environment, terminals and file status in place of emscripten's defaults, and loads the texts from
// the files beside it.
Module['instantiateWasm'] = function (imports, done) {
  var program = require('../compile.cjs')(require('v8'), require('fs').readFileSync(__dirname + '/command.wasm'));
  Module['texts'] = JSON.parse(Buffer.from(WebAssembly.Module.customSections(program, 'texts')[0]).toString());
  done(new WebAssembly.Instance(program, imports), program);
  return {};
};
Module['preRun'] = [function () { Object.assign(ENV, process.env); }];
Module['onRuntimeInitialized'] = function () {
  for (var name in Module['texts']) {
    HEAPU8.set(require('fs').readFileSync(__dirname + '/' + name), Module['texts'][name][0]);
  }
  var stat = FS.stat;
  for (var fd = 0; fd < 3; fd++) {
    FS.streams[fd].tty = require('tty').isatty(fd);
    FS.streams[fd].path = '/dev/fd/' + fd;
  }
  FS.stat = function (path) {
    var own = /^\/dev\/fd\/([012])$/.exec(path);
    return own === null ? stat.apply(this, arguments) : require('fs').fstatSync(+own[1]);
  };
};
