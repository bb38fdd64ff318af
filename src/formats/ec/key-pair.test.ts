import { Buffer } from 'node:buffer';
import { createECDH, generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isOnCurve,
  keyPairFromScalar,
  newKeyPair,
  pointFromPublicKey,
  publicKeyFromPoint,
  publicKeyFromSpki,
  sharedSecret,
} from './index.ts';

const fail = (code: string) => expect.objectContaining({ name: 'EcError', code });
const MESSAGE = Buffer.from('message');
/** RFC 6979 A.2.5. */
const SCALAR = Buffer.from('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721', 'hex');
const POINT =
  '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299';
const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';

describe('newKeyPair', () => {
  it('newKeyPair makes a different pair each time, whose point belongs to its private key', () => {
    const pairs = Array.from({ length: 20 }, newKeyPair);
    expect(new Set(pairs.map(({ point }) => Buffer.from(point).toString('hex'))).size).toBe(20);
    for (const { privateKey, point } of pairs) {
      expect(isOnCurve(point)).toBe(true);
      expect(verify('sha256', MESSAGE, publicKeyFromPoint(point), sign('sha256', MESSAGE, privateKey))).toBe(
        true,
      );
    }
  });
});

describe('keyPairFromScalar', () => {
  it('keyPairFromScalar derives the point of RFC 6979 A.2.5, and the same private key as OpenSSL', () => {
    const { privateKey, point } = keyPairFromScalar(SCALAR);
    expect(Buffer.from(point).toString('hex')).toBe(POINT);
    expect(Buffer.from(pointFromPublicKey(privateKey)).toString('hex')).toBe(POINT);
    const agreement = createECDH('prime256v1');
    agreement.setPrivateKey(SCALAR);
    const other = newKeyPair().point;
    expect(Buffer.compare(sharedSecret(privateKey, other), agreement.computeSecret(other))).toBe(0);
  });

  it.each([
    ['zero', Buffer.alloc(32)],
    ['the order of the curve', Buffer.from(ORDER, 'hex')],
    ['31 bytes', SCALAR.subarray(1)],
    ['33 bytes', Buffer.concat([SCALAR, Buffer.alloc(1)])],
    ['33 bytes that begin with zero', Buffer.concat([Buffer.alloc(1), SCALAR])],
    ['nothing', new Uint8Array(0)],
  ])('keyPairFromScalar refuses %s', (_, scalar) => {
    expect(() => keyPairFromScalar(scalar)).toThrow(fail('unsupportedKey'));
  });
});

describe('publicKeyFromSpki', () => {
  it.each([
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey],
    ['RSA of 2048 bits', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
  ])('a public key on %s is read, also as a view into a larger buffer', (_, publicKey) => {
    const spki = publicKey.export({ format: 'der', type: 'spki' });
    const more = Buffer.concat([Buffer.alloc(7), spki, Buffer.alloc(9)]);
    expect(publicKeyFromSpki(more.subarray(7, 7 + spki.length)).equals(publicKey)).toBe(true);
  });

  it('publicKeyFromSpki refuses bytes that are no key', () => {
    expect(() => publicKeyFromSpki(new Uint8Array(0))).toThrow();
    expect(() => publicKeyFromSpki(Buffer.from('3003020100', 'hex'))).toThrow();
  });
});
