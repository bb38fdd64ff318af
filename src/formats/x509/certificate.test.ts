import 'reflect-metadata';
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as peculiar from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
import { derWriter } from '../der/index.ts';
import {
  attributeValue,
  type Certificate,
  CertificateError,
  certificatePublicKey,
  certificatesFromPem,
  OID,
  parseCertificate,
  parsePhoneCertificate,
  verifyCertificateSignature,
} from './index.ts';

const vectors = new URL('../../../test/vectors/', import.meta.url);
const filesIn = (folder: string, ext: string): readonly URL[] =>
  readdirSync(new URL(folder, vectors))
    .filter((name) => name.endsWith(ext))
    .map((name) => new URL(folder + name, vectors));

const fromHex = (name: string): Uint8Array =>
  Buffer.from(readFileSync(new URL(`iso18013-5-annex-d/${name}`, vectors), 'utf8').trim(), 'hex');

const chains = filesIn('android-key-attestation/chains/', '.pem').map((url) =>
  certificatesFromPem(readFileSync(url, 'utf8')),
);

const everyCertificate: readonly Uint8Array[] = [
  ...chains.flat(),
  ...filesIn('android-key-attestation/roots/', '.pem').flatMap((url) =>
    certificatesFromPem(readFileSync(url, 'utf8')),
  ),
  ...filesIn('mdoc-ts/', '.pem').flatMap((url) => certificatesFromPem(readFileSync(url, 'utf8'))),
  ...filesIn('cose/', '.der').map((url) => new Uint8Array(readFileSync(url))),
  ...['ds_cert.hex', 'iaca_root.hex', 'reader_cert.hex', 'reader_root.hex'].map(fromHex),
];

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof CertificateError) return error.code;
    throw error;
  }
  return 'accepted';
};

describe('The function parseCertificate', () => {
  it('the test has certificates of other issuers to parse', () => {
    expect(everyCertificate.length).toBeGreaterThan(35);
  });

  it('parseCertificate agrees with OpenSSL on every field', () => {
    for (const der of everyCertificate) {
      const ours = parsePhoneCertificate(der);
      const theirs = new X509Certificate(der);
      expect(ours.serialHex).toBe(theirs.serialNumber);
      expect(ours.notBefore).toBe(Date.parse(theirs.validFrom));
      expect(ours.notAfter).toBe(Date.parse(theirs.validTo));
      expect(
        createPublicKey({ key: Buffer.from(ours.spki), format: 'der', type: 'spki' }).equals(
          theirs.publicKey,
        ),
      ).toBe(true);
      expect(ours.version).toBe(3);
    }
  });

  it('parseCertificate agrees with @peculiar/x509 on names, extensions, algorithm and signature', () => {
    for (const der of everyCertificate) {
      const ours = parsePhoneCertificate(der);
      const theirs = new peculiar.X509Certificate(new Uint8Array(der));
      expect(Buffer.from(ours.subject)).toEqual(Buffer.from(theirs.subjectName.toArrayBuffer()));
      expect(Buffer.from(ours.issuer)).toEqual(Buffer.from(theirs.issuerName.toArrayBuffer()));
      expect(Buffer.from(ours.signature)).toEqual(Buffer.from(theirs.signature));
      expect([...ours.extensions.keys()]).toEqual(theirs.extensions.map(({ type }) => type));
      expect([...ours.extensions.values()].map(({ critical }) => critical)).toEqual(
        theirs.extensions.map(({ critical }) => critical),
      );
      for (const attribute of ours.subjectAttributes) {
        expect(theirs.subjectName.getField(attribute.oid)).toContain(attribute.value);
      }
    }
  });

  it('each certificate of a chain verifies with the next, and the last with itself', () => {
    for (const chain of chains) {
      const certificates = chain.map(parsePhoneCertificate);
      certificates.forEach((certificate, index) => {
        const signer = certificates[index + 1] ?? certificate;
        expect(verifyCertificateSignature(certificate, certificatePublicKey(signer))).toBe(true);
        const other = certificates.find(({ spki }) => Buffer.compare(spki, signer.spki) !== 0)!;
        expect(verifyCertificateSignature(certificate, certificatePublicKey(other))).toBe(false);
      });
    }
  });

  it('parseCertificate decodes attribute values', () => {
    const { subjectAttributes } = parseCertificate(fromHex('ds_cert.hex'));
    expect(attributeValue(subjectAttributes, OID.country)).toBe('US');
    expect(attributeValue(subjectAttributes, OID.commonName)).toBe('utopia ds');
    expect(attributeValue(subjectAttributes, OID.title)).toBeUndefined();
  });

  it('parseCertificate refuses additional bytes, and truncated or overlong certificates', () => {
    const der = fromHex('ds_cert.hex');
    expect(codeOf(() => parseCertificate(Buffer.concat([der, Buffer.of(0)])))).toBe('malformed');
    for (let length = 0; length < der.length; length++) {
      expect(codeOf(() => parseCertificate(der.subarray(0, length)))).toBe('malformed');
    }
    expect(codeOf(() => parseCertificate(new Uint8Array(32 * 1024 + 1)))).toBe('tooLong');
  });

  it('a certificate with one byte changed is refused or no longer verifies', () => {
    for (const [name, issuerName] of [
      ['ds_cert.hex', 'iaca_root.hex'],
      ['iaca_root.hex', 'iaca_root.hex'],
    ] as const) {
      const key = certificatePublicKey(parseCertificate(fromHex(issuerName)));
      const der = Buffer.from(fromHex(name));
      for (let at = 0; at < der.length; at++) {
        for (const mask of [0x01, 0x80, 0xff]) {
          const mutated = Buffer.from(der);
          mutated[at]! ^= mask;
          let parsed: Certificate | undefined;
          if (codeOf(() => (parsed = parseCertificate(mutated))) !== 'accepted') continue;
          expect(verifyCertificateSignature(parsed!, key), `byte ${at} ^ ${mask}`).toBe(false);
        }
      }
    }
  });
});

describe('Certificates built by hand', () => {
  const w = derWriter;
  const model = parseCertificate(fromHex('ds_cert.hex'));
  const algorithm = w.sequence(w.objectIdentifier(OID.ecdsaWithSha256));
  const extension = (oid: string, ...critical: readonly Uint8Array[]) =>
    w.sequence(w.objectIdentifier(oid), ...critical, w.octetString(w.nullValue()));

  interface Parts {
    version?: readonly Uint8Array[];
    serial?: Uint8Array;
    inner?: Uint8Array;
    outer?: Uint8Array;
    subject?: Uint8Array;
    rest?: readonly Uint8Array[];
    signature?: Uint8Array;
  }

  const build = (parts: Parts): Uint8Array =>
    w.sequence(
      w.sequence(
        ...(parts.version ?? [w.explicit(0, w.integer(2))]),
        parts.serial ?? w.integer(1),
        parts.inner ?? algorithm,
        model.issuer,
        w.sequence(w.time(0), w.time(1000)),
        parts.subject ?? model.subject,
        model.spki,
        ...(parts.rest ?? []),
      ),
      parts.outer ?? algorithm,
      parts.signature ?? w.bitString(model.signature),
    );

  it('the unchanged certificate is accepted', () => {
    expect(codeOf(() => parseCertificate(build({})))).toBe('accepted');
    expect(parseCertificate(build({ version: [] })).version).toBe(1);
    expect(parseCertificate(build({ serial: w.integer(0x80) })).serialHex).toBe('80');
    expect(parseCertificate(build({ serial: w.integer(0) })).serialHex).toBe('00');
  });

  it.each<[string, Parts, string]>([
    ['version 1 written out', { version: [w.explicit(0, w.integer(0))] }, 'unsupportedVersion'],
    ['version 4', { version: [w.explicit(0, w.integer(3))] }, 'unsupportedVersion'],
    ['a negative serial number', { serial: w.integer(-5) }, 'invalidSerialNumber'],
    [
      'a serial number of 65 octets',
      { serial: w.unsignedInteger(new Uint8Array(65).fill(1)) },
      'invalidSerialNumber',
    ],
    [
      'two signature algorithms',
      { outer: w.sequence(w.objectIdentifier(OID.ecdsaWithSha384)) },
      'algorithmMismatch',
    ],
    [
      'an ECDSA algorithm with parameters',
      algorithmTwice(w.sequence(w.objectIdentifier(OID.ecdsaWithSha256), w.nullValue())),
      'malformed',
    ],
    [
      'an RSA algorithm with parameters',
      algorithmTwice(w.sequence(w.objectIdentifier(OID.sha256WithRsa), w.integer(1))),
      'malformed',
    ],
    ['a signature that is no octets', { signature: w.bitString(Uint8Array.of(0x80), 1) }, 'malformed'],
    [
      'an extension twice',
      { rest: [extensions(extension('2.5.29.14'), extension('2.5.29.14'))] },
      'duplicateExtension',
    ],
    ['an empty list of extensions', { rest: [extensions()] }, 'malformed'],
    [
      'extensions in version 2',
      { version: [w.explicit(0, w.integer(1))], rest: [extensions(extension('2.5.29.14'))] },
      'malformed',
    ],
    [
      '65 extensions',
      { rest: [extensions(...Array.from({ length: 65 }, (_, i) => extension(`1.2.3.${i}`)))] },
      'tooLong',
    ],
    [
      'a field after the extensions',
      { rest: [extensions(extension('2.5.29.14')), w.nullValue()] },
      'malformed',
    ],
  ])('a certificate with %s is refused', (_, parts, code) => {
    expect(codeOf(() => parseCertificate(build(parts)))).toBe(code);
  });

  function algorithmTwice(bytes: Uint8Array): Parts {
    return { inner: bytes, outer: bytes };
  }

  function extensions(...list: readonly Uint8Array[]): Uint8Array {
    return w.explicit(3, w.sequence(...list));
  }

  it('unique identifiers in a certificate are skipped', () => {
    const identifier = w.element((1 << 3) | 0b100, Uint8Array.of(0, 1));
    expect(codeOf(() => parseCertificate(build({ rest: [identifier] })))).toBe('accepted');
  });

  it('a malformed name is refused when it is read', () => {
    const certificate = parseCertificate(build({ subject: w.sequence(w.nullValue()) }));
    expect(codeOf(() => certificate.subjectAttributes)).toBe('malformed');
  });

  it('an attribute that is no string is read as hex', () => {
    const attribute = w.sequence(w.objectIdentifier('2.5.4.45'), w.bitString(Uint8Array.of(1)));
    const certificate = parseCertificate(build({ subject: w.sequence(w.setOf(attribute)) }));
    expect(attributeValue(certificate.subjectAttributes, '2.5.4.45')).toBe('#03020001');
  });
});

describe('The function certificatePublicKey', () => {
  it('certificatePublicKey refuses keys of other types and bytes that are no key', () => {
    const ed25519 = Buffer.from(
      '302a300506032b6570032100d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'hex',
    );
    expect(codeOf(() => certificatePublicKey({ spki: ed25519 }))).toBe('unsupportedKey');
    expect(codeOf(() => certificatePublicKey({ spki: derWriter.sequence() }))).toBe('unsupportedKey');
  });

  it.each([
    ['accepts', 'ffffffff', 'accepted'],
    ['refuses', '0100000001', 'unsupportedKey'],
  ])('%s an RSA key with the exponent %s', (_what, exponent, expected) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = {
      ...publicKey.export({ format: 'jwk' }),
      e: Buffer.from(exponent, 'hex').toString('base64url'),
    };
    const spki = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
    expect(codeOf(() => certificatePublicKey({ spki }))).toBe(expected);
  });
});
