import type { AttemptLimit } from '../conventions/attempts.ts';
import type { AttestationPolicy } from '../formats/android/attestation/index.ts';
import type { CHALLENGE_KINDS } from './contract/index.ts';
import type { DocumentType } from './document-types/index.ts';
import type { ApiVersion } from './errors.ts';

export type ChallengeKind = keyof typeof CHALLENGE_KINDS;

/** What the issuer has decided; the operations only read it. Times in milliseconds. */
export interface IssuerPolicy {
  readonly issuerId: string;
  /** Versions that are served; the first is named when another is refused. */
  readonly versions: readonly [ApiVersion, ...ApiVersion[]];
  readonly documentTypes: ReadonlyMap<string, DocumentType>;
  readonly jurisdiction: Jurisdiction;
  readonly documents: {
    readonly standard: DocumentPolicy;
    /** Document types with a policy of their own, complete. */
    readonly byType: ReadonlyMap<string, DocumentPolicy>;
  };
  /** `reasons`: a rejection states its reason. `generic`: it states that the evidence does not match, whatever the reason. */
  readonly rejections: 'reasons' | 'generic';
  /** The first is meant where an operator names none. */
  readonly challenges: readonly [ChallengeKind, ...ChallengeKind[]];
  /** Whether values may travel unencrypted. */
  readonly plaintext: boolean;
  readonly nonceTtl: number;
  readonly codeTtl: number;
  /** Where a holder's browser or camera takes a code: an address with `{code}` in it. */
  readonly codeLink?: string;
  readonly codeAttempts: CodeAttempts;
  readonly pendingTtl: number;
  readonly challengedTtl: number;
  /** How long an accepted proofing waits to be provisioned. */
  readonly acceptedTtl: number;
  readonly maxAuthKeys: number;
  readonly hpkeContext: HpkeContextPolicy;
  /** The current attestation policy without what depends on one registration. A function, since lists are replaced. */
  readonly attestation: () => Omit<AttestationPolicy, 'now' | 'challenges'>;
  /** Whether the revocation list is too old. No device can be registered then. */
  readonly isRevocationListTooOld: () => boolean;
}

/** Where the issuer is: what its certificates name, and whose calendar it goes by. */
export interface Jurisdiction {
  /** Of the document signer's certificate, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Of the same, where it names one. */
  readonly stateOrProvince?: string;
  /** Name of the IANA database. */
  readonly timeZone: string;
}

/** What may differ from one document type to another. */
export interface DocumentPolicy {
  /** `automatic`: a valid code is accepted at once. `manual`: an operator decides. */
  readonly decisions: 'automatic' | 'manual';
  /** No limit when absent. */
  readonly maxDevicesPerHolder?: number;
  readonly msoValidityDays: number;
  /** Days after which wallets should refresh; default two thirds of the validity. */
  readonly msoRefreshDays?: number;
}

/** Wrong codes in a window of time. */
export interface CodeAttempts {
  readonly perDevice: AttemptLimit;
  readonly inAll: AttemptLimit;
  /** `alarm`: the log and the metrics say so. `refuse`: no code of any device is looked at until the window ends, too. */
  readonly beyondInAll: 'alarm' | 'refuse';
}

export interface HpkeContextPolicy {
  /** Where the context string goes when nothing else is known of the device. */
  readonly mode: 'info' | 'aad';
  /** Opening tries every placement; safe, since the AEAD authenticates. Off in production. */
  readonly tolerant: boolean;
}

export function documentPolicy(
  { documents }: Pick<IssuerPolicy, 'documents'>,
  docType: string,
): DocumentPolicy {
  return documents.byType.get(docType) ?? documents.standard;
}
