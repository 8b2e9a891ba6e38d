// Validates every file that is named, or all of the folders that are, with the npm package gltf-validator.
'use strict';
const fs = require('fs');
const path = require('path');
const validator = require('gltf-validator');

function expand(name) {
    return fs.statSync(name).isDirectory() ? fs.readdirSync(name).sort().flatMap((each) => expand(path.join(name, each)))
        : /\.(vrma?|glb|gltf)$/i.test(name) ? [name] : [];
}

(async () => {
    for (const file of process.argv.slice(2).flatMap(expand)) {
        try {
            await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
                uri: file,
                externalResourceFunction: () => Promise.reject(new Error('not read')),
            });
        } catch (error) {
            // what isn't glTF at all is refused
        }
    }
})();
