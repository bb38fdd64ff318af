import { DAY } from '../../conventions/time.ts';
import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as peculiar from '@peculiar/x509';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { rawSignerFromPrivateKey } from '../cose/index.ts';
import { pointFromPublicKey } from '../ec/index.ts';
import {
  type Certificate,
  CertificateError,
  certificateToPem,
  checkCertificateProfile,
  makeDocumentSignerCertificate,
  makeEncryptionCertificate,
  makeIacaCertificate,
  makeIdentityCertificate,
  makeStatusSignerCertificate,
  newSerialNumber,
  parseCertificate,
} from './index.ts';
import { addMonths } from './validity.ts';

const NOW = Date.now();

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey,
    subjectPoint: pointFromPublicKey(publicKey),
    sign: rawSignerFromPrivateKey(privateKey),
  };
};

const iacaKey = newKey();
const signerKey = newKey();
const identityKey = newKey();
const encryptionKey = newKey();
const made = (key: { subjectPoint: Uint8Array }) => ({
  subjectPoint: key.subjectPoint,
  serialNumber: newSerialNumber(randomBytes(16)),
  createdAt: NOW,
});

const iacaSpec = {
  ...made(iacaKey),
  country: 'UT',
  stateOrProvince: 'UT-ÄB',
  organization: 'Utopia Department of Motor Vehicles',
  commonName: 'Utopia IACA',
  contact: { uri: 'https://utopia.example/contact' },
  crlUri: 'https://utopia.example/iaca.crl',
};
const iaca = parseCertificate(await makeIacaCertificate(iacaSpec, iacaKey.sign));
const documentSignerSpec = {
  ...made(signerKey),
  iaca,
  organization: 'Utopia Department of Motor Vehicles',
  commonName: 'Utopia DS 1',
  contact: { email: 'mdl@utopia.example' },
  crlUri: 'https://utopia.example/ds.crl',
};
const documentSigner = parseCertificate(
  await makeDocumentSignerCertificate(documentSignerSpec, iacaKey.sign),
);
const statusSigner = parseCertificate(
  await makeStatusSignerCertificate(
    { ...documentSignerSpec, commonName: 'Utopia status signer' },
    iacaKey.sign,
  ),
);
const identitySpec = { ...made(identityKey), commonName: 'Utopia issuer identity', country: 'UT' };
const identity = parseCertificate(await makeIdentityCertificate(identitySpec, identityKey.sign));
const encryptionSpec = { ...made(encryptionKey), commonName: 'Utopia issuer encryption' };
const encryption = parseCertificate(await makeEncryptionCertificate(encryptionSpec, encryptionKey.sign));
const encryptionByIdentity = parseCertificate(
  await makeEncryptionCertificate({ ...encryptionSpec, issuer: identity }, identityKey.sign),
);
const all: readonly Certificate[] = [
  iaca,
  documentSigner,
  statusSigner,
  identity,
  encryption,
  encryptionByIdentity,
];

const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));

function openssl(...args: readonly string[]): string {
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function file(name: string, ...certificates: readonly Certificate[]): string {
  const path = join(folder, name);
  writeFileSync(path, certificates.map(({ der }) => certificateToPem(der)).join(''));
  return path;
}

const textOf = (certificate: Certificate): string =>
  openssl(
    'x509',
    '-in',
    file('text.pem', certificate),
    '-noout',
    '-text',
    '-nameopt',
    'utf8,oneline,-esc_msb',
  );

describe('Certificates that fit their profile', () => {
  it('certificates pass the check of their own profile', () => {
    expect(checkCertificateProfile(iaca, 'iaca')).toEqual([]);
    expect(checkCertificateProfile(documentSigner, 'documentSigner', iaca)).toEqual([]);
    expect(checkCertificateProfile(statusSigner, 'statusSigner', iaca)).toEqual([]);
    expect(checkCertificateProfile(identity, 'identity')).toEqual([]);
    expect(checkCertificateProfile(encryption, 'encryption')).toEqual([]);
    expect(checkCertificateProfile(encryptionByIdentity, 'encryption', identity)).toEqual([]);
  });

  it('the signers verify under the root in OpenSSL, strictly', () => {
    const output = openssl(
      'verify',
      '-x509_strict',
      '-check_ss_sig',
      '-CAfile',
      file('iaca.pem', iaca),
      file('ds.pem', documentSigner),
      file('status.pem', statusSigner),
    );
    expect(output.match(/: OK$/gm)).toHaveLength(2);
  });

  it('identity and encryption certificates verify in OpenSSL as pinned certificates', () => {
    for (const certificate of [identity, encryption, encryptionByIdentity]) {
      const pinned = file('pinned.pem', certificate);
      expect(openssl('verify', '-partial_chain', '-CAfile', pinned, pinned)).toContain('OK');
    }
  });

  it('OpenSSL prints the root with the contents that ISO 18013-5 B.1.2 requires', () => {
    const text = textOf(iaca);
    expect(text).toContain('Version: 3 (0x2)');
    expect(text).toContain('Signature Algorithm: ecdsa-with-SHA256');
    expect(text).toContain(
      'Subject: C = UT, ST = UT-ÄB, O = Utopia Department of Motor Vehicles, CN = Utopia IACA',
    );
    expect(text).toMatch(/X509v3 Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(text).toMatch(/X509v3 Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
    expect(text).toMatch(/X509v3 Issuer Alternative Name: \s+URI:https:\/\/utopia.example\/contact/);
    expect(text).toMatch(
      /X509v3 CRL Distribution Points: \s+Full Name:\s+URI:https:\/\/utopia.example\/iaca.crl/,
    );
  });

  it('OpenSSL prints the document signer with the contents that ISO 18013-5 B.1.4 requires', () => {
    const text = textOf(documentSigner);
    const identifier = (name: string, of: string) =>
      new RegExp(`X509v3 ${name} Key Identifier: \\s+([0-9A-F:]+)`).exec(of)?.[1];
    expect(text).toContain(
      'Issuer: C = UT, ST = UT-ÄB, O = Utopia Department of Motor Vehicles, CN = Utopia IACA',
    );
    expect(text).toContain(
      'Subject: C = UT, ST = UT-ÄB, O = Utopia Department of Motor Vehicles, CN = Utopia DS 1',
    );
    expect(identifier('Authority', text)).toBe(identifier('Subject', textOf(iaca)));
    expect(text).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/);
    expect(text).toMatch(/X509v3 Extended Key Usage: critical\s+1\.0\.18013\.5\.1\.2\n/);
    expect(text).toMatch(/X509v3 Issuer Alternative Name: \s+email:mdl@utopia.example/);
    expect(text).not.toContain('Basic Constraints');
    expect(openssl('asn1parse', '-in', file('ds.pem', documentSigner))).toMatch(/PRINTABLESTRING +:UT/);
  });

  it('OpenSSL prints one key usage for each key of the issuer', () => {
    expect(textOf(identity)).toMatch(/X509v3 Key Usage: critical\s+Digital Signature\n/);
    expect(textOf(encryption)).toMatch(/X509v3 Key Usage: critical\s+Key Agreement\n/);
    for (const certificate of [identity, encryption]) {
      expect(textOf(certificate)).toMatch(/X509v3 Basic Constraints: critical\s+CA:FALSE/);
    }
  });

  it('Node and @peculiar/x509 read the certificates and find the subject key', async () => {
    const keys = [iacaKey, signerKey, signerKey, identityKey, encryptionKey, encryptionKey];
    for (const [index, { der, serialHex }] of all.entries()) {
      expect(new X509Certificate(der).publicKey.equals(keys[index]!.publicKey)).toBe(true);
      expect(new X509Certificate(der).serialNumber).toBe(serialHex);
      expect(new peculiar.X509Certificate(new Uint8Array(der)).serialNumber.toUpperCase()).toBe(serialHex);
    }
    const root = new peculiar.X509Certificate(new Uint8Array(iaca.der));
    expect(await root.isSelfSigned()).toBe(true);
    const signer = new peculiar.X509Certificate(new Uint8Array(documentSigner.der));
    expect(await signer.verify({ publicKey: root.publicKey, signatureOnly: true })).toBe(true);
    expect(await signer.verify({ publicKey: await signer.publicKey.export(), signatureOnly: true })).toBe(
      false,
    );
  });

  it('certificates are valid from the day before they were made', () => {
    for (const { notBefore } of all) {
      expect(notBefore % DAY).toBe(0);
      expect(NOW - notBefore).toBeGreaterThanOrEqual(DAY);
      expect(NOW - notBefore).toBeLessThan(2 * DAY);
    }
  });

  it('certificates are valid for the longest period of the profile', () => {
    const lasts = ({ notBefore, notAfter }: Certificate) => notAfter + 1000 - notBefore;
    expect(iaca.notAfter + 1000).toBe(addMonths(iaca.notBefore, 240));
    expect(lasts(documentSigner)).toBe(457 * DAY);
    expect(identity.notAfter + 1000).toBe(addMonths(identity.notBefore, 15));
    expect(encryption.notAfter + 1000).toBe(addMonths(encryption.notBefore, 5));
  });

  it('a document signer never outlives its root', async () => {
    const notAfter = NOW + 100 * DAY;
    const shortRoot = parseCertificate(await makeIacaCertificate({ ...iacaSpec, notAfter }, iacaKey.sign));
    const signer = parseCertificate(
      await makeDocumentSignerCertificate({ ...documentSignerSpec, iaca: shortRoot }, iacaKey.sign),
    );
    expect(signer.notAfter).toBe(shortRoot.notAfter);
    expect(checkCertificateProfile(signer, 'documentSigner', shortRoot)).toEqual([]);
  });

  it('signatures whose r or s begin with zeros are encoded correctly', async () => {
    const wanted = 2;
    let shorter = 0;
    for (let tries = 0; tries < 3000 && shorter < wanted; tries++) {
      const serialNumber = newSerialNumber(randomBytes(16));
      const der = await makeIdentityCertificate({ ...identitySpec, serialNumber }, identityKey.sign);
      const certificate = parseCertificate(der);
      if (certificate.signature.length < 70) {
        shorter++;
        expect(new X509Certificate(der).verify(identityKey.publicKey)).toBe(true);
      }
    }
    expect(shorter).toBeGreaterThan(0);
  });
});

describe('Certificates that violate their profile', () => {
  const refused = async (made: () => Promise<Uint8Array>): Promise<string> => {
    try {
      await made();
    } catch (error) {
      if (error instanceof CertificateError) return error.code;
      throw error;
    }
    return 'made';
  };
  const root = (changes: object) => () => makeIacaCertificate({ ...iacaSpec, ...changes }, iacaKey.sign);
  const signer = (changes: object) => () =>
    makeDocumentSignerCertificate({ ...documentSignerSpec, ...changes }, iacaKey.sign);

  it.each([
    ['a country in lower case', root({ country: 'ut' })],
    ['a country of three letters', root({ country: 'UTO' })],
    ['an empty common name', root({ commonName: '' })],
    ['a common name of 65 characters', root({ commonName: 'x'.repeat(65) })],
    ['a root of more than 20 years', root({ notAfter: NOW + 7310 * DAY })],
    ['an end before the beginning', root({ notAfter: NOW - 30 * DAY })],
    ['a point off the curve', root({ subjectPoint: new Uint8Array(65).fill(4) })],
    ['a serial number of 15 octets', root({ serialNumber: new Uint8Array(15).fill(17) })],
    ['a serial number that begins with 0x80', root({ serialNumber: new Uint8Array(16).fill(0x80) })],
    ['a name with half a character', root({ commonName: '\ud800' })],
    ['no time', root({ createdAt: Number.NaN })],
    ['a URI beyond ASCII', root({ crlUri: 'https://ü.example' })],
    ['a signature by another key', () => makeIacaCertificate(iacaSpec, signerKey.sign)],
    ['a signature of another length', () => makeIacaCertificate(iacaSpec, () => new Uint8Array(63))],
    ['a document signer of more than 457 days', signer({ notAfter: NOW + 457 * DAY })],
    [
      'a document signer that outlives its root',
      signer({
        iaca: { ...iaca, subjectAttributes: iaca.subjectAttributes, notAfter: NOW },
        notAfter: NOW + DAY,
      }),
    ],
    ['a root that identifies no key', signer({ iaca: identityWithoutExtensions() })],
    [
      'a document signer signed by its own key',
      () => makeDocumentSignerCertificate(documentSignerSpec, signerKey.sign),
    ],
  ])('a certificate with %s is not made', async (_, make) => {
    expect(await refused(make)).toBe('invalidSpec');
  });

  function identityWithoutExtensions(): Certificate {
    return {
      ...identity,
      subjectAttributes: identity.subjectAttributes,
      extensions: new Map(),
    } as Certificate;
  }
});

describe('addMonths', () => {
  it('addMonths keeps the day of the month, or uses the last day of a shorter month', () => {
    expect(addMonths(Date.UTC(2026, 10, 30), 3)).toBe(Date.UTC(2027, 1, 28));
    expect(addMonths(Date.UTC(2027, 10, 30), 3)).toBe(Date.UTC(2028, 1, 29));
    expect(addMonths(Date.UTC(2028, 1, 29), 240)).toBe(Date.UTC(2048, 1, 29));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 240 }), (moment, months) => {
        const later = new Date(addMonths(moment, months));
        const start = new Date(moment);
        expect(later.getUTCFullYear() * 12 + later.getUTCMonth()).toBe(
          start.getUTCFullYear() * 12 + start.getUTCMonth() + months,
        );
        expect(later.getTime() % DAY).toBe(moment % DAY);
      }),
    );
  });
});
