import type { AttestationPolicy } from '../formats/android/attestation/index.ts';
import type { DocumentType } from './document-types/index.ts';
import type { ApiVersion } from './errors.ts';

/** What the issuer has decided; the operations only read it. Times in milliseconds. */
export interface IssuerPolicy {
  readonly issuerId: string;
  /** Versions that are served; the first is named when another is refused. */
  readonly versions: readonly [ApiVersion, ...ApiVersion[]];
  readonly documentTypes: ReadonlyMap<string, DocumentType>;
  /** `automatic`: a valid code is accepted at once. `manual`: an operator decides. */
  readonly decisions: 'automatic' | 'manual';
  /** Whether values may travel unencrypted. */
  readonly plaintext: boolean;
  readonly nonceTtl: number;
  readonly codeTtl: number;
  readonly pendingTtl: number;
  readonly challengedTtl: number;
  readonly msoValidityDays: number;
  readonly maxAuthKeys: number;
  readonly hpkeContext: HpkeContextPolicy;
  /** All of the attestation policy but what belongs to one registration. */
  readonly attestation: Omit<AttestationPolicy, 'now' | 'challenges'>;
}

export interface HpkeContextPolicy {
  /** Where the context string goes when nothing else is known of the device. */
  readonly mode: 'info' | 'aad';
  /** Opening tries every placement; safe, since the AEAD authenticates. Off in production. */
  readonly tolerant: boolean;
}
