import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src/issuer/contract/index.ts';
import {
  activePhone,
  bodyOf,
  newDevice,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
} from '../../support/devices.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

/** The endpoints table: operation, members of the request, members of the response. */
const ENDPOINTS: readonly (readonly [OperationName, string, string])[] = [
  ['healthCheck', 'requestMetadata, clientMessage', 'responseMetadata, clientMessage'],
  [
    'proofUser',
    'requestMetadata, deviceReferenceId, proofingId, evidence, reverificationContext',
    'responseMetadata, proofingId',
  ],
  ['getProofingStatus', 'requestMetadata, deviceReferenceId, proofingId', 'responseMetadata, proofingStatus'],
  ['cancelProofing', 'requestMetadata, deviceReferenceId, proofingId', 'responseMetadata'],
  [
    'provisionCredential',
    'requestMetadata, deviceReferenceId, credentialId, proofingId, deviceEncryptionKey',
    'responseMetadata, credential, credentialVersionId',
  ],
  [
    'provisionMobileSecurityObjects',
    'requestMetadata, deviceReferenceId, credentialId, authKeys, proofOfProvisioning, deviceEncryptionKey, credentialVersionId',
    'responseMetadata, mobileSecurityObjects',
  ],
  [
    'getCredentialStatus',
    'requestMetadata, deviceReferenceId, credentialId',
    'responseMetadata, credentialStatus, credentialVersionId',
  ],
  ['notifyCredentialDeleted', 'requestMetadata, deviceReferenceId, credentialId', 'responseMetadata'],
  ['getDeviceRegistrationNonce', 'requestMetadata, deviceReferenceId', 'responseMetadata, nonce'],
  [
    'registerDevice',
    'requestMetadata, deviceReferenceId, deviceIdentityCertificate, deviceIdentityCertificateChain',
    'responseMetadata',
  ],
  ['getIdentityKey', '', 'issuerIdentityCertificate'],
  ['getHybridEncryptionKey', '', 'issuerEncryptionCertificate'],
];

/** A request to each operation that succeeds. */
async function goodRequest(operation: OperationName): Promise<object> {
  const requestOf = {
    healthCheck: async () => ({ clientMessage: 'hello' }),
    async proofUser() {
      const { deviceReferenceId } = (await registeredDevice(world())).state;
      return { deviceReferenceId, proofingId: randomUUID(), evidence: [] };
    },
    getProofingStatus: async () => (await proofedPhone(world())).ids,
    async cancelProofing() {
      const { ids } = await proofedPhone(manual());
      return ids;
    },
    provisionCredential: async () => ({ ...(await proofedPhone(world())).ids, credentialId: randomUUID() }),
    async provisionMobileSecurityObjects() {
      const { device } = await provisionedPhone(world(), { encrypt: false });
      return bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
    },
    getCredentialStatus: async () => (await activePhone(world())).ids,
    notifyCredentialDeleted: async () => (await activePhone(world())).ids,
    getDeviceRegistrationNonce: async () => ({ deviceReferenceId: randomUUID() }),
    async registerDevice() {
      const device = newDevice(world());
      return bodyOf(device, 'registerDevice', (copy) => copy.register());
    },
    getIdentityKey: async () => ({}),
    getHybridEncryptionKey: async () => ({}),
  };
  return requestOf[operation]();
}

const manual = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const worldOf = (operation: OperationName) => (operation === 'cancelProofing' ? manual() : world());

describe('Endpoints', () => {
  it('the issuer interface has exactly these twelve operations', () => {
    expect(ENDPOINTS.map(([operation]) => operation).toSorted()).toEqual(OPERATION_NAMES.toSorted());
  });

  it.each(ENDPOINTS)('the request body of %s has the members: %s', (operation, members) => {
    const { properties } = OPERATIONS[operation].request as unknown as { properties: object };
    expect(Object.keys(properties).toSorted()).toEqual(members.split(', ').filter(Boolean).toSorted());
  });

  it.each(ENDPOINTS)(
    '%s is POST {base_url}/v1/vdc/<operation> (%s), and its response body has the members: %s',
    async (operation, _, members) => {
      const request = await goodRequest(operation);
      const answer = await worldOf(operation).operate(operation, request);
      expect(answer.status, answer.body.errorDescription).toBe(200);
      expect(Object.keys(answer.body).toSorted()).toEqual(members.split(', ').toSorted());
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  it.each(ENDPOINTS)('%s answers an error with an ErrorResponse instead', async (operation) => {
    const { body, status } = await world().post(`/v1/vdc/${operation}`, '{');
    expect(Object.keys(body).toSorted()).toEqual([
      'errorDescription',
      'invalidFieldValue',
      'issuerErrorIdentifier',
      'responseMetadata',
    ]);
    expect(status).toBe(400);
  });

  it.each(OPERATION_NAMES)('answers of %s may not be cached (Cache-Control: no-store)', async (operation) => {
    const { headers } = await world().operate(operation);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('values to or from a device are carried encrypted (an EncryptedData object) or as base64 plaintext', async () => {
    for (const encrypt of [true, false]) {
      const { device } = await activePhone(world(), 2, { encrypt });
      expect((await device.status()).credentialStatus).toEqual({ active: {} });
      await device.notifyDeleted();
    }
  });

  it('a 64-bit integer (int64) is carried as a JSON string, timestamps are milliseconds since the Unix epoch', async () => {
    const { device } = await provisionedPhone(world());
    const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
    const answer = await world().post('/v1/vdc/provisionMobileSecurityObjects', JSON.stringify(body));
    const { expirationTimeMillis } = answer.body.mobileSecurityObjects[0];
    expect(new Date(Number(expirationTimeMillis)).toISOString()).toBe('2026-12-20T00:00:00.000Z');
    expect(typeof expirationTimeMillis).toBe('string');
  });

  it('an operation that does not exist is refused', async () => {
    expectRefusal(await world().post('/v1/vdc/issueMoney', '{}'), 'invalidIdentifier', 404);
  });
});
