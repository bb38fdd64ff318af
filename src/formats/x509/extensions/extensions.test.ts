import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derWriter, readDer } from '../../der/index.ts';
import type { Certificate } from '../certificate.ts';
import {
  authorityKeyIdentifier,
  basicConstraints,
  CertificateError,
  crlDistributionPoints,
  encodeAuthorityKeyIdentifier,
  encodeBasicConstraints,
  encodeCrlDistributionPoints,
  encodeExtendedKeyUsage,
  encodeIssuerAltName,
  encodeKeyUsage,
  encodeSubjectKeyIdentifier,
  extendedKeyUsage,
  issuerAltName,
  keyIdentifierOf,
  keyUsage,
  OID,
  subjectKeyIdentifier,
} from '../index.ts';

const w = derWriter;

/** A certificate for tests of extensions. */
function bearing(...extensions: readonly Uint8Array[]): Certificate {
  const entries = extensions.map((extension) =>
    readDer(extension, (reader) => {
      const fields = reader.sequence();
      const oid = fields.objectIdentifier();
      const critical = fields.nextIs(1 << 3) && fields.boolean();
      return [oid, { critical, value: fields.octetString() }] as const;
    }),
  );
  return { extensions: new Map(entries) } as unknown as Certificate;
}

const holding = (oid: string, value: Uint8Array): Certificate =>
  ({ extensions: new Map([[oid, { critical: false, value }]]) }) as unknown as Certificate;

describe('Extensions that were written are read as the same values', () => {
  it('key usage is read, without its unused bits', () => {
    const uses = [
      'digitalSignature',
      'nonRepudiation',
      'keyEncipherment',
      'dataEncipherment',
      'keyAgreement',
      'keyCertSign',
      'cRLSign',
      'encipherOnly',
      'decipherOnly',
    ] as const;
    fc.assert(
      fc.property(fc.subarray([...uses], { minLength: 1 }), (usages) => {
        expect(keyUsage(bearing(encodeKeyUsage(usages)))).toEqual(usages);
      }),
    );
    const hex = (usages: Parameters<typeof encodeKeyUsage>[0]) =>
      Buffer.from(encodeKeyUsage(usages)).toString('hex');
    expect(hex(['digitalSignature'])).toMatch(/03020780$/);
    expect(hex(['keyCertSign', 'cRLSign'])).toMatch(/03020106$/);
    expect(hex(['decipherOnly'])).toMatch(/0303070080$/);
  });

  it('basic constraints are read', () => {
    for (const constraints of [
      { ca: false },
      { ca: true },
      { ca: true, pathLength: 0 },
      { ca: true, pathLength: 3 },
    ]) {
      expect(basicConstraints(bearing(encodeBasicConstraints(constraints)))).toEqual(constraints);
    }
    const explicitFalse = holding(OID.basicConstraints, w.sequence(w.boolean(false)));
    expect(basicConstraints(explicitFalse)).toEqual({ ca: false });
  });

  it('key identifiers are read', () => {
    const identifier = Uint8Array.of(1, 2, 3);
    const certificate = bearing(
      encodeSubjectKeyIdentifier(identifier),
      encodeAuthorityKeyIdentifier(identifier),
    );
    expect(subjectKeyIdentifier(certificate)).toEqual(identifier);
    expect(authorityKeyIdentifier(certificate)).toEqual(identifier);
    const bySerial = w.sequence(w.explicit(1, w.nullValue()), w.element((2 << 3) | 4, identifier));
    expect(authorityKeyIdentifier(holding(OID.authorityKeyIdentifier, bySerial))).toEqual(new Uint8Array(0));
  });

  it('purposes, contacts and distribution points are read', () => {
    const certificate = bearing(
      encodeExtendedKeyUsage('1.2.3'),
      encodeIssuerAltName({ email: 'a@b.example' }),
      encodeCrlDistributionPoints('https://b.example/crl'),
    );
    expect(extendedKeyUsage(certificate)).toEqual(['1.2.3']);
    expect(issuerAltName(certificate)).toEqual([{ form: 'email', value: 'a@b.example' }]);
    expect(crlDistributionPoints(certificate)).toEqual([
      { names: [{ form: 'uri', value: 'https://b.example/crl' }], hasReasons: false, hasIssuer: false },
    ]);
    const relative = w.sequence(w.sequence(w.explicit(0, w.explicit(1, w.nullValue()))));
    expect(crlDistributionPoints(holding(OID.crlDistributionPoints, relative))?.[0]?.names).toEqual([
      { form: 'other', value: '' },
    ]);
  });

  it('absent extensions are undefined', () => {
    for (const read of [
      keyUsage,
      basicConstraints,
      subjectKeyIdentifier,
      authorityKeyIdentifier,
      extendedKeyUsage,
      issuerAltName,
      crlDistributionPoints,
    ]) {
      expect(read(bearing())).toBeUndefined();
    }
  });
});

describe('Malformed extensions', () => {
  const malformed = expect.objectContaining({ code: 'malformed' });

  it.each<[string, string, (certificate: Certificate) => unknown, Uint8Array]>([
    ['key usage of three octets', OID.keyUsage, keyUsage, w.bitString(Uint8Array.of(1, 1, 1))],
    [
      'trailing bytes',
      OID.keyUsage,
      keyUsage,
      Buffer.concat([w.bitString(Uint8Array.of(0x80), 7), Buffer.of(0)]),
    ],
    [
      'constraints with a third field',
      OID.basicConstraints,
      basicConstraints,
      w.sequence(w.boolean(true), w.integer(0), w.nullValue()),
    ],
    ['no purpose', OID.extendedKeyUsage, extendedKeyUsage, w.sequence()],
    [
      'an email beyond ASCII',
      OID.issuerAltName,
      issuerAltName,
      w.sequence(w.element((1 << 3) | 4, Uint8Array.of(0xe9))),
    ],
    ['no distribution point', OID.crlDistributionPoints, crlDistributionPoints, w.sequence()],
    ['an identifier that is no octet string', OID.subjectKeyIdentifier, subjectKeyIdentifier, w.integer(1)],
  ])('a malformed extension is refused: %s', (_, oid, read, value) => {
    expect(() => read(holding(oid, value))).toThrow(CertificateError);
    expect(() => read(holding(oid, value))).toThrow(malformed);
  });

  it('arbitrary bytes as an extension cause only the expected error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (value) => {
        for (const [oid, read] of [
          [OID.keyUsage, keyUsage],
          [OID.basicConstraints, basicConstraints],
          [OID.issuerAltName, issuerAltName],
          [OID.crlDistributionPoints, crlDistributionPoints],
          [OID.authorityKeyIdentifier, authorityKeyIdentifier],
        ] as const) {
          try {
            read(holding(oid, value));
          } catch (error) {
            expect(error).toBeInstanceOf(CertificateError);
          }
        }
      }),
    );
  });

  it('a key that cannot be read has no identifier', () => {
    expect(() => keyIdentifierOf(w.nullValue())).toThrow(expect.objectContaining({ code: 'unsupportedKey' }));
  });
});
