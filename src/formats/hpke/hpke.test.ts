import { Buffer } from 'node:buffer';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import fc from 'fast-check';
import * as foreign from 'hpke';
import { describe, expect, it } from 'vitest';
import { EcError, pointFromPublicKey, sharedSecret } from '../ec/index.ts';
import {
  HpkeError,
  type HpkeSuite,
  hpkeRecipient,
  open,
  P256_SHA256_AES128GCM,
  P256_SHA256_AES256GCM,
  type Sealed,
  type SealParts,
  seal,
} from './index.ts';

const SUITES = [
  { suite: P256_SHA256_AES128GCM, aead: foreign.AEAD_AES_128_GCM, cipher: 'aes-128-gcm' },
  { suite: P256_SHA256_AES256GCM, aead: foreign.AEAD_AES_256_GCM, cipher: 'aes-256-gcm' },
];
const PARTS = {
  info: Buffer.from('Credential'),
  aad: Buffer.from('aad'),
  plaintext: Buffer.from('a secret'),
};

const recipient = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const recipientPoint = pointFromPublicKey(recipient.publicKey);

const unseal = (suite: HpkeSuite, key: KeyObject, sealed: Sealed, context: Pick<SealParts, 'info' | 'aad'>) =>
  open(suite, {
    ...sealed,
    ...context,
    sharedSecret: sharedSecret(key, sealed.encapsulatedKey),
    recipientPoint: pointFromPublicKey(key),
  });

const bytes = (max: number) => fc.uint8Array({ maxLength: max });
const anyParts = fc.record({ info: bytes(100), aad: bytes(100), plaintext: bytes(2000) });

describe.each(SUITES)('HPKE seal and open with $cipher', ({ suite, aead }) => {
  it('open decrypts to the plaintext, and the ciphertext is 16 bytes longer', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const sealed = seal(suite, recipientPoint, parts);
        expect(sealed.encapsulatedKey).toHaveLength(65);
        expect(sealed.ciphertext).toHaveLength(parts.plaintext.length + 16);
        expect(Buffer.compare(unseal(suite, recipient.privateKey, sealed, parts), parts.plaintext)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('seal encrypts for a recipient whose key was parsed before', () => {
    const prepared = hpkeRecipient(recipientPoint);
    for (let round = 0; round < 3; round++) {
      const sealed = seal(suite, prepared, PARTS);
      expect(Buffer.compare(unseal(suite, recipient.privateKey, sealed, PARTS), PARTS.plaintext)).toBe(0);
    }
  });

  it('seal uses a fresh key pair each time', () => {
    const keys = Array.from({ length: 10 }, () => seal(suite, recipientPoint, PARTS).encapsulatedKey);
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(10);
  });

  it('open refuses every single-byte change of key, ciphertext, info and aad', () => {
    const sealed = { ...seal(suite, recipientPoint, PARTS), info: PARTS.info, aad: PARTS.aad };
    for (const part of ['encapsulatedKey', 'ciphertext', 'info', 'aad'] as const) {
      for (let index = 0; index < sealed[part].length; index++) {
        const changed = new Uint8Array(sealed[part]);
        changed[index] = (changed[index] as number) ^ 1;
        const mutation = { ...sealed, [part]: changed };
        expect(() => unseal(suite, recipient.privateKey, mutation, mutation)).toThrow(
          /not on P-256|65 bytes|not open/,
        );
      }
    }
  });

  it('open refuses info given as aad, and truncated or additional parts', () => {
    const sealed = seal(suite, recipientPoint, PARTS);
    const { ciphertext } = sealed;
    const refused = (change: Partial<Sealed & SealParts>) =>
      expect(() =>
        unseal(suite, recipient.privateKey, { ...sealed, ...change }, { ...PARTS, ...change }),
      ).toThrow(expect.objectContaining({ name: 'HpkeError', code: 'openFailed' }));
    refused({ info: PARTS.aad, aad: PARTS.info });
    refused({ info: Buffer.alloc(0) });
    refused({ aad: Buffer.alloc(0) });
    refused({ ciphertext: ciphertext.subarray(0, -1) });
    refused({ ciphertext: ciphertext.subarray(0, 16) });
    refused({ ciphertext: Buffer.concat([ciphertext, Buffer.alloc(1)]) });
  });

  it('open refuses another recipient and the other suite', () => {
    const sealed = seal(suite, recipientPoint, PARTS);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => unseal(suite, other.privateKey, sealed, PARTS)).toThrow('does not open');
    const wrong = SUITES.find((candidate) => candidate.suite !== suite)?.suite as HpkeSuite;
    expect(() => unseal(wrong, recipient.privateKey, sealed, PARTS)).toThrow('does not open');
  });

  it("this implementation and the hpke package decrypt each other's ciphertexts", async () => {
    const theirs = new foreign.CipherSuite(foreign.KEM_DHKEM_P256_HKDF_SHA256, foreign.KDF_HKDF_SHA256, aead);
    const pair = await theirs.GenerateKeyPair(true);
    const point = await theirs.SerializePublicKey(pair.publicKey);
    const key = createPrivateKey({
      key: scalarToPkcs8(await theirs.SerializePrivateKey(pair.privateKey)),
      format: 'der',
      type: 'pkcs8',
    });
    expect(Buffer.compare(pointFromPublicKey(createPublicKey(key)), point)).toBe(0);

    for (const size of [0, 1, 15, 16, 17, 20_000]) {
      const parts = {
        info: randomBytes(size % 64),
        aad: randomBytes(size % 50),
        plaintext: randomBytes(size),
      };
      const { info, aad, plaintext } = parts;

      const mine = seal(suite, point, parts);
      const opened = await theirs.Open(pair, mine.encapsulatedKey, mine.ciphertext, { info, aad });
      expect(Buffer.compare(opened, plaintext)).toBe(0);

      const { encapsulatedSecret, ciphertext } = await theirs.Seal(pair.publicKey, plaintext, { info, aad });
      const sealed = { encapsulatedKey: encapsulatedSecret, ciphertext };
      expect(Buffer.compare(unseal(suite, key, sealed, parts), plaintext)).toBe(0);
    }
  });
});

describe('Malformed keys for HPKE', () => {
  const suite = P256_SHA256_AES256GCM;
  const sealed = seal(suite, recipientPoint, PARTS);
  const parts = {
    ...PARTS,
    ...sealed,
    recipientPoint,
    sharedSecret: sharedSecret(recipient.privateKey, sealed.encapsulatedKey),
  };
  const malformed = expect.objectContaining({ name: 'HpkeError', code: 'malformed' });
  const offCurve = new Uint8Array(recipientPoint);
  offCurve[64] = (offCurve[64] as number) ^ 1;

  it.each([
    ['off the curve', offCurve],
    ['compressed', Buffer.concat([Uint8Array.of(0x02), recipientPoint.subarray(1, 33)])],
    ['the point at infinity', Uint8Array.of(0)],
    ['too short', recipientPoint.subarray(0, 64)],
    ['empty', new Uint8Array(0)],
  ])('seal refuses a recipient %s', (_, point) => {
    expect(() => seal(suite, point, PARTS)).toThrow(malformed);
    expect(() => hpkeRecipient(point)).toThrow(malformed);
  });

  it('seal refuses an ephemeral key pair whose keys do not match', () => {
    const ephemeral = { privateKey: new Uint8Array(32).fill(1), publicKey: recipientPoint };
    expect(() => seal(suite, recipientPoint, PARTS, { ephemeral })).toThrow(malformed);
    const zero = { privateKey: new Uint8Array(32), publicKey: recipientPoint };
    expect(() => seal(suite, recipientPoint, PARTS, { ephemeral: zero })).toThrow(malformed);
  });

  it('open refuses points and secrets of a wrong form, and a ciphertext shorter than its tag', () => {
    expect(open(suite, parts)).toEqual(PARTS.plaintext);
    expect(() => open(suite, { ...parts, recipientPoint: recipientPoint.subarray(1) })).toThrow(malformed);
    expect(() => open(suite, { ...parts, encapsulatedKey: new Uint8Array(65) })).toThrow(malformed);
    expect(() => open(suite, { ...parts, sharedSecret: new Uint8Array(31) })).toThrow(malformed);
    expect(() => open(suite, { ...parts, ciphertext: new Uint8Array(15) })).toThrow(malformed);
  });

  it('the key agreement has to refuse an encapsulated key that is not on the curve', () => {
    expect(() => sharedSecret(recipient.privateKey, offCurve)).toThrow(EcError);
    expect(() => open(suite, { ...parts, encapsulatedKey: offCurve })).toThrow(HpkeError);
  });
});

/** PrivateKeyInfo around a bare P-256 scalar (RFC 5208, RFC 5915). */
function scalarToPkcs8(scalar: Uint8Array): Buffer {
  const head = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420';
  return Buffer.concat([Buffer.from(head, 'hex'), scalar]);
}
