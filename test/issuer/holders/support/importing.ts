import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { diptych, to } from '../../../support/cli.ts';
import { rows } from '../../../support/database.ts';
import type { World } from '../../../support/world.ts';

/** A folder for files to import, and what tests do with them. */
export function useImports(world: () => World) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    /** Writes a file and returns its path. */
    file(name: string, content: string | Buffer): string {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    importing: (path: string, ...options: readonly string[]) =>
      diptych('holders', 'import', path, ...options, ...to(world())),
    /** The ids of stored holders that start like this. */
    idsLike: (prefix: string) =>
      rows(
        world(),
        'select holder_id from holder where holder_id like ? order by holder_id',
        `${prefix}%`,
      ).map((row) => row.holder_id),
  };
}

/** The text of a file of JSON Lines. */
export const lines = (records: readonly object[]) =>
  records.map((record) => JSON.stringify(record)).join('\n');
