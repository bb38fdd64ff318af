import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '../../../src/server/backup/make.ts';
import { restoreBackup } from '../../../src/server/backup/restore.ts';
import { loadWithOrigins } from '../../../src/server/config/load.ts';
import { placesOf, STATUS_URI } from '../../issuer/status/support/status.ts';
import { activePhone } from '../../support/devices.ts';
import { startWorld } from '../../support/world.ts';

describe('Status lists after a restore', () => {
  it('a restored server opens new lists, because it does not know the entries that were given after the backup', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-status-restore-'));
    const given = { 'issuer.status.uri': STATUS_URI };
    const [data, to, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    try {
      const world = await startWorld({ settings: given, folder: data });
      const before = placesOf((await activePhone(world, 12)).device);
      const { settings } = loadWithOrigins({ environment: {}, options: { ...given, data } });
      await makeBackup(settings, { to, passphrase: 'a passphrase', observe: () => {} });
      await world.close();
      await restoreBackup({ from: to, data: restored, passphrase: async () => 'a passphrase' });

      const again = await startWorld({ settings: given, folder: restored });
      const after = placesOf((await activePhone(again, 12)).device);
      await again.close();
      const lists = new Set(before.map(({ uri }) => uri));
      expect(after.filter(({ uri }) => lists.has(uri))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
