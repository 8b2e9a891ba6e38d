// Checks --format sarif, in each language, with the JSON Schema of SARIF 2.1.0: node sarif.mjs PROGRAM SOURCE MODULES [CORPUS]
// MODULES: a folder whose node_modules has @microsoft/jest-sarif (npm install @microsoft/jest-sarif there), which has the
// schema and a validator. Skips (77) without it. CORPUS: a folder of other files, which are checked too if it exists.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

const [program, source, modules, corpus] = process.argv.slice(2);
let Ajv;
let draft4;
let schema;
try {
    const inner = createRequire(createRequire(join(modules, 'package.json')).resolve('@microsoft/jest-sarif/package.json'));
    Ajv = inner('ajv');
    draft4 = inner('ajv/lib/refs/json-schema-draft-04.json');
    schema = inner('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
} catch {
    console.log(`skipped: no @microsoft/jest-sarif in ${modules}`);
    process.exit(77);
}

const ajv = new Ajv({ schemaId: 'auto', allErrors: true, unknownFormats: 'ignore', logger: false });
ajv.addMetaSchema(draft4);
const validate = ajv.compile(schema);

function say(holds, what) {
    console.log(`${holds ? 'ok' : 'FAILED'}: ${what}`);
    process.exitCode ||= holds ? 0 : 1;
}

const folders = [join(source, 'fixtures'), ...(corpus && existsSync(corpus) ? [corpus] : [])];
let log;
for (const folder of folders) {
    for (const language of ['en', 'ja']) {
        const run = spawnSync(program, ['--no-config', '--format', 'sarif', '--lang', language, folder, 'no-such-file.vrm'],
                              { maxBuffer: 1 << 30 });
        const found = JSON.parse(run.stdout);
        const count = found.runs[0].results.length;
        const good = validate(found);
        say(good && count > 0, `${folder}, ${language}: ${count} results`);
        for (const error of (good ? [] : validate.errors.slice(0, 10))) {
            console.log(`  ${error.dataPath} ${error.message}`);
        }
        log ??= found;
    }
}
// The schema must also reject something, otherwise passing means nothing.
log.runs[0].results[0].level = 'loud';
say(!validate(log), 'a level that there is not is refused');
delete log.runs[0].results[0].level;
delete log.runs[0].results[0].message;
say(!validate(log), 'a result without a message is refused');
