import * as cborg from 'cborg';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, type Phone, provisionedPhone, send } from '../support/devices.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;
const MSOS = 'provisionMobileSecurityObjects';
const tags = cborg.Tagged.preserve(0, 24, 1004);

interface Seen {
  readonly credentialId: string;
  readonly day: number;
  readonly expirationTimeMillis: string;
  /** Salt and digest id of each item in hex, in the order of the document. */
  readonly salts: readonly string[];
  readonly digestIds: readonly number[];
  readonly digests: readonly string[];
  readonly key: string;
  readonly times: Record<string, number>;
  readonly signature: string;
  readonly bytes: string;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function read(text: string): Omit<Seen, 'credentialId' | 'day' | 'expirationTimeMillis'> {
  const bytes = Buffer.from(text, 'base64');
  const data = cborg.decode(bytes, { useMaps: true, tags });
  const issuerAuth = data.get('issuerAuth');
  const mso = cborg.decode(cborg.decode(issuerAuth[2], { tags }).value, { useMaps: true, tags });
  const items = [...data.get('digestIdMapping').values()].flat().map(({ value }) => cborg.decode(value));
  const key = mso.get('deviceKeyInfo').get('deviceKey');
  const times = [...mso.get('validityInfo')].map(([name, { value }]) => [name, Date.parse(value)]);
  return {
    salts: items.map(({ random }) => hex(random)),
    digestIds: items.map(({ digestID }) => digestID),
    digests: [...mso.get('valueDigests').values()].flatMap((digests) => [...digests.values()].map(hex)),
    key: hex(key.get(-2)) + hex(key.get(-3)),
    times: Object.fromEntries(times),
    signature: hex(issuerAuth[3]),
    bytes: hex(bytes),
  };
}

const seen: Seen[] = [];

/** Fetches MSOs like a wallet, and stores the parts of each that a reader could compare. */
async function fetchMsos({ device, ids }: Phone, count: number, isFirst: boolean): Promise<void> {
  const body = await bodyOf(device, MSOS, (copy) =>
    isFirst ? copy.provisionMsos(count) : copy.refresh(count),
  );
  const { mobileSecurityObjects } = (await send(world(), MSOS, body)).body;
  const day = Math.floor(world().now() / DAY) * DAY;
  for (const { unencryptedValue, expirationTimeMillis } of mobileSecurityObjects) {
    seen.push({ credentialId: ids.credentialId, day, expirationTimeMillis, ...read(unencryptedValue) });
  }
}

beforeAll(async () => {
  const phones = await Promise.all(
    Array.from({ length: 4 }, () => provisionedPhone(world(), { encrypt: false })),
  );
  for (const phone of phones) {
    await fetchMsos(phone, 30, true);
    // The wallet can refresh only after it learned that its proof was accepted.
    await phone.device.provisionMsos(0);
    world().advance(1_234_567);
  }
  for (const phone of phones) await fetchMsos(phone, 30, false);
  world().advance(DAY);
  for (const phone of phones) {
    await fetchMsos(phone, 20, false);
    world().advance(777);
  }
}, HOOK_TIMEOUT);

describe(`Several hundred MSOs of several credentials cannot be linked`, () => {
  it('the issuer returns as many MSOs as were requested', () => {
    expect(seen).toHaveLength(320);
  });

  it('no two MSOs share a salt', () => {
    const salts = seen.flatMap((one) => one.salts);
    expect(new Set(salts).size).toBe(salts.length);
    for (const salt of salts) expect(salt).toHaveLength(64);
  });

  it('no two MSOs share a digest', () => {
    const digests = seen.flatMap((one) => one.digests);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('no two MSOs share a key or a signature', () => {
    expect(new Set(seen.map(({ key }) => key)).size).toBe(seen.length);
    expect(new Set(seen.map(({ signature }) => signature)).size).toBe(seen.length);
  });

  it('no two MSOs share the order of digest ids in the document', () => {
    const orders = seen.map(({ digestIds }) => digestIds.join());
    expect(new Set(orders).size).toBe(orders.length);
  });

  it('all MSOs use the same set of digest ids, with digests in the order of the ids', () => {
    const sets = seen.map(({ digestIds }) => digestIds.toSorted((a, b) => a - b).join());
    expect(new Set(sets).size).toBe(1);
  });

  it('all MSOs of one day have the same times, on whole days', () => {
    const byDay = Map.groupBy(seen, ({ day }) => day);
    expect(byDay.size).toBe(2);
    for (const [day, msos] of byDay) {
      expect(new Set(msos.map(({ times }) => JSON.stringify(times))).size).toBe(1);
      expect(new Set(msos.map(({ expirationTimeMillis }) => expirationTimeMillis)).size).toBe(1);
      const { times, expirationTimeMillis } = msos[0] as Seen;
      expect(Object.values(times).map((time) => time % DAY)).toEqual([0, 0, 0, 0]);
      expect(times).toMatchObject({ signed: day, validFrom: day, validUntil: day + 30 * DAY });
      expect(expirationTimeMillis).toBe(String(times.validUntil));
    }
  });

  it('MSOs of different holders differ in their digests but not in their length', () => {
    expect(new Set(seen.map(({ bytes }) => bytes.length)).size).toBe(1);
  });

  it('MSOs contain no name of the device, the credential or the holder', () => {
    for (const { bytes, credentialId } of seen) {
      for (const id of [credentialId, 'holder-'])
        expect(bytes).not.toContain(Buffer.from(id).toString('hex'));
    }
  });
});
