import {
  createHash,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { CoseKey, type MdocContext } from '@owf/mdoc';

const subjectField = (certificate: Uint8Array, field: string): string[] =>
  new X509Certificate(certificate).subject
    .split('\n')
    .filter((line) => line.startsWith(`${field}=`))
    .map((line) => line.slice(field.length + 1));

const keyObject = (key: CoseKey): KeyObject =>
  createPublicKey({
    format: 'jwk',
    key: { ...(key.jwk as object), key_ops: undefined, alg: undefined },
  });

/**
 * The cryptography that @owf/mdoc requires, implemented with node:crypto. Its MACs are not used, because it
 * omits external_aad from MAC_structure.
 */
export const owfContext = (signingKey?: KeyObject): MdocContext => ({
  crypto: {
    random: (length) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      new Uint8Array(createHash(digestAlgorithm.replace('-', '')).update(bytes).digest()),
    calculateEphemeralMacKey: () => {
      throw new Error('MACs are not used');
    },
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned }) =>
        new Uint8Array(sign('sha256', toBeSigned, { key: signingKey!, dsaEncoding: 'ieee-p1363' })),
      verify: ({ sign1, key }) =>
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: keyObject(key), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
    mac0: {
      sign: () => {
        throw new Error('MACs are not used');
      },
      verify: () => false,
    },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) => subjectField(certificate, field),
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk(
        new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) as Record<string, unknown>,
      ),
    verifyCertificateChain: ({ trustedCertificates, x5chain }) => {
      const [leaf] = x5chain.map((der) => new X509Certificate(der));
      const roots = trustedCertificates.map((der) => new X509Certificate(der));
      if (!roots.some((root) => leaf!.checkIssued(root) && leaf!.verify(root.publicKey))) {
        throw new Error('no trusted root issued the certificate');
      }
    },
    getCertificateData: ({ certificate }) => {
      const x509 = new X509Certificate(certificate);
      return {
        issuerName: x509.issuer,
        subjectName: x509.subject,
        serialNumber: x509.serialNumber,
        thumbprint: x509.fingerprint256,
        notBefore: x509.validFromDate,
        notAfter: x509.validToDate,
        pem: x509.toString(),
      };
    },
  },
});
