import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ON_SYSTEM_NODE } from './support/packed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

/** Megabytes that the demo may install, without what Node compiles. */
const MOST = 225;

const { isUnused } = await import(new URL('../../scripts/packages.js', import.meta.url).href);
const { megabytesToRun, packagesToRun } = await import(
  new URL('../../scripts/installed.js', import.meta.url).href
);
const packages: readonly string[] = packagesToRun();

/** A file or folder of a package as `isUnused` names it. */
const named = (path: string) => path.slice(MODULES.length + 1);

/** Node itself, which is as large as everything else. */
const NODE = dirname(realpathSync(join(MODULES, '.bin/node')));

/** A new clone in which what the demo installs is there. */
function newClone(): string {
  const clone = join(temporaryFolder('clone'), 'diptych');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const modules = join(clone, 'node_modules');
  const filter = (path: string) => path !== NODE && !isUnused(named(path));
  for (const name of packages) cpSync(join(MODULES, name), join(modules, name), { recursive: true, filter });
  symlinkSync(NODE, join(modules, named(NODE)));
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join(MODULES, '.bin/node'), join(modules, '.bin/node'));
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  writeFileSync(join(modules, '.diptych-setup'), `${hash('sha256', lock)} run`);
  return clone;
}

/** Milliseconds for a build and a story on a busy machine. */
const SLOW = { timeout: 600_000 };

it(
  'the consoles are built and the demo runs in a new clone with nothing installed but what they need',
  SLOW,
  () => {
    const clone = newClone();
    const run = ['run', '--silent', 'demo', '--', '--once'];
    const printed = execFileSync('npm', run, { cwd: clone, env: ON_SYSTEM_NODE, encoding: 'utf8' });
    expect(printed).toContain('The issuer panel');
  },
);

it('what the demo runs with is small', () => {
  expect(packages.length).toBeGreaterThan(50);
  expect(megabytesToRun()).toBeLessThanOrEqual(MOST);
});
