import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal, rejectedAutomatically } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const plain = (code: string) => ({
  preAuthorizationCode: { unencryptedValue: Buffer.from(code).toString('base64') },
});

let proofings = 0;

async function prove(evidence: unknown) {
  const { deviceReferenceId } = (await registeredDevice(world())).state;
  proofings += 1;
  const ids = { deviceReferenceId, proofingId: `proofing-${proofings}` };
  const sent = await world().operate('proofUser', { ...ids, evidence });
  const status = async () => (await world().operate('getProofingStatus', ids)).body.proofingStatus;
  return { ids, sent, status };
}

async function expectRefused(
  evidence: unknown,
  reason: Parameters<typeof expectRefusal>[1],
): Promise<string> {
  const { deviceReferenceId } = (await registeredDevice(world())).state;
  const request = { deviceReferenceId, proofingId: 'refused', evidence };
  return expectRefusal(
    await expectNothingWritten(world(), () => world().operate('proofUser', request)),
    reason,
  );
}

const MISMATCH = rejectedAutomatically({ evidenceMismatch: { evidenceType: 'preAuthorizationCode' } });
const INCOMPLETE = rejectedAutomatically({ evidenceIncomplete: { evidenceType: 'preAuthorizationCode' } });

describe('ProofingEvidence', () => {
  it('preAuthorizationCode: a code that the issuer sent is accepted as evidence', async () => {
    const { sent, status, ids } = await prove([plain(await codeFor(world(), await newHolder(world())))]);
    expect(sent.body.proofingId).toBe(ids.proofingId);
    expect(await status()).toEqual({ accepted: {} });
  });

  it.each([
    ['was never issued', async () => 'never-issued'],
    ['has another case', async () => (await codeFor(world(), await newHolder(world()))).toLowerCase()],
    ['has a space after it', async () => `${await codeFor(world(), await newHolder(world()))} `],
    ['is not ASCII', async () => 'ключ 🔑'],
  ])('preAuthorizationCode: a code that %s rejects the proofing', async (_, code) => {
    const { sent, status } = await prove([plain(await code())]);
    expect(sent.status).toBe(200);
    expect(await status()).toEqual(MISMATCH);
  });

  it('preAuthorizationCode: a code is used by one proofing only', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const first = await prove([plain(code)]);
    const second = await prove([plain(code)]);
    expect([await first.status(), await second.status()]).toEqual([{ accepted: {} }, MISMATCH]);
  });

  it('preAuthorizationCode: an expired code is rejected', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const late = await codeFor(world(), await newHolder(world()));
    world().advance(600_000 - 1);
    expect(await (await prove([plain(code)])).status()).toEqual({ accepted: {} });
    world().advance(1);
    expect(await (await prove([plain(late)])).status()).toEqual(MISMATCH);
  });

  it('preAuthorizationCode: the issuer configures how long codes are valid', async () => {
    const holderId = await newHolder(world());
    const { code, expireTime } = await world().admin('issueCode', { holderId, ttlSeconds: 5 });
    expect(Date.parse(expireTime)).toBe(world().now() + 5000);
    world().advance(5000);
    expect(await (await prove([plain(code)])).status()).toEqual(MISMATCH);
  });

  it.each([
    ['longer than any code', Buffer.alloc(513, 'a').toString('base64')],
    ['not UTF-8', Buffer.from('c328', 'hex').toString('base64')],
    ['not base64', '*'],
  ])('preAuthorizationCode: a value that is %s is an invalid field value', async (_, unencryptedValue) => {
    await expectRefused([{ preAuthorizationCode: { unencryptedValue } }], 'invalidFieldValue');
  });

  it('preAuthorizationCode: proto3 JSON writes an unset value as an empty one, which counts as unset', async () => {
    await expectRefused([{ preAuthorizationCode: { unencryptedValue: '' } }], 'missingRequiredField');
  });

  it('preAuthorizationCode: an empty value counts as unset', async () => {
    const value = { unencryptedValue: '' };
    await expectRefused([{ preAuthorizationCode: value }], 'missingRequiredField');
  });

  it('preAuthorizationCode: the code of an expired record rejects the proofing', async () => {
    const yesterday = new Date(world().now() - 86_400_000).toISOString().slice(0, 10);
    const code = await codeFor(world(), await newHolder(world(), { expiry_date: yesterday }));
    const { status } = await prove([plain(code)]);
    expect(await status()).toEqual(rejectedAutomatically({ recordInvalid: { invalidityReason: 'expired' } }));
  });

  it('preAuthorizationCode: the code of a record that ends later today rejects the proofing, because MSOs end with whole days', async () => {
    const tonight = new Date(Math.ceil((world().now() + 1) / 86_400_000) * 86_400_000 - 1000);
    const expiry = `${tonight.toISOString().slice(0, 19)}Z`;
    const code = await codeFor(world(), await newHolder(world(), { expiry_date: expiry }));
    const { status } = await prove([plain(code)]);
    expect(await status()).toEqual(rejectedAutomatically({ recordInvalid: { invalidityReason: 'expired' } }));
  });

  it('evidence: a code of the greatest length is looked up like others', async () => {
    expect(await (await prove([plain('a'.repeat(512))])).status()).toEqual(MISMATCH);
  });

  it('evidence must name its kind', async () => {
    expect(await expectRefused([{}], 'missingRequiredField')).toBe('unset: the kind of evidence.0');
    await expectRefused([{ faceImage: { unencryptedValue: 'AAAA' } }], 'missingRequiredField');
    await expectRefused([{ preAuthorizationCode: null }], 'missingRequiredField');
  });

  it('evidence of the same kind may occur only once', async () => {
    await expectRefused([plain('a'), plain('b')], 'invalidFieldValue');
    await expectRefused([plain('a'), {}], 'missingRequiredField');
  });

  it.each([[[]], [undefined], [null]])(
    'the evidence %j is incomplete, and the proofing is rejected',
    async (evidence) => {
      const { sent, status } = await prove(evidence);
      expect(sent.status).toBe(200);
      expect(await status()).toEqual(INCOMPLETE);
    },
  );

  it.each([['text'], [{}], [[null]], [['code']], [[[]]], [5]])(
    'the evidence %j is refused, because it is no array of ProofingEvidence',
    async (evidence) => {
      await expectRefused(evidence, 'invalidFieldValue');
    },
  );

  it('a list of too many pieces of evidence is refused', async () => {
    await expectRefused(
      Array.from({ length: 33 }, () => plain('a')),
      'invalidFieldValue',
    );
  });
});
