import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '../../../src/server/backup/make-backup.ts';
import { restoreBackup } from '../../../src/server/backup/restore-backup.ts';
import { loadWithOrigins } from '../../../src/server/config/load-settings.ts';
import { newRoot } from '../../issuer/status/support/new-root.ts';
import { placesOf, STATUS_URI } from '../../issuer/status/support/status.ts';
import { authority } from '../../keys/support/authority.ts';
import { diptych } from '../../support/cli.ts';
import { activePhone } from '../../support/devices.ts';
import { issuerOf } from '../../support/panels.ts';
import { startWorld, type World } from '../../support/world.ts';

const HOUR = 3_600_000;
const given = { 'issuer.status.uri': STATUS_URI };

/** The server that is restored from a backup of the one that `work` used. */
async function restored<T>(
  startAt: number,
  work: (world: World) => Promise<T>,
  check: (world: World, before: T) => Promise<void>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-status-restore-'));
  const [data, to, other] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    const world = await startWorld({ settings: given, folder: data, startAt });
    const before = await work(world);
    const { settings } = loadWithOrigins({ environment: {}, options: { ...given, data } });
    await makeBackup(settings, { to, passphrase: 'a passphrase', observe: () => {} });
    await world.close();
    await restoreBackup({
      from: to,
      data: other,
      passphrase: async () => 'a passphrase',
      erasures: 'mayReturn',
    });
    const again = await startWorld({ settings: given, folder: other, startAt });
    await check(again, before);
    await again.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('Status lists after a restore', () => {
  it('a restored server opens new lists, because it does not know the entries that were given after the backup', async () => {
    const work = async (world: World) => placesOf((await activePhone(world, 12)).device);
    await restored(Date.now(), work, async (again, before) => {
      const after = placesOf((await activePhone(again, 12)).device);
      const lists = new Set(before.map(({ uri }) => uri));
      expect(after.filter(({ uri }) => lists.has(uri))).toEqual([]);
    });
  });

  it('a copy of the database is noticed by a seal that it lacks, before an MSO gets an entry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-status-copy-'));
    const database = join(folder, 'diptych.sqlite');
    try {
      const first = await startWorld({ settings: given, folder });
      await activePhone(first, 12);
      await first.close();
      copyFileSync(database, join(folder, 'copy'));
      const second = await startWorld({ settings: given, folder });
      const lost = placesOf((await activePhone(second, 12)).device);
      second.advance(HOUR);
      expect(await second.server.context.sealLog()).toHaveLength(1);
      await second.close();
      copyFileSync(join(folder, 'copy'), database);
      const third = await startWorld({ settings: given, folder });
      expect(third.log.filter((line) => line.includes('its status lists were closed'))).toHaveLength(1);
      const after = placesOf((await activePhone(third, 12)).device);
      const lists = new Set(lost.map(({ uri }) => uri));
      expect(after.filter(({ uri }) => lists.has(uri))).toEqual([]);
      await third.close();
      expect(await diptych('status-lists', 'close', '--data', folder)).toMatchObject({
        exit: 0,
        out: 'closed 4 status lists\n',
      });
      const fourth = await startWorld({ settings: given, folder });
      const { events } = await fourth.admin('listEvents', { subject: 'statusLists' });
      expect(events.map(({ reason }) => reason)).toEqual(['missingSeal', 'command']);
      await fourth.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('while the root is replaced, it publishes the lists of both roots and opens new ones of the next', async () => {
    const elsewhere = authority();
    const replaced = async (world: World) => {
      await activePhone(world, 12);
      const operator = newRoot(world, elsewhere);
      await operator.importDocumentSigner();
      await operator.importStatusSigner();
      await operator.finish('statusSigner');
      await operator.finish('documentSigner');
      await activePhone(world, 12);
    };
    await restored(Date.now() + 24 * HOUR, replaced, async (again) => {
      const lists = async () => {
        const { statusLists } = await again.admin('listStatusLists', {});
        return Map.groupBy(statusLists, ({ rootId }) => rootId);
      };
      expect((await lists()).size).toBe(2);
      again.advance(HOUR);
      expect(await issuerOf(again.server).statusLists.publisher.publishDue()).toBe(8);
      await activePhone(again, 12);
      expect([...(await lists()).values()].map((own) => own.length).toSorted()).toEqual([4, 8]);
    });
    elsewhere.remove();
  });
});
