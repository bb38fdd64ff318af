import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { proofedPhone } from '../../support/devices.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

async function challengedWith(detail: object | undefined) {
  const { device, ids } = await proofedPhone(world());
  await world().admin('challengeProofing', { id: ids.proofingId, ...(detail ? { detail } : {}) });
  return device.proofingStatus();
}

const KINDS = [
  ['physicalLocationVisit', {}, 'The user must visit a physical location'],
  ['issuerUrlVisit', {}, 'The user must complete a challenge at an issuer URL'],
  [
    'additionalTimeRequired',
    { estimatedCompletion: '1795176000000' },
    'More time is needed to review the proofing (int64 timestamp)',
  ],
  [
    'additionalTimeRequired',
    {},
    'More time is needed to review the proofing; estimatedCompletion is optional',
  ],
] as const;

describe('Challenged', () => {
  it.each(KINDS)('an operator can challenge a proofing with %s %j: %s', async (kind, value) => {
    expect(await challengedWith({ [kind]: value })).toEqual({ challenged: { [kind]: value } });
  });

  it('challengeDescription is debug text, and is passed on', async () => {
    const detail = { issuerUrlVisit: {}, challengeDescription: 'second factor' };
    expect(await challengedWith(detail)).toEqual({ challenged: detail });
  });

  it('a challenge without detail says that more time is required', async () => {
    expect(await challengedWith(undefined)).toEqual({ challenged: { additionalTimeRequired: {} } });
  });

  it('a further challenge replaces the one before, and the detail ends with the challenge', async () => {
    const { device, ids } = await proofedPhone(world());
    const id = ids.proofingId;
    await world().admin('challengeProofing', { id, detail: { issuerUrlVisit: {} } });
    await world().admin('challengeProofing', { id, detail: { physicalLocationVisit: {} } });
    expect(await device.proofingStatus()).toEqual({ challenged: { physicalLocationVisit: {} } });
    const accepted = await world().admin('acceptProofing', { id });
    expect(accepted).toMatchObject({ state: 'accepted' });
    expect(accepted.challenged).toBeUndefined();
  });

  it.each([
    ['no kind', { challengeDescription: 'hm' }],
    ['two kinds', { issuerUrlVisit: {}, physicalLocationVisit: {} }],
    ['an unknown kind', { issuerUrlVisit: {}, dance: {} }],
    ['a time that is no int64', { additionalTimeRequired: { estimatedCompletion: 'soon' } }],
    ['a description without end', { issuerUrlVisit: {}, challengeDescription: 'x'.repeat(1025) }],
  ])('a challenge with %s is refused to the operator', async (_, detail) => {
    const { ids } = await proofedPhone(world());
    const request = { id: ids.proofingId, detail };
    await expectNothingWritten(world(), () =>
      adminRefusal(world().admin('challengeProofing', request), 'INVALID_ARGUMENT'),
    );
  });
});
