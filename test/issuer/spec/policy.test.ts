import { describe, expect, it } from 'vitest';
import { activePhone, newDevice, proofedPhone } from '../../support/devices.ts';
import { MDL } from '../../support/records.ts';
import { adminRefusal, refusalOf } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const DAY = 86_400_000;

const world = useWorld({
  settings: {
    'issuer.decisions': 'manual',
    'issuer.challenges': ['issuerUrlVisit', 'additionalTimeRequired'],
  },
});
const byType = useWorld({
  settings: {
    'issuer.decisions': 'manual',
    'issuer.byDocumentType': { [MDL]: { decisions: 'automatic', msoValidityDays: 3 } },
  },
});
const strongBox = useWorld({ settings: { 'issuer.attestation.requireStrongBox': true } });

describe("The issuer's policy", () => {
  it('the policy lists the kinds of challenge that operators may use', async () => {
    const { device, ids } = await proofedPhone(world());
    const challenge = (detail: object) => world().admin('challengeProofing', { id: ids.proofingId, detail });
    await adminRefusal(
      challenge({ physicalLocationVisit: {} }),
      'FAILED_PRECONDITION',
      'CHALLENGE_NOT_ALLOWED',
    );
    expect(await device.proofingStatus()).toEqual({ pending: {} });
    await challenge({ additionalTimeRequired: {} });
    expect(await device.proofingStatus()).toEqual({ challenged: { additionalTimeRequired: {} } });
  });

  it('a challenge without a kind is of the first kind that the policy lists', async () => {
    const { device, ids } = await proofedPhone(world());
    await world().admin('challengeProofing', { id: ids.proofingId });
    expect(await device.proofingStatus()).toEqual({ challenged: { issuerUrlVisit: {} } });
  });

  it('the policy sets decisions and the number of MSOs for each document type', async () => {
    const { device } = await activePhone(byType());
    const startOfDay = Math.floor(byType().now() / DAY) * DAY;
    expect(device.state.authKeys[0]?.certified?.expiresAt).toBe(startOfDay + 3 * DAY);
  });

  it('the policy can require keys in a StrongBox', async () => {
    const refusal = await refusalOf(newDevice(strongBox()).register(), 'forbidden');
    expect(refusal.message).toContain('strongBoxRequired');
  });
});
