import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const PROCESS = fileURLToPath(new URL('../support/first-start-process.ts', import.meta.url));

it('processes that start together on an empty folder create one database, one set of keys and one admin token', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-start-'));
  try {
    const starts = Array.from({ length: 4 }, () => run(process.execPath, [PROCESS, folder]));
    const told = (await Promise.all(starts)).map(
      ({ stdout }) => JSON.parse(stdout) as { token: string; keys: string[] },
    );
    expect(new Set(told.map(({ token }) => token)).size).toBe(1);
    expect(told[0]?.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(told.map(({ keys }) => JSON.stringify(keys))).size).toBe(1);
    expect(told[0]?.keys).toHaveLength(4);
    const files = readdirSync(join(folder, 'keys')).filter((name) => name.endsWith('.pem'));
    expect(files.toSorted()).toEqual(told[0]?.keys.map((id) => `${id}.pem`).toSorted());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
