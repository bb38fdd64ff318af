import { Buffer } from 'node:buffer';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { derWriter } from '../der/index.ts';
import { ecdsaSignatureFromDer, ecdsaSignatureToDer } from './index.ts';

const CURVES = [
  { namedCurve: 'P-256', coordinateBytes: 32, hash: 'sha256' },
  { namedCurve: 'P-384', coordinateBytes: 48, hash: 'sha384' },
  { namedCurve: 'P-521', coordinateBytes: 66, hash: 'sha512' },
];

const byWriter = (raw: Uint8Array) =>
  derWriter.sequence(
    derWriter.unsignedInteger(raw.subarray(0, raw.length / 2)),
    derWriter.unsignedInteger(raw.subarray(raw.length / 2)),
  );

/** Coordinates with any first bytes: zeros, a set top bit, or only zeros. */
const coordinate = (length: number) =>
  fc
    .tuple(fc.nat(length), fc.uint8Array({ minLength: length, maxLength: length }))
    .map(([zeros, bytes]) => bytes.fill(0, 0, zeros));

describe.each(CURVES)('Signatures on $namedCurve', ({ namedCurve, coordinateBytes, hash }) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const raw = fc
    .tuple(coordinate(coordinateBytes), coordinate(coordinateBytes))
    .map((parts) => Buffer.concat(parts));

  it('signatures as r ‖ s are the same as those of node:crypto', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (message) => {
        const ours = ecdsaSignatureFromDer(sign(hash, message, privateKey), coordinateBytes);
        expect(verify(hash, message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, ours)).toBe(true);
        const theirs = sign(hash, message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
        expect(verify(hash, message, publicKey, ecdsaSignatureToDer(theirs))).toBe(true);
      }),
      { numRuns: runs(30) },
    );
  });

  it('signatures are converted to the DER of the general writer and back', () => {
    fc.assert(
      fc.property(raw as fc.Arbitrary<Buffer>, (signature) => {
        const der = ecdsaSignatureToDer(signature);
        expect(Buffer.compare(der, byWriter(signature))).toBe(0);
        expect(Buffer.compare(ecdsaSignatureFromDer(der, coordinateBytes), signature)).toBe(0);
      }),
    );
  });
});

it('r and s of RFC 6979 A.2.5, SHA-256, "test" are kept', () => {
  const r = 'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367';
  const s = '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083';
  const der = Buffer.from(`3045022100${r}0220${s}`, 'hex');
  expect(Buffer.compare(ecdsaSignatureToDer(Buffer.from(r + s, 'hex')), der)).toBe(0);
  expect(Buffer.compare(ecdsaSignatureFromDer(der, 32), Buffer.from(r + s, 'hex'))).toBe(0);
});
