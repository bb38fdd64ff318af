import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problems } from '../../../../test/support/formats/certificate-drafts.ts';
import { type Certificate, certificatesFromPem, parseCertificate } from '../index.ts';

const vectors = new URL('../../../../test/vectors/', import.meta.url);
const annexD = (name: string): Certificate =>
  parseCertificate(
    Buffer.from(readFileSync(new URL(`iso18013-5-annex-d/${name}`, vectors), 'utf8').trim(), 'hex'),
  );
const pem = (name: string): Certificate =>
  parseCertificate(certificatesFromPem(readFileSync(new URL(`mdoc-ts/${name}`, vectors), 'utf8'))[0]!);

describe('Certificates of other issuers', () => {
  it('the only departure of the ISO 18013-5 Annex D certificates is a host name in place of a URI', () => {
    const dns = ['CRL distribution points are missing, critical, not URIs, or have reasons or an issuer'];
    expect(problems(annexD('iaca_root.hex'), 'iaca')).toEqual(dns);
    expect(problems(annexD('ds_cert.hex'), 'documentSigner', annexD('iaca_root.hex'))).toEqual(dns);
    expect(problems(annexD('ds_cert.hex'), 'documentSigner')).toEqual(dns);
  });

  it('a reader certificate is no document signer, and its root no issuing authority', () => {
    expect(problems(annexD('reader_cert.hex'), 'documentSigner', annexD('reader_root.hex'))).toEqual(
      expect.arrayContaining([
        'extended key usage is not critical with exactly 1.0.18013.5.1.2',
        'subject country is not one PrintableString of two upper-case letters',
        'issuer alternative name is missing, critical, or neither email nor URI',
      ]),
    );
    expect(problems(annexD('reader_root.hex'), 'iaca')).toContain(
      'subject country is not one PrintableString of two upper-case letters',
    );
  });

  it('a document signer that another root signed is reported', () => {
    expect(problems(annexD('ds_cert.hex'), 'documentSigner', pem('animo-mdoc-05_iaca.pem'))).toEqual(
      expect.arrayContaining([
        'signature does not verify with the issuer key',
        'issuer is not the subject of the root, byte for byte',
        'authority key identifier is not the subject key identifier of the root',
      ]),
    );
  });

  it('a document signer with a serial number of 32 octets is reported', () => {
    expect(problems(pem('ubique_ds.pem'), 'documentSigner')).toContain(
      'serial number is not of 63 random bits in at most 20 octets',
    );
  });
});
