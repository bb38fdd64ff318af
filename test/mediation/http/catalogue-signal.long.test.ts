import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { startProcess } from '../../support/server-process.ts';

it('SIGHUP makes the server read the catalogue file again, and does not stop it', async () => {
  const data = mkdtempSync(join(tmpdir(), 'diptych-catalogue-'));
  const file = join(data, 'catalogue.json');
  const adSources = [{ adSourceId: '1', title: 'First', adapters: [] }];
  writeFileSync(file, JSON.stringify({ ownNetwork: '1', adSources }));
  const server = await startProcess(data, { DIPTYCH_MEDIATION_CATALOGUE: file });
  try {
    const show = () => callAdmin(server.connection, 'showCatalogue', {});
    const { loadTime } = await show();
    server.signal('SIGHUP');
    await vi.waitFor(async () => expect((await show()).loadTime).not.toBe(loadTime), 180_000);
    expect((await show()).adSources).toMatchObject([{ title: 'First' }]);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
    rmSync(data, { recursive: true, force: true });
  }
});
