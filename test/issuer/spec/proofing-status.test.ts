import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { type Phone, proofedPhone, registeredDevice } from '../../support/devices.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const DAY = 86_400_000;

async function statusOf({ ids }: Pick<Phone, 'ids'>) {
  const answer = await expectNothingWritten(world(), () => world().operate('getProofingStatus', ids));
  expect(answer.status).toBe(200);
  return answer.body.proofingStatus;
}

/** For each status, all ways to reach it. */
const WAYS: Record<string, readonly (readonly [string, (phone: Phone) => Promise<unknown>, object])[]> = {
  pending: [
    ['the issuer has not yet decided', async () => {}, {}],
    [
      'a challenge was completed',
      async ({ ids }) => {
        await world().admin('challengeProofing', { id: ids.proofingId });
        await world().admin('resumeProofing', { id: ids.proofingId });
      },
      {},
    ],
  ],
  accepted: [
    [
      'the issuer accepted the proofing',
      ({ ids }) => world().admin('acceptProofing', { id: ids.proofingId }),
      {},
    ],
    [
      'the issuer accepted the proofing after a challenge',
      async ({ ids }) => {
        await world().admin('challengeProofing', { id: ids.proofingId });
        await world().admin('acceptProofing', { id: ids.proofingId });
      },
      {},
    ],
  ],
  rejected: [
    [
      'the issuer rejected the proofing',
      ({ ids }) =>
        world().admin('rejectProofing', {
          id: ids.proofingId,
          detail: { primaryRejection: { riskCheckFailure: {} } },
        }),
      { primaryRejection: { riskCheckFailure: {} } },
    ],
  ],
  challenged: [
    [
      'the issuer wants the user to complete a challenge before deciding',
      ({ ids }) => world().admin('challengeProofing', { id: ids.proofingId, detail: { issuerUrlVisit: {} } }),
      { issuerUrlVisit: {} },
    ],
  ],
  canceled: [['the user canceled the proofing', ({ device }) => device.cancel(), {}]],
  revoked: [
    [
      'the issuer revoked the proofing',
      async ({ ids }) => {
        await world().admin('acceptProofing', { id: ids.proofingId });
        await world().admin('revokeProofing', { id: ids.proofingId });
      },
      {},
    ],
  ],
  expired: [
    ['no decision was made before an issuer-set deadline', async () => world().advance(30 * DAY), {}],
    [
      'no decision was made before an issuer-set deadline (likely an incomplete challenge)',
      async ({ ids }) => {
        await world().admin('challengeProofing', { id: ids.proofingId });
        world().advance(30 * DAY);
      },
      {},
    ],
  ],
};

describe('ProofingStatus', () => {
  for (const [status, ways] of Object.entries(WAYS)) {
    it.each(ways)(
      `a proofing has the status ${status}, as the only member, when %s`,
      async (_, reach, detail) => {
        const phone = await proofedPhone(world());
        await reach(phone);
        expect(await statusOf(phone)).toEqual({ [status]: detail });
      },
    );
  }

  it('a proofing is expired as soon as its deadline has passed; the sweep records it once', async () => {
    const phone = await proofedPhone(world());
    world().advance(30 * DAY - 1);
    expect(await statusOf(phone)).toEqual({ pending: {} });
    world().advance(1);
    expect(await statusOf(phone)).toEqual({ expired: {} });
    expect((await world().sweep()).proofings).toBeGreaterThan(0);
    expect(await statusOf(phone)).toEqual({ expired: {} });
    expect(await world().sweep()).toMatchObject({ proofings: 0, credentials: 0, msos: 0 });
  });

  it('completing a challenge starts the deadline of the pending proofing again', async () => {
    const phone = await proofedPhone(world());
    await world().admin('challengeProofing', { id: phone.ids.proofingId });
    world().advance(29 * DAY);
    await world().admin('resumeProofing', { id: phone.ids.proofingId });
    world().advance(29 * DAY);
    expect(await statusOf(phone)).toEqual({ pending: {} });
  });

  it('the status of a finished proofing can still be read', async () => {
    const phone = await proofedPhone(world());
    await phone.device.cancel();
    world().advance(400 * DAY);
    await world().sweep();
    expect(await statusOf(phone)).toEqual({ canceled: {} });
  });

  it('the status of an unknown proofing is refused as an invalid identifier', async () => {
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const answer = await world().operate('getProofingStatus', { deviceReferenceId, proofingId: 'none' });
    expectRefusal(answer, 'invalidIdentifier');
  });
});
