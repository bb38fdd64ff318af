import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const COMPILER = fileURLToPath(new URL('../../../node_modules/ts7/lib/tsc.js', import.meta.url));

/** What the compiler says about programs of a project, without `skipLibCheck`. */
export function typeErrors(project: string, programs: readonly string[]): string {
  const options = '--noEmit --strict --target es2024 --module nodenext --types node'.split(' ');
  return spawnSync(process.execPath, [COMPILER, ...options, ...programs], { cwd: project, encoding: 'utf8' })
    .stdout;
}
