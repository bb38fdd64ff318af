import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRevocation, parseRevocationList, RevocationListError } from './index.ts';

const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
const listOf = (...serials: readonly string[]) =>
  parseRevocationList(
    JSON.stringify({ entries: Object.fromEntries(serials.map((serial) => [serial, { status: 'REVOKED' }])) }),
  );

describe('The revocation list that Google publishes', () => {
  const list = parseRevocationList(
    readFileSync(
      new URL('../../../../test/vectors/android-key-attestation/status.json', import.meta.url),
      'utf8',
    ),
  );

  it('serial numbers are read as hex', () => {
    expect(findRevocation(list, fromHex('cc66e9a93713b6e643b26c15879786f7'))).toEqual({
      status: 'SUSPENDED',
      reason: 'KEY_COMPROMISE',
    });
    expect(findRevocation(list, fromHex('cc66e9a93713b6e643b26c15879786f8'))).toBeUndefined();
  });

  it('serial numbers of digits only are read both as hex and as decimal', () => {
    const hex = BigInt('6681152659205225093').toString(16).padStart(16, '0');
    expect(findRevocation(list, fromHex(hex))?.status).toBe('REVOKED');
    expect(findRevocation(list, fromHex('06681152659205225093'))?.status).toBe('REVOKED');
  });
});

describe('Serial numbers in the revocation list', () => {
  it('a serial number is found in any spelling', () => {
    const serials = fc.uint8Array({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(serials, fc.constantFrom('hex', 'upper', 'padded', 'short', 'decimal'), (serial, form) => {
        const hex = Buffer.from(serial).toString('hex');
        const written = {
          hex,
          upper: hex.toUpperCase(),
          padded: `000${hex}`,
          short: BigInt(`0x${hex}`).toString(16),
          decimal: BigInt(`0x${hex}`).toString(),
        }[form]!;
        expect(findRevocation(listOf(written), serial)?.status).toBe('REVOKED');
      }),
    );
  });

  it('serial numbers of other certificates are not found', () => {
    expect(findRevocation(listOf('ab', '0'), fromHex('ba'))).toBeUndefined();
    expect(findRevocation(listOf('constructor'.replace(/[^a-f]/g, '')), fromHex('01'))).toBeUndefined();
    expect(findRevocation(parseRevocationList('{"entries":{}}'), fromHex('01'))).toBeUndefined();
  });
});

describe('Revocation lists that cannot be read', () => {
  it.each([
    ['no JSON', '<html>'],
    ['its entries twice', '{"entries":{"ab":{"status":"REVOKED"}},"entries":{}}'],
    ['no object', '[]'],
    ['no entries', '{}'],
    ['entries in an array', '{"entries":[]}'],
    ['a key that is no number', '{"entries":{"xyz":{"status":"REVOKED"}}}'],
    ['an empty key', '{"entries":{"":{"status":"REVOKED"}}}'],
    ['an entry without status', '{"entries":{"ab":{}}}'],
    ['an entry that is text', '{"entries":{"ab":"REVOKED"}}'],
    ['an entry that is null', '{"entries":{"ab":null}}'],
  ])('the revocation list is refused: %s', (_, json) => {
    expect(() => parseRevocationList(json)).toThrow(RevocationListError);
    expect(() => parseRevocationList(json)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  it('a revocation list that is too long is refused', () => {
    const tooLong = expect.objectContaining({ code: 'tooLong' });
    expect(() => parseRevocationList(' '.repeat(16 * 1024 * 1024 + 1))).toThrow(tooLong);
    const entries = Array.from({ length: 200_001 }, (_, index) => `"${index.toString(16)}":{"status":"R"}`);
    expect(() => parseRevocationList(`{"entries":{${entries.join()}}}`)).toThrow(tooLong);
  });
});
