import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentPolicy } from '../../../src/issuer/policy.ts';
import { type StatusEntry, statusEntries } from '../../../src/issuer/status/list-entries.ts';
import { loadWithOrigins } from '../../../src/server/config/load-settings.ts';
import { issuerPolicy } from '../../../src/server/issuer/issuer-policy.ts';
import { rows } from '../../support/database.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { TEST_EFFECTS } from '../../support/effects.ts';
import { issuerOf } from '../../support/panels.ts';
import { changeHolder, MDL } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';
import { placesOf, STATUS_URI, statusesOf } from './support/status.ts';

const DAY = 86_400_000;
const ENTRIES = 512;

/** How many bits are set, of all lists. */
const revoked = (world: World) => rows(world, 'select * from status_revoked').length;

const revoke = (world: World, { ids }: Phone) => world.admin('revokeCredential', { id: ids.credentialId });

const world = useWorld({ settings: { 'issuer.status.uri': STATUS_URI } });

describe('Status in MSOs', () => {
  it('each MSO of a batch has an index of its own, in lists whose names say nothing', async () => {
    const { device } = await activePhone(world(), 30);
    const places = placesOf(device);
    expect(new Set(places.map(({ idx, uri }) => `${uri} ${idx}`)).size).toBe(30);
    expect(places.every(({ idx }) => idx >= 0 && idx < 2 ** 20)).toBe(true);
    const lists = new Set(places.map(({ uri }) => uri));
    expect(lists.size).toBeGreaterThan(1);
    expect(lists.size).toBeLessThanOrEqual(4);
    for (const uri of lists) expect(uri).toMatch(/^https:\/\/status\.example\/lists\/[A-Za-z0-9_-]{22}$/);
    // No arithmetic progression among the indexes of one list.
    for (const inList of Map.groupBy(places, ({ uri }) => uri).values()) {
      const order = inList.map(({ idx }) => idx).toSorted((a, b) => a - b);
      const differences = order.slice(1).map((idx, at) => idx - order[at]!);
      if (order.length > 2) expect(new Set(differences).size).toBeGreaterThan(1);
    }
  });

  it('MSOs of several devices share lists', async () => {
    const [one, other] = [await activePhone(world(), 15), await activePhone(world(), 15)];
    const lists = (phone: Phone) => new Set(placesOf(phone.device).map(({ uri }) => uri));
    expect(new Set([...lists(one), ...lists(other)]).size).toBeLessThanOrEqual(4);
  });

  it('a revocation sets the bits of all MSOs in the same transaction', async () => {
    const phone = await activePhone(world(), 5);
    const before = revoked(world());
    await revoke(world(), phone);
    expect(revoked(world())).toBe(before + 5);
  });

  it('the erasure of a holder sets the bits, and keeps no link between entry and credential', async () => {
    const phone = await activePhone(world(), 3);
    const before = revoked(world());
    await world().admin('eraseHolder', { id: phone.holderId });
    expect(revoked(world())).toBe(before + 3);
    const left = rows(
      world(),
      'select status_idx from issued_mso where credential_id = ? and status_idx is not null',
      phone.ids.credentialId,
    );
    expect(left).toEqual([]);
  });

  it('a changed record sets the bits of the version before when the device has MSOs of the next', async () => {
    const phone = await activePhone(world(), 4);
    const before = revoked(world());
    await changeHolder(world(), phone.holderId, { family_name: 'Changed' });
    expect(revoked(world())).toBe(before);
    await phone.device.provision();
    await phone.device.provisionMsos(2);
    expect(revoked(world())).toBe(before + 4);
  });

  it('or after a day, if the device does not fetch them', async () => {
    const phone = await activePhone(world(), 4);
    const before = revoked(world());
    await changeHolder(world(), phone.holderId, { family_name: 'Changed' });
    await world().sweep();
    expect(revoked(world())).toBe(before);
    world().advance(DAY);
    await world().sweep();
    expect(revoked(world())).toBe(before + 4);
  });
});

/** A process that gives entries of small lists. */
function process(of: World = world(), publisher = issuerOf(of.server).statusLists.publisher) {
  const { store, clock } = of.server.context;
  return statusEntries({
    store,
    policy: { entries: ENTRIES, period: 'week', grid: 3_600_000 },
    keyOf: (name) => createHmac('sha256', 'a secret').update(name).digest(),
    clock,
    random: TEST_EFFECTS.random,
    publisher,
    closed: () => {},
  });
}

const take = async (
  from: ReturnType<typeof process>,
  count: number,
  validUntil: number,
  of: World = world(),
) => {
  const { root } = await of.server.context.keys.keyring.documentSigner();
  const taken: StatusEntry[] = [];
  while (taken.length < count) taken.push(await from.take({ root, baseUri: STATUS_URI, validUntil }));
  return taken;
};

describe('Entries of status lists', () => {
  const placeOf = ({ listNo, idx }: StatusEntry) => `${listNo} ${idx}`;

  it('processes that fill the same lists at once never give an entry twice, and open lists when others are full', async () => {
    const validUntil = world().now() + 30 * DAY;
    const taken = (
      await Promise.all([process(), process(), process()].map((one) => take(one, 1000, validUntil)))
    ).flat();
    expect(new Set(taken.map(placeOf)).size).toBe(3 * 1000);
    expect(taken.every(({ idx }) => idx < ENTRIES)).toBe(true);
    const lists = rows(world(), 'select * from status_list where entries = ?', ENTRIES);
    expect(lists.length).toBeGreaterThan(4);
    expect(lists.every(({ reserved }) => Number(reserved) <= ENTRIES)).toBe(true);
  });

  it('MSOs that expire in another week are in other lists', async () => {
    const one = process();
    const [first, next] = [
      await take(one, 40, world().now() + 50 * DAY),
      await take(one, 40, world().now() + 57 * DAY),
    ];
    const lists = new Set(first.map(({ listNo }) => listNo));
    expect(next.filter(({ listNo }) => lists.has(listNo))).toEqual([]);
  });

  it('a list that a process opened and did not publish is published before others use it', async () => {
    const validUntil = world().now() + 90 * DAY;
    const { publisher } = issuerOf(world().server).statusLists;
    const ends = { ...publisher, publishNew: () => Promise.reject(new Error('the process ended')) };
    await expect(take(process(world(), ends), 1, validUntil)).rejects.toThrow('the process ended');
    const [{ listNo }] = (await take(process(), 1, validUntil)) as [StatusEntry];
    const published = rows(world(), 'select number from status_publication where list_no = ?', listNo);
    expect(published).toEqual([{ number: 1 }]);
  });
});

describe('Status lists of a database that is older than it was', () => {
  it('are closed once for each seal that was seen here and is missing, with an entry in the audit log', async () => {
    const before = placesOf((await activePhone(older(), 4)).device).map(({ uri }) => uri);
    const { context } = older().server;
    const closings = async () =>
      (await older().admin('listEvents', { subject: 'statusLists' })).events.filter(
        ({ event }) => event === 'close',
      );
    await context.closeOutdatedLists();
    expect(await closings()).toEqual([]);
    const seen = JSON.stringify({ number: 7, digest: 'ab'.repeat(32) });
    writeFileSync(context.folder.sealSeen, seen, { mode: 0o600 });
    for (let starts = 2; starts > 0; starts--) await context.closeOutdatedLists();
    expect(await closings()).toMatchObject([{ reason: 'missingSeal' }]);
    const open = rows(older(), 'select name from status_list where closed_at is null');
    expect(open).toEqual([]);
    // A process of another database has no entries reserved.
    const next = await take(process(older()), 1, older().now() + 30 * DAY, older());
    expect(before).not.toContain(next[0]?.uri);
  });

  const older = useWorld({ settings: { 'issuer.status.uri': STATUS_URI } });
});

describe('MSOs without status', () => {
  it('status is off by default', async () => {
    const { device } = await activePhone(plain(), 2);
    expect(statusesOf(device)).toEqual([undefined, undefined]);
  });

  it('an MSO of a day has none', async () => {
    const { device } = await activePhone(short(), 2);
    expect(statusesOf(device)).toEqual([undefined, undefined]);
  });

  it('a document type can be left out', () => {
    const { settings } = loadWithOrigins({
      environment: {},
      options: { 'issuer.status.uri': STATUS_URI, 'issuer.byDocumentType': { [MDL]: { status: {} } } },
    });
    const policy = issuerPolicy(settings);
    expect(documentPolicy(policy, MDL).statusUri).toBeUndefined();
    expect(documentPolicy(policy, 'eu.europa.ec.eudi.pid.1').statusUri).toBe(STATUS_URI);
  });

  const plain = useWorld();
  const short = useWorld({
    settings: { 'issuer.status.uri': STATUS_URI, 'issuer.msoValidityDays': 1 },
  });
});
