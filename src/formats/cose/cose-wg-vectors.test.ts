import { Buffer } from 'node:buffer';
import { verify, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CborValue, decode, encode, encodeInOrder, type Tagged } from '../cbor/index.ts';
import {
  CoseError,
  decodeCoseSign1,
  encodeCoseSign1,
  publicKeyFromCoseKey,
  sigStructure,
  verifyCoseSign1,
} from './index.ts';
import { decodeProtectedHeader } from './message.ts';

interface Key {
  readonly kid: string;
  readonly crv: string;
  readonly x?: string;
  readonly y?: string;
  readonly x_hex?: string;
  readonly y_hex?: string;
}

interface Vector {
  readonly title: string;
  readonly fail?: boolean;
  readonly input: {
    readonly plaintext: string;
    readonly sign0?: { readonly key: Key; readonly external?: string };
    readonly sign?: { readonly signers: readonly [{ readonly key: Key }] };
  };
  readonly intermediates: {
    readonly ToBeSign_hex?: string;
    readonly signers?: readonly [{ readonly ToBeSign_hex: string }];
  };
  readonly output: { readonly cbor: string };
}

const read = (name: string) => readFileSync(new URL(`../../../test/vectors/cose/${name}`, import.meta.url));
const load = (name: string): Vector => JSON.parse(read(`${name}.json`).toString());
const fromHex = (hex = '') => Buffer.from(hex, 'hex');
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

/** Converts the key through COSE_Key. */
function publicKeyOf({ crv, ...key }: Key) {
  const [x, y] = [key.x, key.y].map((member) => member && Buffer.from(member, 'base64url'));
  const curve = ['P-256', 'P-384', 'P-521'].indexOf(crv) + 1;
  const members = [
    [1, 2],
    [-1, curve],
    [-2, x ?? fromHex(key.x_hex)],
    [-3, y ?? fromHex(key.y_hex)],
  ] as const;
  return publicKeyFromCoseKey(new Map<CborValue, CborValue>(members));
}

function signerKey({ input }: Vector): Key {
  const key = input.sign0?.key ?? input.sign?.signers[0].key;
  if (!key) throw new Error('vector without a key');
  return key;
}

function parts(vector: Vector) {
  return {
    bytes: fromHex(vector.output.cbor),
    key: publicKeyOf(signerKey(vector)),
    externalAad: fromHex(vector.input.sign0?.external),
    toBeSigned: vector.intermediates.ToBeSign_hex,
  };
}

describe('Published COSE_Sign1 vectors that must verify', () => {
  it.each([
    'RFC8152_Appendix_C_2_1',
    'ecdsa-examples_ecdsa-sig-01',
    'ecdsa-examples_ecdsa-sig-02',
    'ecdsa-examples_ecdsa-sig-03',
    'sign1-tests_sign-pass-02',
    'sign1-tests_sign-pass-03',
  ])('the published COSE_Sign1 verifies: %s', (name) => {
    const { bytes, key, externalAad, toBeSigned } = parts(load(name));
    const sign1 = decodeCoseSign1(bytes);
    expect(toHex(sigStructure(sign1.protectedBytes, sign1.payload as Uint8Array, externalAad))).toBe(
      toBeSigned,
    );
    expect(verifyCoseSign1(sign1, key, { externalAad })).toBe(true);

    const untagged = encodeCoseSign1(sign1);
    expect(toHex(bytes)).toMatch(new RegExp(`^(D2)?${toHex(untagged)}$`));
    expect(verifyCoseSign1(decodeCoseSign1(untagged, { tag: 'refuse' }), key, { externalAad })).toBe(true);

    const changed = { ...sign1, payload: Buffer.concat([sign1.payload as Uint8Array, Buffer.from('.')]) };
    expect(verifyCoseSign1(changed, key, { externalAad })).toBe(false);
    expect(verifyCoseSign1(sign1, key, { externalAad: Buffer.from('other') })).toBe(false);
  });
});

describe('Valid vectors with unsupported features', () => {
  // pass-01 has the algorithm in the unprotected header, which is not signed.
  it('sign-pass-01 does not verify: its Sig_structure is as published, but its algorithm is unprotected', () => {
    const { bytes, key, toBeSigned = '' } = parts(load('sign1-tests_sign-pass-01'));
    const sign1 = decodeCoseSign1(bytes);
    expect(toHex(sign1.protectedBytes)).toBe('A0');
    const structure = sigStructure(sign1.protectedBytes, sign1.payload as Uint8Array);
    expect(toHex(structure)).toBe(toBeSigned);
    expect(verify('sha256', structure, { key, dsaEncoding: 'ieee-p1363' }, sign1.signature)).toBe(true);
    expect(verifyCoseSign1(sign1, key)).toBe(false);
  });

  // RFC 9053 leaves the curve open; ISO 18013-5 9.1.2.5 ties P-521 to ES512.
  it('ecdsa-sig-04: ES512 with a P-256 key is refused', () => {
    const { bytes, key, toBeSigned = '' } = parts(load('ecdsa-examples_ecdsa-sig-04'));
    const sign1 = decodeCoseSign1(bytes);
    const signature = sign1.signature;
    expect(verify('sha512', fromHex(toBeSigned), { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    expect(verifyCoseSign1(sign1, key)).toBe(false);
  });
});

describe('Published COSE_Sign1 vectors that must fail', () => {
  it('sign-fail-01 has the tag 998, which is not that of COSE_Sign1, and is refused', () => {
    const { bytes } = parts(load('sign1-tests_sign-fail-01'));
    expect(() => decodeCoseSign1(bytes)).toThrow(
      expect.objectContaining({ name: 'CoseError', code: 'malformed' }),
    );
  });

  it.each([
    ['sign1-tests_sign-fail-02', 'the payload was changed'],
    ['sign1-tests_sign-fail-03', 'the algorithm is an unknown number'],
    ['sign1-tests_sign-fail-04', 'the algorithm is an unknown text'],
    ['sign1-tests_sign-fail-06', 'a protected parameter was added'],
    ['sign1-tests_sign-fail-07', 'a protected parameter was taken away'],
  ])('the vector %s does not verify, because %s', (name) => {
    const vector = load(name);
    expect(vector.fail).toBe(true);
    const { bytes, key } = parts(vector);
    expect(verifyCoseSign1(decodeCoseSign1(bytes), key)).toBe(false);
  });
});

// These are COSE_Sign messages (tag 98, a list of signers). The library does not read such messages, but it
// reads their headers.
describe('Header parameters for X.509 certificates (RFC 9360)', () => {
  const alice = read('x509-examples_alice.der');
  const ca = read('x509-examples_ca.der');
  const x5t = [-16, fromHex('11FA0500D6763AE15A3238296E04C048A8FDD220A0DDA0234824B18FB6666600')];

  it.each([
    ['x509-examples_signed-01', 32, alice],
    ['x509-examples_signed-02', 32, [alice, ca]],
    ['x509-examples_signed-03', 33, alice],
    ['x509-examples_signed-04', 33, [alice, ca]],
    ['x509-examples_signed-05', 34, x5t],
  ])('in %s the header parameter %i is read, and a COSE_Sign is refused', (name, label, expected) => {
    const vector = load(name);
    const bytes = fromHex(vector.output.cbor);
    expect(() => decodeCoseSign1(bytes)).toThrow(CoseError);

    const message = decode(bytes) as Tagged;
    expect(message.tag).toBe(98);
    const [bodyProtected, , payload, [[protectedBytes, unprotected, signature]]] = message.value as [
      Uint8Array,
      CborValue,
      Uint8Array,
      [[Uint8Array, ReadonlyMap<CborValue, CborValue>, Uint8Array]],
    ];
    expect(Buffer.compare(encode(unprotected.get(label)), encode(expected))).toBe(0);
    expect(decodeProtectedHeader(protectedBytes)).toEqual(new Map([[1, -7]]));

    const empty = new Uint8Array(0);
    const structure = encodeInOrder(['Signature', bodyProtected, protectedBytes, empty, payload]);
    expect(toHex(structure)).toBe(vector.intermediates.signers?.[0].ToBeSign_hex);
    const key = publicKeyOf(signerKey(vector));
    expect(key.equals(new X509Certificate(alice).publicKey)).toBe(true);
    expect(verify('sha256', structure, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);

    const [inside] = message.value as [Uint8Array];
    const sign1 = decodeCoseSign1(
      encodeCoseSign1({ protectedBytes: inside, unprotectedHeader: unprotected, payload, signature }),
    );
    expect(encode(sign1.unprotectedHeader.get(label))).toEqual(encode(expected));
  });
});

describe('The published keys, KeySet.txt', () => {
  it('KeySet.txt holds the P-256 key of the examples', () => {
    const text = read('KeySet.txt').toString().replaceAll(/\s/g, '');
    const { x, y } = signerKey(load('RFC8152_Appendix_C_2_1'));
    for (const member of [x as string, y as string])
      expect(text).toContain(Buffer.from(member, 'base64url').toString('hex'));
  });
});
