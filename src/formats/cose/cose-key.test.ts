import { Buffer } from 'node:buffer';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CborValue, decode, encode, encodeInOrder, type Tagged } from '../cbor/index.ts';
import { pointFromPublicKey } from '../ec/index.ts';
import { coseKeyFromPoint, pointFromCoseKey, publicKeyFromCoseKey } from './index.ts';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const point = pointFromPublicKey(publicKey);
const key = coseKeyFromPoint(point);
const fail = (code: string) => expect.objectContaining({ name: 'CoseError', code });
const withMember = (label: number, value: CborValue) =>
  new Map<CborValue, CborValue>([...key, [label, value]]);

describe('COSE_Key', () => {
  it('a COSE_Key is written in the order of ISO 18013-5 Annex D, in 75 bytes', () => {
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      Buffer.from(part).toString('hex'),
    );
    expect(Buffer.from(encodeInOrder(key)).toString('hex')).toBe(`a401022001215820${x}225820${y}`);
    expect(Buffer.compare(encode(key), encodeInOrder(key))).toBe(0);
  });

  it('a COSE_Key that was encoded is decoded to the same key', () => {
    expect(pointFromCoseKey(decode(encode(key)))).toEqual(point);
    expect(publicKeyFromCoseKey(decode(encode(key))).equals(publicKey)).toBe(true);
  });

  it('EDeviceKeyBytes of ISO 18013-5 Annex D are read', () => {
    const url = new URL('../../../test/vectors/iso18013-5-annex-d/', import.meta.url);
    const bytes = Buffer.from(readFileSync(new URL('e_device_key_bytes.hex', url), 'utf8').trim(), 'hex');
    const inner = (decode(bytes) as Tagged).value as Uint8Array;
    const read = pointFromCoseKey(decode(inner));
    expect(Buffer.compare(encodeInOrder(coseKeyFromPoint(read)), inner)).toBe(0);
    expect(readFileSync(new URL('keys.json', url), 'utf8').toLowerCase()).toContain(
      Buffer.from(read.subarray(1, 33)).toString('hex'),
    );
  });

  it('other labels of a COSE_Key are ignored', () => {
    expect(pointFromCoseKey(withMember(3, -7))).toEqual(point);
    expect(pointFromCoseKey(withMember(2, Buffer.from('kid')))).toEqual(point);
  });

  it.each([
    ['P-384', 2],
    ['P-521', 3],
  ])('a COSE_Key on %s is read as KeyObject, not as a P-256 point', (namedCurve, curve) => {
    const other = generateKeyPairSync('ec', { namedCurve }).publicKey;
    const { x, y } = other.export({ format: 'jwk' });
    const coseKey = new Map<CborValue, CborValue>([
      [1, 2],
      [-1, curve],
      [-2, Buffer.from(x as string, 'base64url')],
      [-3, Buffer.from(y as string, 'base64url')],
    ]);
    expect(publicKeyFromCoseKey(coseKey).equals(other)).toBe(true);
    expect(() => pointFromCoseKey(coseKey)).toThrow(fail('unsupportedKey'));
  });
});

describe('A COSE_Key that is refused', () => {
  it.each<[string, CborValue, string]>([
    ['something that is not a map', [1, 2], 'malformedKey'],
    ['a missing key type', new Map([[-1, 1]]), 'unsupportedKey'],
    ['key type OKP', withMember(1, 1), 'unsupportedKey'],
    ['key type as text', withMember(1, 'EC2'), 'unsupportedKey'],
    ['an unknown curve', withMember(-1, 8), 'unsupportedKey'],
    ['a missing x', withMember(-2, undefined), 'malformedKey'],
    ['a short x', withMember(-2, point.subarray(1, 32)), 'malformedKey'],
    ['a long y', withMember(-3, point.subarray(32)), 'malformedKey'],
    ['a compressed y', withMember(-3, true), 'unsupportedKey'],
    ['a point off the curve', withMember(-3, point.subarray(1, 33)), 'malformedKey'],
  ])('a COSE_Key is refused: %s', (_, value, code) => {
    expect(() => pointFromCoseKey(value)).toThrow(fail(code));
    expect(() => publicKeyFromCoseKey(value)).toThrow(fail(code));
  });

  it('a COSE_Key cannot be made of bytes that are no point', () => {
    expect(() => coseKeyFromPoint(new Uint8Array(65))).toThrow(fail('malformedKey'));
    expect(() => coseKeyFromPoint(point.subarray(1))).toThrow(fail('malformedKey'));
  });
});
