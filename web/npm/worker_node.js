// The worker behind client.js, for Node.
import {parentPort} from 'node:worker_threads';
import * as library from './node.js';
import {serve} from './serve.js';

parentPort.on('message', (data) => serve(library, data, (message, buffers) => parentPort.postMessage(message, buffers)));
