import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  DRAFTS,
  type Draft,
  extended,
  makeCertificate,
  NOW,
  problems,
  root,
  rootName,
  uri,
  without,
} from '../../../../test/support/formats/certificate-drafts.ts';
import { DAY } from '../../../conventions/time.ts';
import { derWriter } from '../../der/index.ts';
import {
  type CertificateProfile,
  checkCertificateProfile,
  encodeAuthorityKeyIdentifier,
  encodeBasicConstraints,
  encodeExtendedKeyUsage,
  encodeExtension,
  encodeKeyUsage,
  encodeName,
  encodeSubjectKeyIdentifier,
  OID,
} from '../index.ts';

const { iaca, documentSigner, statusSigner, identity, encryption } = DRAFTS;
const point = (...fields: readonly Uint8Array[]) =>
  encodeExtension(OID.crlDistributionPoints, false, derWriter.sequence(derWriter.sequence(...fields)));
const named = derWriter.explicit(0, derWriter.explicit(0, derWriter.element((6 << 3) | 4, Buffer.from(uri))));

const ian = 'issuer alternative name is missing, critical, or neither email nor URI';
const crl = 'CRL distribution points are missing, critical, not URIs, or have reasons or an issuer';
const country = 'subject country is not one PrintableString of two upper-case letters';
const ski = 'subject key identifier is not the SHA-1 of the key, or critical';
const serial = 'serial number is not of 63 random bits in at most 20 octets';

describe('checkCertificateProfile', () => {
  it.each(Object.entries(DRAFTS))(
    'the check finds no problem in a %s that fits its profile',
    async (profile, draft) => {
      expect(problems(await makeCertificate(draft), profile as CertificateProfile, root)).toEqual([]);
    },
  );

  it.each<[string, CertificateProfile, Draft, readonly string[]]>([
    ['short serial', 'iaca', { ...iaca, serialNumber: Uint8Array.of(1, 2, 3, 4, 5, 6, 7) }, [serial]],
    [
      '21 years',
      'iaca',
      { ...iaca, notAfter: NOW + 7670 * DAY },
      ['validity is longer than 20 years or empty'],
    ],
    [
      'no CN',
      'iaca',
      { ...iaca, issuer: encodeName({ country: 'UT' }), subject: encodeName({ country: 'UT' }) },
      ['subject has no common name'],
    ],
    [
      'path length 1',
      'iaca',
      extended(iaca, { bc: encodeBasicConstraints({ ca: true, pathLength: 1 }) }),
      ['basic constraints are not critical with CA true and path length 0'],
    ],
    [
      'no path length',
      'iaca',
      extended(iaca, { bc: encodeBasicConstraints({ ca: true }) }),
      ['basic constraints are not critical with CA true and path length 0'],
    ],
    [
      'no cRLSign',
      'iaca',
      extended(iaca, { ku: encodeKeyUsage(['keyCertSign']) }),
      ['key usage is not critical with exactly keyCertSign and cRLSign'],
    ],
    [
      'unknown critical extension',
      'iaca',
      extended(iaca, { x: encodeExtension('1.2.3', true, derWriter.nullValue()) }),
      ['another extension is critical'],
    ],
    [
      'unknown extension',
      'iaca',
      extended(iaca, { x: encodeExtension('1.2.3', false, derWriter.nullValue()) }),
      [],
    ],
    ['no contact', 'iaca', without(iaca, 'ian'), [ian]],
    [
      'host as contact',
      'iaca',
      extended(iaca, {
        ian: encodeExtension(
          OID.issuerAltName,
          false,
          derWriter.sequence(derWriter.element((2 << 3) | 4, Buffer.from('a.example'))),
        ),
      }),
      [ian],
    ],
    ['no CRL', 'iaca', without(iaca, 'crl'), [crl]],
    [
      'CRL with reasons',
      'iaca',
      extended(iaca, { crl: point(named, derWriter.element((1 << 3) | 4, Uint8Array.of(1, 2))) }),
      [crl],
    ],
    [
      'CRL with issuer',
      'iaca',
      extended(iaca, { crl: point(named, derWriter.explicit(2, derWriter.explicit(4, rootName))) }),
      [crl],
    ],
    [
      'malformed CRL',
      'iaca',
      extended(iaca, { crl: encodeExtension(OID.crlDistributionPoints, false, derWriter.nullValue()) }),
      [crl],
    ],
    ['wrong SKI', 'iaca', extended(iaca, { ski: encodeSubjectKeyIdentifier(new Uint8Array(20)) }), [ski]],
    [
      '458 days',
      'documentSigner',
      { ...documentSigner, notAfter: NOW + 458 * DAY },
      ['validity is longer than 457 days or empty'],
    ],
    [
      '1188 days',
      'statusSigner',
      { ...statusSigner, notAfter: NOW + 1188 * DAY },
      ['validity is longer than 1187 days or empty'],
    ],
    [
      'an extended key usage that is not critical',
      'statusSigner',
      extended(statusSigner, {
        eku: encodeExtension(
          OID.extendedKeyUsage,
          false,
          derWriter.sequence(derWriter.objectIdentifier('1.2.3')),
        ),
      }),
      [],
    ],
    [
      'a critical extended key usage',
      'statusSigner',
      extended(statusSigner, { eku: encodeExtendedKeyUsage(OID.mdlDocumentSigner) }),
      ['another extension is critical'],
    ],
    [
      'no AKI',
      'statusSigner',
      without(statusSigner, 'aki'),
      [
        'authority key identifier is missing or critical',
        'authority key identifier is not the subject key identifier of the root',
      ],
    ],
    [
      'CRL with reasons',
      'statusSigner',
      extended(statusSigner, { crl: point(named, derWriter.element((1 << 3) | 4, Uint8Array.of(1, 2))) }),
      ['CRL distribution points are critical, not URIs, or have reasons or an issuer'],
    ],
    [
      'before the root',
      'documentSigner',
      { ...documentSigner, notBefore: NOW - DAY, notAfter: NOW + DAY },
      ['validity reaches outside that of the root'],
    ],
    [
      'after the root',
      'documentSigner',
      { ...documentSigner, notBefore: NOW + 7300 * DAY, notAfter: NOW + 7306 * DAY },
      ['validity reaches outside that of the root'],
    ],
    [
      'another state',
      'documentSigner',
      { ...documentSigner, subject: encodeName({ country: 'UT', stateOrProvince: 'UT-B', commonName: 'x' }) },
      ['state or province differs from that of the root'],
    ],
    [
      'another country',
      'documentSigner',
      { ...documentSigner, subject: encodeName({ country: 'US', stateOrProvince: 'UT-A', commonName: 'x' }) },
      ['country differs from that of the root'],
    ],
    [
      'country as UTF8String',
      'documentSigner',
      { ...documentSigner, subject: nameWithUtf8Country() },
      [country, 'state or province differs from that of the root'],
    ],
    [
      'another issuer name',
      'documentSigner',
      { ...documentSigner, issuer: encodeName({ commonName: 'x' }) },
      ['issuer is not the subject of the root, byte for byte'],
    ],
    [
      'no AKI',
      'documentSigner',
      without(documentSigner, 'aki'),
      [
        'authority key identifier is missing or critical',
        'authority key identifier is not the subject key identifier of the root',
      ],
    ],
    [
      'AKI of another',
      'documentSigner',
      extended(documentSigner, { aki: encodeAuthorityKeyIdentifier(new Uint8Array(20)) }),
      ['authority key identifier is not the subject key identifier of the root'],
    ],
    [
      'two uses',
      'documentSigner',
      extended(documentSigner, { ku: encodeKeyUsage(['digitalSignature', 'keyAgreement']) }),
      ['key usage is not critical with exactly digitalSignature'],
    ],
    [
      'reader purpose',
      'documentSigner',
      extended(documentSigner, { eku: encodeExtendedKeyUsage('1.0.18013.5.1.6') }),
      ['extended key usage is not critical with exactly 1.0.18013.5.1.2'],
    ],
    [
      'basic constraints',
      'documentSigner',
      extended(documentSigner, { bc: encodeBasicConstraints({ ca: false }) }),
      ['basic constraints are present', 'another extension is critical'],
    ],
    [
      '16 months',
      'identity',
      { ...identity, notAfter: NOW + 480 * DAY },
      ['validity is longer than 15 months or empty'],
    ],
    [
      'key agreement',
      'identity',
      extended(identity, { ku: encodeKeyUsage(['keyAgreement']) }),
      ['key usage is not critical with exactly digitalSignature'],
    ],
    [
      'CA',
      'identity',
      extended(identity, { bc: encodeBasicConstraints({ ca: true }) }),
      ['basic constraints are missing or say CA'],
    ],
    ['no constraints', 'identity', without(identity, 'bc'), ['basic constraints are missing or say CA']],
    [
      'serial from 0x80',
      'encryption',
      { ...encryption, serialNumber: Uint8Array.of(0x80, ...randomBytes(15)) },
      ['serial number is not 16 octets of which the first is 0x10 to 0x7F'],
    ],
    [
      'six months',
      'encryption',
      { ...encryption, notAfter: NOW + 190 * DAY },
      ['validity is longer than 5 months or empty'],
    ],
    [
      'signature use',
      'encryption',
      extended(encryption, { ku: encodeKeyUsage(['digitalSignature']) }),
      ['key usage is not critical with exactly keyAgreement'],
    ],
  ])('the check reports a certificate with %s (%s)', async (_, profile, draft, expected) => {
    const certificate = await makeCertificate(draft);
    const issuer = profile === 'documentSigner' || profile === 'statusSigner' ? root : certificate;
    expect(problems(certificate, profile, issuer)).toEqual(expected);
  });

  it('checkCertificateProfile names the clause of each problem', async () => {
    const certificate = await makeCertificate(without(iaca, 'ian'));
    expect(checkCertificateProfile(certificate, 'iaca')).toEqual([
      { clause: 'ISO 18013-5 B.1.2', problem: ian },
    ]);
  });

  function nameWithUtf8Country(): Uint8Array {
    const attribute = (oid: string, value: Uint8Array) =>
      derWriter.setOf(derWriter.sequence(derWriter.objectIdentifier(oid), value));
    return derWriter.sequence(
      attribute(OID.country, derWriter.utf8String('UT')),
      attribute(OID.commonName, derWriter.utf8String('signer')),
    );
  }
});
