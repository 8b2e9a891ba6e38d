// The command takes from Node what emscripten would make up.
Module['wasmBinary'] = require('fs').readFileSync(__dirname + '/command.wasm');
Module['preRun'] = [function () { Object.assign(ENV, process.env); }];
Module['onRuntimeInitialized'] = function () {
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
