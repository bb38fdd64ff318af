import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeProvisionedCredential } from '../../src/formats/android/index.ts';
import { type CborValue, decode } from '../../src/formats/cbor/index.ts';
import type { Device } from '../../src/wallet/index.ts';
import { rows } from '../support/database.ts';
import { newDevice } from '../support/devices.ts';
import { codeFor, MDL_NAMESPACE, mdl } from '../support/records.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const HOUR = 3_600_000;
/** 21 November 2026, 23:30 in Denver: the next day in UTC. */
const START = Date.UTC(2026, 10, 22, 6, 30);
const SETTINGS = { 'issuer.timeZone': 'America/Denver' };

/** Two servers on one database file. */
let worlds: readonly [World, World];
beforeAll(async () => {
  const first = await startWorld({ settings: SETTINGS, startAt: START });
  worlds = [first, await startWorld({ settings: SETTINGS, startAt: START, folder: first.folder })];
}, HOOK_TIMEOUT);
afterAll(async () => {
  await worlds[1].close();
  await worlds[0].close();
});

const world = () => worlds[0];

function advance(milliseconds: number): void {
  for (const one of worlds) one.advance(milliseconds);
}

async function holder(id: string, birth_date: string): Promise<void> {
  const dates = { birth_date, issue_date: '2026-01-01', driving_privileges: [] };
  await world().admin('importHolders', { holders: [{ id, elements: mdl(dates) }] });
}

async function phoneOf(id: string) {
  const device = newDevice(world());
  await device.register();
  await device.proof(await codeFor(world(), id));
  await device.provision();
  await device.provisionMsos(2);
  return device;
}

async function sweepTogether(): Promise<number> {
  const swept = await Promise.all([...worlds, ...worlds, ...worlds].map((one) => one.sweep()));
  return swept.reduce((total, { holders }) => total + holders, 0);
}

function isOver18(device: Device): CborValue {
  const { namespaces } = decodeProvisionedCredential(device.state.credential?.bytes as Uint8Array);
  const elements = namespaces.find(({ name }) => name === MDL_NAMESPACE)?.elements ?? [];
  const element = elements.find(({ identifier }) => identifier === 'age_over_18');
  return decode(element?.value as Uint8Array);
}

const versionOf = async (id: string) => (await world().admin('getHolder', { id })).recordVersion;

describe("Changes of a record on the holder's birthday", () => {
  it("a birthday begins at midnight in the issuer's time zone and changes derived elements once", async () => {
    await holder('turns-18', '2008-11-22');
    await holder('turned-30', '1996-11-22');
    const device = await phoneOf('turns-18');
    expect(isOver18(device)).toBe(false);
    expect(await sweepTogether()).toBe(0);
    expect(await device.update(1)).toBe(false);

    advance(HOUR);
    expect(await sweepTogether()).toBe(1);
    expect(await sweepTogether()).toBe(0);
    expect([await versionOf('turns-18'), await versionOf('turned-30')]).toEqual([2, 1]);
    expect((await device.status()).credentialStatus).toEqual({ provisionPending: {} });
    await expect(device.refresh(1)).rejects.toMatchObject({ reason: 'invalidState' });

    expect(await device.update(1)).toBe(true);
    expect((await device.status()).credentialStatus).toEqual({ active: {} });
    expect(isOver18(device)).toBe(true);
    const trail = rows(
      world(),
      `select event, actor from state_change where subject_id = 'turns-18' order by change_id`,
    );
    expect(trail.map(({ event, actor }) => `${event} by ${actor}`)).toEqual([
      'create by operator',
      'update by deadline',
    ]);
  });

  it('the birthday of those born on 29 February is on 1 March', async () => {
    await holder('leap', '2004-02-29');
    const [row] = rows(world(), `select changes_on from holder where holder_id = 'leap'`);
    expect(row?.changes_on).toBe('2029-03-01');
  });

  it('for a record that was stored without the day of its next change, the next sweep stores only this day', async () => {
    await world().server.context.store.write(async (writer) => {
      const known = await writer.holder('leap');
      if (known) await writer.updateHolder({ ...known, changesOn: '0001-01-01' });
    });
    expect(await sweepTogether()).toBe(1);
    const [row] = rows(world(), `select changes_on, record_version from holder where holder_id = 'leap'`);
    expect(row).toEqual({ changes_on: '2029-03-01', record_version: 1 });
  });

  it('importing the same data on the birthday changes nothing, because the record already equals the import', async () => {
    await holder('turns-18', '2008-11-22');
    expect(await versionOf('turns-18')).toBe(2);
  });

  it('the next sweep updates a record whose birthday the server missed', async () => {
    await holder('turns-21', '2005-11-23');
    advance(10 * 24 * HOUR);
    expect(await sweepTogether()).toBe(1);
    expect(await versionOf('turns-21')).toBe(2);
  });
});
