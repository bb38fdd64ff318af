import 'reflect-metadata';
import { Buffer } from 'node:buffer';
import {
  createECDH,
  createPrivateKey,
  diffieHellman,
  ECDH,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { PublicKey } from '@peculiar/x509';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PHONE } from '../der/index.ts';
import {
  EcError,
  isOnCurve,
  isP256,
  pointFromPublicKey,
  pointFromSpki,
  publicKeyFromPoint,
  requirePoint,
  sharedSecret,
  spkiFromPoint,
} from './index.ts';

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const point = pointFromPublicKey(publicKey);
const spki = publicKey.export({ format: 'der', type: 'spki' });
const fail = (code: string) => expect.objectContaining({ name: 'EcError', code });

function changed(bytes: Uint8Array, index: number, mask = 1): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[index] = (copy[index] as number) ^ mask;
  return copy;
}

function acceptedByOpenssl(candidate: Uint8Array): boolean {
  try {
    ECDH.convertKey(candidate, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Scalars of any size, including small ones and the largest ones. */
const anyPoint = fc.bigInt({ min: 1n, max: (1n << 255n) - 1n }).map((scalar) => {
  const agreement = createECDH('prime256v1');
  agreement.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  return agreement.getPublicKey();
});

describe('The function isOnCurve', () => {
  it('isOnCurve accepts every public key', () => {
    fc.assert(fc.property(anyPoint, isOnCurve), { numRuns: 200 });
  });

  it('isOnCurve agrees with OpenSSL on points with any bit changed', () => {
    fc.assert(
      fc.property(anyPoint, fc.nat(63), fc.nat(7), (valid, index, bit) => {
        const candidate = changed(valid, 1 + index, 1 << bit);
        expect(isOnCurve(candidate)).toBe(acceptedByOpenssl(candidate));
      }),
      { numRuns: 200 },
    );
  });

  it('isOnCurve refuses a coordinate that is not reduced', () => {
    // x = 0 has the root y = sqrt(b); x = p encodes the same residue.
    const y = ECDH.convertKey(`02${'00'.repeat(32)}`, 'prime256v1', 'hex', 'hex', 'uncompressed').slice(66);
    const hex = (x: bigint) => Buffer.from(`04${x.toString(16).padStart(64, '0')}${y}`, 'hex');
    expect(isOnCurve(hex(0n))).toBe(true);
    expect(isOnCurve(hex(P))).toBe(false);
  });

  it('isOnCurve refuses other forms: compressed, hybrid, infinity, all zero, truncated, longer', () => {
    const compressed = ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'compressed') as Buffer;
    const hybrid = ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'hybrid') as Buffer;
    const others = [
      compressed,
      hybrid,
      Uint8Array.of(0),
      new Uint8Array(65),
      new Uint8Array(0),
      point.subarray(0, 64),
    ];
    for (const other of [...others, Buffer.concat([point, Uint8Array.of(0)])]) {
      expect(isOnCurve(other)).toBe(false);
      expect(() => requirePoint(other)).toThrow(EcError);
      expect(() => publicKeyFromPoint(other)).toThrow(EcError);
    }
  });
});

describe('One key as a point, a SubjectPublicKeyInfo and a KeyObject', () => {
  it('converting a key to each other form and back gives the same key', () => {
    expect(Buffer.compare(spkiFromPoint(point), spki)).toBe(0);
    expect(pointFromSpki(spki)).toEqual(point);
    expect(publicKeyFromPoint(point).equals(publicKey)).toBe(true);
    expect(pointFromPublicKey(privateKey)).toEqual(point);
    expect(isP256(publicKey) && isP256(privateKey)).toBe(true);
  });

  it('another library reads the key', () => {
    const { algorithm, rawData } = new PublicKey(new Uint8Array(spkiFromPoint(point)));
    expect(algorithm).toMatchObject({ name: 'ECDSA', namedCurve: 'P-256' });
    expect(Buffer.compare(Buffer.from(rawData), spki)).toBe(0);
  });

  it('coordinates with leading zeros are kept', () => {
    const agreement = createECDH('prime256v1');
    let candidate: Buffer;
    do candidate = agreement.generateKeys();
    while (candidate[1] !== 0 && candidate[33] !== 0);
    expect(Buffer.compare(pointFromPublicKey(publicKeyFromPoint(candidate)), candidate)).toBe(0);
  });

  it('a SubjectPublicKeyInfo with any bit changed, truncated or longer is refused', () => {
    for (let index = 0; index < spki.length; index++) {
      for (let bit = 0; bit < 8; bit++) {
        expect(() => pointFromSpki(changed(spki, index, 1 << bit))).toThrow(EcError);
      }
      expect(() => pointFromSpki(spki.subarray(0, index))).toThrow(fail('malformedSpki'));
    }
    expect(() => pointFromSpki(Buffer.concat([spki, Uint8Array.of(0)]))).toThrow(fail('malformedSpki'));
  });

  it('a key that a phone encoded is read by rules that let this pass', () => {
    const [head, algorithm, bits] = [spki.subarray(2, 4), spki.subarray(4, 23), spki.subarray(25)];
    const inner = Buffer.concat([
      Buffer.of(head[0]!, 0x81, head[1]!),
      algorithm,
      Buffer.of(0x03, 0x81, 0x42),
      bits,
    ]);
    const encoded = Buffer.concat([Buffer.of(0x30, 0x81, inner.length), inner]);
    expect(pointFromSpki(encoded, PHONE)).toEqual(point);
    expect(() => pointFromSpki(encoded)).toThrow(fail('malformedSpki'));
    for (let index = 0; index < encoded.length; index++)
      for (let bit = 0; bit < 8; bit++)
        expect(() => pointFromSpki(changed(encoded, index, 1 << bit), PHONE)).toThrow(EcError);
  });

  it('an error about a key names the problem', () => {
    expect(() => publicKeyFromPoint(changed(point, 64))).toThrow(fail('notOnCurve'));
    expect(() => spkiFromPoint(changed(point, 64))).toThrow(fail('notOnCurve'));
    expect(() => pointFromSpki(changed(spki, 90))).toThrow(fail('notOnCurve'));
    expect(() => publicKeyFromPoint(point.subarray(1))).toThrow(fail('malformedPoint'));
  });

  it('a key keeps no reference to the given bytes', () => {
    const copy = Buffer.from(spki);
    const read = pointFromSpki(copy);
    copy.fill(0);
    expect(read).toEqual(point);
  });
});

describe('The function sharedSecret', () => {
  it('sharedSecret gives the same secret on both sides, and the same as OpenSSL', () => {
    for (let round = 0; round < 20; round++) {
      const peer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const mine = sharedSecret(privateKey, pointFromPublicKey(peer.publicKey));
      const agreement = createECDH('prime256v1');
      agreement.setPrivateKey(peer.privateKey.export({ format: 'jwk' }).d as string, 'base64url');
      expect(mine).toHaveLength(32);
      expect(Buffer.compare(mine, sharedSecret(peer.privateKey, point))).toBe(0);
      expect(Buffer.compare(mine, agreement.computeSecret(point))).toBe(0);
      expect(Buffer.compare(mine, diffieHellman({ privateKey, publicKey: peer.publicKey }))).toBe(0);
    }
  });

  it('sharedSecret computes the secret of RFC 5903 8.1', () => {
    const initiator = 'C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433';
    const responder =
      '04D12DFB5289C8D4F81208B70270398C342296970A0BCCB74C736FC7554494BF6356FBF3CA366CC23E8157854C13C58D6AAC23F046ADA30F8353E74F33039872AB';
    const head = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420';
    const key = createPrivateKey({ key: Buffer.from(head + initiator, 'hex'), format: 'der', type: 'pkcs8' });
    expect(
      Buffer.from(sharedSecret(key, Buffer.from(responder, 'hex')))
        .toString('hex')
        .toUpperCase(),
    ).toBe('D6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE');
  });

  it('sharedSecret refuses points off the curve and of another form', () => {
    expect(() => sharedSecret(privateKey, changed(point, 64))).toThrow(fail('notOnCurve'));
    expect(() => sharedSecret(privateKey, changed(point, 0))).toThrow(fail('malformedPoint'));
    expect(() => sharedSecret(privateKey, point.subarray(0, 33))).toThrow(fail('malformedPoint'));
  });
});

describe('Keys of other kinds', () => {
  const others: [string, { privateKey: KeyObject; publicKey: KeyObject }][] = [
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
    ['Ed25519', generateKeyPairSync('ed25519')],
    ['X25519', generateKeyPairSync('x25519')],
  ];

  it.each(others)('a key on %s is refused', (_, other) => {
    expect(() => pointFromPublicKey(other.publicKey)).toThrow(fail('unsupportedKey'));
    expect(() => sharedSecret(other.privateKey, point)).toThrow(fail('unsupportedKey'));
    expect(() => pointFromSpki(other.publicKey.export({ format: 'der', type: 'spki' }))).toThrow(
      fail('malformedSpki'),
    );
  });

  it('a public key in place of a private one is refused', () => {
    expect(() => sharedSecret(publicKey, point)).toThrow(fail('unsupportedKey'));
  });
});
