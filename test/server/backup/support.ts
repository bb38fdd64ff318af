import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TableSum, tableSum } from '../../../src/storage/copy/rows.ts';
import { TABLES } from '../../../src/storage/schema/index.ts';
import { openConnection } from '../../../src/storage/sqlite/connection.ts';
import { diptych, type Run } from '../../support/cli.ts';

export const PASSPHRASE = 'correct horse battery staple';

export interface Place {
  readonly path: string;
  at(...names: readonly string[]): string;
  /** Runs `diptych backup`, with the keys. */
  backup(data: string, to: string): Promise<Run>;
  /** Runs `diptych restore`, with the keys. */
  restore(from: string, data: string): Promise<Run>;
  /** Runs `diptych backup verify`, with the keys. */
  verify(folder: string): Promise<Run>;
  remove(): void;
}

/** A temporary folder for data, backups and restored data, with a passphrase file. */
export function makePlace(): Place {
  const path = mkdtempSync(join(tmpdir(), 'diptych-backup-'));
  const at = (...names: readonly string[]) => join(path, ...names);
  writeFileSync(at('passphrase'), `${PASSPHRASE}\n`, { mode: 0o600 });
  const passphrase = ['--passphrase-file', at('passphrase')];
  return {
    path,
    at,
    backup: (data, to) => diptych('backup', '--data', data, '--to', to, '--with-keys', ...passphrase),
    restore: (from, data) =>
      diptych('restore', '--from', from, '--data', data, '--erased-may-return', ...passphrase),
    verify: (folder) => diptych('backup', 'verify', folder, ...passphrase),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Counts and checksums of every table of a data folder. */
export async function sumsOf(data: string): Promise<readonly TableSum[]> {
  const { raw, kysely } = openConnection(join(data, 'diptych.sqlite'), { readonly: true });
  try {
    const sums: TableSum[] = [];
    for (const table of TABLES) sums.push(await tableSum(kysely, table));
    return sums;
  } finally {
    raw.close();
  }
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The file modes of a folder and of everything below it, by path. */
export function modesBelow(folder: string, name = '.'): readonly (readonly [string, string])[] {
  const path = join(folder, name);
  const own = [name, modeOf(path)] as const;
  if (!statSync(path).isDirectory()) return [own];
  return [own, ...readdirSync(path).flatMap((child) => modesBelow(folder, join(name, child)))];
}
