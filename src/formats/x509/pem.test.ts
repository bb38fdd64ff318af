import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CertificateError, certificatesFromPem, certificateToPem, newSerialNumber } from './index.ts';

const code = (value: string) => expect.objectContaining({ code: value });

describe('PEM files', () => {
  it('any number of certificates is written and read, and text between them is skipped', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { minLength: 1 }), (ders) => {
        const pem = ders.map((der) => `subject=x\n${certificateToPem(der)}`).join('\r\n');
        expect(certificatesFromPem(pem)).toEqual(ders);
      }),
    );
  });

  it('PEM has lines of 64 characters', () => {
    const lines = certificateToPem(new Uint8Array(100)).split('\n');
    expect(lines.map(({ length }) => length)).toEqual([27, 64, 64, 8, 25, 0]);
  });

  it.each([
    ['no certificate', ''],
    ['an empty block', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'],
    ['bad base64', '-----BEGIN CERTIFICATE-----\nAAA\n-----END CERTIFICATE-----'],
    ['another alphabet', '-----BEGIN CERTIFICATE-----\nA_A-\n-----END CERTIFICATE-----'],
    ['a block without end', `${certificateToPem(new Uint8Array(3))}-----BEGIN CERTIFICATE-----\nAAAA`],
    ['too much text', ' '.repeat((1 << 20) + 1)],
  ])('the text is refused as PEM: %s', (_, pem) => {
    expect(() => certificatesFromPem(pem)).toThrow(CertificateError);
    expect(() => certificatesFromPem(pem)).toThrow(code('invalidPem'));
  });
});

describe('The function newSerialNumber', () => {
  it('newSerialNumber writes the same hex with and without padding and sign octet', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (random) => {
        const serial = newSerialNumber(random);
        const hex = Buffer.from(serial).toString('hex');
        expect(BigInt(`0x${hex}`).toString(16)).toBe(hex);
        expect(serial[0]! >= 0x10 && serial[0]! <= 0x7f).toBe(true);
        expect(serial.subarray(1)).toEqual(random.subarray(1));
      }),
    );
  });

  it('newSerialNumber takes exactly 16 octets', () => {
    expect(() => newSerialNumber(new Uint8Array(15))).toThrow(code('invalidSpec'));
  });
});
