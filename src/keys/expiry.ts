import { DAY } from '../conventions/time.ts';
import { parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord, KeyRole } from './key-register.ts';

export type ExpiryLevel = 'fine' | 'warn' | 'error';

/**
 * Days of warning before an active certificate ends. Each value leaves time for the rotation: identity keys
 * last 15 months and rotate every year; encryption keys last five months and rotate every three; a document
 * signer must be valid longer than the MSOs that it signs, and a status signer than its lists; a root must be valid longer than a document signer
 * of 457 days.
 */
export const THRESHOLDS: Record<KeyRole, Readonly<Record<Exclude<ExpiryLevel, 'fine'>, number>>> = {
  iaca: { warn: 500, error: 90 },
  documentSigner: { warn: 90, error: 30 },
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
}

function levelOf(role: KeyRole, left: number): ExpiryLevel {
  const { warn, error } = THRESHOLDS[role];
  if (left < error * DAY) return 'error';
  return left < warn * DAY ? 'warn' : 'fine';
}

/** When the certificates of all active keys expire. */
export function keyExpiries(records: readonly KeyRecord[], now: number): readonly KeyExpiry[] {
  return records
    .filter(({ stage }) => stage === 'active')
    .map(({ keyId, role, certificate }) => {
      const { notAfter } = parseCertificate(certificate);
      return { keyId, role, notAfter, left: notAfter - now, level: levelOf(role, notAfter - now) };
    });
}
