import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { HAS_DISKS, newDisk } from '../faults/support/mounts.ts';
import { APPLOVIN } from '../mediation/domain/support/samples.ts';
import { MEDIATION } from '../mediation/http/support/report-world.ts';
import { store } from '../mediation/http/support/statistics.ts';
import { MINE, startHttpWorld } from '../mediation/http/support/world.ts';
import { openBreakGlass, organisation } from '../support/break-glass.ts';
import { diptych } from '../support/cli.ts';
import { execute } from '../support/database.ts';
import { activePhone, bodyOf, proofedPhone, send } from '../support/devices.ts';
import { issuerOf, mediationOf } from '../support/panels.ts';
import { startPlatform } from '../support/platform.ts';
import { startPostgres } from '../support/postgres/start.ts';
import { sealLines } from '../support/seals.ts';
import { startWorld, type World } from '../support/world.ts';
import { EXPRESSIONS } from './support/expressions.ts';
import { hasPromtool, promtool } from './support/promtool.ts';
import { alerts, eachMinute, HELD, recorded } from './support/recorded.ts';
import { alertsAfter, RULE_FILES } from './support/rules.ts';
import { type Samples, scrape } from './support/samples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const folder = mkdtempSync(join(tmpdir(), 'diptych-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasPromtool())('The alert rules of deploy/prometheus', () => {
  it('promtool accepts every file', () => {
    expect(promtool('check', 'rules', ...RULE_FILES)).not.toContain('FAILED');
  });

  it('promtool accepts every expression of the dashboards', () => {
    const rules = EXPRESSIONS.map(({ expr }, index) => ({ record: `panel:${index}`, expr }));
    const path = join(folder, 'panels.yml');
    writeFileSync(path, stringify({ groups: [{ name: 'panels', rules }] }));
    expect(promtool('check', 'rules', path)).toContain(`${rules.length} rules found`);
  });

  it('no alert fires for a server that issues credentials', async () => {
    expect(alerts(await recorded({}, (world) => activePhone(world, 2)))).toEqual([]);
  });

  it('a server that does not answer', async () => {
    const scrapes: Samples[] = [];
    await recorded({}, async ({ server }) => {
      scrapes.push(await scrape(server.adminUrl));
      await server.close();
      scrapes.push(await scrape(server.adminUrl));
    });
    expect(alerts(scrapes)).toEqual(['DiptychDown']);
  });

  it.each([
    ['warns', 29, ['DiptychKeyExpiresSoon', 'DiptychKeyRotationDue']],
    ['calls', 13, ['DiptychKeyExpires', 'DiptychKeyExpiresSoon', 'DiptychKeyRotationDue']],
  ])('a document signer that expires soon %s %i days before', async (_, days, expected) => {
    const scrapes = await recorded({}, async (world) => {
      const { keys } = await world.admin('listKeys', {});
      const signer = keys.find(({ role }) => role === 'documentSigner');
      const end = Date.parse(signer?.notAfterTime ?? '');
      // The other keys end earlier. They are rotated, so that only the signer is left.
      world.advance(end - days * DAY - world.now());
      for (const role of ['identity', 'encryption'] as const)
        for (const finish of [false, true]) await world.admin('rotateKey', { role, finish });
    });
    expect(alerts(scrapes)).toEqual(expected);
  });

  it('an expired document signer: requests fail with 5xx and the server is not ready', async () => {
    const scrapes: Samples[] = [];
    await recorded({}, async (world) => {
      const { device } = await activePhone(world, 1, { encrypt: false });
      world.advance(458 * DAY);
      const operation = 'provisionMobileSecurityObjects';
      const body = await bodyOf(device, operation, (copy) => copy.refresh(1));
      for (let minute = 0; minute < 15; minute += 1) {
        expect((await send(world, operation, body)).status).toBe(500);
        scrapes.push(await scrape(world.server.adminUrl));
      }
    });
    expect(alerts(scrapes, 0)).toEqual(
      expect.arrayContaining(['DiptychKeyExpires', 'DiptychNotReady', 'DiptychServerErrors']),
    );
  });

  it('a status list that is not published', async () => {
    const settings = { 'issuer.status.uri': 'https://issuer.example/status' };
    const late = (hours: number) => async (world: World) => {
      await activePhone(world, 1);
      world.advance(hours * HOUR);
    };
    expect(alerts(await recorded({ settings }, late(6)))).toEqual([]);
    expect(alerts(await recorded({ settings }, late(8)))).toEqual(['DiptychStatusListLate']);
  });

  it('break glass that was opened, used and closed between two scrapes', async () => {
    const settings = { 'signIn.organisations': [organisation()] };
    const used = async ({ server, connection }: World) => {
      openBreakGlass(server);
      await callAdmin(connection, 'whoAmI', {});
      await diptych('break-glass', 'close', '--data', server.context.folder.path);
    };
    expect(alerts(await recorded({ settings }, async () => {}))).toEqual([]);
    expect(alerts(await recorded({ settings }, used), 5)).toEqual(['DiptychBreakGlass']);
  });

  it('break glass that stays open', async () => {
    const settings = { 'signIn.organisations': [organisation()] };
    const open = async ({ server }: World) => openBreakGlass(server);
    expect(alerts(await recorded({ settings }, open))).toEqual(['DiptychBreakGlass']);
  });

  it('a stale list of revoked attestation keys', async () => {
    const list = join(folder, 'status.json');
    writeFileSync(list, '{"entries": {}}');
    const settings = {
      'issuer.attestation.revocationList': list,
      'issuer.attestation.revocationListMaxAgeHours': 48,
    };
    const stale = (age: number) => async (world: World) => {
      utimesSync(list, new Date(), new Date(world.now() - age));
      world.server.reload();
    };
    expect(alerts(await recorded({ settings }, stale(25 * HOUR)))).toEqual(['DiptychRevocationListOld']);
    expect(alerts(await recorded({ settings }, stale(49 * HOUR)))).toEqual([
      'DiptychRevocationListOld',
      'DiptychRevocationListUnusable',
    ]);
  });

  it('a wallet platform that cannot be reached: first notifications are stuck, then they are given up', async () => {
    const platform = await startPlatform();
    const { settings } = platform;
    const scrapes: Samples[] = [];
    await recorded({ settings }, async (world) => {
      await platform.pause();
      await proofedPhone(world);
      const after = async (time: number) => {
        world.advance(time);
        await issuerOf(world.server).notifications?.deliverDue();
        scrapes.push(await scrape(world.server.adminUrl));
      };
      await after(16 * MINUTE);
      await after(5 * DAY);
    });
    await platform.close();
    expect(alerts(scrapes.slice(0, 1))).toEqual(['DiptychNotificationsStuck']);
    expect(alerts(scrapes)).toEqual(['DiptychNotificationsGivenUp']);
  });

  it('a database that is away', async () => {
    const postgres = await startPostgres();
    const settings = { 'database.url': postgres.url('postgres') };
    const scrapes = await recorded({ settings }, () => postgres.stop());
    expect(alerts(scrapes)).toEqual(['DiptychDatabaseAway', 'DiptychNotReady']);
  });

  it.skipIf(!HAS_DISKS)('a disk that is nearly full', async () => {
    const disk = newDisk('20g');
    const settings = { data: join(disk.path, 'data') };
    const world = await startWorld({ settings });
    const scrapes = [await scrape(world.server.adminUrl)];
    expect(alertsAfter(scrapes, HELD)).not.toContain('DiptychDiskNearlyFull');
    disk.resize('1g');
    scrapes.push(await scrape(world.server.adminUrl));
    expect(alertsAfter(scrapes, HELD)).toContain('DiptychDiskNearlyFull');
    await world.close();
    disk.remove();
  });

  it('seals of the audit log that do not match it', async () => {
    const scrapes = await recorded({}, async (world) => {
      await sealLines(world);
      execute(
        world.server.context.folder.database,
        "update trail_seal set statement = replace(statement, '1', '2')",
      );
      await world.server.seals.check();
    });
    expect(alerts(scrapes, 0)).toEqual(['DiptychSealMismatch']);
  });

  it('seals of the audit log that are not anchored', async () => {
    const settings = { 'audit.anchors': [{ kind: 'folder', path: join(folder, 'away') }] };
    const scrapes = await recorded({ settings }, async (world) => {
      await sealLines(world);
      world.advance(61 * MINUTE);
    });
    expect(alerts(scrapes)).toEqual(['DiptychAnchorLate']);
  });

  it('devices that send more revenue than a network settled', async () => {
    const scrapes = await recorded({}, async (world) => {
      const publisherId = 'pub-1234567890123456';
      await world.admin('createPublisher', { id: publisherId, displayName: 'Acme' });
      const { statistics, compareMoney } = mediationOf(world.server);
      const day = new Date(world.now() - 2 * DAY).toISOString().slice(0, 10);
      const row = (dollars: number) => ({
        time: `${day}T12:00:00Z`,
        adSourceId: APPLOVIN,
        revenueMicros: dollars * 1_000_000,
      });
      await store(statistics, { publisherId, source: 'device' }, [row(200)]);
      await store(statistics, { publisherId, source: 'max', settles: [day, day] }, [row(100)]);
      world.advance(DAY);
      expect(await compareMoney()).toBe(true);
    });
    expect(alerts(scrapes)).toEqual(['DiptychDeviceMoneyOff']);
  });

  it('Parquet files that cannot be read', async () => {
    const files = mkdtempSync(join(folder, 'parquet-'));
    const world = await startHttpWorld({ 'mediation.statistics.parquet.folder': files });
    const { statistics, makeFiles } = mediationOf(world.server);
    const date = new Date(world.now() - 20 * DAY);
    await store(statistics, { publisherId: MINE }, [{ time: date.toISOString(), impressions: 1 }]);
    await makeFiles!(() => false);
    const scrapes = await eachMinute(world, 1, async () => {
      rmSync(files, { recursive: true });
      const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      const reportSpec = { dateRange: { startDate: day, endDate: day }, metrics: ['IMPRESSIONS'] };
      // Not by world.call, which expects that no file is missing.
      const { status } = await fetch(`${world.url}${MEDIATION}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.token.read}`, 'content-type': 'application/json' },
        body: JSON.stringify({ reportSpec }),
      });
      expect(status).toBe(200);
    });
    await world.close();
    expect(alerts(scrapes)).toEqual(['DiptychParquetUnreadable']);
  });

  it('a server that was never backed up, and one whose last backup is older than 26 hours', async () => {
    const made: Samples[] = [];
    const scrapes = await recorded({}, async (world) => {
      const data = world.server.context.folder.path;
      const passphrase = join(folder, 'passphrase');
      writeFileSync(passphrase, 'four words of your own\n', { mode: 0o600 });
      const keys = ['--with-keys', '--passphrase-file', passphrase];
      const saved = await diptych('backup', '--data', data, '--to', join(folder, 'backup'), ...keys);
      expect(saved).toMatchObject({ exit: 0 });
      world.advance(Date.now() - world.now());
      made.push(await scrape(world.server.adminUrl));
      world.advance(26 * HOUR + MINUTE);
    });
    expect(alerts(scrapes.slice(0, 1), 50, 30)).toEqual(['DiptychBackupMissing']);
    expect(alerts(made)).toEqual([]);
    expect(alerts(scrapes)).toEqual(['DiptychBackupOld']);
  });
});
