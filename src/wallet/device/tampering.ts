import type { ProfileDialect, ProofOfOwnership, ProofOfProvisioning } from '../../formats/android/index.ts';
import type {
  DeviceEncryptionKey,
  EncryptedData,
  OperationName,
  WrappedValue,
} from '../../issuer/contract/index.ts';
import type { Effects } from '../effects.ts';
import type { AttestationSpec, AttestedChain } from './attestation.ts';
import type { DeviceKey } from './device-key.ts';
import type { AuthKey, DeviceState } from './device-state.ts';
import type { EncryptionKey } from './envelope/issuer-certificates.ts';
import type { HpkeContext, SentKind } from './envelope/value-kind.ts';

/** The input for encrypting a value. */
export interface SealSpec {
  readonly kind: SentKind;
  readonly plaintext: Uint8Array;
  readonly recipient: EncryptionKey;
  readonly context: HpkeContext;
}

/** The input for a ProofOfOwnership. */
export interface OwnershipSpec {
  /** The value for which the proof is made. */
  readonly about: SentKind | 'deviceEncryptionKey';
  readonly docType: string;
  readonly challenge: Uint8Array;
  readonly testCredential: boolean;
  /** Encodes the proof; by default `encodeProofOfOwnership`. */
  readonly encode?: (proof: ProofOfOwnership) => Uint8Array;
  readonly signer: DeviceKey;
}

/** The input for a ProofOfProvisioning. */
export interface ProofSpec {
  readonly proof: ProofOfProvisioning;
  readonly dialect: ProfileDialect;
  readonly signer: DeviceKey;
}

/** The input for the certificate of an authentication key; times in milliseconds. */
export interface AuthKeySpec {
  readonly point: Uint8Array;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly popSha256?: Uint8Array;
  readonly signer: DeviceKey;
}

/** Ids of another user's device, known to the same issuer. */
export interface Stranger {
  readonly deviceReferenceId: string;
  readonly proofingId: string;
  readonly credentialId: string;
}

/** The data that a change can use. */
export interface Facts extends Effects {
  readonly state: DeviceState;
  /** The state of the hostile device when it was created. */
  readonly before: DeviceState;
  readonly stranger: Stranger;
  readonly newKey: () => DeviceKey;
}

type Maybe<T> = T | Promise<T>;
type Change<T, More extends readonly unknown[] = []> = (value: T, facts: Facts, ...more: More) => Maybe<T>;

/**
 * The one place where a simulated device can be made hostile. Each artefact, from the nonce to the body of
 * the request, is passed through the function with its name before it is used or sent.
 */
export interface Tampering {
  /** Replaces the initial state of the device. */
  readonly state?: (facts: Facts) => DeviceState;
  /** The nonce to attest; `ask` requests a new nonce. */
  readonly nonce?: (ask: () => Promise<string>, facts: Facts) => Maybe<string>;
  /** The key to attest and register; an honest device creates a new one. */
  readonly identityKey?: Change<DeviceKey>;
  readonly attestation?: Change<AttestationSpec>;
  /** The chain in DER, leaf first. */
  readonly chain?: (made: AttestedChain, facts: Facts) => Maybe<readonly Uint8Array[]>;
  readonly proofOfProvisioning?: Change<ProofSpec>;
  readonly authKey?: Change<AuthKeySpec>;
  /** The certificate in DER. */
  readonly authKeyCertificate?: Change<Uint8Array, [spec: AuthKeySpec]>;
  readonly authKeys?: Change<readonly AuthKey[]>;
  readonly plaintext?: Change<Uint8Array, [kind: SentKind]>;
  readonly seal?: Change<SealSpec>;
  readonly ownership?: Change<OwnershipSpec>;
  readonly encryptedData?: Change<EncryptedData, [kind: SentKind]>;
  readonly value?: Change<WrappedValue, [kind: SentKind]>;
  readonly deviceEncryptionKey?: Change<DeviceEncryptionKey>;
  /** The parsed body, before it is sent. */
  readonly request?: Change<unknown, [operation: OperationName]>;
}
