import { createPublicKey, hash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import * as cborg from 'cborg';
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke';
import { expect } from 'vitest';
import type { DeviceEncryptionKey, EncryptedData } from '../../src/issuer/contract/index.ts';
import type { Device } from '../../src/wallet/index.ts';
import { MDL } from './records.ts';
import type { World } from './world.ts';

/** An implementation of the interface's envelope with independent libraries, to check our own implementation. */
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
const ES256_HEADER = Buffer.from('a10126', 'hex');
const P1363 = 'ieee-p1363';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string) => Buffer.from(text, 'base64');
const sha256 = (...parts: readonly Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');

function sigStructure(payload: Uint8Array): Uint8Array {
  return cborg.encode(['Signature1', ES256_HEADER, new Uint8Array(), payload]);
}

export interface OwnershipParts {
  readonly docType?: string;
  readonly testCredential?: boolean;
  readonly signer?: KeyObject;
}

/** A COSE_Sign1 in the ProofOfOwnership format, signed by the device identity key. */
export function proofOfOwnership(
  device: Device,
  challenge: Uint8Array,
  parts: OwnershipParts = {},
): Uint8Array {
  const { docType = MDL, testCredential = false } = parts;
  const key = parts.signer ?? (device.state.identity?.key.privateKey as KeyObject);
  const payload = cborg.encode(['ProofOfOwnership', docType, challenge, testCredential]);
  const signature = sign('sha256', sigStructure(payload), { key, dsaEncoding: P1363 });
  return cborg.encode([ES256_HEADER, {}, payload, signature]);
}

function spkiPoint(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(-65);
}

async function published(world: World, operation: 'getIdentityKey' | 'getHybridEncryptionKey') {
  const { body } = await world.operate(operation);
  const texts: string[] = body.issuerIdentityCertificate ?? [body.issuerEncryptionCertificate];
  return texts.map((text) => new X509Certificate(bytesOf(text)));
}

export interface SealParts extends OwnershipParts {
  readonly info?: string;
  readonly aad?: string;
  /** The signed bytes, if they differ from the plaintext. */
  readonly signed?: Uint8Array;
}

/** EncryptedData of a device, encrypted to the issuer's active key. */
export async function sealForIssuer(
  world: World,
  device: Device,
  plaintext: Uint8Array,
  { info = '', aad = '', signed = plaintext, ...ownership }: SealParts,
): Promise<EncryptedData> {
  const [certificate] = await published(world, 'getHybridEncryptionKey');
  const { publicKey, serialNumber } = certificate as X509Certificate;
  const point = spkiPoint(publicKey);
  const recipient = await suite.DeserializePublicKey(point);
  const contexts = { info: Buffer.from(info), aad: Buffer.from(aad) };
  const { encapsulatedSecret, ciphertext } = await suite.Seal(recipient, plaintext, contexts);
  return {
    encryptedValue: base64(ciphertext),
    encapsulatedKey: base64(encapsulatedSecret),
    signature: base64(proofOfOwnership(device, sha256(signed, point), ownership)),
    recipientKeyId: serialNumber,
  };
}

export interface Offer {
  readonly deviceEncryptionKey: DeviceEncryptionKey;
  readonly publicKey: Uint8Array;
  /** Decrypts an answer of the issuer to this key and checks its signature. */
  open(data: EncryptedData, info: string): Promise<Uint8Array>;
}

/** Makes an ephemeral key, and returns functions to read the answer with it. */
export async function offerKey(world: World, device: Device, keyId: string): Promise<Offer> {
  const pair = await suite.GenerateKeyPair(true);
  const publicKey = await suite.SerializePublicKey(pair.publicKey);
  const signature = proofOfOwnership(device, sha256(publicKey));
  return {
    publicKey,
    deviceEncryptionKey: { publicKey: base64(publicKey), signature: base64(signature), keyId },
    async open(data, info) {
      const parts = { info: Buffer.from(info), aad: new Uint8Array() };
      const [encapsulated, encrypted] = [bytesOf(data.encapsulatedKey), bytesOf(data.encryptedValue)];
      const plaintext = await suite.Open(pair, encapsulated, encrypted, parts);
      const sign1 = cborg.decode(bytesOf(data.signature)) as [Uint8Array, object, Uint8Array, Uint8Array];
      expect(sign1).toHaveLength(4);
      expect(Buffer.from(sign1[0])).toEqual(ES256_HEADER);
      expect(sign1[1]).toEqual({});
      expect(Buffer.from(sign1[2])).toEqual(sha256(plaintext, publicKey));
      const certificates = await published(world, 'getIdentityKey');
      const verified = certificates.filter(({ publicKey: key }) =>
        verify(
          'sha256',
          sigStructure(sign1[2]),
          { key: createPublicKey(key.export({ type: 'spki', format: 'pem' })), dsaEncoding: P1363 },
          sign1[3],
        ),
      );
      expect(verified, 'identity keys that the signature verifies with').toHaveLength(1);
      return plaintext;
    },
  };
}
