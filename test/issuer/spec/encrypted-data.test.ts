import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { bodyOf, proofedPhone, registeredDevice, send } from '../../support/devices.ts';
import { offerKey, type SealParts, sealForIssuer } from '../../support/foreign-envelope.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const INFO = 'PreAuthorizationCode';

let proofings = 0;

/** A proofing whose code is encrypted by another library than ours; every part can be changed. */
async function proofingWith(parts: SealParts = {}, change: (data: object) => object = (data) => data) {
  const device = await registeredDevice(world());
  const code = await codeFor(world(), await newHolder(world()));
  const sealed = await sealForIssuer(world(), device, Buffer.from(code), { info: INFO, ...parts });
  proofings += 1;
  const { deviceReferenceId } = device.state;
  const proofingId = `proofing-${proofings}`;
  const evidence = [{ preAuthorizationCode: { encryptedData: change(sealed) } }];
  const request = { deviceReferenceId, proofingId, evidence };
  const sent = await world().operate('proofUser', request);
  return {
    sent,
    request,
    status: () => world().operate('getProofingStatus', { deviceReferenceId, proofingId }),
  };
}

async function expectAccepted(parts: SealParts = {}, change?: (data: object) => object) {
  const { sent, status } = await proofingWith(parts, change);
  expect(sent.status, sent.body.errorDescription).toBe(200);
  expect((await status()).body.proofingStatus).toEqual({ accepted: {} });
}

async function expectRefused(
  reason: Parameters<typeof expectRefusal>[1],
  parts?: SealParts,
  change?: (data: object) => object,
) {
  const { sent, request, status } = await proofingWith(parts, change);
  expectRefusal(sent, reason);
  expectRefusal(await status(), 'invalidIdentifier');
  await expectNothingWritten(world(), () => world().operate('proofUser', request));
}

describe('EncryptedData, sent from the device', () => {
  it('encryptedValue is base64, and the issuer decrypts it', () => expectAccepted());

  it.each([
    ['URL-safe', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['without padding', (text: string) => text.replaceAll('=', '')],
  ])('encryptedValue is base64, and may be %s', (_, write) =>
    expectAccepted({}, (data) =>
      Object.fromEntries(Object.entries(data).map(([name, text]) => [name, write(text)])),
    ),
  );

  it.each(['not base64!', 'AAAAA', 'AA=A', '=', 'AAAA=', 'AA=', 'A A A', 'ÄÖÜß'])(
    'encryptedValue: %j is refused, because it is not base64',
    (text) => expectRefused('invalidFieldValue', {}, (data) => ({ ...data, encryptedValue: text })),
  );

  it('encapsulatedKey is the base64 key that was used to encrypt the value; with another key decryption fails', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const point = other.export({ type: 'spki', format: 'der' }).subarray(-65);
    return expectRefused('invalidPayloadEncryption', {}, (data) => ({
      ...data,
      encapsulatedKey: point.toString('base64'),
    }));
  });

  it.each([
    ['off the curve', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])],
    ['compressed', Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)])],
    ['empty', Buffer.alloc(0)],
    ['the point at infinity', Buffer.of(0)],
  ])('encapsulatedKey: a point that is %s decrypts nothing', (_, point) =>
    expectRefused('invalidPayloadEncryption', {}, (data) => ({
      ...data,
      encapsulatedKey: point.toString('base64'),
    })),
  );

  it('signature is a COSE_Sign1 object in the ProofOfOwnership format, whose challenge is SHA-256(plaintext + recipient public key)', async () => {
    await expectRefused('invalidPayloadSignature', { signed: Buffer.from('another plaintext') });
  });

  it.each([
    ['another key', { signer: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['another document type', { docType: 'org.example.other' }],
    ['a test credential', { testCredential: true }],
  ])('signature: a signature of %s is invalid', (_, parts) =>
    expectRefused('invalidPayloadSignature', parts),
  );

  it.each([
    ['no CBOR', Buffer.from('ff', 'hex')],
    ['empty', Buffer.alloc(0)],
    ['random', randomBytes(200)],
  ])('signature: a signature that is %s is invalid', (_, bytes) =>
    expectRefused('invalidPayloadSignature', {}, (data) => ({
      ...data,
      signature: bytes.toString('base64'),
    })),
  );

  it('signature covers the recipient public key, so that the value cannot be passed on to another recipient', async () => {
    const device = await registeredDevice(world());
    const plaintext = Buffer.from('a code');
    const sealed = await sealForIssuer(world(), device, plaintext, { info: INFO });
    await world().admin('rotateKey', { role: 'encryption' });
    const again = await sealForIssuer(world(), device, plaintext, { info: INFO });
    await world().admin('rotateKey', { role: 'encryption', finish: true });
    const evidence = [{ preAuthorizationCode: { encryptedData: { ...again, signature: sealed.signature } } }];
    const { deviceReferenceId } = device.state;
    const answer = await world().operate('proofUser', { deviceReferenceId, proofingId: 'moved', evidence });
    expectRefusal(answer, 'invalidPayloadSignature');
  });

  it("recipientKeyId is the key id of the recipient's public key that the sender used to encrypt", () =>
    expectRefused('invalidPayloadEncryption', {}, (data) => ({
      ...data,
      recipientKeyId: '1234567890ABCDEF',
    })));

  it('recipientKeyId is the certificate serial number in upper-case hex', async () => {
    const { body } = await world().operate('getHybridEncryptionKey');
    expect(body.issuerEncryptionCertificate).toBeTruthy();
    await expectAccepted({}, (data) => {
      const { recipientKeyId } = data as { recipientKeyId: string };
      expect(recipientKeyId).toMatch(/^[1-7][0-9A-F]{31}$/);
      return data;
    });
  });

  it.each([
    ['lower case', (id: string) => id.toLowerCase()],
    ['with a leading zero', (id: string) => `00${id}`],
  ])('recipientKeyId may be written in %s, because it is the same number', (_, write) =>
    expectAccepted({}, (data) => ({
      ...data,
      recipientKeyId: write((data as { recipientKeyId: string }).recipientKeyId),
    })),
  );

  it('recipientKeyId: the key id of the encapsulated key is refused', () =>
    expectRefused('invalidPayloadEncryption', {}, (data) => ({
      ...data,
      recipientKeyId: Buffer.from((data as { encapsulatedKey: string }).encapsulatedKey, 'base64')
        .toString('hex')
        .slice(2, 34)
        .toUpperCase(),
    })));

  it.each(['encryptedValue', 'encapsulatedKey', 'signature', 'recipientKeyId'])(
    'an unset %s of an EncryptedData is a missing required field',
    (member) => expectRefused('missingRequiredField', {}, (data) => ({ ...data, [member]: undefined })),
  );

  it.each(['encryptedValue', 'encapsulatedKey', 'signature', 'recipientKeyId'])(
    'a %s of another type in an EncryptedData is an invalid field value',
    (member) => expectRefused('invalidFieldValue', {}, (data) => ({ ...data, [member]: { bytes: 'AAAA' } })),
  );
});

describe('EncryptedData, sent from the issuer', () => {
  it("another library than ours decrypts the issuer's EncryptedData, and verifies a standard COSE_Sign1 object whose payload is SHA-256(plaintext + recipient public key)", async () => {
    const { device } = await proofedPhone(world());
    const offer = await offerKey(world(), device, 'key-1');
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const answer = await send(world(), 'provisionCredential', {
      ...body,
      deviceEncryptionKey: offer.deviceEncryptionKey,
    });
    expect(answer.status).toBe(200);
    const plaintext = await offer.open(answer.body.credential.encryptedData, 'Credential');
    expect(plaintext.length).toBeGreaterThan(100);
  });

  it('recipientKeyId: the issuer echoes the key id of the device and never parses it', async () => {
    const { device } = await proofedPhone(world());
    for (const keyId of ['key-1', 'ffff', 'ein Schlüssel', '0']) {
      const offer = await offerKey(world(), device, keyId);
      const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
      const request = { ...body, credentialId: 'one', deviceEncryptionKey: offer.deviceEncryptionKey };
      const { encryptedData } = (await send(world(), 'provisionCredential', request)).body.credential;
      expect(encryptedData.recipientKeyId).toBe(keyId);
      await offer.open(encryptedData, 'Credential');
    }
  });

  it('encapsulatedKey: the issuer sends a new uncompressed point in base64 for each value', async () => {
    const { device } = await proofedPhone(world());
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    const seen = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const { encryptedData } = (await send(world(), 'provisionCredential', body)).body.credential;
      const point = Buffer.from(encryptedData.encapsulatedKey, 'base64');
      expect([point.length, point[0]]).toEqual([65, 4]);
      seen.add(encryptedData.encapsulatedKey);
    }
    expect(seen.size).toBe(3);
  });
});
