import type { AttemptLimit } from '../conventions/attempt-limit.ts';
import type { AttestationPolicy } from '../formats/android/attestation/index.ts';
import type { CHALLENGE_KINDS } from './contract/index.ts';
import type { DocumentType } from './document-types/index.ts';
import type { ApiVersion } from './errors.ts';
import type { AddToWallet, WalletOffers } from './offer/offer.ts';
import type { StatusListPolicy } from './status/list-entries.ts';

type ChallengeKind = keyof typeof CHALLENGE_KINDS;

/** The issuer's policy, which operations only read. Times are in milliseconds. */
export interface IssuerPolicy {
  readonly issuerId: string;
  /** Supported versions. The refusal of any other version names the first one. */
  readonly versions: readonly [ApiVersion, ...ApiVersion[]];
  readonly documentTypes: ReadonlyMap<string, DocumentType>;
  readonly jurisdiction: Jurisdiction;
  readonly documents: {
    readonly standard: DocumentPolicy;
    /** The policies of document types that have their own; each is complete. */
    readonly byType: ReadonlyMap<string, DocumentPolicy>;
  };
  /**
   * `reasons`: a rejection gives its reason. `generic`: it says that the evidence does not match, whatever
   * the reason is.
   */
  readonly rejections: 'reasons' | 'generic';
  /** The first one is the default for operators. */
  readonly challenges: readonly [ChallengeKind, ...ChallengeKind[]];
  /** Whether values may be sent unencrypted. */
  readonly plaintext: boolean;
  readonly nonceTtl: number;
  readonly codeTtl: number;
  /** Link that passes a code to the wallet, with the placeholder `{code}`. */
  readonly codeLink?: string;
  /** Absent: no code is offered to the wallet platform by a request of a browser. */
  readonly addToWallet?: AddToWallet;
  /** Absent: nothing is issued by OpenID4VCI. */
  readonly wallets?: WalletOffers;
  readonly codeAttempts: CodeAttempts;
  readonly pendingTtl: number;
  readonly challengedTtl: number;
  /** How long an accepted proofing may wait to be provisioned. */
  readonly acceptedTtl: number;
  /** Whether credentials of silent devices are revoked without an operator. */
  readonly releaseSilentDevices: boolean;
  readonly maxAuthKeys: number;
  /** Whether authentication keys must name their proof of provisioning. One that is named is always compared. */
  readonly requireProofOfBinding: boolean;
  readonly statusLists: StatusListPolicy;
  readonly hpkeContext: HpkeContextPolicy;
  /**
   * Returns the current attestation policy, without the parts for one registration. It is a function, because
   * its lists are updated at run time.
   */
  readonly attestation: () => Omit<AttestationPolicy, 'now' | 'challenges'>;
  /** Whether the revocation list is too old. In this case no device can be registered. */
  readonly isRevocationListTooOld: () => boolean;
}

/** Location of the issuer, for its certificates and its dates. */
export interface Jurisdiction {
  /** Country in the document signer's certificate, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** State or province in the same certificate, if it has one. */
  readonly stateOrProvince?: string;
  /** Name in the IANA time zone database. */
  readonly timeZone: string;
}

/** The part of the policy that may differ between document types. */
export interface DocumentPolicy {
  /** `automatic`: a valid code is accepted at once. `manual`: an operator decides. */
  readonly decisions: 'automatic' | 'manual';
  /** Absent: no limit. */
  readonly maxDevicesPerHolder?: number;
  readonly msoValidityDays: number;
  /** Days after which wallets should refresh; default two thirds of the validity. */
  readonly msoRefreshDays?: number;
  /** Around that day, the days of which each batch gets one at random; default 1. */
  readonly msoRefreshSpreadDays?: number;
  /** Base of the URIs of the status lists; absent: MSOs have no status. */
  readonly statusUri?: string;
}

/** Limit on wrong codes in a window of time. */
interface CodeAttempts {
  readonly perDevice: AttemptLimit;
  readonly inAll: AttemptLimit;
  /**
   * `alarm`: the log and the metrics report it. `refuse`: in addition, all codes of all devices are refused
   * until the window ends.
   */
  readonly beyondInAll: 'alarm' | 'refuse';
}

interface HpkeContextPolicy {
  /** Placement of the context string for devices whose placement is unknown. */
  readonly mode: 'info' | 'aad';
  /**
   * Decryption tries every placement. This is safe, because the AEAD authenticates the context. Off in
   * production.
   */
  readonly tolerant: boolean;
}

export function documentPolicy(
  { documents }: Pick<IssuerPolicy, 'documents'>,
  docType: string,
): DocumentPolicy {
  return documents.byType.get(docType) ?? documents.standard;
}
