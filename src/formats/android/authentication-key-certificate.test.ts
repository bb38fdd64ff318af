import { DAY } from '../../conventions/time.ts';
import 'reflect-metadata';
import { generateKeyPairSync, sign as signBytes, X509Certificate } from 'node:crypto';
import { X509Certificate as PeculiarCertificate } from '@peculiar/x509';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { hex } from '../../../test/support/formats/provisioned.ts';
import { newTestKey, type TestKey } from '../../../test/support/formats/test-issuer.ts';
import { derWriter, TAG } from '../der/index.ts';
import { spkiFromPoint } from '../ec/index.ts';
import { encodeExtension, encodeName } from '../x509/index.ts';
import {
  AuthenticationKeyError,
  encodeProofOfBinding,
  makeAuthenticationKeyCertificate,
  PROOF_OF_BINDING_OID,
  verifyAuthenticationKeyCertificate,
} from './index.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'AuthenticationKeyError', code });
const device = newTestKey();
const authentication = newTestKey();
const popSha256 = new Uint8Array(32).fill(0xab);
const notBefore = Date.UTC(2026, 10, 20, 12);
const spec = { point: authentication.point, notBefore, popSha256 };
const verified = (certificate: Uint8Array, key: TestKey = device) =>
  verifyAuthenticationKeyCertificate(certificate, key.publicKey);

let certificate: Uint8Array;
beforeAll(async () => {
  certificate = await makeAuthenticationKeyCertificate(spec, device.sign);
});

/** A certificate with these parts changed and a valid signature. */
function signedTbs(tbs: Uint8Array): Uint8Array {
  const algorithm = derWriter.sequence(derWriter.objectIdentifier('1.2.840.10045.4.3.2'));
  const signature = signBytes('sha256', tbs, device.privateKey);
  return derWriter.sequence(tbs, algorithm, derWriter.bitString(signature));
}

const ECDSA = (hash: 256 | 384, ...parameters: readonly Uint8Array[]) =>
  derWriter.sequence(
    derWriter.objectIdentifier(hash === 256 ? '1.2.840.10045.4.3.2' : '1.2.840.10045.4.3.3'),
    ...parameters,
  );
const binding = encodeExtension(PROOF_OF_BINDING_OID, false, encodeProofOfBinding(popSha256));
const parts = {
  version: derWriter.explicit(0, derWriter.integer(2)),
  serialNumber: derWriter.integer(1),
  algorithm: ECDSA(256),
  issuer: encodeName({ commonName: 'x' }),
  validity: derWriter.sequence(derWriter.time(notBefore), derWriter.time(notBefore + 1000)),
  subject: encodeName({ commonName: 'y' }),
  spki: spkiFromPoint(authentication.point),
  extensions: derWriter.explicit(3, derWriter.sequence(binding)),
};
const composed = (changes: Partial<Record<keyof typeof parts, Uint8Array>> = {}): Uint8Array =>
  signedTbs(derWriter.sequence(...Object.values({ ...parts, ...changes })));
const extensions = (...list: readonly Uint8Array[]) => ({
  extensions: derWriter.explicit(3, derWriter.sequence(...list)),
});
const NOTHING = new Uint8Array(0);

describe('The certificate of an authentication key', () => {
  it('the key, its validity and the hash of the ProofOfProvisioning are returned', () => {
    expect(verified(certificate)).toEqual({
      point: authentication.point,
      notBefore,
      notAfter: notBefore + 365 * DAY,
      popSha256,
    });
  });

  it('the certificate has the fixed names, serial number 1 and one extension, as node:crypto and @peculiar/x509 read it', () => {
    const x509 = new X509Certificate(certificate);
    expect(x509.issuer).toBe('CN=Android Identity Credential Key');
    expect(x509.subject).toBe('CN=Android Identity Credential Authentication Key');
    expect(x509.serialNumber).toBe('01');
    expect(x509.verify(device.publicKey)).toBe(true);
    expect(x509.publicKey.equals(authentication.publicKey)).toBe(true);
    const peculiar = new PeculiarCertificate(certificate);
    expect(peculiar.extensions.map(({ type, critical }) => [type, critical])).toEqual([
      [PROOF_OF_BINDING_OID, false],
    ]);
    expect(hex(new Uint8Array(peculiar.extensions[0]!.value))).toBe(
      `826e50726f6f664f6642696e64696e675820${'ab'.repeat(32)}`,
    );
  });

  it('an additional OCTET STRING around the ProofOfBinding is accepted', async () => {
    const doubled = await makeAuthenticationKeyCertificate({ ...spec, doubleWrapped: true }, device.sign);
    expect(verified(doubled).popSha256).toEqual(popSha256);
    const twice = derWriter.octetString(derWriter.octetString(encodeProofOfBinding(popSha256)));
    const tripled = composed(extensions(encodeExtension(PROOF_OF_BINDING_OID, false, twice)));
    expect(() => verified(tripled)).toThrow(refusal('invalidProofOfBinding'));
  });

  it('the certificate of a device before feature version 202101 has no extension', async () => {
    const old = await makeAuthenticationKeyCertificate({ point: spec.point, notBefore }, device.sign);
    expect(verified(old)).not.toHaveProperty('popSha256');
    expect(hex(verified(old).point)).toBe(hex(spec.point));
  });

  it('any names and serial number are accepted, and extensions that are not critical', () => {
    const other = encodeExtension('2.5.29.14', false, derWriter.octetString(Uint8Array.of(1)));
    const found = verified(composed({ ...extensions(other, binding), serialNumber: derWriter.integer(77) }));
    expect(found).toEqual({ point: authentication.point, notBefore, notAfter: notBefore + 1000, popSha256 });
  });

  const critical = (octet: number, oid: string, value: Uint8Array) =>
    derWriter.sequence(
      derWriter.objectIdentifier(oid),
      derWriter.element(TAG.boolean, Uint8Array.of(octet)),
      derWriter.octetString(value),
    );
  const digitalSignature = derWriter.bitString(Uint8Array.of(0x80), 7);

  const longLength = ([tag, ...rest]: Uint8Array) => Uint8Array.of(tag!, 0x81, ...rest);

  it.each<[string, Parameters<typeof composed>[0]]>([
    ['a critical keyUsage', extensions(critical(0xff, '2.5.29.15', digitalSignature), binding)],
    ['a keyUsage whose TRUE is 01', extensions(critical(0x01, '2.5.29.15', digitalSignature), binding)],
    ['critical basicConstraints', extensions(critical(0xff, '2.5.29.19', derWriter.sequence()), binding)],
    ['a NULL after the algorithm', { algorithm: ECDSA(256, derWriter.nullValue()) }],
    ['a key whose length has more octets', { spki: longLength(parts.spki) }],
    ['a negative serial number', { serialNumber: derWriter.integer(-5) }],
  ])('a certificate with %s is accepted', (_, changes) => {
    expect(verified(composed(changes)).popSha256).toEqual(popSha256);
  });

  it.each<[string, string, Uint8Array]>([
    ['version 1', 'unsupportedVersion', composed({ version: NOTHING })],
    ['version 2', 'unsupportedVersion', composed({ version: derWriter.explicit(0, derWriter.integer(1)) })],
    ['another algorithm inside', 'unsupportedAlgorithm', composed({ algorithm: ECDSA(384) })],
    [
      'algorithm parameters other than NULL',
      'malformed',
      composed({ algorithm: ECDSA(256, derWriter.integer(1)) }),
    ],
    ['a serial number that is no integer', 'malformed', composed({ serialNumber: derWriter.nullValue() })],
    [
      'a third time',
      'malformed',
      composed({ validity: derWriter.sequence(...[1, 2, 3].map((second) => derWriter.time(second * 1000))) }),
    ],
    [
      'a unique id',
      'malformed',
      composed({ spki: Buffer.concat([parts.spki, derWriter.element((1 << 3) | 4, Uint8Array.of(0))]) }),
    ],
    [
      'data after the extensions',
      'malformed',
      composed({ extensions: Buffer.concat([parts.extensions, derWriter.nullValue()]) }),
    ],
    ['no extension in the list', 'malformed', composed(extensions())],
    ['the extension twice', 'malformed', composed(extensions(binding, binding))],
    [
      'another critical extension',
      'criticalExtension',
      composed(extensions(binding, encodeExtension('1.2.3', true, NOTHING))),
    ],
    [
      'another proof in the extension',
      'invalidProofOfBinding',
      composed(extensions(encodeExtension(PROOF_OF_BINDING_OID, false, Uint8Array.of(0x80)))),
    ],
    [
      'an empty extension',
      'invalidProofOfBinding',
      composed(extensions(encodeExtension(PROOF_OF_BINDING_OID, false, NOTHING))),
    ],
    [
      'a key on another curve',
      'invalidKey',
      composed({
        spki: generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({
          format: 'der',
          type: 'spki',
        }),
      }),
    ],
    [
      'an RSA key',
      'invalidKey',
      composed({
        spki: generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
          format: 'der',
          type: 'spki',
        }),
      }),
    ],
    [
      'a point off the curve',
      'invalidKey',
      composed({ spki: Buffer.concat([parts.spki.subarray(0, -1), Uint8Array.of(parts.spki.at(-1)! ^ 1)]) }),
    ],
    ['nothing', 'malformed', NOTHING],
    ['more than 4096 bytes', 'malformed', new Uint8Array(4097)],
  ])('a certificate with %s is refused: %s', (_, code, bytes) => {
    expect(() => verified(bytes)).toThrow(refusal(code));
  });

  it('the base of the refused certificates is accepted unchanged', () => {
    expect(verified(composed()).popSha256).toEqual(popSha256);
  });

  it('a certificate signed by another key is refused', () => {
    expect(() => verified(certificate, newTestKey())).toThrow(refusal('invalidSignature'));
    expect(() => verified(certificate, authentication)).toThrow(refusal('invalidSignature'));
  });

  it('a certificate with any byte changed is refused', () => {
    for (let at = 0; at < certificate.length; at++) {
      for (const bits of [0x01, 0x80, 0xff]) {
        const changed = certificate.slice();
        changed[at]! ^= bits;
        expect(() => verified(changed), `byte ${at}`).toThrow(AuthenticationKeyError);
      }
    }
  });

  it('a truncated certificate, or one with trailing bytes, is refused', () => {
    for (let length = 0; length < certificate.length; length++) {
      expect(() => verified(certificate.subarray(0, length))).toThrow(refusal('malformed'));
    }
    expect(() => verified(Uint8Array.of(...certificate, 0))).toThrow(refusal('malformed'));
  });

  it('random bytes are refused as a certificate', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => verified(bytes)).toThrow(AuthenticationKeyError);
      }),
    );
  });

  it('a certificate may end in 2050 or later', async () => {
    const notAfter = Date.UTC(2055, 0, 1);
    const long = await makeAuthenticationKeyCertificate({ ...spec, notAfter }, device.sign);
    expect(verified(long).notAfter).toBe(notAfter);
  });
});
