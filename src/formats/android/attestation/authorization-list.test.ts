import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DerError, derWriter, readDer } from '../../der/index.ts';
import { AUTHORIZATION_TAGS } from './authorization-list.ts';
import { type AuthorizationList, encodeAuthorizationList, readAuthorizationList } from './index.ts';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DerError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('Authorization lists of Android key attestation', () => {
  const lists = JSON.parse(
    readFileSync(
      new URL('../../../../test/vectors/android-key-attestation/authorization_lists.json', import.meta.url),
      'utf8',
    ),
  ) as Record<string, string>;
  const read = (der: Uint8Array): AuthorizationList => readDer(der, readAuthorizationList);

  it.each(Object.entries(lists))(
    'the authorization %s is read and written again byte for byte',
    (_, text) => {
      const der = Buffer.from(text, 'base64');
      const list = read(der);
      expect(list.unknown?.size).toBe(0);
      expect(Buffer.from(encodeAuthorizationList(list))).toEqual(der);
    },
  );

  it('tag 721 is the identity credential key', () => {
    const withKey = Object.entries(lists).filter(
      ([, text]) => read(Buffer.from(text, 'base64')).identityCredentialKey,
    );
    expect(withKey.map(([name]) => name)).toEqual(['EXTENTION_DATA_WITH_ID_CREDENTIAL_KEY']);
    expect(Buffer.from(encodeAuthorizationList({ identityCredentialKey: true })).toString('hex')).toBe(
      '3006bf8551020500',
    );
  });

  const { explicit, sequence, integer, nullValue, octetString, setOf } = derWriter;

  it('unknown tags are kept by number', () => {
    const list = read(sequence(explicit(2, integer(3)), explicit(9999, octetString(Uint8Array.of(1)))));
    expect(list.algorithm).toBe(3);
    expect([...list.unknown!]).toEqual([[9999, octetString(Uint8Array.of(1))]]);
    expect(read(encodeAuthorizationList(list))).toEqual(list);
  });

  it('tags are read in any order, and unordered ones are reported', () => {
    const list = read(sequence(explicit(721, nullValue()), explicit(3, integer(256))));
    expect(list).toMatchObject({ keySize: 256, identityCredentialKey: true, areTagsOrdered: false });
  });

  it('sets are read in any order', () => {
    const set = derWriter.element((17 << 3) | 1, integer(6), integer(4));
    expect(read(sequence(explicit(5, set))).digest).toEqual([6, 4]);
  });

  it.each([
    ['a tag twice', sequence(explicit(2, integer(3)), explicit(2, integer(3))), 'duplicateTag'],
    ['an unknown tag twice', sequence(explicit(99, nullValue()), explicit(99, nullValue())), 'duplicateTag'],
    ['an integer without tag', sequence(integer(3)), 'unexpectedTag'],
    ['an implicit tag', sequence(derWriter.element((2 << 3) | 4, Uint8Array.of(3))), 'unexpectedTag'],
    [
      'a flag with contents',
      sequence(explicit(721, derWriter.element(5 << 3, Uint8Array.of(0)))),
      'invalidNull',
    ],
    ['a flag that is an integer', sequence(explicit(721, integer(1))), 'unexpectedTag'],
    ['two values in one tag', sequence(explicit(2, integer(3), integer(3))), 'trailingBytes'],
    ['an unknown tag without value', sequence(explicit(9999)), 'truncated'],
    ['an unknown tag with two values', sequence(explicit(9999, nullValue(), nullValue())), 'trailingBytes'],
    [
      'an unknown tag broken inside',
      sequence(explicit(9999, derWriter.element((16 << 3) | 1, Uint8Array.of(4, 9)))),
      'truncated',
    ],
    [
      'bytes after the application id',
      sequence(explicit(709, octetString(Buffer.concat([sequence(setOf(), setOf()), Buffer.of(0)])))),
      'trailingBytes',
    ],
    [
      'a package name that is no UTF-8',
      sequence(
        explicit(
          709,
          octetString(sequence(setOf(sequence(octetString(Uint8Array.of(0xff)), integer(1))), setOf())),
        ),
      ),
      'invalidString',
    ],
    [
      '257 packages',
      sequence(
        explicit(
          709,
          octetString(
            sequence(
              setOf(
                ...Array.from({ length: 257 }, () => sequence(octetString(Uint8Array.of(65)), integer(1))),
              ),
              setOf(),
            ),
          ),
        ),
      ),
      'tooManyItems',
    ],
    [
      '129 authorizations',
      sequence(...Array.from({ length: 129 }, (_, index) => explicit(2000 + index, nullValue()))),
      'tooManyItems',
    ],
  ])('an authorization list with %s is refused', (_, der, code) => {
    expect(codeOf(() => read(der))).toBe(code);
  });

  it('every authorization that is encoded decodes to the same value', () => {
    const octets = fc.uint8Array({ maxLength: 40 });
    const values = {
      integer: fc.nat(),
      uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      integerSet: fc.uniqueArray(fc.nat({ max: 100 })).map((set) => set.sort((a, b) => a - b)),
      flag: fc.constant(true),
      octets,
      rootOfTrust: fc.record({
        verifiedBootKey: octets,
        deviceLocked: fc.boolean(),
        verifiedBootState: fc.constantFrom('verified', 'selfSigned', 'unverified', 'failed', 'unknown'),
        verifiedBootHash: octets,
      }),
      applicationId: fc.record({
        packages: fc.constantFrom([], [{ name: 'a.é', version: 2n ** 40n }]),
        signatureDigests: fc.constantFrom([], [new Uint8Array(32)]),
      }),
    };
    const names = Object.fromEntries(AUTHORIZATION_TAGS.map(([, name, kind]) => [name, values[kind]]));
    fc.assert(
      fc.property(fc.record(names, { requiredKeys: [] }), (list) => {
        const decoded = read(encodeAuthorizationList(list as AuthorizationList));
        expect(decoded).toEqual({ ...list, unknown: new Map(), areTagsOrdered: true });
      }),
    );
  });
});
