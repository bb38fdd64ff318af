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
  /** `reasons`: a rejection tells its reason. `generic`: that the evidence does not match, whatever stood in the way. */
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
  /** All of the attestation policy but what belongs to one registration; as it is now, since lists are replaced. */
  readonly attestation: () => Omit<AttestationPolicy, 'now' | 'challenges'>;
  /** Whether it is not known which attestation keys were withdrawn lately: nobody is attested then. */
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
  /** After how many days a wallet is told to refresh; two thirds of the validity when absent. */
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
