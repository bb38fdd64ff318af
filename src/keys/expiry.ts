import { DAY } from '../conventions/time.ts';
import { parseCertificate } from '../formats/x509/index.ts';
import type { KeyRecord, KeyRole } from './key-register.ts';

export type ExpiryLevel = 'fine' | 'warn' | 'error';

/**
 * Days before the end of an active certificate. The warning comes when a rotation by the usual plan is due: identity
 * keys yearly of 15 months, encryption keys every three months of five; a document signer while MSOs of the longest
 * usual validity still fit into its rest; a root while it can still issue a document signer of 457 days.
 */
const THRESHOLDS: Record<KeyRole, Readonly<Record<Exclude<ExpiryLevel, 'fine'>, number>>> = {
  iaca: { warn: 500, error: 90 },
  documentSigner: { warn: 90, error: 30 },
  identity: { warn: 90, error: 14 },
  encryption: { warn: 60, error: 14 },
};

export interface KeyExpiry {
  readonly keyId: string;
  readonly role: KeyRole;
  /** Milliseconds since the epoch. */
  readonly notAfter: number;
  /** Milliseconds; negative when it has passed. */
  readonly left: number;
  readonly level: ExpiryLevel;
}

function levelOf(role: KeyRole, left: number): ExpiryLevel {
  const { warn, error } = THRESHOLDS[role];
  if (left < error * DAY) return 'error';
  return left < warn * DAY ? 'warn' : 'fine';
}

/** When the certificates of the active keys end. */
export function keyExpiries(records: readonly KeyRecord[], now: number): readonly KeyExpiry[] {
  return records
    .filter(({ stage }) => stage === 'active')
    .map(({ keyId, role, certificate }) => {
      const { notAfter } = parseCertificate(certificate);
      return { keyId, role, notAfter, left: notAfter - now, level: levelOf(role, notAfter - now) };
    });
}
