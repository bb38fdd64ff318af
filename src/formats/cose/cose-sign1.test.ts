import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CborValue, decode, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import {
  CoseError,
  coseSign1FromValue,
  decodeCoseSign1,
  ES256,
  ES384,
  ES512,
  encodeCoseSign1,
  type RawSigner,
  rawSignerFromPrivateKey,
  signCoseSign1,
  sigStructure,
  verifyCoseSign1,
} from './index.ts';

const fromHex = (hex: string) => Buffer.from(hex, 'hex');
const fail = (code: string) => expect.objectContaining({ name: 'CoseError', code });
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sign = rawSignerFromPrivateKey(pair.privateKey);
const payload = Buffer.from('payload');

const privateKeyFromScalar = (scalar: string) =>
  createPrivateKey({
    key: fromHex(`3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420${scalar}`),
    format: 'der',
    type: 'pkcs8',
  });

describe('Signing and verifying a COSE_Sign1', () => {
  it('a COSE_Sign1 that was encoded is decoded, attached and detached, with and without external data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ maxLength: 40 }),
        fc.boolean(),
        async (content, externalAad, detached) => {
          const bytes = await signCoseSign1(content, sign, { externalAad, detached });
          const sign1 = decodeCoseSign1(bytes, { tag: 'refuse' });
          const options = { externalAad, ...(detached && { detachedPayload: content }) };
          expect(sign1.payload === null).toBe(detached);
          expect(verifyCoseSign1(sign1, pair.publicKey, options)).toBe(true);
          expect(Buffer.compare(encodeCoseSign1(sign1), bytes)).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('a COSE_Sign1 has the untagged form of ISO 18013-5: protected A10126, empty unprotected map, 64 bytes of signature', async () => {
    const bytes = await signCoseSign1(payload, sign);
    const head = Buffer.concat([fromHex('8443a10126a047'), payload, fromHex('5840')]);
    expect(Buffer.compare(bytes.subarray(0, head.length), head)).toBe(0);
    expect(bytes).toHaveLength(head.length + 64);
  });

  it.each([
    ['P-256', ES256],
    ['P-384', ES384],
    ['P-521', ES512],
  ])('a key on %s signs with algorithm %i, and no other curve verifies it', async (namedCurve, algorithm) => {
    const keys = generateKeyPairSync('ec', { namedCurve });
    const protectedHeader = new Map([[1, algorithm]]);
    const bytes = await signCoseSign1(payload, rawSignerFromPrivateKey(keys.privateKey), { protectedHeader });
    const sign1 = decodeCoseSign1(bytes);
    expect(verifyCoseSign1(sign1, keys.publicKey)).toBe(true);
    expect(verifyCoseSign1(sign1, keys.publicKey, { algorithms: [algorithm] })).toBe(true);
    expect(verifyCoseSign1(sign1, keys.publicKey, { algorithms: [] })).toBe(false);
    for (const other of ['P-256', 'P-384', 'P-521', 'secp256k1']) {
      expect(verifyCoseSign1(sign1, generateKeyPairSync('ec', { namedCurve: other }).publicKey)).toBe(false);
    }
  });

  it('unprotected headers keep the given order', async () => {
    const unprotected = new Map<CborValue, CborValue>([
      [33, Buffer.from('certificate')],
      [4, Buffer.from('kid')],
    ]);
    const sign1 = decodeCoseSign1(await signCoseSign1(payload, sign, { unprotected }));
    expect([...sign1.unprotectedHeader.keys()]).toEqual([33, 4]);
    expect(verifyCoseSign1(sign1, pair.publicKey)).toBe(true);
  });

  it('signCoseSign1 waits for a signer that returns a promise', async () => {
    const later: RawSigner = async (toBeSigned) => sign(toBeSigned);
    expect(verifyCoseSign1(decodeCoseSign1(await signCoseSign1(payload, later)), pair.publicKey)).toBe(true);
  });

  it('an unsuitable key is refused', async () => {
    const es256k = new Map([[1, -47]]);
    await expect(signCoseSign1(payload, sign, { protectedHeader: es256k })).rejects.toThrow(
      fail('unsupportedAlgorithm'),
    );
    await expect(signCoseSign1(payload, sign, { protectedHeader: new Map() })).rejects.toThrow(
      fail('unsupportedAlgorithm'),
    );
    await expect(signCoseSign1(payload, () => new Uint8Array(70))).rejects.toThrow(
      fail('malformedSignature'),
    );
    await expect(signCoseSign1(payload, sign, { unprotected: new Map([[1, -7]]) })).rejects.toThrow(
      fail('malformed'),
    );
    expect(() => rawSignerFromPrivateKey(pair.publicKey)).toThrow(fail('unsupportedKey'));
    expect(() => rawSignerFromPrivateKey(generateKeyPairSync('ed25519').privateKey)).toThrow(
      fail('unsupportedKey'),
    );
  });
});

describe('A valid COSE_Sign1 that was changed', () => {
  it('a COSE_Sign1 with any byte changed is refused or does not verify', async () => {
    const bytes = await signCoseSign1(payload, sign);
    for (let index = 0; index < bytes.length; index++) {
      for (const mask of [1, 0x80]) {
        const copy = new Uint8Array(bytes);
        copy[index] = (copy[index] as number) ^ mask;
        expect(verifiesOrRefused(copy)).toBe(false);
      }
    }
  });

  it('a truncated COSE_Sign1, or one with an additional byte, is refused', async () => {
    const bytes = await signCoseSign1(payload, sign);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeCoseSign1(bytes.subarray(0, length))).toThrow(fail('malformed'));
    }
    expect(() => decodeCoseSign1(Buffer.concat([bytes, Uint8Array.of(0)]))).toThrow(fail('malformed'));
  });

  const verifiesOrRefused = (bytes: Uint8Array) => {
    try {
      return verifyCoseSign1(decodeCoseSign1(bytes), pair.publicKey);
    } catch (error) {
      expect(error).toBeInstanceOf(CoseError);
      return false;
    }
  };

  it('random bytes are decoded or refused with a CoseError', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => verifiesOrRefused(bytes) === false));
  });
});

describe('Signatures for which verifyCoseSign1 returns false', () => {
  const signed = signCoseSign1(payload, sign).then((bytes) => decodeCoseSign1(bytes));

  it.each([0, 1, 63, 65, 70, 128])(
    'verifyCoseSign1 returns false for a signature of %i bytes',
    async (size) => {
      expect(verifyCoseSign1({ ...(await signed), signature: new Uint8Array(size) }, pair.publicKey)).toBe(
        false,
      );
    },
  );

  it.each([0x00, 0xff])(
    'verifyCoseSign1 returns false for r and s of bytes that are all %i',
    async (byte) => {
      expect(
        verifyCoseSign1({ ...(await signed), signature: new Uint8Array(64).fill(byte) }, pair.publicKey),
      ).toBe(false);
    },
  );

  it('verifyCoseSign1 returns false for a key of another kind, and for a private key', async () => {
    const sign1 = await signed;
    for (const { publicKey } of [
      generateKeyPairSync('ed25519'),
      generateKeyPairSync('rsa', { modulusLength: 1024 }),
      generateKeyPairSync('x25519'),
    ]) {
      expect(verifyCoseSign1(sign1, publicKey)).toBe(false);
    }
    expect(verifyCoseSign1(sign1, pair.privateKey)).toBe(false);
  });

  it('verifyCoseSign1 returns false for a detached payload that is missing, wrong, or given beside an attached one', async () => {
    const attached = await signed;
    const detached = { ...attached, payload: null };
    expect(verifyCoseSign1(detached, pair.publicKey, { detachedPayload: payload })).toBe(true);
    expect(verifyCoseSign1(detached, pair.publicKey)).toBe(false);
    expect(verifyCoseSign1(detached, pair.publicKey, { detachedPayload: Buffer.from('other') })).toBe(false);
    expect(verifyCoseSign1(attached, pair.publicKey, { detachedPayload: payload })).toBe(false);
  });
});

describe('Structures that decodeCoseSign1 refuses', () => {
  const empty = new Map<CborValue, CborValue>();
  const header = encode(new Map([[1, -7]]));
  const good: readonly CborValue[] = [header, empty, payload, new Uint8Array(64)];
  const withMember = (index: number, value: CborValue) =>
    good.map((member, at) => (at === index ? value : member));

  it.each<[string, CborValue]>([
    ['a map', new Map([[1, 2]])],
    ['three members', good.slice(0, 3)],
    ['five members', [...good, 0]],
    ['a protected header that is a map', withMember(0, empty)],
    ['a protected header that is not CBOR', withMember(0, Uint8Array.of(0xff))],
    [
      'a protected header with bytes behind its map',
      withMember(0, Buffer.concat([header, Uint8Array.of(0)])),
    ],
    ['a protected header around an array', withMember(0, encode([1, -7]))],
    ['an unprotected header that is a byte string', withMember(1, header)],
    ['a label that is a byte string', withMember(1, new Map([[header, 1]]))],
    ['a label that is a float', withMember(1, new Map([[1.5, 1]]))],
    ['a label in both headers', withMember(1, new Map([[1, -7]]))],
    ['a text payload', withMember(2, 'payload')],
    ['an undefined payload', withMember(2, undefined)],
    ['a signature that is null', withMember(3, null)],
    ['tag 17, COSE_Mac0', new Tagged(17, good)],
    ['tag 18 twice', new Tagged(18, new Tagged(18, good))],
  ])('decodeCoseSign1 refuses %s', (_, value) => {
    expect(() => decodeCoseSign1(encodeInOrder(value))).toThrow(fail('malformed'));
  });

  it('decodeCoseSign1 refuses critical header parameters in either header', () => {
    const critical = new Map<CborValue, CborValue>([
      [1, -7],
      [2, [99]],
      [99, 0],
    ]);
    expect(() => decodeCoseSign1(encode(withMember(0, encode(critical))))).toThrow(fail('criticalHeader'));
    expect(() => decodeCoseSign1(encode(withMember(1, new Map([[2, [99]]]))))).toThrow(
      fail('criticalHeader'),
    );
  });

  it('decodeCoseSign1 refuses the tag of COSE_Sign1 unless it is allowed', () => {
    const tagged = encode(new Tagged(18, good));
    expect(decodeCoseSign1(tagged)).toEqual(decodeCoseSign1(encode(good)));
    expect(decodeCoseSign1(tagged, { tag: 'tolerate' }).payload).toEqual(
      decodeCoseSign1(encode(good)).payload,
    );
    expect(() => decodeCoseSign1(tagged, { tag: 'refuse' })).toThrow(fail('malformed'));
  });

  it('decodeCoseSign1 refuses heads that are longer than necessary unless they are allowed', () => {
    const foreign = Buffer.concat([fromHex('9804'), encode(good).subarray(1)]);
    expect(() => decodeCoseSign1(foreign)).toThrow(fail('malformed'));
    expect(decodeCoseSign1(foreign, { decode: { shortestOnly: false } })).toEqual(
      decodeCoseSign1(encode(good)),
    );
  });

  it('the same structures are refused inside another structure', () => {
    expect(coseSign1FromValue(decode(encode(good)))).toEqual(decodeCoseSign1(encode(good)));
    expect(() => coseSign1FromValue(decode(encode(good.slice(1))))).toThrow(fail('malformed'));
    expect(() => coseSign1FromValue(new Tagged(18, good))).toThrow(fail('malformed'));
    expect(() => coseSign1FromValue(withMember(0, Uint8Array.of(0xff)))).toThrow(fail('malformed'));
  });
});

// These vectors were computed for the issuer interface with deterministic signatures (RFC 6979). The device key is
// that of RFC 6979 A.2.5.
describe('COSE_Sign1 of the issuer interface', () => {
  it.each([
    {
      name: 'ProofOfOwnership of a device',
      scalar: 'c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721',
      content:
        '847050726f6f664f664f776e657273686970756f72672e69736f2e31383031332e352e312e6d444c58202aac1cd373e9a087e47da5e33529a6a625f95bce5cf5d29be171cdbbb536fec1f4',
      message:
        '8443a10126a0584b847050726f6f664f664f776e657273686970756f72672e69736f2e31383031332e352e312e6d444c58202aac1cd373e9a087e47da5e33529a6a625f95bce5cf5d29be171cdbbb536fec1f458402e82c038162fd84adaa7be81691f227d9cecd71f03674f5ed4267a69071497a96d48a78886f41e70fb3b24097da054d101e377d8456181a833eeeb54ca05508e',
    },
    {
      name: 'issuer to device',
      scalar: '542edd577b77873c5689540ece62abfc68cbac4c09257223857b3e3c76c4bbde',
      content: '57637593801ade1f5d161aa3a9f01adfd053442e195fb83e3249e096a829e387',
      message:
        '8443a10126a0582057637593801ade1f5d161aa3a9f01adfd053442e195fb83e3249e096a829e3875840f6322b41b7638ccdb5d9de7375e1019da0c39ab10b2373fe3c2c5de0595caee7f306a84f5d02e8f3d07e099aeeed80f1e726a0cbe41580be5c61dccd78176b1d',
    },
  ])("the issuer interface's COSE_Sign1 is as expected: $name", async ({ scalar, content, message }) => {
    const privateKey = privateKeyFromScalar(scalar);
    const publicKey = createPublicKey(privateKey);
    const sign1 = decodeCoseSign1(fromHex(message), { tag: 'refuse' });
    expect(Buffer.from(sign1.payload as Uint8Array).toString('hex')).toBe(content);
    expect(verifyCoseSign1(sign1, publicKey, { algorithms: [ES256] })).toBe(true);

    const again = await signCoseSign1(fromHex(content), () => sign1.signature);
    expect(Buffer.from(again).toString('hex')).toBe(message);
    const own = await signCoseSign1(fromHex(content), rawSignerFromPrivateKey(privateKey));
    expect(verifyCoseSign1(decodeCoseSign1(own), publicKey)).toBe(true);
  });

  it('the Sig_structure has the bytes that the CBOR encoder writes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 2, maxLength: 300 }),
        fc.uint8Array({ maxLength: 300 }),
        (content, aad) => {
          const encoded = encodeInOrder(['Signature1', content, aad, content]);
          expect(Buffer.compare(sigStructure(content, content, aad), encoded)).toBe(0);
        },
      ),
    );
  });
});
