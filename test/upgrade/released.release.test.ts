import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { VERSION } from '../../src/server/version.ts';
import { MIGRATION_NAMES } from '../../src/storage/migrations/index.ts';
import { contracting } from '../../src/storage/migrations/later.ts';
import type { Device } from '../../src/wallet/index.ts';
import { liveOn, mediationOf, phoneOf, provision, useMediation } from '../postgres/support/both-panels.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changeUnits, expectFoundAt, newGroup } from './support/groups.ts';
import { type Load, startLoad } from './support/load.ts';
import { installCommit, installPresent } from './support/packages.ts';

const last = JSON.parse(readFileSync(new URL('released.json', import.meta.url), 'utf8'));
const present = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
// Before the first release, this commit stands for the released one.
const { version, commit, schema } = {
  ...last,
  ...(last.commit === null && { version: VERSION, commit: present }),
};
const packages = { released: temporaryFolder('released'), present: temporaryFolder('present') };

/** Migrations with which the released version cannot work. If there are any, there is no way back to it. */
const breaking = contracting(MIGRATION_NAMES, [schema]);
const leadsBack = breaking.length === 0;

let releasedBin: string;
let presentBin: string;
let postgres: PostgresServer;

beforeAll(async () => {
  console.info(`upgrade: from ${version}, commit ${commit}, to commit ${present}`);
  if (commit === present) console.info('upgrade: both are the same commit; only the procedure is tested');
  if (!leadsBack) console.warn(`upgrade: ${version} cannot start again after ${breaking.join(', ')}`);
  releasedBin = installCommit(packages.released, commit);
  presentBin = installPresent(packages.present);
  postgres = await startPostgres();
}, 900_000);
afterAll(() => postgres?.stop());

/** What somebody sees of the holders that were there before the upgrade. */
const stored = async ({ connection }: ServerProcess, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await callAdmin(connection, 'getHolder', { id })).id));

describe.each([
  ['SQLite', () => ({})],
  ['PostgreSQL', () => ({ DIPTYCH_DATABASE_URL: postgres.url('postgres') })],
] as const)(`An upgrade from the released version ${version} on %s, under load`, (database, settings) => {
  const data = temporaryFolder('upgrade');
  /** The servers that the load uses. */
  const live: ServerProcess[] = [];
  const all: ServerProcess[] = [];
  const phones: { readonly device: Device; readonly holderId: string }[] = [];
  let load: Load;
  let released: ServerProcess;
  let upgraded: ServerProcess;
  /** A group that both versions change. */
  let group: string;

  async function start(bin: string): Promise<ServerProcess> {
    const server = await startProcess(data, settings(), bin);
    all.push(server);
    return server;
  }

  /** Replaces the servers of the load, and stops the previous ones when no request goes to them any more. */
  async function replaceBy(next: ServerProcess): Promise<void> {
    const previous = live.splice(0, live.length, next).filter((server) => server !== next);
    await load.onceMore();
    expect(await Promise.all(previous.map((server) => server.stop()))).toEqual(previous.map(() => 0));
    await load.onceMore();
  }

  function diptych(bin: string, ...args: readonly string[]): string {
    const { stdout, stderr } = spawnSync(process.execPath, [bin, ...args, '--data', data], {
      encoding: 'utf8',
      env: { ...process.env, ...settings() },
    });
    return stdout + stderr;
  }

  afterAll(() => Promise.all(all.map((server) => server.kill())));

  it('the released package is filled', async () => {
    expect(diptych(releasedBin, '--version')).toContain(version);
    released = await start(releasedBin);
    live.push(released);
    // Phones keep the addresses of `live`, so they follow the upgrade as behind a load balancer.
    for (let count = 0; count < 6; count += 1) {
      const device = phoneOf(live);
      phones.push({ device, holderId: await provision(live, device) });
    }
    await useMediation(await mediationOf(live));
    load = startLoad(live);
    await load.onceMore();
  });

  it('the present version starts beside it and changes the schema, and no request fails', async () => {
    upgraded = await start(presentBin);
    expect(diptych(presentBin, 'doctor')).toContain('store: the schema is that of this version');
  });

  it.runIf(leadsBack)('both versions serve by turns, and change the same group', async () => {
    expect(diptych(releasedBin, 'doctor')).toMatch(/store: a newer version (extended|added to) the schema/);
    live.push(upgraded);
    await load.onceMore();
    group = await newGroup(upgraded, [2, 3]);
    await changeUnits(released, group, [2]);
    await changeUnits(released, group, [2, 3]);
    await expectFoundAt(upgraded, group, { found: [2, 3], missing: [4] });
  });

  it('the released version stops, and its credentials live on in the present one', async () => {
    await replaceBy(upgraded);
    for (const { device, holderId } of phones.slice(0, 3)) await liveOn(live, device, holderId);
    const ids = phones.map(({ holderId }) => holderId);
    expect(await stored(upgraded, ids)).toEqual(ids);
  });

  it.runIf(leadsBack)(
    'the released version starts again on the new schema; what both versions wrote lives on',
    async () => {
      const device = phoneOf(live);
      phones.push({ device, holderId: await provision(live, device) });
      const last = await newGroup(upgraded, [4]);
      const back = await start(releasedBin);
      await replaceBy(back);
      for (const phone of phones.slice(3)) await liveOn(live, phone.device, phone.holderId);
      const ids = phones.map(({ holderId }) => holderId);
      expect(await stored(back, ids)).toEqual(ids);
      await expectFoundAt(back, group, { found: [2, 3], missing: [4] });
      await expectFoundAt(back, last, { found: [4], missing: [2] });
      await changeUnits(back, group, [3, 4]);
      await expectFoundAt(back, group, { found: [3, 4], missing: [2] });
    },
  );

  it.runIf(!leadsBack)(
    'the released version refuses to start on the new schema, with the reason',
    async () => {
      await expect(start(releasedBin)).rejects.toThrow(breaking[0]);
      await load.onceMore();
      for (const { device, holderId } of phones.slice(3)) await liveOn(live, device, holderId);
    },
  );

  it('the present version starts again under load, with the entries of both versions in its audit log', async () => {
    const again = await start(presentBin);
    await replaceBy(again);
    const rounds = await load.end();
    console.info(`upgrade on ${database}: the load used both panels ${rounds} times, and no request failed`);
    if (leadsBack) await expectFoundAt(again, group, { found: [3, 4], missing: [2] });
    const subject = phones[0]?.device.state.credentialId ?? '';
    expect(subject).not.toBe('');
    const history = diptych(presentBin, 'explain', subject, '--admin-url', again.connection.url);
    expect(history).toContain('revoke');
    expect(await again.stop()).toBe(0);
  });
});

describe('A release of this commit', () => {
  it('the next test of an upgrade can install it', () => {
    const bin = installCommit(temporaryFolder('next'), present);
    expect(execFileSync(process.execPath, [bin, '--version'], { encoding: 'utf8' })).toContain('schema');
  }, 900_000);
});
