import type { KeyObject } from 'node:crypto';
import type { IssuerClient } from '../../client/index.ts';
import type { Effects } from '../../effects.ts';
import type { EncryptionKey } from './issuer-certificates.ts';

interface Needs extends Pick<Effects, 'clock'> {
  readonly issuer: IssuerClient;
}

/** The issuer's keys for signing values. During a rotation there are two or more. */
export async function identityKeys({ issuer, clock }: Needs): Promise<readonly KeyObject[]> {
  const { issuerIdentityCertificate } = await issuer.getIdentityKey({});
  const { signingKeys } = await import('./issuer-certificates.ts');
  return signingKeys(issuerIdentityCertificate, clock());
}

/** The issuer's key for encrypting values. */
export async function encryptionKey({ issuer, clock }: Needs): Promise<EncryptionKey> {
  const { issuerEncryptionCertificate } = await issuer.getHybridEncryptionKey({});
  const { recipientKey } = await import('./issuer-certificates.ts');
  return recipientKey(issuerEncryptionCertificate, clock());
}
