// Compiles a schema with ajv and validates one instance, all errors: peer_ajv.js SCHEMA INSTANCE
'use strict';
const fs = require('fs');
const Ajv = require('ajv/dist/2020');

const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')));
process.exit(validate(JSON.parse(fs.readFileSync(process.argv[3], 'utf8'))) ? 0 : 1);
