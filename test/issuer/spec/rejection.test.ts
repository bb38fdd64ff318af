import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { newDevice, proofedPhone } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, rejectedAutomatically } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

/** The status of a proofing that an operator rejected with this detail. */
async function rejectedWith(detail: object | undefined) {
  const { device, ids } = await proofedPhone(world());
  await world().admin('rejectProofing', { id: ids.proofingId, ...(detail ? { detail } : {}) });
  return device.proofingStatus();
}

const REASONS = [
  [
    'evidenceMismatch',
    { evidenceType: 'preAuthorizationCode' },
    "Evidence did not match the issuer's records. evidenceType is a debug description",
  ],
  ['evidenceIncomplete', { evidenceType: 'barcode' }, 'Required evidence was not all received'],
  ['lowRiskScore', {}, 'Deprecated. Use riskCheckFailure or livenessCheckFailure'],
  ['recordNotFound', {}, "The record does not exist in the issuer's system, or is opted out"],
  [
    'recordInvalid',
    { invalidityReason: 'expired' },
    'The record is in an invalid state (for example canceled or expired)',
  ],
  [
    'maxProvisioningsReached',
    { maxNumberOfProvisioningsAllowed: 3 },
    'The maximum number of devices allowed by issuer policy was reached',
  ],
  ['riskCheckFailure', {}, 'A risk score check failed'],
  ['livenessCheckFailure', {}, 'A liveness check failed'],
] as const;

describe('Rejection', () => {
  it.each(REASONS)('an operator can reject a proofing with %s %j: %s', async (reason, value) => {
    const primaryRejection = { [reason]: value };
    expect(await rejectedWith({ primaryRejection })).toEqual({ rejected: { primaryRejection } });
  });

  it('rejectionDescription is debug text for support staff', async () => {
    const primaryRejection = { riskCheckFailure: {}, rejectionDescription: 'rule 7 of the risk engine' };
    expect(await rejectedWith({ primaryRejection })).toEqual({ rejected: { primaryRejection } });
  });

  it('issuerRejectionIdentifier is an issuer-generated identifier of this rejection, used for debugging only', async () => {
    const primaryRejection = { recordNotFound: {}, issuerRejectionIdentifier: 'case 4711' };
    expect(await rejectedWith({ primaryRejection })).toEqual({ rejected: { primaryRejection } });
  });

  it('a rejected status has primaryRejection (Rejection) and additionalRejections (array of Rejection)', async () => {
    const rejected = {
      primaryRejection: { evidenceIncomplete: { evidenceType: 'barcode' } },
      additionalRejections: [{ riskCheckFailure: {} }, { recordInvalid: { invalidityReason: 'canceled' } }],
    };
    expect(await rejectedWith(rejected)).toEqual({ rejected });
  });

  it('a single Rejection becomes the primary one; without any the reason is that the record is invalid', async () => {
    expect(await rejectedWith({ livenessCheckFailure: {} })).toEqual({
      rejected: { primaryRejection: { livenessCheckFailure: {} } },
    });
    expect(await rejectedWith(undefined)).toEqual({
      rejected: { primaryRejection: { recordInvalid: { invalidityReason: expect.any(String) } } },
    });
  });

  it.each([
    ['no reason', { primaryRejection: {} }],
    ['a description only', { rejectionDescription: 'because' }],
    ['two reasons', { primaryRejection: { riskCheckFailure: {}, recordNotFound: {} } }],
    [
      'an additional one without a reason',
      { primaryRejection: { riskCheckFailure: {} }, additionalRejections: [{}] },
    ],
    ['an unknown reason', { primaryRejection: { riskCheckFailure: {} }, boredom: {} }],
    ['a number that is no int32', { maxProvisioningsReached: { maxNumberOfProvisioningsAllowed: 2 ** 31 } }],
    ['a description without end', { riskCheckFailure: {}, rejectionDescription: 'x'.repeat(1025) }],
    [
      'seventeen additional ones',
      { riskCheckFailure: {}, additionalRejections: Array(17).fill({ recordNotFound: {} }) },
    ],
  ])('a rejection with %s is refused to the operator', async (_, detail) => {
    const { ids } = await proofedPhone(world());
    const request = { id: ids.proofingId, detail };
    await expectNothingWritten(world(), () =>
      adminRefusal(world().admin('rejectProofing', request), 'INVALID_ARGUMENT'),
    );
  });

  it('a rejection by the issuer contains no personal data: it names kinds of evidence only', async () => {
    const device = newDevice(world());
    await device.register();
    await device.proof('Erika Mustermann');
    expect(await device.proofingStatus()).toEqual(
      rejectedAutomatically({ evidenceMismatch: { evidenceType: 'preAuthorizationCode' } }),
    );
  });

  it('a business-logic rejection is no error: every answer has status 200', async () => {
    const holderId = await newHolder(world());
    const code = await codeFor(world(), holderId);
    await world().admin('revokeHolder', { id: holderId });
    const device = newDevice(world());
    await device.register();
    await device.proof(code);
    expect(await device.proofingStatus()).toEqual(
      rejectedAutomatically({ recordInvalid: { invalidityReason: 'revoked' } }),
    );
  });
});
