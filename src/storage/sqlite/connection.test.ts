import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openConnection } from './connection.ts';

/** https://www.sqlite.org/pragma.html#pragma_synchronous */
const FULL = 2;
/** https://www.sqlite.org/pragma.html#pragma_temp_store */
const MEMORY = 2;

it('A writing connection syncs the log at every commit, overwrites deleted data, and copies no pages to temporary files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-connection-'));
  const { raw } = openConnection(join(folder, 'database'), { readonly: false });
  try {
    const pragma = (name: string) => raw.pragma(name, { simple: true });
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(FULL);
    expect(pragma('secure_delete')).toBe(1);
    expect(pragma('temp_store')).toBe(MEMORY);
  } finally {
    raw.close();
    rmSync(folder, { recursive: true });
  }
});
