import { describe, expect, it } from 'vitest';
import { encode } from '../../cbor/index.ts';
import { AttestationError, parseProvisioningInfo } from './index.ts';

const infoOf = (...entries: readonly [number | string, string | number | bigint][]): Uint8Array =>
  encode(new Map(entries));

describe('Provisioning info of remotely provisioned devices', () => {
  it('the number of issued certificates is read, and other keys are ignored', () => {
    expect(parseProvisioningInfo(infoOf([1, 64], [2, 'x'], ['y', 3]))).toEqual({ certificatesIssued: 64 });
    expect(parseProvisioningInfo(infoOf([2, 1]))).toEqual({});
  });

  it.each([
    ['bytes that are no CBOR', Uint8Array.of(0xff)],
    ['nothing', new Uint8Array(0)],
    ['an array', encode([1, 2])],
    ['trailing bytes', Buffer.concat([infoOf([1, 1]), Buffer.of(0)])],
    ['a negative count', infoOf([1, -1])],
    ['a count in text', infoOf([1, 'many'])],
    ['a count beyond all numbers', infoOf([1, 2n ** 63n])],
    ['more than 4096 bytes', infoOf([2, 'x'.repeat(5000)])],
  ])('provisioning info is refused: %s', (_, bytes) => {
    expect(() => parseProvisioningInfo(bytes)).toThrow(AttestationError);
    expect(() => parseProvisioningInfo(bytes)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });
});
