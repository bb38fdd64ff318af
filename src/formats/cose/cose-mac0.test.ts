import { Buffer } from 'node:buffer';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CborValue, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import {
  CoseError,
  decodeCoseMac0,
  encodeCoseMac0,
  HMAC_256_256,
  makeCoseMac0,
  verifyCoseMac0,
} from './index.ts';

const key = randomBytes(32);
const payload = Buffer.from('DeviceAuthenticationBytes');

describe('COSE_Mac0 with HMAC 256/256', () => {
  it('a COSE_Mac0 is the untagged structure of RFC 9052 6.2 over MAC_structure', () => {
    const structure = encodeInOrder(['MAC0', Buffer.from('a10105', 'hex'), new Uint8Array(0), payload]);
    const tag = createHmac('sha256', key).update(structure).digest();
    const expected = encode([Buffer.from('a10105', 'hex'), new Map(), payload, tag]);
    expect(Buffer.compare(makeCoseMac0(payload, key), expected)).toBe(0);
    expect(Buffer.compare(makeCoseMac0(payload, createSecretKey(key)), expected)).toBe(0);
    expect(decodeCoseMac0(expected).protectedHeader.get(1)).toBe(HMAC_256_256);
  });

  it('a COSE_Mac0 that was encoded is decoded, attached and detached', () => {
    const externalAad = Buffer.from('aad');
    const attached = decodeCoseMac0(makeCoseMac0(payload, key, { externalAad }));
    expect(verifyCoseMac0(attached, key, { externalAad })).toBe(true);
    expect(verifyCoseMac0(attached, createSecretKey(key), { externalAad })).toBe(true);
    expect(verifyCoseMac0(attached, key)).toBe(false);
    expect(verifyCoseMac0(attached, randomBytes(32), { externalAad })).toBe(false);
    expect(verifyCoseMac0(attached, key, { externalAad, detachedPayload: payload })).toBe(false);

    const bytes = makeCoseMac0(payload, key, { detached: true, unprotected: new Map([[4, 'kid']]) });
    const detached = decodeCoseMac0(bytes);
    expect(detached.payload).toBeNull();
    expect(verifyCoseMac0(detached, key, { detachedPayload: payload })).toBe(true);
    expect(verifyCoseMac0(detached, key)).toBe(false);
    expect(Buffer.compare(encodeCoseMac0(detached), bytes)).toBe(0);
  });

  it('a COSE_Mac0 with any byte changed does not verify', () => {
    const bytes = makeCoseMac0(payload, key);
    for (let index = 0; index < bytes.length; index++) {
      const copy = new Uint8Array(bytes);
      copy[index] = (copy[index] as number) ^ 1;
      let good = false;
      try {
        good = verifyCoseMac0(decodeCoseMac0(copy), key);
      } catch (error) {
        expect(error).toBeInstanceOf(CoseError);
      }
      expect(good).toBe(false);
    }
  });

  it('only HMAC 256/256 with the whole tag is accepted', () => {
    const parts = decodeCoseMac0(makeCoseMac0(payload, key));
    const truncated: CborValue = new Map([[1, 4]]);
    const protectedBytes = encode(truncated);
    const other = decodeCoseMac0(encodeCoseMac0({ ...parts, protectedBytes }));
    expect(verifyCoseMac0(other, key)).toBe(false);
    expect(verifyCoseMac0({ ...parts, tag: parts.tag.subarray(0, 8) }, key)).toBe(false);
    expect(verifyCoseMac0({ ...parts, tag: new Uint8Array(0) }, key)).toBe(false);
  });

  it('a COSE_Mac0 may have tag 17; that of COSE_Sign1 is refused', () => {
    const { protectedBytes, tag } = decodeCoseMac0(makeCoseMac0(payload, key));
    const members = [protectedBytes, new Map(), payload, tag];
    expect(verifyCoseMac0(decodeCoseMac0(encode(new Tagged(17, members))), key)).toBe(true);
    expect(() => decodeCoseMac0(encode(new Tagged(17, members)), { tag: 'refuse' })).toThrow(CoseError);
    expect(() => decodeCoseMac0(encode(new Tagged(18, members)))).toThrow(CoseError);
  });

  it('an algorithm in the unprotected header is refused', () => {
    expect(() => makeCoseMac0(payload, key, { unprotected: new Map([[1, 5]]) })).toThrow(CoseError);
  });
});
