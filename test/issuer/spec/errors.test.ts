import { describe, expect, it } from 'vitest';
import { ADVISED_STATUS, type Reason } from '../../support/answer-check.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, registeredDevice } from '../../support/devices.ts';
import { sealForIssuer } from '../../support/foreign-envelope.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import type { Answer } from '../../support/world.ts';

const world = useWorld();

async function sealedProofing(
  plaintext: Uint8Array,
  change: (data: object) => object = (data) => data,
): Promise<Answer> {
  const device = await registeredDevice(world());
  const data = await sealForIssuer(world(), device, plaintext, { info: 'PreAuthorizationCode' });
  const evidence = [{ preAuthorizationCode: { encryptedData: change(data) } }];
  const { deviceReferenceId } = device.state;
  return expectNothingWritten(world(), () =>
    world().operate('proofUser', { deviceReferenceId, proofingId: 'e', evidence }),
  );
}

/** For each error reason that needs no caller credentials, its description and a request that gets it. */
const REACH: Record<Exclude<Reason, 'permissionDenied'>, readonly [string, () => Promise<Answer>]> = {
  invalidApiVersion: [
    "the request's API version is unsupported",
    () => world().operate('healthCheck', {}, { version: { major: 3, minor: 1 } }),
  ],
  invalidPayloadSignature: [
    'the payload signature is to an unknown or inactive key',
    () => sealedProofing(Buffer.from('code'), (data) => ({ ...data, signature: 'hEOhASag' })),
  ],
  invalidPayloadEncryption: [
    'the payload encryption is to an unknown or inactive key',
    () => sealedProofing(Buffer.from('code'), (data) => ({ ...data, recipientKeyId: 'ABCDEF' })),
  ],
  invalidIdentifier: [
    'an identifier in the request is invalid or unknown',
    () => world().operate('getCredentialStatus', { deviceReferenceId: 'nobody', credentialId: 'nothing' }),
  ],
  invalidFieldValue: [
    'a field has a value outside the supported set',
    () => world().operate('getProofingStatus', { deviceReferenceId: 'x\n', proofingId: 'p' }),
  ],
  missingRequiredField: [
    'a required field is unset',
    () => world().operate('getProofingStatus', { proofingId: 'p' }),
  ],
  invalidDecryptedRequest: [
    'the payload decrypted but the message cannot be parsed',
    () => sealedProofing(Buffer.from('c328', 'hex')),
  ],
  forbidden: [
    'access to the requested resource is forbidden',
    () => world().operate('healthCheck', {}, { issuerId: 'Somebody_Else' }),
  ],
  invalidState: [
    'a request was made but the system is not in a valid state for it (for example CancelProofing in the wrong state)',
    async () => {
      const { ids } = await activePhone(world());
      return world().operate('cancelProofing', ids);
    },
  ],
};

describe('Errors', () => {
  it.each(Object.entries(REACH))('%s is an error reason: %s', async (reason, [, reach]) => {
    const answer = await reach();
    expectRefusal(answer, reason as Reason, ADVISED_STATUS[reason as Reason]);
  });

  it('permissionDenied: a sandbox without caller credentials refuses no caller', async () => {
    const json = { 'content-type': 'application/json' };
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { 'x-client-cert': 'nonsense' }]) {
      const answer = await world().post('/v1/vdc/getIdentityKey', '{}', { ...json, ...headers });
      expect(answer.status).toBe(200);
    }
  });

  it.each(Object.entries(REACH))(
    'an error has responseMetadata, like every response (%s)',
    async (_, [, reach]) => {
      const { body } = await reach();
      expect(body.responseMetadata).toEqual({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    },
  );

  it.each(Object.entries(REACH))(
    'an error has exactly one reason member (%s), which is an object',
    async (reason, [, reach]) => {
      const { body } = await reach();
      const { responseMetadata, errorDescription, issuerErrorIdentifier, ...reasons } = body;
      expect(Object.keys(reasons)).toEqual([reason]);
      expect(reasons[reason]).toBeTypeOf('object');
      expect([responseMetadata, errorDescription, issuerErrorIdentifier]).not.toContain(undefined);
    },
  );

  it.each(Object.entries(REACH))(
    'errorDescription is debug text without personal data and without values of the request (%s)',
    async (_, [, reach]) => {
      const { body } = await reach();
      for (const value of ['nobody', 'nothing', 'ABCDEF', 'Somebody_Else', body.responseMetadata.requestId]) {
        expect(body.errorDescription).not.toContain(value);
      }
    },
  );

  it('issuerErrorIdentifier: each error has another identifier, which is in the log line of the request', async () => {
    const seen = new Set<string>();
    for (const [, reach] of Object.values(REACH)) {
      const { body } = await reach();
      seen.add(body.issuerErrorIdentifier);
      const lines = world().log.filter((line) => line.includes(body.issuerErrorIdentifier));
      expect(lines.map((line) => JSON.parse(line).requestId)).toEqual([body.responseMetadata.requestId]);
    }
    expect(seen.size).toBe(Object.keys(REACH).length);
  });

  it('a rejection by business logic is not an error; the proofing status says it', async () => {
    const device = await registeredDevice(world());
    await device.proof('a code that was never issued');
    expect(await device.proofingStatus()).toHaveProperty('rejected');
  });

  it('invalidApiVersion says which version was requested and which is expected', async () => {
    const { body } = await REACH.invalidApiVersion[1]();
    expect(body.invalidApiVersion).toEqual({
      requestVersion: { major: 3, minor: 1 },
      expectedVersion: { major: 1, minor: 0 },
    });
  });
});
