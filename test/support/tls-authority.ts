import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;

export interface KeyAndCertificate {
  /** PEM */
  readonly certificate: string;
  readonly key: string;
}

export interface TlsAuthority {
  /** PEM */
  readonly certificate: string;
  /** A certificate for one address, for a server or a client. */
  issue(address: string): Promise<KeyAndCertificate>;
}

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

export const keyPem = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ format: 'pem', type: 'pkcs8' }).toString();

/** A certificate authority for tests, made with an independent library. */
export async function tlsAuthority(name: string): Promise<TlsAuthority> {
  const keys = await generateKeys();
  const period = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
  const root = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    ...period,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  return {
    certificate: root.toString('pem'),
    async issue(address) {
      const own = await generateKeys();
      const type = /^[\d.]+$/.test(address) ? 'ip' : 'dns';
      const extensions: Extension[] = [
        new SubjectAlternativeNameExtension([{ type, value: address }]),
        new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']),
        await AuthorityKeyIdentifierExtension.create(keys.publicKey),
      ];
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${address}`,
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...period,
        extensions,
      });
      return { certificate: certificate.toString('pem'), key: keyPem(own.privateKey) };
    },
  };
}
