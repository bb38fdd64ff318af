import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

/** What a clone asks npm for, with this in node_modules. */
function askedOf(scope: readonly string[], installed: Readonly<Record<string, string>>): string {
  const clone = temporaryFolder('setup');
  const [asked, npm] = [join(clone, 'asked'), join(clone, 'npm.cjs')];
  mkdirSync(join(clone, 'node_modules'));
  cpSync(SCRIPTS, join(clone, 'scripts'), { recursive: true });
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(clone, 'package-lock.json'), '{ "packages": {} }');
  for (const [name, text] of Object.entries(installed))
    writeFileSync(join(clone, 'node_modules', name), text);
  writeFileSync(
    npm,
    `require('node:fs').writeFileSync(${JSON.stringify(asked)}, process.argv.join(' ')); process.exit(1);`,
  );
  const env = { ...process.env, npm_execpath: npm };
  spawnSync(process.execPath, [join(clone, 'scripts/setup.js'), ...scope], { env, cwd: clone });
  return existsSync(asked) ? readFileSync(asked, 'utf8') : '';
}

it.each([
  ['all of a new clone', [], {}, false],
  ['what a server runs with', ['run'], {}, true],
  ['what a server runs with, of a new lock file', ['run'], { '.diptych-setup': 'old run' }, true],
  ['all of a new lock file, if all was installed', ['run'], { '.diptych-setup': 'old all' }, false],
  ['all after npm ci by hand', ['run'], { vitest: '' }, false],
] as const)('the setup of a clone installs %s', (_what, scope, installed, isWithoutDev) => {
  const asked = askedOf(scope, installed);
  expect(asked).toContain(' ci ');
  expect(asked.includes('--omit=dev')).toBe(isWithoutDev);
});
