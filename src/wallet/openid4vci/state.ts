import type { DeviceKey } from '../device/device-key.ts';

export interface HeldCredential {
  readonly key: DeviceKey;
  /** IssuerSigned in CBOR, as the issuer sent it. */
  readonly issuerSigned: Uint8Array;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** The stored state of a wallet for one document. Immutable. */
export interface VciState {
  /** The Credential Issuer Identifier. */
  readonly issuer: string;
  readonly configurationId: string;
  readonly docType: string;
  readonly clientId?: string;
  /** Signs the DPoP proofs, and the proofs for the attestation of the wallet. */
  readonly key: DeviceKey;
  readonly accessToken?: string;
  /** When the access token ends; milliseconds since the Unix epoch. */
  readonly accessEndsAt?: number;
  readonly refreshToken?: string;
  /** Keys for which credentials were asked; a repeated request has the same, so that it gets the same credentials. */
  readonly waiting: readonly DeviceKey[];
  /** Unused ones. */
  readonly credentials: readonly HeldCredential[];
  readonly notificationId?: string;
}
