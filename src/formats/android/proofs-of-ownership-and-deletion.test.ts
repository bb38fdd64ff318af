import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hex, unhex } from '../../../test/support/formats/provisioned.ts';
import { newTestKey, privateKeyFromHex } from '../../../test/support/formats/test-issuer.ts';
import { type CborValue, encode, encodeInOrder } from '../cbor/index.ts';
import { rawSignerFromPrivateKey, signCoseSign1, sigStructure } from '../cose/index.ts';
import { pointFromPublicKey, publicKeyFromPoint } from '../ec/index.ts';
import {
  decodeProofOfBinding,
  decodeProofOfDeletion,
  decodeProofOfOwnership,
  encodeProofOfBinding,
  encodeProofOfDeletion,
  encodeProofOfOwnership,
  ProofError,
  signProof,
  verifyProofOfDeletion,
  verifyProofOfOwnership,
} from './index.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'ProofError', code });
const device = newTestKey();
const credentialKey = device.publicKey;
const HARDWARE_DOC_TYPE = 'org.iso.18013-5.2019.mdl';
const CHALLENGE = new TextEncoder().encode('0123456789abcdef0123456789abcdef');
const hardwareSuite = { docType: HARDWARE_DOC_TYPE, challenge: CHALLENGE, testCredential: true };
const docType = 'org.iso.18013.5.1.mDL';
const proof = { docType, challenge: CHALLENGE, testCredential: false };
const expected = { credentialKey, docTypes: [docType], challenges: [CHALLENGE] };

describe('Payloads of the hardware test suite', () => {
  const tail = `6f72672e69736f2e31383031332d352e323031392e6d646c`;
  const challenge = `5820${hex(CHALLENGE)}`;
  it('the ProofOfOwnership has 79 bytes', () => {
    const payload = encodeProofOfOwnership(hardwareSuite);
    expect(hex(payload)).toBe(`847050726f6f664f664f776e6572736869707818${tail}${challenge}f5`);
    expect(payload).toHaveLength(79);
    expect(decodeProofOfOwnership(payload)).toEqual(hardwareSuite);
  });

  it('the ProofOfDeletion has 78 bytes', () => {
    const payload = encodeProofOfDeletion(hardwareSuite);
    expect(hex(payload)).toBe(`846f50726f6f664f6644656c6574696f6e7818${tail}${challenge}f5`);
    expect(payload).toHaveLength(78);
    expect(decodeProofOfDeletion(payload)).toEqual(hardwareSuite);
  });

  it('the ProofOfDeletion of devices before API 3 has 44 bytes', () => {
    const old = { docType: HARDWARE_DOC_TYPE, testCredential: true };
    const payload = encodeProofOfDeletion(old);
    expect(hex(payload)).toBe(`836f50726f6f664f6644656c6574696f6e7818${tail}f5`);
    expect(payload).toHaveLength(44);
    expect(decodeProofOfDeletion(payload)).toEqual(old);
  });

  it('the ProofOfBinding has 50 bytes', () => {
    const popSha256 = unhex('e99cbf2d1ef6410e3e14285dd2f2d01d434f328941b5d9eeec827046a982938a');
    const payload = encodeProofOfBinding(popSha256);
    expect(hex(payload)).toBe(`826e50726f6f664f6642696e64696e675820${hex(popSha256)}`);
    expect(payload).toHaveLength(50);
    expect(hex(decodeProofOfBinding(payload))).toBe(hex(popSha256));
  });
});

describe('ProofOfOwnership', () => {
  // key of RFC 6979 A.2.5, signature by its deterministic algorithm
  const key = privateKeyFromHex('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');
  const challenge = unhex('2aac1cd373e9a087e47da5e33529a6a625f95bce5cf5d29be171cdbbb536fec1');
  const signed = unhex(
    '8443a10126a0584b847050726f6f664f664f776e657273686970756f72672e69736f2e31383031332e352e312e6d444c58202aac1cd3' +
      '73e9a087e47da5e33529a6a625f95bce5cf5d29be171cdbbb536fec1f458402e82c038162fd84adaa7be81691f227d9cecd71f0367' +
      '4f5ed4267a69071497a96d48a78886f41e70fb3b24097da054d101e377d8456181a833eeeb54ca05508e',
  );
  const known = {
    ...expected,
    credentialKey: publicKeyFromPoint(pointFromPublicKey(key)),
    challenges: [challenge],
  };

  it('a proof by a known key over a known challenge is accepted', () => {
    expect(() => verifyProofOfOwnership(signed, known)).not.toThrow();
  });

  it('a new proof has the same bytes up to the signature', async () => {
    const made = await signProof(
      encodeProofOfOwnership({ ...proof, challenge }),
      rawSignerFromPrivateKey(key),
    );
    expect(hex(made.subarray(0, -64))).toBe(hex(signed.subarray(0, -64)));
    expect(() => verifyProofOfOwnership(made, known)).not.toThrow();
  });

  it('a proof with any byte changed is refused', () => {
    for (let at = 0; at < signed.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = signed.slice();
        changed[at]! ^= 1 << bit;
        expect(() => verifyProofOfOwnership(changed, known), `byte ${at}`).toThrow(ProofError);
        expect(() => verifyProofOfOwnership(changed, { ...known, tag: 'tolerate' })).toThrow(ProofError);
      }
    }
  });

  it('a truncated proof, or one with trailing bytes, is refused', () => {
    for (let length = 0; length < signed.length; length++) {
      expect(() => verifyProofOfOwnership(signed.subarray(0, length), known)).toThrow(refusal('malformed'));
    }
    expect(() => verifyProofOfOwnership(Uint8Array.of(...signed, 0), known)).toThrow(refusal('malformed'));
  });

  it('a proof with tag 18 is accepted only if that is tolerated', () => {
    const tagged = Uint8Array.of(0xd2, ...signed);
    expect(() => verifyProofOfOwnership(tagged, known)).toThrow(refusal('malformed'));
    expect(() => verifyProofOfOwnership(tagged, { ...known, tag: 'tolerate' })).not.toThrow();
    const other = Uint8Array.of(0xd1, ...signed);
    expect(() => verifyProofOfOwnership(other, { ...known, tag: 'tolerate' })).toThrow(refusal('malformed'));
  });

  it('any of several challenges and document types is accepted', () => {
    const challenges = [CHALLENGE, challenge];
    expect(() =>
      verifyProofOfOwnership(signed, { ...known, challenges, docTypes: ['x', docType] }),
    ).not.toThrow();
  });

  it.each<[string, string, Partial<typeof known>]>([
    ['another key', 'invalidSignature', { credentialKey }],
    ['another document type', 'wrongDocType', { docTypes: ['org.iso.18013.5.1.mdl'] }],
    ['no document type', 'wrongDocType', { docTypes: [] }],
    ['another challenge', 'wrongChallenge', { challenges: [CHALLENGE] }],
    ['a shorter challenge', 'wrongChallenge', { challenges: [challenge.subarray(0, 31)] }],
    ['no challenge', 'wrongChallenge', { challenges: [] }],
    ['an empty challenge', 'wrongChallenge', { challenges: [new Uint8Array(0)] }],
  ])('a proof is refused for %s: %s', (_, code, changes) => {
    expect(() => verifyProofOfOwnership(signed, { ...known, ...changes })).toThrow(refusal(code));
  });

  const payloadOf = (...members: readonly CborValue[]): Uint8Array => encode(members);
  it.each<[string, string, Uint8Array]>([
    ['a test credential', 'testCredential', encodeProofOfOwnership({ ...proof, testCredential: true })],
    ['a ProofOfDeletion', 'wrongKind', encodeProofOfDeletion(proof)],
    ['the old form', 'malformed', payloadOf('ProofOfOwnership', docType, false)],
    ['a fifth member', 'malformed', payloadOf('ProofOfOwnership', docType, CHALLENGE, false, 1)],
    ['a challenge as text', 'malformed', payloadOf('ProofOfOwnership', docType, hex(CHALLENGE), false)],
    ['a flag as number', 'malformed', payloadOf('ProofOfOwnership', docType, CHALLENGE, 0)],
    [
      'an empty challenge',
      'wrongChallenge',
      payloadOf('ProofOfOwnership', docType, new Uint8Array(0), false),
    ],
    ['no array', 'malformed', encode('ProofOfOwnership')],
    ['nothing', 'malformed', new Uint8Array(0)],
  ])('a proof signed over %s is refused: %s', async (_, code, payload) => {
    const bytes = await signProof(payload, device.sign);
    expect(() => verifyProofOfOwnership(bytes, expected)).toThrow(refusal(code));
  });

  it('a proof of a test credential is accepted if that is allowed', async () => {
    const bytes = await signProof(encodeProofOfOwnership({ ...proof, testCredential: true }), device.sign);
    expect(() => verifyProofOfOwnership(bytes, { ...expected, allowTestCredential: true })).not.toThrow();
  });

  const payload = encodeProofOfOwnership(proof);
  it.each<[string, Parameters<typeof signCoseSign1>[2]]>([
    ['an unprotected member', { unprotected: new Map([[4, 'kid']]) }],
    [
      'another protected member',
      {
        protectedHeader: new Map<CborValue, CborValue>([
          [1, -7],
          [4, 'kid'],
        ]),
      },
    ],
    ['a detached payload', { detached: true }],
  ])('a proof with a header with %s is refused', async (_, options) => {
    const bytes = await signCoseSign1(payload, device.sign, options);
    expect(() => verifyProofOfOwnership(bytes, expected)).toThrow(refusal('malformed'));
  });

  it('a proof over external data, or with a signature in DER, is refused', async () => {
    const external = await signCoseSign1(payload, device.sign, { externalAad: Uint8Array.of(1) });
    expect(() => verifyProofOfOwnership(external, expected)).toThrow(refusal('invalidSignature'));
    const message = (signature: Uint8Array) =>
      encodeInOrder([unhex('a10126'), new Map(), payload, signature]);
    const raw = device.sign(sigStructure(unhex('a10126'), payload));
    expect(() => verifyProofOfOwnership(message(raw), expected)).not.toThrow();
    expect(() => verifyProofOfOwnership(message(Uint8Array.of(...raw, 0)), expected)).toThrow(
      refusal('invalidSignature'),
    );
  });

  it.each([0, 33])('no proof is made for a challenge of %i bytes', (length) => {
    const challenge = new Uint8Array(length);
    expect(() => encodeProofOfOwnership({ ...proof, challenge })).toThrow(refusal('unencodable'));
  });
});

describe('ProofOfDeletion', () => {
  const signed = (challenge?: Uint8Array) =>
    signProof(
      encodeProofOfDeletion({ docType, testCredential: false, ...(challenge && { challenge }) }),
      device.sign,
    );

  it('a ProofOfDeletion with the challenge is accepted; the old form only if no challenge is expected', async () => {
    expect(() => verifyProofOfDeletion(unhex(''), expected)).toThrow(refusal('malformed'));
    const { challenges: _, ...anyChallenge } = expected;
    const [fresh, old] = [await signed(CHALLENGE), await signed()];
    expect(() => verifyProofOfDeletion(fresh, expected)).not.toThrow();
    expect(() => verifyProofOfDeletion(fresh, anyChallenge)).not.toThrow();
    expect(() => verifyProofOfDeletion(old, anyChallenge)).not.toThrow();
    expect(() => verifyProofOfDeletion(old, expected)).toThrow(refusal('wrongChallenge'));
    expect(() => verifyProofOfDeletion(fresh, { ...expected, challenges: [] })).toThrow(
      refusal('wrongChallenge'),
    );
  });

  it('a ProofOfDeletion is not accepted as a ProofOfOwnership, nor the reverse', async () => {
    expect(() => verifyProofOfOwnership(new Uint8Array(0), expected)).toThrow(ProofError);
    const deletion = await signed(CHALLENGE);
    expect(() => verifyProofOfOwnership(deletion, expected)).toThrow(refusal('wrongKind'));
    const ownership = await signProof(encodeProofOfOwnership(proof), device.sign);
    expect(() => verifyProofOfDeletion(ownership, expected)).toThrow(refusal('wrongKind'));
  });
});

describe('ProofOfBinding', () => {
  const popSha256 = new Uint8Array(32).fill(5);

  it('a ProofOfBinding may have more members', () => {
    const longer = encode(['ProofOfBinding', popSha256, { more: [1, 2] }, null]);
    expect(decodeProofOfBinding(longer)).toEqual(popSha256);
  });

  it.each<[string, string, CborValue]>([
    ['another kind', 'wrongKind', ['ProofOfOwnership', popSha256]],
    ['an empty array', 'wrongKind', []],
    ['no hash', 'malformed', ['ProofOfBinding']],
    ['a hash of 31 bytes', 'malformed', ['ProofOfBinding', popSha256.subarray(1)]],
    ['a hash as text', 'malformed', ['ProofOfBinding', hex(popSha256)]],
    ['a map', 'malformed', {}],
  ])('a proof of %s is refused: %s', (_, code, value) => {
    expect(() => decodeProofOfBinding(encode(value))).toThrow(refusal(code));
  });

  it('no ProofOfBinding is made for a hash of another size', () => {
    expect(() => encodeProofOfBinding(new Uint8Array(20))).toThrow(refusal('unencodable'));
  });
});

describe('Bytes that are no proof', () => {
  it('any bytes that are no proof are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        expect(() => verifyProofOfOwnership(bytes, expected)).toThrow(ProofError);
        expect(() => decodeProofOfDeletion(bytes)).toThrow(ProofError);
        expect(() => decodeProofOfBinding(bytes)).toThrow(ProofError);
      }),
    );
  });
});
