import { describe, expect, it } from 'vitest';
import { documentPolicy } from '../../../src/issuer/policy.ts';
import { loadWithOrigins } from '../../../src/server/config/load.ts';
import { issuerPolicy } from '../../../src/server/issuer-policy.ts';
import { rows } from '../../support/database.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { changeHolder, MDL } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';
import { placesOf, STATUS_URI, statusesOf } from './support/status.ts';

const DAY = 86_400_000;

/** How many bits are set, of all lists. */
const revoked = (world: World) => rows(world, 'select * from status_revoked').length;

const revoke = (world: World, { ids }: Phone) => world.admin('revokeCredential', { id: ids.credentialId });

describe('Status in MSOs', () => {
  const world = useWorld({ settings: { 'issuer.status.uri': STATUS_URI } });

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
    expect(lists(one)).toEqual(lists(other));
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
