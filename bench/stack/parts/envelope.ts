import { createHash, type KeyObject } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { checkOwnership, coseSign1 } from './cose.ts';
import type { IssuerKeys } from './keys.ts';
import { Refusal, require } from './refusal.ts';

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

export interface EncryptedData {
  readonly encryptedValue: string;
  readonly encapsulatedKey: string;
  readonly signature: string;
  readonly recipientKeyId: string;
}

export interface Wrapped {
  readonly encryptedData?: EncryptedData;
}

export interface DeviceEncryptionKey {
  readonly publicKey: string;
  readonly signature: string;
  readonly keyId: string;
}

export const base64 = (bytes: ArrayBuffer | Uint8Array): string =>
  Buffer.from(bytes as Uint8Array).toString('base64');
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'base64'));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

interface Sender {
  readonly credentialKey: KeyObject;
  readonly docType: string;
}

/** Decrypts a value of a device and checks that the device signed it. */
export async function openValue(
  { encryptedData }: Wrapped,
  kind: string,
  { encryption }: IssuerKeys,
  { credentialKey, docType }: Sender,
): Promise<Uint8Array> {
  const data = require(encryptedData, 'missingRequiredField', `${kind} is not encrypted`);
  if (data.recipientKeyId !== encryption.keyId) {
    throw new Refusal('invalidPayloadEncryption', 'encrypted for another key');
  }
  let plaintext: Uint8Array;
  try {
    const recipient = await suite.createRecipientContext({
      recipientKey: encryption.keys,
      enc: fromBase64(data.encapsulatedKey),
      info: utf8(kind),
    });
    plaintext = new Uint8Array(await recipient.open(fromBase64(data.encryptedValue)));
  } catch {
    throw new Refusal('invalidPayloadEncryption', `${kind} cannot be decrypted`);
  }
  const challenge = sha256(plaintext, encryption.point);
  checkOwnership(fromBase64(data.signature), credentialKey, { docType, challenge });
  return plaintext;
}

/** Encrypts values for the key that a device offered for one answer. */
export async function sealer(
  offered: DeviceEncryptionKey | undefined,
  { identity }: IssuerKeys,
  { credentialKey, docType }: Sender,
): Promise<(plaintext: Uint8Array, kind: string) => Promise<{ encryptedData: EncryptedData }>> {
  const { publicKey, signature, keyId } = require(offered, 'missingRequiredField', 'deviceEncryptionKey');
  const point = fromBase64(publicKey);
  checkOwnership(fromBase64(signature), credentialKey, { docType, challenge: sha256(point) });
  const recipientPublicKey = await suite.kem.deserializePublicKey(point);
  return async (plaintext, kind) => {
    const sender = await suite.createSenderContext({ recipientPublicKey, info: utf8(kind) });
    const encryptedValue = base64(await sender.seal(new Uint8Array(plaintext)));
    const signed = coseSign1(sha256(plaintext, point), identity.privateKey);
    return {
      encryptedData: {
        encryptedValue,
        encapsulatedKey: base64(sender.enc),
        signature: base64(signed),
        recipientKeyId: keyId,
      },
    };
  };
}
