#!/usr/bin/env node
// The command: options, exit status, input and output are those of the native one.
require('./dist/command.cjs');
