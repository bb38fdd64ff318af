import type { KeyObject } from 'node:crypto';
import { EcError, isP256, pointFromSpki } from '../../../formats/ec/index.ts';
import {
  type Certificate,
  CertificateError,
  certificatePublicKey,
  parseCertificate,
} from '../../../formats/x509/index.ts';
import type { IssuerClient } from '../../client/index.ts';
import type { Effects } from '../../effects.ts';
import { DistrustError } from '../../errors.ts';

interface Needs extends Pick<Effects, 'clock'> {
  readonly issuer: IssuerClient;
}

function validCertificate(text: string, what: string, now: number): Certificate {
  const certificate = parseCertificate(Buffer.from(text, 'base64'));
  if (certificate.notBefore > now || certificate.notAfter < now) {
    throw new DistrustError('issuerKey', `the ${what} certificate is not valid now`);
  }
  return certificate;
}

function trusting<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof CertificateError || cause instanceof EcError)) throw cause;
    throw new DistrustError('issuerKey', `the ${what} certificate cannot be used`, { cause });
  }
}

/** The issuer's keys for signing values. During a rotation there are two or more. */
export async function identityKeys({ issuer, clock }: Needs): Promise<readonly KeyObject[]> {
  const { issuerIdentityCertificate } = await issuer.getIdentityKey({});
  const what = 'identity';
  const keys = issuerIdentityCertificate.map((text) =>
    trusting(what, () => certificatePublicKey(validCertificate(text, what, clock()))),
  );
  if (keys.length > 0 && keys.every(isP256)) return keys;
  throw new DistrustError('issuerKey', 'the issuer has no identity key on P-256');
}

export interface EncryptionKey {
  /** Uncompressed point, 65 bytes. */
  readonly point: Uint8Array;
  /** The certificate's serial number in upper-case hex. */
  readonly keyId: string;
}

/** The issuer's key for encrypting values. */
export async function encryptionKey({ issuer, clock }: Needs): Promise<EncryptionKey> {
  const { issuerEncryptionCertificate } = await issuer.getHybridEncryptionKey({});
  const what = 'encryption';
  return trusting(what, () => {
    const { spki, serialHex } = validCertificate(issuerEncryptionCertificate, what, clock());
    return { point: pointFromSpki(spki), keyId: serialHex };
  });
}
