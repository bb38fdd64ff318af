import { describe, expect, it } from 'vitest';
import { rows } from '../../support/database.ts';
import {
  bodyOf,
  newDevice,
  type Phone,
  proofedPhone,
  registeredDevice,
  send,
} from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { runs } from '../../support/runs.ts';
import { useWorld } from '../../support/use-world.ts';

/** rulings-42-43-49 tests changes at chosen moments. Here, requests meet at random. */
const automatic = useWorld();
const manual = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const ROUNDS = runs(12);

/** A body of RegisterDevice with another key. */
async function replacement({ device }: Pick<Phone, 'device'>) {
  await device.requestNonce();
  const { nonce } = device.state;
  return bodyOf(device, 'registerDevice', (copy) => copy.register(), { nonce: () => nonce as string });
}

/** All rounds run at once, so that they also meet each other. */
const atOnce = <T>(round: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: ROUNDS }, (_, index) => round(index)));

describe('A device that registers another key while another request runs', () => {
  it('if ProvisionCredential and a registration of another key run at once, only one succeeds', async () => {
    const world = automatic();
    const rounds = await atOnce(async (index) => {
      const phone = await proofedPhone(world, { encrypt: index % 2 === 0 });
      const registration = await replacement(phone);
      const request = await bodyOf(phone.device, 'provisionCredential', (copy) => copy.provision());
      return { phone, registration, request };
    });
    const outcomes = await Promise.all(
      rounds.map(({ registration, request }) =>
        Promise.all([
          send(world, 'registerDevice', registration),
          send(world, 'provisionCredential', request),
        ]),
      ),
    );
    for (const [index, [registered, provisioned]] of outcomes.entries()) {
      const { phone } = rounds[index] as (typeof rounds)[number];
      const live = `select count(*) as n from credential where device_reference_id = ?
        and state in ('active', 'provisionPending')`;
      expect([registered.status, provisioned.status]).toContain(200);
      if (registered.status === 200) expectRefusal(provisioned, 'invalidIdentifier');
      else expectRefusal(registered, 'invalidState');
      const n = registered.status === 200 ? 0 : 1;
      expect(Number(rows(world, live, phone.ids.deviceReferenceId)[0]?.n)).toBe(n);
    }
  });

  it('ProofUser during the registration of another key leaves no proofing of the old key open', async () => {
    const world = automatic();
    const rounds = await atOnce(async (index) => {
      const device = await registeredDevice(world, { encrypt: index % 2 === 0 });
      const code = await codeFor(world, await newHolder(world));
      const registration = await replacement({ device });
      return { device, registration, request: await bodyOf(device, 'proofUser', (copy) => copy.proof(code)) };
    });
    await Promise.all(
      rounds.map(async ({ device, registration, request }, index) => {
        const [registered, proofed] = await Promise.all([
          send(world, 'registerDevice', registration),
          send(world, 'proofUser', request),
        ]);
        expect(registered.status).toBe(200);
        const { deviceReferenceId } = device.state;
        const sql = 'select state, identity_key_hash as key from proofing where device_reference_id = ?';
        const [proofing] = rows(world, sql, deviceReferenceId);
        if (proofed.status !== 200) {
          expectRefusal(proofed, 'invalidPayloadSignature');
          expect(proofing).toBeUndefined();
          return;
        }
        const { keySha256 } = await world.admin('getDevice', { id: deviceReferenceId });
        if (!proofing) throw new Error('the proofing was acknowledged and is not there');
        const isOfNewKey = (proofing.key as Buffer).toString('hex') === keySha256;
        expect(proofing.state).toBe(isOfNewKey ? 'accepted' : 'revoked');
        if (index % 2 === 0) expect(isOfNewKey).toBe(false);
      }),
    );
  });

  it("an operator's decision during the registration of another key leaves no accepted or open proofing", async () => {
    const world = manual();
    const after = { acceptProofing: 'revoked', rejectProofing: 'rejected', challengeProofing: 'canceled' };
    const methods = Object.keys(after) as (keyof typeof after)[];
    const rounds = await atOnce(async (index) => {
      const phone = await proofedPhone(world);
      const method = methods[index % methods.length] as keyof typeof after;
      return { id: phone.ids.proofingId, method, registration: await replacement(phone) };
    });
    await Promise.all(
      rounds.map(async ({ id, method, registration }) => {
        const [registered, decided] = await Promise.allSettled([
          send(world, 'registerDevice', registration),
          world.admin(method, { id }),
        ]);
        expect(registered).toMatchObject({ value: { status: 200 } });
        const { state } = await world.admin('getProofing', { id });
        expect(state).toBe(decided.status === 'fulfilled' ? after[method] : 'canceled');
      }),
    );
  });

  it('of concurrent registrations of one key under different reference ids only one succeeds', async () => {
    const world = automatic();
    await Promise.all(
      Array.from({ length: Math.ceil(ROUNDS / 4) }, async () => {
        const device = await registeredDevice(world);
        const { key } = device.state.identity!;
        await device.register();
        const bodies = await Promise.all(
          Array.from({ length: 4 }, () =>
            bodyOf(newDevice(world), 'registerDevice', (copy) => copy.register(), { identityKey: () => key }),
          ),
        );
        const answers = await Promise.all(bodies.map((body) => send(world, 'registerDevice', body)));
        const [winner, ...others] = answers.toSorted((one, other) => one.status - other.status);
        expect(winner?.status).toBe(200);
        for (const answer of others) expectRefusal(answer, 'invalidState');
      }),
    );
  });
});
