import { DAY } from '../conventions/time.ts';
import { parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord, KeyRole } from './key-register.ts';

type ExpiryLevel = 'fine' | 'warn' | 'error';

/**
 * Days of warning before an active certificate ends. Each value leaves time for the rotation: identity keys
 * last 15 months and rotate every year; encryption keys last five months and rotate every three; document signers last 120
 * days and rotate every 90, so that their MSOs have their whole validity; a status signer must be valid longer than its
 * lists; a root must be valid longer than a document signer of 457 days.
 */
export const THRESHOLDS: Record<KeyRole, Readonly<Record<Exclude<ExpiryLevel, 'fine'>, number>>> = {
  iaca: { warn: 500, error: 90 },
  documentSigner: { warn: 30, error: 14 },
  statusSigner: { warn: 90, error: 30 },
  identity: { warn: 90, error: 14 },
  encryption: { warn: 60, error: 14 },
};

export interface KeyExpiry {
  readonly keyId: string;
  readonly role: KeyRole;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
  /** Milliseconds; negative after the end of the validity. */
  readonly left: number;
  readonly level: ExpiryLevel;
  /** Milliseconds until a document signer should be rotated, even if its certificate is valid longer. */
  readonly rotateIn?: number;
}

function levelOf(role: KeyRole, left: number): ExpiryLevel {
  const { warn, error } = THRESHOLDS[role];
  if (left < error * DAY) return 'error';
  return left < warn * DAY ? 'warn' : 'fine';
}

/** When the certificates of all active keys expire, and when document signers should be rotated. */
export function keyExpiries(
  records: readonly KeyRecord[],
  now: number,
  rotateDays: number,
): readonly KeyExpiry[] {
  return records
    .filter(({ stage }) => stage === 'active')
    .map(({ keyId, role, certificate, changedAt }) => {
      const { notAfter } = parseCertificate(certificate);
      const level = levelOf(role, notAfter - now);
      const expiry = { keyId, role, notAfter, left: notAfter - now, level };
      return role === 'documentSigner' ? { ...expiry, rotateIn: changedAt + rotateDays * DAY - now } : expiry;
    });
}
