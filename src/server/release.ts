import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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

/** What a report says about the program that made it. */
export const releaseFacts = () => ({ version: VERSION, commit: commit() });

/** `1.0.0 (commit 1c5f7fd1…, schema 001-baseline)` */
export async function releaseText(): Promise<string> {
  const { MIGRATION_NAMES } = await import('../storage/migrations/index.ts');
  return `${VERSION} (commit ${commit()}, schema ${MIGRATION_NAMES.at(-1)})`;
}
