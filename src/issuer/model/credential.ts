import type { UserActionRequired } from '../contract/index.ts';

export type CredentialState = 'provisionPending' | 'active' | 'revoked' | 'deleted';

/**
 * `prove`: a proof of provisioning was verified. `refresh`: more MSOs were issued. `issue`: the
 * same on a channel that has no proof of provisioning. `supersede`: the holder's
 * data changed. `requireAction`, `clearAction`: userActionRequired was set or resolved. `failAttempt`: a
 * reverification was rejected. `delete`: the wallet deleted the credential.
 */
export type CredentialEvent =
  | 'provision'
  | 'prove'
  | 'refresh'
  | 'issue'
  | 'supersede'
  | 'requireAction'
  | 'clearAction'
  | 'failAttempt'
  | 'revoke'
  | 'delete';

/** The way by which a credential reaches its wallet. */
export type CredentialChannel = 'walletPlatform' | 'openid4vci';

export interface Credential {
  readonly credentialId: string;
  readonly revision: number;
  readonly deviceReferenceId: string;
  readonly proofingId: string;
  readonly holderId: string;
  /** Hash of the identity key for which it was provisioned. */
  readonly identityKeyHash?: Uint8Array;
  /** Absent: the wallet platform. */
  readonly channel?: Exclude<CredentialChannel, 'walletPlatform'>;
  readonly state: CredentialState;
  /** The newest version; changes only when the holder's data changes. */
  readonly versionId: string;
  /** The holder's record version that `versionId` identifies. */
  readonly recordVersion: number;
  /** SHA-256 of the payload of the current ProofOfProvisioning; absent until one was verified. */
  readonly proofOfProvisioningHash?: Uint8Array;
  readonly userActionRequired?: UserActionRequired;
  /** When the required action expires. */
  readonly deadlineAt?: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the wallet reported the deletion. Revoked credentials can be deleted too. */
  readonly deletedAt?: number;
}

/**
 * One certified authentication key. The row stays after the MSO bytes are deleted, because a key must never
 * be certified twice.
 */
export interface IssuedMso {
  /** SHA-256 of the 65-byte key. */
  readonly keyHash: Uint8Array;
  readonly credentialId: string;
  readonly versionId: string;
  readonly batchId: string;
  readonly batchSize: number;
  /** StaticAuthData; absent after it was purged. */
  readonly staticAuthData?: Uint8Array;
  readonly expiresAt: number;
  /** Number of the document signer. Written only; queries compare it. */
  readonly signer?: number;
  /** Its place in a status list. Written only; nothing reads it back. */
  readonly status?: { readonly listNo: number; readonly idx: number };
}
