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

/** The name of the last migration, of which a package has the declaration. It is not loaded: the database would be loaded too. */
function schema(): string {
  const names = readdirSync(file('storage/migrations')).map(
    (name) => /^(\d{3}-[a-z-]+)\.(?:d\.)?ts$/.exec(name)?.[1] ?? '',
  );
  return names.toSorted().at(-1) ?? '';
}

/** What a report says about the program that made it. */
export const releaseFacts = () => ({ version: VERSION, commit: commit() });

/** `1.0.0 (commit 1c5f7fd1…, schema 001-baseline)` */
export const releaseText = (): string => `${VERSION} (commit ${commit()}, schema ${schema()})`;
