import { generateKeyPairSync, hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import {
  type Body,
  bodyOf,
  type Phone,
  proofedPhone,
  provisionedPhone,
  send,
} from '../../support/devices.ts';
import { offerKey, proofOfOwnership } from '../../support/foreign-envelope.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');

function newPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, point: publicKey.export({ type: 'spki', format: 'der' }).subarray(-65) };
}

/** The two operations that take a deviceEncryptionKey, each with a valid body. */
const OPERATIONS = ['provisionCredential', 'provisionMobileSecurityObjects'] as const;
const phones: Partial<Record<(typeof OPERATIONS)[number], { phone: Phone; body: Body }>> = {};

beforeAll(async () => {
  const proofed = await proofedPhone(world());
  const credential = await bodyOf(proofed.device, 'provisionCredential', (copy) => copy.provision());
  phones.provisionCredential = { phone: proofed, body: credential };
  const phone = await provisionedPhone(world());
  const body = await bodyOf(phone.device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
  phones.provisionMobileSecurityObjects = { phone, body };
}, HOOK_TIMEOUT);

async function expectRefused(
  operation: (typeof OPERATIONS)[number],
  reason: Parameters<typeof expectRefusal>[1],
  change: (key: { publicKey: string; signature: string; keyId: string }, phone: Phone) => object,
): Promise<void> {
  const { phone, body } = phones[operation] as { phone: Phone; body: Body };
  const deviceEncryptionKey = change(body.deviceEncryptionKey, phone);
  const answer = await expectNothingWritten(world(), () =>
    send(world(), operation, { ...body, deviceEncryptionKey }),
  );
  expectRefusal(answer, reason);
}

describe.each(OPERATIONS)('DeviceEncryptionKey of %s', (operation) => {
  it('publicKey: replacing it by another key, to redirect the answer, is refused', () =>
    expectRefused(operation, 'invalidPayloadSignature', (key) => ({
      ...key,
      publicKey: base64(newPair().point),
    })));

  it.each([
    ['a compressed point', Buffer.concat([Buffer.of(3), newPair().point.subarray(1, 33)])],
    ['a point off the curve', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 9)])],
    ['a point without its first byte', newPair().point.subarray(1)],
    ['a point with a byte more', Buffer.concat([newPair().point, Buffer.of(0)])],
    ['the hybrid form of a point', Buffer.concat([Buffer.of(6), newPair().point.subarray(1)])],
  ])(
    'publicKey is an elliptic curve point in uncompressed form, as in the HPKE KEM encoding; %s is refused',
    (_, point) =>
      expectRefused(operation, 'invalidFieldValue', (key, { device }) => ({
        ...key,
        publicKey: base64(point),
        signature: base64(proofOfOwnership(device, sha256(point))),
      })),
  );

  it('signature is made over the ephemeral public key by the device identity key; a signature by another key is invalid', () => {
    const { point, privateKey } = newPair();
    return expectRefused(operation, 'invalidPayloadSignature', (key, { device }) => ({
      ...key,
      publicKey: base64(point),
      signature: base64(proofOfOwnership(device, sha256(point), { signer: privateKey })),
    }));
  });

  it('signature is a COSE_Sign1 object in the ProofOfOwnership format, with challenge SHA-256(ephemeral public key)', () => {
    const { point } = newPair();
    return expectRefused(operation, 'invalidPayloadSignature', (key, { device }) => ({
      ...key,
      publicKey: base64(point),
      signature: base64(proofOfOwnership(device, point.subarray(1, 33))),
    }));
  });

  it('signature: a signature made for an earlier ephemeral key is refused', () =>
    expectRefused(operation, 'invalidPayloadSignature', (key, { device }) => {
      const point = newPair().point;
      return {
        ...key,
        publicKey: base64(point),
        signature: base64(proofOfOwnership(device, sha256(newPair().point))),
      };
    }));

  it.each([
    ['another document type', { docType: 'org.example.other' }],
    ['a test credential', { testCredential: true }],
  ])('signature: a signature for %s is invalid', (_, parts) => {
    const { point } = newPair();
    return expectRefused(operation, 'invalidPayloadSignature', (key, { device }) => ({
      ...key,
      publicKey: base64(point),
      signature: base64(proofOfOwnership(device, sha256(point), parts)),
    }));
  });

  it.each(['publicKey', 'signature', 'keyId'])(
    'an unset %s of a DeviceEncryptionKey is a missing required field',
    async (member) => {
      await expectRefused(operation, 'missingRequiredField', (key) => ({ ...key, [member]: undefined }));
      await expectRefused(operation, 'missingRequiredField', (key) => ({ ...key, [member]: null }));
    },
  );

  it.each(['publicKey', 'signature'])('the %s of a DeviceEncryptionKey must be base64', async (member) => {
    await expectRefused(operation, 'invalidFieldValue', (key) => ({ ...key, [member]: '****' }));
    await expectRefused(operation, 'invalidFieldValue', (key) => ({ ...key, [member]: 5 }));
  });
});

describe('DeviceEncryptionKey', () => {
  it('publicKey: the device generates an ephemeral key for each request, and a new one is accepted each time', async () => {
    const { device } = await proofedPhone(world());
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    for (const keyId of ['first', 'second']) {
      const offer = await offerKey(world(), device, keyId);
      const answer = await send(world(), 'provisionCredential', {
        ...body,
        deviceEncryptionKey: offer.deviceEncryptionKey,
      });
      await offer.open(answer.body.credential.encryptedData, 'Credential');
    }
  });

  it('keyId is the key id of the ephemeral public key', async () => {
    const { device } = await proofedPhone(world());
    const offer = await offerKey(world(), device, 'the ephemeral one');
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const answer = await send(world(), 'provisionCredential', {
      ...body,
      deviceEncryptionKey: offer.deviceEncryptionKey,
    });
    expect(answer.body.credential.encryptedData.recipientKeyId).toBe('the ephemeral one');
  });
});
