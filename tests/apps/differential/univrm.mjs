// UniVRM's own parsers, run in mono.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// Returns the program in the folder EXTERNAL, or why it can't be run.
export function parsers(external) {
  const program = path.join(external || '', 'apps', 'univrm', 'uni.exe');
  if (!external || !fs.existsSync(program)) { return { program, why: `${program} doesn't exist` }; }
  if (spawnSync('mono', ['--version']).status !== 0) { return { program, why: 'mono is not installed' }; }
  return { program };
}

// Returns UniVRM's result for each path: OK, NOTVRM, or the error that it throws.
export function results(program, paths) {
  const run = spawnSync('mono', [program, '-'], { input: paths.join('\n'), maxBuffer: 2 ** 28 });
  const result = new Map();
  for (const line of run.stdout.toString().trim().split('\n')) {
    const [at, state, stage, exception, message, frames] = line.split('\t');
    result.set(at, state === 'THROW' || state === 'HANG'
      ? `${state} ${stage} ${exception} ${(message ?? '').slice(0, 60)} ${(frames ?? '').split('<').slice(0, 3).join('<')}` : state);
  }
  for (const at of paths) { if (!result.has(at)) { throw new Error(`UniVRM has no result for ${at}: ${run.stderr}`); } }
  return result;
}
