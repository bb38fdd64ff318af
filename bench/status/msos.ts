import { createHmac, randomBytes } from 'node:crypto';
import { hpkeRecipient } from '../../src/formats/hpke/index.ts';
import type { IssuedMso } from '../../src/issuer/model/index.ts';
import { statusEntries } from '../../src/issuer/status/list-entries.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import type { Batch } from '../harness/measure.ts';
import { makeFixture, NOW } from '../mso/fixture.ts';
import { requests } from '../mso/request.ts';
import { ENTRIES, type Lists } from './lists.ts';

const DAY = 86_400_000;
const ENTRIES_TAKEN = 1000;
const URI = 'https://issuer.example/status';

/** Requests for MSOs with their rows, without status and with it: entries are reserved, and new lists published. */
export async function msoSides({ store, publisher }: Lists) {
  const fixture = await makeFixture();
  const recipient = {
    key: hpkeRecipient(fixture.deviceEncryptionKey.point),
    keyId: '01',
    mode: 'info',
  } as const;
  const keep = async (issued: readonly IssuedMso[]) => {
    // The fixture has few keys, and a key is certified only once.
    const msos = issued.map((mso) => ({ ...mso, keyHash: randomBytes(32) }));
    await store.write((writer) => writer.insertMsos(msos));
  };
  const entries = statusEntries({
    store,
    publisher,
    policy: { entries: ENTRIES, period: 'week', grid: 3_600_000 },
    keyOf: (name) => createHmac('sha256', 'bench').update(name).digest(),
    clock: () => NOW,
    random: REAL_EFFECTS.random,
    closed: () => {},
  });
  const without = await requests(fixture, recipient, { keep });
  const withStatus = await requests(fixture, recipient, { keep, status: { uri: URI, entries } });
  const take = async () => {
    for (let left = ENTRIES_TAKEN; left > 0; left--)
      await entries.take({ root: '', baseUri: URI, validUntil: NOW + 30 * DAY });
  };
  return {
    without: without.requestEncryptedKeys,
    withStatus: withStatus.requestEncryptedKeys,
    entry: { makes: ENTRIES_TAKEN, run: take },
  } satisfies Record<string, Batch>;
}
