// A worker of Node that does what client.js asks for.
import {parentPort} from 'node:worker_threads';
import * as library from './node.js';
import {serve} from './serve.js';

parentPort.on('message', (data) => serve(library, data, (message, buffers) => parentPort.postMessage(message, buffers)));
