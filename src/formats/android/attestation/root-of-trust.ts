import { type DerReader, derWriter } from '../../der/index.ts';

/** State of verified boot (AOSP VerifiedBootState). */
export const VERIFIED_BOOT_STATES = ['verified', 'selfSigned', 'unverified', 'failed'] as const;

export type VerifiedBootState = (typeof VERIFIED_BOOT_STATES)[number];

export interface RootOfTrust {
  readonly verifiedBootKey: Uint8Array;
  readonly deviceLocked: boolean;
  /** `unknown` is a number outside the four states. */
  readonly verifiedBootState: VerifiedBootState | 'unknown';
  /** Missing in attestation versions 1 and 2. */
  readonly verifiedBootHash?: Uint8Array;
}

export function readRootOfTrust(reader: DerReader): RootOfTrust {
  const fields = reader.sequence();
  const trust = {
    verifiedBootKey: fields.octetString(),
    deviceLocked: fields.boolean(),
    verifiedBootState: VERIFIED_BOOT_STATES[fields.enumerated()] ?? ('unknown' as const),
  };
  if (fields.done) return trust;
  const verifiedBootHash = fields.octetString();
  fields.end();
  return { ...trust, verifiedBootHash };
}

export function encodeRootOfTrust(trust: RootOfTrust): Uint8Array {
  const state = VERIFIED_BOOT_STATES.indexOf(trust.verifiedBootState as VerifiedBootState);
  const parts = [
    derWriter.octetString(trust.verifiedBootKey),
    derWriter.boolean(trust.deviceLocked),
    // an undefined state, for hostile simulated devices
    derWriter.enumerated(state === -1 ? VERIFIED_BOOT_STATES.length : state),
  ];
  if (trust.verifiedBootHash !== undefined) parts.push(derWriter.octetString(trust.verifiedBootHash));
  return derWriter.sequence(...parts);
}
