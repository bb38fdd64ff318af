import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueBatch } from '../../src/cli/code-batch.ts';
import { reportFile } from '../../src/cli/holders/report.ts';
import { type Disk, HAS_DISKS, newDisk } from './support/mounts.ts';

/** In bytes; more than one write of the disk has room for. */
const DISK = 64 * 1024;
const NOTE = 'x'.repeat(DISK);

describe.skipIf(!HAS_DISKS)('A file that a command writes, on a disk with room for a part of it', () => {
  let disk: Disk;
  beforeEach(() => {
    disk = newDisk(String(DISK));
  });
  afterEach(() => disk.remove());

  const file = () => join(disk.path, 'out');

  it.each([false, true])(
    'codes: the command fails, and does not end as if all were stored (JSON: %s)',
    async (json) => {
      const code = {
        id: 'c-1',
        holderId: 'h-1',
        code: '12345678',
        expireTime: '2026-12-01T00:00:00Z',
        link: NOTE,
      };
      const asked = { holderIds: ['h-1'], count: 1, out: file(), json, issue: async () => code };
      await expect(issueBatch(asked)).rejects.toMatchObject({ code: 'ENOSPC' });
    },
  );

  it('the problems of records: the command fails', () => {
    const report = reportFile(file());
    const problem = { place: 'line 1', severity: 'error', path: 'id', problem: NOTE } as const;
    expect(() => report.take(problem)).toThrow(/ENOSPC/);
    report.close();
    expect(readFileSync(file(), 'utf8')).toMatch(/^place,/);
  });
});
