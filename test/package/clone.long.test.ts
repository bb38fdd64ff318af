import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ON_SYSTEM_NODE } from './support/packed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

/** Megabytes that the demo may install. */
const MOST = 300;

interface Locked {
  readonly dev?: boolean;
}

const { isInstalledHere, isUnused } = await import(
  new URL('../../scripts/packages.js', import.meta.url).href
);

const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');

/** Folders of the packages that Diptych runs with, from node_modules. Those inside of others come with them. */
const packages = Object.entries(JSON.parse(lock).packages as Readonly<Record<string, Locked>>)
  .filter(([path, locked]) => !locked.dev && isInstalledHere(path, locked))
  .map(([path]) => path.slice('node_modules/'.length))
  .filter((name) => !name.includes('/node_modules/') && existsSync(join(MODULES, name)));

/** A new clone in which these packages count as installed. Its consoles are built only if this clone has other ones. */
function newClone(): string {
  const clone = join(temporaryFolder('clone'), 'diptych');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const modules = join(clone, 'node_modules');
  for (const name of [...packages, '.bin/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(MODULES, name), join(modules, name));
  }
  writeFileSync(join(modules, '.diptych-setup'), `${hash('sha256', lock)} run`);
  cpSync(join(ROOT, 'console/dist'), join(clone, 'console/dist'), { recursive: true });
  return clone;
}

/** The path itself and every folder above it. */
const foldersOf = (path: string) => path.split(sep).map((_, at, parts) => parts.slice(0, at + 1).join(sep));

/** Bytes on disk, in megabytes. */
function megabytes(name: string): number {
  const files = readdirSync(join(MODULES, name), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const kept = files.filter((path) => !foldersOf(path.slice(MODULES.length + 1)).some(isUnused));
  return kept.reduce((sum, path) => sum + statSync(path).blocks, 0) / 2048;
}

it('the demo runs in a new clone with nothing installed but what it runs with', () => {
  const clone = newClone();
  const run = ['run', '--silent', 'demo', '--', '--once'];
  const printed = execFileSync('npm', run, { cwd: clone, env: ON_SYSTEM_NODE, encoding: 'utf8' });
  expect(printed).toContain('The issuer panel');
});

it('what the demo runs with is small', () => {
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.reduce((sum, name) => sum + megabytes(name), 0)).toBeLessThanOrEqual(MOST);
});
