import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { VERSION } from './version.ts';

const file = (path: string) => new URL(`../${path}`, import.meta.url);

/** The commit that the package was built from, which the build writes down; in a clone the one that is checked out. */
function commit(): string {
  const written = file('commit.txt');
  if (existsSync(written)) return readFileSync(written, 'utf8').trim();
  try {
    const found = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: file('.'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return found.trim();
  } catch {
    return 'unknown';
  }
}

/** The name of the last migration. Its file is not loaded, because the database would be loaded with it. */
function schema(): string {
  const names = readdirSync(file('storage/migrations')).filter((name) => /^\d{3}-[a-z-]+\.[jt]s$/.test(name));
  return (names.toSorted().at(-1) ?? '').replace(/\.[jt]s$/, '');
}

/** What a report says about the program that made it. */
export const releaseFacts = () => ({ version: VERSION, commit: commit() });

/** `0.2.0 (commit 1c5f7fd1…, schema 028-experiment-looks)` */
export const releaseText = (): string => `${VERSION} (commit ${commit()}, schema ${schema()})`;
