import { afterAll, describe, expect, it, vi } from 'vitest';
import type { RawSigner } from '../../src/formats/cose/index.ts';
import type { OperationName } from '../../src/issuer/contract/index.ts';
import { issuerClient } from '../../src/wallet/index.ts';
import { STATUS_URI } from '../issuer/status/support/status.ts';
import { newDevice } from '../support/devices.ts';
import { issuerOf } from '../support/panels.ts';
import { type RoundTrip, watchRoundTrips } from '../support/postgres/round-trips.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { useWorld } from '../support/use-world.ts';
import type { World } from '../support/world.ts';

/** Round trips of one request to PostgreSQL, also those that it does not wait for: the end of a transaction that only reads. */
const MOST: Readonly<Record<OperationName, number>> = {
  healthCheck: 0,
  getIdentityKey: 1,
  getHybridEncryptionKey: 1,
  getDeviceRegistrationNonce: 2,
  registerDevice: 7,
  proofUser: 12,
  getProofingStatus: 2,
  cancelProofing: 4,
  provisionCredential: 12,
  provisionMobileSecurityObjects: 9,
  getCredentialStatus: 2,
  notifyCredentialDeleted: 4,
};

const LIFE = 81;

/** On a busy machine an answer may arrive before the next statement of its round trip is sent, which then counts as one more. */
const SPLIT = 2;

const watch = watchRoundTrips();
afterAll(() => watch.stop());
const world = useWorld({ settings: { 'issuer.decisions': 'manual', 'issuer.status.uri': STATUS_URI } });

type Call = readonly [operation: OperationName, trips: readonly RoundTrip[]];

/** A phone uses every operation; returns what each of its requests sent to the database. */
async function life(on: World): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const transport: World['transport'] = async (url, body) => {
    watch.taken();
    const answer = await on.transport(url, body);
    calls.push([url.split('/').at(-1) as OperationName, watch.taken()]);
    return answer;
  };
  const codes = [await codeFor(on, await newHolder(on)), await codeFor(on, await newHolder(on))] as const;
  const device = newDevice(on, { transport });
  await issuerClient({ baseUrl: on.url, issuerId: on.issuerId, transport }).healthCheck({});
  await device.register();
  await device.proof(codes[0]);
  await device.cancel();
  await on.admin('acceptProofing', { id: await device.proof(codes[1]) });
  await device.proofingStatus();
  await device.provision();
  await device.provisionMsos(10);
  await device.status();
  await device.refresh(10);
  await device.notifyDeleted();
  return calls;
}

describe('Requests of wallets on PostgreSQL', () => {
  it('each operation needs at most its number of round trips', async () => {
    // It reserves the entries of status lists.
    await life(world());
    const calls = await life(world());
    expect(new Set(calls.map(([operation]) => operation))).toEqual(new Set(Object.keys(MOST)));
    const beyond = calls.filter(([operation, trips]) => trips.length > MOST[operation] + SPLIT);
    expect(beyond).toEqual([]);
    expect(calls.flatMap(([, trips]) => trips).length).toBeLessThanOrEqual(LIFE + 5 * SPLIT);
  });

  it('no transaction is open while something is signed', async () => {
    const { keys } = issuerOf(world().server).deps;
    const open: number[] = [];
    const seen =
      (sign: RawSigner): RawSigner =>
      (bytes) => {
        open.push(watch.open());
        return sign(bytes);
      };
    const { identitySigner, documentSigner } = keys;
    vi.spyOn(keys, 'identitySigner').mockImplementation(async () => seen(await identitySigner()));
    vi.spyOn(keys, 'documentSigner').mockImplementation(async () => {
      const signer = await documentSigner();
      return { ...signer, sign: seen(signer.sign) };
    });
    await life(world());
    // The credential, and two times ten MSOs, each signed and encrypted for the device.
    expect(open).toEqual(Array.from({ length: 1 + 2 * 2 * 10 }, () => 0));
  });
});
